//! Questions about one term: all its values, its minimum, its maximum.

use super::{Outcome, Reason, Solver};
use crate::eval::eval;
use crate::op::Op;
use crate::terms::{TermId, Terms};
use crate::value::{mask, signed_min};

/// Values a term can take under the constraints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    /// The values found, ascending without sign.
    pub values: Vec<u64>,
    /// Whether these are all; `Err` says what stopped the search before it was known.
    pub complete: Result<bool, Reason>,
}

impl Solver {
    /// Up to `limit` different values of a scalar term under the constraints.
    pub fn values(&mut self, terms: &mut Terms, term: TermId, limit: usize) -> Values {
        let mut values = Vec::new();
        let mut excluded = Vec::new();
        let complete = loop {
            if values.len() == limit && limit > 0 {
                break match self.check_with(terms, &excluded) {
                    Outcome::Sat => Ok(false),
                    Outcome::Unsat => Ok(true),
                    Outcome::Unknown(reason) => Err(reason),
                };
            }
            match self.check_with(terms, &excluded) {
                Outcome::Sat if limit == 0 => break Ok(false),
                Outcome::Sat => {
                    let value = self.value(terms, term);
                    let literal = terms.constant(value, terms.sort(term));
                    excluded.push(terms.ne(term, literal));
                    values.push(value);
                }
                Outcome::Unsat => break Ok(true),
                Outcome::Unknown(reason) => break Err(reason),
            }
        };
        values.sort_unstable();
        Values { values, complete }
    }

    /// The least value of a bit-vector term, in signed or unsigned order; `None` if the
    /// constraints have no solution.
    ///
    /// # Errors
    /// When a query in between is unknown.
    pub fn minimum(
        &mut self,
        terms: &mut Terms,
        term: TermId,
        signed: bool,
    ) -> Result<Option<u64>, Reason> {
        self.extreme(terms, term, signed, false)
    }

    /// The greatest value of a bit-vector term, in signed or unsigned order; `None` if the
    /// constraints have no solution.
    ///
    /// # Errors
    /// When a query in between is unknown.
    pub fn maximum(
        &mut self,
        terms: &mut Terms,
        term: TermId,
        signed: bool,
    ) -> Result<Option<u64>, Reason> {
        self.extreme(terms, term, signed, true)
    }

    /// The value of a term in the current model.
    pub(crate) fn value(&self, terms: &Terms, term: TermId) -> u64 {
        self.model().map_or(0, |model| eval(terms, model, term))
    }

    /// Bisection on the rank of the value: its distance from the wanted end of the order.
    fn extreme(
        &mut self,
        terms: &mut Terms,
        term: TermId,
        signed: bool,
        greatest: bool,
    ) -> Result<Option<u64>, Reason> {
        let bits = terms.bits(term);
        let flip =
            if signed { signed_min(bits) } else { 0 } ^ if greatest { mask(bits) } else { 0 };
        match self.check(terms) {
            Outcome::Sat => {}
            Outcome::Unsat => return Ok(None),
            Outcome::Unknown(reason) => return Err(reason),
        }
        let (mut low, mut high) = (0, self.value(terms, term) ^ flip);
        while low < high {
            let middle = low + (high - low) / 2;
            let bound = terms.constant(middle ^ flip, terms.sort(term));
            let op = if signed { Op::Sle } else { Op::Ule };
            let args = if greatest { [bound, term] } else { [term, bound] };
            let condition = terms.app(op, &args);
            match self.check_with(terms, &[condition]) {
                Outcome::Sat => high = self.value(terms, term) ^ flip,
                Outcome::Unsat => low = middle + 1,
                Outcome::Unknown(reason) => return Err(reason),
            }
        }
        Ok(Some(high ^ flip))
    }
}
