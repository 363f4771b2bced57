//! Conversions between floats and integers, and between formats.

use super::super::gates::Circuit;
use super::super::sat::Lit;
use super::super::words::{word, zero_extended};
use super::{Parts, Target, infinity, nan};
use crate::sort::Mode;

/// Bits of a signed word that holds all numbers up to this one.
pub(super) fn signed_width(number: u64) -> u32 {
    u64::BITS - number.leading_zeros() + 2
}

impl Circuit {
    /// The float nearest to a signed word.
    pub(super) fn signed_to_float(&mut self, a: &[Lit], to: Target) -> Vec<Lit> {
        let (magnitude, sign) = self.magnitude(a);
        self.whole_to_float(sign, &magnitude, to)
    }

    /// The float nearest to a whole number; 0 is always positive.
    pub(super) fn whole_to_float(&mut self, sign: Lit, magnitude: &[Lit], to: Target) -> Vec<Lit> {
        let normal = self.normalise(magnitude);
        let top = to.format.bias() + magnitude.len() as u64 - 1;
        let width = signed_width(top).max(to.format.widths().0 + 2);
        let exponent = self.lowered(&word(top, width), &normal.shift);
        self.pack(sign, &exponent, &normal.significand, to)
    }

    /// The float of another format that is nearest.
    pub(super) fn float_to_float(&mut self, a: Parts<'_>, to: Target) -> Vec<Lit> {
        if a.format == to.format {
            return a.magnitude.iter().copied().chain([a.sign]).collect();
        }
        let (significand, exponent) = self.unpacked(a);
        let width = (a.exponent.len() as u32).max(to.format.widths().0) + 2;
        let exponent = zero_extended(&exponent, width as usize);
        let rebias = to.format.bias().wrapping_sub(a.format.bias());
        let exponent = self.add(&exponent, &word_signed(rebias, width));
        let ((few, short), (many, long)) = (a.format.widths(), to.format.widths());
        let number = if many > few && long >= short && (1 << (many - 2)) > short {
            // Every number of the narrow format is a normal one of the wide.
            let normal = self.normalise(&significand);
            let exponent = self.lowered(&exponent, &normal.shift);
            self.pack(a.sign, &exponent, &normal.significand, to)
        } else {
            self.round(a.sign, &exponent, &significand, to)
        };
        let (is_nan, infinite) = (self.is_nan(a), self.is_infinite(a));
        let cases = [(is_nan, nan(to.format)), (infinite, infinity(a.sign, to.format))];
        self.cases(&cases, number)
    }

    /// The nearest number of a signed or unsigned word; NaN is 0, and what is out of range goes
    /// to the nearest end.
    pub(super) fn float_to_word(
        &mut self,
        a: Parts<'_>,
        mode: Mode,
        width: u32,
        signed: bool,
    ) -> Vec<Lit> {
        // One bit more than the word, so that rounding up never loses a carry unseen.
        let room = width as usize + 1;
        let (fits, whole) = self.whole(a, mode, room);
        let (low, high) = whole.split_at(room - 1);
        let (in_range, end) = if signed {
            let top = [low[width as usize - 1], high[0]];
            let small = !self.any(&top);
            // The least number has a magnitude of its own.
            let below = !self.any(&low[..width as usize - 1]);
            let least = self.all(&[a.sign, low[width as usize - 1], !high[0], below]);
            let mut end = vec![!a.sign; width as usize];
            end[width as usize - 1] = a.sign;
            (self.or(small, least), end)
        } else {
            let zero = !self.any(low);
            let sign = self.or(!a.sign, zero);
            (self.and(!high[0], sign), vec![!a.sign; width as usize])
        };
        let fits = self.and(fits, in_range);
        let negated = self.neg(low);
        let number = self.choose(a.sign, &negated, low);
        let is_nan = self.is_nan(a);
        self.cases(&[(is_nan, word(0, width)), (!fits, end)], number)
    }

    /// The magnitude rounded to a whole number of that many bits, and whether it has no more.
    pub(super) fn whole(&mut self, a: Parts<'_>, mode: Mode, room: usize) -> (Lit, Vec<Lit>) {
        let (significand, exponent) = self.unpacked(a);
        // The leading bit is put where it counts 2^(room-1); two bits are for rounding.
        let zeros = vec![Lit::FALSE; (room + 2).saturating_sub(significand.len())];
        let wide = [zeros, significand].concat();
        let top = a.format.bias() + room as u64 - 1;
        let width = signed_width(top).max(exponent.len() as u32 + 1);
        let count = self.sub(&word(top, width), &zero_extended(&exponent, width as usize));
        let (negative, digits) = (count[count.len() - 1], &count[..count.len() - 1]);
        let shifted = self.shift_right_sticky(&wide, digits);
        let bits = self.cut(&shifted, room + 2);
        let up = self.rounds_up(a.sign, bits[2], bits[1], bits[0], mode);
        let (whole, carry) = self.sum(&bits[2..], &word(0, room as u32), up);
        let infinite = self.is_infinite(a);
        let too_large = self.any(&[negative, carry, infinite]);
        (!too_large, whole)
    }
}

/// A constant word that may be negative.
pub(super) fn word_signed(value: u64, bits: u32) -> Vec<Lit> {
    (0..bits).map(|i| Lit::of((value as i64) >> i.min(63) & 1 == 1)).collect()
}
