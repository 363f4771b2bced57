package margay.rt;

import java.util.Properties;

/** What a JVM does before {@code main}, as far as programs can tell. */
final class Startup {
    private Startup() {}

    /** How a JVM marks a thread that runs, and one that has ended. */
    private static final int RUNNABLE = 5;
    private static final int TERMINATED = 2;

    /** The first JDK whose threads keep their state in an object of its own. */
    private static final int HOLDERS = 19;

    /** The thread that runs {@code main}. */
    private static final Thread MAIN = mainThread();

    /** The thread that runs: another one only while it is waited for. */
    private static Thread current = MAIN;

    /** The nanoseconds that the program has slept. */
    private static long slept;

    /** The number of the next thread that is made. */
    private static long nextThread = 3;

    /** Runs once, before anything else. */
    static void boot() {
        // Their classes must be ready when there is no room left to make them so.
        new StackOverflowError();
        new OutOfMemoryError();
        System.lineSeparator();
    }

    /** In place of the initializer of {@code java.lang.System}, which leaves most to native code. */
    static void initializeSystem() {
        Natives.call("java/lang/System", "setJavaLangAccess");
        Properties properties = new Properties();
        String[] pairs = Natives.properties();
        for (int i = 0; i < pairs.length; i += 2) {
            properties.setProperty(pairs[i], pairs[i + 1]);
        }
        System.setProperties(properties);
        System.setIn(new AnyInput());
        System.setOut(Console.open(1));
        System.setErr(Console.open(2));
    }

    /** In place of {@code Thread.currentThread}. */
    static Thread currentThread() {
        return current;
    }

    /** In place of {@code Thread.start}: a thread that is waited for at once runs here. */
    static void start(Thread thread) {
        Object state = Natives.feature() < HOLDERS ? thread : Natives.get(thread, "holder");
        Natives.mayStart(state);
        Natives.setInt(state, "threadStatus", RUNNABLE);
        Natives.setLong(thread, "eetop", 1);
        Thread before = current;
        current = thread;
        try {
            thread.run();
        } catch (Throwable exception) {
            Natives.refuse("a thread that the program starts ends by an exception");
        }
        current = before;
        Natives.setLong(thread, "eetop", 0);
        Natives.setInt(state, "threadStatus", TERMINATED);
    }

    /** What a launcher does with an exception that left {@code main}. */
    static void report(Throwable exception) {
        Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
        if (handler != null) {
            handler.uncaughtException(MAIN, exception);
        } else {
            System.err.print("Exception in thread \"main\" ");
            trace(exception);
        }
    }

    /** Prints an exception and its causes on standard error. */
    static void trace(Throwable exception) {
        exception.printStackTrace();
    }

    private static Thread mainThread() {
        ThreadGroup group = group("main", group("system", null));
        Thread thread = (Thread) Natives.allocate(Thread.class);
        Natives.set(thread, "name", "main");
        Natives.setLong(thread, "tid", 1);
        Natives.setLong(thread, "eetop", 1);
        Natives.set(thread, "blockerLock", new Object());
        Natives.set(thread, "interruptLock", new Object());
        // Later JDKs keep these elsewhere.
        Object holder = Natives.allocateNamed("java/lang/Thread$FieldHolder");
        Natives.set(thread, "holder", holder);
        Object state = holder == null ? thread : holder;
        Natives.set(state, "group", group);
        Natives.setInt(state, "priority", Thread.NORM_PRIORITY);
        Natives.setInt(state, "threadStatus", RUNNABLE);
        return thread;
    }

    private static ThreadGroup group(String name, ThreadGroup parent) {
        ThreadGroup group = (ThreadGroup) Natives.allocate(ThreadGroup.class);
        Natives.set(group, "name", name);
        Natives.set(group, "parent", parent);
        Natives.setInt(group, "maxPriority", Thread.MAX_PRIORITY);
        return group;
    }
}
