// enumerate: field DisjointSets.parent!=null, field DisjointSets.rank!=null, array DisjointSets.parent length=2..2, array DisjointSets.parent elements=0..1, array DisjointSets.rank length=2..2, array DisjointSets.rank elements=0..1 => valid 3
// enumerate: field DisjointSets.parent!=null, field DisjointSets.rank!=null, array DisjointSets.parent length=4..4, array DisjointSets.parent elements=0..3, array DisjointSets.rank length=4..4, array DisjointSets.rank elements=0..2 => valid 133
// enumerate: field DisjointSets.parent!=null, field DisjointSets.rank!=null, array DisjointSets.parent length=0..3, array DisjointSets.parent elements=0..2, array DisjointSets.rank length=0..3, array DisjointSets.rank elements=0..2 => valid 15
// Union-find by rank: parents lead to a root, ranks rise on the way, and a root of rank r has
// gathered at least 2^r elements.

public class DisjointSets {
    int[] parent;
    int[] rank;

    boolean repOk() {
        int count = parent.length;
        if (rank.length != count || parent == rank) {
            return false;
        }
        // Ranks that rise towards the root rule out cycles, so that the walk below ends.
        for (int i = 0; i < count; i++) {
            int up = parent[i];
            if (up < 0 || up >= count || rank[i] < 0) {
                return false;
            }
            if (up != i && rank[up] <= rank[i]) {
                return false;
            }
        }
        int[] members = new int[count];
        for (int i = 0; i < count; i++) {
            members[root(i)]++;
        }
        for (int i = 0; i < count; i++) {
            if (parent[i] == i && members[i] < 1 << rank[i]) {
                return false;
            }
        }
        return true;
    }

    private int root(int element) {
        while (parent[element] != element) {
            element = parent[element];
        }
        return element;
    }
}
