//! Making objects of the input while the program runs, with all their cells undecided.

use super::focus::Focus;
use super::objects::{Cell, InputHeap, InputObject, LENGTH};
use margay_ir::{ClassId, ClassKind, Storage};
use margay_logic::{Sort, Taste};
use margay_machine::symbolic::inputs::{Built, Initial, Inputs, Making, Part};
use margay_machine::symbolic::{InputId, Reference, ReferenceState, Symbolic, SymbolicValue};
use margay_machine::{Core, Machine, Platform, Ref};

/// Makes input objects.
pub struct Maker<'a, P: Platform<Symbolic>, I> {
    /// The machine they are in.
    pub machine: &'a mut Machine<Symbolic, P>,
    /// The language.
    pub inputs: &'a mut I,
    /// The input so far.
    pub heap: &'a mut InputHeap,
    /// Range of integers of the input, if limited.
    pub range: Option<(i64, i64)>,
    /// Longest array.
    pub max_array: u32,
    /// Which inputs are free, if not all are.
    pub focus: Option<&'a Focus>,
    /// Whether somebody wants to know which input is which.
    pub tells_apart: bool,
    /// Whether the path is over: then nobody reads what objects hold that stand for open references, only what is theirs.
    pub is_over: bool,
}

/// How many elements an array has.
#[derive(Clone, Copy)]
enum Room<'l> {
    Exactly(u32),
    /// Up to so many, or one of these numbers of them.
    UpTo(u32, &'l [u32]),
}

/// Who has an array.
#[derive(Clone, Copy)]
enum Owner {
    /// Any references of the input.
    Shared,
    /// One object alone.
    Object,
    /// A reference that stays open.
    Open(InputId),
}

/// There is no room for another object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRoom;

