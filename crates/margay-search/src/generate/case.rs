//! What `generate` reports: test cases, what they cover, and what was left undone. Reports are made
//! from these types alone; nothing here knows how the cases were found.

use super::cost::CaseCost;
use crate::decisions::Decisions;
use crate::structure::{FieldName, Structure, Value};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// All that was found out about one method.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodReport {
    /// The method.
    pub method: MethodName,
    /// Modifiers and types the source of a test needs.
    pub signature: MethodSignature,
    /// One test case for each path.
    pub cases: Vec<TestCase>,
    /// What decides which inputs count, if something does: the method that was asked for, or an object's own
    /// `repOk`, and what is assumed of the heap.
    pub precondition: Option<String>,
    /// What its tests are of, if that is a contract.
    pub contract: Contract,
    /// What was given up or lost, and why.
    pub losses: Losses,
    /// How much was done.
    pub effort: Effort,
    /// How its inputs were partitioned, if they were.
    pub partition: Option<PartitionReport>,
    /// What guided its search, if something did.
    pub guided: Option<GuidedReport>,
    /// What became of its calls, if they did not just run.
    pub calls: Option<CallsReport>,
    /// The paths that were searched, if somebody has asked for them.
    pub tree: Option<SearchTree>,
}

/// What became of calls that were left open, or composed of cases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CallsReport {
    /// The methods whose calls were left open.
    pub abstracted: Vec<AbstractedCalls>,
    /// Paths that were searched with open calls.
    pub open_paths: u64,
    /// Paths of the method itself among them.
    pub wanted: u64,
    /// Those of them that something can take: they have a test.
    pub found: u64,
    /// Paths of the method that were found beside them.
    pub others: u64,
    /// Ways through these calls that were run to their end.
    pub expansions: u64,
    /// The methods whose summaries were composed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub summarized: Vec<SummarizedMethod>,
    /// What was given and is trusted: methods and what stands for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trusted: Vec<String>,
}

/// A method with a summary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SummarizedMethod {
    /// The method: `demo.Arithmetics.gcd(II)I`.
    pub method: String,
    /// Its cases.
    pub cases: u64,
    /// Steps that it took to find them, once for all methods under test.
    #[serde(default)]
    pub steps: u64,
    /// Whether an earlier run has found them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reused: bool,
    /// About how many bytes of memory they take.
    #[serde(default)]
    pub bytes: u64,
    /// Calls that were composed of them.
    pub composed: u64,
    /// Calls that ran after all: they met something that a summary has no word for.
    #[serde(default)]
    pub ran: u64,
    /// The cases one by one, if they are specialized.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub specialized: Vec<SpecializedCase>,
}

/// What is left of a path when it branches nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpecializedCase {
    /// Blocks that the path takes.
    pub blocks: u64,
    /// Operations that its result and its effects need.
    pub operations: u64,
    /// The cases of the methods it calls that it is composed of: `demo.Arithmetics.abs(I)I#1`.
    pub schedule: Vec<String>,
}

/// A method whose calls were left open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbstractedCalls {
    /// The method: `demo.Lexer.next()I`.
    pub method: String,
    /// How often one was, on all paths.
    pub calls: u64,
}

/// What came of a search that was guided.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuidedReport {
    /// The policy: `bytes > 48`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// Of `worst` and `top-N`: whether no path within the bounds costs more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proved: Option<bool>,
    /// Why that is not so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<String>,
    /// Paths that were not wanted at their end.
    pub dropped: u64,
    /// Ways that were not taken, as they lead to nothing that is wanted.
    pub pruned: u64,
    /// The points to be reached.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<PointReport>,
}

/// A point to be reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointReport {
    /// What the user has asked for: `Parser.java:120`.
    pub point: String,
    /// The case that reaches it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<usize>,
    /// Of a point that is not reached: whether no path within the bounds does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unreachable: bool,
    /// Why it is not reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
}

/// The paths of a method as a tree: where each leaves those before it, and what has come of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchTree {
    /// The paths, in the order of the search.
    pub leaves: Vec<TreeLeaf>,
    /// Paths that were cut off at the end.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cut: u64,
}

