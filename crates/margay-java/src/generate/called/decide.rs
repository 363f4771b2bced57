//! Which calls are left open, and which ways through them are tried first.

use margay_ir::MethodId;
use margay_machine::symbolic::{Symbolic, SymbolicValue};
use margay_machine::{CallMarkKind, Core};
use margay_search::generate::calls::{Abstraction, Calls, Decided, depends_on_input};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Ways through a method that are remembered.
const MOST_WAYS: usize = 128;

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
    /// Ways through methods that were good, the last one first.
    known: FxHashMap<MethodId, Vec<Rc<[u32]>>>,
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
            return Decided::Hidden { open: None, ways: Vec::new() };
        }
        match self.phase {
            Phase::Open => {
                *self.abstracted.entry(method).or_default() += 1;
                Decided::Abstract(Rc::clone(what))
            }
            Phase::Real => Decided::Hidden {
                open: Some(Rc::clone(what)),
                ways: self.known.get(&method).cloned().unwrap_or_default(),
            },
        }
    }

    fn expanded(&mut self, method: MethodId) {
        self.expansions += u64::from(self.abstracted.contains_key(&method));
    }

    fn fitted(&mut self, method: MethodId, ways: &[u32]) {
        let known = self.known.entry(method).or_default();
        let ways: Rc<[u32]> = match known.iter().position(|known| **known == *ways) {
            Some(place) => known.remove(place),
            None => ways.into(),
        };
        known.insert(0, ways);
        known.truncate(MOST_WAYS);
    }
}
