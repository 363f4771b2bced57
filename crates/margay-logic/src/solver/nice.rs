//! Models people like to read.
//!
//! A model found on the way is whatever the layers came upon. Before it is shown, a few questions
//! move the variables into a readable range, as many of them together as the constraints allow;
//! then each goes to the best value of that range, by evaluation alone. Variables are treated in
//! the order of their declaration. Constraints without common variables are treated apart, and
//! what was found for them is remembered: most of them are those of the path before.

use super::parts::Parts;
use super::readable::better;
use super::taste::{MAGNITUDES, candidates, distance, fixed, near, rank, within};
use super::{Outcome, Reason, Solver};
use crate::eval::{Evaluator, eval};
use crate::model::{ArrayValue, Model};
use crate::sort::Sort;
use crate::terms::{Symbol, TermId, Terms};
use rustc_hash::FxHashMap;

/// The work budget of a wish where floats, products or quotients occur, whose circuits can be hard
/// to decide: that no small numbers do is often the hardest of all questions about them.
const WISH: u32 = 2000;

/// What is remembered of models that were shown.
#[derive(Default)]
pub(super) struct Nice {
    parts: Parts,
    pub(super) memo: Evaluator,
    known: FxHashMap<Box<[TermId]>, NiceValues>,
}

/// The values for a part of the constraints.
struct NiceValues {
    scalars: Vec<(Symbol, u64)>,
    arrays: Vec<(Symbol, ArrayValue)>,
}

impl NiceValues {
    fn of(model: &Model, symbols: &[Symbol]) -> NiceValues {
        let array = |s: &Symbol| Some((*s, model.array(*s)?.clone()));
        let scalar = |s: &Symbol| Some((*s, model.decided(*s)?));
        NiceValues {
            scalars: symbols.iter().filter_map(scalar).collect(),
            arrays: symbols.iter().filter_map(array).collect(),
        }
    }
}

impl Solver {
    /// A model of the constraints with readable values: near zero, printable characters, floats
    /// that are small integers or halves.
    ///
    /// # Errors
    /// When it is unknown whether the constraints have a model.
    pub fn nice_model(&mut self, terms: &mut Terms) -> Result<Option<Model>, Reason> {
        let conditions = self.assertions.clone();
        self.nice_of(terms, &conditions)
    }

    /// A model of the constraints that is another one as far as that holds: of constraints without common variables those
    /// for which it does keep its values, and the others get readable ones.
    ///
    /// # Errors
    /// When it is unknown whether the constraints have a model.
    pub fn model_near(
        &mut self,
        terms: &mut Terms,
        other: &Model,
    ) -> Result<Option<Model>, Reason> {
        let mut model = other.clone();
        let assertions = self.assertions.clone();
        let mut answer = Ok(true);
        for part in self.nice.parts.of(terms, &mut self.supports, &assertions) {
            if holds(terms, &mut self.nice.memo, other, &part) {
                continue;
            }
            self.assertions = part;
            answer = self.polished(terms).map(|found| {
                let symbols = self.supports.union(terms, self.assertions.iter().copied());
                found.is_some_and(|found| {
                    model.adopt(&found, &symbols);
                    true
                })
            });
            if answer != Ok(true) {
                break;
            }
        }
        self.assertions = assertions;
        Ok(answer?.then_some(model))
    }

    /// A model of the constraints with values that are readable where evaluation alone finds such.
    fn polished(&mut self, terms: &mut Terms) -> Result<Option<Model>, Reason> {
        let Some(model) = self.some_model(terms)? else { return Ok(None) };
        self.polish_all(terms, model, &[]).map(Some)
    }

    /// A model of some conditions with readable values.
    pub(super) fn nice_of(
        &mut self,
        terms: &mut Terms,
        conditions: &[TermId],
    ) -> Result<Option<Model>, Reason> {
        let mut model = Model::new();
        let assertions = std::mem::take(&mut self.assertions);
        let mut answer = Ok(true);
        for part in self.nice.parts.of(terms, &mut self.supports, conditions) {
            answer = self.nice_part(terms, part, &mut model);
            if answer != Ok(true) {
                break;
            }
        }
        self.assertions = assertions;
        Ok(answer?.then_some(model))
    }

