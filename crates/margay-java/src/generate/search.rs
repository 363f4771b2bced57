//! All methods, with one thread or several.
//!
//! The paths of a method are searched in parts: a part ends after some paths, and what is left of its
//! range is cut into further parts. How they are cut depends on nothing but the paths, so the parts,
//! and what is found in them, are the same whatever the number of threads is. Where coverage says
//! what to search next, the parts of a method are searched one after the other ([`cover`]), and mostly the methods of a class in
//! two [`rounds`].

use super::coverage::CoverageRecorder;
use super::generator::Generator;
use super::guided::reach;
use super::merge::MethodMerge;
use super::part::{self, Clock, PartReport, PathLimits};
use super::points::method_name;
use super::record::{PartEnd, PathRecord};
use super::rounds::ClassRounds;
use super::signature::method_signature;
use super::{
    CallMode, GenerateOptions, GeneratePlan, Searched, TestedMethod, Watching, called, cover,
    order, partition, seeds,
};
use crate::error::Error;
use crate::parallel::{self, Wanted};
use margay_jvm::inputs::signature;
use margay_search::Decisions;
use margay_search::driver::Range;
use margay_search::generate::case::{MethodName, MethodSignature};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Paths of a part. What is left of its range after them is cut into further parts.
const MOST_PATHS: u64 = 128;

/// The same where calls are composed: each part has to put summaries into words of its own first.
const MOST_COMPOSED_PATHS: u64 = 1_024;

/// What part of an equal share of the time a first search of a method may take: half of it, where a task may take twice its
/// equal share.
const FIRST_SHARE: usize = 4;

/// When the methods of a class that are done for now are told of first, from the beginning of its search; then each time after
/// twice as long.
const FIRST_DRAFT: Duration = Duration::from_millis(300);

/// Places at most where what is left of a part is cut: near the root, where most is left.
const MOST_CUTS: usize = 8;

/// The place of a part: the methods that are searched together, by the first of them, the round, the method, and where its
/// range begins.
type Key = (usize, Round, usize, Decisions);

/// Which search of a method it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Round {
    First,
    Second,
}

/// A part that is to be searched.
struct Job {
    round: Round,
    method: usize,
    range: Range,
}

impl Job {
    fn keyed(methods: &[Method], round: Round, method: usize, range: Range) -> (Key, Job) {
        let from = range.from.clone().unwrap_or_default();
        ((methods[method].group(method), round, method, from), Job { round, method, range })
    }
}

/// What happens in a part of a method.
struct Event {
    method: usize,
    what: What,
}

enum What {
    /// All methods of the class were searched once, and some are to be searched once more.
    OnceThrough,
    /// The method is searched once more.
    Again,
    Path(PathRecord),
    End(Box<PartEnd>),
    Failed(Error),
}

/// A method that is searched.
struct Method {
    name: MethodName,
    signature: MethodSignature,
    started: OnceLock<Instant>,
    /// The methods of its class, if they are searched in rounds.
    rounds: Option<Arc<ClassRounds>>,
}

impl Method {
    /// The first of the methods that are searched together with this one, which has a number.
    fn group(&self, number: usize) -> usize {
        self.rounds.as_ref().map_or(number, |rounds| rounds.methods.start)
    }
}

