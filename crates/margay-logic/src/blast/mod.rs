//! Bit-blasting: terms to circuits to clauses, once per term.
//!
//! A term's signals are remembered, so along a path only what is new is translated. Constraints
//! are passed to the SAT solver as assumptions: going back to a choice point needs no work, and
//! the failed assumptions are the unsatisfiable core. Those that stay, as most of a script does, are
//! clauses instead. Array reads become variables (`lower.rs`);
//! that equal indices read equal elements is added only where an assignment violates it.

mod abstraction;
mod arithmetic;
mod floats;
mod gates;
mod lower;
mod sat;
mod sums;
mod words;

pub(crate) use abstraction::{Product, lemmas};
pub(crate) use arithmetic::Arithmetic;
pub(crate) use lower::{Equality, Lowering, Read, indices};
pub(crate) use sat::{Lit, Refutation};
pub(crate) use sums::LONG;

use crate::budget::Budget;
use crate::op::Op;
use crate::solver::Reason;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};
use gates::Circuit;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use sat::Sat;

/// Signals of a term in the pool; no width means not translated yet.
#[derive(Clone, Copy, Default)]
struct Slice {
    start: u32,
    width: u32,
}

/// Quotient and remainder.
type Division = (Vec<Lit>, Vec<Lit>);

/// A circuit for all terms translated so far.
pub(crate) struct Blaster {
    circuit: Circuit,
    slices: Vec<Slice>,
    pool: Vec<Lit>,
    stack: Vec<TermId>,
    /// Quotient and remainder circuits by operands: Java code that divides often takes both.
    divisions: FxHashMap<(TermId, TermId, bool), Division>,
    /// The number of the next variable of each sort that has nothing but equality.
    labels: FxHashMap<Sort, u32>,
    /// Whether values of uninterpreted sorts have names.
    elements: bool,
}

impl Blaster {
    /// An empty circuit; its SAT solver may record what it does.
    pub(crate) fn new(arithmetic: Arithmetic, recording: bool) -> Blaster {
        let sat = if recording { Sat::recording() } else { Sat::new() };
        Blaster {
            circuit: Circuit::new(sat, arithmetic),
            slices: Vec::new(),
            pool: Vec::new(),
            stack: Vec::new(),
            divisions: FxHashMap::default(),
            labels: FxHashMap::default(),
            elements: false,
        }
    }

    /// What a recording SAT solver has recorded.
    pub(crate) fn into_refutation(self) -> Refutation {
        self.circuit.sat.into_refutation()
    }

    /// How many signals the SAT solver carries.
    pub(crate) fn variables(&self) -> usize {
        self.circuit.sat.variables()
    }

    /// The signal of a `Bool` term without arrays.
    ///
    /// # Errors
    /// When the budget is spent. What was built by then is incomplete: a new blaster is needed.
    pub(crate) fn literal(
        &mut self,
        terms: &Terms,
        term: TermId,
        budget: &Budget,
    ) -> Result<Lit, Reason> {
        self.translate(terms, term, budget)?;
        Ok(self.bits(term)[0])
    }

    /// States that at least one of the literals holds, from now on.
    pub(crate) fn clause(&mut self, literals: &[Lit]) {
        self.circuit.sat.clause(literals);
    }

    /// Satisfiable under the assumptions? `None` when a limit was reached.
    pub(crate) fn solve(
        &mut self,
        assumptions: &[Lit],
        budget: &Budget,
        conflicts: Option<u32>,
    ) -> Option<bool> {
        self.circuit.sat.solve(assumptions, budget, conflicts)
    }

    /// Whether an assumption took part in the last refutation.
    pub(crate) fn failed(&self, assumption: Lit) -> bool {
        self.circuit.sat.failed(assumption)
    }

    /// The value of a translated term in the last satisfying assignment; 0 if it was never needed.
    pub(crate) fn value(&self, terms: &Terms, term: TermId) -> u64 {
        let bits = self.bits(term);
        let sort = terms.sort(term);
        if sort.is_wide() {
            let mut number = BigUint::ZERO;
            for (i, bit) in bits.iter().enumerate() {
                number.set_bit(i as u64, self.circuit.sat.value(*bit));
            }
            return terms.value_of(number, sort);
        }
        bits.iter().enumerate().fold(0, |v, (i, b)| v | u64::from(self.circuit.sat.value(*b)) << i)
    }

    fn bits(&self, term: TermId) -> &[Lit] {
        let slice = self.slices.get(term.index()).copied().unwrap_or_default();
        &self.pool[slice.start as usize..][..slice.width as usize]
    }

    fn is_translated(&self, term: TermId) -> bool {
        self.slices[term.index()].width > 0
    }

    /// Translates a term, so that it has a value in the next assignment.
    ///
    /// # Errors
    /// As [`Blaster::literal`].
    pub(crate) fn translate(
        &mut self,
        terms: &Terms,
        root: TermId,
        budget: &Budget,
    ) -> Result<(), Reason> {
        self.circuit.limit(budget);
        if self.slices.len() < terms.len() {
            self.slices.resize(terms.len(), Slice::default());
        }
        self.stack.clear();
        self.stack.push(root);
        while let Some(&term) = self.stack.last() {
            if let Some(reason) = self.circuit.stopped() {
                return Err(reason);
            }
            if !self.is_translated(term) {
                let before = self.stack.len();
                for arg in terms.node(term).args() {
                    if !self.is_translated(*arg) {
                        self.stack.push(*arg);
                    }
                }
                if self.stack.len() > before {
                    continue;
                }
                let bits = self.circuit_of(terms, term);
                if let Some(reason) = self.circuit.stopped() {
                    return Err(reason);
                }
                self.slices[term.index()] =
                    Slice { start: self.pool.len() as u32, width: bits.len() as u32 };
                self.pool.extend(bits);
            }
            self.stack.pop();
        }
        Ok(())
    }

