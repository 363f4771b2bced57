import java.time.Duration;

/** What is told through an interface whose methods have type parameters of their own. */
public final class Contexts {
    private Contexts() {
    }

    /** How often something was tried, and what came of it. */
    public interface Context<R> {
        /** How often. */
        int attempts();

        /** Since when. */
        Duration elapsed();

        /** What went wrong. */
        <T extends Throwable> T lastFailure();

        /** What came of it. */
        R lastResult(R other);

        /** Which of two it is. */
        <N extends Number> N larger(N one, N other);
    }

    /** An event. */
    public static final class Event<R> {
        private final Context<R> context;

        /** Of a context. */
        public Event(Context<R> context) {
            this.context = context;
        }

        /** Whether it was tried again. */
        public boolean isRetry() {
            return context.attempts() > 1;
        }

        /** What to tell. */
        public String told() {
            Throwable failure = context.lastFailure();
            return failure == null ? "well" : "not well";
        }
    }
}