    /// Adds to a model the values of a part of the constraints; false if it has no solution.
    fn nice_part(
        &mut self,
        terms: &mut Terms,
        part: Vec<TermId>,
        model: &mut Model,
    ) -> Result<bool, Reason> {
        if let Some(values) = self.nice.known.get(&part[..]) {
            values.scalars.iter().for_each(|(symbol, value)| model.set(*symbol, *value));
            values.arrays.iter().for_each(|(symbol, a)| model.set_array(*symbol, a.clone()));
            return Ok(true);
        }
        self.assertions = part;
        let Some(found) = self.nice_whole(terms)? else {
            return Ok(false);
        };
        let symbols = self.supports.union(terms, self.assertions.iter().copied());
        model.adopt(&found, &symbols);
        let key = std::mem::take(&mut self.assertions).into_boxed_slice();
        self.nice.known.insert(key, NiceValues::of(&found, &symbols));
        Ok(true)
    }

    /// A model of constraints that hang together.
    fn nice_whole(&mut self, terms: &mut Terms) -> Result<Option<Model>, Reason> {
        let Some(mut model) = self.some_model(terms)? else {
            return Ok(None);
        };
        let symbols = self.scalars(terms);
        let wishes = self.wishes(terms, &mut model, &symbols);
        self.polish_all(terms, model, &wishes).map(Some)
    }

    /// Tries better values of all variables by evaluation alone; the wishes hold for the model too.
    fn polish_all(
        &mut self,
        terms: &Terms,
        mut model: Model,
        wishes: &[(Symbol, TermId)],
    ) -> Result<Model, Reason> {
        let mut memo = std::mem::take(&mut self.nice.memo);
        for symbol in self.scalars(terms) {
            let mut relevant = self.mentioning(terms, symbol);
            relevant.extend(wishes.iter().filter(|(of, _)| *of == symbol).map(|(_, wish)| wish));
            polish(terms, &mut memo, &mut model, &relevant, symbol);
        }
        self.drop_entries(terms, &mut memo, &mut model);
        let right = holds(terms, &mut memo, &model, &self.assertions);
        self.nice.memo = memo;
        if right { Ok(model) } else { Err(Reason::WrongModel) }
    }

    /// The model in which the first of `symbols` is as near to zero as can be, then the second,
    /// and so on.
    ///
    /// # Errors
    /// When a query in between is unknown.
    pub fn minimal_model(
        &mut self,
        terms: &mut Terms,
        symbols: &[Symbol],
    ) -> Result<Option<Model>, Reason> {
        let Some(mut model) = self.some_model(terms)? else {
            return Ok(None);
        };
        let mut settled: Vec<TermId> = Vec::new();
        for symbol in symbols {
            match terms.symbol_sort(*symbol) {
                Sort::Bv(_) | Sort::Float(_) => {
                    self.least_magnitude(terms, &mut model, &settled, *symbol)?
                }
                _ => self.least_number(terms, &mut model, &settled, *symbol)?,
            }
            settled.push(fixed(terms, *symbol, model.get(*symbol)));
        }
        Ok(Some(model))
    }

    /// Bisection on the distance from zero.
    fn least_magnitude(
        &mut self,
        terms: &mut Terms,
        model: &mut Model,
        settled: &[TermId],
        symbol: Symbol,
    ) -> Result<(), Reason> {
        let (mut low, mut high) = (0, distance(terms, symbol, model.get(symbol)));
        while low < high {
            let middle = low + (high - low) / 2;
            let bound = near(terms, symbol, middle);
            match self.check_and(terms, settled, bound) {
                Outcome::Sat => {
                    *model = self.current();
                    high = distance(terms, symbol, model.get(symbol));
                }
                Outcome::Unsat => low = middle + 1,
                Outcome::Unknown(reason) => return Err(reason),
            }
        }
        Ok(())
    }

    /// Truth values and references have no order to bisect: the lowest few are tried in turn.
    fn least_number(
        &mut self,
        terms: &mut Terms,
        model: &mut Model,
        settled: &[TermId],
        symbol: Symbol,
    ) -> Result<(), Reason> {
        for value in 0..model.get(symbol).min(MAGNITUDES[0]) {
            let guess = fixed(terms, symbol, value);
            match self.check_and(terms, settled, guess) {
                Outcome::Sat => {
                    *model = self.current();
                    break;
                }
                Outcome::Unsat => {}
                Outcome::Unknown(reason) => return Err(reason),
            }
        }
        Ok(())
    }

    pub(super) fn some_model(&mut self, terms: &mut Terms) -> Result<Option<Model>, Reason> {
        match self.check(terms) {
            Outcome::Sat => Ok(Some(self.current())),
            Outcome::Unsat => Ok(None),
            Outcome::Unknown(reason) => Err(reason),
        }
    }

