//! A value may have bits and more: here, the expression it was computed with. The machine computes
//! with the bits and must ask the domain at every branch that such a value takes part in, or a search
//! that negates branches would miss some. Each test runs one kind of branch with plain operands,
//! which are of no interest, and with inputs, of which every branch is written down.

mod common;

use common::{Builder, Classes, machine, to};
use margay_ir::{
    BinOp, Cond, Conv, Dispatch, Function, InstKind, Storage, Terminator, Type, World,
};
use margay_ir::{Check, MethodId};
use margay_machine::{Concrete, Domain, Event, Machine, Outcome, Ref, Want};
use rustc_hash::FxHashSet;

/// A number or reference; one that depends on the input has a name in the domain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Word {
    bits: u64,
    name: Option<u32>,
}

/// Words with expressions, and the branches on the way.
#[derive(Default)]
struct Concolic {
    names: Vec<String>,
    path: Vec<String>,
    /// Objects of the input, whose class may be another.
    open: FxHashSet<Ref>,
}

impl Concolic {
    fn named(&mut self, name: String, bits: u64) -> Word {
        self.names.push(name);
        Word { bits, name: Some(self.names.len() as u32 - 1) }
    }

    fn text(&self, word: Word) -> String {
        match word.name {
            Some(name) => self.names[name as usize].clone(),
            None => (word.bits as u32 as i32).to_string(),
        }
    }

    fn computed(
        &mut self,
        bits: u64,
        operands: &[Word],
        name: impl FnOnce(&Self) -> String,
    ) -> Word {
        if operands.iter().all(|word| word.name.is_none()) {
            return Concolic::constant(bits);
        }
        let name = name(self);
        self.named(name, bits)
    }

    fn branch(&mut self, operands: &[Word], text: impl FnOnce(&Self) -> String, holds: bool) {
        if operands.iter().any(|word| word.name.is_some()) {
            let text = text(self);
            self.path.push(format!("{text}: {holds}"));
        }
    }
}

impl Domain for Concolic {
    const ACCELERATES: bool = true;
    type Mark = usize;
    type Value = Word;

    fn constant(bits: u64) -> Word {
        Word { bits, name: None }
    }

    fn known(value: Word) -> Option<u64> {
        value.name.is_none().then_some(value.bits)
    }

    fn bits(&self, value: Word) -> Option<u64> {
        Some(value.bits)
    }

    fn concretize(&mut self, value: Word) -> Option<u64> {
        self.branch(&[value], |d| format!("{} = {}", d.text(value), value.bits), true);
        Some(value.bits)
    }

    fn is_null(&mut self, reference: Word) -> Option<bool> {
        let holds = reference.bits == 0;
        self.branch(&[reference], |d| format!("{} is null", d.text(reference)), holds);
        Some(holds)
    }

    fn is_same(&mut self, a: Word, b: Word) -> Option<bool> {
        let holds = a.bits == b.bits;
        self.branch(&[a, b], |d| format!("{} is {}", d.text(a), d.text(b)), holds);
        Some(holds)
    }

    fn has_class(&self, object: Ref) -> bool {
        !self.open.contains(&object)
    }

    fn undecided() -> Word {
        Word { bits: u64::MAX, name: Some(u32::MAX) }
    }

    fn is_undecided(value: Word) -> bool {
        value.name == Some(u32::MAX)
    }

    fn binary(&mut self, op: BinOp, ty: Type, a: Word, b: Word) -> Word {
        let bits = Concrete.binary(op, ty, a.bits, b.bits);
        self.computed(bits, &[a, b], |d| format!("({} {op} {})", d.text(a), d.text(b)))
    }

    fn negate(&mut self, ty: Type, a: Word) -> Word {
        let bits = Concrete.negate(ty, a.bits);
        self.computed(bits, &[a], |d| format!("-{}", d.text(a)))
    }

    fn convert(&mut self, conv: Conv, a: Word) -> Word {
        let bits = Concrete.convert(conv, a.bits);
        self.computed(bits, &[a], |d| format!("{conv}({})", d.text(a)))
    }

    fn compare(&mut self, cond: Cond, ty: Type, a: Word, b: Word) -> Word {
        let bits = Concrete.compare(cond, ty, a.bits, b.bits);
        self.computed(bits, &[a, b], |d| format!("({} {cond} {})", d.text(a), d.text(b)))
    }

