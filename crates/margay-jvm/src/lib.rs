//! The JVM front end: from what a user names (a class, a jar, a source file) to IR.

pub mod classpath;
pub mod jdk;
