//! Runs a test case in the concrete machine: same path, and what is to be expected.
//!
//! What a test expects must hold in every run of a JVM and in any order of tests. So a method that
//! asks for what is another in another run (the clock, chance, hash codes) runs in several of them,
//! and one that may have changed what outlives it runs again with all classes initialised before. One whose classes have
//! `assert` statements, which are not executed, runs once more with them.

use super::behind::BehindStatics;
use super::calls::{self, Calls};
use super::guided::costs;
use super::missing::{Missing, called, unknown_type};
use super::observe::{Key, Observers};
use super::points::Points;
use super::wanted::ASSERTIONS_DISABLED;
use crate::graph::{GraphReader, GraphWriter, InputNames, Visited, WriteError};
use crate::program::{Program, call, method_of, selected};
use indexmap::IndexSet;
use margay_ir::world::modifiers::PRIVATE;
use margay_ir::{ClassId, InstKind, MethodId};
use margay_jvm::launch::initialize;
use margay_jvm::platform::{IDENTITY_HASH_CODES, Jvm, OUT_OF_MEMORY};
use margay_jvm::{asked, describe};
use margay_machine::code::Point;
use margay_machine::{Asked, ClassState, Concrete, Machine, Mark, Outcome, Ref, Touched};
use margay_search::generate::case::{Build, CaseOutcome, Input, Observation, Step};
use margay_search::generate::concrete::ConcreteInput;
use margay_search::generate::cost::CostModel;
use margay_search::generate::paths::AssumedArguments;
use margay_search::structure::{Content, FieldName, Structure, Value};
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::collections::BTreeSet;

/// Steps a replay may take.
const MOST_STEPS: u64 = 1 << 26;

/// Runs in which the clock is another: a method must do the same in all of them.
const RUNS: u32 = 3;

/// Runs in which hash codes are others. A table of two places shows one bit of them, which is the same in all of these
/// once in 32,768 times.
const HASHED_RUNS: u32 = 16;

/// Nanoseconds before a test runs, at least, in another run.
const BEFORE_TEST: i64 = 7_000_000_000;

/// What is thrown where a class cannot be initialised.
const UNINITIALISED: [&str; 2] =
    ["java.lang.ExceptionInInitializerError", "java.lang.NoClassDefFoundError"];

/// The values that a program asks for while it runs, with their types.
pub(crate) fn asked_values(input: &ConcreteInput) -> Vec<String> {
    let value = |(asked, bits)| match asked {
        Asked::Value(storage) => Some(asked::text(storage, bits)),
        Asked::Input => None,
    };
    input.given().filter_map(value).collect()
}

/// The concrete machine and what it knows.
pub struct Replayer {
    /// Where test cases run.
    pub program: Program,
    /// The points of the paths.
    pub points: Points,
    /// Static fields of the project that can change, or lead to objects that can.
    pub statics: Vec<StaticField>,
    /// The class that a test uses first.
    pub first: Option<ClassId>,
    /// What the initializers that have run have asked for that is another in another run.
    pub uncertain: Vec<String>,
    /// Reads object graphs.
    pub reader: GraphReader,
    /// Writes them.
    pub writer: GraphWriter,
    /// What can be seen of objects from outside, if that is what tests look at.
    pub observers: Option<Observers>,
    /// The points that looking at them has taken.
    pub(super) observed: Vec<Point>,
    /// What methods of objects can be asked about.
    pub(super) keys: Vec<Key>,
    /// What the class path lacks.
    missing: Missing,
    /// What is counted.
    pub(super) costs: Vec<CostModel>,
    /// What is assumed of the arguments.
    pub(super) assumed: Vec<AssumedArguments>,
}

/// A static field.
#[derive(Clone, Debug)]
pub struct StaticField {
    /// Its class.
    pub class: ClassId,
    /// Its name.
    pub name: FieldName,
    /// Its descriptor.
    pub descriptor: String,
    /// Its cell.
    pub slot: u32,
    /// Whether it is set once.
    pub is_final: bool,
}