impl<P: Platform<Symbolic>, I: Inputs<P>> Maker<'_, P, I> {
    /// Makes a new object with undecided contents, for a reference of the input.
    ///
    /// # Errors
    /// When the heap is full.
    pub fn make(&mut self, input: InputId, making: &Making) -> Result<(), NoRoom> {
        let reference = self.machine.core.domain.references.about(input).clone();
        let object = match making {
            Making::Existing(object) => *object,
            Making::Object(classes) => self.object(&reference, classes)?,
            Making::Array(class) => {
                self.array(&reference, *class, Room::UpTo(self.max_array, &[]), Owner::Shared)?
            }
            Making::Built(built) => {
                let at = self.built(&reference, built)?;
                if !built.is_new {
                    self.heap.objects.last_mut().expect("just made").found_for = Some(input);
                    self.machine.core.domain.decide(input, ReferenceState::NonNull);
                    return Ok(());
                }
                at
            }
        };
        self.machine.core.domain.decide(input, ReferenceState::Is(object));
        Ok(())
    }

    /// Makes an object that its own code has yet to fill, or to find.
    fn built(&mut self, reference: &Reference, built: &Built) -> Result<Ref, NoRoom> {
        let at = match built.is_new {
            true => {
                let cells = self.machine.core.world.loaded(built.class).cells;
                self.machine.core.memory.allocate(built.class, cells).map_err(|_| NoRoom)?
            }
            false => 0,
        };
        self.register(at, reference, vec![built.class], None, true);
        let place = self.heap.objects.len() - 1;
        let mut contents = Vec::with_capacity(built.contents.len());
        for item in &built.contents {
            let class = Some(item.class);
            let value = self.anything(&item.name, Storage::Ref, class, item.generic.as_deref());
            if let (false, SymbolicValue::Input(input)) = (item.nullable, value)
                && self.machine.core.domain.references.state(input) == ReferenceState::Open
            {
                self.machine.core.domain.decide(input, ReferenceState::NonNull);
            }
            contents.push(value);
        }
        self.heap.objects[place].contents = Some(contents);
        self.heap.objects[place].sequence.clone_from(&built.sequence);
        Ok(at)
    }

    /// What the code that fills the object made last is given.
    ///
    /// # Errors
    /// When the heap is full.
    pub fn filling(&mut self, built: &Built) -> Result<[SymbolicValue; 2], NoRoom> {
        let object = self.heap.objects.last().ok_or(NoRoom)?;
        let contents = object.contents.as_deref().unwrap_or_default();
        let memory = &mut self.machine.core.memory;
        let room = contents.len() + usize::from(!built.is_new);
        let array = memory.allocate(built.array, room as u32).map_err(|_| NoRoom)?;
        for (index, value) in (0..).zip(contents) {
            memory.set(array, index, *value);
        }
        let known = |object| SymbolicValue::Known(u64::from(object));
        Ok([object.found_for.map_or(known(object.at), SymbolicValue::Input), known(array)])
    }

    /// Makes a new object of one of some classes with undecided contents.
    ///
    /// # Errors
    /// When the heap is full.
    pub fn object(&mut self, reference: &Reference, classes: &[ClassId]) -> Result<Ref, NoRoom> {
        let cells = |class: &ClassId| self.machine.core.world.loaded(*class).cells;
        let most = classes.iter().map(cells).max().unwrap_or_default();
        let at = self.machine.core.memory.allocate(classes[0], most).map_err(|_| NoRoom)?;
        self.register(at, reference, classes.to_vec(), None, true);
        if classes.len() > 1 {
            self.machine.core.domain.set_class_open(at, true);
        }
        let place = self.heap.objects.len() - 1;
        self.fill(place)?;
        Ok(at)
    }

    /// Makes an object that stands for a reference that stays open.
    ///
    /// # Errors
    /// When the heap is full.
    pub fn stand(&mut self, input: InputId) -> Result<(), NoRoom> {
        let domain = &self.machine.core.domain;
        let reference = domain.references.about(input).clone();
        let classes = domain.kind(input).ok_or(NoRoom)?;
        if let ClassKind::Array { .. } = self.machine.core.world.loaded(classes[0]).kind {
            let room = Room::UpTo(self.max_array, &[]);
            self.array(&reference, classes[0], room, Owner::Open(input))?;
            return Ok(());
        }
        let cells = |class: &ClassId| self.machine.core.world.loaded(*class).cells;
        let most = classes.iter().map(cells).max().unwrap_or_default();
        let at = self.machine.core.memory.allocate(classes[0], most).map_err(|_| NoRoom)?;
        self.register(at, &reference, classes.clone(), None, false);
        self.machine.core.domain.stand(input, at);
        self.machine.core.domain.set_class_open(at, classes.len() > 1);
        self.fill(self.heap.objects.len() - 1)
    }

    /// Fills the fields that an object has whichever of its classes it has. Nobody can look at
    /// others before more is known of the class.
    ///
    /// # Errors
    /// When the heap is full.
    pub fn fill(&mut self, place: usize) -> Result<(), NoRoom> {
        let InputObject { at, name, classes, generic, .. } = self.heap.objects[place].clone();
        let mut common = self.inputs.parts(self.machine, classes[0], generic.as_deref());
        for other in &classes[1..] {
            let parts = self.inputs.parts(self.machine, *other, generic.as_deref());
            common.retain(|part| parts.contains(part));
        }
        for part in common {
            if self.heap.objects[place].cells.iter().any(|cell| cell.index == part.slot) {
                continue;
            }
            let part_name = self.inputs.field_name(&name, &part);
            let value = self.part(&part_name, &part)?;
            self.fill_cell(at, part.slot, value);
            let reference = part.storage == Storage::Ref;
            self.heap.objects[place].cells.push(Cell { index: part.slot, value, reference });
            self.name_cell(place, part.slot, part_name);
        }
        Ok(())
    }

    fn fill_cell(&mut self, at: Ref, cell: u32, own: SymbolicValue) {
        let Core { domain, memory, world, .. } = &mut self.machine.core;
        match self.is_over {
            true => memory.set(at, cell, own),
            false => domain.give(memory, world, (at, cell), own),
        }
    }

    /// An array with undecided elements.
    fn array(
        &mut self,
        reference: &Reference,
        class: ClassId,
        room: Room<'_>,
        owner: Owner,
    ) -> Result<Ref, NoRoom> {
        let parts = self.inputs.parts(self.machine, class, reference.generic.as_deref());
        let part = parts.first().ok_or(NoRoom)?;
        let is_input = matches!(room, Room::UpTo(..));
        let (own, room) = match room {
            Room::Exactly(room) => (SymbolicValue::Known(u64::from(room)), room),
            Room::UpTo(most, also) => {
                let name = self.inputs.length_name(&reference.name, part);
                let longest = also.iter().copied().max().unwrap_or_default();
                (self.size(&name, most, also), most.max(longest))
            }
        };
        let Core { domain, memory, .. } = &mut self.machine.core;
        let length = match owner {
            Owner::Open(input) if !self.is_over => domain.length_among(memory, input, own),
            Owner::Open(_) | Owner::Shared | Owner::Object => own,
        };
        let (made, room) = match length {
            SymbolicValue::Known(length) => (memory.allocate(class, length as u32), length as u32),
            length => (memory.allocate_sized(class, room, length), room),
        };
        let at = made.map_err(|_| NoRoom)?;
        self.register(at, reference, vec![class], Some(own), matches!(owner, Owner::Shared));
        if let Owner::Open(input) = owner {
            self.machine.core.domain.stand(input, at);
        }
        let place = self.heap.objects.len() - 1;
        if is_input {
            let name = self.inputs.length_name(&reference.name, part);
            self.name_cell(place, LENGTH, name);
        }
        for index in 0..room {
            let name = self.inputs.element_name(&reference.name, part, index);
            let value = self.part(&name, part)?;
            self.fill_cell(at, index, value);
            let reference = part.storage == Storage::Ref;
            self.heap.objects[place].cells.push(Cell { index, value, reference });
            self.name_cell(place, index, name);
        }
        Ok(at)
    }

    fn register(
        &mut self,
        at: Ref,
        reference: &Reference,
        classes: Vec<ClassId>,
        length: Option<SymbolicValue>,
        shared: bool,
    ) {
        if shared && at != 0 {
            self.machine.core.domain.add_object(at);
        }
        self.heap.objects.push(InputObject {
            at,
            found_for: None,
            name: reference.name.clone(),
            classes,
            cells: Vec::new(),
            length,
            shared,
            generic: reference.generic.clone(),
            contents: None,
            names: Vec::new(),
            sequence: None,
        });
    }

    /// Remembers which input a cell is, where inputs are told apart.
    fn name_cell(&mut self, place: usize, index: u32, name: String) {
        if self.focus.is_some() {
            self.heap.objects[place].names.push((index, name));
        }
    }

    /// The value of a number of the input: the one that it is fixed at, or any.
    fn number(
        &mut self,
        name: &str,
        any: impl FnOnce(&mut Symbolic) -> SymbolicValue,
    ) -> SymbolicValue {
        if !self.tells_apart {
            return any(&mut self.machine.core.domain);
        }
        let value = match self.focus.and_then(|focus| focus.number(name)) {
            Some(bits) => SymbolicValue::Known(bits),
            None => any(&mut self.machine.core.domain),
        };
        self.heap.numbers.push((name.to_owned(), value));
        value
    }

    /// The value of a part.
    fn part(&mut self, name: &str, part: &Part) -> Result<SymbolicValue, NoRoom> {
        Ok(match &part.initial {
            Initial::Known(bits) => SymbolicValue::Known(*bits),
            Initial::Any => {
                let value = self.anything(name, part.storage, part.class, part.generic.as_deref());
                if let SymbolicValue::Term(term) = value
                    && part.taste != Taste::NearZero
                {
                    self.machine.core.domain.path.set_taste(term, part.taste);
                }
                value
            }
            Initial::NonNull => {
                let (name, class) = (name.to_owned(), part.class.ok_or(NoRoom)?);
                let constants = self.inputs.has_constants(self.machine, class);
                let generic = part.generic.clone();
                let reference = Reference { name, class, generic, constants, nullable: false };
                SymbolicValue::Input(self.machine.core.domain.references.get(reference))
            }
            Initial::UpTo(most) => self.size(name, *most, &[]),
            Initial::Own(most, also) => self.own(name, part, Room::UpTo(*most, also))?,
            Initial::OwnExactly(count) => self.own(name, part, Room::Exactly(*count))?,
            Initial::Given(elements) => self.given(name, part, elements)?,
        })
    }

    fn own(&mut self, name: &str, part: &Part, room: Room<'_>) -> Result<SymbolicValue, NoRoom> {
        let class = part.class.ok_or(NoRoom)?;
        let generic = part.generic.clone();
        let reference =
            Reference { name: name.to_owned(), class, generic, constants: false, nullable: true };
        let at = self.array(&reference, class, room, Owner::Object)?;
        Ok(SymbolicValue::Known(u64::from(at)))
    }

    /// An array of an object's own with known elements.
    fn given(
        &mut self,
        name: &str,
        part: &Part,
        elements: &[u64],
    ) -> Result<SymbolicValue, NoRoom> {
        let class = part.class.ok_or(NoRoom)?;
        let reference = Reference {
            name: name.to_owned(),
            class,
            generic: None,
            constants: false,
            nullable: true,
        };
        let room = elements.len() as u32;
        let at = self.machine.core.memory.allocate(class, room).map_err(|_| NoRoom)?;
        let length = Some(SymbolicValue::Known(u64::from(room)));
        self.register(at, &reference, vec![class], length, false);
        for (index, bits) in (0..).zip(elements) {
            let value = SymbolicValue::Known(*bits);
            self.machine.core.memory.set(at, index, value);
            let cell = Cell { index, value, reference: false };
            self.heap.objects.last_mut().expect("just made").cells.push(cell);
        }
        Ok(SymbolicValue::Known(u64::from(at)))
    }

    /// A number from 0 to `most`, or one of these others.
    fn size(&mut self, name: &str, most: u32, also: &[u32]) -> SymbolicValue {
        self.number(name, |domain| {
            let term = domain.path.variable(name, Sort::Bv(32));
            let mut condition = domain.path.up_to(term, most);
            for other in also {
                let is_it = domain.path.equals(term, u64::from(*other));
                let neither = [condition, is_it].map(|c| domain.path.negation(c));
                let neither = domain.path.conjunction(&neither);
                condition = domain.path.negation(neither);
            }
            domain.path.assume(condition);
            SymbolicValue::Term(term)
        })
    }

    /// A reference of the input that is not null: the receiver of a method.
    pub fn receiver(&mut self, name: &str, class: ClassId) -> SymbolicValue {
        self.non_null(name, class, None)
    }

    /// A reference of the input that is not null.
    pub fn non_null(&mut self, name: &str, class: ClassId, generic: Option<&str>) -> SymbolicValue {
        let constants = self.inputs.has_constants(self.machine, class);
        let (name, generic) = (name.to_owned(), generic.map(str::to_owned));
        let reference = Reference { name, class, generic, constants, nullable: true };
        let domain = &mut self.machine.core.domain;
        let input = domain.references.get(reference);
        domain.decide(input, ReferenceState::NonNull);
        SymbolicValue::Input(input)
    }

    /// An object as it is before its constructor runs; null if there is no room for it.
    pub fn blank(&mut self, name: &str, class: ClassId) -> SymbolicValue {
        let cells = self.machine.core.world.loaded(class).cells;
        let at = self.machine.core.memory.allocate(class, cells).unwrap_or_default();
        let (name, generic) = (name.to_owned(), None);
        let reference = Reference { name, class, generic, constants: false, nullable: false };
        self.register(at, &reference, vec![class], None, false);
        SymbolicValue::Known(u64::from(at))
    }

    /// An input of any value.
    pub fn anything(
        &mut self,
        name: &str,
        storage: Storage,
        class: Option<ClassId>,
        generic: Option<&str>,
    ) -> SymbolicValue {
        if let (Storage::Ref, Some(class)) = (storage, class) {
            let constants = self.inputs.has_constants(self.machine, class);
            let generic = generic.map(str::to_owned);
            let name = name.to_owned();
            let reference = Reference { name, class, generic, constants, nullable: true };
            return SymbolicValue::Input(self.machine.core.domain.references.get(reference));
        }
        let range = self.range;
        self.number(name, |domain| {
            let value = domain.number(name, storage);
            if let (Some((low, high)), SymbolicValue::Term(term), Storage::I32 | Storage::I64) =
                (range, value, storage)
            {
                let bounds = [domain.path.at_least(term, low), domain.path.at_most(term, high)];
                bounds.into_iter().for_each(|bound| domain.path.assume(bound));
            }
            value
        })
    }
}
