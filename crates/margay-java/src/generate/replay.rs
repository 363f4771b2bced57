//! Runs a test case in the concrete machine: same path, and what is to be expected.

use super::graph::{Met, Reader};
use super::points::Points;
use crate::program::Program;
use margay_ir::world::modifiers::ENUM;
use margay_ir::{ClassId, InstKind, MethodId};
use margay_jvm::describe;
use margay_jvm::inputs::enum_of;
use margay_jvm::launch;
use margay_jvm::stub::interface_of;
use margay_machine::code::Point;
use margay_machine::{Event, Outcome, Ref};
use margay_search::generate::case::{CaseOutcome, Input, Step};
use margay_search::generate::concrete::ConcreteInput;
use margay_search::structure::{FieldName, Structure, Value};
use rustc_hash::FxHashMap;

/// Steps a replay may take.
pub(super) const MOST_STEPS: u64 = 1 << 26;

/// Runs in which hash codes and the clock are others: a method must do the same in all of them.
const RUNS: u32 = 3;

/// The concrete machine and what it knows.
pub struct Replayer {
    /// Where test cases run.
    pub program: Program,
    /// The points of the paths.
    pub points: Points,
    /// Static fields of the project that can change.
    pub statics: Vec<StaticField>,
    /// Whether equal texts of an input are different objects.
    pub distinct_texts: bool,
    /// Reads object graphs.
    pub reader: Reader,
    classes: FxHashMap<String, Option<ClassId>>,
    /// Methods that fill collections, by class.
    pub(super) fillings: FxHashMap<ClassId, MethodId>,
}

/// A static field that can change.
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
}

/// What a replay showed.
pub struct Replay {
    /// What the method was given.
    pub input: Input,
    /// The heap before and after.
    pub before: Structure,
    /// The heap afterwards.
    pub after: Structure,
    /// How it ended.
    pub outcome: CaseOutcome,
    /// The points of its path.
    pub trace: Vec<u64>,
    /// The same as this machine has them.
    pub points: Vec<Point>,
    /// Its lines.
    pub lines: Vec<Step>,
    /// What it printed.
    pub printed: String,
    /// Static fields it has changed, with what they hold then.
    pub statics: Vec<(FieldName, Value)>,
}

impl Replay {
    /// Whether another replay shows the same.
    fn is_like(&self, other: &Replay) -> bool {
        self.after == other.after
            && self.outcome == other.outcome
            && self.trace == other.trace
            && self.printed == other.printed
            && self.statics == other.statics
    }
}

/// Why a replay shows nothing.
pub enum Failure {
    /// The input cannot be built.
    Input(String),
    /// It did not end.
    Endless,
    /// Margay does not support what it does.
    Unsupported(String),
}

/// Names of classes and constants in the machine the input comes from.
pub trait Names {
    /// The internal name of a class.
    fn class(&self, class: ClassId) -> String;
    /// Class and name of a constant.
    fn constant(&mut self, object: Ref) -> Option<(String, String)>;
}

impl Replayer {
    /// A machine whose state now is that before each test.
    pub fn new(program: Program) -> Self {
        Replayer {
            program,
            points: Points::default(),
            statics: Vec::new(),
            distinct_texts: false,
            reader: Reader::default(),
            classes: FxHashMap::default(),
            fillings: FxHashMap::default(),
        }
    }

    /// Runs a method on an input. Its parameters have these names and descriptors, that of the
    /// receiver first.
    pub fn run(
        &mut self,
        method: MethodId,
        parameters: &[(String, String)],
        given: &[StaticField],
        input: &ConcreteInput,
        names: &mut impl Names,
    ) -> Result<Replay, Failure> {
        let asked = self.program.machine.platform.varying;
        let replay = self.run_in(0, method, parameters, given, input, names)?;
        if self.program.machine.platform.varying == asked {
            return Ok(replay);
        }
        for other in 1..RUNS {
            let again = self.run_in(other, method, parameters, given, input, names)?;
            if !replay.is_like(&again) {
                let what = "what it does depends on identity hash codes or the clock";
                return Err(Failure::Unsupported(what.to_owned()));
            }
        }
        Ok(replay)
    }