/// A path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeLeaf {
    /// The part of the search that begins with it, where inputs are searched apart: which inputs are free in it. Each
    /// part is a tree of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// The alternatives taken.
    pub decisions: Decisions,
    /// Those of them that no path before has taken from the same place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forks: Vec<TreeFork>,
    /// The number of the case, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<usize>,
    /// Why it is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Operations executed since the path before.
    pub steps: u64,
    /// Questions asked of the solver since then.
    pub queries: u64,
    /// Microseconds since then, if somebody has asked for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub micros: Option<u64>,
    /// Of these, in the solver.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solver_micros: Option<u64>,
}

/// A decision of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeFork {
    /// Which of its decisions, from 0.
    pub depth: usize,
    /// Where in the program.
    pub place: String,
    /// What it makes true, as far as people are told.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub holds: String,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde has it so")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// How the inputs of a method were searched one block at a time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartitionReport {
    /// The blocks, in the order in which they were searched last.
    pub blocks: Vec<InputBlock>,
    /// How blocks came about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joined: Vec<JoinedInputs>,
    /// Inputs whose cases were gone through one by one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hubs: Vec<String>,
    /// Runs of all blocks, also of those that were joined later.
    pub runs: u64,
    /// Paths that were searched with all inputs together, for what no block had reached.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub together: u64,
    /// Inputs that the user has named and that there are not, with where.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<String>,
}

/// Inputs that were searched together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputBlock {
    /// Their names: `a[3]`, `request.header.length`.
    pub inputs: Vec<String>,
    /// The cases of other inputs that it is a block in: `mode = 2`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<String>,
    /// The paths that were found.
    pub paths: u64,
}

/// Why blocks were joined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoinedInputs {
    /// The inputs that met.
    pub inputs: Vec<String>,
    /// How.
    pub why: String,
    /// Where.
    pub place: String,
}

/// A method by its names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MethodName {
    /// Class with dots and `$`: `shapes.Tree$Node`.
    pub class: String,
    /// `insert`, or `<init>` for a constructor.
    pub name: String,
    /// As in the class file: `(II)Z`.
    pub descriptor: String,
}

/// Methods that must return true before and after a method, where a test is of a contract.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contract {
    /// What the inputs meet that count.
    pub requires: Option<Condition>,
    /// What must hold when the method has returned.
    pub ensures: Option<Condition>,
}

/// A method that says whether something holds. A static one takes the receiver and the arguments of the method,
/// after a call also the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The method.
    pub method: MethodName,
    /// Whether it is static; else it is called on the receiver.
    pub is_static: bool,
    /// Whether code of the same package may call it.
    pub accessible: bool,
}

/// How a test calls a method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MethodSignature {
    /// Whether it is called without a receiver.
    pub is_static: bool,
    /// Whether code in the same package can call it; for a class of the JDK, whether all can.
    pub accessible: bool,
    /// Names of the parameters: those of the source if the class file has them, else `arg0`…
    pub parameters: Vec<Parameter>,
    /// Type of the result as source code has it; none for `void` and for constructors.
    pub result: Option<String>,
    /// Classes of checked and other exceptions in its `throws` clause, with dots.
    pub declared: Vec<String>,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its erased type as source code has it: `int`, `java.util.List`, `shapes.Tree.Node[]`.
    pub type_name: String,
}

