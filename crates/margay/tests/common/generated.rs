//! Runs of `margay generate` and what they found.
#![allow(dead_code, reason = "each test file uses a part of this")]

use crate::common::{Run, margay};
use serde_json::Value;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a run found.
pub struct Generated {
    pub run: Run,
    /// Test cases.
    pub cases: Vec<Value>,
    /// What is said of each method at its end.
    pub methods: Vec<Value>,
}

/// The command, with a target. Unless it is told otherwise, it looks for all paths, of all objects that
/// fields can make up: most tests pin what is found then.
pub fn command(target: &Path) -> Command {
    let mut command = margay();
    command.arg("generate").arg(target).args(["--inputs", "fields", "--criterion", "loop-2"]);
    command
}

/// Generates test cases as JSON.
pub fn generate<S: AsRef<OsStr>>(target: &Path, options: &[S]) -> Generated {
    let run = Run::of(command(target).args(options).args(["--format", "json", "--quiet"]));
    let lines = run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let (cases, others): (Vec<Value>, Vec<Value>) =
        lines.partition(|line: &Value| line.get("case").is_some());
    let methods = others.into_iter().filter(|line| line.get("cases").is_some()).collect();
    Generated { run, cases, methods }
}

impl Generated {
    /// Those that do not throw.
    pub fn returned(&self) -> usize {
        self.cases.iter().filter(|case| case["outcome"]["kind"] == "returned").count()
    }

    /// What was lost, by kind and place, except for paths cut by bounds.
    pub fn losses(&self) -> Vec<String> {
        let mut found = Vec::new();
        for method in &self.methods {
            for kind in ["concretized", "unsupported", "unmade", "unknown", "diverged"] {
                for loss in method["losses"][kind].as_array().into_iter().flatten() {
                    found.push(format!("{}: {kind} {loss}", method["method"]));
                }
            }
        }
        found
    }
}

/// Compiles and runs the tests of a folder; gives what `margay verify` says of them.
pub fn verify(tests: &Path, classes: Option<&Path>, jdk: &Path) -> (Option<i32>, Value) {
    let mut command = margay();
    command.arg("verify").arg(tests).args(["--format", "json", "--jdk"]).arg(jdk);
    if let Some(classes) = classes {
        command.arg("--cp").arg(classes);
    }
    let run = Run::of(&mut command);
    let found = serde_json::from_str(&run.stdout);
    (run.code, found.unwrap_or_else(|_| panic!("{}{}", run.stdout, run.stderr)))
}

/// Everything in a folder, by path.
pub fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            let content = std::fs::read(&path).expect("a readable file");
            found.push((path, content));
        }
    }
    found.sort();
    found
}
