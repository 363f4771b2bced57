//! The solver: a stack of constraints in front of a chain of layers.
//!
//! | layer | idea |
//! | --- | --- |
//! | `check` | compares every answer with another solver, if asked to |
//! | `reuse` | the models found last may satisfy the new constraints too |
//! | `split` | constraints without common variables are decided apart |
//! | `small` | one variable of few values, tried with all of them |
//! | `cache` | models and unsatisfiable cores seen before |
//! | `sameness` | which references are the same, by trying |
//! | `order` | chains of comparisons, as a graph |
//! | `interval` | bounds of every term, narrowed until they clash or a model can be read off |
//! | `guess` | models over floats, found by evaluation and local search |
//! | `bits` | circuits and SAT: decides everything over bit-vectors, floats and arrays; with helpers for products (see `portfolio`) |
//! | `process` | an external SMT-LIB 2 solver: decides the rest, or everything if preferred |
//!
//! A path condition grows at a branch and shrinks when the machine goes back, thousands of times a
//! second. So the stack here is only a list of terms: no layer keeps state that a `pop` would have
//! to undo, since the SAT solver gets its constraints as assumptions and the memos hold facts
//! about terms, not about the stack.

mod apart;
mod bits;
mod cache;
mod config;
mod cross_check;
mod equations;
mod guess;
mod interval;
mod layer;
mod log;
mod nice;
mod order;
mod partial;
mod parts;
mod places;
mod portfolio;
mod process;
mod proof;
mod range;
mod readable;
mod recent;
mod reuse;
mod sameness;
mod small;
mod split;
mod stats;
mod support;
mod taste;

pub use config::{Config, External, Layers};
pub use layer::Reason;
pub use range::Values;
pub use stats::{LayerStats, Stats};

use crate::budget::Budget;
use crate::model::Model;
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{Symbol, TermId, Terms};
use layer::{Chain, Context, Layer, Verdict};
use log::Log;
use partial::Partial;
use parts::Parts;
use proof::Proofs;
use recent::Recent;
use rustc_hash::FxHashSet;
use std::io;
use std::sync::Arc;
use std::time::Instant;
use support::Supports;

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Satisfiable; [`Solver::model`] has a model.
    Sat,
    /// Unsatisfiable; [`Solver::core`] has a core.
    Unsat,
    /// Not known.
    Unknown(Reason),
}

/// What is possible at a branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Whether the condition can be true.
    pub taken: Outcome,
    /// Whether it can be false.
    pub skipped: Outcome,
}

/// A stack of constraints and the means to decide it.
pub struct Solver {
    config: Config,
    layers: Vec<Box<dyn Layer>>,
    assertions: Vec<TermId>,
    frames: Vec<usize>,
    recent: Recent,
    supports: Supports,
    parts: Parts,
    partial: Partial,
    stats: Stats,
    model: Option<Arc<Model>>,
    core: Vec<TermId>,
    nice: nice::Nice,
    log: Option<Log>,
    proofs: Option<Proofs>,
    /// What ends all questions.
    budget: Budget,
    /// Constraints that stay until all are dropped.
    lasting: FxHashSet<TermId>,
}

impl Solver {
    /// A solver without constraints.
    ///
    /// # Errors
    /// When the directory for the log or the proofs cannot be created.
    pub fn new(config: Config) -> io::Result<Solver> {
        let layers = chain(&config);
        let mut stats = Stats::default();
        layers.iter().for_each(|layer| stats.declare(layer.name()));
        let log = config.log.clone().map(Log::create).transpose()?;
        let proofs = config.proof.clone().map(Proofs::create).transpose()?;
        Ok(Solver {
            config,
            layers,
            assertions: Vec::new(),
            frames: Vec::new(),
            recent: Recent::default(),
            supports: Supports::default(),
            parts: Parts::default(),
            partial: Partial::default(),
            stats,
            model: None,
            core: Vec::new(),
            nice: nice::Nice::default(),
            log,
            proofs,
            budget: Budget::default(),
            lasting: FxHashSet::default(),
        })
    }

    /// Gives up all questions when this is spent, whatever each of them may take.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Opens a frame: what is asserted from here on goes with the matching [`Solver::pop`].
    pub fn push(&mut self) {
        self.frames.push(self.assertions.len());
    }

    /// Drops the newest frame; without one, all constraints.
    pub fn pop(&mut self) {
        let length = self.frames.pop().unwrap_or(0);
        self.assertions.truncate(length);
        if length == 0 {
            self.lasting.clear();
        }
    }

