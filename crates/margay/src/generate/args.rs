//! The options of `margay generate`.

use crate::cli::{BacktrackArg, LimitArgs, MethodArgs, TargetArgs, seconds};
use crate::error::CliError;
use crate::format::Format;
use crate::generate::goals::{self, FileLine};
use crate::generate::growth::Scale;
use crate::results;
use clap::{Args, ValueEnum};
use margay_java::generate::{
    Aliasing, AssumedHeap, CallMode, Criterion, GenerateOptions, GivenPartition, GivenSeed,
    GivenSummary, InputOptions, IntRange, MAX_TERM, MethodModel, MethodPattern, ObjectInputs,
    ReachPoint, Records, SearchOrder, SearchStrategy, Visibility,
};
use margay_jvm::classpath::ClassPath;
use margay_jvm::platform::StandardInput;
use margay_report::cases::test_classes::{TestFramework, TestStyle};
use margay_report::document::Run;
use margay_report::files::CaseFiles;
use margay_search::generate::cost::CostModel;
use margay_search::generate::policy::Policy;
use margay_search::{Decisions, Shard};
use std::fmt;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// For `--help`.
pub const EXAMPLES: &str = "\
Examples:
  margay generate                      in a Maven or Gradle project: all of it
  margay generate --write              and the tests go to src/test/java
  margay generate List.java --method remAll --criterion block-2
  margay generate build/classes --class demo.Account --out tests --verify
  margay generate build/classes --class demo.Account --out tests --format junit,html
  margay generate app.jar --package demo.parser --out tests --method-timeout 10
  margay generate app.jar --class demo.Parser --method 'parse(Ljava/lang/String;)I' --max-string 4
  margay generate java.util.BitSet --method 'nextSetBit(I)I' --criterion loop-3";

const FORMATS: &[Format] = {
    use Format::*;
    &[Text, Json, Junit, Coverage, Dot, Svg, Sarif, Html]
};

const TARGET: &str = "A .java or .class file, a folder, a jar, or the name of a class [default: the Maven or \
    Gradle project around this folder]";

/// What is tested, which need not be said in a project.
fn target() -> clap::Arg {
    let target = clap::Arg::new("target").value_name("TARGET").help(TARGET);
    target.value_parser(clap::value_parser!(PathBuf))
}

/// `margay generate`.
#[derive(Clone, Debug, Args)]
#[command(args_override_self = true, mut_arg("target", |_| target()))]
pub struct GenerateArgs {
    /// What is tested.
    #[command(flatten)]
    pub target: TargetArgs,
    /// Only classes of this package; with `demo..` those of packages inside it too
    #[arg(long, value_name = "NAME", conflicts_with = "class")]
    pub package: Option<String>,
    /// Which method [default: all public methods].
    #[command(flatten)]
    pub method: MethodArgs,
    /// Which methods, unless one is named: those that all may call, also subclasses (`protected`), or
    /// also others of the package
    #[arg(long, value_name = "WHO", default_value_t = Visibility::Public)]
    pub visibility: Visibility,
    /// A class or package that is left out; repeatable
    #[arg(long, value_name = "NAME")]
    pub exclude: Vec<String>,
    /// How far.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Where to.
    #[command(flatten)]
    pub guides: GuideArgs,
    /// Which inputs.
    #[command(flatten)]
    pub inputs: InputArgs,
    /// Let the program read standard input: up to N bytes, or, as LINESxN, lines of up to N printable
    /// characters
    #[arg(long, value_name = "N|LINESxN", value_parser = standard_input, help_heading = "Inputs")]
    pub stdin: Option<StandardInput>,
    /// How much room.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Which part, by how many.
    #[command(flatten)]
    pub part: PartArgs,
    /// How to say it.
    #[command(flatten)]
    pub output: OutputArgs,
}

impl GenerateArgs {
    /// For the library.
    pub fn options(&self) -> GenerateOptions {
        let (search, inputs) = (&self.search, &self.inputs);
        let mut options = GenerateOptions {
            criterion: Criterion::Branch,
            max_paths: search.max_paths,
            patience: search.patience,
            max_steps: search.max_steps,
            method_timeout: search.method_timeout,
            backtrack: search.backtrack.into(),
            strategy: search.strategy,
            order: search.order.seeded(search.seed),
            max_term: search.max_term,
            partition: search.partition.0.clone(),
            seeds: search.seeds.iter().flat_map(|seeds| seeds.0.clone()).collect(),
            solver: search.solver.clone(),
            max_conflicts: 0,
            costs: self.guides.cost.clone(),
            policies: self.guides.policy.clone(),
            aware_only: self.guides.aware,
            reach: self.guides.reach.clone(),
            lines: None,
            known: Vec::new(),
            trace: self.guides.trace.clone(),
            calls: search.calls,
            abstracted: search.abstracted.clone(),
            summaries: None,
            errors_only: search.errors_only,
            models: search.model.clone(),
            given: search.given.iter().flat_map(|given| given.0.clone()).collect(),
            inputs: inputs.options(),
            records: self.output.records(),
        };
        options.criterion = search.criterion.unwrap_or_else(|| options.usual_criterion());
        options.max_conflicts =
            search.max_conflicts.unwrap_or_else(|| options.criterion.conflicts());
        options
    }
}

