//! What a repair costs: how the time for a node grows from a thousand to two hundred thousand of
//! them, and what it would be without checkpoints.
//!
//! Each repair is a run of the built command on a structure with random faults; the time to start it,
//! measured on a structure of one node, is taken off.
#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]

mod common;
#[path = "../tests/common/large.rs"]
mod large;

use common::{Bars, Measured, Plots, margay, repository};
use large::{SUBJECTS, Subject};
use margay_report::table::{Table, thousands};
use std::path::Path;
use std::time::Duration;

/// Nodes and faults: as many for each node, to see how the time grows with the structure.
const GROWING: &[(usize, usize)] = &[(1_000, 1), (10_000, 10), (100_000, 100), (200_000, 200)];
/// As many for each structure, as in the paper.
const HUNDRED: &[(usize, usize)] = &[(10_000, 100), (100_000, 100)];

fn repair(subject: &Subject, folder: &Path, nodes: usize, options: &[&str]) -> Measured {
    let input = subject.write(folder, nodes);
    let mut command = margay();
    command.arg("repair").arg(repository(subject.source)).arg("--structure").arg(input);
    Measured::of(command.args(options))
}

/// A counter of the table the command prints.
fn counter(output: &str, name: &str) -> u64 {
    let line = output.lines().find(|line| line.starts_with(&format!("{name}  ")));
    let digits: String = line.unwrap_or_default().chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_default()
}

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut plots = Plots::new("repair");
    growth(folder.path(), GROWING, &mut plots);
    growth(folder.path(), HUNDRED, &mut plots);
    running_again(folder.path(), &mut plots);
    plots.finish();
}

fn growth(folder: &Path, sizes: &[(usize, usize)], plots: &mut Plots) {
    let mut table = Table::new([
        "structure",
        "nodes",
        "faults",
        "time",
        "per node",
        "memory",
        "changes",
        "lost",
    ]);
    let mut lines = Vec::new();
    for subject in &SUBJECTS {
        let mut points = Vec::new();
        let start = repair(subject, folder, 1, &[]).time;
        for (nodes, faults) in sizes.iter().copied() {
            let options = ["--corrupt", &faults.to_string(), "--seed", "1"];
            let done = repair(subject, folder, nodes, &options);
            let time = done.time.saturating_sub(start);
            let each = time.as_nanos() as u64 / nodes as u64;
            points.push((nodes as f64, each as f64));
            table.row([
                subject.class.into(),
                (nodes as u64).into(),
                (faults as u64).into(),
                (&*milliseconds(time)).into(),
                (&*format!("{} ns", thousands(each))).into(),
                (&*format!("{} MB", done.memory / 1024)).into(),
                counter(&done.output, "changes").into(),
                counter(&done.output, "lost").into(),
            ]);
        }
        lines.push((subject.class, points));
    }
    plots.lines("What a node takes", "nodes", "ns", &lines);
    println!("{table}");
}

fn running_again(folder: &Path, plots: &mut Plots) {
    let mut table = Table::new(["20 faults", "checkpoint", "re-execution", "ratio"]);
    let mut bars = Bars::new();
    for subject in &SUBJECTS {
        for nodes in [500, 2_000] {
            let start = repair(subject, folder, 1, &[]).time;
            let options = ["--corrupt", "20", "--seed", "1"];
            let checkpoint = repair(subject, folder, nodes, &options).time.saturating_sub(start);
            let again = [&options[..], &["--backtrack", "reexecute"]].concat();
            let again = repair(subject, folder, nodes, &again).time.saturating_sub(start);
            let ratio = again.as_secs_f64() / checkpoint.as_secs_f64().max(1e-4);
            bars.push((format!("{}, {nodes} nodes", subject.class), ratio));
            table.row([
                (&*format!("{}, {nodes} nodes", subject.class)).into(),
                (&*milliseconds(checkpoint)).into(),
                (&*milliseconds(again)).into(),
                (&*format!("{ratio:.1}")).into(),
            ]);
        }
    }
    plots.bars("20 faults", "re-execution / checkpoint", &[("ratio", bars)]);
    println!("{table}");
}

fn milliseconds(time: Duration) -> String {
    format!("{:.0} ms", time.as_secs_f64() * 1e3)
}