/// A method, and what it is given. Its parameters have these names and descriptors, that of the
/// receiver first.
#[derive(Clone, Copy)]
pub struct Invocation<'a> {
    pub method: MethodId,
    pub parameters: &'a [(String, String)],
    /// The static fields that are given too.
    pub statics: &'a [StaticField],
    pub input: &'a ConcreteInput,
}

/// What a replay showed.
pub struct Replay {
    /// What the method was given.
    pub input: Input,
    /// The calls that make it, of objects that are made by calls, and the points that these take and those
    /// that look at objects afterwards.
    pub recipe: Vec<Build>,
    pub building: Vec<Point>,
    /// The heap before and after.
    pub before: Structure,
    /// The heap afterwards.
    pub after: Structure,
    /// How it ended.
    pub outcome: CaseOutcome,
    /// Whether that is with an exception that a method of the test has thrown.
    pub is_passed_on: bool,
    /// The points of its path.
    pub trace: Vec<u64>,
    /// The same as this machine has them.
    pub points: Vec<Point>,
    /// Its lines, and how many more there are.
    pub lines: (Vec<Step>, u64),
    /// What it printed.
    pub printed: String,
    /// Static fields it has changed, with what they hold then.
    pub statics: Vec<(FieldName, Value)>,
    /// Static fields that lead to objects it has changed, and those that the calls which make its input have set.
    pub restores: Vec<FieldName>,
    /// What objects show of themselves afterwards, if tests look at that.
    pub observations: Option<Vec<Observation>>,
    /// What is not to be asserted, and why.
    pub unasserted: Vec<String>,
    /// What it has cost, in each model that is counted.
    pub costs: Vec<u64>,
    /// Whether something that is older than the input has changed.
    is_lasting: bool,
    /// Classes of the project that it was the first to use.
    first_used: Vec<ClassId>,
}

impl Replay {
    /// The methods that have run, each once: a path goes through few of them many times.
    fn methods_run(&self) -> IndexSet<MethodId, FxBuildHasher> {
        let methods = self.points.iter().chain(&self.building).map(|point| point.method);
        let mut last = None;
        methods.filter(|method| last.replace(*method) != Some(*method)).collect()
    }

    /// Forgets the message and what fields hold where another replay shows something else. Whether the
    /// two show the same then: what only fields that tests may not read lead to is seen by nobody who looks at objects from outside.
    fn forget_differences(
        &mut self,
        other: &Replay,
        why: &str,
        is_private: &mut dyn FnMut(&FieldName) -> bool,
    ) -> bool {
        let ends_alike = self.trace == other.trace
            && self.printed == other.printed
            && self.statics == other.statics
            && self.after.objects.len() == other.after.objects.len();
        // What was seen otherwise nobody looks at.
        let mut unseen = Vec::new();
        if let (Some(own), Some(other)) = (&mut self.observations, &other.observations) {
            own.retain(|observation| {
                let is_alike = other.contains(observation);
                match observation.value {
                    Value::Ref(place) if !is_alike => unseen.push(place),
                    _ => {}
                }
                is_alike
            });
        }
        unseen.retain(|place| *place >= self.before.objects.len());
        if self.observations.is_some() {
            let visible = self.visible(is_private);
            unseen.extend((0..self.after.objects.len()).filter(|place| !visible.contains(place)));
        }
        ends_alike && self.forget_message(other, why) && self.forget_fields(other, &unseen, why)
    }

