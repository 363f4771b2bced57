//! Layer: which references are the same, by trying.
//!
//! What is said of references is that some are the same, or null, in combinations. One reference after the other is
//! decided: it is null, or an object of its own, or one that was decided before. A constraint that has become
//! false excludes that at once, and says which decisions are to blame: others are not tried anew. What is left
//! when all are decided is about numbers alone, and for the layers below. Models found so have few references
//! that are the same, and few objects. A search that takes long is given up: circuits are better at it.

use super::layer::{Chain, Context, Layer, Verdict};
use super::partial::Partial;
use super::support::Supports;
use crate::budget::Budget;
use crate::model::Model;
use crate::solver::conjuncts;
use crate::sort::Sort;
use crate::substitute::Substitution;
use crate::terms::{Symbol, TermId, Terms};
use std::collections::BTreeSet;
use std::sync::Arc;

/// References that are looked at together at most: a set of them is one word.
const MOST_REFERENCES: usize = 64;

/// Decisions that are tried, and questions on numbers that are asked, before the search is given up.
const MOST_TRIED: u32 = 600;
const MOST_ASKED: u32 = 6;

/// Decides conjunctions about references.
#[derive(Default)]
pub(crate) struct Sameness {
    partial: Partial,
}

impl Layer for Sameness {
    fn name(&self) -> &'static str {
        "sameness"
    }

    fn check(&mut self, cx: &mut Context<'_>, query: &[TermId], mut rest: Chain<'_>) -> Verdict {
        let references = references(cx.terms, cx.supports, query);
        if references.is_empty() {
            return rest.check(cx, query);
        }
        let mut below = Below { cx, rest: rest.again() };
        match search(&mut self.partial, &mut below, query, references) {
            Searched::Found(model) => Verdict::Sat(Arc::new(model)),
            Searched::Excluded(core) => Verdict::Unsat(core),
            Searched::GaveUp => rest.check(cx, query),
        }
    }
}

/// The references that a conjunction is about, in the order of their declaration.
pub(super) fn references(terms: &Terms, supports: &mut Supports, query: &[TermId]) -> Vec<Symbol> {
    let mut symbols = supports.union(terms, query.iter().copied());
    symbols.retain(|symbol| terms.symbol_sort(*symbol) == Sort::Ref);
    symbols
}

/// The number that no other reference has by right.
pub(super) fn own(symbol: Symbol) -> u64 {
    symbol.index() as u64 + 1
}

/// Who decides conjunctions without references.
pub(super) trait Numbers {
    fn terms(&mut self) -> &mut Terms;

    /// The terms with what they are about.
    fn supports(&mut self) -> (&Terms, &mut Supports);

    fn decide(&mut self, query: &[TermId]) -> Verdict;
}

struct Below<'a, 'c, 'r> {
    cx: &'a mut Context<'c>,
    rest: Chain<'r>,
}

impl Numbers for Below<'_, '_, '_> {
    fn terms(&mut self) -> &mut Terms {
        self.cx.terms
    }

    fn supports(&mut self) -> (&Terms, &mut Supports) {
        (self.cx.terms, self.cx.supports)
    }

    fn decide(&mut self, query: &[TermId]) -> Verdict {
        self.rest.again().check(self.cx, query)
    }
}

/// What has come of a search.
pub(super) enum Searched {
    Found(Model),
    /// There is no model, already because of these constraints.
    Excluded(Vec<TermId>),
    GaveUp,
}

/// Looks for a model of a conjunction that is about these references.
pub(super) fn search<N: Numbers>(
    partial: &mut Partial,
    numbers: &mut N,
    query: &[TermId],
    references: Vec<Symbol>,
) -> Searched {
    let terms = numbers.terms();
    // A reference may have to be one of those that are named, which no decision would try.
    let is_beyond = |term: &TermId| terms.features(*term).wide || terms.features(*term).elements;
    if references.len() > MOST_REFERENCES || query.iter().any(is_beyond) {
        return Searched::GaveUp;
    }
    partial.begin(terms);
    let mut constraints = Vec::with_capacity(query.len());
    let (terms, supports) = numbers.supports();
    for term in query {
        let about = supports.of(terms, *term).iter();
        let places = about.filter_map(|symbol| references.binary_search(symbol).ok());
        let about = places.fold(0, |set, place| set | 1 << place);
        constraints.push(Constraint { term: *term, about });
    }
    let mut search = Search {
        partial,
        numbers,
        constraints,
        references,
        blamed: BTreeSet::new(),
        tried: 0,
        asked: 0,
        model: Model::new(),
    };
    match search.place(0) {
        Step::Found => Searched::Found(search.model),
        Step::Conflict(_) => {
            Searched::Excluded(search.blamed.iter().map(|place| query[*place]).collect())
        }
        Step::GaveUp => Searched::GaveUp,
    }
}

