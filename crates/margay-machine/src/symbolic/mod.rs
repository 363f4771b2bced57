//! The symbolic domain: a value is known, a term over inputs, or a reference of the input that is
//! decided only when it is used (lazy initialization, PET chapter 2).
//!
//! What a path has made true of numbers is in its [`PathCondition`]; the domain adds the arithmetic
//! of values and what references of the input are. Everything is logged, so that going back takes
//! it back. It asks nobody: a question it cannot answer makes the machine stop, and whoever runs
//! the machine [assumes](PathCondition::assume) an answer.

mod arithmetic;
pub mod inputs;
mod open;
pub mod path;
mod references;
mod remainder;
mod snapshot;
mod statics;

pub use open::Open;
pub use path::{PathCondition, PathMark, Together};
pub use references::{InputId, PutOff, Reference, ReferenceState};
pub use snapshot::Snapshot;
pub use statics::StaticUse;

use crate::domain::{Asked, Domain, Need, Reading};
use crate::float_function::FloatFunction;
use crate::memory::{Memory, Ref};
use crate::outcome::Want;
use margay_ir::{BinOp, ClassId, Cond, Conv, MethodId, Storage, Type, World};
use margay_logic::heap::{self, Assumption, Guarded};
use margay_logic::{Config, FloatSort, Sort, Taste, TermId, Terms};
use references::References;
use remainder::Remainder;
use rustc_hash::{FxHashMap, FxHashSet};
use std::io;
use std::rc::Rc;

/// A value of any type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolicValue {
    /// Known bits.
    Known(u64),
    /// A number that depends on the input.
    Term(TermId),
    /// A reference of the input.
    Input(InputId),
    /// A reference that is one of several, each under a condition.
    Guarded(Guarded),
}

/// What the domain could not tell.
#[derive(Clone, Debug)]
enum Question {
    /// Whether a condition holds: *no* and *yes*.
    Branch(TermId),
    /// Which of the conditions holds; exactly one does.
    Cases(Vec<TermId>),
}

/// One thing to be taken back.
#[derive(Clone, Copy, Debug)]
enum Undo {
    /// An object that belongs to the input.
    Object(Ref),
    /// A reference and what it was.
    Reference(InputId, ReferenceState),
    /// An object was added to those whose class is open, or taken from them.
    Classes(Ref, bool),
    /// A number that the program has asked for.
    Any,
    /// An object that it has asked for.
    AnyObject,
    /// A cell of an object that stands for an open reference is there, or was looked at.
    Cell(Ref, u32),
    /// A static cell was written for the first time.
    Written(u32),
}

/// A point to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymbolicMark {
    path: PathMark,
    log: usize,
    remainders: usize,
    open: Option<heap::Mark>,
}

/// A number that the program has asked for itself.
#[derive(Clone, Debug)]
pub struct AskedNumber {
    /// What for.
    pub asked: Asked,
    /// What the input is called: `value#1`, `stdin[0]`.
    pub name: String,
    /// What it got.
    pub value: SymbolicValue,
}

/// The bits of numbers that are fixed, by their names.
pub type FixedNumbers = Rc<dyn Fn(&str) -> Option<u64>>;

/// The domain.
pub struct Symbolic {
    /// What the path has made true of the numbers of the input.
    pub path: PathCondition,
    /// References of the input.
    pub references: References,
    /// Those that stay open, if references do.
    pub open: Option<Open>,
    /// The bits of floats, where a program asked for them.
    float_bits: FxHashMap<TermId, TermId>,
    /// Objects whose class is not decided.
    open_classes: FxHashSet<Ref>,
    /// Numbers that the program has asked for itself, in order.
    asked: Vec<AskedNumber>,
    /// How many objects it has asked for.
    asked_objects: u32,
    /// What some of them are, by their names.
    pub fixed: Option<FixedNumbers>,
    question: Option<Question>,
    /// What has to be known of an open reference before there is a question.
    lack: Option<Want<SymbolicValue>>,
    /// What was assumed last, until the program finds it so.
    assumed: Option<(Assumption, [SymbolicValue; 2])>,
    log: Vec<Undo>,
    /// Remainders of floats on the path.
    remainders: Vec<Remainder>,
    /// Operations that the terms cannot express, whose results were left open.
    pub approximated: u64,
    /// Whether the program has looked at the bits of a float that may be no number: of those that are
    /// none it only ever saw the usual ones.
    pub usual_nan: bool,
    /// Which static fields were read.
    pub statics: StaticUse,
}

