//! The engine of an attempt: an operation for all lanes that are here, done once where they share
//! its operands, and for each lane where they do not.

use super::view::{Refusal, Supposed};
use super::{Attempt, Held};
use crate::code::looked;
use crate::code::op::{NO_REG, Op, Pc, Reg};
use crate::code::semantics::{Access, Callee, Compute, Did, Engine, Operand, Store, Test, perform};
use crate::domain::Domain;
use crate::lanes::{of as lanes, span};
use crate::machine::Machine;
use crate::platform::Platform;
use margay_ir::ClassId;
use smallvec::SmallVec;

/// What an access does in one lane, or in all of them.
type Seen<D> = Result<Did<<D as Domain>::Value>, Refusal>;

/// What looks at memory with one or two operands.
trait Look<D: Domain>: Copy {
    fn look(self, view: &mut Supposed<'_, D>, a: D::Value, b: D::Value) -> Seen<D>;
}

impl<D: Domain> Look<D> for Access {
    #[inline(always)]
    fn look(self, view: &mut Supposed<'_, D>, a: D::Value, b: D::Value) -> Seen<D> {
        self.apply(view, a, b)
    }
}

impl<D: Domain> Look<D> for Store {
    #[inline(always)]
    fn look(self, view: &mut Supposed<'_, D>, object: D::Value, value: D::Value) -> Seen<D> {
        self.apply(view, object, D::constant(0), value)
    }
}

impl<D: Domain, P: Platform<D>> Attempt<'_, D, P> {
    #[inline(always)]
    pub(super) fn advance(&mut self) {
        let op = self.machine.core.code.ops[self.at.pc as usize];
        perform(self, &op);
    }

    #[inline(always)]
    fn operand(&self, operand: Operand) -> Held<D::Value> {
        match operand {
            Operand::Reg(reg) => self.held(reg),
            Operand::Bits(bits) => Held::Same(D::constant(bits)),
            Operand::Wide(index) => {
                Held::Same(D::constant(self.machine.core.code.wide[index as usize]))
            }
        }
    }

    /// Puts a result into a register and goes on.
    #[inline(always)]
    fn give(&mut self, dst: Reg, held: Held<D::Value>) {
        self.put(dst, held);
        self.next();
    }

    /// The same, which is noted.
    #[inline(always)]
    fn went_on(&mut self, dst: Reg, held: Held<D::Value>) {
        self.note(looked::WENT_ON);
        self.give(dst, held);
    }

    #[inline(always)]
    fn view(&self, value: Option<D::Value>) -> Supposed<'_, D> {
        Supposed { core: &self.machine.core, assumed: self.assumed, value, sole: self.sole }
    }

    /// A look at memory: once, or for each lane.
    #[inline(always)]
    fn each(&mut self, dst: Reg, what: impl Look<D>, a: Held<D::Value>, b: Held<D::Value>) {
        let (Held::Same(x), Held::Same(y)) = (a, b) else {
            return self.each_lane(dst, what, a, b);
        };
        match what.look(&mut self.view(None), x, y) {
            Ok(Did::Value(value)) => self.went_on(dst, Held::Same(value)),
            Ok(Did::Next) => self.went_on(NO_REG, Held::Lanes(0)),
            Ok(Did::Jump(target)) => {
                self.note(looked::JUMPED);
                self.at.pc = target;
            }
            Err(Refusal::Assumed) => {
                self.note(looked::REREAD);
                self.give(dst, Held::Lanes(0));
            }
            Err(Refusal::Varies) => self.each_lane(dst, what, a, b),
            Err(Refusal::Stuck) => self.give_up(),
        }
    }

    #[inline(never)]
    fn each_lane(&mut self, dst: Reg, what: impl Look<D>, a: Held<D::Value>, b: Held<D::Value>) {
        let fresh = self.new_lanes();
        let mut next = 0;
        let mut jumps: SmallVec<[(Pc, u64); 4]> = SmallVec::new();
        for lane in lanes(self.at.mask) {
            let room = &self.machine.room;
            let (x, y) = (room.row(&a, self.width).at(lane), room.row(&b, self.width).at(lane));
            match what.look(&mut self.view(Some(room.lanes[lane])), x, y) {
                Ok(Did::Value(value)) => {
                    self.machine.room.lanes[fresh + lane] = value;
                    next |= 1 << lane;
                }
                Ok(Did::Next) => next |= 1 << lane,
                Ok(Did::Jump(target)) => match jumps.iter_mut().find(|(pc, _)| *pc == target) {
                    Some((_, mask)) => *mask |= 1 << lane,
                    None => jumps.push((target, 1 << lane)),
                },
                Err(_) => {}
            }
        }
        for (target, mask) in jumps {
            self.note(looked::JUMPED);
            self.put_aside(target, mask);
        }
        self.at.mask = next;
        if next != 0 {
            self.note(looked::WENT_ON);
        }
        self.give(dst, Held::Lanes(fresh as u32));
    }
}

