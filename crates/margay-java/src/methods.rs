//! From what the user calls a method to the method, and the `main` a launcher would start.

use crate::error::{Alternatives, Error, SelectError};
use crate::program::Program;
use margay_ir::world::modifiers::{PRIVATE, PUBLIC, STATIC, SYNTHETIC};
use margay_ir::world::simple_name_of;
use margay_ir::{ClassId, MethodId, World};
use margay_jvm::classpath::nearest;
use margay_jvm::load::LoadError;
use margay_machine::Domain;

/// A method to start. It is static, or made so.
pub struct Entry {
    /// The method to call.
    pub method: MethodId,
    /// Its descriptor.
    pub descriptor: String,
}

/// Since this version `main` need be neither public nor static, nor take arguments (JEP 512).
const RELAXED_MAIN: u16 = 25;

/// What `main` had to be before.
const STRICT: u16 = PUBLIC | STATIC;

/// The parameters of a program.
pub(crate) const MAIN_DESCRIPTOR: &str = "([Ljava/lang/String;)V";

impl<D: Domain> Program<D> {
    /// The `main` that `java` would start.
    ///
    /// # Errors
    /// When there is none, or not only one.
    pub fn main_method(&mut self) -> Result<Entry, Error> {
        let class = self.main_class()?;
        let relaxed = self.jdk_version >= RELAXED_MAIN;
        let world = &self.machine.core.world;
        let usable = |method: &MethodId| {
            let modifiers = world.method(*method).modifiers;
            if relaxed { modifiers & PRIVATE == 0 } else { modifiers & STRICT == STRICT }
        };
        let found = |descriptor| {
            let named = methods_named(world, class, "main").into_iter();
            named.filter(usable).find(|m| world.text(world.method(*m).descriptor) == descriptor)
        };
        let main = found(MAIN_DESCRIPTOR).or_else(|| found("()V").filter(|_| relaxed));
        match main {
            Some(main) => self.entry(class, main),
            None => {
                let name = world.class_name(class).replace('/', ".");
                Err(SelectError::NoMainMethod { class: name }.into())
            }
        }
    }

    /// The method that `name`, `name(II)I` or `Class.name(II)I` means.
    ///
    /// # Errors
    /// When there is none, or not only one.
    pub fn method(&mut self, text: &str) -> Result<(ClassId, MethodId), Error> {
        let (head, descriptor) = match text.find('(') {
            Some(open) => text.split_at(open),
            None => (text, ""),
        };
        let (class, name) = match head.rsplit_once('.') {
            Some((class, name)) => (self.class_named(class)?, name),
            None => (self.main_class()?, head),
        };
        let world = &self.machine.core.world;
        let mut fitting = methods_named(world, class, name);
        fitting.retain(|m| world.text(world.method(*m).descriptor).starts_with(descriptor));
        if fitting.len() > 1 {
            // What the compiler added is meant only where nothing else can be.
            let written = |m: &MethodId| world.method(*m).modifiers & SYNTHETIC == 0;
            let any = fitting.iter().any(written);
            fitting.retain(|m| !any || written(m));
        }
        match fitting.as_slice() {
            [method] => Ok((class, *method)),
            [] => Err(no_such_method(world, class, name, text)),
            several => {
                let candidates = signatures(world, several);
                Err(SelectError::SeveralMethods { name: head.to_owned(), candidates }.into())
            }
        }
    }

    /// A method to start: an instance method is called on a new object of the class.
    ///
    /// # Errors
    /// When there is none, or not only one.
    pub fn entry(&mut self, class: ClassId, method: MethodId) -> Result<Entry, Error> {
        let world = &mut self.machine.core.world;
        let declared = world.method(method);
        let descriptor = world.text(declared.descriptor).to_owned();
        if world.text(declared.name).starts_with('<') || declared.is_abstract() {
            return Err(SelectError::NotCallable { method: world.method_text(method) }.into());
        }
        if declared.is_static() {
            return Ok(Entry { method, descriptor });
        }
        let loader = &mut self.machine.platform.loader;
        let made = loader.on_new_object(world, class, method);
        let method = made.map_err(|error| SelectError::NoReceiver { reason: error.to_string() })?;
        Ok(Entry { method, descriptor })
    }

    /// A class by the name a user gives it: in full, or as the target's own class is called.
    ///
    /// # Errors
    /// When there is none, or not only one.
    pub fn class_named(&mut self, name: &str) -> Result<ClassId, Error> {
        if let Some(class) = self.class {
            let full = self.machine.core.world.class_name(class);
            if simple_name_of(full) == name {
                return Ok(class);
            }
        }
        let mut candidate = name.replace('.', "/");
        loop {
            match self.load(&candidate) {
                Err(LoadError::Missing { .. }) => {}
                loaded => return Ok(loaded?),
            }
            // `demo.Outer.Inner` may mean the nested class `demo.Outer$Inner`.
            match candidate.rfind('/') {
                Some(slash) => candidate.replace_range(slash..=slash, "$"),
                None => break,
            }
        }
        Err(SelectError::NoSuchClass { name: name.to_owned() }.into())
    }
}

/// Methods called so, of the class or inherited; an overridden one is not among them.
pub fn methods_named(world: &World, class: ClassId, name: &str) -> Vec<MethodId> {
    let mut found: Vec<MethodId> = Vec::new();
    for method in all_methods(world, class) {
        let declared = world.method(method);
        let overridden = |m: &MethodId| world.method(*m).descriptor == declared.descriptor;
        let is_own = declared.class == class || name != "<init>";
        if is_own && world.text(declared.name) == name && !found.iter().any(overridden) {
            found.push(method);
        }
    }
    found
}

/// Methods of the class, then of its superclasses, then of its interfaces.
pub fn all_methods(world: &World, class: ClassId) -> impl Iterator<Item = MethodId> {
    let lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
    let interfaces = world.loaded(class).ancestors().iter().copied();
    let interfaces = interfaces.filter(move |c| *c != class && world.loaded(*c).is_interface());
    lineage.chain(interfaces).flat_map(|c| world.loaded(c).methods.iter().copied())
}

/// More names than this help nobody.
const MOST_OFFERED: usize = 8;

fn no_such_method(world: &World, class: ClassId, name: &str, text: &str) -> Error {
    let error = |instead| {
        let class = world.class_name(class).replace('/', ".");
        SelectError::NoSuchMethod { class, method: text.to_owned(), instead }.into()
    };
    let same_name = methods_named(world, class, name);
    if !same_name.is_empty() {
        return error(Alternatives::All(signatures(world, &same_name)));
    }
    let name_of = |m: &MethodId| world.text(world.method(*m).name).to_owned();
    let near = nearest(name, all_methods(world, class).map(|m| name_of(&m)));
    let meant: Vec<MethodId> =
        all_methods(world, class).filter(|m| near.contains(&name_of(m))).collect();
    if !meant.is_empty() {
        return error(Alternatives::Near(signatures(world, &meant)));
    }
    let mut own = world.loaded(class).methods.clone();
    own.retain(|m| !name_of(m).starts_with('<') && world.method(*m).modifiers & SYNTHETIC == 0);
    own.truncate(MOST_OFFERED);
    error(Alternatives::All(signatures(world, &own)))
}

fn signatures(world: &World, methods: &[MethodId]) -> Vec<String> {
    let one = |m: &MethodId| {
        let method = world.method(*m);
        format!("'{}{}'", world.text(method.name), world.text(method.descriptor))
    };
    methods.iter().map(one).collect()
}
