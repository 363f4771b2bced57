//! All methods, with one thread or several.
//!
//! The paths of a method are searched in parts: a part ends after some paths, and what is left of its
//! range is cut into further parts. How they are cut depends on nothing but the paths, so the parts,
//! and what is found in them, are the same whatever the number of threads is. Where coverage says
//! what to search next, the parts of a method are searched one after the other ([`cover`]).

use super::coverage::CoverageRecorder;
use super::generator::Generator;
use super::guided::reach;
use super::merge::MethodMerge;
use super::part::{self, Clock, PartReport, PathLimits};
use super::points::method_name;
use super::record::{PartEnd, PathRecord};
use super::signature::method_signature;
use super::{
    CallMode, GenerateOptions, GeneratePlan, TestedMethod, Watching, called, cover, order,
    partition, seeds,
};
use crate::error::Error;
use crate::parallel::{self, Wanted};
use margay_jvm::inputs::signature;
use margay_search::Decisions;
use margay_search::driver::Range;
use margay_search::generate::case::{MethodName, MethodReport, MethodSignature};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::time::Instant;

/// Paths of a part. What is left of its range after them is cut into further parts.
const MOST_PATHS: u64 = 128;

/// The same where calls are composed: each part has to put summaries into words of its own first.
const MOST_COMPOSED_PATHS: u64 = 1_024;

/// Places at most where what is left of a part is cut: near the root, where most is left.
const MOST_CUTS: usize = 8;

/// The place of a part: the method, and where its range begins.
type Key = (usize, Decisions);

/// A part that is to be searched.
struct Job {
    method: usize,
    range: Range,
}

impl Job {
    fn keyed(method: usize, range: Range) -> (Key, Job) {
        ((method, range.from.clone().unwrap_or_default()), Job { method, range })
    }
}

/// What happens in a part of a method.
struct Event {
    method: usize,
    what: What,
}

enum What {
    Path(PathRecord),
    End(Box<PartEnd>),
    Failed(Error),
}

/// A method that is searched.
struct Method {
    name: MethodName,
    signature: MethodSignature,
    started: OnceLock<Instant>,
}

/// Searches methods.
pub(super) fn search(
    generator: &mut Generator,
    plan: &GeneratePlan<'_>,
    watching: Watching<'_>,
    tell: impl FnMut(MethodReport, Option<Decisions>) -> ControlFlow<()>,
) -> Result<(), Error> {
    let methods: Vec<Method> = plan.methods.iter().map(|m| describe(generator, *m)).collect();
    let options = generator.options.clone();
    let parts = (0..methods.len()).map(|number| Job::keyed(number, plan.range.clone()));
    let is_in_order = options.is_in_order();
    let mut merger = Merger { methods: &methods, current: None, tell, error: None, is_in_order };
    let work = |generator: &mut Generator, job: Job| work(generator, job, &methods, watching);
    match plan.threads {
        None => {
            let mut open: BTreeMap<Key, Job> = parts.collect();
            while let Some((_, job)) = open.pop_first() {
                let (events, rest) = work(generator, job);
                open.extend(rest);
                for event in events {
                    match merger.event(&options, generator, event) {
                        Wanted::More => {}
                        Wanted::From(first) => open.retain(|key, _| *key >= first),
                        Wanted::Nothing => open.clear(),
                    }
                }
            }
        }
        Some((session, threads)) => parallel::run(
            threads.get(),
            parts,
            || Generator::new(session, options.clone()),
            |own, job, tell| {
                let number = job.method;
                let (events, rest) = match own {
                    Ok(own) => work(own, job),
                    Err(error) => {
                        let what = What::Failed(Error::Unsupported(error.to_string()));
                        (vec![Event { method: number, what }], Vec::new())
                    }
                };
                let all_told = events.into_iter().all(|event| tell(event).is_continue());
                if all_told { rest } else { Vec::new() }
            },
            |event| merger.event(&options, generator, event),
        ),
    }
    merger.finish(&options, &mut generator.coverage)
}

fn describe(generator: &Generator, tested: TestedMethod) -> Method {
    let TestedMethod { class, method } = tested;
    let program = &generator.replayer.program;
    let parameters = signature::parameters(&program.machine, method);
    let declared = method_name(program.world(), method);
    let class = margay_jvm::describe::class(program.world(), class);
    Method {
        name: MethodName { class, ..declared },
        signature: method_signature(program, method, &parameters),
        started: OnceLock::new(),
    }
}

