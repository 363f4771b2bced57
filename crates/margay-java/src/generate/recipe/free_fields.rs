//! Final fields that constructors always set to an object of their own, and that a path has not looked
//! at: whatever a constructor leaves in them will do.

use crate::generate::generator::SymbolicMachine;
use margay_jvm::inputs::JavaInputs;
use margay_search::generate::case::TestCase;
use margay_search::structure::{Content, FieldName, Value};

/// Knows which fields constructors always set.
pub struct FreeFields<'a> {
    /// The machine that searches.
    pub machine: &'a mut SymbolicMachine,
    /// What its inputs are like.
    pub inputs: &'a mut JavaInputs,
}

impl FreeFields<'_> {
    /// Lets a case say nothing of such fields. They were null, as nobody looked at them.
    pub fn set_free(&mut self, case: &mut TestCase) {
        for (place, object) in case.before.objects.iter_mut().enumerate() {
            let after = case.after.objects.get_mut(place).map(|after| &mut after.content);
            let (Content::Fields(before), Some(Content::Fields(after))) =
                (&mut object.content, after)
            else {
                continue;
            };
            for ((field, value), (_, end)) in before.iter_mut().zip(after) {
                if (&*value, &*end) == (&Value::Null, &Value::Null) && self.is_set(field) {
                    (*value, *end) = (Value::Free, Value::Free);
                }
            }
        }
    }

    fn is_set(&mut self, field: &FieldName) -> bool {
        self.inputs.is_always_set(self.machine, &field.class, &field.name)
    }
}
