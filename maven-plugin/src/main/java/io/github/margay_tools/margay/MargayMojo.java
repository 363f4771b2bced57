package io.github.margay_tools.margay;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;

/** Runs the program {@code margay} with the class path that Maven has resolved. */
abstract class MargayMojo extends AbstractMojo {
    /** The program. */
    @Parameter(property = "margay.program", defaultValue = "margay")
    private String program;

    /** Further options, as on the command line. */
    @Parameter(property = "margay.options")
    private String options;

    /** Whether the goal does nothing. */
    @Parameter(property = "margay.skip", defaultValue = "false")
    private boolean skip;

    /** The folder for results. */
    @Parameter(property = "margay.out", defaultValue = "${project.build.directory}/margay")
    protected File out;

    @Parameter(defaultValue = "${project.build.outputDirectory}", readonly = true)
    protected File classes;

    @Parameter(defaultValue = "${project.compileClasspathElements}", readonly = true)
    private List<String> classPath;

    @Parameter(defaultValue = "${project.packaging}", readonly = true)
    private String packaging;

    /** Runs a command on the classes of the project. */
    protected void runOnClasses(String command, List<String> given, int... fine)
            throws MojoExecutionException, MojoFailureException {
        if (packaging.equals("pom")) {
            return;
        }
        if (!classes.isDirectory()) {
            throw new MojoFailureException(classes + " is not there: run `mvn compile` before");
        }
        List<String> arguments = new ArrayList<>();
        arguments.add(command);
        arguments.add(classes.getPath());
        List<String> others = new ArrayList<>(classPath);
        others.remove(classes.getPath());
        if (!others.isEmpty()) {
            arguments.add("--cp");
            arguments.add(String.join(File.pathSeparator, others));
        }
        arguments.addAll(given);
        run(arguments, fine);
    }

    /** Runs the program; an end that is not fine is a failure of the build. */
    protected void run(List<String> arguments, int... fine)
            throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("margay.skip is set");
            return;
        }
        List<String> line = new ArrayList<>();
        line.add(program);
        line.addAll(arguments);
        if (options != null) {
            for (String option : options.trim().split("\\s+")) {
                line.add(option);
            }
        }
        getLog().info(String.join(" ", line));
        int end;
        try {
            end = new ProcessBuilder(line).inheritIO().start().waitFor();
        } catch (IOException error) {
            throw new MojoExecutionException(
                    "`" + program + "` cannot be started; say where it is with -Dmargay.program=FILE", error);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("interrupted", error);
        }
        for (int code : fine) {
            if (end == code) {
                return;
            }
        }
        throw new MojoFailureException("margay has ended with " + end);
    }
}
