//! From parenthesised text to terms and sorts.
//!
//! The walk keeps its own stack of work, so nesting is bounded by memory only.

use super::operators::{self, Failure, Operator};
use super::sexpr::{Item, NodeId, Sexprs};
use super::value::parse_bits;
use super::{SyntaxError, value};
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};
use rustc_hash::FxHashMap;

/// A function defined by the script: parameters and body.
#[derive(Clone)]
struct Definition {
    parameters: Vec<TermId>,
    body: TermId,
}

/// What names mean at one point of a script.
#[derive(Default)]
pub(crate) struct Scope {
    /// Innermost meaning last.
    terms: FxHashMap<String, Vec<TermId>>,
    functions: FxHashMap<String, Vec<Definition>>,
    sorts: FxHashMap<String, Vec<Sort>>,
    /// Terms named by `:named` in the last elaboration.
    named: Vec<(String, TermId)>,
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
    /// Remember the newest value under a name.
    Name(String),
}

impl Scope {
    pub(crate) fn bind(&mut self, name: &str, term: TermId) {
        self.terms.entry(name.to_owned()).or_default().push(term);
    }

    pub(crate) fn unbind(&mut self, name: &str) {
        if let Some(meanings) = self.terms.get_mut(name) {
            meanings.pop();
        }
    }

    pub(crate) fn define(&mut self, name: &str, parameters: Vec<TermId>, body: TermId) {
        self.functions.entry(name.to_owned()).or_default().push(Definition { parameters, body });
    }

    pub(crate) fn undefine(&mut self, name: &str) {
        if let Some(meanings) = self.functions.get_mut(name) {
            meanings.pop();
        }
    }

    pub(crate) fn define_sort(&mut self, name: &str, sort: Sort) {
        self.sorts.entry(name.to_owned()).or_default().push(sort);
    }

    pub(crate) fn undefine_sort(&mut self, name: &str) {
        if let Some(meanings) = self.sorts.get_mut(name) {
            meanings.pop();
        }
    }

    /// Whether a name is taken by a term or a function.
    pub(crate) fn is_taken(&self, name: &str) -> bool {
        self.terms.get(name).is_some_and(|m| !m.is_empty())
            || self.functions.get(name).is_some_and(|m| !m.is_empty())
    }

    /// Whether a name is taken by a sort.
    pub(crate) fn is_sort(&self, name: &str) -> bool {
        self.sorts.get(name).is_some_and(|m| !m.is_empty())
    }

    /// The terms named by `:named` since this was last asked.
    pub(crate) fn take_named(&mut self) -> Vec<(String, TermId)> {
        std::mem::take(&mut self.named)
    }

