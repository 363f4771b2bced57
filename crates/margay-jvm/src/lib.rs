//! The JVM front end: from what a user names (a class, a jar, a source file) to IR.

pub mod classpath;
pub mod jdk;
pub mod load;
pub mod lower;

mod build;
mod bytecode;
mod classfile;
mod descriptor;
mod pool;
mod simplify;
mod synthetic;
