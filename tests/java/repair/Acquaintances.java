// People who know each other, all in one array, each with an array of those they know: who is known
// knows back, and nobody is known twice. Where a reference leads to the wrong person, a dozen others
// could be bent to fit it.
import java.util.HashSet;
import java.util.Set;

public class Acquaintances {
    Person[] people;
    int pairs;

    static class Person {
        Person[] knows;
        int count;
    }

    boolean repOk() {
        Set<Person> all = new HashSet<>();
        for (Person person : people) {
            if (person == null || !all.add(person)) {
                return false;
            }
        }
        int sum = 0;
        for (Person person : people) {
            Set<Person> met = new HashSet<>();
            int count = 0;
            for (Person other : person.knows) {
                if (other == null) {
                    continue;
                }
                if (other == person || !met.add(other) || !all.contains(other) || !knows(other, person)) {
                    return false;
                }
                count++;
            }
            if (person.count != count) {
                return false;
            }
            sum += count;
        }
        return sum == 2 * pairs;
    }

    private static boolean knows(Person one, Person other) {
        for (Person known : one.knows) {
            if (known == other) {
                return true;
            }
        }
        return false;
    }
}
