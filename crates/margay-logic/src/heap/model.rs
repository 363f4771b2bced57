//! Heaps as models: as few references that are the same as possible.

use super::references::{Facts, References, Variable};
use crate::eval::Evaluator;
use crate::model::Model;
use crate::solver::{Outcome, Reason, Solver};
use crate::terms::{TermId, Terms};

/// Which object a variable is in a model: variables with the same identity are the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Identity {
    /// Its number; 0 is null.
    pub number: u64,
    /// Its class, if it is known which ones it may have. Null has none.
    pub class: u64,
}

impl Identity {
    /// Whether it is no object.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.number == 0
    }
}

impl References {
    /// Which object a variable is.
    pub fn identity(
        &self,
        terms: &Terms,
        model: &Model,
        memo: &mut Evaluator,
        variable: Variable,
    ) -> Identity {
        let number = memo.eval(terms, model, self.number(variable));
        let class = self.class(variable).filter(|_| number != 0);
        Identity { number, class: class.map_or(0, |class| memo.eval(terms, model, class)) }
    }

    /// Wishes for a model: that each variable in use has a number of its own, or is null. Only which numbers
    /// are equal matters, so a wish that is not granted is of a variable that has to be the same as another.
    pub fn apart<F: Facts>(&self, facts: &mut F) -> Vec<TermId> {
        let mut wishes = Vec::new();
        for (own, variable) in (1..).zip(self.used()) {
            let terms = facts.terms();
            let [null, own] = [0, own].map(|number| {
                let number = terms.reference(number);
                terms.eq(self.number(*variable), number)
            });
            let wish = terms.or(null, own);
            if facts.holds(wish).is_none() {
                wishes.push(wish);
            }
        }
        wishes
    }
}

/// As many of some wishes as the assertions allow, taken greedily in their order.
///
/// # Errors
/// When the solver cannot tell.
pub fn prefer(
    solver: &mut Solver,
    terms: &mut Terms,
    wishes: &[TermId],
) -> Result<Vec<TermId>, Reason> {
    let mut granted: Vec<TermId> = Vec::new();
    let mut open: Vec<&[TermId]> = vec![wishes];
    while let Some(some) = open.pop() {
        if some.is_empty() {
            continue;
        }
        let before = granted.len();
        granted.extend_from_slice(some);
        match solver.check_with(terms, &granted) {
            Outcome::Sat => continue,
            Outcome::Unsat => granted.truncate(before),
            Outcome::Unknown(reason) => return Err(reason),
        }
        if some.len() > 1 {
            let (first, rest) = some.split_at(some.len() / 2);
            open.extend([rest, first]);
        }
    }
    Ok(granted)
}
