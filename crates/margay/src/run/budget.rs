//! What ends a run before its time: a clock, a number of steps, the user.

use crate::cli::BudgetArgs;
use crate::program::ConcreteMachine;
use margay_report::table::counted;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Steps between two looks at the clock: some milliseconds.
const SLICE: u64 = 1 << 19;

/// Why a run was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// `--timeout`.
    Time(Duration),
    /// `--max-steps`.
    Steps(u64),
    /// Ctrl-C.
    Interrupted,
    /// `--limit`: as many outcomes as were asked for.
    Limit(u64),
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stop::Time(time) => write!(f, "stopped by --timeout after {} s", time.as_secs_f64()),
            Stop::Steps(steps) => {
                write!(f, "stopped by --max-steps after {}", counted(*steps, "step"))
            }
            Stop::Interrupted => f.write_str("interrupted"),
            Stop::Limit(count) => {
                write!(f, "stopped by --limit after {}", counted(*count, "outcome"))
            }
        }
    }
}

/// The budget of a run.
pub struct Budget {
    started: Instant,
    timeout: Option<Duration>,
    max_steps: Option<u64>,
    /// Work done before the program began.
    work_before: u64,
    interrupted: Arc<AtomicBool>,
}

impl Budget {
    /// Starts the clock and listens for Ctrl-C; the second one ends the process.
    pub fn start(args: &BudgetArgs) -> Budget {
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&interrupted);
        // Without a handler Ctrl-C just ends the process, which is no reason not to run.
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(i32::from(crate::error::code::BUDGET));
            }
        });
        Budget {
            started: Instant::now(),
            timeout: args.timeout,
            max_steps: args.max_steps,
            work_before: 0,
            interrupted,
        }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
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
        if self.interrupted.load(Ordering::Relaxed) {
            return Some(Stop::Interrupted);
        }
        if let Some(timeout) = self.timeout
            && self.elapsed() >= timeout
        {
            return Some(Stop::Time(timeout));
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
