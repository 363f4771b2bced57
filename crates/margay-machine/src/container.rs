//! Containers of references kept outside the heap's cells, with undo at their own level: an `add`
//! is taken back by one removal, whatever the container did inside (Elkarablieh, Marinov,
//! Khurshid: *abstract undo*). The platform decides which objects of the program under test are
//! represented by one.

use crate::memory::Ref;
use crate::ref_bits::RefBits;
use std::collections::VecDeque;

/// A container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Container {
    /// A set by identity, which remembers the order of insertion.
    Set(RefSet),
    /// A sequence that grows and shrinks at both ends.
    Deque(VecDeque<Ref>),
}

/// A set of references.
#[derive(Clone, Debug, Default)]
pub struct RefSet {
    members: Vec<Ref>,
    /// The same, to be found.
    bits: RefBits,
}

/// How members are found is not part of what a set is.
impl PartialEq for RefSet {
    fn eq(&self, other: &Self) -> bool {
        self.members == other.members
    }
}

impl Eq for RefSet {}

impl RefSet {
    /// Whether it has the member.
    #[inline]
    #[must_use]
    pub fn contains(&self, member: Ref) -> bool {
        self.bits.contains(member)
    }

    /// Members in the order of their insertion.
    #[must_use]
    pub fn members(&self) -> &[Ref] {
        &self.members
    }

    fn push(&mut self, member: Ref) {
        self.members.push(member);
        self.bits.insert(member);
    }

    fn pop(&mut self) {
        if let Some(member) = self.members.pop() {
            self.bits.remove(member);
        }
    }
}

/// Which end of a deque.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The first element.
    Front,
    /// The last element.
    Back,
}

/// What takes an operation on a container back.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reverse {
    /// The youngest member of a set goes.
    Remove,
    /// An element of a deque goes.
    Pop(End),
    /// An element of a deque comes back.
    Push(End, Ref),
}

impl Container {
    /// Adds a member to a set: false if it is there already.
    pub(crate) fn add(&mut self, member: Ref) -> Option<Reverse> {
        match self {
            Container::Set(set) if !set.contains(member) => {
                set.push(member);
                Some(Reverse::Remove)
            }
            _ => None,
        }
    }

    /// Adds an element at an end of a deque.
    pub(crate) fn push(&mut self, end: End, element: Ref) -> Option<Reverse> {
        let Container::Deque(deque) = self else { return None };
        match end {
            End::Front => deque.push_front(element),
            End::Back => deque.push_back(element),
        }
        Some(Reverse::Pop(end))
    }

    /// Takes an element from an end of a deque.
    pub(crate) fn pop(&mut self, end: End) -> Option<(Ref, Reverse)> {
        let Container::Deque(deque) = self else { return None };
        let element = match end {
            End::Front => deque.pop_front(),
            End::Back => deque.pop_back(),
        }?;
        Some((element, Reverse::Push(end, element)))
    }

    pub(crate) fn undo(&mut self, reverse: Reverse) {
        match (self, reverse) {
            (Container::Set(set), Reverse::Remove) => set.pop(),
            (deque, Reverse::Pop(end)) => {
                deque.pop(end);
            }
            (deque, Reverse::Push(end, element)) => {
                deque.push(end, element);
            }
            (Container::Deque(_), Reverse::Remove) => {}
        }
    }

    /// Number of members or elements.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Container::Set(set) => set.members.len(),
            Container::Deque(deque) => deque.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What it holds, in order.
    #[must_use]
    pub fn contents(&self) -> Vec<Ref> {
        match self {
            Container::Set(set) => set.members.clone(),
            Container::Deque(deque) => deque.iter().copied().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Any sequence of operations, undone in reverse, leaves what was there.
        #[test]
        fn undo_restores(operations in proptest::collection::vec((0u8..5, 1u32..40), 0..80)) {
            let mut set = Container::Set(RefSet::default());
            let mut deque = Container::Deque(VecDeque::new());
            let mut history = Vec::new();
            for (operation, value) in operations {
                let before = (set.contents(), deque.contents());
                let (target, reverse) = match operation {
                    0 => (0, set.add(value)),
                    1 => (1, deque.push(End::Front, value)),
                    2 => (1, deque.push(End::Back, value)),
                    3 => (1, deque.pop(End::Front).map(|(_, reverse)| reverse)),
                    _ => (1, deque.pop(End::Back).map(|(_, reverse)| reverse)),
                };
                history.push((before, target, reverse));
            }
            while let Some((before, target, reverse)) = history.pop() {
                if let Some(reverse) = reverse {
                    if target == 0 { set.undo(reverse) } else { deque.undo(reverse) }
                }
                prop_assert_eq!((set.contents(), deque.contents()), before);
                for value in 1..40 {
                    let Container::Set(members) = &set else { unreachable!() };
                    prop_assert_eq!(members.contains(value), members.members().contains(&value));
                }
            }
        }
    }
}
