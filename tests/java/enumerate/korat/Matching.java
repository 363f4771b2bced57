// enumerate: --predicate isMatching --finitization finPeople --args 2 => candidates 7 valid 2 inits-checkpoint 9 inits-reexecute 13
// enumerate: --predicate isMatching --finitization finPeople --args 3 => candidates 25 valid 4 inits-checkpoint 32 inits-reexecute 65
// enumerate: --predicate isMatching --finitization finPeople --args 4 => candidates 85 valid 10 inits-checkpoint 105 inits-reexecute 289
// enumerate: --predicate isMatching --finitization finPeople --args 5 => candidates 291 valid 26 inits-checkpoint 348 inits-reexecute 1243
// People who are alone or in pairs. The list holds all of them from the start, so they are not
// interchangeable and their class domain is left out of the isomorphism check: involutions of n,
// that is 1, 2, 4, 10, 26, ...
import java.util.ArrayList;
import java.util.List;
import korat.finitization.IFinitization;
import korat.finitization.IObjSet;
import korat.finitization.impl.FinitizationFactory;

public class Matching {
    private List<Person> people = new ArrayList<>();

    public static class Person {
        Person partner;
    }

    public boolean isMatching() {
        for (Person person : people) {
            if (person.partner == null) {
                continue;
            }
            if (person.partner == person || person.partner.partner != person) {
                return false;
            }
        }
        return true;
    }

    public static IFinitization finPeople(int count) {
        IFinitization f = FinitizationFactory.create(Matching.class);
        IObjSet people = f.createObjSet(Person.class, count);
        f.getClassDomain(Person.class).includeInIsomorphismCheck(false);
        f.addAll("people", people);
        IObjSet partners = f.createObjSet(Person.class, count, true);
        f.set("Person.partner", partners);
        return f;
    }
}
