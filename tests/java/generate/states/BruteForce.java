import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** All states of a class that so many calls lead to, found by making all of them. */
public class BruteForce {
    private static final int[] NUMBERS = {0, 1, 2};

    /** One call: of a constructor, a factory or a method. */
    private static final class Call {
        final Executable what;
        final Object[] arguments;

        Call(Executable what, Object[] arguments) {
            this.what = what;
            this.arguments = arguments;
        }
    }

    public static void main(String[] args) throws Exception {
        Class<?> type = Class.forName(args[0]);
        List<Call> first = new ArrayList<>();
        List<Call> then = new ArrayList<>();
        for (Constructor<?> constructor : type.getConstructors()) {
            add(first, constructor);
        }
        for (Method method : type.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers()) && !method.getName().equals("state")) {
                add(Modifier.isStatic(method.getModifiers()) ? first : then, method);
            }
        }
        TreeSet<String> states = new TreeSet<>();
        for (Call start : first) {
            go(type, states, new ArrayList<>(List.of(start)), then, Integer.parseInt(args[1]));
        }
        states.forEach(System.out::println);
    }

    private static void go(Class<?> type, TreeSet<String> states, List<Call> calls, List<Call> then, int left)
            throws Exception {
        Object object = null;
        try {
            for (Call call : calls) {
                if (call.what instanceof Constructor) {
                    object = ((Constructor<?>) call.what).newInstance(call.arguments);
                } else if (Modifier.isStatic(call.what.getModifiers())) {
                    object = ((Method) call.what).invoke(null, call.arguments);
                } else {
                    ((Method) call.what).invoke(object, call.arguments);
                }
            }
            states.add((String) type.getMethod("state").invoke(object));
        } catch (InvocationTargetException refused) {
            return;
        }
        for (Call next : left == 0 ? List.<Call>of() : then) {
            calls.add(next);
            go(type, states, calls, then, left - 1);
            calls.remove(calls.size() - 1);
        }
    }

    private static void add(List<Call> calls, Executable what) {
        combine(calls, what, new ArrayList<>());
    }

    private static void combine(List<Call> calls, Executable what, List<Object> given) {
        Class<?>[] types = what.getParameterTypes();
        if (given.size() == types.length) {
            calls.add(new Call(what, given.toArray()));
            return;
        }
        for (Object value : values(types[given.size()])) {
            given.add(value);
            combine(calls, what, given);
            given.remove(given.size() - 1);
        }
    }

    private static List<Object> values(Class<?> type) {
        List<Object> found = new ArrayList<>();
        if (type == boolean.class) {
            found.addAll(List.of(false, true));
        } else if (type == int.class) {
            for (int number : NUMBERS) {
                found.add(number);
            }
        } else {
            found.add(null);
            found.addAll(List.of(type.getEnumConstants()));
        }
        return found;
    }
}
