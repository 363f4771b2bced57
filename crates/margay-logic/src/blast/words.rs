//! Word-level circuits over gates: bits are slices of signals, lowest first.

use super::gates::Circuit;
use super::sat::Lit;
use std::iter::repeat_n;

/// The value of a word whose bits are all constant, if it is below 2^64.
pub(crate) fn constant(word: &[Lit]) -> Option<u64> {
    word.iter().enumerate().try_fold(0, |value, (i, bit)| match bit.constant()? {
        true if i >= 64 => None,
        one => Some(value | u64::from(one) << (i % 64)),
    })
}

/// A constant word; inside a circuit it may have more than 64 bits.
pub(crate) fn word(value: u64, bits: u32) -> Vec<Lit> {
    (0..bits).map(|i| Lit::of(i < 64 && value >> i & 1 == 1)).collect()
}

pub(crate) fn zero_extended(word: &[Lit], bits: usize) -> Vec<Lit> {
    word.iter()
        .copied()
        .chain(repeat_n(Lit::FALSE, bits.saturating_sub(word.len())))
        .take(bits)
        .collect()
}

pub(crate) fn sign_extended(word: &[Lit], bits: usize) -> Vec<Lit> {
    let sign = word[word.len() - 1];
    word.iter().copied().chain(repeat_n(sign, bits.saturating_sub(word.len()))).collect()
}

fn complement(word: &[Lit]) -> Vec<Lit> {
    word.iter().map(|b| !*b).collect()
}

impl Circuit {
    pub(crate) fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let same: Vec<Lit> = a.iter().zip(b).map(|(a, b)| !self.xor(*a, *b)).collect();
        self.all(&same)
    }

    /// The sum with a carry in, and the carry out.
    pub(crate) fn sum(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Vec<Lit>, Lit) {
        let mut out = Vec::with_capacity(a.len());
        for (a, b) in a.iter().zip(b) {
            let half = self.xor(*a, *b);
            out.push(self.xor(half, carry));
            carry = self.majority(*a, *b, carry);
        }
        (out, carry)
    }

    pub(crate) fn add(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        self.sum(a, b, Lit::FALSE).0
    }

    pub(crate) fn sub(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        self.sum(a, &complement(b), Lit::TRUE).0
    }

    pub(crate) fn neg(&mut self, a: &[Lit]) -> Vec<Lit> {
        self.sub(&word(0, a.len() as u32), a)
    }

    /// `a < b` without sign: the subtraction borrows.
    pub(crate) fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let no_borrow =
            a.iter().zip(b).fold(Lit::TRUE, |carry, (a, b)| self.majority(*a, !*b, carry));
        !no_borrow
    }

    /// `a < b` with sign: exchanging the sign bits maps the signed order to the unsigned one.
    pub(crate) fn signed_less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let top = a.len() - 1;
        let (mut x, mut y) = (a.to_vec(), b.to_vec());
        (x[top], y[top]) = (b[top], a[top]);
        self.less(&x, &y)
    }

    pub(crate) fn choose(&mut self, c: Lit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        a.iter().zip(b).map(|(a, b)| self.mux(c, *a, *b)).collect()
    }

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
        let mut total = word(0, a.len() as u32);
        for (i, bit) in b.iter().enumerate() {
            let row: Vec<Lit> = a[..a.len() - i].iter().map(|x| self.and(*x, *bit)).collect();
            let high = self.add(&total[i..], &row);
            total.splice(i.., high);
        }
        total
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

    pub(crate) fn shift_left(&mut self, a: &[Lit], count: &[Lit]) -> Vec<Lit> {
        self.barrel(a, count, Lit::FALSE, |w, n, fill| {
            repeat_n(fill, n).chain(w.iter().copied()).take(w.len()).collect()
        })
    }

    /// Right shift that moves `fill` in from the top.
    pub(crate) fn shift_right(&mut self, a: &[Lit], count: &[Lit], fill: Lit) -> Vec<Lit> {
        self.barrel(a, count, fill, |w, n, fill| {
            w.iter().copied().skip(n).chain(repeat_n(fill, n)).take(w.len()).collect()
        })
    }

    /// A stage per count bit; count bits too high for the width replace everything by `fill`.
    fn barrel(
        &mut self,
        a: &[Lit],
        count: &[Lit],
        fill: Lit,
        shifted: fn(&[Lit], usize, Lit) -> Vec<Lit>,
    ) -> Vec<Lit> {
        let stages = (usize::BITS - (a.len() - 1).leading_zeros()) as usize;
        let (low, high) = count.split_at(stages.min(count.len()));
        let mut word = a.to_vec();
        for (i, bit) in low.iter().enumerate() {
            let moved = shifted(&word, (1 << i).min(word.len()), fill);
            word = self.choose(*bit, &moved, &word);
        }
        let out = self.any(high);
        word.into_iter().map(|bit| self.mux(out, fill, bit)).collect()
    }
}