    /// The objects of the heap afterwards that a test can see.
    fn visible(&self, is_private: &mut dyn FnMut(&FieldName) -> bool) -> FxHashSet<usize> {
        let result = match &self.outcome {
            CaseOutcome::Returned(value) => value.as_ref(),
            CaseOutcome::Threw { .. } => None,
        };
        let observed = self.observations.iter().flatten().map(|seen| &seen.value);
        let statics = self.statics.iter().map(|(_, value)| value);
        let given = self.input.receiver.iter().chain(&self.input.arguments);
        let roots = given.chain(result).chain(observed).chain(statics);
        let place = |value: &Value| if let Value::Ref(place) = value { Some(*place) } else { None };
        let mut open: Vec<usize> = roots.filter_map(place).collect();
        let mut found = FxHashSet::default();
        while let Some(next) = open.pop() {
            let Some(object) = self.after.objects.get(next).filter(|_| found.insert(next)) else {
                continue;
            };
            match &object.content {
                Content::Fields(fields) => {
                    let read = fields.iter().filter(|(name, _)| !is_private(name));
                    open.extend(read.filter_map(|(_, value)| place(value)));
                }
                content => open.extend(content.values().filter_map(place)),
            }
        }
        found
    }

    fn forget_message(&mut self, other: &Replay, why: &str) -> bool {
        match (&mut self.outcome, &other.outcome) {
            (
                CaseOutcome::Threw { class, message, varies, .. },
                CaseOutcome::Threw { class: also, message: other, .. },
            ) => {
                let remark = format!("the message depends on {why}");
                if message != other && !self.unasserted.contains(&remark) {
                    *varies = true;
                    self.unasserted.push(remark);
                }
                class == also
            }
            (own, other) => own == other,
        }
    }

    fn forget_fields(&mut self, other: &Replay, unseen: &[usize], why: &str) -> bool {
        let objects = self.after.objects.iter_mut().zip(&other.after.objects).enumerate();
        for (_, (own, other)) in objects.filter(|(place, _)| !unseen.contains(place)) {
            let is_alike = match (&mut own.content, &other.content) {
                (Content::Fields(fields), Content::Fields(others)) => {
                    for ((name, value), (_, other)) in fields.iter_mut().zip(others) {
                        if value != other && *value != Value::Free {
                            *value = Value::Free;
                            let what = format!("{}.{} depends on {why}", name.class, name.name);
                            self.unasserted.push(what);
                        }
                    }
                    true
                }
                (own, other) => own == other,
            };
            if !is_alike || own.class != other.class || own.id != other.id {
                return false;
            }
        }
        true
    }
}

/// Why a replay shows nothing.
pub enum ReplayFailure {
    /// The input cannot be built.
    Input(String),
    /// It did not end.
    Endless,
    /// Margay does not support what it does.
    Unsupported(String),
    /// Something is assumed that does not hold of the input. Objects that calls make show that only when
    /// they are made.
    Outside,
}

/// Whether arguments are what is assumed of them.
pub(crate) fn meets(
    machine: &mut Machine<Concrete, Jvm<Concrete>>,
    assumed: &[AssumedArguments],
    arguments: &[u64],
) -> bool {
    assumed.iter().all(|AssumedArguments { assumption, of }| {
        let objects: Vec<Ref> = of.iter().map(|place| arguments[*place] as Ref).collect();
        margay_jvm::intrinsics::assumption_holds(machine, *assumption, &objects)
    })
}

/// Why a case is left out that an `assert` statement makes another.
const DEPENDS_ON_ASSERTS: &str =
    "what it does depends on whether assert statements are executed (--enable-assertions)";

fn unsupported<T>(what: impl Into<String>) -> Result<T, ReplayFailure> {
    Err(ReplayFailure::Unsupported(what.into()))
}

impl From<WriteError> for ReplayFailure {
    fn from(error: WriteError) -> ReplayFailure {
        ReplayFailure::Input(error.to_string())
    }
}

impl Replayer {
    /// A machine whose state now is that before each test.
    pub fn new(program: Program) -> Self {
        Replayer {
            program,
            points: Points::default(),
            statics: Vec::new(),
            first: None,
            uncertain: Vec::new(),
            reader: GraphReader::of_contents(),
            writer: GraphWriter::default(),
            observers: None,
            observed: Vec::new(),
            keys: Vec::new(),
            missing: Missing::default(),
            costs: Vec::new(),
            assumed: Vec::new(),
        }
    }

