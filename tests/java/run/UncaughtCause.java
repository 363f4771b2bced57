// Ends with an uncaught exception that has a chain of causes.
public class UncaughtCause {
    static class StorageException extends Exception {
        StorageException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static int parse(String text) {
        return Integer.parseInt(text.trim());
    }

    static int load(String text) throws StorageException {
        try {
            return parse(text);
        } catch (NumberFormatException e) {
            throw new StorageException("cannot load '" + text + "'", e);
        }
    }

    static void process(String... texts) {
        for (String text : texts) {
            try {
                System.out.println(load(text));
            } catch (StorageException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) {
        process("1", " 22 ", "3x3");
    }
}
