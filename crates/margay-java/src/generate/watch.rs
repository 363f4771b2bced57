//! Cases line by line: what a debugger would show of them, for people who want to see why.
//!
//! A case runs in a machine of its own whose code tells of lines and variables (`lower::trace` of
//! `margay-jvm`). To show objects as tests have them, code of collections has to run, which would disturb
//! what is being watched: so each step is looked at in a run of its own that ends there.

use super::points::method_name;
use super::replay::StaticField;
use crate::error::Error;
use crate::graph::{GraphReader, GraphWriter, InputNames, NoWitness, Visited};
use crate::program::{ConcreteMachine, Program};
use crate::session::Session;
use margay_ir::MethodId;
use margay_jvm::launch::initialize;
use margay_jvm::platform::LineStops;
use margay_machine::{Event, Place};
use margay_search::generate::case::{MethodName, WatchedRun, WatchedStep};
use margay_search::generate::concrete::ConcreteInput;
use margay_search::structure::{Structure, Value};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Steps that are looked at: nobody clicks through more.
const MOST_LOOKS: usize = 300;

/// Operations of one run, and of all runs of a case.
const MOST_STEPS: u64 = 1 << 24;
const MOST_WORK: u64 = 1 << 26;

/// Objects of a heap that is read at each step.
const MOST_OBJECTS: usize = 200;

/// Watches cases.
pub(crate) struct CaseWatcher {
    program: Program,
    reader: GraphReader,
    writer: GraphWriter,
}

/// What is run.
#[derive(Clone, Copy)]
pub(crate) struct WatchedCall<'a> {
    /// In the machine of the watcher.
    pub method: MethodId,
    /// Names and descriptors of its parameters, the receiver first.
    pub parameters: &'a [(String, String)],
    pub statics: &'a [StaticField],
    pub input: &'a ConcreteInput,
    pub distinct_texts: bool,
}

/// A method with what it is given, in the machine.
struct Started {
    method: MethodId,
    arguments: Vec<u64>,
    given: ConcreteInput,
}

/// A variable: its name, descriptor and bits.
type Variable = (String, String, u64);

impl CaseWatcher {
    pub fn new(session: &Session) -> Result<Self, Error> {
        let mut program = session.launch_plain()?;
        let own = session.own_classes();
        // What has run to start the program is lowered anew.
        program.machine.core.code.forget_methods();
        program.machine.platform.loader.traced = own;
        let (reader, writer) = (GraphReader::of_contents(), GraphWriter::default());
        Ok(CaseWatcher { program, reader, writer })
    }

    /// The program in which cases run.
    pub fn program(&mut self) -> &mut Program {
        &mut self.program
    }

    /// Runs a case; none if it cannot be run here.
    pub fn watch(
        &mut self,
        call: WatchedCall<'_>,
        names: &mut impl InputNames,
    ) -> Option<WatchedRun> {
        self.writer.distinct_texts = call.distinct_texts;
        self.program.machine.hold();
        let run = self.watch_held(call, names);
        self.program.machine.release();
        run
    }

    fn watch_held(
        &mut self,
        call: WatchedCall<'_>,
        names: &mut impl InputNames,
    ) -> Option<WatchedRun> {
        let CaseWatcher { program, reader, writer } = self;
        let machine = &mut program.machine;
        let method = call.method;
        let class = machine.core.world.method(method).class;
        machine.platform.give(call.input.given());
        let _ = initialize(machine, class);
        let written = writer.write_input(machine, call.input, names, &mut NoWitness);
        let (arguments, set) = written.ok()?;
        // What is read first gets the names that it has in the case.
        let mut visited = Visited::default();
        for ((name, descriptor), bits) in call.parameters.iter().zip(&arguments) {
            reader.value(machine, &mut visited, descriptor, *bits, Some(name));
        }
        for (field, bits) in call.statics.iter().zip(set) {
            machine.core.memory.set_static(field.slot, bits);
            reader.value(machine, &mut visited, &field.descriptor, bits, None);
        }
        reader.read(machine, &mut visited);
        machine.hold();
        let started = Started { method, arguments, given: call.input.clone() };
        let run = self.looks(&started, &mut visited);
        self.program.machine.release();
        Some(run)
    }

