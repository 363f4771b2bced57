//! The paths of one method: searched, made concrete, replayed, and reported.

use super::conditions;
use super::coverage::CoverageRecorder;
use super::generator::{Generator, SymbolicMachine, SymbolicNames};
use super::losses::{LossKind, LossTally};
use super::mentioned;
use super::points::{Points, method_name};
use super::recipe;
use super::replay::{Replay, ReplayFailure, Replayer, StaticField};
use super::{Criterion, GenerateOptions, GenerateProgress, Watching};
use crate::error::Error;
use crate::graph::{class_in, storage_of, type_name};
use crate::program::Program;
use margay_ir::{MethodId, Storage};
use margay_jvm::describe;
use margay_jvm::inputs::RECEIVER;
use margay_jvm::inputs::signature::{self, Parameter};
use margay_jvm::platform::Jvm;
use margay_machine::symbolic::{Symbolic, Value};
use margay_machine::{Outcome, Place, Platform};
use margay_search::Decisions;
use margay_search::driver::{Progress, Visitor};
use margay_search::generate::case::{self, Effort, MethodReport, MethodSignature, TestCase};
use margay_search::generate::concrete::ConcreteInput;
use margay_search::generate::heap::Maker;
use margay_search::generate::paths::{self, Found, Given, Lost, PathEnd};
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Searches the paths of a method of the machine that replays.
pub(super) fn report(
    generator: &mut Generator,
    method: MethodId,
    watching: Watching<'_>,
) -> Result<MethodReport, Error> {
    let options = generator.options.clone();
    let symbolic = generator.symbolic_method(method)?;
    let entry = match &options.inputs.requires {
        Some(name) => generator.with_precondition(name, method, symbolic)?,
        None => symbolic,
    };
    let machine = &generator.replayer.program.machine;
    let parameters = signature::parameters(machine, method);
    let world = &machine.core.world;
    let declared = world.method(method);
    let is_static = declared.is_static();
    let owner = world.class_name(declared.class).to_owned();
    let mut names: Vec<(String, String)> = Vec::new();
    if !is_static {
        names.push((RECEIVER.to_owned(), format!("L{owner};")));
    }
    names.extend(parameters.iter().map(|p| (p.name.clone(), p.descriptor.clone())));
    let name = method_name(world, method);
    let signature = method_signature(&generator.replayer.program, method, &parameters);
    let given = generator.prepare_statics(method, symbolic);
    let Generator { symbolic: program, replayer, points, inputs, coverage, .. } = generator;
    let machine = &mut program.machine;
    let (classes, mentioned) = mentioned::for_inputs(machine, symbolic);
    inputs.expect(machine, symbolic, &classes, mentioned);
    let before = (machine.core.work, machine.core.domain.path.stats().queries);
    let mut visitor = CaseCollector {
        method,
        symbolic,
        has_precondition: options.inputs.requires.is_some(),
        names,
        given: given.clone(),
        replayer,
        points,
        cases: Vec::new(),
        losses: LossTally::default(),
        paths: 0,
        max_paths: options.max_paths,
        criterion: options.criterion,
        watching,
        timeout: options.method_timeout,
        started: Instant::now(),
        name: format!("{}.{}", name.class, name.name),
        stopped: None,
        coverage,
        entered: FxHashSet::default(),
        is_covered: false,
    };
    machine.core.domain.path.set_deadline(deadline(&options, watching));
    paths::search(machine, inputs, &mut visitor, &options.search(), entry, |maker| Given {
        arguments: arguments(maker, symbolic, &parameters),
        statics: statics(maker, symbolic, &given),
    })?;
    let CaseCollector { mut cases, losses, paths, stopped, .. } = visitor;
    let stats = machine.core.domain.path.stats();
    let effort =
        Effort { paths, steps: machine.core.work - before.0, queries: stats.queries - before.1 };
    // Recipes have as much time again.
    machine.core.domain.path.set_deadline(deadline(&options, watching));
    recipe::write(generator, options.search(), &name, &mut cases);
    Ok(MethodReport { method: name, signature, cases, losses: losses.finish(stopped), effort })
}