    fn circuit_of(&mut self, terms: &Terms, term: TermId) -> Vec<Lit> {
        let node = terms.node(term);
        let width = terms.bits(term);
        let operands: Vec<Vec<Lit>> = node.args().iter().map(|a| self.bits(*a).to_vec()).collect();
        if let Some(first) = node.args().first()
            && let Some(float) = self.circuit.float(node.op(), terms.sort(*first), &operands)
        {
            return float;
        }
        match (node.op(), operands.as_slice()) {
            (Op::Const(value), _) if node.sort().is_wide() => {
                let number = terms.number(value, node.sort());
                (0..width).map(|i| Lit::of(number.bit(i.into()))).collect()
            }
            (Op::Const(value), _) => words::word(value, width),
            (Op::UDiv | Op::URem | Op::SDiv | Op::SRem, [a, b]) => {
                self.division(node.op(), (node.args()[0], node.args()[1]), a, b)
            }
            (op, [a]) => unary(op, width, a, &mut self.circuit),
            (op, [a, b]) => binary(op, a, b, &mut self.circuit),
            (Op::Ite, [c, a, b]) => self.circuit.choose(c[0], a, b),
            (Op::Var(_), _) if let Some(format) = node.sort().format() => {
                self.circuit.float_input(format)
            }
            (Op::Var(_), _) if node.sort() == Sort::Mode => self.circuit.mode_input(),
            (Op::Var(_), _) if matches!(node.sort(), Sort::Uninterpreted(_) | Sort::Ref) => {
                self.label(node.sort(), width)
            }
            // A variable; whatever else has no circuit is left free, and checked by evaluation.
            _ => self.circuit.inputs(width),
        }
    }

    /// Lets variables of sorts that have nothing but equality have all values, for questions that name some. Has no
    /// effect on those already translated.
    pub(crate) fn allow_elements(&mut self) {
        self.elements = true;
    }

    /// A variable of an uninterpreted sort. Only which variables are equal matters, so each class of
    /// equal ones can have the number of its first member: that of the nth variable is at most n. Null has a
    /// number before all others.
    fn label(&mut self, sort: Sort, width: u32) -> Vec<Lit> {
        let count = self.labels.entry(sort).or_insert(u32::from(sort == Sort::Ref));
        let most = *count;
        *count += 1;
        let digits = u32::BITS - most.leading_zeros();
        if self.elements || digits > width {
            return self.circuit.inputs(width);
        }
        let label = self.circuit.inputs(digits);
        let (ones, zeros): (Vec<u32>, Vec<u32>) =
            (0..digits).rev().partition(|digit| most >> digit & 1 == 1);
        for zero in zeros {
            // A one where the largest number has none needs a zero before, where it has a one.
            let before = ones.iter().filter(|one| **one > zero).map(|one| !label[*one as usize]);
            let clause: Vec<Lit> = before.chain([!label[zero as usize]]).collect();
            self.circuit.sat.clause(&clause);
        }
        words::zero_extended(&label, width as usize)
    }

    fn division(&mut self, op: Op, key: (TermId, TermId), a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let signed = matches!(op, Op::SDiv | Op::SRem);
        let circuit = &mut self.circuit;
        let (quotient, remainder) =
            self.divisions.entry((key.0, key.1, signed)).or_insert_with(|| {
                if signed { circuit.signed_divide(a, b) } else { circuit.divide(a, b) }
            });
        if matches!(op, Op::UDiv | Op::SDiv) { quotient.clone() } else { remainder.clone() }
    }
}

fn unary(op: Op, width: u32, a: &[Lit], circuit: &mut Circuit) -> Vec<Lit> {
    let extend = |fill| {
        let missing = width as usize - a.len();
        a.iter().copied().chain(std::iter::repeat_n(fill, missing)).collect()
    };
    match op {
        Op::Not => a.iter().map(|b| !*b).collect(),
        Op::Neg => circuit.neg(a),
        Op::Extract { hi, lo } => a[usize::from(lo)..=usize::from(hi)].to_vec(),
        Op::Bits => a.to_vec(),
        Op::ZeroExt(_) => extend(Lit::FALSE),
        Op::SignExt(_) => extend(a[a.len() - 1]),
        _ => circuit.inputs(width),
    }
}

fn binary(op: Op, a: &[Lit], b: &[Lit], circuit: &mut Circuit) -> Vec<Lit> {
    let mut bitwise = |gate: fn(&mut Circuit, Lit, Lit) -> Lit| {
        a.iter().zip(b).map(|(a, b)| gate(circuit, *a, *b)).collect::<Vec<_>>()
    };
    match op {
        Op::And => bitwise(Circuit::and),
        Op::Or => bitwise(Circuit::or),
        Op::Xor => bitwise(Circuit::xor),
        Op::Eq => vec![circuit.equal(a, b)],
        Op::Add => circuit.add(a, b),
        Op::Sub => circuit.sub(a, b),
        Op::Mul => circuit.mul(a, b),
        Op::Shl => circuit.shift_left(a, b),
        Op::LShr => circuit.shift_right(a, b, Lit::FALSE),
        Op::AShr => circuit.shift_right(a, b, a[a.len() - 1]),
        Op::Ult => vec![circuit.less(a, b)],
        Op::Ule => vec![!circuit.less(b, a)],
        Op::Slt => vec![circuit.signed_less(a, b)],
        Op::Sle => vec![!circuit.signed_less(b, a)],
        Op::Concat => b.iter().chain(a).copied().collect(),
        _ => Vec::new(),
    }
}
