//! What compiled code is given besides the machine's state: what it knows nothing of, and what it needs to look ahead.

use crate::code::op::{Pc, Reg};
use crate::concrete::Concrete;
use crate::core::Core;
use crate::domain::Domain;
use crate::lanes::LANES;
use crate::platform::{Peek, Platform};
use margay_ir::ClassId;
use std::marker::PhantomData;

/// Where compiled code begins to look ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The frame.
    pub frame: usize,
    /// The operation.
    pub pc: Pc,
    /// The register for what the lanes have returned from a call; [`NO_REG`](crate::code::op::NO_REG) for
    /// none.
    pub returned: Reg,
}

/// Lanes that look ahead, and what they see.
pub struct Ahead<'a> {
    /// The cell whose value is assumed.
    pub cell: u32,
    /// Its values, by lane.
    pub values: &'a [u64],
    /// The lanes that have returned 0, 1, or something else, which is among the results; in the beginning all are
    /// among the others. Those that have no answer are in none of them.
    pub zero: u64,
    /// See [`zero`](Self::zero).
    pub one: u64,
    /// See [`zero`](Self::zero).
    pub other: u64,
    /// What the others have returned, by lane.
    pub results: &'a mut [u64; LANES],
    /// Operations that a lane has followed at most.
    pub spent: u32,
    /// Calls that may be nested.
    pub depth: u32,
    /// What compiled code does not know.
    pub beyond: &'a mut dyn Beyond,
}

/// What only the platform and the search can tell or do.
pub trait Beyond {
    /// Does what an operation of the platform does, if that is no more than to give a value and to change
    /// cells or containers; else nothing is done.
    fn operate(
        &mut self,
        core: &mut Core<Concrete>,
        intrinsic: u32,
        args: &[u64],
    ) -> Option<Option<u64>>;

    /// What an operation of the platform would do.
    fn peek(&mut self, core: &mut Core<Concrete>, intrinsic: u32, args: &[u64]) -> Peek<u64>;

    /// Whether keys of a class are equal only to themselves.
    fn is_identity(&mut self, core: &mut Core<Concrete>, class: ClassId) -> bool;

    /// The value of an undecided cell if there is but one that it can have.
    fn sole(&self, cell: u32) -> Option<u64>;
}

/// What only the platform and the search can tell.
pub(in crate::machine) struct Others<'a, D: Domain, P> {
    platform: &'a mut P,
    sole: &'a dyn Fn(u32) -> Option<D::Value>,
    domain: PhantomData<D>,
}

impl<'a, D: Domain, P: Platform<D>> Others<'a, D, P> {
    pub fn new(platform: &'a mut P, sole: &'a dyn Fn(u32) -> Option<D::Value>) -> Self {
        Others { platform, sole, domain: PhantomData }
    }
}

impl<D: Domain, P: Platform<D>> Beyond for Others<'_, D, P> {
    fn operate(
        &mut self,
        core: &mut Core<Concrete>,
        intrinsic: u32,
        args: &[u64],
    ) -> Option<Option<u64>> {
        let (core, args) = D::of_words(core, args)?;
        let value = self.platform.operate(core, intrinsic, args)?;
        Some(value.and_then(D::known))
    }

    fn peek(&mut self, core: &mut Core<Concrete>, intrinsic: u32, args: &[u64]) -> Peek<u64> {
        let Some((core, args)) = D::of_words(core, args) else { return Peek::Effect };
        match self.platform.peek(core, intrinsic, args) {
            Peek::Value(value) => Peek::Value(value.and_then(D::known)),
            Peek::Own => Peek::Own,
            Peek::Effect => Peek::Effect,
        }
    }

    fn is_identity(&mut self, core: &mut Core<Concrete>, class: ClassId) -> bool {
        self.platform.is_identity(&mut core.world, class)
    }

    fn sole(&self, cell: u32) -> Option<u64> {
        (self.sole)(cell).and_then(D::known)
    }
}
