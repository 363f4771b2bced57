// Inner, local, anonymous and static nested classes: captured variables, outer private members, qualified this.
import java.util.ArrayList;
import java.util.List;

public class InnerClasses {
    private int secret = 1;
    private static int shared = 100;
    private String name;

    InnerClasses(String name) {
        this.name = name;
    }

    private int hidden(int x) {
        return secret * x;
    }

    class Inner {
        private int secret = 2;

        class Innermost {
            int secret = 3;

            String show() {
                return secret + "," + Inner.this.secret + "," + InnerClasses.this.secret + "," + name + "," + hidden(10) + "," + shared++;
            }
        }

        void change() {
            InnerClasses.this.secret += 5;
            name += "'";
            shared += InnerClasses.this.secret++;
        }
    }

    static class Nested {
        private final int value;

        private Nested(int value) {
            this.value = value;
        }

        int peek(InnerClasses outer) {
            return outer.secret + value;
        }
    }

    abstract static class Shape {
        final String label;

        Shape(String label) {
            this.label = label;
        }

        abstract int area(int n);

        @Override
        public String toString() {
            return label + area(3);
        }
    }

    interface Counter {
        int next();
    }

    Counter counter(int start, long step) {
        int[] state = {start};
        class Local implements Counter {
            int calls;

            @Override
            public int next() {
                calls++;
                return state[0] += step * calls + secret;
            }
        }
        return new Local();
    }

    public static void main(String[] args) {
        InnerClasses o = new InnerClasses("outer");
        Inner in = o.new Inner();
        Inner.Innermost most = in.new Innermost();
        System.out.println(most.show());
        in.change();
        System.out.println(most.show() + " " + o.secret + " " + in.secret);
        System.out.println(new Nested(7).peek(o) + " " + new Nested(8).value);
        String captured = args.length + "cap";
        double factor = 2.5;
        Shape square = new Shape("sq" + captured) {
            int extra = 4;

            {
                extra *= 2;
            }

            @Override
            int area(int n) {
                return (int) (n * n * factor) + extra + captured.length();
            }
        };
        System.out.println(square);
        Counter c = o.counter(10, 3);
        System.out.println(c.next() + " " + c.next() + " " + o.counter(0, 1).next());
        List<Counter> counters = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            final int k = i * i;
            counters.add(new Counter() {
                int n = k;

                @Override
                public int next() {
                    return n++ * 10 + k;
                }
            });
        }
        for (Counter x : counters) {
            System.out.print(x.next() + " " + x.next() + " ");
        }
        System.out.println();
        System.out.println(square.getClass().getName() + "|" + c.getClass().getName() + "|" + most.getClass().getName() + "|" + square.getClass().getSimpleName() + "|" + c.getClass().getSimpleName());
    }
}
