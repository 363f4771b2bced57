//! Resolution: what code names becomes what exists, when it is first reached. The operation then
//! replaces itself, so that the next time costs nothing.

use super::Machine;
use super::calls::Stop;
use crate::code::op::{NO_PC, Op, Pc, Reg};
use crate::code::{Dispatched, MultiArraySite, Pending, Target};
use crate::container::Shortcut;
use crate::domain::Domain;
use crate::memory::ClassState;
use crate::platform::{Fault, LoadFailure, Platform};
use margay_ir::function::Dispatch;
use margay_ir::{ClassId, FieldId, FieldRef, MethodId, MethodRef};

impl<D: Domain, P: Platform<D>> Machine<D, P> {
    /// Makes sure that a class is loaded.
    pub(super) fn load(&mut self, class: ClassId) -> Result<(), Fault> {
        if self.core.world.class(class).is_some() {
            return Ok(());
        }
        let loaded = self.platform.load(&mut self.core.world, class);
        loaded.map_err(|failure| match failure {
            LoadFailure::Missing(class) => Fault::NoClass(class),
            LoadFailure::Broken(reason) => Fault::BadClass(reason),
        })
    }

    /// The method a reference means.
    pub(super) fn resolve_method(&mut self, method: MethodRef) -> Result<MethodId, Fault> {
        let symbol = self.core.world.method_symbol(method);
        self.load(symbol.class)?;
        let found = self.core.world.find_method(symbol);
        found
            .or_else(|| self.platform.special_method(&mut self.core.world, method))
            .ok_or(Fault::NoMethod(method))
    }

    fn resolve_field(&mut self, field: FieldRef, from: ClassId) -> Result<FieldId, Fault> {
        let symbol = self.core.world.field_symbol(field);
        self.load(symbol.class)?;
        let found = self.core.world.find_field(symbol).ok_or(Fault::NoField(field))?;
        let (owner, modifiers) = {
            let declared = self.core.world.field(found);
            (declared.class, declared.modifiers)
        };
        match self.platform.may_use(&self.core.world, from, owner, modifiers) {
            true => Ok(found),
            false => Err(Fault::ForbiddenField(from, found)),
        }
    }

    /// The class whose code an operation belongs to.
    fn class_at(&self, pc: Pc) -> ClassId {
        self.core.world.method(self.core.code.function_at(pc).method).class
    }

    /// Replaces the operation at `core.pc` by what it stands for. The caller runs it again.
    pub(super) fn resolve(&mut self, pending: u32) -> Stop<D> {
        let pending = self.core.code.pending[pending as usize].clone();
        let from = self.class_at(self.core.pc);
        match self.resolved(pending, from) {
            Ok(Resolved::Op(op)) => {
                self.core.code.replace(self.core.pc, op);
                // Steps are those of the program: whether code has run before must not show.
                self.core.steps -= 1;
                None
            }
            Ok(Resolved::Initialize(class)) => self.initialize(class),
            Ok(Resolved::Refuse(reason)) => self.refuse(reason),
            Err(fault) => self.fault(&fault),
        }
    }

    /// Replaces an operation by what it stands for, unless that takes more than finding it.
    pub(super) fn resolve_quietly(&mut self, pc: Pc, pending: u32) -> bool {
        let pending = self.core.code.pending[pending as usize].clone();
        let from = self.class_at(pc);
        let Ok(Resolved::Op(op)) = self.resolved(pending, from) else { return false };
        self.core.code.replace(pc, op);
        true
    }

