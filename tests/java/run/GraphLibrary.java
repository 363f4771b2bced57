// A generic graph library: directed and undirected views, iterators, visitors, shortest paths, cycles, colouring.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;

public class GraphLibrary {
    interface Graph<N> {
        Set<N> nodes();
        Collection<N> successors(N node);

        default int edgeCount() {
            int count = 0;
            for (N n : nodes()) {
                count += successors(n).size();
            }
            return count;
        }

        default Iterable<N> depthFirst(N start) {
            return () -> new Traversal<>(this, start, true);
        }

        default Iterable<N> breadthFirst(N start) {
            return () -> new Traversal<>(this, start, false);
        }
    }

    static class Traversal<N> implements Iterator<N> {
        private final Graph<N> graph;
        private final Deque<N> frontier = new ArrayDeque<>();
        private final Set<N> seen = new HashSet<>();
        private final boolean deep;

        Traversal(Graph<N> graph, N start, boolean deep) {
            this.graph = graph;
            this.deep = deep;
            if (!graph.nodes().contains(start)) {
                throw new NoSuchElementException("no node " + start);
            }
            frontier.add(start);
            if (!deep) {
                seen.add(start);
            }
        }

        @Override
        public boolean hasNext() {
            if (deep) {
                while (!frontier.isEmpty() && seen.contains(frontier.peekLast())) {
                    frontier.pollLast();
                }
            }
            return !frontier.isEmpty();
        }

