//! The JVM front end: from what a user names (a class, a jar, a source file) to IR.

pub mod annotations;
pub mod asked;
pub mod bounds;
pub mod classpath;
pub mod compile;
pub mod condition;
pub mod entry;
pub mod expressions;
pub mod inputs;
pub mod jdk;
pub mod junit_jar;
pub mod load;
pub mod lower;
pub mod stub;
pub mod target;

mod access;
mod branches;
mod build;
mod bytecode;
mod classfile;
pub mod descriptor;
mod held;
mod implicit;
mod indy;
mod npe;
mod pool;
mod simplify;
mod synthetic;

pub mod describe;
pub mod intrinsics;
pub mod launch;
pub mod messages;
pub mod platform;
pub mod runtime;
pub mod sequence;
pub mod source;
pub mod values;

pub use branches::SourceCode;
