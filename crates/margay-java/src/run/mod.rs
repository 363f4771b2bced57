//! A program or a method, once or in every way its choices can go.

mod outcome;

pub use margay_machine::machine::compiled::Made;
pub use margay_machine::memory::ProgramOutput;
pub use margay_search::outcome::{OutcomeTally, PathEnding, PathOutcome};

use crate::budget::{Budget, BudgetEnd};
use crate::error::Error;
use crate::methods::Entry;
use crate::program::{ConcreteMachine, Program};
use margay_ir::MethodId;
use margay_jvm::launch;
use margay_jvm::platform::Jvm;
use margay_jvm::values::{self, Literal};
use margay_machine::{Concrete, Outcome, Ref};
use margay_search::driver::{self, Pace, Progress};
use margay_search::explore::{explore, replay};
use margay_search::{Backtrack, Decisions};
use std::ops::ControlFlow;

/// Steps between two looks at the clock: some milliseconds.
const SLICE: u64 = 1 << 19;
/// Alternatives between two looks at it.
const ANSWERS: u64 = 1 << 10;

/// What to run, and how far.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// What to run.
    pub call: Call,
    /// Steps of all paths together.
    pub max_steps: Option<u64>,
}

/// What to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call {
    /// The `main` that `java` would start, with these arguments.
    Main(Vec<String>),
    /// A method; an instance method is called on a new object.
    Method {
        /// `name`, `name(II)I` or `Class.name(II)I`.
        name: String,
        /// Arguments as source code has them: `12`, `true`, `'c'`, `text`, `[1,2,3]`, `null`.
        args: Vec<String>,
    },
}

impl Default for RunOptions {
    fn default() -> Self {
        RunOptions { call: Call::Main(Vec::new()), max_steps: None }
    }
}

/// Why a run was ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunStop {
    /// The clock, or the user.
    Budget(BudgetEnd),
    /// It has taken so many steps.
    Steps(u64),
}

/// What a run reports to.
pub trait RunObserver {
    /// A path has ended.
    fn ended(&mut self, outcome: PathOutcome) -> ControlFlow<()>;

    /// One of several paths was dropped: an assumption does not hold on it.
    fn dropped(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called now and then, with what the path has printed so far. On a single path it may be taken.
    fn pause(&mut self, output: &mut ProgramOutput) -> ControlFlow<()> {
        let _ = output;
        ControlFlow::Continue(())
    }
}

/// How many steps a program may take.
#[derive(Clone, Copy)]
struct StepLimit {
    max: Option<u64>,
    /// Work done before the program began.
    before: u64,
}

impl StepLimit {
    /// How often to look up, and when for sure.
    fn pace(&self, machine: &ConcreteMachine) -> Pace {
        let done = machine.core.work - self.before;
        let work = self.max.map_or(u64::MAX, |max| max.saturating_sub(done));
        Pace { steps: SLICE, answers: ANSWERS, work }
    }
}

/// A program or method ready to run.
pub struct Run {
    program: Program,
    method: MethodId,
    args: Vec<u64>,
    /// Descriptor of the method's result.
    result: String,
    limit: StepLimit,
    /// The exception that ended the last path.
    exception: Option<Ref>,
}

impl Run {
    pub(crate) fn new(mut program: Program, options: &RunOptions) -> Result<Run, Error> {
        let (entry, literals) = choose(&mut program, &options.call)?;
        let built = literals.iter().map(|literal| values::build(&mut program.machine, literal));
        let args = built.collect::<Result<Vec<u64>, _>>();
        let args = args.map_err(|error| Error::HeapFull(error.to_string()))?;
        let result = entry.descriptor.rsplit(')').next().unwrap_or_default().to_owned();
        let limit = StepLimit { max: options.max_steps, before: program.machine.core.work };
        Ok(Run { program, method: entry.method, args, result, limit, exception: None })
    }

    /// Runs one path; of each choice that is not decided, the first alternative. What the clock, a
    /// number of steps or the user ended has no outcome.
    ///
    /// # Errors
    /// When a decision names an alternative that does not exist.
    pub fn once(
        &mut self,
        decisions: &Decisions,
        budget: &Budget,
        observer: &mut impl RunObserver,
    ) -> Result<Option<RunStop>, Error> {
        let Run { program, method, args, result, limit, .. } = &mut *self;
        let mut visitor = Visitor::new(result, *limit, budget, observer);
        visitor.is_single = true;
        let call = driver::Call { method: *method, args: args.clone() };
        let machine = &mut program.machine;
        let pace = limit.pace(machine);
        replay(machine, call, decisions.clone(), pace, &mut visitor)?;
        let Visitor { stop, exception, .. } = visitor;
        self.exception = exception;
        Ok(stop)
    }

