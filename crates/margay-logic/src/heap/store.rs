//! A heap with cells of its own.

use super::cells::{self, Cells};
use super::references::{Facts, Guarded, Leaf, Mark, References, Variable};
use super::{Assumption, Edge, Identity};
use crate::eval::Evaluator;
use crate::solver::{Reason, Solver};
use crate::sort::Sort;
use crate::terms::{TermId, Terms};
use rustc_hash::FxHashMap;

/// A class, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Class(u32);

/// What a field holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// A number.
    Number(Sort),
    /// A reference to an object of one of these classes, or null.
    Reference(Vec<Class>),
}

/// The value of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A number.
    Number(TermId),
    /// A reference.
    Reference(Guarded),
}

/// What a field holds in a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// A number.
    Bits(u64),
    /// An object, by its place; none is null.
    Object(Option<usize>),
}

/// An object of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShapeObject {
    /// Its class.
    pub class: Class,
    /// What its fields held at the start. Those that nobody looked at are zero or null.
    pub fields: Vec<Content>,
}

/// The input heap of a model.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    /// Its objects.
    pub objects: Vec<ShapeObject>,
    /// What the inputs are, in the order they were declared: places of objects, or null.
    pub inputs: Vec<Option<usize>>,
}

/// One thing to be taken back.
#[derive(Clone, Debug)]
enum Undo {
    Cell((u32, u32), Option<Value>),
    Own,
    Input,
    Object,
}

/// A point to go back to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeapMark {
    references: Mark,
    log: usize,
}

/// Classes, references and cells. Each class has its own fields; a field is named by its number, and
/// classes that a reference may be of have the same fields as far as they are read or written through it.
#[derive(Clone, Default, Debug)]
pub struct Heap {
    /// The references.
    pub references: References,
    classes: Vec<Vec<Field>>,
    inputs: Vec<Variable>,
    names: FxHashMap<Variable, String>,
    cells: FxHashMap<(u32, u32), Value>,
    /// What cells of objects that stand for variables held at the start if they were no others'.
    own: Vec<((u32, u32), Value)>,
    objects: u32,
    log: Vec<Undo>,
}

impl Heap {
    /// Declares a class by its fields. A class may be named in a field before it is declared: it is the
    /// next one.
    pub fn class(&mut self, fields: &[Field]) -> Class {
        let class = self.next_class();
        self.classes.push(fields.to_vec());
        class
    }

    /// The class that is declared next.
    #[must_use]
    pub fn next_class(&self) -> Class {
        Class(u32::try_from(self.classes.len()).expect("fewer than 2^32 classes"))
    }

    /// A reference of the input: null, or an object of one of some classes.
    pub fn input(&mut self, terms: &mut Terms, name: &str, classes: &[Class]) -> Guarded {
        let variable = self.variable(terms, name, classes);
        self.inputs.push(variable);
        self.log.push(Undo::Input);
        self.references.leaf(terms, Leaf::Input(variable))
    }

    fn variable(&mut self, terms: &mut Terms, name: &str, classes: &[Class]) -> Variable {
        let number = terms.var(name, Sort::Ref);
        let variable = self.references.add(number);
        self.names.insert(variable, name.to_owned());
        self.references.use_variable(variable);
        if self.references.classes(variable).is_none() {
            let classes: Vec<u32> = classes.iter().map(|class| class.0).collect();
            self.references.set_classes(terms, variable, &classes);
        }
        variable
    }

    /// An object that is none of the input, with fields that are zero or null.
    pub fn new_object(&mut self, terms: &mut Terms, class: Class) -> Guarded {
        let object = self.next_object();
        for (cell, field) in (0..).zip(self.classes[class.0 as usize].clone()) {
            let value = match field {
                Field::Number(sort) => Value::Number(terms.constant(0, sort)),
                Field::Reference(_) => Value::Reference(self.references.leaf(terms, Leaf::Null)),
            };
            self.set((object, cell), value);
        }
        self.references.leaf(terms, Leaf::Object(object))
    }

