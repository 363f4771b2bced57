//! What generating tests costs: paths a second with tests, JSON and coverage written, the
//! solver's share of it, growth with the number of paths, checkpoints against re-execution, concolic
//! execution, and one block of inputs at a time against all together.
//!
//! Each figure is of a run of the built command; the time to the first test, which is mostly the
//! time to start, is taken off where paths are counted, and shown on its own.
#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]

mod common;

use common::{Bars, Measured, Plots, margay, repository};
use margay_report::table::{Table, thousands};
use std::process::{Command, Stdio};
use std::time::Duration;

/// A method and how far its paths are followed.
struct Subject {
    source: &'static str,
    method: &'static str,
    criterion: &'static str,
}

const CONDITIONS: &str = "benches/java/Conditions.java";

const SUBJECTS: [Subject; 3] = [
    Subject { source: CONDITIONS, method: "twelve", criterion: "path" },
    Subject { source: "tests/java/generate/pet/List.java", method: "remAll", criterion: "loop-3" },
    Subject { source: "benches/java/Tree.java", method: "insert", criterion: "loop-3" },
];

/// The compiled classes, and where tests go.
struct Folders {
    classes: tempfile::TempDir,
    tests: tempfile::TempDir,
}

impl Folders {
    fn new() -> Folders {
        let folder = || tempfile::tempdir().expect("a folder");
        let folders = Folders { classes: folder(), tests: folder() };
        let sources = [CONDITIONS, "tests/java/generate/pet/List.java", "benches/java/Tree.java"];
        let mut javac = Command::new("javac");
        javac.arg("-g").arg("-d").arg(folders.classes.path()).args(sources.map(repository));
        assert!(javac.status().expect("javac on the PATH").success());
        folders
    }

    fn command(&self, subject: &Subject, options: &[&str]) -> Command {
        let class = subject.source.rsplit(['/', '.']).nth(1).expect("a class");
        let mut command = margay();
        command.arg("generate").arg(self.classes.path()).args(["--class", class]);
        command.args(["--method", subject.method, "--criterion", subject.criterion]);
        command.arg("--out").arg(self.tests.path()).args(options);
        command
    }

    fn run(&self, subject: &Subject, options: &[&str]) -> Measured {
        Measured::of(&mut self.command(subject, options))
    }

    /// The solver's share of the time, in percent.
    fn solver_share(&self, subject: &Subject) -> u64 {
        let mut command = self.command(subject, &["--verbose"]);
        let done = command.stdout(Stdio::null()).output().expect("the command starts");
        let text = String::from_utf8_lossy(&done.stderr).into_owned();
        let note = text.lines().find(|line| line.contains("of which the solver")).expect("a note");
        let mut numbers = note.split(' ').filter_map(|word| word.parse::<u64>().ok());
        let all = numbers.next().expect("the time").max(1);
        100 * numbers.next().expect("the solver's time") / all
    }
}

/// Paths, from the table the command prints.
fn paths(output: &str) -> u64 {
    let row = output.lines().nth(1).expect("a row of the table");
    let cell = row.split_whitespace().nth(4).expect("a column with the paths");
    cell.replace(',', "").parse().expect("a number")
}

fn main() {
    let folders = Folders::new();
    let mut plots = Plots::new("generate");
    rates(&folders, &mut plots);
    growth(&folders, &mut plots);
    strategies(&folders, &mut plots);
    partitions(&folders, &mut plots);
    plots.finish();
}

fn rates(folders: &Folders, plots: &mut Plots) {
    let columns = ["method", "paths", "first test", "all", "paths/s", "solver", "re-execution"];
    let mut table = Table::new(columns);
    let mut bars = Bars::new();
    for subject in &SUBJECTS {
        let first = folders.run(subject, &["--max-paths", "1"]).time;
        let all = folders.run(subject, &[]);
        let again = folders.run(subject, &["--backtrack", "reexecute"]).time;
        let (paths, rest) = (paths(&all.output), all.time.saturating_sub(first));
        let rate = paths as f64 / rest.as_secs_f64().max(1e-4);
        let slower = again.saturating_sub(first).as_secs_f64() / rest.as_secs_f64().max(1e-4);
        bars.push((format!("{}, {}", subject.method, subject.criterion), rate));
        table.row([
            format!("{}, {}", subject.method, subject.criterion).as_str().into(),
            paths.into(),
            (&*milliseconds(first)).into(),
            (&*milliseconds(all.time)).into(),
            (&*thousands(rate as u64)).into(),
            (&*format!("{} %", folders.solver_share(subject))).into(),
            (&*format!("{slower:.2}")).into(),
        ]);
    }
    plots.bars("Paths a second", "paths/s", &[("symbolic", bars)]);
    println!("{table}");
}

