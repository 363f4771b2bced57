//! An object graph as a search reports it: what pictures, JSON and tests are made from.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A rooted object graph. Objects are in the order a breadth-first walk from the root meets them,
/// so equal graphs have equal texts. Names of classes and fields are shared: a search may find millions of structures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Structure {
    /// The objects; the first one is the root.
    pub objects: Vec<Object>,
}

impl Structure {
    /// The places of the objects that references lead to from the object at `root`, in the order of
    /// a breadth-first walk.
    #[must_use]
    pub fn walk(&self, root: usize) -> Vec<usize> {
        let mut met = vec![false; self.objects.len()];
        met[root] = true;
        let mut order = vec![root];
        let mut next = 0;
        while let Some(place) = order.get(next).copied() {
            next += 1;
            for value in self.objects[place].content.values() {
                if let Value::Ref(target) = *value
                    && !std::mem::replace(&mut met[target], true)
                {
                    order.push(target);
                }
            }
        }
        order
    }

    /// The objects at these places, in this order. They must not refer to others.
    #[must_use]
    pub fn select(mut self, order: &[usize]) -> Structure {
        let mut new_place = vec![0; self.objects.len()];
        for (new, old) in order.iter().enumerate() {
            new_place[*old] = new;
        }
        let take = |place: &usize| {
            let empty = Content::Elements(Vec::new());
            let empty = Object { id: String::new(), class: Arc::default(), content: empty };
            let mut object = std::mem::replace(&mut self.objects[*place], empty);
            for value in object.content.values_mut() {
                if let Value::Ref(target) = value {
                    *target = new_place[*target];
                }
            }
            object
        };
        Structure { objects: order.iter().map(take).collect() }
    }
}

/// An object of a structure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Object {
    /// A name unique in the structure and stable from run to run: `Node0`, `Node1`, `int[]0`.
    pub id: String,
    /// Class with dots, as source code spells it but for `$`: `java.util.TreeMap$Entry`, `int[]`.
    pub class: Arc<str>,
    /// What it holds.
    pub content: Content,
}

/// What an object holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Content {
    /// Fields in order of declaration, those of superclasses first.
    Fields(Vec<(Arc<FieldName>, Value)>),
    /// Elements of an array.
    Elements(Vec<Value>),
    /// The value inside a boxed number, character or boolean.
    Boxed(Value),
    /// An enum constant, by its name.
    Constant(String),
    /// The elements of a list, queue or set of the class library, in the order it gives them.
    Collection(Vec<Value>),
    /// The entries of a map of the class library, in the order it gives them.
    Map(Vec<(Value, Value)>),
    /// The one value that an object of the class library is made of: what is in an `Optional` or an
    /// `AtomicInteger`, the text of a `StringBuilder` or a `BigInteger`, the list behind an iterator.
    Holding(Value),
    /// An implementation of an interface, which its class is: methods that always return the same, if they
    /// return anything, or throw the same. One method makes a lambda.
    Stub(Vec<StubMethod>),
    /// Nothing that could be shown or rebuilt: a stream, a thread, a lambda of the program.
    Opaque,
}

impl Content {
    /// The values inside, in order.
    pub fn values(&self) -> Box<dyn Iterator<Item = &Value> + '_> {
        match self {
            Content::Fields(fields) => Box::new(fields.iter().map(|(_, value)| value)),
            Content::Elements(values) | Content::Collection(values) => Box::new(values.iter()),
            Content::Boxed(value) | Content::Holding(value) => Box::new(std::iter::once(value)),
            Content::Stub(methods) => {
                Box::new(methods.iter().flat_map(|m| m.returns.iter().chain(&m.throws)))
            }
            Content::Map(entries) => Box::new(entries.iter().flat_map(|(key, value)| [key, value])),
            Content::Constant(_) | Content::Opaque => Box::new(std::iter::empty()),
        }
    }

    /// The values inside, to be changed.
    pub fn values_mut(&mut self) -> Box<dyn Iterator<Item = &mut Value> + '_> {
        match self {
            Content::Fields(fields) => Box::new(fields.iter_mut().map(|(_, value)| value)),
            Content::Elements(values) | Content::Collection(values) => Box::new(values.iter_mut()),
            Content::Boxed(value) | Content::Holding(value) => Box::new(std::iter::once(value)),
            Content::Stub(methods) => {
                Box::new(methods.iter_mut().flat_map(|m| m.returns.iter_mut().chain(&mut m.throws)))
            }
            Content::Map(entries) => {
                Box::new(entries.iter_mut().flat_map(|(key, value)| [key, value]))
            }
            Content::Constant(_) | Content::Opaque => Box::new(std::iter::empty()),
        }
    }
}

/// A method of an implementation that was made up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StubMethod {
    /// Its name.
    pub name: String,
    /// Its descriptor, as in the class file.
    pub descriptor: String,
    /// What it returns, if anything.
    pub returns: Option<Value>,
    /// What it throws instead, if it does.
    pub throws: Option<Value>,
}

/// Whether a text has an identity hash code in it, as in `Node@1b6d3586`: it differs from run to run.
#[must_use]
pub fn has_identity(text: &str) -> bool {
    let mut parts = text.split('@').skip(1);
    parts.any(|part| part.starts_with(|c: char| c.is_ascii_hexdigit()))
}

/// A field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldName {
    /// Class that declares it, with dots.
    pub class: String,
    /// Its name.
    pub name: String,
}

/// A value in a field or element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// The null reference.
    Null,
    /// An object of the structure, by its place.
    Ref(usize),
    /// `boolean`.
    Bool(bool),
    /// `byte`, `short`, `int`, `long`.
    Int(i64),
    /// `char`, as its UTF-16 unit.
    Char(u16),
    /// `float` or `double`, as its shortest decimal text (`NaN`, `Infinity` included).
    Float(String),
    /// A string.
    Text(String),
    /// A string that is no Unicode text, as its UTF-16 units: it has half of a surrogate pair.
    Units(Vec<u16>),
    /// An enum constant, by its name.
    Constant(String),
    /// Never read: any value of its domain will do.
    Free,
}
