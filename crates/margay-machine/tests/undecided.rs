//! The machine on a domain that cannot decide every branch: it stops, and takes both ways.

use margay_ir::function::{Args, BlockData, InstData, Pos, ValueData, ValueDef};
use margay_ir::world::{ClassDef, MethodDef};
use margay_ir::{
    BinOp, BlockCall, ClassId, ClassKind, Cond, Conv, Function, InstKind, MethodId, MethodRef,
    StrId, Terminator, Trap, Type, World,
};
use margay_machine::lanes::Lanes;
use margay_machine::{
    Abrupt, Body, Core, Domain, Event, Fault, Limits, LoadFailure, Machine, Outcome, Peek,
    Platform, Raise, Ref,
};

/// Integers, one of which is unknown.
struct Partial;

impl Domain for Partial {
    const ACCELERATES: bool = false;
    type Mark = ();
    type Value = Option<u64>;

    fn constant(bits: u64) -> Option<u64> {
        Some(bits)
    }

    fn known(value: Option<u64>) -> Option<u64> {
        value
    }

    fn undecided() -> Option<u64> {
        Some(u64::MAX)
    }

    fn is_undecided(value: Option<u64>) -> bool {
        value == Some(u64::MAX)
    }

    fn binary(&mut self, _: BinOp, _: Type, a: Option<u64>, b: Option<u64>) -> Option<u64> {
        Some(a?.wrapping_add(b?))
    }

    fn negate(&mut self, _: Type, a: Option<u64>) -> Option<u64> {
        a
    }

    fn convert(&mut self, _: Conv, a: Option<u64>) -> Option<u64> {
        a
    }

    fn compare(&mut self, c: Cond, t: Type, a: Option<u64>, b: Option<u64>) -> Option<u64> {
        self.test(c, t, a, b).map(u64::from)
    }

    fn three_way(&mut self, _: Type, _: i8, a: Option<u64>, _: Option<u64>) -> Option<u64> {
        a
    }

    fn test(&mut self, _: Cond, _: Type, a: Option<u64>, b: Option<u64>) -> Option<bool> {
        Some(a? < b?)
    }

    fn mark(&self) {}

    fn undo_to(&mut self, (): ()) {}
}

/// A language with one function.
struct OneFunction(Function);

type Value = Option<u64>;

impl Platform<Partial> for OneFunction {
    fn load(&mut self, _: &mut World, class: ClassId) -> Result<(), LoadFailure> {
        Err(LoadFailure::Missing(class))
    }

    fn body(&mut self, _: &mut World, _: MethodId) -> Result<Body, String> {
        Ok(Body::Code(Box::new(self.0.clone())))
    }

    fn special_method(&mut self, _: &mut World, _: MethodRef) -> Option<MethodId> {
        None
    }

    fn intrinsic(
        &mut self,
        _: &mut Core<Partial>,
        _: u32,
        _: &[Value],
    ) -> Result<Option<Value>, Abrupt<Value>> {
        Err(Abrupt::Refuse("no intrinsics".to_owned()))
    }

    fn own_code(&mut self, _: &mut World, _: MethodId) -> Result<Box<Function>, String> {
        Err("nothing is accelerated".to_owned())
    }

    fn peek(&mut self, _: &mut Core<Partial>, _: u32, _: &[Value]) -> Peek<Value> {
        Peek::Effect
    }

    fn peek_lanes(
        &mut self,
        _: &mut Core<Partial>,
        _: u32,
        _: &mut [Value],
        _: usize,
        _: &mut Lanes<'_, Value>,
    ) -> Option<u64> {
        Some(0)
    }

    fn string(&mut self, _: &mut Core<Partial>, _: StrId) -> Result<Ref, Abrupt<Value>> {
        Err(Abrupt::Refuse("no strings".to_owned()))
    }

    fn mirror(&mut self, _: &mut Core<Partial>, _: ClassId) -> Result<Ref, Abrupt<Value>> {
        Err(Abrupt::Refuse("no mirrors".to_owned()))
    }

    fn trap(
        &mut self,
        _: &mut Core<Partial>,
        _: Trap,
        _: &[Value],
        _: Option<StrId>,
        _: Option<ClassId>,
    ) -> Result<Raise<Value>, Abrupt<Value>> {
        Err(Abrupt::Refuse("no exceptions".to_owned()))
    }

