//! Which methods are tested.

use crate::error::{Error, SelectError};
use crate::methods::methods_named;
use crate::program::Program;
use margay_ir::world::modifiers::{BRIDGE, ENUM, PRIVATE, PROTECTED, PUBLIC, SYNTHETIC};
use margay_ir::world::package_of;
use margay_ir::{Class, ClassId, MethodId, World};
use margay_jvm::classpath::nearest;
use margay_jvm::inputs::is_inherited;
use margay_jvm::load::LoadError;
use margay_search::Shard;
use rustc_hash::FxHashMap;
use std::fmt;
use std::str::FromStr;

/// Which methods are wanted.
#[derive(Clone, Debug, Default)]
pub struct MethodFilter {
    /// One method: `name`, `name(II)I` or `Class.name(II)I`.
    pub method: Option<String>,
    /// Those of the classes of one package; else of the class that was named, or of all.
    pub package: Option<String>,
    /// Who may call those that are not named.
    pub visibility: Visibility,
    /// Classes (with those inside them) and packages that are left out.
    pub exclude: Vec<String>,
}

impl MethodFilter {
    /// Whether a class, by its internal name, is left out.
    pub(super) fn leaves_out(&self, class: &str) -> bool {
        let dotted = class.replace('/', ".");
        self.exclude.iter().any(|excluded| {
            let rest = dotted.strip_prefix(excluded.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
                || is_of(class, Some(excluded))
        })
    }
}

/// Who may call a method, at least.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// Everybody; where a class offers nothing to all, its package.
    #[default]
    Public,
    /// Subclasses.
    Protected,
    /// Code of the same package.
    Package,
}

impl Visibility {
    fn covers(self, modifiers: u16) -> bool {
        match self {
            Visibility::Public => modifiers & PUBLIC != 0,
            Visibility::Protected => modifiers & (PUBLIC | PROTECTED) != 0,
            Visibility::Package => modifiers & PRIVATE == 0,
        }
    }
}

impl FromStr for Visibility {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "public" => Ok(Visibility::Public),
            "protected" => Ok(Visibility::Protected),
            "package" => Ok(Visibility::Package),
            _ => Err("expected public, protected or package".to_owned()),
        }
    }
}

impl fmt::Display for Visibility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Visibility::Public => "public",
            Visibility::Protected => "protected",
            Visibility::Package => "package",
        })
    }
}

/// A method to test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestedMethod {
    /// The class that has it.
    pub class: ClassId,
    /// The method, which a superclass may declare.
    pub method: MethodId,
}

/// Methods to test.
pub struct SelectedMethods {
    /// In the order of their classes.
    pub methods: Vec<TestedMethod>,
    /// Classes that do not load, and why.
    pub left_out: Vec<(String, LoadError)>,
}

impl SelectedMethods {
    /// Keeps one of several equal shares of the methods.
    ///
    /// # Errors
    /// When there are fewer methods than shares.
    pub fn keep(&mut self, shard: Shard) -> Result<(), Error> {
        let count = self.methods.len();
        if count < shard.of {
            return Err(Error::TooFewMethods { methods: count, parts: shard.of });
        }
        self.methods.truncate((shard.index + 1) * count / shard.of);
        self.methods.drain(..shard.index * count / shard.of);
        Ok(())
    }
}

