//! Summaries of the methods below the method under test, bottom-up over the calls (PET, section 3.2.4).
//!
//! Every method of the project that the method under test may lead to is searched with anything for its arguments
//! and for all that they lead to, callees first, whose calls are composed already. A method is left out, and runs, if a bound has cut one of its paths (how far
//! it may go depends on who calls it), or if it has loops and a path on which a summary has no word for what it does.
//! Summaries are kept for all methods under test: each comes from a search of its own, in which only what is below
//! its method is composed, so that it is the same whatever was searched before. What that costs is told with the summary.

use super::super::arguments::anything;
use super::super::generator::Generator;
use super::super::guided::reach;
use super::super::part::Clock;
use super::super::points::method_name;
use super::CallMode;
use super::contents::{self, Contents, MachineNames};
use super::folder::{Entry, Wanted};
use super::words::{self, BlockFacts, UsedStatic, Words};
use crate::error::Error;
use margay_ir::analysis::components::Components;
use margay_ir::{ClassId, Function, MethodId, Storage};
use margay_jvm::descriptor::storage;
use margay_jvm::inputs::RECEIVER;
use margay_jvm::inputs::signature::{self, Parameter};
use margay_jvm::launch;
use margay_machine::code::Point;
use margay_machine::symbolic::{Symbolic, SymbolicValue};
use margay_machine::{Core, DecidedCalls, Machine, Place, Platform};
use margay_search::driver::{Progress, Visitor};
use margay_search::generate::calls::{CallDecider, Calls, Composition, Decided};
use margay_search::generate::case::{CallsReport, SpecializedCase, SummarizedMethod};
use margay_search::generate::paths::{self, Follows, Found, Given};
use margay_search::generate::summary::{
    CallSummary, Case, CodeFacts, KeptSummary, Recorder, Recording,
};
use margay_search::{Backtrack, Decisions};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;

/// Paths of a method that are searched for its summary; with more, it runs.
const MOST_PATHS: u64 = 256;

/// Steps that these may take together.
const MOST_WORK: u64 = 1 << 22;

/// The summaries that were made so far.
#[derive(Default)]
pub(crate) struct SummaryStore {
    all: FxHashMap<MethodId, Rc<Stored>>,
    /// What there is below methods under test.
    below: FxHashMap<MethodId, Rc<Below>>,
    contents: Contents,
    /// Points of blocks that summaries of an earlier run name.
    points: FxHashMap<Point, u32>,
}

/// What came of the search of a method for its summary.
struct Stored {
    /// None if the method runs.
    summary: Option<KeptSummary>,
    /// Steps that it took.
    steps: u64,
    /// Whether it is of an earlier run.
    reused: bool,
}

/// Composes calls of methods that have a summary.
pub(crate) struct Composer {
    root: MethodId,
    summaries: FxHashMap<MethodId, Summarized>,
    how: Composition,
}

/// A method with a summary.
struct Summarized {
    summary: Rc<CallSummary>,
    /// The methods with which it calls itself: while one of them is running, it runs too.
    circle: Vec<MethodId>,
    /// Steps that it took to make it.
    steps: u64,
    reused: bool,
    /// About how many bytes it takes.
    bytes: u64,
    composed: u64,
    ran: u64,
}

impl Composer {
    /// What is told of it.
    pub fn report(&self, generator: &Generator) -> CallsReport {
        let world = generator.symbolic.world();
        let mut summarized: Vec<SummarizedMethod> = self
            .summaries
            .iter()
            .map(|(method, summarized)| {
                let name = method_name(world, *method);
                SummarizedMethod {
                    method: format!("{}.{}{}", name.class, name.name, name.descriptor),
                    cases: summarized.summary.cases,
                    steps: summarized.steps,
                    reused: summarized.reused,
                    bytes: summarized.bytes,
                    composed: summarized.composed,
                    ran: summarized.ran,
                    specialized: match self.how {
                        Composition::Whole => specialized(generator, &summarized.summary),
                        Composition::Asked => Vec::new(),
                    },
                }
            })
            .collect();
        summarized.sort_by(|a, b| a.method.cmp(&b.method));
        CallsReport { summarized, ..CallsReport::default() }
    }
}