    /// Looks at the lines of a run one after the other.
    fn looks(&mut self, started: &Started, visited: &mut Visited) -> WatchedRun {
        let count = self.lines(started);
        let work = self.program.machine.core.work;
        let mut run = WatchedRun::default();
        let mut methods: FxHashMap<MethodId, Arc<MethodName>> = FxHashMap::default();
        let mut heap = Arc::new(Structure::default());
        let mut ground = None;
        for number in 0..count.min(MOST_LOOKS) {
            let is_long = self.program.machine.core.work - work > MOST_WORK;
            if is_long || heap.objects.len() > MOST_OBJECTS || !self.run_to(started, number) {
                break;
            }
            let machine = &mut self.program.machine;
            let depth = machine.core.depth();
            let LineStops::Reached(place) = machine.platform.lines else { break };
            machine.platform.lines = LineStops::Off;
            let variables = variables(machine, &place, depth);
            let name = methods
                .entry(place.method)
                .or_insert_with(|| Arc::new(method_name(&machine.core.world, place.method)));
            let method = Arc::clone(name);
            let mark = machine.core.memory.mark();
            let value = |(name, descriptor, bits): Variable| {
                let value = self.reader.value(machine, visited, &descriptor, bits, None);
                (name, value)
            };
            let variables: Vec<(String, Value)> = variables.into_iter().map(value).collect();
            let now = self.reader.read(machine, visited);
            // What was made to show the others is gone in the next run.
            visited.retain(|object| mark.covers(object));
            if now != *heap {
                heap = Arc::new(now);
            }
            let depth = depth - *ground.get_or_insert(depth);
            let (line, heap) = (place.line.unwrap_or_default(), Arc::clone(&heap));
            run.steps.push(WatchedStep { method, line, depth, variables, heap });
        }
        run.cut = (count - run.steps.len()) as u64;
        run
    }

    /// How many lines a run has.
    fn lines(&mut self, started: &Started) -> usize {
        let mut count = 0;
        self.run_lines(started, || {
            count += 1;
            true
        });
        count
    }

    /// Runs to the beginning of a line, by its number; whether it gets there.
    fn run_to(&mut self, started: &Started, number: usize) -> bool {
        let mut passed = 0;
        self.run_lines(started, || {
            passed += 1;
            passed <= number
        })
    }

    /// Runs from the beginning for as long as `goes_on` says so at each line; whether it has said no.
    fn run_lines(&mut self, started: &Started, mut goes_on: impl FnMut() -> bool) -> bool {
        let machine = &mut self.program.machine;
        machine.rewind();
        machine.platform.give(started.given.given());
        machine.platform.locals.clear();
        if machine.start(started.method, &started.arguments).is_err() {
            return false;
        }
        machine.pause_after(MOST_STEPS);
        machine.platform.lines = LineStops::On;
        while let (Event::Choice(_), LineStops::Reached(_)) =
            (machine.resume(), machine.platform.lines)
        {
            // What initializers do depends on what has run before.
            if !machine.core.is_initializing() && !goes_on() {
                return true;
            }
            machine.platform.lines = LineStops::On;
            machine.take(0);
        }
        machine.platform.lines = LineStops::Off;
        false
    }
}

/// The variables of the innermost call that have values.
fn variables(machine: &ConcreteMachine, place: &Place, depth: u32) -> Vec<Variable> {
    let platform = &machine.platform;
    let declared = platform.loader.variables_at(&machine.core.world, place.method, place.offset);
    let known = platform.locals.range((depth, 0)..(depth + 1, 0));
    if declared.is_empty() {
        // Compiled without names.
        let is_receiver =
            |slot: u16| slot == 0 && !machine.core.world.method(place.method).is_static();
        let name =
            |slot| if is_receiver(slot) { "this".to_owned() } else { format!("local{slot}") };
        let unnamed = known
            .map(|((_, slot), (descriptor, bits))| (name(*slot), (*descriptor).to_owned(), *bits));
        return unnamed.collect();
    }
    let known: FxHashMap<u16, u64> = known.map(|((_, slot), (_, bits))| (*slot, *bits)).collect();
    let valued = declared.into_iter().filter_map(|(slot, name, descriptor)| {
        known.get(&slot).map(|bits| (slot, (name, descriptor, *bits)))
    });
    let mut valued: Vec<(u16, Variable)> = valued.collect();
    valued.sort_by_key(|(slot, _)| *slot);
    valued.into_iter().map(|(_, variable)| variable).collect()
}
