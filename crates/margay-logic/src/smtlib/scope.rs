//! What names mean at one point of a script.

use super::SyntaxError;
use super::elaborate::TermError;
use super::operators::{self, Theories};
use super::sexpr::{Item, NodeId, Sexprs};
use super::value::sort_text;
use crate::budget::Budget;
use crate::op::Op;
use crate::sort::{FloatSort, Format, Scalar, Sort};
use crate::terms::{TermId, Terms};
use rustc_hash::FxHashMap;

/// A name that stands for more than a term.
#[derive(Clone, Debug)]
pub(crate) enum Function {
    /// Defined by the script: parameters and body.
    Defined { parameters: Vec<TermId>, body: TermId },
    /// Uninterpreted: an array that nobody writes to, read at the arguments.
    Free { array: TermId, parameters: Vec<Sort> },
}

impl Function {
    /// An uninterpreted function; `None` if it has more argument bits than words have.
    pub(crate) fn free(
        terms: &mut Terms,
        name: &str,
        parameters: Vec<Sort>,
        result: Sort,
    ) -> Option<Function> {
        let index = match parameters.as_slice() {
            [only] => *only,
            _ => Sort::bv(parameters.iter().map(|s| s.bits().unwrap_or(u32::MAX / 64)).sum())?,
        };
        let sort = Sort::Array { index: Scalar::new(index)?, element: Scalar::new(result)? };
        let array = match terms.declare(name, sort) {
            Ok(symbol) => terms.symbol_term(symbol),
            Err(_) => terms.fresh(name, sort),
        };
        Some(Function::Free { array, parameters })
    }

    fn parameters(&self, terms: &Terms) -> Vec<Sort> {
        match self {
            Function::Defined { parameters, .. } => {
                parameters.iter().map(|p| terms.sort(*p)).collect()
            }
            Function::Free { parameters, .. } => parameters.clone(),
        }
    }

    /// The function applied to arguments.
    pub(super) fn call(
        &self,
        terms: &mut Terms,
        args: &[TermId],
        budget: &Budget,
    ) -> operators::Built {
        let sorts: Vec<Sort> = args.iter().map(|a| terms.sort(*a)).collect();
        if self.parameters(terms) != sorts {
            return Err(operators::Failure::Sorts);
        }
        match self {
            Function::Defined { parameters, body } => {
                let map: Vec<(TermId, TermId)> =
                    parameters.iter().copied().zip(args.iter().copied()).collect();
                terms.substitute_within(*body, &map, budget).map_err(operators::Failure::Spent)
            }
            Function::Free { array, .. } => {
                let index = match args {
                    [only] => *only,
                    _ => joined(terms, args),
                };
                Ok(terms.select(*array, index))
            }
        }
    }
}

/// The bits of all arguments, one after the other.
fn joined(terms: &mut Terms, args: &[TermId]) -> TermId {
    let bits = |terms: &mut Terms, a: TermId| match terms.sort(a) {
        Sort::Bv(_) | Sort::Wide(_) => a,
        Sort::Bool => {
            let (one, zero) = (terms.bv(1, 1), terms.bv(0, 1));
            terms.ite(a, one, zero)
        }
        _ => terms.app(Op::Bits, &[a]),
    };
    let mut all = bits(terms, args[0]);
    for a in &args[1..] {
        let next = bits(terms, *a);
        all = terms.concat(all, next);
    }
    all
}

/// Names and their meanings, the innermost last.
pub(crate) struct Scope {
    /// Those whose names are taken.
    pub(crate) theories: Theories,
    terms: FxHashMap<String, Vec<TermId>>,
    functions: FxHashMap<String, Vec<Function>>,
    sorts: FxHashMap<String, Vec<Sort>>,
    /// Terms named by `:named` in the last elaboration, with where their names are.
    pub(super) named: Vec<(NodeId, TermId)>,
}

impl Scope {
    pub(crate) fn new() -> Scope {
        Scope {
            theories: Theories::ALL,
            terms: FxHashMap::default(),
            functions: FxHashMap::default(),
            sorts: FxHashMap::default(),
            named: Vec::new(),
        }
    }

    pub(crate) fn bind(&mut self, name: &str, term: TermId) {
        self.terms.entry(name.to_owned()).or_default().push(term);
    }

    pub(crate) fn unbind(&mut self, name: &str) {
        pop(&mut self.terms, name);
    }

    pub(crate) fn define(&mut self, name: &str, function: Function) {
        self.functions.entry(name.to_owned()).or_default().push(function);
    }

    pub(crate) fn undefine(&mut self, name: &str) {
        pop(&mut self.functions, name);
    }

    pub(crate) fn define_sort(&mut self, name: &str, sort: Sort) {
        self.sorts.entry(name.to_owned()).or_default().push(sort);
    }

    pub(crate) fn undefine_sort(&mut self, name: &str) {
        pop(&mut self.sorts, name);
    }

