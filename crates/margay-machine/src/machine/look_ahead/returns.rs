//! Returns that callers only hand on: `return left(x) && right(x)` is false as soon as `left` is,
//! whatever else the caller holds.
//!
//! What such a caller does depends on its code and on the result alone, so it is found once for each
//! place and result and remembered: a predicate that goes down a structure by recursion has as many
//! callers as the structure is deep, and each value of each cell that it rejects comes back through
//! all of them.

use crate::code::Code;
use crate::code::op::{NO_REG, Op, Pc, Reg};
use crate::code::semantics::{Access, Callee, Compute, Engine, Operand, Store, Test, perform};
use crate::domain::Domain;
use margay_ir::ClassId;
use smallvec::SmallVec;

/// Operations of a caller that are followed.
const FAR: u32 = 16;

/// Places that are remembered; another one with the same number takes its room.
const PLACES: usize = 1 << 8;

/// What is returned, where to, and into which register.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Returned {
    pc: Pc,
    dst: Reg,
    bits: u64,
}

/// What a caller does with a result if it does nothing but return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Passed {
    /// What it returns.
    pub bits: u64,
    /// Operations that takes.
    pub operations: u32,
}

/// What callers were found to do.
#[derive(Default)]
pub(super) struct Returns {
    places: Vec<Option<(Returned, Option<Passed>)>>,
}

impl Returns {
    /// What the caller does that goes on at `pc` with a result in `dst`; none if that takes more than
    /// the result.
    #[inline]
    pub fn of<D: Domain>(
        &mut self,
        domain: &mut D,
        code: &Code,
        pc: Pc,
        dst: Reg,
        bits: u64,
    ) -> Option<Passed> {
        let returned = Returned { pc, dst, bits };
        let at = (pc as usize ^ (bits as usize) << 5) % PLACES;
        match self.places.get(at) {
            Some(Some((known, passed))) if *known == returned => *passed,
            _ => self.find(domain, code, at, returned),
        }
    }

    #[cold]
    fn find<D: Domain>(
        &mut self,
        domain: &mut D,
        code: &Code,
        at: usize,
        returned: Returned,
    ) -> Option<Passed> {
        let passed = follow(domain, code, returned);
        self.places.resize(PLACES, None);
        self.places[at] = Some((returned, passed));
        passed
    }
}

fn follow<D: Domain>(domain: &mut D, code: &Code, returned: Returned) -> Option<Passed> {
    let Returned { pc, dst, bits } = returned;
    let known = SmallVec::from_slice(&[(dst, D::constant(bits))]);
    let mut caller = Caller { domain, code, known, pc };
    for operations in 1..=FAR {
        let op = code.ops.get(caller.pc as usize)?;
        if let Flow::Returns(value) = perform(&mut caller, op)? {
            return D::known(value).map(|bits| Passed { bits, operations });
        }
    }
    None
}

/// A caller of which only the result of its call is known, and what was made of that.
struct Caller<'a, D: Domain> {
    domain: &'a mut D,
    code: &'a Code,
    known: SmallVec<[(Reg, D::Value); 4]>,
    pc: Pc,
}

enum Flow<V> {
    Next,
    Returns(V),
}

impl<D: Domain> Caller<'_, D> {
    fn value(&self, operand: Operand) -> Option<D::Value> {
        match operand {
            Operand::Reg(reg) => {
                self.known.iter().find(|(known, _)| *known == reg).map(|(_, value)| *value)
            }
            Operand::Bits(bits) => Some(D::constant(bits)),
            Operand::Wide(index) => Some(D::constant(self.code.wide[index as usize])),
        }
    }

    fn give(&mut self, dst: Reg, value: D::Value) -> Option<Flow<D::Value>> {
        self.known.retain(|(reg, _)| *reg != dst);
        if dst != NO_REG {
            self.known.push((dst, value));
        }
        self.pc += 1;
        Some(Flow::Next)
    }
}

/// No flow: it takes more than the result.
impl<D: Domain> Engine for Caller<'_, D> {
    type Flow = Option<Flow<D::Value>>;

    fn copy(&mut self, dst: Reg, from: Operand) -> Self::Flow {
        let value = self.value(from)?;
        self.give(dst, value)
    }

    fn compute(&mut self, dst: Reg, what: Compute, a: Operand, b: Operand) -> Self::Flow {
        let (a, b) = (self.value(a)?, self.value(b)?);
        let value = what.apply(self.domain, a, b)?;
        self.give(dst, value)
    }

    fn jump(&mut self, target: Pc) -> Self::Flow {
        self.pc = target;
        Some(Flow::Next)
    }

    fn branch(&mut self, test: Test, a: Operand, b: Operand, target: Pc) -> Self::Flow {
        let (a, b) = (self.value(a)?, self.value(b)?);
        self.pc = if test.holds(self.domain, a, b)? { target } else { self.pc + 1 };
        Some(Flow::Next)
    }

    fn leave(&mut self, result: Option<Reg>) -> Self::Flow {
        self.value(Operand::Reg(result?)).map(Flow::Returns)
    }

    fn access(&mut self, _: Reg, _: Access, _: Operand, _: Operand) -> Self::Flow {
        None
    }

    fn store(&mut self, _: Store, _: Operand, _: Operand, _: Reg) -> Self::Flow {
        None
    }

    fn allocate(&mut self, _: Reg, _: ClassId, _: bool) -> Self::Flow {
        None
    }

    fn call(&mut self, _: Reg, _: Callee, _: u32) -> Self::Flow {
        None
    }

    fn record(&mut self, _: u32) -> Self::Flow {
        None
    }

    fn spend(&mut self, _: u32) -> Self::Flow {
        None
    }

    fn special(&mut self, _: &Op) -> Self::Flow {
        None
    }
}
