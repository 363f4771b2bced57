import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    static class Node {
        final int value;
        final Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    public static void main(String[] args) {
        Node head = null;
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 0 && n <= 5);
        for (int i = 0; i < n; i++) {
            head = new Node(i, head);
        }
        assert head == null || head.value == 0 || n < 4;
    }
}
