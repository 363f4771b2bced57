//! The interpreter against the JVM's own (`java -Xint`), on the loops of `benches/java`; and what
//! a choice costs, whatever the size of the heap and the depth of the stack.
#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]

mod common;

use common::{Bars, Measured, Plots, margay, repository};
use margay_jvm::jdk::Jdk;
use margay_report::table::Table;
use std::process::Command;

const LOOPS: [&str; 5] = ["Arithmetic", "ArraySort", "FieldAccess", "HashMapPuts", "VirtualCalls"];

/// Bits of a candidate in `Choices`.
const BITS: u32 = 18;

fn main() {
    let mut plots = Plots::new("interpreter");
    against_java(&mut plots);
    choices(&mut plots);
    plots.finish();
}

fn against_java(plots: &mut Plots) {
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
    let mut bars = Bars::new();
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
        bars.push((name.to_owned(), ours / java));
        let cells = [
            name,
            &format!("{java:.2} s"),
            &format!("{ours:.2} s"),
            &format!("{:.2}", ours / java),
        ];
        table.row(cells.map(Into::into));
    }
    plots.bars("Loops", "margay / java -Xint", &[("ratio", bars)]);
    println!("{table}");
}

/// One choice and going back to it, for each candidate: of the inner nodes of a binary tree there
/// are as many as leaves.
fn choices(plots: &mut Plots) {
    let mut table = Table::new(["heap, in numbers", "calls on the stack", "a choice and back"]);
    let mut bars = Bars::new();
    for (heap, depth) in [(100, 0), (10_000, 0), (1_000_000, 0), (100, 100), (100, 5_000)] {
        let run = |options: &[&str]| {
            let mut command = margay();
            command.arg("enumerate").arg(repository("benches/java/Choices.java"));
            command.args(["--multi-value", "off", "--set", &format!("field heap={heap}..{heap}")]);
            command.args(["--set", &format!("field depth={depth}..{depth}")]);
            command.args(["--set", "field bits!=null"]);
            command.args(["--set", &format!("array bits length={BITS}..{BITS}")]);
            Measured::of(command.args(options)).time
        };
        let time = run(&[]).saturating_sub(run(&["--limit", "0"]));
        let each = time.as_nanos() as u64 >> BITS;
        bars.push((format!("heap {heap}, stack {depth}"), each as f64));
        table.row([heap.into(), depth.into(), (&*format!("{each} ns")).into()]);
    }
    plots.bars("A choice and back", "ns", &[("each", bars)]);
    println!("{table}");
}
