//! From parenthesised text to terms.
//!
//! The walk keeps its own stack of work, so nesting is bounded by memory only, and looks at the
//! budget as it goes.

use super::operators::{self, Failure};
use super::scope::{Function, Scope};
use super::sexpr::{Item, NodeId, Sexprs};
use super::value::{parse_bits, parse_mode, sort_text};
use super::{SyntaxError, floats, real};
use crate::budget::Budget;
use crate::op::Op;
use crate::solver::Reason;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};
use rustc_hash::FxHashSet;

/// Why a node makes no term.
#[derive(Debug)]
pub(crate) enum TermError {
    /// It is wrong.
    Syntax(SyntaxError),
    /// The budget is spent.
    Spent(Reason),
}

impl From<SyntaxError> for TermError {
    fn from(error: SyntaxError) -> TermError {
        TermError::Syntax(error)
    }
}

/// One step of the walk.
enum Work {
    Term(NodeId),
    /// Apply the head of this list to the newest values.
    Apply {
        list: NodeId,
        count: usize,
    },
    /// Give names to the newest values.
    Bind(Vec<String>),
    /// Forget names.
    Unbind(Vec<String>),
    /// Remember the newest value under the name at a node.
    Name(NodeId),
    /// The number, rounded by the newest value; the list is the application.
    Round {
        list: NodeId,
        number: real::Real,
    },
}

/// The term a node denotes.
pub(super) fn term(
    scope: &mut Scope,
    terms: &mut Terms,
    sexprs: &Sexprs,
    root: NodeId,
    budget: &Budget,
) -> Result<TermId, TermError> {
    let named = scope.named.len();
    let mut walk = Walk { scope, terms, sexprs, budget, values: Vec::new(), bound: Vec::new() };
    let result = walk.run(root);
    let (value, bound) = (walk.values.pop(), walk.bound);
    // Names of a term that turned out wrong must not outlive it.
    bound.iter().rev().for_each(|name| scope.unbind(name));
    if result.is_err() {
        scope.named.truncate(named);
    }
    result?;
    value.ok_or_else(|| sexprs.error(root, "not a term").into())
}

struct Walk<'a> {
    scope: &'a mut Scope,
    terms: &'a mut Terms,
    sexprs: &'a Sexprs,
    budget: &'a Budget,
    values: Vec<TermId>,
    bound: Vec<String>,
}

