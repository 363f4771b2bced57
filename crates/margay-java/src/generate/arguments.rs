//! What a method is given: anything.

use super::replay::StaticField;
use crate::graph::class_in;
use crate::methods::MAIN_DESCRIPTOR;
use margay_ir::{ClassId, MethodId, Storage};
use margay_jvm::descriptor::storage;
use margay_jvm::inputs::signature::Parameter;
use margay_jvm::inputs::{PROGRAM_ARGUMENTS, RECEIVER};
use margay_machine::Platform;
use margay_machine::symbolic::{Symbolic, SymbolicValue};
use margay_search::generate::heap::Maker;

/// Symbolic arguments, the receiver first, which is of this class.
pub(crate) fn arguments<P: Platform<Symbolic>>(
    maker: &mut Maker<'_, P, impl margay_machine::symbolic::inputs::Inputs<P>>,
    method: MethodId,
    receiver: ClassId,
    parameters: &[Parameter],
) -> Vec<SymbolicValue> {
    let mut values = Vec::new();
    let world = &maker.machine.core.world;
    let declared = world.method(method);
    match world.text(declared.name) {
        "<init>" => values.push(maker.blank(RECEIVER, receiver)),
        _ if declared.is_static() => {}
        _ => values.push(maker.receiver(RECEIVER, receiver)),
    }
    let is_main = is_main(maker, method);
    values.extend(parameters.iter().map(|parameter| match is_main {
        true => program_arguments(maker, parameter),
        false => anything(maker, parameter),
    }));
    values
}

/// Whether a launcher calls this method.
fn is_main<P: Platform<Symbolic>>(
    maker: &Maker<'_, P, impl margay_machine::symbolic::inputs::Inputs<P>>,
    method: MethodId,
) -> bool {
    let world = &maker.machine.core.world;
    let declared = world.method(method);
    declared.is_static()
        && world.text(declared.name) == "main"
        && world.text(declared.descriptor) == MAIN_DESCRIPTOR
}

/// The arguments of a program. A launcher gives no null.
fn program_arguments<P: Platform<Symbolic>>(
    maker: &mut Maker<'_, P, impl margay_machine::symbolic::inputs::Inputs<P>>,
    parameter: &Parameter,
) -> SymbolicValue {
    let class = maker.machine.core.world.class_named(&parameter.descriptor);
    let _ = maker.machine.platform.load(&mut maker.machine.core.world, class);
    maker.non_null(&parameter.name, class, Some(PROGRAM_ARGUMENTS))
}

/// A value of any kind for a parameter.
pub(crate) fn anything<P: Platform<Symbolic>>(
    maker: &mut Maker<'_, P, impl margay_machine::symbolic::inputs::Inputs<P>>,
    parameter: &Parameter,
) -> SymbolicValue {
    let storage = storage(&parameter.descriptor);
    let class = class_in(&parameter.descriptor).map(|name| {
        let class = maker.machine.core.world.class_named(name);
        // A class that is missing is reported where the program needs it.
        let _ = maker.machine.platform.load(&mut maker.machine.core.world, class);
        class
    });
    maker.anything(&parameter.name, storage, class, parameter.generic.as_deref())
}

/// Sets static fields of the method's class to anything.
pub(crate) fn statics<P: Platform<Symbolic>>(
    maker: &mut Maker<'_, P, impl margay_machine::symbolic::inputs::Inputs<P>>,
    method: MethodId,
    fields: &[StaticField],
) -> Vec<(SymbolicValue, bool)> {
    let class = maker.machine.core.world.method(method).class;
    let mut values = Vec::with_capacity(fields.len());
    for field in fields {
        let world = &maker.machine.core.world;
        let all = world.loaded(class).fields.iter().map(|f| world.field(*f));
        let own = all.filter(|f| f.is_static() && world.text(f.name) == field.name.name);
        let Some(slot) = own.map(|f| f.slot).next() else { continue };
        let simple = field.name.class.rsplit(['.', '$']).next().unwrap_or_default();
        let name = format!("{simple}.{}", field.name.name);
        let parameter = Parameter { name, descriptor: field.descriptor.clone(), generic: None };
        let value = anything(maker, &parameter);
        maker.machine.core.memory.set_static(slot, value);
        values.push((value, storage(&field.descriptor) == Storage::Ref));
    }
    values
}