/// Searches a part; gives what happened, and what is left of it.
fn work(
    generator: &mut Generator,
    job: Job,
    methods: &[Method],
    watching: Watching<'_>,
) -> (Vec<Event>, Vec<(Key, Job)>) {
    let Job { method, range } = job;
    if watching.budget.has_ended() {
        return (Vec::new(), Vec::new());
    }
    let Method { name, started, .. } = &methods[method];
    let started = *started.get_or_init(Instant::now);
    let left = methods.len() - method;
    let share = generator.options.is_for_coverage().then(|| watching.budget.share(left)).flatten();
    let clock = Clock { watching, name, started, timeout: generator.options.method_timeout, share };
    let event = |what| Event { method, what };
    let mut seeded = match seeds::search(generator, clock) {
        Ok(seeded) => seeded,
        Err(error) => return (vec![event(What::Failed(error))], Vec::new()),
    };
    let searched = if generator.options.partition.is_some() {
        let tried = seeded.iter().flat_map(|report| &report.records);
        let tried = tried.filter_map(|record| record.values.clone()).collect();
        partition::search(generator, clock, tried).map(|reports| (reports, Vec::new()))
    } else if generator.options.calls == CallMode::Lazy {
        called::search(generator, range, clock).map(|reports| (reports, Vec::new()))
    } else if generator.goals.is_some() {
        reach::search(generator, range, clock).map(|reports| (reports, Vec::new()))
    } else if generator.options.order.chooses() {
        order::search(generator, range, clock).map(|reports| (reports, Vec::new()))
    } else if generator.options.is_for_coverage() {
        cover::search(generator, range, clock).map(|reports| (reports, Vec::new()))
    } else {
        search_in_order(generator, range, clock)
    };
    match searched {
        Ok((reports, rest)) => {
            seeded.extend(reports);
            let events = seeded.into_iter().flat_map(|PartReport { records, end, .. }| {
                let records = records.into_iter().map(|record| event(What::Path(record)));
                records.chain([event(What::End(Box::new(end)))])
            });
            (events.collect(), rest.into_iter().map(|range| Job::keyed(method, range)).collect())
        }
        Err(error) => (vec![event(What::Failed(error))], Vec::new()),
    }
}

/// Searches some paths from the beginning of a range on, and cuts what is left of it.
fn search_in_order(
    generator: &mut Generator,
    range: Range,
    clock: Clock<'_>,
) -> Result<(Vec<PartReport>, Vec<Range>), Error> {
    let end = range.to.clone();
    let options = &generator.options;
    // What is left can be cut only where paths come in the order of their decisions.
    let most = match (options.is_in_order(), options.calls.composes()) {
        (false, _) => u64::MAX,
        (true, false) => MOST_PATHS,
        (true, true) => MOST_COMPOSED_PATHS,
    };
    let paths = most.min(options.max_paths);
    let limits = PathLimits { paths, idle: u64::MAX };
    let mut coverage = CoverageRecorder::default();
    let mut report = part::search(generator, range, limits, &mut coverage, clock)?;
    let places = std::mem::take(&mut report.rest).into_iter().map(|place| place.decisions);
    let is_cut = report.end.stopped.is_none() && generator.options.is_in_order();
    let rest = if is_cut { cut(end, places.collect()) } else { Vec::new() };
    Ok((vec![report], rest))
}

/// Cuts what is left of a range into parts: at the place where it goes on, and at those nearest to
/// the root.
pub(crate) fn cut(end: Option<Decisions>, mut places: Vec<Decisions>) -> Vec<Range> {
    if places.is_empty() {
        return Vec::new();
    }
    let near = places.split_off(1.max(places.len().saturating_sub(MOST_CUTS)));
    let first = places.swap_remove(0);
    Range { from: Some(first), to: end }.cut(near)
}

/// Makes reports from what happens, in order.
struct Merger<'a, T> {
    methods: &'a [Method],
    current: Option<(usize, MethodMerge)>,
    tell: T,
    error: Option<Error>,
    /// Whether paths come in the order of their decisions.
    is_in_order: bool,
}

impl<T: FnMut(MethodReport, Option<Decisions>) -> ControlFlow<()>> Merger<'_, T> {
    fn event(
        &mut self,
        options: &GenerateOptions,
        generator: &mut Generator,
        event: Event,
    ) -> Wanted<Key> {
        let Event { method, what } = event;
        if self.current.as_ref().is_some_and(|(number, _)| *number != method)
            && self.report(options, &mut generator.coverage).is_break()
        {
            return Wanted::Nothing;
        }
        let Method { name, signature, .. } = &self.methods[method];
        let (_, merge) = self
            .current
            .get_or_insert_with(|| (method, MethodMerge::new(name.clone(), signature.clone())));
        match what {
            What::Path(record) => {
                merge.path(options, record, &mut generator.coverage);
            }
            What::End(end) => merge.end(options, *end),
            What::Failed(error) => {
                self.error = Some(error);
                return Wanted::Nothing;
            }
        }
        if merge.is_done { Wanted::From((method + 1, Decisions::default())) } else { Wanted::More }
    }

    fn report(
        &mut self,
        options: &GenerateOptions,
        coverage: &mut CoverageRecorder,
    ) -> ControlFlow<()> {
        match self.current.take() {
            Some((_, merge)) => {
                let (report, place) = merge.finish(options, coverage);
                // A search for coverage is in no order that decisions could tell.
                (self.tell)(report, place.filter(|_| self.is_in_order))
            }
            None => ControlFlow::Continue(()),
        }
    }

    fn finish(
        mut self,
        options: &GenerateOptions,
        coverage: &mut CoverageRecorder,
    ) -> Result<(), Error> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let _ = self.report(options, coverage);
        Ok(())
    }
}
