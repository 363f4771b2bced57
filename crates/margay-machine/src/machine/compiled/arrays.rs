//! The arrays that compiled code works on.

use crate::code::op::{NO_REG, Op, Reg};
use crate::code::{CallSite, CodeFunction, DispatchedFunction, Target};
use crate::concrete::Concrete;
use crate::container::Taken;
use crate::core::{Core, Frame};
use crate::machine::run::note_entered;
use crate::memory::{ClassState, Ref};
use crate::platform::Peek;
use std::ops::Range;

/// The state of a machine of plain words, laid open.
#[derive(Debug)]
pub struct Arrays<'m> {
    /// Registers of all frames.
    pub registers: &'m mut [u64],
    /// Frames.
    pub frames: &'m mut Vec<Frame>,
    /// What classes, fields and calls were found at call sites.
    pub sites: &'m mut [CallSite],
    /// Functions.
    pub functions: &'m [CodeFunction],
    /// What sites that meet several classes call.
    pub dispatches: &'m [DispatchedFunction],
    /// The memory.
    pub memory: MemoryArrays<'m>,
}

/// The memory of a machine of plain words, laid open.
#[derive(Debug)]
pub struct MemoryArrays<'m> {
    /// Cells by their addresses, but those of large arrays.
    pub cells: &'m mut Vec<u64>,
    /// Most cells there may be.
    pub limit: usize,
    /// Static cells.
    pub statics: &'m mut [u64],
    /// States of classes.
    pub states: &'m [ClassState],
    /// Objects of string constants, or 0.
    pub strings: &'m [Ref],
    /// Cells below this one are older than the newest mark: writes to them are trailed.
    pub old: u32,
    /// Whether there is a mark: writes to static cells are trailed.
    pub marked: bool,
    /// The objects whose cells may be undecided.
    pub open: Range<u32>,
}

impl Core<Concrete> {
    /// The arrays that compiled code works on.
    #[inline]
    pub fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            registers: &mut self.registers,
            frames: &mut self.frames,
            sites: &mut self.code.sites,
            functions: &self.code.functions,
            dispatches: self.code.dispatches.functions(),
            memory: self.memory.arrays(),
        }
    }

    /// The function at work.
    ///
    /// # Panics
    /// If nothing runs.
    #[must_use]
    pub fn function(&self) -> u32 {
        self.frames.last().expect("a frame is at work").function
    }

    /// The operation at work.
    #[must_use]
    pub fn pc(&self) -> u32 {
        self.pc
    }

    /// Lets another operation be at work.
    pub fn set_pc(&mut self, pc: u32) {
        self.pc = pc;
    }

    /// Returns from the function at work, behind whose return `pc` is, with a value if it gives one: as the loop does. Where
    /// that is for the machine to do the value is where the function has it, and false is given.
    pub fn return_with(&mut self, value: u64, protected: usize) -> bool {
        let last = self.frames.len() - 1;
        let frame = self.frames[last];
        let returns = match self.code.ops[self.pc as usize - 1] {
            Op::Return { src } => Some(src),
            _ => None,
        };
        if last <= protected {
            if let Some(src) = returns {
                self.registers[frame.base as usize + usize::from(src)] = value;
            }
            return false;
        }
        self.frames.truncate(last);
        self.pc = frame.return_pc;
        if returns.is_some() && frame.dst != NO_REG {
            let base = self.frames[last - 1].base;
            self.registers[base as usize + usize::from(frame.dst)] = value;
        }
        true
    }

    /// What the container of the receiver of a call would give: its own code's business where there is more to
    /// it.
    #[must_use]
    pub fn peek_shortcut(&self, site: u32, receiver: Ref, element: u64) -> Peek<u64> {
        let call = &self.code.sites[site as usize];
        let is_cached = self.memory.class_of(receiver).as_u32() == call.cached_class;
        let Some(shortcut) = call.shortcut.filter(|_| is_cached) else { return Peek::Own };
        match shortcut.peek(&self.memory, receiver, Some(element)) {
            Some(Taken::Value(bits)) => Peek::Value(Some(bits)),
            Some(Taken::Nothing | Taken::Unusual) => Peek::Own,
            None => Peek::Effect,
        }
    }

    /// Does what a call does to the container of its receiver; none if there is more to it.
    #[inline]
    pub fn take_shortcut(&mut self, site: u32, args: &[u64]) -> Option<Option<u64>> {
        let call = &self.code.sites[site as usize];
        let (shortcut, receiver) = (call.shortcut?, args[0] as Ref);
        match shortcut.take(&mut self.memory, receiver, args.get(1).copied()) {
            Taken::Value(bits) => Some(Some(bits)),
            Taken::Nothing => Some(None),
            Taken::Unusual => None,
        }
    }

    /// The platform's operation that may take the place of what a site calls.
    #[must_use]
    pub fn operation_of(&self, site: u32) -> Option<u32> {
        match self.code.sites[site as usize].cached {
            Target::Accelerated(index) => Some(self.code.accelerated[index as usize].intrinsic),
            _ => None,
        }
    }

    /// Notes a block that is entered.
    #[inline]
    pub fn record(&mut self, point: u32) {
        let is_program = self.initializing == 0;
        note_entered(&mut self.entered, &mut self.trace, point, is_program);
    }

    /// Notes that a call took no code of its own.
    pub fn note_shortcut(&mut self) {
        if self.initializing == 0 {
            self.meter.take_shortcut();
        }
    }

    /// The lanes of a row that are keys of the container of the receiver of a call.
    #[must_use]
    pub fn members(&self, site: u32, receiver: Ref, row: &[u64], mask: u64) -> u64 {
        let call = &self.code.sites[site as usize];
        let is_cached = self.memory.class_of(receiver).as_u32() == call.cached_class;
        let shortcut = call.shortcut.filter(|_| is_cached);
        shortcut.map_or(0, |shortcut| shortcut.members(&self.memory, receiver, row, mask))
    }

    /// A register of the frame that begins here.
    #[must_use]
    pub fn register_at(&self, base: u32, reg: Reg) -> u64 {
        self.registers[base as usize + usize::from(reg)]
    }

    /// An element as its array can hold it.
    #[must_use]
    pub fn narrow(&mut self, array: Ref, value: u64) -> u64 {
        let class = self.memory.class_of(array);
        crate::machine::slow::narrow(&mut self.domain, &self.world, class, value)
    }
}
