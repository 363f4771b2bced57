//! Generated tests on the real JVM: those of the subjects and of classes of the JDK all agree, ten
//! times in a row, and those of the subjects notice seeded bugs.

mod common;
#[path = "common/generated.rs"]
mod generated;

use common::{Run, check_all, compile, jdk, jdk_since, programs, repository, skip};
use generated::{command, generate, verify};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Small inputs: they show as much in less time.
const SMALL: [&str; 6] = ["--max-array", "2", "--max-string", "3", "--max-list", "2"];

/// A bug: file, what the source says, and what it says instead.
type Bug = (&'static str, &'static str, &'static str);

/// One in each of ten classes.
const BUGS: [Bug; 10] = [
    ("Account", "amount > balance + limit", "amount >= balance + limit"),
    ("Bits", "b == a", "b != a"),
    ("Classics", "return b < c ? b", "return b <= c ? c"),
    ("Dates", "year % 400 == 0", "year % 400 == 4"),
    ("Failures", "state++", "state--"),
    ("Fraction", "sign * num", "num"),
    ("LinkedInts", "node.next.value < value", "node.next.value <= value + 1"),
    ("RingQueue", "int item = items[first]", "int item = count"),
    ("SearchTree", "return false", "return true"),
    ("Words", "at + 1", "at"),
];

fn write_tests(classes: &Path, out: &Path, jdk: &Path) -> Run {
    let mut command = command(classes);
    command.args(SMALL).args(["--max-paths", "20", "--jdk"]).arg(jdk);
    Run::of(command.arg("--out").arg(out))
}

/// How often a test runs that may not do one thing now and another then.
const TIMES: u64 = 10;

/// Makes each test of a folder run several times.
fn repeat(tests: &Path) {
    for (path, content) in generated::files(tests) {
        if path.extension().is_some_and(|extension| extension == "java") {
            let source = String::from_utf8(content).expect("text");
            let source = source
                .replace("api.Test;", "api.RepeatedTest;")
                .replace("    @Test\n", &format!("    @RepeatedTest({TIMES})\n"));
            std::fs::write(&path, source).expect("a file");
        }
    }
}

#[track_caller]
fn check_agreement(tests: &Path, classes: Option<&Path>, jdk: &Path, least: u64) {
    let (code, found) = verify(tests, classes, jdk);
    assert_eq!((code, &found["disagreeing"]), (Some(0), &Value::Array(Vec::new())));
    assert!(found["tests"].as_u64() >= Some(least), "{found}");
}

/// What was left without a test although its path was found.
fn left_out(run: &Run) -> Vec<&str> {
    run.stderr.lines().filter(|line| line.contains("no test for")).collect()
}

#[test]
fn tests_of_subjects_agree_with_the_jvm_and_notice_bugs() {
    let sources = programs("generate/subjects");
    let classes = compile(&jdk(), &sources);
    let folder = tempfile::tempdir().expect("a folder");
    let tests = folder.path().join("tests");
    let run = write_tests(&classes, &tests, &jdk().home);
    assert!(matches!(run.code, Some(0 | 4)), "{}", run.stderr);
    assert!(!run.stdout.contains("diverged"), "{}", run.stdout);
    assert_eq!(left_out(&run), Vec::<&str>::new());
    if let Some(newer) = jdk_since(25) {
        check_agreement(&tests, Some(&classes), &newer.home, 700);
    } else {
        skip("generated tests do not run on JDK 25: there is none");
    }
    check_bugs(&sources, &tests, folder.path());
    repeat(&tests);
    check_agreement(&tests, Some(&classes), &jdk().home, 700);
}

/// With all the bugs together, tests of all their classes fail and no others.
fn check_bugs(sources: &[PathBuf], tests: &Path, folder: &Path) {
    let with_bugs: Vec<PathBuf> = sources.iter().map(|source| with_bug(source, folder)).collect();
    let classes = compile(&jdk(), &with_bugs);
    let (code, found) = verify(tests, Some(&classes), &jdk().home);
    assert_eq!(code, Some(1));
    let failed = found["disagreeing"].as_array().expect("tests");
    let mut failed: Vec<&str> =
        failed.iter().map(|test| test["class"].as_str().expect("a name")).collect();
    failed.dedup();
    for (class, from, to) in BUGS {
        let noticed = failed.iter().any(|test| test.starts_with(&format!("subjects.{class}")));
        assert!(noticed, "{class}: nothing notices {to} instead of {from}");
    }
    for test in failed {
        let known = BUGS.iter().any(|(class, ..)| test.starts_with(&format!("subjects.{class}")));
        assert!(known, "{test} fails without a bug");
    }
}

fn with_bug(source: &Path, folder: &Path) -> PathBuf {
    let bug = BUGS.iter().find(|(class, ..)| *class == common::name(source));
    let Some((_, from, to)) = bug else { return source.to_path_buf() };
    let text = std::fs::read_to_string(source).expect("a source");
    assert!(text.contains(from), "{} does not contain {from}", source.display());
    let file = folder.join(source.file_name().expect("a file"));
    std::fs::write(&file, text.replacen(from, to, 1)).expect("a file");
    file
}

/// Public methods of the JDK.
const METHODS: [(&str, &str); 47] = [
    ("java.lang.Math", "floorMod(II)I"),
    ("java.lang.Math", "floorDiv(II)I"),
    ("java.lang.Math", "abs(I)I"),
    ("java.lang.Math", "addExact(II)I"),
    ("java.lang.Math", "toIntExact(J)I"),
    ("java.lang.Math", "max(JJ)J"),
    ("java.lang.Integer", "compare(II)I"),
    ("java.lang.Integer", "signum(I)I"),
    ("java.lang.Integer", "bitCount(I)I"),
    ("java.lang.Integer", "highestOneBit(I)I"),
    ("java.lang.Integer", "numberOfLeadingZeros(I)I"),
    ("java.lang.Integer", "parseInt(Ljava/lang/String;)I"),
    ("java.lang.Integer", "compareUnsigned(II)I"),
    ("java.lang.Long", "hashCode(J)I"),
    ("java.lang.Long", "numberOfTrailingZeros(J)I"),
    ("java.lang.Character", "isDigit(C)Z"),
    ("java.lang.Character", "isSurrogate(C)Z"),
    ("java.lang.Character", "toCodePoint(CC)I"),
    ("java.lang.Boolean", "parseBoolean(Ljava/lang/String;)Z"),
    ("java.lang.Boolean", "logicalXor(ZZ)Z"),
    ("java.lang.String", "isEmpty()Z"),
    ("java.lang.String", "charAt(I)C"),
    ("java.lang.String", "startsWith(Ljava/lang/String;)Z"),
    ("java.lang.String", "indexOf(I)I"),
    ("java.lang.String", "trim()Ljava/lang/String;"),
    ("java.lang.String", "compareTo(Ljava/lang/String;)I"),
    ("java.util.Arrays", "binarySearch([II)I"),
    ("java.util.Arrays", "equals([I[I)Z"),
    ("java.util.Arrays", "hashCode([Z)I"),
    ("java.util.Arrays", "fill([BB)V"),
    ("java.util.Collections", "reverse(Ljava/util/List;)V"),
    ("java.util.Collections", "swap(Ljava/util/List;II)V"),
    ("java.util.Objects", "requireNonNull(Ljava/lang/Object;)Ljava/lang/Object;"),
    ("java.util.Objects", "checkIndex(II)I"),
    ("java.lang.String", "equalsIgnoreCase(Ljava/lang/String;)Z"),
    ("java.util.BitSet", "valueOf([J)Ljava/util/BitSet;"),
    ("java.util.LinkedList", "removeFirst()Ljava/lang/Object;"),
    ("java.util.LinkedList", "indexOf(Ljava/lang/Object;)I"),
    ("java.util.TreeMap", "firstKey()Ljava/lang/Object;"),
    ("java.util.TreeMap", "get(Ljava/lang/Object;)Ljava/lang/Object;"),
    ("java.util.HashMap", "clear()V"),
    ("java.util.ArrayDeque", "pollFirst()Ljava/lang/Object;"),
    ("java.util.PriorityQueue", "poll()Ljava/lang/Object;"),
    ("java.lang.Double", "compare(DD)I"),
    ("java.lang.Math", "round(D)J"),
    ("java.lang.Integer", "decode(Ljava/lang/String;)Ljava/lang/Integer;"),
    ("java.time.LocalTime", "of(II)Ljava/time/LocalTime;"),
];

#[test]
fn tests_of_jdk_methods_agree_with_the_jvm() {
    let folder = tempfile::tempdir().expect("a folder");
    let numbered: Vec<(usize, &(&str, &str))> = METHODS.iter().enumerate().collect();
    check_all(&numbered, |(number, (class, method))| {
        let out = folder.path().join(format!("m{number}"));
        let mut command = command(Path::new(class));
        command.args(["--method", method, "--max-paths", "20", "--timeout", "20"]).args(SMALL);
        let run = Run::of(command.arg("--out").arg(&out));
        if !matches!(run.code, Some(0 | 4)) || run.stdout.contains("diverged") {
            return Err(format!("{class}.{method}: {:?} {}{}", run.code, run.stdout, run.stderr));
        }
        Ok(())
    });
    // Tests of one class have one name; in a package of its own each is compiled with all others.
    let tests = folder.path().join("tests");
    let mut written = 0;
    for number in 0..METHODS.len() {
        let from = folder.path().join(format!("m{number}"));
        for (path, content) in generated::files(&from) {
            if path.extension().is_some_and(|extension| extension == "java") {
                written += 1;
                place(&tests, number, &path, &String::from_utf8(content).expect("text"));
            }
        }
    }
    assert!(written >= METHODS.len(), "{written} files for {} methods", METHODS.len());
    repeat(&tests);
    check_agreement(&tests, None, &jdk().home, 300);
}

/// Puts a test class into a package of its own.
fn place(tests: &Path, number: usize, path: &Path, source: &str) {
    let package = source.lines().find(|line| line.starts_with("package ")).expect("a package");
    let folder = tests.join(format!("m{number}"));
    std::fs::create_dir_all(&folder).expect("a folder");
    let source = source.replace(package, &format!("package m{number};"));
    std::fs::write(folder.join(path.file_name().expect("a file")), source).expect("a file");
}

/// The subjects of pet, whose members no other package sees.
#[test]
fn tests_of_the_thesis_agree_with_the_jvm() {
    let sources: Vec<PathBuf> = programs("generate/pet");
    let classes = compile(&jdk(), &sources);
    let folder = tempfile::tempdir().expect("a folder");
    let tests = folder.path().join("tests");
    let mut command = command(&repository("tests/java/generate/pet/List.java"));
    command.args(["--class", "List", "--method", "remAll", "--out"]).arg(&tests);
    let run = Run::of(&mut command);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    check_agreement(&tests, Some(&classes), &jdk().home, 7);
    let found = generate(&classes, &["--class", "Powers", "--method", "arraypow"]);
    assert_eq!(found.cases.len(), 10);
}
