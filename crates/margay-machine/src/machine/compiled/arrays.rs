//! The arrays that compiled code works on.

use crate::code::{CallSite, CodeFunction, DispatchedFunction};
use crate::concrete::Concrete;
use crate::core::{Core, Frame};
use crate::memory::{ClassState, Ref};
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

    /// An element as its array can hold it.
    #[must_use]
    pub fn narrow(&mut self, array: Ref, value: u64) -> u64 {
        let class = self.memory.class_of(array);
        crate::machine::slow::narrow(&mut self.domain, &self.world, class, value)
    }
}
