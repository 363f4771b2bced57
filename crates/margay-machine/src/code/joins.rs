//! Joins of branches in terms of recorded points, for a domain that follows what values depend on.

use super::Code;
use cranelift_entity::SecondaryMap;
use margay_ir::analysis::joins::Joins;
use margay_ir::{Block, Function};

/// How the ways from a block go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Join {
    /// The point where they meet again; none if that is the end of the function.
    pub join: Option<u32>,
    /// The points of ways that only refuse.
    pub refusing: Vec<u32>,
    /// Whether all ways but one refuse.
    pub has_one_way: bool,
    /// How many ways there are.
    pub ways: u32,
}

impl Code {
    /// Adds the joins of a function whose points are the last ones, from `first` on.
    pub(super) fn add_joins(&mut self, function: &Function, first: usize) {
        let Some(joins) = &mut self.joins else { return };
        let mut points: SecondaryMap<Block, Option<u32>> = SecondaryMap::new();
        for (number, point) in self.points.iter().enumerate().skip(first) {
            points[point.block] = u32::try_from(number).ok();
        }
        let found = Joins::new(function);
        // Points of code that was decoded before joins were wanted have none.
        joins.resize_with(first, Join::default);
        joins.extend(self.points[first..].iter().map(|point| {
            let refusing: Vec<u32> =
                found.refusing(point.block).filter_map(|to| points[to]).collect();
            let mut ways: Vec<Block> =
                function.blocks[point.block].terminator.successors().map(|c| c.block).collect();
            ways.sort_unstable();
            ways.dedup();
            Join {
                join: found.join(point.block).and_then(|to| points[to]),
                ways: ways.len() as u32,
                has_one_way: !refusing.is_empty() && ways.len() == refusing.len() + 1,
                refusing,
            }
        }));
    }
}
