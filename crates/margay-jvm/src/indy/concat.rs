//! String concatenation, by `StringBuilder`.

use super::{Linked, Site};
use crate::build::Builder;
use crate::pool::{Reason, signature};
use margay_ir::function::Dispatch;
use margay_ir::{InstKind, Type, Value};
use ristretto_classfile::Constant;

const BUILDER: &str = "java/lang/StringBuilder";
/// In a recipe: the next argument, the next constant.
const ARGUMENT: u16 = 1;
const CONSTANT: u16 = 2;

/// Part of a string.
pub(super) enum Piece<'a> {
    Text(Vec<u16>),
    /// A value and its descriptor.
    Value(Value, &'a str),
}

/// Pieces as compilers describe them: a recipe with holes.
pub(super) fn with_constants(build: &mut Builder, site: &Site) -> Result<Linked, Reason> {
    let Constant::String(recipe) = site.pool.get(site.argument(0)?)? else {
        return Err("the recipe of a concatenation is not a string".into());
    };
    let recipe = site.pool.units(*recipe)?;
    let mut arguments = arguments(site)?.into_iter();
    let mut constants = 1..;
    let mut pieces = Vec::new();
    let mut text = Vec::new();
    for unit in recipe {
        match unit {
            ARGUMENT => {
                pieces.push(Piece::Text(std::mem::take(&mut text)));
                let argument = arguments.next();
                pieces.push(argument.ok_or("a concatenation has too few arguments")?);
            }
            CONSTANT => {
                let constant = site.argument(constants.next().unwrap_or_default())?;
                let Constant::String(constant) = site.pool.get(constant)? else {
                    let reason = "concatenation with a constant that is not a string";
                    return Ok(Linked::Unsupported(reason.into()));
                };
                text.extend(site.pool.units(*constant)?);
            }
            unit => text.push(unit),
        }
    }
    pieces.push(Piece::Text(text));
    Ok(Linked::Value(concat(build, &pieces)))
}

/// The arguments, one after the other.
pub(super) fn plain(build: &mut Builder, site: &Site) -> Result<Linked, Reason> {
    let pieces = arguments(site)?;
    Ok(Linked::Value(concat(build, &pieces)))
}

fn arguments<'a>(site: &Site<'a>) -> Result<Vec<Piece<'a>>, Reason> {
    let types = signature(&site.dynamic.descriptor)?.params;
    let arguments = site.args.iter().zip(types);
    Ok(arguments.map(|(value, ty)| Piece::Value(*value, ty)).collect())
}

/// Appends the pieces to each other.
pub(super) fn concat(build: &mut Builder, pieces: &[Piece]) -> Value {
    let class = build.world.class_named(BUILDER);
    let buffer = build.value(InstKind::New(class), Type::Ref);
    build.call(Dispatch::Special, BUILDER, "<init>", "()V", &[buffer]);
    for piece in pieces {
        let (value, ty) = match piece {
            Piece::Text(text) if text.is_empty() => continue,
            Piece::Text(text) => {
                let text = build.world.string(text);
                (build.value(InstKind::Str(text), Type::Ref), "Ljava/lang/String;")
            }
            Piece::Value(value, ty) => (*value, overload(ty)),
        };
        let descriptor = format!("({ty})L{BUILDER};");
        build.call(Dispatch::Virtual, BUILDER, "append", &descriptor, &[buffer, value]);
    }
    build.call_virtual(BUILDER, "toString", "()Ljava/lang/String;", &[buffer])
}

/// The parameter type of the `append` that converts like `String.valueOf`.
fn overload(ty: &str) -> &str {
    match ty {
        "B" | "S" => "I",
        "Z" | "C" | "I" | "J" | "F" | "D" | "Ljava/lang/String;" => ty,
        _ => "Ljava/lang/Object;",
    }
}
