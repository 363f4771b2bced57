//! `margay verify`: generated tests, compiled and run by the user's JDK. What Margay says a method
//! does is checked by the machine that the method was written for.

mod report;

use crate::cli::{Format, class_path, seconds};
use crate::error::{CliError, code};
use clap::Args;
use margay_java::Error;
use margay_java::test_run::TestRunner;
use margay_jvm::compile::Cache;
use margay_jvm::jdk::Jdk;
use margay_jvm::junit::Places;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// For `--help`.
pub const EXAMPLES: &str = "\
Examples:
  margay verify tests --cp build/classes            compile and run them
  margay verify tests --cp app.jar --jdk /opt/jdk-25  on another JDK
  margay verify tests --cp app.jar --format json    for other programs";

/// `margay verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The folder with the tests, as `margay generate --out` has written it
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Class path of the classes under test: folders and jars, separated as in CLASSPATH; repeatable
    #[arg(long, value_name = "PATH", visible_alias = "class-path")]
    pub cp: Vec<OsString>,
    /// The JDK that compiles and runs the tests [default: JAVA_HOME, the PATH, the usual places]
    #[arg(long, value_name = "FOLDER")]
    pub jdk: Option<PathBuf>,
    /// JUnit's console-standalone jar [default: MARGAY_JUNIT, Maven's and Gradle's, the system's,
    /// Maven Central]
    #[arg(long, value_name = "JARS")]
    pub junit: Option<OsString>,
    /// Time limit in seconds; tests that have not ended by then are left out
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Text to read, or one JSON object
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// Compiles and runs the tests; gives the exit code.
pub fn command(args: &VerifyArgs) -> Result<u8, CliError> {
    let files = test_files(&args.folder)?;
    let (jdk, cache) = (Jdk::discover(args.jdk.as_deref()).map_err(Error::from)?, Cache::of_user());
    let junit = Places::of_this_machine();
    let junit = junit.find(args.junit.as_deref(), &jdk, &cache)?;
    let class_path: Vec<PathBuf> = class_path(&args.cp).into_iter().chain(junit).collect();
    let runner = TestRunner { jdk: &jdk, class_path: &class_path, timeout: args.timeout };
    let results = runner.run(&args.folder, &files)?;
    let mut out = io::stdout().lock();
    match args.format {
        Format::Text => report::text(&mut out, &results)?,
        Format::Json => report::json(&mut out, &results)?,
    }
    out.flush()?;
    Ok(match (results.is_cut, results.disagreeing() > 0) {
        (true, _) => code::BUDGET,
        (false, true) => code::FAILED,
        (false, false) => code::FINE,
    })
}

/// The sources of tests in a folder, sorted.
fn test_files(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let mut files = Vec::new();
    collect(folder, &mut files).map_err(|error| {
        let message = format!("cannot read {}: {error}", folder.display());
        CliError::usage(message, "name the folder that `margay generate --out` has written")
    })?;
    files.sort();
    if files.is_empty() {
        let message = format!("there are no tests in {}", folder.display());
        return Err(CliError::usage(message, "tests are in files named …Test.java"));
    }
    Ok(files)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.to_str().is_some_and(|name| name.ends_with("Test.java")) {
            files.push(path);
        }
    }
    Ok(())
}
