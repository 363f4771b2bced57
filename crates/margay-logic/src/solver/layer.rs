//! The interface all layers share, and the chain that calls them.
//!
//! A layer answers a conjunction, or passes it (or parts of it) on to the rest of the chain. The
//! chain does the accounting, so that a layer contains nothing but its idea.

use super::recent::Recent;
use super::stats::Stats;
use super::support::Supports;
use crate::budget::Budget;
use crate::model::Model;
use crate::terms::{TermId, Terms};
use rustc_hash::FxHashSet;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The time budget of the query is used up.
    Time,
    /// Somebody has set the flag that ends all questions.
    Interrupted,
    /// The work budget of the query is used up.
    Work,
    /// The memory budget is used up.
    Memory,
    /// No layer of the chain can treat what the query contains.
    Unsupported(&'static str),
    /// The external solver said `unknown`, died or could not be understood.
    Process(String),
    /// Two solvers gave opposite answers.
    Disagreement(String),
    /// A layer offered a model that does not satisfy the constraints.
    WrongModel,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Time => f.write_str("the time budget is used up"),
            Reason::Interrupted => f.write_str("interrupted"),
            Reason::Work => f.write_str("the work budget is used up"),
            Reason::Memory => f.write_str("the memory budget is used up"),
            Reason::Unsupported(what) => write!(f, "{what} needs an external solver"),
            Reason::Process(what) => write!(f, "external solver: {what}"),
            Reason::Disagreement(what) => write!(f, "solvers disagree: {what}"),
            Reason::WrongModel => f.write_str("a layer offered a wrong model"),
        }
    }
}

/// What a layer says about a conjunction.
#[derive(Clone, Debug)]
pub(crate) enum Verdict {
    /// Satisfiable, by this model.
    Sat(Arc<Model>),
    /// Unsatisfiable, already because of these conjuncts.
    Unsat(Vec<TermId>),
    /// Not known.
    Unknown(Reason),
}

/// What layers work with during one query.
pub(crate) struct Context<'a> {
    /// The term store.
    pub(crate) terms: &'a mut Terms,
    /// When to give up.
    pub(crate) budget: Budget,
    /// How many conflicts a search may take.
    pub(crate) conflicts: Option<u32>,
    pub(crate) recent: &'a mut Recent,
    pub(crate) supports: &'a mut Supports,
    pub(crate) stats: &'a mut Stats,
    /// Constraints that later queries will have too, unless all are dropped.
    pub(crate) lasting: &'a FxHashSet<TermId>,
    /// Time spent in layers called by the layer now running.
    below: Duration,
    /// Whether the layer now running asked the rest of the chain.
    passed_on: bool,
}

impl<'a> Context<'a> {
    pub(crate) fn new(
        terms: &'a mut Terms,
        recent: &'a mut Recent,
        supports: &'a mut Supports,
        stats: &'a mut Stats,
        lasting: &'a FxHashSet<TermId>,
    ) -> Context<'a> {
        Context {
            terms,
            budget: Budget::default(),
            conflicts: None,
            recent,
            supports,
            stats,
            lasting,
            below: Duration::ZERO,
            passed_on: false,
        }
    }
}

impl Context<'_> {
    /// Lets a helper of the layer now running decide, with an account of its own.
    pub(crate) fn helper(
        &mut self,
        name: &'static str,
        decide: impl FnOnce(&mut Self) -> Verdict,
    ) -> Verdict {
        let start = Instant::now();
        let verdict = decide(self);
        let time = start.elapsed();
        let answered = !matches!(verdict, Verdict::Unknown(_));
        self.stats.record(name, time, &verdict, answered);
        self.below += time;
        self.passed_on |= answered;
        verdict
    }
}

/// One layer of the chain.
pub(crate) trait Layer: Send {
    /// Its name in statistics and logs.
    fn name(&self) -> &'static str;

    /// Whether it neither searches nor depends on what was asked before.
    fn is_quick(&self) -> bool {
        false
    }

    /// Decides a conjunction, with the rest of the chain at hand.
    fn check(&mut self, cx: &mut Context<'_>, query: &[TermId], rest: Chain<'_>) -> Verdict;
}

/// The layers from some point down.
pub(crate) struct Chain<'a> {
    layers: &'a mut [Box<dyn Layer>],
}

impl<'a> Chain<'a> {
    pub(crate) fn new(layers: &'a mut [Box<dyn Layer>]) -> Chain<'a> {
        Chain { layers }
    }

    /// Whether there is no layer left.
    pub(crate) fn is_empty(&self) -> bool {
        self.layers.is_empty()
    }

    /// The same chain for another question.
    pub(crate) fn again(&mut self) -> Chain<'_> {
        Chain { layers: self.layers }
    }

    /// Asks the first layer.
    pub(crate) fn check(self, cx: &mut Context<'_>, query: &[TermId]) -> Verdict {
        let Some((layer, rest)) = self.layers.split_first_mut() else {
            return Verdict::Unknown(Reason::Unsupported("equality of arrays"));
        };
        let start = Instant::now();
        let below = std::mem::take(&mut cx.below);
        cx.passed_on = false;
        let verdict = layer.check(cx, query, Chain { layers: rest });
        let total = start.elapsed();
        cx.stats.record(layer.name(), total.saturating_sub(cx.below), &verdict, !cx.passed_on);
        cx.below = below + total;
        cx.passed_on = true;
        verdict
    }
}
