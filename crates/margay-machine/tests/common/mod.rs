//! A language small enough for tests: functions built by hand, two classes, arrays of numbers and of
//! references, and one intrinsic.

#![allow(dead_code, reason = "each test uses a part of it")]

use margay_ir::function::{Args, BlockData, InstData, Pos, ValueData, ValueDef};
use margay_ir::world::{ClassDef, FieldDef, MethodDef, modifiers};
use margay_ir::{
    Block, BlockCall, ClassId, ClassKind, Function, InstKind, MethodId, MethodRef, Storage, StrId,
    Terminator, Trap, Type, Value, World,
};
use margay_machine::lanes::Lanes;
use margay_machine::{
    Abrupt, Body, Core, Domain, Fault, Limits, LoadFailure, Machine, Peek, Platform, Raise, Ref,
};

/// A function under construction. Blocks return until they are told otherwise.
pub struct Builder(Function);

impl Builder {
    /// A function whose entry block has the parameters.
    pub fn new(params: &[Type], result: Option<Type>) -> Self {
        let function = Function {
            name: "f".to_owned(),
            method: MethodId::from_u32(0),
            params: params.to_vec(),
            result,
            blocks: Default::default(),
            insts: Default::default(),
            values: Default::default(),
            entry: Block::from_u32(0),
            lines: Vec::new(),
            variables: Vec::new(),
        };
        let mut builder = Builder(function);
        let entry = builder.block();
        for (place, ty) in (0..).zip(params) {
            let value = ValueData { ty: *ty, def: ValueDef::Param(entry, place) };
            let value = builder.0.values.push(value);
            builder.0.blocks[entry].params.push(value);
        }
        builder
    }

    pub fn entry(&self) -> Block {
        self.0.entry
    }

    pub fn param(&self, index: usize) -> Value {
        self.0.blocks[self.0.entry].params[index]
    }

    pub fn block(&mut self) -> Block {
        self.0.blocks.push(BlockData {
            params: Args::new(),
            insts: Vec::new(),
            terminator: Terminator::Return(None),
            end: Pos(0),
        })
    }

    /// Appends an instruction without a result.
    pub fn effect(&mut self, block: Block, kind: InstKind) -> margay_ir::Inst {
        let inst = self.0.insts.push(InstData { kind, result: None, pos: Pos(0) });
        self.0.blocks[block].insts.push(inst);
        inst
    }

    /// Appends an instruction and gives its result.
    pub fn value(&mut self, block: Block, ty: Type, kind: InstKind) -> Value {
        let inst = self.effect(block, kind);
        let value = self.0.values.push(ValueData { ty, def: ValueDef::Inst(inst) });
        self.0.insts[inst].result = Some(value);
        value
    }

    pub fn int(&mut self, block: Block, number: i32) -> Value {
        let bits = u64::from(number as u32);
        self.value(block, Type::I32, InstKind::Const { ty: Type::I32, bits })
    }

    pub fn end(&mut self, block: Block, terminator: Terminator) {
        self.0.blocks[block].terminator = terminator;
    }

    /// A block that returns a number.
    pub fn returning(&mut self, number: i32) -> Block {
        let block = self.block();
        let value = self.int(block, number);
        self.end(block, Terminator::Return(Some(value)));
        block
    }

    /// Ends a block with a check; where it fails, -1 is returned. Gives the block after it.
    pub fn guard(&mut self, block: Block, check: margay_ir::Check) -> Block {
        let (pass, fail) = (self.block(), self.returning(-1));
        self.end(block, Terminator::Guard { check, pass: to(pass), fail: to(fail) });
        pass
    }

    pub fn finish(self) -> Function {
        margay_ir::validate(&self.0).expect("the function is well formed");
        self.0
    }
}

/// A jump that passes nothing.
pub fn to(block: Block) -> BlockCall {
    BlockCall { block, args: Args::new() }
}

/// The classes of the language.
#[derive(Clone, Copy)]
pub struct Classes {
    /// A class with a field `next`.
    pub node: ClassId,
    /// A subclass of it.
    pub leaf: ClassId,
    pub ints: ClassId,
    pub nodes: ClassId,
}

/// The runtime of the language.
pub struct Tiny {
    function: Function,
}

/// Whether an intrinsic may keep a value without its domain; otherwise its own code runs.
fn is_kept<D: Domain>(
    core: &Core<D>,
    value: D::Value,
) -> Result<Option<D::Value>, Abrupt<D::Value>> {
    match core.domain.plain(value) {
        Some(_) => Ok(Some(D::constant(1))),
        None => Err(Abrupt::Own),
    }
}

impl<D: Domain> Platform<D> for Tiny {
    fn load(&mut self, _: &mut World, class: ClassId) -> Result<(), LoadFailure> {
        Err(LoadFailure::Missing(class))
    }

