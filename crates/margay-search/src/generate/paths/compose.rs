//! A call of a method that has a summary: its cases instead of its code.

use super::super::fact::Fact;
use super::super::summary::{CallSummary, SummaryCase};
use super::apply::Answered;
use super::calls::Entry;
use super::questions::{Answers, Asked, listed};
use super::{Found, Paths};
use crate::driver::Visitor;
use margay_ir::MethodId;
use margay_logic::TermId;
use margay_machine::symbolic::inputs::Inputs;
use margay_machine::symbolic::{Symbolic, SymbolicValue};
use margay_machine::{Domain, Event, Machine, Platform};
use std::rc::Rc;

/// A case with arguments in the place of parameters.
#[derive(Debug)]
pub(super) struct Composed {
    /// What has to hold.
    conditions: Vec<TermId>,
    result: Option<SymbolicValue>,
    case: Rc<SummaryCase>,
}

impl<P, I, V> Asked<'_, '_, P, I, V>
where
    P: Platform<Symbolic>,
    I: Inputs<P>,
    V: Visitor<Symbolic, P, Found>,
{
    /// The cases of a method that are possible for these arguments.
    pub(super) fn compose(&mut self, method: MethodId, summary: &CallSummary) -> Answers {
        let given = self.machine.call_arguments(method);
        let is_plain = |value: &SymbolicValue| self.machine.core.domain.plain(*value).is_some();
        if given.iter().all(is_plain) {
            return listed(vec![Answered::Enter(Entry::Open)]);
        }
        let mut answers = Vec::new();
        for case in &summary.cases {
            let domain = &mut self.machine.core.domain;
            let with = |domain: &mut Symbolic, term| summary.with(domain, &given, term);
            let conditions: Vec<TermId> =
                case.conditions.iter().map(|condition| with(domain, *condition)).collect();
            let all = domain.path.conjunction(&conditions);
            if domain.path.excludes(all) || !self.is_feasible(all) {
                continue;
            }
            let domain = &mut self.machine.core.domain;
            let result = case.result.map(|result| match result {
                SymbolicValue::Term(term) => {
                    let term = with(domain, term);
                    domain.value(term)
                }
                known => known,
            });
            let case = Rc::clone(case);
            answers.push(Answered::Compose(Rc::new(Composed { conditions, result, case })));
        }
        listed(answers)
    }
}

impl<I, V> Paths<'_, I, V> {
    /// Lets a call do what a case says.
    pub(super) fn compose_call<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        composed: &Composed,
        is_fork: bool,
    ) -> Option<Event<SymbolicValue>> {
        for condition in &composed.conditions {
            let path = &mut machine.core.domain.path;
            let is_known = path.holds(*condition) == Some(true);
            path.assume(*condition);
            if is_fork && !is_known {
                self.heap.add_fact(Fact::Holds(*condition));
            }
        }
        machine.compose_call(composed.result, &composed.case.trace)
    }
}
