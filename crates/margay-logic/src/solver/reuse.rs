//! Layer: the models found last may do again.

use super::layer::{Chain, Context, Layer, Verdict};
use crate::terms::TermId;

/// Answers by evaluating under recent models.
pub(crate) struct Reuse;

impl Layer for Reuse {
    fn name(&self) -> &'static str {
        "reuse"
    }

    fn check(&mut self, cx: &mut Context<'_>, query: &[TermId], rest: Chain<'_>) -> Verdict {
        match cx.recent.satisfying(cx.terms, query) {
            Some(model) => Verdict::Sat(model),
            None => rest.check(cx, query),
        }
    }
}
