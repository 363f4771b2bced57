//! SMT-LIB operators as terms.

use crate::op::{Op, SortError};
use crate::sort::{FloatSort, Sort};
use crate::terms::{TermId, Terms};

/// An operator name with its numeric indices, and the rounding mode given to it if any.
pub(super) struct Operator<'a> {
    pub(super) name: &'a str,
    pub(super) indices: &'a [u32],
    pub(super) rounding: Option<&'a str>,
}

/// Why an application makes no term.
pub(super) enum Failure {
    /// No operator of that name and number of indices.
    NoOperator,
    /// The operands do not fit, with details.
    Operands(String),
}

impl From<SortError> for Failure {
    fn from(error: SortError) -> Failure {
        Failure::Operands(error.to_string())
    }
}

type Built = Result<TermId, Failure>;

/// Applies an operator to operands.
pub(super) fn apply(terms: &mut Terms, operator: &Operator<'_>, args: &[TermId]) -> Built {
    if let Some(rounding) = operator.rounding {
        check_rounding(operator.name, rounding)?;
    }
    match operator.indices {
        [] => plain(terms, operator.name, args),
        indices => indexed(terms, operator.name, indices, args),
    }
}

fn check_rounding(name: &str, rounding: &str) -> Result<(), Failure> {
    let nearest = matches!(rounding, "RNE" | "roundNearestTiesToEven");
    let to_zero = matches!(rounding, "RTZ" | "roundTowardZero");
    match if name == "fp.to_sbv" { to_zero } else { nearest } {
        true => Ok(()),
        false => Err(Failure::Operands(format!("{name} is not supported with {rounding}"))),
    }
}

fn plain(terms: &mut Terms, name: &str, args: &[TermId]) -> Built {
    if let Some(op) = binary_op(name) {
        return match args {
            [a, b] => Ok(terms.try_app(op, &[*a, *b])?),
            _ => Err(count(name, "two operands", args)),
        };
    }
    if let Some(op) = folding_op(name) {
        return fold(terms, name, op, args);
    }
    if let Some((op, swapped)) = chained_op(name) {
        return chain(terms, name, op, swapped, args);
    }
    if let Some(op) = unary_op(name) {
        return match args {
            [a] => Ok(terms.try_app(op, &[*a])?),
            _ => Err(count(name, "one operand", args)),
        };
    }
    irregular(terms, name, args)
}

fn count(name: &str, wanted: &str, args: &[TermId]) -> Failure {
    Failure::Operands(format!("{name} takes {wanted}, not {}", args.len()))
}

fn unary_op(name: &str) -> Option<Op> {
    Some(match name {
        "not" | "bvnot" => Op::Not,
        "bvneg" => Op::Neg,
        "fp.neg" => Op::FNeg,
        "fp.abs" => Op::FAbs,
        "fp.sqrt" => Op::FSqrt,
        "fp.isNaN" => Op::FIsNan,
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
        "fp.add" => Op::FAdd,
        "fp.sub" => Op::FSub,
        "fp.mul" => Op::FMul,
        "fp.div" => Op::FDiv,
        _ => return None,
    })
}

/// Operators that take two operands or more, from the left.
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

/// Relations between neighbours, and whether the sides are exchanged.
fn chained_op(name: &str) -> Option<(Op, bool)> {
    Some(match name {
        "=" => (Op::Eq, false),
        "bvult" => (Op::Ult, false),
        "bvule" => (Op::Ule, false),
        "bvugt" => (Op::Ult, true),
        "bvuge" => (Op::Ule, true),
        "bvslt" => (Op::Slt, false),
        "bvsle" => (Op::Sle, false),
        "bvsgt" => (Op::Slt, true),
        "bvsge" => (Op::Sle, true),
        "fp.lt" => (Op::FLt, false),
        "fp.leq" => (Op::FLe, false),
        "fp.gt" => (Op::FLt, true),
        "fp.geq" => (Op::FLe, true),
        "fp.eq" => (Op::FEq, false),
        _ => return None,
    })
}

fn fold(terms: &mut Terms, name: &str, op: Op, args: &[TermId]) -> Built {
    let words = name.starts_with("bv") || name == "concat";
    if let Some(odd) = args.iter().find(|a| matches!(terms.sort(**a), Sort::Bool) == words) {
        return Err(SortError::new(name, &[terms.sort(*odd)]).into());
    }
    let [first, rest @ ..] = args else {
        return Err(count(name, "operands", args));
    };
    rest.iter().try_fold(*first, |a, b| Ok(terms.try_app(op, &[a, *b])?))
}

