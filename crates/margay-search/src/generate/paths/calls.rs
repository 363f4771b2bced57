//! Calls that are about to happen: what becomes of them, and which ways through them are tried first.
//!
//! Before a hidden call runs, the path looks ahead: it goes on with this call and those after it left
//! open. Only if that leads to the end of a path that is wanted is the call entered at all: ways
//! through it are many, and a path that nothing wants any more is seen without them.

use super::super::calls::{Abstraction, Calls, Decided, references};
use super::apply::Answered;
use super::questions::{Answers, Asked, listed};
use super::{Fork, Found, Guidance, Paths};
use crate::decisions::Decisions;
use crate::driver::{Trailed, Visitor};
use margay_ir::{ClassId, MethodId};
use margay_machine::symbolic::inputs::Inputs;
use margay_machine::symbolic::{Symbolic, SymbolicValue};
use margay_machine::{CallMarkKind, Event, Machine, Outcome, Platform};
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::rc::Rc;

/// Decisions that a hidden call may take, the fewest first: short ways through a call leave most to what comes
/// after it, and a loop may have no end.
const MOST: [u32; 5] = [12, 24, 48, 96, u32::MAX];

/// How a call is entered.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    /// Its ways are ways of the method under test.
    Open,
    /// Its ways are not told apart.
    Hidden,
    /// The same, along a way that is known.
    Along(Rc<[u32]>),
    /// The same, of the call of this number, by ways of so many decisions: a place in [`MOST`].
    Within(u32, u32),
}

/// The calls of a path, beside what the machine [notes](margay_machine::Core::calls) of them.
#[derive(Default)]
pub(super) struct CallState {
    /// How many decisions were made before each note of the machine.
    decisions: Vec<u32>,
    /// Ways that are followed, with the number of decisions before each.
    scripts: Vec<(u32, Rc<[u32]>)>,
    now: Now,
    /// In how many ways a path has looked ahead for each call so far; going back does not take that back.
    looked: Vec<u32>,
    /// Those that may lead to a path that is wanted.
    promising: FxHashSet<u32>,
    /// How many of the bounds on decisions each was entered with, and how many were not enough.
    within: Vec<[u32; 2]>,
}

/// What a path is inside.
#[derive(Clone, Copy, Default)]
struct Now {
    /// Calls that the innermost one is inside, from the outermost that is hidden on.
    hidden: u32,
    /// The way that is followed there.
    script: Option<u32>,
    /// The call, the bound on its decisions, and how many there were before it.
    within: Option<(u32, u32, u32)>,
    /// The call for which the path looks ahead.
    ahead: Option<u32>,
}

/// A state to go back to.
#[derive(Clone, Copy)]
pub(super) struct CallMark {
    decisions: usize,
    scripts: usize,
    now: Now,
}

impl Trailed for CallState {
    type Mark = CallMark;

    fn mark(&self) -> CallMark {
        CallMark { decisions: self.decisions.len(), scripts: self.scripts.len(), now: self.now }
    }

    fn undo_to(&mut self, mark: CallMark) {
        self.decisions.truncate(mark.decisions);
        self.scripts.truncate(mark.scripts);
        self.now = mark.now;
    }
}

impl CallState {
    /// Leaves only the answer that the way at hand has, if one is followed.
    pub fn follow(&self, decisions: &Decisions, guidance: &mut Guidance) {
        let Some(script) = self.now.script else { return };
        let count = guidance.allowed.len();
        if count < 2 {
            return;
        }
        let (start, ways) = &self.scripts[script as usize];
        let way = ways.get(decisions.0.len() - *start as usize).map(|way| *way as usize);
        for (number, allowed) in guidance.allowed.iter_mut().enumerate() {
            *allowed &= way == Some(number);
        }
        guidance.first = way.unwrap_or_default() as u32;
    }

    /// The call for which the path looks ahead.
    pub fn ahead(&self) -> Option<u32> {
        self.now.ahead
    }

    /// From here on the path looks ahead.
    pub fn look_ahead(&mut self, call: u32) {
        self.looked[call as usize] += 1;
        self.now.ahead = Some(call);
    }

    /// Whether the path looks ahead: then what is not known is taken to be good.
    pub fn give_benefit(&mut self) -> bool {
        self.promising.extend(self.now.ahead);
        self.now.ahead.is_some()
    }