impl InputArgs {
    /// For the library.
    pub fn options(&self) -> InputOptions {
        InputOptions {
            aliasing: self.aliasing.into(),
            assume: self.assume.clone(),
            max_array: self.max_array,
            max_string: self.max_string,
            max_list: self.max_list,
            range: self.range,
            requires: self.requires.clone(),
            statics: self.statics,
            max_calls: self.inputs.calls(self.max_calls),
        }
    }
}

/// How to search.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// What to generate tests for: every branch or statement, or every path within a bound: loop-K,
    /// block-K, path (no bound on loops), all-local-paths (of the method itself), or the points of --reach:
    /// program-points [default: branch; loop-3 with --calls, --policy, --trace and --errors-only, which are about paths]
    #[arg(long, value_name = "CRITERION")]
    pub criterion: Option<Criterion>,
    /// Maximum number of paths per method
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub max_paths: u64,
    /// Paths in a row that cover nothing new, after which a search for statements or branches gives
    /// up on a method
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub patience: u64,
    /// Maximum number of steps per path
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    pub max_steps: u64,
    /// Maximum number of conflicts of the built-in solver per question; beyond it, the answer is
    /// `unknown` [default: 10000 for branches and statements, where others may do, else 200000]
    #[arg(long, value_name = "N")]
    pub max_conflicts: Option<u32>,
    /// Time limit in seconds, for all methods together
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Time limit in seconds per method
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60")]
    pub method_timeout: Duration,
    /// How to return to a choice point
    #[arg(long, value_enum, default_value_t = BacktrackArg::Checkpoint)]
    pub backtrack: BacktrackArg,
    /// When the solver is asked where a path can go: at every branch (`symbolic`), only when the search
    /// comes back to it, the path going where its inputs lead until then (`concolic`), or at every branch
    /// until it does not know (`auto`)
    #[arg(long, value_name = "STRATEGY", default_value = "auto")]
    pub strategy: SearchStrategy,
    /// Order in which the paths of a method are searched: depth first (`dfs`), those with the fewest decisions
    /// first (`bfs`), by chance (`random`), towards what is not covered (`coverage`), or as the criterion has
    /// it, which is one of the first and the last (`auto`)
    #[arg(long = "search", value_name = "ORDER", default_value = "auto")]
    pub order: SearchOrder,
    /// Seed of `--search random`
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Maximum depth of operations in a condition; where one is deeper and inputs are followed (`concolic`,
    /// `auto`), the inputs it depends on keep their values
    #[arg(long, value_name = "N", default_value_t = MAX_TERM)]
    pub max_term: u32,
    /// Inputs to begin with: the cases of an earlier run (its folder, or its JSON), or values of parameters such as
    /// 'price=3, name="x"'; repeatable. Paths follow inputs then, as with `--strategy concolic`
    #[arg(long, value_name = "FILE|VALUES", conflicts_with_all = ["from", "to"])]
    pub seeds: Vec<SeedsArg>,
    /// Search one block of inputs at a time, the others fixed: `auto` starts with every input alone and joins
    /// what meets, a file starts with its blocks (a line each, names of inputs separated by commas)
    #[arg(long, value_name = "auto|off|FILE", default_value = "off", conflicts_with_all = ["from", "to"])]
    pub partition: PartitionArg,
    /// What a call is: executed (`run`), left open until a way through it is found that fits (`lazy`), for one
    /// case for each path of the method itself, composed of the cases of its method where these
    /// can be said (`summaries`), or so that each case is done in one step (`specialized`)
    #[arg(long, value_name = "CALLS", default_value = "run", conflicts_with_all = ["from", "to"])]
    pub calls: CallMode,
    /// With `--calls lazy`, leave calls of these methods open, such as 'Lexer.*', and tell all paths apart that differ
    /// outside them; repeatable [default: chosen by what methods do]
    #[arg(long = "abstract", value_name = "METHODS")]
    pub abstracted: Vec<MethodPattern>,
    /// With `--calls summaries` or `specialized`, keep summaries in this folder, and use those that an earlier run has left there, of code
    /// that has not changed since
    #[arg(long, value_name = "DIR")]
    pub summaries: Option<PathBuf>,
    /// Make only cases that end with an exception; of other paths no input is looked for
    #[arg(long)]
    pub errors_only: bool,
    /// Let a static method stand for another one, native or not, such as
    /// 'java.lang.System.arraycopy=models.Arrays.copy'; repeatable. It is trusted, and listed in the result
    #[arg(long, value_name = "METHOD=MODEL")]
    pub model: Vec<MethodModel>,
    /// Let the cases in a file stand for methods, native or not: JSON as `margay summarize` writes it; repeatable. They
    /// are trusted, and listed in the result
    #[arg(long = "summary", value_name = "FILE")]
    pub given: Vec<GivenArg>,
    /// External SMT solver to ask where the built-in one answers `unknown`: z3, cvc5, bitwuzla or
    /// the path of one
    #[arg(long, value_name = "SOLVER")]
    pub solver: Option<String>,
}

