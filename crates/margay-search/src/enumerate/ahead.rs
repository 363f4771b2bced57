//! Looking ahead at all values of a cell at once, without running the predicate on any of them.

use super::space::Space;
use margay_machine::{Domain, Machine, Platform};

/// Values that are looked at together: a bit of a word for each.
const LANES: u32 = u64::BITS;

/// Whether a value is among those of a mask.
pub(super) fn bit(mask: u64, index: u32) -> bool {
    index < LANES && mask >> index & 1 != 0
}

/// Room for values and for what they lead to, kept from one look to the next.
pub(super) struct Ahead<D: Domain> {
    values: Vec<D::Value>,
    answers: Vec<Option<D::Value>>,
}

impl<D: Domain> Default for Ahead<D> {
    fn default() -> Self {
        Ahead { values: Vec::new(), answers: Vec::new() }
    }
}

impl<D: Domain> Ahead<D> {
    /// The alternatives of the cell at which the machine has stopped that are known to be
    /// rejected, and those known to be accepted.
    pub fn look<P: Platform<D>>(
        &mut self,
        machine: &mut Machine<D, P>,
        space: &Space,
        cell: u32,
        count: u32,
    ) -> (u64, u64) {
        self.values.clear();
        space.values::<D>(cell, &mut self.values);
        self.values.truncate(count.min(LANES) as usize);
        machine.look_ahead(cell, &self.values, &mut self.answers);
        let (mut rejects, mut accepts) = (0, 0);
        for (lane, answer) in self.answers.iter().enumerate() {
            match answer.and_then(D::known) {
                Some(0) => rejects |= 1 << lane,
                Some(_) => accepts |= 1 << lane,
                None => {}
            }
        }
        (rejects, accepts)
    }
}