/// When the solver has to give up: no question may outlast the time of its method.
fn deadline(options: &GenerateOptions, watching: Watching<'_>) -> Option<Instant> {
    let own = Instant::now().checked_add(options.method_timeout);
    own.into_iter().chain(watching.budget.deadline()).min()
}

/// Symbolic arguments, the receiver first.
fn arguments<P: Platform<Symbolic>>(
    maker: &mut Maker<'_, P, impl margay_machine::symbolic::inputs::Inputs<P>>,
    method: MethodId,
    parameters: &[Parameter],
) -> Vec<Value> {
    let mut values = Vec::new();
    let declared = maker.machine.core.world.method(method).clone();
    if !declared.is_static() {
        values.push(maker.receiver(RECEIVER, declared.class));
    }
    values.extend(parameters.iter().map(|parameter| anything(maker, parameter)));
    values
}

/// A value of any kind for a parameter.
pub fn anything<P: Platform<Symbolic>>(
    maker: &mut Maker<'_, P, impl margay_machine::symbolic::inputs::Inputs<P>>,
    parameter: &Parameter,
) -> Value {
    let storage = storage_of(&parameter.descriptor);
    let class = class_in(&parameter.descriptor).map(|name| {
        let class = maker.machine.core.world.class_named(name);
        // A class that is missing is reported where the program needs it.
        let _ = maker.machine.platform.load(&mut maker.machine.core.world, class);
        class
    });
    maker.anything(&parameter.name, storage, class, parameter.generic.as_deref())
}

/// Sets static fields of the method's class to anything.
fn statics<P: Platform<Symbolic>>(
    maker: &mut Maker<'_, P, impl margay_machine::symbolic::inputs::Inputs<P>>,
    method: MethodId,
    fields: &[StaticField],
) -> Vec<(Value, bool)> {
    let class = maker.machine.core.world.method(method).class;
    let mut values = Vec::with_capacity(fields.len());
    for field in fields {
        let world = &maker.machine.core.world;
        let all = world.loaded(class).fields.iter().map(|f| world.field(*f));
        let own = all.filter(|f| f.is_static() && world.text(f.name) == field.name.name);
        let Some(slot) = own.map(|f| f.slot).next() else { continue };
        let simple = field.name.class.rsplit(['.', '$']).next().unwrap_or_default();
        let name = format!("{simple}.{}", field.name.name);
        let parameter = Parameter { name, descriptor: field.descriptor.clone(), generic: None };
        let value = anything(maker, &parameter);
        maker.machine.core.memory.set_static(slot, value);
        values.push((value, storage_of(&field.descriptor) == Storage::Ref));
    }
    values
}

fn method_signature(
    program: &Program,
    method: MethodId,
    parameters: &[Parameter],
) -> MethodSignature {
    let (machine, world) = (&program.machine, program.world());
    let declared = world.method(method);
    let descriptor = world.text(declared.descriptor);
    let result = descriptor.rsplit(')').next().unwrap_or("V");
    let constructor = world.text(declared.name) == "<init>";
    MethodSignature {
        is_static: declared.is_static(),
        accessible: !declared.is_private(),
        parameters: parameters
            .iter()
            .map(|p| case::Parameter {
                name: p.name.clone(),
                type_name: source_type(&p.descriptor),
            })
            .collect(),
        result: (result != "V" && !constructor).then(|| source_type(result)),
        declared: signature::exceptions(machine, method),
    }
}

/// A type as source code has it.
fn source_type(descriptor: &str) -> String {
    type_name(descriptor).replace('$', ".")
}

