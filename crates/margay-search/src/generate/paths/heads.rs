//! Heads of loops that are taken by induction (see [`induction`](super::super::induction)).

use super::super::induction::{
    Guesses, Induction, Named, Place, SharedInduction, Stands, held_type, range, register_storage,
    storage_of, value_at, variants,
};
use super::Found;
use super::questions::Asked;
use crate::driver::Visitor;
use margay_ir::{ClassKind, Storage, Type};
use margay_logic::{TermId, Terms};
use margay_machine::code::op::Reg;
use margay_machine::memory::{Snapshot, Spot};
use margay_machine::symbolic::inputs::Inputs;
use margay_machine::symbolic::{Symbolic, SymbolicMark, SymbolicValue};
use margay_machine::{Domain, Machine, Platform};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Deeper conditions of the program are not tried as invariants.
const DEEPEST: u32 = 12;

/// Numbers that say whether a round is the first, at most.
const MOST_FIRST: usize = 12;

/// A round that the path has begun.
pub(super) struct Round {
    /// The loop.
    number: usize,
    /// Rounds of it so far, this one included.
    rounds: u32,
    /// The states in which the loop is from now on, if it is not run round by round.
    head: Option<Rc<Head>>,
}

/// All states in which rounds of a loop begin.
struct Head {
    memory: Snapshot<SymbolicValue>,
    registers: Vec<(Reg, Type, SymbolicValue)>,
    decided: SymbolicMark,
    /// What a round may change.
    changing: Vec<Changing>,
    /// What is assumed of it, over placeholders.
    assumed: Vec<TermId>,
}

/// A place that a round may change.
#[derive(Clone, Copy)]
struct Changing {
    named: Named,
    ty: Type,
    storage: Storage,
    /// What it held when the loop was entered.
    entry: TermId,
    /// Stands for whatever it may hold when a round begins.
    any: TermId,
}

