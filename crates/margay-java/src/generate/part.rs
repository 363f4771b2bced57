//! The search of one part of a method's paths.
//!
//! What a part finds must not depend on what was searched before, or by whom: the same part gives the
//! same cases in any thread. So it starts from a state that no other part has changed: the classes as
//! they were when the program was launched, and a path condition and solver of its own.

use super::arguments::{arguments, statics};
use super::assume::with_receiver;
use super::called::{Called, summaries};
use super::collect::CaseCollector;
use super::conditions::ConditionTexts;
use super::coverage::CoverageRecorder;
use super::generator::Generator;
use super::guided::PartGuides;
use super::losses::LossKind;
use super::mentioned;
use super::points::{find_method, method_name};
use super::record::{PartEnd, PathRecord};
use super::replay::StaticField;
use super::tree::TreeRecorder;
use super::{GenerateOptions, GenerateProgress, Watching, recipe};
use crate::budget::QuestionBudget;
use crate::error::Error;
use margay_ir::MethodId;
use margay_jvm::inputs::MOST_SEQUENCES;
use margay_jvm::inputs::signature;
use margay_search::driver::Range;
use margay_search::generate::calls::CallDecider;
use margay_search::generate::case::MethodName;
use margay_search::generate::paths::{self, Given, Unexplored};
use std::time::{Duration, Instant};

/// The time that a method has.
#[derive(Clone, Copy)]
pub(crate) struct Clock<'a> {
    pub watching: Watching<'a>,
    pub name: &'a MethodName,
    pub started: Instant,
    pub timeout: Duration,
    /// What it had before it started.
    pub spent: Duration,
    /// Its share of the time that all methods have, if that is bounded.
    pub share: Option<Duration>,
}

impl Clock<'_> {
    /// Says how far the part is; tells why it has to end, if it has.
    pub fn check(&self, paths: u64) -> Option<String> {
        let Watching { budget, progress } = self.watching;
        let method = format!("{}.{}", self.name.class, self.name.name);
        progress(GenerateProgress { method: &method, paths });
        if budget.check().is_break() {
            return budget.end().map(|end| end.to_string());
        }
        let elapsed = self.started.elapsed();
        if elapsed >= self.timeout {
            let seconds = (self.spent + self.timeout).as_secs_f64();
            return Some(format!("stopped by method-timeout after {seconds} s"));
        }
        let share = self.share.filter(|share| elapsed >= *share)?;
        Some(format!("stopped after its share of timeout, {:.1} s", share.as_secs_f64()))
    }

    /// All the time that it has.
    fn time(&self) -> Duration {
        self.share.map_or(self.timeout, |share| share.min(self.timeout))
    }

    /// When the solver has to give up: no question may outlast the time of its method, or whoever asks.
    pub fn of_questions(&self, from: Instant) -> QuestionBudget {
        self.watching.budget.of_questions(from.checked_add(self.time()))
    }
}

/// When a part has had enough paths.
#[derive(Clone, Copy)]
pub(super) struct PathLimits {
    /// After so many.
    pub paths: u64,
    /// After so many in a row that cover nothing new.
    pub idle: u64,
}

/// What was found in a part, and what is left of its range.
pub(super) struct PartReport {
    pub records: Vec<PathRecord>,
    pub end: PartEnd,
    /// Paths at its end that cover nothing new.
    pub idle: u64,
    pub rest: Vec<Unexplored>,
    /// Names and descriptors of the parameters, the receiver first, and static fields that are given.
    pub parameters: Vec<(String, String)>,
    pub statics: Vec<StaticField>,
}

/// Searches a part of the paths of a method. What they cover is added to the coverage.
pub(super) fn search(
    generator: &mut Generator,
    range: Range,
    limits: PathLimits,
    coverage: &mut CoverageRecorder,
    clock: Clock<'_>,
) -> Result<PartReport, Error> {
    let Some(method) = find_method(&mut generator.replayer.program.machine, clock.name) else {
        return Err(Error::Unsupported("a method is in one machine only".to_owned()));
    };
    generator.renew()?;
    generator.symbolic.machine.hold();
    generator.replayer.program.machine.hold();
    let found = search_held(generator, method, range, limits, coverage, clock);
    generator.symbolic.machine.release();
    let found = found.map(|mut found| {
        // Recipes have as much time again.
        let options = generator.options.search();
        let budget = clock.of_questions(Instant::now());
        let cases = found.records.iter_mut().filter_map(|record| record.case.as_deref_mut());
        recipe::write(generator, &options, &budget, clock.name, cases);
        if generator.options.inputs.max_calls.is_some() {
            found.records.iter_mut().for_each(PathRecord::keep_what_calls_make);
        }
        found
    });
    generator.replayer.program.machine.release();
    found
}

