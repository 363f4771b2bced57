//! A machine that searches, a machine that replays, and the classes both know.

use super::called::summaries::SummaryStore;
use super::called::{CallMode, Called};
use super::coverage::CoverageRecorder;
use super::flow::FlowTracker;
use super::given;
use super::guided::costs;
use super::guided::points::{self, Goals};
use super::guided::reach::{self, Way};
use super::models;
use super::observe::Observers;
use super::options::{GenerateOptions, InputOptions};
use super::points::{Points, method_name};
use super::recipe::Classes;
use super::replay::{Replayer, StaticField};
use super::search;
use super::selection::{self, MethodFilter, SelectedMethods, Visibility};
use super::watch::CaseWatcher;
use super::{GeneratePlan, Searched, TestedMethod, Watching, seeds};
use crate::budget::Budget;
use crate::error::{Error, SelectError};
use crate::graph::InputNames;
use crate::methods::methods_named;
use crate::program::{JavaMachine, Program, method_of};
use crate::session::Session;
use margay_ir::world::modifiers::{FINAL, SYNTHETIC};
use margay_ir::{ClassId, MethodId, Storage, World};
use margay_jvm::condition::CONDITIONS;
use margay_jvm::describe;
use margay_jvm::inputs::{JavaInputs, enum_of, is_what_calls_make};
use margay_jvm::launch;
use margay_logic::{Config, External};
use margay_machine::code::Watch;
use margay_machine::symbolic::Symbolic;
use margay_machine::{Domain, Ref};
use margay_search::Decisions;
use margay_search::generate::case::{MethodName, MethodReport};
use margay_search::generate::coverage::Coverage;
use margay_search::generate::focus::Focus;
use margay_search::generate::paths::seed::Seed;
use margay_search::generate::paths::{Aliasing, Draws};
use margay_search::structure::FieldName;
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::Duration;

/// The method that tells whether an object is as it should be, in the words of Korat.
const INVARIANT: &str = "repOk";

/// The machine that searches.
pub(crate) type SymbolicMachine = JavaMachine<Symbolic>;

/// Finds test cases for the methods of a program.
///
/// One machine searches for paths, another one, which is concrete, replays each of them.
pub struct Generator {
    /// Searches.
    pub(crate) symbolic: Program<Symbolic>,
    /// Replays.
    pub(crate) replayer: Replayer,
    /// The points of the machine that searches.
    pub(crate) points: Points,
    /// What inputs look like.
    pub(crate) inputs: JavaInputs,
    /// What is known of classes whose objects tests build.
    pub(crate) recipes: Classes,
    pub(crate) options: GenerateOptions,
    /// Internal names of the classes whose code counts, sorted.
    pub(crate) own: Vec<String>,
    pub(super) coverage: CoverageRecorder,
    /// How to solve.
    pub(crate) solver: Config,
    /// Time that solvers of earlier parts have taken.
    pub(crate) solver_time: Duration,
    /// Which inputs are searched, if not all are.
    pub(super) focus: Option<Rc<Focus>>,
    /// The input that the search begins with, if somebody has one.
    pub(super) seed: Option<Rc<Seed>>,
    /// What inputs are that come by chance, if they do.
    pub(super) draws: Option<Rc<Draws>>,
    /// The paths that such inputs have taken.
    pub(super) known: FxHashSet<Decisions>,
    /// Sees what inputs have to do with each other, if they are partitioned.
    pub(super) tracker: Option<FlowTracker>,
    /// The points to be reached, if there are any.
    pub(super) goals: Option<Goals>,
    /// What leads to them from the method at work.
    pub(super) way: Option<Way>,
    /// What decides about the calls of the method at work, if they do not just run.
    pub(super) called: Option<Called>,
    /// What is known of methods that were summarized.
    pub(super) summaries: SummaryStore,
    /// Looks at cases line by line, if that is recorded.
    pub(crate) watcher: Option<CaseWatcher>,
}

