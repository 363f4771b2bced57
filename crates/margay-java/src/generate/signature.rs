//! How a test calls a method.

use crate::program::Program;
use margay_ir::MethodId;
use margay_ir::world::type_name;
use margay_jvm::inputs::signature::{self, Parameter};
use margay_search::generate::case::{self, MethodSignature};

/// Modifiers and types of a method, as the source of a test needs them.
pub(crate) fn method_signature(
    program: &Program,
    method: MethodId,
    parameters: &[Parameter],
) -> MethodSignature {
    let (machine, world) = (&program.machine, program.world());
    let declared = world.method(method);
    let descriptor = world.text(declared.descriptor);
    let result = descriptor.rsplit(')').next().unwrap_or("V");
    let constructor = world.text(declared.name) == "<init>";
    MethodSignature {
        is_static: declared.is_static(),
        accessible: !declared.is_private(),
        parameters: parameters
            .iter()
            .map(|p| case::Parameter {
                name: p.name.clone(),
                type_name: source_type(&p.descriptor),
            })
            .collect(),
        result: (result != "V" && !constructor).then(|| source_type(result)),
        declared: signature::exceptions(machine, method),
    }
}

/// A type as source code has it.
pub(super) fn source_type(descriptor: &str) -> String {
    type_name(descriptor).replace('$', ".")
}
