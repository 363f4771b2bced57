//! Pattern switches: the number of the first label, from a given one on, that the target fits.

use super::{Linked, Site};
use crate::build::{Builder, call};
use crate::descriptor;
use crate::pool::{Pool, Reason, signature};
use margay_ir::{Block, Cond, InstKind, Terminator, Type, Value};
use ristretto_classfile::Constant;

/// A label of a switch.
enum Label {
    /// An instance of the class.
    Class(String),
    /// An equal string.
    Text(Vec<u16>),
    /// A number or character of this value.
    Int(i32),
    /// A constant of an enum class.
    Enum { class: String, name: String },
}

/// Labels are classes, strings, numbers and descriptions of enum constants.
pub(super) fn by_type(build: &mut Builder, site: &Site) -> Result<Linked, Reason> {
    let params = signature(&site.dynamic.descriptor)?.params;
    if let [target @ ("Z" | "B" | "S" | "C" | "I" | "J" | "F" | "D"), "I"] = params[..] {
        return by_primitive(site, target);
    }
    let labels = site.dynamic.arguments.iter();
    let labels = labels.map(|index| type_label(site.pool, *index));
    let labels: Option<Vec<Label>> = labels.collect::<Result<_, Reason>>()?;
    select(build, site, labels)
}

/// A primitive component of a record pattern. Where all labels are its very type, any of them
/// fits, so it is the one to start from.
fn by_primitive(site: &Site, target: &str) -> Result<Linked, Reason> {
    for label in site.dynamic.arguments {
        if !is_primitive_class(site.pool, *label, target)? {
            return Ok(Linked::Unsupported("switch on a primitive".into()));
        }
    }
    Ok(Linked::Value(site.args[1]))
}

/// Whether a constant is the class of a primitive type: a dynamic constant with its name.
fn is_primitive_class(pool: Pool, index: u16, ty: &str) -> Result<bool, Reason> {
    if !matches!(pool.get(index)?, Constant::Dynamic { .. }) {
        return Ok(false);
    }
    let constant = pool.dynamic_constant(index)?;
    let bootstrap = &constant.bootstrap.member;
    Ok(bootstrap.class == "java/lang/invoke/ConstantBootstraps"
        && bootstrap.name == "primitiveClass"
        && constant.name == ty)
}

/// Labels are classes and names of constants of the target's own class.
pub(super) fn by_enum(build: &mut Builder, site: &Site) -> Result<Linked, Reason> {
    let params = signature(&site.dynamic.descriptor)?.params;
    let class = params.first().map_or("", |target| descriptor::class_of(target));
    let labels = site.dynamic.arguments.iter();
    let labels = labels.map(|index| match site.pool.get(*index)? {
        Constant::String(name) => Ok(Some(Label::Enum {
            class: class.to_owned(),
            name: site.pool.text(*name)?.into_owned(),
        })),
        _ => type_label(site.pool, *index),
    });
    let labels: Option<Vec<Label>> = labels.collect::<Result<_, Reason>>()?;
    select(build, site, labels)
}

/// None for labels unknown here.
fn type_label(pool: Pool, index: u16) -> Result<Option<Label>, Reason> {
    Ok(match pool.get(index)? {
        Constant::Class(_) => Some(Label::Class(pool.class(index)?.into_owned())),
        Constant::String(text) => Some(Label::Text(pool.units(*text)?)),
        Constant::Integer(value) => Some(Label::Int(*value)),
        Constant::Dynamic { .. } => enum_label(pool, index)?,
        _ => None,
    })
}

/// `EnumDesc.of(ClassDesc.of(class), name)`, as a dynamic constant.
fn enum_label(pool: Pool, index: u16) -> Result<Option<Label>, Reason> {
    let Some([class, name]) = invocation(pool, index, "java/lang/Enum$EnumDesc")? else {
        return Ok(None);
    };
    let Some([class]) = invocation(pool, class, "java/lang/constant/ClassDesc")? else {
        return Ok(None);
    };
    let (Constant::String(class), Constant::String(name)) = (pool.get(class)?, pool.get(name)?)
    else {
        return Ok(None);
    };
    Ok(Some(Label::Enum {
        class: pool.text(*class)?.replace('.', "/"),
        name: pool.text(*name)?.into_owned(),
    }))
}