    fn fault(&mut self, core: &mut Core<Partial>, _: &Fault) -> Raise<Value> {
        let class = core.world.class_named("Fault");
        let constructor = core.world.method_ref(class, "<init>", "()V");
        Raise { class, constructor, args: Vec::new() }
    }

    fn initializer_failed(&mut self, _: &mut Core<Partial>, _: Ref) -> Option<Raise<Value>> {
        None
    }
}

/// `x < 10 ? 1 : 2`.
fn small_or_large(method: MethodId) -> Function {
    let mut function = Function {
        name: "f".to_owned(),
        method,
        params: vec![Type::I32],
        result: Some(Type::I32),
        blocks: Default::default(),
        insts: Default::default(),
        values: Default::default(),
        entry: margay_ir::Block::from_u32(0),
        lines: Vec::new(),
    };
    for _ in 0..3 {
        function.blocks.push(BlockData {
            params: Default::default(),
            insts: Vec::new(),
            terminator: Terminator::Return(None),
            end: Pos(0),
        });
    }
    let [test, small, large] = [0, 1, 2].map(margay_ir::Block::from_u32);
    let param = ValueData { ty: Type::I32, def: ValueDef::Param(test, 0) };
    let x = function.values.push(param);
    function.blocks[test].params.push(x);
    let add = |function: &mut Function, block, kind| {
        let inst = function.insts.push(InstData { kind, result: None, pos: Pos(0) });
        let value = ValueData { ty: Type::I32, def: ValueDef::Inst(inst) };
        let value = function.values.push(value);
        function.insts[inst].result = Some(value);
        function.blocks[block].insts.push(inst);
        value
    };
    let constant = |bits| InstKind::Const { ty: Type::I32, bits };
    let ten = add(&mut function, test, constant(10));
    let compare = InstKind::Compare { cond: Cond::Lt, ty: Type::I32, a: x, b: ten };
    let cond = add(&mut function, test, compare);
    let go = |block| BlockCall { block, args: Args::new() };
    function.blocks[test].terminator =
        Terminator::Branch { cond, then: go(small), otherwise: go(large) };
    for (block, bits) in [(small, 1), (large, 2)] {
        let value = add(&mut function, block, constant(bits));
        function.blocks[block].terminator = Terminator::Return(Some(value));
    }
    margay_ir::validate(&function).expect("the function is well formed");
    function
}

fn machine() -> (Machine<Partial, OneFunction>, MethodId) {
    let mut world = World::new();
    let class = world.class_named("C");
    let method = MethodDef {
        name: world.name("f"),
        descriptor: world.name("(I)I"),
        modifiers: margay_ir::world::modifiers::STATIC,
        params: vec![Type::I32],
        result: Some(Type::I32),
        initializer: false,
        body: 0,
    };
    let definition = ClassDef {
        kind: ClassKind::Class,
        modifiers: 0,
        superclass: None,
        interfaces: Vec::new(),
        source: None,
        fields: Vec::new(),
        methods: vec![method],
    };
    world.define(class, definition).expect("the class is well formed");
    let method = world.loaded(class).methods[0];
    let platform = OneFunction(small_or_large(method));
    (Machine::new(Partial, platform, world, Limits::default()), method)
}

#[test]
fn a_known_value_takes_its_branch() {
    let (mut machine, method) = machine();
    for (x, expected) in [(3, 1), (10, 2)] {
        machine.start(method, &[Some(x)]).expect("it starts");
        assert_eq!(machine.resume(), Event::Done(Outcome::Returned(Some(Some(expected)))));
    }
}

#[test]
fn an_unknown_value_takes_both_branches() {
    let (mut machine, method) = machine();
    machine.start(method, &[None]).expect("it starts");
    assert_eq!(machine.resume(), Event::Choice(2));
    machine.checkpoint();
    machine.take(0);
    assert_eq!(machine.resume(), Event::Done(Outcome::Returned(Some(Some(2)))));
    machine.backtrack_last();
    machine.take(1);
    assert_eq!(machine.resume(), Event::Done(Outcome::Returned(Some(Some(1)))));
    assert_eq!(machine.checkpoints(), 0);
}