impl<P, I, V> Asked<'_, '_, P, I, V>
where
    P: Platform<Symbolic>,
    I: Inputs<P>,
    V: Visitor<Symbolic, P, Found>,
{
    /// Begins a round of a loop, unless it begins in a state that was seen: says whether it does.
    pub(super) fn begin_round(&mut self) -> bool {
        let at = self.machine.loop_at_hand();
        let shared: Option<SharedInduction> = self.paths.options.induction.clone();
        if let (Some(at), Some(shared), false) = (at, shared, self.machine.core.is_initializing()) {
            let stack: Vec<_> = self.machine.core.stack().collect();
            let induction = &mut *shared.borrow_mut();
            let number = induction.number(at.counter, &stack);
            let mut rounds = self.paths.heads.iter().rev();
            let last = match self.machine.is_first_round() {
                true => None,
                false => rounds.find(|round| round.number == number),
            };
            if let Some(head) = last.and_then(|round| round.head.clone()) {
                self.come_back(induction, number, &head);
                return false;
            }
            let rounds = last.map_or(0, |round| round.rounds);
            let is_due = rounds >= induction.known(number).peeled;
            let head = is_due.then(|| Rc::new(self.generalize(induction, number)));
            self.paths.heads.push(Round { number, rounds: rounds + 1, head });
        }
        self.machine.begin_round();
        true
    }

    /// Lets the state be any in which rounds of the loop begin.
    fn generalize(&mut self, induction: &mut Induction, number: usize) -> Head {
        let before = self.paths.heads.iter();
        let before = before.filter(|round| round.number == number && round.head.is_some()).count();
        let live = self.machine.live_registers();
        let changing = self.changing(induction, number, &live, &format!("loop {number}.{before}"));
        let numbers = self.visible(&live, &changing);
        let variables = self.machine.live_variables();
        for (named, _) in &numbers {
            let (Place::Register(reg) | Place::Length(reg)) = named.place else { continue };
            let Some((_, variable)) = variables.iter().find(|(other, _)| *other == reg) else {
                continue;
            };
            let is_length = matches!(named.place, Place::Length(_));
            let now = if is_length { Stands::Length } else { Stands::Now };
            let stand_for = &mut induction.known(number).placeholders;
            stand_for.insert(named.now, (*variable, now));
            named.was.into_iter().for_each(|was| {
                stand_for.insert(was, (*variable, Stands::OnEntry));
            });
        }
        let named: Vec<Named> = numbers.iter().map(|(named, _)| *named).collect();
        let mut entry: Vec<(TermId, TermId)> =
            numbers.iter().map(|(named, value)| (named.now, *value)).collect();
        entry.extend(changing.iter().filter_map(|at| Some((at.named.was?, at.entry))));
        let assumed = self.hold_on_entry(induction, number, &named, &changing, &entry);
        let any = changing.iter().map(|at| (at.named.now, at.any));
        let others = entry.iter().copied();
        let fixed: Vec<(TermId, TermId)> = any.chain(others).collect();
        let head = self.replaced(&assumed, &unique(fixed));
        for at in &changing {
            self.forget(*at);
        }
        let path = &mut self.machine.core.domain.path;
        head.into_iter().for_each(|condition| path.assume(condition));
        induction.known(number).assumed.extend(&assumed);
        let core = &self.machine.core;
        Head {
            memory: core.memory.snapshot(),
            registers: self.machine.live_registers(),
            decided: core.domain.mark(),
            changing,
            assumed,
        }
    }

    /// The places that a round may change, as far as they are there.
    fn changing(
        &mut self,
        induction: &mut Induction,
        number: usize,
        live: &[(Reg, Type, SymbolicValue)],
        prefix: &str,
    ) -> Vec<Changing> {
        let places: Vec<(Place, Storage)> =
            induction.known(number).changing.iter().map(|(p, s)| (*p, *s)).collect();
        let spot = |(place, _): &(Place, Storage)| match place {
            Place::Spot(spot) => Some(*spot),
            Place::Register(_) | Place::Length(_) => None,
        };
        let spots: Vec<Spot> = places.iter().filter_map(spot).collect();
        let core = &self.machine.core;
        let stored = storage_of(&core.world, &core.memory, &core.domain, &spots);
        let mut found = Vec::new();
        for (place, storage) in places {
            let value = match place {
                Place::Register(reg) => {
                    let held = live.iter().find(|(other, ..)| *other == reg);
                    held.filter(|(_, ty, _)| register_storage(*ty) == storage).map(|held| held.2)
                }
                Place::Spot(spot) => {
                    let at = spots.iter().position(|other| *other == spot);
                    let is_there = at.is_some_and(|at| stored[at] == Some(storage));
                    is_there.then(|| value_at(&self.machine.core.memory, spot))
                }
                Place::Length(_) => None,
            };
            let Some(value) = value else { continue };
            let ty = held_type(storage);
            let domain = &mut self.machine.core.domain;
            let entry = domain.term(ty, value);
            let sort = domain.path.terms().sort(entry);
            let any = domain.path.variable(&format!("{prefix} {place}"), sort);
            let now = domain.path.variable(&placeholder(place, false), sort);
            let was = domain.path.variable(&placeholder(place, true), sort);
            let named = Named { place, now, was: Some(was) };
            found.push(Changing { named, ty, storage, entry, any });
        }
        found
    }

    /// The numbers that the loop can see, with what they are: those that a round may change first.
    fn visible(
        &mut self,
        live: &[(Reg, Type, SymbolicValue)],
        changing: &[Changing],
    ) -> Vec<(Named, TermId)> {
        let mut found: Vec<(Named, TermId)> =
            changing.iter().map(|at| (at.named, at.entry)).collect();
        found.sort_by_key(|(named, _)| !matches!(named.place, Place::Register(_)));
        for (reg, ty, value) in live {
            let (place, value) = match ty {
                Type::Ref => match length(self.machine, *value) {
                    Some(length) => (Place::Length(*reg), length),
                    None => continue,
                },
                _ => (Place::Register(*reg), *value),
            };
            if changing.iter().any(|at| at.named.place == place) {
                continue;
            }
            let domain = &mut self.machine.core.domain;
            let ty = if *ty == Type::Ref { Type::I32 } else { *ty };
            let value = domain.term(ty, value);
            let sort = domain.path.terms().sort(value);
            let now = domain.path.variable(&placeholder(place, false), sort);
            found.push((Named { place, now, was: None }, value));
        }
        found
    }

    /// The guesses that hold when the loop is entered.
    fn hold_on_entry(
        &mut self,
        induction: &mut Induction,
        number: usize,
        named: &[Named],
        changing: &[Changing],
        entry: &[(TermId, TermId)],
    ) -> Vec<TermId> {
        if changing.is_empty() {
            return Vec::new();
        }
        let known = induction.known(number);
        let path = &mut self.machine.core.domain.path;
        let terms = path.terms_mut();
        let mut guesses = Guesses { terms, steps: &known.steps, mined: &known.mined }.all(named);
        for at in changing {
            if let Some((least, most)) = range(at.storage) {
                let path = &mut self.machine.core.domain.path;
                let bounds = [path.at_least(at.named.now, least), path.at_most(at.named.now, most)];
                guesses.extend(bounds);
            }
        }
        let claims = self.replaced(&guesses, entry);
        let path = &mut self.machine.core.domain.path;
        // What is not there yet must not be told about: it may be anything later, again and again.
        let values: Vec<TermId> = entry.iter().map(|(_, value)| *value).collect();
        let bound = path.bound(&values);
        let is_bound: Vec<bool> = claims
            .iter()
            .map(|claim| path.symbols_of(*claim).iter().all(|symbol| bound.contains(symbol)))
            .collect();
        let open = (0..guesses.len()).filter(|at| is_bound[*at]);
        let open: Vec<usize> = open.collect();
        let holds = path.entailed(&open.iter().map(|at| claims[*at]).collect::<Vec<_>>());
        let first = is_first(path.terms_mut(), changing);
        let mut assumed = Vec::new();
        for (at, holds) in open.into_iter().zip(holds) {
            let guess = guesses[at];
            let weaker = first.map(|first| path.terms_mut().or(first, guess));
            if holds && !known.dropped.contains(&guess) {
                assumed.push(guess);
            } else if let Some(weaker) = weaker.filter(|weaker| !known.dropped.contains(weaker)) {
                assumed.push(weaker);
            }
        }
        assumed
    }

    /// Lets a place hold anything.
    fn forget(&mut self, at: Changing) {
        let any = SymbolicValue::Term(at.any);
        match at.named.place {
            Place::Register(reg) => self.machine.set_live_register(reg, any),
            Place::Spot(Spot::Cell(cell)) => self.machine.core.memory.set_cell(cell, any),
            Place::Spot(Spot::Static(cell)) => self.machine.core.memory.set_static(cell, any),
            Place::Length(_) => {}
        }
    }

    /// A round has come back to the head: it must be in one of its states.
    fn come_back(&mut self, induction: &mut Induction, number: usize, head: &Head) {
        let Some(now) = self.differences(head) else { return induction.is_unlike(number) };
        for (place, value, before) in &now.numbers {
            let path = &mut self.machine.core.domain.path;
            let step = path.difference(*value, *before);
            let symbols = path.symbols_of(step);
            let is_any = |at: &Changing| {
                path.terms().as_symbol(at.any).is_some_and(|any| symbols.contains(&any))
            };
            if !head.changing.iter().any(is_any) {
                induction.add_step(number, *place, step);
            }
        }
        if !now.new.is_empty() {
            return induction.add_places(number, now.new);
        }
        let live = self.machine.live_registers();
        let values = self.visible(&live, &[]);
        let mut pairs: Vec<(TermId, TermId)> = Vec::new();
        for at in &head.changing {
            let value = match at.named.place {
                Place::Register(reg) => live.iter().find(|held| held.0 == reg).map(|held| held.2),
                Place::Spot(spot) => Some(value_at(&self.machine.core.memory, spot)),
                Place::Length(_) => None,
            };
            let Some(value) = value else { return induction.is_unlike(number) };
            let value = self.machine.core.domain.term(at.ty, value);
            pairs.push((at.named.now, value));
            pairs.extend(at.named.was.map(|was| (was, at.entry)));
        }
        pairs.extend(values.into_iter().map(|(named, value)| (named.now, value)));
        let claims = self.replaced(&head.assumed, &unique(pairs));
        let holds = self.machine.core.domain.path.entailed(&claims);
        let wrong = head.assumed.iter().zip(holds).filter(|(_, holds)| !holds);
        induction.drop_guesses(number, wrong.map(|(guess, _)| *guess));
    }

    /// What is not as it was at the head, of what can be forgotten; none if something else is.
    fn differences(&mut self, head: &Head) -> Option<Differences> {
        let core = &self.machine.core;
        if core.domain.has_decided_since(head.decided) {
            return None;
        }
        let mut found = Differences::default();
        let is_changing = |place: Place| head.changing.iter().find(|at| at.named.place == place);
        let spots = core.memory.changes_since(&head.memory)?;
        let stored = storage_of(&core.world, &core.memory, &core.domain, &spots);
        let mut changed: Vec<(Place, Storage, SymbolicValue, SymbolicValue)> = Vec::new();
        for (spot, storage) in spots.into_iter().zip(stored) {
            let (value, before) = (value_at(&core.memory, spot), head.memory.value_at(spot));
            if !is_same(&core.domain, value, before) {
                changed.push((Place::Spot(spot), storage?, value, before));
            }
        }
        for (reg, ty, value) in self.machine.live_registers() {
            let (_, _, before) = head.registers.iter().find(|(other, ..)| *other == reg)?;
            if !is_same(&core.domain, value, *before) {
                changed.push((Place::Register(reg), register_storage(ty), value, *before));
            }
        }
        for (place, storage, value, before) in changed {
            if storage == Storage::Ref {
                return None;
            }
            if is_changing(place).is_none() {
                found.new.push((place, storage));
            }
            let (ty, domain) = (held_type(storage), &mut self.machine.core.domain);
            if matches!(ty, Type::I32 | Type::I64) {
                found.numbers.push((place, domain.term(ty, value), domain.term(ty, before)));
            }
        }
        Some(found)
    }

    /// Remembers what the program asks about numbers that loops change: it may be what an invariant is
    /// about.
    pub(super) fn mine(&mut self, conditions: &[TermId]) {
        let Some(shared) = self.paths.options.induction.clone() else { return };
        let path = &mut self.machine.core.domain.path;
        for round in &self.paths.heads {
            let Some(head) = &round.head else { continue };
            let anything: Vec<(TermId, TermId)> =
                head.changing.iter().map(|at| (at.any, at.named.now)).collect();
            for condition in conditions {
                if path.height(*condition) > DEEPEST {
                    continue;
                }
                let guess = path.substitute(*condition, &anything);
                if guess != *condition {
                    let guesses = variants(path.terms_mut(), guess);
                    shared.borrow_mut().mine(round.number, guesses);
                }
            }
        }
    }

    /// Conditions with terms for their placeholders.
    fn replaced(&mut self, conditions: &[TermId], by: &[(TermId, TermId)]) -> Vec<TermId> {
        let path = &mut self.machine.core.domain.path;
        conditions.iter().map(|condition| path.substitute(*condition, by)).collect()
    }
}

