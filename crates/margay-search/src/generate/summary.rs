//! Summaries of methods on numbers, and their composition (PET, section 3.2).
//!
//! The paths of such a method, searched once with anything for its parameters, are its cases: what has to hold of
//! the parameters, and what it returns. Where it is called, each case is composed with the caller's path: arguments
//! take the place of parameters, the store says whether the case is possible, and nothing runs. A method of which a
//! bound has cut paths runs: how far it may go depends on who calls it. So a summary never loses a path.

use super::fact::Fact;
use super::objects::InputHeap;
use super::paths::{Found, PathEnd};
use crate::decisions::Decisions;
use crate::driver::{Progress, Visitor};
use margay_ir::{ClassId, Type};
use margay_logic::TermId;
use margay_machine::symbolic::{Symbolic, SymbolicValue};
use margay_machine::{Core, Machine, Outcome, Platform};
use std::ops::ControlFlow;
use std::rc::Rc;

/// What a path has left in an object of the input that was not there before.
#[derive(Clone, Debug)]
pub struct Effect {
    /// What the input calls the object.
    pub object: String,
    /// Its class.
    pub class: ClassId,
    /// The cell.
    pub index: u32,
    /// What it holds now.
    pub value: SymbolicValue,
}

/// What a path has left in the objects of its input.
pub(super) fn effects(core: &Core<Symbolic>, heap: &InputHeap) -> Vec<Effect> {
    let mut found = Vec::new();
    for object in heap.objects() {
        let at = object.place(&core.domain);
        for cell in object.cells.iter().filter(|_| at != 0) {
            let value = core.memory.get(at, cell.index);
            if value != cell.value {
                let (class, index) = (core.memory.class_of(at), cell.index);
                found.push(Effect { object: object.name.clone(), class, index, value });
            }
        }
    }
    found
}

/// Cases of a method that are kept; with more, it runs.
const MOST_CASES: usize = 256;

/// What a method on numbers does.
#[derive(Debug, Default)]
pub struct CallSummary {
    /// Its parameters.
    pub parameters: Vec<(TermId, Type)>,
    /// Its cases: one of them holds, whatever the parameters are.
    pub cases: Vec<Rc<SummaryCase>>,
}

/// One path of a method.
#[derive(Clone, Debug)]
pub struct SummaryCase {
    /// What has to hold of the parameters, in the order in which the method asks.
    pub conditions: Vec<TermId>,
    /// What it returns.
    pub result: Option<SymbolicValue>,
    /// The blocks it takes.
    pub trace: Vec<u32>,
}

/// Collects the cases of a method.
#[derive(Default)]
pub struct SummaryCollector {
    /// The cases so far.
    pub cases: Vec<Rc<SummaryCase>>,
    /// Whether the method does something that a summary has no word for, or more than a bound lets it do.
    pub is_beyond: bool,
}

impl<P: Platform<Symbolic>> Visitor<Symbolic, P, Found> for SummaryCollector {
    fn found(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        _: &Decisions,
        found: Found,
    ) -> ControlFlow<()> {
        match found {
            Found::Path(end) => self.path(machine, *end),
            Found::Lost(_) => self.is_beyond = true,
            Found::Fork(_) => {}
        }
        match self.is_beyond || self.cases.len() > MOST_CASES {
            true => {
                self.is_beyond = true;
                ControlFlow::Break(())
            }
            false => ControlFlow::Continue(()),
        }
    }

    fn pause(&mut self, _: &mut Machine<Symbolic, P>, _: Progress<'_, ()>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl SummaryCollector {
    fn path<P: Platform<Symbolic>>(&mut self, machine: &Machine<Symbolic, P>, end: PathEnd) {
        let result = match end.outcome {
            Outcome::Returned(result) => result,
            _ => {
                self.is_beyond = true;
                return;
            }
        };
        let mut conditions = Vec::with_capacity(end.condition.len());
        for fact in &end.condition {
            match fact {
                Fact::Holds(condition) => conditions.push(*condition),
                _ => self.is_beyond = true,
            }
        }
        let trace = machine.core.trace.clone();
        self.cases.push(Rc::new(SummaryCase { conditions, result, trace }));
    }
}

impl CallSummary {
    /// A condition or result of a case with arguments in the place of parameters.
    pub(super) fn with(
        &self,
        domain: &mut Symbolic,
        given: &[SymbolicValue],
        term: TermId,
    ) -> TermId {
        let map: Vec<(TermId, TermId)> = self
            .parameters
            .iter()
            .zip(given)
            .map(|((parameter, ty), value)| (*parameter, domain.term(*ty, *value)))
            .collect();
        domain.path.substitute(term, &map)
    }
}
