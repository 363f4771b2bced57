// Objects written to bytes and read again.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Serialisation {
    enum Colour { RED, GREEN }

    static class Plain {
        int seen;

        Plain() {
            seen = 7;
        }
    }

    static class Node extends Plain implements Serializable {
        private static final long serialVersionUID = 1;
        String name;
        transient int skipped = 5;
        Node next;
        Colour colour = Colour.GREEN;
        int[] numbers = {1, 2};

        Node(String name, Node next) {
            this.name = name;
            this.next = next;
        }
    }

    @SuppressWarnings("unchecked")
    static <T> T copy(T object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return (T) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    public static void main(String[] args) throws Exception {
        System.out.println(copy("text") + " " + copy(42) + " " + copy(Colour.RED) + " " + copy(new int[] {3})[0]);
        Node node = new Node("a", null);
        node.next = new Node("b", node);
        node.seen = 1;
        Node again = copy(node);
        System.out.println(again.name + again.next.name + " " + (again.next.next == again) + " " + again.skipped
                + " " + again.seen + " " + again.colour + " " + again.numbers[1]);
        System.out.println(copy(new ArrayList<>(List.of(1, "x"))) + " " + copy(new HashMap<>(Map.of("k", 2))));
        try {
            copy(new Plain());
        } catch (NotSerializableException e) {
            System.out.println(e.getMessage());
        }
    }
}
