//! From methods to clauses: first all that a method can reach is looked at (`unit`), then each method is
//! written (`method`, `instructions`, `ways`).

mod clause;
mod instructions;
mod liveness;
mod method;
pub(crate) mod names;
mod refusal;
pub(crate) mod unit;
mod ways;

pub use refusal::Refusal;

use crate::program::Program;
use crate::source::Source;
use crate::term::{atom, list};
use margay_ir::analysis::cfg::Cfg;
use margay_ir::analysis::dominators::Dominators;
use margay_ir::analysis::loops::Loops;
use margay_ir::{Block, Function, MethodId};
use method::{MethodWriter, Predicates};
use names::Names;
use std::fmt::Write;
use unit::{Groups, Known, Unit};

/// What integers are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Integers {
    /// Those of 32 and 64 bits, which wrap around.
    #[default]
    Bounded,
    /// All numbers there are, as in the thesis.
    Unbounded,
}

/// Translates a method and all that it can reach. With a precondition, only receivers count of which that
/// method is true.
///
/// # Errors
/// When something in them has no translation.
pub fn translate(
    source: &mut dyn Source,
    entry: MethodId,
    precondition: Option<MethodId>,
    integers: Integers,
) -> Result<Program, Refusal> {
    let unit = Unit::of(source, entry, precondition)?;
    let world = source.world();
    let names = Names::new(world, &unit);
    let mut clauses = String::new();
    let mut headers = Vec::new();
    for (method, function) in &unit.functions {
        let _ = write!(clauses, "\n% {}\n", world.method_text(*method));
        let writer = MethodWriter::new(&unit, world, &names, integers, function);
        let (predicates, known) = writer.write();
        print(&mut clauses, &predicates, &known);
        let entered = loop_headers(function).into_iter();
        headers.extend(entered.map(|block| names.block(function, block)));
    }
    for (method, groups) in &unit.virtuals {
        let _ =
            write!(clauses, "\n% {}, by the class of the receiver\n", world.method_text(*method));
        let text = |groups: &Groups| dispatch(world, &names, *method, groups);
        clauses.push_str(&text(groups));
    }
    let methods = unit.functions.keys().map(|method| atom(names.method(*method))).collect();
    let name = atom(names.method(entry));
    let mut program =
        Program { entry: name, integers, clauses, headers, methods, facts: String::new() };
    if let Some(method) = precondition {
        let _ = writeln!(program.facts, "requires({}).\n", atom(names.method(method)));
    }
    program.describe(source, &unit, entry);
    Ok(program)
}

fn print(text: &mut String, predicates: &Predicates, known: &Known) {
    for clauses in predicates.values() {
        for clause in clauses {
            text.push_str(&clause.print(known));
            text.push('\n');
        }
    }
}

/// The rules that find the method of the receiver's class.
fn dispatch(world: &margay_ir::World, names: &Names, method: MethodId, groups: &Groups) -> String {
    let mut text = String::new();
    let name = names.virtual_of(method);
    for (selected, classes) in groups {
        let classes: Vec<String> =
            classes.iter().map(|class| atom(&names::class(world, *class))).collect();
        let selected = atom(names.method(*selected));
        let _ = writeln!(
            text,
            "{name}([This|Args], Out, H0, H, E) :-\n    type(H0, This, {}),\n    \
             {selected}([This|Args], Out, H0, H, E).",
            list(&classes)
        );
    }
    text
}

/// Blocks in which rounds of a loop begin.
fn loop_headers(function: &Function) -> Vec<Block> {
    let cfg = Cfg::new(function);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    let mut headers: Vec<Block> = loops.all().iter().map(|found| found.header).collect();
    headers.extend(loops.irreducible().iter().flatten());
    headers.sort_unstable();
    headers.dedup();
    headers
}