    /// Runs a method on an input.
    pub fn run(
        &mut self,
        call: Invocation<'_>,
        names: &mut impl InputNames,
    ) -> Result<Replay, ReplayFailure> {
        self.program.machine.platform.asked.clear();
        let mut replay = self.run_in(0, call, names)?;
        let mut asked = std::mem::take(&mut self.program.machine.platform.asked);
        if asked.iter().any(|what| what == OUT_OF_MEMORY) {
            return unsupported("it runs out of memory, which it may not do elsewhere");
        }
        asked.extend(
            self.uncertain.iter().filter(|what| !asked.contains(what)).cloned().collect::<Vec<_>>(),
        );
        if !asked.is_empty() {
            let is_hashed = asked.iter().any(|what| what == IDENTITY_HASH_CODES);
            let (runs, asked) = (if is_hashed { HASHED_RUNS } else { RUNS }, asked.join(", "));
            for other in 1..runs {
                let again = self.run_in(other, call, names)?;
                if !self.forget_differences(&mut replay, &again, &asked) {
                    return unsupported(format!("what it does depends on {asked}"));
                }
            }
        }
        let asserts = self.asserts_of(&replay);
        if !self.program.machine.platform.settings.assertions && !asserts.is_empty() {
            // Other blocks run then; what comes of it must be the same.
            let again = self.run_asserting(&asserts, call, names)?;
            let again = Replay { trace: replay.trace.clone(), ..again };
            if !self.forget_differences(&mut replay, &again, "assert statements") {
                return unsupported(DEPENDS_ON_ASSERTS);
            }
        }
        if (replay.is_lasting || !replay.first_used.is_empty()) && !self.statics.is_empty() {
            let unasserted = std::mem::take(&mut replay.unasserted);
            let mut lasting = self.run_lasting(&replay.first_used, call, names)?;
            // What static fields hold then, nobody can say.
            lasting.statics.retain(|field| replay.statics.contains(field));
            replay.statics.retain(|field| lasting.statics.contains(field));
            if !self.forget_differences(&mut lasting, &replay, "which classes were used before") {
                return unsupported("what it does depends on which classes were used before");
            }
            lasting.unasserted.extend(unasserted);
            replay = lasting;
        }
        match self.lacking(call.method, &replay) {
            Some(why) => unsupported(why),
            None => Ok(replay),
        }
    }

    /// What the class path lacks for a test of this, if it lacks anything.
    fn lacking(&mut self, method: MethodId, replay: &Replay) -> Option<String> {
        let machine = &mut self.program.machine;
        if let Some(why) = self.missing.needed(machine, replay.methods_run()) {
            return Some(why);
        }
        let world = &machine.core.world;
        let own = world.text(world.method(method).descriptor).to_owned();
        let mut descriptors = replay.recipe.iter().filter_map(called).chain([own.as_str()]);
        descriptors.find_map(|descriptor| unknown_type(machine, descriptor))
    }

    fn forget_differences(&mut self, replay: &mut Replay, other: &Replay, why: &str) -> bool {
        let program = &mut self.program;
        let mut is_private = |field: &FieldName| {
            let Ok(class) = program.load(&field.class.replace('.', "/")) else { return false };
            let world = program.world();
            let fields = world.loaded(class).fields.iter().map(|id| world.field(*id));
            let mut named = fields.filter(|found| world.text(found.name) == field.name);
            named.any(|found| found.modifiers & PRIVATE != 0)
        };
        replay.forget_differences(other, why, &mut is_private)
    }