fn search_held(
    generator: &mut Generator,
    method: MethodId,
    range: Range,
    limits: PathLimits,
    coverage: &mut CoverageRecorder,
    clock: Clock<'_>,
) -> Result<PartReport, Error> {
    let options: GenerateOptions = generator.options.clone();
    let symbolic = generator.symbolic_method(method)?;
    let requires =
        options.inputs.requires.clone().or_else(|| generator.invariant(method, symbolic));
    let entry = match &requires {
        Some(name) => generator.with_precondition(name, method, symbolic)?,
        None => symbolic,
    };
    let is_static = generator.symbolic.world().method(symbolic).is_static();
    let entry = match options.inputs.max_calls {
        Some(_) if !is_static && clock.name.name != "<init>" => {
            generator.on_made_receiver(entry)?
        }
        _ => entry,
    };
    let machine = &generator.replayer.program.machine;
    let parameters = signature::parameters(machine, method);
    coverage.enter(&method_name(&machine.core.world, method));
    let is_class_method = machine.core.world.method(method).is_static();
    let names = with_receiver(&clock.name.class, is_class_method, &parameters);
    let (assumed, said) = generator.assumed(&names)?;
    generator.replayer.assumed.clone_from(&assumed);
    let precondition = requires.iter().chain(&said).cloned().collect::<Vec<_>>().join(" and ");
    let receiver = generator.symbolic.load(&clock.name.class.replace('.', "/"))?;
    let given = generator.prepare_statics(&clock.name.class, method, symbolic);
    let (focus, seed) = (generator.focus.clone(), generator.seed.clone());
    let draws = generator.draws.clone();
    let composes = options.calls.composes();
    let composer =
        composes.then(|| summaries::summarize(generator, symbolic, clock)).transpose()?;
    let core = &generator.symbolic.machine.core;
    let before = (core.work, core.domain.path.stats().queries);
    let calls = match &composer {
        Some(composer) => CallDecider(Some(composer.clone())),
        None => generator.called.as_ref().map(Called::decider).unwrap_or_default(),
    };
    let guides = PartGuides::new(generator, clock.name, symbolic)?;
    let Generator {
        symbolic: program,
        replayer,
        points,
        inputs,
        tracker,
        goals,
        watcher,
        known,
        ..
    } = generator;
    let machine = &mut program.machine;
    let (classes, mut mentioned) = mentioned::for_inputs(machine, symbolic);
    if options.criterion.is_coverage() {
        mentioned.compared = mentioned::compared_texts(machine, inputs, symbolic);
    }
    inputs.expect(machine, (receiver, symbolic), &classes, mentioned);
    machine.core.domain.path.set_budget(clock.of_questions(clock.started));
    let tree = options.records.tree.then(|| TreeRecorder::new(machine, options.records.times));
    let mut collector = CaseCollector {
        method,
        symbolic,
        has_precondition: requires.is_some(),
        parameters: names,
        given: given.clone(),
        replayer,
        points,
        criterion: options.criterion,
        limits,
        clock,
        before,
        records: Vec::new(),
        losses: Vec::new(),
        paths: 0,
        idle: 0,
        outside: 0,
        found: None,
        coverage,
        tracker: tracker.as_mut().filter(|_| focus.is_some()),
        goals: goals.as_mut(),
        watcher: watcher.as_mut(),
        tree,
        known,
        values: None,
        stopped: None,
        texts: ConditionTexts::default(),
    };
    let models = options.metered();
    machine.core.meter.root = Some(symbolic);
    collector.replayer.costs.clone_from(&models);
    let (guides_of_search, costs) = (guides.guides(), models);
    let guided = paths::Options { guides: guides_of_search, costs, ..options.search() };
    let search = paths::Options { range, focus, seed, draws, calls, assumed, ..guided };
    let rest = paths::search(machine, inputs, &mut collector, &search, entry, |maker| Given {
        arguments: arguments(maker, symbolic, receiver, &parameters),
        statics: statics(maker, symbolic, &given),
    })?;
    let effort = collector.effort(machine);
    let CaseCollector { records, mut losses, stopped, idle, parameters, .. } = collector;
    for class in std::mem::take(&mut inputs.cut) {
        let class = margay_jvm::describe::class(&machine.core.world, class);
        let what = format!("only the first {MOST_SEQUENCES} ways to make a {class} by calls");
        losses.push((LossKind::Bounds, what));
    }
    let next = rest.first().map(|place| place.decisions.clone());
    let guided = guides.report();
    let calls = composer.map(|composer| composer.borrow().report(generator));
    let end = PartEnd {
        losses,
        effort,
        stopped,
        precondition: Some(precondition).filter(|text| !text.is_empty()),
        next,
        partition: None,
        guided,
        calls,
    };
    Ok(PartReport { records, end, idle, rest, parameters, statics: given })
}
