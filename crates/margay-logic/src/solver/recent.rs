//! The models found last, each with its own memo of evaluated terms.
//!
//! A branch condition is true or false in the model at hand, so one of the two questions about it
//! is answered by evaluation alone; after going back to a choice point an older model often fits.

use crate::eval::Evaluator;
use crate::model::Model;
use crate::terms::{TermId, Terms};
use std::sync::Arc;

/// More models answer few more questions and cost an evaluation each.
const CAPACITY: usize = 6;

struct Entry {
    model: Arc<Model>,
    memo: Evaluator,
}

/// A short list of models, newest first.
#[derive(Default)]
pub(crate) struct Recent {
    entries: Vec<Entry>,
}

impl Recent {
    /// The first model that satisfies all conjuncts; it becomes the newest.
    pub(crate) fn satisfying(&mut self, terms: &Terms, query: &[TermId]) -> Option<Arc<Model>> {
        // The last conjunct is the new one, and the most likely to fail.
        let fits = |entry: &mut Entry| {
            query.iter().rev().all(|t| entry.memo.holds(terms, &entry.model, *t))
        };
        let position = self.entries.iter_mut().position(fits)?;
        self.entries[..=position].rotate_right(1);
        Some(Arc::clone(&self.entries[0].model))
    }

    /// Whether the newest model satisfies a term; false when there is none.
    pub(crate) fn newest_holds(&mut self, terms: &Terms, term: TermId) -> bool {
        self.entries.first_mut().is_some_and(|e| e.memo.holds(terms, &e.model, term))
    }

    /// The newest model.
    pub(crate) fn newest(&self) -> Option<&Arc<Model>> {
        self.entries.first().map(|e| &e.model)
    }

    /// Takes in a model if it satisfies all conjuncts, which is what the result says.
    pub(crate) fn admit(&mut self, terms: &Terms, model: &Arc<Model>, query: &[TermId]) -> bool {
        if self.newest().is_some_and(|newest| Arc::ptr_eq(newest, model)) {
            return query.iter().all(|t| self.newest_holds(terms, *t));
        }
        let mut memo = match self.entries.len() {
            CAPACITY => self.entries.pop().map(|e| e.memo).unwrap_or_default(),
            _ => Evaluator::new(),
        };
        memo.reset();
        let good = query.iter().all(|t| memo.holds(terms, model, *t));
        if good {
            self.entries.insert(0, Entry { model: Arc::clone(model), memo });
        }
        good
    }
}
