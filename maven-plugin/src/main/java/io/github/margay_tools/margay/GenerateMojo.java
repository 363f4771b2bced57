package io.github.margay_tools.margay;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/** Writes tests of the project's classes: {@code margay generate}. */
@Mojo(name = "generate", requiresDependencyResolution = ResolutionScope.COMPILE, threadSafe = true)
public class GenerateMojo extends MargayMojo {
    /** Whether tests go to the project's own, where a file of somebody else's is never written over. */
    @Parameter(property = "margay.write", defaultValue = "false")
    private boolean write;

    @Parameter(defaultValue = "${project.build.testSourceDirectory}", readonly = true)
    private File tests;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        List<String> given = new ArrayList<>(Arrays.asList("--out", out.getPath()));
        if (write) {
            given.addAll(Arrays.asList("--tests", tests.getPath()));
        }
        // A search that its budget has ended is a result, too.
        runOnClasses("generate", given, 0, 4);
    }
}
