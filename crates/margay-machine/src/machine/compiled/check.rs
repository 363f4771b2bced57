//! Both ways of running, compared: whatever compiled code has done is taken back and done by the loop,
//! and both must have come to the same state.

use super::{Exit, Hot};
use crate::code::op::{Pc, Reg};
use crate::core::Frame;
use crate::domain::Domain;
use crate::machine::calls::Stop;
use crate::machine::run::Flow;
use crate::machine::{Foreseen, Machine};
use crate::memory::Mark;
use crate::platform::Platform;

/// Where a machine is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    pc: Pc,
    steps: u64,
    base: u32,
    top: u32,
}

/// What a run from an entry has led to.
#[derive(Debug, PartialEq)]
struct State<V> {
    place: Place,
    frames: Vec<Frame>,
    /// Those that are read later.
    registers: Vec<(Reg, V)>,
    changes: Vec<(u64, V)>,
    /// Blocks that were entered.
    trace: Vec<u32>,
}

impl<D: Domain, P: Platform<D>> Machine<D, P> {
    /// Runs compiled code, takes it back, and lets the loop do the same.
    pub(in crate::machine) fn run_checked(&mut self) -> Flow {
        let (place, frames) = (self.place(), self.core.frames.clone());
        let registers = self.core.registers[..self.top as usize].to_vec();
        let mark = self.core.memory.mark();
        let (recorded, spent) = (self.core.trace.len(), self.core.meter.mark());
        let exit = self.exit_of_compiled();
        let end = self.place();
        // An operation that the machine has to do is counted by both; it is the one before.
        let done = if exit.is_counted() { end.pc - 1 } else { end.pc };
        let live = self.live_at(done);
        let compiled = self.state(mark, recorded, &live);

        self.core.memory.undo_to(mark);
        self.core.trace.truncate(recorded);
        self.core.meter.undo_to(spent);
        self.core.frames = frames;
        self.core.registers[..registers.len()].copy_from_slice(&registers);
        (self.core.pc, self.core.steps) = (place.pc, place.steps);
        (self.base, self.top) = (place.base, place.top);
        let (flow, stopped) = self.run_until(end.steps, exit);
        // The loop stops after the same steps; whether that is a pause, only compiled code can tell.
        let is_there = !exit.is_counted() && matches!(flow, Flow::Next | Flow::Pause);
        let flow = if is_there { Flow::of(exit) } else { flow };
        let looped = self.state(mark, recorded, &live);
        let newest = self.checkpoints.last().map(|checkpoint| checkpoint.mark);
        self.core.memory.forget(newest.or(self.held.last().copied()));
        let is_same = !stopped && compiled == looped && Flow::of(exit) == flow;
        if !is_same {
            self.hot.differs = Some(format!(
                "compiled code and the loop differ after operation {} in {}: {exit:?} at\n{compiled:?}\n\
                 {flow:?} at\n{looped:?}",
                place.pc,
                self.core.world.method_text(self.core.code.place(place.pc).0),
            ));
        }
        flow
    }

    /// Whether whatever compiled code does is done once more.
    pub(in crate::machine) fn checks_compiled(&self) -> bool {
        self.hot.tuning.checks
    }

    /// What compiled code has foreseen, and what all lanes together have.
    pub(in crate::machine) fn compare_looks(&mut self, compiled: Foreseen, looked: Foreseen) {
        if compiled != looked {
            let (method, ..) = self.core.code.place(self.core.pc);
            self.hot.differs = Some(format!(
                "compiled code looks ahead otherwise at operation {} in {}: {compiled:?}, {looked:?}",
                self.core.pc,
                self.core.world.method_text(method),
            ));
        }
    }

    /// Ends the path if both ways were not the same.
    #[inline(always)]
    pub(in crate::machine) fn difference(&mut self) -> Stop<D> {
        self.hot.differs.as_ref()?;
        let difference = self.hot.differs.take()?;
        self.refuse(difference)
    }

    fn place(&self) -> Place {
        Place { pc: self.core.pc, steps: self.core.steps, base: self.base, top: self.top }
    }

    fn state(&self, mark: Mark, recorded: usize, live: &[Reg]) -> State<D::Value> {
        State {
            place: self.place(),
            frames: self.core.frames.clone(),
            registers: live.iter().map(|reg| (*reg, self.register(*reg))).collect(),
            changes: self.core.memory.written_since(mark),
            trace: self.core.trace[recorded..].to_vec(),
        }
    }

    fn live_at(&mut self, pc: Pc) -> Vec<Reg> {
        let function = self.core.frames.last().map_or(0, |frame| frame.function);
        let (Hot { compiler: Some(compiler), .. }, Some(core)) =
            (&mut self.hot, D::words(&mut self.core))
        else {
            return Vec::new();
        };
        compiler.live(core, function, pc)
    }

    /// Lets the loop run until so many steps were done; also tells whether something stopped it before.
    fn run_until(&mut self, steps: u64, exit: Exit) -> (Flow, bool) {
        loop {
            let flow = self.run_frames::<true>(steps);
            let is_left = matches!(flow, Flow::Next | Flow::Pause) || exit.is_counted();
            if self.core.steps >= steps && is_left || flow == Flow::Pause {
                return (flow, false);
            }
            // Compiled code has done more than the loop does.
            self.core.pc -= 1;
            let stop = match flow {
                Flow::Select => self.select_here(),
                _ => self.slow(),
            };
            if stop.is_some() {
                return (flow, true);
            }
        }
    }
}

impl Exit {
    /// Whether it leaves an operation to the machine.
    fn is_counted(self) -> bool {
        !matches!(self, Exit::Next | Exit::Outdated | Exit::Pause)
    }
}
