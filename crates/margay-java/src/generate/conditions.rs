//! What a path has made true, in the words of Java: `a.length == 2`, `shape instanceof Circle`.

use super::expression;
use super::generator::SymbolicMachine;
use margay_ir::{ClassId, World};
use margay_machine::symbolic::InputId;
use margay_search::generate::fact::Fact;

/// The text of each fact.
pub(super) fn texts(machine: &SymbolicMachine, facts: &[Fact]) -> Vec<String> {
    facts.iter().map(|fact| text(machine, fact)).collect()
}

fn text(machine: &SymbolicMachine, fact: &Fact) -> String {
    let (domain, world) = (&machine.core.domain, &machine.core.world);
    let terms = domain.path.terms();
    let name = |input: &InputId| domain.references.about(*input).name.as_str();
    match fact {
        Fact::Holds(condition) => expression::condition(terms, *condition),
        Fact::Equals(number, constant) => expression::equation(terms, *number, *constant),
        Fact::Null(input) => format!("{} == null", name(input)),
        Fact::NonNull(input) => format!("{} != null", name(input)),
        Fact::Same(input, other) => {
            format!("{} == {}", name(input), other.as_deref().unwrap_or("a constant"))
        }
        Fact::Instance(object, class, true) => {
            format!("{object} instanceof {}", class_name(world, *class))
        }
        Fact::Instance(object, class, false) => {
            format!("{object} not instanceof {}", class_name(world, *class))
        }
        Fact::OneOf(object, classes) => {
            let names: Vec<String> = classes.iter().map(|c| class_name(world, *c)).collect();
            format!("{object} is a {}", names.join(" or "))
        }
        Fact::Made(description) => description.clone(),
    }
}

fn class_name(world: &World, class: ClassId) -> String {
    world.class_name(class).replace('/', ".")
}
