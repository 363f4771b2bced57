//! Layer: compares every answer of the chain below with another solver.

use super::config::External;
use super::layer::{Chain, Context, Layer, Reason, Verdict};
use super::process::Process;
use crate::terms::TermId;

/// Asks twice. Opposite answers are reported as unknown, because one of them is wrong.
pub(crate) struct CrossCheck {
    other: Process,
}

impl CrossCheck {
    pub(crate) fn new(external: External) -> CrossCheck {
        CrossCheck { other: Process::new(external) }
    }
}

impl Layer for CrossCheck {
    fn name(&self) -> &'static str {
        "check"
    }

    fn check(&mut self, cx: &mut Context<'_>, query: &[TermId], rest: Chain<'_>) -> Verdict {
        let ours = rest.check(cx, query);
        let theirs = self.other.ask(cx, query);
        let program = self.other.program();
        match (&ours, &theirs) {
            (Verdict::Sat(_), Verdict::Unsat(_)) => {
                Verdict::Unknown(Reason::Disagreement(format!("sat here, unsat by {program}")))
            }
            (Verdict::Unsat(_), Verdict::Sat(_)) => {
                Verdict::Unknown(Reason::Disagreement(format!("unsat here, sat by {program}")))
            }
            (Verdict::Unknown(_), Verdict::Sat(_) | Verdict::Unsat(_)) => theirs,
            // No second opinion is not a second opinion: say why, unless the process just had no
            // answer either.
            (_, Verdict::Unknown(Reason::Process(why))) if why != "unknown" => {
                Verdict::Unknown(Reason::Process(why.clone()))
            }
            _ => ours,
        }
    }
}
