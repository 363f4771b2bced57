//! Bringing classes into the world: from the class path's bytes, or made up on the spot.
//!
//! Array and primitive classes have no file; the classes that stand for lambda expressions are
//! synthesised while the method that contains the expression is lowered. All three are loaded
//! by name like any other, so nobody else needs to know.

mod called;
mod content;
mod define;
mod stored;
mod verified;

pub use content::{ClassContent, described};
pub(crate) use define::is_primitive;

use self::stored::Stored;
use crate::classfile::{self, ClassBody, Unreadable};
use crate::condition::{Conditions, LineCall};
use crate::intrinsics::containers;
use crate::lower::{self, BodyError};
use crate::source::{SourceClass, source_of};
use crate::synthetic::Synthetics;
use margay_ir::world::{ClassDef, LinkError};
use margay_ir::{ClassId, Function, MethodId, World};
use ristretto_classfile::ClassFile;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use thiserror::Error;

/// Where class files come from.
pub trait ClassBytes {
    /// The file of a class given by its internal name, such as `java/util/HashMap`.
    ///
    /// # Errors
    /// When there is one that cannot be read; the text says which and why.
    fn find(&mut self, name: &str) -> Result<Option<Vec<u8>>, String>;

    /// The module of a class of the JDK; none for classes of the unnamed module.
    fn module_of(&mut self, name: &str) -> Option<String>;

    /// The names of the JDK's modules, sorted.
    fn modules(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// The files of a name, such as `META-INF/services/demo.Shape`: that of a module of the JDK,
    /// or all on the class path, in its order.
    ///
    /// # Errors
    /// When there is one that cannot be read; the text says which and why.
    fn resources(&mut self, module: Option<&str>, name: &str) -> Result<Vec<Vec<u8>>, String> {
        let _ = (module, name);
        Ok(Vec::new())
    }
}

/// Why a class cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LoadError {
    /// There is no such class.
    #[error("class {class} not found")]
    Missing {
        /// The class.
        class: String,
    },
    /// Its file cannot be read.
    #[error("class {class} cannot be read: {reason}")]
    Unreadable {
        /// The class.
        class: String,
        /// What the class path says.
        reason: String,
    },
    /// Its file contradicts the class file format.
    #[error("class {class} is malformed: {reason}")]
    Malformed {
        /// The class.
        class: String,
        /// What is wrong.
        reason: String,
    },
    /// Its file has a version this front end does not know.
    #[error("class {class} has class file version {major}.{minor}, which is not supported")]
    UnsupportedVersion {
        /// The class.
        class: String,
        /// Major version.
        major: u16,
        /// Minor version.
        minor: u16,
    },
    /// It contradicts its supertypes.
    #[error("class {class} cannot be linked: {error}")]
    Link {
        /// The class.
        class: String,
        /// How.
        error: String,
    },
}

/// Loads classes and lowers their methods.
pub struct Loader {
    source: Box<dyn ClassBytes>,
    files: FxHashMap<ClassId, Arc<Stored>>,
    pub(crate) synthetics: Synthetics,
    /// What lines ask before they do anything.
    pub(crate) conditions: Conditions,
    /// Internal names of the classes whose code is traced, sorted.
    pub traced: Vec<String>,
}

impl Loader {
    /// A loader of classes found in `source`.
    #[must_use]
    pub fn new(source: Box<dyn ClassBytes>) -> Self {
        Loader {
            source,
            files: FxHashMap::default(),
            synthetics: Synthetics::default(),
            conditions: Conditions::default(),
            traced: Vec::new(),
        }
    }

    /// Loads a class and all its supertypes, unless they are.
    ///
    /// # Errors
    /// When one of them is missing, malformed, or contradicts another.
    pub fn load(&mut self, world: &mut World, class: ClassId) -> Result<(), LoadError> {
        // Classes begun, each waiting for the next one.
        let mut begun: Vec<(ClassId, ClassDef)> = Vec::new();
        let mut wanted = Some(class).filter(|class| world.class(*class).is_none());
        loop {
            if let Some(class) = wanted {
                if begun.iter().any(|(other, _)| *other == class) {
                    return Err(link_error(world, class, &LinkError::Circular));
                }
                let def = self.describe(world, class)?;
                begun.push((class, def));
            }
            let Some((class, def)) = begun.last() else {
                return Ok(());
            };
            wanted = requirements(def).find(|other| world.class(*other).is_none());
            if wanted.is_none() {
                let (class, def) = (*class, def.clone());
                begun.pop();
                let linked = world.define(class, def);
                linked.map_err(|error| link_error(world, class, &error))?;
            }
        }
    }

