//! The calls that make an input, with what they are given: its variables are called as the parameters are.

use super::test::Test;
use margay_jvm::source::SourceKind;
use margay_search::generate::case::Build;
use margay_search::structure::{Content, Value};
use std::borrow::Cow;

/// A call that makes a part of the input.
pub(super) struct CallOfInput<'r> {
    /// The class that it is called on, with dots and `$`.
    pub class: &'r str,
    /// The method, `<init>` of a constructor.
    pub name: &'r str,
    pub descriptor: Cow<'r, str>,
    pub given: Vec<&'r Value>,
}

impl<'r> Test<'_, '_, 'r> {
    /// The calls that make the input, those of the constructors of records too.
    pub fn calls_of_input(&self) -> Vec<CallOfInput<'r>> {
        let objects = &self.case.before.objects;
        let class_of = |object: &usize| objects.get(*object).map(|made| &*made.class);
        let call = |step: &'r Build| {
            let (class, name, descriptor, arguments) = match step {
                Build::Construct { object, descriptor, arguments } => {
                    (class_of(object)?, "<init>", descriptor, arguments)
                }
                Build::Call { object, name, descriptor, arguments } => {
                    (class_of(object)?, name.as_str(), descriptor, arguments)
                }
                Build::Produce { class, name, descriptor, arguments, .. } => {
                    (class.as_str(), name.as_str(), descriptor, arguments)
                }
                _ => return None,
            };
            let (descriptor, given) = (Cow::from(descriptor), arguments.iter().collect());
            Some(CallOfInput { class, name, descriptor, given })
        };
        let mut calls: Vec<CallOfInput<'r>> = self.case.recipe.iter().filter_map(call).collect();
        for object in objects {
            if let Content::Fields(fields) = &object.content
                && let Some(descriptor) = self.canonical(&object.class)
            {
                let given = fields.iter().map(|(_, value)| value).collect();
                let descriptor = Cow::from(descriptor);
                calls.push(CallOfInput { class: &object.class, name: "<init>", descriptor, given });
            }
        }
        calls
    }

    /// The descriptor of the constructor that takes all that an object holds, if its class is a record.
    pub fn canonical(&self, class: &str) -> Option<String> {
        let known = self.file.classes.get(class)?;
        let components = known.fields.iter().filter(|field| !field.is_static);
        let types: String = components.map(|field| field.descriptor.as_str()).collect();
        (known.kind == SourceKind::Record).then(|| format!("({types})V"))
    }

    /// Arrays, collections and other objects of the class library are called as what they are given for: their
    /// classes say nothing. Others are called by their class.
    pub fn name_given(&mut self) {
        for CallOfInput { class, name, descriptor, given } in self.calls_of_input() {
            let declaring = self.file.classes.declaring(class, name, &descriptor);
            let method = declaring.as_ref().and_then(|(_, known)| known.method(name, &descriptor));
            let Some(method) = method else { continue };
            // The object around an inner one has no name there.
            let skipped = given.len().saturating_sub(method.parameters.len());
            for (value, parameter) in given.into_iter().skip(skipped).zip(&method.parameters) {
                let Value::Ref(place) = value else { continue };
                let object = self.case.before.objects.get(*place);
                if object.is_some_and(|object| !matches!(object.content, Content::Fields(_))) {
                    self.wishes.entry(*place).or_insert_with(|| parameter.clone());
                }
            }
        }
    }
}
