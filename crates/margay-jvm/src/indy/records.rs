//! `toString`, `hashCode` and `equals` of records.

use super::adapt::wrapper;
use super::concat::{Piece, concat};
use super::{Linked, Site};
use crate::build::{Builder, call};
use crate::descriptor;
use crate::pool::{Member, Reason, signature};
use margay_ir::{BinOp, Cond, InstKind, Type, Value};
use ristretto_classfile::attributes::Attribute;
use ristretto_classfile::{Constant, ReferenceKind};

/// A record as its bootstrap arguments describe it.
struct Record<'a> {
    class: String,
    names: Vec<String>,
    fields: Vec<Member<'a>>,
}

/// One of the three methods, by the site's name.
pub(super) fn link(build: &mut Builder, site: &Site) -> Result<Linked, Reason> {
    let Some(record) = describe(site)? else {
        return Ok(Linked::Unsupported("record with unusual accessors".into()));
    };
    let types = signature(&site.dynamic.descriptor)?.types(false);
    let value = match (&*site.dynamic.name, site.args) {
        ("toString", [this]) => to_string(build, site, &record, *this),
        ("hashCode", [this]) => hash_code(build, &record, *this),
        ("equals", [this, other]) => equals(build, &record, *this, *other),
        (name, _) => {
            return Ok(Linked::Unsupported(format!("record method {name}")));
        }
    };
    match types.iter().all(|ty| *ty == Type::Ref) {
        true => Ok(Linked::Value(value)),
        false => Err("a record method on a primitive".into()),
    }
}

/// None if a component is not read from its field.
fn describe<'a>(site: &Site<'a>) -> Result<Option<Record<'a>>, Reason> {
    let Constant::String(names) = site.pool.get(site.argument(1)?)? else {
        return Err("the names of a record's components are not a string".into());
    };
    let names = site.pool.text(*names)?;
    let mut record = Record {
        class: site.pool.class(site.argument(0)?)?.into_owned(),
        names: names.split(';').filter(|n| !n.is_empty()).map(str::to_owned).collect(),
        fields: Vec::new(),
    };
    for index in &site.dynamic.arguments[2..] {
        let getter = site.pool.handle(*index)?;
        if getter.kind != ReferenceKind::GetField {
            return Ok(None);
        }
        record.fields.push(getter.member);
    }
    if record.names.len() != record.fields.len() {
        return Err("a record has more or fewer names than components".into());
    }
    Ok(Some(record))
}

fn read(build: &mut Builder, field: &Member, object: Value) -> Value {
    let class = build.world.class_named(&field.class);
    let ty = descriptor::value_type(&field.descriptor);
    let field = build.world.field_ref(class, &field.name, &field.descriptor);
    build.value(InstKind::GetField { field, object }, ty)
}

fn to_string(build: &mut Builder, site: &Site, record: &Record, this: Value) -> Value {
    build.guard_non_null(this);
    let mut pieces = Vec::new();
    let mut text = format!("{}[", simple_name(site, &record.class));
    for (name, field) in record.names.iter().zip(&record.fields) {
        text.push_str(name);
        text.push('=');
        pieces.push(Piece::Text(text.encode_utf16().collect()));
        pieces.push(Piece::Value(read(build, field, this), &field.descriptor));
        text = ", ".into();
    }
    if !record.fields.is_empty() {
        text.clear();
    }
    text.push(']');
    pieces.push(Piece::Text(text.encode_utf16().collect()));
    concat(build, &pieces)
}

/// The name without its package and outer classes.
fn simple_name<'a>(site: &Site<'a>, class: &'a str) -> std::borrow::Cow<'a, str> {
    let pool = site.pool;
    let attributes = pool.0.attributes.iter();
    let inner = attributes.flat_map(|attribute| match attribute {
        Attribute::InnerClasses { classes, .. } => classes.as_slice(),
        _ => &[],
    });
    let named = |index: u16| pool.class(index).is_ok_and(|name| name == class);
    inner
        .filter(|inner| named(inner.class_info_index))
        .find_map(|inner| pool.text(inner.name_index).ok())
        .unwrap_or_else(|| class.rsplit('/').next().unwrap_or(class).into())
}

fn hash_code(build: &mut Builder, record: &Record, this: Value) -> Value {
    build.guard_non_null(this);
    let mut result = build.int(0);
    for field in &record.fields {
        let value = read(build, field, this);
        let (class, parameter) = match wrapper(&field.descriptor) {
            Some((class, _)) => (class, &*field.descriptor),
            None => ("java/util/Objects", "Ljava/lang/Object;"),
        };
        let hash = build.call_static(class, "hashCode", &format!("({parameter})I"), &[value]);
        let factor = build.int(31);
        let product = build.binary(BinOp::Mul, result, factor);
        result = build.binary(BinOp::Add, product, hash);
    }
    result
}

/// The same object, or of the same class with equal components; the JDK begins with the last.
fn equals(build: &mut Builder, record: &Record, this: Value, other: Value) -> Value {
    let end = build.new_block();
    let result = build.add_param(end, Type::I32);
    let (different, same_class, class_test) =
        (build.new_block(), build.new_block(), build.new_block());
    let (yes, no) = (build.int(1), build.int(0));
    let same = build.compare(Cond::Eq, this, other);
    build.branch(same, call(end, &[yes]), call(class_test, &[]));

    build.switch_to(class_test);
    let class = build.world.class_named(&record.class);
    let object = other;
    let is_record = build.value(InstKind::InstanceOf { class, object }, Type::I32);
    build.branch(is_record, call(same_class, &[]), call(different, &[]));

    build.switch_to(same_class);
    build.guard_non_null(this);
    for field in record.fields.iter().rev() {
        let (a, b) = (read(build, field, this), read(build, field, other));
        let equal = components_equal(build, &field.descriptor, a, b);
        let next = build.new_block();
        build.branch(equal, call(next, &[]), call(different, &[]));
        build.switch_to(next);
    }
    build.jump(end, &[yes]);

    build.switch_to(different);
    build.jump(end, &[no]);
    build.switch_to(end);
    result
}

fn components_equal(build: &mut Builder, ty: &str, a: Value, b: Value) -> Value {
    match ty {
        "F" | "D" => {
            let class = wrapper(ty).map_or("", |(class, _)| class);
            let order = build.call_static(class, "compare", &format!("({ty}{ty})I"), &[a, b]);
            let zero = build.int(0);
            build.compare(Cond::Eq, order, zero)
        }
        _ if wrapper(ty).is_some() => build.compare(Cond::Eq, a, b),
        _ => {
            let parameters = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
            build.call_static("java/util/Objects", "equals", parameters, &[a, b])
        }
    }
}