/// One path through a method: an input, and what the method does with it.
#[derive(Clone, Debug, PartialEq)]
pub struct TestCase {
    /// Its place among the cases of the method, from 1.
    pub number: usize,
    /// What the method is given. The objects of input and output are in `before` and `after`.
    pub input: Input,
    /// The heap when the method is called.
    pub before: Structure,
    /// The heap when it has ended. Objects of the input keep their names; new ones come last.
    pub after: Structure,
    /// How it ends.
    pub outcome: CaseOutcome,
    /// Static fields that it has changed, with what they hold then; references are places in
    /// `after`. Tests assert these values and put the old ones back.
    pub statics: Vec<(FieldName, Value)>,
    /// Static fields that lead to objects it has changed. Tests put back what these held.
    pub restores: Vec<FieldName>,
    /// What methods of objects answer afterwards that only look: of objects of the input, where that has
    /// changed. Tests that make their input by calls assert this; none if tests look into fields.
    pub observations: Option<Vec<Observation>>,
    /// What is not asserted although it was seen, and why: it may be another in another run.
    pub unasserted: Vec<String>,
    /// What holds of every input that takes this path, in terms of the source.
    pub condition: Vec<String>,
    /// The lines it takes, in order; a line once for each time it is reached. Long traces are cut.
    pub trace: Vec<Step>,
    /// Steps that were cut off at the end of the trace.
    pub trace_cut: u64,
    /// What could be seen at each line, if somebody has asked for that.
    pub watched: Option<WatchedRun>,
    /// The alternatives taken.
    pub decisions: Decisions,
    /// What it prints on standard output.
    pub printed: String,
    /// Whether equal texts of the input are different objects, which they are not where source code
    /// writes them down.
    pub distinct_texts: bool,
    /// What it costs, in the models that were asked for.
    pub costs: Vec<CaseCost>,
    /// How to build the input, in order. Objects not mentioned are built by their content alone
    /// (strings, boxed values, enum constants, arrays, collections).
    pub recipe: Vec<Build>,
}

impl TestCase {
    /// Forgets all but how it ends, which is what a summary needs.
    pub fn forget(&mut self) {
        *self = TestCase {
            number: self.number,
            outcome: self.outcome.clone(),
            input: Input::default(),
            before: Structure::default(),
            after: Structure::default(),
            statics: Vec::new(),
            restores: Vec::new(),
            observations: None,
            unasserted: Vec::new(),
            condition: Vec::new(),
            trace: Vec::new(),
            trace_cut: 0,
            watched: None,
            decisions: Decisions::default(),
            printed: String::new(),
            distinct_texts: false,
            costs: std::mem::take(&mut self.costs),
            recipe: Vec::new(),
        };
    }
}

/// What a method is given. References are places in [`TestCase::before`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Input {
    /// The receiver of an instance method.
    pub receiver: Option<Value>,
    /// The arguments.
    pub arguments: Vec<Value>,
    /// Static fields that differ from what their class initializer leaves.
    pub statics: Vec<(FieldName, Value)>,
    /// What the program is given where it asks for any value while it runs, in order, each with its
    /// type: `int 5`, `boolean true`.
    pub asked: Vec<String>,
    /// What it can read from standard input, if it reads that.
    pub stdin: Option<Vec<u8>>,
}

/// How a method ends. References are places in [`TestCase::after`].
#[derive(Clone, Debug, PartialEq)]
pub enum CaseOutcome {
    /// It returns. A constructor returns the new object.
    Returned(Option<Value>),
    /// An exception leaves it.
    Threw {
        /// Class with dots.
        class: String,
        /// What its `getMessage` gives.
        message: Option<String>,
        /// Whether it may give something else in another run, or is made up of what the input holds: then
        /// tests do not assert it.
        varies: bool,
        /// Whether the method declares it, or documents it by throwing it itself with `throw new`
        /// in code of the project: then it is part of what the method does, not a crash.
        expected: bool,
    },
}

/// What a method of an object answers that has no parameters, or one.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The object, by its place in [`TestCase::after`].
    pub object: usize,
    /// Name of the method.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// What it is given, if it has a parameter: a text or an integer.
    pub argument: Option<Value>,
    /// What it returns; references are places in [`TestCase::after`].
    pub value: Value,
}

/// A line reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The method the line is in; steps share its name.
    pub method: Arc<MethodName>,
    /// The line.
    pub line: u32,
}

/// A run of a case line by line, as a debugger sees it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WatchedRun {
    /// The lines, each before it runs.
    pub steps: Vec<WatchedStep>,
    /// Steps that were cut off at the end.
    pub cut: u64,
}

