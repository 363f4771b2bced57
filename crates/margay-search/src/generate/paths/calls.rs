//! Calls that are about to happen: what becomes of them, and which ways through them are tried first.
//!
//! Before a hidden call runs, the path looks ahead: it goes on with this call and those after it left
//! open. Only if that leads to the end of a path that is wanted is the call entered at all: ways
//! through it are many, and a path that nothing wants any more is seen without them. What all the paths that are
//! wanted have in common (that an argument is null, say) holds when it is entered. Before longer ways through the call are
//! tried, the path looks ahead again: meanwhile less may be wanted.

use super::super::calls::{Abstraction, Calls, Decided, references};
use super::super::fact::Fact;
use super::apply::Answered;
use super::compose::Walk;
use super::questions::{Answers, Asked, listed};
use super::{Fork, Found, Guidance, Paths};
use crate::decisions::Decisions;
use crate::driver::{Trailed, Visitor};
use margay_ir::{ClassId, MethodId};
use margay_machine::symbolic::inputs::Inputs;
use margay_machine::symbolic::{InputId, ReferenceState, Symbolic, SymbolicValue};
use margay_machine::{CallMarkKind, Event, Machine, Outcome, Platform};
use std::cell::RefCell;
use std::rc::Rc;

/// Decisions that a hidden call may take, the fewest first: short ways through a call leave most to what comes
/// after it, and a loop may have no end.
const MOST: [u32; 5] = [12, 24, 48, 96, u32::MAX];

/// Ends of paths whose conditions are compared when a path looks ahead; beyond, they have nothing in common.
const MOST_ENDS: u32 = 32;

/// How a call is entered.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    /// Its ways are ways of the method under test.
    Open,
    /// Its ways are not told apart.
    Hidden,
    /// The same, after this look ahead, along a way that is known.
    Along(u32, Rc<[u32]>),
    /// The same, by ways of so many decisions: a place in [`MOST`].
    Within(Within),
}

/// How a call is entered by ways of so many decisions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Within {
    /// The look ahead before.
    look: u32,
    /// The first one of the same call.
    call: u32,
    /// A place in [`MOST`].
    bound: u32,
}

/// What came of a look ahead. Going back does not take that back.
#[derive(Default)]
struct Look {
    /// In how many ways the path has looked.
    ways: u32,
    /// Ends of paths that are wanted.
    ends: u32,
    /// What they have in common, of references of the input.
    common: Vec<Fact>,
    /// How many of the bounds on decisions the call was entered with, and how many were not enough.
    within: [u32; 2],
}

impl Look {
    /// Whether nothing more can come of it.
    fn is_over(&self) -> bool {
        self.ends > 0 && self.common.is_empty()
    }
}

/// The calls of a path, beside what the machine [notes](margay_machine::Core::calls) of them.
#[derive(Default)]
pub(super) struct CallState {
    /// How many decisions were made before each note of the machine.
    decisions: Vec<u32>,
    /// Ways that are followed, with the number of decisions before each.
    scripts: Vec<(u32, Rc<[u32]>)>,
    now: Now,
    /// How far calls were composed.
    walks: Vec<Rc<Walk>>,
    /// The cases that calls were composed of.
    schedule: Vec<(MethodId, u32)>,
    /// What came of looking ahead.
    looks: Vec<Look>,
}

/// What a path is inside.
#[derive(Clone, Copy, Default)]
struct Now {
    /// Calls that the innermost one is inside, from the outermost that is hidden on.
    hidden: u32,
    /// The way that is followed there.
    script: Option<u32>,
    /// How the call was entered, and how many decisions there were before.
    within: Option<(Within, u32)>,
    /// The look ahead that the path is.
    ahead: Option<u32>,
    /// How many facts there were before it.
    facts: u32,
    /// How far the call that is about to happen was composed.
    walk: Option<u32>,
}

/// A state to go back to.
#[derive(Clone, Copy)]
pub(super) struct CallMark {
    decisions: usize,
    scripts: usize,
    walks: usize,
    schedule: usize,
    now: Now,
}

impl Trailed for CallState {
    type Mark = CallMark;

    fn mark(&self) -> CallMark {
        let (scripts, walks) = (self.scripts.len(), self.walks.len());
        let schedule = self.schedule.len();
        CallMark { decisions: self.decisions.len(), scripts, walks, schedule, now: self.now }
    }