/// What guides the search.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Costs and goals")]
pub struct GuideArgs {
    /// What to count of each case: instructions, bytes (as HotSpot lays objects out), payload (fields and
    /// elements alone), objects, calls, calls:METHOD; several separated by commas
    #[arg(long, value_name = "COST", value_delimiter = ',')]
    pub cost: Vec<CostModel>,
    /// Keep only cases that cost so: 'bytes > 48', 'instructions <= 1000', worst, 'worst bytes', top-5;
    /// joined by `and`, for one method with 'METHOD: ...'
    #[arg(long, value_name = "POLICY")]
    pub policy: Vec<Policy>,
    /// Find a test that gets to this point: FILE:LINE, 'FILE:LINE if CONDITION' over the variables that are
    /// visible there, or Class.method; may be repeated
    #[arg(long, value_name = "POINT")]
    pub reach: Vec<ReachPoint>,
    /// Keep only cases that pass these calls or lines in this order, separated by blanks: 'add add Parser.java:7'
    #[arg(long, value_name = "POINTS", value_delimiter = ' ')]
    pub trace: Vec<ReachPoint>,
    /// Find tests that get to the lines that `git diff REV` touches
    #[arg(long, value_name = "REV", num_args = 0..=1, default_missing_value = "HEAD")]
    pub changed: Option<String>,
    /// Find tests that get to the lines that no test reaches, by a JaCoCo report (XML) or a folder of Margay's
    /// results; with --changed, to those that have changed and no test reaches
    #[arg(long, value_name = "FILE")]
    pub uncovered: Option<PathBuf>,
    /// Make no case that this folder of results has already
    #[arg(long, value_name = "DIR")]
    pub have: Option<PathBuf>,
    /// Find the worst case at each of these sizes, such as 1..8: bounds on loops and lengths; prints how it grows,
    /// and draws it into --out
    #[arg(long, value_name = "A..B", requires = "policy")]
    pub scale: Option<Scale>,
    /// Judge paths by the policy at their end only, rather than leave them where they cannot meet it
    #[arg(long, requires = "policy")]
    pub aware: bool,
}

impl GuideArgs {
    /// The lines that have changed, or are not covered, if that is asked for.
    pub fn lines(&self, target: &Path) -> Result<Option<Vec<FileLine>>, CliError> {
        let folder = match target.is_dir() {
            true => target,
            false => target.parent().filter(|folder| folder.is_dir()).unwrap_or(Path::new("")),
        };
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let changed = self.changed.as_ref().map(|rev| goals::changed(rev, folder)).transpose()?;
        let uncovered = self.uncovered.as_ref().map(|file| goals::uncovered(file)).transpose()?;
        Ok(match (changed, uncovered) {
            (Some(changed), Some(uncovered)) => Some(goals::among(changed, &uncovered)),
            (changed, uncovered) => changed.or(uncovered),
        })
    }

    /// The options that change what is found.
    pub fn describe(&self) -> Vec<String> {
        let costs = self.cost.iter().map(|cost| format!("--cost {cost}"));
        let policies = self.policy.iter().map(|policy| format!("--policy '{policy}'"));
        let points = self.reach.iter().map(|point| format!("--reach {point}"));
        let trace: Vec<String> = self.trace.iter().map(ToString::to_string).collect();
        let trace = (!trace.is_empty()).then(|| format!("--trace '{}'", trace.join(" ")));
        let changed = self.changed.as_ref().map(|rev| format!("--changed {rev}"));
        let uncovered =
            self.uncovered.as_ref().map(|file| format!("--uncovered {}", file.display()));
        let have = self.have.as_ref().map(|folder| format!("--have {}", folder.display()));
        let others = [trace, changed, uncovered, have].into_iter().flatten();
        costs.chain(policies).chain(points).chain(others).collect()
    }
}

