//! A machine that searches, a machine that replays, and the classes both know.

use super::GenerateOptions;
use super::points::Points;
use super::recipe::Classes;
use super::replay::{Names, Replayer, StaticField};
use crate::error::{Error, SelectError};
use crate::program::Program;
use margay_ir::world::SymbolicRef;
use margay_ir::world::modifiers::{FINAL, SYNTHETIC};
use margay_ir::{ClassId, MethodId, World};
use margay_jvm::describe;
use margay_jvm::inputs::JavaInputs;
use margay_jvm::jdk::Jdk;
use margay_jvm::launch::{self, launch};
use margay_jvm::platform::Jvm;
use margay_jvm::target::Target;
use margay_logic::Config;
use margay_machine::code::Watch;
use margay_machine::symbolic::Symbolic;
use margay_machine::{Machine, Ref};
use margay_search::structure::FieldName;

/// The machine that searches.
pub type SymbolicMachine = Machine<Symbolic, Jvm<Symbolic>>;

/// Both machines.
pub struct Session {
    /// Searches.
    pub symbolic: SymbolicMachine,
    /// Replays.
    pub replayer: Replayer,
    /// The points of the machine that searches.
    pub points: Points,
    /// What inputs look like.
    pub inputs: JavaInputs,
    /// What is known of classes whose objects tests build.
    pub recipes: Classes,
    /// Names of the project's classes.
    pub classes: Vec<String>,
}

impl Session {
    /// Two machines for an opened target.
    ///
    /// # Errors
    /// When the Java runtime does not start, or the class does not load.
    pub fn open(options: &GenerateOptions, target: &Target, jdk: Jdk) -> Result<Session, Error> {
        let classes = target.class_path.classes()?;
        let subject = target.main_class.clone();
        let limits = options.limits;
        let domain = Symbolic::new(Config { conflicts: Some(200_000), ..Config::default() })?;
        let mut symbolic = launch(domain, target.again(&jdk)?.class_path, &jdk, limits)?;
        let mut program = Program::launch_plain(target.again(&jdk)?, jdk, limits)?;
        symbolic.core.code.watch = Some(options.criterion.watch());
        program.machine.core.code.watch = Some(Watch { visits: u32::MAX, per_entry: false });
        for class in subject.iter() {
            let core = &mut symbolic.core;
            symbolic.platform.load_named(&mut core.world, class)?;
            core.memory.grow_statics(core.world.static_cells());
        }
        let watched = |classes: Vec<String>| {
            move |world: &World, method: MethodId| {
                let class = world.class_name(world.method(method).class);
                classes.binary_search_by(|known| known.as_str().cmp(class)).is_ok()
            }
        };
        let mut own = classes.clone();
        own.extend(subject);
        own.sort_unstable();
        own.dedup();
        symbolic.platform.watched = Some(Box::new(watched(own.clone())));
        program.machine.platform.watched = Some(Box::new(watched(own)));
        let mut project = Vec::new();
        for name in &classes {
            let core = &mut symbolic.core;
            project.extend(symbolic.platform.load_named(&mut core.world, name).ok());
            core.memory.grow_statics(core.world.static_cells());
        }
        let inputs = JavaInputs::new(project, options.inputs.max_list, options.inputs.max_string);
        let statics = static_fields(&mut program, &classes);
        let mut replayer = Replayer::new(program);
        replayer.statics = statics;
        let points = Points::alike(&replayer.points);
        let recipes = Classes::default();
        Ok(Session { symbolic, replayer, points, inputs, recipes, classes })
    }

    /// A method of the machine that replays, in the machine that searches.
    pub fn symbolic_method(&mut self, method: MethodId) -> Result<MethodId, Error> {
        let world = &self.replayer.program.machine.core.world;
        let declared = world.method(method);
        let names = [declared.name, declared.descriptor].map(|name| world.text(name).to_owned());
        let class = world.class_name(declared.class).to_owned();
        let core = &mut self.symbolic.core;
        let class = self.symbolic.platform.load_named(&mut core.world, &class)?;
        core.memory.grow_statics(core.world.static_cells());
        let [name, descriptor] = names.map(|name| core.world.name(&name));
        let found = core.world.find_method(SymbolicRef { class, name, descriptor });
        found.ok_or_else(|| Error::Unsupported("a method is in one machine only".to_owned()))
    }
}

impl Session {
    /// The method that calls `symbolic` where a precondition holds. The precondition is named as
    /// methods are: `repOk` of the receiver, or `Class.method`.
    pub fn with_precondition(
        &mut self,
        name: &str,
        method: MethodId,
        symbolic: MethodId,
    ) -> Result<MethodId, Error> {
        let program = &mut self.replayer.program;
        let class = program.machine.core.world.method(method).class;
        let old = program.class.replace(class);
        let found = program.method(name);
        program.class = old;
        let (_, precondition) = found?;
        let precondition = self.symbolic_method(precondition)?;
        let core = &mut self.symbolic.core;
        let loader = &mut self.symbolic.platform.loader;
        let entry = loader.with_precondition(&mut core.world, precondition, symbolic);
        core.memory.grow_statics(core.world.static_cells());
        entry.map_err(|error| SelectError::NotAPrecondition { reason: error.to_string() }.into())
    }
}

impl Session {
    /// Initialises the class of a method in both machines, and gives its static fields that may
    /// hold anything if that is wanted. A class that cannot be initialised shows itself when the
    /// method runs.
    pub fn prepare_statics(
        &mut self,
        wanted: bool,
        method: MethodId,
        symbolic: MethodId,
    ) -> Vec<StaticField> {
        let class = self.symbolic.core.world.method(symbolic).class;
        let _ = launch::initialize(&mut self.symbolic, class);
        let machine = &mut self.replayer.program.machine;
        let class = machine.core.world.method(method).class;
        let _ = launch::initialize(machine, class);
        let own = self.replayer.statics.iter().filter(|field| field.class == class);
        if wanted { own.cloned().collect() } else { Vec::new() }
    }
}

/// The static fields of some classes that can change.
fn static_fields(program: &mut Program, classes: &[String]) -> Vec<StaticField> {
    let mut found = Vec::new();
    for name in classes {
        let Ok(class) = program.load(name) else { continue };
        let world = &program.machine.core.world;
        for field in world.loaded(class).fields.iter().map(|field| world.field(*field)) {
            if field.is_static() && field.modifiers & (FINAL | SYNTHETIC) == 0 {
                found.push(StaticField {
                    class,
                    name: FieldName {
                        class: describe::class(world, class),
                        name: world.text(field.name).to_owned(),
                    },
                    descriptor: world.text(field.descriptor).to_owned(),
                    slot: field.slot,
                });
            }
        }
    }
    found
}

/// Names in the machine that searches.
pub struct SymbolicNames<'a>(pub &'a mut SymbolicMachine);

impl Names for SymbolicNames<'_> {
    fn class(&self, class: ClassId) -> String {
        self.0.core.world.class_name(class).to_owned()
    }

    fn constant(&mut self, object: Ref) -> Option<(String, String)> {
        let class = self.0.core.memory.class_of(object);
        let name = describe::constant_name(self.0, object)?;
        // A constant with a body has a class of its own.
        let world = &self.0.core.world;
        let declared = world.loaded(class).superclass;
        let is_enum =
            |c: ClassId| world.loaded(c).modifiers & margay_ir::world::modifiers::ENUM != 0;
        let parent = declared.filter(|c| world.class_name(*c) != "java/lang/Enum" && is_enum(*c));
        let owner = parent.unwrap_or(class);
        Some((world.class_name(owner).to_owned(), name))
    }
}
