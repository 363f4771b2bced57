//! A search of some inputs only: the others are fixed (FlowTest).
//!
//! Inputs are told apart by how the method gets to them (`a[3]`, `request.header.length`), which is the
//! same on every path. One that is not free has a value that was given for it, or the simplest there is.
//! References of which it stays open which object they are stay so, whatever is searched.

use super::objects::InputObject;
use margay_ir::ClassId;
use margay_logic::{Evaluator, Model};
use margay_machine::symbolic::inputs::Making;
use margay_machine::symbolic::{InputId, ReferenceState, Symbolic, SymbolicValue};
use margay_machine::{Domain, Ref};
use std::collections::{BTreeMap, BTreeSet};

/// What a reference of the input is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InputReference {
    /// No object.
    Null,
    /// An object of its own.
    New {
        /// Its class.
        class: ClassId,
        /// The calls that make it, if it is made by calls.
        sequence: Option<String>,
        /// How much its code is given to put in, if it is made so.
        contents: Option<usize>,
    },
    /// The object that another input leads to.
    Same(String),
    /// A constant of the program.
    Constant(Ref),
}

/// The values of inputs, by their names. A box and the number in it have the same one.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct InputValues {
    /// Numbers, and lengths.
    pub numbers: BTreeMap<String, u64>,
    /// References that something is decided of.
    pub references: BTreeMap<String, InputReference>,
}

impl InputValues {
    /// The names of all inputs.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.numbers.keys().chain(self.references.keys())
    }
}

/// Inputs that may have any value.
#[derive(Clone, Debug)]
pub enum Free {
    /// Those of these names.
    These(BTreeSet<String>),
    /// All.
    All,
}

/// Which inputs are searched, and what the others are.
#[derive(Clone, Debug)]
pub struct Focus {
    /// Those that may have any value.
    pub free: Free,
    /// Values of others.
    pub fixed: InputValues,
}

impl Focus {
    fn is_free(&self, name: &str) -> bool {
        match &self.free {
            Free::These(names) => names.contains(name),
            Free::All => true,
        }
    }

    /// The bits of a number that is not free.
    pub(super) fn number(&self, name: &str) -> Option<u64> {
        if self.is_free(name) {
            return None;
        }
        Some(self.fixed.numbers.get(name).copied().unwrap_or_default())
    }

    /// What a reference is that is not free, if that was said.
    pub(super) fn reference(&self, name: &str) -> Option<Option<&InputReference>> {
        (!self.is_free(name)).then(|| self.fixed.references.get(name))
    }
}

impl InputReference {
    /// Whether something that can be made for a reference is this.
    pub(super) fn is_made_by(&self, making: &Making) -> bool {
        match (self, making) {
            (InputReference::Constant(object), Making::Existing(existing)) => object == existing,
            (InputReference::New { class, sequence, contents }, making) => match making {
                Making::Object(classes) => classes.contains(class),
                Making::Array(array) => array == class,
                Making::Built(built) => {
                    built.class == *class
                        && built.sequence == *sequence
                        && contents.is_none_or(|count| count == built.contents.len())
                }
                Making::Existing(_) => false,
            },
            _ => false,
        }
    }
}

/// What the inputs of a path are, given what its numbers are.
pub(super) fn values(
    domain: &Symbolic,
    objects: &[InputObject],
    numbers: &[(String, SymbolicValue)],
    model: &Model,
    memo: &mut Evaluator,
) -> InputValues {
    let number = |(name, value): (String, SymbolicValue)| {
        let bits = match value {
            SymbolicValue::Term(term) => memo.eval(domain.path.terms(), model, term),
            value => domain.bits(value).unwrap_or_default(),
        };
        (name, bits)
    };
    let asked = domain.asked().iter().map(|asked| (asked.name.clone(), asked.value));
    let numbers = numbers.iter().cloned().chain(asked);
    let numbers = numbers.map(number).collect();
    let references = domain.references.decided_ones().filter_map(|(input, state)| {
        let name = domain.references.about(input).name.clone();
        Some((name, reference(domain, objects, input, state)?))
    });
    let mut references: BTreeMap<String, InputReference> = references.collect();
    references.extend(open_references(domain, model, memo));
    InputValues { numbers, references }
}

/// The names of references that stay open.
pub(super) fn open_names(domain: &Symbolic) -> Vec<String> {
    let Some(open) = &domain.open else { return Vec::new() };
    let inputs = open.references.used().iter().map(|variable| open.input(*variable));
    let is_open = |input: &InputId| {
        let is_decided = matches!(domain.references.state(*input), ReferenceState::Is(_));
        domain.has_kind(*input) || !is_decided
    };
    inputs.filter(is_open).map(|input| domain.references.about(input).name.clone()).collect()
}

/// What references are in a model that stay open: an object is called by the oldest that it stands for.
fn open_references(
    domain: &Symbolic,
    model: &Model,
    memo: &mut Evaluator,
) -> Vec<(String, InputReference)> {
    let Some(open) = &domain.open else { return Vec::new() };
    let name = |variable| domain.references.about(open.input(variable)).name.clone();
    let terms = domain.path.terms();
    let mut identity = |variable| open.references.identity(terms, model, memo, variable);
    let mut found = Vec::new();
    for variable in open.references.used() {
        let own = identity(*variable);
        let standing = open.references.objects().iter().map(|(standing, _)| *standing);
        let oldest = standing.into_iter().find(|other| identity(*other) == own);
        found.push((
            name(*variable),
            match oldest {
                _ if own.is_null() => InputReference::Null,
                Some(oldest) if oldest == *variable => InputReference::New {
                    class: ClassId::from_u32(own.class as u32),
                    sequence: None,
                    contents: None,
                },
                Some(oldest) => InputReference::Same(name(oldest)),
                None => continue,
            },
        ));
    }
    found
}

/// What a reference is, as far as that is decided.
fn reference(
    domain: &Symbolic,
    objects: &[InputObject],
    input: InputId,
    state: ReferenceState,
) -> Option<InputReference> {
    if domain.references.put_off(input).is_some() {
        return None;
    }
    let at = match state {
        ReferenceState::Open => return None,
        ReferenceState::Is(0) => return Some(InputReference::Null),
        ReferenceState::Is(object) => object,
        ReferenceState::NonNull => 0,
    };
    let name = &domain.references.about(input).name;
    let own = objects.iter().find(|object| {
        object.found_for == Some(input) || object.name == *name && object.place(domain) == at
    });
    Some(match own {
        Some(object) => InputReference::New {
            class: object.classes[0],
            sequence: object.sequence.clone(),
            contents: object.contents.as_ref().map(Vec::len),
        },
        None if at == 0 => return None,
        None => match objects.iter().find(|object| object.place(domain) == at) {
            Some(object) => InputReference::Same(object.name.clone()),
            None => InputReference::Constant(at),
        },
    })
}
