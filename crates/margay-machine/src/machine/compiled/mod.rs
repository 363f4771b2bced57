//! Compiled code: functions in which much time is spent go on in another form.
//!
//! Which these are is found by samples. After every so many steps the loop pauses, where it can pause
//! anyway, and the function at work is noted; one that is met often enough is given to a
//! [`Compiler`]. That costs the loop nothing, and since steps are those of the program, the same
//! functions are compiled in every run. Compiled code begins at some operations of a function, its
//! *entries*; there the loop meets [`Op::Compiled`](crate::code::op::Op::Compiled) and gives way to it.
//!
//! All state is where the loop has it: frames, registers, cells, the trail. Compiled code leaves at
//! whatever it does not do itself, with everything in its place and the operation named ([`Exit`]), so the
//! machine does that operation, and the loop or compiled code goes on behind it. Steps are the same,
//! and so are the places at which the machine pauses.

mod ahead;
mod arrays;
mod check;

pub use arrays::{Arrays, MemoryArrays};

use super::Machine;
use super::run::Flow;
use crate::code::op::{Pc, Reg};
use crate::concrete::Concrete;
use crate::core::Core;
use crate::domain::Domain;
use crate::lanes::LANES;
use crate::platform::Platform;
pub(super) use ahead::Others;
pub use ahead::{Ahead, Beyond, Start};
use std::time::Duration;

/// Makes compiled code of functions, and runs it.
pub trait Compiler {
    /// Compiles a function, for the first time or anew. Gives its entries.
    ///
    /// # Errors
    /// Says why that is not possible.
    fn compile(&mut self, core: &Core<Concrete>, function: u32) -> Result<Vec<Pc>, String>;

    /// Runs from `core.pc`, which is an entry.
    fn run(
        &mut self,
        core: &mut Core<Concrete>,
        stack: &mut Stack<'_>,
        beyond: &mut dyn Beyond,
    ) -> Exit;

    /// Registers of a function that are read from an operation on: the others need not be the same as in
    /// the loop.
    fn live(&self, core: &Core<Concrete>, function: u32, pc: Pc) -> Vec<Reg>;

    /// Lets lanes look ahead to the end of the function of a frame, once that was wanted so many times that it is
    /// compiled for it. False where that is not so, or where it takes more: then nothing is known of any lane.
    fn look(
        &mut self,
        core: &mut Core<Concrete>,
        wanted: u32,
        start: Start,
        ahead: &mut Ahead<'_>,
    ) -> bool;

    /// What was compiled so far.
    fn made(&self) -> Made;
}

/// What was compiled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// Functions, those compiled anew counted again.
    pub functions: u32,
    /// Bytes of their code.
    pub bytes: usize,
    /// The time it took.
    pub time: Duration,
}

/// What compiled code must know of a machine besides its state.
#[derive(Debug)]
pub struct Stack<'m> {
    /// First register of the innermost frame.
    pub base: &'m mut u32,
    /// End of its registers.
    pub top: &'m mut u32,
    /// Frames that belong to checkpoints.
    pub protected: usize,
    /// Steps at which it pauses, as the loop does: where something is jumped to or called.
    pub pause_at: u64,
}

/// Why compiled code ends. But for the first three, `core.pc` is behind the operation that the machine
/// has to do, and the operation is counted as a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The loop goes on at `core.pc`.
    Next,
    /// The same, and code has come to be known that was not when the function was compiled.
    Outdated,
    /// So many steps were done.
    Pause,
    /// It takes the machine as a whole.
    Slow,
    /// A return to a frame that belongs to a checkpoint, or to none.
    Leave,
    /// A call of what a class has that was not met at its site.
    Select,
    /// A call of what its site has.
    Cached,
}

/// Steps without a sample in compiled code.
const WHILE: u64 = 97;

