//! What compiled code sees of the machine: addresses and lengths of its arrays.
//!
//! Vectors are grown by Rust only, in [`helpers`](crate::helpers), after which the context is
//! refreshed; compiled code always reads addresses from here. It moves two lengths itself, those of the
//! frames and of the cells, within what the vectors have room for; they are published before Rust looks
//! at the vectors.

use margay_machine::code::{CallSite, CodeFunction, DispatchedFunction};
use margay_machine::machine::compiled::Stack;
use margay_machine::{ClassState, Concrete, Core, Frame, Ref};
use std::ffi::c_void;

/// The context; its layout is known to compiled code by [`std::mem::offset_of`].
#[repr(C)]
pub struct Context {
    pub cells: *mut u64,
    pub cell_count: u64,
    /// Cells that can be added before the vector grows or the heap is full.
    pub cell_room: u64,
    pub statics: *mut u64,
    pub static_count: u64,
    pub states: *const ClassState,
    pub state_count: u64,
    pub strings: *const Ref,
    pub string_count: u64,
    pub registers: *mut u64,
    /// Frames may end here at most: the window of the loop must fit behind.
    pub most_top: u64,
    pub frames: *mut Frame,
    pub frame_count: u64,
    pub frame_room: u64,
    pub sites: *mut CallSite,
    pub functions: *const CodeFunction,
    pub dispatches: *const DispatchedFunction,
    /// One less than there are: a mask for places.
    pub last_dispatch: u64,
    /// Compiled code by function; where there is none, code that leaves.
    pub natives: *const *const u8,
    /// Steps left before a pause.
    pub left: i64,
    /// The processor's stack may be used down to here.
    pub stack_end: u64,
    pub most_depth: u32,
    /// Cells below are older than the newest mark.
    pub old: u32,
    pub open_start: u32,
    pub open_size: u32,
    /// Whether writes to static cells are trailed.
    pub marked: u32,
    /// Where compiled code has left.
    pub pc: u32,
    /// The machine, for helpers.
    pub core: *mut Core<Concrete>,
    /// Arguments of operations of the platform, and what came of one.
    pub arguments: *mut u64,
    pub value: u64,
    /// For code that looks ahead: the values assumed of a cell, by lane, what was returned, by lane, and rows of what
    /// differs from lane to lane.
    pub look_values: *const u64,
    pub look_results: *mut u64,
    pub look_rows: *mut u64,
    /// Lanes that return 0, 1, or what is among the results.
    pub look_zero: u64,
    pub look_one: u64,
    pub look_other: u64,
    /// Functions that look ahead for one lane; where there is none, code that knows nothing.
    pub look_functions: *const *const u8,
    /// Operations that such functions have followed, and those of the longest way to a return.
    pub look_spent: u64,
    pub look_longest: u64,
    /// Whether one lane is at work, and what is assumed in it.
    pub is_alone: u32,
    pub assumed_alone: u64,
    /// By class, whether keys are equal only to themselves, once that was asked.
    pub identities: *mut Vec<Option<bool>>,
    /// The cell.
    pub assumed: u32,
    /// What only others know.
    pub beyond: *mut c_void,
}

impl Context {
    /// A context of no machine.
    pub fn new() -> Context {
        Context {
            cells: std::ptr::null_mut(),
            cell_count: 0,
            cell_room: 0,
            statics: std::ptr::null_mut(),
            static_count: 0,
            states: std::ptr::null(),
            state_count: 0,
            strings: std::ptr::null(),
            string_count: 0,
            registers: std::ptr::null_mut(),
            most_top: 0,
            frames: std::ptr::null_mut(),
            frame_count: 0,
            frame_room: 0,
            sites: std::ptr::null_mut(),
            functions: std::ptr::null(),
            dispatches: std::ptr::null(),
            last_dispatch: 0,
            natives: std::ptr::null(),
            left: 0,
            stack_end: 0,
            most_depth: 0,
            old: 0,
            open_start: 0,
            open_size: 0,
            marked: 0,
            pc: 0,
            core: std::ptr::null_mut(),
            look_values: std::ptr::null(),
            look_results: std::ptr::null_mut(),
            look_rows: std::ptr::null_mut(),
            arguments: std::ptr::null_mut(),
            value: 0,
            look_zero: 0,
            look_one: 0,
            look_other: 0,
            look_functions: std::ptr::null(),
            look_spent: 0,
            look_longest: 0,
            is_alone: 0,
            assumed_alone: 0,
            identities: std::ptr::null_mut(),
            assumed: 0,
            beyond: std::ptr::null_mut(),
        }
    }

    /// Lets it be the context of a machine that runs.
    #[inline]
    pub fn begin(&mut self, core: &mut Core<Concrete>, stack: &Stack<'_>, natives: &[*const u8]) {
        let left = stack.pause_at.saturating_sub(core.steps);
        self.natives = natives.as_ptr();
        self.left = i64::try_from(left).unwrap_or(i64::MAX);
        self.most_depth = core.limits.depth;
        self.pc = core.pc();
        self.refresh(core);
        self.core = core;
    }

    /// Lets it be the context of a machine that looks ahead.
    #[inline]
    pub fn begin_look(&mut self, core: &mut Core<Concrete>) {
        (self.look_zero, self.look_one, self.look_other) = (0, 0, 0);
        (self.look_spent, self.look_longest) = (0, 0);
        self.refresh(core);
        self.core = core;
    }

    /// Finds the arrays anew.
    #[inline]
    pub fn refresh(&mut self, core: &mut Core<Concrete>) {
        let arrays = core.arrays();
        self.registers = arrays.registers.as_mut_ptr();
        self.most_top = (arrays.registers.len() - margay_machine::WINDOW) as u64;
        self.frames = arrays.frames.as_mut_ptr();
        self.frame_count = arrays.frames.len() as u64;
        self.frame_room = arrays.frames.capacity() as u64;
        self.sites = arrays.sites.as_mut_ptr();
        self.functions = arrays.functions.as_ptr();
        self.dispatches = arrays.dispatches.as_ptr();
        self.last_dispatch = arrays.dispatches.len() as u64 - 1;
        let memory = arrays.memory;
        self.cells = memory.cells.as_mut_ptr();
        self.cell_count = memory.cells.len() as u64;
        self.cell_room = memory.cells.capacity().min(memory.limit) as u64;
        self.statics = memory.statics.as_mut_ptr();
        self.static_count = memory.statics.len() as u64;
        self.states = memory.states.as_ptr();
        self.state_count = memory.states.len() as u64;
        self.strings = memory.strings.as_ptr();
        self.string_count = memory.strings.len() as u64;
        self.old = memory.old;
        self.marked = u32::from(memory.marked);
        self.open_start = memory.open.start;
        self.open_size = memory.open.end.saturating_sub(memory.open.start);
    }

    /// Tells the vectors how long they are.
    #[inline]
    pub fn publish(&self, core: &mut Core<Concrete>) {
        let arrays = core.arrays();
        let (frames, cells) = (arrays.frames, arrays.memory.cells);
        assert!(self.frame_count as usize <= frames.capacity());
        assert!(self.cell_count as usize <= cells.capacity());
        // SAFETY: compiled code counts a frame after it has written all its fields, and cells after it has
        // written them; both lengths are within what the vectors have room for. Shorter ones are fine.
        unsafe {
            frames.set_len(self.frame_count as usize);
            cells.set_len(self.cell_count as usize);
        }
    }
}
