//! Lambdas, and objects of the class library that are made of one value, in the machine that replays.

use super::attempt::{Attempt, Stop};
use crate::generate::replay::Replayer;
use crate::graph::{Wrapper, allocate, lambda, value_object};
use margay_jvm::describe::internal_name;
use margay_jvm::expressions::Expression;
use margay_jvm::inputs::made_of;
use margay_jvm::stub::THROWABLE;
use margay_jvm::values;
use margay_machine::Ref;
use margay_search::structure::{StubMethod, Value};

impl Attempt<'_, '_> {
    /// An object that is made of one value.
    pub(super) fn build_holder(&mut self, class: &str, value: &Value) -> Result<Ref, Stop> {
        if made_of(class).is_some() {
            return self.filled(class, &[value]);
        }
        if let Some(expression) = Expression::of(class) {
            return self.build_again(expression, value);
        }
        let object = self.allocate_cells(class, None)?;
        let program = &self.replayer.program;
        let wrapper = Wrapper::of(program.world(), program.memory().class_of(object));
        let (ty, slot, present) = match wrapper {
            Some(Wrapper::Cell(ty, slot)) => (ty, slot, None),
            Some(Wrapper::Perhaps(ty, present, slot)) => (ty, slot, Some(present)),
            _ => return Err(Stop::Stuck),
        };
        if *value == Value::Null {
            return Ok(object);
        }
        let bits = self.bits(value, ty)?.ok_or(Stop::Stuck)?;
        let memory = self.replayer.program.memory_mut();
        memory.set(object, slot, bits);
        if let Some(present) = present {
            memory.set(object, present, 1);
        }
        Ok(object)
    }

    /// An object that an expression makes of what it holds.
    fn build_again(&mut self, expression: &Expression, value: &Value) -> Result<Ref, Stop> {
        let (maker, mut contents) = (expression.again.unwrap_or(expression.made), Vec::new());
        if expression.again.is_some() {
            let bits = match value {
                Value::Int(_) => {
                    let number = value_object("java/lang/Long", value).ok_or(Stop::Stuck)?;
                    let machine = &mut self.replayer.program.machine;
                    values::build(machine, &number).map_err(|_| Stop::Stuck)?
                }
                value => self.bits(value, expression.held_type())?.ok_or(Stop::Stuck)?,
            };
            contents.push(bits);
        }
        let Replayer { program, writer, .. } = &mut *self.replayer;
        let array = writer.contents(&mut program.machine, &contents)?;
        let giving = writer.giving(&mut program.machine, maker).ok_or(Stop::Stuck)?;
        let object = self.returned(giving, &[u64::from(array)])?.flatten();
        object.filter(|object| *object != 0).map(|object| object as Ref).ok_or(Stop::Stuck)
    }

    /// An implementation of an interface.
    pub(super) fn build_stub(&mut self, place: usize, methods: &[StubMethod]) -> Result<Ref, Stop> {
        let interface = internal_name(&self.before.objects[place].class);
        let machine = &mut self.replayer.program.machine;
        let class = lambda(machine, &interface).ok_or(Stop::Stuck)?;
        let object = allocate(machine, class, None)?;
        let wrapper = Wrapper::of(self.replayer.program.world(), class);
        let Some(Wrapper::Stub(known)) = wrapper else { return Err(Stop::Stuck) };
        for (cell, method) in known.iter().zip(methods) {
            if let (Some((ty, slot)), Some(value)) = (&cell.returns, &method.returns) {
                let bits = self.bits(value, ty)?.ok_or(Stop::Stuck)?;
                self.replayer.program.memory_mut().set(object, *slot, bits);
            }
            if let Some(thrown) = &method.throws {
                let bits = self.bits(thrown, THROWABLE)?.ok_or(Stop::Stuck)?;
                self.replayer.program.memory_mut().set(object, cell.throws, bits);
            }
        }
        Ok(object)
    }
}