    /// Runs a method in one of several runs of a JVM, which differ in what no program can rely on.
    fn run_in(
        &mut self,
        run: u32,
        method: MethodId,
        parameters: &[(String, String)],
        given: &[StaticField],
        input: &ConcreteInput,
        names: &mut impl Names,
    ) -> Result<Replay, Failure> {
        self.program.machine.hold();
        self.program.machine.platform.run = run;
        let replay = self.run_held(method, parameters, given, input, names);
        self.program.machine.rewind();
        self.program.machine.release();
        self.program.machine.platform.run = 0;
        replay
    }

    fn run_held(
        &mut self,
        method: MethodId,
        parameters: &[(String, String)],
        fields: &[StaticField],
        input: &ConcreteInput,
        names: &mut impl Names,
    ) -> Result<Replay, Failure> {
        let (arguments, set) = self.build(input, names)?;
        let mut met = Met::default();
        let mut given = Vec::new();
        for ((name, descriptor), bits) in parameters.iter().zip(&arguments) {
            let machine = &mut self.program.machine;
            given.push(self.reader.value(machine, &mut met, descriptor, *bits, Some(name)));
        }
        let mut statics = Vec::new();
        for (field, bits) in fields.iter().zip(set) {
            let machine = &mut self.program.machine;
            machine.core.memory.set_static(field.slot, bits);
            let value = self.reader.value(machine, &mut met, &field.descriptor, bits, None);
            statics.push((field.name.clone(), value));
        }
        let before = self.reader.read(&mut self.program.machine, &mut met);
        let ready = self.ready_statics();
        let out = self.program.machine.core.memory.output.out.len();
        let outcome = self.execute(method, &arguments)?;
        let trace = self.points.keys(&self.program.machine.core);
        let core = &self.program.machine.core;
        let points = core.trace.iter().map(|point| core.code.points[*point as usize]).collect();
        let lines = self.points.lines(&mut self.program.machine);
        let printed = self.program.machine.core.memory.output.out[out..].to_vec();
        let outcome = self.outcome(method, outcome, &mut met)?;
        let changed = self.changed_statics(ready, &mut met);
        let after = self.reader.read(&mut self.program.machine, &mut met);
        let instance = !self.program.machine.core.world.method(method).is_static();
        let mut given = given.into_iter();
        let receiver = if instance { given.next() } else { None };
        Ok(Replay {
            input: Input { receiver, arguments: given.collect(), statics },
            before,
            after,
            outcome,
            trace,
            points,
            lines,
            printed: String::from_utf8_lossy(&printed).into_owned(),
            statics: changed,
        })
    }

    /// Static fields whose class is initialised, by their place, with what they hold.
    fn ready_statics(&self) -> Vec<(usize, u64)> {
        let memory = &self.program.machine.core.memory;
        let fields = self.statics.iter().enumerate();
        let ready = fields.filter(|(_, field)| memory.is_ready(field.class));
        ready.map(|(place, field)| (place, memory.get_static(field.slot))).collect()
    }

    fn changed_statics(
        &mut self,
        before: Vec<(usize, u64)>,
        met: &mut Met,
    ) -> Vec<(FieldName, Value)> {
        let mut changed = Vec::new();
        for (place, old) in before {
            let field = self.statics[place].clone();
            let machine = &mut self.program.machine;
            let bits = machine.core.memory.get_static(field.slot);
            if bits != old {
                let value = self.reader.value(machine, met, &field.descriptor, bits, None);
                changed.push((field.name, value));
            }
        }
        changed
    }

    fn execute(&mut self, method: MethodId, arguments: &[u64]) -> Result<Outcome<u64>, Failure> {
        let event = match self.program.machine.start(method, arguments) {
            Ok(()) => {
                self.program.machine.pause_after(MOST_STEPS);
                self.program.machine.resume()
            }
            Err(outcome) => Event::Done(*outcome),
        };
        match event {
            Event::Done(Outcome::Refused(refusal)) => {
                let what = describe::refused_at(&mut self.program.machine, &refusal);
                Err(Failure::Unsupported(what))
            }
            Event::Done(outcome) => Ok(outcome),
            _ => Err(Failure::Endless),
        }
    }

