//! Classes that are in no file.

use crate::build::no_method;
use margay_ir::world::ClassDef;
use margay_ir::{ClassId, Function, MethodId, World};
use rustc_hash::FxHashMap;

/// A class made up on the spot.
struct Synthetic {
    def: ClassDef,
    /// By [`Method::body`](margay_ir::Method::body).
    bodies: Vec<Function>,
}

/// All synthetic classes.
#[derive(Default)]
pub(crate) struct Synthetics {
    classes: FxHashMap<ClassId, Synthetic>,
}

impl Synthetics {
    pub fn definition(&self, class: ClassId) -> Option<ClassDef> {
        self.classes.get(&class).map(|class| class.def.clone())
    }

    /// The body of a method, if its class is synthetic.
    pub fn body(&self, world: &World, method: MethodId) -> Option<Function> {
        let data = world.method(method);
        let class = self.classes.get(&data.class)?;
        let mut function = class.bodies.get(data.body as usize)?.clone();
        debug_assert_eq!(function.method, no_method());
        function.method = method;
        Some(function)
    }
}
