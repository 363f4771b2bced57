//! Conversions between the types of an interface's method and those of its implementation:
//! casts, boxing, unboxing, widening, as the JDK's lambda classes do them.

use crate::build::Builder;
use crate::descriptor;
use crate::pool::Reason;
use margay_ir::Value;

const OBJECT: &str = "java/lang/Object";

/// The class of a primitive type's boxes, and the method that opens them.
pub(crate) fn wrapper(primitive: &str) -> Option<(&'static str, &'static str)> {
    Some(match primitive {
        "Z" => ("java/lang/Boolean", "booleanValue"),
        "B" => ("java/lang/Byte", "byteValue"),
        "C" => ("java/lang/Character", "charValue"),
        "S" => ("java/lang/Short", "shortValue"),
        "I" => ("java/lang/Integer", "intValue"),
        "J" => ("java/lang/Long", "longValue"),
        "F" => ("java/lang/Float", "floatValue"),
        "D" => ("java/lang/Double", "doubleValue"),
        _ => return None,
    })
}

/// The primitive type that boxes of a class hold.
fn unwrapped(class: &str) -> Option<&'static str> {
    let primitives = ["Z", "B", "C", "S", "I", "J", "F", "D"];
    let boxes = |primitive: &str| wrapper(primitive).is_some_and(|(name, _)| name == class);
    primitives.into_iter().find(|primitive| boxes(primitive))
}

/// Converts a value of type `from`, of which it is known that it is meant to be a `meant`, to
/// type `to`. All three are descriptors.
pub(super) fn convert(
    build: &mut Builder,
    value: Value,
    from: &str,
    meant: &str,
    to: &str,
) -> Result<Value, Reason> {
    match (wrapper(from), wrapper(to)) {
        (Some(_), Some(_)) => widen(build, value, from, to),
        (Some(_), None) => wrap(build, value, from, descriptor::class_of(to)),
        (None, to_primitive) => {
            let mut class = descriptor::class_of(from);
            if wrapper(meant).is_none() {
                let meant = descriptor::class_of(meant);
                cast(build, value, class, meant);
                class = meant;
            }
            if to_primitive.is_some() {
                unwrap(build, value, class, to)
            } else {
                cast(build, value, class, descriptor::class_of(to));
                Ok(value)
            }
        }
    }
}

fn cast(build: &mut Builder, value: Value, from: &str, to: &str) {
    if from != to && to != OBJECT {
        let class = build.world.class_named(to);
        build.guard_cast(class, value);
    }
}

/// Boxes a primitive, widened first if the class wants a wider one.
fn wrap(build: &mut Builder, value: Value, from: &str, class: &str) -> Result<Value, Reason> {
    let primitive = unwrapped(class).unwrap_or(from);
    let value = widen(build, value, from, primitive)?;
    let (boxes, _) = wrapper(primitive).ok_or("no primitive type")?;
    let descriptor = format!("({primitive})L{boxes};");
    Ok(build.call_static(boxes, "valueOf", &descriptor, &[value]))
}

/// Opens a box. If the class is not that of boxes, it is a supertype of the right one.
fn unwrap(build: &mut Builder, value: Value, class: &str, to: &str) -> Result<Value, Reason> {
    let (boxes, open) = wrapper(to).ok_or("no primitive type")?;
    if let Some(primitive) = unwrapped(class) {
        let open = wrapper(primitive).map_or(open, |(_, open)| open);
        build.guard_non_null(value);
        let opened = build.call_virtual(class, open, &format!("(){primitive}"), &[value]);
        return widen(build, opened, primitive, to);
    }
    let through = match to {
        "Z" | "C" => boxes,
        _ => "java/lang/Number",
    };
    cast(build, value, class, through);
    build.guard_non_null(value);
    Ok(build.call_virtual(through, open, &format!("(){to}"), &[value]))
}

/// Converts between primitive types without loss of magnitude.
fn widen(build: &mut Builder, value: Value, from: &str, to: &str) -> Result<Value, Reason> {
    // From narrow to wide; `char` is between `short` and `int`, but no `short` is a `char`.
    const ORDER: [&str; 7] = ["B", "S", "C", "I", "J", "F", "D"];
    let rank = |ty: &str| ORDER.iter().position(|other| *other == ty);
    let widens = match (rank(from), rank(to)) {
        (Some(a), Some(b)) => a <= b && (to != "C" || from == "C"),
        _ => from == to,
    };
    if !widens {
        return Err(format!("a lambda converts {from} to {to}"));
    }
    Ok(build.widen(value, descriptor::value_type(to)))
}
