//! SMT-LIB operators of the core theory, of bit-vectors and of arrays, as terms.
//!
//! The tables give the name, the operator and how many operands it takes, so that what the
//! language does not allow is refused and not guessed.

use super::floats;
use super::value::parse_mode;
use crate::budget::Budget;
use crate::op::{Op, SortError};
use crate::solver::Reason;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};
use num_bigint::BigUint;

/// Why an application makes no term.
pub(super) enum Failure {
    /// No operator of that name and number of indices.
    NoOperator,
    /// The operands have sorts that do not fit.
    Sorts,
    /// The operands do not fit, with details.
    Operands(String),
    /// The budget is spent.
    Spent(Reason),
}

impl From<SortError> for Failure {
    fn from(_: SortError) -> Failure {
        Failure::Sorts
    }
}

pub(super) type Built = Result<TermId, Failure>;

/// Applies an operator with its numeric indices to operands.
pub(super) fn apply(
    terms: &mut Terms,
    name: &str,
    indices: &[u32],
    args: &[TermId],
    budget: &Budget,
) -> Built {
    match indices {
        [] => plain(terms, name, args, budget),
        _ => indexed(terms, name, indices, args),
    }
}

/// The theories of a logic besides the core; their names belong to them, those of others are free.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theories {
    pub(crate) words: bool,
    pub(crate) floats: bool,
    pub(crate) arrays: bool,
}

impl Theories {
    pub(crate) const ALL: Theories = Theories { words: true, floats: true, arrays: true };

    /// Whether a theory has a symbol without indices of this name.
    pub(super) fn have(self, name: &str) -> bool {
        if floats::is_predefined(name) || parse_mode(name).is_some() {
            return self.floats;
        }
        let is_operator = unary_op(name).or(binary_op(name)).or(folding_op(name)).is_some()
            || chained_op(name).is_some()
            || IRREGULAR.contains(&name);
        match name {
            "true" | "false" => true,
            "select" | "store" => self.arrays,
            _ if is_of_words(name) => self.words && is_operator,
            _ => is_operator,
        }
    }
}

fn plain(terms: &mut Terms, name: &str, args: &[TermId], budget: &Budget) -> Built {
    if is_core(name) != args.iter().any(|a| terms.sort(*a) == Sort::Bool)
        && (is_core(name) || is_of_words(name))
    {
        return Err(if args.is_empty() { count(name, "operands", args) } else { Failure::Sorts });
    }
    if let Some(op) = unary_op(name) {
        return match args {
            [a] => Ok(terms.try_app(op, &[*a])?),
            _ => Err(count(name, "one operand", args)),
        };
    }
    if let Some((op, swapped)) = binary_op(name).map(|op| (op, false)).or(order_op(name)) {
        return match (args, swapped) {
            ([a, b], false) => Ok(terms.try_app(op, &[*a, *b])?),
            ([a, b], true) => Ok(terms.try_app(op, &[*b, *a])?),
            _ => Err(count(name, "two operands", args)),
        };
    }
    if let Some(op) = folding_op(name) {
        let [first, rest @ ..] = args else {
            return Err(count(name, "operands", args));
        };
        return rest.iter().try_fold(*first, |a, b| Ok(terms.try_app(op, &[a, *b])?));
    }
    if name == "=" {
        return chain(terms, name, Op::Eq, false, args);
    }
    match name {
        "distinct" => distinct(terms, args, budget),
        _ if IRREGULAR.contains(&name) || EXTENSIONS.contains(&name) => {
            irregular(terms, name, args)
        }
        _ => floats::apply(terms, name, &[], args),
    }
}

pub(super) fn count(name: &str, wanted: &str, args: &[TermId]) -> Failure {
    Failure::Operands(format!("{name} takes {wanted}, not {}", args.len()))
}

/// Operators on truth values alone; in terms they share their operator with bit-vectors.
fn is_core(name: &str) -> bool {
    matches!(name, "not" | "and" | "or" | "xor" | "=>")
}

fn is_of_words(name: &str) -> bool {
    name.starts_with("bv") || name == "concat"
}

