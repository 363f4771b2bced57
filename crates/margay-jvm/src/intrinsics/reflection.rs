//! The little reflection that library code needs to find its own fields. The rest is refused by
//! not being here.

use super::{Answer, Call, Entry, native, null, reference};
use crate::platform::find_field;
use margay_ir::world::SymbolicRef;
use margay_machine::{Abrupt, Domain};

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let own = "library classes look up their own fields";
    let privileged = "there is no security manager";
    let access = "java/security/AccessController";
    vec![
        native("java/lang/Class", "getDeclaredField", "", declared_field, own),
        native("jdk/internal/reflect/Reflection", "getCallerClass", "", caller, "native"),
        native(
            access,
            "doPrivileged",
            "(Ljava/security/PrivilegedAction;)Ljava/lang/Object;",
            |c| run(c, "java/security/PrivilegedAction"),
            privileged,
        ),
        native(
            access,
            "doPrivileged",
            "(Ljava/security/PrivilegedExceptionAction;)Ljava/lang/Object;",
            |c| run(c, "java/security/PrivilegedExceptionAction"),
            privileged,
        ),
        native(access, "getStackAccessControlContext", "", null, privileged),
    ]
}

fn declared_field<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (class, name) = (call.class(0)?, call.text(1)?);
    if find_field(&call.core.world, class, &name).is_none() {
        return Err(call.raise("java/lang/NoSuchFieldException", Some(&name)));
    }
    let field = call.jvm.require(call.core, "java/lang/reflect/Field")?;
    let cells = call.core.world.loaded(field).cells;
    let object = call.core.memory.allocate(field, cells)?;
    let (class, name) = (call.args[0], call.args[1]);
    call.set_field(object, "clazz", class)?;
    call.set_field(object, "name", name)?;
    reference::<D>(object)
}

/// The class of the method that called the method that asks.
fn caller<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let method = call.core.stack().nth(1).map(|place| place.method);
    match method {
        Some(method) => {
            let class = call.core.world.method(method).class;
            call.mirror(class)
        }
        None => reference::<D>(0),
    }
}

/// Calls the `run` of a privileged action.
fn run<D: Domain>(call: &mut Call<'_, D>, interface: &str) -> Answer<D> {
    let action = call.object(0)?;
    let interface = call.jvm.require(call.core, interface)?;
    let (name, descriptor) =
        (call.core.world.name("run"), call.core.world.name("()Ljava/lang/Object;"));
    let symbol = SymbolicRef { class: interface, name, descriptor };
    let class = call.core.memory.class_of(action);
    let declared = call.core.world.find_method(symbol);
    match declared.and_then(|declared| call.core.world.select(class, declared)) {
        Some(run) => Err(Abrupt::Call(run, vec![call.args[0]])),
        None => call.refuse("a privileged action without run()"),
    }
}
