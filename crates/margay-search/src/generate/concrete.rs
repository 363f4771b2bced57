//! From a path to one input that takes it: a model of the path condition gives the numbers, what
//! was decided of references gives the objects, and what nobody asked for is zero, null, some text, or empty.

use super::objects::{Cell, InputObject, LENGTH};
use margay_ir::ClassId;
use margay_logic::heap::{Identity, Variable};
use margay_logic::{Evaluator, Model, Symbol, Taste, TermId};
use margay_machine::symbolic::inputs::Unasked;
use margay_machine::symbolic::{
    AskedNumber, InputId, Open, ReferenceState, Symbolic, SymbolicValue,
};
use margay_machine::{Asked, Domain, Ref};
use rustc_hash::FxHashMap;

/// An input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConcreteInput {
    /// Its objects.
    pub objects: Vec<ConcreteObject>,
    /// The arguments.
    pub arguments: Vec<ConcreteValue>,
    /// What static fields hold, of those that may hold anything.
    pub statics: Vec<ConcreteValue>,
    /// Numbers that the program asks for while it runs, in order.
    pub asked: Vec<GivenNumber>,
    /// The inputs that cells of objects are, where inputs are told apart.
    pub sources: Vec<Source>,
    /// References that might have been one of several objects, where inputs are told apart.
    pub many: Vec<String>,
    /// References of which it stayed open which object they are, where inputs are told apart.
    pub open: Vec<String>,
}

impl ConcreteInput {
    /// What the program gets where it asks, in order.
    pub fn given(&self) -> impl Iterator<Item = (Asked, u64)> {
        self.asked.iter().map(|number| (number.asked, number.bits))
    }

    /// What it can read from standard input, if it reads that.
    #[must_use]
    pub fn stdin(&self) -> Option<Vec<u8>> {
        let read = || self.given().filter(|(asked, _)| *asked == Asked::Input);
        read().next()?;
        Some(read().filter_map(|(_, bits)| u8::try_from(bits).ok()).collect())
    }
}

/// A number that the program asks for while it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenNumber {
    /// What it asks for.
    pub asked: Asked,
    /// What the input is called.
    pub name: String,
    /// What it gets.
    pub bits: u64,
}

/// An input that is a cell of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The place of the object.
    pub object: usize,
    /// The cell; of a length, [`LENGTH`].
    pub cell: u32,
    /// How the input is called.
    pub name: String,
}

/// An object of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConcreteObject {
    /// How the input leads to it.
    pub name: String,
    /// Its class.
    pub class: ClassId,
    /// The length of an array.
    pub length: Option<u32>,
    /// What its cells hold; those not listed hold zero.
    pub cells: Vec<(u32, ConcreteValue)>,
    /// What its own code is given to put in, if that makes it.
    pub contents: Option<Vec<ConcreteValue>>,
    /// The calls that make it of that, if they are not always the same for its class.
    pub sequence: Option<String>,
}

/// A value of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConcreteValue {
    /// A number.
    Bits(u64),
    /// An object of the input; by its place.
    Object(usize),
    /// An object that exists in the machine anyway: a constant.
    Existing(Ref),
    /// Any constant of a class whose constants do not exist yet.
    SomeConstant(ClassId),
    /// Any text; those of different numbers are different.
    SomeText(u32),
}

/// Builds inputs.
pub(super) struct Concretizer<'a> {
    domain: &'a Symbolic,
    objects: &'a [InputObject],
    model: &'a Model,
    memo: &'a mut Evaluator,
    /// What references to a class are where nobody has asked for them.
    unasked: &'a dyn Fn(ClassId) -> Unasked,
    /// Those that are texts, numbered, and the places of those that are empty.
    texts: FxHashMap<InputId, u32>,
    empty: FxHashMap<InputId, usize>,
    /// The places of objects, by their number among those of the path.
    places: FxHashMap<usize, usize>,
    input: ConcreteInput,
    /// Objects whose cells are to be filled.
    open: Vec<(usize, usize)>,
}

impl<'a> Concretizer<'a> {
    pub fn new(
        domain: &'a Symbolic,
        objects: &'a [InputObject],
        model: &'a Model,
        memo: &'a mut Evaluator,
        unasked: &'a dyn Fn(ClassId) -> Unasked,
    ) -> Self {
        memo.reset();
        Concretizer {
            domain,
            objects,
            model,
            memo,
            unasked,
            texts: FxHashMap::default(),
            empty: FxHashMap::default(),
            places: FxHashMap::default(),
            input: ConcreteInput {
                objects: Vec::new(),
                arguments: Vec::new(),
                statics: Vec::new(),
                sources: Vec::new(),
                many: Vec::new(),
                open: Vec::new(),
                asked: Vec::new(),
            },
            open: Vec::new(),
        }
    }

