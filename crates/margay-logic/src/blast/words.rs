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
