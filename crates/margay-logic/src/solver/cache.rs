//! Layer: models and unsatisfiable cores of earlier queries.
//!
//! Three ways to answer again: the same conjunction was asked before; a core found before is part
//! of it; a model found before satisfies it. Answers are facts about terms, so nothing is ever
//! invalidated.

use super::layer::{Chain, Context, Layer, Verdict};
use crate::eval::Evaluator;
use crate::model::Model;
use crate::terms::TermId;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::Arc;

/// Beyond this many remembered queries the cache starts anew; a day-long search must not fill
/// the memory.
const MAX_ANSWERS: usize = 100_000;
/// Models tried on a query that was not asked before.
const MAX_MODELS: usize = 8;

/// Remembers answers.
#[derive(Default)]
pub(crate) struct Cache {
    answers: FxHashMap<Box<[TermId]>, Verdict>,
    /// Cores by their newest term: whoever contains a core contains that.
    cores: FxHashMap<TermId, Vec<Box<[TermId]>>>,
    models: VecDeque<(Arc<Model>, Evaluator)>,
}

impl Layer for Cache {
    fn name(&self) -> &'static str {
        "cache"
    }

    fn check(&mut self, cx: &mut Context<'_>, query: &[TermId], rest: Chain<'_>) -> Verdict {
        let mut key = query.to_vec();
        key.sort_unstable();
        key.dedup();
        if let Some(verdict) = self.answers.get(key.as_slice()) {
            return verdict.clone();
        }
        let known = self.known_core(&key).map(Verdict::Unsat);
        let known = known.or_else(|| self.known_model(cx, &key).map(Verdict::Sat));
        if let Some(verdict) = known {
            self.remember(key, verdict.clone());
            return verdict;
        }
        let verdict = rest.check(cx, query);
        match &verdict {
            Verdict::Sat(model) => self.remember_model(model),
            Verdict::Unsat(core) => self.remember_core(core),
            Verdict::Unknown(_) => return verdict,
        }
        self.remember(key, verdict.clone());
        verdict
    }
}

impl Cache {
    fn known_core(&self, key: &[TermId]) -> Option<Vec<TermId>> {
        let inside = |core: &[TermId]| core.iter().all(|t| key.binary_search(t).is_ok());
        key.iter()
            .filter_map(|newest| self.cores.get(newest))
            .find_map(|cores| cores.iter().find(|core| inside(core)).map(|core| core.to_vec()))
    }

    fn known_model(&mut self, cx: &Context<'_>, key: &[TermId]) -> Option<Arc<Model>> {
        let fits = |(model, memo): &mut (Arc<Model>, Evaluator)| {
            key.iter().rev().all(|t| memo.holds(cx.terms, model, *t))
        };
        let position = self.models.iter_mut().position(fits)?;
        Some(Arc::clone(&self.models[position].0))
    }

    fn remember(&mut self, key: Vec<TermId>, verdict: Verdict) {
        if self.answers.len() >= MAX_ANSWERS {
            self.answers.clear();
            self.cores.clear();
        }
        self.answers.insert(key.into_boxed_slice(), verdict);
    }

    fn remember_model(&mut self, model: &Arc<Model>) {
        let mut memo = match self.models.len() {
            MAX_MODELS => self.models.pop_back().map(|(_, memo)| memo).unwrap_or_default(),
            _ => Evaluator::new(),
        };
        memo.reset();
        self.models.push_front((Arc::clone(model), memo));
    }

    fn remember_core(&mut self, core: &[TermId]) {
        if let Some(newest) = core.iter().max() {
            self.cores.entry(*newest).or_default().push(core.into());
        }
    }
}
