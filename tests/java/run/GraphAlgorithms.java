// Dijkstra, union-find with Kruskal, Floyd-Warshall, topological sort, breadth-first search, strongly connected components.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

public class GraphAlgorithms {
    record Edge(int from, int to, int weight) { }

    static class Graph {
        final int n;
        final List<List<Edge>> out = new ArrayList<>();
        final List<Edge> edges = new ArrayList<>();

        Graph(int n) {
            this.n = n;
            for (int i = 0; i < n; i++) {
                out.add(new ArrayList<>());
            }
        }

        void add(int a, int b, int w) {
            Edge e = new Edge(a, b, w);
            out.get(a).add(e);
            edges.add(e);
        }
    }

    static class UnionFind {
        final int[] parent;
        final int[] rank;

        UnionFind(int n) {
            parent = new int[n];
            rank = new int[n];
            for (int i = 0; i < n; i++) {
                parent[i] = i;
            }
        }

        int find(int x) {
            return parent[x] == x ? x : (parent[x] = find(parent[x]));
        }

        boolean union(int a, int b) {
            int x = find(a);
            int y = find(b);
            if (x == y) {
                return false;
            }
            if (rank[x] < rank[y]) {
                parent[x] = y;
            } else {
                parent[y] = x;
                if (rank[x] == rank[y]) {
                    rank[x]++;
                }
            }
            return true;
        }
    }

    static int[] dijkstra(Graph g, int source) {
        int[] distance = new int[g.n];
        Arrays.fill(distance, Integer.MAX_VALUE);
        distance[source] = 0;
        PriorityQueue<int[]> queue = new PriorityQueue<>(Comparator.comparingInt(p -> p[1]));
        queue.add(new int[] {source, 0});
        while (!queue.isEmpty()) {
            int[] top = queue.poll();
            if (top[1] > distance[top[0]]) {
                continue;
            }
            for (Edge e : g.out.get(top[0])) {
                int d = top[1] + e.weight();
                if (d < distance[e.to()]) {
                    distance[e.to()] = d;
                    queue.add(new int[] {e.to(), d});
                }
            }
        }
        return distance;
    }

    static List<Integer> topological(Graph g) {
        int[] incoming = new int[g.n];
        for (Edge e : g.edges) {
            incoming[e.to()]++;
        }
        Deque<Integer> ready = new ArrayDeque<>();
        for (int i = 0; i < g.n; i++) {
            if (incoming[i] == 0) {
                ready.add(i);
            }
        }
        List<Integer> order = new ArrayList<>();
        while (!ready.isEmpty()) {
            int x = ready.poll();
            order.add(x);
            for (Edge e : g.out.get(x)) {
                if (--incoming[e.to()] == 0) {
                    ready.add(e.to());
                }
            }
        }
        return order;
    }

    static class Tarjan {
        final Graph g;
        final int[] index;
        final int[] low;
        final boolean[] onStack;
        final Deque<Integer> stack = new ArrayDeque<>();
        final List<List<Integer>> components = new ArrayList<>();
        int next = 1;

        Tarjan(Graph g) {
            this.g = g;
            index = new int[g.n];
            low = new int[g.n];
            onStack = new boolean[g.n];
            for (int v = 0; v < g.n; v++) {
                if (index[v] == 0) {
                    visit(v);
                }
            }
        }

        private void visit(int v) {
            index[v] = low[v] = next++;
            stack.push(v);
            onStack[v] = true;
            for (Edge e : g.out.get(v)) {
                int w = e.to();
                if (index[w] == 0) {
                    visit(w);
                    low[v] = Math.min(low[v], low[w]);
                } else if (onStack[w]) {
                    low[v] = Math.min(low[v], index[w]);
                }
            }
            if (low[v] == index[v]) {
                List<Integer> component = new ArrayList<>();
                int w;
                do {
                    w = stack.pop();
                    onStack[w] = false;
                    component.add(w);
                } while (w != v);
                Collections.sort(component);
                components.add(component);
            }
        }
    }

    public static void main(String[] args) {
        Graph g = new Graph(40);
        int seed = 5;
        for (int i = 0; i < 150; i++) {
            seed = (seed * 1103515245 + 12345) & 0x7fffffff;
            int a = seed / 7 % 40;
            seed = (seed * 1103515245 + 12345) & 0x7fffffff;
            int b = seed / 11 % 40;
            g.add(a, b, 1 + seed / 13 % 50);
        }
        System.out.println(Arrays.toString(dijkstra(g, 0)));
        List<Edge> sorted = new ArrayList<>(g.edges);
        sorted.sort(Comparator.comparingInt(Edge::weight));
        UnionFind sets = new UnionFind(g.n);
        int total = 0;
        int used = 0;
        for (Edge e : sorted) {
            if (sets.union(e.from(), e.to())) {
                total += e.weight();
                used++;
            }
        }
        System.out.println("spanning " + used + " " + total);
        int[][] d = new int[g.n][g.n];
        for (int[] row : d) {
            Arrays.fill(row, 1 << 20);
        }
        for (Edge e : g.edges) {
            d[e.from()][e.to()] = Math.min(d[e.from()][e.to()], e.weight());
        }
        for (int k = 0; k < g.n; k++) {
            for (int i = 0; i < g.n; i++) {
                for (int j = 0; j < g.n; j++) {
                    if (d[i][k] + d[k][j] < d[i][j]) {
                        d[i][j] = d[i][k] + d[k][j];
                    }
                }
            }
        }
        System.out.println(Arrays.deepHashCode(d));
        Graph dag = new Graph(10);
        for (int i = 0; i < 10; i++) {
            for (int j = i + 1; j < 10; j++) {
                if ((i * 7 + j * 3) % 4 == 0) {
                    dag.add((i * 3) % 10, (j * 3) % 10, 1);
                }
            }
        }
        System.out.println(topological(dag) + " " + topological(g).size());
        System.out.println(new Tarjan(g).components);
    }
}
