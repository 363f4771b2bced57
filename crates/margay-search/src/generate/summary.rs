//! Summaries of methods (PET, section 3.2): what a method asks of its input, as a tree, and what comes of the
//! answers.
//!
//! A method is searched once, with anything for its arguments. Its questions become a tree of [`Node`]s over places of
//! its input: the inner nodes are conditions on numbers, nullness, which object a reference is, classes; a leaf is a [`Case`]: the
//! objects made, what is left in objects of the input, and the result. Where the method is called, the tree is walked with the caller's values
//! in these places (`paths::compose`): what the caller knows needs no question, and what it does not is asked as
//! if the method ran. So a call has the paths that it has when it runs, in the caller's words, and nothing runs.
//!
//! Static fields are places of the input like others, and an exception is the end of a case like a result.
//!
//! Whatever a summary has no word for (text, code of the class library, a path that was not searched) is a leaf
//! too: there the call runs, with all that was asked so far decided. So a summary never loses a path.

mod kept;
mod left;
mod record;
mod stored;

pub use kept::KeptSummary;
pub(super) use record::{Asked, RecorderMark, Turn};
pub use record::{CodeFacts, Recorder, Recording};
pub use stored::{Names, StoredSummary};

use super::objects::InputHeap;
use margay_ir::{ClassId, MethodId, Storage, StrId};
use margay_logic::TermId;
use margay_machine::Core;
use margay_machine::symbolic::inputs::Making;
use margay_machine::symbolic::{InputId, Symbolic, SymbolicValue};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// What a path has left in an object of the input that was not there before.
#[derive(Clone, Debug)]
pub struct Effect {
    /// What the input calls the object.
    pub object: String,
    /// Its class.
    pub class: ClassId,
    /// The cell.
    pub index: u32,
    /// What it holds now.
    pub value: SymbolicValue,
}

/// What a path has left in the objects of its input.
pub(super) fn effects(core: &Core<Symbolic>, heap: &InputHeap) -> Vec<Effect> {
    let mut found = Vec::new();
    for object in heap.objects() {
        let at = object.place(&core.domain);
        for cell in object.cells.iter().filter(|_| at != 0) {
            let value = core.memory.get(at, cell.index);
            if value != cell.value {
                let (class, index) = (core.memory.class_of(at), cell.index);
                found.push(Effect { object: object.name.clone(), class, index, value });
            }
        }
    }
    found
}

/// An object that a method is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GivenObject {
    /// The one that a reference of the input is.
    Of(InputId),
    /// The argument of this number, which a constructor has yet to fill.
    Blank(u32),
}

/// Where a value of the input comes from, when the method is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// An argument.
    Argument(u32),
    /// A cell of an object.
    Cell(GivenObject, u32),
    /// The length of an array.
    Length(GivenObject),
    /// A static field.
    Static(StaticCell),
}

/// A static field: its class, and its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StaticCell {
    /// The class that declares it.
    pub class: ClassId,
    /// Where it is.
    pub cell: u32,
}

/// What a method does.
#[derive(Debug, Default)]
pub struct CallSummary {
    /// The tree.
    pub nodes: Vec<Node>,
    /// The node that it begins with.
    pub root: u32,
    /// The variables of its conditions and results: where they come from, and how a cell holds them.
    pub numbers: FxHashMap<TermId, (Origin, Storage)>,
    /// References of the input.
    pub references: FxHashMap<InputId, Origin>,
    /// Cases that can be composed.
    pub cases: u64,
    /// Elements of an array that it knows; of a longer one it does not know enough.
    pub max_array: u32,
}

/// The leaf at which nothing is known: the call runs.
pub const UNKNOWN: u32 = 0;

/// The leaf at which an exception leaves the method that there is no word for: the call runs, and asks nothing more.
pub const THROWS: u32 = 1;

/// A place of the tree: a question, or what comes of the answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Node {
    /// The call runs.
    Runs,
    /// Which of the conditions holds; if there are two, each is the opposite of the other or not.
    Test {
        /// The conditions, and what follows.
        conditions: Vec<(TermId, u32)>,
        /// Whether there are two, one the opposite of the other.
        is_branch: bool,
    },
    /// Whether a reference is null.
    Null {
        /// The reference.
        reference: InputId,
        /// If it is.
        null: u32,
        /// If it is not.
        object: u32,
    },
    /// Which object a reference is.
    Object {
        /// The reference.
        reference: InputId,
        /// If it is null.
        null: u32,
        /// If it is one that was not met before.
        new: Vec<(Making, u32)>,
        /// If it is one that was.
        same: Vec<(GivenObject, u32)>,
    },
    /// What follows is asked because a reference is compared with this one: if they are the same for the caller, or that is an object
    /// which the input cannot be, nothing is asked.
    Compared {
        /// What it is compared with.
        with: InputId,
        /// What follows.
        next: u32,
    },
    /// Of which class an object is.
    Classes {
        /// The object.
        object: GivenObject,
        /// The classes that are not told apart, and what follows.
        groups: Vec<(Vec<ClassId>, ClassTest, u32)>,
    },
    /// The end.
    Case(#[serde(with = "stored::shared")] Rc<Case>),
}

/// What tells the classes of an object apart.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum ClassTest {
    /// Whether they are of this class.
    Instance(ClassId, bool),
    /// What each of them does.
    OneOf,
}

