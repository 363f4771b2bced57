// instanceof and checked casts over classes, interfaces and arrays, with the messages of failed casts.
public class Casts {
    interface I { }
    static class A { }
    static class B extends A implements I { }
    static final class C extends B { }

    static void tryCast(Object o, int kind) {
        try {
            switch (kind) {
                case 0: System.out.println("A " + ((A) o == o)); break;
                case 1: System.out.println("B " + ((B) o == o)); break;
                case 2: System.out.println("I " + ((I) o == o)); break;
                case 3: System.out.println("String " + (String) o); break;
                case 4: System.out.println("Integer " + (Integer) o); break;
                case 5: System.out.println("int[] " + ((int[]) o == o)); break;
                case 6: System.out.println("Object[] " + ((Object[]) o == o)); break;
                case 7: System.out.println("A[] " + ((A[]) o == o)); break;
                default: System.out.println("Comparable " + ((Comparable<?>) o == o)); break;
            }
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
    }

    static String types(Object o) {
        return (o instanceof A ? "A" : "-") + (o instanceof B ? "B" : "-") + (o instanceof C ? "C" : "-") + (o instanceof I ? "I" : "-")
            + (o instanceof String ? "S" : "-") + (o instanceof Number ? "N" : "-") + (o instanceof Object[] ? "O" : "-")
            + (o instanceof A[] ? "a" : "-") + (o instanceof I[] ? "i" : "-") + (o instanceof int[] ? "n" : "-")
            + (o instanceof Object[][] ? "2" : "-") + (o instanceof Cloneable ? "c" : "-") + (o instanceof java.io.Serializable ? "s" : "-")
            + (o instanceof Comparable ? "<" : "-");
    }

    public static void main(String[] args) {
        Object[] values = {null, new Object(), new A(), new B(), new C(), "text", 5, 5L, new int[1], new Object[1], new A[1], new C[1], new I[1], new int[1][1], new String[1][1]};
        for (Object value : values) {
            System.out.println(types(value));
        }
        for (Object value : values) {
            for (int kind = 0; kind < 9; kind++) {
                tryCast(value, kind);
            }
        }
    }
}