/// Searches methods.
pub(super) fn search(
    generator: &mut Generator,
    plan: &GeneratePlan<'_>,
    watching: Watching<'_>,
    tell: impl FnMut(Searched) -> ControlFlow<()>,
) -> Result<(), Error> {
    let options = generator.options.clone();
    let is_in_rounds =
        plan.range == Range::default() && generator.goals.is_none() && options.is_in_rounds();
    let methods = describe(generator, &plan.methods, is_in_rounds);
    let parts = (0..methods.len())
        .map(|number| Job::keyed(&methods, Round::First, number, plan.range.clone()));
    let is_in_order = options.is_in_order();
    let merges = BTreeMap::new();
    let draft_after = FIRST_DRAFT;
    let mut merger = Merger {
        methods: &methods,
        merges,
        begun: Instant::now(),
        draft_after,
        tell,
        error: None,
        is_in_order,
    };
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

/// What is known of the methods before they are searched; those of a class are searched together if they are in rounds.
fn describe(generator: &Generator, tested: &[TestedMethod], is_in_rounds: bool) -> Vec<Method> {
    let program = &generator.replayer.program;
    let mut methods = Vec::new();
    for class in tested.chunk_by(|one, other| one.class == other.class) {
        let first = methods.len();
        let rounds = Arc::new(ClassRounds::new(first..first + class.len()));
        for TestedMethod { class, method } in class {
            let parameters = signature::parameters(&program.machine, *method);
            let declared = method_name(program.world(), *method);
            let class = margay_jvm::describe::class(program.world(), *class);
            methods.push(Method {
                name: MethodName { class, ..declared },
                signature: method_signature(program, *method, &parameters),
                started: OnceLock::new(),
                rounds: is_in_rounds.then(|| Arc::clone(&rounds)),
            });
        }
    }
    methods
}

/// Searches a part; gives what happened, and what is left of it.
fn work(
    generator: &mut Generator,
    job: Job,
    methods: &[Method],
    watching: Watching<'_>,
) -> (Vec<Event>, Vec<(Key, Job)>) {
    let Job { round, method, range } = job;
    if watching.budget.has_ended() {
        return (Vec::new(), Vec::new());
    }
    let Method { name, started, rounds, .. } = &methods[method];
    let (started, tasks) = match (round, rounds) {
        (Round::First, None) => (*started.get_or_init(Instant::now), methods.len() - method),
        (Round::First, Some(_)) => (Instant::now(), FIRST_SHARE * (methods.len() - method)),
        (Round::Second, rounds) => {
            let left =
                |rounds: &ClassRounds| rounds.left(method) + methods.len() - rounds.methods.end;
            (Instant::now(), rounds.as_deref().map_or(1, left))
        }
    };
    let share = generator.options.is_for_coverage().then(|| watching.budget.share(tasks)).flatten();
    let (timeout, spent) = (generator.options.method_timeout, Duration::ZERO);
    let clock = Clock { watching, name, started, timeout, spent, share };
    let searched = match rounds {
        None => search_alone(generator, range, clock).map(|(reports, rest)| {
            let rest = rest.into_iter();
            let rest = rest.map(|range| Job::keyed(methods, Round::First, method, range));
            (events(reports), rest.collect())
        }),
        Some(rounds) if round == Round::First => {
            rounds.search_first(generator, method, clock).map(|(reports, again)| {
                let mut told = events(reports);
                told.extend((!again.is_empty()).then_some(What::OnceThrough));
                let again = again.into_iter();
                let again =
                    again.map(|next| Job::keyed(methods, Round::Second, next, Range::default()));
                (told, again.collect())
            })
        }
        Some(rounds) => rounds.search_again(generator, method, clock).map(|reports| {
            let more = events(reports).into_iter();
            ([What::Again].into_iter().chain(more).collect(), Vec::new())
        }),
    };
    let (events, rest) = searched.unwrap_or_else(|error| (vec![What::Failed(error)], Vec::new()));
    (events.into_iter().map(|what| Event { method, what }).collect(), rest)
}

/// What has happened in parts.
fn events(reports: Vec<PartReport>) -> Vec<What> {
    let events = reports.into_iter().flat_map(|PartReport { records, end, .. }| {
        records.into_iter().map(What::Path).chain([What::End(Box::new(end))])
    });
    events.collect()
}

/// Searches a part of a method that has nothing to do with others; what its parts have found, and what is left of it.
fn search_alone(
    generator: &mut Generator,
    range: Range,
    clock: Clock<'_>,
) -> Result<(Vec<PartReport>, Vec<Range>), Error> {
    let mut seeded = seeds::search(generator, clock)?;
    let (reports, rest) = if generator.options.partition.is_some() {
        let tried = seeded.iter().flat_map(|report| &report.records);
        let tried = tried.filter_map(|record| record.values.clone()).collect();
        (partition::search(generator, clock, tried)?, Vec::new())
    } else if generator.options.calls == CallMode::Lazy {
        (called::search(generator, range, clock)?, Vec::new())
    } else if generator.goals.is_some() {
        (reach::search(generator, range, clock)?, Vec::new())
    } else if generator.options.order.chooses() {
        (order::search(generator, range, clock)?, Vec::new())
    } else if generator.options.is_for_coverage() {
        (cover::search(generator, range, clock)?, Vec::new())
    } else {
        search_in_order(generator, range, clock)?
    };
    seeded.extend(reports);
    Ok((seeded, rest))
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
    /// The reports in the making, of methods that are searched together.
    merges: BTreeMap<usize, MethodMerge>,
    /// When the search of them has begun, and how long after that their drafts are told.
    begun: Instant,
    draft_after: Duration,
    tell: T,
    error: Option<Error>,
    /// Whether paths come in the order of their decisions.
    is_in_order: bool,
}

impl<T: FnMut(Searched) -> ControlFlow<()>> Merger<'_, T> {
    fn event(
        &mut self,
        options: &GenerateOptions,
        generator: &mut Generator,
        event: Event,
    ) -> Wanted<Key> {
        let Event { method, what } = event;
        let group = |method: usize| self.methods[method].group(method);
        if self.merges.keys().next().is_some_and(|other| group(*other) != group(method)) {
            if self.report(options, &mut generator.coverage).is_break() {
                return Wanted::Nothing;
            }
            (self.begun, self.draft_after) = (Instant::now(), FIRST_DRAFT);
        }
        let is_new = !self.merges.is_empty() && !self.merges.contains_key(&method);
        let takes_long = is_new && self.begun.elapsed() >= self.draft_after;
        if (takes_long || matches!(what, What::OnceThrough))
            && self.draft(options, &generator.coverage).is_break()
        {
            return Wanted::Nothing;
        }
        let Method { name, signature, rounds, .. } = &self.methods[method];
        let merge = self
            .merges
            .entry(method)
            .or_insert_with(|| MethodMerge::new(name.clone(), signature.clone()));
        match what {
            What::OnceThrough => {}
            What::Again => merge.again(),
            What::Path(record) => {
                merge.path(options, record, &mut generator.coverage);
            }
            What::End(end) => merge.end(options, *end),
            What::Failed(error) => {
                self.error = Some(error);
                return Wanted::Nothing;
            }
        }
        if merge.is_done && rounds.is_none() {
            return Wanted::From((method + 1, Round::First, method + 1, Decisions::default()));
        }
        Wanted::More
    }

    /// Tells what is known of the methods so far, of which more is to come.
    fn draft(&mut self, options: &GenerateOptions, coverage: &CoverageRecorder) -> ControlFlow<()> {
        self.draft_after = 2 * self.begun.elapsed();
        let mut coverage = coverage.clone();
        let merges = self.merges.values().cloned();
        let drafts = merges.map(|merge| merge.finish(options, &mut coverage).0);
        (self.tell)(Searched::Drafts(drafts.collect()))
    }

    fn report(
        &mut self,
        options: &GenerateOptions,
        coverage: &mut CoverageRecorder,
    ) -> ControlFlow<()> {
        while let Some((_, merge)) = self.merges.pop_first() {
            let (report, place) = merge.finish(options, coverage);
            // A search for coverage is in no order that decisions could tell.
            (self.tell)(Searched::Method(report, place.filter(|_| self.is_in_order)))?;
        }
        ControlFlow::Continue(())
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
