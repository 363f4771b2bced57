//! Descriptors: types as class files spell them (`I`, `[[J`, `Ljava/lang/String;`, `(IJ)V`).
//!
//! A type stays the piece of text it is; nothing is built from it but what the IR asks for.

use margay_ir::{Storage, Type};

/// The JVM's limit on array dimensions, and on arguments in words.
const LIMIT: usize = 255;

/// A method descriptor taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Signature<'a> {
    /// Descriptors of the parameters, without the receiver.
    pub params: Vec<&'a str>,
    /// Descriptor of the result; none for `void`.
    pub result: Option<&'a str>,
}

impl<'a> Signature<'a> {
    /// Takes a method descriptor apart.
    pub fn parse(descriptor: &'a str) -> Option<Self> {
        let mut rest = descriptor.strip_prefix('(')?;
        let mut params = Vec::new();
        while !rest.starts_with(')') {
            let (param, after) = split_type(rest)?;
            params.push(param);
            rest = after;
            if params.len() > LIMIT {
                return None;
            }
        }
        let result = match &rest[1..] {
            "V" => None,
            text => Some(text).filter(|text| is_type(text)).map(Some)?,
        };
        Some(Signature { params, result })
    }

    /// IR types of the parameters, after that of the receiver if there is one.
    pub fn types(&self, receiver: bool) -> Vec<Type> {
        let receiver = receiver.then_some(Type::Ref);
        let params = self.params.iter().map(|param| value_type(param));
        receiver.into_iter().chain(params).collect()
    }

    /// IR type of the result.
    pub fn result_type(&self) -> Option<Type> {
        self.result.map(value_type)
    }
}

/// Whether the text is exactly one type.
pub(crate) fn is_type(descriptor: &str) -> bool {
    split_type(descriptor).is_some_and(|(_, rest)| rest.is_empty())
}

/// The first type of the text, and what follows it.
fn split_type(text: &str) -> Option<(&str, &str)> {
    let element = text.trim_start_matches('[');
    let dimensions = text.len() - element.len();
    if dimensions > LIMIT {
        return None;
    }
    let length = match element.bytes().next()? {
        b'L' => element.find(';').filter(|end| *end > 1)? + 1,
        b'Z' | b'B' | b'C' | b'S' | b'I' | b'J' | b'F' | b'D' => 1,
        _ => return None,
    };
    Some(text.split_at(dimensions + length))
}

/// What a cell of the (valid) type holds.
#[must_use]
pub fn storage(descriptor: &str) -> Storage {
    match descriptor.as_bytes().first() {
        Some(b'Z') => Storage::Bool,
        Some(b'B') => Storage::I8,
        Some(b'S') => Storage::I16,
        Some(b'C') => Storage::U16,
        Some(b'I') => Storage::I32,
        Some(b'J') => Storage::I64,
        Some(b'F') => Storage::F32,
        Some(b'D') => Storage::F64,
        _ => Storage::Ref,
    }
}

/// The IR type of a value of the (valid) type.
pub(crate) fn value_type(descriptor: &str) -> Type {
    storage(descriptor).value_type()
}

/// The class that a reference type's descriptor names: `Foo` of `LFoo;`, `[I` of `[I`.
pub(crate) fn class_of(descriptor: &str) -> &str {
    descriptor.strip_prefix('L').and_then(|text| text.strip_suffix(';')).unwrap_or(descriptor)
}

/// The descriptor of a class given by name.
pub(crate) fn of_class(name: &str) -> String {
    if name.starts_with('[') { name.to_owned() } else { format!("L{name};") }
}

/// The class of arrays of a class.
pub(crate) fn array_of(class: &str) -> String {
    format!("[{}", of_class(class))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn method_descriptors() {
        let signature = Signature::parse("(I[[JLa/B;[Lc;)[D").unwrap();
        assert_eq!(signature.params, ["I", "[[J", "La/B;", "[Lc;"]);
        assert_eq!(signature.result, Some("[D"));
        assert_eq!(Signature::parse("()V").unwrap().result, None);
        for bad in ["", "(", "()", "(V)V", "()VV", "()II", "(L;)V", "(Lx)V", "([)V", "I"] {
            assert_eq!(Signature::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn dimensions_are_limited() {
        assert!(is_type(&format!("{}I", "[".repeat(255))));
        assert!(!is_type(&format!("{}I", "[".repeat(256))));
    }

    #[test]
    fn names_of_classes() {
        assert_eq!(class_of("La/B;"), "a/B");
        assert_eq!(class_of("[La/B;"), "[La/B;");
        assert_eq!(array_of("a/B"), "[La/B;");
        assert_eq!(array_of("[I"), "[[I");
    }
}