/// How hot functions are found. A function is compiled when about as much time was spent in it as compiling it
/// takes: then a program that ends soon after has lost little, and one that goes on has little to gain before.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Steps between two samples.
    pub interval: u64,
    /// Samples of a function before it is compiled: so many, and one more for each so many operations of it.
    pub samples: u32,
    /// See [`samples`](Self::samples).
    pub operations: u32,
    /// How often compiled code asks for a function that it calls, or to have one compiled anew, before that counts as
    /// a sample.
    pub asks: u32,
    /// How often an operation stops for a cell that is not decided before compiled code begins there, and how often
    /// somebody looks ahead from it before that is compiled.
    pub looks: u32,
    /// Whether all that compiled code does is done by the loop once more, and compared.
    pub checks: bool,
}

impl Default for Tuning {
    /// Compiling an operation takes as long as some thousand steps of the loop, and compiled code that calls much gains
    /// little: with fewer samples programs of a fraction of a second were slower, and longer ones hardly faster.
    fn default() -> Self {
        let (samples, operations, asks) = (512, 1, 16);
        Tuning { interval: 4_000, samples, operations, asks, looks: 1_000, checks: false }
    }
}

impl Tuning {
    /// Samples of a function of so many operations before it is compiled.
    fn wanted(&self, operations: u32) -> u32 {
        self.samples + operations / self.operations
    }
}

/// What lanes return.
pub(super) struct Results(pub [u64; LANES]);

impl Default for Results {
    fn default() -> Self {
        Results([0; LANES])
    }
}

/// A compiler, and what is known of functions.
#[derive(Default)]
pub(super) struct Hot {
    pub compiler: Option<Box<dyn Compiler>>,
    pub tuning: Tuning,
    /// Steps to the next sample.
    left: u64,
    /// Steps of this path at which it is due.
    due: u64,
    /// Samples by function.
    samples: Vec<u32>,
    /// By function, how often it was asked for since it was compiled, and how much more often than at first it must be.
    asked: Vec<(u64, u64)>,
    /// Questions by operation.
    questions: Vec<u32>,
    failures: Vec<String>,
    /// What lanes return that look ahead.
    pub results: Box<Results>,
    /// What was not the same when both ways were compared.
    pub differs: Option<String>,
}

impl Hot {
    /// Steps are counted anew on another path.
    #[inline(always)]
    pub fn begin(&mut self, steps: u64) {
        self.due = if self.compiler.is_some() { steps + self.left } else { u64::MAX };
    }

    #[inline(always)]
    pub fn end(&mut self, steps: u64) {
        self.left = self.due.saturating_sub(steps);
    }

    /// When to pause: for a sample, or because somebody wants it.
    #[inline(always)]
    pub fn pause_before(&self, wanted: u64) -> u64 {
        self.due.min(wanted)
    }

    /// Whether an operation has now stopped often enough.
    #[inline]
    fn stops_often(&mut self, pc: Pc) -> bool {
        let at = pc as usize;
        if self.questions.len() <= at {
            self.questions.resize(at + 1, 0);
        }
        self.questions[at] = self.questions[at].saturating_add(1);
        self.questions[at] == self.tuning.looks
    }

    /// Whether a function of so many operations was now asked for often enough: each time that takes twice as often.
    fn is_outdated(&mut self, function: u32, operations: u32) -> bool {
        let at = function as usize;
        if self.asked.len() <= at {
            self.asked.resize(at + 1, (0, 1));
        }
        let most = u64::from(self.tuning.asks) * u64::from(self.tuning.wanted(operations));
        let (count, rounds) = &mut self.asked[at];
        *count += 1;
        let is_outdated = *count >= most * *rounds;
        if is_outdated {
            (*count, *rounds) = (0, rounds.saturating_mul(2));
        }
        is_outdated
    }

    /// Whether the function at work, of so many operations, has been met often enough.
    fn note(&mut self, function: u32, operations: u32, steps: u64) -> bool {
        let at = function as usize;
        if self.samples.len() <= at {
            self.samples.resize(at + 1, 0);
        }
        self.samples[at] += 1;
        let (interval, wanted) = (self.tuning.interval, self.tuning.wanted(operations));
        // Compiled code is let go on for a while even where samples are many, for tests.
        let least = if self.samples[at] > wanted { WHILE } else { 0 };
        self.due = steps + interval.max(least);
        self.samples[at] == wanted
    }
}