impl Generator {
    pub(crate) fn new(session: &Session, options: GenerateOptions) -> Result<Generator, Error> {
        options.check_guides()?;
        options.check_calls()?;
        let costs_of = options.metered();
        let fallback = options.solver.as_deref().map(External::named);
        let conflicts = Some(options.max_conflicts);
        let config = Config { conflicts, fallback, ..Config::default() };
        let domain = Symbolic::new(config.clone())?;
        let mut symbolic = session.launch_in(domain)?;
        let mut program = session.launch_plain()?;
        let metered = !costs_of.is_empty();
        models::install(&mut symbolic, &options.models)?;
        models::install(&mut program, &options.models)?;
        given::install(&mut symbolic, &options.given)?;
        given::install(&mut program, &options.given)?;
        symbolic.machine.core.code.watch = Some(options.criterion.watch(metered));
        // What is replayed has ended before.
        let (visits, per_entry) = (u32::MAX, false);
        program.machine.core.code.watch =
            Some(Watch { visits, per_entry, counted: false, metered, joins: false });
        if metered {
            costs::check(&mut program, &costs_of)?;
            // What has run to start the program is decoded anew, to be counted.
            symbolic.machine.core.code.forget_methods();
            program.machine.core.code.forget_methods();
            symbolic.machine.core.meter.kinds = Some(costs::kinds(&costs_of));
            program.machine.core.meter.kinds = Some(costs::kinds(&costs_of));
        }
        let own = session.own_classes();
        if options.calls != CallMode::Run {
            symbolic.machine.platform.decided = Some(Box::new(is_one_of(own.clone())));
        }
        symbolic.machine.platform.watched = Some(Box::new(is_one_of(own.clone())));
        program.machine.platform.watched = Some(Box::new(is_one_of(own.clone())));
        let by_calls = options.inputs.max_calls.is_some();
        let project = project_classes(&mut symbolic, &own, by_calls);
        let InputOptions { max_list, max_string, .. } = options.inputs;
        let mut inputs = JavaInputs::new(project, max_list, max_string);
        inputs.max_calls = options.inputs.max_calls;
        inputs.is_filling = options.criterion.is_coverage();
        inputs.stay_open = options.inputs.aliasing == Aliasing::Symbolic;
        let statics = static_fields(&mut program);
        let mut replayer = Replayer::new(program);
        replayer.statics = statics;
        if by_calls {
            let project = project_classes(&mut replayer.program, &own, by_calls);
            replayer.observers = Some(Observers::new(project));
        }
        let points = Points::alike(&replayer.points);
        let (recipes, coverage) = (Classes::default(), CoverageRecorder::default());
        let solver_time = Duration::ZERO;
        let tracker = options.partition.is_some().then(|| FlowTracker::new(session)).transpose()?;
        let watcher = options.records.lines.then(|| CaseWatcher::new(session)).transpose()?;
        let mut generator = Generator {
            symbolic,
            replayer,
            points,
            inputs,
            recipes,
            options,
            own,
            coverage,
            solver: config,
            solver_time,
            focus: None,
            seed: None,
            draws: None,
            known: FxHashSet::default(),
            tracker,
            watcher,
            goals: None,
            called: None,
            summaries: SummaryStore::default(),
            way: None,
        };
        if generator.options.has_points() {
            generator.goals = Some(points::goals(&mut generator)?);
        }
        Ok(generator)
    }

    /// The methods that are wanted.
    ///
    /// # Errors
    /// When there is no such method, package or class.
    pub fn select(&mut self, filter: &MethodFilter) -> Result<SelectedMethods, Error> {
        let by_api = self.options.inputs.max_calls.is_some();
        let program = &mut self.replayer.program;
        let selected = selection::methods(program, filter, by_api)?;
        self.check_assumptions(&selected.methods)?;
        let is_open = filter.method.is_none() && filter.visibility == Visibility::Public;
        if !is_open || reach::all_lead(self, &selected.methods)? {
            return Ok(selected);
        }
        // A test may call what its package may: better than no test that gets there.
        let wider = MethodFilter { visibility: Visibility::Package, ..filter.clone() };
        selection::methods(&mut self.replayer.program, &wider, by_api)
    }

    /// The seeds that are for none of these methods, or that do not fit theirs: which, and why.
    pub fn misfits(&mut self, methods: &[TestedMethod]) -> Vec<String> {
        let world = self.replayer.program.world();
        let names: Vec<MethodName> = methods
            .iter()
            .map(|tested| {
                let class = describe::class(world, tested.class);
                MethodName { class, ..method_name(world, tested.method) }
            })
            .collect();
        seeds::misfits(self, &names)
    }

