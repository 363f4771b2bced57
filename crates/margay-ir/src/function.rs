//! The inside of a method: SSA with block parameters.
//!
//! A block is what the PET thesis calls a rule: how it is entered (the guard on the edge) plus a
//! straight-line body. Instructions that may end abruptly (calls, allocation, static access:
//! they can run other code) are ordinary instructions outside `try` ranges, where the exception
//! leaves the method; inside one they end their block with [`Terminator::Continue`], whose
//! second edge receives the exception as its last argument.

use crate::ids::{Block, ClassId, FieldRef, Inst, MethodId, MethodRef, Name, StrId, Value};
use crate::ops::{BinOp, Cond, Conv, Trap};
use crate::types::{Storage, Type};
use crate::words::words;
use cranelift_entity::PrimaryMap;
use smallvec::SmallVec;

/// A list of operands.
pub type Args = SmallVec<[Value; 4]>;

/// A place in the front end's own code (for bytecode: the offset in the method).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Pos(pub u32);

/// A function body.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// What the text form calls it.
    pub name: String,
    /// The method it belongs to.
    pub method: MethodId,
    /// Parameter types; an instance method's receiver comes first. The entry block has exactly
    /// these parameters.
    pub params: Vec<Type>,
    /// Type of the result, if there is one.
    pub result: Option<Type>,
    /// The blocks; [`Function::entry`] is where execution starts.
    pub blocks: PrimaryMap<Block, BlockData>,
    /// All instructions, of all blocks.
    pub insts: PrimaryMap<Inst, InstData>,
    /// All values.
    pub values: PrimaryMap<Value, ValueData>,
    /// First block.
    pub entry: Block,
    /// `(position, line)`, ascending; a line holds until the next entry.
    pub lines: Vec<(Pos, u32)>,
    /// Values that are variables of the source, by the numbers that the front end gives these.
    pub variables: Vec<(Value, u16)>,
}

/// A basic block.
#[derive(Clone, PartialEq, Debug)]
pub struct BlockData {
    /// Values given by whoever jumps here.
    pub params: SmallVec<[Value; 4]>,
    /// The straight-line body.
    pub insts: Vec<Inst>,
    /// How it ends.
    pub terminator: Terminator,
    /// Where the terminator comes from.
    pub end: Pos,
}

/// An instruction with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct InstData {
    /// What it does.
    pub kind: InstKind,
    /// What it defines.
    pub result: Option<Value>,
    /// Where it comes from.
    pub pos: Pos,
}

/// Where a value is defined, and its type.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValueData {
    /// Its type.
    pub ty: Type,
    /// Its definition.
    pub def: ValueDef,
}

/// The definition of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueDef {
    /// Result of an instruction.
    Inst(Inst),
    /// The n-th parameter of a block.
    Param(Block, u32),
}

words! {
    /// How a callee is found.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Dispatch {
        /// The method named, without a receiver.
        Static = "static",
        /// The method named, whatever the receiver's class (constructors, `super`).
        Special = "special",
        /// The override of the receiver's class.
        Virtual = "virtual",
        /// The implementation of the receiver's class.
        Interface = "interface",
    }
}

/// What an instruction does.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the operands are named in the sentence")]
pub enum InstKind {
    /// A number of type `ty`: the bits, zero-extended.
    Const { ty: Type, bits: u64 },
    /// The null reference.
    Null,
    /// A string constant: always the same object.
    Str(StrId),
    /// The object that stands for a class.
    ClassConst(ClassId),
    /// `op` on `ty`.
    Binary { op: BinOp, ty: Type, a: Value, b: Value },
    /// Arithmetic negation.
    Neg { ty: Type, a: Value },
    /// A conversion.
    Convert { conv: Conv, a: Value },
    /// 1 if the comparison of two `ty` holds, else 0.
    Compare { cond: Cond, ty: Type, a: Value, b: Value },
    /// -1, 0 or 1 as `a` is below, equal to or above `b`; `nan` when a float is unordered.
    ThreeWay { ty: Type, nan: i8, a: Value, b: Value },
    /// A new object with zeroed fields; initialises the class first.
    New(ClassId),
    /// A new array of class `class`. The length has been checked.
    NewArray { class: ClassId, len: Value },
    /// Nested arrays; `dims` have been checked. `class` is the class of the outermost.
    NewMultiArray { class: ClassId, dims: Args },
    /// Length of a non-null array.
    ArrayLen(Value),
    /// An element; array and index have been checked.
    ArrayLoad { elem: Storage, array: Value, index: Value },
    /// Sets an element; array, index and (for references) storability have been checked.
    ArrayStore { elem: Storage, array: Value, index: Value, value: Value },
    /// A field of a non-null object.
    GetField { field: FieldRef, object: Value },
    /// Sets a field of a non-null object.
    PutField { field: FieldRef, object: Value, value: Value },
    /// A static field; initialises the class first.
    GetStatic(FieldRef),
    /// Sets a static field; initialises the class first.
    PutStatic { field: FieldRef, value: Value },
    /// 1 if the reference is a non-null instance of the class.
    InstanceOf { class: ClassId, object: Value },
    /// A call; a receiver is the first argument and has been checked.
    Call { dispatch: Dispatch, method: MethodRef, args: Args },
    /// A new exception object of the runtime's own. `text` is its message where that is known
    /// beforehand; otherwise it is made from `args` (and the class of a failed cast).
    Trap { trap: Trap, args: Args, text: Option<StrId>, class: Option<ClassId> },
}

