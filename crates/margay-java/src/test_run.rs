//! Generated tests on a JVM: javac on the tests, then java on a small program that runs them with the
//! launcher of their framework and prints what came of each.

use margay_jvm::classpath::unsealed;
use margay_jvm::jdk::Jdk;
use serde_json::json;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use thiserror::Error;

const JUNIT_RUNNER: &str = include_str!("Runner.java");
const TESTNG_RUNNER: &str = include_str!("TestNgRunner.java");
/// For runs of a few seconds: code that is compiled slowly to run fast costs more than it gains.
const SHORT: [&str; 3] =
    ["-XX:+IgnoreUnrecognizedVMOptions", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/// Between two looks at the compiler.
const PAUSE: Duration = Duration::from_millis(10);

/// Lines of the compiler that are shown.
const MOST_LINES: usize = 20;

/// What lines of the runner begin with; tests may print others.
const MARK: &str = "\u{1}margay\t";

/// Why tests cannot be run.
#[derive(Debug, Error)]
pub enum TestRunError {
    /// A class path that cannot be written down.
    #[error("the class path: {0}")]
    ClassPath(#[from] std::env::JoinPathsError),
    /// A runtime without a compiler.
    #[error("{0} has no javac")]
    NoCompiler(String),
    /// Tests that do not compile, with the compiler's words.
    #[error("javac does not accept the tests:\n{0}")]
    NotCompiled(String),
    /// A JVM that runs no test, with its words.
    #[error("java cannot run the tests:\n{0}")]
    NotRun(String),
    /// A file or process that cannot be used.
    #[error(transparent)]
    File(#[from] std::io::Error),
}

/// What came of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestStatus {
    /// The JVM does what the test says.
    Agree,
    /// An assertion does not hold.
    Fail,
    /// An exception that the test does not expect.
    Error,
}

/// A test that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestEnd {
    /// What came of it.
    pub status: TestStatus,
    /// Its class, with dots.
    pub class: String,
    /// Its name; empty when the class as a whole failed.
    pub name: String,
    /// What is wrong.
    pub message: String,
}

/// A file of tests that the compiler does not accept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uncompiled {
    /// The file.
    pub file: PathBuf,
    /// The compiler's first complaint.
    pub message: String,
}

/// What came of all tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestResults {
    /// The tests, by class and name.
    pub tests: Vec<TestEnd>,
    /// Whether time ran out, or the JVM ended, before the last test did.
    pub is_cut: bool,
    /// Files that are left out.
    pub uncompiled: Vec<Uncompiled>,
}

impl TestResults {
    /// How many tests have this status.
    #[must_use]
    pub fn count(&self, status: TestStatus) -> usize {
        self.tests.iter().filter(|test| test.status == status).count()
    }

    /// How many tests do not agree.
    #[must_use]
    pub fn disagreeing(&self) -> usize {
        self.tests.len() - self.count(TestStatus::Agree)
    }

    /// All of it but the tests that agree, for programs.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        let disagreeing = self.tests.iter().filter(|test| test.status != TestStatus::Agree);
        let test = |test: &TestEnd| {
            let TestEnd { class, name, status, message } = test;
            json!({ "class": class, "test": name, "status": status.name(), "message": message })
        };
        let mut summary = json!({
            "tests": self.tests.len(),
            "agree": self.count(TestStatus::Agree),
            "fail": self.count(TestStatus::Fail),
            "error": self.count(TestStatus::Error),
            "complete": !self.is_cut,
            "disagreeing": disagreeing.map(test).collect::<Vec<_>>(),
        });
        if !self.uncompiled.is_empty() {
            let file = |it: &Uncompiled| json!({ "file": it.file, "message": it.message });
            summary["uncompiled"] = self.uncompiled.iter().map(file).collect();
        }
        summary
    }
}

impl TestStatus {
    /// In a word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TestStatus::Agree => "agree",
            TestStatus::Fail => "fail",
            TestStatus::Error => "error",
        }
    }
}

/// The sources of tests in a folder and those below it, sorted.
///
/// # Errors
/// When a folder cannot be read.
pub fn test_files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(test_files(&path)?);
        } else if path.to_str().is_some_and(|name| name.ends_with("Test.java")) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// What runs tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TestEngine {
    /// JUnit 5.
    #[default]
    Junit5,
    /// JUnit 4, by the engine of JUnit 5 for old tests.
    Junit4,
    /// TestNG.
    TestNg,
}

impl TestEngine {
    /// What the tests in files are written for: what they import says it.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn of(files: &[PathBuf]) -> std::io::Result<TestEngine> {
        for file in files {
            let source = fs::read_to_string(file)?;
            let known = [
                ("org.testng.annotations.", TestEngine::TestNg),
                ("org.junit.Test;", TestEngine::Junit4),
            ];
            let imports = |name: &str| source.contains(&format!("\nimport {name}"));
            if let Some((_, engine)) = known.into_iter().find(|(name, _)| imports(name)) {
                return Ok(engine);
            }
        }
        Ok(TestEngine::Junit5)
    }

    fn runner(self) -> &'static str {
        match self {
            TestEngine::Junit5 | TestEngine::Junit4 => JUNIT_RUNNER,
            TestEngine::TestNg => TESTNG_RUNNER,
        }
    }
}

