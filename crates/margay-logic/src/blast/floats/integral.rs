//! Rounding to a whole number in the same format.

use super::super::gates::Circuit;
use super::super::sat::Lit;
use super::{Parts, Target, infinity, nan, precision};
use crate::sort::Mode;

impl Circuit {
    /// Numbers from `2^(p-1)` on are whole; the others have at most `p` digits before the point.
    pub(super) fn float_integral(&mut self, a: Parts<'_>, mode: Mode) -> Vec<Lit> {
        let (small, whole) = self.whole(a, mode, precision(a.format));
        let number = self.whole_to_float(a.sign, &whole, Target { format: a.format, mode });
        let same: Vec<Lit> = a.magnitude.iter().copied().chain([a.sign]).collect();
        let (is_nan, infinite) = (self.is_nan(a), self.is_infinite(a));
        let cases =
            [(is_nan, nan(a.format)), (infinite, infinity(a.sign, a.format)), (!small, same)];
        self.cases(&cases, number)
    }
}
