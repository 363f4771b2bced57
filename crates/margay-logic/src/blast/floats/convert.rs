//! Conversions between floats and integers, and between the two formats.

use super::super::gates::Circuit;
use super::super::sat::Lit;
use super::super::words::{word, zero_extended};
use super::{Parts, bias, infinity, nan, precision};
use crate::sort::FloatSort;
use crate::value::{signed_max, signed_min};

impl Circuit {
    /// The float nearest to a signed word.
    pub(super) fn signed_to_float(&mut self, a: &[Lit], to: FloatSort) -> Vec<Lit> {
        let (magnitude, sign) = self.magnitude(a);
        let normal = self.normalise(&magnitude);
        let top = word(bias(to) + a.len() as u64 - 1, to.widths().0 + 2);
        let exponent = self.lowered(&top, &normal.shift);
        self.pack(sign, &exponent, &normal.significand, to)
    }

    /// The float of the other format that is nearest.
    pub(super) fn float_to_float(&mut self, a: Parts<'_>, to: FloatSort) -> Vec<Lit> {
        if a.format == to {
            return a.magnitude.iter().copied().chain([a.sign]).collect();
        }
        let (significand, exponent) = self.unpacked(a);
        let width = (a.exponent.len() as u32).max(to.widths().0) + 2;
        let exponent = zero_extended(&exponent, width as usize);
        let rebias = bias(to).wrapping_sub(bias(a.format));
        let exponent = self.add(&exponent, &word(rebias, width));
        let number = if precision(to) > precision(a.format) {
            // Every number of the narrow format is a normal one of the wide.
            let normal = self.normalise(&significand);
            let exponent = self.lowered(&exponent, &normal.shift);
            self.pack(a.sign, &exponent, &normal.significand, to)
        } else {
            self.round(a.sign, &exponent, &significand, to)
        };
        let (is_nan, infinite) = (self.is_nan(a), self.is_infinite(a));
        let cases = [(is_nan, nan(to)), (infinite, infinity(a.sign, to))];
        self.cases(&cases, number)
    }

    /// Truncation to a signed word; NaN is 0, and what is out of range goes to the nearest end.
    pub(super) fn float_to_signed(&mut self, a: Parts<'_>, width: u32) -> Vec<Lit> {
        let (significand, exponent) = self.unpacked(a);
        let bits = width as usize;
        // The leading bit counts 2^(width-1), so a shift of at least 1 is needed to fit.
        let room = vec![Lit::FALSE; bits.saturating_sub(significand.len())];
        let wide = [room, significand].concat();
        let top = bias(a.format) + u64::from(width) - 1;
        let count = self.sub(&word(top, exponent.len() as u32), &exponent);
        let (sign, digits) = (count[count.len() - 1], &count[..count.len() - 1]);
        let some = self.any(digits);
        let fits = self.and(!sign, some);
        let shifted = self.shift_right(&wide, digits, Lit::FALSE);
        let magnitude = &shifted[wide.len() - bits..];
        let negated = self.neg(magnitude);
        let number = self.choose(a.sign, &negated, magnitude);
        let (least, greatest) = (word(signed_min(width), width), word(signed_max(width), width));
        let end = self.choose(a.sign, &least, &greatest);
        let is_nan = self.is_nan(a);
        self.cases(&[(is_nan, word(0, width)), (!fits, end)], number)
    }
}
