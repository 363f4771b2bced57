//! Everything a branch can change but registers: heap cells, static cells, class states,
//! constants made so far, captured output; with the trail that takes the changes back.
//!
//! The heap is a stack of cells. A reference is the index of an object's header cell, its fields
//! or elements follow; 0 is null. Going back to a mark frees what was allocated since, so a
//! search needs no collector. A write is trailed only if the cell is older than the newest mark:
//! younger ones disappear with the mark. Large arrays have memory for what was written to them
//! only (`cells`).

mod arrays;
mod cells;
mod changes;
mod containers;
mod large;
mod objects;
mod snapshot;
mod touched;

pub(crate) use cells::Cells;
pub use changes::Spot;
pub use snapshot::Snapshot;
pub use touched::Touched;

use crate::container::{Container, Inverse, Reverse};
use crate::domain::{Domain, Location};
use cells::{FAR, LARGE, Top};
use cranelift_entity::EntityRef;
use margay_ir::{ClassId, StrId};
use rustc_hash::FxHashMap;

/// A reference: the index of a header cell, or 0.
pub type Ref = u32;

/// How far the initialisation of a class has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum ClassState {
    /// Not begun.
    #[default]
    Fresh,
    /// Begun: a supertype is being initialised first.
    Waiting,
    /// Its initializer is on the stack.
    Running,
    /// Ready for use.
    Ready,
    /// Its initializer threw.
    Failed,
}

/// The heap is full: `--max-heap` would be exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory;

/// One change to be taken back.
#[derive(Clone, Copy, Debug)]
enum Undo<V> {
    Cell(u32, V),
    Static(u32, V),
    State(u32, ClassState),
    Str(u32, Ref),
    Mirror(u32, Ref),
    /// One operation on a container.
    Container {
        at: u32,
        what: Inverse,
        place: u32,
        item: Ref,
    },
    /// A container is as it was, put aside.
    Whole(u32, u32),
    /// An array whose length is a value.
    Sized(Ref),
}

/// The trail is long, and most of its entries are cells.
const _: () = assert!(size_of::<Undo<u64>>() == 16);

impl<V> Undo<V> {
    /// What the change was made to.
    fn place(&self) -> (u8, u32) {
        match self {
            Undo::Cell(at, _) => (0, *at),
            Undo::Static(at, _) => (1, *at),
            Undo::State(at, _) => (2, *at),
            Undo::Str(at, _) => (3, *at),
            Undo::Mirror(at, _) => (4, *at),
            Undo::Container { at, .. } | Undo::Whole(at, _) => (5, *at),
            Undo::Sized(at) => (6, *at),
        }
    }

    /// The container it was made to.
    fn container(&self) -> Option<u32> {
        match self {
            Undo::Container { at, .. } | Undo::Whole(at, _) => Some(*at),
            _ => None,
        }
    }
}

/// A point to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    trail: usize,
    top: Top,
    containers: u32,
    aside: u32,
    out: usize,
    err: usize,
}

impl Mark {
    /// Whether an object was there then.
    #[must_use]
    pub fn covers(self, object: Ref) -> bool {
        self.top.covers(object)
    }
}

/// Captured output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramOutput {
    /// Standard output.
    pub out: Vec<u8>,
    /// Standard error.
    pub err: Vec<u8>,
}

/// The memory of a machine.
pub struct Memory<D: Domain> {
    pub(crate) cells: Cells<D::Value>,
    pub(crate) statics: Vec<D::Value>,
    pub(crate) states: Vec<ClassState>,
    strings: Vec<Ref>,
    mirrors: Vec<Ref>,
    trail: Vec<Undo<D::Value>>,
    /// Length of the trail at which repeated writes of the newest segment are next thinned out.
    thin_at: usize,
    /// Start of the newest segment of the trail.
    segment: usize,
    /// Cells below this one, and everything else, are older than the newest mark.
    pub(crate) old: u32,
    /// The same for large arrays too.
    old_top: Top,
    marked: bool,
    containers: Vec<Container>,
    /// Containers in use; the others wait to be used again.
    live_containers: u32,
    old_containers: u32,
    /// Containers as they were, where the trail says so.
    aside: Vec<Option<Container>>,
    limit: usize,
    /// Most cells that all objects together may have, those of large arrays included that nothing
    /// was written to.
    whole_limit: usize,
    /// The objects whose cells may be undecided.
    open: std::ops::Range<u32>,
    /// Arrays among them whose length is a cell of its own.
    lengths: FxHashMap<Ref, u32>,
    /// What the program printed on this path.
    pub output: ProgramOutput,
}

