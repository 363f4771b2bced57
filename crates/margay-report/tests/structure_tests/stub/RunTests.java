import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs parameterized tests of the classes named on the command line, as JUnit would. */
public final class RunTests {
    private RunTests() {}

    public static void main(String[] classes) throws ReflectiveOperationException {
        for (String name : classes) {
            Class<?> type = Class.forName(name);
            for (Method test : type.getDeclaredMethods()) {
                if (test.isAnnotationPresent(ParameterizedTest.class)) {
                    run(type, test);
                }
            }
        }
    }

    private static void run(Class<?> type, Method test) throws ReflectiveOperationException {
        Constructor<?> constructor = type.getDeclaredConstructor();
        Method source = type.getDeclaredMethod(test.getAnnotation(MethodSource.class).value());
        Stream.of(constructor, source, test).forEach(member -> member.setAccessible(true));
        for (Object arguments : ((Stream<?>) source.invoke(null)).toList()) {
            Object[] values = ((Arguments) arguments).get();
            String outcome = "passed";
            try {
                test.invoke(constructor.newInstance(), values);
            } catch (InvocationTargetException failure) {
                outcome = failure.getCause().toString();
            }
            System.out.println(type.getName() + " " + values[0] + " " + outcome);
        }
    }
}
