//! Decoded code: one flat array of operations for all functions, with side tables.
//!
//! A function is decoded from IR when it is first called (`decode`): its blocks are laid out in
//! a line (`layout`), its SSA values get registers (`registers`), its edges become moves
//! (`moves`), and neighbouring operations are fused where that saves a dispatch.

mod decode;
mod diamonds;
mod dispatches;
mod joins;
mod layout;
mod moves;
pub mod op;
mod registers;
mod select;
pub mod semantics;
mod watch;

pub use dispatches::{Dispatched, DispatchedFunction, Dispatches, place_of_site};
pub use joins::Join;

use crate::container::Shortcut;
use margay_ir::function::{Dispatch, Pos};
use margay_ir::{Block, ClassId, FieldRef, MethodId, MethodRef, StrId, Trap, Type};
use op::{IndexCheck, NO_PC, Op, Pc, Reg};
use rustc_hash::FxHashMap;

/// A decoded function.
#[derive(Clone, Debug)]
pub struct CodeFunction {
    /// The method it is.
    pub method: MethodId,
    /// Its first operation.
    pub entry: Pc,
    /// Size of its frame.
    pub registers: u16,
    /// Where exceptions of its calls go: `(pc of the operation, handler)`, ascending.
    unwinds: Vec<(Pc, Pc)>,
    /// Register that receives an exception on its way to a handler.
    pub exception: Reg,
    /// Whether it is the machine's own glue, which no stack trace shows.
    pub stub: bool,
    /// Lines of its positions.
    lines: Vec<(Pos, u32)>,
}

/// A call site: arguments and what was found there last time.
#[derive(Clone, Debug)]
pub struct CallSite {
    /// Registers of the arguments.
    pub args: Box<[Reg]>,
    /// The method named at the site.
    pub method: Option<MethodId>,
    /// Where to go if the receiver is null; [`NO_PC`] if it cannot be.
    pub null: Pc,
    /// Class of the last receiver.
    pub cached_class: u32,
    /// What was called for it: a function, or an intrinsic.
    pub cached: Target,
    /// What that does to a container, where the machine can do it by itself.
    pub shortcut: Option<Shortcut>,
}

impl CallSite {
    /// Remembers what is called for a class.
    pub fn cache(&mut self, class: ClassId, target: Target, shortcut: Option<Shortcut>) {
        (self.cached_class, self.cached, self.shortcut) = (class.as_u32(), target, shortcut);
    }
}

/// What a call runs.
// Laid out so that compiled code can tell: which, and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Target {
    /// Decoded code.
    Function(u32),
    /// The platform's own operation.
    Intrinsic(u32),
    /// The platform's own operation or else the method's code: a place in [`Code::accelerated`].
    Accelerated(u32),
}

/// A method with an operation of the platform that may take its place.
#[derive(Clone, Copy, Debug)]
pub struct Accelerated {
    /// The method.
    pub method: MethodId,
    /// The operation.
    pub intrinsic: u32,
    /// The method's own code, once it was needed.
    pub function: Option<u32>,
}

/// A dense switch.
#[derive(Clone, Debug)]
pub struct TableSwitch {
    /// Key of the first target.
    pub low: i32,
    /// Targets of consecutive keys.
    pub targets: Vec<Pc>,
    /// Any other key.
    pub default: Pc,
}

/// A sparse switch.
#[derive(Clone, Debug)]
pub struct LookupSwitch {
    /// Sorted keys with their targets.
    pub cases: Vec<(i32, Pc)>,
    /// Any other key.
    pub default: Pc,
}

/// An exception the runtime makes.
#[derive(Clone, Debug)]
pub struct TrapSite {
    /// Which.
    pub trap: Trap,
    /// What its message is made of.
    pub args: Vec<Reg>,
    /// Its message, where that is fixed.
    pub text: Option<StrId>,
    /// The class of a failed cast.
    pub class: Option<ClassId>,
}

