import java.util.Optional;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the tests of the classes that are named and prints a line for each. */
final class MargayRunner implements TestExecutionListener {
    /** Tests may print; only lines with this before them are ours. */
    private static final String MARK = "\u0001margay\t";

    private final java.io.PrintStream out = System.out;

    private String current = "";

    public static void main(String[] classes) {
        Launcher launcher = LauncherFactory.create();
        MargayRunner runner = new MargayRunner();
        for (String name : classes) {
            runner.current = name;
            LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
            request.selectors(DiscoverySelectors.selectClass(name));
            launcher.execute(request.build(), runner);
        }
        // A test may have left threads behind.
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        boolean passed = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
        if (test.isContainer() && passed) {
            return;
        }
        String method = test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getMethodName())
                .orElse("");
        Optional<Throwable> thrown = result.getThrowable();
        String status = passed ? "agree" : thrown.filter(AssertionError.class::isInstance).isPresent() ? "fail" : "error";
        String message = thrown.map(MargayRunner::message).orElse("");
        out.println("\n" + MARK + status + "\t" + current + "\t" + method + "\t" + message);
        out.flush();
    }

    private static String message(Throwable thrown) {
        String text = thrown instanceof AssertionError ? String.valueOf(thrown.getMessage()) : thrown.toString();
        return text.replace('\t', ' ').replace('\r', ' ').replace('\n', ' ');
    }
}