    /// Runs every path, one for each way the choices can go.
    ///
    /// # Errors
    /// When the program does not repeat itself.
    pub fn all(
        &mut self,
        backtrack: Backtrack,
        budget: &Budget,
        observer: &mut impl RunObserver,
    ) -> Result<Option<RunStop>, Error> {
        let Run { program, method, args, result, limit, .. } = &mut *self;
        let mut visitor = Visitor::new(result, *limit, budget, observer);
        let call = driver::Call { method: *method, args: args.clone() };
        let machine = &mut program.machine;
        let pace = limit.pace(machine);
        explore(machine, call, backtrack, pace, &mut visitor)?;
        Ok(visitor.stop)
    }

    /// Steps of the program so far, on all paths.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.program.machine.core.work - self.limit.before
    }

    /// Cells of the heap in use.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.program.memory().used()
    }

    /// What was compiled so far.
    #[must_use]
    pub fn compiled(&self) -> Made {
        self.program.machine.compiled()
    }

    /// Which methods could not be compiled, and why.
    #[must_use]
    pub fn not_compiled(&self) -> &[String] {
        self.program.machine.not_compiled()
    }

    /// Takes what the last path has printed.
    pub fn take_output(&mut self) -> ProgramOutput {
        std::mem::take(&mut self.program.memory_mut().output)
    }

    /// Lets the exception that ended the last path print itself, as a Java launcher does; one that
    /// cannot, for want of memory, is printed here. The machine can run nothing else then.
    pub fn print_exception(&mut self, ending: &PathEnding) {
        let machine = &mut self.program.machine;
        if self.exception.is_some_and(|exception| launch::report(machine, exception)) {
            return;
        }
        let places = ending.stack().iter().map(|place| format!("\tat {place}\n"));
        let text = format!("Exception in thread \"main\" {}\n", ending.exception_text());
        machine.core.memory.output.err = (text + &places.collect::<String>()).into_bytes();
    }

    /// What the exception that ended the last path prints of itself and its causes, if it can. The
    /// machine can run nothing else then.
    pub fn stack_trace(&mut self) -> Option<String> {
        launch::stack_trace(&mut self.program.machine, self.exception?)
    }
}

/// The method to run and its arguments.
fn choose(program: &mut Program, call: &Call) -> Result<(Entry, Vec<Literal>), Error> {
    match call {
        Call::Main(args) => {
            let entry = program.main_method()?;
            let text = |arg: &String| Literal::Text(arg.encode_utf16().collect());
            let args = args.iter().map(text).collect();
            let array = Literal::Array("[Ljava/lang/String;".to_owned(), args);
            let takes_args = entry.descriptor.starts_with("([");
            Ok((entry, takes_args.then_some(array).into_iter().collect()))
        }
        Call::Method { name, args } => {
            let (class, method) = program.method(name)?;
            let entry = program.entry(class, method)?;
            let args = values::parse(&entry.descriptor, args)?;
            Ok((entry, args))
        }
    }
}

/// Watches the budget, and tells the observer.
struct Visitor<'a, O> {
    result: &'a str,
    limit: StepLimit,
    budget: &'a Budget,
    observer: &'a mut O,
    /// Whether there is one path only: then it is told of even if it was dropped.
    is_single: bool,
    stop: Option<RunStop>,
    exception: Option<Ref>,
}

impl<'a, O: RunObserver> Visitor<'a, O> {
    fn new(result: &'a str, limit: StepLimit, budget: &'a Budget, observer: &'a mut O) -> Self {
        let (is_single, stop, exception) = (false, None, None);
        Visitor { result, limit, budget, observer, is_single, stop, exception }
    }

    /// Whether the run has to end.
    fn check(&mut self, machine: &ConcreteMachine) -> ControlFlow<()> {
        self.stop = self.exhausted(machine);
        if self.stop.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn exhausted(&self, machine: &ConcreteMachine) -> Option<RunStop> {
        if self.budget.check().is_break() {
            return self.budget.end().map(RunStop::Budget);
        }
        let is_spent = |max: &u64| machine.core.work - self.limit.before >= *max;
        self.limit.max.filter(is_spent).map(RunStop::Steps)
    }
}

impl<O: RunObserver> driver::Visitor<Concrete, Jvm<Concrete>, Outcome<u64>> for Visitor<'_, O> {
    fn found(
        &mut self,
        machine: &mut ConcreteMachine,
        decisions: &Decisions,
        outcome: Outcome<u64>,
    ) -> ControlFlow<()> {
        self.exception = match outcome {
            Outcome::Threw(exception) => Some(exception),
            _ => None,
        };
        match outcome {
            Outcome::Rejected if !self.is_single => self.observer.dropped()?,
            outcome => {
                let ended = outcome::path_outcome(machine, decisions, &outcome, self.result);
                self.observer.ended(ended)?;
            }
        }
        self.check(machine)
    }

    fn pause(&mut self, machine: &mut ConcreteMachine, _: Progress<'_, ()>) -> ControlFlow<()> {
        self.observer.pause(&mut machine.core.memory.output)?;
        self.check(machine)
    }
}
