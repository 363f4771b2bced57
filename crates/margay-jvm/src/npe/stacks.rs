//! Operand stacks that hold, for each word, the instruction that pushed it.

use crate::bytecode::{Decoded, Op};
use crate::classfile::Handler;
use crate::descriptor;
use crate::pool::{Pool, Reason, signature};
use margay_ir::{BinOp, Type};
use ristretto_classfile::Constant;

/// Passes over the code after which the rest stays unexplained. A loop that is entered in the
/// middle takes one more than the code around it.
const MAX_PASSES: u32 = 64;
/// A word pushed by different instructions on different ways.
const UNKNOWN: u32 = u32::MAX;

/// What is known before an instruction.
#[derive(Clone, Copy)]
struct State {
    /// Its words in [`Stacks::words`].
    start: usize,
    depth: usize,
    /// Bit set of the first 64 local variables: whether it has been assigned.
    written: u64,
}

/// The stacks before each instruction reached so far.
pub(super) struct Stacks<'a> {
    decoded: &'a Decoded,
    pool: Pool<'a>,
    states: Vec<Option<State>>,
    words: Vec<u32>,
    /// The stack in the middle of an instruction.
    current: Vec<u32>,
    added: bool,
}

impl<'a> Stacks<'a> {
    pub fn new(decoded: &'a Decoded, pool: Pool<'a>, handlers: &[Handler]) -> Self {
        let mut stacks = Stacks {
            decoded,
            pool,
            states: vec![None; decoded.ops.len()],
            words: Vec::new(),
            current: Vec::new(),
            added: false,
        };
        stacks.merge(0, 0);
        for handler in handlers {
            if let Some(target) = decoded.at(handler.target.into())
                && stacks.states[target as usize].is_none()
            {
                stacks.current = vec![target];
                stacks.merge(target, 0);
            }
        }
        stacks
    }

    /// Passes over the code until nothing new is reached; shows each instruction before it is
    /// simulated. Stops early at code that makes no sense.
    pub fn visit(mut self, mut show: impl FnMut(&Stacks, u32)) {
        for _ in 0..MAX_PASSES {
            let mut complete = true;
            self.added = false;
            for index in 0..self.states.len() as u32 {
                let Some(state) = self.states[index as usize] else {
                    complete = false;
                    continue;
                };
                show(&self, index);
                if self.simulate(index, state).is_err() {
                    return;
                }
            }
            if complete || !self.added {
                return;
            }
        }
    }

    /// The instruction that pushed the n-th word from the top before an instruction.
    pub fn source(&self, index: u32, word: usize) -> Option<u32> {
        let state = self.states[index as usize]?;
        let place = state.depth.checked_sub(word + 1)?;
        Some(self.words[state.start + place]).filter(|source| *source != UNKNOWN)
    }

    /// Whether a local variable may have been assigned before an instruction.
    pub fn was_written(&self, index: u32, slot: u16) -> bool {
        let written = self.states[index as usize].map_or(0, |state| state.written);
        slot >= 64 || written & (1 << slot) != 0
    }

    fn simulate(&mut self, index: u32, state: State) -> Result<(), Reason> {
        self.current.clear();
        let words = &self.words[state.start..state.start + state.depth];
        self.current.extend_from_slice(words);
        let op = self.decoded.ops[index as usize];
        let mut written = state.written;
        self.apply(index, op, &mut written)?;
        if op.falls_through() && (index as usize + 1) < self.states.len() {
            self.merge(index + 1, written);
        }
        if let Some(target) = op.target() {
            self.merge(target, written);
        }
        if let Op::Switch(table) = op {
            let table = &self.decoded.switches[table as usize];
            self.merge(table.default, written);
            for (_, target) in &table.cases {
                self.merge(*target, written);
            }
        }
        Ok(())
    }

    /// Joins the current stack with what is known at an instruction.
    fn merge(&mut self, index: u32, written: u64) {
        let Some(state) = &mut self.states[index as usize] else {
            self.added = true;
            self.states[index as usize] =
                Some(State { start: self.words.len(), depth: self.current.len(), written });
            self.words.extend_from_slice(&self.current);
            return;
        };
        state.written |= written;
        let words = &mut self.words[state.start..state.start + state.depth];
        for (word, current) in words.iter_mut().zip(&self.current) {
            if *word != *current {
                *word = UNKNOWN;
            }
        }
    }

    fn pop(&mut self, words: usize) -> Result<(), Reason> {
        let depth = self.current.len().checked_sub(words);
        self.current.truncate(depth.ok_or("the operand stack is empty")?);
        Ok(())
    }

    fn push(&mut self, index: u32, words: usize) {
        self.current.extend(std::iter::repeat_n(index, words));
    }

    fn replace(&mut self, index: u32, popped: usize, pushed: usize) -> Result<(), Reason> {
        self.pop(popped)?;
        self.push(index, pushed);
        Ok(())
    }

