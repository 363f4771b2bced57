//! The options of `margay repair`.

use crate::cli::{BacktrackArg, LimitArgs, TargetArgs, seconds};
use clap::{Args, ValueEnum};
use margay_java::repair::RepairerOptions;
use margay_machine::Limits;
use std::path::PathBuf;
use std::time::Duration;

/// For `--help`.
pub const EXAMPLES: &str = "\
Examples:
  margay repair BinaryTree.java --structure broken.json
  margay repair build/classes --class demo.Heap --structure heap.json --max-changes 3
  margay repair List.java --structure list.json --out fixed --format json,svg,java
  margay repair Tree.java --structure tree.json --corrupt 100 --seed 1    make faults, repair them";

/// `margay repair`.
#[derive(Debug, Args)]
pub struct RepairArgs {
    /// What the structure is of.
    #[command(flatten)]
    pub target: TargetArgs,
    /// The method that accepts or rejects [default: repOk, repOK, or the only boolean method]
    #[arg(long, value_name = "NAME")]
    pub predicate: Option<String>,
    /// The structure to repair, as JSON; of several, each
    #[arg(long, short, value_name = "FILE")]
    pub structure: PathBuf,
    /// How to search.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Faults to begin with.
    #[command(flatten)]
    pub faults: FaultArgs,
    /// How much room.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How to say it.
    #[command(flatten)]
    pub output: OutputArgs,
}

impl RepairArgs {
    /// What judges structures, for the library.
    pub fn repairer(&self) -> RepairerOptions {
        let Limits { depth, cells } = self.limits.limits();
        let max_depth = (depth != Limits::default().depth).then_some(depth);
        RepairerOptions { predicate: self.predicate.clone(), max_heap: cells, max_depth }
    }
}

/// How to search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// Change at most so many fields
    #[arg(long, value_name = "N")]
    pub max_changes: Option<usize>,
    /// Put objects that were cut off back wherever the predicate leaves room
    #[arg(long)]
    pub keep_nodes: bool,
    /// How to get from one attempt to the next
    #[arg(long, value_enum, default_value_t = BacktrackArg::Checkpoint)]
    pub backtrack: BacktrackArg,
    /// Stop after so much time
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Take it for a rejection when the predicate takes so many steps on one attempt
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    pub max_steps: u64,
    /// Run the predicate afresh on the repaired structure, on another machine
    #[arg(long)]
    pub verify: bool,
}

/// Faults to begin with.
#[derive(Debug, Args)]
#[command(next_help_heading = "Experiments")]
pub struct FaultArgs {
    /// Give so many random fields random other values before the repair
    #[arg(long, value_name = "N")]
    pub corrupt: Option<usize>,
    /// Which random ones
    #[arg(long, value_name = "S", default_value_t = 0, requires = "corrupt")]
    pub seed: u64,
}

/// How results are shown.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// A folder for the results
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// What to write: text (changes and counters), json (the repaired structure); dot, svg and java
    /// need --out [default: text, and with --out also json]
    #[arg(long, value_enum, value_delimiter = ',')]
    pub format: Vec<Format>,
    /// No list of changes, no counters, no remarks
    #[arg(long, short)]
    pub quiet: bool,
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Changes and counters.
    Text,
    /// The repaired structure, one a line.
    Json,
    /// A Graphviz file with the changes highlighted.
    Dot,
    /// A picture with the changes highlighted.
    Svg,
    /// Java source that makes the changes in a live object graph.
    Java,
}
