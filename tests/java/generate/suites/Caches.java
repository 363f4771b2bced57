import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** Objects that keep what they have found for those who look at them. */
public class Caches {
    /** A word and its opposite, as a list that is made when somebody asks for it. */
    public static class Words implements Iterable<String> {
        List<String> list;
        private final String word;

        public Words(String word) {
            this.word = word.trim();
        }

        public Words opposite() {
            return new Words("not " + word);
        }

        @Override
        public Iterator<String> iterator() {
            if (list == null) {
                list = Arrays.asList(word, "not " + word);
            }
            return list.iterator();
        }

        @Override
        public String toString() {
            return String.join(", ", this);
        }
    }
}
