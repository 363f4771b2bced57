//! The machine on a domain that cannot decide every branch: it stops, and takes both ways.

mod common;

use common::{Builder, to};
use margay_ir::{BinOp, Cond, Conv, Function, InstKind, MethodId, Terminator, Type};
use margay_machine::{Domain, Event, Machine, Outcome};

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

/// `x < 10 ? 1 : 2`.
fn small_or_large() -> Function {
    let mut f = Builder::new(&[Type::I32], Some(Type::I32));
    let (entry, x) = (f.entry(), f.param(0));
    let ten = f.int(entry, 10);
    let compare = InstKind::Compare { cond: Cond::Lt, ty: Type::I32, a: x, b: ten };
    let cond = f.value(entry, Type::I32, compare);
    let (small, large) = (f.returning(1), f.returning(2));
    f.end(entry, Terminator::Branch { cond, then: to(small), otherwise: to(large) });
    f.finish()
}

fn machine() -> (Machine<Partial, common::Tiny>, MethodId) {
    let (machine, method, _) = common::machine(Partial, "f", |_, _| small_or_large());
    (machine, method)
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
