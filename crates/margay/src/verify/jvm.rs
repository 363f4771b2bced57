//! The JDK at work: javac on the tests, then java on a small program that runs them with JUnit's
//! own launcher and prints what came of each.

use crate::error::CliError;
use margay_jvm::jdk::Jdk;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

const RUNNER: &str = include_str!("Runner.java");
/// What lines of the runner begin with; tests may print others.
const MARK: &str = "\u{1}margay\t";

/// What came of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The JVM does what the test says.
    Agree,
    /// An assertion does not hold.
    Fail,
    /// An exception that the test does not expect.
    Error,
}

/// A test that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// What came of it.
    pub status: Status,
    /// Its class, with dots.
    pub class: String,
    /// Its name; empty when the class as a whole failed.
    pub name: String,
    /// What is wrong.
    pub message: String,
}

/// What came of all tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// The tests, by class and name.
    pub tests: Vec<Ended>,
    /// Whether time ran out, or the JVM ended, before the last test did.
    pub is_cut: bool,
}

impl Results {
    /// How many tests have this status.
    pub fn count(&self, status: Status) -> usize {
        self.tests.iter().filter(|test| test.status == status).count()
    }

    /// How many tests do not agree.
    pub fn disagreeing(&self) -> usize {
        self.tests.len() - self.count(Status::Agree)
    }
}

/// A JDK and what it needs to run tests.
pub struct Jvm<'a> {
    pub jdk: &'a Jdk,
    /// The classes under test and JUnit.
    pub class_path: &'a [PathBuf],
    pub timeout: Option<Duration>,
}

impl Jvm<'_> {
    /// Compiles the tests of a folder and runs them.
    pub fn run(&self, folder: &Path, files: &[PathBuf]) -> Result<Results, CliError> {
        let work = tempfile::tempdir()?;
        let classes = work.path().join("classes");
        fs::create_dir(&classes)?;
        let runner = work.path().join("MargayRunner.java");
        fs::write(&runner, RUNNER)?;
        self.compile(work.path(), &classes, files, &runner)?;
        let names: Vec<String> = files.iter().filter_map(|file| class_name(folder, file)).collect();
        self.execute(work.path(), &classes, &names)
    }

    fn joined(&self, classes: &Path) -> Result<OsString, CliError> {
        let parts = [classes].into_iter().chain(self.class_path.iter().map(PathBuf::as_path));
        std::env::join_paths(parts).map_err(|error| {
            CliError::usage(format!("the class path: {error}"), "name folders without separators")
        })
    }

    fn compile(
        &self,
        work: &Path,
        classes: &Path,
        files: &[PathBuf],
        runner: &Path,
    ) -> Result<(), CliError> {
        let Some(javac) = &self.jdk.javac else {
            let message = format!("{} has no javac", self.jdk.home.display());
            return Err(CliError::usage(message, "name a JDK, not a bare runtime, with --jdk"));
        };
        let listed = files.iter().map(PathBuf::as_path).chain([runner]);
        let arguments: String = listed.map(|file| quoted(&file.display().to_string())).collect();
        let list = work.join("sources");
        fs::write(&list, arguments)?;
        let output = Command::new(javac)
            .args(["-proc:none", "-nowarn", "-Xmaxerrs", "5", "-encoding", "US-ASCII", "-cp"])
            .arg(self.joined(classes)?)
            .arg("-d")
            .arg(classes)
            .arg(format!("@{}", list.display()))
            .output()?;
        if output.status.success() {
            return Ok(());
        }
        let words = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
        let message = format!("javac does not accept the tests:\n{words}");
        Err(CliError::usage(message, "--cp must have the classes under test and all they use"))
    }

    fn execute(&self, work: &Path, classes: &Path, names: &[String]) -> Result<Results, CliError> {
        let list = work.join("arguments");
        let arguments: String = names.iter().map(|name| quoted(name)).collect();
        fs::write(&list, format!("MargayRunner\n{arguments}"))?;
        let errors = work.join("errors");
        let mut child = Command::new(&self.jdk.java)
            .arg("-cp")
            .arg(self.joined(classes)?)
            .arg(format!("@{}", list.display()))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(fs::File::create(&errors)?)
            .spawn()?;
        let (mut tests, is_late) = self.collect(&mut child);
        if is_late {
            // If that fails it has just ended by itself.
            let _ = child.kill();
        }
        let status = child.wait()?;
        if tests.is_empty() && !is_late {
            let words = fs::read_to_string(&errors).unwrap_or_default();
            let message = format!("java cannot run the tests:\n{}", words.trim_end());
            return Err(CliError::usage(message, "--junit must name JUnit 5 with its launcher"));
        }
        tests.sort_by(|a, b| (&a.class, &a.name).cmp(&(&b.class, &b.name)));
        Ok(Results { tests, is_cut: is_late || !status.success() })
    }

    /// The tests as they end, until the last or until time runs out.
    fn collect(&self, child: &mut Child) -> (Vec<Ended>, bool) {
        let mut tests = Vec::new();
        let Some(output) = child.stdout.take() else { return (tests, false) };
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                let ended = ended(&String::from_utf8_lossy(&line));
                if ended.is_some_and(|ended| sender.send(ended).is_err()) {
                    return;
                }
            }
        });
        let end = self.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        loop {
            let next = match end {
                None => receiver.recv().map_err(|_| mpsc::RecvTimeoutError::Disconnected),
                Some(end) => receiver.recv_timeout(end.saturating_duration_since(Instant::now())),
            };
            match next {
                Ok(test) => tests.push(test),
                Err(mpsc::RecvTimeoutError::Timeout) => return (tests, true),
                Err(mpsc::RecvTimeoutError::Disconnected) => return (tests, false),
            }
        }
    }
}

/// A line of the runner.
fn ended(line: &str) -> Option<Ended> {
    let mut parts = line.trim_end().strip_prefix(MARK)?.splitn(4, '\t').map(str::to_owned);
    let status = match parts.next()?.as_str() {
        "agree" => Status::Agree,
        "fail" => Status::Fail,
        _ => Status::Error,
    };
    let (class, name) = (parts.next()?, parts.next()?);
    Some(Ended { status, class, name, message: parts.next().unwrap_or_default() })
}

/// The class that a file of a package's folder holds.
fn class_name(folder: &Path, file: &Path) -> Option<String> {
    let path = file.strip_prefix(folder).ok()?.with_extension("");
    let parts: Option<Vec<&str>> = path.iter().map(|part| part.to_str()).collect();
    Some(parts?.join("."))
}

/// A line of an argument file of the JDK's tools.
fn quoted(text: &str) -> String {
    format!("\"{}\"\n", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_runner() {
        let line = format!("{MARK}fail\ta.BTest\tm_returns\texpected: <1> but was: <2>");
        let test = ended(&line).expect("a line of the runner");
        assert_eq!((test.status, test.class.as_str()), (Status::Fail, "a.BTest"));
        assert_eq!(test.message, "expected: <1> but was: <2>");
        assert_eq!(ended("what a test prints"), None);
    }

    #[test]
    fn classes_of_files() {
        let name = |file| class_name(Path::new("out"), Path::new(file));
        assert_eq!(name("out/a/b/CTest.java").as_deref(), Some("a.b.CTest"));
        assert_eq!(name("out/CTest.java").as_deref(), Some("CTest"));
        assert_eq!(name("other/CTest.java"), None);
    }
}
