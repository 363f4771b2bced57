//! What an enumeration costs, as ratios measured in one run: machines differ, ratios less so.
//!
//! Each search is a run of the built command; the time to start it, measured with `--limit 0`,
//! is taken off. The hand-written searches of `benches/native` are the measure of the interpreter.
#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]

mod common;
#[path = "../../../benches/native/binary_tree.rs"]
mod native_binary_tree;
#[path = "../../../benches/native/heap_array.rs"]
mod native_heap_array;
#[path = "../../../benches/native/red_black_tree.rs"]
mod native_red_black_tree;
#[path = "../../../benches/native/search_tree.rs"]
mod native_search_tree;

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

    fn red_black_trees(nodes: u32) -> Search {
        let size = format!("field RedBlackTree.size={nodes}..{nodes}");
        let key = format!("field Node.key=1..{nodes}");
        Search::new("RedBlackTree", &[format!("objects Node={nodes}"), size, key])
    }

    fn heaps(keys: u32) -> Search {
        let given = "field HeapArray.keys!=null".to_owned();
        let length = format!("array HeapArray.keys length={keys}..{keys}");
        let elements = format!("array HeapArray.keys elements=0..{keys}");
        let size = format!("field HeapArray.size={keys}..{keys}");
        Search::new("HeapArray", &[given, length, elements, size])
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
    let native = by_hand(|| native_binary_tree::search(12), (12_284_830, 208_012));
    row("BinaryTree 12: native program, Margay", native, all);
    row("BinaryTree 12: native program, Margay without looking ahead", native, one);
    let native = by_hand(|| native_search_tree::search(8), (1_566_659, 12_870));
    row("SearchTree 8: native program, Margay", native, searched.time(&[]));
    let native = by_hand(|| native_red_black_tree::search(9), (4_757_092, 90));
    row("RedBlackTree 9: native program, Margay", native, Search::red_black_trees(9).time(&[]));
    let native = by_hand(|| native_heap_array::search(8), (1_518_081, 581_097));
    row("HeapArray 8: native program, Margay", native, Search::heaps(8).time(&[]));
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

/// The same search by the native program, with the candidates and valid structures that it must find.
fn by_hand(search: impl Fn() -> (u64, u64), expected: (u64, u64)) -> Duration {
    let once = || {
        let start = Instant::now();
        assert_eq!(search(), expected, "the native search is the same search");
        start.elapsed()
    };
    (0..RUNS).map(|_| once()).min().expect("there are runs")
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
