//! Calls.

use super::{Lowering, Next};
use crate::bytecode::Op;
use crate::pool::{Member, Reason, signature};
use margay_ir::Type;
use margay_ir::function::{Args, Dispatch};
use ristretto_classfile::ClassAccessFlags;

impl Lowering<'_, '_> {
    pub(super) fn invoke(&mut self, op: Op) -> Result<(), Reason> {
        let (index, dispatch) = match op {
            Op::InvokeVirtual(index) => (index, Dispatch::Virtual),
            Op::InvokeSpecial(index) => (index, Dispatch::Special),
            Op::InvokeStatic(index) => (index, Dispatch::Static),
            Op::InvokeInterface(index) => (index, Dispatch::Interface),
            _ => return Err("not a call".into()),
        };
        let mut member = self.pool().method(index)?;
        if dispatch == Dispatch::Special && self.is_super_call(&member)? {
            member.class = self.pool().class(self.body.file.super_class)?;
        }
        let mut args = self.arguments(&member.descriptor)?;
        if dispatch != Dispatch::Static {
            let receiver = self.frame.pop(Type::Ref)?;
            self.build.guard_non_null(receiver);
            args.insert(0, receiver);
        }
        let Member {
            class,
            name,
            descriptor,
            ..
        } = &member;
        match self.build.call(dispatch, class, name, descriptor, &args) {
            Some(result) => self.push(result),
            None => Ok(()),
        }
    }

    /// Pops the arguments of a call, without the receiver.
    pub(super) fn arguments(&mut self, descriptor: &str) -> Result<Args, Reason> {
        let types = signature(descriptor)?.types(false);
        let mut args = Args::new();
        for ty in types.iter().rev() {
            args.push(self.frame.pop(*ty)?);
        }
        args.reverse();
        Ok(args)
    }

    /// Whether `invokespecial` means the superclass's method, wherever that is declared.
    fn is_super_call(&self, member: &Member) -> Result<bool, Reason> {
        let file = &self.body.file;
        let this = self.pool().class(file.this_class)?;
        Ok(member.name != "<init>"
            && member.class != this
            && !member.interface
            && file.super_class != 0
            && file.access_flags.contains(ClassAccessFlags::SUPER))
    }

    pub(super) fn invoke_dynamic(&mut self, index: u16) -> Result<Next, Reason> {
        let site = self.pool().call_site(index)?;
        let bootstrap = &site.bootstrap.member;
        let reason = format!(
            "invokedynamic bootstrap {}.{}",
            bootstrap.class, bootstrap.name
        );
        Ok(self.unsupported(&reason))
    }
}
