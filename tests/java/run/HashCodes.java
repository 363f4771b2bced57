// Hash codes whose value is specified: strings, boxes, lists, maps, arrays, records, enums' names, Objects.hash.
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

public class HashCodes {
    record Numbers(int i, long l, double d, float f, boolean z, char c, byte b, short s) { }

    static class Name {
        final String first;
        final String last;

        Name(String first, String last) {
            this.first = first;
            this.last = last;
        }

        @Override
        public boolean equals(Object o) {
            if (this == o) {
                return true;
            }
            if (o == null || getClass() != o.getClass()) {
                return false;
            }
            Name other = (Name) o;
            return first.equals(other.first) && Objects.equals(last, other.last);
        }

        @Override
        public int hashCode() {
            return 31 * first.hashCode() + Objects.hashCode(last);
        }
    }

    public static void main(String[] args) {
        System.out.println("".hashCode() + " " + "hash".hashCode() + " " + "a long string with many characters, long enough to wrap around several times".hashCode());
        System.out.println(Integer.valueOf(-5).hashCode() + " " + Long.valueOf(1L << 33).hashCode() + " " + Double.valueOf(-1.5).hashCode() + " " + Float.valueOf(2.5f).hashCode() + " " + Boolean.TRUE.hashCode() + " " + Character.valueOf('z').hashCode() + " " + Byte.valueOf((byte) -1).hashCode() + " " + Short.valueOf((short) 99).hashCode());
        System.out.println(List.of(1, 2, 3).hashCode() + " " + List.of().hashCode() + " " + Arrays.asList("a", null).hashCode() + " " + new HashSet<>(List.of("x", "y")).hashCode());
        Map<String, Integer> map = new LinkedHashMap<>();
        map.put("one", 1);
        map.put("two", 2);
        System.out.println(map.hashCode() + " " + new HashMap<>(map).hashCode() + " " + Map.entry("k", "v").hashCode() + " " + Optional.of("x").hashCode() + " " + Optional.empty().hashCode());
        System.out.println(new Numbers(1, 2, 3, 4, true, 'c', (byte) 5, (short) 6).hashCode() + " " + new Numbers(-1, Long.MIN_VALUE, Double.NaN, -0f, false, 'z', (byte) -5, (short) -6).hashCode());
        System.out.println(new Name("Ann", "Lee").hashCode() + " " + new Name("Ann", null).hashCode() + " " + new Name("Ann", "Lee").equals(new Name("Ann", "Lee")) + " " + new Name("Ann", "Lee").equals("Ann Lee"));
        System.out.println(Objects.hash() + " " + Objects.hash((Object) null) + " " + Objects.hash(1, 'c', "s", 2.0) + " " + Arrays.hashCode(new int[] {1, 2, 3}) + " " + Arrays.deepHashCode(new int[][] {{1}, {2, 3}}));
        System.out.println(new java.math.BigInteger("12345678901234567890").hashCode() + " " + new java.math.BigDecimal("1.50").hashCode() + " " + new java.util.UUID(1, 2).hashCode() + " " + new java.util.BitSet().hashCode());
        Object plain = new Object();
        System.out.println((plain.hashCode() == plain.hashCode()) + " " + (System.identityHashCode(plain) == plain.hashCode()) + " " + System.identityHashCode(null));
    }
}