/// The methods that are wanted: one, those of a class, or those of all classes. If objects are made as
/// programs make them, constructors are tested like other methods, classes that no source code can
/// name as others use them, and what the compiler gives to records not at all.
///
/// # Errors
/// When there is no such method, package or class.
pub(super) fn methods(
    program: &mut Program,
    filter: &MethodFilter,
    by_api: bool,
) -> Result<SelectedMethods, Error> {
    let names = program.tested.clone();
    if let Some(text) = &filter.method {
        let (_, method) = match elsewhere(program, &names, filter, text)? {
            Some(found) => program.method(&found)?,
            None => program.method(text)?,
        };
        if !is_of_constants(program.world(), method) {
            program.has_code(method)?;
        }
        let class = program.world().method(method).class;
        let methods = vec![TestedMethod { class, method }];
        return Ok(SelectedMethods { methods, left_out: Vec::new() });
    }
    let package = filter.package.as_deref();
    if let Some(package) = package.filter(|p| !names.iter().any(|c| is_of(c, Some(p)))) {
        return Err(no_package(package, &names));
    }
    let (mut classes, mut left_out) = (Vec::new(), Vec::new());
    let named = program.is_class_named || names.is_empty();
    match program.class.filter(|_| named) {
        Some(class) => classes.push(class),
        None => {
            let wanted = names.iter().filter(|name| is_of(name, package));
            for name in wanted.filter(|name| !filter.leaves_out(name)) {
                match program.load(name) {
                    Ok(class) => classes.push(class),
                    // The others may do without it.
                    Err(error) => left_out.push((name.replace('/', "."), error)),
                }
            }
        }
    }
    if by_api && !named {
        classes.retain(|class| {
            program
                .machine
                .platform
                .loader
                .source(*class)
                .is_none_or(|source| source.name.is_some())
        });
    }
    let is_inner = |class: &&ClassId| {
        program.machine.platform.loader.source(**class).is_some_and(|it| it.is_inner)
    };
    let inner: Vec<ClassId> = classes.iter().filter(is_inner).copied().collect();
    let mut inherited = FxHashMap::default();
    for class in &classes {
        inherited.insert(*class, inherited_methods(program, *class, &classes));
    }
    let world = &program.machine.core.world;
    let loader = &program.machine.platform.loader;
    let is_written = |method: &MethodId| !by_api || !loader.is_implicit(world, *method);
    let tested = |visibility: Visibility| {
        let of_class = |class: &ClassId| {
            let own = world.loaded(*class).methods.iter().copied();
            // What belongs to another object is made by that.
            let constructors = by_api && !inner.contains(class);
            let own = own.filter(|method| is_tested(world, *method, visibility, constructors));
            let own = own.filter(is_written);
            let all = own.chain(inherited[class].iter().copied());
            let class = *class;
            all.map(move |method| TestedMethod { class, method }).collect::<Vec<_>>()
        };
        classes.iter().flat_map(of_class).collect::<Vec<TestedMethod>>()
    };
    let mut found = tested(filter.visibility);
    if found.is_empty() {
        // Where nothing is public, a class offers what its package may use.
        found = tested(Visibility::Package);
    }
    if found.is_empty() {
        return Err(SelectError::NoMethods.into());
    }
    Ok(SelectedMethods { methods: found, left_out })
}

/// The public methods that a class inherits from classes of the project that are not tested
/// themselves.
fn inherited_methods(program: &mut Program, class: ClassId, tested: &[ClassId]) -> Vec<MethodId> {
    let mut found: Vec<MethodId> = Vec::new();
    if program.world().loaded(class).is_abstract() {
        return found;
    }
    let mut next = program.world().loaded(class).superclass;
    while let Some(above) = next {
        let name = program.world().class_name(above).to_owned();
        if program.tested.binary_search(&name).is_err() {
            break;
        }
        let world = program.world();
        next = world.loaded(above).superclass;
        if tested.contains(&above) {
            continue;
        }
        let methods = world.loaded(above).methods.iter().copied();
        let methods = methods.filter(|method| {
            is_tested(world, *method, Visibility::Public, false)
                && !world.method(*method).is_static()
                && is_inherited(world, class, *method)
        });
        // A bridge that passes it on is what objects of the class have.
        found.extend(methods.filter_map(|method| world.select(class, method)));
    }
    found
}

