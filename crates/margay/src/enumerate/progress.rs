//! The progress line: only on a terminal, and never between the structures printed there.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use margay_report::table::thousands;
use margay_search::enumerate::Counters;
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

    fn add(&self, candidates: u64, valid: u64, share: f64) {
        // Whoever held the lock before may have panicked; sums stay sums.
        let mut totals = self.totals.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        totals.candidates += candidates;
        totals.valid += valid;
        totals.share += share;
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

/// What one part of the search has told so far.
pub struct Meter<'a> {
    progress: &'a Progress,
    candidates: u64,
    valid: u64,
    /// How much of the whole tree lies before the present place; at first, before the part.
    share: Option<f64>,
}

impl<'a> Meter<'a> {
    /// For a part that has not begun.
    pub fn new(progress: &'a Progress) -> Self {
        Meter { progress, candidates: 0, valid: 0, share: None }
    }

    /// Tells how far the part is.
    pub fn tell(&mut self, counters: &Counters, share: f64) {
        let (candidates, valid) = (counters.candidates(), counters.valid);
        let before = self.share.replace(share).unwrap_or(share);
        self.progress.add(candidates - self.candidates, valid - self.valid, share - before);
        (self.candidates, self.valid) = (candidates, valid);
    }
}