    fn outcome(
        &mut self,
        method: MethodId,
        outcome: Outcome<u64>,
        met: &mut Met,
    ) -> Result<CaseOutcome, Failure> {
        let world = &self.program.machine.core.world;
        let descriptor = world.text(world.method(method).descriptor);
        let result = descriptor.rsplit(')').next().unwrap_or("V").to_owned();
        match outcome {
            Outcome::Returned(value) => {
                let machine = &mut self.program.machine;
                let value = value
                    .map(|bits| self.reader.value(machine, met, &result, bits, Some("result")));
                Ok(CaseOutcome::Returned(value))
            }
            Outcome::Threw(exception) => {
                let class = self.program.machine.core.memory.class_of(exception);
                Ok(CaseOutcome::Threw {
                    class: describe::class(&self.program.machine.core.world, class),
                    message: describe::message(&mut self.program.machine, exception),
                    expected: self.is_expected(method, exception, class),
                })
            }
            _ => Err(Failure::Unsupported("the program ends itself".to_owned())),
        }
    }

    /// Whether an exception is declared, or thrown on purpose by code of the project.
    fn is_expected(&mut self, method: MethodId, exception: Ref, class: ClassId) -> bool {
        let declared = margay_jvm::inputs::signature::exceptions(&self.program.machine, method);
        let world = &self.program.machine.core.world;
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
        let owner = self.program.machine.core.world.method(origin).class;
        let owner = self.program.machine.core.world.class_name(owner).to_owned();
        let platform = &mut self.program.machine.platform;
        if platform.loader.module_of(&owner).is_some() {
            return false;
        }
        let body = platform.loader.body(&mut self.program.machine.core.world, origin);
        let makes = |kind: &InstKind| matches!(kind, InstKind::New(made) if *made == class);
        body.is_ok_and(|body| body.insts.values().any(|inst| makes(&inst.kind)))
    }

    /// An enum constant: the one of that name, or the first.
    pub(super) fn constant(&mut self, class: &str, name: Option<&str>) -> Result<u64, Failure> {
        let id = self.class(class)?;
        let core = &self.program.machine.core;
        let world = &core.world;
        let fields = world.loaded(enum_of(world, id)).fields.iter().map(|f| world.field(*f));
        let constants = fields.filter(|field| field.modifiers & ENUM != 0);
        let named = constants.filter(|f| name.is_none_or(|name| world.text(f.name) == name));
        let mut objects = named.map(|field| core.memory.get_static(field.slot));
        // A constant with a body has a class of its own.
        let found = objects.find(|o| world.is_subclass(core.memory.class_of(*o as Ref), id));
        found.ok_or_else(|| {
            let class = describe::class(world, id);
            Failure::Input(format!("no {class} can be made"))
        })
    }

    /// The class of lambdas of an interface.
    pub(super) fn lambda(&mut self, interface: &str) -> Option<ClassId> {
        let interface = self.program.load(interface).ok()?;
        let core = &mut self.program.machine.core;
        let class = self.program.machine.platform.loader.stub(&mut core.world, interface);
        core.memory.grow_statics(core.world.static_cells());
        class.ok().flatten()
    }

    /// A class by its internal name, initialised.
    pub(super) fn class(&mut self, name: &str) -> Result<ClassId, Failure> {
        let class = match self.classes.get(name) {
            Some(class) => *class,
            None => {
                let class = match interface_of(name) {
                    Some(interface) => self.lambda(interface),
                    None => self.program.load(name).ok(),
                };
                self.classes.insert(name.to_owned(), class);
                class
            }
        };
        let class = class.ok_or_else(|| {
            Failure::Input(format!("class {} does not load", name.replace('/', ".")))
        })?;
        if self.program.machine.core.memory.is_fresh(class) {
            launch::initialize(&mut self.program.machine, class)
                .map_err(|error| Failure::Input(error.to_string()))?;
        }
        Ok(class)
    }
}
