//! What a path has made true, as text: `l.first.data != this.first.data`. Operators and names are the
//! same in most languages; for everything else a [`Language`] has the words.

use super::fact::Fact;
use margay_ir::{ClassId, Storage};
use margay_logic::value::signed;
use margay_logic::{FloatSort, Ieee, Mode, Op, Sort, Taste, TermId, Terms};
use margay_machine::Core;
use margay_machine::symbolic::{InputId, Open, ReferenceState, Symbolic};
use std::ops::Deref;

/// The words of a language.
pub trait Language {
    /// That a number is none: `Double.isNaN(x)`.
    fn is_nan(&self, number: &str) -> String;

    /// A function of numbers by the name that most languages have for it, as `sqrt`.
    fn function(&self, name: &str, of: &str) -> String;

    /// A number as another type has it: `(byte) x`. The number needs no parentheses.
    fn cast(&self, to: Storage, number: &str) -> String;

    /// A constant of a type.
    fn literal(&self, bits: u64, ty: Storage) -> String;

    /// No object.
    fn null(&self) -> &str;

    /// That a reference is an object, whose class may be known, or is none; empty if that goes without saying.
    fn object(&self, name: &str, _class: Option<&str>, holds: bool) -> String {
        format!("{name} {} {}", if holds { "!=" } else { "==" }, self.null())
    }

    /// That an object is, or is not, an instance of a class.
    fn instance(&self, object: &str, class: &str, holds: bool) -> String;

    /// That an object is of one of some classes.
    fn one_of(&self, object: &str, classes: &[&str]) -> String;
}

/// The text of a fact on the path that the machine has taken.
#[must_use]
pub fn fact(core: &Core<Symbolic>, language: &dyn Language, fact: &Fact) -> String {
    let (domain, world) = (&core.domain, &core.world);
    let terms = Text { terms: domain.path.terms(), language, core: Some(core) };
    let name = |input: &InputId| domain.references.about(*input).name.as_str();
    match fact {
        Fact::Holds(condition) => truth(&terms, *condition, false, 0).0,
        Fact::Equals(number, constant) => equation(&terms, *number, *constant),
        Fact::Null(input) => language.object(name(input), None, false),
        Fact::NonNull(input) => {
            let class = match domain.references.state(*input) {
                ReferenceState::Is(object) => Some(world.class_name(core.memory.class_of(object))),
                _ => None,
            };
            language.object(name(input), class, true)
        }
        Fact::Same(input, other) => {
            format!("{} == {}", name(input), other.as_deref().unwrap_or("a constant"))
        }
        Fact::Other(input, other) => format!("{} != {other}", name(input)),
        Fact::Instance(object, class, holds) => {
            language.instance(object, world.class_name(*class), *holds)
        }
        Fact::OneOf(object, classes) => {
            let names: Vec<&str> = classes.iter().map(|class| world.class_name(*class)).collect();
            language.one_of(object, &names)
        }
        Fact::Made(description) => description.clone(),
    }
}

/// The text of a number on the path that the machine has taken.
#[must_use]
pub fn number_text(core: &Core<Symbolic>, language: &dyn Language, term: TermId) -> String {
    number(&Text { terms: core.domain.path.terms(), language, core: Some(core) }, term, 0).0
}

/// Terms, and the language they are told in.
struct Text<'a> {
    terms: &'a Terms,
    language: &'a dyn Language,
    /// The machine, for what terms say of references that stay open.
    core: Option<&'a Core<Symbolic>>,
}