/// Cells kept for exceptions raised when the heap is full.
const RESERVE: usize = 1 << 16;

/// First length at which a segment is thinned out.
const THIN_FROM: usize = 1 << 16;

impl<D: Domain> Memory<D> {
    /// An empty memory of at most `limit` cells.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self::with_large_arrays(limit, limit)
    }

    /// An empty memory of at most `limit` cells that have memory, and `whole` with those of large
    /// arrays that nothing was written to.
    #[must_use]
    pub fn with_large_arrays(limit: usize, whole: usize) -> Self {
        Memory {
            cells: Cells::new(D::constant(0)),
            statics: Vec::new(),
            states: Vec::new(),
            strings: Vec::new(),
            mirrors: Vec::new(),
            trail: Vec::new(),
            thin_at: THIN_FROM,
            segment: 0,
            old: 0,
            old_top: Top::default(),
            marked: false,
            containers: Vec::new(),
            live_containers: 0,
            old_containers: 0,
            aside: Vec::new(),
            limit: limit.min(FAR as usize - RESERVE),
            whole_limit: whole,
            open: 0..0,
            lengths: FxHashMap::default(),
            output: ProgramOutput::default(),
        }
    }

    /// Number of cells in use, without those of large arrays.
    #[must_use]
    pub fn used(&self) -> usize {
        self.cells.near()
    }

    /// What all cells hold, those of objects and static ones.
    pub fn values(&self) -> impl Iterator<Item = D::Value> + '_ {
        let cells = self.cells.written(0..u32::MAX).map(|(_, value)| value);
        cells.chain(self.statics.iter().copied())
    }

    /// Whether objects are kept in another form than cells.
    pub(crate) fn has_containers(&self) -> bool {
        self.live_containers > 0
    }

    /// Length of the trail.
    #[must_use]
    pub fn trail_len(&self) -> usize {
        self.trail.len()
    }

    // ---- objects ----

    /// Allocates an object of `len` cells, all zero.
    ///
    /// # Errors
    /// When the limit would be exceeded.
    #[inline]
    pub fn allocate(&mut self, class: ClassId, len: u32) -> Result<Ref, OutOfMemory> {
        if len >= LARGE {
            return self.allocate_large(class, len);
        }
        self.allocate_below(self.limit, class, len)
    }

    /// Allocates an object that must fit even when the heap is full: an exception that says so.
    ///
    /// # Errors
    /// When even the reserve is used up.
    pub fn allocate_reserved(&mut self, class: ClassId, len: u32) -> Result<Ref, OutOfMemory> {
        self.allocate_below(self.limit + RESERVE, class, len)
    }

    #[inline]
    fn allocate_below(
        &mut self,
        limit: usize,
        class: ClassId,
        len: u32,
    ) -> Result<Ref, OutOfMemory> {
        if self.cells.near() + len as usize + 1 > limit {
            return Err(OutOfMemory);
        }
        Ok(self.cells.add(D::constant(header(class, len)), len))
    }

    /// Class of an object.
    #[inline(always)]
    #[must_use]
    pub fn class_of(&self, object: Ref) -> ClassId {
        ClassId::from_u32(self.header(object) as u32)
    }

    /// Number of cells of an object: the length of an array.
    #[inline(always)]
    #[must_use]
    pub fn len(&self, object: Ref) -> u32 {
        (self.header(object) >> 32) as u32
    }

    #[inline(always)]
    fn header(&self, object: Ref) -> u64 {
        D::known(self.cells.get(object)).unwrap_or_default()
    }

    /// A field or element.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, object: Ref, index: u32) -> D::Value {
        self.cells.get(Self::address(object, index))
    }

    /// Sets a field or element.
    #[inline(always)]
    pub fn set(&mut self, object: Ref, index: u32, value: D::Value) {
        self.set_cell(Self::address(object, index), value);
    }

    /// Copies cells from one object to another (or within one), as if through a buffer.
    pub fn copy(&mut self, from: Ref, from_index: u32, to: Ref, to_index: u32, count: u32) {
        let (source, target) = (Self::address(from, from_index), Self::address(to, to_index));
        if source.max(target) >= FAR {
            return self.copy_large(source, target, count);
        }
        for at in target..target + count {
            if at < self.old {
                self.push(Undo::Cell(at, self.cells.get(at)));
            }
        }
        self.cells.copy_near(source, target, count);
    }

    // ---- undecided cells ----

    /// Allocates an object whose cells are all to be decided when they are first read.
    ///
    /// # Errors
    /// When the limit would be exceeded.
    pub fn allocate_open(&mut self, class: ClassId, len: u32) -> Result<Ref, OutOfMemory> {
        let object = self.allocate_below(self.limit, class, len)?;
        self.open_object(object);
        Ok(object)
    }

    /// Lets cells of an object that exists be undecided too.
    pub fn open_object(&mut self, object: Ref) {
        let end = object + 1 + self.len(object);
        self.open = if self.open.is_empty() {
            object..end
        } else {
            self.open.start.min(object)..self.open.end.max(end)
        };
    }

    /// Allocates an array of at most `max` elements whose length is to be decided too; gives the
    /// array and the cell of its length.
    ///
    /// # Errors
    /// When the limit would be exceeded.
    pub fn allocate_open_array(
        &mut self,
        class: ClassId,
        max: u32,
    ) -> Result<(Ref, u32), OutOfMemory> {
        let array = self.allocate_open(class, max + 1)?;
        let length = array + 1 + max;
        self.cells.set(array, D::constant(header(class, 0)));
        self.lengths.insert(array, length);
        Ok((array, length))
    }

    /// Allocates an array of `len` elements, all zero, with room for `room` of them.
    ///
    /// # Errors
    /// When the limit would be exceeded.
    pub fn allocate_sized(
        &mut self,
        class: ClassId,
        room: u32,
        len: D::Value,
    ) -> Result<Ref, OutOfMemory> {
        let array = self.allocate_below(self.limit, class, room + 1)?;
        let cell = array + 1 + room;
        self.cells.set(array, D::constant(header(class, 0)));
        self.cells.set(cell, len);
        if self.marked {
            self.push(Undo::Sized(array));
        }
        self.lengths.insert(array, cell);
        Ok(array)
    }

    /// The length of an array made by [`allocate_sized`](Self::allocate_sized), until it is
    /// [set](Self::set_length).
    #[must_use]
    pub fn sized(&self, array: Ref) -> Option<D::Value> {
        if self.len(array) != 0 {
            return None;
        }
        self.lengths.get(&array).map(|cell| self.cells.get(*cell))
    }

    /// The elements an array has room for.
    #[must_use]
    pub fn room(&self, array: Ref) -> u32 {
        match self.lengths.get(&array) {
            Some(cell) if self.len(array) == 0 => cell - array - 1,
            _ => self.len(array),
        }
    }

    /// Changes the class in the header of an object.
    pub fn set_class(&mut self, object: Ref, class: ClassId) {
        let len = self.len(object);
        self.set_cell(object, D::constant(header(class, len)));
    }

    /// Decides the length of an open array.
    pub fn set_length(&mut self, array: Ref, length: u32) {
        let cell = self.lengths[&array];
        let class = self.class_of(array);
        self.set_cell(array, D::constant(header(class, length)));
        self.set_cell(cell, D::constant(u64::from(length)));
    }

    /// Address of a field or element.
    #[inline(always)]
    #[must_use]
    pub fn address(object: Ref, index: u32) -> u32 {
        object + 1 + index
    }

    /// A cell of an object.
    #[must_use]
    pub fn location(&self, object: Ref, index: u32) -> Location {
        Location::Cell {
            class: self.class_of(object),
            address: Self::address(object, index),
            index,
        }
    }

    /// The value of a cell by its address.
    #[must_use]
    pub fn cell(&self, address: u32) -> D::Value {
        self.cells.get(address)
    }

    /// Sets a cell by its address.
    #[inline(always)]
    pub fn set_cell(&mut self, address: u32, value: D::Value) {
        if address < self.old {
            self.push(Undo::Cell(address, self.cells.get(address)));
        }
        if !self.cells.set_near(address, value) {
            self.set_large(address, value);
        }
    }

    /// Sets a cell by its address without remembering the old value: for setting up, and for
    /// changes the caller takes back himself.
    pub fn overwrite_cell(&mut self, address: u32, value: D::Value) {
        self.cells.set(address, value);
    }

    /// Sets the length of an open array without remembering the old one.
    pub fn overwrite_length(&mut self, array: Ref, length: u32) {
        self.cells.set(array, D::constant(header(self.class_of(array), length)));
    }

    /// Whether the cell is undecided.
    #[must_use]
    pub fn awaits(&self, address: u32) -> bool {
        self.open.contains(&address) && D::is_undecided(self.cells.get(address))
    }

    /// The cell of an array's length, if that is undecided.
    #[must_use]
    pub fn awaits_length(&self, array: Ref) -> Option<u32> {
        if !self.open.contains(&array) {
            return None;
        }
        self.lengths.get(&array).copied().filter(|cell| self.awaits(*cell))
    }

    /// The first undecided cell among some of an object, its length included.
    #[must_use]
    pub fn first_undecided(&self, object: Ref, from: u32, count: u32) -> Option<u32> {
        if !self.open.contains(&object) {
            return None;
        }
        let first = Self::address(object, from);
        let undecided = |(at, value)| D::is_undecided(value).then_some(at);
        self.awaits_length(object)
            .or_else(|| self.cells.written(first..first + count).find_map(undecided))
    }

    // ---- what belongs to classes ----

    /// A static cell.
    #[inline(always)]
    #[must_use]
    pub fn get_static(&self, cell: u32) -> D::Value {
        // Cells of a class that was loaded since the last write are as they were made.
        self.statics.get(cell as usize).copied().unwrap_or(D::constant(0))
    }

    /// Sets a static cell.
    #[inline(always)]
    pub fn set_static(&mut self, cell: u32, value: D::Value) {
        if cell as usize >= self.statics.len() {
            self.grow_statics(cell);
        }
        if self.marked {
            self.push(Undo::Static(cell, self.statics[cell as usize]));
        }
        self.statics[cell as usize] = value;
    }

    /// Makes room for a static cell of a class that was loaded since.
    #[cold]
    fn grow_statics(&mut self, cell: u32) {
        self.statics.resize(cell as usize + 1, D::constant(0));
    }

    /// State of a class.
    #[inline(always)]
    #[must_use]
    pub fn state(&self, class: ClassId) -> ClassState {
        self.states.get(class.index()).copied().unwrap_or_default()
    }

    /// Whether the initializer of the class has yet to run.
    #[must_use]
    pub fn is_fresh(&self, class: ClassId) -> bool {
        matches!(self.state(class), ClassState::Fresh | ClassState::Waiting)
    }

    /// Whether the class may be used by the code that runs now (its own initializer included).
    #[inline(always)]
    #[must_use]
    pub fn is_ready(&self, class: ClassId) -> bool {
        matches!(self.state(class), ClassState::Ready | ClassState::Running)
    }

    /// Sets the state of a class.
    pub fn set_state(&mut self, class: ClassId, state: ClassState) {
        let old = self.state(class);
        if self.marked {
            self.push(Undo::State(class.as_u32(), old));
        }
        grow(&mut self.states, class.index());
        self.states[class.index()] = state;
    }

    /// Whether what is true of the memory now stays true: no mark can take it back.
    #[must_use]
    pub fn permanent(&self) -> bool {
        !self.marked
    }

    /// The object of a string constant, or 0.
    #[must_use]
    pub fn string(&self, string: StrId) -> Ref {
        self.strings.get(string.index()).copied().unwrap_or_default()
    }

    /// The string constant whose object this is.
    #[must_use]
    pub fn string_at(&self, object: Ref) -> Option<StrId> {
        self.strings.iter().position(|known| *known == object).map(StrId::new)
    }

    /// Sets the object of a string constant.
    pub fn set_string(&mut self, string: StrId, object: Ref) {
        if self.marked {
            self.push(Undo::Str(string.as_u32(), self.string(string)));
        }
        grow(&mut self.strings, string.index());
        self.strings[string.index()] = object;
    }

    /// The object that stands for a class, or 0.
    #[must_use]
    pub fn mirror(&self, class: ClassId) -> Ref {
        self.mirrors.get(class.index()).copied().unwrap_or_default()
    }

    /// Sets the object that stands for a class.
    pub fn set_mirror(&mut self, class: ClassId, object: Ref) {
        if self.marked {
            self.push(Undo::Mirror(class.as_u32(), self.mirror(class)));
        }
        grow(&mut self.mirrors, class.index());
        self.mirrors[class.index()] = object;
    }

    // ---- going back ----

    /// A mark of the present state; later writes are trailed.
    pub fn mark(&mut self) -> Mark {
        let mark = Mark {
            trail: self.trail.len(),
            top: self.cells.top(),
            containers: self.live_containers,
            aside: self.aside.len() as u32,
            out: self.output.out.len(),
            err: self.output.err.len(),
        };
        self.begin_segment(Some(mark));
        mark
    }

    /// Takes back everything since the mark, which stays the newest one.
    pub fn undo_to(&mut self, mark: Mark) {
        for undo in self.trail.drain(mark.trail..).rev() {
            match undo {
                Undo::Cell(at, old) => self.cells.set(at, old),
                Undo::Static(at, old) => self.statics[at as usize] = old,
                Undo::State(at, old) => self.states[at as usize] = old,
                Undo::Str(at, old) => self.strings[at as usize] = old,
                Undo::Mirror(at, old) => self.mirrors[at as usize] = old,
                Undo::Container { at, what, place, item } => {
                    self.containers[at as usize].undo(Reverse { what, place, item });
                }
                Undo::Whole(at, aside) => {
                    if let Some(old) = self.aside[aside as usize].take() {
                        self.containers[at as usize] = old;
                    }
                }
                Undo::Sized(array) => {
                    self.lengths.remove(&array);
                }
            }
        }
        self.aside.truncate(mark.aside as usize);
        self.live_containers = mark.containers;
        self.cells.truncate(mark.top);
        self.output.out.truncate(mark.out);
        self.output.err.truncate(mark.err);
        self.begin_segment(Some(mark));
    }

    /// Forgets the newest mark; `previous` is the newest one then.
    pub fn forget(&mut self, previous: Option<Mark>) {
        self.begin_segment(previous);
        if previous.is_none() {
            self.trail.clear();
            self.aside.clear();
        }
    }

    fn begin_segment(&mut self, mark: Option<Mark>) {
        self.marked = mark.is_some();
        self.old_top = mark.map_or(Top::default(), |m| m.top);
        self.old = self.old_top.near;
        self.old_containers = mark.map_or(0, |m| m.containers);
        self.segment = mark.map_or(0, |m| m.trail);
        self.thin_at = self.trail.len() + THIN_FROM;
    }

    #[inline]
    fn push(&mut self, undo: Undo<D::Value>) {
        if self.trail.len() >= self.thin_at {
            self.thin_out();
        }
        self.trail.push(undo);
    }
}

