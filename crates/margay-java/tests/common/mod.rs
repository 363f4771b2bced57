//! Sessions on programs written down in a test.

use margay_java::{Limits, Session, Target};

/// A session on a class `Subject`, and the folder that its source is in.
pub fn session(source: &str) -> (tempfile::TempDir, Session) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Subject.java");
    std::fs::write(&path, source).expect("a file");
    let session = Session::open(&Target::at(path), Limits::default()).expect("a program");
    (folder, session)
}