    fn body(&mut self, world: &mut World, method: MethodId) -> Result<Body, String> {
        Ok(match world.text(world.method(method).name) {
            "keep" => Body::Accelerated(0),
            _ => Body::Code(Box::new(self.function.clone())),
        })
    }

    fn special_method(&mut self, _: &mut World, _: MethodRef) -> Option<MethodId> {
        None
    }

    fn intrinsic(
        &mut self,
        core: &mut Core<D>,
        _: u32,
        args: &[D::Value],
    ) -> Result<Option<D::Value>, Abrupt<D::Value>> {
        is_kept(core, args[0])
    }

    fn own_code(&mut self, _: &mut World, _: MethodId) -> Result<Box<Function>, String> {
        Ok(Box::new(self.function.clone()))
    }

    fn peek(&mut self, _: &mut Core<D>, _: u32, _: &[D::Value]) -> Peek<D::Value> {
        Peek::Effect
    }

    fn peek_lanes(
        &mut self,
        _: &mut Core<D>,
        _: u32,
        _: &mut [D::Value],
        _: usize,
        _: &mut Lanes<'_, D::Value>,
    ) -> Option<u64> {
        Some(0)
    }

    fn make_string(&mut self, _: &mut Core<D>, _: StrId) -> Result<Ref, Abrupt<D::Value>> {
        Err(Abrupt::Refuse("no strings".to_owned()))
    }

    fn make_mirror(&mut self, _: &mut Core<D>, _: ClassId) -> Result<Ref, Abrupt<D::Value>> {
        Err(Abrupt::Refuse("no mirrors".to_owned()))
    }

    fn trap(
        &mut self,
        _: &mut Core<D>,
        _: Trap,
        _: &[D::Value],
        _: Option<StrId>,
        _: Option<ClassId>,
    ) -> Result<Raise<D::Value>, Abrupt<D::Value>> {
        Err(Abrupt::Refuse("no exceptions".to_owned()))
    }

    fn fault(&mut self, core: &mut Core<D>, _: &Fault) -> Raise<D::Value> {
        let class = core.world.class_named("Fault");
        let constructor = core.world.method_ref(class, "<init>", "()V");
        Raise { class, constructor, args: Vec::new() }
    }

    fn initializer_failed(&mut self, _: &mut Core<D>, _: Ref) -> Option<Raise<D::Value>> {
        None
    }
}

/// A machine with one method, made by `build`, and that method.
pub fn machine<D: Domain>(
    domain: D,
    name: &str,
    build: impl FnOnce(&mut World, Classes) -> Function,
) -> (Machine<D, Tiny>, MethodId, Classes) {
    let mut world = World::new();
    let root = class(&mut world, "Root", ClassKind::Class, None, Vec::new(), Vec::new());
    let next = FieldDef {
        name: world.name("next"),
        descriptor: world.name("LNode;"),
        modifiers: 0,
        storage: Storage::Ref,
        constant: None,
    };
    let node = class(&mut world, "Node", ClassKind::Class, Some(root), vec![next], Vec::new());
    let leaf = class(&mut world, "Leaf", ClassKind::Class, Some(node), Vec::new(), Vec::new());
    let array = |elem, component| ClassKind::Array { elem, component };
    let ints =
        class(&mut world, "[I", array(Storage::I32, None), Some(root), Vec::new(), Vec::new());
    let kind = array(Storage::Ref, Some(leaf));
    let nodes = class(&mut world, "[LLeaf;", kind, Some(root), Vec::new(), Vec::new());
    let classes = Classes { node, leaf, ints, nodes };
    let function = build(&mut world, classes);
    let method = MethodDef {
        name: world.name(name),
        descriptor: world.name("()I"),
        modifiers: modifiers::STATIC,
        params: function.params.clone(),
        result: function.result,
        initializer: false,
        body: 0,
    };
    let main = class(&mut world, "Main", ClassKind::Class, Some(root), Vec::new(), vec![method]);
    let method = world.loaded(main).methods[0];
    let platform = Tiny { function: Function { method, ..function } };
    (Machine::new(domain, platform, world, Limits::default()), method, classes)
}

fn class(
    world: &mut World,
    name: &str,
    kind: ClassKind,
    superclass: Option<ClassId>,
    fields: Vec<FieldDef>,
    methods: Vec<MethodDef>,
) -> ClassId {
    let id = world.class_named(name);
    let (modifiers, interfaces, source) = (0, Vec::new(), None);
    let definition = ClassDef { kind, modifiers, superclass, interfaces, source, fields, methods };
    world.define(id, definition).expect("the class is well formed");
    id
}