impl Symbolic {
    /// A domain without constraints.
    ///
    /// # Errors
    /// When the directory for the solver's log cannot be created.
    pub fn new(config: Config) -> io::Result<Self> {
        Ok(Symbolic {
            path: PathCondition::new(config)?,
            references: References::default(),
            open: None,
            float_bits: FxHashMap::default(),
            open_classes: FxHashSet::default(),
            asked: Vec::new(),
            asked_objects: 0,
            fixed: None,
            question: None,
            lack: None,
            assumed: None,
            log: Vec::new(),
            remainders: Vec::new(),
            approximated: 0,
            usual_nan: false,
            statics: StaticUse::default(),
        })
    }

    /// Lets the program go on that wanted something to be assumed.
    pub fn set_assumed(&mut self, assumption: Assumption, of: [SymbolicValue; 2]) {
        self.assumed = Some((assumption, of));
    }

    /// Whether the open question is which of several cases holds.
    #[must_use]
    pub fn asks_for_case(&self) -> bool {
        matches!(self.question, Some(Question::Cases(_)))
    }

    /// The conditions of the alternatives of the open question, in their order.
    pub fn alternatives(&mut self) -> Vec<TermId> {
        match self.question.take() {
            Some(Question::Branch(condition)) => vec![self.terms().not(condition), condition],
            Some(Question::Cases(conditions)) => conditions,
            None => Vec::new(),
        }
    }

    /// A number of the input, as a cell of the storage holds it.
    pub fn number(&mut self, name: &str, storage: Storage) -> SymbolicValue {
        let variable = self.path.variable(name, variable_sort(storage));
        self.held(variable, storage)
    }

    /// The value of a variable as a cell of the storage holds it.
    fn held(&mut self, variable: TermId, storage: Storage) -> SymbolicValue {
        let terms = self.terms();
        let term = match storage {
            Storage::Bool => {
                let (one, zero) = (terms.bv(1, 32), terms.bv(0, 32));
                terms.ite(variable, one, zero)
            }
            Storage::I8 | Storage::I16 => terms.sign_ext(32, variable),
            Storage::U16 => {
                let extended = terms.zero_ext(32, variable);
                self.path.set_taste(variable, Taste::Printable);
                extended
            }
            _ => variable,
        };
        self.value(term)
    }

    /// The variable that a cell of the storage holds, if it holds nothing but one.
    #[must_use]
    pub fn variable_in(&self, value: SymbolicValue, storage: Storage) -> Option<TermId> {
        let SymbolicValue::Term(term) = value else { return None };
        let terms = self.path.terms();
        let variable = match storage {
            Storage::Bool => *terms.node(term).args().first()?,
            _ => terms.unextended(term),
        };
        let is_whole = terms.sort(variable) == variable_sort(storage);
        (is_whole && terms.as_symbol(variable).is_some()).then_some(variable)
    }

    /// What stands for the variable of a cell of the storage where the cell holds this.
    pub fn in_place_of_variable(&mut self, value: SymbolicValue, storage: Storage) -> TermId {
        let ty = match storage {
            Storage::I64 => Type::I64,
            Storage::F32 => Type::F32,
            Storage::F64 => Type::F64,
            _ => Type::I32,
        };
        let term = self.term(ty, value);
        let terms = self.terms();
        match storage {
            Storage::Bool => {
                let zero = terms.bv(0, 32);
                let is_zero = terms.eq(term, zero);
                terms.not(is_zero)
            }
            Storage::I8 => terms.extract(7, 0, term),
            Storage::I16 | Storage::U16 => terms.extract(15, 0, term),
            _ => term,
        }
    }

    /// A byte of standard input, or -1.
    fn byte_or_end(&mut self, name: &str) -> SymbolicValue {
        let value = self.number(name, Storage::I16);
        if let SymbolicValue::Term(term) = value {
            self.path.set_taste(term, Taste::Printable);
            let bounds = [self.path.at_least(term, -1), self.path.at_most(term, 255)];
            bounds.into_iter().for_each(|bound| self.path.assume(bound));
        }
        value
    }

    /// The numbers that the program has asked for on this path, in order: inputs like its arguments.
    #[must_use]
    pub fn asked(&self) -> &[AskedNumber] {
        &self.asked
    }

