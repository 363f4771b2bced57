//! The state of a machine without its platform: what intrinsics may look at and change.

use crate::code::op::{Op, Pc, Reg};
use crate::code::{Code, Point};
use crate::domain::Domain;
use crate::memory::Memory;
use crate::meter::Meter;
use crate::outcome::Place;
use margay_ir::{MethodId, World};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Registers an operation can name, and so the size of the window on the current frame.
pub const WINDOW: usize = 1 << 16;

/// No frame.
pub(crate) const NO_FRAME: u32 = u32::MAX;

/// An activation of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// What runs.
    pub function: u32,
    /// First register.
    pub base: u32,
    /// Index of the caller's frame.
    pub caller: u32,
    /// The operation that called.
    pub call_pc: Pc,
    /// Where the caller goes on.
    pub return_pc: Pc,
    /// Number of frames below this one.
    pub depth: u32,
    /// Where the caller wants the result.
    pub dst: Reg,
}

/// Bounds on resources.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Deepest nesting of calls.
    pub depth: u32,
    /// Cells of the heap (eight bytes each in the concrete domain).
    pub cells: usize,
    /// Cells of the heap with those of large arrays that nothing was written to, for which there is
    /// no memory.
    pub whole: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { depth: 1 << 16, cells: 1 << 28, whole: 1 << 28 }
    }
}

/// A loop: a method, and the register that counts its rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LoopId {
    /// The method.
    pub method: MethodId,
    /// The counter.
    pub counter: Reg,
}

/// The beginning or end of a call that somebody has decided about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallMark {
    /// How many blocks of the path were recorded before it.
    pub at: u32,
    /// What it is.
    pub kind: CallMarkKind,
}

/// Beginnings and ends of calls are balanced, but for those in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallMarkKind {
    /// A call of a method begins; whether what happens inside is not to be told apart.
    Begins {
        /// The method.
        method: MethodId,
        /// Whether paths that differ only inside count as one.
        hidden: bool,
    },
    /// It returned.
    Returned,
    /// An exception left it.
    Threw,
}

/// The calls that somebody decides about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DecidedCalls {
    /// None.
    #[default]
    None,
    /// Those of some methods.
    Of(BTreeSet<MethodId>),
    /// All.
    All,
}

/// State of a machine.
pub struct Core<D: Domain> {
    /// Arithmetic.
    pub domain: D,
    /// Classes.
    pub world: World,
    /// Everything a branch can change but frames.
    pub memory: Memory<D>,
    /// Decoded code.
    pub code: Code,
    /// Bounds.
    pub limits: Limits,
    /// Operations executed on this path.
    pub steps: u64,
    /// Choices with more than one way on this path, as far as whoever decides counts them here.
    pub forks: u32,
    /// Blocks entered on this path: places in [`Code::points`].
    pub trace: Vec<u32>,
    /// Which of [`Code::points`] the interpreter has entered on any path, initializers included; going back does not take that back.
    pub(crate) entered: Vec<bool>,
    /// The calls at which the machine stops when they are about to happen, of those that the platform says.
    pub decided_calls: DecidedCalls,
    /// Loops at whose heads the machine stops.
    pub heads: BTreeSet<LoopId>,
    /// How many of the calls on this path were skipped: what came of them may be more than can be.
    pub skipped: u32,
    /// The calls on this path that somebody has decided about.
    pub calls: Vec<CallMark>,
    /// What this path costs, where code is metered.
    pub meter: Meter,
    /// Class initializers in progress: what they enter is not recorded, since it depends on what
    /// ran before.
    pub(crate) initializing: u32,
    /// Operations executed on all paths so far; going back does not take them back.
    pub work: u64,
    pub(crate) registers: Vec<D::Value>,
    pub(crate) frames: Vec<Frame>,
    /// The operation being executed.
    pub(crate) pc: Pc,
}

impl<D: Domain> Core<D> {
    pub(crate) fn new(domain: D, world: World, limits: Limits) -> Self {
        Core {
            domain,
            world,
            memory: Memory::with_large_arrays(limits.cells, limits.whole),
            code: Code::default(),
            limits,
            steps: 0,
            forks: 0,
            trace: Vec::new(),
            entered: Vec::new(),
            decided_calls: DecidedCalls::None,
            heads: BTreeSet::new(),
            skipped: 0,
            calls: Vec::new(),
            meter: Meter::default(),
            initializing: 0,
            work: 0,
            registers: vec![D::constant(0); 2 * WINDOW],
            frames: Vec::new(),
            pc: 0,
        }
    }

