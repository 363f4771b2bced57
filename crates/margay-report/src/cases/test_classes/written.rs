//! Types of signatures as source code writes them: `Ljava/util/List<+La/Shape;>;` is `List<? extends Shape>`.

use super::test::Test;
use super::types::Type;
use margay_jvm::inputs::signature::substituted;

impl Test<'_, '_, '_> {
    /// A type of a signature as source code writes it; none where it has a type parameter, is raw, or source code cannot
    /// name something in it.
    pub fn written(&mut self, signature: &str) -> Option<String> {
        if substituted(signature, |_| Some(String::new())) != signature {
            return None;
        }
        self.take_type(signature).filter(|(_, rest)| rest.is_empty()).map(|(text, _)| text)
    }

    /// A type and what follows it.
    fn take_type<'t>(&mut self, text: &'t str) -> Option<(String, &'t str)> {
        if let Some(component) = text.strip_prefix('[') {
            let (component, rest) = self.take_type(component)?;
            return Some((format!("{component}[]"), rest));
        }
        let Some(class) = text.strip_prefix('L') else {
            let (letter, rest) = text.split_at_checked(1)?;
            return Some((self.mentioned(&Type::descriptor(letter)?)?, rest));
        };
        let end = class.find(['<', ';', '.'])?;
        let class_type = Type::class(&class[..end].replace('/', "."));
        let mut rest = &class[end..];
        let mut arguments = Vec::new();
        if let Some(first) = rest.strip_prefix('<') {
            rest = first;
            while !rest.starts_with('>') {
                let (argument, after) = self.take_argument(rest)?;
                arguments.push(argument);
                rest = after;
            }
            rest = &rest[1..];
        }
        let known = self.file.classes.get(&class_type.element)?;
        if known.type_parameters != arguments.len() || known.is_inner {
            return None;
        }
        let mut name = self.mentioned(&class_type)?;
        if !arguments.is_empty() {
            name.push_str(&format!("<{}>", arguments.join(", ")));
        }
        Some((name, rest.strip_prefix(';')?))
    }

    fn take_argument<'t>(&mut self, text: &'t str) -> Option<(String, &'t str)> {
        if let Some(rest) = text.strip_prefix('*') {
            return Some(("?".to_owned(), rest));
        }
        let bound = text.strip_prefix(['+', '-']);
        let (name, rest) = self.take_type(bound.unwrap_or(text))?;
        let bounded = match text.as_bytes().first()? {
            b'+' => format!("? extends {name}"),
            b'-' => format!("? super {name}"),
            _ => name,
        };
        Some((bounded, rest))
    }
}
