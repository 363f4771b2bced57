//! What an operation reads and writes, as far as looking ahead needs to know.

use super::{Attempt, Called};
use crate::code::Target;
use crate::code::op::{Op, Reg};
use crate::domain::Domain;
use crate::memory::Memory;
use crate::platform::Platform;

/// Operations that are never done when looking ahead.
macro_rules! effects {
    () => {
        Op::ArrayStore { .. }
            | Op::ArrayStoreNarrow { .. }
            | Op::StoreChecked { .. }
            | Op::PutStatic { .. }
            | Op::PutStaticInit { .. }
            | Op::New { .. }
            | Op::NewInit { .. }
            | Op::NewArray { .. }
            | Op::NewMultiArray { .. }
            | Op::ClassConst { .. }
            | Op::Trap { .. }
            | Op::Throw { .. }
            | Op::InitDone { .. }
            | Op::InitFailed { .. }
            | Op::Entered { .. }
            | Op::Header { .. }
            | Op::Point { .. }
            | Op::Resolve { .. }
            | Op::Unsupported { .. }
    };
}

/// The register an operation writes when it goes on to the next one.
pub(super) fn written(op: Op) -> Option<Reg> {
    match op {
        Op::Move { dst, .. }
        | Op::Add32 { dst, .. }
        | Op::Sub32 { dst, .. }
        | Op::Mul32 { dst, .. }
        | Op::And32 { dst, .. }
        | Op::Or32 { dst, .. }
        | Op::Xor32 { dst, .. }
        | Op::AddImm32 { dst, .. }
        | Op::MulImm32 { dst, .. }
        | Op::AndImm32 { dst, .. }
        | Op::ShlImm32 { dst, .. }
        | Op::ShrImm32 { dst, .. }
        | Op::UshrImm32 { dst, .. }
        | Op::Add64 { dst, .. }
        | Op::Sub64 { dst, .. }
        | Op::Mul64 { dst, .. }
        | Op::And64 { dst, .. }
        | Op::Xor64 { dst, .. }
        | Op::AddF64 { dst, .. }
        | Op::MulF64 { dst, .. }
        | Op::I32ToI64 { dst, .. }
        | Op::I64ToI32 { dst, .. }
        | Op::BinaryImm { dst, .. }
        | Op::Binary { dst, .. }
        | Op::Neg { dst, .. }
        | Op::Convert { dst, .. }
        | Op::Compare { dst, .. }
        | Op::ThreeWay { dst, .. }
        | Op::InstanceOf { dst, .. }
        | Op::ArrayLen { dst, .. }
        | Op::ArrayLenOr { dst, .. }
        | Op::ArrayLoad { dst, .. }
        | Op::LoadChecked { dst, .. }
        | Op::GetField { dst, .. }
        | Op::GetFieldOr { dst, .. }
        | Op::Const { dst, .. }
        | Op::Wide { dst, .. }
        | Op::GetStatic { dst, .. }
        | Op::GetStaticInit { dst, .. }
        | Op::Str { dst, .. }
        | Op::CallInit { dst, .. }
        | Op::CallTarget { dst, .. }
        | Op::CallVirtual { dst, .. }
        | Op::CallIntrinsic { dst, .. } => Some(dst),
        Op::Jump { .. }
        | Op::JumpEq { .. }
        | Op::JumpNe { .. }
        | Op::JumpLt { .. }
        | Op::JumpGe { .. }
        | Op::JumpEqImm { .. }
        | Op::JumpNeImm { .. }
        | Op::JumpLtImm { .. }
        | Op::JumpGeImm { .. }
        | Op::JumpIf { .. }
        | Op::JumpNull { .. }
        | Op::JumpNonNull { .. }
        | Op::JumpSame { .. }
        | Op::JumpDifferent { .. }
        | Op::TableSwitch { .. }
        | Op::LookupSwitch { .. }
        | Op::CheckBounds { .. }
        | Op::CheckIndex { .. }
        | Op::CheckStorable { .. }
        | Op::CheckCast { .. }
        | Op::PutField { .. }
        | Op::PutFieldOr { .. }
        | Op::Return { .. }
        | Op::ReturnVoid => None,
        // Entered once for all lanes, or not done at all.
        Op::Call { .. } | Op::CallOr { .. } => None,
        effects!() => None,
    }
}