struct CaseCollector<'a> {
    method: MethodId,
    /// The same in the machine that searches.
    symbolic: MethodId,
    has_precondition: bool,
    names: Vec<(String, String)>,
    given: Vec<StaticField>,
    replayer: &'a mut Replayer,
    points: &'a mut Points,
    cases: Vec<TestCase>,
    losses: LossTally,
    paths: u64,
    max_paths: u64,
    criterion: Criterion,
    watching: Watching<'a>,
    /// How long the method may take, and since when it does.
    timeout: Duration,
    started: Instant,
    name: String,
    stopped: Option<String>,
    coverage: &'a mut CoverageRecorder,
    /// Methods of the project that the cases call.
    entered: FxHashSet<MethodId>,
    /// Whether the criterion asks for nothing more.
    is_covered: bool,
}

impl CaseCollector<'_> {
    fn place(machine: &SymbolicMachine) -> String {
        let place = machine.core.stack().next();
        place.map_or_else(String::new, |place| describe::place(&machine.core.world, &place))
    }

    fn at(machine: &SymbolicMachine, place: Option<&Place>) -> String {
        place.map_or_else(String::new, |place| {
            format!(" at {}", describe::place(&machine.core.world, place))
        })
    }

    /// Whether the method under test has been entered, and not only its precondition.
    fn is_begun(&self, machine: &SymbolicMachine) -> bool {
        let core = &machine.core;
        let mut path = core.trace.iter().map(|point| core.code.points[*point as usize].method);
        !self.has_precondition || path.any(|method| method == self.symbolic)
    }

    /// A path that ended by itself: replays it.
    fn case(&mut self, machine: &mut SymbolicMachine, decisions: &Decisions, path: &PathEnd) {
        let Some(input) = &path.input else { return };
        let trace = self.points.keys(&machine.core);
        // Texts are what source code writes down, where equal ones are one object. A path on which
        // that matters is tried with objects of their own.
        let mut diverged = false;
        for distinct in [false, true] {
            let replay = match self.replay(machine, input, distinct) {
                Ok(replay) => replay,
                Err(reason) => {
                    self.losses.add(LossKind::Unsupported, reason);
                    return;
                }
            };
            // A precondition has run before the method.
            diverged = !trace.ends_with(&replay.trace);
            if !diverged {
                let condition = conditions::texts(machine, &path.condition);
                self.keep(decisions, condition, replay, distinct);
                break;
            }
        }
        if diverged {
            self.losses.add(LossKind::Diverged, format!("decisions {decisions}"));
        }
    }

    fn replay(
        &mut self,
        machine: &mut SymbolicMachine,
        input: &ConcreteInput,
        distinct: bool,
    ) -> Result<Replay, String> {
        self.replayer.writer.distinct_texts = distinct;
        let mut names = SymbolicNames(machine);
        let replay = self.replayer.run(self.method, &self.names, &self.given, input, &mut names);
        replay.map_err(|failure| match failure {
            ReplayFailure::Input(reason) | ReplayFailure::Unsupported(reason) => reason,
            ReplayFailure::Endless => "the replay does not end".to_owned(),
        })
    }

    /// Keeps what a replay has shown, if it is wanted.
    fn keep(
        &mut self,
        decisions: &Decisions,
        condition: Vec<String>,
        replay: Replay,
        distinct_texts: bool,
    ) {
        let case = TestCase {
            number: self.cases.len() + 1,
            input: replay.input,
            recipe: Vec::new(),
            before: replay.before,
            after: replay.after,
            outcome: replay.outcome,
            statics: replay.statics,
            condition,
            trace: replay.lines,
            decisions: decisions.clone(),
            printed: replay.printed,
            distinct_texts,
        };
        let Replayer { program, points, .. } = &mut *self.replayer;
        let new = self.coverage.add(&mut program.machine, points, &replay.points);
        let wanted = match self.criterion {
            Criterion::Statement => new.blocks,
            Criterion::Branch => new.blocks || new.edges,
            Criterion::Loop(_) | Criterion::Block(_) | Criterion::Path => true,
        };
        if wanted {
            self.cases.push(case);
        }
        if let Criterion::Statement | Criterion::Branch = self.criterion {
            self.entered.extend(replay.points.iter().map(|point| point.method));
            let (machine, branches) = (&mut program.machine, self.criterion == Criterion::Branch);
            self.is_covered = self.coverage.covers(machine, points, &self.entered, branches);
        }
    }
}

