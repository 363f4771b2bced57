/** Exceptions of the project are objects like others. */
public class Refusals {
    /** Says what was refused. */
    public static class Refused extends Exception {
        private static final long serialVersionUID = 1;

        private final String what;
        private final int times;

        public Refused(String what, int times) {
            super("refused");
            if (times < 1) {
                throw new IllegalArgumentException("times");
            }
            this.what = what;
            this.times = times;
        }

        public String getWhat() {
            return what;
        }

        public boolean isFinal() {
            return times > 2;
        }
    }

    public static String tell(Refused refused) {
        if (refused.isFinal()) {
            return "for good";
        }
        return refused.getWhat() == null ? "nothing" : refused.getMessage();
    }

    public static boolean isOurs(Exception exception) {
        return exception instanceof Refused;
    }
}
