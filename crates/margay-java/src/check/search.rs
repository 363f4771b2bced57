//! From paths to a verdict: rounds with growing bounds on loops, each in parts, by one thread or
//! several. How a round is cut into parts depends on nothing but its paths, so the verdict is the same
//! whatever the number of threads is.

use super::CheckOptions;
use super::bounds::bound_by;
use super::boxes;
use super::entry::{Entry, Subject};
use super::gaps::Gaps;
use super::judge::Judge;
use super::prove;
use super::statics::Classes;
use crate::error::Error;
use crate::generate::arguments::{arguments, statics};
use crate::generate::part::Clock;
use crate::generate::search::cut;
use crate::generate::{Aliasing, Generator, Watching, mentioned};
use crate::parallel::{self, Wanted};
use crate::session::Session;
use margay_jvm::annotations::TestMethod;
use margay_machine::code::Watch;
use margay_machine::symbolic::{ReferenceState, Symbolic, SymbolicValue};
use margay_machine::{LoopId, Platform};
use margay_search::Decisions;
use margay_search::check::{Counterexample, Verdict};
use margay_search::driver::{Backtrack, Range};
use margay_search::generate::case::Effort;
use margay_search::generate::induction::SharedInduction;
use margay_search::generate::paths::{self, Given};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// Rounds of loops that are allowed, one bound after the other.
const BOUNDS: [u32; 6] = [3, 10, 32, 100, 1_000, 65_536];

/// Paths of a part. What is left of its range after them is cut into further parts.
const MOST_PATHS: u64 = 1_024;

/// Paths with more rounds that are looked at before the first attempt at a proof: a violation may be near.
const AHEAD: u64 = 256;

/// How long the first attempt at a proof may take. Another one comes after the searches with this many rounds.
const FIRST_PROOF: (Duration, u32) = (Duration::from_secs(2), 32);

/// Paths of a search by induction, which is not cut.
pub(super) const MOST_ABSTRACT: u64 = 20_000;

/// What comes of a part, or of all parts of a round.
#[derive(Default)]
pub(super) struct Searched {
    pub found: Option<Counterexample>,
    pub gaps: Gaps,
    /// Loops that were given up.
    pub given_up: BTreeSet<LoopId>,
    pub effort: Effort,
    /// Paths of inputs that meet what is assumed.
    pub inside: u64,
    pub stopped: Option<String>,
}

/// Searches until the verdict is clear or the time is over.
pub(super) fn verdict(
    session: &Session,
    generator: &mut Generator,
    options: &CheckOptions,
    subject: &Subject,
    watching: Watching<'_>,
) -> Result<(Verdict, Effort), Error> {
    let timeout = options.search.method_timeout;
    let clock = Clock {
        watching,
        name: &subject.name,
        started: Instant::now(),
        timeout,
        spent: Duration::ZERO,
        share: None,
    };
    let (bound, most_paths, exact_boxes) = (0, MOST_PATHS, false);
    let task = Task { options, subject, clock, bound, most_paths, exact_boxes };
    let (verdict, effort) = attempt(session, generator, task)?;
    let is_told = |reasons: &[String]| reasons.iter().any(|reason| reason == boxes::TOLD_APART);
    if !matches!(&verdict, Verdict::Unknown { reasons } if is_told(reasons)) {
        return Ok((verdict, effort));
    }
    let (verdict, more) = attempt(session, generator, Task { exact_boxes: true, ..task })?;
    let mut all = effort;
    all.add(more);
    Ok((verdict, all))
}

