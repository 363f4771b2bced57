// System.exit from nested calls: its code, and no finally block run.
public class ExitCode {
    static void leave(int depth) {
        try {
            if (depth == 0) {
                System.out.println("leaving");
                System.exit(3);
            }
            leave(depth - 1);
        } finally {
            System.out.println("never printed");
        }
    }

    public static void main(String[] args) {
        System.out.println("start");
        leave(4);
        System.out.println("not reached");
    }
}
