// Random operations on maps and sets of every kind, with keys of many classes. Each sequence prints every
// result; some ask for views, iterators or the whole text early, some late, some never.
import java.util.Arrays;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.Supplier;

public class RandomMaps {
    enum Color { RED, GREEN, BLUE, WHITE, BLACK }

    record Point(int x, int y) {
        @Override
        public int hashCode() {
            return x;
        }
    }

    /** Keys whose order of iteration is fixed by the JDK. */
    static final List<IntFunction<Object>> KEYS = List.of(
            i -> i,
            i -> 64 * i,
            i -> i % 5 == 0 ? null : Integer.valueOf(-i * 1000),
            i -> "k" + i,
            i -> (i % 2 == 0 ? "Aa" : "BB") + (i % 3 == 0 ? "Aa" : "BB") + (i % 5 == 0 ? "Aa" : "BB") + i / 30,
            i -> (long) i << 33 | i % 3,
            i -> (char) ('a' + i % 26),
            i -> (short) i,
            i -> (byte) (i * 7),
            i -> i % 2 == 0,
            i -> i % 3 == 0 ? (Object) i : i % 3 == 1 ? (Object) (long) i : "" + i,
            i -> "\u03b1\u4e2d".charAt(i % 2) + "x".repeat(i % 4),
            i -> i % 17 == 0 ? new Point(i, 0) : (Object) i,
            i -> new Point(i % 10, i % 4));

    static String mapStep(Map<Object, Object> map, Random random, IntFunction<Object> keys, int range, boolean rare) {
        Object key = keys.apply(random.nextInt(range));
        int value = random.nextInt(5);
        switch (random.nextInt(rare ? 10 : 28)) {
            case 0, 1, 2, 3:
                return "put " + map.put(key, value);
            case 4:
                return "get " + map.get(key);
            case 5:
                return "has " + map.containsKey(key);
            case 6:
                return "remove " + map.remove(key);
            case 7:
                return "absent " + map.putIfAbsent(key, value == 0 ? null : value);
            case 8:
                return "default " + map.getOrDefault(key, "none") + map.size() + map.isEmpty();
            case 9:
                if (value == 0 && random.nextInt(4) == 0) {
                    map.clear();
                }
                return "size " + map.size();
            case 10:
                return "text " + map;
            case 11:
                return "keys " + map.keySet() + map.keySet().size() + map.keySet().contains(key);
            case 12:
                return "values " + map.values() + map.containsValue(value);
            case 13:
                return "merge " + map.merge(key, 1, (a, b) -> (Integer) a + (Integer) b);
            case 14:
                return "compute " + map.computeIfAbsent(key, k -> 77);
            case 15:
                return "pair " + map.remove(key, value) + map.replace(key, 9) + map.replace(key, 9, 8);
            case 16:
                return "view " + map.keySet().remove(key) + map.entrySet().size();
            case 17: {
                StringBuilder text = new StringBuilder("iterator");
                for (Iterator<Map.Entry<Object, Object>> i = map.entrySet().iterator(); i.hasNext();) {
                    Map.Entry<Object, Object> entry = i.next();
                    text.append(' ').append(entry.getKey());
                    if (random.nextInt(4) == 0) {
                        i.remove();
                    } else {
                        entry.setValue(value);
                    }
                }
                return text.toString();
            }
            case 18:
                try {
                    for (Object k : map.keySet()) {
                        map.put("new" + value, k);
                        map.remove("new" + value);
                        map.put("new" + value, k);
                    }
                    return "quiet";
                } catch (ConcurrentModificationException e) {
                    return "" + e;
                }
            case 19:
                return "equal " + map.equals(new HashMap<>(map)) + new TreeMap<>(Map.of(1, 2)).equals(map);
            case 20: {
                Map<Object, Object> copy = new HashMap<>(map);
                map.putAll(new TreeMap<>(Map.of("a", value, "b", 2)));
                copy.keySet().retainAll(map.keySet());
                return "copy " + copy + map.hashCode();
            }
            case 21:
                map.replaceAll((k, v) -> v == null ? 3 : v);
                return "replaced " + map.values();
            case 22:
                return "filtered " + map.values().removeIf(v -> v != null && v.equals(value)) + map;
            case 23:
                return "array " + List.of(map.keySet().toArray().length, map.size()) + map.entrySet().stream().count();
            default:
                return "put " + map.put(key, value);
        }
    }

