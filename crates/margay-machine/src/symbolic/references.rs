//! References of the input: each has a name (how the input leads to it) and is decided in steps,
//! first whether it is null, then which object it is.

use super::SymbolicValue;
use crate::memory::Ref;
use margay_ir::{ClassId, MethodId};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

/// A reference of the input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub struct InputId(u32);

/// What is decided of a reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReferenceState {
    /// Nothing.
    Open,
    /// That it is an object, but not which.
    NonNull,
    /// Everything: null is 0.
    Is(Ref),
}

/// A reference of the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    /// How the input leads to it: `this.first.next`.
    pub name: String,
    /// Its declared class.
    pub class: ClassId,
    /// More about its type, as the front end spells it (`Ljava/util/List<Ljava/lang/Integer;>;`).
    pub generic: Option<String>,
    /// Whether it may be an object that the program has made: a constant.
    pub constants: bool,
    /// Whether it may be null. One that may not, and that nobody looks at, is left out of the input.
    pub nullable: bool,
}

/// How to find out which object a reference is that nobody has looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PutOff {
    /// A static method that is given the reference, and what follows.
    pub method: MethodId,
    /// Further arguments.
    pub given: Vec<SymbolicValue>,
}

/// All references of the input, and those to objects that the program has put off making.
#[derive(Default)]
pub struct References {
    all: Vec<(Reference, ReferenceState)>,
    put_off: FxHashMap<InputId, PutOff>,
    by_name: FxHashMap<String, Vec<InputId>>,
    /// Objects that belong to the input.
    objects: FxHashSet<Ref>,
}

impl References {
    /// The reference with this name and type. The same way through the input gives the same
    /// reference on every path.
    pub fn get(&mut self, reference: Reference) -> InputId {
        let same_name = self.by_name.entry(reference.name.clone()).or_default();
        let found = same_name.iter().find(|id| self.all[id.0 as usize].0 == reference);
        if let Some(found) = found {
            return *found;
        }
        let id = InputId(u32::try_from(self.all.len()).expect("fewer than 2^32 references"));
        same_name.push(id);
        self.all.push((reference, ReferenceState::Open));
        id
    }

    /// A reference to an object that is made when somebody looks at it. The same one again has the
    /// same reference.
    pub(super) fn add_put_off(&mut self, class: ClassId, how: PutOff) -> InputId {
        let name = format!("put off {:?} {:?}", how.method, how.given);
        let reference = Reference { name, class, generic: None, constants: false, nullable: false };
        let id = self.get(reference);
        self.put_off.insert(id, how);
        id
    }

    /// How to find out which object a reference is, if that was put off.
    #[must_use]
    pub fn put_off(&self, id: InputId) -> Option<&PutOff> {
        self.put_off.get(&id)
    }

    /// What a reference is about.
    #[must_use]
    pub fn about(&self, id: InputId) -> &Reference {
        &self.all[id.0 as usize].0
    }

    /// What is decided of it.
    #[must_use]
    pub fn state(&self, id: InputId) -> ReferenceState {
        self.all[id.0 as usize].1
    }

    /// What is decided, of references of which something is; by their places.
    pub(super) fn decisions(&self) -> impl Iterator<Item = (usize, ReferenceState)> {
        let states = self.all.iter().map(|(_, state)| *state).enumerate();
        states.filter(|(_, state)| *state != ReferenceState::Open)
    }

    /// The references of which something is decided, with what that is.
    pub fn decided_ones(&self) -> impl Iterator<Item = (InputId, ReferenceState)> {
        self.decisions().map(|(place, state)| (InputId(place as u32), state))
    }

    /// The objects that belong to the input.
    pub(super) fn objects(&self) -> impl Iterator<Item = Ref> {
        self.objects.iter().copied()
    }

    pub(super) fn set(&mut self, id: InputId, state: ReferenceState) -> ReferenceState {
        std::mem::replace(&mut self.all[id.0 as usize].1, state)
    }

    pub(super) fn decided(&self, id: InputId) -> Option<Ref> {
        match self.state(id) {
            ReferenceState::Is(object) => Some(object),
            ReferenceState::Open | ReferenceState::NonNull => None,
        }
    }

    pub(super) fn is_null(&self, id: InputId) -> Option<bool> {
        match self.state(id) {
            ReferenceState::Open => None,
            ReferenceState::NonNull => Some(false),
            ReferenceState::Is(object) => Some(object == 0),
        }
    }

    /// Lets an object belong to the input, or no longer; says whether that is something new.
    pub(super) fn set_input(&mut self, object: Ref, is_input: bool) -> bool {
        if is_input { self.objects.insert(object) } else { self.objects.remove(&object) }
    }

    /// Whether a reference that is not decided is a certain object.
    pub(super) fn may_be(&self, id: InputId, object: Ref) -> Option<bool> {
        if object == 0 {
            return self.is_null(id);
        }
        let is_possible = self.about(id).constants || self.objects.contains(&object);
        if is_possible { None } else { Some(false) }
    }
}
