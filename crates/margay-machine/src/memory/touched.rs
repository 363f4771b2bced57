//! What code has done to things that are not its own, as the trail tells it.

use super::{Mark, Memory, Undo, cells};
use crate::domain::Domain;
use margay_ir::ClassId;

/// Something that was there before and is not as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touched {
    /// A class whose initialisation went on.
    Class(ClassId),
    /// A field or an element, by its address.
    Cell(u32),
    /// A static field, a container, or output.
    Content,
}

impl<D: Domain> Memory<D> {
    /// Cells and static cells that were written or made since a mark, and what they hold, in order.
    pub(crate) fn written_since(&self, mark: Mark) -> Vec<(u64, D::Value)> {
        const STATICS: u64 = 1 << 32;
        let trailed = self.trail[mark.trail..].iter().filter_map(|undo| match *undo {
            Undo::Cell(at, _) => Some((u64::from(at), self.cells.get(at))),
            Undo::Static(at, _) => Some((STATICS + u64::from(at), self.statics[at as usize])),
            _ => None,
        });
        let made = self.cells.written(mark.top.near..cells::FAR);
        let made = made.map(|(at, value)| (u64::from(at), value));
        let mut changes: Vec<_> = trailed.chain(made).collect();
        changes.sort_by_key(|(at, _)| *at);
        changes.dedup_by_key(|(at, _)| *at);
        changes
    }

    /// What has changed since a mark of all that is older than `start`, a mark before it. Writes
    /// of the value that was there before do not count, nor do constants made on the way.
    pub fn touched_since(&self, mark: Mark, start: Mark) -> impl Iterator<Item = Touched> {
        let touched = move |undo: &Undo<D::Value>| {
            let content = |is_touched: bool| is_touched.then_some(Touched::Content);
            match *undo {
                Undo::Cell(at, old) => {
                    let is_touched = start.top.covers(at) && self.cells.get(at) != old;
                    is_touched.then_some(Touched::Cell(at))
                }
                Undo::Static(at, old) => content(self.statics[at as usize] != old),
                Undo::State(class, _) => Some(Touched::Class(ClassId::from_u32(class))),
                Undo::Container { at, .. } | Undo::Whole(at, _) => content(at < start.containers),
                Undo::Str(..) | Undo::Mirror(..) | Undo::Sized(_) => None,
            }
        };
        let printed = (self.output.out.len(), self.output.err.len()) != (mark.out, mark.err);
        let changes = self.trail[mark.trail..].iter().filter_map(touched);
        changes.chain(printed.then_some(Touched::Content))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Concrete;

    #[test]
    fn only_what_was_there_before_is_touched() {
        let mut memory: Memory<Concrete> = Memory::new(1_000);
        let class = ClassId::from_u32(0);
        let old = memory.allocate(class, 1).expect("there is room");
        let start = memory.mark();
        let own = memory.allocate(class, 1).expect("there is room");
        let mark = memory.mark();
        let touched =
            |memory: &Memory<Concrete>| memory.touched_since(mark, start).collect::<Vec<Touched>>();
        memory.set(own, 0, 1);
        memory.set(old, 0, 0);
        assert_eq!(touched(&memory), []);
        memory.set_static(1, 5);
        assert_eq!(touched(&memory), [Touched::Content]);
        memory.set_static(1, 0);
        memory.set_state(class, crate::ClassState::Ready);
        memory.set(old, 0, 1);
        assert!(touched(&memory).contains(&Touched::Class(class)));
        assert!(touched(&memory).contains(&Touched::Cell(Memory::<Concrete>::address(old, 0))));
    }
}
