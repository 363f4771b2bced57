// outcomes: 92
// dropped: 17
// failures: 10
// exceptions: 2
// A faulty bounded buffer under every sequence of five operations: fail, fail with a message, exceptions.
import margay.Margay;

public class Failures {
    static class Buffer {
        final int[] items = new int[2];
        int head;
        int size;

        boolean put(int x) {
            if (size > items.length) {
                return false;
            }
            items[(head + size) % items.length] = x;
            size++;
            return true;
        }

        int take() {
            int x = items[head];
            head = (head + 1) % items.length;
            size--;
            return x;
        }
    }

    public static void main(String[] args) {
        Buffer buffer = new Buffer();
        int next = 1;
        int expected = 1;
        StringBuilder trace = new StringBuilder();
        for (int step = 0; step < 5; step++) {
            switch (Margay.choose(0, 2)) {
                case 0 -> {
                    trace.append("put").append(next).append(' ');
                    if (buffer.put(next)) {
                        next++;
                    }
                }
                case 1 -> {
                    Margay.assume(buffer.size > 0);
                    int got = buffer.take();
                    trace.append("take").append(got).append(' ');
                    if (got != expected++) {
                        System.out.println(trace);
                        Margay.fail("wrong order: " + got);
                    }
                }
                default -> {
                    trace.append("check ");
                    if (buffer.size > buffer.items.length) {
                        System.out.println(trace);
                        Margay.fail();
                    }
                    if (buffer.size == 0 && next > 2) {
                        throw new IllegalStateException("drained after " + trace);
                    }
                }
            }
        }
        System.out.println(trace);
    }
}
