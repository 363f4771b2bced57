//! The path condition: what a path of the program has made true of its inputs, and the means to ask
//! what else can be.
//!
//! It owns the terms, the solver and a log, and knows nothing of values, machines or heaps: a domain
//! that computes with terms owns one (the [symbolic](super::Symbolic) one today), and a strategy asks
//! it which ways a path can go on. Everything that is made true is logged, so that
//! [`undo_to`](PathCondition::undo_to) takes it back; terms themselves stay, being the same on every
//! path.
//!
//! A path may also follow inputs (`following`), which is concolic execution: then the solver is asked
//! only where it leaves them.
//!
//! Three things are kept apart, because they cost differently. What was *assumed* is a constraint
//! for the solver. What is *noted* follows from the constraints: nobody asks the solver for it
//! again, and it is not told. A term that is *fixed* has one value left, and is computed with like a
//! constant.

mod following;

pub use following::PreferredNumbers;
use following::{Followed, Following};
use margay_logic::budget::Budget;
use margay_logic::solver::Branch;
use margay_logic::{
    Config, Model, Outcome, Reason, Solver, Sort, Stats, Symbol, Taste, TermId, Terms, eval,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::io;
use std::sync::Arc;

/// One thing to be taken back.
#[derive(Clone, Debug)]
enum Undo {
    /// A constraint: the number of constraints before it.
    Assumed(usize),
    /// A condition known to hold or not to hold.
    Fact(TermId),
    /// A term that was fixed.
    Fixed(TermId),
    /// The inputs that were followed before.
    Followed(Followed),
}

/// A point to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathMark(usize);

/// All that is true on a path at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathSnapshot {
    constraints: Vec<TermId>,
    facts: Vec<(TermId, bool)>,
    fixed: Vec<(TermId, u64)>,
}

/// What becomes of some conditions on a path.
#[derive(Clone, Debug)]
pub enum Together {
    /// All of them can hold: inputs for which they do.
    Possible(Option<Arc<Model>>),
    /// They cannot.
    Impossible,
    /// Nobody knows.
    Unknown(Reason),
}

/// A conjunction of conditions on the inputs, with what follows from it.
pub struct PathCondition {
    terms: Terms,
    solver: Solver,
    facts: FxHashMap<TermId, bool>,
    fixed: FxHashMap<TermId, u64>,
    following: Following,
    /// By term, how deep operations are nested in it; of those that somebody has asked for.
    heights: Vec<u32>,
    log: Vec<Undo>,
}

impl PathCondition {
    /// The condition of a path that has just begun: none.
    ///
    /// # Errors
    /// When the directory for the solver's log cannot be created.
    pub fn new(config: Config) -> io::Result<Self> {
        Ok(PathCondition {
            terms: Terms::new(),
            solver: Solver::new(config)?,
            facts: FxHashMap::default(),
            fixed: FxHashMap::default(),
            following: Following::default(),
            heights: Vec::new(),
            log: Vec::new(),
        })
    }

    // ---- terms ----

    /// The terms, to look at.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The terms, to make new ones; that changes nothing on the path.
    pub fn terms_mut(&mut self) -> &mut Terms {
        &mut self.terms
    }

    /// The variable of a name; where one of another sort has that name already, primes are added to
    /// it.
    pub fn variable(&mut self, name: &str, sort: Sort) -> TermId {
        let mut tried = name.to_owned();
        loop {
            if let Ok(symbol) = self.terms.declare(&tried, sort) {
                self.prefer_in_followed(symbol);
                return self.terms.symbol_term(symbol);
            }
            tried.push('\'');
        }
    }

    /// Lets models have a value that people like, where a variable, or one that was extended to the width of a
    /// cell, may be any.
    pub fn set_taste(&mut self, variable: TermId, taste: Taste) {
        if let Some(symbol) = self.terms.as_symbol(self.terms.unextended(variable)) {
            self.terms.set_taste(symbol, taste);
            self.prefer_in_followed(symbol);
        }
    }

    /// The constant with these bits, of the sort of a term.
    pub fn constant(&mut self, bits: u64, like: TermId) -> TermId {
        self.terms.constant(bits, self.terms.sort(like))
    }

