//! Tests of a class that is not done yet: written so that there is a first one soon, and some if the process
//! is killed.

use std::time::{Duration, Instant};

/// Of the time of a run, the part that may be spent on files that are written again.
const PART: u32 = 16;

/// How much time is spent on that.
pub(super) struct Early {
    begun: Instant,
    spent: Duration,
}

impl Default for Early {
    fn default() -> Self {
        Early { begun: Instant::now(), spent: Duration::ZERO }
    }
}

impl Early {
    /// Whether it is time to write what there is: the first time in any case.
    pub fn is_due(&self) -> bool {
        self.spent <= self.begun.elapsed() / PART
    }

    /// Writes it, and takes note of the time.
    pub fn write<T>(&mut self, write: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let written = write();
        self.spent += begun.elapsed();
        written
    }
}

#[cfg(test)]
mod tests {
    use super::Early;
    use std::time::Duration;

    #[test]
    fn what_is_written_again_takes_a_small_part_of_the_time() {
        let mut early = Early::default();
        assert!(early.is_due());
        early.write(|| std::thread::sleep(Duration::from_millis(20)));
        assert!(!early.is_due());
        std::thread::sleep(early.spent * super::PART);
        assert!(early.is_due());
    }
}
