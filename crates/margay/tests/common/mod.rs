//! What the integration tests share: the JDKs of this machine, Java programs compiled once, and
//! runs of the built command.
#![allow(dead_code, reason = "each test file uses a part of this")]
#![allow(clippy::print_stderr, reason = "tests talk to whoever runs them")]

use margay_jvm::jdk::{Jdk, JdkSearch};
use std::ffi::OsStr;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Programs at a time.
const WORKERS: usize = 2;

/// The JDK that tests use unless they need a certain one.
pub fn jdk() -> Jdk {
    Jdk::discover(None).expect("tests need a JDK: see scripts/test")
}

/// A JDK of this version or a later one: where `JDK25_HOME` (for 25) says, else the oldest of
/// those found in the usual places.
pub fn jdk_since(version: u16) -> Option<Jdk> {
    if let Some(home) = std::env::var_os(format!("JDK{version}_HOME")) {
        return Some(Jdk::at(Path::new(&home)).expect("JDK25_HOME names a JDK"));
    }
    let mut found = JdkSearch::of_this_machine().installed();
    found.push(jdk());
    found.retain(|jdk| jdk.version >= version && jdk.javac.is_some());
    found.into_iter().min_by_key(|jdk| jdk.version)
}

/// A folder of the repository.
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The Java programs of a folder below `tests/java`, sorted by name.
pub fn programs(folder: &str) -> Vec<PathBuf> {
    programs_in(&repository("tests/java").join(folder))
}

/// The Java programs of a folder, sorted by name.
pub fn programs_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the programs are there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.retain(|file| file.extension() == Some(OsStr::new("java")));
    files.sort();
    assert!(!files.is_empty(), "no programs in {}", folder.display());
    files
}

/// The lines of a document between its header and its end, both of which must be there.
#[track_caller]
pub fn records(document: &str) -> String {
    let (header, rest) = document.split_once('\n').expect("a header");
    assert!(header.starts_with("{\"kind\":"), "{document}");
    let end = rest.trim_end().rfind('\n').map_or(0, |end| end + 1);
    assert!(rest[end..].starts_with("{\"end\":"), "{document}");
    rest[..end].to_owned()
}

/// A program's name: that of its main class.
pub fn name(file: &Path) -> &str {
    file.file_stem().and_then(OsStr::to_str).expect("a name in ASCII")
}

/// Compiles sources in one go, unless these very contents were compiled before.
pub fn compile(jdk: &Jdk, sources: &[PathBuf]) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    jdk.full_version.hash(&mut hasher);
    for source in sources {
        source.hash(&mut hasher);
        std::fs::read(source).expect("a readable source").hash(&mut hasher);
    }
    let key = format!("classes-{:016x}", hasher.finish());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(key);
    if folder.is_dir() {
        return folder;
    }
    let work = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a temporary folder");
    let javac = Command::new(jdk.javac.as_ref().expect("a JDK with javac"))
        .args(["-g", "-proc:none", "-nowarn", "-encoding", "UTF-8"])
        .arg("-sourcepath")
        .arg(repository("crates/margay-jvm/runtime"))
        .arg("-d")
        .arg(work.path())
        .args(sources)
        .output()
        .expect("javac runs");
    assert!(javac.status.success(), "{}", String::from_utf8_lossy(&javac.stderr));
    // Another test may have been faster; its result is as good.
    let _ = std::fs::rename(work.keep(), &folder);
    folder
}

/// The built command.
pub fn margay() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_margay"));
    command.env("NO_COLOR", "1");
    command
}

/// Runs the built command.
pub fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Run {
    Run::of(margay().args(args))
}

/// What a command did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub stdout: String,
    pub stderr: String,
    pub code: Option<i32>,
}

impl Run {
    pub fn of(command: &mut Command) -> Run {
        let Output { status, stdout, stderr } = command.output().expect("the command starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output in UTF-8");
        Run { stdout: text(stdout), stderr: text(stderr), code: status.code() }
    }
}

/// Checks every item, several at a time; fails with the complaints, in the order of the items.
pub fn check_all<T: Sync>(items: &[T], check: impl Fn(&T) -> Result<(), String> + Sync) {
    let (next, complaints) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(complaint) = check(item) {
                        complaints.lock().expect("no panic before").push(complaint);
                    }
                }
            });
        }
    });
    let mut complaints = complaints.into_inner().expect("no panic before");
    complaints.sort();
    let (bad, all) = (complaints.len(), items.len());
    assert!(complaints.is_empty(), "{bad} of {all} differ:\n{}", complaints.join("\n"));
}

/// The first line in which two texts differ, for a message of one line.
pub fn first_difference(what: &str, expected: &str, found: &str) -> Option<String> {
    if expected == found {
        return None;
    }
    let (mut expected, mut found) = (expected.lines(), found.lines());
    for number in 1.. {
        let (left, right) = (expected.next(), found.next());
        if left != right || left.is_none() {
            let (left, right) = (left.unwrap_or("(end)"), right.unwrap_or("(end)"));
            return Some(format!("{what} line {number}: expected `{left}`, found `{right}`"));
        }
    }
    None
}

/// Says that something was not tested, and why.
pub fn skip(reason: &str) {
    eprintln!("note: {reason}");
}

/// What a script of `scripts` provides: a path, or a class path.
#[track_caller]
pub fn provided(script: &str) -> String {
    let found = Run::of(&mut Command::new(repository("scripts").join(script)));
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    found.stdout.trim().to_owned()
}

/// Compiles sources into a folder.
#[track_caller]
pub fn javac(class_path: &str, options: &[&str], out: &Path, sources: &[PathBuf]) {
    let jdk = jdk();
    let mut javac = Command::new(jdk.javac.as_ref().expect("a JDK with javac"));
    javac.args(["-g", "-proc:none", "-nowarn"]).args(options).args(["-cp", class_path]);
    let run = Run::of(javac.arg("-d").arg(out).args(sources));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}
