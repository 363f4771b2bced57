//! What analyses find, in words.

use margay_ir::analysis::call_graph::CallGraph;
use margay_ir::analysis::cfg::Cfg;
use margay_ir::analysis::control_dependence::ControlDependence;
use margay_ir::analysis::def_use::{Use, Uses};
use margay_ir::analysis::dominators::Dominators;
use margay_ir::analysis::loops::Loops;
use margay_ir::analysis::post_dominators::PostDominators;
use margay_ir::parse::Program;
use margay_ir::{Block, Function, World, parse};
use std::fmt::Display;

/// What an analysis finds in the functions of a program: `dominators`, for instance.
///
/// # Errors
/// When there is no such analysis.
pub fn run(text: &str, name: &str) -> Result<String, String> {
    let mut world = World::new();
    let mut program = parse::program(text, &mut world).map_err(|error| error.to_string())?;
    let own: Vec<_> = program.classes.keys().copied().collect();
    program.classes.extend(crate::platform::prelude(&mut world).classes);
    for class in program.classes.keys().copied().collect::<Vec<_>>() {
        program.load(&mut world, class).map_err(|error| error.to_string())?;
    }
    let classes = own.iter().map(|class| &program.classes[class]);
    let functions: Vec<&Function> =
        classes.flat_map(|class| class.functions.iter().flatten()).collect();
    if name == "call_graph" {
        return Ok(call_graph(&world, &program, &functions));
    }
    let analysis = match name {
        "cfg" => cfg,
        "dominators" => dominators,
        "post_dominators" => post_dominators,
        "control_dependence" => control_dependence,
        "loops" => loops,
        "def_use" => def_use,
        _ => return Err(format!("there is no analysis `{name}`")),
    };
    let shown = functions.iter().map(|function| {
        let lines: Vec<String> =
            analysis(function).into_iter().map(|line| format!("    {line}\n")).collect();
        format!("{}\n{}", function.name, lines.concat())
    });
    Ok(shown.collect::<Vec<_>>().concat())
}

fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    if items.is_empty() { "nothing".to_owned() } else { items.join(" ") }
}

/// A line for each block.
fn by_block(function: &Function, what: impl Fn(Block) -> String) -> Vec<String> {
    function.blocks.keys().map(|block| format!("{block}: {}", what(block))).collect()
}

fn cfg(function: &Function) -> Vec<String> {
    let cfg = Cfg::new(function);
    let mut lines = by_block(function, |block| {
        let (after, before) = (list(cfg.successors(block)), list(cfg.predecessors(block)));
        format!("to {after}, from {before}")
    });
    lines.push(format!("order: {}", list(cfg.reverse_postorder())));
    lines
}

fn dominators(function: &Function) -> Vec<String> {
    let cfg = Cfg::new(function);
    let dominators = Dominators::new(&cfg);
    by_block(function, |block| list(dominators.immediate(block)))
}

fn post_dominators(function: &Function) -> Vec<String> {
    let post = PostDominators::new(&Cfg::new(function));
    by_block(function, |block| list(post.immediate(block)))
}

fn control_dependence(function: &Function) -> Vec<String> {
    let cfg = Cfg::new(function);
    let control = ControlDependence::new(&cfg, &PostDominators::new(&cfg));
    by_block(function, |block| list(control.controllers(block)))
}

fn loops(function: &Function) -> Vec<String> {
    let cfg = Cfg::new(function);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    let mut lines: Vec<String> = loops
        .all()
        .iter()
        .map(|found| {
            let inside = found.parent.map(|parent| loops.all()[parent].header);
            let inside = inside.map_or(String::new(), |header| format!(", inside {header}"));
            format!("{}: {}{inside}", found.header, list(&found.blocks))
        })
        .collect();
    lines.extend(loops.irreducible().iter().map(|cycle| format!("irreducible: {}", list(cycle))));
    lines
}

fn def_use(function: &Function) -> Vec<String> {
    let uses = Uses::new(function);
    let place = |found: &Use| match found {
        Use::Inst(_, inst) => inst.to_string(),
        Use::Terminator(block) => format!("{block}:end"),
        Use::Edge { from, edge, argument } => format!("{from}:edge{edge}:{argument}"),
    };
    let values = function.values.keys();
    values.map(|value| format!("{value}: {}", list(uses.of(value).iter().map(place)))).collect()
}

fn call_graph(world: &World, program: &Program, functions: &[&Function]) -> String {
    let roots = functions.iter().map(|function| function.method);
    let graph = CallGraph::new(world, roots, |method| program.function(world, method));
    let name = |method| world.method_text(method);
    let lines = functions.iter().map(|function| {
        let callees = list(graph.callees(function.method).map(name));
        let again = if graph.is_recursive(function.method) { ", recursive" } else { "" };
        let open = graph.unresolved(function.method).count();
        let open = if open == 0 { String::new() } else { format!(", {open} unresolved") };
        format!("{}: {callees}{again}{open}\n", function.name)
    });
    lines.collect::<Vec<_>>().concat()
}
