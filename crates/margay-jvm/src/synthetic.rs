//! Classes that are in no file: those that stand for lambda expressions.

use margay_ir::world::ClassDef;
use margay_ir::{ClassId, Function, MethodId, World};
use rustc_hash::FxHashMap;

/// A class made up on the spot.
pub(crate) struct Synthetic {
    pub def: ClassDef,
    /// By [`Method::body`](margay_ir::Method::body). They belong to no method until the class
    /// is loaded.
    pub bodies: Vec<Function>,
}

/// All synthetic classes.
#[derive(Default)]
pub(crate) struct Synthetics {
    classes: FxHashMap<ClassId, Synthetic>,
}

impl Synthetics {
    pub fn contains(&self, class: ClassId) -> bool {
        self.classes.contains_key(&class)
    }

    pub fn add(&mut self, class: ClassId, synthetic: Synthetic) {
        self.classes.insert(class, synthetic);
    }

    pub fn definition(&self, class: ClassId) -> Option<ClassDef> {
        self.classes.get(&class).map(|class| class.def.clone())
    }

    /// The body of a method, if its class is synthetic.
    pub fn body(&self, world: &World, method: MethodId) -> Option<Function> {
        let data = world.method(method);
        let class = self.classes.get(&data.class)?;
        let mut function = class.bodies.get(data.body as usize)?.clone();
        function.method = method;
        Some(function)
    }
}
