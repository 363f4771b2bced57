//! Which methods a class mentions, as its constant pool tells: what it may call, found without a look at its code.

use super::Loader;
use crate::pool::Pool;
use margay_ir::world::SymbolicRef;
use margay_ir::{ClassId, World};
use ristretto_classfile::Constant;

impl Loader {
    /// The methods that the code of a class calls or refers to, of classes that are known.
    #[must_use]
    pub fn called_by(&self, world: &World, class: ClassId) -> Vec<SymbolicRef> {
        let Some(body) = self.files.get(&class) else { return Vec::new() };
        let pool = Pool(&body.file);
        let last = u16::try_from(pool.0.constant_pool.len()).unwrap_or(u16::MAX);
        let is_method = |index: &u16| {
            let constant = pool.get(*index);
            matches!(
                constant,
                Ok(Constant::MethodRef { .. } | Constant::InterfaceMethodRef { .. })
            )
        };
        let methods = (1..=last).filter(is_method).filter_map(|index| pool.method(index).ok());
        let found = methods.filter_map(|method| {
            let class = world.find_class(&method.class)?;
            let name = world.find_name(&method.name)?;
            Some(SymbolicRef { class, name, descriptor: world.find_name(&method.descriptor)? })
        });
        found.collect()
    }
}