/// The cases of a summary one by one.
fn specialized(generator: &Generator, summary: &CallSummary) -> Vec<SpecializedCase> {
    let terms = generator.symbolic.machine.core.domain.path.terms();
    let case = |case: &Case| SpecializedCase {
        blocks: case.trace.len() as u64,
        operations: case.operations(terms),
        schedule: case.schedule.iter().map(|(name, number)| format!("{name}#{number}")).collect(),
    };
    summary.all_cases().map(case).collect()
}

impl Calls for Composer {
    fn decide(&mut self, core: &Core<Symbolic>, method: MethodId, _: &[SymbolicValue]) -> Decided {
        let Some(Summarized { summary, circle, .. }) = self.summaries.get(&method) else {
            return Decided::Run;
        };
        // What runs before the method under test is none of its code.
        let is_begun = core.stack().any(|place| place.method == self.root);
        let is_inside = |place: Place| circle.contains(&place.method);
        if !is_begun || !circle.is_empty() && core.stack().any(is_inside) {
            return Decided::Run;
        }
        Decided::Compose(Rc::clone(summary), self.how)
    }

    fn about(&self) -> DecidedCalls {
        DecidedCalls::Of(self.summaries.keys().copied().collect())
    }

    fn composed(&mut self, method: MethodId, is_composed: bool) {
        if let Some(summarized) = self.summaries.get_mut(&method) {
            summarized.composed += u64::from(is_composed);
            summarized.ran += u64::from(!is_composed);
        }
    }
}

/// Ends the search of a method that does not pay.
struct Limiter<'a> {
    clock: Clock<'a>,
    recorder: Rc<RefCell<Recorder>>,
    paths: u64,
    /// Steps of all paths when it began.
    work: u64,
    /// Whether time was over.
    is_late: bool,
}