    /// The number of a new object; 0 is none.
    fn next_object(&mut self) -> u32 {
        self.objects += 1;
        self.log.push(Undo::Object);
        self.objects
    }

    fn set(&mut self, at: (u32, u32), value: Value) {
        let old = self.cells.insert(at, value);
        self.log.push(Undo::Cell(at, old));
    }

    /// The value of a field of a reference that is not null.
    ///
    /// # Panics
    /// If no object that it can be has such a field.
    pub fn read<F: Facts>(&mut self, facts: &mut F, reference: Guarded, field: u32) -> Value {
        let objects = self.stands(facts, reference);
        let mut view = View { heap: self, facts };
        cells::read(&mut view, &objects, field).expect("the class has the field")
    }

    /// Sets a field of a reference that is not null.
    pub fn write<F: Facts>(&mut self, facts: &mut F, reference: Guarded, field: u32, value: Value) {
        self.stands(facts, reference);
        let objects = self.references.objects_of(facts, reference);
        cells::write(&mut View { heap: self, facts }, &objects, field, value);
    }

    /// The object of each case of a reference, made where it is not there yet.
    fn stands<F: Facts>(&mut self, facts: &mut F, reference: Guarded) -> Vec<(u32, TermId)> {
        let mut found = Vec::new();
        for rule in self.references.rules(reference).to_vec() {
            match rule.leaf {
                Leaf::Null => {}
                Leaf::Object(object) => found.push((object, rule.guard)),
                Leaf::Input(variable) => found.push((self.object(facts, variable), rule.guard)),
            }
        }
        found
    }

    fn object<F: Facts>(&mut self, facts: &mut F, variable: Variable) -> u32 {
        if let Some(object) = self.references.object_of(variable) {
            return object;
        }
        let leaf = self.references.leaf(facts.terms(), Leaf::Input(variable));
        let others = self.references.objects_of(facts, leaf);
        let object = self.next_object();
        let classes = self.references.classes(variable).unwrap_or_default().to_vec();
        let longest = classes.iter().map(|class| &self.classes[*class as usize]);
        let fields = longest.max_by_key(|fields| fields.len()).cloned().unwrap_or_default();
        let name = self.names[&variable].clone();
        for (cell, field) in (0..).zip(fields) {
            let name = format!("{name}.{cell}");
            let own = match field {
                Field::Number(sort) => Value::Number(facts.terms().var(&name, sort)),
                Field::Reference(classes) => {
                    let variable = self.variable(facts.terms(), &name, &classes);
                    let leaf = Leaf::Input(variable);
                    Value::Reference(self.references.leaf(facts.terms(), leaf))
                }
            };
            self.own.push(((object, cell), own));
            self.log.push(Undo::Own);
            let value = cells::begin(&mut View { heap: self, facts }, &others, cell, own);
            self.set((object, cell), value);
        }
        self.references.stand(variable, object);
        object
    }

    /// The conditions under which something can be assumed of the input, as far as it is known: more may
    /// be to be assumed when more of it was read.
    pub fn assume(
        &mut self,
        terms: &mut Terms,
        assumption: Assumption,
        of: &[Guarded],
    ) -> Vec<TermId> {
        let mut edges = Vec::new();
        for ((object, cell), value) in &self.own {
            let holder = self.references.variable_of(*object);
            if let (Some(holder), Value::Reference(to)) = (holder, value) {
                let from = self.references.leaf(terms, Leaf::Input(holder));
                edges.push(Edge { from, cell: *cell, to: *to });
            }
        }
        self.references.conditions(terms, assumption, of, &edges)
    }

