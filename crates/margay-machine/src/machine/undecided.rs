//! Operations on values that are not decided: what can be computed is computed, what must be known
//! is asked for. The operation then runs again and finds the answer.

use super::calls::Stop;
use super::rounds::Rounds;
use super::slow::{is_null, narrow};
use super::{Machine, Pending};
use crate::code::op::{IndexCheck, Op, Pc, Reg};
use crate::code::{Leaving, Point};
use crate::core::{Core, Frame};
use crate::domain::Domain;
use crate::memory::Ref;
use crate::outcome::{Event, Outcome, Want};
use crate::platform::{Fault, Platform};
use margay_ir::{ClassId, ClassKind, Storage, Type};

/// An array longer than this is not read or written at an undecided index, but at each of its
/// indices in turn.
const FEW: u32 = 256;

/// The same for reading a table, all of whose elements are known: the classes of all characters are in one.
const TABLE: u32 = 1 << 14;

/// Most different elements that are told apart where the index is undecided.
const MANY: usize = 16;

/// Rounds of a loop without a choice before it is taken to be endless.
const QUIET: u32 = 1 << 16;

/// Rounds with a choice of a loop in code that the program has not called: initializers of classes, and calls that make its
/// input.
const AROUND: u32 = 16;

/// Rounds with a choice of a loop that counts to a known number.
const KNOWN: u32 = 1 << 10;

/// Calls among which another one of the same function is looked for: cycles of recursion are shorter,
/// and the stack may be very deep.
const NEAR: usize = 1 << 10;

/// Different elements of an array, and the places of all but the last.
type Alike<D> = (Vec<<D as Domain>::Value>, Vec<Vec<i32>>);

/// What a function's own counter holds.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Activation {
    /// How many calls of the function are in progress, counting those between which there was a
    /// choice.
    active: u32,
    /// How many choices there were when the last one began.
    forks: u32,
}

impl Activation {
    fn bits(self) -> u64 {
        u64::from(self.active) << 32 | u64::from(self.forks)
    }

    fn from_bits(bits: u64) -> Self {
        Activation { active: (bits >> 32) as u32, forks: bits as u32 }
    }
}

impl<D: Domain, P: Platform<D>> Machine<D, P> {
    /// Stops until something is decided; then the operation at `core.pc` runs again.
    pub(super) fn want(&mut self, want: Want<D::Value>) -> Stop<D> {
        self.pending = Some(match want {
            Want::Instance(object, _) | Want::Override(object, _) => Pending::Answered { object },
            _ => Pending::Again,
        });
        Some(Event::Wanted(want))
    }

    /// Stops at a question of the domain; then the operation at `core.pc` runs again.
    pub(super) fn ask(&mut self, alternatives: usize) -> Stop<D> {
        self.pending = Some(Pending::Again);
        Some(Event::Choice(u32::try_from(alternatives).expect("a switch has fewer cases")))
    }

    pub(super) fn ask_object(&mut self, reg: Reg) -> Stop<D> {
        let value = self.register(reg);
        self.want(Want::Object(value))
    }

    /// A jump on null, with a reference of which that is not decided.
    pub(super) fn ask_null(&mut self, reg: Reg) -> Stop<D> {
        let value = self.register(reg);
        self.want(Want::Nullness(value))
    }

    /// A jump on two references of which it is not decided whether they are the same.
    pub(super) fn ask_same(&mut self, a: Reg, b: Reg) -> Stop<D> {
        let (mut left, mut right) = (self.register(a), self.register(b));
        if self.core.domain.is_wider(&self.core.world, left, right) {
            (left, right) = (right, left);
        }
        // One of them is not decided; whether it is null may be enough.
        for (value, other) in [(left, right), (right, left)] {
            if self.core.domain.bits(value).is_none() {
                let want = match self.core.domain.is_null(value) {
                    None if self.core.domain.is_null(other).is_some() => Want::Nullness(value),
                    _ => Want::Object(value),
                };
                return self.want(want);
            }
        }
        None
    }

    pub(super) fn table_switch(&mut self, value: Reg, table: u32) -> Stop<D> {
        let table = &self.core.code.table_switches[table as usize];
        let keys = (table.low..).zip(table.targets.iter().copied());
        let cases: Vec<(i32, Pc)> = keys.filter(|(_, to)| *to != table.default).collect();
        let default = table.default;
        self.switch(value, &cases, default)
    }