struct Constraint {
    term: TermId,
    /// The references it is about: a set of places.
    about: u64,
}

enum Step {
    Found,
    /// The references to blame that were decided before: a set of places.
    Conflict(u64),
    GaveUp,
}

struct Search<'a, N> {
    partial: &'a mut Partial,
    numbers: &'a mut N,
    constraints: Vec<Constraint>,
    references: Vec<Symbol>,
    /// Places of constraints that have excluded something.
    blamed: BTreeSet<usize>,
    tried: u32,
    asked: u32,
    model: Model,
}

impl<N: Numbers> Search<'_, N> {
    /// Decides the references from a place on.
    fn place(&mut self, place: usize) -> Step {
        let Some(symbol) = self.references.get(place).copied() else { return self.finish() };
        let (this, before) = (1_u64 << place, (1_u64 << place) - 1);
        let mut to_blame = 0;
        for number in self.candidates(place) {
            self.tried += 1;
            if self.tried > MOST_TRIED {
                return Step::GaveUp;
            }
            let mark = self.partial.decide(symbol, number);
            match self.excluding(this) {
                Some(constraint) => {
                    self.blamed.insert(constraint);
                    to_blame |= self.constraints[constraint].about & before;
                }
                None => match self.place(place + 1) {
                    // What this reference is does not matter.
                    Step::Conflict(others) if others & this == 0 => {
                        self.partial.take_back(symbol, mark);
                        return Step::Conflict(others);
                    }
                    Step::Conflict(others) => to_blame |= others & before,
                    done => return done,
                },
            }
            self.partial.take_back(symbol, mark);
        }
        Step::Conflict(to_blame)
    }

    /// Null, an object of its own, and those that were decided before. One that is none of those which are to blame
    /// for a conflict is as good as its own: so nothing is missed when others are not tried anew.
    fn candidates(&self, place: usize) -> Vec<u64> {
        let mut found = vec![0, own(self.references[place])];
        for other in &self.references[..place] {
            let number = self.partial.number(*other).unwrap_or_default();
            if !found.contains(&number) {
                found.push(number);
            }
        }
        found
    }

    /// A constraint about a reference that has become false.
    fn excluding(&mut self, this: u64) -> Option<usize> {
        let Search { partial, numbers, constraints, .. } = self;
        let terms = numbers.terms();
        let is_false = |constraint: &Constraint| {
            constraint.about & this != 0 && partial.value(terms, constraint.term) == Some(0)
        };
        constraints.iter().position(is_false)
    }

    /// All references are decided: asks for numbers that fit.
    fn finish(&mut self) -> Step {
        let mut left: Vec<(TermId, usize)> = Vec::new();
        let mut substitution = Substitution::default();
        for symbol in &self.references {
            let number = self.partial.number(*symbol).unwrap_or_default();
            self.model.set(*symbol, number);
            let terms = self.numbers.terms();
            let (reference, number) =
                (terms.symbol_term(*symbol), terms.constant(number, Sort::Ref));
            substitution.replace(reference, number);
        }
        for (place, constraint) in self.constraints.iter().enumerate() {
            let terms = self.numbers.terms();
            if self.partial.value(terms, constraint.term) == Some(1) {
                continue;
            }
            let Ok(rest) = substitution.apply(terms, constraint.term, &Budget::default()) else {
                return Step::GaveUp;
            };
            if terms.as_const(rest) == Some(0) {
                self.blamed.insert(place);
                return Step::Conflict(constraint.about);
            }
            let mut parts = Vec::new();
            conjuncts(terms, rest, &mut parts);
            left.extend(parts.into_iter().map(|part| (part, place)));
        }
        if left.is_empty() {
            return Step::Found;
        }
        self.asked += 1;
        if self.asked > MOST_ASKED {
            return Step::GaveUp;
        }
        let query: Vec<TermId> = left.iter().map(|(part, _)| *part).collect();
        match self.numbers.decide(&query) {
            Verdict::Sat(found) => {
                let references = std::mem::replace(&mut self.model, (*found).clone());
                for symbol in &self.references {
                    self.model.set(*symbol, references.get(*symbol));
                }
                Step::Found
            }
            Verdict::Unsat(core) => {
                // All are, if the core is told in other words.
                let is_told = core.iter().all(|term| query.contains(term));
                let guilty = left.iter().filter(|(part, _)| !is_told || core.contains(part));
                let guilty: BTreeSet<usize> = guilty.map(|(_, place)| *place).collect();
                let to_blame = guilty.iter().map(|place| self.constraints[*place].about);
                let to_blame = to_blame.fold(0, |all, about| all | about);
                self.blamed.extend(guilty);
                Step::Conflict(to_blame)
            }
            Verdict::Unknown(_) => Step::GaveUp,
        }
    }
}
