// enumerate: --args 2,2 => candidates 39 valid 8 inits-checkpoint 65 inits-reexecute 224
// enumerate: --args 3,4 => candidates 134 valid 23 inits-checkpoint 185 inits-reexecute 852
// A finitization made of another: the engine's bounds come with the engine.
import java.util.HashSet;
import java.util.Set;
import korat.finitization.IFinitization;
import korat.finitization.IObjSet;
import korat.finitization.impl.FinitizationFactory;

public class Convoy {
    private Engine engine;
    private Wagon first;
    private int length;

    public static class Engine {
        int power;
        boolean steam;

        public static IFinitization finEngine(int maxPower) {
            IFinitization f = FinitizationFactory.create(Engine.class);
            f.set("power", f.createIntSet(1, maxPower));
            f.set("steam", f.createBooleanSet());
            return f;
        }
    }

    public static class Wagon {
        Wagon next;
    }

    public boolean repOK() {
        Set<Wagon> wagons = new HashSet<>();
        for (Wagon wagon = first; wagon != null; wagon = wagon.next) {
            if (!wagons.add(wagon)) {
                return false;
            }
        }
        // A steam engine pulls one wagon less than its power.
        int load = engine.steam ? engine.power - 1 : engine.power;
        return length == wagons.size() && length <= load;
    }

    public static IFinitization finConvoy(int maxWagons, int maxPower) {
        IFinitization f = FinitizationFactory.create(Convoy.class);
        f.includeFinitization(Engine.finEngine(maxPower));
        IObjSet wagons = f.createObjSet(Wagon.class, maxWagons, true);
        f.set("engine", f.createObjSet(f.getClassDomain(Engine.class)));
        f.set("first", wagons);
        f.set("length", f.createIntSet(0, maxWagons));
        f.set("Wagon.next", wagons);
        return f;
    }
}
