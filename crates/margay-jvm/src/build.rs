//! Writing IR: instructions appended to a current block, checks and exceptions wired up.
//!
//! The builder is used for bytecode and for synthetic methods alike. It knows where an exception
//! goes at the moment ([`Builder::set_unwind`]): with a handler in force, an instruction that may
//! unwind ends its block; without one, exceptions leave the method.

use crate::descriptor::Signature;
use crate::simplify;
use cranelift_entity::packed_option::ReservedValue;
use cranelift_entity::{EntityRef, PrimaryMap};
use margay_ir::function::{Args, BlockData, Dispatch, InstData, Pos, ValueData, ValueDef};
use margay_ir::{
    BinOp, Block, BlockCall, Check, ClassId, Cond, Conv, Function, InstKind, MethodId, StrId,
    Terminator, Trap, Type, Value, World,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A function under construction.
pub(crate) struct Builder<'w> {
    pub world: &'w mut World,
    function: Function,
    block: Block,
    pos: Pos,
    /// Constants that dominate the current block.
    constants: FxHashMap<(Type, u64), Value>,
    unwind: Option<BlockCall>,
}

/// The exception made when a check fails.
pub(crate) struct Failure {
    trap: Trap,
    args: Args,
    text: Option<StrId>,
    class: Option<ClassId>,
}

impl Failure {
    pub fn new(trap: Trap, args: &[Value]) -> Self {
        Failure { trap, args: args.into(), text: None, class: None }
    }

    pub fn class(mut self, class: ClassId) -> Self {
        self.class = Some(class);
        self
    }

    pub fn text(mut self, text: StrId) -> Self {
        self.text = Some(text);
        self
    }
}

impl<'w> Builder<'w> {
    /// Starts a function; the current block is the entry.
    pub fn new(
        world: &'w mut World,
        name: String,
        method: MethodId,
        params: Vec<Type>,
        result: Option<Type>,
    ) -> Self {
        let function = Function {
            name,
            method,
            params,
            result,
            blocks: PrimaryMap::new(),
            insts: PrimaryMap::new(),
            values: PrimaryMap::new(),
            entry: Block::reserved_value(),
            lines: Vec::new(),
            variables: Vec::new(),
        };
        let mut builder = Builder {
            world,
            function,
            block: Block::reserved_value(),
            pos: Pos(0),
            constants: FxHashMap::default(),
            unwind: None,
        };
        builder.block = builder.new_block();
        builder.function.entry = builder.block;
        for index in 0..builder.function.params.len() {
            let ty = builder.function.params[index];
            builder.add_param(builder.block, ty);
        }
        builder
    }

    /// The finished function, simplified; a receiver is never null.
    pub fn finish(self, has_receiver: bool) -> Function {
        simplify::simplify(self.world, self.function, has_receiver)
    }

    pub fn ty(&self, value: Value) -> Type {
        self.function.ty(value)
    }

    /// The parameters of the function.
    pub fn params(&self) -> SmallVec<[Value; 4]> {
        self.function.blocks[self.function.entry].params.clone()
    }

    pub fn result(&self) -> Option<Type> {
        self.function.result
    }

    pub fn set_pos(&mut self, offset: u32) {
        self.pos = Pos(offset);
    }

    pub fn set_lines(&mut self, lines: Vec<(Pos, u32)>) {
        self.function.lines = lines;
    }

    /// Whether a line begins at a position.
    pub fn begins_line(&self, pos: Pos) -> bool {
        self.function.lines.binary_search_by_key(&pos, |(start, _)| *start).is_ok()
    }

    /// Where exceptions go from now on: a block whose last parameter, the exception, is left
    /// out of the arguments.
    pub fn set_unwind(&mut self, unwind: Option<BlockCall>) {
        self.unwind = unwind;
    }

    pub fn new_block(&mut self) -> Block {
        self.function.blocks.push(BlockData {
            params: SmallVec::new(),
            insts: Vec::new(),
            // Until the block is ended.
            terminator: Terminator::Return(None),
            end: self.pos,
        })
    }

    pub fn add_param(&mut self, block: Block, ty: Type) -> Value {
        let params = &mut self.function.blocks[block].params;
        let def = ValueDef::Param(block, params.len() as u32);
        let value = self.function.values.push(ValueData { ty, def });
        params.push(value);
        value
    }

    /// Notes that a value is a variable of the source.
    pub fn name_variable(&mut self, value: Value, number: u16) {
        self.function.variables.push((value, number));
    }

    /// Goes on in another block.
    pub fn switch_to(&mut self, block: Block) {
        self.block = block;
        self.constants.clear();
    }

    /// Goes on in a block that only the current one leads to.
    fn follow(&mut self, block: Block) {
        self.block = block;
    }

    /// Ends the current block.
    pub fn end(&mut self, terminator: Terminator) {
        let block = &mut self.function.blocks[self.block];
        block.terminator = terminator;
        block.end = self.pos;
    }

    pub fn jump(&mut self, block: Block, args: &[Value]) {
        self.end(Terminator::Jump(call(block, args)));
    }

    pub fn branch(&mut self, cond: Value, then: BlockCall, otherwise: BlockCall) {
        self.end(Terminator::Branch { cond, then, otherwise });
    }