impl Text<'_> {
    fn open(&self) -> Option<&Open> {
        self.core?.domain.open.as_ref()
    }

    /// The class of a reference that a condition is about.
    fn class(&self, condition: TermId) -> Option<String> {
        let (variable, class) = self.open()?.references.says_class(condition)?;
        let core = self.core?;
        let name = &core.domain.references.about(self.open()?.input(variable)).name;
        let class = core.world.class_name(ClassId::from_u32(class));
        Some(self.language.one_of(name, &[class]))
    }

    /// Whether a condition holds anyway or does not, since two references that are the same have one class.
    fn known(&self, condition: TermId, depth: u32) -> Option<bool> {
        let open =
            self.open().filter(|open| depth <= DEEPEST && open.references.has_open_classes())?;
        let node = self.node(condition);
        let known = |side: usize| self.known(node.args()[side], depth + 1);
        match node.op() {
            Op::Eq => open.references.says_classes_agree(self.terms, condition).then_some(true),
            Op::Not => known(0).map(|holds| !holds),
            Op::And | Op::Or if node.sort() == Sort::Bool => {
                let decides = node.op() == Op::Or;
                match (known(0), known(1)) {
                    (Some(a), _) if a == decides => Some(a),
                    (_, Some(b)) if b == decides => Some(b),
                    (Some(_), Some(_)) => Some(!decides),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

impl Deref for Text<'_> {
    type Target = Terms;

    fn deref(&self) -> &Terms {
        self.terms
    }
}

/// How tightly an operator binds; a looser one inside needs parentheses.
type Level = u8;

const ATOM: Level = 12;
const UNARY: Level = 11;

/// Deeper terms are cut short: nobody reads them.
const DEEPEST: u32 = 8;

/// The texts of several conditions as one.
#[must_use]
pub fn conjunction(conditions: &[String]) -> String {
    let side = |text: &String| match conditions.len() > 1 && text.contains(" || ") {
        true => format!("({text})"),
        false => text.clone(),
    };
    conditions.iter().map(side).collect::<Vec<_>>().join(" && ")
}

/// The text of an equation of two numbers.
fn equation(terms: &Text<'_>, left: TermId, right: TermId) -> String {
    let (left, right) = (operand(terms, left, 8, 0), operand(terms, right, 8, 0));
    format!("{left} == {right}")
}

/// A condition or its negation.
fn truth(terms: &Text<'_>, term: TermId, negated: bool, depth: u32) -> (String, Level) {
    let node = terms.node(term);
    let args = node.args();
    if depth > DEEPEST {
        return ("…".to_owned(), ATOM);
    }
    let compare =
        |op: &'static str, a: TermId, b: TermId, level| compared(terms, op, [a, b], level, depth);
    let pick = |yes: &'static str, no: &'static str| if negated { no } else { yes };
    if let Some(holds) = terms.known(term, depth) {
        return ((holds != negated).to_string(), ATOM);
    }
    match node.op() {
        Op::Const(bits) => (((bits != 0) != negated).to_string(), ATOM),
        Op::Not => truth(terms, args[0], !negated, depth),
        Op::Var(symbol) => {
            let name = match terms.class(term) {
                Some(class) if negated => return (format!("!({class})"), UNARY),
                Some(class) => return (class, 8),
                None => terms.name(symbol).to_owned(),
            };
            if negated { (format!("!{name}"), UNARY) } else { (name, ATOM) }
        }
        Op::Eq if terms.sort(args[0]) == Sort::Bool => {
            let sides = [args[0], args[1]].map(|a| wrap(truth(terms, a, false, depth + 1), 8));
            (format!("{} {} {}", sides[0], pick("==", "!="), sides[1]), 7)
        }
        Op::Eq | Op::FEq => compare(pick("==", "!="), args[0], args[1], 7),
        Op::Slt => compare(pick("<", ">="), args[0], args[1], 8),
        Op::Sle => compare(pick("<=", ">"), args[0], args[1], 8),
        Op::Ult | Op::Ule => unsigned(terms, node.op(), args, negated, depth),
        // A comparison of floats that does not hold may be one with NaN.
        Op::FLt | Op::FLe => {
            let op = if node.op() == Op::FLt { "<" } else { "<=" };
            let (text, level) = compare(op, args[0], args[1], 8);
            if negated { (format!("!({text})"), UNARY) } else { (text, level) }
        }
        Op::FIsNan => {
            let inner = number(terms, args[0], depth + 1).0;
            (format!("{}{}", if negated { "!" } else { "" }, terms.language.is_nan(&inner)), UNARY)
        }
        Op::And | Op::Or => {
            // One that holds anyway says nothing beside the other.
            for (known, other) in [(args[0], args[1]), (args[1], args[0])] {
                if terms.known(known, depth + 1).is_some() {
                    return truth(terms, other, negated, depth);
                }
            }
            let both = (node.op() == Op::And) != negated;
            let (op, level) = if both { ("&&", 4) } else { ("||", 3) };
            let sides =
                [args[0], args[1]].map(|a| wrap(truth(terms, a, negated, depth + 1), level));
            (format!("{} {op} {}", sides[0], sides[1]), level)
        }
        Op::Ite => {
            let parts = [args[0], args[1], args[2]];
            let [c, a, b] =
                [0, 1, 2].map(|i| wrap(truth(terms, parts[i], negated && i > 0, depth + 1), 2));
            (format!("{c} ? {a} : {b}"), 1)
        }
        _ => (format!("{}{:?}", if negated { "!" } else { "" }, node.op()), ATOM),
    }
}

/// A comparison; a number goes to the right, and `> -1` is `>= 0`.
fn compared(
    terms: &Text<'_>,
    op: &'static str,
    [a, b]: [TermId; 2],
    level: Level,
    depth: u32,
) -> (String, Level) {
    let (op, a, b) = match (op, terms.as_const(a)) {
        (_, None) => (op, a, b),
        ("<", _) => (">", b, a),
        ("<=", _) => (">=", b, a),
        (">", _) => ("<", b, a),
        (">=", _) => ("<=", b, a),
        (same, _) => (same, b, a),
    };
    let bits = terms.bits(b);
    let minus_one = bits > 1 && terms.as_const(b) == Some(margay_logic::value::mask(bits));
    let left = operand(terms, a, level + 1, depth);
    let text = match op {
        ">" if minus_one => format!("{left} >= 0"),
        "<=" if minus_one => format!("{left} < 0"),
        op => {
            let character = character(terms, a, b);
            let right = character.unwrap_or_else(|| operand(terms, b, level + 1, depth));
            format!("{left} {op} {right}")
        }
    };
    (text, level)
}

/// A constant compared with a character, as one, if it is one.
fn character(terms: &Text<'_>, value: TermId, constant: TermId) -> Option<String> {
    let mut inner = value;
    while let Op::SignExt(_) | Op::ZeroExt(_) | Op::And = terms.node(inner).op() {
        inner = terms.node(inner).args()[0];
    }
    let printable = terms.as_symbol(inner).is_some_and(|s| terms.taste(s) == Taste::Printable);
    let is_shown = |bits: &u64| (32..127).contains(bits) && *bits != 39 && *bits != 92;
    let bits = terms.as_const(constant).filter(|bits| printable && is_shown(bits))?;
    Some(format!("'{}'", char::from(bits as u8)))
}

/// An index within bounds is an unsigned comparison with a length, which is not negative; that it is
/// not within them is one too, the other way round.
fn unsigned(
    terms: &Text<'_>,
    op: Op,
    args: &[TermId],
    negated: bool,
    depth: u32,
) -> (String, Level) {
    let is_strict = (op == Op::Ult) != negated;
    let (a, b) = if negated { (args[1], args[0]) } else { (args[0], args[1]) };
    let is_within = terms.as_const(b).is_some() || terms.as_const(a).is_none() && is_strict;
    let (a, b) = (operand(terms, a, 9, depth), operand(terms, b, 9, depth));
    match is_within {
        true => (format!("0 <= {a} && {a} {} {b}", if is_strict { "<" } else { "<=" }), 4),
        false => (format!("{b} < 0 || {b} {} {a}", if is_strict { ">" } else { ">=" }), 3),
    }
}

fn wrap((text, level): (String, Level), outer: Level) -> String {
    if level < outer { format!("({text})") } else { text }
}

fn operand(terms: &Text<'_>, term: TermId, outer: Level, depth: u32) -> String {
    wrap(number(terms, term, depth + 1), outer)
}

fn number(terms: &Text<'_>, term: TermId, depth: u32) -> (String, Level) {
    let node = terms.node(term);
    let args = node.args();
    if depth > DEEPEST {
        return ("…".to_owned(), ATOM);
    }
    let between = |op: &str, level: Level, [left, right]: [TermId; 2]| {
        let left = operand(terms, left, level, depth);
        let right = operand(terms, right, level + 1, depth);
        (format!("{left} {op} {right}"), level)
    };
    let binary = |op: &str, level: Level| between(op, level, [args[0], args[1]]);
    let cast = |to| {
        let number = operand(terms, args[0], UNARY, depth);
        (terms.language.cast(to, &number), UNARY)
    };
    match node.op() {
        Op::Const(bits) => (constant(terms.language, bits, node.sort()), ATOM),
        Op::Var(symbol) => match terms.core.and_then(|core| core.domain.remainder_of(term)) {
            Some(operands) => between("%", 11, operands),
            None => (terms.name(symbol).to_owned(), ATOM),
        },
        Op::SignExt(_) | Op::ZeroExt(_) => number(terms, args[0], depth),
        Op::Extract { lo: 0, hi } => {
            let inner = operand(terms, args[0], UNARY, depth);
            match hi {
                7 => (terms.language.cast(Storage::I8, &inner), UNARY),
                15 => (terms.language.cast(Storage::U16, &inner), UNARY),
                31 => (terms.language.cast(Storage::I32, &inner), UNARY),
                _ => (format!("{inner} & {:#x}", margay_logic::value::mask(u32::from(hi) + 1)), 6),
            }
        }
        Op::Extract { lo, .. } => (format!("{} >>> {lo}", operand(terms, args[0], 9, depth)), 9),
        Op::Not => (format!("~{}", operand(terms, args[0], UNARY, depth)), UNARY),
        Op::Neg | Op::FNeg => (format!("-{}", operand(terms, args[0], UNARY, depth)), UNARY),
        Op::Add => sum(terms, args, depth),
        Op::FAdd => binary("+", 10),
        Op::Sub | Op::FSub => binary("-", 10),
        Op::Mul | Op::FMul => binary("*", 11),
        Op::SDiv | Op::FDiv => binary("/", 11),
        Op::SRem => binary("%", 11),
        Op::And if is_latin(terms, args) => number(terms, args[0], depth),
        Op::And => binary("&", 6),
        Op::Or => binary("|", 5),
        Op::Xor => binary("^", 5),
        Op::Shl => binary("<<", 9),
        Op::AShr => binary(">>", 9),
        Op::LShr => binary(">>>", 9),
        Op::Ite if let Some((index, leaves)) = table(terms, term) => {
            let index = number(terms, index, depth + 1).0;
            (named(terms, &leaves, &index).unwrap_or_else(|| format!("table[{index}]")), ATOM)
        }
        Op::Ite => {
            let c = wrap(truth(terms, args[0], false, depth + 1), 2);
            let (a, b) = (operand(terms, args[1], 2, depth), operand(terms, args[2], 2, depth));
            (format!("{c} ? {a} : {b}"), 1)
        }
        Op::FFromSigned(FloatSort::F32) | Op::FFromFloat(FloatSort::F32) => cast(Storage::F32),
        Op::FFromSigned(_) | Op::FFromFloat(_) => cast(Storage::F64),
        Op::FToSigned(width) => cast(if width == 64 { Storage::I64 } else { Storage::I32 }),
        op if let Some(name) = function(op) => {
            let of = args.iter().map(|arg| number(terms, *arg, depth + 1).0);
            (terms.language.function(name, &of.collect::<Vec<_>>().join(", ")), ATOM)
        }
        Op::Concat => binary("++", 9),
        _ => truth(terms, term, false, depth),
    }
}

/// The name of an operator that is written as a function.
fn function(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::FAbs => "abs",
        Op::FSqrt => "sqrt",
        Op::Ieee(Ieee::Integral, Mode::Down) => "floor",
        Op::Ieee(Ieee::Integral, Mode::Up) => "ceil",
        Op::Ieee(Ieee::Integral, Mode::NearestEven) => "rint",
        Op::Ieee(Ieee::Fma, Mode::NearestEven) => "fma",
        _ => return None,
    })
}

/// The byte of a string of Latin characters, taken as a character.
fn is_latin(terms: &Text<'_>, args: &[TermId]) -> bool {
    let printable = terms
        .as_symbol(terms.unextended(args[0]))
        .is_some_and(|s| terms.taste(s) == Taste::Printable);
    printable && terms.as_const(args[1]) == Some(0xff)
}

/// The choice among elements of an array by an index: the index, and what the elements are.
fn table(terms: &Text<'_>, term: TermId) -> Option<(TermId, Vec<TermId>)> {
    let (mut index, mut leaves, mut rest) = (None, Vec::new(), term);
    while terms.node(rest).op() == Op::Ite {
        let args = terms.node(rest).args();
        let test = terms.node(args[0]);
        let compared = match (test.op(), test.args()) {
            (Op::Ult | Op::Ule | Op::Eq, [a, b]) if terms.as_const(*b).is_some() => *a,
            (Op::Eq, [a, b]) if terms.as_const(*a).is_some() => *b,
            _ => break,
        };
        if *index.get_or_insert(compared) != compared {
            break;
        }
        leaves.push(args[1]);
        rest = args[2];
    }
    leaves.push(rest);
    index.filter(|_| leaves.len() > 2).map(|index| (index, leaves))
}

/// An element by its index, where the elements are named by theirs.
fn named(terms: &Text<'_>, leaves: &[TermId], index: &str) -> Option<String> {
    let stem = |leaf: &TermId| {
        let name = terms.name(terms.as_symbol(terms.unextended(*leaf))?);
        let stem = name.strip_suffix([']', ')'])?.trim_end_matches(|c: char| c.is_ascii_digit());
        stem.ends_with(['[', '(']).then_some(stem)
    };
    let first = stem(leaves.first()?)?;
    let close = if first.ends_with('[') { ']' } else { ')' };
    let same = leaves.iter().all(|leaf| stem(leaf) == Some(first));
    same.then(|| format!("{first}{index}{close}"))
}

/// A sum with a negative constant reads as a difference.
fn sum(terms: &Text<'_>, args: &[TermId], depth: u32) -> (String, Level) {
    let bits = terms.bits(args[1]);
    for (value, constant) in [(args[0], args[1]), (args[1], args[0])] {
        if let Some(number) = terms.as_const(constant) {
            let number = signed(number, bits);
            let left = operand(terms, value, 10, depth);
            return match number {
                n if n < 0 && n != i64::MIN => (format!("{left} - {}", -n), 10),
                n => (format!("{left} + {n}"), 10),
            };
        }
    }
    let (a, b) = (operand(terms, args[0], 10, depth), operand(terms, args[1], 11, depth));
    (format!("{a} + {b}"), 10)
}

fn constant(language: &dyn Language, bits: u64, sort: Sort) -> String {
    match sort {
        Sort::Bool => (bits != 0).to_string(),
        Sort::Ref if bits == 0 => language.null().to_owned(),
        Sort::Float(FloatSort::F32) => language.literal(bits, Storage::F32),
        Sort::Float(FloatSort::F64) => language.literal(bits, Storage::F64),
        Sort::Bv(64) => language.literal(bits, Storage::I64),
        Sort::Bv(width) => signed(bits, u32::from(width)).to_string(),
        _ => bits.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A language with a word for everything.
    struct Words;

    impl Language for Words {
        fn is_nan(&self, number: &str) -> String {
            format!("nan({number})")
        }

        fn function(&self, name: &str, of: &str) -> String {
            format!("{name}({of})")
        }

        fn cast(&self, to: Storage, number: &str) -> String {
            format!("{to}:{number}")
        }

        fn literal(&self, bits: u64, _: Storage) -> String {
            bits.to_string()
        }

        fn null(&self) -> &str {
            "none"
        }

        fn instance(&self, object: &str, class: &str, holds: bool) -> String {
            format!("{object} {} {class}", if holds { "is" } else { "is no" })
        }

        fn one_of(&self, object: &str, classes: &[&str]) -> String {
            format!("{object} in {classes:?}")
        }
    }

    fn condition(terms: &Terms, term: TermId) -> String {
        truth(&Text { terms, language: &Words, core: None }, term, false, 0).0
    }

    #[test]
    fn comparisons_read_as_they_would_be_written() {
        let mut terms = Terms::new();
        let symbol = terms.declare("x", Sort::Bv(32)).expect("a new name");
        let x = terms.symbol_term(symbol);
        let [minus_one, five] = [u64::from(u32::MAX), 5].map(|bits| terms.bv(bits, 32));
        let above = terms.slt(minus_one, x);
        assert_eq!(condition(&terms, above), "x >= 0");
        let from_minus_one = terms.sle(minus_one, x);
        assert_eq!(condition(&terms, from_minus_one), "x > -2");
        let below = terms.slt(x, minus_one);
        assert_eq!(condition(&terms, below), "x < -1");
        let sum = terms.add(x, minus_one);
        let less = terms.slt(sum, five);
        assert_eq!(condition(&terms, less), "x - 1 < 5");
        let byte = terms.extract(7, 0, x);
        let byte = terms.sign_ext(32, byte);
        let narrow = terms.slt(byte, five);
        assert_eq!(condition(&terms, narrow), "i8:x < 5");
        assert_eq!(
            equation(&Text { terms: &terms, language: &Words, core: None }, x, five),
            "x == 5"
        );
    }

    #[test]
    fn an_alternative_among_conditions_is_in_parentheses() {
        let [either, other] = ["a || b", "c"].map(String::from);
        assert_eq!(conjunction(std::slice::from_ref(&either)), "a || b");
        assert_eq!(conjunction(&[either, other]), "(a || b) && c");
    }

    #[test]
    fn bounds_of_an_index_say_what_holds_of_negative_ones() {
        let mut terms = Terms::new();
        let mut variable = |name: &str| {
            let symbol = terms.declare(name, Sort::Bv(32)).expect("a new name");
            terms.symbol_term(symbol)
        };
        let (index, length) = (variable("i"), variable("a.length"));
        let three = terms.bv(3, 32);
        for (bound, within, outside) in [
            (length, "0 <= i && i < a.length", "i < 0 || i >= a.length"),
            (three, "0 <= i && i < 3", "i < 0 || i > 2"),
        ] {
            let inside = terms.ult(index, bound);
            assert_eq!(condition(&terms, inside), within);
            let not = terms.not(inside);
            let text = condition(&terms, not);
            assert!(text == outside || text == outside.replace("> 2", ">= 3"), "{text}");
        }
    }
}
