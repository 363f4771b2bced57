//! Lambdas, and objects of the class library that are made of one value, in the machine that replays.

use super::attempt::{Attempt, Stop};
use crate::generate::wrapper::Wrapper;
use margay_jvm::describe::internal_name;
use margay_jvm::inputs::made_of;
use margay_machine::Ref;
use margay_search::structure::Value;

impl Attempt<'_, '_> {
    /// An object that is made of one value.
    pub(super) fn build_holder(&mut self, class: &str, value: &Value) -> Result<Ref, Stop> {
        let object = self.allocate_cells(class, None)?;
        if let Some(made) = made_of(class) {
            if made.method != "<init>" {
                self.call_named(object, "<init>", "()V", &mut [0])?;
            }
            let bits = self.bits(value, made.of)?.ok_or(Stop::Stuck)?;
            self.call_named(object, made.method, made.descriptor, &mut [0, bits])?;
            return Ok(object);
        }
        let core = &self.replayer.program.machine.core;
        let held = Wrapper::of(&core.world, core.memory.class_of(object));
        let (ty, slot, present) = match held {
            Some(Wrapper::Cell(ty, slot)) => (ty, slot, None),
            Some(Wrapper::Perhaps(ty, present, slot)) => (ty, slot, Some(present)),
            _ => return Err(Stop::Stuck),
        };
        if *value == Value::Null {
            return Ok(object);
        }
        let bits = self.bits(value, ty)?.ok_or(Stop::Stuck)?;
        let memory = &mut self.replayer.program.machine.core.memory;
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
        let class = self.replayer.lambda(&interface).ok_or(Stop::Stuck)?;
        let core = &mut self.replayer.program.machine.core;
        let held = Wrapper::of(&core.world, class);
        let cells = core.world.loaded(class).cells;
        let object = core.memory.allocate(class, cells).map_err(|_| Stop::Stuck)?;
        if let (Some(Wrapper::Lambda(_, Some((ty, slot)))), Some(value)) = (held, returned) {
            let bits = self.bits(value, &ty)?.ok_or(Stop::Stuck)?;
            self.replayer.program.machine.core.memory.set(object, slot, bits);
        }
        Ok(object)
    }
}
