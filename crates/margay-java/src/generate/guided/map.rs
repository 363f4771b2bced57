//! The program's abstraction that leads to points: the blocks of its methods, with the ways between them
//! and the calls.
//!
//! It has every way that an execution can take, and more: a virtual call may run any method of the project
//! that has its name and types, and code of the class library may call back whatever overrides one of its own
//! methods. So what the map says cannot be reached is not reached; what it says can be may turn out not to.

use super::super::generator::SymbolicMachine;
use super::super::points::Points;
use margay_ir::analysis::distance::distances;
use margay_ir::analysis::graph::Graph;
use margay_ir::function::{Dispatch, Pos};
use margay_ir::world::SymbolicRef;
use margay_ir::{Block, ClassId, Function, InstKind, MethodId, MethodRef, World};
use margay_jvm::condition::CONDITIONS;
use margay_machine::code::Point;
use margay_machine::{Place, Platform};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Blocks that a return to the caller is worth.
const RETURN: u32 = 8;

/// The blocks of the methods that an entry may lead to.
pub(crate) struct ProgramMap {
    entry: MethodId,
    methods: FxHashMap<MethodId, (u32, Rc<Function>)>,
    graph: Graph,
    /// The node of the class library.
    library: u32,
    own: Own,
}

/// How far the blocks of a map are from some of them.
pub(crate) struct Distances {
    map: Rc<ProgramMap>,
    of: Vec<Option<u32>>,
}

/// The methods of the project.
struct Own {
    classes: FxHashSet<ClassId>,
    /// Instance methods with code, by name and descriptor.
    named: FxHashMap<(margay_ir::Name, margay_ir::Name), Vec<MethodId>>,
}

impl Own {
    fn new(world: &World, classes: &[ClassId]) -> Own {
        let mut own = Own { classes: FxHashSet::default(), named: FxHashMap::default() };
        classes.iter().for_each(|class| own.add(world, *class));
        own
    }

    fn add(&mut self, world: &World, class: ClassId) {
        if !self.classes.insert(class) {
            return;
        }
        for method in &world.loaded(class).methods {
            let declared = world.method(*method);
            if !declared.is_static() && !declared.is_abstract() && !declared.is_native() {
                let key = (declared.name, declared.descriptor);
                self.named.entry(key).or_default().push(*method);
            }
        }
    }

    /// The code of a condition belongs to the project, whose code asks it.
    fn add_condition(&mut self, world: &World, method: MethodRef) {
        let class = world.method_symbol(method).class;
        if world.class_name(class).starts_with(CONDITIONS) {
            self.add(world, class);
        }
    }

    /// Whether the class library may call a method of the project: it has one of the kind itself.
    fn is_callback(&self, world: &World, method: MethodId) -> bool {
        let declared = world.method(method);
        if declared.is_static() || declared.is_private() || world.text(declared.name) == "<init>" {
            return false;
        }
        let (name, descriptor) = (declared.name, declared.descriptor);
        let ancestors = world.loaded(declared.class).ancestors();
        let mut library = ancestors.iter().filter(|class| !self.classes.contains(class));
        library.any(|class| {
            let symbol = SymbolicRef { class: *class, name, descriptor };
            world.class(*class).is_some() && world.find_method(symbol).is_some()
        })
    }

    /// What a call may run of the project, and whether it may run something else.
    fn targets(
        &self,
        world: &World,
        dispatch: Dispatch,
        method: MethodRef,
    ) -> (Vec<MethodId>, bool) {
        let symbol = world.method_symbol(method);
        let found = world.class(symbol.class).and_then(|_| world.find_method(symbol));
        let is_own = |method: &MethodId| self.classes.contains(&world.method(*method).class);
        if matches!(dispatch, Dispatch::Static | Dispatch::Special) {
            let own: Vec<MethodId> = found.into_iter().filter(is_own).collect();
            let is_library = own.is_empty();
            return (own, is_library);
        }
        let named = self.named.get(&(symbol.name, symbol.descriptor)).cloned().unwrap_or_default();
        let is_library = named.is_empty() || !found.as_ref().is_some_and(is_own);
        (named, is_library)
    }
}

