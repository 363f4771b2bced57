//! Values, arrays and collections in the machine that replays, as the source of a test makes them.

use super::attempt::{Attempt, Made, Stop};
use crate::generate::replay::Replayer;
use crate::graph::{ValueClass, allocate, class_in, constant, number_bits, slot_named};
use margay_ir::ClassId;
use margay_jvm::describe::internal_name;
use margay_jvm::descriptor::storage;
use margay_jvm::inputs::enum_of;
use margay_jvm::values::{self, Literal};
use margay_machine::Ref;
use margay_search::structure::{Content, Value};

impl Attempt<'_, '_> {
    /// A value as a cell holds it; none if it is an object that is being made.
    pub(super) fn bits(&mut self, value: &Value, descriptor: &str) -> Result<Option<u64>, Stop> {
        let text = |units: Vec<u16>| Literal::Text(units);
        let literal = match value {
            Value::Null | Value::Free => Literal::Null,
            Value::Ref(place) => return Ok(self.object(*place)?.map(u64::from)),
            Value::Text(string) => text(string.encode_utf16().collect()),
            Value::Units(units) => text(units.clone()),
            Value::Constant(name) => {
                let class = class_in(descriptor).ok_or(Stop::Stuck)?;
                return self.constant(class, name).map(|object| Some(u64::from(object)));
            }
            number => {
                let bits = number_bits(storage(descriptor), number);
                return bits.map(Some).ok_or(Stop::Stuck);
            }
        };
        let machine = &mut self.replayer.program.machine;
        values::build(machine, &literal).map(Some).map_err(|_| Stop::Stuck)
    }

    /// An object that is made from what it holds.
    pub(super) fn build_content(&mut self, place: usize, content: &Content) -> Result<Ref, Stop> {
        let class = internal_name(&self.before.objects[place].class);
        match content {
            Content::Elements(elements) => {
                let array = self.allocate_cells(&class, Some(elements.len()))?;
                self.made[place] = Made::Is(array);
                for index in 0..elements.len() {
                    self.element(place, index)?;
                }
                Ok(array)
            }
            Content::Boxed(value) => {
                let object = self.allocate_cells(&class, None)?;
                let program = &mut self.replayer.program;
                let (world, id) = (program.world(), program.memory().class_of(object));
                let Some(ValueClass::Box(boxed)) = ValueClass::of(world, id) else {
                    return Err(Stop::Stuck);
                };
                let slot = slot_named(world, id, "value").ok_or(Stop::Stuck)?;
                let bits = number_bits(storage(boxed.descriptor), value).ok_or(Stop::Stuck)?;
                program.memory_mut().set(object, slot, bits);
                Ok(object)
            }
            Content::Constant(name) => self.constant(&class, name),
            Content::Collection(items) => self.filled(&class, &items.iter().collect::<Vec<_>>()),
            Content::Map(entries) => {
                let entries = entries.iter().flat_map(|(key, value)| [key, value]);
                self.filled(&class, &entries.collect::<Vec<_>>())
            }
            Content::Holding(value) => self.build_holder(&class, value),
            Content::Stub(methods) => self.build_stub(place, methods),
            Content::Fields(_) | Content::Opaque => Err(Stop::Stuck),
        }
    }

    /// Sets an element of an array.
    pub(super) fn element(&mut self, place: usize, index: usize) -> Result<(), Stop> {
        let before = self.before;
        let (Content::Elements(elements), Made::Is(array)) =
            (&before.objects[place].content, self.made[place])
        else {
            return Err(Stop::Stuck);
        };
        let name = internal_name(&before.objects[place].class);
        match self.bits(&elements[index], &name[1..])? {
            Some(bits) => {
                self.replayer.program.memory_mut().set(array, index as u32, bits);
            }
            None => self.later.push((place, index)),
        }
        Ok(())
    }

    /// An object that its own code makes out of what is to be in it.
    pub(super) fn filled(&mut self, class: &str, items: &[&Value]) -> Result<Ref, Stop> {
        let mut contents = Vec::with_capacity(items.len());
        for value in items {
            let bits = self.bits(value, "Ljava/lang/Object;")?;
            contents.push(bits.ok_or(Stop::Stuck)?);
        }
        let object = self.allocate_cells(class, None)?;
        let Replayer { program, writer, .. } = &mut *self.replayer;
        let id = program.memory().class_of(object);
        let array = writer.contents(&mut program.machine, &contents)?;
        let filling = writer.filling(&mut program.machine, id).ok_or(Stop::Stuck)?;
        let arguments = [u64::from(object), u64::from(array)];
        if self.call(filling, &arguments)? { Ok(object) } else { Err(Stop::Stuck) }
    }

    fn class(&mut self, name: &str) -> Result<ClassId, Stop> {
        let Replayer { program, writer, .. } = &mut *self.replayer;
        let class = writer.load(&mut program.machine, name)?;
        self.ready(class)?;
        Ok(class)
    }

    pub(super) fn allocate_cells(
        &mut self,
        class: &str,
        length: Option<usize>,
    ) -> Result<Ref, Stop> {
        let class = match length {
            Some(_) => self.replayer.program.load(class).map_err(|_| Stop::Stuck)?,
            None => self.class(class)?,
        };
        let length = length.map(u32::try_from).transpose().map_err(|_| Stop::Stuck)?;
        Ok(allocate(&mut self.replayer.program.machine, class, length)?)
    }

    /// An enum constant; one with a body has a class of its own below that of the enum.
    fn constant(&mut self, class: &str, name: &str) -> Result<Ref, Stop> {
        let id = self.class(class)?;
        let id = enum_of(self.replayer.program.world(), id);
        self.ready(id)?;
        Ok(constant(&mut self.replayer.program.machine, id, Some(name))?)
    }
}
