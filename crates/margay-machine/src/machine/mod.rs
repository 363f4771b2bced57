//! The machine itself: starting a method, stopping at choices, checkpoints.

mod calls;
pub mod compiled;
mod decided;
mod endless;
mod heads;
mod init;
mod look_ahead;
mod merging;
mod open;
mod open_arrays;
mod resolve;
mod rounds;
mod run;
mod slow;
mod undecided;

pub use look_ahead::Foreseen;
pub use merging::{Merge, Way};

use crate::code::op::{NO_REG, Pc, Reg};
use crate::core::{Core, Limits, NO_FRAME, WINDOW};
use crate::domain::Domain;
use crate::memory::{Mark, Ref};
use crate::meter::MeterMark;
use crate::outcome::{Event, Outcome, Refusal};
use crate::platform::Platform;
use margay_ir::{ClassId, MethodId, World};
use rustc_hash::FxHashMap;

/// What a taken alternative does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pending {
    /// Puts `low + alternative` into a register and goes on.
    Integer { dst: Reg, low: i32, count: u32 },
    /// Goes to one of two places: no, yes.
    Branch { no: Pc, yes: Pc },
    /// Runs the operation again, which will find the cell decided.
    Again,
    /// Enters a method, or not.
    Call,
    /// Runs the operation again, to whose question all classes of an object give one answer.
    Answered { object: Ref },
}

/// A state the machine can go back to: always one at a choice.
#[derive(Clone, Copy, Debug)]
struct Checkpoint<M> {
    mark: Mark,
    frames: usize,
    /// End of the registers in use.
    top: u32,
    pc: Pc,
    steps: u64,
    forks: u32,
    trace: usize,
    calls: usize,
    skipped: u32,
    initializing: u32,
    meter: MeterMark,
    domain: M,
    pending: Pending,
}

/// A program in execution.
pub struct Machine<D: Domain, P: Platform<D>> {
    /// What intrinsics see too.
    pub core: Core<D>,
    /// The language's runtime.
    pub platform: P,
    base: u32,
    /// End of the current frame's registers.
    top: u32,
    /// Frames and registers below these belong to checkpoints.
    protected_frames: usize,
    protected_top: u32,
    checkpoints: Vec<Checkpoint<D::Mark>>,
    /// The states held, to the newest of which [`rewind`](Self::rewind) goes back.
    held: Vec<Mark>,
    pending: Option<Pending>,
    /// Whether the operation about to run again has its question answered: about a class, or about a round.
    answered: bool,
    /// Steps at which the machine pauses next.
    pause_at: u64,
    init_stubs: FxHashMap<MethodId, u32>,
    raise_stubs: FxHashMap<(MethodId, usize), u32>,
    entry_stubs: FxHashMap<(MethodId, usize), u32>,
    room: look_ahead::Room<D::Value>,
    /// Where the way of a branch ends that is followed.
    joining: Option<merging::Joining>,
    /// Tokens given to calls so far.
    tokens: u32,
    snapshots: endless::Snapshots<D::Value>,
    hot: compiled::Hot,
}

impl<D: Domain, P: Platform<D>> Machine<D, P> {
    /// A machine at rest.
    pub fn new(domain: D, platform: P, world: World, limits: Limits) -> Self {
        Machine {
            core: Core::new(domain, world, limits),
            platform,
            base: 0,
            top: 0,
            protected_frames: 0,
            protected_top: 0,
            checkpoints: Vec::new(),
            held: Vec::new(),
            pending: None,
            answered: false,
            pause_at: u64::MAX,
            init_stubs: FxHashMap::default(),
            raise_stubs: FxHashMap::default(),
            entry_stubs: FxHashMap::default(),
            room: look_ahead::Room::default(),
            joining: None,
            tokens: 0,
            snapshots: endless::Snapshots::default(),
            hot: compiled::Hot::default(),
        }
    }

    /// Prepares a call of a method on an empty stack; [`resume`](Self::resume) runs it.
    ///
    /// # Errors
    /// When the method cannot be run at all.
    pub fn start(
        &mut self,
        method: MethodId,
        args: &[D::Value],
    ) -> Result<(), Box<Outcome<D::Value>>> {
        self.reset();
        let function = match self.target_of(method) {
            Ok(function) => function,
            Err(reason) => {
                return Err(Box::new(Outcome::Refused(Refusal { reason, stack: vec![] })));
            }
        };
        let stub = self.entry_stub(method, function, args.len());
        self.push_frame(stub, NO_FRAME, 0, 0, NO_REG);
        for (register, arg) in args.iter().enumerate() {
            self.core.registers[register] = *arg;
        }
        Ok(())
    }

