//! Inputs that somebody has: a path that follows inputs begins with them.
//!
//! They are told by the names that inputs have ([`focus`](super::super::focus)). Where a seed says nothing, or
//! what cannot be, the path takes what it would have taken without.

use super::super::objects::InputHeap;
use super::apply::Answered;
use crate::structure::Value;
use margay_ir::{ClassId, World};
use margay_logic::{FloatSort, Sort};
use margay_machine::symbolic::inputs::Making;
use margay_machine::symbolic::{InputId, Symbolic};
use std::collections::BTreeMap;

/// What inputs are, by their names. A box and the number in it have the same one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seed {
    /// Numbers, and lengths.
    pub numbers: BTreeMap<String, Value>,
    /// References.
    pub references: BTreeMap<String, SeedReference>,
}

/// What a reference is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeedReference {
    /// No object.
    Null,
    /// An object of its own.
    Object {
        /// Its class, as class files spell it.
        class: String,
        /// The calls that make it, if that is known.
        sequence: Option<String>,
        /// How much it holds, if it is a collection.
        size: Option<usize>,
    },
    /// The object that another input leads to.
    Same(String),
}

impl Seed {
    /// The bits of a number of some sort.
    pub(super) fn bits(&self, name: &str, sort: Sort) -> Option<u64> {
        let value = self.numbers.get(name)?;
        match (value, sort) {
            (Value::Bool(value), _) => Some(u64::from(*value)),
            (Value::Char(unit), Sort::Bv(_)) => Some(u64::from(*unit)),
            (Value::Int(number), Sort::Bv(width)) => {
                let bits = *number as u64;
                Some(if width < 64 { bits & ((1 << width) - 1) } else { bits })
            }
            (Value::Int(number), Sort::Bool) => Some(u64::from(*number != 0)),
            (Value::Float(text), Sort::Float(FloatSort::F32)) => {
                text.parse::<f32>().ok().map(|value| u64::from(value.to_bits()))
            }
            (Value::Float(text), Sort::Float(FloatSort::F64)) => {
                text.parse::<f64>().ok().map(f64::to_bits)
            }
            _ => None,
        }
    }

    /// The answer to a question about a reference that the seed gives.
    pub(super) fn answer(
        &self,
        world: &World,
        domain: &Symbolic,
        heap: &InputHeap,
        answers: &[Answered],
    ) -> Option<usize> {
        let of = |input: &InputId| self.references.get(&domain.references.about(*input).name);
        let is_given = |answer: &Answered| match answer {
            Answered::Null(input) => of(input) == Some(&SeedReference::Null),
            Answered::NonNull(input) => of(input).is_some_and(|it| *it != SeedReference::Null),
            Answered::Is(input, at) => match of(input) {
                Some(SeedReference::Same(name)) => {
                    heap.object_at(domain, *at).is_some_and(|object| object.name == *name)
                }
                _ => false,
            },
            Answered::New(input, making) => {
                of(input).is_some_and(|it| it.is_made_by(world, making))
            }
            Answered::Classes(at, classes, _) => {
                let object = heap.object_at(domain, *at);
                let given = object.and_then(|object| self.references.get(&object.name));
                given.is_some_and(|it| classes.iter().any(|class| it.is_of(world, *class)))
            }
            _ => false,
        };
        answers.iter().position(is_given)
    }
}

impl SeedReference {
    fn is_of(&self, world: &World, class: ClassId) -> bool {
        matches!(self, SeedReference::Object { class: given, .. } if world.class_name(class) == given)
    }

    fn is_made_by(&self, world: &World, making: &Making) -> bool {
        match making {
            Making::Object(classes) => classes.iter().any(|class| self.is_of(world, *class)),
            Making::Array(class) => self.is_of(world, *class),
            Making::Built(built) => {
                let SeedReference::Object { sequence, size, .. } = self else { return false };
                self.is_of(world, built.class)
                    && (sequence.is_none() || *sequence == built.sequence)
                    && size.is_none_or(|size| size == built.contents.len())
            }
            Making::Existing(_) => false,
        }
    }
}