fn unary_op(name: &str) -> Option<Op> {
    Some(match name {
        "not" | "bvnot" => Op::Not,
        "bvneg" => Op::Neg,
        _ => return None,
    })
}

fn binary_op(name: &str) -> Option<Op> {
    Some(match name {
        "bvsub" => Op::Sub,
        "bvudiv" => Op::UDiv,
        "bvurem" => Op::URem,
        "bvsdiv" => Op::SDiv,
        "bvsrem" => Op::SRem,
        "bvshl" => Op::Shl,
        "bvlshr" => Op::LShr,
        "bvashr" => Op::AShr,
        "select" => Op::Select,
        _ => return None,
    })
}

/// The orders of bit-vectors, and whether the sides are exchanged.
fn order_op(name: &str) -> Option<(Op, bool)> {
    Some(match name {
        "bvult" => (Op::Ult, false),
        "bvule" => (Op::Ule, false),
        "bvugt" => (Op::Ult, true),
        "bvuge" => (Op::Ule, true),
        "bvslt" => (Op::Slt, false),
        "bvsle" => (Op::Sle, false),
        "bvsgt" => (Op::Slt, true),
        "bvsge" => (Op::Sle, true),
        _ => return None,
    })
}

/// Operators that take any number of operands, from the left.
fn folding_op(name: &str) -> Option<Op> {
    Some(match name {
        "and" | "bvand" => Op::And,
        "or" | "bvor" => Op::Or,
        "xor" | "bvxor" => Op::Xor,
        "bvadd" => Op::Add,
        "bvmul" => Op::Mul,
        "concat" => Op::Concat,
        _ => return None,
    })
}

fn chained_op(name: &str) -> Option<(Op, bool)> {
    order_op(name).or_else(|| (name == "=").then_some((Op::Eq, false)))
}

/// A relation between all neighbours.
pub(super) fn chain(
    terms: &mut Terms,
    name: &str,
    op: Op,
    swapped: bool,
    args: &[TermId],
) -> Built {
    if args.len() < 2 {
        return Err(count(name, "two operands or more", args));
    }
    let mut all = terms.bool(true);
    for pair in args.windows(2) {
        let (a, b) = if swapped { (pair[1], pair[0]) } else { (pair[0], pair[1]) };
        let link = terms.try_app(op, &[a, b])?;
        all = terms.and(all, link);
    }
    Ok(all)
}

fn distinct(terms: &mut Terms, args: &[TermId], budget: &Budget) -> Built {
    if args.len() < 2 {
        return Err(count("distinct", "two operands or more", args));
    }
    let mut all = terms.bool(true);
    for (i, a) in args.iter().enumerate() {
        for b in &args[i + 1..] {
            if let Some(reason) = budget.step() {
                return Err(Failure::Spent(reason));
            }
            let same = terms.try_app(Op::Eq, &[*a, *b])?;
            let different = terms.not(same);
            all = terms.and(all, different);
        }
    }
    Ok(all)
}

/// Operators of other solvers. A script may have functions of its own by these names.
const EXTENSIONS: [&str; 6] =
    ["bvite", "bvredxor", "bvrol", "bvror", "ext_rotate_left", "ext_rotate_right"];

const IRREGULAR: [&str; 19] = [
    "ite", "store", "=>", "distinct", "bvnand", "bvnor", "bvxnor", "bvcomp", "bvsmod", "bvredor",
    "bvredand", "bvnego", "bvuaddo", "bvsaddo", "bvumulo", "bvsmulo", "bvusubo", "bvssubo",
    "bvsdivo",
];

