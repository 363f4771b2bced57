//! The closing of resources, as compilers since Java 11 write it: after the block, and in a handler that closes, adds what that
//! throws to the exception, and throws the exception again.

use crate::bytecode::{Decoded, Op};
use crate::classfile::{Code, Handler};
use crate::pool::Pool;
use margay_ir::Type;
use rustc_hash::FxHashSet;

/// The instructions that close resources.
pub(super) fn closing(code: &Code, decoded: &Decoded, pool: Pool<'_>) -> FxHashSet<usize> {
    let mut found = FxHashSet::default();
    let at = |offset: u16| decoded.offsets.binary_search(&u32::from(offset)).ok();
    for handler in &code.handlers {
        let is_any = pool.class(handler.catch).is_ok_and(|name| name == "java/lang/Throwable");
        // Ways out of the middle of the block close it too; JaCoCo takes those for what somebody has written.
        let later = |other: &Handler| other.target == handler.target && other.end > handler.end;
        if code.handlers.iter().any(later) {
            continue;
        }
        let (Some(start), Some(end)) = (at(handler.target), at(handler.end)) else { continue };
        let mut reader = Reader { decoded, pool, at: start };
        if !is_any || reader.handler().is_none() {
            continue;
        }
        found.extend(start..reader.at);
        let mut reader = Reader { decoded, pool, at: end };
        if reader.close().is_some() {
            found.extend(end..reader.at);
            if matches!(decoded.ops.get(reader.at), Some(Op::Goto(_))) {
                found.insert(reader.at);
            }
        }
    }
    found
}

struct Reader<'a> {
    decoded: &'a Decoded,
    pool: Pool<'a>,
    at: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<Op> {
        let op = self.decoded.ops.get(self.at).copied()?;
        self.at += 1;
        Some(op)
    }

    fn load(&mut self) -> Option<u16> {
        match self.next()? {
            Op::Load(Type::Ref, slot) => Some(slot),
            _ => None,
        }
    }

    fn store(&mut self) -> Option<u16> {
        match self.next()? {
            Op::Store(Type::Ref, slot) => Some(slot),
            _ => None,
        }
    }

    /// The whole handler.
    fn handler(&mut self) -> Option<()> {
        let kept = self.store()?;
        self.close()?;
        let Op::Goto(_) = self.next()? else { return None };
        let second = self.store()?;
        let is_added = self.load()? == kept && self.load()? == second;
        let adds = self.calls("addSuppressed")?;
        let is_thrown = self.load()? == kept && matches!(self.next()?, Op::Throw);
        (is_added && adds && is_thrown).then_some(())
    }

    /// `close()`, of what is not null.
    fn close(&mut self) -> Option<()> {
        let resource = self.load()?;
        if matches!(self.decoded.ops.get(self.at), Some(Op::IfNull(..))) {
            self.at += 1;
            if self.load()? != resource {
                return None;
            }
        }
        self.calls("close")?.then_some(())
    }

    /// Whether the next instruction calls a method of this name.
    fn calls(&mut self, name: &str) -> Option<bool> {
        let (Op::InvokeVirtual(index) | Op::InvokeInterface(index)) = self.next()? else {
            return Some(false);
        };
        Some(self.pool.method(index).is_ok_and(|method| method.name == name))
    }
}
