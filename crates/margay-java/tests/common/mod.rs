//! Sessions on programs written down in a test.
#![allow(dead_code, reason = "each test file uses a part of this")]

use margay_java::case::{CaseOutcome, MethodReport};
use margay_java::structure::Value;
use margay_java::{Limits, Session, Target};

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