    pub(super) fn lookup_switch(&mut self, value: Reg, table: u32) -> Stop<D> {
        let table = &self.core.code.lookup_switches[table as usize];
        let cases: Vec<(i32, Pc)> =
            table.cases.iter().copied().filter(|(_, to)| *to != table.default).collect();
        let default = table.default;
        self.switch(value, &cases, default)
    }

    /// Keys that lead to the same place are one alternative.
    fn switch(&mut self, value: Reg, cases: &[(i32, Pc)], default: Pc) -> Stop<D> {
        let mut targets: Vec<Pc> = Vec::new();
        let mut groups: Vec<Vec<i32>> = Vec::new();
        for (key, target) in cases {
            match targets.iter().position(|to| to == target) {
                Some(at) => groups[at].push(*key),
                None => {
                    targets.push(*target);
                    groups.push(vec![*key]);
                }
            }
        }
        let value = self.register(value);
        match self.core.domain.group_of(value, &groups) {
            Some(group) => {
                self.core.pc = targets.get(group).copied().unwrap_or(default);
                None
            }
            None => self.ask(groups.len() + 1),
        }
    }

    // ---- arrays ----

    pub(super) fn check_bounds(&mut self, index: Reg, length: Reg, fail: Pc) -> Stop<D> {
        let (index, length) = (self.register(index), self.register(length));
        match self.core.domain.in_bounds(index, length) {
            Some(true) => self.core.pc += 1,
            Some(false) => self.core.pc = fail,
            None => return self.ask(2),
        }
        None
    }

    /// Whether an access is within the array. If not, what follows is in place; if there is a
    /// question, the event is given.
    fn is_inside(&mut self, array: Reg, index: Reg, check: u32) -> Result<bool, Stop<D>> {
        let check = self.core.code.index_checks[check as usize];
        let reference = self.register(array);
        let array = self.reference(array);
        if is_null(&mut self.core.domain, reference, array) {
            self.core.pc = check.null;
            return Ok(false);
        }
        if let Some(cell) = self.core.memory.awaits_length(array) {
            return Err(self.await_cell(cell));
        }
        let length = self.length(array);
        self.is_below(index, length, check)
    }

    /// Whether an index is within a length. If not, what follows is in place.
    pub(super) fn is_below(
        &mut self,
        index: Reg,
        length: D::Value,
        check: IndexCheck,
    ) -> Result<bool, Stop<D>> {
        let index = self.register(index);
        match self.core.domain.in_bounds(index, length) {
            Some(true) => Ok(true),
            Some(false) => {
                self.set_register(check.length, length);
                self.core.pc = check.bounds;
                Ok(false)
            }
            None => Err(self.ask(2)),
        }
    }

    fn length(&self, array: Ref) -> D::Value {
        let memory = &self.core.memory;
        memory.sized(array).unwrap_or_else(|| D::constant(u64::from(memory.len(array))))
    }

    pub(super) fn check_index(&mut self, array: Reg, index: Reg, check: u32) -> Stop<D> {
        match self.is_inside(array, index, check) {
            Ok(true) => self.core.pc += 1,
            Ok(false) => {}
            Err(stop) => return stop,
        }
        None
    }

    pub(super) fn load_checked(&mut self, dst: Reg, array: Reg, index: Reg, check: u32) -> Stop<D> {
        match self.is_inside(array, index, check) {
            Ok(true) => self.load_somewhere(dst, self.reference(array), index),
            Ok(false) => None,
            Err(stop) => stop,
        }
    }

    pub(super) fn store_checked(
        &mut self,
        array: Reg,
        index: Reg,
        value: Reg,
        check: u32,
    ) -> Stop<D> {
        match self.is_inside(array, index, check) {
            Ok(true) => self.store_somewhere(self.reference(array), index, value),
            Ok(false) => None,
            Err(stop) => stop,
        }
    }

    /// The type of the elements of an array that has at most so many, if one of several can be expressed.
    fn mergeable(&self, array: Ref, most: u32) -> Option<Type> {
        let class = self.core.memory.class_of(array);
        let ClassKind::Array { elem, .. } = self.core.world.loaded(class).kind else {
            return None;
        };
        let few = self.core.memory.room(array) <= most;
        (few && elem != Storage::Ref).then(|| elem.value_type())
    }

