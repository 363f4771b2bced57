//! Inputs built in the concrete machine, as the source of a test builds them: equal strings are one
//! object, and so are boxes of small numbers.

use super::replay::{Failure, MOST_STEPS, Names, Replayer};
use margay_ir::world::SymbolicRef;
use margay_ir::{ClassId, MethodId, World};
use margay_machine::{Event, Outcome, Ref};
use margay_search::generate::concrete::{ConcreteInput, ConcreteValue};

impl Replayer {
    /// Builds an input; gives the arguments and the values of static fields.
    pub(super) fn build(
        &mut self,
        input: &ConcreteInput,
        names: &mut impl Names,
    ) -> Result<(Vec<u64>, Vec<u64>), Failure> {
        let mut made = Vec::with_capacity(input.objects.len());
        for object in &input.objects {
            let class = self.class(&names.class(object.class))?;
            let core = &mut self.program.machine.core;
            let cells = object.length.unwrap_or_else(|| core.world.loaded(class).cells);
            let at = core.memory.allocate(class, cells);
            made.push(at.map_err(|_| Failure::Input("the heap is full".to_owned()))?);
        }
        self.fill(input, &made, names)?;
        let shared: Vec<Ref> = made.iter().map(|object| self.shared(*object)).collect();
        if shared != made {
            self.fill(input, &shared, names)?;
        }
        // What is in a collection comes after it, and has to be complete before it is put in.
        for (object, at) in input.objects.iter().zip(&shared).rev() {
            if let Some(contents) = &object.contents {
                self.put_in(*at, contents, &shared, names)?;
            }
        }
        let mut all = |values: &[ConcreteValue]| {
            let bits = values.iter().map(|value| self.bits(*value, &shared, names));
            bits.collect::<Result<Vec<u64>, Failure>>()
        };
        Ok((all(&input.arguments)?, all(&input.statics)?))
    }

    /// Lets the code of an object make it and fill it.
    fn put_in(
        &mut self,
        object: Ref,
        contents: &[ConcreteValue],
        made: &[Ref],
        names: &mut impl Names,
    ) -> Result<(), Failure> {
        let no_room = |_| Failure::Input("the heap is full".to_owned());
        let array = self.class("[Ljava/lang/Object;")?;
        let memory = &mut self.program.machine.core.memory;
        let array = memory.allocate(array, contents.len() as u32).map_err(no_room)?;
        for (index, value) in (0..).zip(contents) {
            let bits = self.bits(*value, made, names)?;
            self.program.machine.core.memory.set(array, index, bits);
        }
        let class = self.program.machine.core.memory.class_of(object);
        let refused =
            || Failure::Input("a collection does not take what it should hold".to_owned());
        let filling = self.filling(class).ok_or_else(refused)?;
        let machine = &mut self.program.machine;
        machine.start(filling, &[u64::from(object), u64::from(array)]).map_err(|_| refused())?;
        machine.pause_after(MOST_STEPS);
        match machine.resume() {
            Event::Done(Outcome::Returned(_)) => Ok(()),
            _ => Err(refused()),
        }
    }

    /// The method that fills objects of a class.
    fn filling(&mut self, class: ClassId) -> Option<MethodId> {
        if let Some(method) = self.fillings.get(&class) {
            return Some(*method);
        }
        let core = &mut self.program.machine.core;
        let loader = &mut self.program.machine.platform.loader;
        let method = loader.filling(&mut core.world, class).ok()?;
        core.memory.grow_statics(core.world.static_cells());
        self.fillings.insert(class, method);
        Some(method)
    }

    fn fill(
        &mut self,
        input: &ConcreteInput,
        made: &[Ref],
        names: &mut impl Names,
    ) -> Result<(), Failure> {
        for (object, at) in input.objects.iter().zip(made) {
            for (index, value) in &object.cells {
                let bits = self.bits(*value, made, names)?;
                self.program.machine.core.memory.set(*at, *index, bits);
            }
        }
        Ok(())
    }

    fn bits(
        &mut self,
        value: ConcreteValue,
        made: &[Ref],
        names: &mut impl Names,
    ) -> Result<u64, Failure> {
        match value {
            ConcreteValue::Bits(bits) => Ok(bits),
            ConcreteValue::Object(place) => Ok(u64::from(made[place])),
            ConcreteValue::Existing(object) => {
                let (class, name) = names
                    .constant(object)
                    .ok_or_else(|| Failure::Input("an object of unknown origin".to_owned()))?;
                self.constant(&class, Some(&name))
            }
            ConcreteValue::SomeConstant(class) => self.constant(&names.class(class), None),
        }
    }

    /// The object that source code gets where it writes down this value.
    fn shared(&mut self, object: Ref) -> Ref {
        let machine = &mut self.program.machine;
        let class = machine.core.memory.class_of(object);
        let name = machine.core.world.class_name(class);
        let (kind, least, most) = match name {
            "java/lang/String" if self.distinct_texts => return object,
            "java/lang/String" => {
                let units = machine.platform.units_of(&mut machine.core, object);
                let literal = units.map(margay_jvm::values::Literal::Text);
                let text = literal.ok().map(|text| margay_jvm::values::build(machine, &text));
                return text.and_then(Result::ok).map_or(object, |bits| bits as Ref);
            }
            "java/lang/Boolean" => ('Z', 0, 1),
            "java/lang/Byte" => ('B', -128, 127),
            "java/lang/Short" => ('S', -128, 127),
            "java/lang/Character" => ('C', 0, 127),
            "java/lang/Integer" => ('I', -128, 127),
            "java/lang/Long" => ('J', -128, 127),
            _ => return object,
        };
        let descriptor = format!("({kind})L{name};");
        let Some(slot) = super::graph::slot(&machine.core.world, class, "value") else {
            return object;
        };
        let bits = machine.core.memory.get(object, slot);
        let number = if kind == 'J' { bits.cast_signed() } else { i64::from(bits as u32 as i32) };
        if !(least..=most).contains(&number) {
            return object;
        }
        self.value_of(class, &descriptor, bits).unwrap_or(object)
    }

    /// Calls `valueOf`.
    fn value_of(&mut self, class: ClassId, descriptor: &str, bits: u64) -> Option<Ref> {
        let machine = &mut self.program.machine;
        let world: &mut World = &mut machine.core.world;
        let (name, descriptor) = (world.name("valueOf"), world.name(descriptor));
        let method = world.find_method(SymbolicRef { class, name, descriptor })?;
        machine.start(method, &[bits]).ok()?;
        match machine.resume() {
            Event::Done(Outcome::Returned(Some(object))) => Some(object as Ref),
            _ => None,
        }
    }
}
