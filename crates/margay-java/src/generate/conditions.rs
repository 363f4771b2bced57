//! What a path has made true, in the words of Java: `a.length == 2`, `shape instanceof Circle`.

use super::generator::SymbolicMachine;
use super::letters::about_texts;
use margay_ir::Storage;
use margay_ir::world::simple_name_of;
use margay_jvm::inputs::thrown;
use margay_logic::TermId;
use margay_search::generate::fact::Fact;
use margay_search::generate::render::{self, Language};
use rustc_hash::FxHashMap;

/// The text of each fact that does not go without saying.
pub(crate) fn texts(machine: &SymbolicMachine, facts: &[Fact]) -> Vec<String> {
    let texts = facts.iter().map(|fact| text(machine, fact)).filter(|text| !text.is_empty());
    about_texts(texts.collect())
}

/// The text of a fact.
pub(super) fn text(machine: &SymbolicMachine, fact: &Fact) -> String {
    about_characters(render::fact(&machine.core, &Java, fact))
}

/// Texts of the conditions on numbers that a machine has met: most paths begin as others do, and terms are
/// never given up.
#[derive(Default)]
pub(super) struct ConditionTexts(FxHashMap<TermId, String>);

impl ConditionTexts {
    /// The text of each fact that does not go without saying.
    pub fn of(&mut self, machine: &SymbolicMachine, facts: &[Fact]) -> Vec<String> {
        let texts = facts.iter().map(|fact| match fact {
            Fact::Holds(term) => self.0.entry(*term).or_insert_with(|| text(machine, fact)).clone(),
            _ => text(machine, fact),
        });
        about_texts(texts.filter(|text| !text.is_empty()).collect())
    }
}

/// What marks a character of a text.
const CHARACTER: &str = ".charAt(";

/// A condition on a character without what holds of all of them, and with characters for their numbers:
/// `s.charAt(0) > '/'` for `s.charAt(0) < 0 || s.charAt(0) > 47`.
fn about_characters(text: String) -> String {
    if !text.contains(CHARACTER) {
        return text;
    }
    let told = match (text.split_once(" || "), text.split_once(" && ")) {
        (Some((first, rest)), _) => first.strip_suffix(" < 0").map(|subject| (subject, rest)),
        (_, Some((first, rest))) => first.strip_prefix("0 <= ").map(|subject| (subject, rest)),
        _ => None,
    };
    let told = told.filter(|(subject, rest)| is_one(subject) && rest.starts_with(*subject));
    let told = told.map_or(text.as_str(), |(_, rest)| rest);
    let Some((compared, number)) = told.rsplit_once(' ') else { return told.to_owned() };
    let subject = compared.rsplit_once(' ').map_or("", |(subject, _)| subject);
    let character = number.parse::<u8>().ok().filter(|_| is_one(subject)).map(char::from);
    match character {
        Some('\t') => format!("{compared} '\\t'"),
        Some('\n') => format!("{compared} '\\n'"),
        Some(character @ ('\'' | '\\')) => format!("{compared} '\\{character}'"),
        Some(character @ ' '..='~') => format!("{compared} '{character}'"),
        _ => told.to_owned(),
    }
}

/// Whether a text names one character.
fn is_one(subject: &str) -> bool {
    let place = subject.rfind(CHARACTER).map(|start| &subject[start + CHARACTER.len()..]);
    place.and_then(|place| place.strip_suffix(')')).is_some_and(|place| !place.contains(' '))
}

pub(crate) struct Java;

impl Language for Java {
    fn is_nan(&self, number: &str) -> String {
        format!("Double.isNaN({number})")
    }

    fn function(&self, name: &str, of: &str) -> String {
        format!("Math.{name}({of})")
    }

    fn cast(&self, to: Storage, number: &str) -> String {
        let to = match to {
            Storage::Bool => "boolean",
            Storage::I8 => "byte",
            Storage::I16 => "short",
            Storage::U16 => "char",
            Storage::I32 => "int",
            Storage::I64 => "long",
            Storage::F32 => "float",
            Storage::F64 => "double",
            Storage::Ref => "Object",
        };
        format!("({to}) {number}")
    }

    fn literal(&self, bits: u64, ty: Storage) -> String {
        match ty {
            Storage::F32 => format!("{:?}f", f32::from_bits(bits as u32)),
            Storage::F64 => format!("{:?}", f64::from_bits(bits)),
            Storage::I64 => format!("{}L", bits as i64),
            _ => (bits as u32 as i32).to_string(),
        }
    }

    fn null(&self) -> &str {
        "null"
    }

    fn object(&self, name: &str, class: Option<&str>, holds: bool) -> String {
        let class = class.map(simple_name_of);
        match thrown::describe(name, class, true) {
            Some(throws) if holds => throws,
            Some(_) => String::new(),
            None => format!("{name} {} null", if holds { "!=" } else { "==" }),
        }
    }

    fn instance(&self, object: &str, class: &str, holds: bool) -> String {
        if let Some(thrown) = thrown::describe(object, Some(simple_name_of(class)), holds) {
            return thrown;
        }
        let not = if holds { "" } else { "not " };
        format!("{object} {not}instanceof {}", source_name(class))
    }

    fn one_of(&self, object: &str, classes: &[&str]) -> String {
        let names: Vec<String> = classes.iter().map(|class| source_name(class)).collect();
        format!("{object} is a {}", names.join(" or "))
    }
}

/// What source code calls a class that it has imported.
fn source_name(class: &str) -> String {
    let name = class.rsplit('/').next().unwrap_or(class);
    name.replace('$', ".")
}

#[cfg(test)]
mod tests {
    use super::about_characters;

    #[test]
    fn characters_are_not_negative_and_have_faces() {
        let cases = [
            ("s.charAt(0) < 0 || s.charAt(0) > 47", "s.charAt(0) > '/'"),
            ("0 <= s.charAt(1) && s.charAt(1) < 58", "s.charAt(1) < ':'"),
            ("s.charAt(2) != 9", "s.charAt(2) != '\\t'"),
            ("s.charAt(0) == 39", "s.charAt(0) == '\\''"),
            ("s.charAt(0) > 200", "s.charAt(0) > 200"),
            ("s.charAt(0) + n > 47", "s.charAt(0) + n > 47"),
            ("n < 0 || n > 47", "n < 0 || n > 47"),
        ];
        for (text, told) in cases {
            assert_eq!(about_characters(text.to_owned()), told);
        }
    }
}
