//! How methods are searched for their paths, and which inputs they are given.

use super::assume::AssumedHeap;
use super::called::{CallMode, MethodPattern, SummaryFolder};
use super::given::GivenSummary;
use super::guided::points::{KnownCase, ReachPoint};
use super::models::MethodModel;
use super::order::SearchOrder;
use super::partition::GivenPartition;
use super::seeds::GivenSeed;
use margay_machine::code::Watch;
use margay_search::Backtrack;
use margay_search::driver::Range;
use margay_search::generate::calls::CallDecider;
use margay_search::generate::cost::CostModel;
use margay_search::generate::guide::Guides;
pub use margay_search::generate::paths::Aliasing;
use margay_search::generate::paths::{Follows, Options};
use margay_search::generate::policy::Policy;
use margay_search::generate::summary::Recording;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How methods are searched for their paths, and which inputs they are given.
#[derive(Clone, Debug)]
pub struct GenerateOptions {
    /// When the paths of a method are enough.
    pub criterion: Criterion,
    /// Paths of a method that are looked at.
    pub max_paths: u64,
    /// Paths in a row that cover nothing new, after which a search for coverage gives up on what is
    /// left.
    pub patience: u64,
    /// Steps that a path may take.
    pub max_steps: u64,
    /// Time that a method may take.
    pub method_timeout: Duration,
    /// How to get from one path to the next.
    pub backtrack: Backtrack,
    /// When the solver is asked where a path can go.
    pub strategy: SearchStrategy,
    /// In which order paths are searched.
    pub order: SearchOrder,
    /// How deep operations may be nested in a condition that the solver is asked about.
    pub max_term: u32,
    /// Whether inputs are searched one block at a time, and which are together to begin with.
    pub partition: Option<GivenPartition>,
    /// Inputs that the search begins with.
    pub seeds: Vec<GivenSeed>,
    /// A second solver, asked what the embedded one does not know: `z3`, `cvc5`, `bitwuzla` or the
    /// path of one.
    pub solver: Option<String>,
    /// Conflicts after which the embedded solver gives up a question.
    pub max_conflicts: u32,
    /// What is counted.
    pub costs: Vec<CostModel>,
    /// Which paths are wanted, by what they cost; the first that is for a method counts.
    pub policies: Vec<Policy>,
    /// Whether paths are judged by the policy at their end only.
    pub aware_only: bool,
    /// Points to be reached; all paths if there is none.
    pub reach: Vec<ReachPoint>,
    /// Lines that are points to be reached too, where they have code: files and numbers.
    pub lines: Option<Vec<(String, u32)>>,
    /// Cases that exist already.
    pub known: Vec<KnownCase>,
    /// Calls and lines that paths have to pass in this order.
    pub trace: Vec<ReachPoint>,
    /// What a call is.
    pub calls: CallMode,
    /// The methods whose calls are left open where calls are lazy; chosen by what they do if there is none.
    pub abstracted: Vec<MethodPattern>,
    /// Where summaries are kept from one run to the next.
    pub summaries: Option<SummaryFolder>,
    /// Whether cases are wanted only that end with an exception.
    pub errors_only: bool,
    /// Methods that others stand for.
    pub models: Vec<MethodModel>,
    /// Summaries that stand for methods.
    pub given: Vec<GivenSummary>,
    /// Which inputs.
    pub inputs: InputOptions,
    /// What is recorded beside what is found, for people who want to see why.
    pub records: Records,
}

/// What is recorded beside what is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Records {
    /// What there is to be seen at each line of a case.
    pub lines: bool,
    /// The tree of paths. There is none of inputs that are searched apart: their decisions are those of
    /// several searches.
    pub tree: bool,
    /// How long each path has taken.
    pub times: bool,
}

/// Which inputs methods are given.
#[derive(Clone, Debug)]
pub struct InputOptions {
    /// Whether references of the input may be the same object.
    pub aliasing: Aliasing,
    /// What is assumed of the heap that a method is given.
    pub assume: Vec<AssumedHeap>,
    /// Longest array.
    pub max_array: u32,
    /// Longest string.
    pub max_string: u32,
    /// Longest list.
    pub max_list: u32,
    /// Range of integers, if it is limited.
    pub range: Option<IntRange>,
    /// A method that returns true for the inputs that are wanted: `repOk` of the receiver, or
    /// `Class.method` that takes the receiver and the arguments.
    pub requires: Option<String>,
    /// Whether static fields of the class may have any value too.
    pub statics: bool,
    /// Calls that change an object of the project before it is used; none if such objects may hold
    /// whatever their fields can.
    pub max_calls: Option<u32>,
}