fn irregular(terms: &mut Terms, name: &str, args: &[TermId]) -> Built {
    match (name, args) {
        ("ite", [c, a, b]) => Ok(terms.try_app(Op::Ite, &[*c, *a, *b])?),
        ("store", [a, i, e]) => Ok(terms.try_app(Op::Store, &[*a, *i, *e])?),
        ("=>", [premises @ .., conclusion]) if !premises.is_empty() => {
            premises.iter().rev().try_fold(*conclusion, |acc, premise| {
                let no = terms.try_app(Op::Not, &[*premise])?;
                Ok(terms.try_app(Op::Or, &[no, acc])?)
            })
        }
        ("bvite", [c, a, b]) => {
            let one = terms.bv(1, 1);
            let yes = terms.try_app(Op::Eq, &[*c, one])?;
            Ok(terms.try_app(Op::Ite, &[yes, *a, *b])?)
        }
        ("ite" | "bvite" | "store", _) => Err(count(name, "three operands", args)),
        ("=>", _) => Err(count(name, "two operands or more", args)),
        (_, [a]) if terms.sort(*a).width().is_some() => word_unary(terms, name, *a),
        (_, [a, b]) if terms.sort(*a) == terms.sort(*b) && terms.sort(*a).width().is_some() => {
            word_binary(terms, name, *a, *b)
        }
        ("bvredor" | "bvredand" | "bvredxor" | "bvnego", [_]) | (_, [_, _]) => Err(Failure::Sorts),
        _ => Err(count(name, "two operands", args)),
    }
}

fn word_unary(terms: &mut Terms, name: &str, a: TermId) -> Built {
    let sort = terms.sort(a);
    let zero = terms.constant(0, sort);
    match name {
        "bvredor" => {
            let none = terms.eq(a, zero);
            let any = terms.not(none);
            Ok(bit(terms, any))
        }
        "bvredand" => {
            let ones = terms.not(zero);
            let all = terms.eq(a, ones);
            Ok(bit(terms, all))
        }
        "bvredxor" => Ok(parity(terms, a)),
        "bvnego" => {
            let least = least(terms, sort);
            Ok(terms.eq(a, least))
        }
        _ => Err(count(name, "two operands", &[a])),
    }
}

/// Whether the number of ones is odd: the halves are joined until one bit is left.
fn parity(terms: &mut Terms, a: TermId) -> TermId {
    let (sort, bits) = (terms.sort(a), terms.bits(a));
    let distances = std::iter::successors(Some(1), |distance| Some(2 * distance));
    let joined = distances.take_while(|distance| *distance < bits).fold(a, |joined, distance| {
        let distance = terms.constant(distance.into(), sort);
        let moved = terms.app(Op::LShr, &[joined, distance]);
        terms.app(Op::Xor, &[joined, moved])
    });
    terms.app(Op::Extract { hi: 0, lo: 0 }, &[joined])
}

/// A truth value as a bit-vector of one bit.
fn bit(terms: &mut Terms, truth: TermId) -> TermId {
    let (one, zero) = (terms.bv(1, 1), terms.bv(0, 1));
    terms.ite(truth, one, zero)
}

/// The least signed number.
fn least(terms: &mut Terms, sort: Sort) -> TermId {
    let bits = sort.bits().unwrap_or(1);
    terms.literal(BigUint::from(1_u32) << (bits - 1), sort)
}

fn word_binary(terms: &mut Terms, name: &str, a: TermId, b: TermId) -> Built {
    let sort = terms.sort(a);
    let zero = terms.constant(0, sort);
    let mut negative = |x| terms.slt(x, zero);
    let (a_negative, b_negative) = (negative(a), negative(b));
    let same_sign = terms.eq(a_negative, b_negative);
    Ok(match name {
        "bvnand" | "bvnor" | "bvxnor" => {
            let op = match name {
                "bvnand" => Op::And,
                "bvnor" => Op::Or,
                _ => Op::Xor,
            };
            let inner = terms.app(op, &[a, b]);
            terms.not(inner)
        }
        "bvcomp" => {
            let same = terms.eq(a, b);
            bit(terms, same)
        }
        "bvsmod" => modulo(terms, a, b),
        "bvuaddo" => {
            let sum = terms.add(a, b);
            terms.ult(sum, a)
        }
        "bvusubo" => terms.ult(a, b),
        "bvsaddo" | "bvssubo" => {
            let result = if name == "bvsaddo" { terms.add(a, b) } else { terms.sub(a, b) };
            let turned = terms.slt(result, zero);
            let changed = terms.xor(turned, a_negative);
            let possible = if name == "bvsaddo" { same_sign } else { terms.not(same_sign) };
            terms.and(possible, changed)
        }
        "bvsdivo" => {
            let (least, ones) = (least(terms, sort), terms.not(zero));
            let (left, right) = (terms.eq(a, least), terms.eq(b, ones));
            terms.and(left, right)
        }
        "bvumulo" | "bvsmulo" => return multiplication_overflow(terms, name == "bvsmulo", a, b),
        "bvrol" | "ext_rotate_left" => terms.rotate_left_by(a, b),
        "bvror" | "ext_rotate_right" => {
            let width = terms.constant(sort.bits().unwrap_or(1).into(), sort);
            let count = terms.urem(b, width);
            let back = terms.sub(width, count);
            terms.rotate_left_by(a, back)
        }
        _ => return Err(count(name, "one operand", &[a, b])),
    })
}