/// Files that compile, and those that do not.
type Compiled = (Vec<PathBuf>, Vec<Uncompiled>);

/// A JDK and what it needs to run tests.
pub struct TestRunner<'a> {
    /// The JDK.
    pub jdk: &'a Jdk,
    /// What runs the tests.
    pub engine: TestEngine,
    /// The classes under test and the framework.
    pub class_path: &'a [PathBuf],
    /// Whether `assert` statements are executed.
    pub assertions: bool,
    /// When to stop, compiling included; tests that have not ended by then are left out.
    pub timeout: Option<Duration>,
    /// The order of the tests, if it is to be a random one.
    pub shuffle: Option<u64>,
}

impl TestRunner<'_> {
    /// Compiles the tests of a folder and runs them. Files that do not compile are left out.
    ///
    /// # Errors
    /// When none compiles, or none can be run.
    pub fn run(&self, folder: &Path, files: &[PathBuf]) -> Result<TestResults, TestRunError> {
        let work = tempfile::tempdir()?;
        let class_path = open_to_tests(self.class_path, work.path());
        let runner = TestRunner { class_path: &class_path, ..*self };
        runner.run_in(work.path(), folder, files)
    }

    fn run_in(
        &self,
        work: &Path,
        folder: &Path,
        files: &[PathBuf],
    ) -> Result<TestResults, TestRunError> {
        let classes = work.join("classes");
        fs::create_dir(&classes)?;
        let runner = work.join("MargayRunner.java");
        fs::write(&runner, self.engine.runner())?;
        let end = self.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let compiled = self.compile_most(work, &classes, files, &runner, end)?;
        let Some((files, uncompiled)) = compiled else {
            return Ok(TestResults { tests: Vec::new(), is_cut: true, uncompiled: Vec::new() });
        };
        let names: Vec<String> = files.iter().filter_map(|file| class_name(folder, file)).collect();
        let results = self.execute(work, &classes, &names, end)?;
        Ok(TestResults { uncompiled, ..results })
    }

    /// Compiles all files but those that the compiler complains about; gives both. Leaving one out
    /// may be what another stumbles over, so this goes on until the rest compiles; none if time runs out.
    fn compile_most(
        &self,
        work: &Path,
        classes: &Path,
        files: &[PathBuf],
        runner: &Path,
        end: Option<Instant>,
    ) -> Result<Option<Compiled>, TestRunError> {
        let (mut files, mut uncompiled) = (files.to_vec(), Vec::new());
        loop {
            let words = match self.compile(work, classes, &files, runner, end) {
                Err(TestRunError::NotCompiled(words)) => words,
                done => return done.map(|in_time| in_time.then_some((files, uncompiled))),
            };
            let found: Vec<Uncompiled> =
                files.iter().filter_map(|file| complaint(&words, file)).collect();
            files.retain(|file| found.iter().all(|found| found.file != *file));
            uncompiled.extend(found.iter().cloned());
            if found.is_empty() || files.is_empty() {
                return Err(TestRunError::NotCompiled(beginning(&words)));
            }
        }
    }

    fn joined(&self, classes: &Path) -> Result<OsString, TestRunError> {
        let parts = [classes].into_iter().chain(self.class_path.iter().map(PathBuf::as_path));
        Ok(std::env::join_paths(parts)?)
    }

    /// Compiles files; false if time runs out.
    fn compile(
        &self,
        work: &Path,
        classes: &Path,
        files: &[PathBuf],
        runner: &Path,
        end: Option<Instant>,
    ) -> Result<bool, TestRunError> {
        let Some(javac) = &self.jdk.javac else {
            return Err(TestRunError::NoCompiler(self.jdk.home.display().to_string()));
        };
        let listed = files.iter().map(PathBuf::as_path).chain([runner]);
        let arguments: String = listed.map(|file| quoted(&file.display().to_string())).collect();
        let list = work.join("sources");
        fs::write(&list, arguments)?;
        let complaints = work.join("complaints");
        let mut child = Command::new(javac)
            .args(SHORT.map(|option| format!("-J{option}")))
            .args(["-proc:none", "-nowarn", "-Xmaxerrs", "0", "-encoding", "US-ASCII", "-cp"])
            .arg(self.joined(classes)?)
            // Jars may have sources beside the classes, which javac would compile as well.
            .arg("-sourcepath")
            .arg(classes)
            .arg("-d")
            .arg(classes)
            .arg(format!("@{}", list.display()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(fs::File::create(&complaints)?)
            .spawn()?;
        match wait_until(&mut child, end)? {
            None => Ok(false),
            Some(status) if status.success() => Ok(true),
            Some(_) => {
                let words = String::from_utf8_lossy(&fs::read(&complaints)?).trim_end().to_owned();
                Err(TestRunError::NotCompiled(words))
            }
        }
    }

    fn execute(
        &self,
        work: &Path,
        classes: &Path,
        names: &[String],
        end: Option<Instant>,
    ) -> Result<TestResults, TestRunError> {
        let list = work.join("arguments");
        let arguments: String = names.iter().map(|name| quoted(name)).collect();
        fs::write(&list, format!("MargayRunner\n{arguments}"))?;
        let errors = work.join("errors");
        let mut child = Command::new(&self.jdk.java)
            .args(SHORT)
            .args(self.assertions.then_some("-ea"))
            .args(self.shuffle.map(random_order).into_iter().flatten())
            .arg("-cp")
            .arg(self.joined(classes)?)
            .arg(format!("@{}", list.display()))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(fs::File::create(&errors)?)
            .spawn()?;
        let (mut tests, is_late) = collect(&mut child, end);
        if is_late {
            // If that fails it has just ended by itself.
            let _ = child.kill();
        }
        let status = child.wait()?;
        if tests.is_empty() && !is_late {
            let words = fs::read_to_string(&errors).unwrap_or_default();
            return Err(TestRunError::NotRun(words.trim_end().to_owned()));
        }
        tests.sort_by(|a, b| (&a.class, &a.name).cmp(&(&b.class, &b.name)));
        Ok(TestResults { tests, is_cut: is_late || !status.success(), uncompiled: Vec::new() })
    }
}

/// The tests as they end, until the last or until time runs out.
fn collect(child: &mut Child, end: Option<Instant>) -> (Vec<TestEnd>, bool) {
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

/// How a process ends; none, and it is ended, if time runs out.
fn wait_until(child: &mut Child, end: Option<Instant>) -> io::Result<Option<ExitStatus>> {
    let Some(end) = end else { return child.wait().map(Some) };
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= end {
            // If that fails it has just ended by itself.
            let _ = child.kill();
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(PAUSE);
    }
}

/// A class path into whose packages tests may be put: copies of jars that are sealed, others as they are.
fn open_to_tests(class_path: &[PathBuf], work: &Path) -> Vec<PathBuf> {
    let opened = |(number, entry): (usize, &PathBuf)| {
        let copy = work.join(format!("{number}.jar"));
        // Whatever is wrong with it the JVM says.
        let is_sealed = entry.is_file() && unsealed(entry, &copy).unwrap_or(false);
        if is_sealed { copy } else { entry.clone() }
    };
    class_path.iter().enumerate().map(opened).collect()
}

/// Options by which JUnit 5 and TestNG run tests in a random order; JUnit 4 has one of its own.
fn random_order(seed: u64) -> [String; 4] {
    let orderers = "org.junit.jupiter.api";
    [
        format!("-Dmargay.seed={seed}"),
        format!("-Djunit.jupiter.testmethod.order.default={orderers}.MethodOrderer$Random"),
        format!("-Djunit.jupiter.testclass.order.default={orderers}.ClassOrderer$Random"),
        format!("-Djunit.jupiter.execution.order.random.seed={seed}"),
    ]
}

/// What the compiler says of a file first, if anything.
fn complaint(words: &str, file: &Path) -> Option<Uncompiled> {
    let name = file.display().to_string();
    let message = words.lines().find_map(|line| {
        let (number, message) =
            line.strip_prefix(&name)?.strip_prefix(':')?.split_once(": error: ")?;
        number.parse::<u32>().ok().map(|number| format!("line {number}: {message}"))
    });
    message.map(|message| Uncompiled { file: file.to_path_buf(), message })
}

/// The first few lines: the rest says the same of other places.
fn beginning(words: &str) -> String {
    let lines: Vec<&str> = words.lines().collect();
    let shown = lines[..lines.len().min(MOST_LINES)].join("\n");
    if lines.len() > MOST_LINES { format!("{shown}\n...") } else { shown }
}

/// A line of the runner.
fn ended(line: &str) -> Option<TestEnd> {
    let mut parts = line.trim_end().strip_prefix(MARK)?.splitn(4, '\t').map(str::to_owned);
    let status = match parts.next()?.as_str() {
        "agree" => TestStatus::Agree,
        "fail" => TestStatus::Fail,
        _ => TestStatus::Error,
    };
    let (class, name) = (parts.next()?, parts.next()?);
    Some(TestEnd { status, class, name, message: parts.next().unwrap_or_default() })
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
        assert_eq!((test.status, test.class.as_str()), (TestStatus::Fail, "a.BTest"));
        assert_eq!(test.message, "expected: <1> but was: <2>");
        assert_eq!(ended("what a test prints"), None);
    }

    #[test]
    fn complaints_of_the_compiler() {
        let words = "t/ATest.java:3: error: cannot find symbol\n  Nowhere x;\n  ^\n1 error";
        let found = complaint(words, Path::new("t/ATest.java")).expect("a complaint");
        assert_eq!(found.message, "line 3: cannot find symbol");
        assert_eq!(complaint(words, Path::new("t/BTest.java")), None);
    }

    #[test]
    fn classes_of_files() {
        let name = |file| class_name(Path::new("out"), Path::new(file));
        assert_eq!(name("out/a/b/CTest.java").as_deref(), Some("a.b.CTest"));
        assert_eq!(name("out/CTest.java").as_deref(), Some("CTest"));
        assert_eq!(name("other/CTest.java"), None);
    }
}
