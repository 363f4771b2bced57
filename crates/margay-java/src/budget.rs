//! What ends a search before its time: the clock, the memory it takes, or the user.

pub(crate) use margay_logic::budget::Budget as QuestionBudget;
use margay_logic::budget::resident;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Why a search was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BudgetEnd {
    /// It has taken this time.
    Time(Duration),
    /// The process takes more than this many bytes.
    Memory(u64),
    /// Somebody has set the flag.
    Interrupted,
}

/// The time a search has, and a flag that ends it; for all its threads.
#[derive(Debug)]
pub struct Budget {
    started: Instant,
    timeout: Option<Duration>,
    interrupted: Arc<AtomicBool>,
    /// Bytes that the process may take.
    memory: Option<u64>,
    /// Set by whoever sees that it takes more.
    is_full: Arc<AtomicBool>,
    /// Results that were found and are yet to be written.
    pending: AtomicU64,
    /// All that were found.
    found: AtomicU64,
    /// Nanoseconds that writing one has taken.
    each: AtomicU64,
    /// Set when one thread has seen the end, so that all see the same.
    stopped: AtomicBool,
}

/// A share of the time that is worth to begin with.
const LEAST_SHARE: Duration = Duration::from_millis(250);

/// Nanoseconds that writing a result is taken to need, at least and at most, before one was written.
const EACH: (u64, u64) = (200_000, 1_000_000);

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
        Budget {
            started: Instant::now(),
            timeout,
            interrupted,
            memory: None,
            is_full: Arc::default(),
            pending: AtomicU64::new(0),
            found: AtomicU64::new(0),
            each: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
        }
    }

    /// Bounds the memory of the whole process, in bytes. Systems that do not tell how much a process
    /// takes (there is no `/proc/self/statm`) have no such bound.
    #[must_use]
    pub fn with_memory(self, bytes: Option<u64>) -> Budget {
        Budget { memory: bytes, ..self }
    }

    /// Whether to go on.
    pub fn check(&self) -> ControlFlow<()> {
        let late = self.deadline().is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.interrupted.load(Ordering::Relaxed) || self.is_full() {
            self.stopped.store(true, Ordering::Relaxed);
        }
        if self.has_ended() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether the process takes more memory than it may.
    fn is_full(&self) -> bool {
        let Some(most) = self.memory else { return false };
        if resident().is_some_and(|bytes| bytes > most) {
            self.is_full.store(true, Ordering::Relaxed);
        }
        self.is_full.load(Ordering::Relaxed)
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// When the clock ends the search, if it does: there must be time to write what was found.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        let writing = self.pending.load(Ordering::Relaxed) * self.writing_one();
        let searching = self.timeout?.saturating_sub(Duration::from_nanos(writing));
        self.started.checked_add(searching)
    }

    /// What ends questions to a solver that may take until then: none of them holds up the end of the search.
    pub(crate) fn of_questions(&self, until: Option<Instant>) -> QuestionBudget {
        let deadline = until.into_iter().chain(self.deadline()).min();
        QuestionBudget::new(deadline, self.memory)
            .interrupted_by(Arc::clone(&self.interrupted))
            .fills(Arc::clone(&self.is_full))
    }

    /// The time that one of so many tasks may take: twice an equal share, since most need less.
    #[must_use]
    pub fn share(&self, tasks: usize) -> Option<Duration> {
        let left = self.deadline()?.saturating_duration_since(Instant::now());
        let tasks = u32::try_from(tasks).unwrap_or(u32::MAX).max(1);
        Some((left / tasks).saturating_mul(2).max(LEAST_SHARE))
    }

    /// Nanoseconds that writing a result takes: what it took, or half of what finding one takes, which
    /// tells how fast and busy the machine is.
    fn writing_one(&self) -> u64 {
        let found = self.found.load(Ordering::Relaxed).max(1);
        let finding = self.started.elapsed().as_nanos() as u64 / found;
        self.each.load(Ordering::Relaxed).max((finding / 2).clamp(EACH.0, EACH.1))
    }

    /// Notes that a result was found, which will have to be written.
    pub fn found(&self) {
        self.pending.fetch_add(1, Ordering::Relaxed);
        self.found.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that what was found is written, how many results it was and how long that took.
    pub fn wrote(&self, results: u64, took: Duration) {
        self.pending.store(0, Ordering::Relaxed);
        let each = took.as_nanos() as u64 / results.max(1);
        self.each.fetch_max(each, Ordering::Relaxed);
    }

    /// Whether the end was seen.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Why the search was ended, if it was.
    #[must_use]
    pub fn end(&self) -> Option<BudgetEnd> {
        let (time, memory) =
            (self.timeout.map(BudgetEnd::Time), self.memory.map(BudgetEnd::Memory));
        self.has_ended().then_some(())?;
        match (self.interrupted.load(Ordering::Relaxed), self.is_full.load(Ordering::Relaxed)) {
            (true, _) => Some(BudgetEnd::Interrupted),
            (_, true) => memory,
            _ => time,
        }
    }
}

impl fmt::Display for BudgetEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BudgetEnd::Time(time) => {
                write!(f, "stopped by timeout after {} s", time.as_secs_f64())
            }
            BudgetEnd::Memory(bytes) => {
                write!(f, "stopped by max-memory at {} MB", bytes >> 20)
            }
            BudgetEnd::Interrupted => f.write_str("interrupted"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_a_question_has_used_up_ends_the_search() {
        let budget = Budget::default().with_memory(Some(1));
        if budget.of_questions(None).spent().is_some() {
            assert!(budget.check().is_break(), "though it may be given back by now");
            assert_eq!(budget.end(), Some(BudgetEnd::Memory(1)));
        }
    }

    #[test]
    fn the_time_to_write_what_was_found_is_taken_off() {
        let budget = Budget::start(Some(Duration::from_secs(10)), Arc::default());
        let all = budget.deadline().expect("it has a limit");
        let left = |budget: &Budget| all - budget.deadline().expect("it has a limit");
        for _ in 0..1_000 {
            budget.found();
        }
        let writing = Duration::from_millis(200)..=Duration::from_secs(1);
        assert!(writing.contains(&left(&budget)), "{:?}", left(&budget));
        budget.wrote(1_000, Duration::from_secs(2));
        assert_eq!(left(&budget), Duration::ZERO);
        budget.found();
        assert_eq!(left(&budget), Duration::from_millis(2));
        for _ in 0..5_000 {
            budget.found();
        }
        assert!(budget.check().is_break(), "writing takes all the time there is");
    }
}