/// The arguments of a dynamic constant that is the result of the class's method `of`.
fn invocation<const N: usize>(
    pool: Pool,
    index: u16,
    class: &str,
) -> Result<Option<[u16; N]>, Reason> {
    let constant = pool.dynamic_constant(index)?;
    let bootstrap = &constant.bootstrap.member;
    let invokes =
        bootstrap.class == "java/lang/invoke/ConstantBootstraps" && bootstrap.name == "invoke";
    let [method, arguments @ ..] = constant.arguments else {
        return Ok(None);
    };
    if !invokes {
        return Ok(None);
    }
    let method = pool.handle(*method)?.member;
    let known = method.class == class && method.name == "of";
    Ok(arguments.try_into().ok().filter(|_| known))
}

fn select(build: &mut Builder, site: &Site, labels: Option<Vec<Label>>) -> Result<Linked, Reason> {
    let Some(labels) = labels else {
        return Ok(Linked::Unsupported("switch label of an unknown kind".into()));
    };
    let types = signature(&site.dynamic.descriptor)?.types(false);
    let ([target, start], [Type::Ref, Type::I32]) = (site.args, &types[..]) else {
        return Ok(Linked::Unsupported("switch on a primitive".into()));
    };
    Ok(Linked::Value(write(build, *target, *start, &labels)))
}

/// -1 for null, the number of labels if none fits.
fn write(build: &mut Builder, target: Value, start: Value, labels: &[Label]) -> Value {
    let end = build.new_block();
    let result = build.add_param(end, Type::I32);
    let begin = build.new_block();
    let (null, minus_one) = (build.null(), build.int(-1));
    let is_null = build.compare(Cond::Eq, target, null);
    build.branch(is_null, call(end, &[minus_one]), call(begin, &[]));

    let tests: Vec<Block> = labels.iter().map(|_| build.new_block()).collect();
    let none = build.new_block();
    build.switch_to(begin);
    let first = tests.first().copied().unwrap_or(none);
    let cases = (1_i32..).zip(tests.iter().skip(1).chain([&none]));
    build.end(Terminator::Switch {
        value: start,
        cases: cases.map(|(key, block)| (key, call(*block, &[]))).collect(),
        default: call(first, &[]),
    });
    for (number, label) in labels.iter().enumerate() {
        let next = tests.get(number + 1).copied().unwrap_or(none);
        let found = build.new_block();
        build.switch_to(tests[number]);
        test(build, target, label, found, next);
        build.switch_to(found);
        let number = build.int(number as i32);
        build.jump(end, &[number]);
    }
    build.switch_to(none);
    let number = build.int(labels.len() as i32);
    build.jump(end, &[number]);
    build.switch_to(end);
    result
}

/// Goes to `found` if the target, which is not null, fits the label, else to `next`.
fn test(build: &mut Builder, target: Value, label: &Label, found: Block, next: Block) {
    match label {
        Label::Class(class) => instance_test(build, target, class, found, next),
        Label::Text(text) => {
            let text = build.world.string(text);
            let text = build.value(InstKind::Str(text), Type::Ref);
            let descriptor = "(Ljava/lang/Object;)Z";
            let args = [text, target];
            let equal = build.call_virtual("java/lang/String", "equals", descriptor, &args);
            build.branch(equal, call(found, &[]), call(next, &[]));
        }
        Label::Int(value) => {
            let (number, other, character) =
                (build.new_block(), build.new_block(), build.new_block());
            instance_test(build, target, "java/lang/Number", number, other);
            build.switch_to(other);
            instance_test(build, target, "java/lang/Character", character, next);
            for (block, class, method, descriptor) in [
                (number, "java/lang/Number", "intValue", "()I"),
                (character, "java/lang/Character", "charValue", "()C"),
            ] {
                build.switch_to(block);
                let found_value = build.call_virtual(class, method, descriptor, &[target]);
                let value = build.int(*value);
                let equal = build.compare(Cond::Eq, found_value, value);
                build.branch(equal, call(found, &[]), call(next, &[]));
            }
        }
        Label::Enum { class, name } => {
            let same_class = build.new_block();
            instance_test(build, target, class, same_class, next);
            build.switch_to(same_class);
            let id = build.world.class_named(class);
            let field = build.world.field_ref(id, name, &descriptor::of_class(class));
            let constant = build.value(InstKind::GetStatic(field), Type::Ref);
            let same = build.compare(Cond::Eq, target, constant);
            build.branch(same, call(found, &[]), call(next, &[]));
        }
    }
}

fn instance_test(build: &mut Builder, object: Value, class: &str, yes: Block, no: Block) {
    let class = build.world.class_named(class);
    let fits = build.value(InstKind::InstanceOf { class, object }, Type::I32);
    build.branch(fits, call(yes, &[]), call(no, &[]));
}