    /// Runs a method in one of several runs of a JVM, which differ in what no program can rely on.
    fn run_in(
        &mut self,
        run: u32,
        call: Invocation<'_>,
        names: &mut impl InputNames,
    ) -> Result<Replay, ReplayFailure> {
        self.program.machine.hold();
        self.program.machine.platform.run = run;
        if run > 0 && !self.uncertain.is_empty() {
            self.initialise_anew();
        }
        // Time has passed since classes were initialised.
        self.program.machine.platform.waited = i64::from(run) * BEFORE_TEST;
        let replay = self.run_held(call, names);
        self.program.machine.release();
        self.program.machine.platform.run = 0;
        self.program.machine.platform.waited = 0;
        replay
    }

    /// The static cells by which classes whose code ran know whether `assert` statements are executed.
    fn asserts_of(&self, replay: &Replay) -> Vec<u32> {
        let world = self.program.world();
        let run = replay.methods_run().into_iter();
        let classes: BTreeSet<ClassId> = run.map(|method| world.method(method).class).collect();
        let fields = classes.into_iter().flat_map(|class| &world.loaded(class).fields);
        let fields = fields.map(|field| world.field(*field));
        let own = fields.filter(|field| world.text(field.name) == ASSERTIONS_DISABLED);
        own.map(|field| field.slot).collect()
    }

    /// Runs a method with its `assert` statements: those who run tests mostly execute them, and some do not.
    fn run_asserting(
        &mut self,
        disabled: &[u32],
        call: Invocation<'_>,
        names: &mut impl InputNames,
    ) -> Result<Replay, ReplayFailure> {
        self.program.machine.hold();
        self.program.machine.platform.settings.assertions = true;
        for cell in disabled {
            self.program.memory_mut().set_static(*cell, 0);
        }
        let replay = self.run_held(call, names);
        self.program.machine.platform.settings.assertions = false;
        self.program.machine.release();
        replay
    }

    /// Runs a method where these classes were used before; tells what it changes that outlives it.
    fn run_lasting(
        &mut self,
        used: &[ClassId],
        call: Invocation<'_>,
        names: &mut impl InputNames,
    ) -> Result<Replay, ReplayFailure> {
        self.program.machine.hold();
        let memory = self.program.memory();
        let ready = self.statics.iter().filter(|field| memory.is_ready(field.class));
        let before: Vec<(u32, u64)> =
            ready.map(|field| (field.slot, memory.get_static(field.slot))).collect();
        for class in used {
            // One that cannot be initialised shows itself when it is used.
            let _ = initialize(&mut self.program.machine, *class);
        }
        // What that has set elsewhere, tests before this one have put back.
        for (slot, value) in before {
            self.program.memory_mut().set_static(slot, value);
        }
        let mut behind = BehindStatics::read(self);
        let replay = self.run_held(call, names).and_then(|mut replay| {
            let changed = behind.changed(self).map_err(ReplayFailure::Unsupported)?;
            let set = std::mem::replace(&mut replay.restores, changed);
            let others = set.into_iter().filter(|field| !replay.restores.contains(field));
            let others: Vec<FieldName> = others.collect();
            replay.restores.extend(others);
            Ok(replay)
        });
        self.program.machine.release();
        replay
    }

    /// Lets the classes of the project be as if nobody had used them, but for the one that the test uses first.
    fn initialise_anew(&mut self) {
        for place in 0..self.statics.len() {
            let (class, slot) = (self.statics[place].class, self.statics[place].slot);
            let memory = self.program.memory_mut();
            memory.set_static(slot, 0);
            if !memory.is_fresh(class) {
                memory.set_state(class, ClassState::Fresh);
            }
        }
        if let Some(first) = self.first {
            let _ = initialize(&mut self.program.machine, first);
        }
    }