/// A jump with the values it passes.
#[derive(Clone, PartialEq, Debug)]
pub struct BlockCall {
    /// Where to.
    pub block: Block,
    /// One value for each parameter.
    pub args: Args,
}

/// A runtime check.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the operands are named in the sentence")]
pub enum Check {
    /// The reference is not null.
    NonNull(Value),
    /// The integer is not zero.
    NonZero { ty: Type, value: Value },
    /// `0 <= index < length`.
    InBounds { index: Value, length: Value },
    /// The length is not negative.
    NonNegative(Value),
    /// The reference is null or an instance of the class.
    Castable { class: ClassId, object: Value },
    /// The reference may be stored in the array.
    Storable { array: Value, value: Value },
}

/// How a block ends.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the operands are named in the sentence")]
pub enum Terminator {
    /// Goes on elsewhere.
    Jump(BlockCall),
    /// `then` if the `i32` is not zero.
    Branch { cond: Value, then: BlockCall, otherwise: BlockCall },
    /// A runtime check: `pass` when it holds, `fail` otherwise.
    Guard { check: Check, pass: BlockCall, fail: BlockCall },
    /// The case whose key equals the `i32`.
    Switch { value: Value, cases: Vec<(i32, BlockCall)>, default: BlockCall },
    /// The block's last instruction may end abruptly: `next` when it completes, `unwind` with
    /// the exception as an additional last argument when it throws.
    Continue { next: BlockCall, unwind: BlockCall },
    /// Ends the method.
    Return(Option<Value>),
    /// Ends the method with an exception (non-null).
    Throw(Value),
    /// Code Margay cannot run: the reason, reported when it is reached.
    Unsupported(Name),
}

impl Terminator {
    /// The outgoing edges, in a fixed order.
    pub fn successors(&self) -> impl Iterator<Item = &BlockCall> {
        let (first, cases, last): (Option<&BlockCall>, &[(i32, BlockCall)], Option<&BlockCall>) =
            match self {
                Terminator::Jump(next) => (Some(next), &[], None),
                Terminator::Branch { then, otherwise, .. } => (Some(then), &[], Some(otherwise)),
                Terminator::Guard { pass, fail, .. } => (Some(pass), &[], Some(fail)),
                Terminator::Switch { cases, default, .. } => (None, cases, Some(default)),
                Terminator::Continue { next, unwind } => (Some(next), &[], Some(unwind)),
                Terminator::Return(_) | Terminator::Throw(_) | Terminator::Unsupported(_) => {
                    (None, &[], None)
                }
            };
        first.into_iter().chain(cases.iter().map(|(_, call)| call)).chain(last)
    }

    /// The outgoing edges, to be changed.
    pub fn successors_mut(&mut self) -> impl Iterator<Item = &mut BlockCall> {
        let (first, cases, last): (
            Option<&mut BlockCall>,
            &mut [(i32, BlockCall)],
            Option<&mut BlockCall>,
        ) = match self {
            Terminator::Jump(next) => (Some(next), &mut [], None),
            Terminator::Branch { then, otherwise, .. } => (Some(then), &mut [], Some(otherwise)),
            Terminator::Guard { pass, fail, .. } => (Some(pass), &mut [], Some(fail)),
            Terminator::Switch { cases, default, .. } => (None, cases, Some(default)),
            Terminator::Continue { next, unwind } => (Some(next), &mut [], Some(unwind)),
            Terminator::Return(_) | Terminator::Throw(_) | Terminator::Unsupported(_) => {
                (None, &mut [], None)
            }
        };
        first.into_iter().chain(cases.iter_mut().map(|(_, call)| call)).chain(last)
    }

    /// Calls `f` on each operand that is not an edge argument.
    pub fn for_each_operand(&self, mut f: impl FnMut(Value)) {
        let mut copy = self.clone_operands();
        copy.drain(..).for_each(&mut f);
    }

