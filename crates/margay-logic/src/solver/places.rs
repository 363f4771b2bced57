//! The indices at which two arrays have to be compared to know that they are equal.
//!
//! Those the query names are enough, with one exception: constant arrays differ everywhere else
//! too. So small index sorts are covered completely, and for the others one more index stands for
//! all that are not named.

use crate::blast::indices;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};
use crate::value::mask;

/// Index sorts up to this width are covered completely.
const SMALL: u32 = 5;

/// The indices of one query.
pub(crate) struct Places {
    named: Vec<TermId>,
    /// Indices that stand for all others, one per sort. They belong to this query alone: what
    /// another query names may be just what they are.
    elsewhere: Vec<TermId>,
}

impl Places {
    /// The indices that the query names.
    pub(crate) fn new(terms: &Terms, query: &[TermId]) -> Places {
        let compares = query.iter().any(|t| terms.features(*t).array_equality);
        let named = if compares { indices(terms, query) } else { Vec::new() };
        Places { named, elsewhere: Vec::new() }
    }

    /// Adds an index.
    pub(crate) fn name(&mut self, index: TermId) {
        if !self.named.contains(&index) {
            self.named.push(index);
        }
    }

    /// The indices of a sort that matter, and facts about them to be stated.
    pub(crate) fn matter(&mut self, terms: &mut Terms, sort: Sort) -> (Vec<TermId>, Vec<TermId>) {
        let bits = sort.bits().unwrap_or(0);
        if bits <= SMALL {
            let all = (0..=mask(bits)).map(|value| terms.constant(value, sort)).collect();
            return (all, Vec::new());
        }
        let mut indices: Vec<TermId> =
            self.named.iter().copied().filter(|i| terms.sort(*i) == sort).collect();
        if indices.len() as u64 > mask(bits) {
            return (indices, Vec::new());
        }
        let known = self.elsewhere.iter().copied().find(|i| terms.sort(*i) == sort);
        let elsewhere = known.unwrap_or_else(|| terms.fresh("elsewhere", sort));
        self.elsewhere.push(elsewhere);
        let facts = indices.iter().map(|i| terms.ne(elsewhere, *i)).collect();
        indices.push(elsewhere);
        (indices, facts)
    }
}
