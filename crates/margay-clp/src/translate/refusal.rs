//! What has no translation, and where it is.

use margay_ir::function::Pos;
use margay_ir::{Function, MethodId, World};

/// Something that has no translation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} at {class}.{method}{} has no translation to CLP", line.map_or(String::new(), |line| format!(" (line {line})")))]
pub struct Refusal {
    /// What.
    pub what: String,
    /// The class it is in, with dots.
    pub class: String,
    /// The method with its descriptor.
    pub method: String,
    /// The line, if it is known.
    pub line: Option<u32>,
}

impl Refusal {
    /// Something at a place of a function.
    pub(super) fn at(world: &World, function: &Function, pos: Pos, what: String) -> Refusal {
        Refusal::of(world, function.method, function.line(pos), what)
    }

    /// Something in a method.
    pub(super) fn of(world: &World, method: MethodId, line: Option<u32>, what: String) -> Refusal {
        let declared = world.method(method);
        let (name, descriptor) = (world.text(declared.name), world.text(declared.descriptor));
        Refusal {
            what,
            class: world.class_name(declared.class).replace('/', "."),
            method: format!("{name}{descriptor}"),
            line,
        }
    }
}
