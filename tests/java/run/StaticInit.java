// Class initialisation: order of superclasses, triggers, constants that trigger nothing, array creation, circular classes.
public class StaticInit {
    static {
        System.out.println("main class");
    }

    static int say(String text) {
        System.out.println("init " + text);
        return text.length();
    }

    static class Parent {
        static int p = say("Parent.p");
        static final int CONSTANT = 42;
        static final String TEXT = "constant";
        static final Integer BOXED = say("Parent.BOXED");
    }

    static class Child extends Parent {
        static int c = say("Child.c");
        static { System.out.println("Child block p=" + p); }

        static void touch() {
        }
    }

    interface Plain {
        int VALUE = say("Plain.VALUE");
    }

    interface WithDefault {
        int VALUE = say("WithDefault.VALUE");
        default void nothing() { }
    }

    static class Impl implements Plain, WithDefault {
        static { System.out.println("Impl block"); }
    }

    static class Lazy {
        static { System.out.println("Lazy block"); }
        static int field = 5;
    }

    static class Never {
        static { System.out.println("never printed"); }
        static final int CONSTANT = 1;
    }

    static class Left {
        static int value = Right.value + 1;
    }

    static class Right {
        static int value = Left.value + 10;
    }

    static class Order {
        static int a = next();
        static int b;
        static int c = next();
        static { b = 100; }
        static Order instance = new Order();
        static int late = 7;
        int seen = late;
        static int next() { return ++b; }
    }

    static int unused = say("StaticInit.unused");

    public static void main(String[] args) {
        System.out.println("start");
        System.out.println(Parent.CONSTANT + Parent.TEXT + Never.CONSTANT);
        System.out.println("inherited " + Child.p);
        Child.touch();
        System.out.println(Child.c);
        Lazy[] array = new Lazy[2];
        Object none = null;
        System.out.println(none instanceof Never);
        System.out.println("array made");
        System.out.println(array.length + Lazy.field);
        new Impl();
        System.out.println(Plain.VALUE);
        System.out.println(Left.value + " " + Right.value);
        System.out.println(Order.a + " " + Order.b + " " + Order.c + " " + Order.instance.seen + " " + Order.late);
        Lazy.field++;
        System.out.println(Lazy.field);
    }
}