    /// The input with these arguments and static fields, each with whether it is a reference.
    pub fn input(
        mut self,
        arguments: &[(SymbolicValue, bool)],
        statics: &[(SymbolicValue, bool)],
    ) -> ConcreteInput {
        let values = arguments.iter().map(|(value, reference)| self.given(*value, *reference));
        self.input.arguments = values.collect();
        let values = statics.iter().map(|(value, reference)| self.value(*value, *reference));
        self.input.statics = values.collect();
        let asked = self.domain.asked().iter();
        self.input.asked = asked
            .map(|AskedNumber { asked, name, value }| GivenNumber {
                asked: *asked,
                name: name.clone(),
                bits: self.asked(*value),
            })
            .collect();
        while let Some((place, at)) = self.open.pop() {
            let object = &self.objects[at];
            let held = self.cells(at);
            let cells = held.iter();
            let length = self.input.objects[place].length;
            let inside = cells.filter(|cell| length.is_none_or(|length| cell.index < length));
            let mut filled: Vec<(u32, ConcreteValue)> =
                inside.map(|cell| (cell.index, self.value(cell.value, cell.reference))).collect();
            filled.retain(|(_, value)| *value != ConcreteValue::Bits(0));
            self.input.objects[place].cells = filled;
            let is_there = |cell: u32| cell == LENGTH || length.is_none_or(|length| cell < length);
            let sources = object.names.iter().filter(|(cell, _)| is_there(*cell));
            self.input.sources.extend(sources.map(|(cell, name)| {
                let (cell, name) = (*cell, name.clone());
                Source { object: place, cell, name }
            }));
            let contents = object.contents.as_ref();
            let given = contents.map(|given| given.iter().map(|v| self.given(*v, true)).collect());
            self.input.objects[place].contents = given;
        }
        self.input
    }

    fn asked(&mut self, value: SymbolicValue) -> u64 {
        match self.value(value, false) {
            ConcreteValue::Bits(bits) => bits,
            _ => unreachable!("a number is no object"),
        }
    }

    /// What a call is given.
    fn given(&mut self, value: SymbolicValue, reference: bool) -> ConcreteValue {
        let found = self.value(value, reference);
        let SymbolicValue::Input(input) = value else { return found };
        let class = self.domain.references.about(input).class;
        let is_asked = self.domain.references.state(input) != ReferenceState::Open
            || self.standing(input).is_some();
        match (self.unasked)(class) {
            Unasked::EmptyArray if !is_asked => self.empty(input, class, Some(0)),
            Unasked::Empty(class) if !is_asked => self.empty(input, class, None),
            _ => found,
        }
    }

    /// An object with nothing in it, for a reference that nobody asked for.
    fn empty(&mut self, input: InputId, class: ClassId, length: Option<u32>) -> ConcreteValue {
        let objects = &mut self.input.objects;
        let place = *self.empty.entry(input).or_insert_with(|| {
            objects.push(ConcreteObject {
                name: self.domain.references.about(input).name.clone(),
                class,
                length,
                cells: Vec::new(),
                contents: None,
                sequence: None,
            });
            objects.len() - 1
        });
        ConcreteValue::Object(place)
    }

    fn value(&mut self, value: SymbolicValue, reference: bool) -> ConcreteValue {
        match value {
            SymbolicValue::Term(term) => ConcreteValue::Bits(self.number(term)),
            SymbolicValue::Known(bits) if !reference => ConcreteValue::Bits(bits),
            SymbolicValue::Known(bits) => self.object(bits as Ref, None),
            SymbolicValue::Guarded(_) => unreachable!("an input is what it is at the start"),
            SymbolicValue::Input(input) if let Some(at) = self.standing(input) => {
                at.map_or(ConcreteValue::Bits(0), |at| self.place(at))
            }
            SymbolicValue::Input(input) => match self.domain.references.state(input) {
                ReferenceState::Open => self.some_text(input),
                ReferenceState::Is(object) => self.object(object, Some(input)),
                // Only a constant of a class that is not initialised is left open.
                ReferenceState::NonNull => {
                    ConcreteValue::SomeConstant(self.domain.references.about(input).class)
                }
            },
        }
    }

    /// A reference that nobody asked for: null or some text.
    fn some_text(&mut self, input: InputId) -> ConcreteValue {
        if (self.unasked)(self.domain.references.about(input).class) != Unasked::Text {
            return ConcreteValue::Bits(0);
        }
        let number = self.texts.len() as u32;
        ConcreteValue::SomeText(*self.texts.entry(input).or_insert(number))
    }

