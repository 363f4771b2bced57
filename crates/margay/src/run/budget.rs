//! What ends a run before its time: a clock, a number of steps, the user.

use crate::cli::BudgetArgs;
use crate::interrupt;
use margay_java::program::ConcreteMachine;
use margay_java::{Budget, BudgetEnd};
use margay_report::table::counted;
use std::time::Duration;

/// Steps between two looks at the clock: some milliseconds.
const SLICE: u64 = 1 << 19;

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
    pub fn begin(&mut self, machine: &mut ConcreteMachine) {
        self.work_before = machine.core.work;
        machine.pause_after(self.max_steps.unwrap_or(SLICE).min(SLICE));
    }

    /// Steps of the program so far, on all paths.
    pub fn work(&self, machine: &ConcreteMachine) -> u64 {
        machine.core.work - self.work_before
    }

    /// Whether the run has to end; if not, lets the machine go on to the next pause.
    pub fn check(&self, machine: &mut ConcreteMachine) -> Option<Stop> {
        if self.budget.check().is_break() {
            return self.budget.end().map(Stop::Budget);
        }
        let left = match self.max_steps {
            Some(max) => max.saturating_sub(self.work(machine)),
            None => SLICE,
        };
        if left == 0 {
            return self.max_steps.map(Stop::Steps);
        }
        machine.pause_after(left.min(SLICE));
        None
    }
}
