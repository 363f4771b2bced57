//! Arguments as users write them: `12`, `true`, `'c'`, `"text"`, `[1,2,3]`, `{{1},{2}}`, `null`.
//!
//! What a text means depends on the parameter's type, so descriptor and text are read together.
//! The result is a [`Literal`], which [`build`] turns into a value of the machine.

mod scan;

use crate::descriptor::{self, Signature};
use crate::platform::{Jvm, field_slot};
use margay_ir::world::type_name;
use margay_machine::{Abrupt, Domain, Machine, Platform};
use scan::Scanner;
use thiserror::Error;

/// An argument that does not fit its parameter.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ValueError {
    /// More or fewer arguments than parameters.
    #[error("wrong number of arguments: the method takes ({types}), and {given} are given")]
    Count {
        /// Number of arguments.
        given: usize,
        /// The parameters' types.
        types: String,
    },
    /// A text that is not a value of the type.
    #[error("argument {at}: `{text}` is not a value of type {ty}: {reason}")]
    NotA {
        /// Which argument, from 1.
        at: usize,
        /// The whole argument.
        text: String,
        /// The parameter's type.
        ty: String,
        /// What is wrong.
        reason: String,
    },
    /// The heap is too small for the arguments.
    #[error("the arguments do not fit into the heap")]
    NoRoom,
}

/// A value, before it is in a machine.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// A number, a boolean or a char.
    Bits(u64),
    /// No object.
    Null,
    /// A string, in UTF-16.
    Text(Vec<u16>),
    /// An object around a number: its class and contents.
    Boxed(&'static str, u64),
    /// An array: its class and elements.
    Array(String, Vec<Literal>),
}

/// Reads the arguments of a method.
///
/// # Errors
/// When there are too many or too few, or one does not fit its parameter.
pub fn parse(method: &str, texts: &[String]) -> Result<Vec<Literal>, ValueError> {
    let params = Signature::parse(method).map(|signature| signature.params).unwrap_or_default();
    if params.len() != texts.len() {
        let types: Vec<String> = params.iter().map(|param| type_name(param)).collect();
        return Err(ValueError::Count { given: texts.len(), types: types.join(", ") });
    }
    let one = |(at, (param, text)): (usize, (&&str, &String))| {
        literal(param, text).map_err(|reason| ValueError::NotA {
            at: at + 1,
            text: text.clone(),
            ty: type_name(param),
            reason,
        })
    };
    params.iter().zip(texts).enumerate().map(one).collect()
}

/// Reads one value.
fn literal(ty: &str, text: &str) -> Result<Literal, String> {
    // A string alone needs no quotes, and then every character counts.
    if is_text(ty) && !text.trim_start().starts_with('"') && text != "null" {
        return Ok(Literal::Text(text.encode_utf16().collect()));
    }
    let mut scanner = Scanner::new(text);
    let value = element(&mut scanner, ty)?;
    scanner.end()?;
    Ok(value)
}

/// Types that a string is a value of.
fn is_text(ty: &str) -> bool {
    matches!(ty, "Ljava/lang/String;" | "Ljava/lang/CharSequence;" | "Ljava/lang/Object;")
}

/// The primitive type inside a box, and its class.
fn unboxed(ty: &str) -> Option<(&'static str, &'static str)> {
    Some(match ty {
        "Ljava/lang/Boolean;" => ("Z", "java/lang/Boolean"),
        "Ljava/lang/Byte;" => ("B", "java/lang/Byte"),
        "Ljava/lang/Short;" => ("S", "java/lang/Short"),
        "Ljava/lang/Character;" => ("C", "java/lang/Character"),
        "Ljava/lang/Integer;" => ("I", "java/lang/Integer"),
        "Ljava/lang/Long;" => ("J", "java/lang/Long"),
        "Ljava/lang/Float;" => ("F", "java/lang/Float"),
        "Ljava/lang/Double;" => ("D", "java/lang/Double"),
        _ => return None,
    })
}

fn element(scanner: &mut Scanner<'_>, ty: &str) -> Result<Literal, String> {
    if ty.len() == 1 {
        return scalar(scanner, ty).map(Literal::Bits);
    }
    if scanner.eat_word("null") {
        return Ok(Literal::Null);
    }
    if let Some(component) = ty.strip_prefix('[') {
        let mut elements = Vec::new();
        scanner.list(|scanner| {
            elements.push(element(scanner, component)?);
            Ok(())
        })?;
        return Ok(Literal::Array(ty.to_owned(), elements));
    }
    if let Some((primitive, class)) = unboxed(ty) {
        return scalar(scanner, primitive).map(|bits| Literal::Boxed(class, bits));
    }
    if is_text(ty) {
        return scanner.text().map(Literal::Text);
    }
    Err("objects of this type cannot be written; only null".to_owned())
}

