// Threads and pools as objects: made, named, asked, never started.
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class ThreadObjects {
    static class Worker extends Thread {
        int ran;

        Worker(String name) {
            super(name);
        }

        @Override public void run() {
            ran++;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        System.out.println(main.getName() + " " + main.isAlive() + " " + main.getState() + " "
                + main.getPriority() + " " + main.isDaemon() + " " + main.getThreadGroup().getName());
        Worker worker = new Worker("worker");
        worker.setDaemon(true);
        worker.setPriority(7);
        System.out.println(worker.getName() + " " + worker.isAlive() + " " + worker.getState() + " "
                + worker.getPriority() + " " + worker.isDaemon() + " " + worker.isInterrupted());
        worker.run();
        worker.join();
        System.out.println(worker.ran + " " + worker.getThreadGroup().getName());
        Thread numbered = new Thread(() -> System.out.println("never"));
        System.out.println(numbered.getName().startsWith("Thread-") + " " + numbered.getState());
        try {
            worker.setPriority(11);
        } catch (IllegalArgumentException e) {
            System.out.println("priority " + e.getMessage());
        }
        main.interrupt();
        System.out.println(main.isInterrupted() + " " + Thread.interrupted() + " " + Thread.interrupted());
        main.interrupt();
        try {
            Thread.sleep(5);
        } catch (InterruptedException e) {
            System.out.println(e.getMessage() + " " + main.isInterrupted());
        }
        ThreadGroup group = new ThreadGroup("mine");
        System.out.println(group.getParent().getName() + " " + new Thread(group, "x").getThreadGroup().getName());
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(1, 2, 3, TimeUnit.SECONDS, new LinkedBlockingQueue<>(4));
        System.out.println(pool.getCorePoolSize() + " " + pool.getMaximumPoolSize() + " "
                + pool.getPoolSize() + " " + pool.getQueue().remainingCapacity());
        pool.shutdown();
        System.out.println(pool.isShutdown() + " " + pool.isTerminated());
        ThreadFactory factory = Executors.defaultThreadFactory();
        Thread made = factory.newThread(() -> { });
        System.out.println(made.getName() + " " + made.isDaemon());
        System.out.println(ForkJoinPool.commonPool() != null);
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 4);
        local.set(local.get() + 1);
        System.out.println(local.get());
        local.remove();
        System.out.println(local.get());
    }
}
