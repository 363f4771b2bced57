package subjects;

/** Code that the compiler copies or adds: `finally`, resources, monitors. */
public class Closing {
    /** Something to be closed. */
    public static class Resource implements AutoCloseable {
        private int uses;
        private boolean closed;

        public void use(int times) {
            if (times < 0) {
                throw new IllegalArgumentException("times");
            }
            uses += times;
        }

        public boolean isClosed() {
            return closed;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private int open;
    private int errors;

    /** A branch in the code of a `finally`. */
    public int count(int n) {
        int found = 0;
        try {
            found = 100 / n;
        } finally {
            if (n > 10) {
                errors++;
            }
            open--;
        }
        return found;
    }

    /** Ways out by a result, a jump and an exception. */
    public int leave(int[] values, int limit) {
        int sum = 0;
        for (int value : values) {
            try {
                if (value > limit) {
                    return sum;
                }
                if (value == limit) {
                    continue;
                }
                sum += limit / value;
            } finally {
                if (value < 0) {
                    errors++;
                }
            }
        }
        return sum;
    }

    /** A handler beside it. */
    public String caught(String text) {
        String found = "none";
        try {
            found = text.trim();
        } catch (NullPointerException e) {
            found = "null";
        } finally {
            if (found.isEmpty()) {
                errors++;
            }
        }
        return found;
    }

    /** One inside another. */
    public int nested(int n) {
        try {
            try {
                open += 10 / n;
            } finally {
                errors = n > 3 ? 1 : 2;
            }
        } finally {
            open = n < 5 ? 0 : 1;
        }
        return open;
    }

    /** A resource that may be null. */
    public static int using(Resource given, int times) {
        try (Resource resource = given) {
            if (resource == null) {
                return 0;
            }
            resource.use(times);
            return resource.uses;
        }
    }

    /** A resource that is made. */
    public static int made(int times) {
        try (Resource resource = new Resource()) {
            resource.use(times);
        }
        return times;
    }

    /** A monitor. */
    public int guarded(int n) {
        synchronized (this) {
            if (n > errors) {
                open = n;
            }
        }
        return open;
    }
}
