//! Layer: chains of comparisons, decided on the graph they are.
//!
//! `a < b`, `b ≤ c`, `c < a` exclude each other whatever `a`, `b` and `c` are, which circuits of
//! comparators show only digit by digit. Terms are nodes, comparisons of one order are edges; a
//! strongly connected component (Tarjan) with a strict edge inside is a contradiction. Otherwise
//! each variable may be as small as the longest path below it demands; if that is a model of all
//! constraints, it is one.

use super::layer::{Chain, Context, Layer, Verdict};
use crate::eval::Evaluator;
use crate::model::Model;
use crate::op::Op;
use crate::terms::{TermId, Terms};
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

/// Decides conjunctions of comparisons.
#[derive(Default)]
pub(crate) struct Order {
    memo: Evaluator,
}

impl Layer for Order {
    fn name(&self) -> &'static str {
        "order"
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
            if let Some(model) = graph.smallest(cx.terms, &component) {
                self.memo.reset();
                if query.iter().all(|t| self.memo.holds(cx.terms, &model, *t)) {
                    return Verdict::Sat(Arc::new(model));
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

    /// The model in which every variable is as small as the edges allow; literals stay.
    fn smallest(&self, terms: &Terms, component: &[usize]) -> Option<Model> {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        // Edges lead to smaller component numbers: the largest come first.
        order.sort_by_key(|node| std::cmp::Reverse(component[*node]));
        let mut least = vec![0_u64; self.nodes.len()];
        let mut model = Model::new();
        for node in order {
            let term = self.nodes[node];
            match (terms.as_symbol(term), terms.as_const(term)) {
                (Some(symbol), _) => model.set(symbol, least[node]),
                (None, Some(value)) if value >= least[node] => least[node] = value,
                _ => return None,
            }
            for edge in self.leaving[node].iter().map(|i| self.edges[*i]) {
                let above = least[node].checked_add(u64::from(edge.strict))?;
                least[edge.to] = least[edge.to].max(above);
            }
        }
        Some(model)
    }
}
