//! The options of `margay generate`.

use crate::cli::{BacktrackArg, LimitArgs, MethodArgs, TargetArgs, seconds};
use crate::enumerate::args::Switch;
use clap::{Args, ValueEnum};
use margay_java::generate::{Criterion, GenerateOptions, InputOptions};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// For `--help`.
pub const EXAMPLES: &str = "\
Examples:
  margay generate List.java --method remAll --criterion block-2
  margay generate build/classes --class demo.Account --out tests
  margay generate app.jar --package demo.parser --out tests --method-timeout 10
  margay generate app.jar --class demo.Parser --method 'parse(Ljava/lang/String;)I' --max-string 4
  margay generate java.util.BitSet --method 'nextSetBit(I)I' --criterion loop-3";

/// `margay generate`.
#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// What is tested.
    #[command(flatten)]
    pub target: TargetArgs,
    /// Only classes of this package, of those that the target holds
    #[arg(long, value_name = "NAME", conflicts_with = "class")]
    pub package: Option<String>,
    /// Which method [default: all public methods].
    #[command(flatten)]
    pub method: MethodArgs,
    /// How far.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Which inputs.
    #[command(flatten)]
    pub inputs: InputArgs,
    /// How much room.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How to say it.
    #[command(flatten)]
    pub output: OutputArgs,
}

impl GenerateArgs {
    /// For the library.
    pub fn options(&self) -> GenerateOptions {
        let (search, inputs) = (&self.search, &self.inputs);
        GenerateOptions {
            criterion: search.criterion,
            max_paths: search.max_paths,
            max_steps: search.max_steps,
            method_timeout: search.method_timeout,
            backtrack: search.backtrack.into(),
            inputs: InputOptions {
                aliasing: inputs.aliasing == Switch::On,
                max_array: inputs.max_array,
                max_string: inputs.max_string,
                max_list: inputs.max_list,
                range: inputs.range.map(|range| (range.low, range.high)),
                requires: inputs.requires.clone(),
                statics: inputs.statics,
            },
            limits: self.limits.limits(),
        }
    }
}

/// How to search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// When to stop: loop-K, block-K, path (no bound on loops), statement or branch
    #[arg(long, value_name = "CRITERION", default_value = "loop-2")]
    pub criterion: Criterion,
    /// Stop after so many paths of a method
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub max_paths: u64,
    /// Give up a path after so many steps
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    pub max_steps: u64,
    /// Stop after so much time, for all methods together
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Stop after so much time for one method, and go on with the next
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60")]
    pub method_timeout: Duration,
    /// How to get from one path to the next
    #[arg(long, value_enum, default_value_t = BacktrackArg::Checkpoint)]
    pub backtrack: BacktrackArg,
}

/// Which inputs.
#[derive(Debug, Args)]
#[command(next_help_heading = "Inputs")]
pub struct InputArgs {
    /// Whether references of the input may be the same object
    #[arg(long, value_enum, default_value_t = Switch::On)]
    pub aliasing: Switch,
    /// Longest array
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(0..=64))]
    pub max_array: u32,
    /// Longest string
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=64))]
    pub max_string: u32,
    /// Longest list
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=32))]
    pub max_list: u32,
    /// Integers of the input lie in this range, such as -1000..1000 [default: all]
    #[arg(long, value_name = "LOW..HIGH", allow_hyphen_values = true)]
    pub range: Option<IntRange>,
    /// Only inputs for which a method returns true: the class's own predicate (`repOk`), or
    /// `Class.method` that takes the receiver and the arguments
    #[arg(long, value_name = "METHOD")]
    pub requires: Option<String>,
    /// Let static fields of the class have any value too
    #[arg(long)]
    pub statics: bool,
}

/// How results are shown.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Write tests, reports and pictures to this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// What is written, separated by commas
    #[arg(long, value_enum, value_name = "FORMATS", value_delimiter = ',')]
    pub format: Vec<Format>,
    /// No summary and no remarks
    #[arg(long, short, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say how much was done
    #[arg(long, short)]
    pub verbose: bool,
}

/// Formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// One JSON object a line: one for each test case.
    Json,
    /// JUnit 5 source.
    Junit,
    /// Heaps as Graphviz files.
    Dot,
    /// Heaps as pictures.
    Svg,
    /// Coverage as a table, as JSON and as XML in the manner of JaCoCo.
    Coverage,
}

/// A range of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntRange {
    /// Least.
    pub low: i64,
    /// Greatest.
    pub high: i64,
}

impl FromStr for IntRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "expected a range such as -1000..1000".to_owned();
        let (low, high) = text.split_once("..").ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<i32>().map_err(|_| wrong());
        let (low, high) = (i64::from(number(low)?), i64::from(number(high)?));
        if low <= high { Ok(IntRange { low, high }) } else { Err("the range is empty".to_owned()) }
    }
}