    fn clone_operands(&self) -> SmallVec<[Value; 2]> {
        let mut operands = SmallVec::new();
        match self {
            Terminator::Branch { cond, .. } => operands.push(*cond),
            Terminator::Guard { check, .. } => match check {
                Check::NonNull(v) | Check::NonNegative(v) => operands.push(*v),
                Check::NonZero { value, .. } => operands.push(*value),
                Check::InBounds { index, length } => operands.extend([*index, *length]),
                Check::Castable { object, .. } => operands.push(*object),
                Check::Storable { array, value } => operands.extend([*array, *value]),
            },
            Terminator::Switch { value, .. } | Terminator::Throw(value) => operands.push(*value),
            Terminator::Return(value) => operands.extend(*value),
            Terminator::Jump(_) | Terminator::Continue { .. } | Terminator::Unsupported(_) => {}
        }
        operands
    }

    /// Replaces each operand, edge arguments included.
    pub fn map_operands(&mut self, mut f: impl FnMut(Value) -> Value) {
        match self {
            Terminator::Branch { cond, .. } => *cond = f(*cond),
            Terminator::Guard { check, .. } => match check {
                Check::NonNull(v) | Check::NonNegative(v) => *v = f(*v),
                Check::NonZero { value, .. } => *value = f(*value),
                Check::InBounds { index, length } => {
                    *index = f(*index);
                    *length = f(*length);
                }
                Check::Castable { object, .. } => *object = f(*object),
                Check::Storable { array, value } => {
                    *array = f(*array);
                    *value = f(*value);
                }
            },
            Terminator::Switch { value, .. } | Terminator::Throw(value) => *value = f(*value),
            Terminator::Return(Some(value)) => *value = f(*value),
            Terminator::Return(None)
            | Terminator::Jump(_)
            | Terminator::Continue { .. }
            | Terminator::Unsupported(_) => {}
        }
        for call in self.successors_mut() {
            for arg in &mut call.args {
                *arg = f(*arg);
            }
        }
    }
}

impl InstKind {
    /// Replaces each operand.
    pub fn map_operands(&mut self, mut f: impl FnMut(Value) -> Value) {
        let one = |v: &mut Value, f: &mut dyn FnMut(Value) -> Value| *v = f(*v);
        match self {
            InstKind::Const { .. }
            | InstKind::Null
            | InstKind::Str(_)
            | InstKind::ClassConst(_)
            | InstKind::New(_)
            | InstKind::GetStatic(_) => {}
            InstKind::Binary { a, b, .. }
            | InstKind::Compare { a, b, .. }
            | InstKind::ThreeWay { a, b, .. } => {
                one(a, &mut f);
                one(b, &mut f);
            }
            InstKind::Neg { a, .. } | InstKind::Convert { a, .. } => one(a, &mut f),
            InstKind::NewArray { len, .. } => one(len, &mut f),
            InstKind::ArrayLen(array) => one(array, &mut f),
            InstKind::ArrayLoad { array, index, .. } => {
                one(array, &mut f);
                one(index, &mut f);
            }
            InstKind::ArrayStore { array, index, value, .. } => {
                one(array, &mut f);
                one(index, &mut f);
                one(value, &mut f);
            }
            InstKind::GetField { object, .. } | InstKind::InstanceOf { object, .. } => {
                one(object, &mut f);
            }
            InstKind::PutField { object, value, .. } => {
                one(object, &mut f);
                one(value, &mut f);
            }
            InstKind::PutStatic { value, .. } => one(value, &mut f),
            InstKind::NewMultiArray { dims: args, .. }
            | InstKind::Call { args, .. }
            | InstKind::Trap { args, .. } => args.iter_mut().for_each(|v| one(v, &mut f)),
        }
    }

    /// Calls `f` on each operand.
    pub fn for_each_operand(&self, mut f: impl FnMut(Value)) {
        self.clone().map_operands(|v| {
            f(v);
            v
        });
    }

    /// Whether the instruction can run other code or fail in a way no guard precludes, and so
    /// may end abruptly.
    #[must_use]
    pub fn may_unwind(&self) -> bool {
        matches!(
            self,
            InstKind::New(_)
                | InstKind::NewArray { .. }
                | InstKind::NewMultiArray { .. }
                | InstKind::GetStatic(_)
                | InstKind::PutStatic { .. }
                | InstKind::Call { .. }
                | InstKind::ClassConst(_)
        )
    }
}

impl Function {
    /// The type of a value.
    #[must_use]
    pub fn ty(&self, value: Value) -> Type {
        self.values[value].ty
    }

    /// The source line of a position, if the class file tells.
    #[must_use]
    pub fn line(&self, pos: Pos) -> Option<u32> {
        line_at(&self.lines, pos)
    }
}

/// The line in force at `pos`.
#[must_use]
pub fn line_at(lines: &[(Pos, u32)], pos: Pos) -> Option<u32> {
    let after = lines.partition_point(|(start, _)| *start <= pos);
    after.checked_sub(1).map(|i| lines[i].1)
}
