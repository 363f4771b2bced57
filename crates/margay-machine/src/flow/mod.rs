//! The concrete domain with a history: a value knows the inputs it depends on (FlowTest, section 3).
//!
//! A value depends on inputs in two ways. It was computed from them (*data*), or it was put where it is
//! because of them: by a jump, a store or a return that a branch on them has decided (*implied*). Such a
//! branch is in force until the block where its ways meet again, or until its method ends; the
//! code says where that is ([`Join`]). What a branch only refuses (a throw, an early return) is
//! no reason for what comes after it: the way on is the ordinary one, and depends on nobody.
//!
//! A place in memory that is written on one way and not on the other depends on the branch either way. The
//! run that does not write cannot know, so places that were ever written under a branch are remembered from run to run.
//!
//! Each branch is a [`Meeting`] of the inputs that its condition depends on and of those that have led
//! to it. Which of them belong together is for others to decide.

mod sets;

pub use sets::{InputNumber, InputSet};

use crate::code::Join;
use crate::code::op::Pc;
use crate::concrete::Concrete;
use crate::domain::{Domain, Location};
use margay_ir::{BinOp, Cond, Conv, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use sets::Sets;
use std::collections::VecDeque;

/// A word, and the inputs it depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FlowValue {
    /// The value.
    pub bits: u64,
    data: InputSet,
    implied: InputSet,
}

impl FlowValue {
    fn plain(bits: u64) -> Self {
        FlowValue { bits, data: InputSet::EMPTY, implied: InputSet::EMPTY }
    }

    fn depends(self) -> bool {
        !(self.data.is_empty() && self.implied.is_empty())
    }
}

/// A branch, and the inputs that meet there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Meeting {
    /// Those that its condition was computed from.
    pub data: InputSet,
    /// Those that have decided what it was computed from.
    pub implied: InputSet,
    /// Those that have led to the branch.
    pub control: InputSet,
    /// The operation that asks.
    pub at: Pc,
    /// The point of its block.
    pub point: u32,
}

/// A branch that has refused an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The point of its block.
    pub point: u32,
    /// How often the run had got past it before.
    pub passed: u32,
    /// How far apart the numbers were that it compared: with less, it is nearer to going on.
    pub distance: u64,
}

/// A branch that is in force.
#[derive(Clone, Copy, Debug)]
struct Region {
    /// Calls that its method is inside.
    depth: u32,
    /// The point where it ends; none if that is the end of the method.
    join: Option<u32>,
    /// What it depends on, and what all that are in force together do.
    own: InputSet,
    all: InputSet,
}

/// Where a call in progress is.
#[derive(Clone, Copy, Debug)]
struct Current {
    /// Calls that it is inside.
    depth: u32,
    /// The point entered last.
    point: u32,
    /// Whether its block has one way but for those that refuse.
    has_one_way: bool,
}

/// A check that a value has passed: whoever comes to it again passes it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Checked {
    NonNull(FlowValue),
    /// An index and a length.
    Inside(u32, FlowValue),
}

/// A place that outlives a run, as far as runs can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kept {
    Input(InputNumber),
    /// Any object of a class that the program has made.
    Cell(u32, u32),
    Static(u32),
}

