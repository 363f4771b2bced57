import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Each case throws a NullPointerException; main prints where, and with which message. */
public class Nulls {
    static class Node {
        int value;
        long wide;
        double real;
        byte[] bytes;
        boolean[] flags;
        Node next;
        Node[] nodes;
        Node[][] grid;
        int[] indices;
        static Node root;
        static Node[] roots = new Node[3];

        Node step(int by, String[] names, Object... rest) { return null; }
        static Node find(StringBuilder text, StringBuffer more, Object[][] all, Iterable<?> list) { return null; }
        private void hidden() { }
        @Override public String toString() { return "node"; }
    }

    interface Shape { int area(java.lang.Object o, String s, char c, float f, short[] t); }

    static Node node;
    static int index = 1;
    Node mine;
    Node[] many = new Node[2];

    // Fields, arrays, calls, of locals and parameters.
    static void c01(Node p) { p.value++; }
    static void c02(Node p) { p.value = 3; }
    static void c03(Node p) { p.wide = 3; }
    static void c04(Node p) { p.real += 1; }
    static void c05(int[] p) { p[0] = 1; }
    static int c06(int[] p) { return p[5]; }
    static void c07(long[] p) { p[1] = 4L; }
    static long c08(long[] p) { return p[1]; }
    static void c09(float[] p) { p[1] = 4; }
    static double c10(double[] p) { return p[1] + p[2]; }
    static void c11(double[] p) { p[1]++; }
    static byte c12(byte[] p) { return p[1]; }
    static void c13(boolean[] p) { p[2] = true; }
    static char c14(char[] p) { return p[1]; }
    static short c15(short[] p) { return p[1]; }
    static void c16(Object[] p) { p[0] = p; }
    static Object c17(Object[] p) { return p[0]; }
    static int c18(Object[] p) { return p.length; }
    static void c19(RuntimeException p) { throw p; }
    static void c20(Object p) { synchronized (p) { index++; } }
    static int c21(String p) { return p.length(); }
    static int c22(Object p) { return p.hashCode(); }
    static int c23(Shape p) { return p.area(null, "", 'c', 1f, null); }
    static void c24(Node p) { p.hidden(); }
    static int c25(Integer p) { return p; }
    static int c26(Map<String, Integer> p) { return p.get("x"); }
    static int c27(Object p) { return ((String) p).length(); }
    static Object c28(int[] p) { return p.clone(); }
    static Object c29(String[][] p) { return p.clone(); }

