//! Layer: constraints without common variables are decided apart.
//!
//! Most of a path condition has nothing to do with the branch at hand. Parts that the newest
//! model satisfies keep their values; only the others are passed on, each alone, which also makes
//! the questions below smaller and more often the same.

use super::layer::{Chain, Context, Layer, Verdict};
use super::parts::Parts;
use crate::model::Model;
use crate::terms::TermId;
use std::sync::Arc;

/// Splits a conjunction into independent parts.
#[derive(Default)]
pub(crate) struct Split {
    parts: Parts,
}

impl Layer for Split {
    fn name(&self) -> &'static str {
        "split"
    }

    fn check(&mut self, cx: &mut Context<'_>, query: &[TermId], mut rest: Chain<'_>) -> Verdict {
        let mut model: Option<Model> = None;
        let mut unknown = None;
        for part in self.parts.of(cx.terms, cx.supports, query) {
            if let Some(reason) = cx.budget.step() {
                return Verdict::Unknown(reason);
            }
            if part.iter().all(|t| cx.recent.newest_holds(cx.terms, *t)) {
                continue;
            }
            match rest.again().check(cx, &part) {
                Verdict::Sat(found) => {
                    let base = || cx.recent.newest().map(|m| (**m).clone()).unwrap_or_default();
                    let symbols = cx.supports.union(cx.terms, part.iter().copied());
                    model.get_or_insert_with(base).adopt(&found, &symbols);
                }
                Verdict::Unsat(core) => return Verdict::Unsat(core),
                Verdict::Unknown(reason) => unknown = Some(reason),
            }
        }
        match (unknown, model) {
            (Some(reason), _) => Verdict::Unknown(reason),
            (None, Some(model)) => Verdict::Sat(Arc::new(model)),
            (None, None) => Verdict::Sat(cx.recent.newest().cloned().unwrap_or_default()),
        }
    }
}
