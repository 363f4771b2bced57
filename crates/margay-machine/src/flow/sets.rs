//! Sets of inputs, each kept once, so that a value carries a number and a union is a look-up.

use crate::code::op::Pc;
use rustc_hash::FxHashMap;

/// An input, by its number.
pub type InputNumber = u32;

/// A set of inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InputSet(u32);

impl InputSet {
    /// No input.
    pub const EMPTY: InputSet = InputSet(0);

    /// Whether there is no input in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == InputSet::EMPTY
    }
}

/// A set, and the operation that made it for the first time.
struct Known {
    inputs: Box<[InputNumber]>,
    made_at: Pc,
}

/// All sets so far.
pub(super) struct Sets {
    all: Vec<Known>,
    numbers: FxHashMap<Box<[InputNumber]>, InputSet>,
    unions: FxHashMap<(InputSet, InputSet), InputSet>,
}

impl Default for Sets {
    fn default() -> Self {
        let mut sets =
            Sets { all: Vec::new(), numbers: FxHashMap::default(), unions: FxHashMap::default() };
        sets.number(Box::default(), 0);
        sets
    }
}

impl Sets {
    fn number(&mut self, inputs: Box<[InputNumber]>, made_at: Pc) -> InputSet {
        let next = InputSet(u32::try_from(self.all.len()).expect("fewer than 2^32 sets"));
        *self.numbers.entry(inputs).or_insert_with_key(|inputs| {
            self.all.push(Known { inputs: inputs.clone(), made_at });
            next
        })
    }

    pub fn of(&mut self, input: InputNumber) -> InputSet {
        self.number(Box::new([input]), 0)
    }

    pub fn union(&mut self, a: InputSet, b: InputSet, at: Pc) -> InputSet {
        if a == b || b.is_empty() {
            return a;
        }
        if a.is_empty() {
            return b;
        }
        let pair = (a.min(b), a.max(b));
        if let Some(known) = self.unions.get(&pair) {
            return *known;
        }
        let mut inputs = [self.inputs(a), self.inputs(b)].concat();
        inputs.sort_unstable();
        inputs.dedup();
        let union = self.number(inputs.into(), at);
        self.unions.insert(pair, union);
        union
    }

    /// The inputs in a set, ascending.
    pub fn inputs(&self, set: InputSet) -> &[InputNumber] {
        &self.all[set.0 as usize].inputs
    }

    /// The operation that brought the inputs of a set together for the first time.
    pub fn made_at(&self, set: InputSet) -> Pc {
        self.all[set.0 as usize].made_at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sets_are_one() {
        let mut sets = Sets::default();
        let (a, b, c) = (sets.of(1), sets.of(2), sets.of(3));
        let ab = sets.union(a, b, 10);
        assert_eq!(sets.union(b, a, 20), ab);
        assert_eq!(sets.union(ab, a, 30), ab);
        assert_eq!((sets.inputs(ab), sets.made_at(ab)), (&[1, 2][..], 10));
        let bc = sets.union(b, c, 40);
        assert_eq!(sets.union(ab, c, 50), sets.union(a, bc, 60));
        assert_eq!(sets.union(InputSet::EMPTY, c, 70), c);
        assert!(sets.inputs(InputSet::EMPTY).is_empty());
    }
}
