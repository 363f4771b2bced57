// Enums with fields, bodies, abstract methods, interfaces; values, valueOf, compareTo, switch, EnumMap, EnumSet.
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

public class Enums {
    enum Op {
        ADD("+") {
            @Override int apply(int a, int b) { return a + b; }
        },
        SUB("-") {
            @Override int apply(int a, int b) { return a - b; }
        },
        MUL("*") {
            @Override int apply(int a, int b) { return a * b; }

            @Override
            boolean first() {
                return true;
            }
        };

        final String symbol;

        Op(String symbol) {
            this.symbol = symbol;
        }

        abstract int apply(int a, int b);

        boolean first() {
            return false;
        }
    }

    interface Priced {
        int price();
    }

    enum Fruit implements Priced {
        APPLE(3), PEAR(5), CHERRY(8), FIG(1);

        private final int price;
        private static int count;

        static {
            for (Fruit f : values()) {
                count += f.price;
            }
        }

        Fruit(int price) {
            this.price = price;
        }

        @Override
        public int price() {
            return price;
        }

        Fruit next() {
            return values()[(ordinal() + 1) % values().length];
        }

        @Override
        public String toString() {
            return name().charAt(0) + name().substring(1).toLowerCase();
        }
    }

    static String taste(Fruit f) {
        switch (f) {
            case APPLE: return "sour";
            case CHERRY:
            case FIG: return "sweet";
            default: return "mild";
        }
    }

    public static void main(String[] args) {
        for (Op op : Op.values()) {
            System.out.println(op + " " + op.symbol + " " + op.apply(6, 4) + " " + op.ordinal() + " " + op.first() + " " + op.getClass().getName() + " " + op.getDeclaringClass().getSimpleName());
        }
        System.out.println(Arrays.toString(Fruit.values()) + " " + Fruit.count + " " + Fruit.valueOf("PEAR") + " " + Enum.valueOf(Fruit.class, "FIG").name());
        System.out.println(Fruit.APPLE.compareTo(Fruit.CHERRY) + " " + Fruit.FIG.next() + " " + (Fruit.valueOf("FIG") == Fruit.FIG) + " " + Fruit.PEAR.equals(Fruit.APPLE));
        for (Fruit f : Fruit.values()) {
            System.out.print(taste(f) + " ");
        }
        System.out.println();
        EnumMap<Fruit, Integer> stock = new EnumMap<>(Fruit.class);
        stock.put(Fruit.FIG, 10);
        stock.put(Fruit.APPLE, 20);
        stock.merge(Fruit.FIG, 5, Integer::sum);
        stock.putIfAbsent(Fruit.CHERRY, null);
        System.out.println(stock + " " + stock.size() + " " + stock.containsKey(Fruit.PEAR) + " " + stock.get(Fruit.FIG) + " " + stock.containsValue(20));
        for (Map.Entry<Fruit, Integer> e : stock.entrySet()) {
            System.out.print(e.getKey().price() + "=" + e.getValue() + ";");
        }
        System.out.println();
        EnumSet<Fruit> set = EnumSet.of(Fruit.FIG, Fruit.APPLE);
        System.out.println(set + " " + EnumSet.complementOf(set) + " " + EnumSet.range(Fruit.PEAR, Fruit.FIG) + " " + EnumSet.noneOf(Fruit.class) + " " + EnumSet.allOf(Fruit.class));
        set.add(Fruit.PEAR);
        set.removeAll(EnumSet.of(Fruit.FIG));
        System.out.println(set + " " + set.contains(Fruit.APPLE) + " " + set.hashCode() * 0);
        try {
            Op.valueOf("DIV");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Fruit none = null;
        try {
            taste(none);
        } catch (NullPointerException e) {
            System.out.println("null fruit");
        }
    }
}
