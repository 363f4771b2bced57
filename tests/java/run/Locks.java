// java.util.concurrent.locks and synchronizers in one thread.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

public class Locks {
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock(true);
        lock.lock();
        lock.lock();
        System.out.println(lock.getHoldCount() + " " + lock.isHeldByCurrentThread() + " " + lock.isFair());
        Condition condition = lock.newCondition();
        System.out.println(condition.await(3, TimeUnit.MILLISECONDS) + " " + lock.getHoldCount());
        condition.signalAll();
        lock.unlock();
        lock.unlock();
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("not held");
        }
        try {
            condition.signal();
        } catch (IllegalMonitorStateException e) {
            System.out.println("no signal");
        }
        System.out.println(lock.tryLock() + " " + lock.tryLock(1, TimeUnit.SECONDS));
        ReentrantReadWriteLock pair = new ReentrantReadWriteLock();
        pair.readLock().lock();
        System.out.println(pair.getReadLockCount() + " " + pair.writeLock().tryLock());
        pair.readLock().unlock();
        pair.writeLock().lock();
        pair.readLock().lock();
        System.out.println(pair.isWriteLockedByCurrentThread() + " " + pair.getReadHoldCount());
        StampedLock stamped = new StampedLock();
        long stamp = stamped.tryOptimisticRead();
        System.out.println(stamped.validate(stamp));
        long write = stamped.writeLock();
        System.out.println(stamped.validate(stamp) + " " + stamped.isWriteLocked());
        stamped.unlockWrite(write);
        Semaphore semaphore = new Semaphore(1);
        System.out.println(semaphore.tryAcquire() + " " + semaphore.tryAcquire(2, TimeUnit.MILLISECONDS));
        CountDownLatch latch = new CountDownLatch(2);
        latch.countDown();
        System.out.println(latch.await(1, TimeUnit.MILLISECONDS) + " " + latch.getCount());
        latch.countDown();
        latch.await();
        AtomicReference<String> reference = new AtomicReference<>("a");
        System.out.println(reference.compareAndSet("a", "b") + " " + reference.getAndUpdate(s -> s + "c") + reference);
        LongAdder adder = new LongAdder();
        adder.add(5);
        adder.increment();
        System.out.println(adder.sum());
    }
}
