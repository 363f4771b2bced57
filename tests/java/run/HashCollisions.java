// Keys with equal hash codes: long chains, bins that become trees, comparable and incomparable keys, removal.
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

public class HashCollisions {
    static int equalsCalls;

    static class Bad {
        final int id;

        Bad(int id) {
            this.id = id;
        }

        @Override
        public int hashCode() {
            return id % 3;
        }

        @Override
        public boolean equals(Object o) {
            equalsCalls++;
            return o instanceof Bad && ((Bad) o).id == id;
        }

        @Override
        public String toString() {
            return "b" + id;
        }
    }

    static class Ordered extends Bad implements Comparable<Ordered> {
        Ordered(int id) {
            super(id);
        }

        @Override
        public int compareTo(Ordered o) {
            return Integer.compare(id, o.id);
        }
    }

    public static void main(String[] args) {
        Map<Bad, Integer> few = new HashMap<>();
        for (int i = 0; i < 7; i++) {
            few.put(new Bad(i), i);
        }
        System.out.println(few + " " + equalsCalls);
        Map<Bad, Integer> many = new HashMap<>(128);
        for (int i = 0; i < 60; i++) {
            many.put(new Ordered(i * 7 % 61), i);
        }
        int found = 0;
        for (int i = 0; i < 70; i++) {
            Integer v = many.get(new Ordered(i));
            found = found * 7 + (v == null ? -1 : v);
        }
        System.out.println(many.size() + " " + found + " " + many);
        for (int i = 0; i < 61; i += 2) {
            many.remove(new Ordered(i));
        }
        System.out.println(many);
        for (int i = 0; i < 55; i++) {
            many.remove(new Ordered(i));
        }
        System.out.println(many);
        Map<String, Integer> strings = new HashMap<>();
        String[] parts = {"Aa", "BB"};
        for (int i = 0; i < 32; i++) {
            StringBuilder key = new StringBuilder();
            for (int bit = 0; bit < 5; bit++) {
                key.append(parts[i >> bit & 1]);
            }
            strings.put(key.toString(), i);
        }
        System.out.println(strings.size() + " " + strings.get("AaBBAaBBAa") + " " + strings.get("BBBBBBBBBB") + " " + strings.get("AaAaAaAaCC") + " " + strings);
        Set<Bad> set = new HashSet<>();
        equalsCalls = 0;
        for (int i = 0; i < 10; i++) {
            set.add(new Bad(i % 5));
        }
        System.out.println(set + " " + equalsCalls + " " + set.contains(new Bad(4)) + " " + set.remove(new Bad(9)));
    }
}