    /// The first answer from `from` on that has to be tried, as far as looking ahead is concerned; the end if
    /// there is none.
    pub fn next_open(&self, fork: &Fork, from: u32, end: u32) -> Result<u32, u32> {
        let is_promising = |call| self.promising.contains(&call);
        if fork.ahead.is_some_and(is_promising) {
            return Err(end);
        }
        let ahead = |answer: &Answered| match answer {
            Answered::Ahead(call, ..) => Some(*call),
            _ => None,
        };
        let Some(call) = fork.answers.first().and_then(ahead) else { return Ok(from) };
        let count = fork.answers.iter().filter_map(ahead).count() as u32;
        if let Some(Answered::Enter(Entry::Within(_, bound))) = fork.answers.get(from as usize) {
            let [entered, exceeded] = self.within[call as usize];
            // The bound before was enough for all ways there are.
            if entered >= *bound && exceeded < *bound {
                return Err(end);
            }
        }
        match is_promising(call) {
            true => Ok(from.max(count)),
            // While that is not known yet, the call may still be entered.
            false if from < count || self.looked[call as usize] < count => Ok(from),
            false => Err(end),
        }
    }

    /// Whether the hidden call at hand has taken all the decisions it may.
    pub fn is_too_long(&mut self, decisions: &Decisions) -> bool {
        let Some((call, bound, start)) = self.now.within else { return false };
        let is_over = decisions.0.len() as u32 - start >= MOST[bound as usize];
        if is_over {
            let [_, exceeded] = &mut self.within[call as usize];
            *exceeded = (*exceeded).max(bound + 1);
        }
        is_over
    }

    fn note<P: Platform<Symbolic>>(
        &mut self,
        machine: &Machine<Symbolic, P>,
        decisions: &Decisions,
    ) {
        self.decisions.resize(machine.core.calls.len(), decisions.0.len() as u32);
    }
}

impl<P, I, V> Asked<'_, '_, P, I, V>
where
    P: Platform<Symbolic>,
    I: Inputs<P>,
    V: Visitor<Symbolic, P, Found>,
{
    /// What can become of a call that is about to happen.
    pub(super) fn call(&mut self, method: MethodId) -> Answers {
        let Some(decider) = self.paths.decider() else {
            return listed(vec![Answered::Enter(Entry::Open)]);
        };
        if self.paths.calls.now.hidden > 0 {
            return listed(vec![Answered::Enter(Entry::Hidden)]);
        }
        let arguments = self.machine.call_arguments(method);
        let decided = decider.borrow_mut().decide(&self.machine.core, method, &arguments);
        if let Decided::Compose(summary) = decided {
            return self.compose(method, &summary);
        }
        listed(match decided {
            Decided::Run | Decided::Compose(_) => vec![Answered::Enter(Entry::Open)],
            Decided::Hidden { open: Some(what), .. } if self.paths.calls.ahead().is_some() => {
                outcomes(&what).map(|throws| Answered::Skip(what.clone(), throws)).collect()
            }
            Decided::Hidden { open: None, .. } => vec![Answered::Enter(Entry::Hidden)],
            Decided::Hidden { open: Some(what), ways } => {
                let call = self.paths.calls.looked.len() as u32;
                self.paths.calls.looked.push(0);
                self.paths.calls.within.push([0; 2]);
                let ahead =
                    outcomes(&what).map(|throws| Answered::Ahead(call, what.clone(), throws));
                let along = ways.into_iter().map(Entry::Along);
                let within = (0..MOST.len() as u32).map(|bound| Entry::Within(call, bound));
                ahead.chain(along.chain(within).map(Answered::Enter)).collect()
            }
            Decided::Abstract(what) => {
                outcomes(&what).map(|throws| Answered::Skip(what.clone(), throws)).collect()
            }
        })
    }
}

/// How a call that is left open may end: it returns, or throws an exception of a class.
fn outcomes(what: &Abstraction) -> impl Iterator<Item = Option<ClassId>> {
    [None].into_iter().chain(what.throws.iter().copied().map(Some))
}

