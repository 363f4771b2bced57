//! Terms as SMT-LIB 2 text.
//!
//! Shared subterms become `define-fun`s, so the text is as large as the graph, not as the tree;
//! deeply nested ones too, because other solvers' parsers recurse.

use super::sexpr::is_reserved;
use super::value::{float_literal, literal};
use crate::op::{Ieee, Op};
use crate::sort::{Format, Mode, Sort};
use crate::terms::{Node, Symbol, TermId, Terms};
use num_bigint::BigUint;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Nesting at which a term gets a name of its own.
const MAX_NESTING: u32 = 60;

/// A script that declares everything, and asserts each conjunct; without `(check-sat)`.
pub fn query(terms: &Terms, conjuncts: &[TermId]) -> String {
    let mut printer = Printer::new(terms);
    let mut body = String::new();
    for conjunct in conjuncts {
        let text = printer.reference(terms, *conjunct, &mut body);
        let _ = writeln!(body, "(assert {text})");
    }
    format!("(set-logic {})\n{body}", logic(terms, conjuncts, printer.uses_refs))
}

/// One term, written out in full: its size is that of the tree.
pub fn term(terms: &Terms, term: TermId) -> String {
    let mut out = String::new();
    write_body(terms, term, &mut out, |t| (t != term && is_leaf(terms, t)).then(|| leaf(terms, t)));
    out
}

fn logic(terms: &Terms, conjuncts: &[TermId], refs: bool) -> &'static str {
    let floats = conjuncts.iter().any(|t| terms.features(*t).floats);
    let arrays = conjuncts.iter().any(|t| terms.features(*t).arrays);
    match (floats, refs, arrays) {
        (true, _, _) => "ALL",
        (_, true, _) => "QF_AUFBV",
        (_, _, true) => "QF_ABV",
        _ => "QF_BV",
    }
}

/// Writes terms into one growing script, declaring each variable and each shared term once.
pub struct Printer {
    prefix: String,
    named: FxHashSet<TermId>,
    declared: FxHashSet<Symbol>,
    refs: BTreeSet<u64>,
    uses_refs: bool,
    /// Other uninterpreted sorts declared so far.
    sorts: BTreeSet<u16>,
}

impl Printer {
    /// A printer for a script that is still empty.
    pub fn new(terms: &Terms) -> Printer {
        let mut prefix = "t!".to_owned();
        while terms.symbols().any(|s| terms.name(s).starts_with(&prefix)) {
            prefix.push('!');
        }
        Printer {
            prefix,
            named: FxHashSet::default(),
            declared: FxHashSet::default(),
            refs: BTreeSet::new(),
            uses_refs: false,
            sorts: BTreeSet::new(),
        }
    }

    /// Text that stands for `term`, after appending to `out` the declarations it needs.
    pub fn reference(&mut self, terms: &Terms, term: TermId, out: &mut String) -> String {
        let cone = self.cone(terms, term);
        for id in &cone {
            self.declare(terms, terms.node(*id), out);
        }
        for id in self.worth_a_name(terms, &cone) {
            let mut body = String::new();
            self.write(terms, id, &mut body);
            let _ = writeln!(out, "(define-fun {}{id} () {} {body})", self.prefix, terms.sort(id));
            self.named.insert(id);
        }
        let mut text = String::new();
        match self.short(terms, term) {
            Some(short) => text.push_str(&short),
            None => self.write(terms, term, &mut text),
        }
        text
    }

