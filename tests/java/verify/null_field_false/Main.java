import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    static class Node {
        int value;
        Node next;
    }

    public static void main(String[] args) {
        Node n = new Node();
        if (Verifier.nondetBoolean()) {
            n.next = new Node();
        }
        assert n.next.value == 0;
    }
}
