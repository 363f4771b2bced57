//! Layer: chains of comparisons, decided on the graph they are.
//!
//! `a < b`, `b ≤ c`, `c < a` exclude each other whatever `a`, `b` and `c` are, which circuits of
//! comparators show only digit by digit. Terms are nodes, comparisons of one order are edges; a
//! strongly connected component (Tarjan) with a strict edge inside is a contradiction. Otherwise
//! each term is at least as large as the longest path below it demands: more than a literal, or more
//! than there is, is a contradiction too. If the variables with these values are a model of all
//! constraints, it is one.

use super::layer::{Chain, Context, Layer, Verdict};
use crate::eval::Evaluator;
use crate::model::Model;
use crate::op::Op;
use crate::terms::{TermId, Terms};
use crate::value::mask;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::sync::Arc;

/// Shorter chains are decided by the layers below as fast.
const SHORTEST: usize = 16;

/// An edge: the smaller node, the larger, whether they differ, and the constraint it is from.
#[derive(Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
    strict: bool,
    constraint: TermId,
}

/// What terms are at least that nothing is below.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// The smallest value of the order.
    Smallest,
    /// Zero, which people like better; with sign this is a guess.
    Zero,
}

/// Decides conjunctions of comparisons.
#[derive(Default)]
pub(crate) struct Order {
    memo: Evaluator,
}

impl Layer for Order {
    fn name(&self) -> &'static str {
        "order"
    }

    fn is_quick(&self) -> bool {
        true
    }

    fn check(&mut self, cx: &mut Context<'_>, query: &[TermId], rest: Chain<'_>) -> Verdict {
        for signed in [false, true] {
            let graph = Graph::new(cx.terms, query, signed);
            if graph.edges.len() < SHORTEST {
                continue;
            }
            let component = graph.components();
            if let Some(core) = graph.contradiction(&component) {
                return Verdict::Unsat(core);
            }
            if let Err(path) = graph.least(cx.terms, &component, signed, Start::Smallest) {
                return Verdict::Unsat(path);
            }
            for start in [Start::Zero, Start::Smallest] {
                let least = graph.least(cx.terms, &component, signed, start);
                if let Some(model) = least.ok().and_then(|l| graph.smallest(cx.terms, &l, signed)) {
                    self.memo.reset();
                    if query.iter().all(|t| self.memo.holds(cx.terms, &model, *t)) {
                        return Verdict::Sat(Arc::new(model));
                    }
                }
            }
        }
        rest.check(cx, query)
    }
}

#[derive(Default)]
struct Graph {
    nodes: IndexSet<TermId, FxBuildHasher>,
    edges: Vec<Edge>,
    /// Edges by the node they leave.
    leaving: Vec<Vec<usize>>,
}

impl Graph {
    fn new(terms: &Terms, query: &[TermId], signed: bool) -> Graph {
        let mut graph = Graph::default();
        for constraint in query {
            let node = terms.node(*constraint);
            let strict = match (node.op(), signed) {
                (Op::Ult, false) | (Op::Slt, true) => true,
                (Op::Ule, false) | (Op::Sle, true) => false,
                _ => continue,
            };
            let [from, to] = [0, 1].map(|i| graph.nodes.insert_full(node.args()[i]).0);
            graph.edges.push(Edge { from, to, strict, constraint: *constraint });
        }
        graph.leaving = vec![Vec::new(); graph.nodes.len()];
        for (i, edge) in graph.edges.iter().enumerate() {
            graph.leaving[edge.from].push(i);
        }
        graph
    }