    /// Searches all methods that are wanted, however long it takes.
    ///
    /// # Errors
    /// When there is no such method, package or class, or one cannot be run at all.
    pub fn reports(&mut self, filter: &MethodFilter) -> Result<Vec<MethodReport>, Error> {
        let plan =
            GeneratePlan { methods: self.select(filter)?.methods, ..GeneratePlan::default() };
        let budget = Budget::default();
        let watching = Watching { budget: &budget, progress: &|_| {} };
        let mut reports = Vec::new();
        self.search(&plan, watching, |searched| {
            if let Searched::Method(report, _) = searched {
                reports.push(report);
            }
            ControlFlow::Continue(())
        })?;
        Ok(reports)
    }

    /// Searches the paths of methods; each that its replay takes too is a test case. The reports
    /// come in the order of the methods, each with the place from which its search would go on if it
    /// was stopped. They are the same whatever the number of threads is.
    ///
    /// # Errors
    /// When a method or its precondition cannot be run at all.
    pub fn search(
        &mut self,
        plan: &GeneratePlan<'_>,
        watching: Watching<'_>,
        tell: impl FnMut(Searched) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        if self.goals.is_none() {
            return search::search(self, plan, watching, tell);
        }
        let methods = reach::order(self, &plan.methods)?;
        // What one method reaches no other has to.
        let plan = GeneratePlan { methods, range: plan.range.clone(), threads: None };
        search::search(self, &plan, watching, tell)
    }

    /// Begins anew with a path condition and a solver that know of no other part.
    pub(crate) fn renew(&mut self) -> Result<(), Error> {
        self.solver_time = self.solver_time();
        self.symbolic.machine.core.domain = Symbolic::new(self.solver.clone())?;
        Ok(())
    }

    /// What the test cases found so far cover, of the classes that the reports are about; but for
    /// those that have no test.
    pub fn coverage(
        &mut self,
        reports: &[MethodReport],
        left_out: &FxHashSet<(MethodName, usize)>,
    ) -> Coverage {
        let mut tests = self.coverage.of_tests(left_out);
        tests.add_initializers(&mut self.replayer);
        tests.coverage(&mut self.replayer, reports)
    }

    /// Time that it took to see which inputs meet, if they are partitioned.
    #[must_use]
    pub fn tracking_time(&self) -> Option<Duration> {
        self.tracker.as_ref().map(|tracker| tracker.time)
    }

    /// Time that the solver has taken.
    #[must_use]
    pub fn solver_time(&self) -> Duration {
        self.solver_time + self.symbolic.machine.core.domain.path.stats().time
    }

    /// A method of the machine that replays, in the machine that searches.
    pub(crate) fn symbolic_method(&mut self, method: MethodId) -> Result<MethodId, Error> {
        let world = self.replayer.program.world();
        let declared = world.method(method);
        let names = [declared.name, declared.descriptor].map(|name| world.text(name).to_owned());
        let class = world.class_name(declared.class).to_owned();
        let class = self.symbolic.load(&class)?;
        let [name, descriptor] = names;
        let found = method_of(&mut self.symbolic.machine.core.world, class, &name, &descriptor);
        found.ok_or_else(|| Error::Unsupported("a method is in one machine only".to_owned()))
    }
}

/// Of the classes whose code counts those whose objects are made by calls; one of the class library may be
/// among them, if it is known in no other way how these are made.
fn project_classes<D: Domain>(
    program: &mut Program<D>,
    own: &[String],
    by_calls: bool,
) -> Vec<ClassId> {
    let mut classes: Vec<ClassId> = own.iter().filter_map(|name| program.load(name).ok()).collect();
    let machine = &mut program.machine;
    classes.retain(|class| {
        let world = &machine.core.world;
        let is_library = machine.platform.loader.module_of(world.class_name(*class)).is_some();
        is_what_calls_make(world, *class, is_library, by_calls)
    });
    classes
}

/// Whether a method is of one of these classes, which are sorted.
fn is_one_of(classes: Vec<String>) -> impl Fn(&World, MethodId) -> bool {
    move |world, method| {
        let class = world.class_name(world.method(method).class);
        let is_own = classes.binary_search_by(|known| known.as_str().cmp(class)).is_ok();
        is_own || class.starts_with(CONDITIONS)
    }
}

impl Generator {
    /// The method that calls `symbolic` where a precondition holds. The precondition is named as
    /// methods are: `repOk` of the receiver, or `Class.method`.
    pub(crate) fn with_precondition(
        &mut self,
        name: &str,
        method: MethodId,
        symbolic: MethodId,
    ) -> Result<MethodId, Error> {
        let program = &mut self.replayer.program;
        let class = program.world().method(method).class;
        let old = program.class.replace(class);
        let found = program.method(name);
        program.class = old;
        let (_, precondition) = found?;
        let precondition = self.symbolic_method(precondition)?;
        let core = &mut self.symbolic.machine.core;
        let loader = &mut self.symbolic.machine.platform.loader;
        let entry = loader.with_precondition(&mut core.world, precondition, symbolic);
        entry.map_err(|error| SelectError::NotAPrecondition { reason: error.to_string() }.into())
    }