    /// Reads an element; the index is within bounds but may be undecided.
    pub(super) fn load_somewhere(&mut self, dst: Reg, array: Ref, index: Reg) -> Stop<D> {
        let place = self.register(index);
        if let Some(index) = self.core.domain.plain(place) {
            return self.load_at(dst, array, index as u32);
        }
        if let Some(value) = self.element_somewhere(array, place) {
            self.set_register(dst, value);
        } else if let Some((values, places)) = self.alike(array) {
            match self.core.domain.group_of(place, &places) {
                Some(group) => {
                    let value = self.made(values[group], &[]);
                    self.set_register(dst, value);
                }
                None => return self.ask(values.len()),
            }
        } else if let Some(index) = self.core.domain.concretize(place) {
            return self.load_at(dst, array, index as u32);
        } else if let Some(value) = self.anything_in(array) {
            self.set_register(dst, value);
        } else {
            return self.want(Want::Number(place));
        }
        self.core.pc += 1;
        None
    }

    /// Any element that an array may have, where a call was skipped: such a path is more than can be anyway, and
    /// nobody wants to go through all places.
    fn anything_in(&mut self, array: Ref) -> Option<D::Value> {
        let class = self.core.memory.class_of(array);
        let ClassKind::Array { elem, .. } = self.core.world.loaded(class).kind else { return None };
        match elem {
            Storage::Ref => None,
            _ if self.core.skipped == 0 => None,
            elem => self.core.domain.approximate(elem),
        }
    }

    fn load_at(&mut self, dst: Reg, array: Ref, index: u32) -> Stop<D> {
        let value = self.core.memory.get(array, index);
        if D::is_undecided(value) {
            return self.read_open(dst, array, index);
        }
        let value = self.read(array, index, value);
        self.set_register(dst, value);
        self.core.pc += 1;
        None
    }

    fn element_somewhere(&mut self, array: Ref, place: D::Value) -> Option<D::Value> {
        let ty = self.mergeable(array, TABLE)?;
        let room = self.core.memory.room(array);
        let elements: Vec<D::Value> =
            (0..room).map(|index| self.core.memory.get(array, index)).collect();
        let is_known = |value: &D::Value| D::known(*value).is_some() && !D::is_undecided(*value);
        if room > FEW && !elements.iter().all(is_known) {
            return None;
        }
        self.core.domain.element(ty, &elements, place)
    }

    /// The different elements of an array with their places, if some are alike: then which element
    /// it is that is read is less to ask than at which place. The places of the last are all others.
    fn alike(&self, array: Ref) -> Option<Alike<D>> {
        let memory = &self.core.memory;
        let (room, mut values, mut places) = (memory.room(array), Vec::new(), Vec::new());
        for index in 0..room.min(FEW + 1) {
            let value = memory.get(array, index);
            let known = values.iter().position(|known| *known == value);
            let group = known.unwrap_or_else(|| {
                values.push(value);
                places.push(Vec::new());
                values.len() - 1
            });
            places[group].push(index as i32);
        }
        places.pop();
        let few = values.len() <= MANY && values.len() < room as usize;
        let none_open = values.iter().all(|value| !D::is_undecided(*value));
        (room <= FEW && few && none_open).then_some((values, places))
    }

    /// Writes an element; the index is within bounds but may be undecided.
    pub(super) fn store_somewhere(&mut self, array: Ref, index: Reg, value: Reg) -> Stop<D> {
        let place = self.register(index);
        let class = self.core.memory.class_of(array);
        let value = self.register(value);
        let value = narrow(&mut self.core.domain, &self.core.world, class, value);
        if let Some(index) = self.core.domain.plain(place) {
            let value = self.written(array, index as u32, value);
            self.core.memory.set(array, index as u32, value);
        } else if let Some(elements) = self.stored_somewhere(array, place, value) {
            for (at, element) in (0..).zip(elements) {
                self.core.memory.set(array, at, element);
            }
        } else if let Some(index) = self.core.domain.concretize(place) {
            let value = self.written(array, index as u32, value);
            self.core.memory.set(array, index as u32, value);
        } else {
            return self.want(Want::Number(place));
        }
        self.core.pc += 1;
        None
    }

