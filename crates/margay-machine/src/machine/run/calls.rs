//! Calls and returns within the loop.

use super::{Flow, Run};
use crate::code::Target;
use crate::code::op::{NO_REG, Op, Pc, Reg};
use crate::code::semantics::{Callee, Engine, object};
use crate::container::Taken;
use crate::core::{Frame, WINDOW};
use crate::domain::Domain;
use crate::machine::slow::is_null;
use crate::memory::Ref;

impl<D: Domain> Run<'_, '_, D> {
    #[inline(always)]
    pub(super) fn call_site(&mut self, dst: Reg, callee: Callee, site: u32) -> Flow {
        match callee {
            Callee::Function(function) => self.enter(dst, function, site),
            Callee::NonNull(function) => {
                let call = &self.parts.code.sites[site as usize];
                let (this, null) = (self.register(call.args[0]), call.null);
                match object(self.parts.domain, this) {
                    Some(receiver) if is_null(self.parts.domain, this, receiver) => self.jump(null),
                    Some(_) => self.enter(dst, function, site),
                    None => Flow::Slow,
                }
            }
            Callee::Virtual => {
                let call = &self.parts.code.sites[site as usize];
                let this = self.register(call.args[0]);
                let Some(receiver) = object(self.parts.domain, this) else { return Flow::Slow };
                let class = self.parts.memory.class_of(receiver).as_u32();
                // A null receiver has the header of no class.
                let is_cached = call.cached_class == class
                    && D::known(this).is_some()
                    && self.parts.domain.has_class(receiver);
                match call.cached {
                    _ if !is_cached => Flow::Select,
                    Target::Function(function) => self.enter(dst, function, site),
                    Target::Intrinsic(_) => Flow::Cached,
                    Target::Accelerated(_) => self.shortcut(dst, receiver, site),
                }
            }
            Callee::Ready(class) => match self.parts.code.sites[site as usize].cached {
                Target::Function(function) if self.parts.memory.is_ready(class) => {
                    self.tell_place();
                    self.enter_ready(dst, function, site)
                }
                _ => Flow::Slow,
            },
            Callee::Intrinsic(_) | Callee::Site => Flow::Slow,
        }
    }

    /// Acts on the container of a receiver, if no more is to be done.
    #[inline(always)]
    fn shortcut(&mut self, dst: Reg, receiver: Ref, site: u32) -> Flow {
        let call = &self.parts.code.sites[site as usize];
        let Some(shortcut) = call.shortcut.filter(|_| self.parts.shortcuts) else {
            return Flow::Cached;
        };
        let element = call.args.get(1).map(|arg| self.register(*arg));
        let taken = shortcut.take(self.parts.memory, receiver, element);
        if let Taken::Unusual = taken {
            return Flow::Cached;
        }
        if *self.parts.initializing == 0 {
            self.parts.meter.take_shortcut();
        }
        if let Taken::Value(bits) = taken
            && dst != NO_REG
        {
            self.window[usize::from(dst)] = D::constant(bits);
        }
        Flow::Next
    }

    /// Enters a function with the arguments of a site, and pauses there if it is time.
    #[inline(always)]
    fn enter(&mut self, dst: Reg, function: u32, site: u32) -> Flow {
        match self.push_frame(dst, function, site) {
            Some(entry) => match self.jump(entry) {
                Flow::Next => Flow::Moved,
                flow => flow,
            },
            None => Flow::Slow,
        }
    }

    /// Enters a function of a class that is ready: as the machine does where it is not, without a pause.
    #[inline(always)]
    fn enter_ready(&mut self, dst: Reg, function: u32, site: u32) -> Flow {
        let entry = self.parts.code.functions[function as usize].entry;
        // Glue that asks before a call is the machine's.
        if let Op::Ask = self.parts.code.ops[entry as usize] {
            return Flow::Slow;
        }
        match self.push_frame(dst, function, site) {
            Some(entry) => {
                self.arrive(entry);
                Flow::Moved
            }
            None => Flow::Slow,
        }
    }

    /// Adds the frame of a function, with the arguments of a site; gives where it begins. None if the machine has to make
    /// room, or to throw.
    #[inline(always)]
    fn push_frame(&mut self, dst: Reg, function: u32, site: u32) -> Option<Pc> {
        let callee = &self.parts.code.functions[function as usize];
        let args = &self.parts.code.sites[site as usize].args;
        let frames = self.parts.frames.len();
        let depth = self.parts.frames[frames - 1].depth + 1;
        let base = *self.parts.top;
        let top = base + u32::from(callee.registers);
        let first = (base - *self.parts.base) as usize;
        let has_room = top as usize + WINDOW <= self.parts.end && first + args.len() <= WINDOW;
        if depth > self.parts.limits.depth || !has_room {
            return None;
        }
        for (index, arg) in args.iter().enumerate() {
            self.window[first + index] = self.register(*arg);
        }
        self.parts.frames.push(Frame {
            function,
            base,
            caller: (frames - 1) as u32,
            call_pc: self.parts.pc - 1,
            return_pc: self.parts.pc,
            depth,
            dst,
        });
        (*self.parts.base, *self.parts.top) = (base, top);
        Some(callee.entry)
    }

    /// Returns to a caller that belongs to no checkpoint.
    #[inline(always)]
    pub(super) fn return_from(&mut self, result: Option<Reg>) -> Flow {
        let last = self.parts.frames.len() - 1;
        if last <= *self.parts.protected {
            return Flow::Leave;
        }
        let frame = self.parts.frames[last];
        self.parts.frames.truncate(last);
        (*self.parts.base, *self.parts.top) = (self.parts.frames[last - 1].base, frame.base);
        if let Some(src) = result
            && frame.dst != NO_REG
        {
            let value = self.parts.domain.returned(self.register(src));
            self.below[*self.parts.base as usize + usize::from(frame.dst)] = value;
        }
        if D::FLOWS {
            self.parts.domain.left(self.parts.frames[last - 1].depth);
        }
        self.arrive(frame.return_pc);
        Flow::Moved
    }
}
