//! How far a search is, told while it runs.

use margay_search::enumerate::Counters;

/// What was done since the last time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EnumerateProgress {
    /// Candidates decided.
    pub candidates: u64,
    /// Structures found.
    pub valid: u64,
    /// The share of the whole search.
    pub share: f64,
}

/// Tells what one part of the search has done.
pub(super) struct Meter<'a> {
    tell: &'a (dyn Fn(EnumerateProgress) + Sync),
    candidates: u64,
    valid: u64,
    /// How much of the whole tree lies before the present place; at first, before the part.
    share: Option<f64>,
}

impl<'a> Meter<'a> {
    /// For a part that has not begun.
    pub fn new(tell: &'a (dyn Fn(EnumerateProgress) + Sync)) -> Self {
        Meter { tell, candidates: 0, valid: 0, share: None }
    }

    /// Tells how far the part is.
    pub fn tell(&mut self, counters: &Counters, share: f64) {
        let (candidates, valid) = (counters.candidates(), counters.valid);
        let before = self.share.replace(share).unwrap_or(share);
        (self.tell)(EnumerateProgress {
            candidates: candidates - self.candidates,
            valid: valid - self.valid,
            share: share - before,
        });
        (self.candidates, self.valid) = (candidates, valid);
    }
}
