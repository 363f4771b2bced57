// Who holds a monitor: blocks, methods, exceptions out of both; wait and notify ask.
public class Monitors {
    private final Object lock = new Object();

    synchronized boolean heldInMethod() {
        return Thread.holdsLock(this) && !Thread.holdsLock(lock);
    }

    static synchronized boolean heldInStaticMethod() {
        return Thread.holdsLock(Monitors.class);
    }

    synchronized void fail(int depth) {
        if (depth == 0) {
            throw new IllegalStateException("inside " + Thread.holdsLock(this));
        }
        fail(depth - 1);
    }

    boolean after() {
        return Thread.holdsLock(this);
    }

    static void attempt(String what, Action action) {
        try {
            action.run();
            System.out.println(what + ": fine");
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    interface Action {
        void run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        Monitors m = new Monitors();
        Object lock = m.lock;
        System.out.println(m.heldInMethod() + " " + heldInStaticMethod() + " " + Thread.holdsLock(m));
        attempt("fail", () -> m.fail(3));
        System.out.println("after: " + m.after());
        synchronized (lock) {
            synchronized (lock) {
                lock.notifyAll();
                System.out.println("nested: " + Thread.holdsLock(lock));
            }
            System.out.println("once: " + Thread.holdsLock(lock) + " " + Thread.holdsLock(m));
            lock.wait(1);
            attempt("wrong monitor", () -> m.notify());
        }
        System.out.println("released: " + Thread.holdsLock(lock));
        attempt("notify", () -> lock.notify());
        attempt("notifyAll", () -> lock.notifyAll());
        attempt("wait", () -> lock.wait());
        attempt("wait 5", () -> lock.wait(5));
        attempt("wait -1", () -> lock.wait(-1));
        attempt("null", () -> Thread.holdsLock(null));
        try {
            synchronized (lock) {
                throw new IllegalArgumentException("thrown");
            }
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage() + " " + Thread.holdsLock(lock));
        }
        Thread.currentThread().interrupt();
        attempt("interrupted wait", () -> {
            synchronized (lock) {
                lock.wait(10);
            }
        });
        System.out.println(Thread.holdsLock(lock) + " " + Thread.interrupted());
    }
}
