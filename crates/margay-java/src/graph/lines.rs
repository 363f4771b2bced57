//! From a machine's memory to the line of JSON that a structure is in a document, at once: what
//! [`GraphReader`] reads of fields, with no structure in between. Most of an enumeration's time would go
//! into making and forgetting these.

use super::reader::{GraphReader, Parts, Visited, primitive};
use crate::program::ConcreteMachine;
use margay_ir::Storage;
use margay_jvm::descriptor::storage;
use margay_machine::{Concrete, Memory, Ref};
use margay_report::json::{Stencil, StencilWriter, StructureText};
use margay_search::Decisions;
use margay_search::structure::Value;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Reads structures as lines; knows the classes it has met.
pub(crate) struct LineReader {
    /// Reads what is rare.
    reader: GraphReader,
    /// How classes are shown, by their numbers.
    forms: Vec<Option<Rc<Form>>>,
    /// What objects are called, with how many there are of each name so far.
    names: Vec<(Arc<str>, u32)>,
    places: Places,
    /// Objects in the order of the walk.
    met: Vec<Met>,
    /// Bytes of the last line.
    size: usize,
}

/// How objects of a class are shown.
enum Form {
    /// As an object, by a stencil.
    Object(ObjectForm),
    /// As a value where they are referred to.
    Value,
    /// In a way that this reader does not know.
    Other,
}

struct ObjectForm {
    stencil: Stencil,
    /// Its place among the names.
    name: usize,
    cells: CellForms,
}

enum CellForms {
    /// Cells with what they hold.
    Fields(Vec<(u32, Storage)>),
    /// Any number of elements.
    Elements(Storage),
}

/// An object on the way.
#[derive(Clone)]
struct Met {
    object: Ref,
    form: Rc<Form>,
    number: u32,
}

/// The structure has something in it that this reader does not know.
struct Unknown;

impl LineReader {
    /// Shows every object by its fields.
    pub fn new() -> LineReader {
        LineReader {
            reader: GraphReader::of_fields(),
            forms: Vec::new(),
            names: Vec::new(),
            places: Places::default(),
            met: Vec::new(),
            size: 0,
        }
    }

    /// The structure that hangs on a root.
    pub fn read(
        &mut self,
        machine: &mut ConcreteMachine,
        decisions: &Decisions,
        root: Ref,
    ) -> StructureText {
        let text = self.walk(machine, decisions, root).unwrap_or_else(|Unknown| {
            StructureText::of(decisions.clone(), self.reader.read_root(machine, root))
        });
        self.size = text.len();
        text
    }

    fn walk(
        &mut self,
        machine: &mut ConcreteMachine,
        decisions: &Decisions,
        root: Ref,
    ) -> Result<StructureText, Unknown> {
        self.places.clear();
        self.met.clear();
        self.names.iter_mut().for_each(|(_, count)| *count = 0);
        let form = self.form(machine, root);
        let Form::Object(first) = &*form else { return Err(Unknown) };
        let number = self.number(machine, root, &form, first);
        // Lines of a search are of about the same size.
        let size = self.size + self.size / 8;
        let mut line = StencilWriter::new(decisions, &first.stencil, number, size);
        let mut next = 0;
        while let Some(Met { object, form, number }) = self.met.get(next).cloned() {
            next += 1;
            if let Form::Object(form) = &*form {
                line.object(&form.stencil, number);
                self.cells(machine, &mut line, form, object)?;
                line.end(&form.stencil);
            }
        }
        Ok(line.finish())
    }

    fn cells(
        &mut self,
        machine: &mut ConcreteMachine,
        line: &mut StencilWriter,
        form: &ObjectForm,
        object: Ref,
    ) -> Result<(), Unknown> {
        match &form.cells {
            CellForms::Fields(cells) => {
                for (slot, storage) in cells {
                    self.cell(machine, line, form, (object, *slot, *storage))?;
                }
            }
            CellForms::Elements(_) if machine.core.memory.awaits_length(object).is_some() => {
                return Err(Unknown);
            }
            CellForms::Elements(storage) => {
                for index in 0..machine.core.memory.len(object) {
                    self.cell(machine, line, form, (object, index, *storage))?;
                }
            }
        }
        Ok(())
    }

    fn cell(
        &mut self,
        machine: &mut ConcreteMachine,
        line: &mut StencilWriter,
        form: &ObjectForm,
        (object, index, storage): (Ref, u32, Storage),
    ) -> Result<(), Unknown> {
        let memory = &machine.core.memory;
        let value = if memory.awaits(Memory::<Concrete>::address(object, index)) {
            Value::Free
        } else {
            let bits = memory.get(object, index);
            match storage {
                Storage::Ref if bits == 0 => Value::Null,
                Storage::Ref => return self.reference(machine, line, form, bits as Ref),
                _ => primitive(machine, storage, bits),
            }
        };
        line.value(&form.stencil, &value);
        Ok(())
    }

