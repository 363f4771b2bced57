//! Static fields of the project: which of them a method changes, so that tests can put them back.

use super::replay::initialize;
use crate::program::ConcreteMachine;
use margay_ir::ClassId;
use margay_ir::world::modifiers::FINAL;
use margay_jvm::describe;
use margay_search::structure::FieldName;

/// The static fields of classes that were initialised before any test.
#[derive(Default)]
pub struct Statics {
    /// Classes of the project that no test has initialised yet.
    asleep: Vec<String>,
    fields: Vec<StaticField>,
}

/// A static field that can change.
pub struct StaticField {
    /// Its name.
    pub name: FieldName,
    /// Its descriptor.
    pub descriptor: String,
    slot: u32,
}

impl Statics {
    /// Those of a project, none of whose classes is initialised yet.
    pub fn new(project: Vec<String>) -> Self {
        Statics { asleep: project, fields: Vec::new() }
    }

    /// Classes of the project that were initialised lately.
    pub fn woken(&self, machine: &ConcreteMachine) -> Vec<ClassId> {
        let world = &machine.core.world;
        let loaded = self.asleep.iter().filter_map(|name| world.find_class(name));
        loaded.filter(|c| world.class(*c).is_some() && machine.core.memory.is_ready(*c)).collect()
    }

    /// Initialises a class for all tests to come; tells whether it has fields that can change.
    pub fn wake(&mut self, machine: &mut ConcreteMachine, class: ClassId) -> bool {
        let name = machine.core.world.class_name(class).to_owned();
        self.asleep.retain(|other| *other != name);
        if machine.core.memory.is_fresh(class) && initialize(machine, class).is_err() {
            return false;
        }
        let world = &machine.core.world;
        let fields = world.loaded(class).fields.iter().map(|field| world.field(*field));
        let before = self.fields.len();
        let changing = fields.filter(|field| field.is_static() && field.modifiers & FINAL == 0);
        self.fields.extend(changing.map(|field| StaticField {
            name: FieldName {
                class: describe::class(world, field.class),
                name: world.text(field.name).to_owned(),
            },
            descriptor: world.text(field.descriptor).to_owned(),
            slot: field.slot,
        }));
        self.fields.len() > before
    }

    /// The fields known so far.
    pub fn fields(&self) -> &[StaticField] {
        &self.fields
    }

    /// What they hold.
    pub fn values(&self, machine: &ConcreteMachine) -> Vec<u64> {
        self.fields.iter().map(|field| machine.core.memory.get_static(field.slot)).collect()
    }
}
