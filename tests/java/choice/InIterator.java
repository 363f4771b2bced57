// outcomes: 45
// dropped: 0
// An iterator whose hasNext and next choose, driven by for-each and by a stream.
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import margay.Margay;

public class InIterator {
    static class Words implements Iterable<Character> {
        final int limit;

        Words(int limit) {
            this.limit = limit;
        }

        @Override
        public Iterator<Character> iterator() {
            return new Iterator<>() {
                int given;

                @Override
                public boolean hasNext() {
                    return given < limit && Margay.choose(0, 1) == 1;
                }

                @Override
                public Character next() {
                    given++;
                    return (char) ('a' + Margay.choose(0, 1));
                }
            };
        }
    }

    public static void main(String[] args) {
        List<Character> all = new ArrayList<>();
        for (char c : new Words(3)) {
            all.add(c);
        }
        System.out.println(all);
        int total = 0;
        for (char c : new Words(1)) {
            total += c;
        }
        System.out.println(total);
    }
}