    fn apply(&mut self, index: u32, op: Op, written: &mut u64) -> Result<(), Reason> {
        match op {
            Op::Store(ty, slot) => {
                (slot..).take(width(ty)).for_each(|slot| mark(written, slot));
                self.pop(width(ty))
            }
            Op::Increment(slot, _) => {
                mark(written, slot);
                Ok(())
            }
            Op::Dup { take, under } => self.dup(take.into(), under.into()),
            Op::Swap => self.swap(),
            _ => {
                let (popped, pushed) = self.effect(op)?;
                self.replace(index, popped, pushed)
            }
        }
    }

    /// Words popped and pushed.
    fn effect(&self, op: Op) -> Result<(usize, usize), Reason> {
        let field = |index: u16| {
            let member = self.pool.field(index)?;
            Ok::<_, Reason>(width(descriptor::value_type(&member.descriptor)))
        };
        Ok(match op {
            // A cast leaves the value where it came from.
            Op::Nop | Op::Goto(_) | Op::Return(_) | Op::Throw | Op::CheckCast(_) => (0, 0),
            Op::Const(ty, _) | Op::Load(ty, _) => (0, width(ty)),
            Op::Null | Op::New(_) => (0, 1),
            Op::Ldc(index) => (0, constant_width(self.pool, index)?),
            Op::ArrayLoad(elem) => (2, width(elem.value_type())),
            Op::ArrayStore(elem) => (2 + width(elem.value_type()), 0),
            Op::Pop(words) => (words.into(), 0),
            Op::Binary(BinOp::Shl | BinOp::Shr | BinOp::Ushr, ty) => (width(ty) + 1, width(ty)),
            Op::Binary(_, ty) => (2 * width(ty), width(ty)),
            Op::Neg(ty) => (width(ty), width(ty)),
            Op::Convert(conv) => (width(conv.types().0), width(conv.types().1)),
            Op::ThreeWay { ty, .. } => (2 * width(ty), 1),
            Op::IfZero(..) | Op::IfNull(..) | Op::Switch(_) => (1, 0),
            Op::IfInts(..) | Op::IfRefs(..) => (2, 0),
            Op::MonitorEnter | Op::MonitorExit => (1, 0),
            Op::GetStatic(index) => (0, field(index)?),
            Op::PutStatic(index) => (field(index)?, 0),
            Op::GetField(index) => (1, field(index)?),
            Op::PutField(index) => (1 + field(index)?, 0),
            Op::InvokeVirtual(index) | Op::InvokeSpecial(index) | Op::InvokeInterface(index) => {
                let (args, result) = call_effect(&self.pool.method(index)?.descriptor)?;
                (1 + args, result)
            }
            Op::InvokeStatic(index) => call_effect(&self.pool.method(index)?.descriptor)?,
            Op::InvokeDynamic(index) => call_effect(&self.pool.call_site(index)?.descriptor)?,
            Op::NewArray(_) | Op::NewRefArray(_) | Op::ArrayLength | Op::InstanceOf(_) => (1, 1),
            Op::NewMultiArray(_, dimensions) => (dimensions.into(), 1),
            Op::Subroutine | Op::Store(..) | Op::Increment(..) | Op::Dup { .. } | Op::Swap => {
                return Err("not a plain effect".into());
            }
        })
    }

    fn dup(&mut self, take: usize, under: usize) -> Result<(), Reason> {
        let depth = self.current.len();
        let top = depth.checked_sub(take).ok_or("the operand stack is empty")?;
        let below = top.checked_sub(under).ok_or("the operand stack is empty")?;
        let copied: Vec<u32> = self.current[top..].to_vec();
        self.current.splice(below..below, copied);
        Ok(())
    }

    fn swap(&mut self) -> Result<(), Reason> {
        match self.current.as_mut_slice() {
            [.., a, b] => {
                std::mem::swap(a, b);
                Ok(())
            }
            _ => Err("the operand stack is empty".into()),
        }
    }
}

fn mark(written: &mut u64, slot: u16) {
    if slot < 64 {
        *written |= 1 << slot;
    }
}

/// Words a value takes.
pub(super) fn width(ty: Type) -> usize {
    match ty {
        Type::I64 | Type::F64 => 2,
        Type::I32 | Type::F32 | Type::Ref => 1,
    }
}

fn constant_width(pool: Pool, index: u16) -> Result<usize, Reason> {
    Ok(match pool.get(index)? {
        Constant::Long(_) | Constant::Double(_) => 2,
        Constant::Dynamic { .. } => {
            let ty = pool.dynamic_constant(index)?.descriptor;
            width(descriptor::value_type(&ty))
        }
        _ => 1,
    })
}

/// Words of the arguments, without the receiver, and of the result.
pub(super) fn call_effect(descriptor: &str) -> Result<(usize, usize), Reason> {
    let signature = signature(descriptor)?;
    let args = signature.types(false).into_iter().map(width).sum();
    Ok((args, signature.result_type().map_or(0, width)))
}
