//! Containers of references kept outside the heap's cells, with undo at their own level: an `add`
//! is taken back by one removal, whatever the container did inside (Elkarablieh, Marinov,
//! Khurshid: *abstract undo*). The platform decides which objects of the program under test are
//! represented by one. They hold references only, never values a domain has yet to decide.

mod shortcut;
mod table;

pub(crate) use shortcut::Taken;
pub use shortcut::{Deed, Shortcut};
pub use table::{Table, TableEntry};

use crate::memory::Ref;
use std::collections::VecDeque;

/// A container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Container {
    /// Keys, each with a value.
    Table(Table),
    /// A sequence that grows and shrinks at both ends.
    Deque(VecDeque<Ref>),
}

/// Which end of a deque.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The first element.
    Front,
    /// The last element.
    Back,
}

/// One operation on a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A key that is not in the table comes in.
    Insert(TableEntry),
    /// The entry at this place goes.
    Remove(u32),
    /// The entry at this place gets another value.
    SetValue(u32, Ref),
    /// An element comes in at an end.
    Push(End, Ref),
    /// The element at an end goes.
    Pop(End),
    /// The element at this place is replaced.
    SetElement(u32, Ref),
    /// The element at this place goes, and all behind it move up.
    RemoveElement(u32),
    /// Everything goes.
    Clear,
}

/// What takes an operation back: one word and its numbers, flat because the trail is long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reverse {
    pub what: Inverse,
    pub place: u32,
    pub item: Ref,
}

/// How an operation is taken back.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Inverse {
    /// The youngest entry of a table goes.
    Withdraw,
    /// An entry of a table comes back.
    Revive,
    /// An entry of a table has its value again.
    SetValue,
    PopFront,
    PopBack,
    /// An element of a deque comes in.
    InsertElement,
    SetElement,
}

impl Inverse {
    fn at(self, place: u32, item: Ref) -> Reverse {
        Reverse { what: self, place, item }
    }
}

impl Container {
    /// The table it is.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        match self {
            Container::Table(table) => Some(table),
            Container::Deque(_) => None,
        }
    }

    /// The deque it is.
    #[must_use]
    pub fn deque(&self) -> Option<&VecDeque<Ref>> {
        match self {
            Container::Deque(deque) => Some(deque),
            Container::Table(_) => None,
        }
    }

    /// Number of entries or elements.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Container::Table(table) => table.len(),
            Container::Deque(deque) => deque.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What takes its place, for changes that are not made bit by bit.
    pub(crate) fn replacement(&self, change: Change) -> Option<Container> {
        match (self, change) {
            (Container::Table(table), Change::Clear) => Some(Container::Table(table.cleared())),
            (Container::Deque(_), Change::Clear) => Some(Container::Deque(VecDeque::new())),
            (Container::Table(table), Change::Insert(_)) if table.is_wasteful() => {
                Some(Container::Table(table.compact()))
            }
            _ => None,
        }
    }

    /// Makes a change; none if there was nothing to change.
    pub(crate) fn apply(&mut self, change: Change) -> Option<Reverse> {
        match (self, change) {
            (Container::Table(table), Change::Insert(entry)) => {
                Some(Inverse::Withdraw.at(table.insert(entry), 0))
            }
            (Container::Table(table), Change::Remove(at)) => {
                Some(Inverse::Revive.at(at, table.remove(at)))
            }
            (Container::Table(table), Change::SetValue(at, value)) => {
                Some(Inverse::SetValue.at(at, table.set_value(at, value)))
            }
            (Container::Deque(deque), change) => apply_to_deque(deque, change),
            (Container::Table(_), _) => None,
        }
    }

    pub(crate) fn undo(&mut self, Reverse { what, place, item }: Reverse) {
        match (self, what) {
            (Container::Table(table), Inverse::Withdraw) => table.withdraw(place),
            (Container::Table(table), Inverse::Revive) => table.revive(place, item),
            (Container::Table(table), Inverse::SetValue) => {
                table.set_value(place, item);
            }
            (Container::Deque(deque), Inverse::PopFront) => {
                deque.pop_front();
            }
            (Container::Deque(deque), Inverse::PopBack) => {
                deque.pop_back();
            }
            (Container::Deque(deque), Inverse::InsertElement) => deque.insert(place as usize, item),
            (Container::Deque(deque), Inverse::SetElement) => deque[place as usize] = item,
            _ => {}
        }
    }
}

fn apply_to_deque(deque: &mut VecDeque<Ref>, change: Change) -> Option<Reverse> {
    let last = (deque.len() as u32).wrapping_sub(1);
    match change {
        Change::Push(End::Front, element) => {
            deque.push_front(element);
            Some(Inverse::PopFront.at(0, 0))
        }
        Change::Push(End::Back, element) => {
            deque.push_back(element);
            Some(Inverse::PopBack.at(0, 0))
        }
        Change::Pop(End::Front) => Some(Inverse::InsertElement.at(0, deque.pop_front()?)),
        Change::Pop(End::Back) => Some(Inverse::InsertElement.at(last, deque.pop_back()?)),
        Change::RemoveElement(at) => {
            Some(Inverse::InsertElement.at(at, deque.remove(at as usize)?))
        }
        Change::SetElement(at, element) => {
            let old = std::mem::replace(deque.get_mut(at as usize)?, element);
            Some(Inverse::SetElement.at(at, old))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
