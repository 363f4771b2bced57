//! The options of `margay enumerate`.

use crate::cli::{BacktrackArg, LimitArgs, TargetArgs, seconds};
use crate::error::CliError;
use crate::format::Format;
use crate::results;
use clap::{Args, ValueEnum};
use margay_java::Error;
use margay_java::enumerate::{BoundsSource, EnumerateOptions, Shard, Untouched};
use margay_jvm::bounds::Spec;
use margay_report::document::Run;
use margay_report::files::StructureFiles;
use margay_search::Decisions;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// For `--help`.
pub const EXAMPLES: &str = "\
Examples:
  margay enumerate BinaryTree.java --bound 3
  margay enumerate BinaryTree.java -o Node=5 --set 'field BinaryTree.size=5..5'
  margay enumerate build/classes --class demo.Heap --config margay.toml
  margay enumerate SearchTree.java --args 3,3 --finitization finSearchTree   as for Korat
  margay enumerate --cp build --class SearchTree --args 3,3,3,1,3            the same
  margay enumerate BinaryTree.java --bound 4 --out trees --format json,svg,junit,html
  margay enumerate BinaryTree.java --bound 9 --jobs 8
  margay enumerate BinaryTree.java --bound 12 --shard 2/10 --out part2       then `margay merge`";

const FORMATS: &[Format] =
    &[Format::Text, Format::Json, Format::Junit, Format::Dot, Format::Svg, Format::Html];

/// `margay enumerate`.
#[derive(Debug, Args)]
pub struct EnumerateArgs {
    /// What is enumerated.
    #[command(flatten)]
    pub target: TargetArgs,
    /// The method that accepts or rejects [default: repOk, repOK, or the only boolean method]
    #[arg(long, value_name = "NAME")]
    pub predicate: Option<String>,
    /// Which structures.
    #[command(flatten)]
    pub bounds: BoundsArgs,
    /// How to search.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Which part, by whom.
    #[command(flatten)]
    pub part: PartArgs,
    /// How much room.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How to say it.
    #[command(flatten)]
    pub output: OutputArgs,
}

impl EnumerateArgs {
    /// For the library.
    pub fn options(&self) -> Result<EnumerateOptions, CliError> {
        Ok(EnumerateOptions {
            predicate: self.predicate.clone(),
            bounds: self.bounds.source()?,
            backtrack: self.search.backtrack.into(),
            untouched: match self.search.untouched {
                UntouchedArg::Expand => Untouched::Expand,
                UntouchedArg::Free => Untouched::Free,
            },
            multi_value: self.search.multi_value == Switch::On,
            max_steps: self.search.max_steps,
        })
    }
}

/// Which structures.
#[derive(Debug, Args)]
#[command(next_help_heading = "Bounds")]
pub struct BoundsArgs {
    /// Up to N objects of each class, numbers 0..N, arrays of length 0..N
    #[arg(long, value_name = "N")]
    pub bound: Option<u32>,
    /// Number of objects of a class, such as Node=5; repeatable
    #[arg(long, short, value_name = "CLASS=N")]
    pub objects: Vec<String>,
    /// Values of one field or array: 'field Node.key=1..3', 'array Heap.data length=0..3', …;
    /// repeatable
    #[arg(long, value_name = "ITEM")]
    pub set: Vec<String>,
    /// Bounds from the table `enumerate` of a margay.toml
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Bounds from a method written for Korat, called with these arguments
    #[arg(long, value_name = "VALUES", value_delimiter = ',', allow_hyphen_values = true,
        conflicts_with_all = ["bound", "objects", "set", "config"])]
    pub args: Vec<String>,
    /// The method written for Korat [default: fin and the name of the class]
    #[arg(long, value_name = "NAME", conflicts_with_all = ["bound", "objects", "set", "config"])]
    pub finitization: Option<String>,
}

