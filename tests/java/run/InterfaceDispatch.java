// Interface calls: several interfaces, defaults, diamonds, private and static interface methods, Object methods.
public class InterfaceDispatch {
    interface Named {
        String PREFIX = "n:";

        String name();

        default String greet() {
            return "hello " + decorate(name());
        }

        private String decorate(String s) {
            return "<" + PREFIX + s + ">";
        }

        static Named of(String s) {
            return () -> s;
        }
    }

    interface Polite extends Named {
        @Override
        default String greet() {
            return "dear " + name();
        }
    }

    interface Loud {
        default String greet() {
            return "HEY";
        }
    }

    static class Plain implements Named {
        @Override public String name() { return "plain"; }
    }

    static class Both implements Polite, Loud {
        @Override public String name() { return "both"; }

        @Override
        public String greet() {
            return Polite.super.greet() + "/" + Loud.super.greet();
        }
    }

    static class Base {
        public String greet() { return "class wins"; }
    }

    static class Sub extends Base implements Loud {
    }

    static abstract class Half implements Named {
    }

    static class Whole extends Half {
        @Override public String name() { return "whole"; }
        @Override public String toString() { return "Whole!"; }
        @Override public boolean equals(Object o) { return o instanceof Whole; }
        @Override public int hashCode() { return 17; }
    }

    public static void main(String[] args) {
        Named[] all = {new Plain(), new Both(), new Whole(), Named.of("lambda")};
        for (Named n : all) {
            System.out.println(n.name() + ": " + n.greet());
        }
        Loud[] loud = {new Both(), new Sub(), new Loud() { }};
        for (Loud l : loud) {
            System.out.println(l.greet());
        }
        Named whole = all[2];
        System.out.println(whole.toString() + whole.hashCode() + whole.equals(new Whole()) + whole.equals(null));
        System.out.println(Named.PREFIX.length());
        Comparable<String> text = "b";
        CharSequence chars = "sequence";
        System.out.println(text.compareTo("a") + " " + chars.length() + chars.charAt(2) + chars.subSequence(1, 3));
    }
}
