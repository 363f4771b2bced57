//! Replacing terms inside terms.

use crate::budget::Budget;
use crate::op::Op;
use crate::solver::Reason;
use crate::terms::{TermId, Terms};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Replacements, and what terms have become by them.
#[derive(Default)]
pub(crate) struct Substitution {
    done: FxHashMap<TermId, TermId>,
}

impl Substitution {
    /// Replaces a term from now on; what it is replaced by is left alone.
    pub(crate) fn replace(&mut self, term: TermId, by: TermId) {
        self.done.insert(term, by);
    }

    /// `root` with everything replaced, and simplified.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(crate) fn apply(
        &mut self,
        terms: &mut Terms,
        root: TermId,
        budget: &Budget,
    ) -> Result<TermId, Reason> {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if let Some(reason) = budget.step() {
                return Err(reason);
            }
            if self.done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let node = *terms.node(term);
            let before = stack.len();
            stack.extend(node.args().iter().filter(|a| !self.done.contains_key(a)));
            if stack.len() > before {
                continue;
            }
            let args: SmallVec<[TermId; 3]> = node.args().iter().map(|a| self.done[a]).collect();
            let same = args.as_slice() == node.args();
            let replaced = if same { term } else { terms.app(node.op(), &args) };
            self.done.insert(term, replaced);
            stack.pop();
        }
        Ok(self.done[&root])
    }
}

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
        Substitution { done: map.iter().copied().collect() }.apply(self, root, budget)
    }
}

impl Terms {
    /// A term of another store, as a term of this one; `done` has those that were brought over before. None if a
    /// variable has a name that one of another sort has here.
    pub fn import(
        &mut self,
        from: &Terms,
        root: TermId,
        done: &mut FxHashMap<TermId, TermId>,
    ) -> Option<TermId> {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let node = from.node(term);
            let before = stack.len();
            stack.extend(node.args().iter().filter(|a| !done.contains_key(a)));
            if stack.len() > before {
                continue;
            }
            let own = match node.op() {
                // How a wide literal is kept is the other store's own business.
                Op::Const(bits) => self.literal(from.number(bits, node.sort()), node.sort()),
                Op::Var(symbol) => {
                    let own = self.declare(from.name(symbol), node.sort()).ok()?;
                    self.set_taste(own, from.taste(symbol));
                    self.symbol_term(own)
                }
                op => {
                    let args: SmallVec<[TermId; 3]> = node.args().iter().map(|a| done[a]).collect();
                    self.app(op, &args)
                }
            };
            done.insert(term, own);
            stack.pop();
        }
        done.get(&root).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::Sort;
    use num_bigint::BigUint;

    #[test]
    fn a_term_is_the_same_in_another_store() {
        let (mut from, mut to) = (Terms::new(), Terms::new());
        to.var("z", Sort::Bv(8));
        let (x, y, two) = (from.var("x", Sort::Bv(8)), from.var("y", Sort::Bv(8)), from.bv(2, 8));
        let product = from.mul(y, two);
        let sum = from.add(x, product);
        let moved = to.import(&from, sum, &mut FxHashMap::default()).expect("names are free");
        let back = from.import(&to, moved, &mut FxHashMap::default());
        assert_eq!(back, Some(sum));
        let mut other = Terms::new();
        other.var("x", Sort::Bool);
        assert_eq!(other.import(&from, sum, &mut FxHashMap::default()), None);
    }

    #[test]
    fn a_wide_literal_is_the_same_in_another_store() {
        let wide = Sort::Wide(100);
        let (mut from, mut to) = (Terms::new(), Terms::new());
        to.literal(BigUint::from(3_u32) << 90, wide);
        for number in [BigUint::from(7_u32), BigUint::from(5_u32) << 80, BigUint::from(1_u32) << 99]
        {
            let literal = from.literal(number.clone(), wide);
            let x = from.var("x", wide);
            let sum = from.add(x, literal);
            let moved = to.import(&from, sum, &mut FxHashMap::default()).expect("names are free");
            let (own, x) = (to.literal(number, wide), to.var("x", wide));
            assert_eq!(moved, to.add(x, own));
        }
    }

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