    fn append(&mut self, kind: InstKind, ty: Option<Type>) -> Option<Value> {
        let unwinds = kind.may_unwind();
        let inst = self.function.insts.push(InstData { kind, result: None, pos: self.pos });
        let result = ty.map(|ty| {
            let def = ValueDef::Inst(inst);
            self.function.values.push(ValueData { ty, def })
        });
        self.function.insts[inst].result = result;
        self.function.blocks[self.block].insts.push(inst);
        if let (true, Some(unwind)) = (unwinds, self.unwind.clone()) {
            let next = self.new_block();
            self.end(Terminator::Continue { next: call(next, &[]), unwind });
            self.follow(next);
        }
        result
    }

    /// Appends an instruction with a result.
    pub fn value(&mut self, kind: InstKind, ty: Type) -> Value {
        self.append(kind, Some(ty)).expect("it has a type")
    }

    /// Appends an instruction without a result.
    pub fn effect(&mut self, kind: InstKind) {
        self.append(kind, None);
    }

    pub fn constant(&mut self, ty: Type, bits: u64) -> Value {
        if let Some(value) = self.constants.get(&(ty, bits)) {
            return *value;
        }
        let kind = match ty {
            Type::Ref => InstKind::Null,
            _ => InstKind::Const { ty, bits },
        };
        let value = self.value(kind, ty);
        self.constants.insert((ty, bits), value);
        value
    }

    pub fn int(&mut self, value: i32) -> Value {
        self.constant(Type::I32, u64::from(value.cast_unsigned()))
    }

    pub fn null(&mut self) -> Value {
        self.constant(Type::Ref, 0)
    }

    /// Whether the value is the null constant.
    pub fn is_null(&self, value: Value) -> bool {
        match self.function.values[value].def {
            ValueDef::Inst(inst) => matches!(self.function.insts[inst].kind, InstKind::Null),
            ValueDef::Param(..) => false,
        }
    }

    pub fn compare(&mut self, cond: Cond, a: Value, b: Value) -> Value {
        let ty = self.ty(a);
        self.value(InstKind::Compare { cond, ty, a, b }, Type::I32)
    }

    /// Goes on only if the check holds.
    pub fn guard(&mut self, check: Check, failure: Failure) {
        let (pass, fail) = (self.new_block(), self.new_block());
        self.end(Terminator::Guard { check, pass: call(pass, &[]), fail: call(fail, &[]) });
        self.follow(fail);
        let Failure { trap, args, text, class } = failure;
        let kind = InstKind::Trap { trap, args, text, class };
        let exception = self.value(kind, Type::Ref);
        self.raise(exception);
        self.follow(pass);
    }

    pub fn guard_non_null(&mut self, value: Value) {
        self.guard(Check::NonNull(value), Failure::new(Trap::NullPointer, &[]));
    }

    pub fn guard_cast(&mut self, class: ClassId, object: Value) {
        self.guard(
            Check::Castable { class, object },
            Failure::new(Trap::BadCast, &[object]).class(class),
        );
    }

    /// Ends the current block with an exception that is not null.
    pub fn raise(&mut self, exception: Value) {
        match self.unwind.clone() {
            Some(mut handler) => {
                handler.args.push(exception);
                self.end(Terminator::Jump(handler));
            }
            None => self.end(Terminator::Throw(exception)),
        }
    }

    /// Ends the current block with code that cannot be run.
    pub fn unsupported(&mut self, reason: &str) {
        let reason = self.world.name(reason);
        self.end(Terminator::Unsupported(reason));
    }

    /// Calls a method; a receiver has been checked. The descriptor is valid.
    pub fn call(
        &mut self,
        dispatch: Dispatch,
        class: &str,
        name: &str,
        descriptor: &str,
        args: &[Value],
    ) -> Option<Value> {
        let class = self.world.class_named(class);
        let method = self.world.method_ref(class, name, descriptor);
        let result = Signature::parse(descriptor).and_then(|s| s.result_type());
        let args = args.into();
        let kind = InstKind::Call { dispatch, method, args };
        self.append(kind, result)
    }

    pub fn binary(&mut self, op: BinOp, a: Value, b: Value) -> Value {
        let ty = self.ty(a);
        self.value(InstKind::Binary { op, ty, a, b }, ty)
    }

    pub fn convert(&mut self, conv: Conv, a: Value) -> Value {
        self.value(InstKind::Convert { conv, a }, conv.types().1)
    }

    /// A number as a wider one; as it is if the type is not wider.
    pub fn widen(&mut self, number: Value, to: Type) -> Value {
        let conv = match (self.ty(number), to) {
            (Type::I32, Type::I64) => Conv::I32ToI64,
            (Type::I32, Type::F32) => Conv::I32ToF32,
            (Type::I32, Type::F64) => Conv::I32ToF64,
            (Type::I64, Type::F32) => Conv::I64ToF32,
            (Type::I64, Type::F64) => Conv::I64ToF64,
            (Type::F32, Type::F64) => Conv::F32ToF64,
            _ => return number,
        };
        self.convert(conv, number)
    }

    /// Calls a method that has a result on its receiver, which is not null.
    pub fn call_virtual(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
        args: &[Value],
    ) -> Value {
        self.call(Dispatch::Virtual, class, name, descriptor, args).expect("it has a result")
    }

    /// Calls a static method that has a result.
    pub fn call_static(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
        args: &[Value],
    ) -> Value {
        self.call(Dispatch::Static, class, name, descriptor, args).expect("it has a result")
    }
}

/// A jump with its arguments.
pub(crate) fn call(block: Block, args: &[Value]) -> BlockCall {
    BlockCall { block, args: args.into() }
}

/// Stands for the method of a function that has none yet.
pub(crate) fn no_method() -> MethodId {
    MethodId::new(u32::MAX as usize - 1)
}