    fn run_held(
        &mut self,
        call: Invocation<'_>,
        names: &mut impl InputNames,
    ) -> Result<Replay, ReplayFailure> {
        let start = self.program.memory_mut().mark();
        let begun = self.ready_statics();
        self.program.machine.platform.give(call.input.given());
        let Replayer { program, reader, writer, assumed, .. } = &mut *self;
        let machine = &mut program.machine;
        let mut calls = Calls::new(reader);
        let (arguments, set) = writer.write_input(machine, call.input, names, &mut calls)?;
        if calls.has_changed_argument(machine) {
            return unsupported("a call that makes the input changes an argument of another");
        }
        if !meets(machine, assumed, &arguments) {
            return Err(ReplayFailure::Outside);
        }
        let made = calls.finish();
        let mut visited = Visited::default();
        let mut given = Vec::new();
        for ((name, descriptor), bits) in call.parameters.iter().zip(&arguments) {
            let machine = &mut self.program.machine;
            given.push(self.reader.value(machine, &mut visited, descriptor, *bits, Some(name)));
        }
        let mut statics = Vec::new();
        for (field, bits) in call.statics.iter().zip(set) {
            let machine = &mut self.program.machine;
            machine.core.memory.set_static(field.slot, bits);
            let value = self.reader.value(machine, &mut visited, &field.descriptor, bits, None);
            statics.push((field.name.clone(), value));
        }
        let mut building = std::mem::take(&mut self.writer.path);
        let recipe = calls::recipe(made, &mut self.program.machine, &mut self.reader, &mut visited);
        let before = self.reader.read(&mut self.program.machine, &mut visited);
        if let Some(class) = self.failed(&before) {
            return unsupported(format!("class {class} cannot be initialised"));
        }
        let is_new = usize::from(self.is_constructor(call.method));
        self.keys = self.keys(call.parameters, &arguments, &given);
        let watched = self.watched(given.get(is_new..).unwrap_or_default(), &before, &visited);
        let shown = self.show(call.method, &watched);
        let ready = self.ready_statics();
        let restores = self.set_since(begun);
        let out = self.program.memory().output.out.len();
        self.program.machine.core.meter.root = Some(call.method);
        let outcome = self.execute(call.method, &arguments)?;
        let costs = costs::spent(&self.program.machine.core, &self.costs);
        let (is_lasting, first_used) = self.lasting(start);
        let trace = self.points.keys(&self.program.machine.core);
        let points = self.program.machine.core.path().collect();
        let lines = self.points.lines(&mut self.program.machine);
        let printed = self.program.memory().output.out[out..].to_vec();
        let mut unasserted = Vec::new();
        let outcome = match outcome {
            Outcome::Returned(_) if self.is_constructor(call.method) => {
                Outcome::Returned(arguments.first().copied())
            }
            outcome => outcome,
        };
        let is_passed_on = matches!(outcome, Outcome::Threw(it) if throws(&before, &visited, it));
        let mut outcome = self.outcome(call.method, outcome, &mut visited, &mut unasserted)?;
        if let CaseOutcome::Threw { expected, .. } = &mut outcome {
            *expected |= is_passed_on;
        }
        let changed = self.changed_statics(ready, &mut visited);
        let observations = self.observe(call.method, &watched, shown, &outcome, &mut visited);
        building.append(&mut self.observed);
        let after = self.reader.read(&mut self.program.machine, &mut visited);
        let instance = !self.program.world().method(call.method).is_static();
        let (asked, stdin) = (asked_values(call.input), call.input.stdin());
        let mut given = given.into_iter();
        let receiver = if instance { given.next() } else { None };
        Ok(Replay {
            input: Input { receiver, arguments: given.collect(), statics, asked, stdin },
            recipe,
            building,
            before,
            after,
            outcome,
            is_passed_on,
            trace,
            points,
            lines,
            printed: String::from_utf8_lossy(&printed).into_owned(),
            statics: changed,
            restores,
            observations,
            unasserted,
            costs,
            is_lasting,
            first_used,
        })
    }

