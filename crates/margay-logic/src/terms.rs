//! The term store: hash-consed, append-only, addressed by dense ids.
//!
//! Two terms built the same way have the same [`TermId`], so equality is one comparison, and side
//! tables (memo of an evaluation, literals of a circuit) are plain vectors indexed by id. Operands
//! always have smaller ids than the terms over them: walking ids upwards is a topological order.
//! [`Terms::app`] simplifies; [`Terms::raw`] does not, which is how the simplifier itself is tested.

use crate::blast::LONG;
use crate::op::{Ieee, Op, SortError};
use crate::simplify;
use crate::sort::{Mode, Sort};
use crate::value::words::{self, Words};
use crate::value::{self, of_sort};
use indexmap::{IndexMap, IndexSet};
use num_bigint::BigUint;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::fmt;
use std::hash::BuildHasher;

/// A term in one [`Terms`] store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TermId(u32);

impl TermId {
    /// Position in dense side tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The term at a position in dense side tables.
    pub fn new(index: usize) -> TermId {
        TermId(u32::try_from(index).expect("fewer than 2^32 terms"))
    }
}

impl fmt::Display for TermId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl fmt::Debug for TermId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A declared variable name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Symbol(u32);

impl Symbol {
    /// Position in dense side tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which values a person likes to read for a variable, where the constraints leave room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Taste {
    /// Near 0, positive before negative.
    #[default]
    NearZero,
    /// A printable character: letters, then digits, then the rest of ASCII.
    Printable,
    /// Near this number, greater before smaller.
    Near(u16),
}

impl Taste {
    /// The value that is liked best.
    pub fn favourite(self) -> u64 {
        match self {
            Taste::NearZero => 0,
            Taste::Printable => u64::from(b'a'),
            Taste::Near(number) => u64::from(number),
        }
    }
}

#[derive(Debug)]
struct SymbolInfo {
    sort: Sort,
    taste: Taste,
}

/// One node: an operator, its operands and its sort.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    op: Op,
    sort: Sort,
    args: [TermId; 3],
}

impl Node {
    /// The operator.
    pub fn op(&self) -> Op {
        self.op
    }

    /// The sort of the whole term.
    pub fn sort(&self) -> Sort {
        self.sort
    }

    /// The operands.
    pub fn args(&self) -> &[TermId] {
        &self.args[..self.op.arity()]
    }
}

/// What a term contains anywhere below it; decides which layers can treat it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// A float operator or variable.
    pub floats: bool,
    /// An array operator or variable.
    pub arrays: bool,
    /// An equality between arrays.
    pub array_equality: bool,
    /// A value of more than 64 bits.
    pub wide: bool,
    /// A product or quotient of two words neither of which is a literal.
    pub products: bool,
    /// A sum of hundreds of words of at most 64 bits.
    pub long_sums: bool,
    /// A literal of an uninterpreted sort, or a reference other than null.
    pub elements: bool,
    /// A variable that is a rounding mode, or an array of or by them: not all bits are a value.
    pub modes: bool,
}

/// The store of all terms and variable names.
#[derive(Debug, Default)]
pub struct Terms {
    nodes: IndexSet<Node, FxBuildHasher>,
    features: Vec<Features>,
    additions: Vec<u32>,
    symbols: IndexMap<String, SymbolInfo, FxBuildHasher>,
    /// Names of uninterpreted sorts, by number.
    sorts: Vec<String>,
    words: Words,
    fresh: u32,
    recent: Recent,
}

/// What operators were applied to not long ago, and what that is when simplified: branches of a program are
/// met again and again. Each application has one place, where a later one may take it.
#[derive(Debug, Default)]
struct Recent(Vec<Option<(Application, TermId)>>);

type Application = (Op, [TermId; 3]);

impl Recent {
    /// A power of two.
    const PLACES: usize = 1 << 10;

    fn place(application: &Application) -> usize {
        // The low bits of this hash hardly depend on what is hashed first.
        (FxBuildHasher.hash_one(application) >> 32) as usize & (Recent::PLACES - 1)
    }

    fn get(&self, application: &Application) -> Option<TermId> {
        let (known, term) = self.0.get(Recent::place(application))?.as_ref()?;
        (known == application).then_some(*term)
    }

    fn insert(&mut self, application: Application, term: TermId) {
        self.0.resize(Recent::PLACES, None);
        self.0[Recent::place(&application)] = Some((application, term));
    }
}

/// Operands with places for all that there may be.
fn padded(args: &[TermId]) -> [TermId; 3] {
    let mut padded = [TermId(0); 3];
    padded[..args.len()].copy_from_slice(args);
    padded
}