impl Default for GenerateOptions {
    fn default() -> Self {
        GenerateOptions {
            criterion: Criterion::Branch,
            max_paths: 10_000,
            patience: 1_000,
            max_steps: 10_000_000,
            method_timeout: Duration::from_secs(60),
            backtrack: Backtrack::Checkpoint,
            strategy: SearchStrategy::Auto,
            order: SearchOrder::Auto,
            max_term: MAX_TERM,
            partition: None,
            seeds: Vec::new(),
            solver: None,
            max_conflicts: Criterion::Branch.conflicts(),
            costs: Vec::new(),
            policies: Vec::new(),
            aware_only: false,
            reach: Vec::new(),
            lines: None,
            known: Vec::new(),
            trace: Vec::new(),
            calls: CallMode::Run,
            abstracted: Vec::new(),
            summaries: None,
            errors_only: false,
            models: Vec::new(),
            given: Vec::new(),
            inputs: InputOptions::default(),
            records: Records::default(),
        }
    }
}

impl Default for InputOptions {
    fn default() -> Self {
        InputOptions {
            aliasing: Aliasing::On,
            assume: Vec::new(),
            max_array: 16,
            max_string: 6,
            max_list: 3,
            range: None,
            requires: None,
            statics: false,
            max_calls: Some(2),
        }
    }
}

/// Most numbers that a value is split into where it must be known.
const MOST_VALUES: u32 = 16;

/// How deep operations are nested in conditions at most, unless somebody says something else.
pub const MAX_TERM: u32 = 2_000;

impl GenerateOptions {
    /// The criterion that is meant where nobody has named one: coverage, or all paths where the other options choose among
    /// these.
    #[must_use]
    pub fn usual_criterion(&self) -> Criterion {
        if self.chooses_paths().is_some() { Criterion::Loop(3) } else { Criterion::Branch }
    }

    /// The option, if there is one, that says which of all paths are wanted.
    pub(super) fn chooses_paths(&self) -> Option<&'static str> {
        let choosing = [
            (self.calls != CallMode::Run, "--calls"),
            (!self.policies.is_empty(), "--policy"),
            (!self.trace.is_empty(), "--trace"),
            (self.errors_only, "--errors-only"),
        ];
        let mut choosing = choosing.into_iter().filter(|_| !self.has_points());
        choosing.find_map(|(is_given, option)| is_given.then_some(option))
    }

    /// Whether points are to be reached.
    pub(super) fn has_points(&self) -> bool {
        !self.reach.is_empty() || self.lines.is_some()
    }

    /// Whether the paths that are wanted are the dearest: which these are depends on all of them.
    pub(super) fn is_ranked(&self) -> bool {
        self.policies.iter().any(|policy| policy.rank.is_some())
    }

    /// Whether paths are found in the order of their decisions. A path that follows inputs comes before
    /// those that leave it, whatever their decisions are.
    pub(super) fn is_in_order(&self) -> bool {
        let chooses = self.is_for_coverage() || self.order.chooses() || self.partition.is_some();
        let is_local = matches!(self.criterion, Criterion::LocalPaths(_));
        let chooses = chooses || self.is_ranked() || self.has_points() || is_local;
        let chooses = chooses || self.calls == CallMode::Lazy;
        !chooses && !self.is_concolic()
    }

    /// Whether paths follow inputs from the beginning.
    fn is_concolic(&self) -> bool {
        self.strategy == SearchStrategy::Concolic || !self.seeds.is_empty()
    }

    /// Whether the search goes where something is not covered.
    pub(super) fn is_for_coverage(&self) -> bool {
        match self.order {
            SearchOrder::Auto => self.criterion.is_coverage(),
            order => order == SearchOrder::Coverage,
        }
    }

    /// Whether the methods of a class are searched in two rounds, in the second by chance too.
    pub(super) fn is_in_rounds(&self) -> bool {
        self.criterion.is_coverage()
            && self.is_for_coverage()
            && self.partition.is_none()
            && self.seeds.is_empty()
            && self.strategy == SearchStrategy::Auto
            && self.inputs.max_calls.is_some()
            && self.inputs.aliasing != Aliasing::Symbolic
            && self.calls == CallMode::Run
    }

    /// For the search.
    pub(crate) fn search(&self) -> Options {
        Options {
            aliasing: self.inputs.aliasing,
            assumed: Vec::new(),
            max_array: self.inputs.max_array,
            max_values: MOST_VALUES,
            integers: self.inputs.range.map(|range| (range.low, range.high)),
            backtrack: self.backtrack,
            follows: if self.is_concolic() { Follows::Always } else { self.strategy.follows() },
            max_term: self.max_term,
            max_steps: self.max_steps,
            max_work: u64::MAX,
            range: Range::default(),
            hides_making: self.inputs.max_calls.is_some(),
            scenes: self.is_for_coverage() || self.has_points(),
            forks: self.records.tree,
            focus: None,
            seed: None,
            draws: None,
            only_failures: self.errors_only,
            telling: self.criterion.is_coverage(),
            guides: Guides::default(),
            costs: Vec::new(),
            calls: CallDecider::default(),
            effects: false,
            induction: None,
            merges: false,
            recording: Recording::default(),
        }
    }
}

/// How often a path may come to a loop's head where coverage is wanted: that needs loops to go round a few times.
const COVERING_VISITS: u32 = 4;

