//! Who calls, and with what rights: there is no security manager.

use super::{Answer, Call, Entry, native, nothing, null, reference};
use margay_ir::world::SymbolicRef;
use margay_machine::{Abrupt, Domain};

const REFLECTION: &str = "jdk/internal/reflect/Reflection";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let privileged = "there is no security manager";
    let access = "java/security/AccessController";
    let mut entries = vec![
        native(REFLECTION, "getCallerClass", "", caller, "native"),
        native(access, "getStackAccessControlContext", "", null, privileged),
        native(access, "getInheritedAccessControlContext", "", null, privileged),
        native(access, "ensureMaterializedForStackWalk", "", nothing, privileged),
        native(REFLECTION, "isCallerSensitive", "", super::no, "would read annotations"),
        native(REFLECTION, "getClassAccessFlags", "", super::class::access_flags, "native"),
        native(REFLECTION, "areNestMates", "", super::class::are_nest_mates, "native"),
    ];
    for (descriptor, interface) in PRIVILEGED {
        let run: super::Native<D> = match interface {
            Action::Plain => |c| run(c, "java/security/PrivilegedAction"),
            Action::Throwing => |c| run(c, "java/security/PrivilegedExceptionAction"),
        };
        entries.push(native(access, "doPrivileged", descriptor, run, privileged));
    }
    entries
}

/// What kind of code runs with privileges.
enum Action {
    Plain,
    Throwing,
}

/// The ways to run code with privileges.
const PRIVILEGED: [(&str, Action); 6] = [
    ("(Ljava/security/PrivilegedAction;)Ljava/lang/Object;", Action::Plain),
    (
        "(Ljava/security/PrivilegedAction;Ljava/security/AccessControlContext;)Ljava/lang/Object;",
        Action::Plain,
    ),
    (
        "(Ljava/security/PrivilegedAction;Ljava/security/AccessControlContext;[Ljava/security/Permission;)Ljava/lang/Object;",
        Action::Plain,
    ),
    ("(Ljava/security/PrivilegedExceptionAction;)Ljava/lang/Object;", Action::Throwing),
    (
        "(Ljava/security/PrivilegedExceptionAction;Ljava/security/AccessControlContext;)Ljava/lang/Object;",
        Action::Throwing,
    ),
    (
        "(Ljava/security/PrivilegedExceptionAction;Ljava/security/AccessControlContext;[Ljava/security/Permission;)Ljava/lang/Object;",
        Action::Throwing,
    ),
];

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
