//! From a significand of any width to the nearest float.
//!
//! A significand is a word whose top bit counts `2^(exponent - bias)`, with the exponent as it is
//! written in the format; it need not be normalised. Its lowest bit may be sticky: set when
//! anything below was. Rounding has three steps. [`Circuit::normalise`] moves the leading one to
//! the top, [`Circuit::denormalise`] moves it back as far as the smallest exponent demands, and
//! [`Circuit::pack`] cuts, rounds and handles overflow.

use super::super::gates::Circuit;
use super::super::sat::Lit;
use super::super::words::{sign_extended, word};
use super::{Target, infinity, precision};
use crate::sort::{Format, Mode};
use std::iter::repeat_n;

/// A significand with its leading one at the top, unless it is zero.
pub(super) struct Normal {
    pub(super) significand: Vec<Lit>,
    /// How far it was moved.
    pub(super) shift: Vec<Lit>,
}

/// At least `width` bits: zeros are added at the low end.
fn padded(significand: &[Lit], width: usize) -> Vec<Lit> {
    let missing = width.saturating_sub(significand.len());
    repeat_n(Lit::FALSE, missing).chain(significand.iter().copied()).collect()
}

impl Circuit {
    /// The float nearest to the number; zero keeps the sign.
    pub(super) fn round(
        &mut self,
        sign: Lit,
        exponent: &[Lit],
        significand: &[Lit],
        to: Target,
    ) -> Vec<Lit> {
        let normal = self.normalise(significand);
        let exponent = self.lowered(exponent, &normal.shift);
        let short = self.cut(&normal.significand, precision(to.format) + 2);
        let (significand, exponent) = self.denormalise(&short, &exponent);
        self.pack(sign, &exponent, &significand, to)
    }

    /// Moves the leading one to the top.
    pub(super) fn normalise(&mut self, significand: &[Lit]) -> Normal {
        let mut word = significand.to_vec();
        let width = word.len();
        let stages = usize::BITS - (width - 1).leading_zeros();
        let mut shift = vec![Lit::FALSE; stages as usize];
        for stage in (0..stages as usize).rev() {
            let by = 1 << stage;
            let empty = !self.any(&word[width - by..]);
            let moved = [vec![Lit::FALSE; by], word[..width - by].to_vec()].concat();
            word = self.choose(empty, &moved, &word);
            shift[stage] = empty;
        }
        Normal { significand: word, shift }
    }

    /// The exponent after a shift to the left, with room for one more subtraction.
    pub(super) fn lowered(&mut self, exponent: &[Lit], shift: &[Lit]) -> Vec<Lit> {
        let width = exponent.len().max(shift.len() + 1) + 1;
        let mut shift = shift.to_vec();
        shift.resize(width, Lit::FALSE);
        self.sub(&sign_extended(exponent, width), &shift)
    }

    /// The top `width` bits, the last of them sticky.
    pub(super) fn cut(&mut self, significand: &[Lit], width: usize) -> Vec<Lit> {
        let long = padded(significand, width);
        let (below, kept) = long.split_at(long.len() - width);
        let mut kept = kept.to_vec();
        let lost = self.any(below);
        kept[0] = self.or(kept[0], lost);
        kept
    }

    /// Shifts to the right where the exponent is below 1, the smallest there is.
    fn denormalise(&mut self, significand: &[Lit], exponent: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let width = exponent.len();
        let missing = self.sub(&word(1, width as u32), exponent);
        // Zero or negative: nothing to do, the sign of 1 - e says so but for e = 1, a shift by 0.
        let tiny = !missing[width - 1];
        let count: Vec<Lit> = missing[..width - 1].iter().map(|b| self.and(*b, tiny)).collect();
        let shifted = self.shift_right_sticky(significand, &count);
        (shifted, self.choose(tiny, &word(1, width as u32), exponent))
    }

