import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    static class Node {
        Integer value;
        Node next;
    }

    public static void main(String[] args) {
        Node ring = new Node();
        ring.value = Verifier.nondetInt();
        ring.next = new Node();
        ring.next.value = ring.value;
        ring.next.next = ring;
        int nodes = 1;
        for (Node node = ring.next; node != ring; node = node.next) {
            assert node.value.equals(ring.value);
            nodes++;
        }
        assert nodes == 2;
    }
}
