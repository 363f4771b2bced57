// outcomes: 84
// dropped: 0
// hashCode and equals of HashMap keys choose: collisions and equalities in every combination.
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import margay.Margay;

public class InHashing {
    static class Key {
        final String name;

        Key(String name) {
            this.name = name;
        }

        @Override
        public int hashCode() {
            return Margay.choose(1, 2);
        }

        @Override
        public boolean equals(Object o) {
            return this == o || Margay.choose(0, 1) == 1;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    public static void main(String[] args) {
        Map<Key, Integer> map = new HashMap<>();
        Key a = new Key("a");
        map.put(a, 1);
        map.put(new Key("b"), 2);
        Integer found = map.get(a);
        System.out.println(map + " get(a)=" + found);
        Set<Key> set = new HashSet<>();
        set.add(a);
        System.out.println("added again " + set.add(new Key("c")) + " " + set.size());
    }
}