    /// The strongly connected component of each node; components are numbered so that edges lead
    /// to smaller numbers. Tarjan's algorithm with a stack of its own.
    fn components(&self) -> Vec<usize> {
        const UNSEEN: usize = usize::MAX;
        let count = self.nodes.len();
        let (mut index, mut low) = (vec![UNSEEN; count], vec![0; count]);
        let mut component = vec![UNSEEN; count];
        let (mut next, mut found) = (0, 0);
        let mut open: Vec<usize> = Vec::new();
        for root in 0..count {
            let mut work = if index[root] == UNSEEN { vec![(root, 0)] } else { Vec::new() };
            while let Some((node, edge)) = work.last().copied() {
                if edge == 0 && index[node] == UNSEEN {
                    (index[node], low[node]) = (next, next);
                    next += 1;
                    open.push(node);
                }
                if let Some(leaving) = self.leaving[node].get(edge) {
                    work.last_mut().expect("not empty").1 += 1;
                    let to = self.edges[*leaving].to;
                    if index[to] == UNSEEN {
                        work.push((to, 0));
                    } else if component[to] == UNSEEN {
                        low[node] = low[node].min(index[to]);
                    }
                    continue;
                }
                work.pop();
                if let Some((above, _)) = work.last() {
                    low[*above] = low[*above].min(low[node]);
                }
                if low[node] == index[node] {
                    while let Some(member) = open.pop() {
                        component[member] = found;
                        if member == node {
                            break;
                        }
                    }
                    found += 1;
                }
            }
        }
        component
    }

    /// The constraints inside a component with a strict one among them.
    fn contradiction(&self, component: &[usize]) -> Option<Vec<TermId>> {
        let inside = |edge: &&Edge| component[edge.from] == component[edge.to];
        let strict = self.edges.iter().filter(inside).find(|edge| edge.strict)?;
        let place = component[strict.from];
        let of_place = |edge: &&Edge| component[edge.from] == place;
        Some(self.edges.iter().filter(inside).filter(of_place).map(|e| e.constraint).collect())
    }

    /// How far above the smallest value each node is at least, or the constraints of a path that
    /// demands too much.
    fn least(
        &self,
        terms: &Terms,
        component: &[usize],
        signed: bool,
        start: Start,
    ) -> Result<Vec<u64>, Vec<TermId>> {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        // Edges lead to smaller component numbers: the largest come first.
        order.sort_by_key(|node| std::cmp::Reverse(component[*node]));
        let mut least = vec![0_u64; self.nodes.len()];
        // The edge that demands most of each node.
        let mut demand: Vec<Option<Edge>> = vec![None; self.nodes.len()];
        for node in order {
            let term = self.nodes[node];
            let most = mask(terms.bits(term).min(64));
            let height = terms.as_const(term).map(|value| rank(terms, term, value, signed));
            if start == Start::Zero {
                least[node] = least[node].max(rank(terms, term, 0, signed));
            }
            if least[node] > height.unwrap_or(most) {
                return Err(path(&demand, node));
            }
            if let Some(height) = height.filter(|height| *height > least[node]) {
                (least[node], demand[node]) = (height, None);
            }
            for edge in self.leaving[node].iter().map(|i| self.edges[*i]) {
                let Some(above) = least[node].checked_add(u64::from(edge.strict)) else {
                    continue;
                };
                if above > least[edge.to] {
                    (least[edge.to], demand[edge.to]) = (above, Some(edge));
                }
            }
        }
        Ok(least)
    }

    /// The model in which every variable is as small as the edges allow.
    fn smallest(&self, terms: &Terms, least: &[u64], signed: bool) -> Option<Model> {
        let mut model = Model::new();
        for (term, least) in self.nodes.iter().zip(least) {
            match terms.as_symbol(*term) {
                Some(symbol) => model.set(symbol, rank(terms, *term, *least, signed)),
                None => drop(terms.as_const(*term)?),
            }
        }
        Some(model)
    }
}

/// How far a value is above the smallest one of its order, and the other way round: with sign, the
/// halves change places.
fn rank(terms: &Terms, term: TermId, value: u64, signed: bool) -> u64 {
    value ^ u64::from(signed) << terms.bits(term).clamp(1, 64).saturating_sub(1)
}

/// The constraints that lead to a node.
fn path(demand: &[Option<Edge>], mut node: usize) -> Vec<TermId> {
    let mut constraints = Vec::new();
    while let Some(edge) = demand[node] {
        constraints.push(edge.constraint);
        node = edge.from;
    }
    constraints
}