    /// The condition that a term has these bits.
    pub fn equals(&mut self, term: TermId, bits: u64) -> TermId {
        let value = self.constant(bits, term);
        self.terms.eq(term, value)
    }

    /// The opposite of a condition.
    pub fn negation(&mut self, condition: TermId) -> TermId {
        self.terms.not(condition)
    }

    /// A condition that holds if all of these do.
    pub fn conjunction(&mut self, conditions: &[TermId]) -> TermId {
        self.terms.all(conditions)
    }

    /// A term with the first of each pair replaced by the second.
    pub fn substitute(&mut self, term: TermId, pairs: &[(TermId, TermId)]) -> TermId {
        self.terms.substitute(term, pairs)
    }

    /// How much more one number is than another.
    pub fn difference(&mut self, a: TermId, b: TermId) -> TermId {
        self.terms.sub(a, b)
    }

    /// A term of another store, as one of this path; see [`Terms::import`].
    pub fn import(
        &mut self,
        from: &Terms,
        term: TermId,
        done: &mut FxHashMap<TermId, TermId>,
    ) -> Option<TermId> {
        self.terms.import(from, term, done)
    }

    /// The condition `term <= most`, with signs.
    pub fn at_most(&mut self, term: TermId, most: i64) -> TermId {
        let most = self.constant(most as u64, term);
        self.terms.sle(term, most)
    }

    /// The condition `term >= least`, with signs.
    pub fn at_least(&mut self, term: TermId, least: i64) -> TermId {
        let least = self.constant(least as u64, term);
        self.terms.sle(least, term)
    }

    /// The condition `0 <= term <= most`.
    pub fn up_to(&mut self, term: TermId, most: u32) -> TermId {
        let most = self.constant(u64::from(most), term);
        self.terms.ule(term, most)
    }

    // ---- what is true ----

    /// Adds a condition to the path.
    pub fn assume(&mut self, condition: TermId) {
        self.log.push(Undo::Assumed(self.solver.assertions().len()));
        self.solver.assert(&self.terms, condition);
        self.note(condition);
        self.check_followed(condition);
    }

    /// Adds conditions to the path that can hold together: `witness` says what some variables are then. It knows of
    /// no other variables; those keep what they are for inputs at hand.
    pub fn assume_together(
        &mut self,
        conditions: &[TermId],
        (witness, variables): (&Model, &[Symbol]),
    ) {
        let before = self.known_model();
        conditions.iter().for_each(|condition| self.assume(*condition));
        if let Some(before) = before {
            let mut model = Model::clone(&before);
            model.adopt(witness, variables);
            self.solver.suggest(&self.terms, &Arc::new(model));
        }
    }

    /// Remembers a condition that the path entails, so that nobody asks for it again.
    pub fn note(&mut self, condition: TermId) {
        let negation = self.negation(condition);
        for (fact, holds) in [(condition, true), (negation, false)] {
            if self.facts.insert(fact, holds).is_none() {
                self.log.push(Undo::Fact(fact));
            }
        }
    }

    /// Fixes a term that the path leaves no other value, or that is to have one from now on.
    pub fn fix(&mut self, term: TermId, bits: u64) {
        let equal = self.equals(term, bits);
        self.assume(equal);
        if self.fixed.insert(term, bits).is_none() {
            self.log.push(Undo::Fixed(term));
        }
    }

    /// The bits of a constant, or of a term that was fixed.
    #[must_use]
    pub fn fixed(&self, term: TermId) -> Option<u64> {
        self.terms.as_const(term).or_else(|| self.fixed.get(&term).copied())
    }

    /// Whether a condition holds, as far as that is plain: the solver is not asked.
    #[must_use]
    pub fn holds(&self, condition: TermId) -> Option<bool> {
        match self.terms.as_const(condition) {
            Some(bits) => Some(bits != 0),
            None => self.facts.get(&condition).copied(),
        }
    }

    /// The constraints, oldest first, conjunctions taken apart.
    #[must_use]
    pub fn constraints(&self) -> &[TermId] {
        self.solver.assertions()
    }