    /// Decides what a reference is.
    pub fn decide(&mut self, reference: InputId, state: ReferenceState) {
        let old = self.references.set(reference, state);
        self.log.push(Undo::Reference(reference, old));
        self.tell_variable(reference, state);
    }

    /// Lets an object belong to the input: references of the input may be it.
    pub fn add_object(&mut self, object: Ref) {
        if self.references.set_input(object, true) {
            self.log.push(Undo::Object(object));
        }
    }

    /// Whether anything was decided since a mark of references and objects of the input.
    #[must_use]
    pub fn has_decided_since(&self, mark: SymbolicMark) -> bool {
        self.log[mark.log..].iter().any(|undo| !matches!(undo, Undo::Any | Undo::Written(_)))
    }

    /// Whether anything was decided, or asked for, since a mark.
    #[must_use]
    pub fn has_changed_since(&self, mark: SymbolicMark) -> bool {
        self.log.len() != mark.log
    }

    /// The number that is one of two, as a condition says.
    pub fn either(
        &mut self,
        condition: TermId,
        ty: Type,
        yes: SymbolicValue,
        no: SymbolicValue,
    ) -> SymbolicValue {
        let (yes, no) = (self.term(ty, yes), self.term(ty, no));
        let chosen = self.terms().ite(condition, yes, no);
        self.value(chosen)
    }

    /// Says whether the class of an object is open.
    pub fn set_class_open(&mut self, object: Ref, open: bool) {
        let changed =
            if open { self.open_classes.insert(object) } else { self.open_classes.remove(&object) };
        if changed {
            self.log.push(Undo::Classes(object, !open));
        }
    }

    /// The term of a value of a type.
    ///
    /// # Panics
    /// On a reference.
    pub fn term(&mut self, ty: Type, value: SymbolicValue) -> TermId {
        let sort = arithmetic::sort(ty).expect("references have no terms");
        match value {
            SymbolicValue::Term(term) => self.with_sort(term, sort),
            SymbolicValue::Known(bits) => self.terms().constant(bits, sort),
            SymbolicValue::Input(_) | SymbolicValue::Guarded(_) => {
                unreachable!("references have no terms")
            }
        }
    }

    /// The value of a term.
    #[must_use]
    pub fn value(&self, term: TermId) -> SymbolicValue {
        self.path.terms().as_const(term).map_or(SymbolicValue::Term(term), SymbolicValue::Known)
    }

    fn terms(&mut self) -> &mut Terms {
        self.path.terms_mut()
    }

    /// Whether a condition holds; a question if that is not plain.
    fn branch(&mut self, condition: TermId) -> Option<bool> {
        let known = self.path.holds(condition);
        if known.is_none() {
            self.question = Some(Question::Branch(condition));
        }
        known
    }
}

/// The sort of the variable that a cell of the storage is made from.
#[must_use]
pub fn variable_sort(storage: Storage) -> Sort {
    match storage {
        Storage::Bool => Sort::Bool,
        Storage::I8 => Sort::Bv(8),
        Storage::I16 | Storage::U16 => Sort::Bv(16),
        Storage::I32 | Storage::Ref => Sort::Bv(32),
        Storage::I64 => Sort::Bv(64),
        Storage::F32 => Sort::Float(FloatSort::F32),
        Storage::F64 => Sort::Float(FloatSort::F64),
    }
}

/// So many elements of an array that differ are a list of choices, by which people know them for one.
const LISTED: usize = 64;

impl Domain for Symbolic {
    const ACCELERATES: bool = false;
    const WATCHES: bool = true;
    type Mark = SymbolicMark;
    type Value = SymbolicValue;

    fn constant(bits: u64) -> SymbolicValue {
        SymbolicValue::Known(bits)
    }

    fn known(value: SymbolicValue) -> Option<u64> {
        match value {
            SymbolicValue::Known(bits) => Some(bits),
            SymbolicValue::Term(_) | SymbolicValue::Input(_) | SymbolicValue::Guarded(_) => None,
        }
    }

    fn plain(&self, value: SymbolicValue) -> Option<u64> {
        match value {
            SymbolicValue::Known(bits) => Some(bits),
            SymbolicValue::Term(term) => self.path.fixed(term),
            SymbolicValue::Input(input) => self.references.decided(input).map(u64::from),
            SymbolicValue::Guarded(guarded) => self.sure_object(guarded),
        }
    }

