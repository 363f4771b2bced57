//! Copies of the code of a `finally`.
//!
//! A handler of everything keeps the exception, runs the code and throws the exception again. The same code is at the ways out
//! of what the handler protects: where a jump leaves it, where it is left at its end, and in a handler of one class that does nothing else.

use crate::bytecode::{Decoded, Op};
use crate::classfile::{Code, Handler};
use margay_ir::Type;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// What is copied, by numbers of instructions.
#[derive(Debug, Default)]
pub(super) struct Copies {
    original: FxHashMap<usize, usize>,
    /// What keeps the exception and throws it again, and leads past the handler.
    pub added: FxHashSet<usize>,
}

impl Copies {
    /// The instruction that one is a copy of; another, itself.
    pub fn original(&self, at: usize) -> usize {
        // A copy may lie in a handler that is copied itself.
        let mut found = at;
        while let Some(next) = self.original.get(&found) {
            found = *next;
        }
        found
    }
}

/// The code of a handler of everything: that after the store of the exception.
struct Body {
    start: usize,
    size: usize,
}

/// The copies in a method.
pub(super) fn of_finally(code: &Code, decoded: &Decoded) -> Copies {
    let mut search = Search { code, decoded, copies: Copies::default() };
    for handler in code.handlers.iter().filter(|handler| handler.catch == 0) {
        if let Some(body) = search.body(handler) {
            search.ways_out(handler, &body);
        }
    }
    search.copies
}

struct Search<'a> {
    code: &'a Code,
    decoded: &'a Decoded,
    copies: Copies,
}

impl Search<'_> {
    fn at(&self, offset: u16) -> Option<usize> {
        self.decoded.offsets.binary_search(&u32::from(offset)).ok()
    }

    fn op(&self, at: usize) -> Option<Op> {
        self.decoded.ops.get(at).copied()
    }

    /// The instructions that a handler protects; it may end with the code.
    fn protected(&self, handler: &Handler) -> Option<Range<usize>> {
        let end = self.at(handler.end).unwrap_or(self.decoded.ops.len());
        Some(self.at(handler.start)?..end)
    }

    /// The code of a handler that keeps the exception and throws it again.
    fn body(&self, handler: &Handler) -> Option<Body> {
        let start = self.at(handler.target)?;
        let Some(Op::Store(Type::Ref, kept)) = self.op(start) else { return None };
        let is_loaded = |op: Op| matches!(op, Op::Load(Type::Ref, slot) if slot == kept);
        let size = self.decoded.ops[start + 1..].iter().position(|op| is_loaded(*op))?;
        let rethrows = matches!(self.op(start + size + 2), Some(Op::Throw));
        (rethrows && size > 0).then_some(Body { start, size })
    }

    fn ways_out(&mut self, handler: &Handler, body: &Body) {
        let code = self.code;
        let same = |other: &&Handler| other.target == handler.target;
        let ranges: Vec<Range<usize>> =
            code.handlers.iter().filter(same).filter_map(|one| self.protected(one)).collect();
        let is_inside = |at: usize| ranges.iter().any(|range| range.contains(&at));
        let mut exits = Vec::new();
        for range in &ranges {
            let ops = self.decoded.ops.get(range.clone()).unwrap_or_default();
            exits.extend(ops.iter().filter_map(|op| Some(op.target()? as usize)));
            if ops.last().is_some_and(|op| leads_on(*op)) {
                exits.push(range.end);
            }
        }
        // A handler of one class beside it begins with the exception, too.
        let beside = code.handlers.iter().filter(|other| {
            other.catch != 0 && (other.start, other.end) == (handler.start, handler.end)
        });
        exits.extend(beside.filter_map(|other| Some(self.at(other.target)? + 1)));
        for exit in exits.into_iter().filter(|exit| !is_inside(*exit)) {
            self.join(body, exit);
        }
    }

    /// Takes the code at a way out for a copy, if it is one.
    fn join(&mut self, body: &Body, exit: usize) {
        let own = body.start + 1;
        let is_copy = exit != own
            && (0..body.size).all(|at| {
                exit + at < self.decoded.ops.len()
                    && self.opcode(own + at) == self.opcode(exit + at)
            });
        if !is_copy {
            return;
        }
        for at in 0..body.size {
            let [one, other] = [exit, own].map(|start| self.copies.original(start + at));
            if one != other {
                self.copies.original.insert(one, other);
            }
        }
        self.copies.added.extend([body.start, own + body.size, own + body.size + 1]);
        if matches!(self.op(exit + body.size), Some(Op::Goto(_))) {
            self.copies.added.insert(exit + body.size);
        }
    }

    /// The operation of an instruction without its operands.
    fn opcode(&self, at: usize) -> Option<u8> {
        let bytes = &self.code.bytes;
        let offset = *self.decoded.offsets.get(at)? as usize;
        let opcode = match *bytes.get(offset)? {
            // `wide`
            196 => *bytes.get(offset + 1)?,
            opcode => opcode,
        };
        Some(match opcode {
            // `ldc_w`, `ldc2_w`; `iload_0` and those that follow; `istore_0` and those that follow; `goto_w`
            19 | 20 => 18,
            26..=45 => 21 + (opcode - 26) / 4,
            59..=78 => 54 + (opcode - 59) / 4,
            200 => 167,
            opcode => opcode,
        })
    }
}

/// Whether control goes on after an instruction, as far as it alone shows.
fn leads_on(op: Op) -> bool {
    !matches!(op, Op::Goto(_) | Op::Return(_) | Op::Throw)
}
