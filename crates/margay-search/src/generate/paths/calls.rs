//! Calls that are about to happen: what becomes of them, and which ways through them are tried first.
//!
//! Before a hidden call runs, the path looks ahead: it goes on with this call and those after it left
//! open. Only if that leads to the end of a path that is wanted is the call entered at all: ways
//! through it are many, and a path that nothing wants any more is seen without them. [Looking ahead](super::looks) also tells
//! what has to come of the call: ways that are known to lead to that are tried first. Before longer ways through the call are
//! searched, the path looks ahead again: meanwhile less may be wanted.
//!
//! Where many ways through a call were of no use, calls inside it are treated in the same way: the path looks ahead, with the inner call left open,
//! through the rest of the outer one and what comes after it. How an inner call is entered is a decision too, but none of the way through the
//! outer one: that is what the code has decided, whoever has searched for it.

use super::super::calls::{Abstraction, Calls, Decided, references};
use super::super::fact::Fact;
use super::super::ways::{self, CallOutcome, KnownWays};
use super::apply::Answered;
use super::compose::Walk;
use super::looks::{Look, Looking, about_inputs};
use super::questions::{Answers, Asked, listed};
use super::{Fork, Found, Guidance, Paths};
use crate::decisions::Decisions;
use crate::driver::{Trailed, Visitor};
use margay_ir::{ClassId, MethodId, Storage};
use margay_machine::symbolic::inputs::Inputs;
use margay_machine::symbolic::{ReferenceState, Symbolic, SymbolicValue};
use margay_machine::{CallEnd, CallMarkKind, Domain, Event, Machine, Outcome, Platform, Ref};
use std::cell::RefCell;
use std::rc::Rc;

/// Decisions that a hidden call may take, the fewest first: short ways through a call leave most to what comes
/// after it, and a loop may have no end.
const MOST: [u32; 5] = [12, 24, 48, 96, u32::MAX];

/// Ways through a call that are tried before calls inside it are left open: most calls have a way that fits among the first, and to
/// look ahead at every call inside would take longer.
const MANY_WAYS: u32 = 256;

/// How a call is entered.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    /// Its ways are ways of the method under test.
    Open,
    /// Its ways are not told apart.
    Hidden,
    /// The same, after a look ahead, along a way that is known.
    Along(Along),
    /// The same, by ways of so many decisions: a place in [`MOST`].
    Within(Within),
}

/// How a call is entered by ways of so many decisions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Within {
    /// The look ahead before.
    pub(super) look: u32,
    /// The first one of the same call.
    call: u32,
    /// A place in [`MOST`].
    bound: u32,
}

/// How a call is entered along a way that is known.
#[derive(Clone, Debug)]
pub(super) struct Along {
    /// The look ahead before.
    look: u32,
    /// The outcome that it has led to.
    outcome: u32,
    way: Rc<[u32]>,
}

/// The calls of a path, beside what the machine [notes](margay_machine::Core::calls) of them.
#[derive(Default)]
pub(super) struct CallState {
    /// What is to be said beside each note of the machine.
    notes: Vec<Note>,
    /// Hidden calls that were entered in search of a way, or along one.
    levels: Vec<Level>,
    /// Decisions how to enter a call inside a hidden one, by their place in the path.
    entries: Vec<u32>,
    pub(super) now: Now,
    /// How far calls were composed.
    walks: Vec<Rc<Walk>>,
    /// The cases that calls were composed of.
    schedule: Vec<(MethodId, u32)>,
    /// Looks ahead that the path is, as they have become.
    lookings: Vec<Looking>,
    /// What came of looking ahead.
    pub(super) looks: Vec<Look>,
}

/// What is to be said beside a note of the machine.
#[derive(Clone, Default)]
struct Note {
    /// How many decisions were made before.
    decisions: u32,
    /// What came of a hidden call that has ended.
    outcome: Option<Rc<CallOutcome>>,
}

/// A hidden call that was entered.
struct Level {
    entry: Entry,
    /// How many decisions there were before.
    start: u32,
    /// How many calls were hidden before.
    hidden: u32,
    /// The one that it is inside.
    around: Option<u32>,
}