/// An operation that waits for its classes, fields or methods.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "operands are those of the operation it becomes")]
pub enum Pending {
    GetField { dst: Reg, object: Reg, field: FieldRef, fail: Pc },
    PutField { object: Reg, value: Reg, field: FieldRef, fail: Pc },
    GetStatic { dst: Reg, field: FieldRef },
    PutStatic { value: Reg, field: FieldRef },
    Call { dispatch: Dispatch, dst: Reg, method: MethodRef, site: u32 },
    New { dst: Reg, class: ClassId },
    NewArray { dst: Reg, len: Reg, class: ClassId },
    NewMultiArray { dst: Reg, class: ClassId, dims: Vec<Reg> },
    InstanceOf { dst: Reg, object: Reg, class: ClassId },
    CheckCast { object: Reg, class: ClassId, fail: Pc },
    ClassConst { dst: Reg, class: ClassId },
}

/// Nested arrays to be made.
#[derive(Clone, Debug)]
pub struct MultiArraySite {
    /// Class of the outermost array.
    pub class: ClassId,
    /// Registers of the dimensions given.
    pub dims: Vec<Reg>,
}

/// A jump that leaves a loop on one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaving {
    /// Whether that is the side of its target.
    pub to_target: bool,
    /// The counter of the loop.
    pub counter: op::Reg,
}

/// A register that matters somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Live {
    /// Which.
    pub register: Reg,
    /// What it holds.
    pub ty: Type,
    /// The variable of the source that it is, by its number.
    pub variable: Option<u16>,
}

/// A branch whose ways soon meet again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diamond {
    /// The operation at which they do.
    pub join: Pc,
    /// The register that tells this call from others of the function.
    pub token: Reg,
}

/// How code that is decoded from now on is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watch {
    /// How often the header of a loop may be entered in one call, as long as there is a choice
    /// each time round; and how often a method may be active in calls nested in each other.
    pub visits: u32,
    /// Whether a loop that is entered anew is counted anew.
    pub per_entry: bool,
    /// Whether rounds of loops and calls inside each other are counted at all, which also tells loops that
    /// never end. Where a path is known to end, nobody has to.
    pub counted: bool,
    /// Whether what it costs is counted.
    pub metered: bool,
    /// Whether the machine can stop where the ways of branches meet.
    pub joins: bool,
}

/// A block of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    /// The method.
    pub method: MethodId,
    /// The block.
    pub block: Block,
}

/// Ways on from an operation.
pub mod looked {
    /// To the next one.
    pub const WENT_ON: u8 = 1;
    /// To where it jumps.
    pub const JUMPED: u8 = 2;
    /// Into the code of a method.
    pub const ENTERED: u8 = 4;
    /// To the next one, having read the cell whose values are assumed once more.
    pub const REREAD: u8 = 8;
}

/// Operations among which the beginning of the next block is looked for.
const NEAR: usize = 256;

/// All decoded code.
#[derive(Default)]
pub struct Code {
    /// The operations of all functions.
    pub ops: Vec<Op>,
    /// The operations as the interpreter's loop meets them, once some are compiled: where compiled
    /// code begins there is [`Op::Compiled`]. Everything else looks at [`ops`](Self::ops).
    hot: Vec<Op>,
    /// Where each operation comes from.
    positions: Vec<Pos>,
    /// The functions, ascending by entry.
    pub functions: Vec<CodeFunction>,
    /// Wide constants.
    pub wide: Vec<u64>,
    /// Call sites.
    pub sites: Vec<CallSite>,
    /// What they called for the classes they have met.
    pub dispatches: Dispatches,
    /// Array accesses.
    pub index_checks: Vec<IndexCheck>,
    /// Dense switches.
    pub table_switches: Vec<TableSwitch>,
    /// Sparse switches.
    pub lookup_switches: Vec<LookupSwitch>,
    /// Runtime exceptions.
    pub traps: Vec<TrapSite>,
    /// Nested array creations.
    pub multi_arrays: Vec<MultiArraySite>,
    /// What waits to be resolved.
    pub pending: Vec<Pending>,
    /// Whether code is watched.
    pub watch: Option<Watch>,
    /// Blocks that are recorded when they are entered.
    pub points: Vec<Point>,
    /// Where the ways of branches meet again, by the points of their blocks, if somebody wants to know.
    pub joins: Option<Vec<Join>>,
    /// Jumps of watched code that leave a loop on one side.
    pub leaving: FxHashMap<Pc, Leaving>,
    /// Jumps whose ways soon meet again.
    pub diamonds: FxHashMap<Pc, Diamond>,
    /// Of the headers of loops and of places where ways meet, the registers that matter there, and what
    /// they hold.
    pub live: FxHashMap<Pc, Box<[Live]>>,
    /// How looking ahead has gone on from operations, by their number, if somebody wants to know: see [`looked`].
    pub looked: Option<Vec<u8>>,
    /// Operations that often stop for a cell that is not decided.
    pub questions: Vec<Pc>,
    /// How many ways of looking ahead were gone for the first time.
    pub new_looks: u32,
    by_method: FxHashMap<MethodId, u32>,
    /// Accelerated methods.
    pub accelerated: Vec<Accelerated>,
    accelerated_by_method: FxHashMap<MethodId, u32>,
}

