//! What the settings of a Gradle build say, as far as it is needed, and the class path that `gradle` says.

use super::class_path::{Asked, asked};
use crate::error::CliError;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A task that prints the class path of the module in whose folder it is asked for: others below have it
/// too. In words that old and new versions of Gradle know.
const SCRIPT: &str = "\
allprojects {
    afterEvaluate { project ->
        project.tasks.create('margayClassPath') {
            doLast {
                def sets = project.findProperty('sourceSets')
                if (sets != null && project.projectDir == project.gradle.startParameter.currentDir) {
                    println 'margay-class-path:' + sets.main.compileClasspath.asPath
                }
            }
        }
    }
}
";

/// The folders of the modules that the settings include: `include 'core', ':web:app'`.
pub fn modules(folder: &Path) -> Vec<String> {
    let files = ["settings.gradle", "settings.gradle.kts"].map(|name| folder.join(name));
    let text = files.iter().find_map(|file| std::fs::read_to_string(file).ok()).unwrap_or_default();
    let mut found = Vec::new();
    let mut is_inside = false;
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default().trim();
        let names = match line.strip_prefix("include") {
            Some(rest) if rest.starts_with([' ', '(', '\t', '\'', '"']) => rest,
            _ if is_inside => line,
            _ => continue,
        };
        // A list may go on in the next line.
        is_inside = names.ends_with([',', '(']);
        let quoted = names.split(['\'', '"']).skip(1).step_by(2);
        found.extend(quoted.map(|name| name.trim_start_matches(':').replace(':', "/")));
    }
    found
}

/// Asks `gradle` for the class path of a module.
pub fn class_path(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let mut script = tempfile::Builder::new().suffix(".gradle").tempfile()?;
    script.write_all(SCRIPT.as_bytes())?;
    let name = if cfg!(windows) { "gradlew.bat" } else { "gradlew" };
    let wrapper = folder.ancestors().map(|above| above.join(name)).find(|file| file.is_file());
    let mut command = Command::new(wrapper.unwrap_or_else(|| PathBuf::from("gradle")));
    command.current_dir(folder).arg("-q").arg("-I").arg(script.path()).arg("margayClassPath");
    let printed = asked(&mut command, Asked::Gradle)?;
    let line = printed.lines().rev().find_map(|line| line.strip_prefix("margay-class-path:"));
    let entries = std::env::split_paths(line.unwrap_or_default());
    Ok(entries.filter(|path| !path.as_os_str().is_empty()).collect())
}