/// The domain.
#[derive(Default)]
pub struct Flow {
    sets: Sets,
    regions: Vec<Region>,
    /// Where each call in progress is.
    blocks: Vec<Current>,
    /// What the branch just decided depends on, until a block is entered.
    pending: InputSet,
    /// The same of a branch that has one way but for those that refuse.
    guarded: InputSet,
    /// The operation at work.
    at: Pc,
    /// Cells that are inputs.
    cells: FxHashMap<u32, InputNumber>,
    /// References that may be objects of several classes, or one that another refers to as well.
    many: FxHashSet<InputNumber>,
    /// What places were written because of, in all runs.
    written: FxHashMap<Kept, InputSet>,
    /// In the order in which they were first seen.
    meetings: Vec<Meeting>,
    met: FxHashSet<Meeting>,
    /// Checks that this run has passed, with what had led there.
    checked: FxHashMap<Checked, InputSet>,
    /// How often this run has got past a branch that may refuse it, by its point.
    passed: FxHashMap<u32, u32>,
    /// Branches that have refused the input of this run.
    refused: Vec<Refused>,
    /// The depth of the method that is left because its input was refused.
    refusing: Option<u32>,
    /// How far apart the numbers were that were compared last.
    distance: u64,
    /// What the platform's own operations have looked at behind the domain's back, until they give a value.
    looked_at: FlowValue,
    /// How many ways of a branch were taken, in all runs, and which.
    ways: FxHashMap<u32, u32>,
    taken: FxHashSet<(u32, u32)>,
    /// The inputs that the numbers are which this run is given when it asks, in order.
    given: VecDeque<InputNumber>,
}

/// Nothing is taken back within a run; between runs memory is, by its own marks.
#[derive(Clone, Copy, Debug)]
pub struct FlowMark;

impl Flow {
    /// Begins a run: nothing has met, and no cell is an input.
    pub fn begin(&mut self) {
        self.regions.clear();
        self.blocks.clear();
        self.pending = InputSet::EMPTY;
        self.guarded = InputSet::EMPTY;
        self.cells.clear();
        self.many.clear();
        self.meetings.clear();
        self.met.clear();
        self.checked.clear();
        self.refused.clear();
        self.refusing = None;
        self.passed.clear();
        self.looked_at = FlowValue::plain(0);
    }

    /// Says which inputs the numbers are that the run will be given when it asks for some, in order.
    pub fn give(&mut self, inputs: impl IntoIterator<Item = InputNumber>) {
        self.given = inputs.into_iter().collect();
    }

    /// Says that a reference may be one of several objects: what is behind it depends on which.
    pub fn set_many(&mut self, input: InputNumber) {
        self.many.insert(input);
    }

    /// The branches that inputs have met at in this run.
    #[must_use]
    pub fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    /// The branches that have refused the input of this run.
    #[must_use]
    pub fn refused(&self) -> &[Refused] {
        &self.refused
    }

    /// How often this run has got past branches that may refuse it, by their points.
    #[must_use]
    pub fn passed(&self) -> &FxHashMap<u32, u32> {
        &self.passed
    }

    /// How many ways of a branch were taken so far, by its point.
    #[must_use]
    pub fn taken(&self, point: u32) -> u32 {
        self.ways.get(&point).copied().unwrap_or_default()
    }

    /// The inputs in a set, ascending.
    #[must_use]
    pub fn inputs(&self, set: InputSet) -> &[InputNumber] {
        self.sets.inputs(set)
    }

    /// The operation that brought the inputs of a set together for the first time.
    #[must_use]
    pub fn made_at(&self, set: InputSet) -> Pc {
        self.sets.made_at(set)
    }

    /// How much is known of what places were written because of: when it grows, runs before may have
    /// missed something.
    #[must_use]
    pub fn knowledge(&self) -> usize {
        self.written.values().map(|set| 1 + self.sets.inputs(*set).len()).sum()
    }

    fn union(&mut self, a: InputSet, b: InputSet) -> InputSet {
        self.sets.union(a, b, self.at)
    }

    fn control(&self) -> InputSet {
        self.regions.last().map_or(InputSet::EMPTY, |region| region.all)
    }

    fn of_both(&mut self, bits: u64, a: FlowValue, b: FlowValue) -> FlowValue {
        let data = self.union(a.data, b.data);
        let implied = self.union(a.implied, b.implied);
        FlowValue { bits, data, implied }
    }

    /// What a value depends on, in whichever way.
    fn all_of(&mut self, value: FlowValue) -> InputSet {
        self.union(value.data, value.implied)
    }