    /// The sort a node denotes.
    pub(crate) fn sort(&self, sexprs: &Sexprs, node: NodeId) -> Result<Sort, SyntaxError> {
        let unknown = || sexprs.error(node, format!("unknown sort {}", sexprs.source(node)));
        let atoms: Vec<Option<&str>> = match sexprs.item(node) {
            Item::Atom(name) => {
                let alias = self.sorts.get(name).and_then(|m| m.last()).copied();
                return alias.or_else(|| builtin_sort(name)).ok_or_else(unknown);
            }
            Item::List([head, index, element]) if sexprs.atom(*head) == Some("Array") => {
                // Refused before looking inside, so that nesting cannot exhaust the stack.
                let nested = |n: NodeId| {
                    sexprs.list(n).is_some_and(|m| {
                        m.len() > 3 || m.len() == 3 && sexprs.atom(m[0]) != Some("_")
                    })
                };
                if nested(*index) || nested(*element) {
                    return Err(sexprs.error(node, "arrays map bit-vectors to bit-vectors here"));
                }
                return match (self.sort(sexprs, *index)?, self.sort(sexprs, *element)?) {
                    (Sort::Bv(index), Sort::Bv(element)) => Ok(Sort::Array { index, element }),
                    _ => Err(sexprs.error(node, "arrays map bit-vectors to bit-vectors here")),
                };
            }
            Item::List(members) => members.iter().map(|m| sexprs.atom(*m)).collect(),
            Item::Text(_) => return Err(unknown()),
        };
        match atoms.as_slice() {
            [Some("_"), Some("BitVec"), Some(width)] => width
                .parse()
                .ok()
                .and_then(Sort::bv)
                .ok_or_else(|| sexprs.error(node, "bit-vectors have 1 to 64 bits here")),
            [Some("_"), Some("FloatingPoint"), Some(e), Some(s)] => {
                let widths = e.parse().ok().zip(s.parse().ok());
                let float = widths.and_then(operators::float_sort);
                let message = "only Float32 and Float64 are supported";
                float.map(Sort::Float).ok_or_else(|| sexprs.error(node, message))
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
    ) -> Result<TermId, SyntaxError> {
        let mut work = vec![Work::Term(root)];
        let mut values: Vec<TermId> = Vec::new();
        let mut bound: Vec<String> = Vec::new();
        let result = self.walk(terms, sexprs, &mut work, &mut values, &mut bound);
        // Names bound inside a term that turned out wrong must not outlive it.
        bound.iter().rev().for_each(|name| self.unbind(name));
        result?;
        Ok(values[0])
    }

    fn walk(
        &mut self,
        terms: &mut Terms,
        sexprs: &Sexprs,
        work: &mut Vec<Work>,
        values: &mut Vec<TermId>,
        bound: &mut Vec<String>,
    ) -> Result<(), SyntaxError> {
        while let Some(step) = work.pop() {
            match step {
                Work::Term(node) => match self.open(terms, sexprs, node, work)? {
                    Some(term) => values.push(term),
                    None => continue,
                },
                Work::Apply { list, count } => {
                    let args = values.split_off(values.len() - count);
                    values.push(self.apply(terms, sexprs, list, &args)?);
                }
                Work::Bind(names) => {
                    let meanings = values.split_off(values.len() - names.len());
                    for (name, term) in names.into_iter().zip(meanings) {
                        self.bind(&name, term);
                        bound.push(name);
                    }
                }
                Work::Unbind(names) => {
                    for name in names.iter().rev() {
                        self.unbind(name);
                        bound.pop();
                    }
                }
                Work::Name(name) => {
                    if let Some(term) = values.last() {
                        self.named.push((name, *term));
                    }
                }
            }
        }
        Ok(())
    }

    /// A leaf's term, or the work an inner node needs.
    fn open(
        &self,
        terms: &mut Terms,
        sexprs: &Sexprs,
        node: NodeId,
        work: &mut Vec<Work>,
    ) -> Result<Option<TermId>, SyntaxError> {
        match sexprs.item(node) {
            Item::Atom(name) => self.leaf(terms, sexprs, node, name).map(Some),
            Item::Text(_) => Err(sexprs.error(node, "a string is not a term here")),
            Item::List([]) => Err(sexprs.error(node, "() is not a term")),
            Item::List([head, rest @ ..]) => match (sexprs.atom(*head), rest) {
                (Some("let"), [bindings, body]) => {
                    self.open_let(sexprs, *bindings, *body, work)?;
                    Ok(None)
                }
                (Some("!"), [inner, attributes @ ..]) => {
                    open_annotation(sexprs, *inner, attributes, work);
                    Ok(None)
                }
                (Some("_"), _) => constant(terms, sexprs, node).map(Some),
                (Some("fp"), [_, _, _]) => float_constant(terms, sexprs, node).map(Some),
                (Some("let" | "!" | "forall" | "exists" | "match"), _) => {
                    Err(sexprs.error(node, format!("cannot read {}", clipped(sexprs, node))))
                }
                _ => {
                    let operands = operands(sexprs, rest);
                    work.push(Work::Apply { list: node, count: operands.len() });
                    work.extend(operands.into_iter().rev().map(Work::Term));
                    Ok(None)
                }
            },
        }
    }

    fn open_let(
        &self,
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
            names.push(sexprs.atom(*name).ok_or_else(wrong)?.to_owned());
            bodies.push(*term);
        }
        work.push(Work::Unbind(names.clone()));
        work.push(Work::Term(body));
        work.push(Work::Bind(names));
        work.extend(bodies.into_iter().rev().map(Work::Term));
        Ok(())
    }

    fn leaf(
        &self,
        terms: &mut Terms,
        sexprs: &Sexprs,
        node: NodeId,
        name: &str,
    ) -> Result<TermId, SyntaxError> {
        if let Some(term) = self.terms.get(name).and_then(|m| m.last()) {
            return Ok(*term);
        }
        if let Some(definition) = self.functions.get(name).and_then(|m| m.last())
            && definition.parameters.is_empty()
        {
            return Ok(definition.body);
        }
        match name {
            "true" => Ok(terms.bool(true)),
            "false" => Ok(terms.bool(false)),
            _ => match parse_bits(sexprs, node) {
                Some((value, width)) => Ok(terms.bv(value, width as u8)),
                None if name.starts_with('#') => {
                    Err(sexprs.error(node, "bit-vector literals have 1 to 64 bits here"))
                }
                None => Err(sexprs.error(node, format!("{name} is not declared"))),
            },
        }
    }

    fn apply(
        &self,
        terms: &mut Terms,
        sexprs: &Sexprs,
        list: NodeId,
        args: &[TermId],
    ) -> Result<TermId, SyntaxError> {
        let members = sexprs.list(list).unwrap_or(&[]);
        let head = members[0];
        let built = match sexprs.item(head) {
            Item::Atom(name) => match self.functions.get(name).and_then(|m| m.last()) {
                Some(definition) => call(terms, name, definition, args),
                None => {
                    let rounding = members.get(1).and_then(|m| rounding_mode(sexprs, *m));
                    operators::apply(terms, &Operator { name, indices: &[], rounding }, args)
                }
            },
            Item::List([keyword, rest @ ..]) => match (sexprs.atom(*keyword), rest) {
                (Some("_"), [name, indices @ ..]) => {
                    let rounding = members.get(1).and_then(|m| rounding_mode(sexprs, *m));
                    indexed(terms, sexprs, (*name, indices), rounding, args)
                }
                (Some("as"), [name, sort]) if sexprs.atom(*name) == Some("const") => {
                    self.constant_array(terms, sexprs, *sort, args)?
                }
                _ => Err(Failure::NoOperator),
            },
            Item::List([]) | Item::Text(_) => Err(Failure::NoOperator),
        };
        built.map_err(|failure| match failure {
            Failure::NoOperator => {
                sexprs.error(head, format!("unknown function {}", clipped(sexprs, head)))
            }
            Failure::Operands(message) => sexprs.error(list, message),
        })
    }

    fn constant_array(
        &self,
        terms: &mut Terms,
        sexprs: &Sexprs,
        sort: NodeId,
        args: &[TermId],
    ) -> Result<Result<TermId, Failure>, SyntaxError> {
        match (self.sort(sexprs, sort)?, args) {
            (Sort::Array { index, element }, [value])
                if terms.sort(*value) == Sort::Bv(element) =>
            {
                Ok(terms.try_app(Op::ConstArray(index), &[*value]).map_err(Failure::from))
            }
            _ => Err(sexprs.error(sort, "as const takes an array sort and one element of it")),
        }
    }
}

fn builtin_sort(name: &str) -> Option<Sort> {
    match name {
        "Bool" => Some(Sort::Bool),
        "Float32" => operators::float_sort((8, 24)).map(Sort::Float),
        "Float64" => operators::float_sort((11, 53)).map(Sort::Float),
        _ => None,
    }
}

/// The beginning of a node's text, for messages.
fn clipped(sexprs: &Sexprs, node: NodeId) -> String {
    let text = sexprs.source(node);
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The operands of an application: rounding modes belong to the operator.
fn operands(sexprs: &Sexprs, members: &[NodeId]) -> Vec<NodeId> {
    members.iter().copied().filter(|m| rounding_mode(sexprs, *m).is_none()).collect()
}

fn rounding_mode(sexprs: &Sexprs, node: NodeId) -> Option<&str> {
    let modes = ["RNE", "RNA", "RTP", "RTN", "RTZ", "roundNearestTiesToEven", "roundTowardZero"];
    sexprs.atom(node).filter(|name| modes.contains(name))
}

fn open_annotation(sexprs: &Sexprs, inner: NodeId, attributes: &[NodeId], work: &mut Vec<Work>) {
    for pair in attributes.windows(2) {
        if let (Some(":named"), Some(name)) = (sexprs.atom(pair[0]), sexprs.atom(pair[1])) {
            work.push(Work::Name(name.to_owned()));
        }
    }
    work.push(Work::Term(inner));
}

fn constant(terms: &mut Terms, sexprs: &Sexprs, node: NodeId) -> Result<TermId, SyntaxError> {
    match parse_bits(sexprs, node) {
        Some((value, width)) => Ok(terms.bv(value, width as u8)),
        None => float_constant(terms, sexprs, node),
    }
}

fn float_constant(terms: &mut Terms, sexprs: &Sexprs, node: NodeId) -> Result<TermId, SyntaxError> {
    for float in [crate::FloatSort::F32, crate::FloatSort::F64] {
        let (exponent, significand) = float.widths();
        let named = sexprs.list(node).is_some_and(|m| {
            m.len() == 4 && {
                let part = |i: usize| sexprs.atom(m[i]).and_then(|t| t.parse().ok());
                part(2) == Some(exponent) && part(3) == Some(significand)
            }
        });
        let written = sexprs.list(node).is_some_and(|m| sexprs.atom(m[0]) == Some("fp"));
        let sort = Sort::Float(float);
        if (named || written)
            && let Some(value) = value::parse_value(sexprs, node, sort)
        {
            return Ok(terms.constant(value, sort));
        }
    }
    Err(sexprs.error(node, format!("unknown constant {}", clipped(sexprs, node))))
}

fn indexed(
    terms: &mut Terms,
    sexprs: &Sexprs,
    (name, indices): (NodeId, &[NodeId]),
    rounding: Option<&str>,
    args: &[TermId],
) -> Result<TermId, Failure> {
    let numbers: Option<Vec<u32>> =
        indices.iter().map(|i| sexprs.atom(*i).and_then(|t| t.parse().ok())).collect();
    let (Some(name), Some(indices)) = (sexprs.atom(name), numbers) else {
        return Err(Failure::NoOperator);
    };
    match (name, indices.as_slice(), rounding, args) {
        ("to_fp", [e, s], Some("RNE" | "roundNearestTiesToEven"), [a]) => {
            operators::signed_to_fp(terms, *a, (*e, *s))
        }
        _ => operators::apply(terms, &Operator { name, indices: &indices, rounding }, args),
    }
}

fn call(
    terms: &mut Terms,
    name: &str,
    definition: &Definition,
    args: &[TermId],
) -> Result<TermId, Failure> {
    let fits = definition.parameters.len() == args.len()
        && definition.parameters.iter().zip(args).all(|(p, a)| terms.sort(*p) == terms.sort(*a));
    if !fits {
        let sorts: Vec<Sort> = args.iter().map(|a| terms.sort(*a)).collect();
        return Err(crate::op::SortError::new(name, &sorts).into());
    }
    let map: Vec<(TermId, TermId)> =
        definition.parameters.iter().copied().zip(args.iter().copied()).collect();
    Ok(terms.substitute(definition.body, &map))
}