    static String setStep(Set<Object> set, Random random, IntFunction<Object> keys, int range, boolean rare) {
        Object key = keys.apply(random.nextInt(range));
        switch (random.nextInt(rare ? 10 : 20)) {
            case 0, 1, 2, 3, 4:
                return "add " + set.add(key);
            case 5, 6:
                return "has " + set.contains(key);
            case 7, 8:
                return "remove " + set.remove(key);
            case 9:
                if (random.nextInt(12) == 0) {
                    set.clear();
                }
                return "size " + set.size() + set.isEmpty();
            case 10:
                return "text " + set;
            case 11:
                return "all " + set.addAll(List.of(1, 2, 3, "x", 'c')) + set;
            case 12:
                return "retain " + set.retainAll(Arrays.asList(keys.apply(1), keys.apply(2), "x"));
            case 13: {
                StringBuilder text = new StringBuilder("iterator");
                for (Iterator<Object> i = set.iterator(); i.hasNext();) {
                    text.append(' ').append(i.next());
                    if (random.nextInt(3) == 0) {
                        i.remove();
                    }
                }
                return text.toString();
            }
            case 14:
                try {
                    for (Object k : set) {
                        set.add("new" + set.size());
                    }
                    return "quiet";
                } catch (ConcurrentModificationException e) {
                    return "" + e;
                }
            case 15:
                return "equal " + set.equals(new HashSet<>(set)) + set.hashCode();
            case 16:
                return "array " + set.toArray().length + " " + set.stream().map(String::valueOf).toList();
            case 17:
                return "copy " + new LinkedHashSet<>(set) + new HashSet<>(set).removeAll(set);
            case 18:
                return "if " + set.removeIf(k -> k instanceof Integer n && n % 2 == 0) + set;
            default:
                return "add " + set.add(key);
        }
    }

    static void maps(List<Supplier<Map<Object, Object>>> makers) {
        for (int seed = 0; seed < 120; seed++) {
            Random random = new Random(seed);
            Map<Object, Object> map = makers.get(seed % makers.size()).get();
            IntFunction<Object> keys = KEYS.get(random.nextInt(KEYS.size()));
            Set<Object> early = seed % 4 == 0 ? map.keySet() : null;
            int range = List.of(4, 12, 30, 100).get(random.nextInt(4));
            StringBuilder text = new StringBuilder("map " + seed + ":");
            int steps = 10 + random.nextInt(90);
            for (int step = 0; step < steps; step++) {
                boolean rare = step < steps - 5 && seed % 3 != 0;
                text.append(' ').append(mapStep(map, random, keys, range, rare)).append(';');
            }
            System.out.println(text.append(map).append(early).append(map.hashCode()));
        }
    }

    static void sets(List<Supplier<Set<Object>>> makers) {
        for (int seed = 0; seed < 120; seed++) {
            Random random = new Random(seed);
            Set<Object> set = makers.get(seed % makers.size()).get();
            IntFunction<Object> keys = KEYS.get(random.nextInt(KEYS.size()));
            int range = List.of(4, 12, 30, 100).get(random.nextInt(4));
            StringBuilder text = new StringBuilder("set " + seed + ":");
            int steps = 10 + random.nextInt(90);
            for (int step = 0; step < steps; step++) {
                boolean rare = step < steps - 5 && seed % 3 != 0;
                text.append(' ').append(setStep(set, random, keys, range, rare)).append(';');
            }
            System.out.println(text.append(set).append(set.hashCode()));
        }
    }

    /** Keys by identity: their order is nobody's business. */
    static void identities() {
        Object[] objects = new Object[40];
        for (int i = 0; i < objects.length; i++) {
            objects[i] = i % 4 == 0 ? Color.values()[i / 4 % 5] : i % 7 == 0 ? null : i % 3 == 0 ? new int[0] : new Object();
        }
        List<Map<Object, Object>> maps =
                List.of(new HashMap<>(), new LinkedHashMap<>(), new IdentityHashMap<>(), new IdentityHashMap<>(4));
        Set<Object> set = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Map<Object, Object> map : maps) {
            Random random = new Random(7);
            StringBuilder text = new StringBuilder();
            for (int step = 0; step < 400; step++) {
                Object key = objects[random.nextInt(objects.length)];
                switch (random.nextInt(step < 300 ? 6 : 9)) {
                    case 0, 1, 2 -> text.append(map.put(key, step)).append(set.add(key));
                    case 3 -> text.append(map.get(key)).append(map.containsKey(key)).append(set.contains(key));
                    case 4 -> text.append(map.remove(key)).append(set.remove(key));
                    case 5 -> text.append(map.size()).append(set.size()).append(set.isEmpty());
                    case 6 -> text.append(new TreeSet<>(List.copyOf(map.values()).stream().map(String::valueOf).toList()));
                    case 7 -> text.append(map.keySet().contains(key)).append(map.entrySet().size());
                    default -> text.append(map.keySet().removeIf(k -> k == key)).append(set.iterator().hasNext());
                }
                text.append(' ');
            }
            System.out.println(text);
        }
    }

    public static void main(String[] args) {
        maps(List.of(HashMap::new, LinkedHashMap::new, () -> new HashMap<>(3), () -> new HashMap<>(0),
                () -> new LinkedHashMap<>(100), () -> new HashMap<>(Map.of(5, 6)), () -> new LinkedHashMap<>(16, 0.75f, true),
                () -> new HashMap<>(16, 2f), () -> new HashMap<>() { }));
        sets(List.of(HashSet::new, LinkedHashSet::new, () -> new HashSet<>(5), () -> new LinkedHashSet<>(List.of(3, 1, 2)),
                () -> Collections.newSetFromMap(new HashMap<>()), () -> new HashSet<>(List.of("x", "y"))));
        identities();
        try {
            new HashMap<>(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
