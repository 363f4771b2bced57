// An undirected graph of half-edges: each vertex has a ring-free list of the edges that leave it,
// each edge a twin that leads back, and each vertex knows its degree.
import java.util.HashSet;
import java.util.Set;

public class Graph {
    Vertex first;
    int vertices;

    static class Vertex {
        Vertex next;
        Edge edges;
        int degree;
    }

    static class Edge {
        Vertex from;
        Edge twin;
        Edge next;
    }

    boolean repOk() {
        Set<Vertex> met = new HashSet<>();
        Set<Edge> edges = new HashSet<>();
        for (Vertex vertex = first; vertex != null; vertex = vertex.next) {
            if (!met.add(vertex)) {
                return false;
            }
            int degree = 0;
            for (Edge edge = vertex.edges; edge != null; edge = edge.next) {
                if (!edges.add(edge) || edge.from != vertex) {
                    return false;
                }
                Edge twin = edge.twin;
                if (twin == null || twin == edge || twin.twin != edge) {
                    return false;
                }
                degree++;
            }
            if (vertex.degree != degree) {
                return false;
            }
        }
        return vertices == met.size();
    }
}
