//! The cells of a heap by their addresses.
//!
//! Objects lie one after the other in one vector. Arrays of [`LARGE`] cells and more are *far*:
//! they have addresses from [`FAR`] on, and memory only for those of their pages that something
//! was written to, so that a program may make an array of twenty million numbers and use five. An
//! address inside the vector is found without asking which of the two it is: the check is the one
//! that every index costs.

use std::ops::Range;

/// Cells from which on an array is far.
pub(super) const LARGE: u32 = 1 << 17;

/// The first far address.
pub(super) const FAR: u32 = 1 << 31;

/// Cells of a page. An object that is far begins with one of its own.
const PAGE: u32 = 1 << 12;

/// Cells from which on a heap is given much room at once.
const BIG: usize = 1 << 20;

/// Cells that it is given room for. Memory that nobody has written to costs nothing, while a vector that grows is copied, and
/// what it leaves behind has to be cleared again.
const ROOM: usize = 1 << 25;

/// The cells of a page that something was written to.
type Page<V> = Option<Box<[V]>>;

/// The cells.
#[derive(Clone, Debug)]
pub(crate) struct Cells<V> {
    near: Vec<V>,
    pages: Vec<Page<V>>,
    /// What a cell holds that nothing was written to.
    zero: V,
    /// Pages that have memory.
    written: u32,
}

/// A place between two objects: all that was allocated later lies behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Top {
    pub near: u32,
    /// In pages.
    far: u32,
}

impl Top {
    /// In cells and in pages.
    pub fn parts(self) -> (u32, u32) {
        (self.near, self.far)
    }

    /// Whether what is at an address was there already.
    pub fn covers(self, at: u32) -> bool {
        at < self.near || at >= FAR && (at - FAR) / PAGE < self.far
    }
}

impl<V: Copy + PartialEq> Cells<V> {
    /// One cell, which is the object at null.
    pub fn new(zero: V) -> Self {
        Cells { near: vec![zero], pages: Vec::new(), zero, written: 0 }
    }

    /// What a cell holds that nothing was written to.
    pub fn zero(&self) -> V {
        self.zero
    }

    /// Where the next objects go.
    pub fn top(&self) -> Top {
        Top { near: self.near.len() as u32, far: self.pages.len() as u32 }
    }

    /// Cells that are not far.
    #[inline(always)]
    pub fn near(&self) -> usize {
        self.near.len()
    }

    /// The cells that are not far, laid open.
    pub fn near_mut(&mut self) -> &mut Vec<V> {
        &mut self.near
    }

    /// Cells that far objects have, written or not.
    pub fn far(&self) -> usize {
        self.pages.len() * PAGE as usize
    }

    /// Cells that have memory.
    pub fn real(&self) -> usize {
        self.near.len() + self.written as usize * PAGE as usize
    }

    /// What a cell holds.
    #[inline(always)]
    pub fn get(&self, at: u32) -> V {
        match self.near.get(at as usize) {
            Some(value) => *value,
            None => self.get_far(at),
        }
    }

    #[cold]
    fn get_far(&self, at: u32) -> V {
        let (page, index) = place(at);
        self.pages[page].as_ref().map_or(self.zero, |cells| cells[index])
    }

    /// Sets a cell.
    #[inline(always)]
    pub fn set(&mut self, at: u32, value: V) {
        match self.near.get_mut(at as usize) {
            Some(cell) => *cell = value,
            None => self.set_far(at, value),
        }
    }

    /// Sets a cell unless it is far; tells whether it did.
    #[inline(always)]
    pub fn set_near(&mut self, at: u32, value: V) -> bool {
        self.near.get_mut(at as usize).map(|cell| *cell = value).is_some()
    }

