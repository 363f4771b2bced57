//! The most that what is left of a path can cost, from the code alone.
//!
//! From a block on it is the dearest way to the end of the method, with the dearest method that each call may
//! run. A loop in which something is spent has no bound, nor has recursion, nor code of the class library; a
//! loop in which nothing is spent, as one without allocation where bytes are counted, adds nothing.

use super::costs::is_called;
use super::map::ProgramMap;
use margay_ir::analysis::components::Components;
use margay_ir::analysis::graph::Graph;
use margay_ir::cost::{ARRAY_HEADER, aligned, element_width, instructions, object_bytes, payload};
use margay_ir::function::ValueDef;
use margay_ir::{Block, Function, InstKind, MethodId, Value, World};
use margay_machine::Core;
use margay_machine::code::Point;
use margay_machine::symbolic::Symbolic;
use margay_search::generate::cost::CostModel;
use margay_search::generate::policy::Ahead;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What is left from each block of a method on; none where it has no bound.
type Left = Rc<Vec<Option<u64>>>;

/// Knows what can still come on the paths of a method.
pub(crate) struct CodeAhead {
    map: Rc<ProgramMap>,
    known: FxHashMap<(CostModel, MethodId), Option<Left>>,
}

impl CodeAhead {
    pub fn new(map: Rc<ProgramMap>) -> Self {
        CodeAhead { map, known: FxHashMap::default() }
    }

    /// What is left from each block of a method on; none while that is being found: it calls itself.
    fn left(&mut self, world: &World, model: &CostModel, method: MethodId) -> Option<Left> {
        let key = (model.clone(), method);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        self.known.insert(key.clone(), None);
        let function = Rc::clone(self.map.function(method)?);
        let blocks: Vec<Block> = function.blocks.keys().collect();
        let weights: Vec<Option<u64>> =
            blocks.iter().map(|block| self.weight(world, model, &function, *block)).collect();
        let left = Rc::new(longest(&function, &weights));
        self.known.insert(key, Some(Rc::clone(&left)));
        Some(left)
    }

    /// What a block can cost with the calls it makes.
    fn weight(
        &mut self,
        world: &World,
        model: &CostModel,
        function: &Function,
        block: Block,
    ) -> Option<u64> {
        let mut weight = match model {
            CostModel::Instructions => {
                instructions(function, block).iter().copied().map(u64::from).sum()
            }
            _ => 0,
        };
        for inst in &function.blocks[block].insts {
            let kind = &function.insts[*inst].kind;
            weight += own_cost(world, model, function, kind)?;
            if let InstKind::Call { dispatch, method, .. } = kind {
                let (targets, is_library) = self.map.targets(world, *dispatch, *method);
                if is_library && !self.is_free_in_library(model) {
                    return None;
                }
                let mut dearest = 0;
                for target in targets {
                    let own = match model {
                        CostModel::Calls => 1,
                        CostModel::CallsOf(name) => u64::from(is_called(world, target, name)),
                        _ => 0,
                    };
                    let entry = self.map.function(target)?.entry;
                    let inside = self.left(world, model, target)?[entry.as_u32() as usize]?;
                    dearest = dearest.max(own + inside);
                }
                weight += dearest;
            }
        }
        Some(weight)
    }

    /// Whether code of the class library can cost nothing: calls of one method are none if it calls nothing back.
    fn is_free_in_library(&self, model: &CostModel) -> bool {
        matches!(model, CostModel::CallsOf(_)) && !self.map.has_callbacks()
    }
}

/// What an instruction itself can cost, but for calls.
fn own_cost(world: &World, model: &CostModel, function: &Function, kind: &InstKind) -> Option<u64> {
    let is_made = matches!(kind, InstKind::New(_) | InstKind::NewArray { .. });
    match (model, kind) {
        (CostModel::Objects, _) if is_made => Some(1),
        (CostModel::Bytes | CostModel::Payload, InstKind::New(class)) => {
            world.class(*class)?;
            let is_bytes = *model == CostModel::Bytes;
            Some(if is_bytes { object_bytes(world, *class) } else { payload(world, *class) })
        }
        (CostModel::Bytes | CostModel::Payload, InstKind::NewArray { class, len }) => {
            world.class(*class)?;
            let elements = element_width(world, *class)? * constant(function, *len)?;
            let is_bytes = *model == CostModel::Bytes;
            Some(if is_bytes { aligned(ARRAY_HEADER + elements) } else { elements })
        }
        (
            CostModel::Objects | CostModel::Bytes | CostModel::Payload,
            InstKind::NewMultiArray { .. },
        ) => None,
        _ => Some(0),
    }
}

fn constant(function: &Function, value: Value) -> Option<u64> {
    let ValueDef::Inst(inst) = function.values[value].def else { return None };
    match function.insts[inst].kind {
        InstKind::Const { bits, .. } => Some(bits),
        _ => None,
    }
}

/// The dearest way from each block to the end.
fn longest(function: &Function, weights: &[Option<u64>]) -> Vec<Option<u64>> {
    let graph = Graph::new(weights.len(), |block| {
        let block = Block::from_u32(block);
        let next = function.blocks[block].terminator.successors();
        next.map(|way| way.block.as_u32()).collect::<Vec<_>>()
    });
    let components = Components::new(&graph);
    let mut left: Vec<Option<u64>> = vec![None; weights.len()];
    for group in components.bottom_up() {
        let is_loop = group.len() > 1 || graph.successors(group[0]).contains(&group[0]);
        let own = group.iter().map(|block| weights[*block as usize]);
        let own: Option<u64> = own.sum();
        let own = own.filter(|own| !is_loop || *own == 0);
        let ways = group.iter().flat_map(|block| graph.successors(*block));
        let outside = ways.filter(|way| !group.contains(way)).map(|way| left[*way as usize]);
        let after: Option<Vec<u64>> = outside.collect();
        let all = after.and_then(|after| Some(own? + after.into_iter().max().unwrap_or(0)));
        group.iter().for_each(|block| left[*block as usize] = all);
    }
    left
}

impl Ahead for CodeAhead {
    fn most(
        &mut self,
        core: &Core<Symbolic>,
        model: &CostModel,
        way: Option<Point>,
    ) -> Option<u64> {
        if core.is_initializing() {
            return None;
        }
        let mut way = way;
        let mut most = 0;
        for place in core.stack() {
            let left = self.left(&core.world, model, place.method)?;
            let blocks = match way.take() {
                Some(point) if point.method == place.method => vec![point.block],
                _ => self.map.blocks_at(&place)?,
            };
            let here: Option<Vec<u64>> =
                blocks.iter().map(|block| left[block.as_u32() as usize]).collect();
            most += here?.into_iter().max()?;
            if core.meter.root == Some(place.method) {
                return Some(most);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::longest;
    use margay_ir::{MethodId, World, parse};

    #[test]
    fn the_dearest_way_counts_and_loops_have_no_bound() {
        let text = "function f: (i32) {
block0(v0: i32):
    branch v0, block1, block2
block1:
    jump block3
block2:
    branch v0, block2, block3
block3:
    return
}";
        let mut world = World::new();
        let function =
            parse::function(text, &mut world, MethodId::from_u32(0)).expect("a function");
        let free = longest(&function, &[Some(1), Some(5), Some(0), Some(2)]);
        assert_eq!(free, [Some(8), Some(7), Some(2), Some(2)]);
        let dear = longest(&function, &[Some(1), Some(5), Some(1), Some(2)]);
        assert_eq!(dear, [None, Some(7), None, Some(2)]);
    }
}
