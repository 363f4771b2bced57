// enumerate: objects Point=2, field PointSet.size=0..2, field Point.x=0..1, field Point.y=0..1 => candidates 45 valid 9 inits-checkpoint 71 inits-reexecute 268 expand 17 expand-candidates 53
// enumerate: objects Point=3, field PointSet.size=3..3, field Point.x=0..1, field Point.y=0..1 => candidates 91 valid 12 inits-checkpoint 163 inits-reexecute 740 expand 24 expand-candidates 103
// enumerate: objects Point=3, field PointSet.size=3..3, field Point.x=0..1, field Point.y=0..2 => candidates 281 valid 48 inits-checkpoint 463 inits-reexecute 2484 expand 120 expand-candidates 353
// Lists of different points, told apart by an `equals` and a `hashCode` of their own that read
// undecided fields from inside the hash set. May stay unread: y, where no other point has the same
// hash code x. Expanded, k of p points: p! / (p - k)!.
import java.util.HashSet;
import java.util.Set;

public class PointSet {
    Point first;
    int size;

    static class Point {
        int x;
        int y;
        Point next;

        @Override
        public boolean equals(Object other) {
            return other instanceof Point point && x == point.x && y == point.y;
        }

        @Override
        public int hashCode() {
            return x;
        }
    }

    boolean repOk() {
        Set<Point> points = new HashSet<>();
        for (Point point = first; point != null; point = point.next) {
            if (!points.add(point)) {
                return false;
            }
        }
        return points.size() == size;
    }
}