    /// A class whose initializer threw though the input has an object of it, or would be one: no program has.
    fn failed(&self, before: &Structure) -> Option<String> {
        let (world, memory) = (self.program.world(), self.program.memory());
        let held = before.objects.iter();
        let held = held.filter_map(|object| world.find_class(&object.class.replace('.', "/")));
        let held = held.filter(|class| world.class(*class).is_some());
        let mut classes = self.first.into_iter().chain(held);
        let failed = classes.find(|class| memory.state(*class) == ClassState::Failed)?;
        Some(describe::class(world, failed))
    }

    /// What has changed since a mark of all that is older, by the calls that make the input too: whether anything, and the
    /// classes of the project that are used for the first time.
    fn lasting(&self, start: Mark) -> (bool, Vec<ClassId>) {
        let memory = self.program.memory();
        let (mut is_lasting, mut used) = (false, Vec::new());
        for touched in memory.touched_since(start, start) {
            match touched {
                Touched::Cell(_) | Touched::Content => is_lasting = true,
                Touched::Class(class) => {
                    if !used.contains(&class)
                        && self.statics.iter().any(|field| field.class == class)
                    {
                        used.push(class);
                    }
                }
            }
        }
        (is_lasting, used)
    }

    /// The static fields that no longer hold what they held.
    fn set_since(&self, before: Vec<(usize, u64)>) -> Vec<FieldName> {
        let memory = self.program.memory();
        let is_set =
            |(place, old): &(usize, u64)| memory.get_static(self.statics[*place].slot) != *old;
        before
            .into_iter()
            .filter(is_set)
            .map(|(place, _)| self.statics[place].name.clone())
            .collect()
    }

    /// Static fields whose class is initialised, by their place, with what they hold.
    fn ready_statics(&self) -> Vec<(usize, u64)> {
        let memory = self.program.memory();
        let fields = self.statics.iter().enumerate().filter(|(_, field)| !field.is_final);
        let ready = fields.filter(|(_, field)| memory.is_ready(field.class));
        ready.map(|(place, field)| (place, memory.get_static(field.slot))).collect()
    }

    fn changed_statics(
        &mut self,
        before: Vec<(usize, u64)>,
        visited: &mut Visited,
    ) -> Vec<(FieldName, Value)> {
        let mut changed = Vec::new();
        for (place, old) in before {
            let field = self.statics[place].clone();
            let machine = &mut self.program.machine;
            let bits = machine.core.memory.get_static(field.slot);
            if bits != old {
                let value = self.reader.value(machine, visited, &field.descriptor, bits, None);
                changed.push((field.name, value));
            }
        }
        changed
    }

    fn execute(
        &mut self,
        method: MethodId,
        arguments: &[u64],
    ) -> Result<Outcome<u64>, ReplayFailure> {
        let machine = &mut self.program.machine;
        let method = selected(machine, method, arguments);
        match call(machine, method, arguments, MOST_STEPS) {
            Some(Outcome::Refused(refusal)) => {
                Err(ReplayFailure::Unsupported(describe::refused_at(machine, &refusal)))
            }
            Some(outcome) => Ok(outcome),
            None => Err(ReplayFailure::Endless),
        }
    }

    fn is_constructor(&self, method: MethodId) -> bool {
        let world = self.program.world();
        world.text(world.method(method).name) == "<init>"
    }

    fn outcome(
        &mut self,
        method: MethodId,
        outcome: Outcome<u64>,
        visited: &mut Visited,
        unasserted: &mut Vec<String>,
    ) -> Result<CaseOutcome, ReplayFailure> {
        let world = self.program.world();
        let descriptor = world.text(world.method(method).descriptor);
        let result = match self.is_constructor(method) {
            true => "Ljava/lang/Object;".to_owned(),
            false => descriptor.rsplit(')').next().unwrap_or("V").to_owned(),
        };
        match outcome {
            Outcome::Returned(value) => {
                let machine = &mut self.program.machine;
                let value = value
                    .map(|bits| self.reader.value(machine, visited, &result, bits, Some("result")));
                Ok(CaseOutcome::Returned(value))
            }
            Outcome::Threw(exception) => {
                let class = self.program.memory().class_of(exception);
                let name = describe::class(self.program.world(), class);
                if UNINITIALISED.contains(&name.as_str()) {
                    return unsupported(
                        "a class cannot be initialised, which only its first user sees",
                    );
                }
                let message = self.message(exception, class);
                unasserted.extend(message.as_ref().err().cloned());
                let varies = !message.as_ref().is_ok_and(|(_, is_fixed)| *is_fixed);
                Ok(CaseOutcome::Threw {
                    class: name,
                    message: message.map(|(message, _)| message).unwrap_or_default(),
                    varies,
                    expected: self.is_expected(method, exception, class),
                })
            }
            _ => unsupported("the program ends itself"),
        }
    }

