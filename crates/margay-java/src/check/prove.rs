//! Proofs beyond bounds: loops that were given up are taken by induction.
//!
//! A search learns what loops change and which guesses at their invariants are wrong, and begins anew until
//! nothing is learnt any more; then every path was followed, and every one that came back to the head of a
//! loop was in a state that was seen there.

use super::entry::Entry;
use super::gaps::Gaps;
use super::search::{Inductive, MOST_ABSTRACT, Task, part};
use crate::error::Error;
use crate::generate::Generator;
use crate::generate::conditions;
use crate::generate::generator::SymbolicMachine;
use margay_jvm::describe;
use margay_logic::TermId;
use margay_machine::LoopId;
use margay_search::driver::Range;
use margay_search::generate::case::Effort;
use margay_search::generate::fact::Fact;
use margay_search::generate::induction::{
    Induction, Invariant, Placeholder, SharedInduction, Stands,
};
use margay_search::generate::render;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

/// Searches until it is given up.
const MOST_SEARCHES: u32 = 200;

/// Rounds that are run one by one before the rest is taken by induction, tried one after the other.
const PEELED: [u32; 2] = [0, 2];

/// The share of the time that is left which proofs may take.
const SHARE: u32 = 8;

/// What came of the attempt.
pub(super) struct Attempt {
    pub effort: Effort,
    /// Whether the time has ended it.
    pub is_late: bool,
    /// What was left out all the same, and what proved it.
    pub proved: Option<(Gaps, String)>,
}

/// Tries to prove what a search has shown but for the loops that it has given up, for a share of the time that is left
/// and no longer than is said.
pub(super) fn by_induction(
    generator: &mut Generator,
    task: Task<'_>,
    loops: BTreeSet<LoopId>,
    most: Duration,
) -> Result<Option<Attempt>, Error> {
    if loops.is_empty() {
        return Ok(None);
    }
    let mut clock = task.clock;
    let elapsed = clock.started.elapsed();
    clock.timeout = elapsed + most.min(clock.timeout.saturating_sub(elapsed) / SHARE);
    let mut effort = Effort::default();
    for peeled in PEELED {
        generator.renew()?;
        let known = Induction::new(loops.clone(), peeled);
        let known: SharedInduction = Rc::new(RefCell::new(known));
        let task = Task { clock, ..task };
        let entry = Entry::new(generator, task.subject, task.options)?;
        for _ in 0..MOST_SEARCHES {
            known.borrow_mut().begin();
            let inductive = Inductive { known: &known, entry: &entry };
            let (searched, rest) = part(generator, task, Range::default(), Some(inductive))?;
            effort.add(searched.effort);
            let Induction { has_learnt, has_ideas, ref hopeless, .. } = *known.borrow();
            if searched.stopped.is_some() || searched.effort.paths >= MOST_ABSTRACT {
                let is_late = searched.stopped.is_some();
                return Ok(Some(Attempt { effort, is_late, proved: None }));
            }
            if hopeless.is_some() {
                break;
            }
            if has_learnt {
                continue;
            }
            let Gaps { loops, unknown, .. } = &searched.gaps;
            let is_proof = unknown.is_empty() && loops.is_empty() && rest.is_empty();
            if is_proof {
                let by = invariants(generator, &known.borrow());
                let proved = Some((searched.gaps, by));
                return Ok(Some(Attempt { effort, is_late: false, proved }));
            }
            if !has_ideas {
                break;
            }
        }
    }
    Ok(Some(Attempt { effort, is_late: false, proved: None }))
}

/// The invariants in words.
fn invariants(generator: &mut Generator, known: &Induction) -> String {
    let loops: BTreeSet<String> =
        known.invariants().map(|invariant| text(generator, &invariant)).collect();
    loops.into_iter().collect::<Vec<_>>().join("; ")
}

/// What people call what a placeholder stands for.
fn named(machine: &SymbolicMachine, invariant: &Invariant, placeholder: &Placeholder) -> String {
    let Placeholder { variable, what, .. } = *placeholder;
    let name = invariant.at.and_then(|at| {
        let loader = &machine.platform.loader;
        loader.variable_name(&machine.core.world, at.method, at.offset, variable)
    });
    let name = name.unwrap_or_else(|| format!("local{variable}"));
    match what {
        Stands::Now => name,
        Stands::OnEntry => format!("old({name})"),
        Stands::Length => format!("{name}.length"),
    }
}

fn text(generator: &mut Generator, invariant: &Invariant) -> String {
    let machine = &mut generator.symbolic.machine;
    let place = invariant.at.map(|at| describe::place(&machine.core.world, &at));
    let names: Vec<(TermId, String)> =
        invariant.placeholders.iter().map(|it| (it.term, named(machine, invariant, it))).collect();
    let path = &mut machine.core.domain.path;
    let read: Vec<(TermId, TermId)> = names
        .into_iter()
        .map(|(term, name)| (term, path.variable(&name, path.terms().sort(term))))
        .collect();
    let conditions = path.without_consequences(&invariant.conditions);
    let conditions: Vec<TermId> =
        conditions.into_iter().map(|condition| path.substitute(condition, &read)).collect();
    let facts: Vec<Fact> = conditions.into_iter().map(Fact::Holds).collect();
    let texts = conditions::texts(machine, &facts);
    let place = place.unwrap_or_default();
    match texts.is_empty() {
        true => format!("the loop at {place} for any round"),
        false => format!("the loop at {place} by the invariant {}", render::conjunction(&texts)),
    }
}