    // ---- what can be ----

    /// Whether the path can go on with a condition.
    pub fn feasible(&mut self, condition: TermId) -> Outcome {
        self.solver.check_with(&mut self.terms, &[condition])
    }

    /// Whether the path can go on with all of some conditions.
    pub fn together(&mut self, conditions: &[TermId]) -> Together {
        match self.solver.check_with(&mut self.terms, conditions) {
            Outcome::Sat => Together::Possible(self.solver.model().cloned()),
            Outcome::Unsat => Together::Impossible,
            Outcome::Unknown(reason) => Together::Unknown(reason),
        }
    }

    /// Inputs that take this path, if some are at hand: nothing is asked for them.
    pub fn known_model(&mut self) -> Option<Arc<Model>> {
        self.solver.known_model(&self.terms)
    }

    /// The constraints that have to do with some terms; see [`Solver::around`].
    pub fn around(&mut self, terms: &[TermId]) -> Vec<TermId> {
        self.solver.around(&self.terms, terms)
    }

    /// Whether it can be seen without any search that the path cannot go on with a condition.
    pub fn excludes(&mut self, condition: TermId) -> bool {
        self.solver.refutes_at_once(&mut self.terms, condition)
    }

    /// Whether the path can go on with a condition, and whether it can with its negation.
    pub fn branch(&mut self, condition: TermId) -> Branch {
        self.solver.branch(&mut self.terms, condition)
    }

    /// Which of some conditions hold on this path, whatever its inputs are. What the solver does not know
    /// is taken not to.
    pub fn entailed(&mut self, conditions: &[TermId]) -> Vec<bool> {
        let mut holds: Vec<bool> =
            conditions.iter().map(|condition| self.holds(*condition) != Some(false)).collect();
        loop {
            let open: Vec<usize> = (0..conditions.len())
                .filter(|at| holds[*at] && self.holds(conditions[*at]) != Some(true))
                .collect();
            let together: Vec<TermId> = open.iter().map(|at| conditions[*at]).collect();
            let all = self.conjunction(&together);
            let some_fails = self.negation(all);
            match self.feasible(some_fails) {
                Outcome::Unsat => return holds,
                Outcome::Sat => {
                    let model = self.solver.model().cloned();
                    let fails = |at: &usize| {
                        let holds = |model| eval(&self.terms, model, conditions[*at]) != 0;
                        !model.as_deref().is_some_and(holds)
                    };
                    let mut failing: Vec<usize> = open.iter().copied().filter(fails).collect();
                    if failing.is_empty() {
                        failing = open;
                    }
                    failing.into_iter().for_each(|at| holds[at] = false);
                }
                // Together they may be too much.
                Outcome::Unknown(_) => {
                    for at in open {
                        let fails = self.negation(conditions[at]);
                        holds[at] = self.feasible(fails) == Outcome::Unsat;
                    }
                    return holds;
                }
            }
        }
    }

    /// The conditions but for those that follow from the others.
    pub fn without_consequences(&mut self, conditions: &[TermId]) -> Vec<TermId> {
        let mut kept = conditions.to_vec();
        let mut at = 0;
        while at < kept.len() {
            let tried = kept.remove(at);
            let all = self.conjunction(&kept);
            let fails = self.negation(tried);
            if self.solver.check_with(&mut self.terms, &[all, fails]) != Outcome::Unsat {
                kept.insert(at, tried);
                at += 1;
            }
        }
        kept
    }

    /// The variables that the path has met: those of its conditions and of some terms.
    pub fn bound(&mut self, terms: &[TermId]) -> FxHashSet<Symbol> {
        let mut bound: FxHashSet<Symbol> = self.solver.symbols(&self.terms).into_iter().collect();
        for term in terms {
            bound.extend(self.solver.symbols_of(&self.terms, *term));
        }
        bound
    }

