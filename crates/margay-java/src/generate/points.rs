//! Points of paths: blocks of methods, numbered alike in all machines, so that paths taken in two
//! machines can be compared.

use crate::program::{JavaMachine, load, method_of};
use margay_ir::{Block, Function, MethodId, World};
use margay_jvm::platform::Jvm;
use margay_machine::{Core, Domain, Machine};
use margay_search::generate::case::{MethodName, Step};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The numbers of methods, shared by machines.
#[derive(Clone, Default)]
pub struct Numbering(Rc<RefCell<FxHashMap<String, u32>>>);

/// Steps of a path that are reported: nobody reads more of them.
const MOST_STEPS: usize = 10_000;

/// The points of one machine.
#[derive(Default)]
pub struct Points {
    numbering: Numbering,
    /// By the machine's own number of a point: the key all machines share.
    keys: Vec<u64>,
    methods: FxHashMap<MethodId, u32>,
    functions: FxHashMap<MethodId, Option<Rc<Function>>>,
    /// The lines of blocks.
    lines: FxHashMap<(MethodId, Block), Rc<[u32]>>,
}

impl Points {
    /// Points numbered like those of another machine.
    pub fn alike(other: &Points) -> Points {
        Points { numbering: other.numbering.clone(), ..Points::default() }
    }

    /// The path of a machine so far.
    pub fn keys<D: Domain>(&mut self, core: &Core<D>) -> Vec<u64> {
        for point in &core.code.points[self.keys.len()..] {
            let numbering = &self.numbering;
            let number = *self.methods.entry(point.method).or_insert_with(|| {
                let mut numbers = numbering.0.borrow_mut();
                let next = numbers.len() as u32;
                *numbers.entry(core.world.method_text(point.method)).or_insert(next)
            });
            self.keys.push(u64::from(number) << 32 | u64::from(point.block.as_u32()));
        }
        core.trace.iter().map(|point| self.keys[*point as usize]).collect()
    }

    /// The body of a method.
    pub fn function<D: Domain>(
        &mut self,
        machine: &mut Machine<D, Jvm<D>>,
        method: MethodId,
    ) -> Option<Rc<Function>> {
        let world = &mut machine.core.world;
        let loader = &mut machine.platform.loader;
        let known = self.functions.entry(method);
        known.or_insert_with(|| loader.body(world, method).ok().map(Rc::new)).clone()
    }

    /// The lines of the path, each once for every time it is reached, and how many more there are.
    pub fn lines<D: Domain>(&mut self, machine: &mut Machine<D, Jvm<D>>) -> (Vec<Step>, u64) {
        let trace = machine.core.trace.clone();
        let mut steps: Vec<(MethodId, u32)> = Vec::new();
        let (mut last, mut cut) = (None, 0);
        for point in trace {
            let point = machine.core.code.points[point as usize];
            for line in self.lines_at(machine, point.method, point.block).iter() {
                let step = (point.method, *line);
                if last.replace(step) == Some(step) {
                    continue;
                }
                if steps.len() < MOST_STEPS { steps.push(step) } else { cut += 1 }
            }
        }
        let mut names: FxHashMap<MethodId, Arc<MethodName>> = FxHashMap::default();
        let world = &machine.core.world;
        let steps = steps.into_iter().map(|(method, line)| {
            let name = names.entry(method).or_insert_with(|| Arc::new(method_name(world, method)));
            Step { method: Arc::clone(name), line }
        });
        (steps.collect(), cut)
    }

    /// The lines of a block; paths go through few blocks many times.
    fn lines_at<D: Domain>(
        &mut self,
        machine: &mut Machine<D, Jvm<D>>,
        method: MethodId,
        block: Block,
    ) -> Rc<[u32]> {
        if let Some(lines) = self.lines.get(&(method, block)) {
            return Rc::clone(lines);
        }
        let function = self.function(machine, method);
        let lines: Rc<[u32]> = function.map(|it| lines_of(&it, block)).unwrap_or_default().into();
        self.lines.insert((method, block), Rc::clone(&lines));
        lines
    }
}

/// The lines of a block, in order.
pub fn lines_of(function: &Function, block: Block) -> Vec<u32> {
    let data = &function.blocks[block];
    let positions = data.insts.iter().map(|inst| function.insts[*inst].pos).chain([data.end]);
    let mut lines: Vec<u32> = Vec::new();
    for line in positions.filter_map(|pos| function.line(pos)) {
        if lines.last() != Some(&line) {
            lines.push(line);
        }
    }
    lines
}

/// A method by its names.
pub fn method_name(world: &World, method: MethodId) -> MethodName {
    let declared = world.method(method);
    MethodName {
        class: margay_jvm::describe::class(world, declared.class),
        name: world.text(declared.name).to_owned(),
        descriptor: world.text(declared.descriptor).to_owned(),
    }
}

/// A method of a machine by its names; a superclass may declare it.
pub fn find_method<D: Domain>(machine: &mut JavaMachine<D>, name: &MethodName) -> Option<MethodId> {
    let class = load(machine, &name.class.replace('.', "/")).ok()?;
    method_of(&mut machine.core.world, class, &name.name, &name.descriptor)
}