/// The product at twice the width is not the extension of the product.
fn multiplication_overflow(terms: &mut Terms, signed: bool, a: TermId, b: TermId) -> Built {
    let bits = terms.bits(a) as u16;
    let wide = if signed { Op::SignExt(2 * bits) } else { Op::ZeroExt(2 * bits) };
    let (x, y) = (terms.try_app(wide, &[a])?, terms.try_app(wide, &[b])?);
    let product = terms.mul(x, y);
    let low = terms.app(Op::Extract { hi: bits - 1, lo: 0 }, &[product]);
    let back = terms.app(wide, &[low]);
    Ok(terms.ne(product, back))
}

/// The remainder with the sign of the divisor.
fn modulo(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    let remainder = terms.srem(a, b);
    let zero = terms.constant(0, terms.sort(a));
    let exact = terms.eq(remainder, zero);
    let (a_negative, b_negative) = (terms.slt(a, zero), terms.slt(b, zero));
    let same_sign = terms.eq(a_negative, b_negative);
    let by_zero = terms.eq(b, zero);
    let keep = terms.any(&[exact, same_sign, by_zero]);
    let moved = terms.add(remainder, b);
    terms.ite(keep, remainder, moved)
}

fn indexed(terms: &mut Terms, name: &str, indices: &[u32], args: &[TermId]) -> Built {
    let known = ["extract", "zero_extend", "sign_extend", "rotate_left", "rotate_right", "repeat"];
    if !known.contains(&name) {
        return floats::apply(terms, name, indices, args);
    }
    let [a] = args else {
        return Err(count(name, "one operand", args));
    };
    let width = terms.sort(*a).width().ok_or(Failure::Sorts)?;
    let short = |n: u32| {
        let fits = u16::try_from(n).ok().filter(|n| u32::from(*n) <= Sort::MAX_WIDTH);
        fits.ok_or_else(|| {
            Failure::Operands(format!("bit-vectors have at most {} bits here", Sort::MAX_WIDTH))
        })
    };
    match (name, indices) {
        ("extract", [hi, lo]) if lo <= hi && *hi < width => {
            Ok(terms.try_app(Op::Extract { hi: short(*hi)?, lo: short(*lo)? }, &[*a])?)
        }
        ("zero_extend", [n]) => {
            Ok(terms.try_app(Op::ZeroExt(short(width.saturating_add(*n))?), &[*a])?)
        }
        ("sign_extend", [n]) => {
            Ok(terms.try_app(Op::SignExt(short(width.saturating_add(*n))?), &[*a])?)
        }
        ("rotate_left", [n]) => Ok(terms.rotate_left(*a, *n)),
        ("rotate_right", [n]) => Ok(terms.rotate_left(*a, width - n % width)),
        ("repeat", [n]) if *n > 0 => {
            short(width.saturating_mul(*n))?;
            (1..*n).try_fold(*a, |acc, _| Ok(terms.try_app(Op::Concat, &[acc, *a])?))
        }
        _ => Err(Failure::Sorts),
    }
}
