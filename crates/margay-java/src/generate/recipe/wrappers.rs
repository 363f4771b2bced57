//! Lambdas, and objects of the class library that are made of one value, in the machine that replays.

use super::attempt::{Attempt, Stop};
use crate::graph::{Wrapper, allocate, lambda};
use margay_jvm::describe::internal_name;
use margay_jvm::inputs::made_of;
use margay_machine::Ref;
use margay_search::structure::Value;

impl Attempt<'_, '_> {
    /// An object that is made of one value.
    pub(super) fn build_holder(&mut self, class: &str, value: &Value) -> Result<Ref, Stop> {
        if made_of(class).is_some() {
            return self.filled(class, &[value]);
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

    /// A lambda of an interface.
    pub(super) fn build_lambda(
        &mut self,
        place: usize,
        returned: Option<&Value>,
    ) -> Result<Ref, Stop> {
        let interface = internal_name(&self.before.objects[place].class);
        let machine = &mut self.replayer.program.machine;
        let class = lambda(machine, &interface).ok_or(Stop::Stuck)?;
        let object = allocate(machine, class, None)?;
        let wrapper = Wrapper::of(self.replayer.program.world(), class);
        if let (Some(Wrapper::Lambda(_, Some((ty, slot)))), Some(value)) = (wrapper, returned) {
            let bits = self.bits(value, &ty)?.ok_or(Stop::Stuck)?;
            self.replayer.program.memory_mut().set(object, slot, bits);
        }
        Ok(object)
    }
}