impl<D: Domain, P: Platform<D>> Attempt<'_, D, P> {
    /// Whether the operation reads a register that varies. Operations that are not done when
    /// looking ahead need not be told.
    pub(super) fn reads_varying(&self, op: Op) -> bool {
        let varies = |reg: Reg| self.lanes_of(reg).is_some();
        match op {
            Op::Move { src: a, .. }
            | Op::AddImm32 { a, .. }
            | Op::MulImm32 { a, .. }
            | Op::AndImm32 { a, .. }
            | Op::ShlImm32 { a, .. }
            | Op::ShrImm32 { a, .. }
            | Op::UshrImm32 { a, .. }
            | Op::I32ToI64 { a, .. }
            | Op::I64ToI32 { a, .. }
            | Op::BinaryImm { a, .. }
            | Op::Neg { a, .. }
            | Op::Convert { a, .. }
            | Op::JumpEqImm { a, .. }
            | Op::JumpNeImm { a, .. }
            | Op::JumpLtImm { a, .. }
            | Op::JumpGeImm { a, .. }
            | Op::JumpNull { a, .. }
            | Op::JumpNonNull { a, .. }
            | Op::TableSwitch { value: a, .. }
            | Op::LookupSwitch { value: a, .. }
            | Op::CheckCast { object: a, .. }
            | Op::InstanceOf { object: a, .. }
            | Op::ArrayLen { array: a, .. }
            | Op::ArrayLenOr { array: a, .. }
            | Op::GetField { object: a, .. }
            | Op::GetFieldOr { object: a, .. }
            | Op::Return { src: a } => varies(a),
            Op::Add32 { a, b, .. }
            | Op::Sub32 { a, b, .. }
            | Op::Mul32 { a, b, .. }
            | Op::And32 { a, b, .. }
            | Op::Or32 { a, b, .. }
            | Op::Xor32 { a, b, .. }
            | Op::Add64 { a, b, .. }
            | Op::Sub64 { a, b, .. }
            | Op::Mul64 { a, b, .. }
            | Op::And64 { a, b, .. }
            | Op::Xor64 { a, b, .. }
            | Op::AddF64 { a, b, .. }
            | Op::MulF64 { a, b, .. }
            | Op::Binary { a, b, .. }
            | Op::Compare { a, b, .. }
            | Op::ThreeWay { a, b, .. }
            | Op::JumpEq { a, b, .. }
            | Op::JumpNe { a, b, .. }
            | Op::JumpLt { a, b, .. }
            | Op::JumpGe { a, b, .. }
            | Op::JumpIf { a, b, .. }
            | Op::JumpSame { a, b, .. }
            | Op::JumpDifferent { a, b, .. }
            | Op::CheckBounds { index: a, length: b, .. }
            | Op::CheckIndex { array: a, index: b, .. }
            | Op::CheckStorable { array: a, value: b, .. }
            | Op::ArrayLoad { array: a, index: b, .. }
            | Op::LoadChecked { array: a, index: b, .. }
            | Op::PutField { object: a, value: b, .. }
            | Op::PutFieldOr { object: a, value: b, .. } => varies(a) || varies(b),
            Op::Call { site, .. }
            | Op::CallOr { site, .. }
            | Op::CallInit { site, .. }
            | Op::CallTarget { site, .. }
            | Op::CallVirtual { site, .. }
            | Op::CallIntrinsic { site, .. } => {
                self.machine.core.code.sites[site as usize].args.iter().any(|arg| varies(*arg))
            }
            Op::Const { .. }
            | Op::Wide { .. }
            | Op::Jump { .. }
            | Op::GetStatic { .. }
            | Op::GetStaticInit { .. }
            | Op::Str { .. }
            | Op::ReturnVoid => false,
            effects!() => false,
        }
    }

    /// Whether the operation reads the cell whose value is assumed.
    pub(super) fn reads_assumed(&self, op: Op) -> bool {
        let uniform = |reg: Reg| self.lanes_of(reg).is_none().then(|| self.reference(reg));
        let is_cell = |object: Option<u32>, index: u32| {
            object.is_some_and(|object| Memory::<D>::address(object, index) == self.cell)
        };
        let is_length = |array: Option<u32>| {
            array.is_some_and(|a| self.machine.core.memory.awaits_length(a) == Some(self.cell))
        };
        match op {
            Op::ArrayLoad { array, index, .. } | Op::LoadChecked { array, index, .. } => {
                let at = self.lanes_of(index).is_none().then(|| self.reference(index));
                let array = uniform(array);
                at.is_some_and(|at| is_cell(array, at)) || is_length(array)
            }
            Op::ArrayLen { array, .. }
            | Op::ArrayLenOr { array, .. }
            | Op::CheckIndex { array, .. } => is_length(uniform(array)),
            _ => false,
        }
    }

    /// The register of a call's receiver, if the call depends on it.
    pub(super) fn receiver(&self, op: Op) -> Option<Reg> {
        match op {
            Op::CallOr { site, .. } | Op::CallVirtual { site, .. } => {
                self.machine.core.code.sites[site as usize].args.first().copied()
            }
            _ => None,
        }
    }

    /// The operation of the platform that a call does: its number, register of the result, site.
    pub(super) fn operation_called(&mut self, op: Op) -> Option<Called> {
        let (target, dst, site) = self.target_called(op)?;
        match target {
            Target::Intrinsic(intrinsic) => Some(Called { number: intrinsic, dst, site }),
            Target::Accelerated(index) => {
                let accelerated = &self.machine.core.code.accelerated[index as usize];
                Some(Called { number: accelerated.intrinsic, dst, site })
            }
            Target::Function(_) => None,
        }
    }

    /// The code that an operation of the platform leaves its work to.
    pub(super) fn own_code(&mut self, op: Op) -> Option<Called> {
        match self.target_called(op)? {
            (Target::Accelerated(index), dst, site) => {
                let function = self.machine.own_function(index).ok()?;
                Some(Called { number: function, dst, site })
            }
            _ => None,
        }
    }

    fn target_called(&mut self, op: Op) -> Option<(Target, Reg, u32)> {
        match op {
            Op::CallIntrinsic { dst, intrinsic, site } => {
                Some((Target::Intrinsic(intrinsic), dst, site))
            }
            Op::CallTarget { dst, site } => Some((self.site(site).cached, dst, site)),
            Op::CallVirtual { dst, site } => Some((self.selected(site).ok()?, dst, site)),
            _ => None,
        }
    }

    /// The code a call enters: function, register of the result, site.
    pub(super) fn code_called(&mut self, op: Op) -> Option<Called> {
        match op {
            Op::Call { dst, function, site } => Some(Called { number: function, dst, site }),
            Op::CallOr { dst, function, site } => {
                let receiver = self.site(site).args[0];
                (self.reference(receiver) != 0).then_some(Called { number: function, dst, site })
            }
            Op::CallVirtual { dst, site } => match self.selected(site) {
                Ok(Target::Function(function)) => Some(Called { number: function, dst, site }),
                _ => None,
            },
            Op::CallInit { dst, class, site } => match self.site(site).cached {
                Target::Function(function) if self.is_ready(class) => {
                    Some(Called { number: function, dst, site })
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn is_ready(&self, class: u32) -> bool {
        self.machine.core.memory.is_ready(margay_ir::ClassId::from_u32(class))
    }
}
