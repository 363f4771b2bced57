//! Models in which few references are the same.
//!
//! Where it is open which references are the same, a model is the easier to read the fewer are. Once
//! it is decided what each reference is, constraints are about numbers alone, and small: those of a path
//! on which somebody had decided it before. So references are decided first, by the search of the layer
//! [`sameness`](super::sameness), which begins with null and with objects of their own. Where that is given up, by trials that
//! start at any model: null stays null, everything else gets a number of its own, all at once if that can be, else one by
//! one; the solver is asked about references only where such a trial fails, whether two have to be the same.
//! Numbers come last, as [nice](super::nice) as they can be.

use super::layer::Verdict;
use super::sameness::{self, Numbers, Searched};
use super::support::Supports;
use super::{Outcome, Reason, Solver, conjuncts};
use crate::budget::Budget;
use crate::model::Model;
use crate::substitute::Substitution;
use crate::terms::{Symbol, TermId, Terms};
use std::sync::Arc;

/// References with what each of them is. 0 is null; those with the same number are the same.
struct Decided {
    references: Vec<TermId>,
    symbols: Vec<Symbol>,
    numbers: Vec<u64>,
}

/// The number that no other reference has by right.
fn own(place: usize) -> u64 {
    place as u64 + 1
}

impl Decided {
    /// As in a model, but each with the number of the first one that it is the same as.
    fn as_in(terms: &Terms, references: &[TermId], model: &Model) -> Decided {
        let variables = references.iter().filter_map(|term| Some((*term, terms.as_symbol(*term)?)));
        let (references, symbols): (Vec<TermId>, Vec<Symbol>) = variables.unzip();
        let mut decided = Decided { references, symbols, numbers: Vec::new() };
        decided.take(model);
        decided
    }

    fn take(&mut self, model: &Model) {
        let values: Vec<u64> = self.symbols.iter().map(|symbol| model.get(*symbol)).collect();
        let first = |value: &u64| values.iter().position(|other| other == value).map_or(0, own);
        self.numbers =
            values.iter().map(|value| if *value == 0 { 0 } else { first(value) }).collect();
    }

    /// The places of references that are the same as one before, with the place of that.
    fn shared(&self) -> Vec<(usize, usize)> {
        let places =
            (0..self.numbers.len()).filter(|at| ![0, own(*at)].contains(&self.numbers[*at]));
        places.map(|at| (self.numbers[at] as usize - 1, at)).collect()
    }

    fn put(&self, model: &mut Model) {
        let values = self.symbols.iter().zip(&self.numbers);
        values.for_each(|(symbol, number)| model.set(*symbol, *number));
    }
}

/// The whole solver, for what is left when references are decided.
struct Whole<'a> {
    solver: &'a mut Solver,
    terms: &'a mut Terms,
}

impl Numbers for Whole<'_> {
    fn terms(&mut self) -> &mut Terms {
        self.terms
    }

    fn supports(&mut self) -> (&Terms, &mut Supports) {
        (self.terms, &mut self.solver.supports)
    }

    fn decide(&mut self, query: &[TermId]) -> Verdict {
        self.solver.assertions = query.to_vec();
        let outcome = self.solver.check(self.terms);
        self.solver.assertions.clear();
        match outcome {
            Outcome::Sat => Verdict::Sat(self.solver.model().cloned().unwrap_or_default()),
            Outcome::Unsat => Verdict::Unsat(self.solver.core().to_vec()),
            Outcome::Unknown(reason) => Verdict::Unknown(reason),
        }
    }
}

impl Solver {
    /// A model of the constraints with as few of some references the same as can be, and with readable
    /// values; none if there is none.
    ///
    /// # Errors
    /// When it is unknown whether the constraints have a model.
    pub fn apart_model(
        &mut self,
        terms: &mut Terms,
        references: &[TermId],
    ) -> Result<Option<Model>, Reason> {
        let (mut model, decided) = match self.searched(terms) {
            Some(model) => {
                let decided = Decided::as_in(terms, references, &model);
                (model, decided)
            }
            None => {
                let Some(mut model) = self.some_model(terms)? else { return Ok(None) };
                let mut decided = Decided::as_in(terms, references, &model);
                self.drop_objects(terms, &mut decided, &mut model);
                if !self.all_apart(terms, &mut decided, &mut model) {
                    self.each_apart(terms, &mut decided, &mut model);
                }
                (model, decided)
            }
        };
        let Some(conditions) = self.with_decided(terms, &decided) else {
            return Err(Reason::WrongModel);
        };
        // What is nice is worth no more than a model.
        if let Ok(Some(mut nice)) = self.nice_of(terms, &conditions) {
            decided.put(&mut nice);
            model = nice;
        }
        let (assertions, found) = (std::mem::take(&mut self.assertions), Arc::new(model));
        let is_right = self.recent.admit(terms, &found, &assertions);
        self.assertions = assertions;
        if is_right { Ok(Some((*found).clone())) } else { Err(Reason::WrongModel) }
    }

