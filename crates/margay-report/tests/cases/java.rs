//! Generated tests, compiled and run by the JDKs of this machine.

use crate::common::java_files;
use crate::suites::Suite;
use margay_jvm::classpath::ClassPath;
use margay_jvm::jdk::{Jdk, JdkSearch};
use margay_jvm::source::source_class;
use margay_report::cases::test_classes::{self, Summary, TestStyle};
use std::cell::RefCell;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The JDK at hand and, if there is one, the newest of the others.
fn jdks() -> Vec<Jdk> {
    let first = Jdk::discover(None).expect("tests need a JDK: see scripts/test");
    let mut others = JdkSearch::of_this_machine().installed();
    others.retain(|jdk| jdk.version > first.version && jdk.javac.is_some());
    others.sort_by_key(|jdk| jdk.version);
    let mut jdks = vec![first];
    jdks.extend(others.pop());
    jdks
}

fn junit() -> OsString {
    let found = std::env::var_os("MARGAY_JUNIT");
    found.unwrap_or_else(|| "/usr/share/java/junit-platform-console-standalone.jar".into())
}

/// The classes under test, compiled by a JDK.
fn subjects(jdk: &Jdk) -> PathBuf {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java/generate/report");
    let name = format!("report-subjects-{}", jdk.version);
    let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    compile(jdk, &sources, &output, "");
    output
}

fn compile(jdk: &Jdk, sources: &Path, output: &Path, class_path: impl Into<OsString>) {
    let javac = jdk.javac.as_ref().expect("a JDK with javac");
    let mut compiler = Command::new(javac);
    compiler.args(["-g", "-Xlint:all", "-Werror", "-proc:none", "-encoding", "US-ASCII"]);
    compiler.args(["--release", "17", "-Xlint:-options"]);
    compiler.arg("-cp").arg(class_path.into()).arg("-d").arg(output);
    succeed(compiler.args(java_files(sources)).output());
}

fn succeed(output: std::io::Result<Output>) -> String {
    let output = output.expect("a program of the JDK");
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{out}{err}");
    out
}

/// Writes the tests of some classes to a folder.
fn generate(jdk: &Jdk, subjects: &Path, suites: &[Suite], folder: &Path) -> Vec<Summary> {
    let class_path = ClassPath::open(&[subjects.to_path_buf()], jdk).expect("a class path");
    let class_path = RefCell::new(class_path);
    let look_up = |name: &str| source_class(&mut class_path.borrow_mut(), name);
    let open = |path: &str| {
        let file = folder.join(path);
        fs::create_dir_all(file.parent().expect("a folder"))?;
        fs::File::create(file).map(std::io::BufWriter::new)
    };
    let style = TestStyle { names_paths: true, ..TestStyle::default() };
    let write =
        |(class, reports): &Suite| test_classes::write(class, reports, style, look_up, open);
    suites.iter().map(|suite| write(suite).expect("room on the disk")).collect()
}

/// Writes tests, compiles them without a warning and runs them, on each JDK. All must pass, and
/// all JDKs must give the same source.
pub fn check(suites: &[Suite]) -> (Vec<Summary>, Vec<(String, String)>) {
    let mut results = Vec::new();
    for jdk in jdks() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (sources, classes) = (folder.path().join("tests"), folder.path().join("classes"));
        let subjects = subjects(&jdk);
        let summaries = generate(&jdk, &subjects, suites, &sources);
        let path = std::env::join_paths([subjects.clone().into_os_string(), junit()]);
        compile(&jdk, &sources, &classes, path.expect("paths without separators"));
        let output = run(&jdk, &subjects, &classes);
        let passed: usize = summaries.iter().map(|summary| summary.tests + summary.crashes).sum();
        assert!(output.contains(&format!("[{passed:10} tests successful")), "{output}");
        let read = |path: PathBuf| {
            let name = path.strip_prefix(&sources).expect("a file below").display().to_string();
            (name, fs::read_to_string(path).expect("a readable file"))
        };
        let texts: Vec<_> = java_files(&sources).into_iter().map(read).collect();
        results.push((summaries, texts));
    }
    assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "the JDKs agree");
    results.remove(0)
}

fn run(jdk: &Jdk, subjects: &Path, classes: &Path) -> String {
    let path = [classes.as_os_str().to_owned(), subjects.as_os_str().to_owned(), junit()];
    let path = std::env::join_paths(path).expect("paths without separators");
    let mut java = Command::new(&jdk.java);
    java.arg("-cp").arg(path).arg("org.junit.platform.console.ConsoleLauncher");
    java.args(["--disable-banner", "--details=tree", "--disable-ansi-colors"]);
    succeed(java.arg("--scan-classpath").arg(classes).output())
}
