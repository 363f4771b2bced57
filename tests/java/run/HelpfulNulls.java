// The helpful messages of NullPointerException (JEP 358), in many shapes.
public class HelpfulNulls {
    static class Node {
        int value;
        long wide;
        Node next;
        int[] numbers;
        Node[] nodes;
        int[][] grid;
        static Node shared;

        Node child() {
            return next;
        }

        static Node find(String name, int count) {
            return null;
        }

        void touch() {
        }
    }

    interface Task {
        void run();
    }

    static Node field;
    Node own;

    static void report(Task task) {
        try {
            task.run();
            System.out.println("no exception");
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    static void parameters(Node node, int[] array, String text, long wide, Object[] objects) {
        report(() -> System.out.println(node.value));
        try {
            System.out.println(node.value);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            array[3] = 5;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(text.length() + wide);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            objects[0] = "x";
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    void instance() {
        try {
            own.value = 1;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            this.own.next.touch();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    static void locals() {
        Node local = null;
        int i = 2;
        int[][] grid = new int[3][];
        Node[] nodes = new Node[4];
        Node full = new Node();
        full.nodes = nodes;
        try {
            local.touch();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            local.wide += 2;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            grid[i][1]++;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(grid[i - 1].length);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            nodes[i + 1].value = 7;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(full.nodes[full.value].next.value);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            full.nodes[grid.length].child().touch();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            throw (RuntimeException) (Object) local;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            synchronized (local) {
                i++;
            }
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        parameters(null, null, null, 5, null);
        new HelpfulNulls().instance();
        locals();
        report(() -> System.out.println(field.next));
        report(() -> field.next = null);
        report(() -> Node.shared.child());
        report(() -> System.out.println(new Node().next.value));
        report(() -> System.out.println(new Node().child().child()));
        report(() -> Node.find("x", 3).touch());
        report(() -> System.out.println(new Node().numbers[0]));
        report(() -> System.out.println(new Node().numbers.length));
        report(() -> new Node().grid[1][2] = 3);
        report(() -> System.out.println((new String[2][2])[0][1].trim()));
        report(() -> System.out.println((new Object[1])[0].toString()));
        Integer boxed = args.length == 0 ? null : 1;
        report(() -> System.out.println(boxed + 1));
        report(() -> new Node().nodes[0].nodes[1].nodes[2] = null);
        report(() -> { throw new NullPointerException(); });
        report(() -> { throw new NullPointerException("own message"); });
        long[] longs = null;
        double[] doubles = null;
        byte[] bytes = null;
        char[] chars = null;
        report(() -> System.out.println(longs[0]));
        report(() -> doubles[1] = 0);
        report(() -> bytes[2] = 0);
        report(() -> System.out.println(chars[3]));
        report(() -> System.out.println("a".compareTo(null)));
        report(() -> java.util.Objects.requireNonNull(null));
        report(() -> java.util.Objects.requireNonNull(null, "named"));
    }
}
