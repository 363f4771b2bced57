//! Replacing terms inside terms.

use crate::budget::Budget;
use crate::solver::Reason;
use crate::terms::{TermId, Terms};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

impl Terms {
    /// `root` with every occurrence of a first term replaced by the second, all at once, and
    /// simplified.
    ///
    /// # Panics
    /// When a replacement has another sort than what it replaces.
    pub fn substitute(&mut self, root: TermId, map: &[(TermId, TermId)]) -> TermId {
        self.substitute_within(root, map, &Budget::default()).unwrap_or(root)
    }

    /// The same within a budget.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(crate) fn substitute_within(
        &mut self,
        root: TermId,
        map: &[(TermId, TermId)],
        budget: &Budget,
    ) -> Result<TermId, Reason> {
        let mut done: FxHashMap<TermId, TermId> = map.iter().copied().collect();
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if let Some(reason) = budget.step() {
                return Err(reason);
            }
            if done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let node = *self.node(term);
            let before = stack.len();
            stack.extend(node.args().iter().filter(|a| !done.contains_key(a)));
            if stack.len() > before {
                continue;
            }
            let args: SmallVec<[TermId; 3]> = node.args().iter().map(|a| done[a]).collect();
            let same = args.as_slice() == node.args();
            let replaced = if same { term } else { self.app(node.op(), &args) };
            done.insert(term, replaced);
            stack.pop();
        }
        Ok(done[&root])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::Sort;

    #[test]
    fn substitution_is_simultaneous() {
        let mut terms = Terms::new();
        let (x, y) = (terms.var("x", Sort::Bv(8)), terms.var("y", Sort::Bv(8)));
        let difference = terms.sub(x, y);
        let swapped = terms.substitute(difference, &[(x, y), (y, x)]);
        let expected = terms.sub(y, x);
        assert_eq!(swapped, expected);
    }
}