impl<P: Platform<Symbolic>> Visitor<Symbolic, P, Found> for Limiter<'_> {
    fn found(
        &mut self,
        _: &mut Machine<Symbolic, P>,
        _: &Decisions,
        found: Found,
    ) -> ControlFlow<()> {
        self.paths += u64::from(matches!(found, Found::Path(_)));
        match self.recorder.borrow().is_cut || self.paths > MOST_PATHS {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn pause(
        &mut self,
        machine: &mut Machine<Symbolic, P>,
        _: Progress<'_, ()>,
    ) -> ControlFlow<()> {
        let is_over = machine.core.work - self.work > MOST_WORK;
        self.is_late |= self.clock.check(self.paths).is_some();
        match is_over || self.is_late {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// The methods below another, and what is known of them.
struct Below {
    /// Callees first.
    order: Vec<MethodBelow>,
    /// Those that have a loop, or call themselves, or call such a method.
    repeating: FxHashSet<MethodId>,
    /// What is known of their code, and of that of the method itself.
    code: Rc<CodeFacts>,
}

/// A method below another.
struct MethodBelow {
    method: MethodId,
    name: String,
    /// The methods with which it calls itself.
    circle: Vec<MethodId>,
    /// All methods that it may lead to.
    callees: FxHashSet<MethodId>,
    /// Static fields that it and those have to do with.
    statics: Vec<UsedStatic>,
    /// Classes that these may initialise.
    classes: Vec<ClassId>,
    /// The code of all of them.
    code: Vec<Rc<Function>>,
}

/// The summaries of what a method calls, for its search; the search begins with a domain of its own.
pub(crate) fn summarize(
    generator: &mut Generator,
    root: MethodId,
    clock: Clock<'_>,
) -> Result<Rc<RefCell<Composer>>, Error> {
    let below = match generator.summaries.below.get(&root) {
        Some(below) => Rc::clone(below),
        None => {
            let found = Rc::new(below(generator, root));
            generator.summaries.below.insert(root, Rc::clone(&found));
            found
        }
    };
    // An object of the project may hold whatever its fields can: who calls has made it.
    let calls = generator.inputs.max_calls.take();
    for own in &below.order {
        if generator.summaries.all.contains_key(&own.method) {
            continue;
        }
        if let Some(found) = stored(generator, own) {
            generator.summaries.all.insert(own.method, Rc::new(found));
            continue;
        }
        renew(generator, clock)?;
        let composer =
            composer(generator, own.method, &below, |callee| own.callees.contains(&callee));
        let before = generator.symbolic.machine.core.work;
        generator.symbolic.machine.hold();
        let found = summary(generator, own, &below, &composer, clock);
        generator.symbolic.machine.release();
        let Ok(found) = found else { break };
        let domain = &generator.symbolic.machine.core.domain;
        let summary = found.and_then(|found| KeptSummary::new(domain, &found));
        let steps = generator.symbolic.machine.core.work - before;
        let made = Stored { summary, steps, reused: false };
        store(generator, own, &made);
        generator.summaries.all.insert(own.method, Rc::new(made));
    }
    generator.inputs.max_calls = calls;
    renew(generator, clock)?;
    Ok(composer(generator, root, &below, |_| true))
}

/// What a folder has to keep of a method.
fn wanted<'a>(generator: &mut Generator, own: &'a MethodBelow, settings: &'a str) -> Wanted<'a> {
    let mut contents = std::mem::take(&mut generator.summaries.contents);
    let depends = contents.digest(generator, &own.code);
    generator.summaries.contents = contents;
    Wanted { method: &own.name, settings, depends }
}

/// The summary of a method that an earlier run has kept.
fn stored(generator: &mut Generator, own: &MethodBelow) -> Option<Stored> {
    let folder = generator.options.summaries.clone()?;
    let settings = contents::settings(generator);
    let wanted = wanted(generator, own, &settings);
    let (Entry { steps, summary }, reused) = folder.find(&wanted)?;
    let Generator { symbolic, points: functions, summaries, .. } = generator;
    let (machine, points) = (&mut symbolic.machine, &mut summaries.points);
    let mut names = MachineNames { machine, functions, points };
    match summary.map(|summary| summary.restore(&mut names)).transpose() {
        Ok(summary) => Some(Stored { summary, steps, reused }),
        Err(why) => {
            folder.reject(&wanted, &why);
            None
        }
    }
}

/// Keeps the summary of a method for the next run.
fn store(generator: &mut Generator, own: &MethodBelow, made: &Stored) {
    let Some(folder) = generator.options.summaries.clone() else { return };
    let settings = contents::settings(generator);
    let wanted = wanted(generator, own, &settings);
    let Generator { symbolic, points: functions, summaries, .. } = generator;
    let (machine, points) = (&mut symbolic.machine, &mut summaries.points);
    let mut names = MachineNames { machine, functions, points };
    let summary = match &made.summary {
        Some(summary) => match summary.store(&mut names) {
            Some(summary) => Some(summary),
            // It has terms that have no form on disk: it is made anew each time.
            None => return,
        },
        None => None,
    };
    folder.keep(&wanted, &Entry { steps: made.steps, summary });
}

fn renew(generator: &mut Generator, clock: Clock<'_>) -> Result<(), Error> {
    generator.renew()?;
    let budget = clock.of_questions(clock.started);
    generator.symbolic.machine.core.domain.path.set_budget(budget);
    Ok(())
}

/// Composes the calls of some of the methods below one, those that have a summary.
fn composer(
    generator: &mut Generator,
    root: MethodId,
    below: &Below,
    is_callee: impl Fn(MethodId) -> bool,
) -> Rc<RefCell<Composer>> {
    // Whatever the order is in which methods were loaded, terms are made in this one.
    let mut methods: Vec<&MethodBelow> = below.order.iter().collect();
    methods.retain(|own| own.method != root && is_callee(own.method));
    methods.sort_by(|a, b| a.name.cmp(&b.name));
    let how = match generator.options.calls {
        CallMode::Specialized => Composition::Whole,
        CallMode::Run | CallMode::Lazy | CallMode::Summaries => Composition::Asked,
    };
    let mut composer = Composer { root, how, summaries: FxHashMap::default() };
    for MethodBelow { method, circle, .. } in methods {
        let Some(stored) = generator.summaries.all.get(method).cloned() else { continue };
        let domain = &mut generator.symbolic.machine.core.domain;
        let kept = stored.summary.as_ref();
        if let Some(summary) = kept.and_then(|kept| kept.in_search(domain)) {
            let (summary, circle) = (Rc::new(summary), circle.clone());
            let Stored { steps, reused, .. } = *stored;
            let bytes = kept.map_or(0, KeptSummary::bytes);
            let summarized =
                Summarized { summary, circle, steps, reused, bytes, composed: 0, ran: 0 };
            composer.summaries.insert(*method, summarized);
        }
    }
    Rc::new(RefCell::new(composer))
}

/// The methods of the project below another.
fn below(generator: &mut Generator, root: MethodId) -> Below {
    let map = reach::map(generator, root);
    let world = &generator.symbolic.machine.core.world;
    let functions: Vec<(MethodId, Rc<Function>)> = map.functions();
    let graph = map.call_graph(world, &functions);
    let components = Components::new(&graph);
    // What only the class library calls back is not composed.
    let start = functions.iter().position(|(method, _)| *method == root);
    let is_called = start.map(|start| graph.reverse_postorder(start as u32));
    let is_called: FxHashSet<u32> = is_called.into_iter().flatten().collect();
    let words = Words { world, map: &map, own: &generator.own };
    let mut code = CodeFacts::default();
    let mut used: FxHashMap<MethodId, (Vec<UsedStatic>, Vec<ClassId>)> = FxHashMap::default();
    for (method, function) in &functions {
        let (statics, classes) = used.entry(*method).or_default();
        statics.extend(words.statics(function));
        classes.extend(statics.iter().map(|field| field.cell.class));
        for (block, facts) in words.blocks(*method, function) {
            let point = Point { method: *method, block };
            match facts {
                BlockFacts::Beyond => {
                    code.beyond.insert(point);
                }
                BlockFacts::Initialises(found) => {
                    classes.extend(&found);
                    code.initialising.insert(point, found);
                }
            }
        }
    }
    let mut repeating = FxHashSet::default();
    let mut order = Vec::new();
    for nodes in components.bottom_up() {
        let is_circle = nodes.len() > 1 || graph.successors(nodes[0]).contains(&nodes[0]);
        let members: Vec<MethodId> = nodes.iter().map(|node| functions[*node as usize].0).collect();
        for node in nodes {
            let (method, function) = &functions[*node as usize];
            let callees = graph.successors(*node).iter().map(|node| functions[*node as usize].0);
            if is_circle
                || words::has_loops(function)
                || callees.into_iter().any(|c| repeating.contains(&c))
            {
                repeating.insert(*method);
            }
            if *method != root && is_called.contains(node) {
                let name = method_name(world, *method);
                let reached = graph.reverse_postorder(*node).into_iter();
                let callees: FxHashSet<MethodId> =
                    reached.map(|node| functions[node as usize].0).collect();
                let is_below =
                    |own: &&(MethodId, Rc<Function>)| own.0 == *method || callees.contains(&own.0);
                let code = functions.iter().filter(is_below);
                let code = code.map(|(_, function)| Rc::clone(function)).collect();
                let used = callees.iter().chain([method]).filter_map(|method| used.get(method));
                let (mut statics, mut classes) = (Vec::new(), Vec::new());
                for (fields, initialised) in used {
                    statics.extend(fields.iter().cloned());
                    classes.extend(initialised);
                }
                statics.sort_by(|a: &UsedStatic, b| a.name.cmp(&b.name));
                statics.dedup();
                classes.sort_unstable();
                classes.dedup();
                order.push(MethodBelow {
                    method: *method,
                    name: format!("{}.{}{}", name.class, name.name, name.descriptor),
                    circle: if is_circle { members.clone() } else { Vec::new() },
                    callees,
                    statics,
                    classes,
                    code,
                });
            }
        }
    }
    Below { order, repeating, code: Rc::new(code) }
}

/// Time was over.
struct Late;

/// The summary of a method; none if it is not to be composed.
fn summary(
    generator: &mut Generator,
    own: &MethodBelow,
    below: &Below,
    composer: &Rc<RefCell<Composer>>,
    clock: Clock<'_>,
) -> Result<Option<CallSummary>, Late> {
    let method = own.method;
    // What a class holds by then is part of the input; that it is initialised is not.
    for class in &own.classes {
        if launch::initialize(&mut generator.symbolic.machine, *class).is_err() {
            return Ok(None);
        }
    }
    let options = generator.options.clone();
    let world = generator.symbolic.world();
    let declared = world.method(method);
    let (class, is_static) = (declared.class, declared.is_static());
    let name = method_name(world, method);
    let is_constructor = name.name == "<init>";
    if name.name == "<clinit>" {
        return Ok(None);
    }
    let parameters = signature::parameters(&generator.symbolic.machine, method);
    let receiver = (!is_static).then_some(Storage::Ref);
    let others = parameters.iter().map(|parameter| storage(&parameter.descriptor));
    let storages: Vec<Storage> = receiver.into_iter().chain(others).collect();
    let statics = own.statics.iter().map(|field| (field.cell, storage(&field.descriptor)));
    let (code, statics) = (Rc::clone(&below.code), statics.collect());
    let recorder = Recorder::new(code, storages, statics, options.inputs.max_array);
    let recorder = Rc::new(RefCell::new(recorder));
    let (classes, mentioned) =
        super::super::mentioned::for_inputs(&mut generator.symbolic.machine, method);
    let Generator { symbolic, inputs, .. } = generator;
    let machine = &mut symbolic.machine;
    inputs.expect(machine, (class, method), &classes, mentioned);
    let search = paths::Options {
        aliasing: options.inputs.aliasing.decided(),
        calls: CallDecider(Some(composer.clone())),
        recording: Recording(Some(Rc::clone(&recorder))),
        // The tree of questions grows where the search goes back to.
        backtrack: Backtrack::Checkpoint,
        integers: None,
        follows: Follows::Never,
        hides_making: false,
        max_work: MOST_WORK,
        forks: false,
        ..options.search()
    };
    let work = machine.core.work;
    let mut limiter =
        Limiter { clock, recorder: Rc::clone(&recorder), paths: 0, work, is_late: false };
    let fields = &own.statics;
    let own = |text: &str| format!("{}.{}#{text}", name.class, name.name);
    let searched = paths::search(machine, inputs, &mut limiter, &search, method, |maker| {
        let mut arguments = Vec::new();
        if is_constructor {
            arguments.push(maker.blank(&own(RECEIVER), class));
        } else if !is_static {
            arguments.push(maker.receiver(&own(RECEIVER), class));
        }
        for parameter in &parameters {
            let parameter = Parameter { name: own(&parameter.name), ..parameter.clone() };
            arguments.push(anything(maker, &parameter));
        }
        for UsedStatic { cell, name, descriptor } in fields {
            let descriptor = descriptor.clone();
            let field = Parameter { name: own(name), descriptor, generic: None };
            let value = anything(maker, &field);
            maker.machine.core.memory.set_static(cell.cell, value);
        }
        Given { arguments, statics: Vec::new() }
    });
    drop(search);
    if limiter.is_late {
        return Err(Late);
    }
    drop(limiter);
    let recorder = Rc::into_inner(recorder).filter(|_| searched.is_ok());
    let Some(recorder) = recorder.map(RefCell::into_inner) else { return Ok(None) };
    let is_cut = recorder.is_cut;
    let summary = recorder.finish();
    let is_partial = summary.has_unknown() && below.repeating.contains(&method);
    Ok((!is_cut && !is_partial && summary.cases > 0).then_some(summary))
}
