//! Following inputs: concolic execution (DART, CUTE).
//!
//! A path that follows inputs goes wherever they lead, and nobody has to be asked which ways are
//! open: every term has the bits that the inputs give it. Only a path that leaves them, because a
//! branch is to be taken the other way, needs the solver, for inputs that go there
//! ([`turn`](PathCondition::turn)). What is followed is logged like everything else on a path, so that
//! going back to a branch brings back the inputs that were followed there.

use super::{PathCondition, Undo};
use margay_logic::{Evaluator, Model, Outcome, Reason, Sort, Symbol, Taste, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;

/// Which inputs a path follows.
#[derive(Clone, Debug, Default)]
pub(super) enum Followed {
    /// None: the solver says which ways are open.
    #[default]
    Nothing,
    /// These, for which everything holds that was assumed.
    Inputs(Arc<Model>),
    /// Some that the solver has yet to find: something was assumed that did not hold for those before, which are these.
    Sought(Arc<Model>),
}

/// The inputs that are followed, with what terms are for them.
#[derive(Default)]
pub(super) struct Following {
    pub followed: Followed,
    memo: Evaluator,
    preferred: Option<PreferredNumbers>,
    /// What was said later of variables that have no name to be known by.
    said: FxHashMap<Symbol, u64>,
}

/// The bits that somebody would like a variable to have, by its name, its sort and what people like.
pub type PreferredNumbers = Rc<dyn Fn(&str, Sort, Taste) -> Option<u64>>;

impl PathCondition {
    /// Follows these inputs from here on. What is assumed need not hold for them: then others are found
    /// that it holds for. Where anything will do, variables have the numbers that are preferred.
    pub fn follow(&mut self, inputs: Model, preferred: Option<PreferredNumbers>) {
        self.following.preferred = preferred;
        self.following.said.clear();
        let followed = match self.solver.assertions().is_empty() {
            true => Followed::Inputs(Arc::new(inputs)),
            false => Followed::Sought(Arc::new(inputs)),
        };
        self.set_followed(followed);
    }

    /// Follows any inputs that take the path so far, if the solver knows some.
    pub fn follow_any(&mut self) -> bool {
        if self.is_following() {
            return true;
        }
        let found = self.model().ok().flatten().or_else(|| {
            let known = self.solver.known_model(&self.terms);
            known.map(|known| (*known).clone())
        });
        let is_found = found.is_some();
        if let Some(inputs) = found {
            let inputs = self.with_favourites(inputs);
            self.set_followed(Followed::Inputs(Arc::new(inputs)));
        }
        is_found
    }

    /// Whether inputs are followed.
    #[must_use]
    pub fn is_following(&self) -> bool {
        !matches!(self.following.followed, Followed::Nothing)
    }

    /// The bits that a term has for the inputs that are followed. None if there are none, or if the
    /// solver cannot find them.
    pub fn bits(&mut self, term: TermId) -> Option<u64> {
        let inputs = self.followed().ok()??;
        Some(self.following.memo.eval(&self.terms, &inputs, term))
    }

    /// The inputs that are followed, if any are.
    ///
    /// # Errors
    /// When the solver cannot find those to follow.
    fn followed(&mut self) -> Result<Option<Arc<Model>>, Reason> {
        match &self.following.followed {
            Followed::Nothing => Ok(None),
            Followed::Inputs(inputs) => Ok(Some(Arc::clone(inputs))),
            Followed::Sought(before) => {
                let before = Arc::clone(before);
                let found = match self.following.preferred {
                    // What somebody would like is kept as far as can be.
                    Some(_) => self.solver.model_near(&mut self.terms, &before)?,
                    None => self.model()?,
                };
                let found = found.map(|inputs| Arc::new(self.with_favourites(inputs)));
                if let Some(inputs) = &found {
                    self.set_followed(Followed::Inputs(Arc::clone(inputs)));
                }
                Ok(found)
            }
        }
    }

    /// Takes the path another way than the inputs do: assumes the condition, and follows inputs for which
    /// it holds. Nothing is assumed if there are none, or if the solver does not know.
    pub fn turn(&mut self, condition: TermId) -> Outcome {
        let outcome = self.feasible(condition);
        if outcome == Outcome::Sat {
            self.assume(condition);
        }
        outcome
    }

    /// Inputs that take this path: those that are followed, or small ones; none if there are none.
    ///
    /// # Errors
    /// When the solver cannot tell.
    pub fn inputs(&mut self) -> Result<Option<Model>, Reason> {
        if !self.is_following() {
            return self.model();
        }
        let Some(inputs) = self.followed()? else { return Ok(None) };
        let mut inputs = (*inputs).clone();
        // What was not said is zero, and the path may count on that.
        for symbol in self.solver.symbols(&self.terms) {
            let value = inputs.get(symbol);
            if inputs.decided(symbol).is_none() && !self.terms.symbol_sort(symbol).is_array() {
                inputs.set(symbol, value);
            }
        }
        Ok(Some(inputs))
    }

    /// Inputs with what is liked best wherever any will do: a character that can be read.
    fn with_favourites(&mut self, inputs: Model) -> Model {
        let open = self.terms.symbols().filter(|symbol| inputs.decided(*symbol).is_none());
        let open = open.filter_map(|symbol| Some((symbol, self.favourite(symbol)?)));
        let open: Vec<(Symbol, u64)> = open.collect();
        let mut liked = inputs.clone();
        open.iter().for_each(|(symbol, favourite)| liked.set(*symbol, *favourite));
        let Self { terms, solver, following, .. } = self;
        following.memo.reset();
        let assumed = solver.assertions();
        let is_on_path = assumed.iter().all(|it| following.memo.holds(terms, &liked, *it));
        following.memo.reset();
        if is_on_path {
            return liked;
        }
        // What was not said is zero, and the path counts on that.
        let mut liked = inputs;
        let counted_on: FxHashSet<Symbol> = solver.symbols(terms).into_iter().collect();
        let free = open.iter().filter(|(symbol, _)| !counted_on.contains(symbol));
        free.for_each(|(symbol, favourite)| liked.set(*symbol, *favourite));
        liked
    }

    /// The bits that are liked best for a variable.
    fn favourite(&self, symbol: Symbol) -> Option<u64> {
        let preferred = self.following.preferred.as_ref().and_then(|preferred| {
            // A name that two sorts have got a prime for one of them.
            let name = self.terms.name(symbol).trim_end_matches('\'');
            preferred(name, self.terms.symbol_sort(symbol), self.terms.taste(symbol))
        });
        let preferred = preferred.or_else(|| self.following.said.get(&symbol).copied());
        preferred.or_else(|| Some(self.terms.taste(symbol).favourite()).filter(|it| *it != 0))
    }

    /// Gives a variable that has just been made the value that is liked best for it.
    pub(super) fn prefer_in_followed(&mut self, symbol: Symbol) {
        let favourite = self.favourite(symbol);
        if let Followed::Inputs(inputs) = &mut self.following.followed
            && inputs.decided(symbol).is_none()
            && let Some(favourite) = favourite
        {
            Arc::make_mut(inputs).set(symbol, favourite);
            self.following.memo.reset();
        }
    }

    /// Gives a variable a value in the inputs that are followed, if these say nothing of it yet.
    pub fn prefer(&mut self, variable: TermId, bits: u64) {
        let Some(symbol) = self.terms.as_symbol(variable) else { return };
        self.following.said.insert(symbol, bits);
        if let Followed::Inputs(inputs) = &mut self.following.followed
            && inputs.decided(symbol).is_none()
        {
            Arc::make_mut(inputs).set(symbol, bits);
            self.following.memo.reset();
        }
    }

    /// Seeks other inputs if something was assumed that does not hold for those that are followed.
    pub(super) fn check_followed(&mut self, condition: TermId) {
        if let Followed::Inputs(inputs) = &self.following.followed {
            let inputs = Arc::clone(inputs);
            if !self.following.memo.holds(&self.terms, &inputs, condition) {
                self.set_followed(Followed::Sought(inputs));
            }
        }
    }

    fn set_followed(&mut self, followed: Followed) {
        let before = std::mem::replace(&mut self.following.followed, followed);
        self.log.push(Undo::Followed(before));
        self.following.memo.reset();
    }

    /// Goes back to the inputs that were followed before.
    pub(super) fn restore_followed(&mut self, followed: Followed) {
        self.following.followed = followed;
        self.following.memo.reset();
    }
}