impl<D: Domain, P: Platform<D>> Machine<D, P> {
    /// Lets hot functions be compiled. Without effect in a domain whose values are not words.
    pub fn compile_hot(&mut self, compiler: Box<dyn Compiler>, tuning: Tuning) {
        if D::words(&mut self.core).is_some() {
            let left = tuning.interval;
            self.hot = Hot { compiler: Some(compiler), tuning, left, ..Hot::default() };
            self.core.code.looked = Some(Vec::new());
        }
    }

    /// Which functions could not be compiled, and why.
    #[must_use]
    pub fn not_compiled(&self) -> &[String] {
        &self.hot.failures
    }

    /// What was compiled so far.
    #[must_use]
    pub fn compiled(&self) -> Made {
        self.hot.compiler.as_ref().map_or(Made::default(), |compiler| compiler.made())
    }

    /// Notes that the operation at work stops for a cell that is not decided. Where that is often so, compiled code goes
    /// on there.
    #[inline]
    pub(super) fn note_question(&mut self) {
        if self.hot.compiler.is_some() && self.hot.stops_often(self.core.pc) {
            self.begin_at_question();
        }
    }

    #[cold]
    fn begin_at_question(&mut self) {
        self.core.code.questions.push(self.core.pc);
        let function = self.core.frames.last().map_or(0, |frame| frame.function);
        if self.core.code.is_compiled_at(self.core.code.functions[function as usize].entry) {
            self.compile(function);
        }
    }

    /// Whether a pause is for a sample only.
    pub(super) fn is_sample(&self) -> bool {
        self.core.steps < self.pause_at
    }

    /// Takes a sample.
    #[cold]
    pub(super) fn sample(&mut self) {
        let function = self.core.frames.last().expect("something runs").function;
        if self.hot.note(function, self.core.code.size(function), self.core.steps) {
            self.compile(function);
        }
    }

    #[cold]
    fn compile(&mut self, function: u32) {
        let Hot { compiler: Some(compiler), failures, .. } = &mut self.hot else { return };
        let Some(core) = D::words(&mut self.core) else { return };
        match compiler.compile(core, function) {
            Ok(entries) => core.code.enter_compiled(&entries),
            Err(reason) => {
                let method = core.code.functions[function as usize].method;
                failures.push(format!("{}: {reason}", core.world.method_text(method)));
            }
        }
    }

    /// Runs compiled code from an entry on.
    pub(super) fn run_compiled(&mut self) -> Flow {
        if self.hot.tuning.checks {
            return self.run_checked();
        }
        Flow::of(self.exit_of_compiled())
    }

    fn exit_of_compiled(&mut self) -> Exit {
        let pause_at = self.hot.pause_before(self.pause_at);
        let (Some(compiler), Some(core)) = (&mut self.hot.compiler, D::words(&mut self.core))
        else {
            unreachable!("only a compiler makes entries");
        };
        let protected = self.protected_frames;
        let mut stack = Stack { base: &mut self.base, top: &mut self.top, protected, pause_at };
        let mut others = Others::<D, P>::new(&mut self.platform, &|_| None);
        let exit = compiler.run(core, &mut stack, &mut others);
        if let Exit::Outdated = exit {
            let function = core.function();
            let size = core.code.size(function);
            if self.hot.is_outdated(function, size) {
                self.compile(function);
            }
        }
        exit
    }
}

impl Flow {
    fn of(exit: Exit) -> Flow {
        match exit {
            Exit::Next | Exit::Outdated => Flow::Next,
            Exit::Pause => Flow::Pause,
            Exit::Slow => Flow::Slow,
            Exit::Leave => Flow::Leave,
            Exit::Select => Flow::Select,
            Exit::Cached => Flow::Cached,
        }
    }
}
