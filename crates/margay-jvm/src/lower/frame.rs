//! The abstract frame: which SSA value each local variable and stack slot holds.

use crate::pool::Reason;
use cranelift_entity::packed_option::PackedOption;
use margay_ir::{Type, Value};
use smallvec::SmallVec;

/// Stack entries with their types.
pub(super) type Stack = Vec<(Value, Type)>;

/// The frame in the middle of a block. A `long` or `double` is one entry of the stack, and its
/// first slot among the local variables.
pub(super) struct Frame {
    locals: Vec<PackedOption<Value>>,
    /// Slots that may hold a value: most methods of the JDK use few, hostile ones declare all.
    set: Vec<u16>,
    pub stack: Stack,
    words: usize,
    max_words: usize,
}

/// Stack words a value takes.
fn width(ty: Type) -> usize {
    match ty {
        Type::I64 | Type::F64 => 2,
        Type::I32 | Type::F32 | Type::Ref => 1,
    }
}

impl Frame {
    pub fn new(max_locals: u16, max_stack: u16) -> Self {
        Frame {
            locals: vec![PackedOption::default(); max_locals.into()],
            set: Vec::new(),
            stack: Vec::new(),
            words: 0,
            max_words: max_stack.into(),
        }
    }

    /// Starts over with the given contents.
    pub fn reset(&mut self, locals: &[(u16, Value)], stack: Stack) {
        for slot in self.set.drain(..) {
            self.locals[usize::from(slot)] = PackedOption::default();
        }
        for (slot, value) in locals {
            self.set.push(*slot);
            self.locals[usize::from(*slot)] = (*value).into();
        }
        self.words = stack.iter().map(|(_, ty)| width(*ty)).sum();
        self.stack = stack;
    }

    /// What a local variable holds, if anything.
    pub fn local(&self, slot: u16) -> Option<Value> {
        self.locals.get(usize::from(slot))?.expand()
    }

    pub fn set_local(&mut self, slot: u16, value: Value, ty: Type) -> Result<(), Reason> {
        let last = usize::from(slot) + width(ty) - 1;
        if last >= self.locals.len() {
            return Err(format!("there is no local variable {slot}"));
        }
        self.set.push(slot);
        self.locals[last] = PackedOption::default();
        self.locals[usize::from(slot)] = value.into();
        Ok(())
    }

    pub fn push(&mut self, value: Value, ty: Type) -> Result<(), Reason> {
        self.words += width(ty);
        if self.words > self.max_words {
            return Err("the operand stack overflows".into());
        }
        self.stack.push((value, ty));
        Ok(())
    }

    pub fn pop_any(&mut self) -> Result<(Value, Type), Reason> {
        let (value, ty) = self.stack.pop().ok_or("the operand stack is empty")?;
        self.words -= width(ty);
        Ok((value, ty))
    }

    pub fn pop(&mut self, expected: Type) -> Result<Value, Reason> {
        let (value, ty) = self.pop_any()?;
        if ty == expected {
            Ok(value)
        } else {
            Err(format!("{expected} expected on the stack, {ty} found"))
        }
    }

    /// Pops exactly so many words, whole values only; the topmost comes first.
    pub fn pop_words(&mut self, words: u8) -> Result<SmallVec<[(Value, Type); 2]>, Reason> {
        let mut popped = SmallVec::new();
        let mut left = usize::from(words);
        while left > 0 {
            let (value, ty) = self.pop_any()?;
            left = left
                .checked_sub(width(ty))
                .ok_or_else(|| format!("the {ty} on the stack is split"))?;
            popped.push((value, ty));
        }
        Ok(popped)
    }
}
