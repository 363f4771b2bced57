//! The SAT solver: CaDiCaL behind the few operations the circuits need.
//!
//! The `cadical` crate is used because it builds with a C++ compiler alone; `rustsat-cadical`
//! generates its binding at build time and needs libclang on every machine that builds Margay.
//! Nothing outside this file knows which it is.
//!
//! CaDiCaL tries `true` first and its binding offers no phase option, so a variable here is the
//! negation of CaDiCaL's: undecided bits become 0, and models come out near zero.

use crate::budget::Budget;
use std::ops::Not;
use std::sync::{Arc, Mutex, PoisonError};

/// A literal: a Boolean signal or its complement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Lit(i32);

impl Lit {
    /// The signal that is always true.
    pub(crate) const TRUE: Lit = Lit(1);
    /// The signal that is always false.
    pub(crate) const FALSE: Lit = Lit(-1);

    /// A literal that is the same for a signal and its complement, and whether it was complemented.
    pub(crate) fn split(self) -> (Lit, bool) {
        (Lit(self.0.abs()), self.0 < 0)
    }

    /// The truth value of a constant signal.
    pub(crate) fn constant(self) -> Option<bool> {
        match self {
            Lit::TRUE => Some(true),
            Lit::FALSE => Some(false),
            _ => None,
        }
    }

    /// The constant signal of a truth value.
    pub(crate) fn of(value: bool) -> Lit {
        if value { Lit::TRUE } else { Lit::FALSE }
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

/// Clauses in the order they were learned.
type Learned = Arc<Mutex<Vec<Vec<i32>>>>;

/// Stops the search when its budget is spent, and hears what it learns.
struct Watch {
    budget: Budget,
    learned: Option<Learned>,
}

impl cadical::Callbacks for Watch {
    fn terminate(&mut self) -> bool {
        self.budget.often()
    }

    fn max_length(&self) -> i32 {
        if self.learned.is_some() { i32::MAX } else { 0 }
    }

    fn learn(&mut self, clause: &[i32]) {
        if let Some(learned) = &self.learned {
            learned.lock().unwrap_or_else(PoisonError::into_inner).push(clause.to_vec());
        }
    }
}

/// Clauses that exclude each other, and the clauses that lead from them to the contradiction.
pub(crate) struct Refutation {
    pub(crate) clauses: Vec<Vec<i32>>,
    pub(crate) learned: Vec<Vec<i32>>,
}

/// An incremental SAT solver.
pub(crate) struct Sat {
    solver: cadical::Solver<Watch>,
    variables: i32,
    /// The clauses added and learned, if they are recorded.
    record: Option<(Vec<Vec<i32>>, Learned)>,
}

impl Sat {
    /// A solver with nothing but the constant signal.
    pub(crate) fn new() -> Sat {
        Sat::over(cadical::Solver::new(), None)
    }

    /// A solver that records its clauses. It does no preprocessing, so that each clause it learns
    /// follows from those before by unit propagation.
    pub(crate) fn recording() -> Sat {
        let plain = cadical::Solver::with_config("plain").expect("CaDiCaL knows its own mode");
        Sat::over(plain, Some((Vec::new(), Learned::default())))
    }

    fn over(solver: cadical::Solver<Watch>, record: Option<(Vec<Vec<i32>>, Learned)>) -> Sat {
        let mut sat = Sat { solver, variables: 1, record };
        sat.clause(&[Lit::TRUE]);
        sat
    }

    /// What a recording solver has recorded.
    pub(crate) fn into_refutation(self) -> Refutation {
        let (clauses, learned) = self.record.unwrap_or_default();
        let learned = learned.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Refutation { clauses, learned }
    }

    /// A new signal.
    pub(crate) fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Lit(self.variables)
    }

    /// How many signals there are.
    pub(crate) fn variables(&self) -> usize {
        self.variables as usize
    }

    /// At least one of the literals is true, from now on.
    pub(crate) fn clause(&mut self, literals: &[Lit]) {
        if let Some((clauses, _)) = &mut self.record {
            clauses.push(literals.iter().map(|l| -l.0).collect());
        }
        self.solver.add_clause(literals.iter().map(|l| -l.0));
    }

    /// Satisfiable under the assumptions? `None` when a limit was reached.
    pub(crate) fn solve(
        &mut self,
        assumptions: &[Lit],
        budget: &Budget,
        conflicts: Option<u32>,
    ) -> Option<bool> {
        let learned = self.record.as_ref().map(|(_, learned)| Arc::clone(learned));
        self.solver.set_callbacks(Some(Watch { budget: budget.clone(), learned }));
        if let Some(limit) = conflicts {
            let limit = i32::try_from(limit).unwrap_or(i32::MAX);
            self.solver.set_limit("conflicts", limit).expect("CaDiCaL knows its own limit");
        }
        self.solver.solve_with(assumptions.iter().map(|l| -l.0))
    }

    /// The value of a signal in the last satisfying assignment.
    pub(crate) fn value(&self, literal: Lit) -> bool {
        match literal.constant() {
            Some(value) => value,
            None => self.solver.value(-literal.0) == Some(true),
        }
    }

    /// Whether an assumption took part in the last refutation.
    pub(crate) fn failed(&self, assumption: Lit) -> bool {
        self.solver.failed(-assumption.0)
    }
}