    /// A branch is decided by these values.
    fn decide(&mut self, a: FlowValue, b: FlowValue) {
        if !a.depends() && !b.depends() {
            return;
        }
        let both = self.of_both(0, a, b);
        let (data, implied, control) = (both.data, both.implied, self.control());
        let current = self.blocks.last().copied();
        let point = current.map_or(0, |current| current.point);
        let meeting = Meeting { data, implied, control, at: self.at, point };
        if self.met.insert(meeting) {
            self.meetings.push(meeting);
        }
        let asked = self.union(data, implied);
        if current.is_some_and(|current| current.has_one_way) {
            self.guarded = self.union(self.guarded, asked);
        } else {
            self.pending = self.union(self.pending, asked);
        }
    }

    /// A branch has gone from a block to a point, because of some inputs.
    fn decided(&mut self, from: Current, to: u32, join: &Join, asked: InputSet) {
        if self.taken.insert((from.point, to)) {
            *self.ways.entry(from.point).or_default() += 1;
        }
        let passed = self.passed.entry(from.point).or_default();
        if join.refusing.contains(&to) {
            let (point, passed, distance) = (from.point, *passed, self.distance);
            // What is done about a refusal may be refused in turn: that is no second one.
            let is_first = self.refusing.is_none_or(|inside| inside > from.depth);
            if is_first {
                self.refused.push(Refused { point, passed, distance });
                self.refusing = Some(from.depth);
            }
            return self.push_region(from.depth, None, asked);
        }
        *passed += 1;
        if !join.has_one_way && join.join != Some(to) {
            self.push_region(from.depth, join.join, asked);
        }
    }

    /// Whether a check was passed before, wherever this run has come from; it is from now on.
    fn is_checked(&mut self, check: Checked) -> bool {
        let control = self.control();
        if let Some(before) = self.checked.get(&check).copied()
            && self.union(before, control) == control
        {
            return true;
        }
        self.checked.insert(check, control);
        false
    }

    fn push_region(&mut self, depth: u32, join: Option<u32>, own: InputSet) {
        if let Some(last) = self.regions.last().copied()
            && (last.depth, last.join) == (depth, join)
        {
            // Another round of a loop.
            self.regions.pop();
            let own = self.union(last.own, own);
            return self.push_new_region(depth, join, own);
        }
        self.push_new_region(depth, join, own);
    }

    fn push_new_region(&mut self, depth: u32, join: Option<u32>, own: InputSet) {
        let all = self.union(self.control(), own);
        self.regions.push(Region { depth, join, own, all });
    }

    fn kept(&self, location: Location) -> Kept {
        match location {
            Location::Static(cell) => Kept::Static(cell),
            Location::Cell { class, address, index } => match self.cells.get(&address) {
                Some(input) => Kept::Input(*input),
                None => Kept::Cell(class.as_u32(), index),
            },
        }
    }

    /// Of a reference, those inputs that say which of several objects it is.
    fn choosing(&mut self, reference: FlowValue) -> InputSet {
        if self.many.is_empty() || !reference.depends() {
            return InputSet::EMPTY;
        }
        let all = self.all_of(reference);
        let inputs = self.sets.inputs(all).iter();
        let many: Vec<InputNumber> = inputs.copied().filter(|i| self.many.contains(i)).collect();
        many.into_iter().fold(InputSet::EMPTY, |set, input| {
            let one = self.sets.of(input);
            self.union(set, one)
        })
    }
}

impl Domain for Flow {
    const ACCELERATES: bool = false;
    const FLOWS: bool = true;
    type Mark = FlowMark;
    type Value = FlowValue;

    fn constant(bits: u64) -> FlowValue {
        FlowValue::plain(bits)
    }

    fn known(value: FlowValue) -> Option<u64> {
        (!value.depends()).then_some(value.bits)
    }

    fn bits(&self, value: FlowValue) -> Option<u64> {
        Some(value.bits)
    }

    fn concretize(&mut self, value: FlowValue) -> Option<u64> {
        self.looked_at = self.of_both(0, self.looked_at, value);
        Some(value.bits)
    }

