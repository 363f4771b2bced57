//! The options: each defined once, with its help, and shared by the commands that take it.

use crate::error::CliError;
use crate::format::Format;
use crate::style::ColorChoice;
use crate::{
    check, clp, enumerate, generate, interrupt, merge, repair, report, results, solve, summarize,
    svcomp, verify,
};
use clap::{Args, Parser, Subcommand, ValueEnum};
use margay_java::{Budget, Error, Jit, Limits, Session, Target, memory};
use margay_jvm::classpath::ClassPath;
use margay_report::document::Run;
use margay_search::{Backtrack, Decisions};
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXIT_CODES: &str = "\
Exit codes:
  0  all went well
  1  an exception left the program, an outcome is a failure, or no repair was found
  2  bad input or usage
  3  the program needs something Margay does not support
  4  a budget (--timeout, --max-steps, Ctrl-C) ended the run
check also ends with 5 (proved within bounds) and 6 (unknown).
A program run by its main that calls System.exit(n) ends with n.";

const RUN_EXAMPLES: &str = "\
Examples:
  margay run Hello.java                             like `java Hello.java`
  margay run app.jar one two                        with program arguments
  margay run --cp build/classes demo.Main -- -v     arguments that look like options
  margay run Fib.java --method 'fib(I)I' --args 20  one method
  margay run Sums.java --method sum --args [1,2,3]  arrays
  margay run Queens.java --all                      every outcome of a program with choices
  margay run Queens.java --decisions 0,4,7,5        one of them again";

const RUN_FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Html];

const IR_EXAMPLES: &str = "\
Examples:
  margay ir Fib.java                       every method of the class
  margay ir Fib.java --method 'fib(I)I'    one method
  margay ir java.util.ArrayList --method grow";

/// A test-input generator: runs compiled code, stops at choices, goes back.
#[derive(Debug, Parser)]
#[command(name = "margay", version, about, after_help = EXIT_CODES, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// File of options [default: margay.toml here or in a folder above]
    #[arg(long, value_name = "FILE", global = true, help_heading = "Everywhere")]
    pub config: Option<PathBuf>,
    /// Colours in what is printed
    #[arg(
        long,
        value_name = "WHEN",
        global = true,
        default_value = "auto",
        help_heading = "Everywhere"
    )]
    pub color: ColorChoice,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a program or a method, once or in every way its choices can go
    #[command(after_help = format!("{RUN_EXAMPLES}\n\n{EXIT_CODES}"))]
    Run(RunArgs),
    /// Print methods as Margay sees them: the text form of its intermediate representation
    #[command(after_help = IR_EXAMPLES)]
    Ir(IrArgs),
    /// Print a method as a constraint logic program, or run it in SWI-Prolog
    #[command(after_help = clp::EXAMPLES)]
    Clp(clp::ClpArgs),
    /// List every small structure that a predicate such as repOk() accepts
    #[command(after_help = format!("{}\n\n{EXIT_CODES}", enumerate::args::EXAMPLES))]
    Enumerate(enumerate::args::EnumerateArgs),
    /// Say whether assertions and other properties hold for all inputs
    #[command(after_help = check::args::EXAMPLES)]
    Check(check::args::CheckArgs),
    /// Find inputs for every path of a method, and write tests of them
    #[command(after_help = format!("{}\n\n{EXIT_CODES}", generate::args::EXAMPLES))]
    Generate(Box<generate::args::GenerateArgs>),
    /// Print a script that completes the options of margay in a shell
    Completions(crate::manual::CompletionsArgs),
    /// Print which options are in force, and from where
    Config(crate::config::ConfigArgs),
    /// Write a margay.toml with every option as a comment
    Init(crate::config::InitArgs),
    /// Write the class margay.Margay, for programs that use it and are run by java
    Api(crate::manual::ApiArgs),
    /// Write manual pages, one for each command
    Man(crate::manual::ManArgs),
    /// Join the parts of a search that were searched apart
    #[command(after_help = merge::EXAMPLES)]
    Merge(merge::MergeArgs),
    /// Change a corrupt structure so that a predicate such as repOk() accepts it
    #[command(after_help = format!("{}\n\n{EXIT_CODES}", repair::args::EXAMPLES))]
    Repair(repair::args::RepairArgs),
    /// Make summaries, tests, pictures and pages again from the documents of an earlier run
    #[command(after_help = format!("{}\n\n{EXIT_CODES}", report::EXAMPLES))]
    Report(report::ReportArgs),
    /// Run an SMT-LIB 2 script with Margay's solver
    #[command(after_help = solve::EXAMPLES)]
    Solve(solve::SolveArgs),
    /// Print the paths of methods as cases: what has to hold, how they end, what they leave behind
    #[command(after_help = summarize::EXAMPLES)]
    Summarize(summarize::SummarizeArgs),
    /// Answer a task of the competition SV-COMP: TRUE, FALSE or UNKNOWN
    #[command(after_help = svcomp::EXAMPLES)]
    Svcomp(svcomp::SvcompArgs),
    /// Compile generated tests and run them on the JVM
    #[command(after_help = format!("{}\n\n{EXIT_CODES}", verify::EXAMPLES))]
    Verify(verify::VerifyArgs),
}

