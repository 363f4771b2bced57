//! Where code of the project compares references, and what these may be by where they come from.
//!
//! A search makes each box, text and object of the input anew. Only who compares references can tell such an
//! object from one that is there already: a box of a small number, a literal, a constant of a library.

use crate::generate::Generator;
use crate::program::Program;
use margay_ir::function::{Function, ValueDef};
use margay_ir::world::modifiers::{ENUM, PRIVATE, PROTECTED, PUBLIC};
use margay_ir::world::package_of;
use margay_ir::{Block, ClassId, Dispatch, InstKind, Type, Value, World};
use margay_jvm::inputs::signature::{self, Parameter};
use margay_machine::symbolic::Symbolic;
use std::collections::BTreeSet;

/// Where a reference comes from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// A parameter, a field, a call: of this type.
    Typed(String),
    /// The code makes an object of this type.
    Made(String),
    /// What is there before and after: a static field or what a static method of a library gives, of this type.
    Lasting(String),
    /// A constant of an enum, or what is declared as one or as an interface that one implements: of this type.
    Enum(String),
    /// A literal.
    Text,
    /// A class.
    Class,
    Null,
    Unknown,
}

impl Source {
    /// Whether it may be of a type that is asked for.
    pub fn may_be(&self, holds: impl Fn(&str) -> bool) -> bool {
        match self {
            Source::Typed(descriptor)
            | Source::Made(descriptor)
            | Source::Lasting(descriptor)
            | Source::Enum(descriptor) => holds(descriptor),
            Source::Text => holds(STRING),
            Source::Class => holds("Ljava/lang/Class;"),
            Source::Null => false,
            Source::Unknown => true,
        }
    }
}

/// The type of texts.
pub(super) const STRING: &str = "Ljava/lang/String;";

/// All that one comparison compares.
pub(super) type Comparison = [BTreeSet<Source>; 2];

/// What code of the project does with references.
#[derive(Debug, Default)]
pub(super) struct Compared {
    pub comparisons: Vec<Comparison>,
    /// Whether it gives them to a class of the library that compares them.
    pub elsewhere: bool,
    /// Members that it names and that a JVM would not let it use: their class was compiled again since.
    pub forbidden: BTreeSet<String>,
}

impl Compared {
    /// Reads all methods of the project.
    pub fn of(generator: &mut Generator) -> Compared {
        let program = &mut generator.symbolic;
        let mut found = Compared::default();
        let enums = enums(program);
        for name in &program.classes.clone() {
            let Ok(class) = program.load(name) else { continue };
            for method in program.world().loaded(class).methods.clone() {
                let receiver = !program.world().method(method).is_static();
                let own = receiver.then(|| format!("L{name};"));
                let given = signature::parameters(&program.machine, method);
                let loader = &mut program.machine.platform.loader;
                let world = &mut program.machine.core.world;
                let Ok(body) = loader.body(world, method) else { continue };
                let project = &program.classes;
                let reader =
                    Reader { world, body: &body, name, own, given, project, enums: &enums };
                reader.read(&mut found);
            }
        }
        found
    }

    /// Whether both sides of a comparison may be what is asked for.
    pub fn any(&self, may_be: impl Fn(&Source) -> bool) -> bool {
        let is_any = |side: &BTreeSet<Source>| side.iter().any(&may_be);
        self.comparisons.iter().any(|sides| sides.iter().all(is_any))
    }

    /// Whether a comparison may find that something of the input is a constant, which a search does not try.
    pub fn any_constant(&self) -> bool {
        self.comparisons.iter().any(|[one, other]| {
            one.iter().any(|it| may_be_constant(it, other))
                || other.iter().any(|it| may_be_constant(it, one))
        })
    }
}

/// Whether a source is a constant that one of the others may be, if these are of the input.
fn may_be_constant(source: &Source, others: &BTreeSet<Source>) -> bool {
    // All constants of an enum are tried for what is declared with it, but not for an `Object`.
    let is_constant = matches!(source, Source::Class | Source::Lasting(_) | Source::Enum(_));
    let may_be_given =
        |other: &Source| matches!(other, Source::Typed(_) | Source::Lasting(_) | Source::Unknown);
    is_constant && others.iter().any(may_be_given)
}

/// Reads a method.
struct Reader<'a> {
    world: &'a World,
    body: &'a Function,
    /// The class that has the method.
    name: &'a str,
    /// The type of the receiver, if there is one.
    own: Option<String>,
    given: Vec<Parameter>,
    /// Names of the classes of the project.
    project: &'a [String],
    /// Types of the project whose objects may be constants of an enum.
    enums: &'a BTreeSet<String>,
}

/// Enums of the project, and the interfaces of the project that these implement.
fn enums(program: &mut Program<Symbolic>) -> BTreeSet<String> {
    let names = program.classes.clone();
    let classes: Vec<ClassId> = names.iter().filter_map(|name| program.load(name).ok()).collect();
    let world = program.world();
    let is_enum = |class: &&ClassId| world.loaded(**class).modifiers & ENUM != 0;
    let declared: Vec<ClassId> = classes.iter().filter(is_enum).copied().collect();
    let may_be = |class: &&ClassId| declared.iter().any(|it| world.is_subclass(*it, **class));
    let named = |class: &ClassId| format!("L{};", world.class_name(*class));
    classes.iter().filter(may_be).map(named).collect()
}