/// The same where that has not been enough.
const DEEPER_VISITS: u32 = 10;

/// When a search stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// At most so many iterations of each loop.
    Loop(u32),
    /// At most so many visits of each block in one call.
    Block(u32),
    /// Every path.
    Path,
    /// Cases until every line is covered, of the method and of what it calls in the project.
    Statement,
    /// The same for branches.
    Branch,
    /// One case for each path of the method itself, with at most so many iterations of each loop.
    LocalPaths(u32),
    /// Cases until all points that are named are reached.
    ProgramPoints,
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Criterion::Loop(k) => write!(f, "loop-{k}"),
            Criterion::Block(k) => write!(f, "block-{k}"),
            Criterion::Path => f.write_str("path"),
            Criterion::Statement => f.write_str("statement"),
            Criterion::Branch => f.write_str("branch"),
            Criterion::LocalPaths(k) => write!(f, "all-local-paths-{k}"),
            Criterion::ProgramPoints => f.write_str("program-points"),
        }
    }
}

impl FromStr for Criterion {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |digits: &str| {
            digits
                .parse::<u32>()
                .ok()
                .filter(|k| (1..=1_000_000).contains(k))
                .ok_or(format!("`{digits}` is not a number of times: say loop-2 or block-2"))
        };
        match text {
            "path" => Ok(Criterion::Path),
            "statement" | "line" => Ok(Criterion::Statement),
            "branch" => Ok(Criterion::Branch),
            "all-local-paths" => Ok(Criterion::LocalPaths(3)),
            "program-points" => Ok(Criterion::ProgramPoints),
            _ if text.starts_with("all-local-paths-") => {
                number(&text["all-local-paths-".len()..]).map(Criterion::LocalPaths)
            }
            _ => match (text.strip_prefix("loop-"), text.strip_prefix("block-")) {
                (Some(k), _) => number(k).map(Criterion::Loop),
                (_, Some(k)) => number(k).map(Criterion::Block),
                _ => Err(
                    "expected loop-K, block-K, path, statement, branch, all-local-paths or program-points"
                        .to_owned(),
                ),
            },
        }
    }
}

impl Criterion {
    /// Whether the search looks for what is not covered, in any order.
    pub(super) fn is_coverage(self) -> bool {
        matches!(self, Criterion::Statement | Criterion::Branch)
    }

    /// Conflicts after which a question is best given up: of one path among many, or of the only one that
    /// will do.
    #[must_use]
    pub fn conflicts(self) -> u32 {
        if self.is_coverage() { 10_000 } else { 200_000 }
    }

    /// How code is watched for it.
    pub(super) fn watch(self, metered: bool) -> Watch {
        let (visits, per_entry) = match self {
            Criterion::Loop(k) | Criterion::LocalPaths(k) => (k + 1, true),
            Criterion::Block(k) => (k, false),
            Criterion::Statement | Criterion::Branch | Criterion::ProgramPoints => {
                (COVERING_VISITS, true)
            }
            Criterion::Path => (u32::MAX, true),
        };
        Watch { visits, per_entry, counted: true, metered, joins: false }
    }

    /// The same with more rounds of loops.
    pub(super) fn deeper(watch: Watch) -> Watch {
        Watch { visits: DEEPER_VISITS, ..watch }
    }
}

/// When the solver is asked where a path can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchStrategy {
    /// At every branch.
    Symbolic,
    /// When the search comes back to a branch: until then a path goes where its inputs lead.
    Concolic,
    /// At every branch; where it does not know, the path goes on where inputs lead.
    Auto,
}

impl SearchStrategy {
    fn follows(self) -> Follows {
        match self {
            SearchStrategy::Symbolic => Follows::Never,
            SearchStrategy::Concolic => Follows::Always,
            SearchStrategy::Auto => Follows::WhereUnknown,
        }
    }
}

impl fmt::Display for SearchStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SearchStrategy::Symbolic => "symbolic",
            SearchStrategy::Concolic => "concolic",
            SearchStrategy::Auto => "auto",
        })
    }
}

impl FromStr for SearchStrategy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "symbolic" => Ok(SearchStrategy::Symbolic),
            "concolic" => Ok(SearchStrategy::Concolic),
            "auto" => Ok(SearchStrategy::Auto),
            _ => Err("expected auto, symbolic or concolic".to_owned()),
        }
    }
}

/// How objects of the project are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectInputs {
    /// With any contents that their fields can hold.
    Fields,
    /// By constructors and methods, as a program can.
    Api,
}

impl ObjectInputs {
    /// Calls that make an object, of which there may be this many.
    #[must_use]
    pub fn calls(self, most: u32) -> Option<u32> {
        (self == ObjectInputs::Api).then_some(most)
    }
}

impl FromStr for ObjectInputs {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "fields" => Ok(ObjectInputs::Fields),
            "api" => Ok(ObjectInputs::Api),
            _ => Err("expected fields or api".to_owned()),
        }
    }
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
