//! What a domain is told that wants to know which static cells a program reads.

use super::Run;
use crate::domain::{Domain, Reading};
use crate::memory::ClassState;
use margay_ir::ClassId;

impl<D: Domain> Run<'_, '_, D> {
    /// A static cell was read.
    #[inline(always)]
    pub(super) fn tell_read(&mut self, cell: u32) {
        if let Some(class) = self.parts.domain.watched_static(cell) {
            let reading = self.reading(class);
            self.parts.domain.read_static(cell, reading);
        }
    }

    fn reading(&self, class: ClassId) -> Reading {
        if self.parts.memory.state(class) != ClassState::Running {
            return Reading::Usual;
        }
        match self.innermost_initializer() == Some(class) {
            true => Reading::Own,
            false => Reading::Early,
        }
    }

    /// The class whose initializer runs, if one does.
    fn innermost_initializer(&self) -> Option<ClassId> {
        let mut frame = self.parts.frames.last()?;
        loop {
            let method = self.parts.code.functions[frame.function as usize].method;
            let class = self.parts.world.method(method).class;
            if self.parts.world.loaded(class).initializer == Some(method) {
                return Some(class);
            }
            if frame.depth == 0 {
                return None;
            }
            frame = self.parts.frames.get(frame.caller as usize)?;
        }
    }
}
