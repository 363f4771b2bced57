//! Values people like, as an order and as conditions.

use super::readable::readable;
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{Symbol, Taste, TermId, Terms};
use crate::value::{mask, signed, signed_max};

/// Distances from zero that are wished for, best first.
pub(super) const MAGNITUDES: [u64; 4] = [16, 256, 4096, 1 << 20];

/// Values in the order people like them.
pub(super) fn candidates(taste: Taste, bits: u32) -> Box<dyn Iterator<Item = u64>> {
    let fits = move |v: &u64| *v <= mask(bits);
    match taste {
        Taste::Printable => Box::new(printable().filter(fits)),
        Taste::NearZero | Taste::Near(_) => {
            let centre = centre(taste);
            let near = (0..=16_u64).flat_map(move |n| [centre + n, centre.wrapping_sub(n)]);
            Box::new(near.map(move |v| v & mask(bits)))
        }
    }
}

fn printable() -> impl Iterator<Item = u64> {
    let letters = (b'a'..=b'z').chain(b'A'..=b'Z').chain(b'0'..=b'9');
    let rest = (b' '..=b'~').filter(|c| !c.is_ascii_alphanumeric());
    letters.chain(rest).map(u64::from)
}

/// How far a value is from the best for its variable; lower is better.
pub(super) fn rank(terms: &Terms, symbol: Symbol, value: u64) -> u64 {
    match (terms.taste(symbol), terms.symbol_sort(symbol)) {
        (Taste::Printable, Sort::Bv(_)) => {
            let position = printable().position(|c| c == value);
            position.map_or(value.saturating_add(1 << 8), |p| p as u64)
        }
        _ => distance(terms, symbol, value),
    }
}

/// From where distances of numbers are told; characters that cannot be printed are numbers, too.
fn centre(taste: Taste) -> u64 {
    match taste {
        Taste::Printable => 0,
        Taste::NearZero | Taste::Near(_) => taste.favourite(),
    }
}

/// How far a value is from where the best ones are; of two numbers that are as far, the greater one is nearer.
pub(super) fn distance(terms: &Terms, symbol: Symbol, value: u64) -> u64 {
    match terms.symbol_sort(symbol) {
        Sort::Bv(width) => {
            let width = u32::from(width);
            let number =
                signed(value.wrapping_sub(centre(terms.taste(symbol))) & mask(width), width);
            number.unsigned_abs().saturating_mul(2).saturating_sub(u64::from(number > 0))
        }
        Sort::Float(format) => {
            let sign = format.bits() - 1;
            (value & mask(sign)) << 1 | value >> sign
        }
        _ => value,
    }
}

/// `symbol` is acceptable, going so far from the best values.
pub(super) fn within(terms: &mut Terms, symbol: Symbol, limit: u64) -> TermId {
    let term = terms.symbol_term(symbol);
    let sort = terms.sort(term);
    match (terms.taste(symbol), sort) {
        (Taste::Printable, Sort::Bv(width)) if width >= 7 => {
            let (low, high) = (terms.constant(0x20, sort), terms.constant(0x7e, sort));
            let (from, to) = (terms.ule(low, term), terms.ule(term, high));
            terms.and(from, to)
        }
        (_, Sort::Bv(_)) => near(terms, symbol, limit),
        (_, Sort::Float(format)) if limit == MAGNITUDES[0] => {
            let guesses: Vec<TermId> =
                readable(format).map(|value| fixed(terms, symbol, value)).collect();
            terms.any(&guesses)
        }
        (_, Sort::Float(format)) => {
            let bound = terms.bv(limit, 64);
            let bound = terms.app(Op::FFromSigned(format), &[bound]);
            at_most(terms, term, bound)
        }
        _ => {
            let guesses: Vec<TermId> =
                (0..=limit.min(16)).map(|v| fixed(terms, symbol, v)).collect();
            terms.any(&guesses)
        }
    }
}

/// The magnitude of a float is bounded.
fn at_most(terms: &mut Terms, float: TermId, bound: TermId) -> TermId {
    let magnitude = terms.app(Op::FAbs, &[float]);
    terms.app(Op::FLe, &[magnitude, bound])
}

/// A number variable has at most this distance from where the best ones are. Of words, 2n - 1 is the number n beyond that and
/// 2n the one before; of floats, 2n is the one whose bits are n and 2n + 1 its negation.
pub(super) fn near(terms: &mut Terms, symbol: Symbol, limit: u64) -> TermId {
    let term = terms.symbol_term(symbol);
    let sort = terms.sort(term);
    if let Sort::Float(format) = sort {
        let infinity = mask(format.widths().0) << (format.widths().1 - 1);
        // Between infinity and NaN there is nothing.
        let limit = limit.min(infinity << 1 | 1);
        let magnitude = terms.constant(limit >> 1, sort);
        let near = at_most(terms, term, magnitude);
        let negation = terms.app(Op::FNeg, &[magnitude]);
        let other = terms.ne(term, negation);
        return if limit & 1 == 1 { near } else { terms.and(near, other) };
    }
    let centre = centre(terms.taste(symbol));
    let most = signed_max(terms.bits(term)).saturating_sub(centre);
    let high = terms.constant(centre + limit.div_ceil(2).min(most), sort);
    let low = terms.constant(centre.wrapping_sub((limit / 2).min(most)), sort);
    let (from, to) = (terms.sle(low, term), terms.sle(term, high));
    terms.and(from, to)
}

pub(super) fn fixed(terms: &mut Terms, symbol: Symbol, value: u64) -> TermId {
    let term = terms.symbol_term(symbol);
    let literal = terms.constant(value, terms.sort(term));
    terms.eq(term, literal)
}