    /// Drops all but the first `length` constraints, whatever frames they are in.
    pub fn truncate(&mut self, length: usize) {
        self.assertions.truncate(length);
        self.frames.retain(|start| *start <= length);
    }

    /// How many frames are open.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Adds a `Bool` term to the newest frame.
    pub fn assert(&mut self, terms: &Terms, condition: TermId) {
        conjuncts(terms, condition, &mut self.assertions);
    }

    /// Adds a `Bool` term that stays until all constraints are dropped. It is decided faster for
    /// that, but is in every core of the search that it was there for.
    pub fn assert_for_good(&mut self, terms: &Terms, condition: TermId) {
        let start = self.assertions.len();
        conjuncts(terms, condition, &mut self.assertions);
        // Proofs are shorter for small cores.
        if self.proofs.is_none() {
            self.lasting.extend(&self.assertions[start..]);
        }
    }

    /// All constraints, conjunctions taken apart, oldest first.
    pub fn assertions(&self) -> &[TermId] {
        &self.assertions
    }

    /// Are the constraints satisfiable?
    pub fn check(&mut self, terms: &mut Terms) -> Outcome {
        self.check_with(terms, &[])
    }

    /// Are the constraints satisfiable together with `extra`, which is not kept?
    pub fn check_with(&mut self, terms: &mut Terms, extra: &[TermId]) -> Outcome {
        let start = Instant::now();
        let kept = self.assertions.len();
        let mut query = std::mem::take(&mut self.assertions);
        extra.iter().for_each(|term| conjuncts(terms, *term, &mut query));
        let outcome = self.decide(terms, &query, start);
        if let Some(log) = &mut self.log {
            log.write(terms, &query, &outcome);
        }
        query.truncate(kept);
        self.assertions = query;
        self.stats.time += start.elapsed();
        outcome
    }

    /// Can the condition be true here, and can it be false?
    pub fn branch(&mut self, terms: &mut Terms, condition: TermId) -> Branch {
        let taken = self.check_with(terms, &[condition]);
        let negation = terms.not(condition);
        let skipped = match taken {
            // A path that was feasible has to go somewhere; nothing is assumed if it was not.
            Outcome::Unsat if self.known_sat(terms) => Outcome::Sat,
            _ => self.check_with(terms, &[negation]),
        };
        Branch { taken, skipped }
    }

    /// Whether it can be seen without any search that a condition cannot hold: from the order of numbers
    /// and from what they can be.
    pub fn refutes_at_once(&mut self, terms: &mut Terms, condition: TermId) -> bool {
        let mut query = self.assertions.clone();
        conjuncts(terms, condition, &mut query);
        let Solver { recent, supports, stats, lasting, parts, .. } = self;
        // What has nothing to do with it can be true.
        let query = parts.around(terms, supports, &query, self.assertions.len());
        let mut cx = Context::new(terms, recent, supports, stats, lasting);
        self.layers.iter_mut().filter(|layer| layer.is_quick()).any(|layer| {
            let alone = Chain::new(std::slice::from_mut(layer));
            matches!(alone.check(&mut cx, &query), Verdict::Unsat(_))
        })
    }

    /// The constraints that have to do with some terms: those that have a variable in common with one of them, those that have one in
    /// common with these, and so on. What the terms can be depends on no others.
    pub fn around(&mut self, terms: &Terms, of: &[TermId]) -> Vec<TermId> {
        let query = [&self.assertions[..], of].concat();
        let Solver { parts, supports, assertions, .. } = self;
        let mut near = parts.around(terms, supports, &query, assertions.len());
        near.truncate(near.len() - of.len());
        near
    }

    /// Whether a model at hand satisfies all constraints; makes it the current one.
    fn known_sat(&mut self, terms: &Terms) -> bool {
        let known = self.known_model(terms);
        let found = known.is_some();
        self.model = known.or(self.model.take());
        found
    }

    /// A model that satisfies all constraints, if one is at hand: nothing is solved for it.
    pub fn known_model(&mut self, terms: &Terms) -> Option<Arc<Model>> {
        self.recent.satisfying(terms, &self.assertions)
    }

    /// Takes a model that may satisfy all constraints; if it does, questions are tried on it first.
    pub fn suggest(&mut self, terms: &Terms, model: &Arc<Model>) {
        self.recent.admit(terms, model, &self.assertions);
    }

    /// The variables of the constraints, in the order of their declaration.
    pub fn symbols(&mut self, terms: &Terms) -> Vec<Symbol> {
        self.supports.union(terms, self.assertions.iter().copied())
    }