    /// All elements after one was stored, if that can be expressed.
    fn stored_somewhere(
        &mut self,
        array: Ref,
        place: D::Value,
        value: D::Value,
    ) -> Option<Vec<D::Value>> {
        let ty = self.mergeable(array, FEW)?;
        let Core { domain, memory, .. } = &mut self.core;
        let places = 0..memory.room(array);
        places.map(|at| domain.stored(ty, at, memory.get(array, at), place, value)).collect()
    }

    /// Makes the array whose size was wanted, with room for `room` elements.
    ///
    /// # Panics
    /// If no size was wanted.
    pub fn finish_array(&mut self, room: u32, len: D::Value) -> Option<Event<D::Value>> {
        self.pending = None;
        let Op::NewArray { dst, class, .. } = self.core.code.ops[self.core.pc as usize] else {
            panic!("no size was wanted");
        };
        match self.core.memory.allocate_sized(ClassId::from_u32(class), room, len) {
            Ok(array) => {
                self.set_register(dst, D::constant(u64::from(array)));
                self.core.pc += 1;
                None
            }
            Err(_) => self.fault(&Fault::OutOfMemory),
        }
    }

    // ---- classes ----

    /// Whether a reference is null or an object of the class: one that may be of several classes is
    /// asked about, and then the event is given.
    fn is_null_or_instance(&mut self, reg: Reg, class: ClassId) -> Result<(bool, bool), Stop<D>> {
        let (reference, object) = (self.register(reg), self.located(reg)?);
        if is_null(&mut self.core.domain, reference, object) {
            return Ok((true, false));
        }
        if !self.core.domain.has_class(object) && !std::mem::take(&mut self.answered) {
            return Err(self.want(Want::Instance(object, class)));
        }
        let actual = self.core.memory.class_of(object);
        Ok((false, self.core.world.is_subclass(actual, class)))
    }

    /// A cast of a reference that is not plain.
    pub(super) fn check_cast(&mut self, reg: Reg, class: u32, fail: Pc) -> Stop<D> {
        match self.is_null_or_instance(reg, ClassId::from_u32(class)) {
            Ok((is_null, holds)) => {
                self.core.pc = if is_null || holds { self.core.pc + 1 } else { fail };
                None
            }
            Err(stop) => stop,
        }
    }

    /// A test of the class of a reference that is not plain.
    pub(super) fn instance_of(&mut self, dst: Reg, reg: Reg, class: u32) -> Stop<D> {
        match self.is_null_or_instance(reg, ClassId::from_u32(class)) {
            Ok((_, holds)) => {
                let value = self.made(D::constant(u64::from(holds)), &[]);
                self.set_register(dst, value);
                self.core.pc += 1;
                None
            }
            Err(stop) => stop,
        }
    }

    /// A reference that is not plain is to be stored in an array.
    pub(super) fn check_storable(&mut self, array: Ref, value: Reg, fail: Pc) -> Stop<D> {
        let class = self.core.memory.class_of(array);
        match self.core.world.loaded(class).kind {
            ClassKind::Array { component: Some(component), .. } => {
                self.check_cast(value, component.as_u32(), fail)
            }
            _ => {
                self.core.pc += 1;
                None
            }
        }
    }

    /// Whether the program is at a switch.
    #[must_use]
    pub fn is_at_switch(&self) -> bool {
        let op = self.core.code.ops.get(self.core.pc as usize);
        matches!(op, Some(Op::TableSwitch { .. } | Op::LookupSwitch { .. }))
    }

    /// The references that the operation at hand compares, if it does.
    #[must_use]
    pub fn compared(&self) -> Option<[D::Value; 2]> {
        match *self.core.code.ops.get(self.core.pc as usize)? {
            Op::JumpSame { a, b, .. } | Op::JumpDifferent { a, b, .. } => {
                Some([self.register(a), self.register(b)])
            }
            _ => None,
        }
    }

    // ---- bounds on loops and recursion ----