impl Walk<'_> {
    fn run(&mut self, root: NodeId) -> Result<(), TermError> {
        let mut work = vec![Work::Term(root)];
        while let Some(step) = work.pop() {
            if let Some(reason) = self.budget.step() {
                return Err(TermError::Spent(reason));
            }
            match step {
                Work::Term(node) => {
                    if let Some(term) = self.open(node, &mut work)? {
                        self.values.push(term);
                    }
                }
                Work::Apply { list, count } => {
                    let args = self.values.split_off(self.values.len() - count);
                    let term = self.apply(list, &args)?;
                    self.values.push(term);
                }
                Work::Bind(names) => {
                    let meanings = self.values.split_off(self.values.len() - names.len());
                    for (name, term) in names.into_iter().zip(meanings) {
                        self.scope.bind(&name, term);
                        self.bound.push(name);
                    }
                }
                Work::Unbind(names) => {
                    for name in names.iter().rev() {
                        self.scope.unbind(name);
                        self.bound.pop();
                    }
                }
                Work::Round { list, number } => {
                    if let Some(mode) = self.values.pop() {
                        let term = self.real_to_fp(list, mode, &number)?;
                        self.values.push(term);
                    }
                }
                Work::Name(name) => {
                    if let Some(term) = self.values.last() {
                        self.scope.named.push((name, *term));
                    }
                }
            }
        }
        Ok(())
    }

    /// A leaf's term, or the work an inner node needs.
    fn open(&mut self, node: NodeId, work: &mut Vec<Work>) -> Result<Option<TermId>, SyntaxError> {
        let sexprs = self.sexprs;
        match sexprs.item(node) {
            Item::Atom(name) => self.leaf(node, name).map(Some),
            Item::Text(_) => Err(sexprs.error(node, "a string is not a term here")),
            Item::List([]) => Err(sexprs.error(node, "() is not a term")),
            Item::List([head, rest @ ..]) => match (sexprs.atom(*head), rest) {
                (Some("let"), [bindings, body]) => {
                    open_let(sexprs, *bindings, *body, work)?;
                    Ok(None)
                }
                (Some("!"), [inner, attributes @ ..]) => {
                    open_annotation(sexprs, *inner, attributes, work);
                    Ok(None)
                }
                (Some("_"), _) => self.constant(node).map(Some),
                (Some("as"), [name, sort]) if let Some(text) = sexprs.symbol(*name) => {
                    let term = self.leaf(*name, text)?;
                    self.has_sort(node, term, *sort).map(Some)
                }
                (Some("forall" | "exists"), _) => {
                    Err(sexprs.error(node, "quantifiers are not supported"))
                }
                (Some("let" | "!" | "match" | "as"), _) => {
                    Err(sexprs.error(node, format!("cannot read {}", sexprs.clipped(node))))
                }
                (_, [mode, number @ ..]) if let Some(number) = self.is_real(*head, number) => {
                    work.push(Work::Round { list: node, number });
                    work.push(Work::Term(*mode));
                    Ok(None)
                }
                (_, operands) => {
                    work.push(Work::Apply { list: node, count: operands.len() });
                    work.extend(operands.iter().rev().map(|operand| Work::Term(*operand)));
                    Ok(None)
                }
            },
        }
    }

    /// A term that is said to have this sort, and has it.
    fn has_sort(&self, node: NodeId, term: TermId, sort: NodeId) -> Result<TermId, SyntaxError> {
        let (found, wanted) = (self.terms.sort(term), self.scope.sort(self.sexprs, sort)?);
        if found != wanted {
            let [found, wanted] = [found, wanted].map(|sort| sort_text(self.terms, sort));
            return Err(self.sexprs.error(node, format!("this has sort {found}, not {wanted}")));
        }
        Ok(term)
    }

    fn leaf(&mut self, node: NodeId, name: &str) -> Result<TermId, SyntaxError> {
        if let Some(term) = self.scope.bound(name) {
            return Ok(term);
        }
        match self.scope.function(name) {
            Some(Function::Defined { parameters, body }) if parameters.is_empty() => {
                return Ok(*body);
            }
            Some(_) => {
                return Err(self.sexprs.error(node, format!("{name} takes arguments")));
            }
            None => {}
        }
        match name {
            "true" => Ok(self.terms.bool(true)),
            "false" => Ok(self.terms.bool(false)),
            _ if let Some(mode) = parse_mode(name) => {
                Ok(self.terms.constant(mode as u64, Sort::Mode))
            }
            _ => match parse_bits(self.sexprs, node) {
                Some((number, width)) => self.word(node, number, width),
                None if name.starts_with('#') => Err(self.sexprs.error(node, wrong_literal())),
                None => Err(self.sexprs.error(node, format!("{name} is not declared"))),
            },
        }
    }

    fn word(
        &mut self,
        node: NodeId,
        number: num_bigint::BigUint,
        width: u32,
    ) -> Result<TermId, SyntaxError> {
        let sort = Sort::bv(width).ok_or_else(|| self.sexprs.error(node, wrong_literal()))?;
        Ok(self.terms.literal(number, sort))
    }

    /// `(_ bv5 8)`, `(_ NaN 8 24)` and the like.
    fn constant(&mut self, node: NodeId) -> Result<TermId, SyntaxError> {
        if let Some((number, width)) = parse_bits(self.sexprs, node) {
            return self.word(node, number, width);
        }
        let sexprs = self.sexprs;
        let built = match sexprs.list(node) {
            Some([_, name, indices @ ..]) => sexprs.atom(*name).zip(numbers(sexprs, indices)),
            _ => None,
        }
        .and_then(|(name, indices)| floats::constant(self.terms, name, &indices));
        match built {
            Some(Ok(term)) => Ok(term),
            Some(Err(Failure::Operands(message))) => Err(sexprs.error(node, message)),
            _ => Err(sexprs.error(node, format!("unknown constant {}", sexprs.clipped(node)))),
        }
    }

    /// Whether an application is `to_fp` of a number that is written down, or of one and an exponent
    /// of two, as z3 has it.
    fn is_real(&self, head: NodeId, number: &[NodeId]) -> Option<real::Real> {
        let (name, indices) = index_list(self.sexprs, head)?;
        (name == "to_fp" && indices.len() == 2).then_some(())?;
        match number {
            [number] => real::parse(self.sexprs, *number),
            [number, exponent] => {
                real::parse(self.sexprs, *number)?.scaled(&real::parse(self.sexprs, *exponent)?)
            }
            _ => None,
        }
    }

    fn real_to_fp(
        &mut self,
        node: NodeId,
        mode: TermId,
        real: &real::Real,
    ) -> Result<TermId, SyntaxError> {
        let head = self.head(node);
        let widths = index_list(self.sexprs, head).map(|(_, indices)| indices);
        let built = match widths.as_deref() {
            Some([e, s]) => floats::format(*e, *s).and_then(|format| {
                floats::by_mode(self.terms, mode, |terms, mode| {
                    Ok(terms.literal(real.round(format, mode), format.sort()))
                })
            }),
            _ => Err(Failure::NoOperator),
        };
        built.map_err(|failure| match failure {
            Failure::Operands(message) => self.sexprs.error(node, message),
            _ => self.sexprs.error(node, "to_fp takes a rounding mode and a number"),
        })
    }

    fn apply(&mut self, list: NodeId, args: &[TermId]) -> Result<TermId, TermError> {
        let sexprs = self.sexprs;
        let head = self.head(list);
        let built = match sexprs.item(head) {
            Item::Atom(name) => self.call(head, name, args)?,
            Item::List([keyword, rest @ ..]) => match (sexprs.atom(*keyword), rest) {
                (Some("_"), _) => match index_list(sexprs, head) {
                    Some((name, indices)) if !indices.is_empty() => {
                        operators::apply(self.terms, name, &indices, args, self.budget)
                    }
                    _ => Err(Failure::NoOperator),
                },
                (Some("as"), [name, sort]) if sexprs.atom(*name) == Some("const") => {
                    self.constant_array(*sort, args)?
                }
                (Some("as"), [name, sort]) if let Some(text) = sexprs.symbol(*name) => {
                    match self.call(*name, text, args)? {
                        Ok(term) => Ok(self.has_sort(list, term, *sort)?),
                        failure => failure,
                    }
                }
                _ => Err(Failure::NoOperator),
            },
            Item::List([]) | Item::Text(_) => Err(Failure::NoOperator),
        };
        built.map_err(|failure| self.explain(failure, list, head, args))
    }

    fn head(&self, list: NodeId) -> NodeId {
        self.sexprs.list(list).map_or(list, |members| members[0])
    }

    /// What has a name, applied to operands.
    fn call(
        &mut self,
        node: NodeId,
        name: &str,
        args: &[TermId],
    ) -> Result<operators::Built, SyntaxError> {
        match self.scope.function(name).cloned() {
            Some(function) => Ok(function.call(self.terms, args, self.budget)),
            None if self.scope.bound(name).is_some() => {
                Err(self.sexprs.error(node, format!("{name} is not a function")))
            }
            None => Ok(operators::apply(self.terms, name, &[], args, self.budget)),
        }
    }

    fn explain(&self, failure: Failure, list: NodeId, head: NodeId, args: &[TermId]) -> TermError {
        let sexprs = self.sexprs;
        let name = sexprs.clipped(head);
        match failure {
            Failure::NoOperator => sexprs.error(head, format!("unknown function {name}")).into(),
            Failure::Sorts => {
                let name = sexprs.atom(head).unwrap_or(&name);
                sexprs.error(list, self.scope.mismatch(self.terms, name, args)).into()
            }
            Failure::Operands(message) => sexprs.error(list, message).into(),
            Failure::Spent(reason) => TermError::Spent(reason),
        }
    }

    fn constant_array(
        &mut self,
        sort: NodeId,
        args: &[TermId],
    ) -> Result<operators::Built, SyntaxError> {
        match (self.scope.sort(self.sexprs, sort)?, args) {
            (Sort::Array { index, element }, [value])
                if self.terms.sort(*value) == element.sort() =>
            {
                Ok(self.terms.try_app(Op::ConstArray(index), &[*value]).map_err(Failure::from))
            }
            _ => Err(self.sexprs.error(sort, "as const takes an array sort and one element of it")),
        }
    }
}

