//! Inputs that somebody has: a path that follows inputs begins with them.
//!
//! They are told by the names that inputs have ([`focus`](super::super::focus)). A seed calls an object by the first
//! name it has; the path may come to it another way, so names are looked up through the references that lead to
//! other objects. Where a seed says nothing, or what cannot be, the path takes what it would have taken without.

use super::super::objects::InputHeap;
use super::apply::Answered;
use crate::structure::Value;
use margay_ir::{ClassId, World};
use margay_logic::{FloatSort, Sort};
use margay_machine::Chance;
use margay_machine::symbolic::inputs::Making;
use margay_machine::symbolic::{InputId, Symbolic};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The number of the first object of a seed: none that the solver gives to references of its own accord.
const OBJECTS: u64 = 1 << 24;

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
    /// The name by which the seed calls what this one leads to.
    fn own_name<'n>(&self, name: &'n str) -> Cow<'n, str> {
        let mut name = Cow::Borrowed(name);
        // What follows the part that is replaced gets shorter each time, unless names lead round in a circle.
        for _ in 0..=self.references.len() {
            match self.one_step(&name) {
                Some(own) => name = Cow::Owned(own),
                None => break,
            }
        }
        name
    }

    /// The name with its longest part replaced that is another object by the seed.
    fn one_step(&self, name: &str) -> Option<String> {
        let ends = name.char_indices().filter(|(_, c)| matches!(c, '.' | '[')).map(|(at, _)| at);
        let mut ends: Vec<usize> = ends.chain([name.len()]).collect();
        ends.reverse();
        ends.into_iter().find_map(|end| match self.references.get(&name[..end])? {
            SeedReference::Same(other) => Some(format!("{other}{}", &name[end..])),
            SeedReference::Null | SeedReference::Object { .. } => None,
        })
    }

    /// The number of a reference that stays open: that of its object.
    fn identity(&self, name: &str) -> Option<u64> {
        let own = self.own_name(name);
        match self.references.get(&*own)? {
            SeedReference::Null => Some(0),
            _ => self
                .references
                .keys()
                .position(|known| *known == *own)
                .map(|at| OBJECTS + at as u64),
        }
    }

    /// The class that the seed gives a reference, if it is one of these.
    pub(super) fn class_among(
        &self,
        world: &World,
        name: &str,
        classes: &[ClassId],
    ) -> Option<ClassId> {
        let own = self.own_name(name);
        let given = self.references.get(&*own)?;
        classes.iter().copied().find(|class| given.is_of(world, *class))
    }

    /// The bits of a number, or of a reference, of some sort.
    pub(super) fn bits(&self, name: &str, sort: Sort) -> Option<u64> {
        if sort == Sort::Ref {
            return self.identity(name);
        }
        let value = self.numbers.get(name).or_else(|| self.numbers.get(&*self.own_name(name)))?;
        bits_of(value, sort)
    }

    /// The bits of one of the numbers that have the same last name: another argument of such a call, say.
    pub(super) fn bits_of_kin(&self, name: &str, sort: Sort, chance: &mut Chance) -> Option<u64> {
        let kin = self.numbers.iter().filter(|(other, _)| last_name(other) == last_name(name));
        let kin: Vec<u64> = kin.filter_map(|(_, value)| bits_of(value, sort)).collect();
        (!kin.is_empty()).then(|| *chance.one_of(&kin))
    }

    /// The class that references with the same last name have, if they have one.
    pub(super) fn class_of_kin(&self, name: &str) -> Option<&str> {
        let mut kin =
            self.references.iter().filter(|(other, _)| last_name(other) == last_name(name));
        kin.find_map(|(_, reference)| match reference {
            SeedReference::Object { class, .. } => Some(class.as_str()),
            SeedReference::Null | SeedReference::Same(_) => None,
        })
    }
}

/// The last part of the name of an input.
fn last_name(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// The bits of a value of some sort.
pub(super) fn bits_of(value: &Value, sort: Sort) -> Option<u64> {
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

impl Seed {
    /// The answer to a question about a reference that the seed gives.
    pub(super) fn answer(
        &self,
        world: &World,
        domain: &Symbolic,
        heap: &InputHeap,
        answers: &[Answered],
    ) -> Option<usize> {
        let own = |input: &InputId| self.own_name(&domain.references.about(*input).name);
        let of = |input: &InputId| self.references.get(&*own(input));
        let is_met = |answer: &Answered| match answer {
            Answered::Is(input, at) => {
                let object = heap.object_at(domain, *at);
                object.is_some_and(|object| self.own_name(&object.name) == own(input))
            }
            _ => false,
        };
        let is_given = |answer: &Answered| match answer {
            Answered::Null(input) => of(input) == Some(&SeedReference::Null),
            Answered::NonNull(input) => of(input).is_some_and(|it| *it != SeedReference::Null),
            Answered::New(input, making) => {
                of(input).is_some_and(|it| it.is_made_by(world, making))
            }
            Answered::Kind(input, classes, _) | Answered::Alias(input, classes) => {
                self.class_among(world, &domain.references.about(*input).name, classes).is_some()
            }
            Answered::Classes(at, classes, _) => {
                let object = heap.object_at(domain, *at);
                object.is_some_and(|it| self.class_among(world, &it.name, classes).is_some())
            }
            _ => false,
        };
        // One that was met by another name is no new one.
        answers.iter().position(is_met).or_else(|| answers.iter().position(is_given))
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
