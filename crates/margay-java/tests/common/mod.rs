//! Sessions on programs written down in a test.
#![allow(dead_code, reason = "each test file uses a part of this")]

use margay_java::case::{CaseOutcome, MethodReport};
use margay_java::structure::Value;
use margay_java::{Limits, Session, Target};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A session on a class `Subject`, and the folder that its source is in.
pub fn session(source: &str) -> (tempfile::TempDir, Session) {
    session_within(source, Limits::default())
}

/// The same within limits.
pub fn session_within(source: &str, limits: Limits) -> (tempfile::TempDir, Session) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Subject.java");
    std::fs::write(&path, source).expect("a file");
    let session = Session::open(&Target::at(path), limits).expect("a program");
    (folder, session)
}

/// Methods with these bodies, and one that calls any of them by its number, as far as the brace before its
/// last return.
pub fn numbered_methods(bodies: &[&str]) -> String {
    let mut source = String::new();
    for (number, body) in bodies.iter().enumerate() {
        let _ = writeln!(source, "    static int m{number}(Node a, Node b) {{ {body} }}");
    }
    source
        .push_str("    static int call(int method, Node a, Node b) {\n        switch (method) {\n");
    for number in 0..bodies.len() {
        let _ = writeln!(source, "            case {number}: return m{number}(a, b);");
    }
    source
}

/// What the subject prints on a real JVM: the words of each line.
pub fn words_on_jvm(session: &Session) -> Vec<BTreeSet<String>> {
    // Not as one file: it may name a class that only Margay has.
    let class_path = std::env::join_paths(session.class_path_entries()).expect("paths");
    let run = std::process::Command::new(&session.jdk().java)
        .arg("-cp")
        .arg(class_path)
        .arg("Subject")
        .output()
        .expect("java runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect();
    String::from_utf8(run.stdout).expect("text").lines().map(words).collect()
}

/// What a case ends with: a number, or an exception.
pub fn ending(outcome: &CaseOutcome) -> String {
    match outcome {
        CaseOutcome::Returned(Some(Value::Int(number))) => number.to_string(),
        CaseOutcome::Returned(other) => format!("{other:?}"),
        CaseOutcome::Threw { class, .. } => class.clone(),
    }
}

/// What the cases of a method end with, in order.
pub fn endings(report: &MethodReport) -> Vec<String> {
    report.cases.iter().map(|case| ending(&case.outcome)).collect()
}

/// Numbers that look random; the same every time.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % end
    }
}