impl BoundsArgs {
    fn source(&self) -> Result<BoundsSource, CliError> {
        if !self.args.is_empty() || self.finitization.is_some() {
            let (method, args) = (self.finitization.clone(), self.args.clone());
            return Ok(BoundsSource::Korat { method, args });
        }
        let mut spec = Spec::default();
        if let Some(file) = &self.config {
            let hint = "name a margay.toml with an [enumerate] table";
            let text = std::fs::read_to_string(file)
                .map_err(|error| CliError::unreadable(file, &error, hint))?;
            spec = Spec::from_toml(&text).map_err(Error::from)?;
        }
        let items = self.items();
        if items.is_empty() && self.bound.is_none() && self.config.is_none() {
            return Ok(BoundsSource::None);
        }
        let mut given = Spec::from_items(&items).map_err(Error::from)?;
        given.bound = self.bound;
        Ok(BoundsSource::Spec(spec.refined_by(given)))
    }

    /// The items of the command line, in the order that decides between them.
    pub fn items(&self) -> Vec<String> {
        let objects = self.objects.iter().flat_map(|text| text.split(','));
        let objects = objects.map(|text| format!("objects {}", text.trim()));
        objects.chain(self.set.iter().cloned()).collect()
    }
}

/// How to search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// Fields that the predicate never reads: list every combination of their values, or report
    /// them once as free
    #[arg(long, value_enum, default_value_t = UntouchedArg::Expand)]
    pub untouched: UntouchedArg,
    /// Decide a comparison for all candidate values of a field at once, instead of running the
    /// predicate for each value
    #[arg(long, value_enum, default_value_t = Switch::On)]
    pub multi_value: Switch,
    /// How to return to a choice point
    #[arg(long, value_enum, default_value_t = BacktrackArg::Checkpoint)]
    pub backtrack: BacktrackArg,
    /// Maximum number of structures
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Maximum number of steps of the predicate on one candidate; beyond it, the search ends with an
    /// error
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    pub max_steps: u64,
    /// Run the predicate once more on each structure found, from its start, and compare
    #[arg(long)]
    pub verify: bool,
}

/// Which part of the search, by how many.
#[derive(Debug, Args)]
#[command(next_help_heading = "Sharing the work")]
pub struct PartArgs {
    /// Number of threads
    #[arg(long, short, value_name = "N", default_value = "1")]
    pub jobs: NonZeroUsize,
    /// Search from this decision path on, such as 0,2,1
    #[arg(long, value_name = "PATH")]
    pub from: Option<Decisions>,
    /// Search up to, but without, this decision path
    #[arg(long, value_name = "PATH")]
    pub to: Option<Decisions>,
    /// Search part I of N only, counted from 1, to be joined by `margay merge`; needs --out
    #[arg(long, value_name = "I/N", conflicts_with_all = ["from", "to", "limit"], requires = "out")]
    pub shard: Option<Shard>,
}

/// How results are shown.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Folder for the results
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Output formats: text (counters), json (structures); dot, svg, junit and html need --out
    /// [default: text]; with --out there is always json
    #[arg(long, value_parser = Format::one_of(FORMATS), value_name = "FORMATS", value_delimiter = ',')]
    pub format: Vec<Format>,
    /// Print no counters, no progress and no notes
    #[arg(long, short)]
    pub quiet: bool,
}

impl OutputArgs {
    /// The formats asked for, by name or by default.
    pub fn formats(&self) -> &[Format] {
        if self.format.is_empty() { &[Format::Text] } else { &self.format }
    }

    /// Whether standard output is for structures.
    pub fn prints_structures(&self) -> bool {
        self.out.is_none() && self.formats().contains(&Format::Json)
    }

    /// Opens the files, or what is for standard output.
    pub fn open(&self, run: &Run) -> Result<StructureFiles, CliError> {
        results::open(
            self.formats(),
            self.out.as_deref(),
            |folder, formats| StructureFiles::in_folder(folder, formats, run),
            |out| StructureFiles::on_stream(out, run),
        )
    }
}

/// What happens to fields that the predicate never read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum UntouchedArg {
    /// Each combination of their values is a structure.
    Expand,
    /// One structure, with these fields marked as free.
    Free,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    /// Do it.
    On,
    /// Do not.
    Off,
}
