//! The options of `margay check`.

use crate::cli::{LimitArgs, MethodArgs, TargetArgs, seconds};
use crate::format::Format;
use crate::generate::args::{InputArgs, standard_input};
use clap::Args;
use margay_java::check::{CheckOptions, Property};
use margay_java::generate::{Criterion, GenerateOptions, Records};
use margay_jvm::platform::StandardInput;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// For `--help`.
pub const EXAMPLES: &str = "\
Examples:
  margay check Program.java                                  assertions, from main
  margay check Account.java --method withdraw                for all arguments
  margay check Codec.java --method roundTrips --property true
  margay check app.jar --class demo.Parser --method parse --property no-exceptions
  margay check Max.java --method max --requires ordered --ensures isMax
  margay check build/classes --class demo.Account --method deposit --out tests --verify

Exit codes:
  0  proved
  1  refuted
  2  bad input or usage
  3  the program cannot be run at all
  4  --timeout, --max-memory or Ctrl-C ended the run
  5  proved within bounds
  6  unknown";

/// What can be written.
const FORMATS: &[Format] =
    &[Format::Text, Format::Json, Format::Junit, Format::JunitXml, Format::Sarif, Format::Html];

/// `margay check`.
#[derive(Debug, Args)]
#[command(args_override_self = true)]
pub struct CheckArgs {
    /// What is checked.
    #[command(flatten)]
    pub target: TargetArgs,
    /// Only classes of this package; with `demo..` those of packages inside it too
    #[arg(long, value_name = "NAME", conflicts_with = "class")]
    pub package: Option<String>,
    /// Which method [default: main, if the program has one, else all public methods].
    #[command(flatten)]
    pub method: MethodArgs,
    /// What must hold: `assert` (no AssertionError), `no-exceptions`, `no-exceptions=CLASS,…`, `true`
    /// (it returns true); repeatable
    #[arg(long, value_name = "PROPERTY", default_value = "assert", action = clap::ArgAction::Append)]
    pub property: Vec<Property>,
    /// Postcondition: a static `Class.method` that takes the receiver, the arguments and the result,
    /// and must return true
    #[arg(long, value_name = "METHOD")]
    pub ensures: Option<String>,
    /// Let what a java.util.Random gives be any value, whatever its seed is
    #[arg(long)]
    pub any_random: bool,
    /// Let the program read standard input: up to N bytes, or, as LINESxN, lines of up to N printable
    /// characters
    #[arg(long, value_name = "N|LINESxN", value_parser = standard_input)]
    pub stdin: Option<StandardInput>,
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

/// How to search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// Maximum number of rounds of a loop; a method that needs more is proved within this bound
    /// [default: the time is the limit]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_rounds: Option<u32>,
    /// Maximum number of steps per path
    #[arg(long, value_name = "N", default_value_t = 1 << 32)]
    pub max_steps: u64,
    /// Maximum number of conflicts of the built-in solver per question
    #[arg(long, value_name = "N", default_value_t = Criterion::Path.conflicts())]
    pub max_conflicts: u32,
    /// Time limit in seconds, for all methods together
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Time limit in seconds per method
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60")]
    pub method_timeout: Duration,
    /// External SMT solver to ask where the built-in one answers `unknown`: z3, cvc5, bitwuzla or
    /// the path of one
    #[arg(long, value_name = "SOLVER")]
    pub solver: Option<String>,
    /// Number of threads
    #[arg(long, short, value_name = "N", default_value = "1")]
    pub jobs: NonZeroUsize,
}

/// How results are shown.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Folder for tests of counterexamples and reports
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Output formats, separated by commas
    #[arg(long, value_parser = Format::one_of(FORMATS), value_name = "FORMATS", value_delimiter = ',')]
    pub format: Vec<Format>,
    /// Run counterexamples on the JVM too
    #[arg(long)]
    pub verify: bool,
    /// Print no notes
    #[arg(long, short, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print the time taken and the work done
    #[arg(long, short)]
    pub verbose: bool,
}

impl CheckArgs {
    /// For the library.
    pub fn options(&self) -> CheckOptions {
        let search = &self.search;
        CheckOptions {
            properties: self.property.clone(),
            ensures: self.ensures.clone(),
            max_rounds: search.max_rounds,
            strict_assertions: false,
            is_english: false,
            jobs: search.jobs,
            search: GenerateOptions {
                criterion: Criterion::Path,
                max_steps: search.max_steps,
                method_timeout: search.method_timeout,
                solver: search.solver.clone(),
                max_conflicts: search.max_conflicts,
                inputs: self.inputs.options(),
                records: Records {
                    lines: self.output.format.contains(&Format::Html),
                    ..Records::default()
                },
                ..CheckOptions::default().search
            },
        }
    }
}