impl Code {
    /// The decoded function of a method, if it was called before.
    #[must_use]
    pub fn function_of(&self, method: MethodId) -> Option<u32> {
        self.by_method.get(&method).copied()
    }

    /// What is known to run when a method is called.
    #[must_use]
    pub fn target_of(&self, method: MethodId) -> Option<Target> {
        match self.accelerated_by_method.get(&method) {
            Some(index) => Some(Target::Accelerated(*index)),
            None => self.function_of(method).map(Target::Function),
        }
    }

    /// Lets glue run whenever a method is called.
    pub(crate) fn redirect(&mut self, method: MethodId, function: u32) {
        self.by_method.insert(method, function);
    }

    /// Forgets which methods were decoded: those called from now on are decoded as code is watched then.
    pub fn forget_methods(&mut self) {
        self.by_method.clear();
        self.accelerated_by_method.clear();
    }

    /// Lets an operation of the platform take the place of a method.
    pub fn accelerate(&mut self, method: MethodId, intrinsic: u32) -> Target {
        let accelerated = Accelerated { method, intrinsic, function: None };
        let index = Self::add(&mut self.accelerated, accelerated);
        self.accelerated_by_method.insert(method, index);
        Target::Accelerated(index)
    }

    /// The function an operation belongs to.
    #[must_use]
    pub fn function_at(&self, pc: Pc) -> &CodeFunction {
        let after = self.functions.partition_point(|f| f.entry <= pc);
        &self.functions[after - 1]
    }

    /// The block that is entered first from an operation on, where blocks are recorded.
    #[must_use]
    pub fn next_point(&self, mut pc: Pc) -> Option<Point> {
        // Between two blocks there are moves, and the counter of a loop.
        for _ in 0..NEAR {
            match *self.ops.get(pc as usize)? {
                Op::Point { point } => return self.points.get(point as usize).copied(),
                Op::Jump { target } => pc = target,
                Op::Move { .. }
                | Op::Const { .. }
                | Op::Wide { .. }
                | Op::Header { .. }
                | Op::Join
                | Op::Spend { .. } => pc += 1,
                _ => return None,
            }
        }
        None
    }

    /// Method, position and line of an operation.
    #[must_use]
    pub fn place(&self, pc: Pc) -> (MethodId, Pos, Option<u32>) {
        let function = self.function_at(pc);
        let pos = self.positions[pc as usize];
        (function.method, pos, margay_ir::function::line_at(&function.lines, pos))
    }

    /// The handler of an exception thrown by the operation at `pc`, with the register that
    /// receives the exception.
    #[must_use]
    pub fn handler(&self, pc: Pc) -> Option<(Pc, Reg)> {
        let function = self.function_at(pc);
        let index = function.unwinds.binary_search_by_key(&pc, |(at, _)| *at).ok()?;
        Some((function.unwinds[index].1, function.exception))
    }