        @Override
        public N next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            N n = deep ? frontier.pollLast() : frontier.pollFirst();
            if (deep) {
                seen.add(n);
            }
            List<N> next = new ArrayList<>(graph.successors(n));
            if (deep) {
                Collections.reverse(next);
            }
            for (N s : next) {
                if (deep ? !seen.contains(s) : seen.add(s)) {
                    frontier.addLast(s);
                }
            }
            return n;
        }
    }

    static class Directed<N> implements Graph<N> {
        protected final Map<N, Set<N>> adjacency = new LinkedHashMap<>();

        Directed<N> edge(N from, N to) {
            adjacency.computeIfAbsent(Objects.requireNonNull(from, "from"), k -> new LinkedHashSet<>()).add(to);
            adjacency.computeIfAbsent(Objects.requireNonNull(to, "to"), k -> new LinkedHashSet<>());
            return this;
        }

        @Override
        public Set<N> nodes() {
            return Collections.unmodifiableSet(adjacency.keySet());
        }

        @Override
        public Collection<N> successors(N node) {
            return adjacency.getOrDefault(node, Set.of());
        }

        Directed<N> reversed() {
            Directed<N> out = new Directed<>();
            adjacency.forEach((from, tos) -> tos.forEach(to -> out.edge(to, from)));
            return out;
        }
    }

    static class Undirected<N> extends Directed<N> {
        @Override
        Undirected<N> edge(N a, N b) {
            super.edge(a, b);
            super.edge(b, a);
            return this;
        }

        @Override
        public int edgeCount() {
            return super.edgeCount() / 2;
        }
    }

    static class Algorithms {
        static <N> List<N> shortest(Graph<N> g, N from, N to, ToIntFunction<N> cost) {
            class Entry implements Comparable<Entry> {
                final N node;
                final int distance;
                final Entry parent;

                Entry(N node, int distance, Entry parent) {
                    this.node = node;
                    this.distance = distance;
                    this.parent = parent;
                }

                @Override
                public int compareTo(Entry o) {
                    return Integer.compare(distance, o.distance);
                }
            }
            PriorityQueue<Entry> queue = new PriorityQueue<>();
            Set<N> done = new HashSet<>();
            queue.add(new Entry(from, 0, null));
            while (!queue.isEmpty()) {
                Entry e = queue.poll();
                if (!done.add(e.node)) {
                    continue;
                }
                if (e.node.equals(to)) {
                    List<N> path = new ArrayList<>();
                    for (Entry p = e; p != null; p = p.parent) {
                        path.add(0, p.node);
                    }
                    return path;
                }
                for (N s : g.successors(e.node)) {
                    queue.add(new Entry(s, e.distance + cost.applyAsInt(s), e));
                }
            }
            return List.of();
        }

        enum Mark { OPEN, DONE }

        static <N> List<N> findCycle(Graph<N> g) {
            Map<N, Mark> marks = new HashMap<>();
            for (N n : g.nodes()) {
                List<N> path = new ArrayList<>();
                N repeated = visit(g, n, marks, path);
                if (repeated != null) {
                    return path.subList(path.indexOf(repeated), path.size());
                }
            }
            return List.of();
        }

        private static <N> N visit(Graph<N> g, N n, Map<N, Mark> marks, List<N> path) {
            Mark m = marks.get(n);
            if (m == Mark.DONE) {
                return null;
            }
            if (m == Mark.OPEN) {
                return n;
            }
            marks.put(n, Mark.OPEN);
            path.add(n);
            for (N s : g.successors(n)) {
                N repeated = visit(g, s, marks, path);
                if (repeated != null) {
                    return repeated;
                }
            }
            path.remove(path.size() - 1);
            marks.put(n, Mark.DONE);
            return null;
        }

        static <N> Map<N, Integer> colour(Graph<N> g) {
            Map<N, Integer> colours = new LinkedHashMap<>();
            for (N n : g.nodes()) {
                Set<Integer> used = new HashSet<>();
                for (N s : g.successors(n)) {
                    used.add(colours.get(s));
                }
                int c = 0;
                while (used.contains(c)) {
                    c++;
                }
                colours.put(n, c);
            }
            return colours;
        }

        static <N> void eachEdge(Graph<N> g, BiConsumer<? super N, ? super N> action) {
            for (N n : g.nodes()) {
                for (N s : g.successors(n)) {
                    action.accept(n, s);
                }
            }
        }
    }

    public static void main(String[] args) {
        Directed<String> g = new Directed<>();
        for (String e : "shirt-tie tie-jacket trousers-shoes trousers-belt belt-jacket socks-shoes".split(" ")) {
            g.edge(e.split("-")[0], e.split("-")[1]);
        }
        System.out.println(g.nodes() + " " + g.edgeCount() + " " + Algorithms.findCycle(g));
        for (String s : g.depthFirst("trousers")) {
            System.out.print(s + " ");
        }
        System.out.println();
        g.edge("jacket", "shirt");
        System.out.println(Algorithms.findCycle(g) + " " + g.reversed().successors("jacket"));
        Undirected<Integer> grid = new Undirected<>();
        for (int y = 0; y < 5; y++) {
            for (int x = 0; x < 5; x++) {
                if (x < 4) {
                    grid.edge(y * 5 + x, y * 5 + x + 1);
                }
                if (y < 4) {
                    grid.edge(y * 5 + x, y * 5 + x + 5);
                }
            }
        }
        System.out.println(grid.edgeCount() + " " + Algorithms.colour(grid).values());
        System.out.println(Algorithms.shortest(grid, 0, 24, n -> n % 3 == 0 ? 10 : 1));
        System.out.println(Algorithms.shortest(g, "belt", "socks", n -> 1) + " " + Algorithms.shortest(g, "belt", "tie", String::length));
        StringBuilder order = new StringBuilder();
        for (int n : grid.breadthFirst(12)) {
            order.append(n).append(' ');
        }
        System.out.println(order);
        int[] sum = {0};
        Algorithms.eachEdge(grid, (a, b) -> sum[0] = sum[0] * 31 + a * b);
        System.out.println(sum[0]);
        try {
            grid.depthFirst(99).iterator();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        try {
            g.nodes().add("x");
        } catch (UnsupportedOperationException e) {
            System.out.println("read only");
        }
        try {
            g.edge("x", null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }
}
