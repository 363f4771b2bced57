// IdentityHashMap, Hashtable, BitSet, Properties-like tables, and nested generic containers.
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

public class OtherCollections {
    public static void main(String[] args) {
        IdentityHashMap<String, Integer> identity = new IdentityHashMap<>();
        String a = "same";
        String b = new String("same");
        identity.put(a, 1);
        identity.put(b, 2);
        identity.put("same", 3);
        System.out.println(identity.size() + " " + identity.get(a) + " " + identity.get(b) + " " + identity.containsKey(new String("same")));
        for (int i = 0; i < 100; i++) {
            identity.put(new String("k"), i);
        }
        System.out.println(identity.size() + " " + identity.remove(b) + " " + identity.size() + " " + identity.remove(b));
        Hashtable<String, Integer> table = new Hashtable<>();
        for (String s : "alpha beta gamma delta epsilon zeta eta theta".split(" ")) {
            table.put(s, s.length());
        }
        System.out.println(table + " " + table.get("eta") + " " + table.contains(5) + " " + table.containsKey("x") + " " + table.remove("beta") + " " + table.size());
        Enumeration<String> keys = table.keys();
        StringBuilder order = new StringBuilder();
        while (keys.hasMoreElements()) {
            order.append(keys.nextElement().charAt(0));
        }
        System.out.println(order);
        try {
            table.put("null", null);
        } catch (NullPointerException e) {
            System.out.println("no null value");
        }
        BitSet primes = new BitSet(200);
        primes.set(2, 200);
        for (int i = 2; i * i < 200; i++) {
            if (primes.get(i)) {
                for (int j = i * i; j < 200; j += i) {
                    primes.clear(j);
                }
            }
        }
        System.out.println(primes + " " + primes.cardinality() + " " + primes.length() + " " + primes.nextSetBit(100) + " " + primes.nextClearBit(2) + " " + primes.previousSetBit(190));
        BitSet odd = new BitSet();
        for (int i = 1; i < 100; i += 2) {
            odd.set(i);
        }
        BitSet both = (BitSet) primes.clone();
        both.and(odd);
        both.flip(0, 4);
        both.andNot(primes);
        System.out.println(both + " " + odd.intersects(primes) + " " + both.isEmpty() + " " + odd.hashCode() + " " + both.equals(odd));
        odd.xor(primes);
        odd.or(both);
        System.out.println(odd.cardinality() + " " + java.util.Arrays.toString(odd.toLongArray()));
        Map<String, Map<String, List<int[]>>> deep = new Hashtable<>();
        deep.computeIfAbsent("x", k -> new Hashtable<>()).computeIfAbsent("y", k -> new ArrayList<>()).add(new int[] {1, 2});
        deep.get("x").get("y").get(0)[1] += 40;
        System.out.println(deep.get("x").get("y").get(0)[1] + " " + deep.get("x").keySet());
        System.out.println(Collections.list(table.elements()).size());
    }
}