impl Terms {
    /// An empty store.
    pub fn new() -> Terms {
        Terms::default()
    }

    /// How many terms there are; ids are below this.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no term has been built.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many variables have been declared.
    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    /// All declared variables, oldest first.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> + use<> {
        (0..self.symbols.len() as u32).map(Symbol)
    }

    /// The node of a term.
    pub fn node(&self, term: TermId) -> &Node {
        &self.nodes[term.index()]
    }

    /// The sort of a term.
    pub fn sort(&self, term: TermId) -> Sort {
        self.node(term).sort
    }

    /// Bits of a scalar term; 0 for arrays.
    pub fn bits(&self, term: TermId) -> u32 {
        self.sort(term).bits().unwrap_or(0)
    }

    /// Gives back the memory that is only there to make terms faster: nobody makes more of them.
    pub fn shrink(&mut self) {
        self.recent = Recent::default();
    }

    /// About how many bytes of memory all terms take.
    pub fn bytes(&self) -> usize {
        let names = self.symbols.keys().map(|name| name.len() + size_of::<SymbolInfo>());
        self.nodes.len() * (size_of::<Node>() + size_of::<usize>())
            + size_of_val(&self.features[..])
            + size_of_val(&self.additions[..])
            + names.sum::<usize>()
            + size_of_val(&self.recent.0[..])
    }

    /// What the term contains.
    pub fn features(&self, term: TermId) -> Features {
        self.features[term.index()]
    }

    /// The value of a literal of at most 64 bits.
    pub fn as_const(&self, term: TermId) -> Option<u64> {
        match self.node(term) {
            Node { op: Op::Const(value), sort, .. } if !sort.is_wide() => Some(*value),
            _ => None,
        }
    }

    /// The value of a literal of any width, if it is below 2^64.
    pub(crate) fn as_small(&self, term: TermId) -> Option<u64> {
        match self.node(term) {
            Node { op: Op::Const(value), sort, .. } if sort.is_wide() => {
                u64::try_from(self.words.big(*value, *sort)).ok()
            }
            _ => self.as_const(term),
        }
    }

    /// The value of a scalar sort as a number, whatever its width.
    pub(crate) fn number(&self, value: u64, sort: Sort) -> BigUint {
        self.words.big(value, sort)
    }

    /// The value of a scalar sort with these bits, whatever its width.
    pub(crate) fn value_of(&self, number: BigUint, sort: Sort) -> u64 {
        self.words.value(number, sort)
    }

    /// Applies an operator that is not about arrays to values of its operands.
    pub(crate) fn compute(&self, op: Op, sort: Sort, args: &[TermId], values: &[u64]) -> u64 {
        let operand = self.sort(if op == Op::Concat { args[1] } else { args[0] });
        if words::is_needed(op, sort, operand) {
            return words::apply(&self.words, op, sort, &self.sorts(args), values);
        }
        value::apply(op, operand, values)
    }

    /// An uninterpreted sort of that name.
    pub fn uninterpreted(&mut self, name: &str) -> Sort {
        let number = self.sorts.iter().position(|n| n == name).unwrap_or_else(|| {
            self.sorts.push(name.to_owned());
            self.sorts.len() - 1
        });
        Sort::Uninterpreted(number as u16)
    }

    /// The name of an uninterpreted sort.
    pub fn sort_name(&self, number: u16) -> &str {
        self.sorts.get(usize::from(number)).map_or("", |name| name)
    }

    /// The name of a variable.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.symbols.get_index(symbol.index()).map_or("", |(name, _)| name)
    }

    /// The sort of a variable.
    pub fn symbol_sort(&self, symbol: Symbol) -> Sort {
        self.symbols[symbol.index()].sort
    }

    /// Which values are preferred for a variable.
    pub fn taste(&self, symbol: Symbol) -> Taste {
        self.symbols[symbol.index()].taste
    }

    /// States which values are preferred for a variable.
    pub fn set_taste(&mut self, symbol: Symbol, taste: Taste) {
        self.symbols[symbol.index()].taste = taste;
    }

    /// The variable of that name, if declared.
    pub fn symbol(&self, name: &str) -> Option<Symbol> {
        self.symbols.get_index_of(name).map(|i| Symbol(i as u32))
    }

    /// A literal of a scalar sort; bits beyond the sort's width are dropped.
    pub fn constant(&mut self, value: u64, sort: Sort) -> TermId {
        if sort.is_wide() || matches!(sort, Sort::Format(_)) {
            return self.literal(value.into(), sort);
        }
        self.intern(Op::Const(of_sort(value, sort)), sort, &[])
    }

    /// A literal of a scalar sort of any width; bits beyond it are dropped.
    pub fn literal(&mut self, number: BigUint, sort: Sort) -> TermId {
        let value = self.words.value(number, sort);
        self.intern(Op::Const(value), sort, &[])
    }

    /// The literal with this value, as models and evaluation have it.
    pub(crate) fn known(&mut self, value: u64, sort: Sort) -> TermId {
        self.intern(Op::Const(value), sort, &[])
    }

    /// Declares a variable, or finds the one of that name.
    ///
    /// # Errors
    /// When the name is taken by a variable of another sort.
    pub fn declare(&mut self, name: &str, sort: Sort) -> Result<Symbol, SortError> {
        if let Some((index, _, info)) = self.symbols.get_full(name) {
            return if info.sort == sort {
                Ok(Symbol(index as u32))
            } else {
                Err(SortError::new(format!("variable {name}, declared as {},", info.sort), &[sort]))
            };
        }
        let info = SymbolInfo { sort, taste: Taste::default() };
        let (index, _) = self.symbols.insert_full(name.to_owned(), info);
        Ok(Symbol(u32::try_from(index).expect("fewer than 2^32 variables")))
    }

    /// A variable nobody else has, its name beginning with `prefix`.
    pub fn fresh(&mut self, prefix: &str, sort: Sort) -> TermId {
        loop {
            let name = format!("{prefix}!{}", self.fresh);
            self.fresh += 1;
            if self.symbol(&name).is_none() {
                return self.var(&name, sort);
            }
        }
    }

    /// The term of a declared variable.
    pub fn symbol_term(&mut self, symbol: Symbol) -> TermId {
        let sort = self.symbol_sort(symbol);
        self.intern(Op::Var(symbol), sort, &[])
    }

    /// The variable a term is, if it is one.
    pub fn as_symbol(&self, term: TermId) -> Option<Symbol> {
        match self.node(term).op {
            Op::Var(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// What a term is that was made wider, by whatever sign: itself otherwise.
    pub fn unextended(&self, mut term: TermId) -> TermId {
        while let Op::SignExt(_) | Op::ZeroExt(_) = self.node(term).op {
            term = self.node(term).args()[0];
        }
        term
    }

    /// Applies an operator and simplifies.
    ///
    /// # Errors
    /// When the operator does not take these operands.
    pub fn try_app(&mut self, op: Op, args: &[TermId]) -> Result<TermId, SortError> {
        // Another number of operands is an error, found below.
        let application = (args.len() == op.arity()).then(|| (op, padded(args)));
        if let Some(known) = application.and_then(|it| self.recent.get(&it)) {
            return Ok(known);
        }
        let sort = op.sort(&self.sorts(args))?;
        let term = simplify::apply(self, op, sort, args);
        if let Some(application) = application {
            self.recent.insert(application, term);
        }
        Ok(term)
    }

    /// Applies an operator and simplifies.
    ///
    /// # Panics
    /// When the operator does not take these operands, which is a defect of the caller; for input
    /// that was not checked before there is [`Terms::try_app`].
    pub fn app(&mut self, op: Op, args: &[TermId]) -> TermId {
        self.try_app(op, args).unwrap_or_else(|error| panic!("ill-sorted term: {error}"))
    }

    /// Applies an operator on floats; one of floats and doubles that rounds to nearest even has a name of its own.
    ///
    /// # Errors
    /// When the operator does not take these operands.
    pub fn ieee(&mut self, op: Ieee, mode: Mode, args: &[TermId]) -> Result<TermId, SortError> {
        let native = |f: crate::sort::Format| match f.sort() {
            Sort::Float(float) => Some(float),
            _ => None,
        };
        let operand = args.first().and_then(|a| self.sort(*a).format()).and_then(native);
        let exact = if op.is_exact() { Mode::NearestEven } else { mode };
        let op = match (op, exact, operand) {
            (Ieee::FromBits(to), ..) if let Some(to) = native(to) => Op::FFromBits(to),
            (_, Mode::NearestEven, Some(_)) if let Some(op) = op.to_nearest() => op,
            (Ieee::FromFloat(to), Mode::NearestEven, Some(_)) if let Some(to) = native(to) => {
                Op::FFromFloat(to)
            }
            (Ieee::FromSigned(to), Mode::NearestEven, _)
                if args.first().is_some_and(|a| !self.sort(*a).is_wide())
                    && let Some(to) = native(to) =>
            {
                Op::FFromSigned(to)
            }
            _ => Op::Ieee(op, exact),
        };
        self.try_app(op, args)
    }

    /// Applies an operator as it stands, without simplifying.
    ///
    /// # Errors
    /// When the operator does not take these operands.
    pub fn raw(&mut self, op: Op, args: &[TermId]) -> Result<TermId, SortError> {
        let sort = op.sort(&self.sorts(args))?;
        Ok(self.intern(op, sort, args))
    }

    fn sorts(&self, args: &[TermId]) -> SmallVec<[Sort; 3]> {
        args.iter().map(|a| self.sort(*a)).collect()
    }

    pub(crate) fn intern(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        let (index, new) = self.nodes.insert_full(Node { op, sort, args: padded(args) });
        if new {
            let additions = self.additions_of(op, sort, args);
            self.additions.push(additions);
            let mut features = self.features_of(op, sort, args);
            features.long_sums |= additions > LONG;
            self.features.push(features);
        }
        TermId::new(index)
    }

    /// How many additions a sum has, those of its operands included.
    fn additions_of(&self, op: Op, sort: Sort, args: &[TermId]) -> u32 {
        let more = match op {
            Op::Add | Op::Sub if !sort.is_wide() => 1,
            Op::Neg => 0,
            _ => return 0,
        };
        args.iter().fold(more, |total: u32, a| total.saturating_add(self.additions(*a)))
    }

    /// How many additions there are in the sum that a term is.
    pub(crate) fn additions(&self, term: TermId) -> u32 {
        self.additions[term.index()]
    }

    fn features_of(&self, op: Op, sort: Sort, args: &[TermId]) -> Features {
        let mut features = Features {
            floats: sort.format().is_some(),
            arrays: sort.is_array(),
            array_equality: op == Op::Eq && args.iter().any(|a| self.sort(*a).is_array()),
            wide: match sort {
                Sort::Array { index, element } => {
                    index.sort().is_wide() || element.sort().is_wide()
                }
                _ => sort.is_wide(),
            },
            products: op.multiplies()
                && !args.iter().any(|a| matches!(self.node(*a).op(), Op::Const(_))),
            long_sums: false,
            modes: matches!(op, Op::Var(_)) && has_modes(sort),
            elements: match (op, sort) {
                (Op::Const(number), Sort::Ref) => number != 0,
                (op, sort) => matches!((op, sort), (Op::Const(_), Sort::Uninterpreted(_))),
            },
        };
        for arg in args {
            let below = self.features(*arg);
            features.floats |= below.floats;
            features.arrays |= below.arrays;
            features.array_equality |= below.array_equality;
            features.wide |= below.wide;
            features.products |= below.products;
            features.long_sums |= below.long_sums;
            features.elements |= below.elements;
            features.modes |= below.modes;
        }
        features
    }
}

fn has_modes(sort: Sort) -> bool {
    match sort {
        Sort::Array { index, element } => [index, element].iter().any(|s| s.sort() == Sort::Mode),
        _ => sort == Sort::Mode,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_have_equal_ids() {
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::Bv(8));
        let y = terms.var("y", Sort::Bv(8));
        let a = terms.app(Op::Add, &[x, y]);
        let b = terms.app(Op::Add, &[y, x]);
        assert_eq!(a, b);
    }

    #[test]
    fn what_was_applied_before_is_known_by_all_its_operands() {
        let mut terms = Terms::new();
        let first = terms.constant(1, Sort::Bool);
        let p = terms.fresh("p", Sort::Bool);
        let not = terms.app(Op::Not, &[p]);
        assert_eq!(terms.app(Op::Not, &[p]), not);
        assert_ne!(terms.app(Op::Not, &[first]), not);
        assert_eq!(first.index(), 0, "the operand that stands where there is none");
        assert!(terms.try_app(Op::Not, &[p, first]).is_err());
    }

    #[test]
    fn ill_sorted_terms_are_errors() {
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::Bv(8));
        let y = terms.var("y", Sort::Bv(16));
        let error = terms.try_app(Op::Add, &[x, y]).unwrap_err();
        assert_eq!(error.to_string(), "Add does not take ((_ BitVec 8) (_ BitVec 16))");
        assert!(terms.try_app(Op::Extract { hi: 8, lo: 0 }, &[x]).is_err());
        assert!(terms.try_app(Op::ZeroExt(7), &[x]).is_err());
        assert!(terms.declare("x", Sort::Bool).is_err());
    }

    #[test]
    fn fresh_names_do_not_collide() {
        let mut terms = Terms::new();
        terms.var("k!0", Sort::Bool);
        let fresh = terms.fresh("k", Sort::Bool);
        assert_eq!(terms.as_symbol(fresh).map(|s| terms.name(s)), Some("k!1"));
    }
}