/// What has changed in a round.
#[derive(Default)]
struct Differences {
    /// What was not known to change.
    new: Vec<(Place, Storage)>,
    /// Integers that have changed: what they are now, and were before.
    numbers: Vec<(Place, TermId, TermId)>,
}

/// What stands for the content of a place, now or when the loop was entered.
fn placeholder(place: Place, on_entry: bool) -> String {
    format!("{place} {}", if on_entry { "on entry" } else { "now" })
}

/// The first of several replacements of a term counts.
fn unique(pairs: Vec<(TermId, TermId)>) -> Vec<(TermId, TermId)> {
    let mut seen = FxHashSet::default();
    pairs.into_iter().filter(|(term, _)| seen.insert(*term)).collect()
}

/// That nothing has changed since the loop was entered.
fn is_first(terms: &mut Terms, changing: &[Changing]) -> Option<TermId> {
    if changing.len() > MOST_FIRST {
        return None;
    }
    let same: Vec<TermId> =
        changing.iter().filter_map(|at| Some(terms.eq(at.named.now, at.named.was?))).collect();
    Some(terms.all(&same))
}

/// Whether two values are the same on this path.
fn is_same(domain: &Symbolic, a: SymbolicValue, b: SymbolicValue) -> bool {
    let plain = |value| domain.plain(value);
    a == b || plain(a).is_some() && plain(a) == plain(b)
}

/// The length of an array, if a value refers to one.
fn length<P: Platform<Symbolic>>(
    machine: &Machine<Symbolic, P>,
    reference: SymbolicValue,
) -> Option<SymbolicValue> {
    let core = &machine.core;
    let object = u32::try_from(core.domain.plain(reference)?).ok().filter(|object| *object != 0)?;
    let class = core.world.class(core.memory.class_of(object))?;
    if !matches!(class.kind, ClassKind::Array { .. }) {
        return None;
    }
    let known = || SymbolicValue::Known(u64::from(core.memory.len(object)));
    Some(core.memory.sized(object).unwrap_or_else(known))
}
