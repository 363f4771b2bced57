//! A set of references by identity: a bit for each of those near the first one.
//!
//! Objects that are searched over, or made one after the other, lie close together: whether one
//! of them is in the set takes a few instructions, however many there are. A hash table holds
//! those that are far away.

use crate::memory::Ref;
use rustc_hash::FxHashSet;

/// References of one word.
const WORD: u32 = u64::BITS;

/// Words of bits at most.
const WORDS: u32 = 256;

/// Words of a small set, the last of which is empty.
const WINDOW: usize = 16;

/// Words of references before the first one. Younger objects lie behind.
const BEFORE: u32 = 4;

/// A set of references.
#[derive(Clone, Debug, Default)]
pub struct RefBits {
    /// The word of the reference with the first bit.
    first: u32,
    near: Vec<u64>,
    far: FxHashSet<Ref>,
}

impl RefBits {
    /// Whether a reference is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, member: Ref) -> bool {
        let word = (member / WORD).wrapping_sub(self.first);
        match self.near.get(word as usize) {
            Some(bits) => bits >> (member % WORD) & 1 != 0,
            None => word >= WORDS && self.far.contains(&member),
        }
    }

    /// The lanes of a row that are in the set.
    #[must_use]
    pub fn among(&self, row: &[u64], mask: u64) -> u64 {
        let row = &row[..(u64::BITS - mask.leading_zeros()) as usize];
        let members = match <&[u64; WINDOW]>::try_from(&self.near[..]) {
            // The objects of a search lie within a few words.
            Ok(window) => self.among_few(window, row),
            Err(_) => self.among_many(row),
        };
        let far = if self.far.is_empty() { 0 } else { self.far_among(row) };
        (members | far) & mask
    }

    /// The lanes of a row that are among those near the first one, where these are few.
    #[inline]
    fn among_few(&self, window: &[u64; WINDOW], row: &[u64]) -> u64 {
        // All lanes up to the last one: to leave some out takes longer than to look at them.
        row.iter().rev().fold(0, |members, value| {
            let member = *value as Ref;
            // No bit of the last word is set.
            let word = (member / WORD).wrapping_sub(self.first).min(WINDOW as u32 - 1);
            members << 1 | window[word as usize] >> (member % WORD) & 1
        })
    }

    /// The same for more words.
    fn among_many(&self, row: &[u64]) -> u64 {
        row.iter().rev().fold(0, |members, value| {
            let member = *value as Ref;
            let word = (member / WORD).wrapping_sub(self.first);
            let bits = self.near.get(word as usize).copied().unwrap_or_default();
            members << 1 | bits >> (member % WORD) & 1
        })
    }

    /// The lanes of a row that are among those far away.
    #[cold]
    fn far_among(&self, row: &[u64]) -> u64 {
        let lanes = row.iter().enumerate();
        let far = lanes.filter(|(_, value)| self.far.contains(&(**value as Ref)));
        far.fold(0, |members, (lane, _)| members | 1 << lane)
    }

    /// Adds a reference.
    pub fn insert(&mut self, member: Ref) {
        if self.near.is_empty() {
            self.first = (member / WORD).saturating_sub(BEFORE);
        }
        let word = (member / WORD).wrapping_sub(self.first);
        if word >= WORDS {
            self.far.insert(member);
            return;
        }
        let needed = word as usize + 1;
        // Where there are as many as in a window the last of them stays empty.
        let needed = needed + usize::from(needed == WINDOW);
        if self.near.len() < needed {
            self.near.resize(needed.max(WINDOW), 0);
        }
        self.near[word as usize] |= 1 << (member % WORD);
    }

    /// Takes a reference out.
    pub fn remove(&mut self, member: Ref) {
        let word = (member / WORD).wrapping_sub(self.first);
        match self.near.get_mut(word as usize) {
            Some(bits) => *bits &= !(1 << (member % WORD)),
            None => {
                self.far.remove(&member);
            }
        }
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
