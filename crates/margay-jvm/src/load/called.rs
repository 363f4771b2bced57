//! Which methods a class mentions, as its constant pool tells: what it may call, found without a look at its code.

use super::Loader;
use crate::pool::Pool;
use margay_ir::world::SymbolicRef;
use margay_ir::{ClassId, World};

impl Loader {
    /// The methods that the code of a class calls or refers to, of classes that are known.
    #[must_use]
    pub fn called_by(&self, world: &World, class: ClassId) -> Vec<SymbolicRef> {
        let stored = self.files.get(&class);
        stored.map_or_else(Vec::new, |stored| stored.look(|body| methods(world, Pool(&body.file))))
    }
}

/// The methods of known classes in a constant pool.
fn methods(world: &World, pool: Pool<'_>) -> Vec<SymbolicRef> {
    let last = u16::try_from(pool.0.constant_pool.len()).unwrap_or(u16::MAX);
    // Other constants are none.
    let methods = (1..=last).filter_map(|index| pool.method(index).ok());
    let found = methods.filter_map(|method| {
        let class = world.find_class(&method.class)?;
        let name = world.find_name(&method.name)?;
        Some(SymbolicRef { class, name, descriptor: world.find_name(&method.descriptor)? })
    });
    found.collect()
}