/// `margay run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// What to run.
    #[command(flatten)]
    pub target: TargetArgs,
    /// Arguments of the program; those that look like options after `--`
    #[arg(value_name = "PROGRAM-ARGS", conflicts_with = "method")]
    pub program: Vec<String>,
    /// Which method.
    #[command(flatten)]
    pub method: MethodArgs,
    /// Arguments of the method.
    #[arg(long, value_name = "VALUES", num_args = 1.., requires = "method",
        allow_negative_numbers = true,
        help = "Arguments of the method: numbers, booleans, 'c', text, [1,2,3], null")]
    pub args: Vec<String>,
    /// Which outcomes.
    #[command(flatten)]
    pub search: SearchArgs,
    /// How far.
    #[command(flatten)]
    pub budget: BudgetArgs,
    /// How much room.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How to say it.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `margay ir`.
#[derive(Debug, Args)]
pub struct IrArgs {
    /// Where it is.
    #[command(flatten)]
    pub target: TargetArgs,
    /// Which method.
    #[command(flatten)]
    pub method: MethodArgs,
}

/// Where the classes are that earlier results are about.
#[derive(Debug, Args)]
pub struct ClassesArgs {
    /// Where the classes are that tests are of [default: where the run has found them]
    #[arg(long, value_name = "PATH", visible_alias = "class-path")]
    pub cp: Vec<std::ffi::OsString>,
    /// The JDK whose classes are used [default: that of the run if it was named, JAVA_HOME, the
    /// PATH, the usual places]
    #[arg(long, value_name = "FOLDER")]
    pub jdk: Option<PathBuf>,
}

impl ClassesArgs {
    /// The classes that tests of a run name; its paths are as seen from here.
    pub fn of(&self, run: &Run) -> Result<ClassPath, CliError> {
        Ok(self.open(run)?.class_path()?)
    }

    /// The program that a run was about.
    pub fn open(&self, run: &Run) -> Result<Session, CliError> {
        let mut target = results::target_of(run, Path::new(""));
        if !self.cp.is_empty() {
            target.class_path = class_path(&self.cp);
            target.path = target.class_path.remove(0);
        }
        target.jdk = self.jdk.clone().or(target.jdk);
        Session::open(&target, Limits::default()).map_err(|error| {
            let message = format!("the classes that tests are of: {error}");
            CliError::usage(message, "say where they are with --cp")
        })
    }
}

/// What a command works on.
#[derive(Clone, Debug, Args)]
pub struct TargetArgs {
    /// A .java or .class file, a folder of classes or sources, a jar, or the name of a class
    /// [default: what --cp names]
    #[arg(required_unless_present_any = ["cp", "class"])]
    pub target: Option<PathBuf>,
    /// Class path: folders and jars, separated as in CLASSPATH; repeatable
    #[arg(long, value_name = "PATH", visible_alias = "class-path")]
    pub cp: Vec<std::ffi::OsString>,
    /// The class to work on, if the target holds several
    #[arg(long, value_name = "NAME")]
    pub class: Option<String>,
    /// The JDK whose classes are used [default: JAVA_HOME, the PATH, the usual places]
    #[arg(long, value_name = "FOLDER")]
    pub jdk: Option<PathBuf>,
    /// Execute the program's assert statements, as java -ea does
    #[arg(long, visible_alias = "ea")]
    pub enable_assertions: bool,
    /// Compile hot methods where values are plain words; what is found is the same
    #[arg(long, value_enum, default_value_t = JitArg::On)]
    pub jit: JitArg,
}

/// Whether hot methods are compiled.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum JitArg {
    /// The interpreter does everything.
    Off,
    /// Hot methods are compiled.
    On,
    /// All methods are compiled, and the interpreter does the same and compares.
    Check,
}

impl From<JitArg> for Jit {
    fn from(arg: JitArg) -> Jit {
        match arg {
            JitArg::Off => Jit::Off,
            JitArg::On => Jit::On,
            JitArg::Check => Jit::Check,
        }
    }
}

