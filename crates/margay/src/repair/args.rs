//! The options of `margay repair`.

use crate::cli::{BacktrackArg, LimitArgs, TargetArgs, seconds};
use crate::error::CliError;
use crate::format::Format;
use crate::results;
use clap::Args;
use margay_java::repair::RepairOptions;
use margay_report::document::Run;
use margay_report::files::RepairFiles;
use std::path::PathBuf;
use std::time::Duration;

/// For `--help`.
pub const EXAMPLES: &str = "\
Examples:
  margay repair BinaryTree.java --structure broken.json
  margay repair build/classes --class demo.Heap --structure heap.json --max-changes 3
  margay repair List.java --structure list.json --out fixed --format json,svg,java
  margay repair Tree.java --structure tree.json --corrupt 100 --seed 1    make faults, repair them";

const FORMATS: &[Format] = {
    use Format::*;
    &[Text, Json, Dot, Svg, Html, Java]
};

/// `margay repair`.
#[derive(Debug, Args)]
pub struct RepairArgs {
    /// What the structure is of.
    #[command(flatten)]
    pub target: TargetArgs,
    /// The method that accepts or rejects [default: repOk, repOK, or the only boolean method]
    #[arg(long, value_name = "NAME")]
    pub predicate: Option<String>,
    /// File with the structures to repair, as JSON
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
    /// For the library.
    pub fn options(&self) -> RepairOptions {
        RepairOptions {
            predicate: self.predicate.clone(),
            backtrack: self.search.backtrack.into(),
            max_changes: self.search.max_changes,
            keep_nodes: self.search.keep_nodes,
            max_steps: self.search.max_steps,
        }
    }
}

/// How to search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// Maximum number of fields to change
    #[arg(long, value_name = "N")]
    pub max_changes: Option<usize>,
    /// Reattach objects that the changes cut off, wherever the predicate accepts it
    #[arg(long)]
    pub keep_nodes: bool,
    /// How to return to a choice point
    #[arg(long, value_enum, default_value_t = BacktrackArg::Checkpoint)]
    pub backtrack: BacktrackArg,
    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Maximum number of steps of the predicate on one candidate; beyond it, the candidate counts as
    /// rejected
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    pub max_steps: u64,
    /// Run the predicate once more on the repaired structure, in another machine
    #[arg(long)]
    pub verify: bool,
}

/// Faults to begin with.
#[derive(Debug, Args)]
#[command(next_help_heading = "Experiments")]
pub struct FaultArgs {
    /// Corrupt the structure first: set N random fields to random other values
    #[arg(long, value_name = "N")]
    pub corrupt: Option<usize>,
    /// Seed of the random numbers of --corrupt; the same seed makes the same faults
    #[arg(long, value_name = "S", default_value_t = 0, requires = "corrupt")]
    pub seed: u64,
}

/// How results are shown.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Folder for the results
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Output formats: text (changes and counters), json (the repaired structure); dot, svg and java
    /// need --out [default: text]; with --out there is always json
    #[arg(long, value_parser = Format::one_of(FORMATS), value_name = "FORMATS", value_delimiter = ',')]
    pub format: Vec<Format>,
    /// Print no changes, no counters and no notes
    #[arg(long, short)]
    pub quiet: bool,
}

impl OutputArgs {
    fn formats(&self) -> &[Format] {
        if self.format.is_empty() { &[Format::Text] } else { &self.format }
    }

    /// Whether standard output is for changes.
    pub fn prints_text(&self) -> bool {
        self.formats().contains(&Format::Text)
    }

    /// Opens the files, or what is for standard output.
    pub fn open(&self, run: &Run) -> Result<RepairFiles, CliError> {
        results::open(
            self.formats(),
            self.out.as_deref(),
            |folder, formats| RepairFiles::in_folder(folder, formats, run),
            |out| RepairFiles::on_stream(out, run),
        )
    }
}