    /// The method an intrinsic was called as.
    #[must_use]
    pub fn intrinsic_method(&self) -> Option<MethodId> {
        match self.code.ops[self.pc as usize] {
            Op::CallIntrinsic { site, .. }
            | Op::CallInit { site, .. }
            | Op::CallTarget { site, .. }
            | Op::CallVirtual { site, .. } => self.code.sites[site as usize].method,
            _ => None,
        }
    }

    /// How many calls the innermost one is inside.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.frames.last().map_or(0, |frame| frame.depth)
    }

    /// The method of the call in progress that is inside so many others.
    #[must_use]
    pub fn method_at(&self, depth: u32) -> Option<MethodId> {
        let mut frame = self.frames.last()?;
        while frame.depth > depth {
            frame = self.frames.get(frame.caller as usize)?;
        }
        (frame.depth == depth).then(|| self.code.functions[frame.function as usize].method)
    }

    /// Whether code runs that the program has not called: the initializer of a class, or what makes
    /// an object that was put off.
    #[must_use]
    pub fn is_initializing(&self) -> bool {
        self.initializing > 0
    }

    /// What was made since the heap had so many cells is none of the program's, nor what the code makes
    /// that was interposed since, if any was.
    pub fn set_aside(&mut self, from: usize) {
        self.meter.begin_aside(from);
        if self.initializing == 0 {
            self.meter.end_aside(self.memory.used());
        }
    }

    /// A constant may have been made since the heap had so many cells, which a program makes once.
    pub(crate) fn made_constant(&mut self, from: usize) {
        if self.initializing == 0 {
            self.set_aside(from);
        }
    }

    /// Code runs that the program has not called, until [`resume`](Self::resume_program).
    pub(crate) fn suspend_program(&mut self) {
        self.initializing += 1;
        if self.initializing == 1 {
            self.meter.begin_aside(self.memory.used());
        }
    }

    /// The end of code that the program has not called.
    pub(crate) fn resume_program(&mut self) {
        self.initializing -= 1;
        if self.initializing == 0 {
            self.meter.end_aside(self.memory.used());
        }
    }

    /// The blocks entered on this path, as far as they are recorded.
    pub fn path(&self) -> impl Iterator<Item = Point> {
        self.trace.iter().map(|point| self.code.points[*point as usize])
    }

    /// Which methods may have run on any path since [`forget_entered`](Self::forget_entered): those of which a block was
    /// entered, and those that were called before and whose blocks are not recorded.
    pub fn may_have_run(&self) -> impl Fn(MethodId) -> bool {
        let mut recorded: FxHashMap<MethodId, bool> = FxHashMap::default();
        for (place, point) in self.code.points.iter().enumerate() {
            let entered = self.entered.get(place).copied().unwrap_or_default();
            *recorded.entry(point.method).or_default() |= entered;
        }
        move |method| match recorded.get(&method) {
            Some(entered) => *entered,
            None => self.code.function_of(method).is_some(),
        }
    }

    /// Forgets which methods have run.
    pub fn forget_entered(&mut self) {
        self.entered.clear();
    }

    /// Notes the beginning or end of a call.
    pub(crate) fn mark_call(&mut self, kind: CallMarkKind) {
        let at = self.trace.len() as u32;
        self.calls.push(CallMark { at, kind });
    }

    /// The calls in progress, innermost first.
    pub fn stack(&self) -> impl Iterator<Item = Place> {
        let mut frame = self.frames.last();
        let mut pc = self.pc;
        std::iter::from_fn(move || {
            loop {
                let current = frame?;
                let at = pc;
                pc = current.call_pc;
                frame = self.frames.get(current.caller as usize);
                if !self.code.functions[current.function as usize].stub {
                    let (method, pos, line) = self.code.place(at);
                    return Some(Place { method, offset: pos.0, line });
                }
            }
        })
    }
}
