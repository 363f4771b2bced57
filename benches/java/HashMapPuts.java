// java.util.HashMap with boxed and string keys: put, get, merge, iterate, remove.
import java.util.HashMap;
import java.util.Map;

public class HashMapPuts {
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 10;
        long checksum = 0;
        for (int r = 0; r < rounds; r++) {
            Map<Integer, Integer> map = new HashMap<>();
            for (int i = 0; i < 20_000; i++) {
                map.merge(i * 31 % 8191, i, Integer::sum);
            }
            Map<String, Integer> words = new HashMap<>();
            for (int i = 0; i < 4_000; i++) {
                words.put("w" + i % 1500, i);
            }
            for (Map.Entry<Integer, Integer> e : map.entrySet()) {
                checksum = checksum * 31 + e.getKey() ^ e.getValue();
            }
            for (int i = 0; i < 8191; i += 2) {
                checksum += map.remove(i) == null ? 1 : words.getOrDefault("w" + i, -1);
            }
            checksum += map.size();
        }
        System.out.println(checksum);
    }
}