fn header(class: ClassId, len: u32) -> u64 {
    u64::from(class.as_u32()) | u64::from(len) << 32
}

fn grow<T: Default + Clone>(table: &mut Vec<T>, index: usize) {
    if table.len() <= index {
        table.resize(index + 1, T::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Change, Concrete, TableEntry};
    use proptest::prelude::*;

    /// What a branch can see.
    fn snapshot(memory: &Memory<Concrete>) -> impl PartialEq + std::fmt::Debug + use<> {
        let live = memory.live_containers as usize;
        (
            memory.cells.clone(),
            (0..4).map(|cell| memory.get_static(cell)).collect::<Vec<_>>(),
            (0..8).map(|c| memory.state(ClassId::from_u32(c))).collect::<Vec<_>>(),
            (0..8).map(|s| memory.string(StrId::from_u32(s))).collect::<Vec<_>>(),
            (0..8).map(|c| memory.mirror(ClassId::from_u32(c))).collect::<Vec<_>>(),
            memory.containers[..live].to_vec(),
            memory.output.clone(),
        )
    }

    /// One change, chosen by two numbers.
    fn change(memory: &mut Memory<Concrete>, kind: u8, number: u32) {
        let class = ClassId::from_u32(number % 8);
        match kind {
            0 => {
                let len = if number.is_multiple_of(7) { LARGE + number } else { number % 4 };
                let _ = memory.allocate(class, len);
            }
            1 => {
                let at = 1 + number % memory.used() as u32;
                if (at as usize) < memory.used() {
                    memory.set_cell(at, u64::from(number));
                }
                if memory.cells.far() > 0 {
                    memory.set_cell(FAR + 1 + number * 97 % LARGE, u64::from(number % 3));
                }
            }
            2 => memory.set_static(number % 4, u64::from(number)),
            3 => memory.set_state(class, ClassState::Ready),
            4 => memory.set_string(StrId::from_u32(number % 8), number),
            5 => memory.set_mirror(class, number),
            6 => memory.output.out.push(number as u8),
            7 => {
                memory.new_container(Container::Table(crate::Table::default()));
            }
            _ if memory.live_containers > 0 => {
                change_table(memory, 1 + number % memory.live_containers, number);
            }
            _ => {}
        }
    }

    fn change_table(memory: &mut Memory<Concrete>, handle: u32, number: u32) {
        let table = memory.container(handle).table().expect("a table");
        let (hash, key) = (number / 4, number);
        let change = match table.find(hash, |other| other == key) {
            Some(at) if number.is_multiple_of(3) => Change::SetValue(at, number / 2),
            Some(at) => Change::Remove(at),
            None if number.is_multiple_of(50) => Change::Clear,
            None => Change::Insert(TableEntry { key, hash, value: number }),
        };
        memory.change(handle, change);
    }

    proptest! {
        /// Whatever happens after a mark, going back to it leaves what was there.
        #[test]
        fn going_back_restores_everything(
            steps in proptest::collection::vec((0u8..12, 0u32..1000), 1..200)
        ) {
            let mut memory: Memory<Concrete> = Memory::with_large_arrays(100_000, 10_000_000);
            let mut marks = Vec::new();
            for (kind, number) in steps {
                match kind {
                    9 => marks.push((memory.mark(), snapshot(&memory))),
                    10 => {
                        if let Some((mark, before)) = marks.last() {
                            memory.undo_to(*mark);
                            prop_assert_eq!(&snapshot(&memory), before);
                        }
                    }
                    11 => {
                        if let Some((mark, before)) = marks.pop() {
                            memory.undo_to(mark);
                            prop_assert_eq!(snapshot(&memory), before);
                            memory.forget(marks.last().map(|(mark, _)| *mark));
                        }
                    }
                    _ => change(&mut memory, kind, number),
                }
            }
            for (mark, before) in marks.iter().rev() {
                memory.undo_to(*mark);
                prop_assert_eq!(&snapshot(&memory), before);
            }
        }
    }

    /// A loop after a mark writes the same cells over and over: the trail must not grow with it.
    #[test]
    fn repeated_writes_do_not_fill_the_trail() {
        let mut memory: Memory<Concrete> = Memory::new(10_000);
        let object = memory.allocate(ClassId::from_u32(0), 8).expect("there is room");
        let mark = memory.mark();
        for round in 0..2_000_000u64 {
            memory.set(object, (round % 8) as u32, round + 1);
        }
        assert!(memory.trail_len() <= 2 * THIN_FROM, "{} entries", memory.trail_len());
        memory.undo_to(mark);
        assert!((0..8).all(|index| memory.get(object, index) == 0));
    }

    /// Nor must it grow with what happens to a container.
    #[test]
    fn a_busy_container_does_not_fill_the_trail() {
        let mut memory: Memory<Concrete> = Memory::new(10_000);
        let handle = memory.new_container(Container::Table(crate::Table::default()));
        let other = memory.new_container(Container::Table(crate::Table::default()));
        change_table(&mut memory, handle, 1);
        let (mark, before) = (memory.mark(), snapshot(&memory));
        for round in 0..1_000_000 {
            change_table(&mut memory, handle, round % 100);
        }
        change_table(&mut memory, other, 7);
        assert!(memory.trail_len() <= 2 * THIN_FROM, "{} entries", memory.trail_len());
        let kept = memory.aside.iter().flatten().count();
        assert!(kept <= 2 * THIN_FROM / 100, "{kept} containers put aside");
        memory.undo_to(mark);
        assert_eq!(snapshot(&memory), before);
        assert!(memory.aside.is_empty());
    }
}
