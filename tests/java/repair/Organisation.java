// An organisation: everybody knows a superior, the first of those who report to them and the next
// who reports to the same superior, and how many people there are below them, at all levels. A number
// is compared with those of the people directly below, so it is in two comparisons, which may lie far
// apart: people are visited level by level.
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

public class Organisation {
    Person head;
    int size;

    static class Person {
        Person superior;
        Person firstReport;
        Person nextPeer;
        int subordinates;
    }

    boolean repOk() {
        if (head == null) {
            return size == 0;
        }
        if (head.superior != null || head.nextPeer != null) {
            return false;
        }
        List<Person> people = new ArrayList<>();
        Set<Person> met = new HashSet<>();
        people.add(head);
        met.add(head);
        for (int i = 0; i < people.size(); i++) {
            Person person = people.get(i);
            int below = 0;
            for (Person report = person.firstReport; report != null; report = report.nextPeer) {
                if (report.superior != person || !met.add(report)) {
                    return false;
                }
                people.add(report);
                below += 1 + report.subordinates;
            }
            if (below != person.subordinates) {
                return false;
            }
        }
        return people.size() == size;
    }
}
