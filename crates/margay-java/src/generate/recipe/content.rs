//! Values, arrays and collections in the machine that replays, as the source of a test makes them.

use super::attempt::{Attempt, Made, Stop};
use margay_ir::ClassId;
use margay_ir::world::SymbolicRef;
use margay_jvm::describe::internal_name;
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
                let class = descriptor.strip_prefix('L').and_then(|d| d.strip_suffix(';'));
                return self.constant(class.ok_or(Stop::Stuck)?, name).map(Some);
            }
            number => return Ok(Some(number_bits(number, descriptor).ok_or(Stop::Stuck)?)),
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
                let machine = &mut self.replayer.program.machine;
                let kind = unboxed(&class).ok_or(Stop::Stuck)?;
                let bits = number_bits(value, kind).ok_or(Stop::Stuck)?;
                // The only field that an object has.
                let id = machine.core.memory.class_of(object);
                let fields = crate::generate::graph::fields(&machine.core.world, id);
                let field = fields.iter().find(|field| field.name.name == "value");
                let slot = field.ok_or(Stop::Stuck)?.slot;
                machine.core.memory.set(object, slot, bits);
                Ok(object)
            }
            Content::Constant(name) => self.constant(&class, name).map(|bits| bits as Ref),
            Content::Collection(items) => {
                let items: Vec<&[Value]> = items.chunks(1).collect();
                self.filled(&class, "add", "(Ljava/lang/Object;)Z", &items)
            }
            Content::Map(entries) => {
                let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
                let entries: Vec<[Value; 2]> =
                    entries.iter().map(|(key, value)| [key.clone(), value.clone()]).collect();
                let entries: Vec<&[Value]> = entries.iter().map(<[Value; 2]>::as_slice).collect();
                self.filled(&class, "put", descriptor, &entries)
            }
            Content::Holding(value) => self.build_holder(&class, value),
            Content::Lambda(_, value) => self.build_lambda(place, value.as_ref()),
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
                let memory = &mut self.replayer.program.machine.core.memory;
                memory.set(array, index as u32, bits);
            }
            None => self.later.push((place, index)),
        }
        Ok(())
    }

    /// A collection of the class library, filled by calls of a method.
    fn filled(
        &mut self,
        class: &str,
        method: &str,
        descriptor: &str,
        items: &[&[Value]],
    ) -> Result<Ref, Stop> {
        let mut given = Vec::with_capacity(items.len());
        for item in items {
            let mut arguments = vec![0];
            for value in *item {
                let bits = self.bits(value, "Ljava/lang/Object;")?;
                arguments.push(bits.ok_or(Stop::Stuck)?);
            }
            given.push(arguments);
        }
        let object = self.allocate_cells(class, None)?;
        self.call_named(object, "<init>", "()V", &mut [0])?;
        for arguments in &mut given {
            self.call_named(object, method, descriptor, arguments)?;
        }
        Ok(object)
    }

    /// Calls a method; the first argument is replaced by its receiver.
    pub(super) fn call_named(
        &mut self,
        receiver: Ref,
        name: &str,
        descriptor: &str,
        arguments: &mut [u64],
    ) -> Result<(), Stop> {
        let core = &mut self.replayer.program.machine.core;
        let class = core.memory.class_of(receiver);
        let (name, descriptor) = (core.world.name(name), core.world.name(descriptor));
        let method = core.world.find_method(SymbolicRef { class, name, descriptor });
        arguments[0] = u64::from(receiver);
        if self.call(method.ok_or(Stop::Stuck)?, arguments)? { Ok(()) } else { Err(Stop::Stuck) }
    }

    fn class(&mut self, name: &str) -> Result<ClassId, Stop> {
        let core = &mut self.replayer.program.machine.core;
        let loaded = self.replayer.program.machine.platform.load_named(&mut core.world, name);
        core.memory.grow_statics(core.world.static_cells());
        let class = loaded.map_err(|_| Stop::Stuck)?;
        self.ready(class)?;
        Ok(class)
    }

    pub(super) fn allocate_cells(
        &mut self,
        class: &str,
        length: Option<usize>,
    ) -> Result<Ref, Stop> {
        let class = match length {
            Some(_) => {
                let core = &mut self.replayer.program.machine.core;
                let platform = &mut self.replayer.program.machine.platform;
                platform.load_named(&mut core.world, class).map_err(|_| Stop::Stuck)?
            }
            None => self.class(class)?,
        };
        let core = &mut self.replayer.program.machine.core;
        let cells = core.world.loaded(class).cells;
        let cells = length.map_or(Ok(cells), u32::try_from).map_err(|_| Stop::Stuck)?;
        core.memory.allocate(class, cells).map_err(|_| Stop::Stuck)
    }

    /// An enum constant; one with a body has a class of its own below that of the enum.
    fn constant(&mut self, class: &str, name: &str) -> Result<u64, Stop> {
        let id = self.class(class)?;
        let world = &self.replayer.program.machine.core.world;
        let above = world.loaded(id).superclass.map(|c| world.class_name(c).to_owned());
        let class = match above {
            Some(above) if above != "java/lang/Enum" => above,
            _ => class.to_owned(),
        };
        self.class(&class)?;
        self.replayer.constant(&class, Some(name)).map_err(|_| Stop::Stuck)
    }
}

/// A number as a cell of a type holds it.
fn number_bits(value: &Value, descriptor: &str) -> Option<u64> {
    Some(match (value, descriptor.as_bytes().first()?) {
        (Value::Bool(value), _) => u64::from(*value),
        (Value::Char(unit), _) => u64::from(*unit),
        (Value::Int(number), b'J') => number.cast_unsigned(),
        (Value::Int(number), _) => u64::from(*number as u32),
        (Value::Float(text), b'F') => u64::from(text.parse::<f32>().ok()?.to_bits()),
        (Value::Float(text), _) => text.parse::<f64>().ok()?.to_bits(),
        _ => return None,
    })
}

/// The primitive type in a box.
fn unboxed(class: &str) -> Option<&'static str> {
    Some(match class.strip_prefix("java/lang/")? {
        "Boolean" => "Z",
        "Byte" => "B",
        "Short" => "S",
        "Character" => "C",
        "Integer" => "I",
        "Long" => "J",
        "Float" => "F",
        "Double" => "D",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_cells() {
        assert_eq!(number_bits(&Value::Int(-1), "I"), Some(0xffff_ffff));
        assert_eq!(number_bits(&Value::Int(-1), "J"), Some(u64::MAX));
        assert_eq!(number_bits(&Value::Bool(true), "Z"), Some(1));
        let infinity = Value::Float("-Infinity".to_owned());
        assert_eq!(number_bits(&infinity, "D"), Some(f64::NEG_INFINITY.to_bits()));
        assert_eq!(number_bits(&Value::Text(String::new()), "I"), None);
    }
}