/// Searches with more and more rounds.
fn attempt(
    session: &Session,
    generator: &mut Generator,
    task: Task<'_>,
) -> Result<(Verdict, Effort), Error> {
    let Task { options, subject, clock, .. } = task;
    let timeout = clock.timeout;
    let mut effort = Effort::default();
    if let Some(constraint) = subject.test.as_ref().and_then(TestMethod::unknown_constraint) {
        let why = format!("the constraint {constraint} on a parameter is not known");
        return Ok((unknown(BTreeSet::from([why]), &Gaps::default()), effort));
    }
    // What the last round has shown that was searched to its end.
    let mut shown: Option<(u32, Gaps, u64)> = None;
    // Whether an attempt at a proof had too little time.
    let mut was_late = false;
    let bounds = bounds(options.max_rounds);
    for (place, &bound) in bounds.iter().enumerate() {
        let task = Task { bound, ..task };
        let is_first = shown.is_none();
        let searched = round(session, generator, task, is_first)?;
        effort.add(searched.effort);
        if let Some(found) = searched.found {
            return Ok((Verdict::Refuted(Box::new(found)), effort));
        }
        if let Some(why) = searched.stopped {
            let verdict = match shown {
                Some((bound, gaps, paths)) => {
                    let verdict = within(subject, Some(bound), &gaps, paths);
                    also_by(verdict, &format!("more rounds: {why}"))
                }
                None => unknown(BTreeSet::from([why]), &searched.gaps),
            };
            return Ok((verdict, effort));
        }
        if !searched.gaps.unknown.is_empty() {
            return Ok((unknown(BTreeSet::new(), &searched.gaps), effort));
        }
        let assume = &options.search.inputs.assume;
        if searched.inside == 0 && !assume.is_empty() {
            // Nothing is proved by what cannot be.
            let assumed: Vec<String> = assume.iter().map(ToString::to_string).collect();
            let why = format!("no input is known that meets {}", assumed.join(" and "));
            return Ok((unknown(BTreeSet::from([why]), &searched.gaps), effort));
        }
        let paths = searched.effort.paths;
        if searched.gaps.loops.is_empty() {
            if let (0, Some(requires)) = (searched.inside, &options.search.inputs.requires) {
                let why = format!("no input is known that meets {requires}");
                return Ok((unknown(BTreeSet::from([why]), &searched.gaps), effort));
            }
            return Ok((within(subject, None, &searched.gaps, paths), effort));
        }
        if is_first && let Some(&bound) = bounds.get(place + 1) {
            let mut clock = clock;
            clock.timeout = timeout.min(clock.started.elapsed() + FIRST_PROOF.0);
            let ahead = Task { bound, clock, most_paths: AHEAD, ..task };
            let (seen, _) = part(generator, ahead, Range::default(), None)?;
            effort.add(seen.effort);
            if let Some(found) = seen.found {
                return Ok((Verdict::Refuted(Box::new(found)), effort));
            }
        }
        let most = match is_first {
            true => Some(FIRST_PROOF.0),
            false => (was_late && bound == FIRST_PROOF.1).then_some(Duration::MAX),
        };
        let loops = searched.given_up;
        if let Some(most) = most
            && let Some(proof) = prove::by_induction(generator, task, loops, most)?
        {
            effort.add(proof.effort);
            was_late = proof.is_late;
            if let Some((mut gaps, by)) = proof.proved {
                // What bounds a class's start may have been met only once.
                gaps.bounds.extend(searched.gaps.bounds);
                let verdict = within(subject, None, &gaps, proof.effort.paths);
                return Ok((also_by(verdict, &by), effort));
            }
        }
        shown = Some((bound, searched.gaps, paths));
    }
    let verdict = match shown {
        Some((bound, gaps, paths)) => within(subject, Some(bound), &gaps, paths),
        None => unknown(BTreeSet::from(["nothing was searched".to_owned()]), &Gaps::default()),
    };
    Ok((verdict, effort))
}

/// The bounds that are tried.
fn bounds(most: Option<u32>) -> Vec<u32> {
    let most = most.unwrap_or(u32::MAX);
    let mut bounds: Vec<u32> = BOUNDS.into_iter().filter(|bound| *bound < most).collect();
    bounds.extend((most < u32::MAX).then_some(most));
    bounds
}

fn unknown(mut reasons: BTreeSet<String>, gaps: &Gaps) -> Verdict {
    reasons.extend(gaps.unknown.iter().cloned());
    Verdict::Unknown { reasons: reasons.into_iter().collect() }
}

/// Proved for all that was not left out.
fn within(subject: &Subject, loops: Option<u32>, gaps: &Gaps, paths: u64) -> Verdict {
    let mut by = match paths {
        1 => "its only path was followed to its end".to_owned(),
        paths => format!("all {paths} paths were followed to their end"),
    };
    if subject.is_main && !subject.signature.parameters.is_empty() {
        by.push_str("; main was given no arguments");
    }
    let mut bounds: Vec<String> = Vec::new();
    if let Some(bound) = loops {
        let places: Vec<&str> = gaps.loops.iter().map(String::as_str).collect();
        bounds.push(format!("loops and recursions of up to {bound} rounds:{}", places.join(",")));
    }
    bounds.extend(gaps.bounds.iter().cloned());
    if bounds.is_empty() { Verdict::Proved { by } } else { Verdict::Bounded { bounds, by } }
}

/// The verdict with more that it rests on.
fn also_by(verdict: Verdict, more: &str) -> Verdict {
    match verdict {
        Verdict::Proved { by } => Verdict::Proved { by: format!("{by}; {more}") },
        Verdict::Bounded { bounds, by } => Verdict::Bounded { bounds, by: format!("{by}; {more}") },
        other => other,
    }
}

