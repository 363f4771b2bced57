// Ends with a helpful NullPointerException on the result of a record's accessor.
import java.util.ArrayList;
import java.util.List;

public class UncaughtNull {
    record Person(String name, Person boss) { }

    public static void main(String[] args) {
        List<Person> people = new ArrayList<>();
        people.add(new Person("Ann", null));
        people.add(new Person("Bob", people.get(0)));
        people.add(new Person("Cid", people.get(1)));
        for (int i = people.size() - 1; i >= 0; i--) {
            Person p = people.get(i);
            System.out.println(p.name() + " works for " + p.boss().name());
        }
    }
}
