//! Circuits for multiplication and division, each in two ways.
//!
//! Which way is easier for a SAT solver depends on the question, and nobody can tell beforehand;
//! the portfolio (`solver::portfolio`) tries both.

use super::gates::Circuit;
use super::sat::Lit;
use super::words::{constant, word, zero_extended};
use std::collections::VecDeque;

/// How products and quotients of two variables are translated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arithmetic {
    /// A product is a sum of rows; a quotient is guessed and multiplied back.
    Rows,
    /// Products are added up column by column (Wallace, 1964), quotients computed digit by digit.
    Columns,
    /// A free variable, with facts about it where an assignment violates them (`abstraction`).
    Abstract,
}

impl Circuit {
    pub(crate) fn mul(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        if let Some(factor) = constant(b) {
            return self.mul_constant(a, factor);
        }
        if let Some(factor) = constant(a) {
            return self.mul_constant(b, factor);
        }
        // Rows come from the operand with more known zeros, where they vanish.
        let zeros = |w: &[Lit]| w.iter().filter(|b| **b == Lit::FALSE).count();
        let (a, b) = if zeros(a) > zeros(b) { (b, a) } else { (a, b) };
        if self.arithmetic == Arithmetic::Columns {
            return self.mul_columns(a, b);
        }
        let mut total = word(0, a.len() as u32);
        for (i, bit) in b.iter().enumerate() {
            let row: Vec<Lit> = a[..a.len() - i].iter().map(|x| self.and(*x, *bit)).collect();
            let high = self.add(&total[i..], &row);
            total.splice(i.., high);
        }
        total
    }

    /// Adds three bits of a column at a time, the oldest first: a sum for the column, a carry for
    /// the next one.
    fn mul_columns(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let mut carries = VecDeque::new();
        let mut product = Vec::with_capacity(a.len());
        for i in 0..a.len() {
            let mut column = std::mem::take(&mut carries);
            let digits = (0..=i).map(|j| self.and(a[i - j], b[j]));
            column.extend(digits.filter(|digit| *digit != Lit::FALSE));
            while column.len() > 1 {
                let mut next = || column.pop_front().unwrap_or(Lit::FALSE);
                let [x, y, z] = [next(), next(), next()];
                let half = self.xor(x, y);
                column.push_back(self.xor(half, z));
                carries.push_back(self.majority(x, y, z));
            }
            product.push(column.pop_front().unwrap_or(Lit::FALSE));
        }
        product
    }

    /// Multiplication by a constant in non-adjacent form: few additions and subtractions.
    fn mul_constant(&mut self, a: &[Lit], factor: u64) -> Vec<Lit> {
        let bits = a.len();
        // Wider than any word, because a digit -1 carries one bit upwards.
        let mut factor = u128::from(factor);
        let mut total = word(0, bits as u32);
        let mut shift = 0;
        while factor != 0 && shift < bits {
            if factor & 1 == 1 {
                let row = &a[..bits - shift];
                let rest = total[shift..].to_vec();
                // Digit -1 where a run of ones begins, so that the run costs two operations.
                let minus = factor & 3 == 3;
                let high = if minus { self.sub(&rest, row) } else { self.add(&rest, row) };
                total.splice(shift.., high);
                factor = if minus { factor + 1 } else { factor - 1 };
            }
            factor >>= 1;
            shift += 1;
        }
        total
    }

    /// Unsigned quotient and remainder, with SMT-LIB's results for a zero divisor.
    pub(crate) fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        match constant(b) {
            Some(0) => (vec![Lit::TRUE; a.len()], a.to_vec()),
            Some(divisor) => self.divide_constant(a, divisor),
            None if self.arithmetic == Arithmetic::Columns => self.divide_digits(a, b),
            None => self.divide_variable(a, b),
        }
    }

    /// Guesses quotient and remainder and asserts `a = q * d + r` without overflow, `r < d`. Such
    /// `q` and `r` exist and are unique, so the clauses constrain nothing else.
    fn divide_constant(&mut self, a: &[Lit], divisor: u64) -> (Vec<Lit>, Vec<Lit>) {
        let bits = a.len();
        let length = (64 - divisor.leading_zeros()) as usize;
        let quotient = self.inputs((bits - length + 1) as u32);
        let remainder = self.inputs(length as u32);
        let wide = bits + 1;
        let product = self.mul_constant(&zero_extended(&quotient, wide), divisor);
        let (total, carry) = self.sum(&product, &zero_extended(&remainder, wide), Lit::FALSE);
        let matches = self.equal(&total, &zero_extended(a, wide));
        let bound = self.less(&remainder, &word(divisor, length as u32));
        for fact in [matches, !carry, bound] {
            self.sat.clause(&[fact]);
        }
        (zero_extended(&quotient, bits), zero_extended(&remainder, bits))
    }

    /// The same with a variable divisor, at twice the width and only if the divisor is not zero.
    fn divide_variable(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let (bits, wide) = (a.len(), 2 * a.len());
        let (quotient, remainder) = (self.inputs(bits as u32), self.inputs(bits as u32));
        let product = self.mul(&zero_extended(&quotient, wide), &zero_extended(b, wide));
        let total = self.add(&product, &zero_extended(&remainder, wide));
        let matches = self.equal(&total, &zero_extended(a, wide));
        let bound = self.less(&remainder, b);
        let proper = self.any(b);
        for fact in [matches, bound] {
            self.sat.clause(&[!proper, fact]);
        }
        let ones = vec![Lit::TRUE; bits];
        (self.choose(proper, &quotient, &ones), self.choose(proper, &remainder, a))
    }

    /// Division as on paper: the divisor is taken off wherever it fits, highest digit first. A
    /// divisor of zero always fits, which gives just the results that SMT-LIB asks for.
    fn divide_digits(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let divisor = zero_extended(b, b.len() + 1);
        let mut rest = word(0, a.len() as u32);
        let mut quotient = vec![Lit::FALSE; a.len()];
        for i in (0..a.len()).rev() {
            rest.insert(0, a[i]);
            let fits = !self.less(&rest, &divisor);
            let less = self.sub(&rest, &divisor);
            rest = self.choose(fits, &less, &rest);
            rest.pop();
            quotient[i] = fits;
        }
        (quotient, rest)
    }

    /// The magnitude and the sign of a two's complement word.
    pub(crate) fn magnitude(&mut self, a: &[Lit]) -> (Vec<Lit>, Lit) {
        let sign = a[a.len() - 1];
        let negated = self.neg(a);
        (self.choose(sign, &negated, a), sign)
    }

    /// Signed quotient and remainder through magnitudes; the zero divisor comes out as SMT-LIB has it.
    pub(crate) fn signed_divide(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let ((x, x_sign), (y, y_sign)) = (self.magnitude(a), self.magnitude(b));
        let (quotient, remainder) = self.divide(&x, &y);
        let differ = self.xor(x_sign, y_sign);
        let (minus_q, minus_r) = (self.neg(&quotient), self.neg(&remainder));
        (self.choose(differ, &minus_q, &quotient), self.choose(x_sign, &minus_r, &remainder))
    }
}