    fn three_way(&mut self, ty: Type, nan: i8, a: Word, b: Word) -> Word {
        let bits = Concrete.three_way(ty, nan, a.bits, b.bits);
        self.computed(bits, &[a, b], |d| format!("({} <=> {})", d.text(a), d.text(b)))
    }

    fn test(&mut self, cond: Cond, ty: Type, a: Word, b: Word) -> Option<bool> {
        let holds = Concrete.test(cond, ty, a.bits, b.bits)?;
        self.branch(&[a, b], |d| format!("{} {cond} {}", d.text(a), d.text(b)), holds);
        Some(holds)
    }

    fn in_bounds(&mut self, index: Word, length: Word) -> Option<bool> {
        let holds = (index.bits as u32) < length.bits as u32;
        let text = |d: &Self| format!("{} within {}", d.text(index), d.text(length));
        self.branch(&[index, length], text, holds);
        Some(holds)
    }

    fn group_of(&mut self, value: Word, groups: &[Vec<i32>]) -> Option<usize> {
        let key = value.bits as u32 as i32;
        let group = groups.iter().position(|group| group.contains(&key));
        let text = |d: &Self| match group {
            Some(group) => format!("{} in {:?}", d.text(value), groups[group]),
            None => format!("{} in none of {groups:?}", d.text(value)),
        };
        self.branch(&[value], text, true);
        Some(group.unwrap_or(groups.len()))
    }

    fn mark(&self) -> usize {
        self.path.len()
    }

    fn undo_to(&mut self, mark: usize) {
        self.path.truncate(mark);
    }
}

/// A number.
fn plain(number: i32) -> Word {
    Concolic::constant(u64::from(number as u32))
}

struct Run {
    machine: Machine<Concolic, common::Tiny>,
    method: MethodId,
    classes: Classes,
}

impl Run {
    fn new(build: impl FnOnce(&mut World, Classes) -> Function) -> Self {
        Run::named("f", build)
    }

    fn named(name: &str, build: impl FnOnce(&mut World, Classes) -> Function) -> Self {
        let (machine, method, classes) = machine(Concolic::default(), name, build);
        Run { machine, method, classes }
    }

    /// A number of the input.
    fn input(&mut self, name: &str, number: i32) -> Word {
        self.machine.core.domain.named(name.to_owned(), u64::from(number as u32))
    }

    /// A reference of the input.
    fn reference(&mut self, name: &str, object: Ref) -> Word {
        self.machine.core.domain.named(name.to_owned(), u64::from(object))
    }

    fn array(&mut self, elements: &[i32]) -> Ref {
        let memory = &mut self.machine.core.memory;
        let array = memory.allocate(self.classes.ints, elements.len() as u32).expect("room");
        for (index, element) in (0..).zip(elements) {
            memory.set(array, index, plain(*element));
        }
        array
    }

    fn object(&mut self, class: margay_ir::ClassId) -> Ref {
        let cells = self.machine.core.world.loaded(class).cells;
        self.machine.core.memory.allocate(class, cells).expect("room")
    }

    /// Runs the method: its result, and the branches on the way.
    #[track_caller]
    fn check(&mut self, args: &[Word], result: i32, path: &[&str]) {
        self.machine.core.domain.path.clear();
        self.machine.start(self.method, args).expect("it starts");
        let event = self.machine.resume();
        self.ends(&event, result, path);
    }

    #[track_caller]
    fn ends(&self, event: &Event<Word>, result: i32, path: &[&str]) {
        let Event::Done(Outcome::Returned(Some(value))) = event else { panic!("{event:?}") };
        assert_eq!(value.bits, u64::from(result as u32));
        assert_eq!(self.machine.core.domain.path, path);
    }
}

#[test]
fn a_comparison() {
    let mut run = Run::new(|_, _| {
        let mut f = Builder::new(&[Type::I32, Type::I32], Some(Type::I32));
        let (entry, [a, b]) = (f.entry(), [f.param(0), f.param(1)]);
        let sum = InstKind::Binary { op: BinOp::Add, ty: Type::I32, a, b };
        let sum = f.value(entry, Type::I32, sum);
        let ten = f.int(entry, 10);
        let less = InstKind::Compare { cond: Cond::Lt, ty: Type::I32, a: sum, b: ten };
        let cond = f.value(entry, Type::I32, less);
        let (then, otherwise) = (f.returning(1), f.returning(2));
        f.end(entry, Terminator::Branch { cond, then: to(then), otherwise: to(otherwise) });
        f.finish()
    });
    let x = run.input("x", 3);
    run.check(&[plain(3), plain(4)], 1, &[]);
    run.check(&[x, plain(4)], 1, &["(x add 4) lt 10: true"]);
    run.check(&[x, plain(40)], 2, &["(x add 40) lt 10: false"]);
}

