//! Runs a test case in the concrete machine: same path, and what is to be expected.

use super::points::Points;
use crate::graph::{GraphReader, GraphWriter, InputNames, Visited, WriteError};
use crate::program::{Program, call};
use margay_ir::{ClassId, InstKind, MethodId};
use margay_jvm::describe;
use margay_machine::code::Point;
use margay_machine::{Outcome, Ref};
use margay_search::generate::case::{CaseOutcome, Input, Step};
use margay_search::generate::concrete::ConcreteInput;
use margay_search::structure::{FieldName, Structure, Value};

/// Steps a replay may take.
const MOST_STEPS: u64 = 1 << 26;

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
    /// Reads object graphs.
    pub reader: GraphReader,
    /// Writes them.
    pub writer: GraphWriter,
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
    /// Its lines, and how many more there are.
    pub lines: (Vec<Step>, u64),
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
pub enum ReplayFailure {
    /// The input cannot be built.
    Input(String),
    /// It did not end.
    Endless,
    /// Margay does not support what it does.
    Unsupported(String),
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
            reader: GraphReader::of_contents(),
            writer: GraphWriter::default(),
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
        names: &mut impl InputNames,
    ) -> Result<Replay, ReplayFailure> {
        let asked = self.program.machine.platform.varying;
        let replay = self.run_in(0, method, parameters, given, input, names)?;
        if self.program.machine.platform.varying == asked {
            return Ok(replay);
        }
        for other in 1..RUNS {
            let again = self.run_in(other, method, parameters, given, input, names)?;
            if !replay.is_like(&again) {
                let what = "what it does depends on identity hash codes or the clock";
                return Err(ReplayFailure::Unsupported(what.to_owned()));
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
        names: &mut impl InputNames,
    ) -> Result<Replay, ReplayFailure> {
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
        names: &mut impl InputNames,
    ) -> Result<Replay, ReplayFailure> {
        let machine = &mut self.program.machine;
        let (arguments, set) = self.writer.write_input(machine, input, names)?;
        let mut visited = Visited::default();
        let mut given = Vec::new();
        for ((name, descriptor), bits) in parameters.iter().zip(&arguments) {
            let machine = &mut self.program.machine;
            given.push(self.reader.value(machine, &mut visited, descriptor, *bits, Some(name)));
        }
        let mut statics = Vec::new();
        for (field, bits) in fields.iter().zip(set) {
            let machine = &mut self.program.machine;
            machine.core.memory.set_static(field.slot, bits);
            let value = self.reader.value(machine, &mut visited, &field.descriptor, bits, None);
            statics.push((field.name.clone(), value));
        }
        let before = self.reader.read(&mut self.program.machine, &mut visited);
        let ready = self.ready_statics();
        let out = self.program.memory().output.out.len();
        let outcome = self.execute(method, &arguments)?;
        let trace = self.points.keys(&self.program.machine.core);
        let core = &self.program.machine.core;
        let points = core.trace.iter().map(|point| core.code.points[*point as usize]).collect();
        let lines = self.points.lines(&mut self.program.machine);
        let printed = self.program.memory().output.out[out..].to_vec();
        let outcome = self.outcome(method, outcome, &mut visited)?;
        let changed = self.changed_statics(ready, &mut visited);
        let after = self.reader.read(&mut self.program.machine, &mut visited);
        let instance = !self.program.world().method(method).is_static();
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
        let memory = self.program.memory();
        let fields = self.statics.iter().enumerate();
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
        match call(machine, method, arguments, MOST_STEPS) {
            Some(Outcome::Refused(refusal)) => {
                Err(ReplayFailure::Unsupported(describe::refused_at(machine, &refusal)))
            }
            Some(outcome) => Ok(outcome),
            None => Err(ReplayFailure::Endless),
        }
    }

    fn outcome(
        &mut self,
        method: MethodId,
        outcome: Outcome<u64>,
        visited: &mut Visited,
    ) -> Result<CaseOutcome, ReplayFailure> {
        let world = self.program.world();
        let descriptor = world.text(world.method(method).descriptor);
        let result = descriptor.rsplit(')').next().unwrap_or("V").to_owned();
        match outcome {
            Outcome::Returned(value) => {
                let machine = &mut self.program.machine;
                let value = value
                    .map(|bits| self.reader.value(machine, visited, &result, bits, Some("result")));
                Ok(CaseOutcome::Returned(value))
            }
            Outcome::Threw(exception) => {
                let class = self.program.memory().class_of(exception);
                Ok(CaseOutcome::Threw {
                    class: describe::class(self.program.world(), class),
                    message: describe::message(&mut self.program.machine, exception),
                    expected: self.is_expected(method, exception, class),
                })
            }
            _ => Err(ReplayFailure::Unsupported("the program ends itself".to_owned())),
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
