//! The remainder of the division to the nearest whole number, digit by digit.
//!
//! As many digits are written down as the exponents can differ by, which is what makes this the
//! largest circuit of all: 277 rows for `Float32`, 2,098 for `Float64`.

use super::super::gates::Circuit;
use super::super::sat::Lit;
use super::super::words::{sign_extended, word, zero_extended};
use super::convert::{signed_width, word_signed};
use super::{Parts, Target, nan, precision};
use crate::sort::Mode;

impl Circuit {
    pub(super) fn float_rem(&mut self, a: Parts<'_>, b: Parts<'_>) -> Vec<Lit> {
        let ((x, x_exponent), (y, y_exponent)) = (self.leading(a), self.leading(b));
        let digits = precision(a.format);
        let most = (1_u64 << a.format.widths().0) - 3 + digits as u64;
        let width = signed_width(most).max(x_exponent.len() as u32 + 1) as usize;
        let difference =
            self.sub(&sign_extended(&x_exponent, width), &sign_extended(&y_exponent, width));
        let (rest, odd) = self.long_division(&x, &y, &difference, most);
        // In halves of the last place: twice the rest, or the dividend itself where it is between
        // a quarter and the whole of the divisor.
        let minus_one = self.equal(&difference, &word_signed(u64::MAX, width as u32));
        let doubled = [vec![Lit::FALSE], rest].concat();
        let halves = self.choose(minus_one, &zero_extended(&x, digits + 2), &doubled);
        let odd = self.and(odd, !minus_one);
        let half = zero_extended(&y, digits + 2);
        let more = self.less(&half, &halves);
        let tie = self.equal(&half, &halves);
        let to_even = self.and(tie, odd);
        let up = self.or(more, to_even);
        let whole = [vec![Lit::FALSE], zero_extended(&y, digits + 1)].concat();
        let above = self.sub(&whole, &halves);
        let magnitude = self.choose(up, &above, &halves);
        let zero = !self.any(&magnitude);
        let flip = self.and(up, !zero);
        let sign = self.xor(a.sign, flip);
        // The divisor's last place is that of a word whose top bit is p - 1 places above it.
        let exponent = sign_extended(&y_exponent, y_exponent.len() + 1);
        let exponent = self.add(&exponent, &word(1, exponent.len() as u32));
        let to = Target { format: a.format, mode: Mode::NearestEven };
        let number = self.round(sign, &exponent, &magnitude, to);
        self.rem_cases(a, b, &difference, number)
    }

    /// The rest of `x · 2^d / y` and whether the quotient is odd, for normalised significands and
    /// a difference `d` of exponents that is not negative; one bit more than the significands.
    fn long_division(
        &mut self,
        x: &[Lit],
        y: &[Lit],
        difference: &[Lit],
        most: u64,
    ) -> (Vec<Lit>, Lit) {
        let width = x.len() + 1;
        let divisor = zero_extended(y, width);
        let mut rest = zero_extended(x, width);
        let mut odd = Lit::FALSE;
        for step in (0..=most).rev() {
            let idle = self.signed_less(difference, &word(step, difference.len() as u32));
            let (digit, left) = self.subtract_if_possible(&rest, &divisor);
            let next = match step {
                0 => left,
                _ => [&[Lit::FALSE], &left[..width - 1]].concat(),
            };
            rest = self.choose(idle, &rest, &next);
            odd = digit;
        }
        (rest, odd)
    }

    fn rem_cases(
        &mut self,
        a: Parts<'_>,
        b: Parts<'_>,
        difference: &[Lit],
        number: Vec<Lit>,
    ) -> Vec<Lit> {
        let same: Vec<Lit> = a.magnitude.iter().copied().chain([a.sign]).collect();
        let (a_nan, b_nan) = (self.is_nan(a), self.is_nan(b));
        let (a_infinite, b_infinite) = (self.is_infinite(a), self.is_infinite(b));
        let (a_zero, b_zero) = (self.is_zero(a), self.is_zero(b));
        let undefined = self.any(&[a_nan, b_nan, a_infinite, b_zero]);
        let tiny = self.signed_less(difference, &word_signed(u64::MAX, difference.len() as u32));
        let unchanged = self.any(&[a_zero, b_infinite, tiny]);
        self.cases(&[(undefined, nan(a.format)), (unchanged, same)], number)
    }
}
