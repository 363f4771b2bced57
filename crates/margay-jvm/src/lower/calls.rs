//! Calls.

use super::{Lowering, Next};
use crate::bytecode::Op;
use crate::indy::{self, Linked, Site};
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
        let Member { class, name, descriptor, .. } = &member;
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
        let pool = self.pool();
        let dynamic = pool.call_site(index)?;
        let args = self.arguments(&dynamic.descriptor)?;
        let site = Site {
            host: &pool.class(self.body.file.this_class)?,
            number: self.site_number(),
            pool,
            dynamic: &dynamic,
            args: &args,
        };
        match indy::link(&mut self.build, self.synthetics, &site)? {
            Linked::Value(value) => {
                self.push(value)?;
                Ok(Next::Instruction)
            }
            Linked::Unsupported(reason) => Ok(self.unsupported(&reason)),
        }
    }

    /// The number of the present call site in its class, whichever method is lowered first.
    fn site_number(&self) -> u32 {
        let method = self.build.world.method(self.method).body;
        let before = self.code.ops[..self.at as usize].iter();
        let before = before.filter(|op| matches!(op, Op::InvokeDynamic(_))).count();
        self.body.sites_before(method as usize) + before as u32
    }
}
