//! Ctrl-C: the first one ends the search and keeps what was found, the second one the process.

use crate::error::code;
use margay_java::{Budget, BudgetEnd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Starts the clock of a budget that Ctrl-C ends too.
pub fn budget(timeout: Option<Duration>) -> Budget {
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    // Without a handler Ctrl-C just ends the process, which is no reason not to search.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(code::BUDGET));
        }
    });
    Budget::start(timeout, interrupted)
}

/// Why a search was ended, by the option that did it.
pub fn text(end: BudgetEnd) -> String {
    match end {
        BudgetEnd::Time(time) => format!("stopped by --timeout after {} s", time.as_secs_f64()),
        BudgetEnd::Memory(bytes) => format!("stopped by --max-memory at {} MB", bytes >> 20),
        BudgetEnd::Interrupted => "interrupted".to_owned(),
    }
}