    pub(super) fn bound(&self, name: &str) -> Option<TermId> {
        self.terms.get(name).and_then(|m| m.last()).copied()
    }

    pub(super) fn function(&self, name: &str) -> Option<&Function> {
        self.functions.get(name).and_then(|m| m.last())
    }

    /// Whether a name is taken, by the script or by the language.
    pub(crate) fn is_taken(&self, name: &str) -> bool {
        self.bound(name).is_some() || self.function(name).is_some() || self.theories.have(name)
    }

    /// Whether a name is taken by a sort.
    pub(crate) fn is_sort(&self, name: &str) -> bool {
        self.sorts.get(name).is_some_and(|m| !m.is_empty()) || builtin_sort(name).is_some()
    }

    /// The terms named by `:named` since this was last asked, with where their names are.
    pub(crate) fn take_named(&mut self) -> Vec<(NodeId, TermId)> {
        std::mem::take(&mut self.named)
    }

    /// The sort a node denotes.
    pub(crate) fn sort(&self, sexprs: &Sexprs, node: NodeId) -> Result<Sort, SyntaxError> {
        match sexprs.item(node) {
            Item::List([head, index, element]) if sexprs.atom(*head) == Some("Array") => {
                let scalar = |part: NodeId| {
                    let inner = sexprs.list(part).and_then(|m| sexprs.atom(*m.first()?));
                    // Refused before looking inside, so that nesting cannot exhaust the stack.
                    let sort = match inner {
                        Some("Array") => None,
                        _ => Scalar::new(self.scalar_sort(sexprs, part)?),
                    };
                    sort.ok_or_else(|| sexprs.error(part, "arrays of arrays are not supported"))
                };
                Ok(Sort::Array { index: scalar(*index)?, element: scalar(*element)? })
            }
            _ => self.scalar_sort(sexprs, node),
        }
    }

    fn scalar_sort(&self, sexprs: &Sexprs, node: NodeId) -> Result<Sort, SyntaxError> {
        let unknown = || sexprs.error(node, format!("unknown sort {}", sexprs.clipped(node)));
        let atoms: Vec<Option<&str>> = match sexprs.item(node) {
            Item::Atom(name) => {
                let alias = self.sorts.get(name).and_then(|m| m.last()).copied();
                return alias.or_else(|| builtin_sort(name)).ok_or_else(unknown);
            }
            Item::List(members) => members.iter().map(|m| sexprs.atom(*m)).collect(),
            Item::Text(_) => return Err(unknown()),
        };
        match atoms.as_slice() {
            [Some("_"), Some("BitVec"), Some(width)] => {
                width.parse().ok().and_then(Sort::bv).ok_or_else(|| {
                    let most = Sort::MAX_WIDTH;
                    sexprs.error(node, format!("bit-vectors have 1 to {most} bits here"))
                })
            }
            [Some("_"), Some("FloatingPoint"), Some(e), Some(s)] => {
                let widths = e.parse().ok().zip(s.parse().ok());
                let format = widths.and_then(|(e, s)| Format::new(e, s)).ok_or_else(|| {
                    let most = Format::MAX_EXPONENT;
                    let message = format!("floats have exponents of 2 to {most} bits here");
                    sexprs.error(node, message)
                })?;
                Ok(format.sort())
            }
            _ => Err(unknown()),
        }
    }

    /// The term a node denotes.
    pub(crate) fn term(
        &mut self,
        terms: &mut Terms,
        sexprs: &Sexprs,
        root: NodeId,
        budget: &Budget,
    ) -> Result<TermId, TermError> {
        super::elaborate::term(self, terms, sexprs, root, budget)
    }

    /// What an application of `name` to operands of the wrong sorts is told.
    pub(super) fn mismatch(&self, terms: &Terms, name: &str, args: &[TermId]) -> String {
        let text = |sorts: Vec<Sort>| {
            sorts.into_iter().map(|s| sort_text(terms, s)).collect::<Vec<_>>().join(" ")
        };
        let given = text(args.iter().map(|a| terms.sort(*a)).collect());
        match self.function(name) {
            Some(function) => {
                let wanted = text(function.parameters(terms));
                format!("{name} takes ({wanted}), not ({given})")
            }
            None => format!("{name} does not take ({given})"),
        }
    }
}

fn pop<T>(meanings: &mut FxHashMap<String, Vec<T>>, name: &str) {
    if let Some(stack) = meanings.get_mut(name) {
        stack.pop();
    }
}

fn builtin_sort(name: &str) -> Option<Sort> {
    match name {
        "Bool" => Some(Sort::Bool),
        "RoundingMode" => Some(Sort::Mode),
        "Float16" => Format::new(5, 11).map(Format::sort),
        "Float32" => Some(Sort::Float(FloatSort::F32)),
        "Float64" => Some(Sort::Float(FloatSort::F64)),
        "Float128" => Format::new(15, 113).map(Format::sort),
        _ => None,
    }
}
