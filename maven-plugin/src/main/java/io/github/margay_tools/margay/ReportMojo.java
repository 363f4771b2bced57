package io.github.margay_tools.margay;

import java.util.Arrays;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;

/** Makes a page of the results of earlier goals: {@code margay report}. */
@Mojo(name = "report", threadSafe = true)
public class ReportMojo extends MargayMojo {
    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (!out.isDirectory()) {
            getLog().info("nothing to report: " + out + " is not there");
            return;
        }
        run(Arrays.asList("report", out.getPath(), "--format", "text,html"), 0, 4);
    }
}