    fn current(&self) -> Model {
        self.model().map(|m| (**m).clone()).unwrap_or_default()
    }

    fn scalars(&mut self, terms: &Terms) -> Vec<Symbol> {
        let mut symbols = self.supports.union(terms, self.assertions.iter().copied());
        symbols.retain(|s| !terms.symbol_sort(*s).is_array());
        symbols
    }

    fn mentioning(&mut self, terms: &Terms, symbol: Symbol) -> Vec<TermId> {
        let supports = &mut self.supports;
        let mentions = |t: &TermId| supports.of(terms, *t).binary_search(&symbol).is_ok();
        self.assertions.iter().copied().filter(mentions).collect()
    }

    fn check_and(&mut self, terms: &mut Terms, settled: &[TermId], bound: TermId) -> Outcome {
        let mut extra = settled.to_vec();
        extra.push(bound);
        self.check_with(terms, &extra)
    }

    /// What can be had of the wishes about all variables; the model satisfies them.
    fn wishes(
        &mut self,
        terms: &mut Terms,
        model: &mut Model,
        symbols: &[Symbol],
    ) -> Vec<(Symbol, TermId)> {
        let budget = self.config.conflicts;
        let is_hard = |t: &TermId| terms.features(*t).floats || terms.features(*t).products;
        if self.assertions.iter().any(is_hard) {
            self.config.conflicts = Some(budget.map_or(WISH, |limit| limit.min(WISH)));
        }
        let mut wishes: Vec<TermId> = Vec::new();
        let mut granted = Vec::new();
        for symbol in symbols {
            if let Some(wish) = self.wish(terms, model, &wishes, *symbol) {
                wishes.push(wish);
                granted.push((*symbol, wish));
            }
        }
        self.config.conflicts = budget;
        granted
    }

    /// The strongest wish about a variable that is compatible with the earlier ones. What is
    /// refused, or not known to be possible, is not wished for.
    fn wish(
        &mut self,
        terms: &mut Terms,
        model: &mut Model,
        earlier: &[TermId],
        symbol: Symbol,
    ) -> Option<TermId> {
        for magnitude in MAGNITUDES {
            let wish = within(terms, symbol, magnitude);
            if eval(terms, model, wish) != 0 {
                return Some(wish);
            }
            if self.check_and(terms, earlier, wish) == Outcome::Sat {
                *model = self.current();
                return Some(wish);
            }
        }
        None
    }

    /// Array elements that need not be there are not shown.
    fn drop_entries(&mut self, terms: &Terms, memo: &mut Evaluator, model: &mut Model) {
        for symbol in self.supports.union(terms, self.assertions.iter().copied()) {
            let Some(array) = model.array(symbol).cloned() else {
                continue;
            };
            let relevant = self.mentioning(terms, symbol);
            let mut kept = array.clone();
            for index in array.entries.keys() {
                let mut fewer = kept.clone();
                fewer.entries.remove(index);
                model.set_array(symbol, fewer.clone());
                if holds(terms, memo, model, &relevant) {
                    kept = fewer;
                }
            }
            model.set_array(symbol, kept);
        }
    }
}

fn holds(terms: &Terms, memo: &mut Evaluator, model: &Model, conditions: &[TermId]) -> bool {
    memo.reset();
    conditions.iter().all(|t| memo.holds(terms, model, *t))
}

/// Tries better values by evaluation alone.
fn polish(
    terms: &Terms,
    memo: &mut Evaluator,
    model: &mut Model,
    relevant: &[TermId],
    symbol: Symbol,
) {
    let present = model.get(symbol);
    if let Sort::Float(format) = terms.symbol_sort(symbol) {
        let fits = |value: &u64| {
            model.set(symbol, *value);
            holds(terms, memo, model, relevant)
        };
        let best = better(present, format).into_iter().find(fits);
        model.set(symbol, best.unwrap_or(present));
        return;
    }
    let bits = terms.symbol_sort(symbol).bits().unwrap_or(1);
    let limit = rank(terms, symbol, present).min(128);
    for value in candidates(terms.taste(symbol), bits) {
        if rank(terms, symbol, value) >= limit {
            break;
        }
        model.set(symbol, value);
        if holds(terms, memo, model, relevant) {
            return;
        }
    }
    model.set(symbol, present);
}