/// A method that no class was named for, and that the class of the target does not have: with the
/// only class that has it.
fn elsewhere(
    program: &mut Program,
    classes: &[String],
    filter: &MethodFilter,
    text: &str,
) -> Result<Option<String>, SelectError> {
    let name = text.split('(').next().unwrap_or_default();
    let has = |world: &World, class: ClassId| !methods_named(world, class, name).is_empty();
    let is_there = program.class.is_some_and(|class| has(&program.machine.core.world, class));
    if program.is_class_named || name.contains('.') || is_there || classes.is_empty() {
        return Ok(None);
    }
    let (mut found, mut names) = (Vec::new(), Vec::new());
    for class in classes.iter().filter(|class| is_of(class, filter.package.as_deref())) {
        let Ok(id) = program.load(class) else { continue };
        let world = &program.machine.core.world;
        let own = world.loaded(id).methods.iter().map(|method| world.method(*method));
        let own = own.filter(|method| !method.is_abstract() && !method.is_native());
        let own: Vec<&str> = own.map(|method| world.text(method.name)).collect();
        if own.contains(&name) {
            found.push(class.replace('/', "."));
        }
        names.extend(own.into_iter().map(str::to_owned));
    }
    match found.as_slice() {
        [class] => Ok(Some(format!("{class}.{text}"))),
        // What is wrong with the class that must be meant is said there.
        [] if program.class.is_some() => Ok(None),
        [] => {
            let near = nearest(name, names);
            Err(SelectError::NoClassWithMethod { method: name.to_owned(), near })
        }
        _ => Err(SelectError::SeveralClassesWithMethod { method: name.to_owned(), classes: found }),
    }
}

/// Whether a class belongs to a package, `demo`, or to one inside it if that is said too, `demo..`;
/// any does if none is named.
fn is_of(class: &str, package: Option<&str>) -> bool {
    let own = dotted_package(class);
    package.is_none_or(|package| match package.strip_suffix("..") {
        None => own == package,
        Some(outer) => {
            own.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        }
    })
}

fn dotted_package(class: &str) -> String {
    package_of(class).replace('/', ".")
}

fn no_package(package: &str, classes: &[String]) -> Error {
    let mut packages: Vec<String> = classes.iter().map(|class| dotted_package(class)).collect();
    packages.sort_unstable();
    packages.dedup();
    packages.retain(|package| !package.is_empty());
    SelectError::NoSuchPackage { package: package.to_owned(), packages }.into()
}

/// Whether a method is part of what its class offers to those who may call it.
fn is_tested(world: &World, method: MethodId, visibility: Visibility, constructors: bool) -> bool {
    let declared = world.method(method);
    let name = world.text(declared.name);
    let owner = world.loaded(declared.class);
    visibility.covers(declared.modifiers)
        && declared.modifiers & (SYNTHETIC | BRIDGE) == 0
        && (!declared.is_abstract() || is_of_constants(world, method))
        && !declared.is_native()
        && (!name.starts_with('<')
            || constructors && name == "<init>" && is_constructed(world, owner))
        && name != "main"
        && !is_generated(world, method)
        && owner.modifiers & SYNTHETIC == 0
}

/// Whether a method is declared by an enum whose constants have bodies of their own for it: no source code can name their
/// classes, so what they do is what the method does.
pub(super) fn is_of_constants(world: &World, method: MethodId) -> bool {
    let declared = world.method(method);
    declared.is_abstract() && world.loaded(declared.class).modifiers & ENUM != 0
}

/// Whether source code makes objects of a class with `new`, and there is something to them: fields of its own, or
/// of classes above it that are not the JDK's.
fn is_constructed(world: &World, class: &Class) -> bool {
    let is_own = |above: &ClassId| !world.class_name(*above).starts_with("java/");
    let above = std::iter::successors(class.superclass, |c| world.loaded(*c).superclass);
    let above = above.take_while(is_own).map(|above| world.loaded(above));
    let mut lineage = std::iter::once(class).chain(above);
    let has_state =
        lineage.any(|class| class.fields.iter().any(|field| !world.field(*field).is_static()));
    has_state && !class.is_abstract() && class.modifiers & ENUM == 0
}

/// Whether the compiler gives a method to every enum.
pub(super) fn is_generated(world: &World, method: MethodId) -> bool {
    let declared = world.method(method);
    let is_enum = world.loaded(declared.class).modifiers & ENUM != 0;
    is_enum && matches!(world.text(declared.name), "values" | "valueOf")
}

#[cfg(test)]
mod tests {
    use super::is_of;

    #[test]
    fn packages_are_named_alone_or_with_those_inside() {
        let of = |package| ["A", "demo/A", "demo/x/A", "demos/A"].map(|c| is_of(c, Some(package)));
        assert_eq!(of("demo"), [false, true, false, false]);
        assert_eq!(of("demo.."), [false, true, true, false]);
        assert_eq!(of("demo.x"), [false, false, true, false]);
        assert!(is_of("A", None));
    }
}