    #[cold]
    fn set_far(&mut self, at: u32, value: V) {
        let (page, index) = place(at);
        if self.pages[page].is_none() && value == self.zero {
            return;
        }
        let (zero, written) = (self.zero, &mut self.written);
        let cells = self.pages[page].get_or_insert_with(|| {
            *written += 1;
            vec![zero; PAGE as usize].into_boxed_slice()
        });
        cells[index] = value;
    }

    /// Adds an object of `len` cells that are zero, whose header is given.
    #[inline]
    pub fn add(&mut self, header: V, len: u32) -> u32 {
        let at = self.near.len();
        let end = at + 1 + len as usize;
        if end > self.near.capacity() {
            self.grow(end);
        }
        self.near.push(header);
        self.near.resize(end, self.zero);
        at as u32
    }

    /// Makes room for cells up to an end, where there is none; where there is not enough memory for more, the vector itself
    /// finds that out.
    #[cold]
    fn grow(&mut self, end: usize) {
        let len = self.near.len();
        if len >= BIG && end < ROOM {
            let _ = self.near.try_reserve_exact(ROOM - len);
        }
    }

    /// The pages that a far object of `len` cells takes, if there are addresses for them.
    pub fn pages(&self, len: u32) -> Option<u32> {
        let pages = len.checked_add(1)?.div_ceil(PAGE);
        (self.pages.len() as u32 + pages < FAR / PAGE).then_some(pages)
    }

    /// Adds a far object of so many pages.
    pub fn add_far(&mut self, header: V, pages: u32) -> u32 {
        let at = FAR + self.pages.len() as u32 * PAGE;
        self.pages.resize(self.pages.len() + pages as usize, None);
        self.set_far(at, header);
        at
    }

    /// The objects that are far from this page on.
    pub fn far_objects(&self, first: u32, len: impl Fn(u32) -> u32) -> impl Iterator<Item = u32> {
        let end = self.pages.len() as u32;
        let next = move |page: &u32| {
            let pages = (len(FAR + page * PAGE) + 1).div_ceil(PAGE);
            Some(page + pages).filter(|next| *next < end)
        };
        let pages = std::iter::successors(Some(first).filter(|page| *page < end), next);
        pages.map(|page| FAR + page * PAGE)
    }

    /// Forgets what is behind a place.
    pub fn truncate(&mut self, top: Top) {
        self.near.truncate(top.near as usize);
        if self.pages.len() > top.far as usize {
            let gone = self.pages.drain(top.far as usize..).flatten().count();
            self.written -= gone as u32;
        }
    }

    /// Copies cells that are not far, as if through a buffer.
    pub fn copy_near(&mut self, from: u32, to: u32, count: u32) {
        let (from, to, count) = (from as usize, to as usize, count as usize);
        self.near.copy_within(from..from + count, to);
    }

    /// The cells that were there then and hold something else now, ascending; none if that are cells of
    /// far objects.
    pub fn changes_since(&self, then: &Cells<V>) -> Option<Vec<u32>> {
        let empty = |page: &Page<V>| page.iter().flatten().all(|cell| *cell == self.zero);
        let mut pages = self.pages.iter().zip(&then.pages);
        if !pages.all(|(a, b)| a == b || empty(a) && empty(b)) {
            return None;
        }
        let near = (0..).zip(self.near.iter().zip(&then.near));
        Some(near.filter(|(_, (now, then))| now != then).map(|(at, _)| at).collect())
    }

    /// The cells in a range of addresses but those that nothing was ever written to, and what they
    /// hold.
    pub fn written(&self, range: Range<u32>) -> impl Iterator<Item = (u32, V)> + '_ {
        let end = (range.end as usize).min(self.near.len());
        let from = (range.start as usize).min(end);
        let near = (from as u32..).zip(self.near[from..end].iter().copied());
        let pages = (range.end.saturating_sub(FAR).div_ceil(PAGE) as usize).min(self.pages.len());
        let first = ((range.start.saturating_sub(FAR) / PAGE) as usize).min(pages);
        let far = (first..).zip(&self.pages[first..pages]).flat_map(|(page, cells)| {
            let start = FAR + page as u32 * PAGE;
            (start..).zip(cells.iter().flatten().copied())
        });
        near.chain(far.filter(move |(at, _)| range.contains(at)))
    }
}