    /// A model with few objects and few that are the same, if a short search finds one.
    fn searched(&mut self, terms: &mut Terms) -> Option<Model> {
        let mut model = Model::new();
        let assertions = std::mem::take(&mut self.assertions);
        let parts = self.parts.of(terms, &mut self.supports, &assertions);
        let mut partial = std::mem::take(&mut self.partial);
        let mut is_found = true;
        for part in parts {
            let references = sameness::references(terms, &mut self.supports, &part);
            let symbols = self.supports.union(terms, part.iter().copied());
            let mut whole = Whole { solver: self, terms };
            match sameness::search(&mut partial, &mut whole, &part, references) {
                Searched::Found(found) => model.adopt(&found, &symbols),
                Searched::Excluded(_) | Searched::GaveUp => is_found = false,
            }
            if !is_found {
                break;
            }
        }
        (self.partial, self.assertions) = (partial, assertions);
        is_found.then_some(model)
    }

    /// Lets references be null that nothing keeps from it.
    fn drop_objects(&mut self, terms: &mut Terms, decided: &mut Decided, model: &mut Model) {
        decided.put(model);
        let null = terms.reference(0);
        for place in 0..decided.numbers.len() {
            let is_null = terms.eq(decided.references[place], null);
            let is_object = terms.not(is_null);
            if decided.numbers[place] == 0 || self.assertions.contains(&is_object) {
                continue;
            }
            let symbol = decided.symbols[place];
            model.set(symbol, 0);
            match self.satisfied(terms, model) {
                true => decided.numbers[place] = 0,
                false => model.set(symbol, decided.numbers[place]),
            }
        }
        // Who was the same as one that has become null has another number now.
        decided.take(model);
        decided.put(model);
    }

    /// Gives all references that are not null numbers of their own, if that can be.
    fn all_apart(&mut self, terms: &mut Terms, decided: &mut Decided, model: &mut Model) -> bool {
        if decided.shared().is_empty() {
            return true;
        }
        let before = decided.numbers.clone();
        for (_, place) in decided.shared() {
            decided.numbers[place] = own(place);
        }
        let is_possible = self.try_decided(terms, decided, model);
        if !is_possible {
            decided.numbers = before;
        }
        is_possible
    }

    /// Gives references numbers of their own, in their order, while those before keep theirs.
    fn each_apart(&mut self, terms: &mut Terms, decided: &mut Decided, model: &mut Model) {
        for place in 0..decided.numbers.len() {
            let number = decided.numbers[place];
            if [0, own(place)].contains(&number) {
                continue;
            }
            decided.numbers[place] = own(place);
            if self.try_decided(terms, decided, model) {
                continue;
            }
            decided.numbers[place] = number;
            if let Some(other) = self.model_apart(terms, decided, place) {
                decided.take(&other);
                *model = other;
                decided.put(model);
            }
        }
    }

    /// A model in which a reference is none of those before, which differ where they differ now.
    fn model_apart(&mut self, terms: &mut Terms, decided: &Decided, place: usize) -> Option<Model> {
        let number = decided.numbers[place];
        let same = decided.references[number as usize - 1];
        let apart = terms.ne(same, decided.references[place]);
        if self.check_with(terms, &[apart]) != Outcome::Sat {
            return None;
        }
        let mut wishes = vec![apart];
        let objects: Vec<usize> =
            (0..=place).filter(|at| decided.numbers[*at] == own(*at) || *at == place).collect();
        for (count, one) in objects.iter().enumerate() {
            for other in &objects[..count] {
                wishes.push(terms.ne(decided.references[*one], decided.references[*other]));
            }
        }
        match self.check_with(terms, &wishes) {
            Outcome::Sat => self.model().map(|model| (**model).clone()),
            Outcome::Unsat | Outcome::Unknown(_) => None,
        }
    }

    /// Whether references can be what they are decided to be; then the model is one of that.
    fn try_decided(&mut self, terms: &mut Terms, decided: &Decided, model: &mut Model) -> bool {
        let mut found = model.clone();
        decided.put(&mut found);
        if !self.satisfied(terms, &found) {
            let Some(conditions) = self.with_decided(terms, decided) else { return false };
            let assertions = std::mem::replace(&mut self.assertions, conditions);
            let outcome = self.check(terms);
            self.assertions = assertions;
            if outcome != Outcome::Sat {
                return false;
            }
            found = self.model().map(|model| (**model).clone()).unwrap_or_default();
            decided.put(&mut found);
        }
        *model = found;
        true
    }

    /// What the constraints say of everything else; none if they cannot hold.
    fn with_decided(&self, terms: &mut Terms, decided: &Decided) -> Option<Vec<TermId>> {
        let mut substitution = Substitution::default();
        for (reference, number) in decided.references.iter().zip(&decided.numbers) {
            let number = terms.constant(*number, terms.sort(*reference));
            substitution.replace(*reference, number);
        }
        let mut conditions = Vec::new();
        for condition in &self.assertions {
            let left = substitution.apply(terms, *condition, &Budget::default()).ok()?;
            if terms.as_const(left) == Some(0) {
                return None;
            }
            conjuncts(terms, left, &mut conditions);
        }
        Some(conditions)
    }

    fn satisfied(&mut self, terms: &Terms, model: &Model) -> bool {
        let memo = &mut self.nice.memo;
        memo.reset();
        // The newest constraint is the most likely to fail.
        self.assertions.iter().rev().all(|term| memo.holds(terms, model, *term))
    }
}
