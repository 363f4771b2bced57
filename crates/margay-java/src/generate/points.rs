//! Points of paths: blocks of methods, numbered alike in all machines, so that paths taken in two
//! machines can be compared.

use crate::program::{JavaMachine, load, method_of};
use margay_ir::{Block, Function, MethodId, World};
use margay_jvm::platform::Jvm;
use margay_machine::code::Point;
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
    /// By the machine's own number of a point: its lines, once they were asked for.
    lines: Vec<Option<Rc<[u32]>>>,
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
        // The machine is needed to find out about blocks that were not met before.
        let trace = std::mem::take(&mut machine.core.trace);
        self.lines.resize(machine.core.code.points.len(), None);
        let mut steps: Vec<(MethodId, u32)> = Vec::new();
        let (mut last, mut cut) = (None, 0);
        for number in &trace {
            let point = machine.core.code.points[*number as usize];
            if self.lines[*number as usize].is_none() {
                self.find_lines(machine, *number, point);
            }
            for line in self.lines[*number as usize].iter().flat_map(|lines| lines.iter()) {
                let step = (point.method, *line);
                if last.replace(step) == Some(step) {
                    continue;
                }
                if steps.len() < MOST_STEPS { steps.push(step) } else { cut += 1 }
            }
        }
        machine.core.trace = trace;
        let mut names: FxHashMap<MethodId, Arc<MethodName>> = FxHashMap::default();
        let world = &machine.core.world;
        let steps = steps.into_iter().map(|(method, line)| {
            let name = names.entry(method).or_insert_with(|| Arc::new(method_name(world, method)));
            Step { method: Arc::clone(name), line }
        });
        (steps.collect(), cut)
    }

    #[cold]
    fn find_lines<D: Domain>(
        &mut self,
        machine: &mut Machine<D, Jvm<D>>,
        number: u32,
        Point { method, block }: Point,
    ) {
        let function = self.function(machine, method);
        let lines = function.map(|it| lines_of(&it, block)).unwrap_or_default();
        self.lines[number as usize] = Some(lines.into());
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