    // Longer expressions.
    static void c30(Node p) { p.next.next = p; }
    static void c31(Node p) { p.next.next.next.value = 1; }
    static void c32(Node p) { p.nodes[2].value = 1; }
    static void c33(Node[] p) { p[index].value = 1; }
    static void c34(Node[][] p, int i) { p[i][i + 1].value = 1; }
    static void c35(Node p, int i) { p.nodes[p.indices[i]].next = null; }
    static void c36() { node.value = 1; }
    static void c37() { Node.root.next.value = 1; }
    static void c38() { Node.roots[index].next = null; }
    static void c39() { Node.roots[Node.roots.length - 1].next = null; }
    static void c40(Node p) { p.step(1, null).value = 2; }
    static void c41(Node p) { p.step(1, null, "a", "b").next.value = 2; }
    static void c42() { Node.find(null, null, null, null).value = 2; }
    static void c43() { Node.find(null, null, null, null).step(1, new String[0]); }
    void c44() { mine.value = 1; }
    void c45() { this.mine.next.value = 1; }
    void c46() { many[1].value = 2; }
    void c47(Node[] p) { p[many.length - 2].value = 2; }
    static void c48() { Node n = null; n.value = 1; }
    static void c49() { ((Node) null).value = 1; }
    static void c50() { throw null; }
    static void c51() { synchronized (Node.root) { index++; } }
    static void c52(long w, double d, Node p) { p.value = 1; }
    static void c53(Node p) { p = p.next; p.value = 1; }
    static void c54(Node p, boolean b) { (b ? p : p.next).value = 1; }
    static void c55(Node p, boolean b) { Node q; if (b) q = p; else q = p.next; q.value = 1; }
    static void c56(Node p) { while (p.value == 0) p = p.next; }
    static void c57(Node p) { do { p = p.next; index++; } while (p.value == 0); }
    static void c58(Node p) { for (Node n = p; ; n = n.next) { index += n.value; } }
    static void c59(Node p) { int i = 0; while (true) { p.nodes[i].value++; i++; } }
    static void c60(Node p) { p.nodes[0].nodes[1].nodes[2].nodes[3].nodes[4].value = 1; }
    static void c61(Node p) { p.next.next.next.next.next.next.value = 1; }
    static void c62(Node p) { p.nodes[p.nodes[p.nodes[0].value].value].value = 1; }
    static void c63(Node[] p, byte[] b) { p[b[0]].value = 1; }
    static void c64(Node[] p, char c) { p[c].value = 1; }
    static void c65(Node[] p, long l) { p[(int) l].value = 1; }
    static void c66(Node[] p) { p[Integer.parseInt("1")].value = 1; }
    static void c67(Node[] p) { p[-1 + 2].value = 1; }
    static void c68(int[][] p) { p[1][0] += 300; }
    static void c69(int[][] p, int i) { p[i][i]++; }
    static void c70(Node p) { p.grid[0][1].next = p; }
    static int c71(String p) { switch (p) { case "a": return 1; default: return 2; } }
    static void c72(int[] p) { for (int x : p) { index += x; } }
    static void c73(Iterable<String> p) { for (String s : p) { index++; } }
    static void c74(Supplier<Node> p) { p.get().value = 1; }
    static void c75(Node p) { Supplier<Integer> s = () -> p.value; s.get(); }
    static void c76(Node p) { try { index++; } finally { p.value = 1; } }
    static void c77(Node p) { try { throw new IllegalStateException(); } catch (IllegalStateException e) { p.value = 1; } }
    static void c78(Throwable t) { try { index /= 0; } catch (ArithmeticException e) { e.getCause().getMessage(); } }
    static void c79(Node p) { Node a = p, b = a, c = b; c.value = 1; }
    static void c80(String p) { String s = p + p.length(); }
    static void c81(Long p, int i) { long x = p + i; }
    static void c82(Boolean p) { if (p) index++; }
    static void c83(Character p) { char c = (char) (p + 1); }
    static void c84(Node p) { index = p.next.bytes[1] + (p.next.flags[1] ? 1 : 0); }
    static void c85(Object p) { Object[] a = (Object[]) p; a[1] = a; }
    static void c86(Node p) { p.next.indices[2] <<= 3; }
    static void c87(Node p) { p.wide++; }
    static void c88(Node p) { p.next.real = p.next.wide = 3; }
    static void c89(Node[] p) { p[index > 0 ? 0 : 1].value = 1; }
    static void c90(Node p, int a, int b) { p.nodes[a * b].value = 1; }
    static void c91(Node[] p) { p[1000].value = 1; p[100000].value = 1; }
    static void c92(Node[] p) { int i = 0; p[i++].value = 1; }
    static void c93(Map<String, Map<String, String>> p) { p.get("a").get("b").length(); }
    static void c94(Node p) { assert p != null; p.value = 1; }
    static int c95(Node p) { return p == null && index > 100 ? 0 : p.value; }
    static void c96(int a, int b, Node p) { int s = a + b; if (s > 0) p = null; p.value = s; }
    static String c97(Object p) { return p.toString() + p; }
    static void c98(Node p) { String.valueOf(p.value); }
    static void c99(Node... p) { p[0].next.value = 1; }

    static Node chain(int depth) {
        Node n = new Node();
        n.nodes = new Node[5];
        n.indices = new int[5];
        n.grid = new Node[3][3];
        if (depth > 0) {
            n.next = chain(depth - 1);
            n.nodes[depth % 5] = chain(depth - 1);
            n.nodes[0] = chain(depth - 1);
        }
        return n;
    }

    static Object argument(Class<?> type, int level) {
        if (type == int.class) return 1;
        if (type == long.class) return 1L;
        if (type == double.class) return 1.0;
        if (type == char.class) return (char) 1;
        if (type == boolean.class) return level % 2 == 1;
        if (level == 0) return null;
        if (type == Node.class) return chain(level - 1);
        if (type == Node[].class) return new Node[] {level > 1 ? chain(level - 2) : null, null, null};
        if (type == Node[][].class) return new Node[level][3];
        if (type == int[].class) return new int[6];
        if (type == int[][].class) return new int[level][];
        if (type == byte[].class) return new byte[2];
        if (type == Map.class) return level == 1 ? new HashMap<>() : Map.of("a", Map.of());
        if (type == Supplier.class) return (Supplier<Node>) () -> null;
        if (type == Object.class) return null;
        return null;
    }

    public static void main(String[] args) throws Exception {
        for (var method : Nulls.class.getDeclaredMethods()) {
            if (!method.getName().matches("c\\d\\d")) continue;
            for (int level = 0; level < 6; level++) {
                Object[] values = new Object[method.getParameterCount()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = argument(method.getParameterTypes()[i], level);
                }
                try {
                    method.invoke(new Nulls(), values);
                } catch (java.lang.reflect.InvocationTargetException e) {
                    Throwable cause = e.getCause();
                    StackTraceElement top = cause.getStackTrace()[0];
                    if (cause instanceof NullPointerException && top.getClassName().equals("Nulls")) {
                        System.out.println(top.getMethodName() + "\t" + cause.getMessage());
                    }
                }
            }
        }
    }
}
