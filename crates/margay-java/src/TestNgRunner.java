import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.testng.ITestResult;
import org.testng.TestListenerAdapter;
import org.testng.TestNG;

/** Runs the tests of the classes that are named with TestNG and prints a line for each. */
final class MargayRunner extends TestListenerAdapter {
    /** Tests may print; only lines with this before them are ours. */
    private static final String MARK = "\u0001margay\t";

    private final java.io.PrintStream out = System.out;

    public static void main(String[] names) throws Exception {
        List<Class<?>> classes = new ArrayList<>();
        for (String name : names) {
            classes.add(Class.forName(name));
        }
        TestNG tests = new TestNG(false);
        tests.setVerbose(0);
        Long seed = Long.getLong("margay.seed");
        if (seed != null) {
            Collections.shuffle(classes, new Random(seed));
            tests.setMethodInterceptor((methods, context) -> {
                Collections.shuffle(methods, new Random(seed));
                return methods;
            });
        }
        tests.setPreserveOrder(seed == null);
        tests.setTestClasses(classes.toArray(new Class<?>[0]));
        tests.addListener(new MargayRunner());
        tests.run();
        // A test may have left threads behind.
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    @Override
    public void onTestSuccess(ITestResult result) {
        tell("agree", result);
    }

    @Override
    public void onTestFailure(ITestResult result) {
        tell(result.getThrowable() instanceof AssertionError ? "fail" : "error", result);
    }

    @Override
    public void onTestSkipped(ITestResult result) {
        tell("error", result);
    }

    @Override
    public void onConfigurationFailure(ITestResult result) {
        tell("error", result);
    }

    private void tell(String status, ITestResult result) {
        Throwable thrown = result.getThrowable();
        String text = thrown == null ? "" : thrown instanceof AssertionError ? String.valueOf(thrown.getMessage()) : thrown.toString();
        String message = text.replace('\t', ' ').replace('\r', ' ').replace('\n', ' ');
        String place = result.getTestClass().getName() + "\t" + result.getMethod().getMethodName();
        out.println("\n" + MARK + status + "\t" + place + "\t" + message);
        out.flush();
    }
}