    /// The variables of some terms, in the order of their declaration.
    pub fn symbols_of_all(&mut self, terms: &[TermId]) -> Vec<Symbol> {
        let mut found: Vec<Symbol> = terms.iter().flat_map(|term| self.symbols_of(*term)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The variables of a term.
    pub fn symbols_of(&mut self, term: TermId) -> Vec<Symbol> {
        self.solver.symbols_of(&self.terms, term)
    }

    /// A value that a term can have on this path, other than those found so far; none if there is
    /// no other.
    ///
    /// # Errors
    /// When the solver cannot tell.
    pub fn value_besides(&mut self, term: TermId, found: &[u64]) -> Result<Option<u64>, Reason> {
        let excluded: Vec<TermId> = found
            .iter()
            .map(|bits| {
                let equal = self.equals(term, *bits);
                self.negation(equal)
            })
            .collect();
        match self.solver.check_with(&mut self.terms, &excluded) {
            Outcome::Sat => Ok(self.solver.model().map(|model| eval(&self.terms, model, term))),
            Outcome::Unsat => Ok(None),
            Outcome::Unknown(reason) => Err(reason),
        }
    }

    /// Inputs that take this path, small ones by preference; none if there are none.
    ///
    /// # Errors
    /// When the solver cannot tell.
    pub fn model(&mut self) -> Result<Option<Model>, Reason> {
        self.solver.nice_model(&mut self.terms)
    }

    /// Inputs that take this path, with as few of some references the same as can be; none if there are none.
    ///
    /// # Errors
    /// When the solver cannot tell.
    pub fn model_apart(&mut self, references: &[TermId]) -> Result<Option<Model>, Reason> {
        self.solver.apart_model(&mut self.terms, references)
    }

    /// Lets the solver give up all questions when this is spent.
    pub fn set_budget(&mut self, budget: Budget) {
        self.solver.set_budget(budget);
    }

    /// What the solver did so far, on all paths.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        self.solver.stats()
    }

    // ---- size ----

    /// How deep operations are nested in a term.
    pub fn height(&mut self, term: TermId) -> u32 {
        // The arguments of a term are older than the term.
        while self.heights.len() <= term.index() {
            let args = self.terms.node(TermId::new(self.heights.len())).args();
            let deepest = args.iter().map(|arg| self.heights[arg.index()]).max();
            self.heights.push(deepest.map_or(0, |deepest| deepest + 1));
        }
        self.heights[term.index()]
    }

    /// Fixes the inputs that a term is computed from at what they are for the inputs that are followed. Says
    /// whether any of them was not fixed before.
    pub fn fix_inputs(&mut self, term: TermId) -> bool {
        let mut has_changed = false;
        for symbol in self.solver.symbols_of(&self.terms, term) {
            let input = self.terms.symbol_term(symbol);
            let is_scalar = !self.terms.sort(input).is_array();
            if let (None, true) = (self.fixed(input), is_scalar)
                && let Some(bits) = self.bits(input)
            {
                self.fix(input, bits);
                has_changed = true;
            }
        }
        has_changed
    }

    // ---- going back ----

    /// A copy of what is true, to be compared with what going back restores.
    #[must_use]
    pub fn snapshot(&self) -> PathSnapshot {
        let mut facts: Vec<(TermId, bool)> = self.facts.iter().map(|(t, h)| (*t, *h)).collect();
        let mut fixed: Vec<(TermId, u64)> = self.fixed.iter().map(|(t, b)| (*t, *b)).collect();
        facts.sort_unstable();
        fixed.sort_unstable();
        PathSnapshot { constraints: self.constraints().to_vec(), facts, fixed }
    }

    /// A mark of the present path, for [`undo_to`](Self::undo_to).
    #[must_use]
    pub fn mark(&self) -> PathMark {
        PathMark(self.log.len())
    }

    /// Takes back what was made true since the mark.
    pub fn undo_to(&mut self, mark: PathMark) {
        while self.log.len() > mark.0 {
            match self.log.pop() {
                Some(Undo::Assumed(length)) => self.solver.truncate(length),
                Some(Undo::Fact(condition)) => {
                    self.facts.remove(&condition);
                }
                Some(Undo::Fixed(term)) => {
                    self.fixed.remove(&term);
                }
                Some(Undo::Followed(followed)) => self.restore_followed(followed),
                None => {}
            }
        }
    }
}