    /// The reference literals that occurred so far.
    pub fn refs(&self) -> impl Iterator<Item = u64> + '_ {
        self.refs.iter().copied()
    }

    /// New terms below `root`, operands first.
    fn cone(&self, terms: &Terms, root: TermId) -> Vec<TermId> {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut stack = vec![root];
        while let Some(term) = stack.pop() {
            if !self.named.contains(&term) && seen.insert(term) {
                stack.extend(terms.node(term).args());
            }
        }
        let mut cone: Vec<TermId> = seen.into_iter().collect();
        cone.sort_unstable();
        cone
    }

    /// Terms used twice, or nested too deep.
    fn worth_a_name(&self, terms: &Terms, cone: &[TermId]) -> Vec<TermId> {
        let position = |t: TermId| cone.binary_search(&t).ok();
        let mut uses = vec![0_u32; cone.len()];
        let mut nesting = vec![0_u32; cone.len()];
        for term in cone {
            for arg in terms.node(*term).args() {
                if let Some(i) = position(*arg) {
                    uses[i] += 1;
                }
            }
        }
        let mut named = Vec::new();
        for (i, term) in cone.iter().enumerate() {
            let args = terms.node(*term).args();
            let below = args.iter().filter_map(|a| position(*a)).map(|a| nesting[a]).max();
            nesting[i] = below.unwrap_or(0) + 1;
            if !is_leaf(terms, *term) && (uses[i] > 1 || nesting[i] >= MAX_NESTING) {
                nesting[i] = 0;
                named.push(*term);
            }
        }
        named
    }

    fn declare(&mut self, terms: &Terms, node: &Node, out: &mut String) {
        if node.sort() == Sort::Ref && !self.uses_refs {
            self.uses_refs = true;
            out.push_str("(declare-sort Ref 0)\n");
        }
        if let Sort::Uninterpreted(number) = node.sort()
            && self.sorts.insert(number)
        {
            let _ = writeln!(out, "(declare-sort {} 0)", node.sort());
        }
        match node.op() {
            Op::Var(symbol) if self.declared.insert(symbol) => {
                let name = quoted(terms.name(symbol));
                let _ = writeln!(out, "(declare-fun {name} () {})", node.sort());
            }
            Op::Const(value) if node.sort() == Sort::Ref && !self.refs.contains(&value) => {
                let _ = writeln!(out, "(declare-fun ref!{value} () Ref)");
                for other in &self.refs {
                    let _ = writeln!(out, "(assert (not (= ref!{value} ref!{other})))");
                }
                self.refs.insert(value);
            }
            _ => {}
        }
    }

    fn short(&self, terms: &Terms, term: TermId) -> Option<String> {
        if self.named.contains(&term) {
            return Some(format!("{}{term}", self.prefix));
        }
        is_leaf(terms, term).then(|| leaf(terms, term))
    }

    fn write(&self, terms: &Terms, root: TermId, out: &mut String) {
        write_body(terms, root, out, |t| if t == root { None } else { self.short(terms, t) });
    }
}

fn is_leaf(terms: &Terms, term: TermId) -> bool {
    terms.node(term).op().arity() == 0
}

fn leaf(terms: &Terms, term: TermId) -> String {
    let node = terms.node(term);
    match node.op() {
        Op::Const(value) => literal(terms, value, node.sort()),
        Op::Var(symbol) => quoted(terms.name(symbol)),
        _ => String::new(),
    }
}

/// Writes a term; `short` gives the text of terms that are not to be opened.
fn write_body(
    terms: &Terms,
    root: TermId,
    out: &mut String,
    short: impl Fn(TermId) -> Option<String>,
) {
    enum Step {
        Open(TermId),
        Close(String),
    }
    let mut stack = vec![Step::Open(root)];
    while let Some(step) = stack.pop() {
        match step {
            Step::Close(text) => out.push_str(&text),
            Step::Open(term) => {
                if !out.is_empty() && !out.ends_with('(') {
                    out.push(' ');
                }
                if let Some(text) = short(term) {
                    out.push_str(&text);
                } else if is_leaf(terms, term) {
                    out.push_str(&leaf(terms, term));
                } else {
                    let (opening, closing) = around(terms, terms.node(term));
                    out.push_str(&opening);
                    stack.push(Step::Close(closing));
                    stack.extend(terms.node(term).args().iter().rev().map(|a| Step::Open(*a)));
                }
            }
        }
    }
}

/// What is written before and after the operands.
fn around(terms: &Terms, node: &Node) -> (String, String) {
    let (width, mode, signed) = match node.op() {
        Op::FToSigned(width) => (width.into(), Mode::Zero, true),
        Op::Ieee(Ieee::ToSigned(width), mode) => (width, mode, true),
        Op::Ieee(Ieee::ToUnsigned(width), mode) => (width, mode, false),
        _ => return (format!("({}", head(terms, node)), ")".to_owned()),
    };
    let conversion = terms.sort(node.args()[0]).format();
    let closing = conversion.map(|format| saturating(format, width.into(), mode, signed));
    ("(let ((x!".to_owned(), format!(")) {})", closing.unwrap_or_default()))
}

/// The conversion of the float `x!` to a bit-vector, with the nearest end where the language leaves
/// it open, and 0 for NaN.
fn saturating(format: Format, width: u32, mode: Mode, signed: bool) -> String {
    let [mode, _] = mode.names();
    let power = |negative: bool, exponent: u32| {
        let written = (format.bias() + u64::from(exponent)).min((1 << format.widths().0) - 1);
        let bits = BigUint::from(written) << (format.precision() - 1);
        let sign = BigUint::from(u32::from(negative)) << (format.bits() - 1);
        float_literal(&(bits | sign), format)
    };
    let word = |number: BigUint| format!("(_ bv{number} {width})");
    let one = BigUint::from(1_u32);
    let whole = format!("(fp.roundToIntegral {mode} x!)");
    let (name, low, high, least, most) = match signed {
        true => {
            let half = &one << (width - 1);
            let (low, high) = (power(true, width - 1), power(false, width - 1));
            ("fp.to_sbv", low, high, half.clone(), half - 1_u32)
        }
        false => {
            let most = (&one << width) - 1_u32;
            let zero = float_literal(&(one << (format.bits() - 1)), format);
            ("fp.to_ubv", zero, power(false, width), BigUint::ZERO, most)
        }
    };
    format!(
        "(ite (fp.isNaN x!) {} (ite (fp.leq {whole} {low}) {} (ite (fp.geq {whole} {high}) {} \
         ((_ {name} {width}) {mode} x!))))",
        word(BigUint::ZERO),
        word(least),
        word(most)
    )
}

