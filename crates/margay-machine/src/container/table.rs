//! A hash table of references that remembers the order of insertion.
//!
//! What the hash code of a key is, and which keys are equal, the platform says. Entries are never
//! moved: one that is removed leaves a gap, so that each operation is taken back where it was
//! done, in constant time. Going over the entries in order gives the order of insertion; a
//! platform whose own tables have another order can work that out from the hash codes.

use crate::memory::Ref;
use crate::ref_bits::RefBits;

/// Entries looked up one by one until there are more than these.
const FEW: usize = 12;

/// The key of an entry that was removed; no object is there.
const GONE: Ref = Ref::MAX;

/// One entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// Its key.
    pub key: Ref,
    /// The hash code of the key.
    pub hash: u32,
    /// Its value.
    pub value: Ref,
}

/// A hash table.
#[derive(Clone, Debug, Default)]
pub struct Table {
    entries: Vec<TableEntry>,
    live: u32,
    peak: u32,
    changes: u32,
    index: Index,
    /// The keys, by identity.
    keys: RefBits,
}

/// What a program could find out; the index is not part of it.
impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
            && (self.live, self.peak, self.changes) == (other.live, other.peak, other.changes)
    }
}

impl Eq for Table {}

impl Table {
    /// Number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.live as usize
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// The largest number of entries there were at once.
    #[must_use]
    pub fn peak(&self) -> u32 {
        self.peak
    }

    /// How often an entry was added or removed.
    #[must_use]
    pub fn changes(&self) -> u32 {
        self.changes
    }

    /// Where the entry is whose key has this hash code and is the same.
    #[inline]
    pub fn find(&self, hash: u32, same: impl Fn(Ref) -> bool) -> Option<u32> {
        let matches =
            |entry: &TableEntry| entry.hash == hash && entry.key != GONE && same(entry.key);
        if self.entries.len() <= FEW {
            return self.entries.iter().position(matches).map(|at| at as u32);
        }
        self.index.chain(hash).find(|at| matches(&self.entries[*at as usize]))
    }

    /// Whether this very object is a key.
    #[inline]
    #[must_use]
    pub fn has_key(&self, key: Ref) -> bool {
        self.keys.contains(key)
    }

    /// The lanes of a row that are keys.
    #[must_use]
    pub fn keys_among(&self, row: &[u64], mask: u64) -> u64 {
        self.keys.among(row, mask)
    }

    /// Where the entry with the very same key is.
    #[inline]
    #[must_use]
    pub fn find_same(&self, hash: u32, key: Ref) -> Option<u32> {
        if !self.has_key(key) {
            return None;
        }
        if self.entries.len() <= FEW {
            return self.entries.iter().position(|entry| entry.key == key).map(|at| at as u32);
        }
        self.index.chain(hash).find(|at| self.entries[*at as usize].key == key)
    }

    /// The value of an entry.
    #[must_use]
    pub fn value(&self, at: u32) -> Ref {
        self.entries[at as usize].value
    }

    /// All entries, in the order of their insertion.
    pub fn entries(&self) -> impl Iterator<Item = TableEntry> {
        self.entries.iter().copied().filter(|entry| entry.key != GONE)
    }

    /// The same keys, all with this value.
    #[must_use]
    pub fn with_value(&self, value: Ref) -> Table {
        let mut table = self.clone();
        table.entries.iter_mut().for_each(|entry| entry.value = value);
        table
    }

    /// How many entries have a hash code that ends in the same bits as this one; `size` is a
    /// power of two.
    #[must_use]
    pub fn crowd(&self, hash: u32, size: u32) -> usize {
        let mask = size - 1;
        let near = |entry: &TableEntry| (entry.hash ^ hash) & mask == 0 && entry.key != GONE;
        if self.entries.len() <= FEW {
            return self.entries.iter().filter(|entry| near(entry)).count();
        }
        let (first, end) = (hash & mask, self.index.heads.len() as u32);
        let chains = (first..end.max(first + 1)).step_by(size as usize);
        let entries = chains.flat_map(|bucket| self.index.chain(bucket));
        entries.filter(|at| near(&self.entries[*at as usize])).count()
    }

