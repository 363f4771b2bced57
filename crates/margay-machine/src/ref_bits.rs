//! A set of references by identity: a bit for each, in pages of 64 neighbours.
//!
//! Objects that are searched over, or made one after the other, lie close together, so few pages
//! hold many of them; those are looked through in order. When there are more pages than a few, a
//! hash table finds them.

use crate::memory::Ref;
use rustc_hash::FxHashMap;

/// Pages looked through one by one until there are more than these.
const FEW: usize = 8;

/// References of one page.
const PAGE: u32 = u64::BITS;

/// A set of references.
#[derive(Clone, Debug, Default)]
pub struct RefBits {
    pages: Vec<(u32, u64)>,
    /// Where each page is, once there are many.
    index: FxHashMap<u32, u32>,
}

impl RefBits {
    /// Whether a reference is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, member: Ref) -> bool {
        let page = member / PAGE;
        let bits = if self.pages.len() <= FEW {
            self.pages.iter().find(|(number, _)| *number == page).map(|(_, bits)| *bits)
        } else {
            self.index.get(&page).map(|at| self.pages[*at as usize].1)
        };
        bits.is_some_and(|bits| bits >> (member % PAGE) & 1 != 0)
    }

    /// Adds a reference.
    pub fn insert(&mut self, member: Ref) {
        *self.page(member / PAGE) |= 1 << (member % PAGE);
    }

    /// Takes a reference out. Its page stays, to be used again.
    pub fn remove(&mut self, member: Ref) {
        *self.page(member / PAGE) &= !(1 << (member % PAGE));
    }

    fn page(&mut self, page: u32) -> &mut u64 {
        let found = if self.pages.len() <= FEW {
            self.pages.iter().position(|(number, _)| *number == page)
        } else {
            self.index.get(&page).map(|at| *at as usize)
        };
        let at = found.unwrap_or_else(|| self.add_page(page));
        &mut self.pages[at].1
    }

    fn add_page(&mut self, page: u32) -> usize {
        self.pages.push((page, 0));
        let last = self.pages.len() - 1;
        let unknown = if last == FEW { 0 } else { last };
        if last >= FEW {
            for (at, (number, _)) in self.pages.iter().enumerate().skip(unknown) {
                self.index.insert(*number, at as u32);
            }
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        /// It has exactly what was put in and not taken out, near or far.
        #[test]
        fn remembers_its_members(
            steps in proptest::collection::vec((any::<bool>(), 0u32..40, 0u32..100), 0..300)
        ) {
            let mut bits = RefBits::default();
            let mut members = BTreeSet::new();
            for (add, page, offset) in steps {
                let member = page * 1_000 + offset;
                if add {
                    bits.insert(member);
                    members.insert(member);
                } else {
                    bits.remove(member);
                    members.remove(&member);
                }
            }
            for member in (0..40).flat_map(|page| page * 1_000..page * 1_000 + 101) {
                prop_assert_eq!(bits.contains(member), members.contains(&member));
            }
            prop_assert!(!bits.contains(Ref::MAX));
        }
    }
}
