//! Members of records that nobody has written: accessors, and `equals`, `hashCode` and `toString` as the compiler makes them.

use crate::load::Loader;
use margay_ir::world::modifiers::STATIC;
use margay_ir::{MethodId, World};

const GETFIELD: u8 = 180;
const INVOKEDYNAMIC: u8 = 186;

impl Loader {
    /// Whether a method of a record is what the compiler makes where its source says nothing. An accessor
    /// that is written down and does the same is taken for one.
    #[must_use]
    pub fn is_implicit(&self, world: &World, method: MethodId) -> bool {
        let declared = world.method(method);
        let class = world.loaded(declared.class);
        let is_record =
            class.superclass.is_some_and(|above| world.class_name(above) == "java/lang/Record");
        if !is_record {
            return false;
        }
        let code = self
            .bytecode(declared.class)
            .and_then(|(_, codes)| codes.get(declared.body as usize).and_then(Option::as_ref));
        let Some(code) = code else { return false };
        let (name, descriptor) = (world.text(declared.name), world.text(declared.descriptor));
        match (name, descriptor, &code.bytes[..]) {
            ("toString", "()Ljava/lang/String;", [_, INVOKEDYNAMIC, _, _, _, _, _])
            | ("hashCode", "()I", [_, INVOKEDYNAMIC, _, _, _, _, _])
            | ("equals", "(Ljava/lang/Object;)Z", [_, _, INVOKEDYNAMIC, _, _, _, _, _]) => true,
            (_, _, [_, GETFIELD, _, _, _]) => {
                let mut fields = class.fields.iter().map(|field| world.field(*field));
                declared.modifiers & STATIC == 0
                    && fields.any(|field| {
                        field.name == declared.name
                            && descriptor.strip_prefix("()") == Some(world.text(field.descriptor))
                    })
            }
            _ => false,
        }
    }
}
