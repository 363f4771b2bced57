//! Budgets: when to give up, by the clock and by memory.
//!
//! Whatever may take long asks [`Budget::spent`] now and then and stops with the reason: reading,
//! simplifying and translating as much as searching. Memory is that of the whole process as the
//! operating system counts it, where it tells (Linux); elsewhere only the clock is looked at.

use crate::solver::Reason;
use std::cell::Cell;
use std::fs;
use std::time::Instant;

/// Steps of a loop between two looks at the budget.
const STEPS: u32 = 1024;
/// Looking at memory takes some microseconds, at the clock some nanoseconds.
const LOOKS_PER_MEMORY: u32 = 16;
const PAGE: u64 = 4096;

/// What may be used.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Bytes of memory the process may have.
    pub memory: Option<u64>,
    steps: Cell<u32>,
}

impl Budget {
    /// A budget of time and memory.
    pub fn new(deadline: Option<Instant>, memory: Option<u64>) -> Budget {
        Budget { deadline, memory, steps: Cell::new(0) }
    }

    /// Why to stop, if it is time to.
    pub fn spent(&self) -> Option<Reason> {
        self.late().or_else(|| match (self.memory, resident()) {
            (Some(most), Some(used)) if used > most => Some(Reason::Memory),
            _ => None,
        })
    }

    /// The same without a look at memory.
    pub(crate) fn late(&self) -> Option<Reason> {
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

/// Bytes of memory this process has, if the operating system says.
pub fn resident() -> Option<u64> {
    let pages = fs::read_to_string("/proc/self/statm").ok()?;
    pages.split(' ').nth(1)?.parse::<u64>().ok()?.checked_mul(PAGE)
}

/// Bytes of memory that new work may take, if the operating system says.
pub fn available() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_spent_by_time_or_memory() {
        assert_eq!(Budget::default().spent(), None);
        assert_eq!(Budget::new(Some(Instant::now()), None).spent(), Some(Reason::Time));
        if resident().is_some() {
            assert_eq!(Budget::new(None, Some(1)).spent(), Some(Reason::Memory));
            let budget = Budget::new(None, Some(1));
            assert!((0..STEPS * LOOKS_PER_MEMORY).any(|_| budget.step().is_some()));
        }
    }
}