    /// The value of a term; a character that nobody asked for is one that can be read.
    fn number(&mut self, term: TermId) -> u64 {
        let terms = self.domain.path.terms();
        let unasked = |s: &Symbol| self.model.decided(*s).is_none();
        match terms.as_symbol(terms.unextended(term)).filter(unasked).map(|s| terms.taste(s)) {
            Some(taste @ Taste::Printable) => taste.favourite(),
            _ => self.memo.eval(terms, self.model, term),
        }
    }

    /// An object of the input. What was found for a reference may be the same as another; each is found
    /// by calls of its own.
    fn object(&mut self, object: Ref, input: Option<InputId>) -> ConcreteValue {
        if object == 0 {
            return ConcreteValue::Bits(0);
        }
        let found_for = |o: &InputObject| input.is_some() && o.found_for == input;
        let at =
            self.objects.iter().position(found_for).or_else(|| {
                self.objects.iter().position(|found| found.place(self.domain) == object)
            });
        let Some(at) = at else { return ConcreteValue::Existing(object) };
        let at = self
            .domain
            .open
            .as_ref()
            .and_then(|open| {
                let variable = open.references.variable_of(self.objects[at].at)?;
                self.oldest(open, variable)
            })
            .unwrap_or(at);
        self.place(at)
    }

    /// The object that a reference is that stays open, and none for null. None if it does not, or if it was
    /// made in another way.
    fn standing(&mut self, input: InputId) -> Option<Option<usize>> {
        let domain = self.domain;
        let open = domain.open.as_ref()?;
        let variable = open.variable(input)?;
        if self.identity(open, variable).is_null() {
            return Some(None);
        }
        self.oldest(open, variable).map(Some)
    }

    fn identity(&mut self, open: &Open, variable: Variable) -> Identity {
        let terms = self.domain.path.terms();
        open.references.identity(terms, self.model, self.memo, variable)
    }

    /// The oldest object that stands for a variable or for one that is the same.
    fn oldest(&mut self, open: &Open, variable: Variable) -> Option<usize> {
        open.references.classes(variable)?;
        let identity = self.identity(open, variable);
        let mut standing = open.references.objects().iter();
        let (_, oldest) = standing.find(|(other, _)| self.identity(open, *other) == identity)?;
        self.objects.iter().position(|object| object.at == *oldest)
    }

    /// The cells of an object at the start. If it stands for a reference, they are those that were filled first
    /// among all that stand for the same.
    fn cells(&mut self, at: usize) -> Vec<Cell> {
        let (domain, objects) = (self.domain, self.objects);
        let own = objects[at].cells.clone();
        let Some(open) = &domain.open else { return own };
        let Some(variable) = open.references.variable_of(objects[at].at) else { return own };
        let identity = self.identity(open, variable);
        let mut found: Vec<(usize, Cell)> = Vec::new();
        for (other, object) in open.references.objects() {
            if self.identity(open, *other) != identity {
                continue;
            }
            let held = objects.iter().filter(|known| known.at == *object);
            for cell in held.flat_map(|known| &known.cells) {
                let filled = open.filled_at(*object, cell.index).unwrap_or(usize::MAX);
                match found.iter_mut().find(|(_, known)| known.index == cell.index) {
                    Some(known) if known.0 > filled => *known = (filled, *cell),
                    Some(_) => {}
                    None => found.push((filled, *cell)),
                }
            }
        }
        found.into_iter().map(|(_, cell)| cell).collect()
    }

    /// The place of an object in the input.
    fn place(&mut self, at: usize) -> ConcreteValue {
        if let Some(place) = self.places.get(&at) {
            return ConcreteValue::Object(*place);
        }
        let found = &self.objects[at];
        let length = found.length.map(|length| match self.domain.plain(length) {
            Some(bits) => bits as u32,
            None => match length {
                SymbolicValue::Term(term) => self.number(term) as u32,
                _ => 0,
            },
        });
        let class = self.class(at);
        let place = self.input.objects.len();
        self.places.insert(at, place);
        self.input.objects.push(ConcreteObject {
            name: found.name.clone(),
            class,
            length,
            cells: Vec::new(),
            contents: None,
            sequence: found.sequence.clone(),
        });
        self.open.push((place, at));
        ConcreteValue::Object(place)
    }

    /// The class of an object.
    fn class(&mut self, at: usize) -> ClassId {
        let (domain, found) = (self.domain, &self.objects[at]);
        let first = found.classes[0];
        let Some(open) = &domain.open else { return first };
        let Some(variable) = open.references.variable_of(found.at) else { return first };
        ClassId::from_u32(self.identity(open, variable).class as u32)
    }
}
