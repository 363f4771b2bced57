//! What ends a search before its time: the clock, or the user.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why a search was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BudgetEnd {
    /// It has taken this time.
    Time(Duration),
    /// Somebody has set the flag.
    Interrupted,
}

/// The time a search has, and a flag that ends it; for all its threads.
#[derive(Debug)]
pub struct Budget {
    started: Instant,
    timeout: Option<Duration>,
    interrupted: Arc<AtomicBool>,
    /// Set when one thread has seen the end, so that all see the same.
    stopped: AtomicBool,
}

impl Default for Budget {
    /// No limit.
    fn default() -> Budget {
        Budget::start(None, Arc::default())
    }
}

impl Budget {
    /// Starts the clock; whoever sets the flag ends the search.
    #[must_use]
    pub fn start(timeout: Option<Duration>, interrupted: Arc<AtomicBool>) -> Budget {
        Budget { started: Instant::now(), timeout, interrupted, stopped: AtomicBool::new(false) }
    }

    /// Whether to go on.
    pub fn check(&self) -> ControlFlow<()> {
        let late = self.timeout.is_some_and(|timeout| self.started.elapsed() >= timeout);
        if late || self.interrupted.load(Ordering::Relaxed) {
            self.stopped.store(true, Ordering::Relaxed);
        }
        if self.has_ended() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// When the clock ends the search, if it does.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.started.checked_add(self.timeout?)
    }

    /// Whether the end was seen.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Why the search was ended, if it was.
    #[must_use]
    pub fn end(&self) -> Option<BudgetEnd> {
        let interrupted = self.interrupted.load(Ordering::Relaxed);
        let time = self.timeout.map(BudgetEnd::Time);
        self.has_ended().then_some(())?;
        if interrupted { Some(BudgetEnd::Interrupted) } else { time }
    }
}

impl fmt::Display for BudgetEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BudgetEnd::Time(time) => {
                write!(f, "stopped by timeout after {} s", time.as_secs_f64())
            }
            BudgetEnd::Interrupted => f.write_str("interrupted"),
        }
    }
}
