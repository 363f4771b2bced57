//! What the inputs of a method have to do with each other: its test cases run once more, in a machine whose
//! values know the inputs they depend on ([`Flow`]).

use super::points::find_method;
use super::replay::StaticField;
use crate::error::Error;
use crate::graph::{GraphWriter, InputNames, NoWitness};
use crate::program::Program;
use crate::session::Session;
use margay_ir::ClassId;
use margay_jvm::describe;
use margay_jvm::launch::initialize;
use margay_machine::code::Watch;
use margay_machine::code::op::Pc;
use margay_machine::flow::{InputNumber, InputSet, Meeting as Met, Refused};
use margay_machine::{Domain, Event, Flow, Outcome, Place, Ref, Want};
use margay_search::generate::case::MethodName;
use margay_search::generate::concrete::{ConcreteInput, ConcreteValue};
use margay_search::generate::focus::InputValues;
use margay_search::partition::Meeting;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Steps that a run may take.
const MOST_STEPS: u64 = 1 << 26;

/// Runs test cases to see what meets what.
pub(crate) struct FlowTracker {
    program: Program<Flow>,
    writer: GraphWriter,
    /// Internal names of the classes whose branches have to be taken both ways, sorted.
    own: Vec<String>,
    /// What was seen since somebody asked.
    runs: Vec<TrackedRun>,
    /// What the domain knew when the first of them began.
    known: usize,
    /// References that stay open. They are free in every block, so that they tie none together.
    open: BTreeSet<InputNumber>,
    /// Time that all runs have taken.
    pub time: Duration,
}

/// What a run has shown.
pub(super) struct TrackedRun {
    /// What its inputs were.
    pub values: Arc<InputValues>,
    /// The input as the machine was given it, and what is called how in it.
    input: ConcreteInput,
    names: KnownNames,
    /// The inputs that have met.
    pub meetings: Vec<Met>,
    /// The branches that have refused the input.
    pub refused: Vec<Refused>,
    /// How often it has got past branches that may refuse it, by their points.
    pub passed: FxHashMap<u32, u32>,
}

/// Names of the classes and constants of an input, which outlive the machine that it is from.
#[derive(Clone, Default)]
struct KnownNames {
    classes: FxHashMap<ClassId, String>,
    constants: FxHashMap<Ref, (String, String)>,
}

impl KnownNames {
    fn of(input: &ConcreteInput, names: &mut impl InputNames) -> Self {
        let mut known = KnownNames::default();
        let parts = input.objects.iter().flat_map(|object| {
            let cells = object.cells.iter().map(|(_, value)| value);
            cells.chain(object.contents.iter().flatten())
        });
        for value in parts.chain(&input.arguments).chain(&input.statics) {
            match value {
                ConcreteValue::Existing(object) => {
                    known.constants.extend(names.constant(*object).map(|name| (*object, name)));
                }
                ConcreteValue::SomeConstant(class) => {
                    known.classes.insert(*class, names.class(*class));
                }
                ConcreteValue::Bits(_) | ConcreteValue::Object(_) | ConcreteValue::SomeText(_) => {}
            }
        }
        let classes = input.objects.iter().map(|object| object.class);
        known.classes.extend(classes.map(|class| (class, names.class(class))));
        known
    }
}

impl InputNames for KnownNames {
    fn class(&self, class: ClassId) -> String {
        self.classes.get(&class).cloned().unwrap_or_default()
    }

    fn constant(&mut self, object: Ref) -> Option<(String, String)> {
        self.constants.get(&object).cloned()
    }
}

/// How a method is run.
#[derive(Clone, Copy)]
pub(super) struct TrackedCall<'a> {
    pub method: &'a MethodName,
    /// Names of its parameters, the receiver first.
    pub parameters: &'a [(String, String)],
    pub statics: &'a [StaticField],
}