/// `switch (x) { case keys[0]: return 0; case keys[1]: return 1; …; default: return -1; }`
fn switch(keys: &'static [i32]) -> Run {
    Run::new(move |_, _| {
        let mut f = Builder::new(&[Type::I32], Some(Type::I32));
        let cases = (0..).zip(keys).map(|(at, key)| (*key, to(f.returning(at)))).collect();
        let default = to(f.returning(-1));
        let (entry, value) = (f.entry(), f.param(0));
        f.end(entry, Terminator::Switch { value, cases, default });
        f.finish()
    })
}

#[test]
fn a_switch() {
    for keys in [&[1, 2, 3], &[1, 2_000, 3_000_000]] {
        let mut run = switch(keys);
        let [x, y] = [run.input("x", keys[1]), run.input("y", 7)];
        run.check(&[plain(1)], 0, &[]);
        run.check(&[x], 1, &[&format!("x in [{}]: true", keys[1])]);
        let groups: Vec<[i32; 1]> = keys.iter().map(|key| [*key]).collect();
        run.check(&[y], -1, &[&format!("y in none of {groups:?}: true")]);
    }
}

/// `a[i]`, with all its checks.
fn load() -> Run {
    Run::new(|_, _| {
        let mut f = Builder::new(&[Type::Ref, Type::I32], Some(Type::I32));
        let (entry, [array, index]) = (f.entry(), [f.param(0), f.param(1)]);
        let found = f.guard(entry, Check::NonNull(array));
        let length = f.value(found, Type::I32, InstKind::ArrayLen(array));
        let inside = f.guard(found, Check::InBounds { index, length });
        let load = InstKind::ArrayLoad { elem: Storage::I32, array, index };
        let element = f.value(inside, Type::I32, load);
        f.end(inside, Terminator::Return(Some(element)));
        f.finish()
    })
}

#[test]
fn an_index() {
    let mut run = load();
    let array = run.array(&[5, 6, 6]);
    let [i, j, far] = [run.input("i", 1), run.input("j", 0), run.input("far", 3)];
    let a = Concolic::constant(u64::from(array));
    run.check(&[a, plain(1)], 6, &[]);
    run.check(&[a, i], 6, &["i within 3: true", "i in none of [[0]]: true"]);
    run.check(&[a, j], 5, &["j within 3: true", "j in [0]: true"]);
    run.check(&[a, far], -1, &["far within 3: false"]);
    let b = run.array(&[7, 8]);
    let b = Concolic::constant(u64::from(b));
    run.check(&[b, i], 8, &["i within 2: true", "i = 1: true"]);
}

#[test]
fn an_array_of_the_input() {
    let mut run = load();
    let array = run.array(&[5, 6]);
    let [a, null] = [run.reference("a", array), run.reference("n", 0)];
    run.check(&[a, plain(1)], 6, &["a is null: false"]);
    run.check(&[a, plain(2)], -1, &["a is null: false"]);
    run.check(&[null, plain(0)], -1, &["n is null: true"]);
}

#[test]
fn an_element_is_stored() {
    let mut run = Run::new(|_, _| {
        let mut f = Builder::new(&[Type::Ref, Type::I32, Type::I32], Some(Type::I32));
        let (entry, [array, index, value]) = (f.entry(), [f.param(0), f.param(1), f.param(2)]);
        let found = f.guard(entry, Check::NonNull(array));
        let length = f.value(found, Type::I32, InstKind::ArrayLen(array));
        let inside = f.guard(found, Check::InBounds { index, length });
        f.effect(inside, InstKind::ArrayStore { elem: Storage::I32, array, index, value });
        let zero = f.int(inside, 0);
        f.end(inside, Terminator::Return(Some(zero)));
        f.finish()
    });
    let array = run.array(&[5, 6]);
    let [i, x] = [run.input("i", 1), run.input("x", 9)];
    let a = Concolic::constant(u64::from(array));
    run.check(&[a, i, x], 0, &["i within 2: true", "i = 1: true"]);
    assert_eq!(run.machine.core.memory.get(array, 1), x, "with all that is attached to it");
}

