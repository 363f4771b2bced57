//! The progress line: only on a terminal, and never between the structures printed there.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use margay_java::enumerate::EnumerateProgress;
use margay_report::table::thousands;
use std::io::{IsTerminal, stdout};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Parts of the whole that the bar knows.
const GRAIN: u64 = 10_000;

/// A search that is done before this shows no line; the line changes as often at most.
const PATIENCE: Duration = Duration::from_millis(200);

/// What all threads have done so far.
pub struct Progress {
    bar: ProgressBar,
    started: Instant,
    totals: Mutex<Totals>,
}

#[derive(Default)]
struct Totals {
    candidates: u64,
    valid: u64,
    share: f64,
    /// When the line was last drawn.
    drawn: Option<Instant>,
}

impl Progress {
    /// A line on standard error, if that is a terminal.
    pub fn start(quiet: bool, prints_structures: bool) -> Progress {
        let hidden = quiet || (prints_structures && stdout().is_terminal());
        let target =
            if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(GRAIN), target);
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {percent:>3}%  {msg}") {
            bar.set_style(style);
        }
        Progress { bar, started: Instant::now(), totals: Mutex::default() }
    }

    /// Takes the line away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }

    /// Adds what was done, and shows all.
    pub fn add(&self, done: EnumerateProgress) {
        // Whoever held the lock before may have panicked; sums stay sums.
        let mut totals = self.totals.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        totals.candidates += done.candidates;
        totals.valid += done.valid;
        totals.share += done.share;
        let now = Instant::now();
        let last = totals.drawn.unwrap_or(self.started);
        if self.bar.is_hidden() || now.duration_since(last) < PATIENCE {
            return;
        }
        totals.drawn = Some(now);
        let seconds = self.started.elapsed().as_secs_f64().max(1e-3);
        let rate = (totals.candidates as f64 / seconds) as u64;
        self.bar.set_position((totals.share * GRAIN as f64) as u64);
        self.bar.set_message(format!(
            "{} candidates, {} valid, {}/s",
            thousands(totals.candidates),
            thousands(totals.valid),
            thousands(rate)
        ));
    }
}
