import java.awt.geom.Point2D;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Parts of the class library that programs use in passing. */
public class LibraryObjects {
    public static void main(String[] args) throws IOException {
        identity();
        concurrency();
        streams();
        buffers();
        names();
    }

    private static void identity() {
        IdentityHashMap<String, Integer> map = new IdentityHashMap<>();
        map.put("a", 1);
        map.put(new String("a"), 2);
        System.out.println(map.size() + " " + map.get("a"));
        System.out.println(new Point2D.Double(3, 4).distance(0, 0));
    }

    private static void concurrency() {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        map.put("a", 1);
        map.merge("a", 2, Integer::sum);
        map.computeIfAbsent("b", key -> 5);
        System.out.println(map);
        AtomicReference<String> reference = new AtomicReference<>("x");
        System.out.println(reference.compareAndSet("x", "y") + " " + reference);
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(List.of(1, 2));
        list.add(3);
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>(list);
        LinkedBlockingQueue<Integer> blocking = new LinkedBlockingQueue<>();
        System.out.println(list + " " + queue.poll() + " " + blocking.offer(3) + blocking.poll());
        ConcurrentSkipListMap<String, Integer> sorted = new ConcurrentSkipListMap<>(map);
        LongAdder adder = new LongAdder();
        adder.add(4);
        System.out.println(sorted.firstKey() + " " + adder.sum());
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 7);
        local.set(local.get() + 1);
        System.out.print(local.get() + " ");
        local.remove();
        System.out.println(local.get());
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        System.out.println(lock.isLocked() + " " + lock.getHoldCount());
        lock.unlock();
        ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        both.readLock().lock();
        System.out.println(both.getReadLockCount());
        both.readLock().unlock();
    }

    private static void streams() throws IOException {
        StringWriter writer = new StringWriter();
        new PrintWriter(writer).printf("%d-%s", 3, "x").flush();
        System.out.println(writer);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new PrintStream(bytes).print("q");
        System.out.println(bytes);
        System.out.println(new BufferedReader(new StringReader("one\ntwo")).readLine());
        byte[] number = {0, 0, 1, 9};
        System.out.println(new DataInputStream(new ByteArrayInputStream(number)).readInt());
    }

    private static void buffers() {
        ByteBuffer buffer = ByteBuffer.wrap(new byte[] {1, 2, 3, 4});
        System.out.println(buffer.getInt() + " " + buffer.remaining() + " " + buffer);
        buffer = ByteBuffer.allocate(8).putLong(5L);
        buffer.flip();
        System.out.println(buffer.getLong() + " " + CharBuffer.wrap("abc").charAt(1));
        BitSet bits = BitSet.valueOf(new long[] {5});
        bits.set(9);
        System.out.println(bits + " " + bits.cardinality());
        byte[] encoded = "äö".getBytes(StandardCharsets.UTF_16BE);
        System.out.println(encoded.length + new String(encoded, Charset.forName("UTF-16BE")));
        System.out.println(Charset.forName("latin1").newEncoder().canEncode('\u20ac'));
    }

    private static void names() throws IOException {
        UUID id = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
        System.out.println(id + " " + id.version() + " " + new UUID(1, 2));
        System.out.println(UUID.nameUUIDFromBytes(new byte[] {1}));
        URI uri = URI.create("http://host:80/path?query#part");
        System.out.println(uri.getHost() + uri.getPort() + uri.getPath() + uri.getFragment());
        System.out.println(uri.toURL().getHost());
        System.out.println(URLEncoder.encode("a b&c", "UTF-8") + URLDecoder.decode("a+b%26", "UTF-8"));
    }
}
