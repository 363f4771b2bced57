//! String concatenation.

use super::{Linked, Site};
use crate::build::Builder;
use crate::pool::{Reason, signature};
use margay_ir::{InstKind, Storage, Type, Value};
use ristretto_classfile::Constant;

const STRING: &str = "java/lang/String";
const TEXTS: &str = "margay/rt/Texts";
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

/// The pieces one after the other.
pub(super) fn concat(build: &mut Builder, pieces: &[Piece]) -> Value {
    let is_empty = |piece: &&Piece| matches!(piece, Piece::Text(text) if text.is_empty());
    let pieces: Vec<&Piece> = pieces.iter().filter(|piece| !is_empty(piece)).collect();
    let class = build.world.class_named("[Ljava/lang/String;");
    let len = build.int(i32::try_from(pieces.len()).expect("a method has fewer than 2^16 pieces"));
    let array = build.value(InstKind::NewArray { class, len }, Type::Ref);
    for (index, piece) in (0..).zip(pieces) {
        let value = text_of(build, piece);
        let index = build.int(index);
        build.effect(InstKind::ArrayStore { elem: Storage::Ref, array, index, value });
    }
    build.call_static(TEXTS, "concat", "([Ljava/lang/String;)Ljava/lang/String;", &[array])
}

/// The text of a piece; that of null may be null.
fn text_of(build: &mut Builder, piece: &Piece) -> Value {
    let (value, ty) = match piece {
        Piece::Text(text) => {
            let text = build.world.string(text);
            return build.value(InstKind::Str(text), Type::Ref);
        }
        Piece::Value(value, "Ljava/lang/String;") => return *value,
        Piece::Value(value, ty) => (*value, overload(ty)),
    };
    build.call_static(STRING, "valueOf", &format!("({ty})Ljava/lang/String;"), &[value])
}

/// The parameter type of the `String.valueOf` for a type.
fn overload(ty: &str) -> &str {
    match ty {
        "B" | "S" => "I",
        "Z" | "C" | "I" | "J" | "F" | "D" => ty,
        _ => "Ljava/lang/Object;",
    }
}
