//! Information partitions (FlowTest): which inputs have to be searched together.
//!
//! At first every input is a block of its own. At a branch, inputs meet ([`Meeting`]): those that its condition was computed
//! from, those that have decided what it was computed from, and those that led to it. Inputs that meet are
//! joined into one block, with two exceptions. What was only *decided* by inputs (a counter of errors, a flag) joins
//! them only while a way of the branch has not been taken: as soon as both have, nothing is gained. And
//! an input that leads to branches on several others which do not meet otherwise (a mode, a length) is a
//! *hub*: instead of joining all of them, its own cases are gone through, and the others are
//! partitioned in each.

use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// An input, by its number.
pub type InputNumber = u32;

/// Inputs that meet at a branch, each list ascending. A place is whatever tells people where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting<P> {
    /// Those that the condition was computed from.
    pub data: Vec<InputNumber>,
    /// Those that have decided what it was computed from.
    pub implied: Vec<InputNumber>,
    /// Those that led to the branch.
    pub control: Vec<InputNumber>,
    /// Whether a way of the branch was never taken.
    pub is_open: bool,
    /// Where the data was brought together.
    pub brought_together: P,
    /// Where the branch is.
    pub branch: P,
}

/// Why blocks were joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// Something was computed from the inputs of both.
    Computed,
    /// One decided what the other's values were used for.
    Decided,
    /// One led to a branch on the other.
    Led,
}

/// Two blocks that were joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joined<P> {
    /// The inputs that met, of different blocks.
    pub inputs: Vec<InputNumber>,
    /// Why.
    pub why: Why,
    /// Where.
    pub place: P,
}

/// A partition of the inputs met so far.
#[derive(Clone, Debug)]
pub struct Partition<P> {
    /// The block of each input, by the least input in it.
    blocks: BTreeMap<InputNumber, InputNumber>,
    /// Inputs whose cases are gone through one by one.
    hubs: BTreeSet<InputNumber>,
    /// How it came about.
    joined: Vec<Joined<P>>,
}

impl<P> Default for Partition<P> {
    fn default() -> Self {
        Partition { blocks: BTreeMap::new(), hubs: BTreeSet::new(), joined: Vec::new() }
    }
}

/// Others that a hub keeps apart, at least.
const FEW: usize = 2;

impl<P: Clone> Partition<P> {
    /// A partition in which these inputs are together to begin with.
    #[must_use]
    pub fn of_blocks(blocks: &[Vec<InputNumber>]) -> Self {
        let mut partition = Partition::default();
        for block in blocks {
            for input in block {
                partition.blocks.insert(*input, block.iter().copied().min().unwrap_or(*input));
            }
        }
        partition
    }

    /// Adds an input that was met for the first time, as a block of its own.
    pub fn add(&mut self, input: InputNumber) {
        self.blocks.entry(input).or_insert(input);
    }

    /// The blocks, each ascending, in the order of their least inputs; without hubs.
    #[must_use]
    pub fn blocks(&self) -> Vec<Vec<InputNumber>> {
        let mut blocks: BTreeMap<InputNumber, Vec<InputNumber>> = BTreeMap::new();
        for (input, block) in self.blocks.iter().filter(|(input, _)| !self.hubs.contains(*input)) {
            blocks.entry(*block).or_default().push(*input);
        }
        blocks.into_values().collect()
    }

    /// The hubs, ascending.
    #[must_use]
    pub fn hubs(&self) -> &BTreeSet<InputNumber> {
        &self.hubs
    }

    /// How blocks came about, in the order in which they did.
    #[must_use]
    pub fn joined(&self) -> &[Joined<P>] {
        &self.joined
    }

    fn block(&self, input: InputNumber) -> InputNumber {
        self.blocks.get(&input).copied().unwrap_or(input)
    }

    /// Joins what something was computed from: more runs will not show anything else.
    pub fn join_computed(&mut self, meetings: &[Meeting<P>]) {
        for Meeting { data, implied, control, brought_together, .. } in meetings {
            [data, implied, control].into_iter().flatten().for_each(|input| self.add(*input));
            self.join(data, Why::Computed, brought_together);
        }
    }

    /// Joins what has met, but for inputs that are hubs, if these are looked for; says whether anything has
    /// changed.
    pub fn learn(&mut self, meetings: &[Meeting<P>], finds_hubs: bool) -> bool {
        let met: Vec<InputNumber> = meetings
            .iter()
            .flat_map(|m| [&m.data, &m.implied, &m.control])
            .flatten()
            .copied()
            .collect();
        met.iter().for_each(|input| self.add(*input));
        let found = if finds_hubs { self.find_hubs(meetings) } else { BTreeSet::new() };
        let mut has_changed = !found.is_subset(&self.hubs);
        self.hubs.extend(found);
        for meeting in meetings {
            let Meeting { data, implied, control, .. } = meeting;
            has_changed |= self.join(data, Why::Computed, &meeting.brought_together);
            if !data.is_empty() || meeting.is_open {
                let decided = [&data[..], implied].concat();
                has_changed |= self.join(&decided, Why::Decided, &meeting.branch);
            }
            // What was only decided by others, on both ways, does not tie them to what led here.
            let asked = if data.is_empty() && !meeting.is_open { &[][..] } else { &data[..] };
            for input in asked.iter().chain(if meeting.is_open { &implied[..] } else { &[] }) {
                let led = [&control[..], &[*input]].concat();
                has_changed |= self.join(&led, Why::Led, &meeting.branch);
            }
        }
        has_changed
    }

