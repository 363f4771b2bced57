//! Who may call whom.
//!
//! The graph grows from its roots through the bodies the caller supplies. A virtual call may
//! reach the method that any loaded, instantiable subclass of the class it names would run
//! (class hierarchy analysis). So the graph is complete for the classes that are loaded, and
//! says which references it could not follow. Class initialisers, which run when a class is
//! first touched and not when they are called, are not in it unless they are roots.

use super::components::Components;
use super::graph::{Graph, to_u32};
use crate::function::{Dispatch, Function, InstKind};
use crate::ids::{ClassId, MethodId, MethodRef};
use crate::world::World;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// The calls between the methods reachable from some roots.
#[derive(Clone, Debug)]
pub struct CallGraph {
    methods: IndexSet<MethodId, FxBuildHasher>,
    /// By place in `methods`: its callees and what could not be resolved, in order of the code.
    calls: Vec<Calls>,
    components: Vec<Vec<MethodId>>,
    recursive: Vec<bool>,
}

#[derive(Clone, Debug, Default)]
struct Calls {
    callees: IndexSet<MethodId, FxBuildHasher>,
    unresolved: IndexSet<MethodRef, FxBuildHasher>,
}

impl CallGraph {
    /// Follows the calls from `roots`. `body` gives the code of a method, or nothing where there
    /// is none (native, abstract, or not to be looked into): such a method calls nothing.
    pub fn new<'a>(
        world: &World,
        roots: impl IntoIterator<Item = MethodId>,
        mut body: impl FnMut(MethodId) -> Option<&'a Function>,
    ) -> CallGraph {
        let mut hierarchy = Hierarchy::new(world);
        let mut methods: IndexSet<MethodId, FxBuildHasher> = roots.into_iter().collect();
        let mut calls = Vec::new();
        while let Some(&method) = methods.get_index(calls.len()) {
            let found = match body(method) {
                Some(function) => calls_of(function, &mut hierarchy),
                None => Calls::default(),
            };
            methods.extend(&found.callees);
            calls.push(found);
        }
        CallGraph::with_components(methods, calls)
    }

    fn with_components(methods: IndexSet<MethodId, FxBuildHasher>, calls: Vec<Calls>) -> Self {
        let place = |method: &MethodId| methods.get_index_of(method).map(to_u32);
        let graph =
            Graph::new(methods.len(), |node| calls[node as usize].callees.iter().filter_map(place));
        let components = Components::new(&graph);
        let bottom_up = components.bottom_up().iter();
        let recursive = graph.nodes().map(|node| {
            let alone = components.bottom_up()[components.of(node) as usize].len() == 1;
            !alone || graph.successors(node).contains(&node)
        });
        CallGraph {
            recursive: recursive.collect(),
            components: bottom_up
                .map(|nodes| nodes.iter().map(|node| methods[*node as usize]).collect())
                .collect(),
            methods,
            calls,
        }
    }

    /// The methods reached, roots first, in order of discovery.
    pub fn methods(&self) -> impl Iterator<Item = MethodId> {
        self.methods.iter().copied()
    }

    /// The methods that `method` may call, each once, in the order of its code.
    pub fn callees(&self, method: MethodId) -> impl Iterator<Item = MethodId> {
        let calls = self.calls(method);
        calls.into_iter().flat_map(|calls| calls.callees.iter().copied())
    }

    /// The references in calls of `method` that mean no method of a loaded class.
    pub fn unresolved(&self, method: MethodId) -> impl Iterator<Item = MethodRef> {
        let calls = self.calls(method);
        calls.into_iter().flat_map(|calls| calls.unresolved.iter().copied())
    }

    fn calls(&self, method: MethodId) -> Option<&Calls> {
        self.methods.get_index_of(&method).map(|place| &self.calls[place])
    }

    /// The groups of mutually recursive methods, bottom up: a group comes after all that its
    /// methods call outside it. A method that is not recursive is a group of its own.
    #[must_use]
    pub fn components(&self) -> &[Vec<MethodId>] {
        &self.components
    }

    /// Whether a method may end up calling itself.
    #[must_use]
    pub fn is_recursive(&self, method: MethodId) -> bool {
        let place = self.methods.get_index_of(&method);
        place.is_some_and(|place| self.recursive[place])
    }
}

fn calls_of(function: &Function, hierarchy: &mut Hierarchy<'_>) -> Calls {
    let mut calls = Calls::default();
    let insts = function.blocks.values().flat_map(|block| &block.insts);
    for inst in insts {
        if let InstKind::Call { dispatch, method, .. } = &function.insts[*inst].kind {
            let targets = hierarchy.targets(*dispatch, *method);
            if targets.is_empty() {
                calls.unresolved.insert(*method);
            }
            calls.callees.extend(targets);
        }
    }
    calls
}

/// The loaded classes, and what calls may mean among them.
struct Hierarchy<'a> {
    world: &'a World,
    /// By class, the instantiable classes whose instances are its instances.
    instances: FxHashMap<ClassId, Vec<ClassId>>,
    known: FxHashMap<(bool, MethodRef), Vec<MethodId>>,
}

impl<'a> Hierarchy<'a> {
    fn new(world: &'a World) -> Self {
        let mut instances: FxHashMap<ClassId, Vec<ClassId>> = FxHashMap::default();
        // A class with instances has a constructor, so all of them are found by their methods.
        let methods = (0..to_u32(world.method_count())).map(MethodId::from_u32);
        let mut classes: Vec<ClassId> = methods.map(|method| world.method(method).class).collect();
        classes.sort_unstable();
        classes.dedup();
        for id in classes {
            let Some(class) = world.class(id) else {
                continue;
            };
            if !class.is_abstract() && !class.is_interface() {
                for ancestor in class.ancestors() {
                    instances.entry(*ancestor).or_default().push(id);
                }
            }
        }
        Hierarchy { world, instances, known: FxHashMap::default() }
    }

    /// The methods that may run; none if the reference cannot be resolved.
    fn targets(&mut self, dispatch: Dispatch, reference: MethodRef) -> &[MethodId] {
        let dynamic = matches!(dispatch, Dispatch::Virtual | Dispatch::Interface);
        let (world, instances) = (self.world, &self.instances);
        self.known.entry((dynamic, reference)).or_insert_with(|| {
            let symbol = world.method_symbol(reference);
            let loaded = world.class(symbol.class).is_some();
            let Some(method) = loaded.then(|| world.find_method(symbol)).flatten() else {
                return Vec::new();
            };
            if !dynamic {
                return vec![method];
            }
            let receivers = instances.get(&symbol.class).into_iter().flatten();
            let selected = receivers.filter_map(|class| world.select(*class, method));
            // Of an abstract class without subclasses yet, the declaration itself stands for
            // whatever will implement it.
            let targets: IndexSet<MethodId, FxBuildHasher> = selected.collect();
            match targets.is_empty() {
                true => vec![method],
                false => targets.into_iter().collect(),
            }
        })
    }
}

#[cfg(test)]
mod tests;