    /// The method by which the receiver of another says that it is as it should be, if it has one and may
    /// hold anything.
    pub(crate) fn invariant(&mut self, method: MethodId, symbolic: MethodId) -> Option<String> {
        let world = self.replayer.program.world();
        let declared = world.method(method);
        let class = declared.class;
        let name = world.text(declared.name);
        if declared.is_static() || name == INVARIANT || name == "<init>" {
            return None;
        }
        let found = methods_named(world, class, INVARIANT).into_iter().any(|found| {
            let found = world.method(found);
            !found.is_static() && world.text(found.descriptor) == "()Z"
        });
        let class = self.symbolic.world().method(symbolic).class;
        let is_open = self.options.inputs.max_calls.is_none()
            || self.inputs.is_data(&mut self.symbolic.machine, class);
        (found && is_open).then(|| INVARIANT.to_owned())
    }

    /// The method that calls `symbolic` when its receiver is made.
    pub(crate) fn on_made_receiver(&mut self, symbolic: MethodId) -> Result<MethodId, Error> {
        let core = &mut self.symbolic.machine.core;
        let loader = &mut self.symbolic.machine.platform.loader;
        Ok(loader.on_made_receiver(&mut core.world, symbolic)?)
    }

    /// Initialises the class of a method in both machines, and gives its static fields that may
    /// hold anything if that is wanted. The class of its receiver has this name, which comes first in a test. A class that
    /// cannot be initialised shows itself when the method runs.
    pub(crate) fn prepare_statics(
        &mut self,
        receiver: &str,
        method: MethodId,
        symbolic: MethodId,
    ) -> Vec<StaticField> {
        let receiver = receiver.replace('.', "/");
        let is_static = self.symbolic.world().method(symbolic).is_static();
        let declaring = self.symbolic.world().method(symbolic).class;
        let made = self.symbolic.load(&receiver).ok().filter(|_| !is_static);
        let _ = launch::initialize(&mut self.symbolic.machine, made.unwrap_or(declaring));
        let program = &mut self.replayer.program;
        let class = program.world().method(method).class;
        let made = program.load(&receiver).ok().filter(|_| !is_static);
        let first = made.unwrap_or(class);
        self.replayer.first = Some(first);
        program.machine.platform.asked.clear();
        let _ = launch::initialize(&mut program.machine, first);
        self.replayer.uncertain = std::mem::take(&mut program.machine.platform.asked);
        let own = self.replayer.statics.iter().filter(|f| f.class == class && !f.is_final);
        if self.options.inputs.statics { own.cloned().collect() } else { Vec::new() }
    }
}

/// The static fields of the project that can change, or lead to objects that can.
fn static_fields(program: &mut Program) -> Vec<StaticField> {
    let mut found = Vec::new();
    for name in &program.classes.clone() {
        let Ok(class) = program.load(name) else { continue };
        let world = program.world();
        for field in world.loaded(class).fields.iter().map(|field| world.field(*field)) {
            let is_final = field.modifiers & FINAL != 0;
            let is_constant = is_final && field.storage != Storage::Ref;
            if field.is_static() && field.modifiers & SYNTHETIC == 0 && !is_constant {
                found.push(StaticField {
                    class,
                    name: FieldName {
                        class: describe::class(world, class),
                        name: world.text(field.name).to_owned(),
                    },
                    descriptor: world.text(field.descriptor).to_owned(),
                    slot: field.slot,
                    is_final,
                });
            }
        }
    }
    found
}

/// Names in the machine that searches.
pub(crate) struct SymbolicNames<'a>(pub &'a mut SymbolicMachine);

impl InputNames for SymbolicNames<'_> {
    fn class(&self, class: ClassId) -> String {
        self.0.core.world.class_name(class).to_owned()
    }

    fn constant(&mut self, object: Ref) -> Option<(String, String)> {
        let class = self.0.core.memory.class_of(object);
        let name = describe::constant_name(self.0, object)?;
        // A constant with a body has a class of its own.
        let world = &self.0.core.world;
        Some((world.class_name(enum_of(world, class)).to_owned(), name))
    }
}
