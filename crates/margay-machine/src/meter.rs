//! What a path costs: counters that go back with it.
//!
//! Instructions and calls are counted where code is decoded to be metered
//! ([`Watch`](crate::code::Watch)). Objects need no counter: allocation is a stack, so what the program
//! has made is what lies behind the place where the heap ended when it began, but for what was made
//! *aside*: by class initializers, by whoever makes the inputs, and by the runtime for an exception that
//! it throws itself, which costs nothing: what a JVM does then is none of the program's. Counting begins
//! when the method that is [metered](Meter::root) is entered, and that call is free.

use crate::domain::Domain;
use crate::memory::{Memory, Ref};
use margay_ir::{MethodId, World};
use std::ops::Range;

/// Kinds of calls that are counted apart, at most.
pub const KINDS: usize = 8;

/// What was counted on a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Instructions.
    pub instructions: u64,
    /// Calls of methods that have code.
    pub calls: u64,
    /// Of these, calls of some kinds.
    pub kinds: [u64; KINDS],
    /// Calls of methods whose work the platform has done in another way: it counts nothing.
    pub shortcuts: u64,
}

/// Says of which kinds the calls of a method are: a bit for each.
pub type Kinds = Box<dyn Fn(&World, MethodId) -> u8>;

/// Counts what a path costs.
#[derive(Default)]
pub struct Meter {
    /// The method whose cost is wanted.
    pub root: Option<MethodId>,
    /// Which calls are counted apart, if any.
    pub kinds: Option<Kinds>,
    /// What was counted since it was entered.
    spent: Spent,
    /// What was counted when the runtime has begun to make an exception, as long as it does.
    paused: Option<Paused>,
    /// The end of the heap when it was entered, cells and pages; none before.
    begun: Option<(u32, u32)>,
    /// Where what is being made aside begins.
    open: u32,
    /// Cells of what was made aside.
    aside: Vec<Range<u32>>,
}

/// The runtime makes an exception, for the call of this depth.
#[derive(Clone, Copy, Debug)]
struct Paused {
    spent: Spent,
    depth: u32,
    from: u32,
}

/// A state of the meter to go back to.
#[derive(Clone, Copy, Debug)]
pub struct MeterMark {
    spent: Spent,
    paused: Option<Paused>,
    begun: Option<(u32, u32)>,
    open: u32,
    aside: usize,
}

impl Meter {
    /// Begins anew.
    pub(crate) fn reset(&mut self) {
        (self.spent, self.begun, self.paused) = (Spent::default(), None, None);
        self.aside.clear();
    }

    pub(crate) fn mark(&self) -> MeterMark {
        let Meter { spent, paused, begun, open, aside, .. } = self;
        let aside = aside.len();
        MeterMark { spent: *spent, paused: *paused, begun: *begun, open: *open, aside }
    }

    pub(crate) fn undo_to(&mut self, mark: MeterMark) {
        (self.spent, self.paused) = (mark.spent, mark.paused);
        (self.begun, self.open) = (mark.begun, mark.open);
        self.aside.truncate(mark.aside);
    }

    /// What was counted.
    #[must_use]
    pub fn spent(&self) -> Spent {
        self.paused.map_or(self.spent, |paused| paused.spent)
    }

    /// The runtime begins to make an exception for the call of this depth.
    pub(crate) fn pause(&mut self, depth: u32, near: usize) {
        let spent = self.spent;
        self.paused.get_or_insert(Paused { spent, depth, from: near as u32 });
    }

    /// Counts instructions of a call of this depth.
    #[inline]
    pub(crate) fn spend(&mut self, instructions: u32, depth: u32, near: usize) {
        self.resume(depth, near);
        self.spent.instructions += u64::from(instructions);
    }

    /// The program goes on, if a call of this depth is no part of making an exception.
    fn resume(&mut self, depth: u32, near: usize) {
        if let Some(paused) = self.paused.filter(|paused| depth <= paused.depth) {
            (self.spent, self.paused) = (paused.spent, None);
            self.aside.push(paused.from..near as u32);
        }
    }

    /// The platform does the work of a method in another way.
    pub(crate) fn take_shortcut(&mut self) {
        self.spent.shortcuts += 1;
    }

    /// A method is entered that the program has called, in a call of this depth.
    pub(crate) fn entered(&mut self, world: &World, method: MethodId, depth: u32, end: (u32, u32)) {
        self.resume(depth, end.0 as usize);
        if self.begun.is_none() {
            if self.root == Some(method) {
                self.reset();
                self.begun = Some(end);
            }
            return;
        }
        self.spent.calls += 1;
        let kinds = self.kinds.as_ref().map_or(0, |kinds| kinds(world, method));
        for (kind, count) in self.spent.kinds.iter_mut().enumerate() {
            *count += u64::from(kinds >> kind & 1);
        }
    }

    /// What is made from here on, the heap ending there, is none of the program's.
    pub fn begin_aside(&mut self, near: usize) {
        self.open = near as u32;
    }

    /// The program goes on.
    pub fn end_aside(&mut self, near: usize) {
        if self.begun.is_some() && near as u32 > self.open {
            self.aside.push(self.open..near as u32);
        }
    }

    /// The objects that the program has made since the method was entered.
    pub fn made<D: Domain>(&self, memory: &Memory<D>) -> Vec<Ref> {
        let Some(begun) = self.begun else { return Vec::new() };
        let paused = self.paused.map(|paused| paused.from..u32::MAX);
        let mut aside = self.aside.iter().chain(&paused).peekable();
        let is_own = |object: &Ref| {
            while aside.next_if(|range| range.end <= *object).is_some() {}
            aside.peek().is_none_or(|range| !range.contains(object))
        };
        memory.objects_from(begun).filter(is_own).collect()
    }
}
