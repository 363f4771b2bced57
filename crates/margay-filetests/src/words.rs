//! The words in which conditions of paths are written down here: those of the text form.

use margay_ir::Storage;
use margay_search::generate::render::Language;

/// The text form as a language.
pub struct Words;

impl Language for Words {
    fn is_nan(&self, number: &str) -> String {
        format!("isnan({number})")
    }

    fn function(&self, name: &str, of: &str) -> String {
        format!("{name}({of})")
    }

    fn cast(&self, to: Storage, number: &str) -> String {
        format!("({to}) {number}")
    }

    fn literal(&self, bits: u64, ty: Storage) -> String {
        match ty {
            Storage::F32 => format!("{:?}", f32::from_bits(bits as u32)),
            Storage::F64 => format!("{:?}", f64::from_bits(bits)),
            _ => (bits as i64).to_string(),
        }
    }

    fn null(&self) -> &str {
        "null"
    }

    fn instance(&self, object: &str, class: &str, holds: bool) -> String {
        format!("{object} {}instanceof {class}", if holds { "" } else { "not " })
    }

    fn one_of(&self, object: &str, classes: &[&str]) -> String {
        format!("{object} is a {}", classes.join(" or "))
    }
}
