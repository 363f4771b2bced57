//! The interpreter against the JVM's own (`java -Xint`), on the loops of `benches/java`.
#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]

mod common;

use common::{Measured, margay, repository};
use margay_jvm::jdk::Jdk;
use margay_report::table::Table;
use std::process::Command;

const LOOPS: [&str; 5] = ["Arithmetic", "ArraySort", "FieldAccess", "HashMapPuts", "VirtualCalls"];

fn main() {
    let jdk = Jdk::discover(None).expect("benchmarks need a JDK");
    let classes = tempfile::tempdir().expect("a temporary folder");
    let javac = Command::new(jdk.javac.as_ref().expect("a JDK with javac"))
        .arg("-d")
        .arg(classes.path())
        .args(LOOPS.map(|name| repository(&format!("benches/java/{name}.java"))))
        .status()
        .expect("javac runs");
    assert!(javac.success(), "the loops compile");
    let mut table = Table::new(["loop", "java -Xint", "margay", "margay / java"]);
    for name in LOOPS {
        let java = Measured::of(
            Command::new(jdk.home.join("bin/java"))
                .args(["-Xint", "-cp"])
                .arg(classes.path())
                .arg(name),
        );
        let ours = Measured::of(margay().args(["run", name, "--cp"]).arg(classes.path()));
        assert_eq!(java.output, ours.output, "{name} computes the same");
        let (java, ours) = (java.time.as_secs_f64(), ours.time.as_secs_f64());
        let cells = [
            name,
            &format!("{java:.2} s"),
            &format!("{ours:.2} s"),
            &format!("{:.2}", ours / java),
        ];
        table.row(cells.map(Into::into));
    }
    println!("{table}");
}
