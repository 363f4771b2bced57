package business;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A directed graph over numbered nodes. */
public class Graph {
    private final List<List<Integer>> edges = new ArrayList<>();

    public Graph(int nodes) {
        if (nodes < 0) {
            throw new IllegalArgumentException("nodes");
        }
        for (int i = 0; i < nodes; i++) {
            edges.add(new ArrayList<>());
        }
    }

    public boolean connect(int from, int to) {
        check(from);
        check(to);
        if (from == to || edges.get(from).contains(to)) {
            return false;
        }
        return edges.get(from).add(to);
    }

    public int size() {
        return edges.size();
    }

    public int degree(int node) {
        check(node);
        return edges.get(node).size();
    }

    public boolean isReachable(int from, int to) {
        check(from);
        check(to);
        boolean[] seen = new boolean[edges.size()];
        Deque<Integer> open = new ArrayDeque<>();
        open.push(from);
        while (!open.isEmpty()) {
            int node = open.pop();
            if (node == to) {
                return true;
            }
            if (!seen[node]) {
                seen[node] = true;
                for (int next : edges.get(node)) {
                    open.push(next);
                }
            }
        }
        return false;
    }

    public boolean hasCycle() {
        int[] colours = new int[edges.size()];
        for (int node = 0; node < edges.size(); node++) {
            if (colours[node] == 0 && findsCycle(node, colours)) {
                return true;
            }
        }
        return false;
    }

    private boolean findsCycle(int node, int[] colours) {
        colours[node] = 1;
        for (int next : edges.get(node)) {
            if (colours[next] == 1 || colours[next] == 0 && findsCycle(next, colours)) {
                return true;
            }
        }
        colours[node] = 2;
        return false;
    }

    private void check(int node) {
        if (node < 0 || node >= edges.size()) {
            throw new IndexOutOfBoundsException("node " + node);
        }
    }
}
