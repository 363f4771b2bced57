//! Which method is the finitization.

use crate::descriptor::Signature;
use margay_ir::world::{simple_name_of, type_name};
use margay_ir::{ClassId, MethodId, World};

const RESULT: &str = ")Lkorat/finitization/IFinitization;";

/// The method, and its descriptor.
pub(super) fn find(
    world: &World,
    class: ClassId,
    name: Option<&str>,
    arguments: usize,
) -> Result<(MethodId, String), String> {
    let mut all = world.loaded(class).methods.clone();
    all.retain(|method| is_finitization(world, *method));
    let called = |name: &str| -> Vec<MethodId> {
        let is_called = |m: &MethodId| world.text(world.method(*m).name) == name;
        all.iter().copied().filter(is_called).collect()
    };
    let named = match name {
        Some(name) => called(name),
        None => {
            let simple = simple_name_of(world.class_name(class));
            let usual = called(&format!("fin{simple}"));
            if usual.is_empty() { all.clone() } else { usual }
        }
    };
    let fits = |m: &&MethodId| world.method(**m).params.len() == arguments;
    let fitting: Vec<&MethodId> = named.iter().filter(fits).collect();
    match fitting.as_slice() {
        [method] => Ok((**method, world.text(world.method(**method).descriptor).to_owned())),
        [] => Err(none(world, name, arguments, &all)),
        several => {
            let several: Vec<String> = several.iter().map(|m| signature(world, **m)).collect();
            Err(format!("which method is meant, {}?", several.join(" or ")))
        }
    }
}

/// The finitization methods of a class, in words.
pub fn all(world: &World, class: ClassId) -> Vec<String> {
    let methods = world.loaded(class).methods.iter().copied();
    methods.filter(|method| is_finitization(world, *method)).map(|m| signature(world, m)).collect()
}

fn is_finitization(world: &World, method: MethodId) -> bool {
    let method = world.method(method);
    method.is_static() && world.text(method.descriptor).ends_with(RESULT)
}

fn none(world: &World, name: Option<&str>, arguments: usize, all: &[MethodId]) -> String {
    let name = name.map(|name| format!(" {name}")).unwrap_or_default();
    let all: Vec<String> = all.iter().map(|m| signature(world, *m)).collect();
    let wanted =
        format!("there is no static method{name} with {arguments} parameters that returns");
    match all.as_slice() {
        [] => format!("{wanted} a korat.finitization.IFinitization"),
        all => format!("{wanted} an IFinitization; there is {}", all.join(", ")),
    }
}

fn signature(world: &World, method: MethodId) -> String {
    let method = world.method(method);
    let signature = Signature::parse(world.text(method.descriptor));
    let params = signature.iter().flat_map(|signature| &signature.params);
    let params: Vec<String> = params.map(|param| type_name(param)).collect();
    format!("{}({})", world.text(method.name), params.join(", "))
}
