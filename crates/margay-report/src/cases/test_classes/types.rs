//! Erased types, as descriptors and class names spell them.

use std::rc::Rc;

/// A primitive type, a class or an array.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Type {
    /// `int`, or a class with dots and `$`; of an array, that of its innermost elements.
    pub element: Rc<str>,
    /// How many dimensions an array has; 0 for what is none.
    pub dimensions: usize,
}

/// The primitive types with their letters in descriptors and their boxes.
const PRIMITIVES: [(&str, char, &str); 8] = [
    ("boolean", 'Z', "java.lang.Boolean"),
    ("byte", 'B', "java.lang.Byte"),
    ("char", 'C', "java.lang.Character"),
    ("short", 'S', "java.lang.Short"),
    ("int", 'I', "java.lang.Integer"),
    ("long", 'J', "java.lang.Long"),
    ("float", 'F', "java.lang.Float"),
    ("double", 'D', "java.lang.Double"),
];

impl Type {
    pub fn class(name: &str) -> Type {
        let element = name.trim_end_matches("[]");
        Type { element: element.into(), dimensions: (name.len() - element.len()) / 2 }
    }

    pub fn object() -> Type {
        Type::class("java.lang.Object")
    }

    /// The type of a field: `[Lshapes/Node;`.
    pub fn descriptor(text: &str) -> Option<Type> {
        Type::take(text).filter(|(_, rest)| rest.is_empty()).map(|(found, _)| found)
    }

    /// The types of a method's parameters and of its result, none for `void`.
    pub fn signature(descriptor: &str) -> Option<(Vec<Type>, Option<Type>)> {
        let mut rest = descriptor.strip_prefix('(')?;
        let mut parameters = Vec::new();
        loop {
            if let Some(result) = rest.strip_prefix(')') {
                return Some((parameters, Type::descriptor(result)));
            }
            let (parameter, after) = Type::take(rest)?;
            parameters.push(parameter);
            rest = after;
        }
    }

    fn take(text: &str) -> Option<(Type, &str)> {
        let element = text.trim_start_matches('[');
        let dimensions = text.len() - element.len();
        let (element, rest) = match element.strip_prefix('L') {
            Some(class) => {
                let (class, rest) = class.split_once(';')?;
                (Rc::from(class.replace('/', ".")), rest)
            }
            None => {
                let letter = element.chars().next()?;
                let (name, ..) = PRIMITIVES.iter().find(|(_, known, _)| *known == letter)?;
                (Rc::from(*name), &element[1..])
            }
        };
        Some((Type { element, dimensions }, rest))
    }

    pub fn is_primitive(&self) -> bool {
        self.dimensions == 0 && self.has_primitive_elements()
    }

    pub fn has_primitive_elements(&self) -> bool {
        PRIMITIVES.iter().any(|(name, ..)| **name == *self.element)
    }

    pub fn is_array(&self) -> bool {
        self.dimensions > 0
    }

    pub fn is_object(&self) -> bool {
        self.is("java.lang.Object")
    }

    /// Whether it is the class or primitive type of this name.
    pub fn is(&self, name: &str) -> bool {
        self.dimensions == 0 && *self.element == *name
    }

    /// The type of an array's elements.
    pub fn component(&self) -> Option<Type> {
        let dimensions = self.dimensions.checked_sub(1)?;
        Some(Type { element: self.element.clone(), dimensions })
    }

    /// What is in a box: `int` for `java.lang.Integer`; of a primitive type, itself.
    pub fn unboxed(&self) -> Option<&'static str> {
        let is_it = |(name, _, boxed): &&(&str, char, &str)| {
            *self.element == **name || *self.element == **boxed
        };
        PRIMITIVES.iter().find(is_it).filter(|_| self.dimensions == 0).map(|(name, ..)| *name)
    }

    /// As `Class.forName` wants it: `[Lshapes.Tree$Node;`.
    pub fn binary_name(&self) -> String {
        if self.dimensions == 0 {
            return self.element.to_string();
        }
        let brackets = "[".repeat(self.dimensions);
        match PRIMITIVES.iter().find(|(name, ..)| **name == *self.element) {
            Some((_, letter, _)) => format!("{brackets}{letter}"),
            None => format!("{brackets}L{};", self.element),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_taken_apart() {
        let (parameters, result) = Type::signature("(I[[JLa/B$C;)[Z").expect("well formed");
        let expected = ["int", "long[][]", "a.B$C"].map(Type::class);
        assert_eq!(parameters, expected);
        assert_eq!(result, Some(Type::class("boolean[]")));
        assert_eq!(Type::signature("()V"), Some((Vec::new(), None)));
        for bad in ["", "(", "(Q)V", "(La/B)V", "I)V"] {
            assert_eq!(Type::signature(bad), None, "{bad}");
        }
    }

    #[test]
    fn names_for_class_for_name() {
        let names = ["a.B$C", "int[]", "a.B[][]"].map(|name| Type::class(name).binary_name());
        assert_eq!(names, ["a.B$C", "[I", "[[La.B;"]);
    }
}