/// Inputs that users have.
#[derive(Clone, Debug)]
pub struct SeedsArg(pub Vec<GivenSeed>);

impl FromStr for SeedsArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let path = Path::new(text);
        if path.exists() {
            return GivenSeed::read(path).map(SeedsArg);
        }
        match text.contains('=') {
            true => GivenSeed::parse(text).map(|seed| SeedsArg(vec![seed])),
            false => Err("there is no such file, and values look like price=3".to_owned()),
        }
    }
}

/// Summaries that users have written.
#[derive(Clone, Debug)]
pub struct GivenArg(pub Vec<GivenSummary>);

impl FromStr for GivenArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        GivenSummary::read(Path::new(text)).map(GivenArg)
    }
}

/// Whether inputs are partitioned, and which are together to begin with.
#[derive(Clone, Debug)]
pub struct PartitionArg(pub Option<GivenPartition>);

impl FromStr for PartitionArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(PartitionArg(match text {
            "off" => None,
            "auto" => Some(GivenPartition::default()),
            file => {
                let blocks = std::fs::read_to_string(file);
                let blocks = blocks.map_err(|error| format!("{error} (auto, off, or a file)"))?;
                Some(GivenPartition::parse(file, &blocks)?)
            }
        }))
    }
}

impl fmt::Display for PartitionArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => f.write_str("off"),
            Some(given) if given.blocks.is_empty() => f.write_str("auto"),
            Some(given) => f.write_str(&given.file),
        }
    }
}

/// Which part of the search, by how many.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Sharing the work")]
pub struct PartArgs {
    /// Number of threads
    #[arg(long, short, value_name = "N", default_value = "1")]
    pub jobs: NonZeroUsize,
    /// Search the paths of the method from this decision path on, such as 0,2,1
    #[arg(long, value_name = "PATH", requires = "method")]
    pub from: Option<Decisions>,
    /// Search up to, but without, this decision path
    #[arg(long, value_name = "PATH", requires = "method")]
    pub to: Option<Decisions>,
    /// Search part I of N of the methods only, counted from 1, to be joined by `margay merge`
    #[arg(long, value_name = "I/N", conflicts_with_all = ["from", "to"])]
    pub shard: Option<Shard>,
}

/// Whether references may be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AliasingArg {
    /// They may
    On,
    /// They may not
    Off,
    /// They may, and the path forks only where the program does
    Symbolic,
}

impl From<AliasingArg> for Aliasing {
    fn from(aliasing: AliasingArg) -> Self {
        match aliasing {
            AliasingArg::On => Aliasing::On,
            AliasingArg::Off => Aliasing::Off,
            AliasingArg::Symbolic => Aliasing::Symbolic,
        }
    }
}

/// Which inputs.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Inputs")]
pub struct InputArgs {
    /// Whether two references of the input may point to the same object: each way is a path of its own, or
    /// stays open until the program asks (symbolic)
    #[arg(long, value_enum, default_value_t = AliasingArg::On)]
    pub aliasing: AliasingArg,
    /// Assume something of the heap that the method is given: `no-alias(a, b)`, `no-sharing(a, b)` (nothing
    /// can be reached from both), `acyclic(a)` or `tree(a)`, of parameters or `this`; repeatable
    #[arg(long, value_name = "WHAT")]
    pub assume: Vec<AssumedHeap>,
    /// Maximum length of arrays
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub max_array: u32,
    /// Maximum length of strings
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=64))]
    pub max_string: u32,
    /// Maximum number of elements of lists and other collections
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=32))]
    pub max_list: u32,
    /// Range of the integers of the input, such as -1000..1000 [default: all]
    #[arg(long, value_name = "LOW..HIGH", allow_hyphen_values = true)]
    pub range: Option<IntRange>,
    /// Precondition: use only inputs for which this method returns true. Either a predicate of the
    /// receiver such as `repOk`, or a static `Class.method` that takes the receiver and the arguments
    #[arg(long, value_name = "METHOD")]
    pub requires: Option<String>,
    /// Make the static fields of the class part of the input
    #[arg(long)]
    pub statics: bool,
    /// How objects of the project are made: by constructors, factories and methods, as a program can
    /// (`api`), or with any contents that their `fields` can hold
    #[arg(long, value_name = "HOW", default_value = "api")]
    pub inputs: ObjectInputs,
    /// Maximum number of calls that change an object before it is used, with --inputs api
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=8))]
    pub max_calls: u32,
}

