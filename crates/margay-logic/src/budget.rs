//! Budgets: when to give up, by the clock, by memory, and because somebody says so.
//!
//! Whatever may take long asks [`Budget::spent`] now and then and stops with the reason: reading,
//! simplifying and translating as much as searching. Memory is that of the whole process as the
//! operating system counts it, where it tells (Linux); elsewhere only the clock and the flag are looked at.

use crate::solver::Reason;
use std::cell::Cell;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Steps of a loop between two looks at the budget.
const STEPS: u32 = 1024;
/// Looking at memory takes some microseconds, at the clock some nanoseconds.
const LOOKS_PER_MEMORY: u32 = 16;
const PAGE: u64 = 4096;
/// For so long what the system said of memory is believed: small questions, each with a budget of its own, are asked
/// thousands of times a second, and would spend most of their time on it.
const MOMENT: Duration = Duration::from_millis(10);

/// What may be used.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Bytes of memory the process may have.
    pub memory: Option<u64>,
    /// Set when nobody waits for the answer any more.
    pub interrupted: Arc<AtomicBool>,
    /// Told when the memory was used up: it may be given back before others look.
    full: Arc<AtomicBool>,
    steps: Cell<u32>,
}

impl Budget {
    /// A budget of time and memory.
    pub fn new(deadline: Option<Instant>, memory: Option<u64>) -> Budget {
        Budget { deadline, memory, ..Budget::default() }
    }

    /// The same that another flag ends.
    #[must_use]
    pub fn interrupted_by(self, interrupted: Arc<AtomicBool>) -> Budget {
        Budget { interrupted, ..self }
    }

    /// The same that tells by a flag when the memory is used up.
    #[must_use]
    pub fn fills(self, full: Arc<AtomicBool>) -> Budget {
        Budget { full, ..self }
    }

    /// Has the limits of another budget from here on; steps are counted on.
    pub(crate) fn take_limits(&mut self, other: &Budget) {
        let steps = self.steps.clone();
        *self = Budget { steps, ..other.clone() };
    }

    /// The same with these limits too.
    pub(crate) fn within(&self, deadline: Option<Instant>, memory: Option<u64>) -> Budget {
        let deadline = deadline.into_iter().chain(self.deadline).min();
        let memory = memory.into_iter().chain(self.memory).min();
        Budget { deadline, memory, ..self.clone() }
    }

    /// Why to stop, if it is time to.
    pub fn spent(&self) -> Option<Reason> {
        self.late().or_else(|| match (self.memory, resident()) {
            (Some(most), Some(used)) if used > most => {
                self.full.store(true, Ordering::Relaxed);
                Some(Reason::Memory)
            }
            _ => None,
        })
    }

    /// The same without a look at memory.
    pub(crate) fn late(&self) -> Option<Reason> {
        if self.interrupted.load(Ordering::Relaxed) {
            return Some(Reason::Interrupted);
        }
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        late.then_some(Reason::Time)
    }

    /// Whether to stop, for a caller that asks hundreds of times a second.
    pub(crate) fn often(&self) -> bool {
        let looks = self.steps.get().wrapping_add(1);
        self.steps.set(looks);
        self.late().is_some() || looks.is_multiple_of(LOOKS_PER_MEMORY) && self.spent().is_some()
    }

    /// The same for every step of a loop: looks at the clock at some steps and at memory at few.
    pub fn step(&self) -> Option<Reason> {
        let steps = self.steps.get().wrapping_add(1);
        self.steps.set(steps);
        if !steps.is_multiple_of(STEPS) {
            return None;
        }
        if steps.is_multiple_of(STEPS * LOOKS_PER_MEMORY) {
            return self.spent();
        }
        self.late()
    }
}

/// Bytes of memory this process has, or had a moment ago, if the operating system says.
pub fn resident() -> Option<u64> {
    static SAID: Mutex<Option<(Instant, Option<u64>)>> = Mutex::new(None);
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    match *said {
        Some((when, bytes)) if when.elapsed() < MOMENT => bytes,
        _ => {
            let bytes = ask_resident();
            *said = Some((Instant::now(), bytes));
            bytes
        }
    }
}

fn ask_resident() -> Option<u64> {
    let pages = fs::read_to_string("/proc/self/statm").ok()?;
    pages.split(' ').nth(1)?.parse::<u64>().ok()?.checked_mul(PAGE)
}

/// Bytes of memory this process may have without harm, if the operating system says: three
/// quarters of what is free, which leaves room for the step that exceeds it, and half of what the
/// process or its container is limited to, since there an allocation fails at once.
pub fn affordable() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let free = field(&text, "MemAvailable:")?.strip_suffix(" kB")?.parse::<u64>().ok()?;
    let free = free.saturating_mul(1024) / 4 * 3;
    let hard = limits().into_iter().min();
    Some(hard.map_or(free, |most| free.min(most / 2)))
}

/// Limits on the memory of this process (`ulimit -v`) and of its container.
fn limits() -> Vec<u64> {
    let process = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let process = field(&process, "Max address space").and_then(|rest| rest.split(' ').next());
    let files = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    let container = files.iter().filter_map(|file| fs::read_to_string(file).ok());
    let texts = process.map(str::to_owned).into_iter().chain(container);
    texts.filter_map(|text| text.trim().parse().ok()).collect()
}

/// What a line that begins like this has after it.
fn field<'a>(text: &'a str, begin: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(begin)).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_spent_by_time_or_memory_or_a_flag() {
        assert_eq!(Budget::default().spent(), None);
        let flag = Arc::new(AtomicBool::new(false));
        let interruptible = Budget::default().interrupted_by(Arc::clone(&flag));
        assert_eq!(interruptible.spent(), None);
        flag.store(true, Ordering::Relaxed);
        assert_eq!(interruptible.within(None, None).spent(), Some(Reason::Interrupted));
        assert_eq!(Budget::new(Some(Instant::now()), None).spent(), Some(Reason::Time));
        if resident().is_some() {
            assert_eq!(Budget::new(None, Some(1)).spent(), Some(Reason::Memory));
            let budget = Budget::new(None, Some(1));
            assert!((0..STEPS * LOOKS_PER_MEMORY).any(|_| budget.step().is_some()));
        }
    }
}
