//! Operations on containers that the machine does by itself.
//!
//! What a method of the program does to a container is for the platform to say. Some say nearly the
//! same each time: an element comes in at an end, the number of elements is asked. A call site then
//! remembers a *shortcut* for the class of its receiver, so that neither the interpreter's loop nor
//! looking ahead has to ask. Whatever is unusual is still the platform's: an object that is not
//! represented by a container any more, an empty one from which an element is taken.

use super::{Change, Container, End};
use crate::concrete::Concrete;
use crate::domain::Domain;
use crate::memory::{Memory, Ref};

/// What a method does to the container of its receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// It gives the number of entries or elements.
    Len,
    /// It tells whether there are none.
    IsEmpty,
    /// An element comes in.
    Push {
        /// Where.
        end: End,
        /// Whether it gives the truth of that.
        answers: bool,
        /// Whether null can be an element.
        null: bool,
    },
    /// It gives an element.
    Take {
        /// Which.
        end: End,
        /// Whether the element goes.
        removes: bool,
    },
    /// It tells whether something is a key, or lets it come in if it is none; only about this very key.
    Member {
        /// Whether it comes in.
        adds: bool,
    },
}

/// What a method does to objects of one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcut {
    /// What it does.
    pub deed: Deed,
    /// The cell of an object that names its container; 0 in it stands for none.
    pub handle: u32,
}

/// What came of a shortcut, or would.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// A result.
    Value(u64),
    /// No result.
    Nothing,
    /// There is more to it.
    Unusual,
}

impl Shortcut {
    /// Does it; `element` is what the method is given besides its receiver.
    #[inline]
    pub(crate) fn take<D: Domain>(
        self,
        memory: &mut Memory<D>,
        object: Ref,
        element: Option<D::Value>,
    ) -> Taken {
        let Some(handle) = self.container(memory, object) else { return Taken::Unusual };
        match self.deed {
            Deed::Len | Deed::IsEmpty => self.ask(memory, handle),
            Deed::Member { adds } => Self::member(memory, handle, adds, element),
            Deed::Push { end, answers, null } => match element.and_then(D::known) {
                Some(element) if null || element != 0 => {
                    memory.change(handle, Change::Push(end, element as Ref));
                    if answers { Taken::Value(1) } else { Taken::Nothing }
                }
                _ => Taken::Unusual,
            },
            Deed::Take { end, removes } => {
                let taken = self.ask(memory, handle);
                if removes && taken != Taken::Unusual {
                    memory.change(handle, Change::Pop(end));
                }
                taken
            }
        }
    }

    /// What it would give; none if it would change something.
    #[inline]
    pub(crate) fn peek<D: Domain>(
        self,
        memory: &Memory<D>,
        object: Ref,
        element: Option<D::Value>,
    ) -> Option<Taken> {
        let Some(handle) = self.container(memory, object) else { return Some(Taken::Unusual) };
        if let Deed::Member { adds } = self.deed {
            return Some(Self::member(memory, handle, adds, element));
        }
        let taken = self.ask(memory, handle);
        match self.deed {
            Deed::Push { .. } => None,
            Deed::Take { removes: true, .. } if taken != Taken::Unusual => None,
            _ => Some(taken),
        }
    }

    #[inline]
    fn container<D: Domain>(self, memory: &Memory<D>, object: Ref) -> Option<u32> {
        let handle = D::known(memory.get(object, self.handle))? as u32;
        (handle != 0).then_some(handle)
    }

    /// A key is the same as itself, whatever others it is equal to: it does not come in twice.
    #[inline]
    fn member<D: Domain>(
        memory: &Memory<D>,
        handle: u32,
        adds: bool,
        element: Option<D::Value>,
    ) -> Taken {
        let key = element.and_then(D::known).map(|key| key as Ref);
        match memory.container(handle).table().zip(key) {
            Some((table, key)) if table.has_key(key) => Taken::Value(u64::from(!adds)),
            _ => Taken::Unusual,
        }
    }

    /// The lanes of a row that are keys of a table.
    pub(crate) fn members(
        self,
        memory: &Memory<Concrete>,
        object: Ref,
        row: &[u64],
        mask: u64,
    ) -> u64 {
        let container = self.container(memory, object).map(|handle| memory.container(handle));
        let Some(table) = container.and_then(Container::table) else { return 0 };
        table.keys_among(row, mask)
    }

    #[inline]
    fn ask<D: Domain>(self, memory: &Memory<D>, handle: u32) -> Taken {
        let container = memory.container(handle);
        match self.deed {
            Deed::Len => Taken::Value(container.len() as u64),
            Deed::IsEmpty => Taken::Value(u64::from(container.is_empty())),
            Deed::Push { .. } | Deed::Member { .. } => Taken::Unusual,
            Deed::Take { end, .. } => {
                let element = container.deque().and_then(|deque| match end {
                    End::Front => deque.front(),
                    End::Back => deque.back(),
                });
                element.map_or(Taken::Unusual, |element| Taken::Value(u64::from(*element)))
            }
        }
    }
}