impl<I, V> Paths<'_, I, V> {
    fn decider(&self) -> Option<Rc<RefCell<dyn Calls>>> {
        self.options.calls.0.clone()
    }

    /// Lets a call happen.
    pub(super) fn enter_call<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        decisions: &Decisions,
        entry: &Entry,
    ) {
        machine.enter_call(!matches!(entry, Entry::Open));
        let calls = &mut self.calls;
        calls.note(machine, decisions);
        let start = decisions.0.len() as u32;
        calls.now.hidden += u32::from(!matches!(entry, Entry::Open));
        match entry {
            Entry::Open | Entry::Hidden => {}
            Entry::Along(ways) => {
                calls.now.script = Some(calls.scripts.len() as u32);
                calls.scripts.push((start, Rc::clone(ways)));
            }
            Entry::Within(call, bound) => {
                calls.now.within = Some((*call, *bound, start));
                calls.within[*call as usize][0] = bound + 1;
            }
        }
    }

    /// Lets a call not happen.
    pub(super) fn skip_call<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        decisions: &Decisions,
        what: &Abstraction,
        throws: Option<ClassId>,
    ) -> Option<Event<SymbolicValue>>
    where
        I: Inputs<P>,
    {
        let number = machine.core.calls.len() / 2;
        let method = machine.called();
        let arguments = machine.call_arguments(method);
        let references = references(&machine.core.world, method, &arguments);
        let result = self.maker(machine).abstract_call(what, number, &references);
        let cells = throws.map(|class| (class, machine.core.world.loaded(class).cells));
        let thrown =
            cells.map(|(class, cells)| machine.core.memory.allocate_reserved(class, cells));
        let event = match thrown {
            Some(Ok(exception)) => machine.fail_call(exception),
            // Without room there is no exception, and some other path is the same.
            Some(Err(_)) | None => machine.skip_call(result),
        };
        self.calls.note(machine, decisions);
        event
    }

    /// A call has ended that was let happen. Tells whether the way through it is a new one: with fewer decisions
    /// it was taken before, and all that can come after it.
    pub(super) fn end_call<P: Platform<Symbolic>>(
        &mut self,
        machine: &Machine<Symbolic, P>,
        decisions: &Decisions,
    ) -> bool {
        self.calls.note(machine, decisions);
        let now = &mut self.calls.now;
        if now.hidden == 0 {
            return true;
        }
        now.hidden -= 1;
        if now.hidden == 0 {
            now.script = None;
            if let Some((_, bound, start)) = now.within.take() {
                let before = bound.checked_sub(1).map(|before| MOST[before as usize]);
                if before.is_some_and(|most| decisions.0.len() as u32 - start <= most) {
                    return false;
                }
            }
            let outermost = hidden_calls(machine).last().map(|call| call.method);
            if let (Some(decider), Some(method)) = (self.decider(), outermost) {
                decider.borrow_mut().expanded(method);
            }
        }
        true
    }

    /// A path that looks ahead has ended.
    pub(super) fn end_ahead<P: Platform<Symbolic>>(
        &mut self,
        machine: &Machine<Symbolic, P>,
        outcome: &Outcome<SymbolicValue>,
    ) {
        let is_good = match outcome {
            Outcome::Returned(_) | Outcome::Threw(_) => {
                self.options.guides.would_want(&machine.core)
            }
            // Where it is cut, it is cut again.
            Outcome::Rejected | Outcome::Bounded | Outcome::Endless => false,
            Outcome::Failed(_) | Outcome::Exited(_) | Outcome::Refused(_) => true,
        };
        if is_good {
            self.calls.give_benefit();
        }
    }

    /// Tells which ways through its hidden calls a path has taken that is wanted.
    pub(super) fn tell_fitted<P: Platform<Symbolic>>(
        &self,
        machine: &Machine<Symbolic, P>,
        decisions: &Decisions,
    ) {
        let Some(decider) = self.decider() else { return };
        for HiddenCall { method, begin, end } in hidden_calls(machine) {
            let [begin, end] = [begin, end].map(|at| self.calls.decisions[at] as usize);
            decider.borrow_mut().fitted(method, &decisions.0[begin..end]);
        }
    }
}

/// A hidden call of a path that no other is around, by its places among the machine's notes.
struct HiddenCall {
    method: MethodId,
    begin: usize,
    end: usize,
}

/// The hidden calls of a path that have ended, in order.
fn hidden_calls<P: Platform<Symbolic>>(machine: &Machine<Symbolic, P>) -> Vec<HiddenCall> {
    let mut found = Vec::new();
    let mut outermost: Option<(MethodId, usize)> = None;
    let mut inside = 0;
    for (at, mark) in machine.core.calls.iter().enumerate() {
        match mark.kind {
            CallMarkKind::Begins { .. } if inside > 0 => inside += 1,
            CallMarkKind::Begins { method, hidden: true } => {
                (outermost, inside) = (Some((method, at)), 1);
            }
            CallMarkKind::Returned | CallMarkKind::Threw if inside > 0 => {
                inside -= 1;
                if let (0, Some((method, begin))) = (inside, outermost) {
                    found.push(HiddenCall { method, begin, end: at });
                }
            }
            _ => {}
        }
    }
    found
}