    /// Whether most of its room is taken by entries that were removed.
    pub(super) fn is_wasteful(&self) -> bool {
        self.entries.len() > 4 * FEW && self.entries.len() > 2 * self.live as usize
    }

    /// The same without gaps.
    pub(super) fn compact(&self) -> Table {
        let mut table = Table { entries: self.entries().collect(), ..self.clone_counts() };
        table.index.rebuild(&table.entries);
        table.live = self.live;
        table.keys = self.keys.clone();
        table
    }

    /// The same after all entries were removed at once.
    pub(super) fn cleared(&self) -> Table {
        Table { changes: self.changes.wrapping_add(1), ..self.clone_counts() }
    }

    fn clone_counts(&self) -> Table {
        Table { peak: self.peak, changes: self.changes, ..Table::default() }
    }

    /// Adds an entry, whose key is not there; gives the peak before.
    pub(super) fn insert(&mut self, entry: TableEntry) -> u32 {
        self.entries.push(entry);
        self.keys.insert(entry.key);
        self.index_newest();
        let before = self.peak;
        self.live += 1;
        self.peak = before.max(self.live);
        self.changes = self.changes.wrapping_add(1);
        before
    }

    /// Takes an insertion back.
    pub(super) fn withdraw(&mut self, peak: u32) {
        if let Some(entry) = self.entries.pop() {
            self.keys.remove(entry.key);
            if self.entries.len() > FEW {
                self.index.pop(entry.hash);
            }
        }
        self.live -= 1;
        self.peak = peak;
        self.changes = self.changes.wrapping_sub(1);
    }

    /// Removes an entry; gives its key.
    pub(super) fn remove(&mut self, at: u32) -> Ref {
        self.live -= 1;
        self.changes = self.changes.wrapping_add(1);
        let key = std::mem::replace(&mut self.entries[at as usize].key, GONE);
        self.keys.remove(key);
        key
    }

    /// Takes a removal back.
    pub(super) fn revive(&mut self, at: u32, key: Ref) {
        self.live += 1;
        self.changes = self.changes.wrapping_sub(1);
        self.entries[at as usize].key = key;
        self.keys.insert(key);
    }

    /// Sets the value of an entry; gives the one before.
    pub(super) fn set_value(&mut self, at: u32, value: Ref) -> Ref {
        std::mem::replace(&mut self.entries[at as usize].value, value)
    }

    /// Brings the index up to date after an entry was added.
    fn index_newest(&mut self) {
        let (len, size) = (self.entries.len(), self.index.heads.len());
        // Neither too crowded nor, after much was taken back, too empty.
        if len > FEW && (len == FEW + 1 || len > size || 8 * len < size) {
            self.index.rebuild(&self.entries);
        } else if len > FEW {
            self.index.push(self.entries[len - 1].hash);
        }
    }
}

/// Chains of entries by hash code, the youngest first, once there are many. Of no meaning while
/// there are few.
#[derive(Clone, Debug, Default)]
struct Index {
    /// The first entry of each chain and 1; 0 for none.
    heads: Vec<u32>,
    /// The next entry of its chain for each entry, in the same way.
    next: Vec<u32>,
}

impl Index {
    fn bucket(&self, hash: u32) -> usize {
        hash as usize & (self.heads.len() - 1)
    }

    fn chain(&self, hash: u32) -> impl Iterator<Item = u32> {
        let mut at = self.heads[self.bucket(hash)];
        std::iter::from_fn(move || {
            let entry = at.checked_sub(1)?;
            at = self.next[entry as usize];
            Some(entry)
        })
    }

    fn push(&mut self, hash: u32) {
        let bucket = self.bucket(hash);
        self.next.push(self.heads[bucket]);
        self.heads[bucket] = self.next.len() as u32;
    }

    /// Takes the youngest entry out.
    fn pop(&mut self, hash: u32) {
        let bucket = self.bucket(hash);
        self.heads[bucket] = self.next.pop().unwrap_or_default();
    }

    fn rebuild(&mut self, entries: &[TableEntry]) {
        self.heads.clear();
        self.heads.resize((2 * entries.len()).next_power_of_two(), 0);
        self.next.clear();
        for entry in entries {
            self.push(entry.hash);
        }
    }
}