    fn is_null(&mut self, reference: SymbolicValue) -> Option<bool> {
        match reference {
            SymbolicValue::Input(_) | SymbolicValue::Guarded(_) if self.open.is_some() => {
                self.is_open_null(reference)
            }
            SymbolicValue::Input(input) => self.references.is_null(input),
            _ => self.plain(reference).map(|bits| bits == 0),
        }
    }

    fn is_same(&mut self, a: SymbolicValue, b: SymbolicValue) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        match (self.plain(a), self.plain(b)) {
            (Some(a), Some(b)) => Some(a == b),
            _ if self.open.is_some() => self.are_open_same(a, b),
            (None, None) => None,
            (Some(object), None) => self.may_be(b, object),
            (None, Some(object)) => self.may_be(a, object),
        }
    }

    fn is_wider(&self, world: &World, a: SymbolicValue, b: SymbolicValue) -> bool {
        let (SymbolicValue::Input(a), SymbolicValue::Input(b)) = (a, b) else { return false };
        if self.references.decided(a).is_some() || self.references.decided(b).is_some() {
            return false;
        }
        let (a, b) = (self.references.about(a).class, self.references.about(b).class);
        a != b && world.class(b).is_some() && world.is_subclass(b, a)
    }

    fn watched_static(&self, cell: u32) -> Option<ClassId> {
        self.statics.class(cell)
    }

    fn read_static(&mut self, cell: u32, reading: Reading) {
        self.statics.note(cell, reading);
    }

    fn wrote_static(&mut self, cell: u32) {
        if self.statics.write(cell) {
            self.log.push(Undo::Written(cell));
        }
    }

    fn has_class(&self, object: Ref) -> bool {
        !self.open_classes.contains(&object)
    }

    fn undecided() -> SymbolicValue {
        SymbolicValue::Known(0)
    }

    fn is_undecided(_: SymbolicValue) -> bool {
        false
    }

    fn binary(&mut self, op: BinOp, ty: Type, a: SymbolicValue, b: SymbolicValue) -> SymbolicValue {
        self.binary_term(op, ty, a, b)
    }

    fn negate(&mut self, ty: Type, a: SymbolicValue) -> SymbolicValue {
        self.negate_term(ty, a)
    }

    fn float_function(
        &mut self,
        function: FloatFunction,
        ty: Type,
        of: &[SymbolicValue],
    ) -> Option<SymbolicValue> {
        self.float_function_term(function, ty, of)
    }

    fn convert(&mut self, conv: Conv, a: SymbolicValue) -> SymbolicValue {
        self.convert_term(conv, a)
    }

    fn compare(
        &mut self,
        cond: Cond,
        ty: Type,
        a: SymbolicValue,
        b: SymbolicValue,
    ) -> SymbolicValue {
        let condition = match self.condition(cond, ty, a, b) {
            Ok(holds) => return SymbolicValue::Known(u64::from(holds)),
            Err(condition) => condition,
        };
        let (one, zero) = (self.terms().bv(1, 32), self.terms().bv(0, 32));
        let term = self.terms().ite(condition, one, zero);
        self.value(term)
    }

    fn three_way(
        &mut self,
        ty: Type,
        nan: i8,
        a: SymbolicValue,
        b: SymbolicValue,
    ) -> SymbolicValue {
        self.three_way_term(ty, nan, a, b)
    }

    fn test(&mut self, cond: Cond, ty: Type, a: SymbolicValue, b: SymbolicValue) -> Option<bool> {
        match self.condition(cond, ty, a, b) {
            Ok(holds) => Some(holds),
            Err(condition) => self.branch(condition),
        }
    }

    fn in_bounds(&mut self, index: SymbolicValue, length: SymbolicValue) -> Option<bool> {
        if let (Some(index), Some(length)) = (self.plain(index), self.plain(length)) {
            return Some((index as u32) < length as u32);
        }
        // A length is not negative, so one unsigned comparison says both.
        let (index, length) = (self.term(Type::I32, index), self.term(Type::I32, length));
        let condition = self.terms().ult(index, length);
        self.branch(condition)
    }

    fn reinterpret(&mut self, to: Type, value: SymbolicValue) -> SymbolicValue {
        match value {
            SymbolicValue::Term(_) => {
                let term = self.term(to, value);
                self.value(term)
            }
            known => known,
        }
    }

    fn group_of(&mut self, value: SymbolicValue, groups: &[Vec<i32>]) -> Option<usize> {
        if let Some(bits) = self.plain(value) {
            let has = |group: &Vec<i32>| group.contains(&(bits as u32 as i32));
            return Some(groups.iter().position(has).unwrap_or(groups.len()));
        }
        let value = self.term(Type::I32, value);
        let mut conditions = Vec::with_capacity(groups.len() + 1);
        for group in groups {
            let keys: Vec<TermId> = group
                .iter()
                .map(|key| {
                    let key = self.terms().bv(u64::from(*key as u32), 32);
                    self.terms().eq(value, key)
                })
                .collect();
            conditions.push(self.terms().any(&keys));
        }
        let any = self.terms().any(&conditions);
        conditions.push(self.terms().not(any));
        let known =
            conditions.iter().position(|condition| self.path.holds(*condition) == Some(true));
        if known.is_none() {
            self.question = Some(Question::Cases(conditions));
        }
        known
    }

    fn element(
        &mut self,
        ty: Type,
        elements: &[SymbolicValue],
        index: SymbolicValue,
    ) -> Option<SymbolicValue> {
        let index = self.term(Type::I32, index);
        // Neighbours that are the same are one case: tables have many of these.
        let mut runs: Vec<(usize, SymbolicValue)> = Vec::new();
        for (place, element) in elements.iter().enumerate() {
            match runs.last_mut() {
                Some((last, value)) if value == element => *last = place,
                _ => runs.push((place, *element)),
            }
        }
        let chosen = self.one_of(ty, &runs, index)?;
        Some(self.value(chosen))
    }

    fn stored(
        &mut self,
        ty: Type,
        place: u32,
        old: SymbolicValue,
        index: SymbolicValue,
        value: SymbolicValue,
    ) -> Option<SymbolicValue> {
        let (old, value) = (self.term(ty, old), self.term(ty, value));
        let index = self.term(Type::I32, index);
        let place = self.terms().bv(u64::from(place), 32);
        let here = self.terms().eq(index, place);
        let term = self.terms().ite(here, value, old);
        Some(self.value(term))
    }

    fn put_off(
        &mut self,
        class: ClassId,
        method: MethodId,
        given: &[SymbolicValue],
    ) -> Option<SymbolicValue> {
        let how = PutOff { method, given: given.to_vec() };
        let reference = self.references.add_put_off(class, how);
        self.decide(reference, ReferenceState::NonNull);
        Some(SymbolicValue::Input(reference))
    }

    fn still_put_off(&self, reference: SymbolicValue) -> Option<(MethodId, &[SymbolicValue])> {
        let SymbolicValue::Input(reference) = reference else { return None };
        let PutOff { method, given } = self.references.put_off(reference)?;
        let is_found = matches!(self.references.state(reference), ReferenceState::Is(_));
        (!is_found).then_some((*method, given))
    }

    fn found(&mut self, reference: SymbolicValue, object: Ref) {
        if let SymbolicValue::Input(reference) = reference {
            self.decide(reference, ReferenceState::Is(object));
            if self.references.put_off(reference).is_none() {
                self.add_object(object);
            }
        }
    }

    fn any_number(&mut self, asked: Asked) -> Option<SymbolicValue> {
        let inputs = self.asked.iter().filter(|number| number.asked == Asked::Input).count();
        let name = match asked {
            Asked::Value(_) => format!("value#{}", self.asked.len() - inputs + 1),
            Asked::Input => format!("stdin[{inputs}]"),
        };
        let fixed = self.fixed.as_ref().and_then(|fixed| fixed(&name));
        let value = match (fixed, asked) {
            (Some(bits), _) => SymbolicValue::Known(bits),
            (None, Asked::Value(storage)) => self.number(&name, storage),
            (None, Asked::Input) => self.byte_or_end(&name),
        };
        self.asked.push(AskedNumber { asked, name, value });
        self.log.push(Undo::Any);
        Some(value)
    }

    fn any_object(&mut self, class: ClassId) -> Option<SymbolicValue> {
        self.asked_objects += 1;
        self.log.push(Undo::AnyObject);
        let name = format!("object#{}", self.asked_objects);
        let reference = Reference { name, class, generic: None, constants: false, nullable: false };
        let input = self.references.get(reference);
        self.decide(input, ReferenceState::NonNull);
        Some(SymbolicValue::Input(input))
    }

    fn approximate(&mut self, storage: Storage) -> Option<SymbolicValue> {
        let variable = self.terms().fresh("anything", variable_sort(storage));
        Some(self.held(variable, storage))
    }

    fn limit(&mut self, number: SymbolicValue, most: u32) {
        if let SymbolicValue::Term(term) = number {
            let condition = self.path.up_to(term, most);
            self.path.assume(condition);
        }
    }

    fn keeps_open(&self) -> bool {
        self.open.is_some()
    }

    fn need(&self) -> Need<SymbolicValue> {
        self.lack.map_or(Need::Choice, Need::Want)
    }

    fn read_open(
        &mut self,
        memory: &mut Memory<Symbolic>,
        world: &World,
        reference: SymbolicValue,
        cell: u32,
    ) -> Result<SymbolicValue, Need<SymbolicValue>> {
        self.read_through(memory, world, reference, cell)
    }

    fn write_open(
        &mut self,
        memory: &mut Memory<Symbolic>,
        world: &World,
        reference: SymbolicValue,
        cell: u32,
        value: SymbolicValue,
    ) -> Result<(), Need<SymbolicValue>> {
        self.write_through(memory, world, reference, cell, value)
    }

    fn length_open(
        &mut self,
        memory: &mut Memory<Symbolic>,
        reference: SymbolicValue,
    ) -> Result<SymbolicValue, Need<SymbolicValue>> {
        self.length_through(memory, reference)
    }

    fn stand_in(&mut self, reference: SymbolicValue) -> Result<Ref, Need<SymbolicValue>> {
        self.stand_in_of(reference)
    }

    fn assume_of(&mut self, assumption: Assumption, of: [SymbolicValue; 2]) -> Option<bool> {
        Some(self.assumed.take() == Some((assumption, of)))
    }

    fn mark(&self) -> SymbolicMark {
        let open = self.open.as_ref().map(|open| open.references.mark());
        let (log, remainders) = (self.log.len(), self.remainders.len());
        SymbolicMark { path: self.path.mark(), log, remainders, open }
    }

    fn undo_to(&mut self, mark: SymbolicMark) {
        self.path.undo_to(mark.path);
        self.remainders.truncate(mark.remainders);
        for undo in self.log.drain(mark.log..).rev() {
            match undo {
                Undo::Object(object) => {
                    self.references.set_input(object, false);
                }
                Undo::Reference(input, state) => {
                    self.references.set(input, state);
                }
                Undo::Classes(object, true) => {
                    self.open_classes.insert(object);
                }
                Undo::Classes(object, false) => {
                    self.open_classes.remove(&object);
                }
                Undo::Any => {
                    self.asked.pop();
                }
                Undo::AnyObject => self.asked_objects -= 1,
                Undo::Written(cell) => self.statics.unwrite(cell),
                Undo::Cell(object, cell) => {
                    if let Some(open) = &mut self.open {
                        open.undo_cell((object, cell));
                    }
                }
            }
        }
        if let (Some(open), Some(mark)) = (&mut self.open, mark.open) {
            open.references.undo_to(mark);
        }
        self.question = None;
    }
}

impl Symbolic {
    /// The value of the run that has the index, each up to a place: a list of choices, or for many runs a tree.
    fn one_of(
        &mut self,
        ty: Type,
        runs: &[(usize, SymbolicValue)],
        index: TermId,
    ) -> Option<TermId> {
        let middle = match runs {
            [] => return None,
            [(_, only)] => return Some(self.term(ty, *only)),
            few if few.len() <= LISTED => 1,
            many => many.len() / 2,
        };
        let (below, above) = runs.split_at(middle);
        let (below_term, above_term) =
            (self.one_of(ty, below, index)?, self.one_of(ty, above, index)?);
        let (last, _) = below.last()?;
        let last = self.terms().bv(*last as u64, 32);
        let is_below = self.terms().ule(index, last);
        Some(self.terms().ite(is_below, below_term, above_term))
    }

    /// Whether an undecided reference is this object: one that is not of the input it is not.
    fn may_be(&self, reference: SymbolicValue, object: u64) -> Option<bool> {
        match reference {
            SymbolicValue::Input(input) => self.references.may_be(input, object as Ref),
            _ => None,
        }
    }
}