    /// Right shift that collects what falls out in the lowest bit.
    pub(super) fn shift_right_sticky(&mut self, a: &[Lit], count: &[Lit]) -> Vec<Lit> {
        let width = a.len();
        let stages = (usize::BITS - (width - 1).leading_zeros()) as usize;
        let (low, high) = count.split_at(stages.min(count.len()));
        let mut word = a.to_vec();
        for (stage, bit) in low.iter().enumerate() {
            let by = 1 << stage;
            let mut moved = [word[by..].to_vec(), vec![Lit::FALSE; by]].concat();
            let lost = self.any(&word[..by]);
            moved[0] = self.or(moved[0], lost);
            word = self.choose(*bit, &moved, &word);
        }
        let (out, anything) = (self.any(high), self.any(&word));
        let mut nothing = vec![Lit::FALSE; width];
        nothing[0] = anything;
        self.choose(out, &nothing, &word)
    }

    /// Rounds to the format: the exponent is at least 1, and the top bit is set unless the number
    /// is zero or the exponent is 1.
    pub(super) fn pack(
        &mut self,
        sign: Lit,
        exponent: &[Lit],
        significand: &[Lit],
        to: Target,
    ) -> Vec<Lit> {
        let format = to.format;
        let precision = precision(format);
        let bits = self.cut(significand, precision + 2);
        let (sticky, guard, kept) = (bits[0], bits[1], &bits[2..]);
        let up = self.rounds_up(sign, kept[0], guard, sticky, to.mode);
        let hidden = kept[precision - 1];
        let field = self.exponent_field(exponent, hidden, format);
        // The hidden bit adds 1 to the exponent, and so does the carry out of the fraction.
        let low = [kept[..precision - 1].to_vec(), field].concat();
        let mut one = vec![Lit::FALSE; low.len()];
        one[precision - 1] = hidden;
        let (mut number, _) = self.sum(&low, &one, up);
        let overflow = self.overflows(exponent, hidden, format);
        number.push(sign);
        let beyond = self.beyond(sign, to);
        self.choose(overflow, &beyond, &number)
    }

    /// Whether what is cut off, as the first bit and the rest, rounds the magnitude up.
    pub(super) fn rounds_up(
        &mut self,
        sign: Lit,
        odd: Lit,
        guard: Lit,
        sticky: Lit,
        mode: Mode,
    ) -> Lit {
        let some = self.or(guard, sticky);
        match mode {
            Mode::NearestEven => {
                let half_or_odd = self.or(sticky, odd);
                self.and(guard, half_or_odd)
            }
            Mode::NearestAway => guard,
            Mode::Up => self.and(some, !sign),
            Mode::Down => self.and(some, sign),
            Mode::Zero => Lit::FALSE,
        }
    }

    /// What a number too large becomes: infinite, or the greatest where the mode leads back.
    fn beyond(&mut self, sign: Lit, to: Target) -> Vec<Lit> {
        let infinite = match to.mode {
            Mode::NearestEven | Mode::NearestAway => Lit::TRUE,
            Mode::Up => !sign,
            Mode::Down => sign,
            Mode::Zero => Lit::FALSE,
        };
        let mut bits = infinity(sign, to.format);
        let fraction = precision(to.format) - 1;
        bits[..fraction].fill(!infinite);
        bits[fraction] = infinite;
        bits
    }

    /// The exponent less 1, as many bits as the format has; 0 without the hidden bit.
    fn exponent_field(&mut self, exponent: &[Lit], hidden: Lit, format: Format) -> Vec<Lit> {
        let width = format.widths().0 as usize;
        let exponent = sign_extended(exponent, width.max(exponent.len()));
        let less = self.sub(&exponent, &word(1, exponent.len() as u32));
        less[..width].iter().map(|bit| self.and(*bit, hidden)).collect()
    }

    /// Whether the exponent is beyond the greatest of a number.
    fn overflows(&mut self, exponent: &[Lit], hidden: Lit, format: Format) -> Lit {
        let ones = format.widths().0;
        let width = exponent.len().max(ones as usize + 1) + 1;
        let limit = word((1 << ones) - 1, width as u32);
        let fits = self.signed_less(&sign_extended(exponent, width), &limit);
        self.and(hidden, !fits)
    }
}