/// What a path is inside.
#[derive(Clone, Copy, Default)]
pub(super) struct Now {
    /// Calls that the innermost one is inside, from the outermost that is hidden on.
    hidden: u32,
    /// The innermost of them that was entered in search of a way, or along one.
    level: Option<u32>,
    /// The look ahead that the path is, and how that stands.
    pub(super) ahead: Option<u32>,
    looking: u32,
    /// How far the call that is about to happen was composed.
    walk: Option<u32>,
}

/// A state to go back to.
#[derive(Clone, Copy)]
pub(super) struct CallMark {
    notes: usize,
    levels: usize,
    entries: usize,
    walks: usize,
    schedule: usize,
    lookings: usize,
    now: Now,
}

impl Trailed for CallState {
    type Mark = CallMark;

    fn mark(&self) -> CallMark {
        CallMark {
            notes: self.notes.len(),
            levels: self.levels.len(),
            entries: self.entries.len(),
            walks: self.walks.len(),
            schedule: self.schedule.len(),
            lookings: self.lookings.len(),
            now: self.now,
        }
    }

    fn undo_to(&mut self, mark: CallMark) {
        self.notes.truncate(mark.notes);
        self.levels.truncate(mark.levels);
        self.entries.truncate(mark.entries);
        self.walks.truncate(mark.walks);
        self.schedule.truncate(mark.schedule);
        self.lookings.truncate(mark.lookings);
        self.now = mark.now;
    }
}

impl CallState {
    /// Leaves only the answer that the way at hand has, if one is followed.
    pub fn follow(&self, decisions: &Decisions, guidance: &mut Guidance) {
        let Some(Level { entry: Entry::Along(along), start, .. }) = self.level() else { return };
        let count = guidance.allowed.len();
        if count < 2 {
            return;
        }
        let way = along.way.get(decisions.0.len() - *start as usize).map(|way| *way as usize);
        for (number, allowed) in guidance.allowed.iter_mut().enumerate() {
            *allowed &= way == Some(number);
        }
        guidance.first = way.unwrap_or_default() as u32;
    }

    /// The hidden call at hand, if it was entered in search of a way, or along one.
    fn level(&self) -> Option<&Level> {
        self.now.level.map(|level| &self.levels[level as usize])
    }

    /// Whether calls inside the hidden call at hand may be left open.
    fn nests(&self) -> bool {
        let is_hard = |level: &Level| match level.entry {
            Entry::Within(within) => self.looks[within.call as usize].tried >= MANY_WAYS,
            _ => false,
        };
        self.now.ahead.is_some() || self.level().is_some_and(is_hard)
    }

    /// The decisions of a range of the path that its code has made: all but how calls were entered.
    fn way(&self, decisions: &Decisions, range: std::ops::Range<u32>) -> Vec<u32> {
        let own = range.filter(|at| self.entries.binary_search(at).is_err());
        own.map(|at| decisions.0[at as usize]).collect()
    }