impl Reader<'_> {
    fn read(&self, found: &mut Compared) {
        for inst in self.body.insts.values() {
            found.forbidden.extend(self.forbidden(&inst.kind));
            match &inst.kind {
                InstKind::Compare { ty: Type::Ref, a, b, .. } => {
                    found.comparisons.push([self.sources(*a), self.sources(*b)]);
                }
                InstKind::Call { method, .. } => {
                    let owner = self.world.class_name(self.world.method_symbol(*method).class);
                    found.elsewhere |= owner.starts_with("java/util/concurrent/atomic/")
                        || owner == "java/util/IdentityHashMap";
                }
                _ => {}
            }
        }
    }

    /// A member of the project that an instruction names and may not use.
    fn forbidden(&self, kind: &InstKind) -> Option<String> {
        let world = self.world;
        let (class, name, modifiers) = match kind {
            InstKind::GetField { field, .. }
            | InstKind::PutField { field, .. }
            | InstKind::GetStatic(field)
            | InstKind::PutStatic { field, .. } => {
                let symbol = world.field_symbol(*field);
                world.class(symbol.class)?;
                let found = world.field(world.find_field(symbol)?);
                (found.class, found.name, found.modifiers)
            }
            InstKind::Call { method, .. } => {
                let symbol = world.method_symbol(*method);
                world.class(symbol.class)?;
                let found = world.method(world.find_method(symbol)?);
                (found.class, found.name, found.modifiers)
            }
            _ => return None,
        };
        let owner = world.class_name(class);
        let is_foreign = match modifiers & (PUBLIC | PROTECTED | PRIVATE) {
            PRIVATE => nest(owner) != nest(self.name),
            0 => package_of(owner) != package_of(self.name),
            _ => false,
        };
        let is_known = self.project.iter().any(|name| name == owner);
        (is_foreign && is_known)
            .then(|| format!("{}.{}", owner.replace('/', "."), world.text(name)))
    }

    /// All that a value may come from.
    fn sources(&self, value: Value) -> BTreeSet<Source> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::from([value]);
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            match self.body.values[value].def {
                ValueDef::Inst(inst) => {
                    found.insert(self.made_by(&self.body.insts[inst].kind));
                }
                ValueDef::Param(block, place) if block == self.body.entry => {
                    found.insert(self.parameter(place as usize));
                }
                ValueDef::Param(block, place) => match passed(self.body, block, place as usize) {
                    Some(passed) => open.extend(passed.into_iter().filter(|it| seen.insert(*it))),
                    None => {
                        found.insert(Source::Unknown);
                    }
                },
            }
        }
        found
    }

    fn parameter(&self, place: usize) -> Source {
        let typed = match (&self.own, place) {
            (Some(own), 0) => Some(own.clone()),
            (own, place) => {
                let given = self.given.get(place - usize::from(own.is_some()));
                given.map(|parameter| parameter.descriptor.clone())
            }
        };
        typed.map_or(Source::Unknown, |descriptor| self.typed(&descriptor))
    }

    fn typed(&self, descriptor: &str) -> Source {
        let is_enum = self.enums.contains(descriptor) || self.is_loaded_enum(descriptor);
        if is_enum {
            Source::Enum(descriptor.to_owned())
        } else {
            Source::Typed(descriptor.to_owned())
        }
    }

    fn lasting(&self, descriptor: &str) -> Source {
        match self.typed(descriptor) {
            Source::Typed(descriptor) => Source::Lasting(descriptor),
            other => other,
        }
    }

    /// Whether a type is an enum of a library, if it was used.
    fn is_loaded_enum(&self, descriptor: &str) -> bool {
        let name = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
        let class = name.and_then(|name| self.world.find_class(name));
        let loaded = class.and_then(|class| self.world.class(class));
        loaded.is_some_and(|class| class.modifiers & ENUM != 0)
    }

    fn made_by(&self, kind: &InstKind) -> Source {
        let world = self.world;
        match kind {
            InstKind::Null => Source::Null,
            InstKind::Str(_) => Source::Text,
            InstKind::ClassConst(_) => Source::Class,
            InstKind::New(class) => Source::Made(format!("L{};", world.class_name(*class))),
            InstKind::NewArray { .. } | InstKind::NewMultiArray { .. } => {
                Source::Made("[".to_owned())
            }
            InstKind::GetField { field, .. } => {
                self.typed(world.text(world.field_symbol(*field).descriptor))
            }
            InstKind::GetStatic(field) => {
                self.lasting(world.text(world.field_symbol(*field).descriptor))
            }
            InstKind::Call { dispatch, method, .. } => {
                let symbol = world.method_symbol(*method);
                let descriptor = world.text(symbol.descriptor);
                let Some(result) = descriptor.rsplit(')').next() else { return Source::Unknown };
                let owner = world.class_name(symbol.class);
                let is_library = !self.project.iter().any(|name| name == owner);
                match (dispatch, is_library) {
                    (Dispatch::Static, true) => self.lasting(result),
                    _ => self.typed(result),
                }
            }
            _ => Source::Unknown,
        }
    }
}

/// The outermost class around a class, by its name.
fn nest(name: &str) -> &str {
    name.split('$').next().unwrap_or(name)
}

/// What those who jump to a block pass for a parameter; none if one of them passes nothing.
fn passed(body: &Function, block: Block, place: usize) -> Option<Vec<Value>> {
    let jumps = body.blocks.values().flat_map(|from| from.terminator.successors());
    jumps.filter(|to| to.block == block).map(|to| to.args.get(place).copied()).collect()
}
