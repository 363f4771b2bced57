// Resources close in reverse order; exceptions of close are suppressed, or thrown when nothing else is.
public class TryWithResources {
    static class Resource implements AutoCloseable {
        final String name;
        final boolean failing;

        Resource(String name, boolean failing) {
            this.name = name;
            this.failing = failing;
            System.out.println("open " + name);
            if (name.startsWith("bad")) {
                throw new IllegalStateException("cannot open " + name);
            }
        }

        @Override
        public void close() {
            System.out.println("close " + name);
            if (failing) {
                throw new IllegalArgumentException("closing " + name);
            }
        }
    }

    static void run(String first, boolean firstFails, String second, boolean secondFails, boolean bodyFails) {
        try (Resource a = new Resource(first, firstFails); Resource b = second == null ? null : new Resource(second, secondFails)) {
            System.out.println("body " + a.name + " " + (b == null ? "none" : b.name));
            if (bodyFails) {
                throw new RuntimeException("body failed");
            }
        } catch (RuntimeException e) {
            System.out.println("caught " + e);
            for (Throwable t : e.getSuppressed()) {
                System.out.println("  suppressed " + t);
            }
        } finally {
            System.out.println("finally");
        }
    }

    static int returning() {
        try (Resource r = new Resource("returning", false)) {
            return r.name.length();
        }
    }

    public static void main(String[] args) {
        run("a", false, "b", false, false);
        run("a", false, "b", false, true);
        run("a", true, "b", true, false);
        run("a", true, "b", true, true);
        run("a", true, null, false, true);
        run("a", false, "bad", false, false);
        run("a", true, "bad", false, false);
        System.out.println(returning());
        Resource outside = new Resource("outside", false);
        try (outside) {
            System.out.println("using " + outside.name);
        }
        for (int i = 0; i < 3; i++) {
            try (Resource r = new Resource("loop" + i, false)) {
                if (i == 0) {
                    continue;
                }
                if (i == 1) {
                    break;
                }
            }
        }
    }
}
