package io.github.margay_tools.margay;

import java.util.Arrays;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.ResolutionScope;

/** Checks assertions for all inputs: {@code margay check}. Fails the build if one is refuted. */
@Mojo(name = "check", requiresDependencyResolution = ResolutionScope.COMPILE, threadSafe = true)
public class CheckMojo extends MargayMojo {
    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        // Proved within bounds and unknown are no faults of the program.
        runOnClasses("check", Arrays.asList("--out", out.getPath(), "--format", "json,sarif"), 0, 4, 5, 6);
    }
}