    fn is_null(&mut self, reference: FlowValue) -> Option<bool> {
        let is_null = reference.bits == 0;
        if is_null || !reference.depends() || !self.is_checked(Checked::NonNull(reference)) {
            self.decide(reference, FlowValue::plain(0));
        }
        Some(is_null)
    }

    fn is_same(&mut self, a: FlowValue, b: FlowValue) -> Option<bool> {
        self.decide(a, b);
        Some(a.bits == b.bits)
    }

    fn undecided() -> FlowValue {
        FlowValue::plain(0)
    }

    fn is_undecided(_: FlowValue) -> bool {
        false
    }

    fn binary(&mut self, op: BinOp, ty: Type, a: FlowValue, b: FlowValue) -> FlowValue {
        let bits = Concrete.binary(op, ty, a.bits, b.bits);
        self.of_both(bits, a, b)
    }

    fn negate(&mut self, ty: Type, a: FlowValue) -> FlowValue {
        FlowValue { bits: Concrete.negate(ty, a.bits), ..a }
    }

    fn convert(&mut self, conv: Conv, a: FlowValue) -> FlowValue {
        FlowValue { bits: Concrete.convert(conv, a.bits), ..a }
    }

    fn compare(&mut self, cond: Cond, ty: Type, a: FlowValue, b: FlowValue) -> FlowValue {
        let bits = Concrete.compare(cond, ty, a.bits, b.bits);
        self.of_both(bits, a, b)
    }

    fn three_way(&mut self, ty: Type, nan: i8, a: FlowValue, b: FlowValue) -> FlowValue {
        let bits = Concrete.three_way(ty, nan, a.bits, b.bits);
        self.of_both(bits, a, b)
    }

    fn test(&mut self, cond: Cond, ty: Type, a: FlowValue, b: FlowValue) -> Option<bool> {
        self.decide(a, b);
        if ty == Type::I32 {
            let number = |value: FlowValue| i64::from(value.bits as u32 as i32);
            self.distance = number(a).abs_diff(number(b));
        }
        Concrete.test(cond, ty, a.bits, b.bits)
    }

    fn in_bounds(&mut self, index: FlowValue, length: FlowValue) -> Option<bool> {
        let is_inside = (index.bits as u32) < length.bits as u32;
        let check = Checked::Inside(index.bits as u32, length);
        if !is_inside || index.depends() || !length.depends() || !self.is_checked(check) {
            self.decide(index, length);
        }
        Some(is_inside)
    }

    fn group_of(&mut self, value: FlowValue, groups: &[Vec<i32>]) -> Option<usize> {
        self.decide(value, FlowValue::plain(0));
        let key = value.bits as u32 as i32;
        Some(groups.iter().position(|group| group.contains(&key)).unwrap_or(groups.len()))
    }

    fn element(&mut self, _: Type, elements: &[FlowValue], index: FlowValue) -> Option<FlowValue> {
        let element = *elements.get(index.bits as usize)?;
        Some(self.of_both(element.bits, element, index))
    }

    /// Which places are written depends on the index, so all of them do.
    fn stored(
        &mut self,
        _: Type,
        place: u32,
        old: FlowValue,
        index: FlowValue,
        value: FlowValue,
    ) -> Option<FlowValue> {
        let asked = self.all_of(index);
        let new = if index.bits as u32 == place { value } else { old };
        let implied = self.union(new.implied, asked);
        Some(FlowValue { implied, ..new })
    }

    fn returned(&mut self, value: FlowValue) -> FlowValue {
        self.moved(value)
    }

    fn of_input(&mut self, bits: u64, address: Option<u32>, input: InputNumber) -> FlowValue {
        self.cells.extend(address.map(|address| (address, input)));
        FlowValue { data: self.sets.of(input), ..FlowValue::plain(bits) }
    }

    fn given_number(&mut self, bits: u64) -> FlowValue {
        match self.given.pop_front() {
            Some(input) => self.of_input(bits, None, input),
            None => FlowValue::plain(bits),
        }
    }

    fn at(&mut self, operation: Pc) {
        self.at = operation;
    }

