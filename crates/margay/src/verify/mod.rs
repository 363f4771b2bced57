//! `margay verify`: generated tests, compiled and run by the user's JDK. What Margay says a method
//! does is checked by the machine that the method was written for.

mod report;

use crate::cli::{class_path, seconds};
use crate::error::{CliError, code};
use crate::format::Format;
use crate::results;
use clap::Args;
use margay_java::test_run::{self, TestEngine, TestRunner};
use margay_java::{Error, Session};
use margay_jvm::compile::Cache;
use margay_jvm::jdk::Jdk;
use margay_jvm::junit_jar::{JUNIT4, JunitError, Places, TESTNG};
use margay_machine::Limits;
use margay_report::document::Run;
use margay_report::files::{folder_of_tests, run_of_tests};
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// For `--help`.
pub const EXAMPLES: &str = "\
Examples:
  margay verify tests                         what `margay generate --out tests` has written
  margay verify tests --jdk /opt/jdk-25       on another JDK
  margay verify tests --cp build/classes      with other classes
  margay verify tests --shuffle 7             in another order
  margay verify tests --format json           for other programs";

/// `margay verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The folder with the tests, as `margay generate --out` or `margay enumerate --out` has
    /// written it
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Class path of the classes under test: folders and jars, separated as in CLASSPATH; repeatable
    /// [default: where the run that wrote the tests has found them]
    #[arg(long, value_name = "PATH", visible_alias = "class-path")]
    pub cp: Vec<OsString>,
    /// The JDK that compiles and runs the tests [default: that of the run that wrote them if it
    /// was named, JAVA_HOME, the PATH, the usual places]
    #[arg(long, value_name = "FOLDER")]
    pub jdk: Option<PathBuf>,
    /// JUnit's console-standalone jar [default: MARGAY_JUNIT, Maven's and Gradle's, the system's,
    /// Maven Central]; for tests of JUnit 4 with its jars, for those of TestNG its jars instead
    #[arg(long, value_name = "JARS")]
    pub junit: Option<OsString>,
    /// Time limit in seconds; tests that have not ended by then are left out
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Run the tests in a random order, which this number decides: tests must not depend on their
    /// order
    #[arg(long, value_name = "SEED")]
    pub shuffle: Option<u64>,
    /// Text to read, or one JSON object
    #[arg(long, value_parser = Format::one_of(Format::LINES), default_value = "text")]
    pub format: Format,
}

impl VerifyArgs {
    /// The tests of a folder, as they were written.
    pub fn of(folder: PathBuf) -> VerifyArgs {
        let (jdk, junit, timeout, shuffle) = (None, None, None, None);
        VerifyArgs { folder, cp: Vec::new(), jdk, junit, timeout, shuffle, format: Format::Text }
    }
}

/// Compiles and runs the tests; gives the exit code.
pub fn command(args: &VerifyArgs) -> Result<u8, CliError> {
    let folder = folder_of_tests(&args.folder);
    let files = test_files(&folder)?;
    let documented = run_of_tests(&args.folder)?;
    let assertions = documented.as_ref().is_some_and(|(_, run)| results::has_assertions(run));
    let (class_path, jdk) = under_test(args, documented)?;
    let engine = TestEngine::of(&files)?;
    let framework = framework(engine, args.junit.as_deref(), &jdk)?;
    let class_path: Vec<PathBuf> = class_path.into_iter().chain(framework).collect();
    let (class_path, timeout, shuffle) = (&class_path, args.timeout, args.shuffle);
    let runner = TestRunner { jdk: &jdk, engine, class_path, assertions, timeout, shuffle };
    let results = runner.run(&folder, &files)?;
    let mut out = io::stdout().lock();
    match args.format {
        Format::Json => writeln!(out, "{}", results.json())?,
        _ => report::text(&mut out, &results)?,
    }
    out.flush()?;
    Ok(match results.is_cut {
        true => code::BUDGET,
        false if results.disagreeing() > 0 => code::FAILED,
        false if !results.uncompiled.is_empty() => code::USAGE,
        false => code::FINE,
    })
}

/// The jars of what runs the tests: as the user says, else those of this machine.
fn framework(
    engine: TestEngine,
    explicit: Option<&OsStr>,
    jdk: &Jdk,
) -> Result<Vec<PathBuf>, JunitError> {
    let places = Places::of_this_machine();
    let junit = || places.find(explicit, jdk, &Cache::of_user());
    match engine {
        TestEngine::Junit5 => junit(),
        TestEngine::TestNg => places.find_library(TESTNG, explicit),
        // The engine for old tests is part of JUnit 5.
        TestEngine::Junit4 if explicit.is_some() => junit(),
        TestEngine::Junit4 => Ok([junit()?, places.find_library(JUNIT4, None)?].concat()),
    }
}

/// The class path of what is tested, and the JDK: as the options say, else as the documents of the
/// run that wrote the tests do.
fn under_test(
    args: &VerifyArgs,
    documented: Option<(PathBuf, Run)>,
) -> Result<(Vec<PathBuf>, Jdk), CliError> {
    let given = class_path(&args.cp);
    let Some((folder, run)) = documented else {
        return Ok((given, Jdk::discover(args.jdk.as_deref()).map_err(Error::from)?));
    };
    let mut target = results::target_of(&run, &folder);
    if args.jdk.is_some() {
        target.jdk = args.jdk.clone();
    }
    if given.is_empty() {
        let session = Session::open(&target, Limits::default()).map_err(|error| {
            let message = format!("what {} was written for: {error}", folder.display());
            CliError::usage(message, "name the classes under test with --cp")
        })?;
        Ok((session.class_path_entries(), session.jdk().clone()))
    } else {
        Ok((given, Jdk::discover(target.jdk.as_deref()).map_err(Error::from)?))
    }
}

/// The sources of tests in a folder, sorted.
fn test_files(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let files = test_run::test_files(folder).map_err(|error| {
        let message = format!("cannot read {}: {error}", folder.display());
        CliError::usage(message, "name the folder that `margay generate --out` has written")
    })?;
    if files.is_empty() {
        let message = format!("there are no tests in {}", folder.display());
        return Err(CliError::usage(message, "tests are in files named …Test.java"));
    }
    Ok(files)
}