fn chain(terms: &mut Terms, name: &str, op: Op, swapped: bool, args: &[TermId]) -> Built {
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
        ("distinct", [_, _, ..]) => {
            let mut all = terms.bool(true);
            for (i, a) in args.iter().enumerate() {
                for b in &args[i + 1..] {
                    let same = terms.try_app(Op::Eq, &[*a, *b])?;
                    let different = terms.not(same);
                    all = terms.and(all, different);
                }
            }
            Ok(all)
        }
        ("bvnand" | "bvnor" | "bvxnor", [a, b]) => {
            let op = match name {
                "bvnand" => Op::And,
                "bvnor" => Op::Or,
                _ => Op::Xor,
            };
            let inner = terms.try_app(op, &[*a, *b])?;
            Ok(terms.not(inner))
        }
        ("bvcomp", [a, b]) => {
            let same = terms.try_app(Op::Eq, &[*a, *b])?;
            let (one, zero) = (terms.bv(1, 1), terms.bv(0, 1));
            Ok(terms.ite(same, one, zero))
        }
        ("bvsmod", [a, b]) => modulo(terms, *a, *b),
        _ => Err(known_irregular(terms, name, args)),
    }
}

fn known_irregular(terms: &Terms, name: &str, args: &[TermId]) -> Failure {
    let known = ["ite", "store", "=>", "distinct", "bvnand", "bvnor", "bvxnor", "bvcomp", "bvsmod"];
    if !known.contains(&name) {
        return Failure::NoOperator;
    }
    let sorts: Vec<Sort> = args.iter().map(|a| terms.sort(*a)).collect();
    SortError::new(name, &sorts).into()
}

/// The remainder with the sign of the divisor.
fn modulo(terms: &mut Terms, a: TermId, b: TermId) -> Built {
    let remainder = terms.try_app(Op::SRem, &[a, b])?;
    let zero = terms.constant(0, terms.sort(a));
    let exact = terms.eq(remainder, zero);
    let (a_negative, b_negative) = (terms.slt(a, zero), terms.slt(b, zero));
    let same_sign = terms.eq(a_negative, b_negative);
    let by_zero = terms.eq(b, zero);
    let keep = terms.any(&[exact, same_sign, by_zero]);
    let moved = terms.add(remainder, b);
    Ok(terms.ite(keep, remainder, moved))
}

fn indexed(terms: &mut Terms, name: &str, indices: &[u32], args: &[TermId]) -> Built {
    let [a] = args else {
        return Err(count(name, "one operand", args));
    };
    let width = terms.bits(*a);
    let narrow =
        |n: u32| u8::try_from(n).map_err(|_| Failure::Operands(format!("{n} is too large")));
    match (name, indices) {
        ("extract", [hi, lo]) => {
            Ok(terms.try_app(Op::Extract { hi: narrow(*hi)?, lo: narrow(*lo)? }, &[*a])?)
        }
        ("zero_extend", [n]) => {
            Ok(terms.try_app(Op::ZeroExt(narrow(width.saturating_add(*n))?), &[*a])?)
        }
        ("sign_extend", [n]) => {
            Ok(terms.try_app(Op::SignExt(narrow(width.saturating_add(*n))?), &[*a])?)
        }
        ("rotate_left" | "rotate_right" | "repeat", [n]) => {
            if !matches!(terms.sort(*a), Sort::Bv(_)) {
                return Err(SortError::new(name, &[terms.sort(*a)]).into());
            }
            match name {
                "rotate_left" => Ok(terms.rotate_left(*a, *n)),
                "rotate_right" => Ok(terms.rotate_left(*a, width - n % width)),
                _ if (1..=64).contains(n) => {
                    (1..*n).try_fold(*a, |acc, _| Ok(terms.try_app(Op::Concat, &[acc, *a])?))
                }
                _ => Err(Failure::Operands(format!("cannot repeat {n} times"))),
            }
        }
        ("to_fp", [e, s]) => to_fp(terms, *a, (*e, *s)),
        ("fp.to_sbv", [n]) => Ok(terms.try_app(Op::FToSigned(narrow(*n)?), &[*a])?),
        _ => Err(Failure::NoOperator),
    }
}

/// The float format with these SMT-LIB widths.
pub(super) fn float_sort(widths: (u32, u32)) -> Option<FloatSort> {
    [FloatSort::F32, FloatSort::F64].into_iter().find(|f| f.widths() == widths)
}

/// `to_fp` without rounding reads bits; the elaborator says so by the operand's sort and name.
fn to_fp(terms: &mut Terms, a: TermId, widths: (u32, u32)) -> Built {
    let Some(float) = float_sort(widths) else {
        return Err(Failure::Operands("only Float32 and Float64 are supported".to_owned()));
    };
    let op = match terms.sort(a) {
        Sort::Float(_) => Op::FFromFloat(float),
        _ => Op::FFromBits(float),
    };
    Ok(terms.try_app(op, &[a])?)
}

/// `to_fp` of a bit-vector with a rounding mode converts the signed number.
pub(super) fn signed_to_fp(terms: &mut Terms, a: TermId, widths: (u32, u32)) -> Built {
    match (float_sort(widths), terms.sort(a)) {
        (Some(float), Sort::Bv(_)) => Ok(terms.try_app(Op::FFromSigned(float), &[a])?),
        _ => to_fp(terms, a, widths),
    }
}