/// A round of a search.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub options: &'a CheckOptions,
    pub subject: &'a Subject,
    pub clock: Clock<'a>,
    /// Rounds of loops.
    pub bound: u32,
    /// Paths of a part.
    pub most_paths: u64,
    /// Whether boxes are those that a JVM has.
    pub exact_boxes: bool,
}

/// What happens in a part.
enum Event {
    Searched(Box<Searched>),
    Failed(Error),
}

/// Searches all parts of a round. Threads are worth their start only for the rounds after the first.
fn round(
    session: &Session,
    generator: &mut Generator,
    task: Task<'_>,
    is_first: bool,
) -> Result<Searched, Error> {
    let mut all = Searched::default();
    let mut error = None;
    let mut add = |event| match event {
        Event::Searched(part) => {
            all.gaps.add(part.gaps);
            all.given_up.extend(part.given_up);
            all.effort.add(part.effort);
            all.inside += part.inside;
            all.found = part.found;
            all.stopped = part.stopped;
            match all.found.is_some() || all.stopped.is_some() {
                true => Wanted::Nothing,
                false => Wanted::More,
            }
        }
        Event::Failed(failed) => {
            error = Some(failed);
            Wanted::Nothing
        }
    };
    let start = (Decisions::default(), Range::default());
    let jobs = task.options.jobs.get();
    if jobs == 1 || is_first {
        let mut open = BTreeMap::from([start]);
        while let Some((_, range)) = open.pop_first() {
            let (event, rest) = work(generator, task, range);
            open.extend(rest);
            if add(event) == Wanted::Nothing {
                break;
            }
        }
    } else {
        parallel::run(
            jobs,
            [start],
            || Generator::new(session, task.options.search.clone()),
            |own, range, tell| match own {
                Ok(own) => {
                    let (event, rest) = work(own, task, range);
                    if tell(event).is_continue() { rest } else { Vec::new() }
                }
                Err(error) => {
                    let error = Error::Unsupported(error.to_string());
                    let _ = tell(Event::Failed(error));
                    Vec::new()
                }
            },
            add,
        );
    }
    error.map_or(Ok(all), Err)
}

/// Searches a part, and says what is left of it.
fn work(
    generator: &mut Generator,
    task: Task<'_>,
    range: Range,
) -> (Event, Vec<(Decisions, Range)>) {
    let end = range.to.clone();
    match part(generator, task, range, None) {
        Ok((searched, rest)) => {
            let rest = cut(end, rest).into_iter();
            let keyed = |range: Range| (range.from.clone().unwrap_or_default(), range);
            (Event::Searched(Box::new(searched)), rest.map(keyed).collect())
        }
        Err(error) => (Event::Failed(error), Vec::new()),
    }
}

/// How loops are taken by induction. What is known of them is told in terms and names methods, so
/// both stay from one search to the next.
#[derive(Clone, Copy)]
pub(super) struct Inductive<'a> {
    pub known: &'a SharedInduction,
    pub entry: &'a Entry,
}

/// Searches a part.
pub(super) fn part(
    generator: &mut Generator,
    task: Task<'_>,
    range: Range,
    induction: Option<Inductive<'_>>,
) -> Result<(Searched, Vec<Decisions>), Error> {
    if induction.is_none() {
        generator.renew()?;
    }
    let watch = Watch {
        visits: task.bound.saturating_add(1),
        per_entry: true,
        counted: true,
        metered: false,
        joins: true,
    };
    generator.symbolic.machine.core.code.watch = Some(watch);
    let platform = &mut generator.symbolic.machine.platform;
    platform.asked.clear();
    platform.restricted.clear();
    platform.boxed = false;
    platform.interned = false;
    platform.asserted = false;
    platform.exact_boxes = task.exact_boxes;
    generator.symbolic.machine.core.forget_entered();
    generator.symbolic.machine.hold();
    generator.replayer.program.machine.hold();
    let found = held(generator, task, range, induction);
    generator.symbolic.machine.release();
    generator.replayer.program.machine.release();
    found
}

