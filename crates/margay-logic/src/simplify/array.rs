//! Rules for reads over writes.

use super::{Redex, Rule, rules};
use crate::op::Op;
use crate::terms::{TermId, Terms};

pub(super) const SELECT: &[Rule] = rules![read_constant, read_through];
pub(super) const STORE: &[Rule] = rules![overwrite, write_back];

fn read_constant(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let node = terms.node(r.a());
    matches!(node.op(), Op::ConstArray(_)).then(|| node.args()[0])
}

/// A read sees the write at its own index, and passes by writes at other literals.
fn read_through(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let (mut array, index) = (r.a(), r.b());
    loop {
        let node = terms.node(array);
        let (Op::Store, [below, at, element]) = (node.op(), node.args()) else {
            break;
        };
        if *at == index {
            return Some(*element);
        }
        match (terms.as_const(*at), terms.as_const(index)) {
            (Some(_), Some(_)) => array = *below,
            _ => break,
        }
    }
    (array != r.a()).then(|| terms.select(array, index))
}

/// Only the later of two writes at one index matters.
fn overwrite(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let inner = *terms.node(r.a());
    (inner.op() == Op::Store && inner.args()[1] == r.b())
        .then(|| terms.store(inner.args()[0], r.b(), r.args[2]))
}

/// Writing back what was read changes nothing.
fn write_back(terms: &mut Terms, r: &Redex<'_>) -> Option<TermId> {
    let element = terms.node(r.args[2]);
    (element.op() == Op::Select && element.args() == [r.a(), r.b()]).then(|| r.a())
}
