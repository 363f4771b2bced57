import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.data.SessionInfoStore;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.LoggerRuntime;
import org.jacoco.core.runtime.RuntimeData;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs tests and prints what JaCoCo says they cover: folders of the classes and of the tests. */
final class Measure extends ClassLoader {
    private final Path classes;
    private final Path tests;
    private final Instrumenter instrumenter;

    private Measure(Path classes, Path tests, Instrumenter instrumenter) {
        super(Measure.class.getClassLoader());
        this.classes = classes;
        this.tests = tests;
        this.instrumenter = instrumenter;
    }

    public static void main(String[] folders) throws Exception {
        Path classes = Path.of(folders[0]);
        Path tests = Path.of(folders[1]);
        LoggerRuntime runtime = new LoggerRuntime();
        RuntimeData data = new RuntimeData();
        runtime.startup(data);
        Measure loader = new Measure(classes, tests, new Instrumenter(runtime));
        Thread.currentThread().setContextClassLoader(loader);
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
        for (String name : names(tests)) {
            if (name.endsWith("Test")) {
                request.selectors(DiscoverySelectors.selectClass(loader.loadClass(name)));
            }
        }
        LauncherFactory.create().execute(request.build());
        ExecutionDataStore executed = new ExecutionDataStore();
        data.collect(executed, new SessionInfoStore(), false);
        CoverageBuilder builder = new CoverageBuilder();
        new Analyzer(executed, builder).analyzeAll(classes.toFile());
        for (IClassCoverage found : builder.getClasses()) {
            String name = found.getName().replace('/', '.');
            System.out.println("jacoco " + name + " " + text(found.getLineCounter()) + " " + text(found.getBranchCounter()));
        }
        System.exit(0);
    }

    private static String text(ICounter counter) {
        return counter.getCoveredCount() + "/" + counter.getTotalCount();
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<String> names = files.map(file -> folder.relativize(file).toString()).collect(Collectors.toList());
            names.removeIf(name -> !name.endsWith(".class"));
            List<String> found = new ArrayList<>();
            names.forEach(name -> found.add(name.substring(0, name.length() - 6).replace('/', '.')));
            return found.stream().sorted().collect(Collectors.toList());
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String file = name.replace('.', '/') + ".class";
        try {
            if (Files.exists(classes.resolve(file))) {
                byte[] bytes = instrumenter.instrument(Files.readAllBytes(classes.resolve(file)), name);
                return defineClass(name, bytes, 0, bytes.length);
            } else if (Files.exists(tests.resolve(file))) {
                byte[] bytes = Files.readAllBytes(tests.resolve(file));
                return defineClass(name, bytes, 0, bytes.length);
            }
        } catch (IOException error) {
            throw new ClassNotFoundException(name, error);
        }
        throw new ClassNotFoundException(name);
    }
}
