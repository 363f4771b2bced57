//! Gates: hash-consed Boolean functions with constants folded away, written as clauses.

use super::arithmetic::Arithmetic;
use super::sat::{Lit, Sat};
use crate::budget::Budget;
use crate::solver::Reason;
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Gate {
    And(Lit, Lit),
    Xor(Lit, Lit),
    Mux(Lit, Lit, Lit),
    Majority(Lit, Lit, Lit),
}

/// A growing circuit over a SAT solver.
///
/// One term can have millions of gates, so the budget is looked at here. Once it is spent no gate
/// is added any more, which makes the circuit useless: whoever built it asks
/// [`Circuit::stopped`] and drops it.
pub(crate) struct Circuit {
    pub(crate) sat: Sat,
    pub(crate) arithmetic: Arithmetic,
    gates: FxHashMap<Gate, Lit>,
    budget: Budget,
    stopped: Option<Reason>,
}

impl Circuit {
    /// An empty circuit over a SAT solver.
    pub(crate) fn new(sat: Sat, arithmetic: Arithmetic) -> Circuit {
        let (gates, budget) = (FxHashMap::default(), Budget::default());
        Circuit { sat, arithmetic, gates, budget, stopped: None }
    }

    /// What building may take from here on. Steps are counted on: a million small terms are as much
    /// work as a large one.
    pub(crate) fn limit(&mut self, budget: &Budget) {
        self.budget.take_limits(budget);
    }

    /// Why nothing is built any more, if so.
    pub(crate) fn stopped(&mut self) -> Option<Reason> {
        if self.is_stopped() { self.stopped.clone() } else { None }
    }

    /// The same for each gate.
    fn is_stopped(&mut self) -> bool {
        if self.stopped.is_none()
            && let Some(reason) = self.budget.step()
        {
            self.stopped = Some(reason);
        }
        self.stopped.is_some()
    }

    /// Fresh signals, one per bit.
    pub(crate) fn inputs(&mut self, bits: u32) -> Vec<Lit> {
        (0..bits).map(|_| self.sat.fresh()).collect()
    }

    fn gate(&mut self, gate: Gate, clauses: impl FnOnce(&mut Sat, Lit)) -> Lit {
        if let Some(output) = self.gates.get(&gate) {
            return *output;
        }
        if self.is_stopped() {
            return Lit::FALSE;
        }
        let output = self.sat.fresh();
        clauses(&mut self.sat, output);
        self.gates.insert(gate, output);
        output
    }

    pub(crate) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        match (a.constant(), b.constant()) {
            (Some(false), _) | (_, Some(false)) => return Lit::FALSE,
            (Some(true), _) => return b,
            (_, Some(true)) => return a,
            _ if a == b => return a,
            _ if a == !b => return Lit::FALSE,
            _ => {}
        }
        let (a, b) = (a.min(b), a.max(b));
        self.gate(Gate::And(a, b), |sat, o| {
            sat.clause(&[!o, a]);
            sat.clause(&[!o, b]);
            sat.clause(&[o, !a, !b]);
        })
    }

    pub(crate) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub(crate) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        match (a.constant(), b.constant()) {
            (Some(v), _) => return if v { !b } else { b },
            (_, Some(v)) => return if v { !a } else { a },
            _ if a == b => return Lit::FALSE,
            _ if a == !b => return Lit::TRUE,
            _ => {}
        }
        // Complements on the inputs move to the output, so four forms share one gate.
        let ((a, na), (b, nb)) = (a.split(), b.split());
        let (a, b) = (a.min(b), a.max(b));
        let output = self.gate(Gate::Xor(a, b), |sat, o| {
            sat.clause(&[!o, a, b]);
            sat.clause(&[!o, !a, !b]);
            sat.clause(&[o, !a, b]);
            sat.clause(&[o, a, !b]);
        });
        if na == nb { output } else { !output }
    }

    /// `c ? a : b`.
    pub(crate) fn mux(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        match (c.constant(), a.constant(), b.constant()) {
            (Some(v), _, _) => return if v { a } else { b },
            (_, Some(true), _) => return self.or(c, b),
            (_, Some(false), _) => return self.and(!c, b),
            (_, _, Some(true)) => return self.or(!c, a),
            (_, _, Some(false)) => return self.and(c, a),
            _ if a == b => return a,
            _ if a == !b => return !self.xor(c, a),
            _ => {}
        }
        let (c, negated) = c.split();
        let (a, b) = if negated { (b, a) } else { (a, b) };
        self.gate(Gate::Mux(c, a, b), |sat, o| {
            sat.clause(&[!c, !a, o]);
            sat.clause(&[!c, a, !o]);
            sat.clause(&[c, !b, o]);
            sat.clause(&[c, b, !o]);
            // Redundant, but they let equal branches propagate before the condition is known.
            sat.clause(&[!a, !b, o]);
            sat.clause(&[a, b, !o]);
        })
    }

    /// At least two of three: the carry of a full adder.
    pub(crate) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut sorted = [a, b, c];
        sorted.sort_by_key(|l| l.split());
        let [a, b, c] = sorted;
        if let Some(v) = a.constant() {
            return if v { self.or(b, c) } else { self.and(b, c) };
        }
        if a.split().0 == b.split().0 {
            return if a == b { a } else { c };
        }
        if b.split().0 == c.split().0 {
            return if b == c { b } else { a };
        }
        self.gate(Gate::Majority(a, b, c), |sat, o| {
            for (x, y) in [(a, b), (a, c), (b, c)] {
                sat.clause(&[!x, !y, o]);
                sat.clause(&[x, y, !o]);
            }
        })
    }

    /// Whether all signals are true.
    pub(crate) fn all(&mut self, signals: &[Lit]) -> Lit {
        signals.iter().fold(Lit::TRUE, |acc, s| self.and(acc, *s))
    }

    /// Whether any signal is true.
    pub(crate) fn any(&mut self, signals: &[Lit]) -> Lit {
        signals.iter().fold(Lit::FALSE, |acc, s| self.or(acc, *s))
    }
}