    /// Adds glue code with a frame of `registers`; `unwind` is relative to its start, and register
    /// 0 receives the exception.
    pub fn add_stub(
        &mut self,
        method: MethodId,
        registers: u16,
        ops: &[Op],
        unwind: Option<(Pc, Pc)>,
    ) -> u32 {
        let entry = self.next_pc();
        self.ops.extend_from_slice(ops);
        self.positions.resize(self.ops.len(), Pos::default());
        let stub = CodeFunction {
            method,
            entry,
            registers,
            unwinds: unwind.map(|(at, to)| (entry + at, entry + to)).into_iter().collect(),
            exception: 0,
            stub: true,
            lines: Vec::new(),
        };
        Self::add(&mut self.functions, stub)
    }

    /// The operation after the last one of a function.
    #[must_use]
    pub fn end(&self, function: u32) -> Pc {
        let next = self.functions.get(function as usize + 1);
        next.map_or_else(|| self.next_pc(), |next| next.entry)
    }

    /// How many operations a function has.
    #[must_use]
    pub fn size(&self, function: u32) -> u32 {
        self.end(function) - self.functions[function as usize].entry
    }

    /// Where exceptions go that operations of a function throw: `(pc of the operation, handler)`.
    #[must_use]
    pub fn handlers(&self, function: u32) -> &[(Pc, Pc)] {
        &self.functions[function as usize].unwinds
    }

    /// Replaces an operation by what it stands for.
    pub(crate) fn replace(&mut self, pc: Pc, op: Op) {
        self.ops[pc as usize] = op;
        if let Some(hot) = self.hot.get_mut(pc as usize) {
            *hot = op;
        }
    }

    /// Notes how looking ahead has gone on from an operation.
    #[inline(always)]
    pub(crate) fn note_look(&mut self, pc: Pc, how: u8) {
        if let Some(looked) = &mut self.looked {
            let at = pc as usize;
            if looked.len() <= at {
                looked.resize(self.ops.len(), 0);
            }
            self.new_looks += u32::from(looked[at] & how == 0);
            looked[at] |= how;
        }
    }

    /// Whether looking ahead has ever gone on so from an operation.
    #[must_use]
    pub fn has_looked(&self, pc: Pc, how: u8) -> bool {
        let looked = self.looked.as_ref().and_then(|looked| looked.get(pc as usize));
        looked.is_some_and(|looked| looked & how != 0)
    }

    /// Lets the interpreter's loop go to compiled code at these operations.
    pub(crate) fn enter_compiled(&mut self, entries: &[Pc]) {
        let known = self.hot.len();
        self.hot.extend_from_slice(&self.ops[known..]);
        for pc in entries {
            self.hot[*pc as usize] = Op::Compiled;
        }
    }

    /// Lets the loop meet what was decoded since.
    #[inline(always)]
    pub(crate) fn follow_ops(&mut self) {
        let known = self.hot.len();
        if known > 0 && known < self.ops.len() {
            self.hot.extend_from_slice(&self.ops[known..]);
        }
    }

    /// The operations as the interpreter's loop meets them.
    #[inline(always)]
    pub(crate) fn met(&self) -> &[Op] {
        if self.hot.is_empty() { &self.ops } else { &self.hot }
    }

    /// Whether compiled code begins at an operation.
    #[inline(always)]
    pub(crate) fn is_compiled_at(&self, pc: Pc) -> bool {
        matches!(self.hot.get(pc as usize), Some(Op::Compiled))
    }

    fn next_pc(&self) -> Pc {
        Pc::try_from(self.ops.len()).expect("code fits 32 bits")
    }

    fn add<T>(table: &mut Vec<T>, item: T) -> u32 {
        table.push(item);
        u32::try_from(table.len() - 1).expect("side tables fit 32 bits")
    }

    /// Adds a call site.
    pub fn add_site(&mut self, args: Box<[Reg]>) -> u32 {
        let site = CallSite {
            args,
            method: None,
            null: NO_PC,
            cached_class: u32::MAX,
            cached: Target::Function(u32::MAX),
            shortcut: None,
        };
        Self::add(&mut self.sites, site)
    }
}