/// The operator, with the rounding mode where there is one.
fn head(terms: &Terms, node: &Node) -> String {
    let operand = terms.sort(node.args()[0]);
    let width = operand.bits().unwrap_or(0);
    let to_fp = |format: Format| {
        let (exponent, significand) = format.widths();
        format!("(_ to_fp {exponent} {significand})")
    };
    match node.op() {
        Op::Extract { hi, lo } => format!("(_ extract {hi} {lo})"),
        Op::ZeroExt(to) => format!("(_ zero_extend {})", u32::from(to) - width),
        Op::SignExt(to) => format!("(_ sign_extend {})", u32::from(to) - width),
        Op::ConstArray(_) => format!("(as const {})", node.sort()),
        Op::FFromBits(float) => to_fp(float.into()),
        Op::FFromSigned(float) | Op::FFromFloat(float) => format!("{} RNE", to_fp(float.into())),
        Op::Ieee(operator, mode) => {
            let [mode, _] = mode.names();
            match operator {
                Ieee::FromBits(format) => to_fp(format),
                Ieee::FromSigned(format) | Ieee::FromFloat(format) => {
                    format!("{} {mode}", to_fp(format))
                }
                Ieee::FromUnsigned(format) => {
                    let (exponent, significand) = format.widths();
                    format!("(_ to_fp_unsigned {exponent} {significand}) {mode}")
                }
                Ieee::ToSigned(_) | Ieee::ToUnsigned(_) => String::new(),
                Ieee::Rem => "fp.rem".to_owned(),
                Ieee::Add => format!("fp.add {mode}"),
                Ieee::Sub => format!("fp.sub {mode}"),
                Ieee::Mul => format!("fp.mul {mode}"),
                Ieee::Div => format!("fp.div {mode}"),
                Ieee::Fma => format!("fp.fma {mode}"),
                Ieee::Sqrt => format!("fp.sqrt {mode}"),
                Ieee::Integral => format!("fp.roundToIntegral {mode}"),
            }
        }
        op => plain(op, operand == Sort::Bool).to_owned(),
    }
}

fn plain(op: Op, bool: bool) -> &'static str {
    match op {
        Op::Not if bool => "not",
        Op::And if bool => "and",
        Op::Or if bool => "or",
        Op::Xor if bool => "xor",
        Op::Not => "bvnot",
        Op::And => "bvand",
        Op::Or => "bvor",
        Op::Xor => "bvxor",
        Op::Eq => "=",
        Op::Ite => "ite",
        Op::Neg => "bvneg",
        Op::Add => "bvadd",
        Op::Sub => "bvsub",
        Op::Mul => "bvmul",
        Op::UDiv => "bvudiv",
        Op::URem => "bvurem",
        Op::SDiv => "bvsdiv",
        Op::SRem => "bvsrem",
        Op::Shl => "bvshl",
        Op::LShr => "bvlshr",
        Op::AShr => "bvashr",
        Op::Ult => "bvult",
        Op::Ule => "bvule",
        Op::Slt => "bvslt",
        Op::Sle => "bvsle",
        Op::Concat => "concat",
        Op::Select => "select",
        Op::Store => "store",
        Op::FNeg => "fp.neg",
        Op::FAbs => "fp.abs",
        Op::FAdd => "fp.add RNE",
        Op::FSub => "fp.sub RNE",
        Op::FMul => "fp.mul RNE",
        Op::FDiv => "fp.div RNE",
        Op::FSqrt => "fp.sqrt RNE",
        Op::FLt => "fp.lt",
        Op::FLe => "fp.leq",
        Op::FEq => "fp.eq",
        Op::FIsNan => "fp.isNaN",
        Op::Bits => "fp.to_ieee_bv",
        _ => "",
    }
}

/// A variable's name as a symbol; what even bars cannot quote is written as in a web address.
pub(crate) fn quoted(name: &str) -> String {
    let inside = name.strip_prefix('|').and_then(|rest| rest.strip_suffix('|'));
    if inside.is_some_and(|inside| !inside.contains(['|', '\\'])) {
        return name.to_owned();
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let starts_well = name.chars().next().is_some_and(|c| !c.is_ascii_digit() && !"@.".contains(c));
    if starts_well && name.chars().all(plain) && !is_reserved(name) {
        return name.to_owned();
    }
    format!("|{}|", name.replace('|', "%7C").replace('\\', "%5C"))
}