    /// What an operation in the code of a class stands for.
    fn resolved(&mut self, pending: Pending, from: ClassId) -> Result<Resolved, Fault> {
        let op = match pending {
            Pending::GetField { dst, object, field, fail } => {
                let slot = self.instance_slot(field, from)?;
                match fail {
                    NO_PC => Op::GetField { dst, object, slot },
                    fail => Op::GetFieldOr { dst, object, slot, fail },
                }
            }
            Pending::PutField { object, value, field, fail } => {
                let slot = self.instance_slot(field, from)?;
                match fail {
                    NO_PC => Op::PutField { object, slot, value },
                    fail => Op::PutFieldOr { object, slot, value, fail },
                }
            }
            Pending::GetStatic { dst, field } => {
                let (class, cell) = self.static_cell(field, from)?;
                match self.readiness(class) {
                    Ready::Always => Op::GetStatic { dst, cell },
                    Ready::Now => Op::GetStaticInit { dst, class: class.as_u32(), cell },
                    Ready::No => return Ok(Resolved::Initialize(class)),
                }
            }
            Pending::PutStatic { value, field } => {
                let (class, cell) = self.static_cell(field, from)?;
                match self.readiness(class) {
                    Ready::Always => Op::PutStatic { value, cell },
                    Ready::Now => Op::PutStaticInit { value, class: class.as_u32(), cell },
                    Ready::No => return Ok(Resolved::Initialize(class)),
                }
            }
            Pending::Call { dispatch, dst, method, site } => {
                return self.resolve_call(dispatch, dst, method, site, from);
            }
            Pending::New { dst, class } => {
                self.load(class)?;
                let loaded = self.core.world.loaded(class);
                if loaded.is_abstract() || loaded.is_interface() {
                    return Err(Fault::NotInstantiable(class));
                }
                match self.readiness(class) {
                    Ready::Always => Op::New { dst, class: class.as_u32() },
                    Ready::Now => Op::NewInit { dst, class: class.as_u32() },
                    Ready::No => return Ok(Resolved::Initialize(class)),
                }
            }
            Pending::NewArray { dst, len, class } => {
                self.load(class)?;
                Op::NewArray { dst, len, class: class.as_u32() }
            }
            Pending::NewMultiArray { dst, class, dims } => {
                self.load(class)?;
                let site = self.core.code.multi_arrays.len() as u32;
                self.core.code.multi_arrays.push(MultiArraySite { class, dims });
                Op::NewMultiArray { dst, site }
            }
            Pending::InstanceOf { dst, object, class } => {
                self.load(class)?;
                Op::InstanceOf { dst, object, class: class.as_u32() }
            }
            Pending::CheckCast { object, class, fail } => {
                self.load(class)?;
                Op::CheckCast { object, fail, class: class.as_u32() }
            }
            Pending::ClassConst { dst, class } => {
                self.load(class)?;
                Op::ClassConst { dst, class: class.as_u32() }
            }
        };
        Ok(Resolved::Op(op))
    }

    fn instance_slot(&mut self, field: FieldRef, from: ClassId) -> Result<u16, Fault> {
        let found = self.resolve_field(field, from)?;
        let found = self.core.world.field(found);
        if found.is_static() {
            return Err(Fault::StaticFieldMismatch(field));
        }
        Ok(u16::try_from(found.slot).expect("a class has at most 65,535 fields"))
    }

    fn static_cell(&mut self, field: FieldRef, from: ClassId) -> Result<(ClassId, u32), Fault> {
        let found = self.resolve_field(field, from)?;
        let found = self.core.world.field(found);
        if !found.is_static() {
            return Err(Fault::StaticFieldMismatch(field));
        }
        Ok((found.class, found.slot))
    }

    fn readiness(&self, class: ClassId) -> Ready {
        match self.core.memory.state(class) {
            ClassState::Ready if self.core.memory.permanent() => Ready::Always,
            ClassState::Ready | ClassState::Running => Ready::Now,
            ClassState::Fresh | ClassState::Waiting | ClassState::Failed => Ready::No,
        }
    }

