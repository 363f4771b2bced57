//! What the tests of lowering share: a JDK, its compiler, and the functions of a class.

#![allow(dead_code, reason = "each test uses its part of it")]

pub mod assemble;

use margay_ir::{Function, World};
use margay_jvm::classpath::ClassPath;
use margay_jvm::jdk::{Jdk, JdkSearch};
use margay_jvm::load::Loader;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// The JDKs of this machine; there must be one.
pub fn jdks() -> Vec<Jdk> {
    let jdks = JdkSearch::of_this_machine().installed();
    assert!(!jdks.is_empty(), "the tests need a JDK");
    jdks
}

/// Compiles a source of `tests/java` with options.
pub fn compile(jdk: &Jdk, source: &str, options: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java").join(source);
    let javac = jdk.javac.as_ref().expect("a JDK with a compiler");
    let mut command = Command::new(javac);
    command.args(options).arg("-nowarn").arg("-d").arg(folder.path()).arg(source);
    let output = command.output().expect("javac runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder
}

/// What a class's main method prints.
pub fn run(jdk: &Jdk, classes: &Path, main: &str) -> String {
    let mut command = Command::new(&jdk.java);
    let output = command.arg("-cp").arg(classes).arg(main).output().expect("java runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is text")
}

/// A world with a loader of the classes in a folder.
pub fn world(jdk: &Jdk, classes: &Path) -> (World, Loader) {
    let classes = ClassPath::open(&[classes.to_path_buf()], jdk).expect("the classes are there");
    (World::new(), Loader::new(Box::new(classes)))
}

/// The bodies of a class, with the methods' names.
pub fn bodies(world: &mut World, loader: &mut Loader, class: &str) -> Vec<(String, Function)> {
    let class = world.class_named(class);
    loader.load(world, class).unwrap_or_else(|error| panic!("{error}"));
    let mut bodies = Vec::new();
    for method in world.loaded(class).methods.clone() {
        let data = world.method(method);
        if !data.is_abstract() && !data.is_native() {
            let name = world.text(data.name).to_owned();
            let body = loader.body(world, method);
            bodies.push((name, body.unwrap_or_else(|error| panic!("{error}"))));
        }
    }
    bodies
}