#[test]
fn a_null_check() {
    for writes in [false, true] {
        let mut run = Run::new(|world, classes| {
            let field = world.field_ref(classes.node, "next", "LNode;");
            let mut f = Builder::new(&[Type::Ref], Some(Type::I32));
            let (entry, object) = (f.entry(), f.param(0));
            let found = f.guard(entry, Check::NonNull(object));
            if writes {
                f.effect(found, InstKind::PutField { field, object, value: object });
            } else {
                f.value(found, Type::Ref, InstKind::GetField { field, object });
            }
            let zero = f.int(found, 0);
            f.end(found, Terminator::Return(Some(zero)));
            f.finish()
        });
        let object = run.object(run.classes.node);
        let [p, null] = [run.reference("p", object), run.reference("n", 0)];
        run.check(&[Concolic::constant(u64::from(object))], 0, &[]);
        run.check(&[p], 0, &["p is null: false"]);
        run.check(&[null], -1, &["n is null: true"]);
        if writes {
            run.check(&[p], 0, &["p is null: false"]);
            assert_eq!(run.machine.core.memory.get(object, 0), p, "a reference keeps its name");
        }
    }
}

#[test]
fn identity() {
    let mut run = Run::new(|_, _| {
        let mut f = Builder::new(&[Type::Ref, Type::Ref], Some(Type::I32));
        let (entry, [a, b]) = (f.entry(), [f.param(0), f.param(1)]);
        let same = InstKind::Compare { cond: Cond::Eq, ty: Type::Ref, a, b };
        let cond = f.value(entry, Type::I32, same);
        let (then, otherwise) = (f.returning(1), f.returning(2));
        f.end(entry, Terminator::Branch { cond, then: to(then), otherwise: to(otherwise) });
        f.finish()
    });
    let object = run.object(run.classes.node);
    let [p, q] = [run.reference("p", object), run.reference("q", object)];
    run.check(&[p, q], 1, &["p is q: true"]);
    run.check(&[p, plain(0)], 2, &["p is 0: false"]);
}

#[test]
fn a_division() {
    let mut run = Run::new(|_, _| {
        let mut f = Builder::new(&[Type::I32, Type::I32], Some(Type::I32));
        let (entry, [a, b]) = (f.entry(), [f.param(0), f.param(1)]);
        let divides = f.guard(entry, Check::NonZero { ty: Type::I32, value: b });
        let quotient = InstKind::Binary { op: BinOp::Div, ty: Type::I32, a, b };
        let quotient = f.value(divides, Type::I32, quotient);
        f.end(divides, Terminator::Return(Some(quotient)));
        f.finish()
    });
    let [x, y] = [run.input("x", 2), run.input("y", 0)];
    run.check(&[plain(6), plain(2)], 3, &[]);
    run.check(&[plain(6), x], 3, &["x eq 0: false"]);
    run.check(&[plain(6), y], -1, &["y eq 0: true"]);
}

#[test]
fn the_length_of_an_array() {
    let mut run = Run::new(|_, classes| {
        let mut f = Builder::new(&[Type::I32], Some(Type::I32));
        let (entry, len) = (f.entry(), f.param(0));
        let sized = f.guard(entry, Check::NonNegative(len));
        let made = InstKind::NewArray { class: classes.ints, len };
        let array = f.value(sized, Type::Ref, made);
        let length = f.value(sized, Type::I32, InstKind::ArrayLen(array));
        let two = f.int(sized, 2);
        let same = InstKind::Compare { cond: Cond::Eq, ty: Type::I32, a: length, b: two };
        let cond = f.value(sized, Type::I32, same);
        let (then, otherwise) = (f.block(), f.returning(0));
        f.end(sized, Terminator::Branch { cond, then: to(then), otherwise: to(otherwise) });
        let index = f.int(then, 1);
        let inside = f.guard(then, Check::InBounds { index, length });
        f.end(inside, Terminator::Return(Some(length)));
        f.finish()
    });
    let [n, m] = [run.input("n", 2), run.input("m", -1)];
    run.check(&[plain(2)], 2, &[]);
    run.check(&[n], 2, &["n lt 0: false", "n eq 2: true", "1 within n: true"]);
    run.check(&[m], -1, &["m lt 0: true"]);
}

