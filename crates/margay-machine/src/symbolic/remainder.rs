//! The remainder of two floats, which no term expresses.
//!
//! It is a number of which only laws are known: when it is one, how large it may be, its sign. A model may give it a value that is
//! none; then what it really is for these operands is a law too, and the next model has to keep to it ([`refine`](Symbolic::refine)).
//! All laws are true of Java's remainder: inputs that contradict them do not exist.

use super::Symbolic;
use crate::concrete::Concrete;
use crate::domain::Domain;
use margay_ir::{BinOp, Type};
use margay_logic::{Model, Op, Sort, TermId, eval};

/// A remainder on the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Remainder {
    ty: Type,
    operands: [TermId; 2],
    result: TermId,
}

impl Symbolic {
    /// What is left of one float divided by another.
    pub(super) fn float_remainder(&mut self, ty: Type, sort: Sort, [a, b]: [TermId; 2]) -> TermId {
        let is_it = |known: &&Remainder| known.ty == ty && known.operands == [a, b];
        if let Some(known) = self.remainders.iter().find(is_it) {
            return known.result;
        }
        self.approximated += 1;
        let result = self.terms().fresh("approximated", sort);
        self.remainders.push(Remainder { ty, operands: [a, b], result });
        for law in self.laws(ty, sort, [a, b], result) {
            self.path.assume(law);
        }
        result
    }

    /// What a number is the remainder of, if it is one.
    #[must_use]
    pub fn remainder_of(&self, result: TermId) -> Option<[TermId; 2]> {
        let found = self.remainders.iter().find(|known| known.result == result);
        found.map(|known| known.operands)
    }

    /// What is true of a remainder.
    fn laws(&mut self, ty: Type, sort: Sort, [a, b]: [TermId; 2], rest: TermId) -> [TermId; 5] {
        let terms = self.path.terms_mut();
        let zero = terms.constant(0, sort);
        let [large, by, left] = [a, b, rest].map(|term| terms.app(Op::FAbs, &[term]));
        let [a_is_none, b_is_none, rest_is_none] =
            [a, b, rest].map(|term| terms.app(Op::FIsNan, &[term]));
        let endless = match ty {
            Type::F32 => u64::from(f32::INFINITY.to_bits()),
            _ => f64::INFINITY.to_bits(),
        };
        let endless = terms.constant(endless, sort);
        let is_endless = terms.app(Op::FEq, &[large, endless]);
        let by_zero = terms.app(Op::FEq, &[b, zero]);
        let is_none = terms.any(&[a_is_none, b_is_none, is_endless, by_zero]);
        let when_none = terms.eq(rest_is_none, is_none);
        let at_most = terms.app(Op::FLe, &[left, large]);
        let below = terms.app(Op::FLt, &[left, by]);
        let is_small = terms.and(at_most, below);
        let is_small = terms.or(rest_is_none, is_small);
        let fits = terms.app(Op::FLt, &[large, by]);
        let (is_larger, same) = (terms.not(fits), terms.eq(rest, a));
        let is_whole = terms.or(is_larger, same);
        let signs = [[zero, a], [a, zero]].map(|sides| terms.app(Op::FLe, &sides));
        let kept = [[zero, rest], [rest, zero]].map(|sides| terms.app(Op::FLe, &sides));
        let [positive, negative] = [0, 1].map(|side| {
            let other = terms.not(signs[side]);
            terms.any(&[other, rest_is_none, kept[side]])
        });
        [when_none, is_small, is_whole, positive, negative]
    }

    /// Says of remainders that a model gets wrong what they are; whether there was one.
    pub fn refine(&mut self, model: &Model) -> bool {
        let mut is_wrong = false;
        for Remainder { ty, operands, result } in self.remainders.clone() {
            let terms = self.path.terms();
            let [a, b] = operands.map(|operand| eval(terms, model, operand));
            let right = Concrete.binary(BinOp::Rem, ty, a, b);
            let is_right = self.path.equals(result, right);
            if eval(self.path.terms(), model, is_right) != 0 {
                continue;
            }
            is_wrong = true;
            let [same_a, same_b] = [(operands[0], a), (operands[1], b)]
                .map(|(term, bits)| self.path.equals(term, bits));
            let same = self.path.conjunction(&[same_a, same_b]);
            let other = self.path.negation(same);
            let law = self.path.terms_mut().or(other, is_right);
            self.path.assume(law);
        }
        is_wrong
    }
}