    /// Makes one block of those of some inputs.
    fn join(&mut self, inputs: &[InputNumber], why: Why, place: &P) -> bool {
        let kept: Vec<InputNumber> =
            inputs.iter().copied().filter(|input| !self.hubs.contains(input)).collect();
        let blocks: BTreeSet<InputNumber> = kept.iter().map(|input| self.block(*input)).collect();
        let Some(first) = blocks.first().copied().filter(|_| blocks.len() > 1) else {
            return false;
        };
        for block in self.blocks.values_mut().filter(|block| blocks.contains(block)) {
            *block = first;
        }
        let inputs = kept.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
        self.joined.push(Joined { inputs, why, place: place.clone() });
        true
    }

    /// Inputs that lead to branches on others, and that keep these together though nothing else does.
    /// What is computed or decided by an input together with others is no case of its own.
    fn find_hubs(&self, meetings: &[Meeting<P>]) -> BTreeSet<InputNumber> {
        let mut leads: BTreeSet<InputNumber> = BTreeSet::new();
        let mut mixed: BTreeSet<InputNumber> = BTreeSet::new();
        for Meeting { data, implied, control, is_open, .. } in meetings {
            let asked: BTreeSet<InputNumber> = data.iter().chain(implied).copied().collect();
            leads.extend(control.iter().filter(|input| !asked.contains(input)));
            if asked.len() > 1 && (!data.is_empty() || *is_open) {
                mixed.extend(&asked);
            }
            // What others led to is not free to go first.
            if control.iter().any(|input| !asked.contains(input)) {
                mixed.extend(&asked);
            }
        }
        let is_alone = |input: &InputNumber| {
            self.blocks.iter().all(|(other, block)| other == input || *block != self.block(*input))
        };
        let candidates = leads.difference(&mixed).copied();
        candidates
            .filter(|hub| is_alone(hub) && self.parts_without(*hub, meetings) >= FEW)
            .collect()
    }

    /// Into how many parts the inputs fall that an input leads to, without it.
    fn parts_without(&self, hub: InputNumber, meetings: &[Meeting<P>]) -> usize {
        let mut parts: FxHashMap<InputNumber, InputNumber> = FxHashMap::default();
        let mut led: BTreeSet<InputNumber> = BTreeSet::new();
        for Meeting { data, implied, control, is_open, .. } in meetings {
            let asked = data.iter().chain(if *is_open { &implied[..] } else { &[] });
            let others: Vec<InputNumber> =
                asked.chain(control).copied().filter(|i| *i != hub).collect();
            if control.contains(&hub) {
                led.extend(others.iter().map(|input| self.block(*input)));
            }
            let Some(first) = others.first().map(|input| root(&mut parts, self.block(*input)))
            else {
                continue;
            };
            for other in &others[1..] {
                let other = root(&mut parts, self.block(*other));
                parts.insert(other, first);
            }
        }
        let roots: BTreeSet<InputNumber> =
            led.into_iter().map(|input| root(&mut parts, input)).collect();
        roots.len()
    }
}

/// The part that an input belongs to.
fn root(parts: &mut FxHashMap<InputNumber, InputNumber>, mut input: InputNumber) -> InputNumber {
    while let Some(next) = parts.get(&input).copied().filter(|next| *next != input) {
        input = next;
    }
    input
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(data: &[u32], implied: &[u32], control: &[u32], is_open: bool) -> Meeting<u32> {
        let (data, implied, control) = (data.to_vec(), implied.to_vec(), control.to_vec());
        Meeting { data, implied, control, is_open, brought_together: 17, branch: 20 }
    }

    fn learnt(meetings: &[Meeting<u32>]) -> Partition<u32> {
        let mut partition = Partition::default();
        partition.learn(meetings, true);
        partition
    }

    #[test]
    fn inputs_that_something_is_computed_from_belong_together() {
        let partition = learnt(&[meeting(&[1, 2], &[], &[], false), meeting(&[3], &[], &[], true)]);
        assert_eq!(partition.blocks(), [vec![1, 2], vec![3]]);
        let Joined { inputs, why, place } = &partition.joined()[0];
        assert_eq!((&inputs[..], *why, *place), (&[1, 2][..], Why::Computed, 17));
    }

    #[test]
    fn what_was_only_decided_joins_until_both_ways_were_taken() {
        let errors = |is_open| learnt(&[meeting(&[], &[1, 2, 3], &[], is_open)]).blocks();
        assert_eq!(errors(true), [vec![1, 2, 3]]);
        assert_eq!(errors(false), [vec![1], vec![2], vec![3]]);
        // One controls what the other's values are used for.
        assert_eq!(learnt(&[meeting(&[1], &[2], &[], false)]).blocks(), [vec![1, 2]]);
    }

    #[test]
    fn an_input_that_leads_to_several_is_a_hub() {
        let partition = learnt(&[meeting(&[1], &[], &[0], true), meeting(&[2], &[], &[0], false)]);
        assert_eq!(partition.hubs().iter().copied().collect::<Vec<_>>(), [0]);
        assert_eq!(partition.blocks(), [vec![1], vec![2]]);
        let one = learnt(&[meeting(&[1], &[], &[0], true)]);
        assert_eq!((one.hubs().len(), one.blocks()), (0, vec![vec![0, 1]]));
        let mixed = learnt(&[
            meeting(&[1], &[], &[0], true),
            meeting(&[2], &[], &[0], false),
            meeting(&[0, 1], &[], &[], true),
        ]);
        assert_eq!((mixed.hubs().len(), mixed.blocks()), (0, vec![vec![0, 1, 2]]));
    }
}
