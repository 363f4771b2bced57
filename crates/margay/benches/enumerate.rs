//! What an enumeration costs, as ratios measured in one run: machines differ, ratios less so.
//!
//! Each search is a run of the built command; the time to start it, measured with `--limit 0`,
//! is taken off. The hand-written search of `benches/native` is the measure of the interpreter.
#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]

mod common;
#[path = "../../../benches/native/binary_tree.rs"]
mod native;

use common::{Bars, Measured, Plots, RUNS, margay, repository};
use margay_report::table::{Table, thousands};
use std::time::{Duration, Instant};

/// A search: the subject and its bounds.
struct Search {
    subject: &'static str,
    bounds: Vec<String>,
}

impl Search {
    fn new(subject: &'static str, bounds: &[String]) -> Search {
        Search { subject, bounds: bounds.to_vec() }
    }

    fn trees(nodes: u32) -> Search {
        let size = format!("field BinaryTree.size={nodes}..{nodes}");
        Search::new("BinaryTree", &[format!("objects Node={nodes}"), size])
    }

    fn search_trees(nodes: u32) -> Search {
        let size = format!("field SearchTree.size={nodes}..{nodes}");
        let data = format!("field Node.data=1..{nodes}");
        Search::new("SearchTree", &[format!("objects Node={nodes}"), size, data])
    }

    fn lists(nodes: u32) -> Search {
        let size = format!("field SinglyLinkedList.size={}..{nodes}", nodes - 200);
        Search::new("SinglyLinkedList", &[format!("objects Node={nodes}"), size])
    }

    fn run(&self, options: &[&str]) -> Measured {
        let source = repository(&format!("tests/java/enumerate/{}.java", self.subject));
        let mut command = margay();
        command.arg("enumerate").arg(source);
        for item in &self.bounds {
            command.args(["--set", item]);
        }
        Measured::of(command.args(options))
    }

    /// The time of the search alone.
    fn time(&self, options: &[&str]) -> Duration {
        let start = self.run(&[options, &["--limit", "0"]].concat()).time;
        self.run(options).time.saturating_sub(start)
    }
}

/// A counter of the table the command prints.
fn counter(output: &str, name: &str) -> u64 {
    let line = output.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    let digits: String = line.chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_default()
}

fn main() {
    let mut plots = Plots::new("enumerate");
    ratios(&mut plots);
    large_structures(&mut plots);
    plots.finish();
}

fn ratios(plots: &mut Plots) {
    let mut table = Table::new(["compared", "first", "second", "second / first"]);
    let mut bars = Bars::new();
    let mut row = |what: &str, first: Duration, second: Duration| {
        let ratio = second.as_secs_f64() / first.as_secs_f64().max(1e-4);
        bars.push((what.to_owned(), ratio));
        let cells = [what, &milliseconds(first), &milliseconds(second), &format!("{ratio:.2}")];
        table.row(cells.map(Into::into));
    };
    let (off, again) = (["--multi-value", "off"], ["--backtrack", "reexecute"]);
    let trees = Search::trees(10);
    row(
        "BinaryTree 10, values one by one: checkpoint, re-execution",
        trees.time(&off),
        trees.time(&[off, again].concat()),
    );
    row("BinaryTree 10: checkpoint, re-execution", trees.time(&[]), trees.time(&again));
    let trees = Search::trees(12);
    let (all, one) = (trees.time(&[]), trees.time(&off));
    row("BinaryTree 12: multi-value comparisons on, off", all, one);
    let searched = Search::search_trees(8);
    row("SearchTree 8: multi-value comparisons on, off", searched.time(&[]), searched.time(&off));
    let by_hand = (0..RUNS).map(|_| by_hand()).min().expect("there are runs");
    row("BinaryTree 12: native program, Margay", by_hand, all);
    row("BinaryTree 12: native program, Margay without looking ahead", by_hand, one);
    row("BinaryTree 12: 1 job, 2 jobs", all, trees.time(&["--jobs", "2"]));
    plots.bars("How much longer the second takes", "second / first", &[("ratio", bars)]);
    println!("{table}");
    let rate = 12_284_830.0 / all.as_secs_f64() / 1e6;
    let memory = trees.run(&[]).memory;
    println!(
        "BinaryTree 12: {rate:.1} million candidates a second, {} KB at most",
        thousands(memory)
    );
    println!();
}

/// The same search by the native program.
fn by_hand() -> Duration {
    let start = Instant::now();
    let found = native::search(12);
    assert_eq!(found, (12_284_830, 208_012), "the native search is the same search");
    start.elapsed()
}

/// The first hundred structures of hundreds of nodes: the cost of a candidate must not grow.
fn large_structures(plots: &mut Plots) {
    let mut table = Table::new(["first 100 structures", "candidates", "per candidate"]);
    let trees = [100, 200, 300, 400].map(|n| (format!("trees of {n} nodes"), Search::trees(n)));
    let lists = [400, 600, 800].map(|n| (format!("lists of {} to {n}", n - 200), Search::lists(n)));
    let mut bars = Bars::new();
    for (name, search) in trees.into_iter().chain(lists) {
        let first = ["--limit", "100", "--multi-value", "off"];
        let start = search.run(&["--limit", "0"]).time;
        let done = search.run(&first);
        let candidates = counter(&done.output, "candidates");
        let each = done.time.saturating_sub(start).as_nanos() as u64 / candidates.max(1);
        bars.push((name.clone(), each as f64));
        table.row([name.as_str().into(), candidates.into(), (&*format!("{each} ns")).into()]);
    }
    plots.bars("What a candidate takes", "ns", &[("first 100 structures", bars)]);
    println!("{table}");
}

fn milliseconds(time: Duration) -> String {
    format!("{:.0} ms", time.as_secs_f64() * 1e3)
}
