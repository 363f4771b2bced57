//! What is assumed of references and of all they lead to (PET chapter 6: non-aliasing, non-sharing, acyclic).
//!
//! The heap of an assumption is that of the moment it is made: the input, for what is assumed before the
//! method runs. The part of it that exists is remembered then; what comes to light later was in it from the start
//! on, as it is when its object is made. So whenever something of the input is decided, the conditions of all
//! assumptions are made again ([`margay_logic::heap::Assumption`]) and assumed. Where it is decided which object each
//! reference is they are true or false, and an alias that makes one false is none.

use super::apply::Answered;
use super::questions::{Answers, Asked, listed};
use super::{Found, Paths};
use crate::driver::{Reply, Visitor};
use margay_logic::TermId;
use margay_logic::heap::{Assumption, Edge, Guarded, Leaf};
use margay_machine::symbolic::inputs::Inputs;
use margay_machine::symbolic::{ReferenceState, Symbolic, SymbolicValue};
use margay_machine::{Core, Domain, Machine, Outcome, Platform, Ref};
use std::rc::Rc;

/// Numbers of cells that hold what an object was made of begin here.
const CONTENTS: u32 = 1 << 31;

/// Something that is assumed of arguments, by their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssumedArguments {
    /// What.
    pub assumption: Assumption,
    /// Of which.
    pub of: Vec<usize>,
}

/// Something that is assumed on a path.
#[derive(Clone, Debug)]
pub(super) struct Assumed {
    assumption: Assumption,
    of: Vec<SymbolicValue>,
    /// What objects held that existed then.
    held: Rc<[Held]>,
    /// How many cells those of the input had.
    cells: Rc<[usize]>,
}

/// What an object holds in a cell.
#[derive(Clone, Copy, Debug)]
struct Held {
    object: Ref,
    cell: u32,
    value: SymbolicValue,
}

impl Assumed {
    /// What is assumed before anything exists.
    pub fn of_input(assumption: Assumption, of: Vec<SymbolicValue>) -> Self {
        Assumed { assumption, of, held: Rc::new([]), cells: Rc::new([]) }
    }

    /// Tells the domain, so that the program goes on.
    pub fn tell(&self, domain: &mut Symbolic) {
        if let (Some(first), Some(last)) = (self.of.first(), self.of.last()) {
            domain.set_assumed(self.assumption, [*first, *last]);
        }
    }
}

impl<P, I, V> Asked<'_, '_, P, I, V>
where
    P: Platform<Symbolic>,
    I: Inputs<P>,
    V: Visitor<Symbolic, P, Found>,
{
    /// What the program assumes: the path goes on if that can be.
    pub(super) fn assume_of(&mut self, assumption: Assumption, of: [SymbolicValue; 2]) -> Answers {
        let of = of[..assumption.count()].to_vec();
        let objects = self.paths.heap.objects().iter();
        let cells = objects.map(|object| object.cells.len()).collect();
        let held = self.paths.held_now(self.machine, &of);
        let assumed = Assumed { assumption, of, held: held.into(), cells };
        let conditions = self.paths.conditions(self.machine, &assumed);
        if self.can_all_hold(&conditions) {
            listed(vec![Answered::Suppose(Rc::new(assumed))])
        } else {
            Reply::End(Outcome::Rejected)
        }
    }

    /// Leaves out objects that a reference cannot be, because of something that is assumed.
    pub(super) fn keep_assumed(&mut self, answers: &mut Vec<Answered>) {
        if self.paths.assumed.is_empty() {
            return;
        }
        let mut possible = Vec::new();
        for answer in std::mem::take(answers) {
            if let Answered::Is(input, object) = answer {
                let mark = self.machine.core.domain.mark();
                self.machine.core.domain.decide(input, ReferenceState::Is(object));
                let conditions = self.paths.all_conditions(self.machine);
                let is_possible = self.can_all_hold(&conditions);
                self.machine.core.domain.undo_to(mark);
                if !is_possible {
                    continue;
                }
            }
            possible.push(answer);
        }
        *answers = possible;
    }

    fn can_all_hold(&mut self, conditions: &[TermId]) -> bool {
        let path = &mut self.machine.core.domain.path;
        let all = path.conjunction(conditions);
        match path.holds(all) {
            Some(holds) => holds,
            None => self.is_feasible(all),
        }
    }
}