    /// How many decisions the code has made since there were so many.
    fn length(&self, decisions: &Decisions, start: u32) -> u32 {
        let entries = self.entries.iter().rev().take_while(|at| **at >= start).count();
        decisions.0.len() as u32 - start - entries as u32
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

    /// The call that is about to happen is composed as far as a node.
    pub fn walk_to(&mut self, node: u32) {
        if let Some(walk) = self.walk() {
            self.set_walk(Some(walk.at(node)));
        }
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

    /// How the look ahead stands that the path is.
    pub(super) fn looking(&self) -> Looking {
        self.lookings.get(self.now.looking as usize).cloned().unwrap_or_default()
    }

    pub(super) fn set_looking(&mut self, looking: Looking) {
        self.now.looking = self.lookings.len() as u32;
        self.lookings.push(looking);
    }

    /// The first answer from `from` on that has to be tried, as far as looking ahead is concerned; the end if
    /// there is none.
    pub fn next_open(&self, fork: &Fork, mut from: u32, end: u32) -> Result<u32, u32> {
        let look_of = |look: u32| &self.looks[look as usize];
        if fork.ahead.is_some_and(|look| look_of(look).is_over(fork.possible)) {
            return Err(end);
        }
        while let Some(answer) = fork.answers.get(from as usize) {
            let is_open = match answer {
                Answered::Ahead(within, throws) => {
                    if self.is_enough(*within) {
                        return Err(end);
                    }
                    let look = look_of(within.look);
                    !look.is_over(look.outcomes(*throws))
                }
                Answered::Enter(Entry::Along(along)) => {
                    let look = look_of(along.look);
                    look.is_useful(along.outcome) || look.begun < look.ways
                }
                Answered::Enter(Entry::Within(within)) => {
                    if self.is_enough(*within) || !look_of(within.look).may_enter() {
                        return Err(end);
                    }
                    true
                }
                _ => true,
            };
            if is_open {
                return Ok(from);
            }
            from += 1;
        }
        Ok(from)
    }

    /// Whether the bound before this one was enough for all ways there are.
    fn is_enough(&self, Within { call, bound, .. }: Within) -> bool {
        let [entered, exceeded] = self.looks[call as usize].within;
        entered >= bound && exceeded < bound
    }

    /// Whether the hidden call at hand, or one around it, has taken all the decisions it may.
    pub fn is_too_long(&mut self, decisions: &Decisions) -> bool {
        let mut next = self.now.level;
        let mut is_over = false;
        while let Some(Level { entry, start, around, .. }) =
            next.map(|at| &self.levels[at as usize])
        {
            next = *around;
            let Entry::Within(Within { call, bound, .. }) = *entry else { continue };
            if self.length(decisions, *start) >= MOST[bound as usize] {
                let [_, exceeded] = &mut self.looks[call as usize].within;
                *exceeded = (*exceeded).max(bound + 1);
                is_over = true;
            }
        }
        is_over
    }

    /// Whether the call was entered before by this way.
    fn was_tried(&self, Within { call, bound, .. }: Within, way: &[u32]) -> bool {
        let shorter = bound.checked_sub(1).map(|before| MOST[before as usize] as usize);
        let look = &self.looks[call as usize];
        let known = look.known.outcomes.iter().enumerate();
        let mut known = known.filter(|(number, _)| look.is_useful(*number as u32));
        shorter.is_some_and(|most| way.len() <= most)
            || known.any(|(_, known)| known.ways.iter().any(|known| **known == *way))
    }

    fn note<P: Platform<Symbolic>>(
        &mut self,
        machine: &Machine<Symbolic, P>,
        decisions: &Decisions,
    ) {
        let note = Note { decisions: decisions.0.len() as u32, outcome: None };
        self.notes.resize(machine.core.calls.len(), note);
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
        let is_inside = self.paths.calls.now.hidden > 0;
        if is_inside && !self.paths.calls.nests() {
            return listed(vec![Answered::Enter(Entry::Hidden)]);
        }
        let arguments = self.machine.call_arguments(method);
        let decided = decider.borrow_mut().decide(&self.machine.core, method, &arguments);
        if let Decided::Compose(summary, how) = decided {
            return self.compose(method, summary, how);
        }
        listed(match decided {
            Decided::Run if is_inside => vec![Answered::Enter(Entry::Hidden)],
            Decided::Run | Decided::Compose(..) => vec![Answered::Enter(Entry::Open)],
            Decided::Hidden { open: Some(what), .. } if self.paths.calls.ahead().is_some() => {
                outcomes(&what).map(|throws| Answered::Skip(what.clone(), throws)).collect()
            }
            Decided::Hidden { open: None, .. } => vec![Answered::Enter(Entry::Hidden)],
            Decided::Hidden { open: Some(what), known } => self.ways_through(&what, &known),
            Decided::Abstract(what) => {
                outcomes(&what).map(|throws| Answered::Skip(what.clone(), throws)).collect()
            }
        })
    }

    /// The ways through a call: after a look ahead those that are known, then by and by longer ones.
    fn ways_through(&mut self, what: &Rc<Abstraction>, known: &Rc<KnownWays>) -> Vec<Answered> {
        let looks = &mut self.paths.calls.looks;
        let call = looks.len() as u32;
        let mut answers = Vec::new();
        for bound in 0..MOST.len() as u32 {
            let within = Within { look: call + bound, call, bound };
            let ahead = |throws| Answered::Ahead(within, throws);
            let before = answers.len();
            answers.extend(outcomes(what).map(ahead));
            let ways = (answers.len() - before) as u32;
            if bound > 0 {
                looks.push(Look::new(what, ways, Rc::default()));
            } else {
                looks.push(Look::new(what, ways, Rc::clone(known)));
                let along = known.in_turn().map(|(outcome, way)| {
                    Entry::Along(Along { look: call, outcome, way: Rc::clone(way) })
                });
                answers.extend(along.map(Answered::Enter));
            }
            answers.push(Answered::Enter(Entry::Within(within)));
        }
        answers
    }
}

/// The bits of a variable that a cell of the storage holds.
fn held_by(storage: Storage) -> u64 {
    match storage {
        Storage::Bool => 1,
        Storage::I8 => 0xff,
        Storage::I16 | Storage::U16 => 0xffff,
        Storage::I32 | Storage::F32 | Storage::Ref => 0xffff_ffff,
        Storage::I64 | Storage::F64 => u64::MAX,
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
        let hidden = calls.now.hidden;
        calls.now.hidden += u32::from(!matches!(entry, Entry::Open));
        let look = match entry {
            Entry::Open | Entry::Hidden => return,
            Entry::Along(along) => along.look,
            Entry::Within(within) => {
                calls.looks[within.call as usize].within[0] = within.bound + 1;
                within.look
            }
        };
        let start = decisions.0.len() as u32;
        if hidden > 0 {
            calls.entries.push(start - 1);
        }
        let around = calls.now.level.replace(calls.levels.len() as u32);
        calls.levels.push(Level { entry: entry.clone(), start, hidden, around });
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
        if self.calls.is_looked_for() {
            self.calls.look_at(&machine.core, (what, throws), &references, result);
        }
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

    /// A call has ended that was let happen. Tells whether the way through it is a new one: if not it was taken
    /// before, and all that can come after it.
    pub(super) fn end_call<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        decisions: &Decisions,
        end: CallEnd<SymbolicValue>,
    ) -> bool
    where
        I: Inputs<P>,
    {
        self.calls.note(machine, decisions);
        let CallState { now, levels, .. } = &mut self.calls;
        now.hidden = now.hidden.saturating_sub(1);
        let is_it = |level: &u32| levels[*level as usize].hidden == now.hidden;
        let Some(level) = now.level.filter(is_it) else { return true };
        now.level = levels[level as usize].around;
        if now.ahead.is_some() {
            // Something inside was left open: this is no way through it.
            return true;
        }
        let Level { entry, start, .. } = &self.calls.levels[level as usize];
        let way = self.calls.way(decisions, *start..decisions.0.len() as u32);
        let look = match entry {
            Entry::Open | Entry::Hidden => return true,
            Entry::Along(along) => along.look,
            Entry::Within(within) => {
                let within = *within;
                if self.calls.was_tried(within, &way) {
                    return false;
                }
                self.calls.looks[within.call as usize].tried += 1;
                within.look
            }
        };
        let what = Rc::clone(&self.calls.looks[look as usize].what);
        let outcome = Rc::new(self.outcome(machine, &what, end));
        if let Some(note) = self.calls.notes.last_mut() {
            note.outcome = Some(Rc::clone(&outcome));
        }
        if let Some(decider) = self.decider() {
            decider.borrow_mut().expanded(machine.called(), &outcome, &way);
        }
        true
    }

    /// What the caller sees of a call that has ended.
    fn outcome<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        what: &Abstraction,
        end: CallEnd<SymbolicValue>,
    ) -> CallOutcome
    where
        I: Inputs<P>,
    {
        let (threw, result) = match end {
            CallEnd::Returned(result) => (None, result),
            CallEnd::Threw(exception) => (Some(machine.core.memory.class_of(exception)), None),
        };
        let method = machine.called();
        let arguments = machine.call_arguments(method);
        let references = references(&machine.core.world, method, &arguments);
        let seen = ways::seen(&machine.core, what, &references, result);
        let mut values = Vec::new();
        for (value, storage) in seen {
            let bits = machine.core.domain.plain(value).map(|bits| bits & held_by(storage));
            // Another object stands for one that was made, the next time.
            values.push(bits.filter(|bits| {
                let object = *bits as Ref;
                storage != Storage::Ref
                    || object == 0
                    || self.inputs.constant_name(machine, object).is_some()
            }));
        }
        CallOutcome { threw, values }
    }

    /// A path that looks ahead has ended.
    pub(super) fn end_ahead<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
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
            let new = &self.heap.facts()[self.calls.facts_before()..];
            let facts = about_inputs(&machine.core, new);
            self.calls.saw_end(&mut machine.core, &facts);
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
            let [begin, end] = [begin, end].map(|at| &self.calls.notes[at]);
            let way = self.calls.way(decisions, begin.decisions..end.decisions);
            if let Some(outcome) = &end.outcome {
                decider.borrow_mut().fitted(method, outcome, &way);
            }
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