/// One path of a method to its end.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Case {
    /// Its number, from 0.
    pub number: u32,
    /// The cases of the methods it calls that are composed on it, in their order: a method, and the number of its case.
    pub schedule: Vec<(String, u32)>,
    /// The blocks it takes.
    pub trace: Vec<u32>,
    /// Classes that are initialised on it, if they are not before: then the call runs.
    pub classes: Vec<ClassId>,
    /// The objects it makes that somebody can see afterwards.
    pub made: Vec<MadeObject>,
    /// What it leaves in objects that it was given.
    pub writes: Vec<(GivenObject, u32, CaseValue)>,
    /// What it leaves in static fields.
    pub statics: Vec<(StaticCell, CaseValue)>,
    /// How it ends.
    pub end: CaseEnd,
}

/// How a path of a method ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CaseEnd {
    /// It returns.
    Returned(Option<CaseValue>),
    /// It throws an exception.
    Threw(CaseValue),
}

impl CaseEnd {
    /// The result or the exception.
    #[must_use]
    pub fn value(self) -> Option<CaseValue> {
        match self {
            CaseEnd::Returned(value) => value,
            CaseEnd::Threw(exception) => Some(exception),
        }
    }
}

/// An object that a method makes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MadeObject {
    /// Its class.
    pub class: ClassId,
    /// Its cells.
    pub len: u32,
    /// What they hold, where that is not zero.
    pub cells: Vec<(u32, CaseValue)>,
    /// Where it says that it was made, by methods and lines below whoever calls; if it does.
    pub made_at: Option<Vec<(MethodId, Option<u32>)>>,
}

/// A value at the end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CaseValue {
    /// Known.
    Known(u64),
    /// A term over the input.
    Term(TermId),
    /// A reference of the input that nobody has looked at.
    Reference(InputId),
    /// An object that the method was given.
    Given(GivenObject),
    /// An object that it has made: its number.
    Made(u32),
    /// A string constant.
    Text(StrId),
    /// What a static field of the class library holds that never changes.
    Constant(StaticCell),
}

impl Case {
    /// All values that it has.
    pub fn values(&self) -> impl Iterator<Item = CaseValue> {
        let cells = self.made.iter().flat_map(|made| made.cells.iter().map(|(_, value)| *value));
        let written = self.writes.iter().map(|(.., value)| *value);
        let statics = self.statics.iter().map(|(_, value)| *value);
        cells.chain(written).chain(statics).chain(self.end.value())
    }

    /// About how many bytes of memory it takes.
    pub(super) fn bytes(&self) -> usize {
        let made = self.made.iter().map(|made| {
            let lines = made.made_at.iter().map(|lines| size_of_val(&lines[..]));
            size_of_val(&made.cells[..]) + lines.sum::<usize>()
        });
        let names = self.schedule.iter().map(|(name, _)| name.len());
        size_of::<Case>()
            + size_of_val(&self.schedule[..])
            + names.sum::<usize>()
            + size_of_val(&self.trace[..])
            + size_of_val(&self.classes[..])
            + size_of_val(&self.made[..])
            + made.sum::<usize>()
            + size_of_val(&self.writes[..])
            + size_of_val(&self.statics[..])
    }

    /// The operations that are left of the path when all is left out that neither its result nor its effects need.
    #[must_use]
    pub fn operations(&self, terms: &margay_logic::Terms) -> u64 {
        let mut open: Vec<TermId> = Vec::new();
        open.extend(self.values().filter_map(|value| match value {
            CaseValue::Term(term) => Some(term),
            _ => None,
        }));
        let stores = self.made.iter().map(|made| 1 + made.cells.len()).sum::<usize>();
        let mut count = stores + self.writes.len() + self.statics.len() + 1;
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(term) = open.pop() {
            if seen.insert(term) {
                count += 1;
                open.extend(terms.node(term).args());
            }
        }
        count as u64
    }
}

impl CallSummary {
    /// The cases, by their numbers.
    pub fn all_cases(&self) -> impl Iterator<Item = &Case> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Case(case) => Some(&**case),
            _ => None,
        })
    }

    /// Whether some path may come to a place at which nothing is known.
    #[must_use]
    pub fn has_unknown(&self) -> bool {
        let is_unknown = |child: &u32| *child == UNKNOWN;
        self.root == UNKNOWN
            || self.nodes.iter().any(|node| match node {
                Node::Runs | Node::Case(_) => false,
                Node::Compared { next, .. } => is_unknown(next),
                Node::Test { conditions, .. } => conditions.iter().any(|(_, c)| is_unknown(c)),
                Node::Null { null, object, .. } => is_unknown(null) || is_unknown(object),
                // What is not listed is unknown too, and depends on the caller.
                Node::Object { null, new, same, .. } => {
                    is_unknown(null)
                        || new.iter().any(|(_, c)| is_unknown(c))
                        || same.iter().any(|(_, c)| is_unknown(c))
                }
                Node::Classes { groups, .. } => groups.iter().any(|(.., c)| is_unknown(c)),
            })
    }

    /// The number and reference variables of a term, or none if one of them is unknown.
    pub(super) fn is_known(&self, domain: &Symbolic, term: TermId) -> bool {
        variables(domain, term).iter().all(|variable| self.numbers.contains_key(variable))
    }
}

/// The variables of a term.
pub(super) fn variables(domain: &Symbolic, term: TermId) -> Vec<TermId> {
    let terms = domain.path.terms();
    let mut found = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        if terms.as_symbol(term).is_some() {
            found.push(term);
        }
        open.extend(terms.node(term).args());
    }
    found
}