impl FlowTracker {
    pub fn new(session: &Session) -> Result<Self, Error> {
        let mut program = session.launch_in(Flow::default())?;
        let code = &mut program.machine.core.code;
        code.watch = Some(Watch {
            visits: u32::MAX,
            per_entry: false,
            counted: true,
            metered: false,
            joins: false,
        });
        code.joins = Some(Vec::new());
        // What has run to start the program is decoded anew, with its branches to be seen.
        code.forget_methods();
        program.machine.platform.watched = Some(Box::new(|_, _| true));
        let own = session.own_classes();
        let mut writer = GraphWriter::default();
        writer.distinct_texts = true;
        let (runs, known, open, time) = (Vec::new(), 0, BTreeSet::new(), Duration::ZERO);
        Ok(FlowTracker { program, writer, own, runs, known, open, time })
    }

    /// Runs a method on an input. What cannot be run shows nothing.
    pub fn track(
        &mut self,
        call: TrackedCall<'_>,
        input: &ConcreteInput,
        values: Arc<InputValues>,
        names: &mut impl InputNames,
    ) {
        let started = Instant::now();
        if self.runs.is_empty() {
            self.known = self.program.machine.core.domain.knowledge();
        }
        let inputs = &mut self.writer.inputs;
        self.open.extend(input.open.iter().map(|name| inputs.number(name)));
        let names = KnownNames::of(input, names);
        let run = self.run(call, input.clone(), values, names);
        self.runs.extend(run);
        self.time += started.elapsed();
    }

    fn run(
        &mut self,
        call: TrackedCall<'_>,
        input: ConcreteInput,
        values: Arc<InputValues>,
        mut names: KnownNames,
    ) -> Option<TrackedRun> {
        self.program.machine.hold();
        self.program.machine.core.domain.begin();
        let ran = self.run_held(call, &input, &mut names);
        self.program.machine.release();
        ran?;
        let domain = &self.program.machine.core.domain;
        let (meetings, refused) = (domain.meetings().to_vec(), domain.refused().to_vec());
        let passed = domain.passed().clone();
        Some(TrackedRun { values, input, names, meetings, refused, passed })
    }

    fn run_held(
        &mut self,
        run: TrackedCall<'_>,
        input: &ConcreteInput,
        names: &mut KnownNames,
    ) -> Option<()> {
        let FlowTracker { program, writer, .. } = self;
        let machine = &mut program.machine;
        let method = find_method(machine, run.method)?;
        let class = machine.core.world.method(method).class;
        let _ = initialize(machine, class);
        for name in &input.many {
            let number = writer.inputs.number(name);
            machine.core.domain.set_many(number);
        }
        machine.platform.give(input.given());
        let asked = input.asked.iter().map(|number| writer.inputs.number(&number.name));
        machine.core.domain.give(asked.collect::<Vec<_>>());
        let (arguments, statics) =
            writer.write_input(machine, input, names, &mut NoWitness).ok()?;
        let mut given = Vec::with_capacity(arguments.len());
        for ((bits, value), (name, _)) in arguments.iter().zip(&input.arguments).zip(run.parameters)
        {
            let number = writer.inputs.number(name);
            given.push(match value {
                ConcreteValue::Bits(_) | ConcreteValue::Object(_) => {
                    machine.core.domain.of_input(*bits, None, number)
                }
                _ => Flow::constant(*bits),
            });
        }
        for (field, bits) in run.statics.iter().zip(statics) {
            let number = writer.inputs.number(&field.name.name);
            let value = machine.core.domain.of_input(bits, None, number);
            machine.core.memory.set_static(field.slot, value);
        }
        if machine.start(method, &given).is_err() {
            return None;
        }
        machine.pause_after(MOST_STEPS);
        loop {
            match machine.resume() {
                Event::Done(Outcome::Returned(_) | Outcome::Threw(_)) => return Some(()),
                // The platform's own operations take arrays whose length is plain.
                Event::Wanted(Want::Length(array)) => {
                    let length = machine.core.memory.sized(array)?;
                    let length = machine.core.domain.concretize(length)?;
                    machine.core.memory.set_length(array, length as u32);
                    machine.take(0);
                }
                _ => return None,
            }
        }
    }