    /// The variables of a term, in the order of their declaration.
    pub fn symbols_of(&mut self, terms: &Terms, term: TermId) -> Vec<Symbol> {
        self.supports.of(terms, term).to_vec()
    }

    /// The model behind the last `Sat`.
    pub fn model(&self) -> Option<&Arc<Model>> {
        self.model.as_ref()
    }

    /// Constraints behind the last `Unsat`: already these exclude each other.
    pub fn core(&self) -> &[TermId] {
        &self.core
    }

    /// What the layers did so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The first failure to write the log or a proof, if any.
    pub fn log_error(&self) -> Option<&io::Error> {
        let log = self.log.as_ref().and_then(Log::error);
        log.or_else(|| self.proofs.as_ref().and_then(Proofs::error))
    }

    fn decide(&mut self, terms: &mut Terms, query: &[TermId], start: Instant) -> Outcome {
        self.stats.queries += 1;
        let trivial = query.iter().copied().find(|t| terms.as_const(*t) == Some(0));
        let (recent, supports) = (&mut self.recent, &mut self.supports);
        let mut cx = Context::new(terms, recent, supports, &mut self.stats, &self.lasting);
        let own = self.config.time.and_then(|budget| start.checked_add(budget));
        cx.budget = self.budget.within(own, self.config.memory);
        cx.conflicts = self.config.conflicts;
        let verdict = match trivial {
            Some(no) => {
                cx.stats.trivial += 1;
                Verdict::Unsat(vec![no])
            }
            None => Chain::new(&mut self.layers).check(&mut cx, query),
        };
        let verdict = match (verdict, &mut self.proofs) {
            (Verdict::Unsat(core), Some(proofs)) => match proofs.prove(&mut cx, &core) {
                Ok(()) => Verdict::Unsat(core),
                Err(reason) => Verdict::Unknown(reason),
            },
            (verdict, _) => verdict,
        };
        match verdict {
            Verdict::Sat(model) if self.recent.admit(terms, &model, query) => {
                self.model = Some(model);
                Outcome::Sat
            }
            Verdict::Sat(_) => Outcome::Unknown(Reason::WrongModel),
            Verdict::Unsat(core) => {
                self.core = core;
                Outcome::Unsat
            }
            Verdict::Unknown(reason) => {
                if reason == Reason::Memory {
                    self.forget();
                }
                Outcome::Unknown(reason)
            }
        }
    }
}

impl Solver {
    /// Gives back the memory of all that was remembered to be faster next time.
    fn forget(&mut self) {
        self.layers = chain(&self.config);
        self.recent = Recent::default();
        self.supports = Supports::default();
    }
}

/// The layers a configuration asks for, first to last.
fn chain(config: &Config) -> Vec<Box<dyn Layer>> {
    let mut layers: Vec<Box<dyn Layer>> = Vec::new();
    if let Some(other) = &config.cross_check {
        layers.push(Box::new(cross_check::CrossCheck::new(other.clone())));
    }
    if config.layers.reuse {
        layers.push(Box::new(reuse::Reuse));
    }
    if config.layers.split {
        layers.push(Box::new(split::Split::default()));
    }
    if config.layers.small {
        layers.push(Box::new(small::Small::default()));
    }
    if config.layers.cache {
        layers.push(Box::new(cache::Cache::default()));
    }
    if config.layers.sameness {
        layers.push(Box::new(sameness::Sameness::default()));
    }
    if config.layers.order {
        layers.push(Box::new(order::Order::default()));
    }
    if config.layers.interval {
        layers.push(Box::new(interval::Interval::default()));
    }
    if config.layers.guess {
        layers.push(Box::new(guess::Guess::default()));
    }
    if config.solver.is_none() {
        layers.push(Box::new(portfolio::Portfolio::new(config.layers.portfolio)));
    }
    if let Some(external) = config.solver.as_ref().or(config.fallback.as_ref()) {
        layers.push(Box::new(process::Process::new(external.clone())));
    }
    layers
}

/// Takes a conjunction apart, dropping what is true.
pub(crate) fn conjuncts(terms: &Terms, condition: TermId, into: &mut Vec<TermId>) {
    let mut stack = vec![condition];
    while let Some(term) = stack.pop() {
        let node = terms.node(term);
        match node.op() {
            Op::And if node.sort() == Sort::Bool => stack.extend(node.args().iter().rev()),
            Op::Const(value) if value != 0 => {}
            _ => into.push(term),
        }
    }
}