    /// A heap for which all assertions of the solver hold, with as few inputs that are the same as can
    /// be. None if there is none.
    ///
    /// # Errors
    /// When the solver cannot tell.
    pub fn model(
        &mut self,
        terms: &mut Terms,
        solver: &mut Solver,
    ) -> Result<Option<Shape>, Reason> {
        let numbers = self.references.numbers();
        let Some(model) = solver.apart_model(terms, &numbers)? else { return Ok(None) };
        let mut memo = Evaluator::new();
        let mut identity = |variable| self.references.identity(terms, &model, &mut memo, variable);
        // The oldest object of an identity has its cells.
        let mut found: Vec<(Identity, Option<u32>, Variable)> = Vec::new();
        let standing = self.references.objects().iter().map(|(v, object)| (*v, Some(*object)));
        let inputs = self.inputs.iter().map(|variable| (*variable, None));
        let mut open: Vec<(Variable, Option<u32>)> = standing.chain(inputs).collect();
        let mut next = 0;
        while let Some((variable, object)) = open.get(next).copied() {
            next += 1;
            let identity = identity(variable);
            if !identity.is_null() && found.iter().all(|(known, ..)| *known != identity) {
                found.push((identity, object, variable));
                let held = self.own.iter().filter(|((of, _), _)| Some(*of) == object);
                let held = held.filter_map(|(_, value)| self.as_variable(*value));
                open.extend(held.map(|variable| (variable, None)));
            }
        }
        let place = |identity: Identity| found.iter().position(|(known, ..)| *known == identity);
        let mut objects = Vec::new();
        for (_, object, variable) in &found {
            let class = identity(*variable).class as u32;
            let fields = (0..).zip(&self.classes[class as usize]).map(|(cell, field)| {
                let own = |object| self.own.iter().find(|(at, _)| *at == (object, cell));
                let value = object.and_then(own).map(|(_, value)| *value);
                match (field, value) {
                    (Field::Number(_), Some(Value::Number(term))) => {
                        Content::Bits(crate::eval::eval(terms, &model, term))
                    }
                    (Field::Number(_), _) => Content::Bits(0),
                    (Field::Reference(_), value) => {
                        let variable = value.and_then(|value| self.as_variable(value));
                        Content::Object(variable.and_then(|variable| place(identity(variable))))
                    }
                }
            });
            objects.push(ShapeObject { class: Class(class), fields: fields.collect() });
        }
        let inputs = self.inputs.iter().map(|variable| place(identity(*variable))).collect();
        Ok(Some(Shape { objects, inputs }))
    }

    fn as_variable(&self, value: Value) -> Option<Variable> {
        match value {
            Value::Reference(reference) => match self.references.as_leaf(reference) {
                Some(Leaf::Input(variable)) => Some(variable),
                _ => None,
            },
            Value::Number(_) => None,
        }
    }

    /// A mark of the present state, for [`undo_to`](Self::undo_to).
    #[must_use]
    pub fn mark(&self) -> HeapMark {
        HeapMark { references: self.references.mark(), log: self.log.len() }
    }

    /// Takes back what was declared, read and written since the mark.
    pub fn undo_to(&mut self, mark: HeapMark) {
        for undo in self.log.drain(mark.log..).rev() {
            match undo {
                Undo::Cell(at, Some(value)) => {
                    self.cells.insert(at, value);
                }
                Undo::Cell(at, None) => {
                    self.cells.remove(&at);
                }
                Undo::Own => {
                    self.own.pop();
                }
                Undo::Input => {
                    self.inputs.pop();
                }
                Undo::Object => self.objects -= 1,
            }
        }
        self.references.undo_to(mark.references);
    }
}

/// The cells of a heap, with what is known.
struct View<'a, F> {
    heap: &'a mut Heap,
    facts: &'a mut F,
}

impl<F: Facts> Cells for View<'_, F> {
    type Value = Value;

    fn cell(&self, object: u32, cell: u32) -> Option<Value> {
        self.heap.cells.get(&(object, cell)).copied()
    }

    fn set_cell(&mut self, object: u32, cell: u32, value: Value) {
        self.heap.set((object, cell), value);
    }

    fn choose(&mut self, _: u32, condition: TermId, yes: Value, no: Value) -> Value {
        match (yes, no) {
            (Value::Number(yes), Value::Number(no)) => {
                Value::Number(self.facts.terms().ite(condition, yes, no))
            }
            (Value::Reference(yes), Value::Reference(no)) => {
                let references = &mut self.heap.references;
                Value::Reference(references.choose(self.facts, condition, yes, no))
            }
            _ => unreachable!("a field holds numbers or references"),
        }
    }
}
