//! The names of predicates and fields.

use super::unit::Unit;
use crate::term::atom;
use margay_ir::world::type_name;
use margay_ir::{Block, ClassId, FieldId, Function, Inst, MethodId, World};
use rustc_hash::FxHashMap;

/// The predicates of methods: `Class.method`, with the descriptor where that is not the only one.
pub(super) struct Names(FxHashMap<MethodId, String>);

impl Names {
    pub fn new(world: &World, unit: &Unit) -> Names {
        let simple = |method: MethodId| {
            let declared = world.method(method);
            format!("{}.{}", class(world, declared.class), world.text(declared.name))
        };
        let methods = unit.functions.keys().chain(unit.virtuals.keys());
        let mut names: FxHashMap<MethodId, String> = FxHashMap::default();
        let mut taken: FxHashMap<String, u32> = FxHashMap::default();
        for method in methods {
            if names.insert(*method, simple(*method)).is_none() {
                *taken.entry(simple(*method)).or_default() += 1;
            }
        }
        for (method, name) in &mut names {
            if taken[name.as_str()] > 1 {
                name.push_str(world.text(world.method(*method).descriptor));
            }
        }
        Names(names)
    }

    /// The name of a method, without quotes.
    pub fn method(&self, method: MethodId) -> &str {
        &self.0[&method]
    }

    /// The predicate that finds the method of the receiver's class.
    pub fn virtual_of(&self, method: MethodId) -> String {
        atom(&format!("{}.virtual", self.method(method)))
    }

    /// The predicate of a block. That of the entry is the method's own, unless code jumps there.
    pub fn block(&self, function: &Function, block: Block) -> String {
        let name = self.method(function.method);
        if block == function.entry && !is_jumped_to(function, block) {
            return atom(name);
        }
        atom(&format!("{name}.block{}", block.as_u32()))
    }

    /// The predicate of the ways in which a block ends.
    pub fn ways(&self, function: &Function, block: Block) -> String {
        atom(&format!("{}.if{}", self.method(function.method), block.as_u32()))
    }

    /// The predicate of what follows a call.
    pub fn after(&self, function: &Function, call: Inst) -> String {
        atom(&format!("{}.after{}", self.method(function.method), call.as_u32()))
    }
}

/// Whether some block goes on at this one.
pub(super) fn is_jumped_to(function: &Function, block: Block) -> bool {
    let mut edges = function.blocks.values().flat_map(|data| data.terminator.successors());
    edges.any(|call| call.block == block)
}

/// A class as source code spells it, but for `$`: `demo.List`, `int[]`.
pub(crate) fn class(world: &World, class: ClassId) -> String {
    let name = world.class_name(class);
    if name.starts_with('[') { type_name(name) } else { name.replace('/', ".") }
}

/// A field with the class that declares it: `'List':first`.
pub(crate) fn field(world: &World, field: FieldId) -> String {
    let declared = world.field(field);
    let owner = atom(&class(world, declared.class));
    format!("{owner}:{}", atom(world.text(declared.name)))
}