fn wrong_literal() -> String {
    format!("bit-vector literals have 1 to {} bits here", Sort::MAX_WIDTH)
}

/// Name and indices of `(_ name index …)`.
fn index_list(sexprs: &Sexprs, node: NodeId) -> Option<(&str, Vec<u32>)> {
    let [keyword, name, indices @ ..] = sexprs.list(node)? else { return None };
    (sexprs.atom(*keyword) == Some("_")).then_some(())?;
    Some((sexprs.atom(*name)?, numbers(sexprs, indices)?))
}

fn numbers(sexprs: &Sexprs, nodes: &[NodeId]) -> Option<Vec<u32>> {
    let number = |node: &NodeId| {
        let text = sexprs.atom(*node)?;
        text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
    };
    nodes.iter().map(number).collect()
}

fn open_let(
    sexprs: &Sexprs,
    bindings: NodeId,
    body: NodeId,
    work: &mut Vec<Work>,
) -> Result<(), SyntaxError> {
    let wrong = || sexprs.error(bindings, "let takes a list of (name term)");
    let mut names = Vec::new();
    let mut bodies = Vec::new();
    for binding in sexprs.list(bindings).ok_or_else(wrong)? {
        let Some([name, term]) = sexprs.list(*binding) else {
            return Err(wrong());
        };
        names.push(sexprs.symbol(*name).ok_or_else(wrong)?.to_owned());
        bodies.push(*term);
    }
    if let Some(twice) = repeated(&names) {
        return Err(sexprs.error(bindings, format!("{twice} is bound twice")));
    }
    work.push(Work::Unbind(names.clone()));
    work.push(Work::Term(body));
    work.push(Work::Bind(names));
    work.extend(bodies.into_iter().rev().map(Work::Term));
    Ok(())
}

/// The first name that a list has before.
pub(crate) fn repeated(names: &[String]) -> Option<&str> {
    let mut seen = FxHashSet::default();
    names.iter().map(String::as_str).find(|name| !seen.insert(*name))
}

fn open_annotation(sexprs: &Sexprs, inner: NodeId, attributes: &[NodeId], work: &mut Vec<Work>) {
    for pair in attributes.windows(2) {
        if sexprs.atom(pair[0]) == Some(":named") {
            work.push(Work::Name(pair[1]));
        }
    }
    work.push(Work::Term(inner));
}