impl ProgramMap {
    /// The map of what an entry may lead to, in a project of these classes.
    pub fn new(
        machine: &mut SymbolicMachine,
        points: &mut Points,
        entry: MethodId,
        project: &[ClassId],
    ) -> ProgramMap {
        let mut own = Own::new(&machine.core.world, project);
        let mut methods: FxHashMap<MethodId, (u32, Rc<Function>)> = FxHashMap::default();
        let mut order: Vec<MethodId> = vec![entry];
        let mut blocks = 0;
        let mut next = 0;
        let mut has_library = false;
        let mut callbacks: Vec<MethodId> = Vec::new();
        loop {
            while next < order.len() {
                let method = order[next];
                next += 1;
                if methods.contains_key(&method) {
                    continue;
                }
                let Some(function) = points.function(machine, method) else { continue };
                methods.insert(method, (blocks, Rc::clone(&function)));
                blocks += function.blocks.len() as u32;
                for inst in function.insts.values() {
                    match &inst.kind {
                        InstKind::Call { dispatch, method, .. } => {
                            own.add_condition(&machine.core.world, *method);
                            let world = &machine.core.world;
                            let (targets, is_library) = own.targets(world, *dispatch, *method);
                            has_library |= is_library;
                            order.extend(targets);
                        }
                        InstKind::New(class) => add_lambda(machine, &mut own, *class),
                        InstKind::GetStatic(field) => {
                            let class = machine.core.world.field_symbol(*field).class;
                            add_lambda(machine, &mut own, class);
                        }
                        _ => {}
                    }
                }
            }
            if !has_library {
                break;
            }
            let world = &machine.core.world;
            let all = own.named.values().flatten();
            callbacks = all.copied().filter(|method| own.is_callback(world, *method)).collect();
            callbacks.sort_unstable();
            let new = callbacks.iter().filter(|method| !methods.contains_key(method));
            let before = order.len();
            order.extend(new.copied().collect::<Vec<_>>());
            // One that has no code is asked for once.
            if order[before..].iter().all(|method| order[..before].contains(method)) {
                break;
            }
        }
        let graph = edges(&machine.core.world, &own, &methods, blocks, &callbacks);
        ProgramMap { entry, methods, graph, library: blocks, own }
    }

    /// What a call may run of the project, and whether it may run something else.
    pub fn targets(
        &self,
        world: &World,
        dispatch: Dispatch,
        method: MethodRef,
    ) -> (Vec<MethodId>, bool) {
        self.own.targets(world, dispatch, method)
    }

    /// Whether the class library may call code of the project.
    pub fn has_callbacks(&self) -> bool {
        !self.graph.successors(self.library).is_empty()
    }

    /// The blocks that a place may be in; none if it is in none of the methods.
    pub fn blocks_at(&self, place: &Place) -> Option<Vec<Block>> {
        let (_, function) = self.methods.get(&place.method)?;
        let pos = Pos(place.offset);
        let has = |block: &Block| {
            let data = &function.blocks[*block];
            data.end == pos || data.insts.iter().any(|inst| function.insts[*inst].pos == pos)
        };
        Some(function.blocks.keys().filter(has).collect())
    }

    fn node(&self, method: MethodId, block: Block) -> Option<u32> {
        self.methods.get(&method).map(|(start, _)| start + block.as_u32())
    }

    /// The code of a method that the entry may lead to.
    pub fn function(&self, method: MethodId) -> Option<&Rc<Function>> {
        self.methods.get(&method).map(|(_, function)| function)
    }

    /// The code of all methods that the entry may lead to, and of the entry.
    pub fn functions(&self) -> Vec<(MethodId, Rc<Function>)> {
        let all = self.methods.iter();
        let mut all: Vec<_> = all.map(|(method, (_, code))| (*method, Rc::clone(code))).collect();
        all.sort_by_key(|(method, _)| *method);
        all
    }

