//! Which calls are left open, and which ways through them are tried first.

use margay_ir::MethodId;
use margay_machine::symbolic::{Symbolic, SymbolicValue};
use margay_machine::{CallMarkKind, Core};
use margay_search::generate::calls::{Abstraction, Calls, Decided, depends_on_input};
use margay_search::generate::ways::{CallOutcome, KnownWays};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Which of the two searches is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Calls are left open.
    Open,
    /// Everything runs.
    Real,
}

/// Decides about calls of methods that may be left open.
pub(crate) struct Decider {
    root: MethodId,
    pub phase: Phase,
    table: FxHashMap<MethodId, Rc<Abstraction>>,
    /// Ways through methods that are remembered.
    known: FxHashMap<MethodId, Rc<KnownWays>>,
    /// Calls that were left open.
    pub abstracted: FxHashMap<MethodId, u64>,
    /// Ways through them that were run to their end.
    pub expansions: u64,
}

impl Decider {
    pub fn new(root: MethodId, table: FxHashMap<MethodId, Rc<Abstraction>>) -> Self {
        Decider {
            root,
            phase: Phase::Open,
            table,
            known: FxHashMap::default(),
            abstracted: FxHashMap::default(),
            expansions: 0,
        }
    }

    /// Whether a call that is left open may do what its abstraction does not tell.
    pub fn is_opaque(&self) -> bool {
        self.table.values().any(|what| what.is_opaque)
    }

    /// Whether the method under test has begun: what makes its receiver comes before.
    fn has_begun(&self, core: &Core<Symbolic>) -> bool {
        core.calls.iter().any(
            |mark| matches!(mark.kind, CallMarkKind::Begins { method, .. } if method == self.root),
        )
    }
}

impl Calls for Decider {
    fn decide(
        &mut self,
        core: &Core<Symbolic>,
        method: MethodId,
        arguments: &[SymbolicValue],
    ) -> Decided {
        let Some(what) = self.table.get(&method).filter(|_| self.has_begun(core)) else {
            return Decided::Run;
        };
        if !depends_on_input(core, method, arguments) {
            return Decided::Hidden { open: None, known: Rc::default() };
        }
        match self.phase {
            Phase::Open => {
                *self.abstracted.entry(method).or_default() += 1;
                Decided::Abstract(Rc::clone(what))
            }
            Phase::Real => Decided::Hidden {
                open: Some(Rc::clone(what)),
                known: self.known.get(&method).cloned().unwrap_or_default(),
            },
        }
    }

    fn expanded(&mut self, method: MethodId, outcome: &Rc<CallOutcome>, way: &[u32]) {
        self.expansions += 1;
        let known = self.known.entry(method).or_default();
        Rc::make_mut(known).remember(outcome, way, false);
    }

    fn fitted(&mut self, method: MethodId, outcome: &Rc<CallOutcome>, way: &[u32]) {
        let known = self.known.entry(method).or_default();
        Rc::make_mut(known).remember(outcome, way, true);
    }
}
