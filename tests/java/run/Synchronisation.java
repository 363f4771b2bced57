// Monitors in one thread: nesting, release on exceptions (wait and notify check ownership), synchronized methods.
public class Synchronisation {
    private int count;
    private static int total;

    synchronized int add(int n) {
        count += n;
        if (n > 5) {
            throw new IllegalArgumentException("too big " + n);
        }
        return n == 0 ? count : add(n - 1);
    }

    static synchronized void bump() {
        total++;
        synchronized (Synchronisation.class) {
            total++;
        }
    }

    int locked(Object lock, int n) {
        synchronized (lock) {
            synchronized (this) {
                if (n == 1) {
                    return 1;
                }
                if (n == 2) {
                    throw new IllegalStateException("held");
                }
            }
        }
        return 0;
    }

    public static void main(String[] args) {
        Synchronisation s = new Synchronisation();
        System.out.println(s.add(4));
        try {
            s.add(6);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        bump();
        System.out.println(total);
        Object lock = new Object();
        for (int n = 0; n < 3; n++) {
            try {
                System.out.println(s.locked(lock, n));
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
        synchronized (lock) {
            lock.notify();
        }
        for (int i = 0; i < 4; i++) {
            synchronized (lock) {
                if (i == 1) {
                    continue;
                }
                if (i == 3) {
                    break;
                }
            }
            System.out.println(i);
        }
    }
}
