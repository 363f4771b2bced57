//! What an accelerated method does, said before it is done.

use super::thaw::{freeze, thaw};
use crate::intrinsics::{Answer, Call};
use margay_machine::{Abrupt, Change, Domain, Peek, Ref};

/// Works out what a method does, without doing it.
pub(crate) type Planner<D> = fn(&mut Call<'_, D>) -> Plan<<D as Domain>::Value>;

/// What a method does.
pub(crate) enum Plan<V> {
    /// It gives a value.
    Value(Option<V>),
    /// It changes the container with this handle and gives a value.
    Change(u32, Change, Option<V>),
    /// It writes some cells and gives a value.
    Write([Write<V>; 3], Option<V>),
    /// It makes a fresh object a container; a map may be given the size of its first table.
    Freeze(Ref, u32),
    /// It makes a frozen object an ordinary one, and then does what its bytecode says.
    Thaw(Ref),
    /// It does what its bytecode says.
    Own,
}

/// A field or element gets a value.
#[derive(Clone, Copy)]
pub(crate) struct Write<V> {
    /// The object; null for none.
    pub object: Ref,
    pub slot: u32,
    pub value: V,
}

impl<V: Copy + PartialEq> Plan<V> {
    /// The plan as seen by who looks ahead.
    pub fn peek(&self) -> Peek<V> {
        match self {
            Plan::Value(value) => Peek::Value(*value),
            Plan::Own => Peek::Own,
            _ => Peek::Effect,
        }
    }
}

/// Does it.
#[inline]
pub(crate) fn perform<D: Domain>(call: &mut Call<'_, D>, plan: Plan<D::Value>) -> Answer<D> {
    match plan {
        Plan::Value(value) => Ok(value),
        Plan::Change(handle, change, value) => {
            call.core.memory.change(handle, change);
            Ok(value)
        }
        Plan::Write(writes, value) => {
            for write in writes.iter().filter(|write| write.object != 0) {
                call.core.memory.set(write.object, write.slot, write.value);
            }
            Ok(value)
        }
        Plan::Freeze(object, first) => {
            freeze(call, object, first);
            Ok(None)
        }
        Plan::Thaw(object) => {
            thaw(call, object)?;
            Err(Abrupt::Own)
        }
        Plan::Own => Err(Abrupt::Own),
    }
}