    /// What was seen since this was asked last. Where a run has shown that a place depends on inputs, those
    /// before it are run again: they may have looked there.
    pub fn take(&mut self, call: TrackedCall<'_>) -> Vec<TrackedRun> {
        let mut runs = std::mem::take(&mut self.runs);
        loop {
            let known = self.program.machine.core.domain.knowledge();
            if std::mem::replace(&mut self.known, known) == known {
                return runs;
            }
            let again = runs.into_iter().filter_map(|run| {
                let TrackedRun { input, values, names, .. } = run;
                self.run(call, input, values, names)
            });
            runs = again.collect();
        }
    }

    /// The name of an input.
    pub fn name(&self, input: InputNumber) -> &str {
        self.writer.inputs.name(input)
    }

    /// An input that says which of several objects a reference is, and on which something depends that
    /// was asked in one of these runs; with that run.
    pub fn choosing<'r>(
        &mut self,
        runs: &'r [TrackedRun],
        besides: &[InputNumber],
    ) -> Option<(InputNumber, &'r TrackedRun)> {
        for run in runs {
            let inputs = &mut self.writer.inputs;
            let many: Vec<InputNumber> =
                run.input.many.iter().map(|name| inputs.number(name)).collect();
            if many.is_empty() {
                continue;
            }
            let met = self.meetings(run.meetings.iter(), besides);
            let asked = met.iter().flat_map(|m| m.implied.iter().chain(&m.control)).copied();
            let found = asked.filter(|input| many.contains(input)).min();
            if let Some(found) = found {
                return Some((found, run));
            }
        }
        None
    }

    /// The number of an input.
    pub fn number(&mut self, name: &str) -> InputNumber {
        self.writer.inputs.number(name)
    }

    /// Inputs that have met, but for some.
    pub fn meetings<'m>(
        &self,
        met: impl Iterator<Item = &'m Met>,
        besides: &[InputNumber],
    ) -> Vec<Meeting<Pc>> {
        let domain = &self.program.machine.core.domain;
        let inputs = |set: InputSet| -> Vec<InputNumber> {
            let all = domain.inputs(set).iter().copied();
            let is_told =
                |input: &InputNumber| !besides.contains(input) && !self.open.contains(input);
            all.filter(is_told).collect()
        };
        let joins = self.program.machine.core.code.joins.as_deref().unwrap_or_default();
        // What a branch has refused and let through is known: it does not matter what led there.
        let is_settled = |point: u32| joins[point as usize].has_one_way && !self.is_open(point);
        let meetings = met.map(|meeting| Meeting {
            data: inputs(meeting.data),
            implied: inputs(meeting.implied),
            control: match is_settled(meeting.point) {
                true => Vec::new(),
                false => inputs(meeting.control),
            },
            is_open: self.is_open(meeting.point),
            brought_together: match domain.made_at(meeting.data) {
                0 => meeting.at,
                at => at,
            },
            branch: meeting.at,
        });
        meetings.filter(|meeting| !meeting.data.is_empty() || !meeting.implied.is_empty()).collect()
    }

    /// A place for people.
    pub fn place(&self, at: Pc) -> String {
        let core = &self.program.machine.core;
        let (method, pos, line) = core.code.place(at);
        describe::place(&core.world, &Place { method, offset: pos.0, line })
    }

    /// Whether a branch of the project has a way that was never taken.
    fn is_open(&self, point: u32) -> bool {
        let core = &self.program.machine.core;
        let method = core.code.points[point as usize].method;
        let class = core.world.class_name(core.world.method(method).class);
        let is_own = self.own.binary_search_by(|own| own.as_str().cmp(class)).is_ok();
        let joins = core.code.joins.as_deref().unwrap_or_default();
        is_own && core.domain.taken(point) < joins[point as usize].ways
    }
}
