//! What ends a run before its time: a clock, a number of steps, the user.

use crate::cli::BudgetArgs;
use crate::interrupt;
use margay_java::program::ConcreteMachine;
use margay_java::{Budget, BudgetEnd};
use margay_report::table::counted;
use margay_search::driver::Pace;
use std::time::Duration;

/// Steps between two looks at the clock: some milliseconds.
const SLICE: u64 = 1 << 19;
/// Alternatives between two looks.
const ANSWERS: u64 = 1 << 10;

/// Why a run was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The clock, or Ctrl-C.
    Budget(BudgetEnd),
    /// `--max-steps`.
    Steps(u64),
    /// `--limit`: as many outcomes as were asked for.
    Limit(u64),
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stop::Budget(end) => end.fmt(f),
            Stop::Steps(steps) => {
                write!(f, "stopped by --max-steps after {}", counted(*steps, "step"))
            }
            Stop::Limit(count) => {
                write!(f, "stopped by --limit after {}", counted(*count, "outcome"))
            }
        }
    }
}

/// The budget of a run.
pub struct RunBudget {
    budget: Budget,
    max_steps: Option<u64>,
    /// Work done before the program began.
    work_before: u64,
}

impl RunBudget {
    /// Starts the clock.
    pub fn start(args: &BudgetArgs) -> RunBudget {
        let budget = interrupt::budget(args.timeout);
        RunBudget { budget, max_steps: args.max_steps, work_before: 0 }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.budget.elapsed()
    }

    /// The program begins: steps are counted from here.
    pub fn begin(&mut self, machine: &ConcreteMachine) {
        self.work_before = machine.core.work;
    }

    /// How often to check, and when for sure.
    pub fn pace(&self) -> Pace {
        let work = self.max_steps.unwrap_or(u64::MAX);
        Pace { steps: SLICE, answers: ANSWERS, work }
    }

    /// Steps of the program so far, on all paths.
    pub fn work(&self, machine: &ConcreteMachine) -> u64 {
        machine.core.work - self.work_before
    }

    /// Why the run has to end, if it has.
    pub fn check(&self, machine: &ConcreteMachine) -> Option<Stop> {
        if self.budget.check().is_break() {
            return self.budget.end().map(Stop::Budget);
        }
        let is_spent = |max: &u64| self.work(machine) >= *max;
        self.max_steps.filter(is_spent).map(Stop::Steps)
    }
}
