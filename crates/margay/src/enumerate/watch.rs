//! What ends a search before its time: the clock, the user, or enough structures.

use margay_report::table::counted;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why a search was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// `--timeout`.
    Time(Duration),
    /// Ctrl-C.
    Interrupted,
    /// `--limit`.
    Limit(u64),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Time(time) => write!(f, "stopped by --timeout after {} s", time.as_secs_f64()),
            Stop::Interrupted => f.write_str("interrupted"),
            Stop::Limit(count) => {
                write!(f, "stopped by --limit after {}", counted(*count, "structure"))
            }
        }
    }
}

/// Watches clock and user, for all threads.
pub struct Watch {
    started: Instant,
    timeout: Option<Duration>,
    interrupted: Arc<AtomicBool>,
    /// Set when one thread has seen the end, so that all see the same.
    stopped: AtomicBool,
}

impl Watch {
    /// Starts the clock and listens for Ctrl-C; the second one ends the process.
    pub fn start(timeout: Option<Duration>) -> Watch {
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&interrupted);
        // Without a handler Ctrl-C just ends the process, which is no reason not to search.
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(i32::from(crate::error::code::BUDGET));
            }
        });
        Watch { started: Instant::now(), timeout, interrupted, stopped: AtomicBool::new(false) }
    }

    /// Whether to go on.
    pub fn look(&self) -> ControlFlow<()> {
        let late = self.timeout.is_some_and(|timeout| self.started.elapsed() >= timeout);
        if late || self.interrupted.load(Ordering::Relaxed) {
            self.stopped.store(true, Ordering::Relaxed);
        }
        if self.has_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// When the clock ends the search, if it does.
    pub fn deadline(&self) -> Option<Instant> {
        self.started.checked_add(self.timeout?)
    }

    /// Whether the end was seen.
    pub fn has_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Why the search was ended, if it was.
    pub fn stop(&self) -> Option<Stop> {
        let interrupted = self.interrupted.load(Ordering::Relaxed);
        let time = self.timeout.map(Stop::Time);
        self.has_stopped().then_some(())?;
        if interrupted { Some(Stop::Interrupted) } else { time }
    }
}