    /// What `getMessage` gives when a test calls it, and whether that is a literal of the program, which says
    /// nothing of the input; or why it gives nothing.
    fn message(
        &mut self,
        exception: Ref,
        class: ClassId,
    ) -> Result<(Option<String>, bool), String> {
        let name = "getMessage";
        let world = &mut self.program.machine.core.world;
        let method = method_of(world, class, name, "()Ljava/lang/String;");
        let method = method.and_then(|method| world.select(class, method));
        let method = method.ok_or_else(|| format!("there is no {name}"))?;
        let machine = &mut self.program.machine;
        // Where it ended is still to be asked for.
        let (trace, steps) = (std::mem::take(&mut machine.core.trace), MOST_STEPS);
        let outcome = call(machine, method, &[u64::from(exception)], steps);
        machine.core.trace = trace;
        match outcome {
            Some(Outcome::Returned(Some(0))) => Ok((None, true)),
            Some(Outcome::Returned(Some(text))) => {
                let units = machine.platform.units_of(&mut machine.core, text as Ref);
                let units = units.map_err(|_| format!("{name} gives no text"))?;
                let literal = machine.core.world.string(&units);
                let is_fixed = u64::from(machine.core.memory.string(literal)) == text;
                Ok((Some(String::from_utf16_lossy(&units)), is_fixed))
            }
            Some(Outcome::Threw(thrown)) => {
                let thrown = describe::exception(machine, thrown);
                Err(format!("{name} throws {thrown}"))
            }
            Some(Outcome::Refused(refusal)) => Err(describe::refused_at(machine, &refusal)),
            _ => Err(format!("{name} does not end as it should")),
        }
    }

    /// Whether an exception is declared, or thrown on purpose by code of the project.
    fn is_expected(&mut self, method: MethodId, exception: Ref, class: ClassId) -> bool {
        let declared = margay_jvm::inputs::signature::exceptions(&self.program.machine, method);
        let world = self.program.world();
        let is = |name: &String| {
            let found = world.find_class(&name.replace('.', "/"));
            found.is_some_and(|c| world.class(c).is_some() && world.is_subclass(class, c))
        };
        if declared.iter().any(is) {
            return true;
        }
        let Some(origin) = describe::origin(&self.program.machine.core, exception) else {
            return false;
        };
        let owner = self.program.world().method(origin).class;
        let owner = self.program.world().class_name(owner).to_owned();
        let platform = &mut self.program.machine.platform;
        if platform.loader.module_of(&owner).is_some() {
            return false;
        }
        let body = platform.loader.body(&mut self.program.machine.core.world, origin);
        let makes = |kind: &InstKind| matches!(kind, InstKind::New(made) if *made == class);
        body.is_ok_and(|body| body.insts.values().any(|inst| makes(&inst.kind)))
    }
}

/// Whether a method that the test implements throws this.
fn throws(before: &Structure, visited: &Visited, exception: Ref) -> bool {
    let stubs = before.objects.iter().filter_map(|object| match &object.content {
        Content::Stub(methods) => Some(methods),
        _ => None,
    });
    stubs.flatten().any(|method| match method.throws {
        Some(Value::Ref(place)) => visited.object(place) == Some(exception),
        _ => false,
    })
}