/// The cost of a path must not grow with their number.
fn growth(folders: &Folders, plots: &mut Plots) {
    let mut table = Table::new(["conditions", "paths", "per path"]);
    let mut points = Vec::new();
    for method in ["eight", "ten", "twelve", "thirteen"] {
        let subject = Subject { source: CONDITIONS, method, criterion: "path" };
        let first = folders.run(&subject, &["--max-paths", "1"]).time;
        let all = folders.run(&subject, &[]);
        let count = paths(&all.output);
        let each = all.time.saturating_sub(first).as_micros() as u64 / count;
        points.push((count as f64, each as f64));
        table.row([method.into(), count.into(), (&*format!("{each} us")).into()]);
    }
    plots.lines("What a path takes", "paths", "us", &[("per path", points)]);
    println!("{table}");
}

/// Runs a second of both strategies, with checkpoints and without.
fn strategies(folders: &Folders, plots: &mut Plots) {
    let mut table = Table::new(["conditions", "strategy", "paths", "paths/s", "re-execution"]);
    let mut rates = [("symbolic", Bars::new()), ("concolic", Bars::new())];
    for method in ["twelve", "thirteen"] {
        for strategy in ["symbolic", "concolic"] {
            let subject = Subject { source: CONDITIONS, method, criterion: "path" };
            let rest = |options: &[&str]| {
                let options = [&["--strategy", strategy], options].concat();
                let first = folders.run(&subject, &[&options[..], &["--max-paths", "1"]].concat());
                let all = folders.run(&subject, &options);
                let rest = all.time.saturating_sub(first.time).as_secs_f64().max(1e-4);
                (paths(&all.output), rest)
            };
            let (count, time) = rest(&[]);
            for (_, bars) in rates.iter_mut().filter(|(name, _)| *name == strategy) {
                bars.push((method.to_owned(), count as f64 / time));
            }
            let (_, again) = rest(&["--backtrack", "reexecute"]);
            table.row([
                method.into(),
                strategy.into(),
                count.into(),
                (&*thousands((count as f64 / time) as u64)).into(),
                (&*format!("{:.2}", again / time)).into(),
            ]);
        }
    }
    plots.bars("Paths a second by strategy", "paths/s", &rates);
    println!("{table}");
}

/// One block of inputs at a time against all together, as conditions grow.
fn partitions(folders: &Folders, plots: &mut Plots) {
    let mut table = Table::new(["conditions", "all: paths", "time", "blocks: paths", "time"]);
    let (mut together, mut apart) = (Vec::new(), Vec::new());
    for (count, method) in [(8.0, "eight"), (10.0, "ten"), (12.0, "twelve"), (13.0, "thirteen")] {
        let subject = Subject { source: CONDITIONS, method, criterion: "path" };
        let all = folders.run(&subject, &[]);
        let blocks = folders.run(&subject, &["--partition", "auto"]);
        together.push((count, paths(&all.output) as f64));
        apart.push((count, paths(&blocks.output) as f64));
        table.row([
            method.into(),
            paths(&all.output).into(),
            (&*milliseconds(all.time)).into(),
            paths(&blocks.output).into(),
            (&*milliseconds(blocks.time)).into(),
        ]);
    }
    let series = [("all inputs together", together), ("a block at a time", apart)];
    plots.lines("Paths with and without partition", "conditions", "paths", &series);
    println!("{table}");
}

fn milliseconds(time: Duration) -> String {
    format!("{:.0} ms", time.as_secs_f64() * 1e3)
}