    /// Lowers the body of a method that is neither native nor abstract.
    ///
    /// # Errors
    /// When its code is malformed or it has none.
    pub fn body(&mut self, world: &mut World, method: MethodId) -> Result<Function, BodyError> {
        let class = world.method(method).class;
        if let Some(function) = self.synthetics.body(world, method) {
            return Ok(function);
        }
        match self.files.get(&class) {
            Some(file) => {
                let file = Arc::clone(file);
                let name = world.class_name(class);
                let is_traced = self.traced.binary_search_by(|it| it.as_str().cmp(name)).is_ok();
                let asked: Vec<&LineCall> = self.conditions.of(method).collect();
                let tells = lower::Tells { is_traced, asked: &asked };
                lower::lower(world, &mut self.synthetics, file.body(), method, tells)
            }
            None => Err(BodyError::without_code(world, method)),
        }
    }

    /// Brings a class into the world that the program has made itself, unless it is there.
    ///
    /// # Errors
    /// When its bytes are malformed, or it contradicts its supertypes.
    pub(crate) fn define(
        &mut self,
        world: &mut World,
        name: &str,
        bytes: &[u8],
    ) -> Result<ClassId, LoadError> {
        let class = world.class_named(name);
        if world.class(class).is_none() {
            let body = parse(name, bytes)?;
            let def = define::from_file(world, name, &body.file)
                .map_err(|reason| LoadError::Malformed { class: name.to_owned(), reason })?;
            self.files.insert(class, Arc::new(Stored::read(body)));
            for supertype in requirements(&def).collect::<Vec<_>>() {
                self.load(world, supertype)?;
            }
            let linked = world.define(class, def);
            linked.map_err(|error| link_error(world, class, &error))?;
        }
        Ok(class)
    }

    /// The module of a class of the JDK; none for classes of the unnamed module.
    pub fn module_of(&mut self, class: &str) -> Option<String> {
        self.source.module_of(class)
    }

    /// The names of the JDK's modules, sorted.
    pub(crate) fn modules(&mut self) -> Vec<String> {
        self.source.modules()
    }

    /// The files of a name: that of a module of the JDK, or all on the class path.
    pub(crate) fn resources(
        &mut self,
        module: Option<&str>,
        name: &str,
    ) -> Result<Vec<Vec<u8>>, String> {
        self.source.resources(module, name)
    }