fn held(
    generator: &mut Generator,
    task: Task<'_>,
    range: Range,
    induction: Option<Inductive<'_>>,
) -> Result<(Searched, Vec<Decisions>), Error> {
    let Task { options, subject, clock, .. } = task;
    let made;
    let entry = match induction {
        Some(Inductive { entry, .. }) => entry,
        None => {
            made = Entry::new(generator, subject, options)?;
            &made
        }
    };
    let receiver = generator.symbolic.load(&subject.name.class.replace('.', "/"))?;
    let given = match options.search.inputs.statics && !subject.is_main {
        true => generator.prepare_statics(&subject.name.class, entry.method, entry.symbolic),
        false => Vec::new(),
    };
    let project = match subject.is_main {
        true => Classes::default(),
        false => Classes::watch(&mut generator.symbolic, &given),
    };
    let Generator { symbolic: program, replayer, inputs, watcher, .. } = &mut *generator;
    let machine = &mut program.machine;
    if entry.has_precondition && !machine.platform.is_watched(&machine.core.world, entry.symbolic) {
        // Nobody could tell its exceptions from those of the precondition.
        let what = "a precondition of a method that is not of the target".to_owned();
        return Err(Error::Unsupported(what));
    }
    let (classes, mentioned) = mentioned::for_inputs(machine, entry.symbolic);
    inputs.expect(machine, (receiver, entry.symbolic), &classes, mentioned);
    machine.core.domain.path.set_budget(clock.of_questions(clock.started));
    let before = (machine.core.work, machine.core.domain.path.stats().queries);
    let properties = subject.properties(options);
    let mut judge = Judge {
        subject,
        entry,
        properties: &properties,
        statics: &given,
        replayer,
        watcher: watcher.as_mut(),
        clock,
        most_paths: if induction.is_some() { MOST_ABSTRACT } else { task.most_paths },
        range: options.search.inputs.range.map(|range| (range.low, range.high)),
        max_array: options.search.inputs.max_array,
        classes: &project,
        induction: induction.map(|it| it.known.clone()),
        paths: 0,
        inside: 0,
        given_up: BTreeSet::new(),
        gaps: Gaps::default(),
        found: None,
        stopped: None,
    };
    // States at the head of a loop are compared cell by cell, and those at a join are joined: which object
    // each reference is has to be known for both.
    let aliasing = match induction {
        Some(_) => options.search.inputs.aliasing.decided(),
        None => options.search.inputs.aliasing,
    };
    let defaults = options.search.search();
    let max_values = match task.exact_boxes {
        true => defaults.max_values.max(boxes::SHARED),
        false => defaults.max_values,
    };
    // A proof asks the solver at every branch.
    let follows = paths::Follows::Never;
    let search = paths::Options {
        range,
        follows,
        only_failures: true,
        merges: aliasing != Aliasing::Symbolic,
        induction: induction.map(|it| it.known.clone()),
        backtrack: if induction.is_some() {
            Backtrack::Checkpoint
        } else {
            options.search.backtrack
        },
        assumed: entry.assumed.clone(),
        aliasing,
        max_values,
        ..defaults
    };
    let rest =
        paths::search(machine, inputs, &mut judge, &search, entry.called_symbolic, |maker| {
            if subject.is_main {
                return Given { arguments: Vec::new(), statics: Vec::new() };
            }
            let arguments = arguments(maker, entry.symbolic, receiver, &entry.parameters);
            keep_to_ranges(&mut maker.machine.core.domain, subject, &arguments);
            if let (true, [SymbolicValue::Input(args)]) = (subject.is_launched(), &arguments[..]) {
                // Whoever starts a program gives it an array.
                maker.machine.core.domain.decide(*args, ReferenceState::NonNull);
            }
            Given { arguments, statics: statics(maker, entry.symbolic, &given) }
        })?;
    let Judge { mut gaps, found, stopped, paths, inside, given_up, .. } = judge;
    let effort = Effort {
        paths,
        steps: machine.core.work - before.0,
        queries: machine.core.domain.path.stats().queries - before.1,
    };
    bound_by(generator, options, subject, &mut gaps);

    let rest = rest.into_iter().map(|place| place.decisions).collect();
    Ok((Searched { found, gaps, given_up, effort, inside, stopped }, rest))
}

/// Lets the parameters of a test be in their ranges.
fn keep_to_ranges(domain: &mut Symbolic, subject: &Subject, arguments: &[SymbolicValue]) {
    let Some(test) = &subject.test else { return };
    let others = arguments.len().saturating_sub(test.ranges.len());
    for (value, range) in arguments[others..].iter().zip(&test.ranges) {
        if let (SymbolicValue::Term(term), Some((least, most))) = (value, range) {
            let bounds = [domain.path.at_least(*term, *least), domain.path.at_most(*term, *most)];
            bounds.into_iter().for_each(|bound| domain.path.assume(bound));
        }
    }
}