/// What there is to be seen before a line runs.
#[derive(Clone, Debug, PartialEq)]
pub struct WatchedStep {
    /// The method the line is in.
    pub method: Arc<MethodName>,
    /// The line.
    pub line: u32,
    /// How many calls of the project's code this one is inside.
    pub depth: u32,
    /// The variables of the method that have values; references are places in `heap`.
    pub variables: Vec<(String, Value)>,
    /// All objects that were seen so far as they are now; steps between which nothing has changed share
    /// it.
    pub heap: Arc<Structure>,
}

/// A step in building an input. Objects are places in [`TestCase::before`].
#[derive(Clone, Debug, PartialEq)]
pub enum Build {
    /// Calls an accessible constructor.
    Construct {
        /// The new object.
        object: usize,
        /// Descriptor of the constructor.
        descriptor: String,
        /// Its arguments.
        arguments: Vec<Value>,
    },
    /// Calls an accessible method, for what it does to the object.
    Call {
        /// The receiver.
        object: usize,
        /// Name of the method.
        name: String,
        /// Its descriptor.
        descriptor: String,
        /// Its arguments.
        arguments: Vec<Value>,
    },
    /// Calls an accessible method that returns an object.
    Produce {
        /// The object.
        object: usize,
        /// The class of the method, with dots and `$`.
        class: String,
        /// Name of the method.
        name: String,
        /// Its descriptor.
        descriptor: String,
        /// What it is called on, if it is not static.
        receiver: Option<Value>,
        /// Its arguments.
        arguments: Vec<Value>,
    },
    /// Takes an object from an accessible static field.
    Constant {
        /// The object.
        object: usize,
        /// The class of the field, with dots and `$`.
        class: String,
        /// Name of the field.
        name: String,
        /// Its descriptor.
        descriptor: String,
    },
    /// Makes an object without running a constructor.
    Allocate {
        /// The new object.
        object: usize,
    },
    /// Sets a field: by an assignment where the source may, else by reflection.
    Set {
        /// The object.
        object: usize,
        /// The field.
        field: FieldName,
        /// Its value.
        value: Value,
        /// Whether code in the same package may assign it.
        accessible: bool,
    },
    /// The step before has kept a copy: that is the object of the input, not the one it was given.
    Copied {
        /// The object.
        object: usize,
    },
    /// Nothing builds the input: the constructors of a record refuse what it should hold.
    Refused {
        /// The record.
        object: usize,
    },
}

/// What was given up or lost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Losses {
    /// Paths cut by a bound, by which bound.
    pub bounds: Vec<Loss>,
    /// Values made concrete, by where and why.
    pub concretized: Vec<Loss>,
    /// Paths that met something Margay does not do.
    pub unsupported: Vec<Loss>,
    /// Paths whose input no sequence of calls makes, with their condition.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmade: Vec<Loss>,
    /// Questions the solver could not answer.
    pub unknown: Vec<Loss>,
    /// Cases whose replay took another path or ended differently; they are left out.
    pub diverged: Vec<Loss>,
    /// Whether a budget ended the search.
    pub stopped: Option<String>,
}

impl Losses {
    /// Whether every path within the bounds was looked at, with the inputs that can take it.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let Losses { bounds: _, concretized, unsupported, unmade, unknown, diverged, stopped } =
            self;
        let lost = [concretized, unsupported, unmade, unknown, diverged];
        lost.iter().all(|list| list.is_empty()) && stopped.is_none()
    }
}

/// Something lost, as often as it happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loss {
    /// What, and where: `loop-2 at List.remAll:18`.
    pub what: String,
    /// How often.
    pub count: u64,
}

/// How much was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Paths explored to their end.
    pub paths: u64,
    /// Operations executed.
    pub steps: u64,
    /// Questions asked of the solver.
    pub queries: u64,
}

impl Effort {
    /// Adds what was done elsewhere.
    pub fn add(&mut self, other: Effort) {
        self.paths += other.paths;
        self.steps += other.steps;
        self.queries += other.queries;
    }
}
