//! Heaps as models: which object each reference is.

use super::references::{References, Variable};
use crate::eval::Evaluator;
use crate::model::Model;
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

    /// The terms that are the numbers of the variables in use: as few of them as can be are the same in a model that
    /// is easy to read ([`Solver::apart_model`](crate::Solver::apart_model)).
    #[must_use]
    pub fn numbers(&self) -> Vec<TermId> {
        self.used().iter().map(|variable| self.number(*variable)).collect()
    }
}