impl Visitor<Symbolic, Jvm<Symbolic>, Found> for CaseCollector<'_> {
    fn found(
        &mut self,
        machine: &mut SymbolicMachine,
        decisions: &Decisions,
        found: Found,
    ) -> ControlFlow<()> {
        match found {
            Found::Path(end) => self.path(machine, decisions, &end),
            Found::Lost(loss) => {
                self.lost(machine, loss);
                ControlFlow::Continue(())
            }
        }
    }

    fn pause(&mut self, _: &mut SymbolicMachine, _: Progress<'_, ()>) -> ControlFlow<()> {
        self.look()
    }
}

impl CaseCollector<'_> {
    /// A path has ended.
    fn path(
        &mut self,
        machine: &mut SymbolicMachine,
        decisions: &Decisions,
        path: &PathEnd,
    ) -> ControlFlow<()> {
        // A precondition that throws does not hold either.
        let is_outside = match path.outcome {
            Outcome::Rejected => true,
            Outcome::Threw(_) => !self.is_begun(machine),
            _ => false,
        };
        if is_outside {
            return self.look();
        }
        self.paths += 1;
        match &path.outcome {
            Outcome::Returned(_) | Outcome::Threw(_) => self.case(machine, decisions, path),
            Outcome::Bounded => self.losses.add(LossKind::Bounds, Self::place(machine)),
            Outcome::Endless => {
                let what = format!("endless loop at {}", Self::place(machine));
                self.losses.add(LossKind::Bounds, what);
            }
            Outcome::Refused(refusal) => {
                self.losses.add(LossKind::Unsupported, describe::refused_at(machine, refusal));
            }
            Outcome::Failed(_) | Outcome::Exited(_) => {
                self.losses.add(LossKind::Unsupported, "the program ends itself".to_owned());
            }
            Outcome::Rejected => {}
        }
        if self.is_covered {
            return ControlFlow::Break(());
        }
        if self.paths >= self.max_paths {
            self.stopped = Some(format!("stopped by max-paths after {} paths", self.paths));
            return ControlFlow::Break(());
        }
        self.look()
    }

    fn lost(&mut self, machine: &SymbolicMachine, loss: Lost) {
        match loss {
            Lost::Concretized(place) => {
                let what = format!("a value{}", Self::at(machine, place.as_ref()));
                self.losses.add(LossKind::Concretized, what);
            }
            Lost::Longer(place) => {
                let what = format!("max-array{}", Self::at(machine, place.as_ref()));
                self.losses.add(LossKind::Bounds, what);
            }
            Lost::Unknown(reason, place) => {
                let what = format!("{reason}{}", Self::at(machine, place.as_ref()));
                self.losses.add(LossKind::Unknown, what);
            }
            Lost::Unmade(class, place) => {
                let class = describe::class(&machine.core.world, class);
                let what = format!("no {class} can be made{}", Self::at(machine, place.as_ref()));
                self.losses.add(LossKind::Unsupported, what);
            }
            Lost::NoRoom => self.losses.add(LossKind::Bounds, "max-heap".to_owned()),
        }
    }

    fn look(&mut self) -> ControlFlow<()> {
        let Watching { budget, progress } = self.watching;
        progress(GenerateProgress {
            method: &self.name,
            paths: self.paths,
            cases: self.cases.len(),
        });
        if budget.check().is_break() {
            self.stopped = budget.end().map(|end| end.to_string());
            return ControlFlow::Break(());
        }
        if self.started.elapsed() >= self.timeout {
            let seconds = self.timeout.as_secs_f64();
            self.stopped = Some(format!("stopped by method-timeout after {seconds} s"));
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
