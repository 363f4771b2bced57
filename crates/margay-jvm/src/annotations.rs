//! Tests whose parameters are all there is to say of their inputs: JUnit's `@ParameterizedTest` and jqwik's
//! `@Property`, with the ranges of its `@ForAll` parameters.

use crate::pool::Pool;
use ristretto_classfile::attributes::{Annotation, AnnotationElement, Attribute, TypeAnnotation};
use ristretto_classfile::{ClassFile, Constant};

/// Annotations of such tests.
const TESTS: [&str; 2] =
    ["Lorg/junit/jupiter/params/ParameterizedTest;", "Lnet/jqwik/api/Property;"];

/// What constraints of jqwik begin with.
const CONSTRAINTS: &str = "Lnet/jqwik/api/constraints/";

/// A test for all values of its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestMethod {
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The least and the greatest value of each parameter that has them.
    pub ranges: Vec<Option<(i64, i64)>>,
    /// A constraint on parameters that is not known.
    pub unknown: Option<String>,
}

impl TestMethod {
    /// A constraint that cannot be kept to: one that is not known, or a range of something that is not
    /// a number by itself.
    #[must_use]
    pub fn unknown_constraint(&self) -> Option<String> {
        let types = self.descriptor.trim_start_matches('(');
        let is_plain = |ty: char| "BSCIJ".contains(ty);
        let has_range = self.ranges.iter().any(Option::is_some);
        // With nothing but numbers among the parameters, each has one letter.
        let (types, _) = types.split_once(')').unwrap_or((types, ""));
        let is_clear = types.len() == self.ranges.len()
            && types.chars().zip(&self.ranges).all(|(ty, range)| range.is_none() || is_plain(ty));
        let unclear = has_range && !is_clear;
        self.unknown.clone().or_else(|| unclear.then(|| "beside an object".to_owned()))
    }
}

impl TestMethod {
    /// Keeps each range to what its parameter can hold.
    fn fit_ranges(&mut self) {
        let types = self.descriptor.trim_start_matches('(').chars();
        for (range, ty) in self.ranges.iter_mut().zip(types) {
            let (least, most) = match ty {
                'B' => (i64::from(i8::MIN), i64::from(i8::MAX)),
                'S' => (i64::from(i16::MIN), i64::from(i16::MAX)),
                'C' => (0, i64::from(u16::MAX)),
                'I' => (i64::from(i32::MIN), i64::from(i32::MAX)),
                _ => continue,
            };
            if let Some((low, high)) = range {
                (*low, *high) = ((*low).max(least), (*high).min(most));
            }
        }
    }
}

/// The tests of a class.
#[must_use]
pub fn test_methods(file: &ClassFile<'static>) -> Vec<TestMethod> {
    let pool = Pool(file);
    let mut found = Vec::new();
    for method in &file.methods {
        let all = method.attributes.iter().flat_map(|attribute| match attribute {
            Attribute::RuntimeVisibleAnnotations { annotations, .. } => annotations.as_slice(),
            _ => &[],
        });
        let mut types = all.filter_map(|annotation| pool.text(annotation.type_index).ok());
        if !types.any(|name| TESTS.contains(&&*name)) {
            continue;
        }
        let (Ok(name), Ok(descriptor)) =
            (pool.text(method.name_index), pool.text(method.descriptor_index))
        else {
            continue;
        };
        let mut test = TestMethod {
            name: name.into_owned(),
            descriptor: descriptor.into_owned(),
            ranges: Vec::new(),
            unknown: None,
        };
        for attribute in &method.attributes {
            if let Attribute::RuntimeVisibleTypeAnnotations { type_annotations, .. } = attribute {
                test.unknown = test.unknown.or_else(|| inner_constraint(pool, type_annotations));
            }
            let Attribute::RuntimeVisibleParameterAnnotations { parameter_annotations, .. } =
                attribute
            else {
                continue;
            };
            for parameter in parameter_annotations {
                let mut range = None;
                for annotation in &parameter.annotations {
                    let Ok(name) = pool.text(annotation.type_index) else { continue };
                    let Some(constraint) = name.strip_prefix(CONSTRAINTS) else { continue };
                    match range_of(pool, constraint, annotation) {
                        Some(found) => range = Some(found),
                        None => {
                            test.unknown = Some(constraint.trim_end_matches(';').to_owned());
                        }
                    }
                }
                test.ranges.push(range);
            }
        }
        test.fit_ranges();
        found.push(test);
    }
    found
}

/// A constraint on what a parameter holds: the elements of a list, of an array.
fn inner_constraint(pool: Pool<'_>, annotations: &[TypeAnnotation]) -> Option<String> {
    annotations.iter().filter(|annotation| !annotation.type_path.is_empty()).find_map(|it| {
        let name = pool.text(it.type_index).ok()?;
        Some(name.strip_prefix(CONSTRAINTS)?.trim_end_matches(';').to_owned())
    })
}

/// The range that a constraint stands for, where it is one of integers.
fn range_of(pool: Pool<'_>, constraint: &str, annotation: &Annotation) -> Option<(i64, i64)> {
    let (names, default) = match constraint {
        "ByteRange;" => (["min", "max"], (0, i64::from(i8::MAX))),
        "ShortRange;" => (["min", "max"], (0, i64::from(i16::MAX))),
        "IntRange;" => (["min", "max"], (0, i64::from(i32::MAX))),
        "LongRange;" => (["min", "max"], (0, i64::MAX)),
        "CharRange;" => (["from", "to"], (0, i64::from(u16::MAX))),
        "Positive;" => return Some((1, i64::MAX)),
        "Negative;" => return Some((i64::MIN, -1)),
        _ => return None,
    };
    let value = |wanted: &str| {
        let mut elements = annotation.elements.iter();
        let found = elements.find(|e| pool.text(e.name_index).is_ok_and(|name| name == wanted))?;
        let index = match found.value {
            AnnotationElement::Byte { const_value_index }
            | AnnotationElement::Char { const_value_index }
            | AnnotationElement::Short { const_value_index }
            | AnnotationElement::Int { const_value_index }
            | AnnotationElement::Long { const_value_index } => const_value_index,
            _ => return None,
        };
        match pool.get(index).ok()? {
            Constant::Integer(value) => Some(i64::from(*value)),
            Constant::Long(value) => Some(*value),
            _ => None,
        }
    };
    Some((value(names[0]).unwrap_or(default.0), value(names[1]).unwrap_or(default.1)))
}
