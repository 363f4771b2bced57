//! The progress line: only on a terminal, and never between the cases printed there.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use margay_java::generate::GenerateProgress;
use margay_report::table::counted;
use std::io::{IsTerminal, stdout};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What is done before this shows no line; the line changes as often at most.
const PATIENCE: Duration = Duration::from_millis(200);

/// How far the methods are.
pub struct Progress {
    bar: ProgressBar,
    drawn: Mutex<Instant>,
}

impl Progress {
    /// A line on standard error, if that is a terminal.
    pub fn start(quiet: bool, prints_cases: bool, methods: usize) -> Progress {
        let hidden = quiet || (prints_cases && stdout().is_terminal());
        let target =
            if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(methods as u64), target);
        if let Ok(style) =
            ProgressStyle::with_template("{bar:24} {pos} of {len} methods  {prefix}{msg}")
        {
            bar.set_style(style);
        }
        Progress { bar, drawn: Mutex::new(Instant::now()) }
    }

    /// Tells what was found of the method at work.
    pub fn tell(&self, now: GenerateProgress<'_>) {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        if self.bar.is_hidden() || drawn.elapsed() < PATIENCE {
            return;
        }
        *drawn = Instant::now();
        self.bar.set_message(format!("{}: {}", now.method, counted(now.paths, "path")));
    }

    /// Writes something beside the line.
    pub fn aside(&self, write: impl FnOnce()) {
        self.bar.suspend(write);
    }

    /// A method is done, and so many tests are written.
    pub fn next(&self, tests: usize) {
        self.bar.inc(1);
        self.bar.set_prefix(format!("{}  ", counted(tests as u64, "test")));
    }

    /// Takes the line away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}