    /// Which of these methods call which, by their places.
    pub fn call_graph(&self, world: &World, functions: &[(MethodId, Rc<Function>)]) -> Graph {
        let places: FxHashMap<MethodId, u32> =
            functions.iter().zip(0..).map(|((method, _), place)| (*method, place)).collect();
        Graph::new(functions.len(), |place| {
            let (_, function) = &functions[place as usize];
            let calls = function.insts.values().filter_map(|inst| match &inst.kind {
                InstKind::Call { dispatch, method, .. } => {
                    Some(self.targets(world, *dispatch, *method).0)
                }
                _ => None,
            });
            calls.flatten().filter_map(|method| places.get(&method).copied()).collect::<Vec<u32>>()
        })
    }

    /// How far each block is from some.
    pub fn distances(self: &Rc<Self>, goals: &[Point]) -> Distances {
        let goals = goals.iter().filter_map(|goal| self.node(goal.method, goal.block));
        let goals: Vec<(u32, u32)> = goals.map(|node| (node, 0)).collect();
        Distances { map: Rc::clone(self), of: distances(&self.graph, &goals) }
    }
}

/// The class of a lambda belongs to the project, whose code it calls.
fn add_lambda(machine: &mut SymbolicMachine, own: &mut Own, class: ClassId) {
    if machine.core.world.class_name(class).contains("$$Lambda$")
        && machine.platform.load(&mut machine.core.world, class).is_ok()
    {
        own.add(&machine.core.world, class);
    }
}

fn edges(
    world: &World,
    own: &Own,
    methods: &FxHashMap<MethodId, (u32, Rc<Function>)>,
    blocks: u32,
    callbacks: &[MethodId],
) -> Graph {
    let library = blocks;
    let entry = |method: &MethodId| {
        methods.get(method).map(|(start, function)| start + function.entry.as_u32())
    };
    let mut ways: Vec<Vec<u32>> = vec![Vec::new(); blocks as usize + 1];
    ways[library as usize] = callbacks.iter().filter_map(entry).collect();
    for (start, function) in methods.values() {
        for (block, data) in function.blocks.iter() {
            let ways = &mut ways[(start + block.as_u32()) as usize];
            ways.extend(data.terminator.successors().map(|next| start + next.block.as_u32()));
            for inst in &data.insts {
                let InstKind::Call { dispatch, method, .. } = &function.insts[*inst].kind else {
                    continue;
                };
                let (targets, is_library) = own.targets(world, *dispatch, *method);
                ways.extend(targets.iter().filter_map(entry));
                ways.extend(is_library.then_some(library));
            }
        }
    }
    Graph::new(ways.len(), |node| ways[node as usize].clone())
}

impl Distances {
    /// How far a goal is from the beginning of a method.
    pub fn of_entry(&self, method: MethodId) -> Option<u32> {
        let function = self.map.function(method)?;
        self.of[self.map.node(method, function.entry)? as usize]
    }

    /// How far a goal is from the calls in progress, the innermost first, by the way into a block if it is
    /// known; none if none can be reached.
    pub fn of_stack(&self, stack: impl Iterator<Item = Place>, way: Option<Point>) -> Option<u32> {
        let mut way = way;
        let mut nearest: Option<u32> = None;
        let mut has_begun = false;
        for (frame, place) in stack.enumerate() {
            has_begun |= place.method == self.map.entry;
            let here = match way.take() {
                Some(point) if point.method == place.method => self.at(point.method, point.block),
                _ => self.of_place(&place),
            };
            let here = here.map(|distance| distance + RETURN * frame as u32);
            nearest = nearest.into_iter().chain(here).min();
        }
        // Until its receiver is made, the method is still to come.
        let ahead = if has_begun { None } else { self.of_entry(self.map.entry) };
        nearest.into_iter().chain(ahead).min()
    }

    fn at(&self, method: MethodId, block: Block) -> Option<u32> {
        self.of[self.map.node(method, block)? as usize]
    }

    fn of_place(&self, place: &Place) -> Option<u32> {
        let Some(blocks) = self.map.blocks_at(place) else {
            // The class library, or code that makes an input.
            return self.of[self.map.library as usize];
        };
        blocks.into_iter().filter_map(|block| self.at(place.method, block)).min()
    }
}
