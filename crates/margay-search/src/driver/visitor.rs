//! Whom a search reports to.

use crate::decisions::Decisions;
use margay_machine::{Domain, Machine, Platform};
use std::ops::ControlFlow;

/// Sees what a search finds, `F`, and what it counts, `C`; and may end it.
pub trait Visitor<D: Domain, P: Platform<D>, F, C = ()> {
    /// Something was found, mostly at the end of a path; the machine is as the path left it.
    fn found(
        &mut self,
        machine: &mut Machine<D, P>,
        decisions: &Decisions,
        found: F,
    ) -> ControlFlow<()>;

    /// Whether it looks at what is found. If not, what is only counted is not brought before it.
    fn looks(&self) -> bool {
        true
    }

    /// Called now and then: a look at the clock.
    fn pause(&mut self, machine: &mut Machine<D, P>, progress: Progress<'_, C>) -> ControlFlow<()>;
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress<'a, C> {
    /// The share of the tree that lies before the present path.
    pub share: f64,
    /// What was counted so far.
    pub counters: &'a C,
}

/// A visitor that does not care.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl<D: Domain, P: Platform<D>, F, C> Visitor<D, P, F, C> for Nobody {
    fn found(&mut self, _: &mut Machine<D, P>, _: &Decisions, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn looks(&self) -> bool {
        false
    }

    fn pause(&mut self, _: &mut Machine<D, P>, _: Progress<'_, C>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
