//! Cleaning up a function that was written in one go.
//!
//! [`crate::lower`] passes every live variable to every join, checks every reference it uses,
//! and starts a block wherever one might be needed. Here the parameters that only ever receive
//! one value ([`params`]), the checks of what is known ([`checks`]), dead computations and
//! needless jumps ([`rebuild`]) go away, and ids become dense again, in the order of execution. What compilers make of
//! a `switch` over texts becomes comparisons of texts again ([`texts`]).

mod checks;
mod params;
mod rebuild;
mod texts;

use cranelift_entity::SecondaryMap;
use margay_ir::{Block, Function, Value, World};
use smallvec::SmallVec;

/// The simplified function; `has_receiver` says that its first parameter is never null.
pub(crate) fn simplify(world: &World, mut function: Function, has_receiver: bool) -> Function {
    let mut names = Names::new(&function);
    let mut order = reverse_postorder(&function);
    params::drop_redundant(&function, &order, &mut names);
    let first = function.blocks[function.entry].params.first().copied();
    let receiver = first.filter(|_| has_receiver);
    if checks::drop_redundant(&mut function, &names, receiver) {
        order = reverse_postorder(&function);
        params::drop_redundant(&function, &order, &mut names);
    }
    if texts::compare_texts(world, &mut function, &order, &names) {
        order = reverse_postorder(&function);
    }
    rebuild::rebuild(function, &order, &names)
}

/// Reachable blocks, each before the blocks it dominates.
fn reverse_postorder(function: &Function) -> Vec<Block> {
    let successors = |block: Block| {
        let edges = function.blocks[block].terminator.successors();
        let mut successors: SmallVec<[Block; 2]> = edges.map(|edge| edge.block).collect();
        // The first successor is to come first.
        successors.reverse();
        successors.into_iter()
    };
    let mut seen: SecondaryMap<Block, bool> = SecondaryMap::with_capacity(function.blocks.len());
    let mut order = Vec::with_capacity(function.blocks.len());
    let mut path = vec![(function.entry, successors(function.entry))];
    seen[function.entry] = true;
    while let Some((block, rest)) = path.last_mut() {
        match rest.next() {
            Some(next) if seen[next] => {}
            Some(next) => {
                seen[next] = true;
                path.push((next, successors(next)));
            }
            None => {
                order.push(*block);
                path.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Which value stands for which: a forest of replacements.
struct Names {
    parents: Vec<Value>,
}

impl Names {
    fn new(function: &Function) -> Self {
        Names { parents: function.values.keys().collect() }
    }

    /// The value that stands for this one.
    fn find(&self, mut value: Value) -> Value {
        loop {
            let parent = self.parents[value.as_u32() as usize];
            if parent == value {
                return value;
            }
            value = parent;
        }
    }

    fn replace(&mut self, value: Value, by: Value) {
        self.parents[value.as_u32() as usize] = by;
    }

    fn is_replaced(&self, value: Value) -> bool {
        self.parents[value.as_u32() as usize] != value
    }
}