impl TargetArgs {
    /// For the library.
    pub fn target(&self) -> Target {
        let mut class_path = class_path(&self.cp);
        let path = match (&self.target, &self.class) {
            (Some(target), _) => target.clone(),
            (None, Some(class)) if class_path.is_empty() => class.into(),
            (None, _) if class_path.is_empty() => PathBuf::new(),
            (None, _) => class_path.remove(0),
        };
        Target {
            path,
            class_path,
            class: self.class.clone(),
            jdk: self.jdk.clone(),
            assertions: self.enable_assertions,
            jit: self.jit.into(),
            ..Target::default()
        }
    }

    /// Opens the program.
    pub fn open(&self, limits: Limits) -> Result<Session, Error> {
        Session::open(&self.target(), limits)
    }
}

/// The entries of a class path.
pub fn class_path(parts: &[std::ffi::OsString]) -> Vec<PathBuf> {
    let parts = parts.iter().flat_map(std::env::split_paths);
    parts.filter(|part| !part.as_os_str().is_empty()).collect()
}

/// Which method a command is about.
#[derive(Clone, Debug, Args)]
pub struct MethodArgs {
    /// A method: 'name', 'name(II)I' or 'Class.name(II)I'
    #[arg(long, value_name = "SIG")]
    pub method: Option<String>,
}

/// Which outcomes of a program with choices.
#[derive(Clone, Debug, Args)]
pub struct SearchArgs {
    /// Run every path: one outcome for each way the choices can go
    #[arg(long)]
    pub all: bool,
    /// How to return to a choice point
    #[arg(long, value_enum, default_value_t = BacktrackArg::Checkpoint, requires = "all")]
    pub backtrack: BacktrackArg,
    /// Run one path, given by the alternative to take at each choice, such as 0,2,1
    #[arg(long, value_name = "PATH", conflicts_with = "all")]
    pub decisions: Option<Decisions>,
    /// Maximum number of outcomes
    #[arg(long, value_name = "N", requires = "all")]
    pub limit: Option<u64>,
}

/// How to get from one outcome to the next.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum BacktrackArg {
    /// Undo the changes made since then.
    Checkpoint,
    /// Execute again from the start.
    Reexecute,
}

impl From<BacktrackArg> for Backtrack {
    fn from(arg: BacktrackArg) -> Backtrack {
        match arg {
            BacktrackArg::Checkpoint => Backtrack::Checkpoint,
            BacktrackArg::Reexecute => Backtrack::Reexecute,
        }
    }
}

/// How much work is allowed; together with Ctrl-C, what ends a run early.
#[derive(Debug, Args)]
pub struct BudgetArgs {
    /// Maximum number of steps, all outcomes together
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,
    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
}

/// How much room a program has. A program that needs more sees the error a JVM would throw.
#[derive(Clone, Debug, Args)]
pub struct LimitArgs {
    /// Maximum depth of calls; beyond it, the program sees a StackOverflowError
    #[arg(long, value_name = "N", default_value_t = Limits::default().depth,
        value_parser = clap::value_parser!(u32).range(64..=(1 << 24)))]
    pub max_depth: u32,
    /// Size of the heap, such as 512m; beyond it, the program sees an OutOfMemoryError [default: 2g,
    /// 64m for generate]
    #[arg(long, value_name = "BYTES", value_parser = memory::size)]
    pub max_heap: Option<u64>,
    /// Memory that the whole process may take, such as 4g [default: half of the machine's]
    #[arg(long, value_name = "BYTES", value_parser = memory::size)]
    pub max_memory: Option<u64>,
}

impl LimitArgs {
    /// For the machine.
    pub fn limits(&self) -> Limits {
        let given = self.max_heap.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX) / CELL);
        let cells = given.unwrap_or(Limits::default().cells);
        Limits { depth: self.max_depth, cells, whole: cells }
    }

    /// Starts the clock of a budget that the memory and Ctrl-C end too.
    pub fn budget(&self, timeout: Option<Duration>) -> Budget {
        let half = || memory::of_machine().map(|bytes| bytes / 2);
        interrupt::budget(timeout).with_memory(self.max_memory.or_else(half))
    }
}

/// How results are shown.
#[derive(Clone, Debug, Args)]
pub struct OutputArgs {
    /// Text to read, one JSON object a line, or with --all a page for a browser
    #[arg(long, value_parser = Format::one_of(RUN_FORMATS), default_value = "text")]
    pub format: Format,
    /// Folder for the document of all outcomes, and for the page
    #[arg(long, value_name = "DIR", requires = "all")]
    pub out: Option<PathBuf>,
    /// Print no summary and no notes
    #[arg(long, short, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print the JDK in use, the time taken and the work done
    #[arg(long, short)]
    pub verbose: bool,
}

/// A time in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().map_err(|_| "expected a number of seconds, such as 2.5")?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// Bytes in a cell of the heap.
pub const CELL: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }
}