    fn reference(
        &mut self,
        machine: &mut ConcreteMachine,
        line: &mut StencilWriter,
        from: &ObjectForm,
        object: Ref,
    ) -> Result<(), Unknown> {
        let form = self.form(machine, object);
        match &*form {
            Form::Object(to) => {
                let number = self.number(machine, object, &form, to);
                line.reference(&from.stencil, &to.stencil, number);
            }
            Form::Value => {
                let (reader, mut visited) = (&mut self.reader, Visited::default());
                let value = reader.reference(machine, &mut visited, object, None);
                line.value(&from.stencil, &value);
            }
            Form::Other => return Err(Unknown),
        }
        Ok(())
    }

    /// The number of an object among those of its name; it may be new.
    fn number(
        &mut self,
        machine: &ConcreteMachine,
        object: Ref,
        form: &Rc<Form>,
        shown: &ObjectForm,
    ) -> u32 {
        let next = self.met.len() as u32;
        let place = self.places.place(object, machine.core.memory.used(), next);
        if place < next {
            return self.met[place as usize].number;
        }
        let count = &mut self.names[shown.name].1;
        let number = *count;
        *count += 1;
        self.met.push(Met { object, form: Rc::clone(form), number });
        number
    }

    fn form(&mut self, machine: &mut ConcreteMachine, object: Ref) -> Rc<Form> {
        let class = machine.core.memory.class_of(object).as_u32() as usize;
        match self.forms.get(class) {
            Some(Some(form)) => Rc::clone(form),
            _ => self.new_form(machine, object, class),
        }
    }

    #[cold]
    fn new_form(&mut self, machine: &mut ConcreteMachine, object: Ref, class: usize) -> Rc<Form> {
        let layout = self.reader.layout(machine, object);
        let (class_name, simple) = (&layout.class, &layout.simple);
        let form = match &layout.parts {
            Parts::Fields(fields) => {
                let names = fields.iter().map(|field| &*field.name);
                let cells = fields.iter().map(|field| (field.slot, storage(&field.descriptor)));
                let (stencil, name) =
                    (Stencil::of_fields(class_name, simple, names), self.name(simple));
                let cells = CellForms::Fields(cells.collect());
                Form::Object(ObjectForm { stencil, name, cells })
            }
            Parts::Elements(descriptor) => {
                let (stencil, name) = (Stencil::of_elements(class_name, simple), self.name(simple));
                let cells = CellForms::Elements(storage(descriptor));
                Form::Object(ObjectForm { stencil, name, cells })
            }
            Parts::Text | Parts::Constant | Parts::Boxed(..) => Form::Value,
            Parts::Collection | Parts::Map | Parts::Wrapper(_) | Parts::Opaque => Form::Other,
        };
        let form = Rc::new(form);
        if self.forms.len() <= class {
            self.forms.resize(class + 1, None);
        }
        self.forms[class] = Some(Rc::clone(&form));
        form
    }

    /// The place of a name, which classes may have in common.
    fn name(&mut self, simple: &Arc<str>) -> usize {
        let known = self.names.iter().position(|(name, _)| name == simple);
        known.unwrap_or_else(|| {
            self.names.push((Arc::clone(simple), 0));
            self.names.len() - 1
        })
    }
}

/// The places of objects on a walk, by their addresses.
#[derive(Default)]
struct Places {
    /// Tells the entries of this walk from older ones.
    walk: u32,
    /// By address.
    near: Vec<(u32, u32)>,
    /// Those of large arrays, whose addresses lie beyond all others.
    far: FxHashMap<Ref, u32>,
}

impl Places {
    /// Forgets all.
    fn clear(&mut self) {
        self.far.clear();
        self.walk = self.walk.wrapping_add(1);
        if self.walk == 0 {
            self.near.clear();
            self.walk = 1;
        }
    }

    /// The place of an object, `next` if it is new; the others lie below `end`.
    fn place(&mut self, object: Ref, end: usize, next: u32) -> u32 {
        let at = object as usize;
        if at >= end {
            return *self.far.entry(object).or_insert(next);
        }
        if at >= self.near.len() {
            self.near.resize(at + 1, (0, 0));
        }
        let (walk, place) = &mut self.near[at];
        if *walk != self.walk {
            (*walk, *place) = (self.walk, next);
        }
        *place
    }
}
