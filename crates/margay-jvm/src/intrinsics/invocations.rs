//! Calls of methods and constructors, and access to fields and elements, by reflection.
//!
//! Whether the caller may do it, and what the arguments must be, is checked in Java, by the library
//! or by Margay's own classes.

use super::members::{CONSTRUCTOR, kind_of};
use super::{Answer, Call, Entry, Substitute, instead, int, native, reference, yes};
use crate::descriptor::Signature;
use margay_ir::{MethodId, Storage};
use margay_machine::{Abrupt, Domain, Ref};

const NATIVES: &str = "margay/rt/Natives";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let calls = "native: calls a method";
    let simple = "the library would make code or method handles for each method";
    let with = |name, descriptor| Substitute { class: "margay/rt/Members", name, descriptor };
    let new_instance = with(
        "newInstance",
        "(Ljava/lang/reflect/Constructor;[Ljava/lang/Object;)Ljava/lang/Object;",
    );
    let invoke = with(
        "invoke",
        "(Ljava/lang/reflect/Method;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;",
    );
    let factory = "jdk/internal/reflect/ReflectionFactory";
    let accessor = |class, name, with| instead(class, name, with, calls);
    let mut entries = vec![
        instead(
            factory,
            "newFieldAccessor",
            Substitute {
                class: "margay/rt/FieldAccess",
                name: "of",
                descriptor: "(Ljava/lang/Object;Ljava/lang/reflect/Field;Z)Ljava/lang/Object;",
            },
            simple,
        ),
        instead(
            factory,
            "generateConstructor",
            with(
                "forSerialization",
                "(Ljava/lang/Object;Ljava/lang/Class;Ljava/lang/reflect/Constructor;)Ljava/lang/reflect/Constructor;",
            ),
            simple,
        ),
        native(factory, "inflationThreshold", "", |_| int::<D>(i32::MAX), simple),
        native(factory, "useNativeAccessorOnly", "", yes, simple),
        accessor(
            "jdk/internal/reflect/NativeConstructorAccessorImpl",
            "newInstance0",
            new_instance,
        ),
        accessor("jdk/internal/reflect/NativeMethodAccessorImpl", "invoke0", invoke),
        accessor(
            "jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor",
            "newInstance0",
            new_instance,
        ),
        accessor(
            "jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor",
            "invoke0",
            invoke,
        ),
        native(NATIVES, "instance", "", instance, "what Margay's Java code needs of the machine"),
    ];
    for (name, descriptor) in ELEMENTS {
        let with = Substitute { class: "margay/rt/Elements", name, descriptor };
        entries.push(instead(
            "java/lang/reflect/Array",
            name,
            with,
            "native: the element of an array",
        ));
    }
    for name in [
        "callReference",
        "callBoolean",
        "callByte",
        "callChar",
        "callShort",
        "callInt",
        "callLong",
        "callFloat",
        "callDouble",
        "callVoid",
    ] {
        entries.push(native(NATIVES, name, "", call_member, calls));
    }
    entries
}

/// What `java.lang.reflect.Array` does with elements.
const ELEMENTS: [(&str, &str); 18] = [
    ("get", "(Ljava/lang/Object;I)Ljava/lang/Object;"),
    ("set", "(Ljava/lang/Object;ILjava/lang/Object;)V"),
    ("getBoolean", "(Ljava/lang/Object;I)Z"),
    ("setBoolean", "(Ljava/lang/Object;IZ)V"),
    ("getByte", "(Ljava/lang/Object;I)B"),
    ("setByte", "(Ljava/lang/Object;IB)V"),
    ("getChar", "(Ljava/lang/Object;I)C"),
    ("setChar", "(Ljava/lang/Object;IC)V"),
    ("getShort", "(Ljava/lang/Object;I)S"),
    ("setShort", "(Ljava/lang/Object;IS)V"),
    ("getInt", "(Ljava/lang/Object;I)I"),
    ("setInt", "(Ljava/lang/Object;II)V"),
    ("getLong", "(Ljava/lang/Object;I)J"),
    ("setLong", "(Ljava/lang/Object;IJ)V"),
    ("getFloat", "(Ljava/lang/Object;I)F"),
    ("setFloat", "(Ljava/lang/Object;IF)V"),
    ("getDouble", "(Ljava/lang/Object;I)D"),
    ("setDouble", "(Ljava/lang/Object;ID)V"),
];

/// A new object of a class, initialised first.
fn instance<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(0)?;
    if call.core.memory.is_fresh(class) {
        return Err(Abrupt::Initialize(class));
    }
    let cells = call.core.world.loaded(class).cells;
    let object = call.core.memory.allocate(class, cells)?;
    reference::<D>(object)
}

/// Calls the method or constructor that an object stands for.
fn call_member<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (member, on) = (call.object(0)?, call.reference(1)?);
    let slot = call.slot(member, "slot")?;
    let number = call.decided(call.core.memory.get(member, slot))?;
    let declared = MethodId::from_u32(number as u32);
    let method = call.core.world.method(declared);
    let (class, is_static) = (method.class, method.is_static());
    let descriptor = call.core.world.text(method.descriptor).to_owned();
    if is_static && call.core.memory.is_fresh(class) {
        return Err(Abrupt::Initialize(class));
    }
    let types = Signature::parse(&descriptor).map(|types| types.params.len());
    let array = call.reference(2)?;
    let mut args = if is_static { Vec::new() } else { vec![call.args[1]] };
    for index in 0..types.unwrap_or_default() as u32 {
        let argument = call.core.memory.get(array, index);
        args.push(argument);
    }
    unbox(call, &descriptor, &mut args)?;
    let constructs = kind_of(call, declared) == Some(CONSTRUCTOR);
    let chosen = if is_static || constructs {
        Some(declared)
    } else {
        call.core.world.select(call.core.memory.class_of(on), declared)
    };
    match chosen {
        Some(method) => Err(Abrupt::Call(method, args)),
        None => call.refuse("a call by reflection of a method without code"),
    }
}

/// Takes the values of primitive parameters, which are the last of the arguments, out of their boxes.
fn unbox<D: Domain>(
    call: &mut Call<'_, D>,
    descriptor: &str,
    args: &mut [D::Value],
) -> Result<(), Abrupt<D::Value>> {
    let Some(types) = Signature::parse(descriptor) else { return Ok(()) };
    let first = args.len() - types.params.len();
    for (index, ty) in types.params.iter().enumerate() {
        if crate::descriptor::storage(ty) != Storage::Ref {
            let boxed = call.decided(args[first + index])? as Ref;
            let slot = call.slot(boxed, "value")?;
            args[first + index] = call.core.memory.get(boxed, slot);
        }
    }
    Ok(())
}
