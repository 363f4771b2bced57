//! What a path has made true, in the words of Java: `a.length == 2`, `shape instanceof Circle`.

use super::generator::SymbolicMachine;
use margay_ir::Storage;
use margay_search::generate::fact::Fact;
use margay_search::generate::render::{self, Language};

/// The text of each fact.
pub(crate) fn texts(machine: &SymbolicMachine, facts: &[Fact]) -> Vec<String> {
    facts.iter().map(|fact| render::fact(&machine.core, &Java, fact)).collect()
}

struct Java;

impl Language for Java {
    fn is_nan(&self, number: &str) -> String {
        format!("Double.isNaN({number})")
    }

    fn absolute(&self, number: &str) -> String {
        format!("Math.abs({number})")
    }

    fn square_root(&self, number: &str) -> String {
        format!("Math.sqrt({number})")
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

    fn instance(&self, object: &str, class: &str, holds: bool) -> String {
        let not = if holds { "" } else { "not " };
        format!("{object} {not}instanceof {}", class.replace('/', "."))
    }

    fn one_of(&self, object: &str, classes: &[&str]) -> String {
        let names: Vec<String> = classes.iter().map(|class| class.replace('/', ".")).collect();
        format!("{object} is a {}", names.join(" or "))
    }
}