/// A page that was written to is as one that was not while it holds nothing.
impl<V: PartialEq> PartialEq for Cells<V> {
    fn eq(&self, other: &Self) -> bool {
        let empty = |page: &Page<V>| page.iter().flatten().all(|cell| *cell == self.zero);
        let mut pages = self.pages.iter().zip(&other.pages);
        self.near == other.near
            && self.pages.len() == other.pages.len()
            && pages.all(|(a, b)| a == b || empty(a) && empty(b))
    }
}

/// The page of a far address, and the place in it.
fn place(at: u32) -> (usize, usize) {
    let at = at - FAR;
    ((at / PAGE) as usize, (at % PAGE) as usize)
}

#[cfg(test)]
mod tests {
    use super::super::Memory;
    use super::*;
    use crate::Concrete;
    use margay_ir::ClassId;
    use proptest::prelude::*;

    fn class() -> ClassId {
        ClassId::from_u32(0)
    }

    fn memory() -> Memory<Concrete> {
        Memory::with_large_arrays(100_000, 100_000_000)
    }

    #[test]
    fn a_large_array_takes_memory_for_what_is_written_to_it() {
        let mut memory = memory();
        let array = memory.allocate(class(), 20_000_000).expect("there is room");
        assert_eq!(memory.len(array), 20_000_000);
        memory.set(array, 19_999_999, 7);
        memory.set(array, 5_000_000, 0);
        assert_eq!((memory.get(array, 19_999_999), memory.get(array, 5_000_000)), (7, 0));
        // The page of the header, and one more.
        assert_eq!(memory.cells.real(), memory.used() + 2 * PAGE as usize);
        assert!(memory.allocate(class(), 90_000_000).is_err(), "that would be too much");
        let mark = memory.mark();
        memory.set(array, 19_999_999, 8);
        let other = memory.allocate(class(), LARGE).expect("there is room");
        memory.set(other, 0, 1);
        memory.undo_to(mark);
        assert_eq!(memory.get(array, 19_999_999), 7);
        assert_eq!(memory.cells.real(), memory.used() + 2 * PAGE as usize);
    }

    proptest! {
        /// Copies between arrays that are far, near and the same do what a copy of plain arrays does.
        #[test]
        fn copies_are_those_of_plain_arrays(
            writes in proptest::collection::vec((0usize..3, 0u32..LARGE, 0u64..4), 1..40),
            copies in proptest::collection::vec((0usize..3, 0u32..9_000, 0usize..3, 0u32..9_000, 0u32..9_000), 1..12),
        ) {
            let mut memory = memory();
            let sizes = [LARGE + 10_000, 20_000, LARGE];
            let objects = sizes.map(|size| memory.allocate(class(), size).expect("there is room"));
            let mut plain = sizes.map(|size| vec![0; size as usize]);
            let mark = memory.mark();
            for (which, at, value) in writes {
                let at = at % sizes[which] % 18_000;
                memory.set(objects[which], at, value);
                plain[which][at as usize] = value;
            }
            for (from, from_at, to, to_at, count) in copies {
                memory.copy(objects[from], from_at, objects[to], to_at, count);
                let copied: Vec<u64> = plain[from][from_at as usize..][..count as usize].to_vec();
                plain[to][to_at as usize..][..count as usize].copy_from_slice(&copied);
            }
            for (object, plain) in objects.into_iter().zip(&plain) {
                prop_assert!((0..).zip(plain).all(|(at, value)| memory.get(object, at) == *value));
            }
            memory.undo_to(mark);
            for (object, size) in objects.into_iter().zip(sizes) {
                prop_assert!((0..size).all(|at| memory.get(object, at) == 0));
            }
        }
    }
}
