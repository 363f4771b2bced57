// A trie with completion, and Huffman coding with a priority queue.
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

public class TrieHuffman {
    static class Trie {
        private final Map<Character, Trie> children = new TreeMap<>();
        private boolean end;
        private int passing;

        void insert(String word) {
            Trie t = this;
            for (char c : word.toCharArray()) {
                t = t.children.computeIfAbsent(c, k -> new Trie());
                t.passing++;
            }
            t.end = true;
        }

        List<String> complete(String prefix) {
            Trie t = this;
            for (char c : prefix.toCharArray()) {
                t = t.children.get(c);
                if (t == null) {
                    return List.of();
                }
            }
            List<String> out = new ArrayList<>();
            t.collect(prefix, out);
            return out;
        }

        private void collect(String prefix, List<String> out) {
            if (end) {
                out.add(prefix);
            }
            for (Map.Entry<Character, Trie> e : children.entrySet()) {
                e.getValue().collect(prefix + e.getKey(), out);
            }
        }
    }

    static abstract class Node implements Comparable<Node> {
        final int weight;
        final int order;
        static int made;

        Node(int weight) {
            this.weight = weight;
            this.order = made++;
        }

        abstract void codes(String prefix, Map<Character, String> out);

        @Override
        public int compareTo(Node o) {
            return weight != o.weight ? Integer.compare(weight, o.weight) : Integer.compare(order, o.order);
        }
    }

    static class Leaf extends Node {
        final char c;

        Leaf(char c, int weight) {
            super(weight);
            this.c = c;
        }

        @Override
        void codes(String prefix, Map<Character, String> out) {
            out.put(c, prefix.isEmpty() ? "0" : prefix);
        }
    }

    static class Fork extends Node {
        final Node left;
        final Node right;

        Fork(Node left, Node right) {
            super(left.weight + right.weight);
            this.left = left;
            this.right = right;
        }

        @Override
        void codes(String prefix, Map<Character, String> out) {
            left.codes(prefix + "0", out);
            right.codes(prefix + "1", out);
        }
    }

    static Node huffman(String text) {
        Map<Character, Integer> counts = new TreeMap<>();
        for (char c : text.toCharArray()) {
            counts.merge(c, 1, Integer::sum);
        }
        PriorityQueue<Node> queue = new PriorityQueue<>();
        counts.forEach((c, n) -> queue.add(new Leaf(c, n)));
        while (queue.size() > 1) {
            queue.add(new Fork(queue.poll(), queue.poll()));
        }
        return queue.poll();
    }

    static String decode(Node root, String bits) {
        StringBuilder out = new StringBuilder();
        Node n = root;
        for (char b : bits.toCharArray()) {
            if (n instanceof Fork) {
                n = b == '0' ? ((Fork) n).left : ((Fork) n).right;
            }
            if (n instanceof Leaf) {
                out.append(((Leaf) n).c);
                n = root;
            }
        }
        return out.toString();
    }

    public static void main(String[] args) {
        Trie trie = new Trie();
        for (String w : "car card care cart cat dog do done dot zebra".split(" ")) {
            trie.insert(w);
        }
        System.out.println(trie.complete("car") + " " + trie.complete("do") + " " + trie.complete("x") + " " + trie.complete("").size() + " " + trie.children.get('c').passing);
        String text = "she sells sea shells by the sea shore; the shells she sells are surely seashells";
        Node root = huffman(text);
        Map<Character, String> codes = new TreeMap<>();
        root.codes("", codes);
        System.out.println(codes);
        StringBuilder bits = new StringBuilder();
        for (char c : text.toCharArray()) {
            bits.append(codes.get(c));
        }
        System.out.println(bits.length() + " of " + text.length() * 8 + " " + decode(root, bits.toString()).equals(text) + " " + bits.toString().hashCode());
    }
}