/// Each kind of question about a class: a cast, a test, an element to be stored.
fn class_questions() -> [Run; 3] {
    let cast = Run::new(|_, classes| {
        let mut f = Builder::new(&[Type::Ref], Some(Type::I32));
        let (entry, object) = (f.entry(), f.param(0));
        let fits = f.guard(entry, Check::Castable { class: classes.leaf, object });
        let one = f.int(fits, 1);
        f.end(fits, Terminator::Return(Some(one)));
        f.finish()
    });
    let test = Run::new(|_, classes| {
        let mut f = Builder::new(&[Type::Ref], Some(Type::I32));
        let (entry, object) = (f.entry(), f.param(0));
        let is_leaf = InstKind::InstanceOf { class: classes.leaf, object };
        let is_leaf = f.value(entry, Type::I32, is_leaf);
        f.end(entry, Terminator::Return(Some(is_leaf)));
        f.finish()
    });
    let store = Run::new(|_, classes| {
        let mut f = Builder::new(&[Type::Ref], Some(Type::I32));
        let (entry, value) = (f.entry(), f.param(0));
        let len = f.int(entry, 1);
        let made = InstKind::NewArray { class: classes.nodes, len };
        let array = f.value(entry, Type::Ref, made);
        let fits = f.guard(entry, Check::Storable { array, value });
        let one = f.int(fits, 1);
        f.end(fits, Terminator::Return(Some(one)));
        f.finish()
    });
    [cast, test, store]
}

#[test]
fn the_class_of_a_reference() {
    for (mut run, [null_result, failed]) in
        class_questions().into_iter().zip([[1, -1], [0, 0], [1, -1]])
    {
        let [leaf, node] = [run.classes.leaf, run.classes.node].map(|class| run.object(class));
        let [p, q, null] =
            [run.reference("p", leaf), run.reference("q", node), run.reference("n", 0)];
        run.check(&[Concolic::constant(u64::from(leaf))], 1, &[]);
        run.check(&[p], 1, &["p is null: false"]);
        run.check(&[q], failed, &["q is null: false"]);
        run.check(&[null], null_result, &["n is null: true"]);
    }
}

#[test]
fn an_object_of_several_classes() {
    for mut run in class_questions() {
        let object = run.object(run.classes.leaf);
        run.machine.core.domain.open.insert(object);
        let p = run.reference("p", object);
        run.machine.start(run.method, &[p]).expect("it starts");
        assert_eq!(
            run.machine.resume(),
            Event::Wanted(Want::Instance(object, run.classes.leaf)),
            "whoever runs the machine writes the question down, and answers it"
        );
        run.machine.retry();
        let event = run.machine.resume();
        run.ends(&event, 1, &["p is null: false"; 2]);
    }
}

#[test]
fn what_a_container_is_given() {
    // The intrinsic keeps bits. What is more than bits goes to the code of the method, which compares.
    let mut run = Run::named("keep", |_, _| {
        let mut f = Builder::new(&[Type::I32], Some(Type::I32));
        let (entry, value) = (f.entry(), f.param(0));
        let checked = f.guard(entry, Check::NonZero { ty: Type::I32, value });
        let two = f.int(checked, 2);
        f.end(checked, Terminator::Return(Some(two)));
        f.finish()
    });
    let x = run.input("x", 5);
    run.check(&[plain(5)], 1, &[]);
    run.check(&[x], 2, &["x eq 0: false"]);
}

#[test]
fn a_receiver() {
    // Calls itself on the field of its argument until that is null.
    let mut run = Run::new(|world, classes| {
        let field = world.field_ref(classes.node, "next", "LNode;");
        let main = world.class_named("Main");
        let method = world.method_ref(main, "f", "()I");
        let mut f = Builder::new(&[Type::Ref], Some(Type::I32));
        let (entry, object) = (f.entry(), f.param(0));
        let found = f.guard(entry, Check::NonNull(object));
        let next = f.value(found, Type::Ref, InstKind::GetField { field, object });
        let args = std::iter::once(next).collect();
        let call = InstKind::Call { dispatch: Dispatch::Static, method, args };
        let depth = f.value(found, Type::I32, call);
        let one = f.int(found, 1);
        let sum = InstKind::Binary { op: BinOp::Add, ty: Type::I32, a: depth, b: one };
        let sum = f.value(found, Type::I32, sum);
        f.end(found, Terminator::Return(Some(sum)));
        f.finish()
    });
    let first = run.object(run.classes.node);
    let second = run.object(run.classes.node);
    let [p, q, r] = [
        run.reference("p", first),
        run.reference("p.next", second),
        run.reference("p.next.next", 0),
    ];
    run.machine.core.memory.set(first, 0, q);
    run.machine.core.memory.set(second, 0, r);
    run.check(&[p], 1, &["p is null: false", "p.next is null: false", "p.next.next is null: true"]);
}