fn scalar(scanner: &mut Scanner<'_>, ty: &str) -> Result<u64, String> {
    let range = |low: i64, high: i64| move |value: i64| (low..=high).contains(&value);
    match ty {
        "Z" => match scanner.word() {
            "true" => Ok(1),
            "false" => Ok(0),
            _ => Err("expected true or false".to_owned()),
        },
        "C" => scanner.character().map(u64::from),
        "B" => integer(scanner.word(), range(-128, 127)).map(narrow),
        "S" => integer(scanner.word(), range(-32768, 32767)).map(narrow),
        "I" => integer(scanner.word(), range(i32::MIN.into(), i32::MAX.into())).map(narrow),
        "J" => {
            integer(scanner.word().trim_end_matches(['l', 'L']), |_| true).map(i64::cast_unsigned)
        }
        "F" => real::<f32>(scanner.word(), ['f', 'F']).map(|v| u64::from(v.to_bits())),
        _ => real::<f64>(scanner.word(), ['d', 'D']).map(f64::to_bits),
    }
}

/// The low 32 bits, as the machine keeps them.
fn narrow(value: i64) -> u64 {
    value.cast_unsigned() & u64::from(u32::MAX)
}

fn integer(text: &str, fits: impl Fn(i64) -> bool) -> Result<i64, String> {
    let digits = text.replace('_', "");
    let (sign, magnitude) = match digits.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", digits.strip_prefix('+').unwrap_or(&digits)),
    };
    let (radix, magnitude) = match magnitude.get(..2) {
        Some("0x" | "0X") => (16, &magnitude[2..]),
        Some("0b" | "0B") => (2, &magnitude[2..]),
        _ => (10, magnitude),
    };
    if !magnitude.starts_with(|c: char| c.is_digit(radix)) {
        return Err("expected a whole number".to_owned());
    }
    let value = i64::from_str_radix(&format!("{sign}{magnitude}"), radix);
    match value {
        Ok(value) if fits(value) => Ok(value),
        Err(error) if *error.kind() == std::num::IntErrorKind::InvalidDigit => {
            Err("expected a whole number".to_owned())
        }
        _ => Err("the number is out of range".to_owned()),
    }
}

fn real<T: std::str::FromStr>(text: &str, suffix: [char; 2]) -> Result<T, String> {
    let spelled = matches!(text, "NaN" | "Infinity" | "-Infinity");
    let digits = text.strip_suffix(suffix).unwrap_or(text);
    let numeric = digits.contains(|c: char| c.is_ascii_digit());
    let text = if spelled { text } else { digits };
    let value = text.parse().ok().filter(|_| spelled || numeric);
    value.ok_or_else(|| "expected a number".to_owned())
}

/// Puts a value into a machine.
///
/// # Errors
/// When the heap is full.
pub fn build<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    literal: &Literal,
) -> Result<D::Value, ValueError> {
    let object = match literal {
        Literal::Bits(bits) => return Ok(D::constant(*bits)),
        Literal::Null => 0,
        Literal::Text(units) => string(machine, units)?,
        Literal::Boxed(class, bits) => {
            let id = load(machine, class)?;
            let world = &machine.core.world;
            let slot = field_slot(world, id, "value").ok_or(ValueError::NoRoom)?;
            let cells = world.loaded(id).cells;
            let memory = &mut machine.core.memory;
            let object = memory.allocate(id, cells).map_err(|_| ValueError::NoRoom)?;
            memory.set(object, slot, D::constant(*bits));
            object
        }
        Literal::Array(class, elements) => {
            let id = load(machine, descriptor::class_of(class))?;
            let len = u32::try_from(elements.len()).map_err(|_| ValueError::NoRoom)?;
            let memory = &mut machine.core.memory;
            let array = memory.allocate(id, len).map_err(|_| ValueError::NoRoom)?;
            for (index, element) in (0..).zip(elements) {
                let value = build(machine, element)?;
                machine.core.memory.set(array, index, value);
            }
            array
        }
    };
    Ok(D::constant(u64::from(object)))
}

/// Equal strings are one object, as constants in a program are.
fn string<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    units: &[u16],
) -> Result<margay_machine::Ref, ValueError> {
    let constant = machine.core.world.string(units);
    let made = machine.platform.string(&mut machine.core, constant);
    made.map_err(|_: Abrupt<D::Value>| ValueError::NoRoom)
}

fn load<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    class: &str,
) -> Result<margay_ir::ClassId, ValueError> {
    let loaded = machine.platform.require(&mut machine.core, class);
    loaded.map_err(|_: Abrupt<D::Value>| ValueError::NoRoom)
}

#[cfg(test)]
mod tests;
