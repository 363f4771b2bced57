//! Sessions on programs written down in a test.
#![allow(dead_code, reason = "each test file uses a part of this")]

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