impl<I, V> Paths<'_, I, V> {
    /// Whether an answer says something that an assumption may be about.
    pub(super) fn has_to_keep(&self, answer: &Answered) -> bool {
        !self.assumed.is_empty()
            && matches!(
                answer,
                Answered::Is(..)
                    | Answered::New(..)
                    | Answered::Kind(..)
                    | Answered::Alias(..)
                    | Answered::Stand(_)
                    | Answered::Pin(..)
                    | Answered::Classes(..)
                    | Answered::Suppose(_)
            )
    }

    /// Lets what is assumed hold of what is known of the input by now. Says whether it can.
    pub(super) fn keep_to_assumptions<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
    ) -> bool
    where
        I: Inputs<P>,
    {
        for condition in self.all_conditions(machine) {
            let path = &mut machine.core.domain.path;
            match path.holds(condition) {
                Some(true) => {}
                Some(false) => return false,
                None => path.assume(condition),
            }
        }
        true
    }

    fn all_conditions<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
    ) -> Vec<TermId>
    where
        I: Inputs<P>,
    {
        let all = self.assumed.clone();
        all.iter().flat_map(|assumed| self.conditions(machine, assumed)).collect()
    }

    /// The conditions of an assumption.
    fn conditions<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        assumed: &Assumed,
    ) -> Vec<TermId>
    where
        I: Inputs<P>,
    {
        let held = self.held_of(machine, assumed);
        let mut edges = Vec::with_capacity(held.len());
        for Held { object, cell, value } in held {
            let from = self.node(machine, SymbolicValue::Known(u64::from(object)));
            if let (Some(from), Some(to)) = (from, self.node(machine, value)) {
                edges.push(Edge { from, cell, to });
            }
        }
        let of: Vec<Guarded> =
            assumed.of.iter().filter_map(|value| self.node(machine, *value)).collect();
        let Symbolic { open, path, .. } = &mut machine.core.domain;
        let references = open.as_ref().map_or(&self.decided, |open| &open.references);
        references.conditions(path, assumed.assumption, &of, &edges)
    }

    /// What objects hold in the heap of an assumption, as far as that is known by now.
    fn held_of<P: Platform<Symbolic>>(
        &self,
        machine: &Machine<Symbolic, P>,
        assumed: &Assumed,
    ) -> Vec<Held> {
        let mut found = assumed.held.to_vec();
        for (place, object) in self.heap.objects().iter().enumerate() {
            let at = object.place(&machine.core.domain);
            let known = assumed.cells.get(place).copied();
            let cells = object.cells.iter().skip(known.unwrap_or_default());
            let cells = cells.filter(|cell| cell.reference).map(|cell| (cell.index, cell.value));
            let contents = object.contents.iter().flatten().filter(|_| known.is_none());
            let contents = (CONTENTS..).zip(contents.copied());
            let both = cells.chain(contents).filter(|_| at != 0);
            found.extend(both.map(|(cell, value)| Held { object: at, cell, value }));
        }
        found
    }

    /// What all objects hold now that belong to the input or that references lead to.
    fn held_now<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        of: &[SymbolicValue],
    ) -> Vec<Held>
    where
        I: Inputs<P>,
    {
        let Core { domain, memory, world, .. } = &mut machine.core;
        domain.fill_everything(memory, world);
        let objects = self.heap.objects().iter();
        let mut open: Vec<Ref> = objects.map(|object| object.place(&machine.core.domain)).collect();
        for value in of {
            open.extend(self.objects_in(machine, *value));
        }
        let mut found: Vec<Held> = Vec::new();
        let mut next = 0;
        while let Some(object) = open.get(next).copied() {
            next += 1;
            if object == 0 || !self.inputs.counts(machine, object) {
                continue;
            }
            for (cell, value) in self.inputs.held(machine, object) {
                found.push(Held { object, cell, value });
                for inside in self.objects_in(machine, value) {
                    if !open.contains(&inside) {
                        open.push(inside);
                    }
                }
            }
        }
        found
    }

    /// The objects that exist and that a reference may be.
    fn objects_in<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        value: SymbolicValue,
    ) -> Vec<Ref>
    where
        I: Inputs<P>,
    {
        let Some(node) = self.node(machine, value) else { return Vec::new() };
        let open = machine.core.domain.open.as_ref();
        let references = open.map_or(&self.decided, |open| &open.references);
        let rules = references.rules(node).iter();
        rules
            .filter_map(|rule| match rule.leaf {
                Leaf::Null => None,
                Leaf::Object(object) => Some(object),
                Leaf::Input(variable) => references.object_of(variable),
            })
            .collect()
    }

    /// A reference as one of those that conditions are about; none if nobody has looked at it, or if it
    /// does not count which object it is.
    fn node<P: Platform<Symbolic>>(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        value: SymbolicValue,
    ) -> Option<Guarded>
    where
        I: Inputs<P>,
    {
        if let Some(object) = machine.core.domain.plain(value)
            && (object == 0 || !self.inputs.counts(machine, object as Ref))
        {
            return None;
        }
        if machine.core.domain.open.is_some() {
            return machine.core.domain.node(value);
        }
        let object = machine.core.domain.plain(value)? as Ref;
        Some(self.decided.leaf(machine.core.domain.path.terms_mut(), Leaf::Object(object)))
    }
}