    fn moved(&mut self, value: FlowValue) -> FlowValue {
        let because = self.union(self.control(), self.pending);
        FlowValue { implied: self.union(value.implied, because), ..value }
    }

    fn thrown(&mut self, given: &[FlowValue]) {
        let looked_at = std::mem::replace(&mut self.looked_at, FlowValue::plain(0));
        let all = given.iter().fold(looked_at, |all, value| self.of_both(0, all, *value));
        self.decide(all, FlowValue::plain(0));
    }

    fn made(&mut self, value: FlowValue, of: &[FlowValue]) -> FlowValue {
        let guarded = std::mem::take(&mut self.guarded);
        let asked = self.union(guarded, self.pending);
        self.pending = InputSet::EMPTY;
        let looked_at = std::mem::replace(&mut self.looked_at, FlowValue::plain(0));
        let of = of.iter().chain([&looked_at]);
        let made = of.fold(value, |made, from| self.of_both(made.bits, made, *from));
        FlowValue { data: self.union(made.data, asked), ..made }
    }

    fn read(&mut self, location: Location, through: FlowValue, value: FlowValue) -> FlowValue {
        let mut implied = value.implied;
        if !self.written.is_empty()
            && let Some(because) = self.written.get(&self.kept(location)).copied()
        {
            implied = self.union(implied, because);
        }
        let choosing = self.choosing(through);
        FlowValue { implied: self.union(implied, choosing), ..value }
    }

    fn write(&mut self, location: Location, through: FlowValue, value: FlowValue) -> FlowValue {
        let choosing = self.choosing(through);
        let because = self.union(self.control(), choosing);
        if because.is_empty() {
            return value;
        }
        let kept = self.kept(location);
        let known = self.written.get(&kept).copied().unwrap_or_default();
        let known = self.union(known, because);
        self.written.insert(kept, known);
        FlowValue { implied: self.union(value.implied, because), ..value }
    }

    fn entered(&mut self, depth: u32, point: u32, joins: &[Join]) {
        let guarded = std::mem::take(&mut self.guarded);
        let asked = self.union(guarded, self.pending);
        self.pending = InputSet::EMPTY;
        self.left(depth);
        let has_one_way = joins[point as usize].has_one_way;
        let current = Current { depth, point, has_one_way };
        match self.blocks.last_mut() {
            Some(last) if last.depth == depth => {
                let from = std::mem::replace(last, current);
                if !asked.is_empty() {
                    self.decided(from, point, &joins[from.point as usize], asked);
                }
            }
            _ => self.blocks.push(current),
        }
        let is_over = |region: &Region| region.depth == depth && region.join == Some(point);
        if let Some(first) = self.regions.iter().position(is_over) {
            self.regions.truncate(first);
        }
    }

    fn called(&mut self, depth: u32, receiver: FlowValue) {
        (self.pending, self.guarded) = (InputSet::EMPTY, InputSet::EMPTY);
        let choosing = self.choosing(receiver);
        if !choosing.is_empty() {
            self.push_region(depth, None, choosing);
        }
    }

    fn left(&mut self, depth: u32) {
        while self.regions.last().is_some_and(|region| region.depth > depth) {
            self.regions.pop();
        }
        self.refusing = self.refusing.filter(|inside| *inside <= depth);
        while self.blocks.last().is_some_and(|block| block.depth > depth) {
            self.blocks.pop();
        }
    }

    fn caught(&mut self, depth: u32, joins: &[Join]) {
        let before = self.control();
        self.left(depth);
        let block = self.blocks.last().copied().filter(|block| block.depth == depth);
        if let (Some(block), true) = (block, before != self.control()) {
            self.push_region(depth, joins[block.point as usize].join, before);
        }
        (self.pending, self.guarded) = (InputSet::EMPTY, InputSet::EMPTY);
    }

    fn mark(&self) -> FlowMark {
        FlowMark
    }

    fn undo_to(&mut self, _: FlowMark) {}
}