/// `8`, or `2x8`.
pub fn standard_input(text: &str) -> Result<StandardInput, String> {
    const MOST: u32 = 4_096;
    let number = |part: &str| part.parse().ok().filter(|n| (1..=MOST).contains(n));
    let (lines, length) = match text.split_once('x') {
        Some((lines, length)) => (number(lines), number(length)),
        None => (Some(0), number(text)),
    };
    let sizes = lines.zip(length).map(|(lines, length)| StandardInput { lines, length });
    sizes.ok_or_else(|| {
        format!("expected bytes (8) or lines and their length (2x8), each from 1 to {MOST}")
    })
}

/// How results are shown.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Folder for tests, reports and pictures
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Output formats, separated by commas
    #[arg(long, value_parser = Format::one_of(FORMATS), value_name = "FORMATS", value_delimiter = ',')]
    pub format: Vec<Format>,
    /// What to record beside cases, separated by commas: what there is to be seen at each line of a case
    /// (`lines`), the tree of paths (`tree`), how long each of them takes (`times`: two runs will differ),
    /// or nothing (`none`) [default: lines,tree for a page, else none]
    #[arg(long, value_name = "WHAT", value_enum, value_delimiter = ',')]
    pub record: Vec<Record>,
    /// What the tests are written for: junit5, junit4 (4.13) or testng (6.9)
    #[arg(long, value_name = "FRAMEWORK", default_value_t = TestFramework::Junit5)]
    pub test_framework: TestFramework,
    /// In a Maven or Gradle project: write the tests to src/test/java, never over a file of somebody else's
    #[arg(long, conflicts_with_all = ["target", "verify"])]
    pub write: bool,
    /// Folder for tests, if it is not that of --out; a file of somebody else's is never written over
    #[arg(long, value_name = "DIR", requires = "out", conflicts_with_all = ["write", "verify"])]
    pub tests: Option<PathBuf>,
    /// Compile and run the tests at the end, as `margay verify DIR` does
    #[arg(long, requires = "out")]
    pub verify: bool,
    /// Print no summary and no notes
    #[arg(long, short, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print the time taken and the work done, and every place where something was lost; in tests, the
    /// path of each case
    #[arg(long, short)]
    pub verbose: bool,
}

/// What can be recorded beside cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Record {
    /// What there is to be seen at each line of a case.
    Lines,
    /// The tree of paths.
    Tree,
    /// How long each of them takes.
    Times,
    /// Nothing.
    None,
}

impl OutputArgs {
    /// What is recorded beside cases.
    fn records(&self) -> Records {
        let given = match self.record.is_empty() {
            true if self.wants_page() => &[Record::Lines, Record::Tree],
            _ => &self.record[..],
        };
        let has = |wanted| given.contains(&wanted);
        let times = has(Record::Times);
        Records { lines: has(Record::Lines), tree: times || has(Record::Tree), times }
    }

    fn formats(&self) -> &[Format] {
        match self.out {
            _ if !self.format.is_empty() => &self.format,
            Some(_) => &[Format::Junit, Format::Json, Format::Coverage],
            None => &[Format::Text],
        }
    }

    /// Whether cases are printed for people.
    pub fn prints_text(&self) -> bool {
        self.formats().contains(&Format::Text)
    }

    /// Whether standard output is for a document.
    pub fn prints_json(&self) -> bool {
        self.out.is_none() && self.formats().contains(&Format::Json)
    }

    /// Whether tests are written, which name classes.
    pub fn wants_tests(&self) -> bool {
        self.formats().contains(&Format::Junit)
    }

    /// Whether a page is written, which shows code.
    pub fn wants_page(&self) -> bool {
        self.formats().contains(&Format::Html)
    }

    /// Opens the files, or what is for standard output; tests name classes of the class path.
    pub fn open(&self, run: &Run, class_path: Option<ClassPath>) -> Result<CaseFiles, CliError> {
        let mut files = results::open(
            self.formats(),
            self.out.as_deref(),
            |folder, formats| CaseFiles::in_folder(folder, formats, run, class_path),
            |out| CaseFiles::on_stream(out, run),
        )?;
        files.tests.clone_from(&self.tests);
        files.style = TestStyle { names_paths: self.verbose, framework: self.test_framework };
        Ok(files)
    }
}