    /// Takes back everything since the oldest checkpoint and empties the stack.
    fn reset(&mut self) {
        if let Some(oldest) = self.checkpoints.first() {
            self.core.memory.undo_to(oldest.mark);
            self.core.domain.undo_to(oldest.domain);
            self.core.memory.forget(self.held.last().copied());
            self.checkpoints.clear();
        }
        self.core.frames.clear();
        self.protect();
        (self.base, self.top) = (0, 0);
        self.pending = None;
        self.answered = false;
        self.joining = None;
        self.core.steps = 0;
        self.core.forks = 0;
        self.core.trace.clear();
        self.core.calls.clear();
        self.core.skipped = 0;
        self.core.initializing = 0;
        self.core.meter.reset();
    }

    /// Holds on to the present state of the memory: [`rewind`](Self::rewind) comes back to it,
    /// whatever has run in between. What was held before is held again after a
    /// [`release`](Self::release).
    pub fn hold(&mut self) {
        self.reset();
        let mark = self.core.memory.mark();
        self.held.push(mark);
    }

    /// What there was when the state was held.
    #[must_use]
    pub fn held(&self) -> Option<Mark> {
        self.held.last().copied()
    }

    /// Ends what is running and goes back to the state held.
    pub fn rewind(&mut self) {
        self.reset();
        if let Some(held) = self.held.last() {
            self.core.memory.undo_to(*held);
        }
    }

    /// Goes back to the state held, and holds it no longer.
    pub fn release(&mut self) {
        self.rewind();
        self.held.pop();
        self.core.memory.forget(self.held.last().copied());
    }

    /// Runs something from the beginning; what it did is taken back if it does not come to its end.
    pub fn attempt<T, E>(
        &mut self,
        run: impl FnOnce(&mut Self) -> Result<T, E>,
        is_over: impl FnOnce(&E) -> bool,
    ) -> Result<T, E> {
        self.reset();
        let mark = self.core.memory.mark();
        let result = run(self);
        if let Err(error) = &result
            && !is_over(error)
        {
            self.reset();
            self.core.memory.undo_to(mark);
        }
        self.core.memory.forget(self.held.last().copied());
        result
    }

    /// Lets the machine pause after so many more steps.
    pub fn pause_after(&mut self, steps: u64) {
        self.pause_at = self.core.steps.saturating_add(steps);
    }

    /// Runs to the next event.
    pub fn resume(&mut self) -> Event<D::Value> {
        debug_assert!(self.pending.is_none(), "a choice is open: take an alternative first");
        let before = self.core.steps;
        self.hot.begin(before);
        let event = self.run();
        self.hot.end(self.core.steps);
        self.core.work += self.core.steps - before;
        event
    }

    // ---- choices ----

    /// Takes an alternative of the open choice.
    ///
    /// # Panics
    /// If no choice is open.
    pub fn take(&mut self, alternative: u32) {
        match self.pending.take().expect("a choice is open") {
            Pending::Integer { dst, low, .. } => {
                let value = low.wrapping_add_unsigned(alternative);
                self.set_register(dst, D::constant(u64::from(value as u32)));
            }
            Pending::Branch { no, yes } => self.core.pc = if alternative == 0 { no } else { yes },
            // A call is asked about again when more is known of what it is given.
            Pending::Again | Pending::Call => {}
            // With one class left, the operation does not ask again.
            Pending::Answered { object } => self.answered = !self.core.domain.has_class(object),
        }
    }

    /// Goes on after what was wanted, or a cell, was decided.
    ///
    /// # Panics
    /// If nothing was wanted.
    pub fn retry(&mut self) {
        self.take(0);
    }

    /// Runs the initializer of a class, and the supertypes it needs, before what is wanted is
    /// wanted again.
    pub fn prepare(&mut self, class: ClassId) -> Option<Event<D::Value>> {
        self.pending = None;
        self.initialize(class)
    }

