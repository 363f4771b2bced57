//! `addAll`: collections that objects hold, filled before the search.

use super::super::{names, run};
use super::record::{Set, Setting};
use super::translate::Translation;
use margay_ir::world::SymbolicRef;
use margay_ir::world::type_name;
use margay_machine::bounds::ObjectSet;
use margay_machine::{Domain, Ref};

impl<D: Domain> Translation<'_, D> {
    /// Fills the collections that a field of the owner's objects holds.
    pub(super) fn add_all(&mut self, addition: &Setting) -> Result<(), String> {
        let name = self.text(addition.field);
        let field = names::field(&self.machine.core.world, addition.owner, &name)?;
        let collection = names::load(self.machine, "java/util/Collection")?;
        let ty = self.type_of(field);
        let declared = self.class_of(&ty)?;
        if !declared.is_some_and(|class| self.machine.core.world.is_subclass(class, collection)) {
            return Err(format!("a field of type {} holds no collection", type_name(&ty)));
        }
        let world = &mut self.machine.core.world;
        let (name, descriptor) = (world.name("add"), world.name("(Ljava/lang/Object;)Z"));
        let symbol = SymbolicRef { class: collection, name, descriptor };
        let add = world.find_method(symbol).ok_or("this JDK's collections have no add")?;
        let (owners, items) = self.owners_and_items(addition);
        for owner in owners {
            let core = &self.machine.core;
            let slot = core.world.field(field).slot;
            let held = D::known(core.memory.get(owner, slot)).unwrap_or_default() as Ref;
            if held == 0 {
                continue;
            }
            let class = core.memory.class_of(held);
            let add = core.world.select(class, add).ok_or("the collection has no add")?;
            for item in &items {
                let args = [run::reference::<D>(held), run::reference::<D>(*item)];
                run::call(self.machine, add, &args).map_err(|failure| {
                    format!("adding to the collection: {}", failure.text(self.machine))
                })?;
            }
        }
        Ok(())
    }

    /// The objects of the owner's class, and those to add.
    fn owners_and_items(&self, addition: &Setting) -> (Vec<Ref>, Vec<Ref>) {
        let sets = &self.bounds.objects;
        let of_owner = |set: &&ObjectSet| set.class == addition.owner;
        let owners = sets.iter().filter(of_owner).flat_map(|set| set.existing.clone()).collect();
        let Some(Set::Objects { null, domains }) = self.description.sets.get(&addition.values)
        else {
            return (owners, Vec::new());
        };
        let places = domains.iter().filter_map(|domain| self.places.get(domain));
        let items = places.flat_map(|place| sets[*place].existing.iter().copied());
        (owners, null.then_some(0).into_iter().chain(items).collect())
    }
}