    /// The alternative of the open choice that leaves a loop while the other stays in it, if that
    /// is so, and whether the loop has no round left to stay for.
    #[must_use]
    pub fn way_out(&self) -> Option<(u32, bool)> {
        let Some(Pending::Branch { yes, .. }) = self.pending else { return None };
        let Leaving { to_target, counter } = *self.core.code.leaving.get(&self.core.pc)?;
        // One of the alternatives is the operation after the jump.
        let yes_is_target = yes != self.core.pc + 1;
        let rounds = self.rounds(counter);
        let watch = self.core.code.watch?;
        let is_last =
            watch.per_entry && rounds.visits >= watch.visits && self.core.initializing == 0;
        Some((u32::from(to_target == yes_is_target), is_last))
    }

    /// The blocks that the alternatives of an open branch lead to, no and yes, where blocks are
    /// recorded.
    #[must_use]
    pub fn ways(&self) -> Option<[Option<Point>; 2]> {
        let Some(Pending::Branch { no, yes }) = self.pending else { return None };
        Some([no, yes].map(|pc| self.core.code.next_point(pc)))
    }

    /// A watched method begins: it may be active only so often, counting calls between which
    /// there was a choice.
    pub(super) fn entered(&mut self, counter: Reg) -> Stop<D> {
        let forks = self.core.forks;
        let active = match self.last_activation(counter) {
            None => 1,
            Some(last) => last.active + u32::from(last.forks != forks),
        };
        self.set_register(counter, D::constant(Activation { active, forks }.bits()));
        let watch = self.core.code.watch?;
        if watch.metered && self.core.initializing == 0 {
            let function = self.core.frames.last().expect("a method has a frame").function;
            let method = self.core.code.functions[function as usize].method;
            let end = self.core.memory.end();
            let depth = self.core.depth();
            self.core.meter.entered(&self.core.world, method, depth, end);
        }
        if active > watch.visits && self.core.initializing == 0 {
            return Some(Event::Done(Outcome::Bounded));
        }
        self.core.pc += 1;
        None
    }

    /// The call of the running function that is in progress, if one is near.
    fn last_activation(&self, counter: Reg) -> Option<Activation> {
        let frames = &self.core.frames;
        let this = frames[frames.len() - 1];
        let next = |frame: &Frame| frames.get(frame.caller as usize).copied();
        let mut callers = std::iter::successors(next(&this), next).take(NEAR);
        let last = callers.find(|frame| frame.function == this.function)?;
        let at = last.base as usize + usize::from(counter);
        D::known(self.core.registers[at]).map(Activation::from_bits)
    }

    /// The header of a loop is entered. Rounds without a choice do not count: they are the same
    /// on every path and end by themselves, unless there are very many of them. Nor do those of a
    /// loop whose number of rounds is known, nor those of code that makes what the program is given.
    pub(super) fn header(&mut self, counter: Reg, inner: u16) -> Stop<D> {
        let watch = self.core.code.watch?;
        if self.stops_at_head() {
            return Some(Event::Head);
        }
        let old = self.rounds(counter);
        let new = old.next(self.core.forks, watch.per_entry);
        let most = match self.core.initializing {
            0 => watch.visits,
            _ => watch.visits.max(AROUND),
        };
        let is_over = new.visits > most;
        // What is only watched has no bounds; its steps are counted.
        let is_bounded = watch.visits < u32::MAX;
        if is_over || is_bounded && (new.quiet > QUIET || new.known > KNOWN) {
            return Some(Event::Done(Outcome::Bounded));
        }
        if new.quiet > 0 && self.is_endless(new.quiet, counter, inner) {
            return Some(Event::Done(Outcome::Endless));
        }
        self.set_register(counter, D::constant(new.bits()));
        if watch.per_entry {
            for inside in counter + 1..=counter + inner {
                self.set_register(inside, D::constant(0));
            }
        }
        self.core.pc += 1;
        None
    }

    pub(super) fn rounds(&self, counter: Reg) -> Rounds {
        Rounds::from_bits(D::known(self.register(counter)).unwrap_or_default())
    }

    /// A loop may be left here after a number of rounds: it is known if both values are.
    pub(super) fn counted(&mut self, counter: Reg, a: Reg, b: Reg) -> Stop<D> {
        let is_known = |reg| D::known(self.register(reg)).is_some();
        if is_known(a) && is_known(b) {
            let rounds = self.rounds(counter);
            let rounds = Rounds { is_counted: true, ..rounds };
            self.set_register(counter, D::constant(rounds.bits()));
        }
        self.core.pc += 1;
        None
    }
}