    /// Remembers the open choice, so that [`backtrack`](Self::backtrack) can come back to it.
    ///
    /// # Panics
    /// If no choice is open.
    pub fn checkpoint(&mut self) {
        let checkpoint = Checkpoint {
            mark: self.core.memory.mark(),
            frames: self.core.frames.len(),
            top: self.top,
            pc: self.core.pc,
            steps: self.core.steps,
            forks: self.core.forks,
            trace: self.core.trace.len(),
            calls: self.core.calls.len(),
            skipped: self.core.skipped,
            initializing: self.core.initializing,
            meter: self.core.meter.mark(),
            domain: self.core.domain.mark(),
            pending: self.pending.expect("a choice is open"),
        };
        self.checkpoints.push(checkpoint);
        self.protect();
        self.continue_in_copy();
    }

    /// Goes back to the newest checkpoint, which stays; its choice is open again.
    ///
    /// # Panics
    /// If there is no checkpoint.
    pub fn backtrack(&mut self) {
        self.restore();
        self.continue_in_copy();
    }

    /// Goes back to a checkpoint by its number, from 0, and forgets those made after it; its choice
    /// is open again.
    ///
    /// # Panics
    /// If there is no such checkpoint.
    pub fn backtrack_to(&mut self, number: usize) {
        self.checkpoints.truncate(number + 1);
        self.restore();
        self.protect();
        self.continue_in_copy();
    }

    /// Goes back to the newest checkpoint and forgets it: its choice is open for the last time.
    ///
    /// # Panics
    /// If there is no checkpoint.
    pub fn backtrack_last(&mut self) {
        self.restore();
        self.checkpoints.pop();
        let newest = self.checkpoints.last().map(|c| c.mark);
        self.core.memory.forget(newest.or(self.held.last().copied()));
        self.protect();
    }

    /// Number of checkpoints.
    #[must_use]
    pub fn checkpoints(&self) -> usize {
        self.checkpoints.len()
    }

    fn protect(&mut self) {
        let newest = self.checkpoints.last();
        self.protected_frames = newest.map_or(0, |c| c.frames);
        self.protected_top = newest.map_or(0, |c| c.top);
    }

    fn restore(&mut self) {
        let checkpoint = *self.checkpoints.last().expect("there is a checkpoint");
        self.core.memory.undo_to(checkpoint.mark);
        self.core.frames.truncate(checkpoint.frames);
        let frame = self.core.frames[checkpoint.frames - 1];
        self.base = frame.base;
        self.top = checkpoint.top;
        self.core.pc = checkpoint.pc;
        self.core.steps = checkpoint.steps;
        self.core.forks = checkpoint.forks;
        self.core.trace.truncate(checkpoint.trace);
        self.core.calls.truncate(checkpoint.calls);
        self.core.skipped = checkpoint.skipped;
        self.core.initializing = checkpoint.initializing;
        self.core.meter.undo_to(checkpoint.meter);
        self.core.domain.undo_to(checkpoint.domain);
        self.pending = Some(checkpoint.pending);
    }

    /// Goes on in a copy of the innermost frame, so that the original stays as it is.
    fn continue_in_copy(&mut self) {
        let frame = *self.core.frames.last().expect("a choice has a frame");
        self.copy_frame(frame);
    }

    fn copy_frame(&mut self, mut frame: crate::core::Frame) {
        let size = usize::from(self.core.code.functions[frame.function as usize].registers);
        let (from, to) = (frame.base as usize, self.protected_top as usize);
        self.reserve_registers(to + size);
        self.core.registers.copy_within(from..from + size, to);
        frame.base = self.protected_top;
        self.base = frame.base;
        self.top = frame.base + size as u32;
        self.core.frames.push(frame);
    }

    fn reserve_registers(&mut self, top: usize) {
        let registers = &mut self.core.registers;
        if registers.len() < top + WINDOW {
            registers.resize(2 * (top + WINDOW), D::constant(0));
        }
    }

    fn register(&self, reg: Reg) -> D::Value {
        self.core.registers[self.base as usize + usize::from(reg)]
    }

    fn set_register(&mut self, reg: Reg, value: D::Value) {
        if reg != NO_REG {
            self.core.registers[self.base as usize + usize::from(reg)] = value;
        }
    }
}