    /// The class file of a class loaded from one: its attributes, without the methods' code.
    #[must_use]
    pub fn class_file(&self, class: ClassId) -> Option<&ClassFile<'static>> {
        self.files.get(&class).map(|stored| &stored.body().file)
    }

    /// What a local variable is called at an offset of a method, if the class file tells.
    #[must_use]
    pub fn variable_name(
        &self,
        world: &World,
        method: MethodId,
        offset: u32,
        number: u16,
    ) -> Option<String> {
        let data = world.method(method);
        let body = self.files.get(&data.class)?.body();
        let code = body.codes.get(data.body as usize)?.as_ref()?;
        let of_slot = code.variables.iter().filter(|variable| variable.index == number);
        let ends = |start: u16, length: u16| u32::from(start) + u32::from(length);
        // A variable begins after the instruction that sets it first.
        let open = of_slot.filter(|variable| ends(variable.start_pc, variable.length) > offset);
        let named = open.min_by_key(|variable| variable.start_pc)?;
        crate::pool::Pool(&body.file).text(named.name_index).ok().map(|name| name.to_string())
    }

    /// A class as source code sees it.
    #[must_use]
    pub fn source(&self, class: ClassId) -> Option<SourceClass> {
        self.files.get(&class)?.look(|body| source_of(&body.file))
    }

    /// A class file and the code of its methods.
    pub(crate) fn bytecode(
        &self,
        class: ClassId,
    ) -> Option<(&ClassFile<'static>, &[Option<crate::classfile::Code>])> {
        let body = self.files.get(&class)?.body();
        Some((&body.file, body.codes.as_slice()))
    }

    /// The local variables of a method: number, start of their range, name.
    pub(crate) fn local_variables(&self, class: ClassId, method: u32) -> Vec<(u16, u16, String)> {
        let Some(body) = self.files.get(&class).map(|stored| stored.body()) else {
            return Vec::new();
        };
        let code = body.codes.get(method as usize).and_then(Option::as_ref);
        let variables = code.map_or(&[][..], |code| &code.variables);
        let pool = crate::pool::Pool(&body.file);
        let named = variables.iter().filter_map(|variable| {
            let name = pool.text(variable.name_index).ok()?.into_owned();
            Some((variable.index, variable.start_pc, name))
        });
        named.collect()
    }

    /// The local variables that a method has at an offset of its code: slot, name, descriptor. Class files
    /// that were compiled without them tell of none.
    pub fn variables_at(
        &self,
        world: &World,
        method: MethodId,
        offset: u32,
    ) -> Vec<(u16, String, String)> {
        let declared = world.method(method);
        let Some(body) = self.files.get(&declared.class).map(|stored| stored.body()) else {
            return Vec::new();
        };
        let code = body.codes.get(declared.body as usize).and_then(Option::as_ref);
        let variables = code.map_or(&[][..], |code| &code.variables);
        let pool = crate::pool::Pool(&body.file);
        let is_here = |start: u16, length: u16| {
            (u32::from(start)..u32::from(start) + u32::from(length)).contains(&offset)
        };
        let here = variables.iter().filter(|it| is_here(it.start_pc, it.length));
        let named = here.filter_map(|variable| {
            let name = pool.text(variable.name_index).ok()?.into_owned();
            let descriptor = pool.text(variable.descriptor_index).ok()?.into_owned();
            Some((variable.index, name, descriptor))
        });
        named.collect()
    }

    /// The description of a class not yet loaded.
    fn describe(&mut self, world: &mut World, class: ClassId) -> Result<ClassDef, LoadError> {
        if let Some(def) = self.synthetics.definition(class) {
            return Ok(def);
        }
        let name = world.class_name(class).to_owned();
        if let Some(def) = define::array(world, &name) {
            return Ok(def);
        }
        if define::is_primitive(&name) {
            return Ok(define::primitive());
        }
        let bytes = self.read(&name)?;
        let body = parse(&name, &bytes)?;
        let mut def = define::from_file(world, &name, &body.file)
            .map_err(|reason| LoadError::Malformed { class: name.clone(), reason })?;
        def.fields.extend(containers::handle_field(world, &name));
        // What programs use of the JDK is used by all of them.
        let stored = match self.source.module_of(&name) {
            Some(_) => Stored::read(body),
            None => Stored::unread(bytes),
        };
        self.files.insert(class, Arc::new(stored));
        Ok(def)
    }

    fn read(&mut self, name: &str) -> Result<Vec<u8>, LoadError> {
        let class = || name.to_owned();
        let bytes = self
            .source
            .find(name)
            .map_err(|reason| LoadError::Unreadable { class: class(), reason })?;
        bytes.ok_or_else(|| LoadError::Missing { class: class() })
    }
}

/// Reads a class file.
fn parse(name: &str, bytes: &[u8]) -> Result<ClassBody, LoadError> {
    let class = || name.to_owned();
    classfile::read(bytes).map_err(|error| match error {
        Unreadable::Version { major, minor } => {
            LoadError::UnsupportedVersion { class: class(), major, minor }
        }
        Unreadable::Malformed(reason) => LoadError::Malformed { class: class(), reason },
    })
}

/// What must be loaded before the class can be linked.
fn requirements(def: &ClassDef) -> impl Iterator<Item = ClassId> {
    let component = match def.kind {
        margay_ir::ClassKind::Array { component, .. } => component,
        _ => None,
    };
    let supertypes = def.superclass.iter().chain(&def.interfaces).copied();
    supertypes.chain(component)
}

fn link_error(world: &World, class: ClassId, error: &LinkError) -> LoadError {
    let error = match error {
        LinkError::Circular => "it is its own supertype".to_owned(),
        LinkError::ExtendsInterface(sup) => {
            format!("its superclass {} is not a class", world.class_name(*sup))
        }
        LinkError::ImplementsClass(sup) => {
            format!("its interface {} is not an interface", world.class_name(*sup))
        }
        LinkError::Final(sup) => format!("its superclass {} is final", world.class_name(*sup)),
        LinkError::Duplicate(name) => format!("{} is declared twice", world.text(*name)),
    };
    LoadError::Link { class: world.class_name(class).to_owned(), error }
}