    fn undo_to(&mut self, mark: CallMark) {
        self.decisions.truncate(mark.decisions);
        self.scripts.truncate(mark.scripts);
        self.walks.truncate(mark.walks);
        self.schedule.truncate(mark.schedule);
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

    /// How far the call that is about to happen was composed.
    pub fn walk(&self) -> Option<Rc<Walk>> {
        self.now.walk.map(|walk| Rc::clone(&self.walks[walk as usize]))
    }

    /// The call that is about to happen is composed so far; or it is over.
    pub fn set_walk(&mut self, walk: Option<Walk>) {
        self.now.walk = walk.map(|walk| {
            self.walks.push(Rc::new(walk));
            self.walks.len() as u32 - 1
        });
    }

    /// A call is composed of a case.
    pub fn compose(&mut self, method: MethodId, case: u32) {
        self.schedule.push((method, case));
    }

    /// The cases that the calls of the path were composed of.
    pub fn schedule(&self) -> &[(MethodId, u32)] {
        &self.schedule
    }

    /// The look ahead that the path is, if it is one.
    pub fn ahead(&self) -> Option<u32> {
        self.now.ahead
    }

    /// From here on the path looks ahead.
    pub fn look_ahead(&mut self, look: u32, facts: usize) {
        self.looks[look as usize].ways += 1;
        (self.now.ahead, self.now.facts) = (Some(look), facts as u32);
    }

    /// Whether the path looks ahead: then what is not known is taken to be good.
    pub fn give_benefit(&mut self) -> bool {
        self.saw_end(&[]);
        self.now.ahead.is_some()
    }

    /// A path that is wanted may have this condition since the look ahead.
    fn saw_end(&mut self, facts: &[Fact]) {
        let Some(look) = self.now.ahead else { return };
        let look = &mut self.looks[look as usize];
        look.ends += 1;
        match look.ends {
            1 => look.common = facts.to_vec(),
            ..=MOST_ENDS => look.common.retain(|fact| facts.contains(fact)),
            _ => look.common.clear(),
        }
    }

    /// The first answer from `from` on that has to be tried, as far as looking ahead is concerned; the end if
    /// there is none.
    pub fn next_open(&self, fork: &Fork, mut from: u32, end: u32) -> Result<u32, u32> {
        let look_of = |look: u32| &self.looks[look as usize];
        if fork.ahead.is_some_and(|look| look_of(look).is_over()) {
            return Err(end);
        }
        let after = |from: u32| &fork.answers[(from as usize).min(fork.answers.len())..];
        while let Some(Answered::Ahead(look, ..)) = after(from).first() {
            let is_entry = |answer: &&Answered| matches!(answer, Answered::Enter(_));
            if let Some(Answered::Enter(Entry::Within(within))) = after(from).iter().find(is_entry)
                && self.is_enough(*within)
            {
                return Err(end);
            }
            if !look_of(*look).is_over() {
                return Ok(from);
            }
            from += 1;
        }
        let (look, is_enough) = match after(from).first() {
            Some(Answered::Enter(Entry::Along(look, _))) => (*look, false),
            Some(Answered::Enter(Entry::Within(within))) => (within.look, self.is_enough(*within)),
            _ => return Ok(from),
        };
        let is_ahead =
            |answer: &&Answered| matches!(answer, Answered::Ahead(other, ..) if *other == look);
        let ways = fork.answers.iter().filter(is_ahead).count() as u32;
        // While it is not known what comes of looking ahead, the call may still be entered.
        let may_enter = look_of(look).ends > 0 || look_of(look).ways < ways;
        if may_enter && !is_enough { Ok(from) } else { Err(end) }
    }

    /// Whether the bound before this one was enough for all ways there are.
    fn is_enough(&self, Within { call, bound, .. }: Within) -> bool {
        let [entered, exceeded] = self.looks[call as usize].within;
        entered >= bound && exceeded < bound
    }

    /// Whether the hidden call at hand has taken all the decisions it may.
    pub fn is_too_long(&mut self, decisions: &Decisions) -> bool {
        let Some((Within { call, bound, .. }, start)) = self.now.within else { return false };
        let is_over = decisions.0.len() as u32 - start >= MOST[bound as usize];
        if is_over {
            let [_, exceeded] = &mut self.looks[call as usize].within;
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
        if let Decided::Compose(summary, how) = decided {
            return self.compose(method, summary, how);
        }
        listed(match decided {
            Decided::Run | Decided::Compose(..) => vec![Answered::Enter(Entry::Open)],
            Decided::Hidden { open: Some(what), .. } if self.paths.calls.ahead().is_some() => {
                outcomes(&what).map(|throws| Answered::Skip(what.clone(), throws)).collect()
            }
            Decided::Hidden { open: None, .. } => vec![Answered::Enter(Entry::Hidden)],
            Decided::Hidden { open: Some(what), ways } => {
                let looks = &mut self.paths.calls.looks;
                let call = looks.len() as u32;
                looks.extend(MOST.map(|_| Look::default()));
                let mut along = ways.into_iter().map(|ways| Entry::Along(call, ways));
                let mut answers = Vec::new();
                for bound in 0..MOST.len() as u32 {
                    let look = call + bound;
                    let ahead = |throws| Answered::Ahead(look, what.clone(), throws);
                    answers.extend(outcomes(&what).map(ahead));
                    answers.extend(along.by_ref().map(Answered::Enter));
                    answers.push(Answered::Enter(Entry::Within(Within { look, call, bound })));
                }
                answers
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
    pub(super) fn decider(&self) -> Option<Rc<RefCell<dyn Calls>>> {
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
            Entry::Along(_, ways) => {
                calls.now.script = Some(calls.scripts.len() as u32);
                calls.scripts.push((start, Rc::clone(ways)));
            }
            Entry::Within(within) => {
                calls.now.within = Some((*within, start));
                calls.looks[within.call as usize].within[0] = within.bound + 1;
            }
        }
        let look = match entry {
            Entry::Open | Entry::Hidden => return,
            Entry::Along(look, _) => *look,
            Entry::Within(within) => within.look,
        };
        for fact in calls.looks[look as usize].common.clone() {
            let (input, state) = match fact {
                Fact::Null(input) => (input, ReferenceState::Is(0)),
                Fact::NonNull(input) => (input, ReferenceState::NonNull),
                _ => continue,
            };
            if machine.core.domain.references.state(input) == ReferenceState::Open {
                machine.core.domain.decide(input, state);
                self.heap.add_fact(fact);
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
            if let Some((within, start)) = now.within.take() {
                let before = within.bound.checked_sub(1).map(|before| MOST[before as usize]);
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
            let references = &machine.core.domain.references;
            let is_input = |input: InputId| !references.about(input).name.contains('#');
            let new = &self.heap.facts()[self.calls.now.facts as usize..];
            let about_inputs = new.iter().filter(|fact| match fact {
                Fact::Null(input) | Fact::NonNull(input) => is_input(*input),
                _ => false,
            });
            let facts: Vec<Fact> = about_inputs.cloned().collect();
            self.calls.saw_end(&facts);
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