impl<D: Domain, P: Platform<D>> Attempt<'_, D, P> {
    #[inline(always)]
    fn compute_lanes(&mut self, dst: Reg, what: Compute, a: Held<D::Value>, b: Held<D::Value>) {
        let fresh = self.new_lanes();
        let Machine { room, core, .. } = &mut *self.machine;
        let (before, results) = room.lanes.split_at_mut(fresh);
        let (a, b) = (a.row(before, self.width), b.row(before, self.width));
        let mut decided = 0;
        for lane in span(self.at.mask) {
            if let Some(value) = what.apply(&mut core.domain, a.at(lane), b.at(lane)) {
                results[lane] = value;
                decided |= 1 << lane;
            }
        }
        self.at.mask &= decided;
        self.give(dst, Held::Lanes(fresh as u32));
    }
}

impl<D: Domain, P: Platform<D>> Engine for Attempt<'_, D, P> {
    type Flow = ();

    #[inline(always)]
    fn copy(&mut self, dst: Reg, from: Operand) {
        self.give(dst, self.operand(from));
    }

    #[inline(always)]
    fn compute(&mut self, dst: Reg, what: Compute, a: Operand, b: Operand) {
        let (a, b) = (self.operand(a), self.operand(b));
        if let (Held::Same(a), Held::Same(b)) = (a, b) {
            return match what.apply(&mut self.machine.core.domain, a, b) {
                Some(value) => self.give(dst, Held::Same(value)),
                None => self.give_up(),
            };
        }
        self.compute_lanes(dst, what, a, b);
    }

    #[inline(always)]
    fn jump(&mut self, target: Pc) {
        self.at.pc = target;
    }

    /// Lanes for which the test is undecided have no answer.
    #[inline(always)]
    fn branch(&mut self, test: Test, a: Operand, b: Operand, target: Pc) {
        let (a, b) = (self.operand(a), self.operand(b));
        if let (Held::Same(a), Held::Same(b)) = (a, b) {
            return match test.holds(&mut self.machine.core.domain, a, b) {
                Some(true) => {
                    self.note(looked::JUMPED);
                    self.at.pc = target;
                }
                Some(false) => {
                    self.note(looked::WENT_ON);
                    self.next();
                }
                None => self.give_up(),
            };
        }
        let Machine { room, core, .. } = &mut *self.machine;
        let (a, b) = (room.row(&a, self.width), room.row(&b, self.width));
        let (mut taken, mut undecided) = (0, 0);
        for lane in span(self.at.mask) {
            match test.holds(&mut core.domain, a.at(lane), b.at(lane)) {
                Some(holds) => taken |= u64::from(holds) << lane,
                None => undecided |= 1 << lane,
            }
        }
        self.at.mask &= !undecided;
        self.part(taken & self.at.mask, target);
    }

    #[inline(always)]
    fn access(&mut self, dst: Reg, what: Access, a: Operand, b: Operand) {
        let (a, b) = (self.operand(a), self.operand(b));
        self.each(dst, what, a, b);
    }

    /// A field may be set to what it is; elements of arrays are not looked at.
    #[inline(always)]
    fn store(&mut self, what: Store, object: Operand, _: Operand, value: Reg) {
        let Store::Field(..) = what else { return self.give_up() };
        let (object, value) = (self.operand(object), self.held(value));
        self.each(NO_REG, what, object, value);
    }

    #[inline(always)]
    fn allocate(&mut self, _: Reg, _: ClassId, _: bool) {
        self.give_up();
    }

    #[inline(always)]
    fn call(&mut self, dst: Reg, callee: Callee, site: u32) {
        self.call_site(dst, callee, site);
    }

    #[inline(always)]
    fn leave(&mut self, result: Option<Reg>) {
        self.return_from(result.map(|src| self.held(src)));
    }

    #[inline(always)]
    fn record(&mut self, _: u32) {
        self.give_up();
    }

    #[inline(always)]
    fn spend(&mut self, _: u32) {
        self.give_up();
    }

    #[inline(always)]
    fn special(&mut self, op: &Op) {
        match *op {
            // So that what is found depends on the place in the tree, not on what ran before.
            // It is no operation of the program, so it is not counted either.
            Op::Resolve { pending } if self.machine.resolve_quietly(self.at.pc, pending) => {
                self.at.left += 1;
            }
            _ => self.give_up(),
        }
    }
}