    fn resolve_call(
        &mut self,
        dispatch: Dispatch,
        dst: Reg,
        method: MethodRef,
        site: u32,
        from: ClassId,
    ) -> Result<Resolved, Fault> {
        let found = self.resolve_method(method)?;
        let callee = self.core.world.method(found);
        let (class, is_static) = (callee.class, callee.is_static());
        if !self.platform.may_use(&self.core.world, from, class, callee.modifiers) {
            return Err(Fault::ForbiddenMethod(from, found));
        }
        if is_static != (dispatch == Dispatch::Static) {
            return Err(Fault::StaticMismatch(method));
        }
        self.core.code.sites[site as usize].method = Some(found);
        let direct = match dispatch {
            Dispatch::Static | Dispatch::Special => true,
            Dispatch::Virtual => self.is_monomorphic(found),
            Dispatch::Interface => callee.is_private(),
        };
        if !direct {
            return Ok(Resolved::Op(Op::CallVirtual { dst, site }));
        }
        if is_static && self.readiness(class) == Ready::No {
            return Ok(Resolved::Initialize(class));
        }
        if callee.is_abstract() {
            return Err(Fault::AbstractMethod(found, class));
        }
        let target = match self.target_of(found) {
            Ok(target) => target,
            Err(reason) => return Ok(Resolved::Refuse(reason)),
        };
        Ok(Resolved::Op(self.direct_call(target, dst, site, is_static.then_some(class))))
    }

    fn direct_call(&mut self, target: Target, dst: Reg, site: u32, statics: Option<ClassId>) -> Op {
        self.core.code.sites[site as usize].cached = target;
        let nullable = self.core.code.sites[site as usize].null != NO_PC;
        match (target, statics) {
            (Target::Function(function), _) if nullable => Op::CallOr { dst, function, site },
            (_, _) if nullable => Op::CallVirtual { dst, site },
            (_, Some(class)) if self.readiness(class) == Ready::Now => {
                Op::CallInit { dst, class: class.as_u32(), site }
            }
            (Target::Function(function), _) => Op::Call { dst, function, site },
            (Target::Intrinsic(intrinsic), _) => Op::CallIntrinsic { dst, intrinsic, site },
            (Target::Accelerated(_), _) => Op::CallTarget { dst, site },
        }
    }

    /// Whether a method is the only one its name can mean on any receiver.
    fn is_monomorphic(&self, method: MethodId) -> bool {
        use margay_ir::world::modifiers::{FINAL, PRIVATE};
        let method = self.core.world.method(method);
        let class = self.core.world.loaded(method.class);
        method.modifiers & (FINAL | PRIVATE) != 0 || class.modifiers & FINAL != 0
    }

    /// What a call on an instance of `class` runs.
    pub(super) fn select(&mut self, site: u32, class: ClassId) -> Result<Target, Stop<D>> {
        let known = self.core.code.dispatches.find(site, class);
        let dispatched = known.map_or_else(|| self.select_anew(site, class), Ok)?;
        let Dispatched { target, shortcut, .. } = dispatched;
        self.core.code.sites[site as usize].cache(class, target, shortcut);
        Ok(target)
    }

    fn select_anew(&mut self, site: u32, class: ClassId) -> Result<Dispatched, Stop<D>> {
        let method = self.core.code.sites[site as usize].method.expect("the site is resolved");
        let selected = self.core.world.select(class, method);
        let Some(selected) = selected.filter(|m| !self.core.world.method(*m).is_abstract()) else {
            return Err(self.fault(&Fault::AbstractMethod(method, class)));
        };
        let target = match self.target_of(selected) {
            Ok(target) => target,
            Err(reason) => return Err(self.refuse(reason)),
        };
        let shortcut = self.shortcut_of(target, class);
        Ok(self.core.code.dispatches.note(site, class, target, shortcut))
    }

    /// What a target does to objects of a class that the machine can do by itself. A domain that
    /// follows values wants to see them come and go.
    pub(super) fn shortcut_of(&mut self, target: Target, class: ClassId) -> Option<Shortcut> {
        let Target::Accelerated(index) = target else { return None };
        let intrinsic = self.core.code.accelerated[index as usize].intrinsic;
        let shortcut = self.platform.shortcut(&mut self.core.world, intrinsic, class);
        shortcut.filter(|_| D::ACCELERATES && !D::FLOWS)
    }
}

/// How long a class stays initialised.
#[derive(PartialEq, Eq)]
enum Ready {
    /// No branch can undo it.
    Always,
    /// On this path.
    Now,
    No,
}

enum Resolved {
    Op(Op),
    Initialize(ClassId),
    Refuse(String),
}
