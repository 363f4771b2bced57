//! Where code of the project that has run compares references, and what these may be by where they come from.
//!
//! A search makes each box, text and object of the input anew. Only who compares references can tell such an
//! object from one that is there already: a box of a small number, a literal, a constant of a library.

use crate::generate::Generator;
use crate::program::Program;
use margay_ir::function::{Function, ValueDef};
use margay_ir::world::modifiers::ENUM;
use margay_ir::{Block, ClassId, Dispatch, InstKind, MethodId, Type, Value, World};
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

/// What code of the project that has run does with references.
#[derive(Debug, Default)]
pub(super) struct Compared {
    pub comparisons: Vec<Comparison>,
    /// Whether it gives them to a class of the library that compares them.
    pub elsewhere: bool,
}

impl Compared {
    /// Reads the methods of the project that may have run in the search.
    pub fn of(generator: &mut Generator) -> Compared {
        let program = &mut generator.symbolic;
        let mut found = Compared::default();
        let mut enums = None;
        for method in run(program) {
            let given = signature::parameters(&program.machine, method);
            let loader = &mut program.machine.platform.loader;
            let world = &mut program.machine.core.world;
            let Ok(body) = loader.body(world, method) else { continue };
            found.elsewhere |=
                body.insts.values().any(|inst| compares_elsewhere(world, &inst.kind));
            if !body.insts.values().any(|inst| compared(&inst.kind).is_some()) {
                continue;
            }
            let enums = enums.get_or_insert_with(|| self::enums(program));
            let world = program.world();
            let declared = world.method(method);
            let own = format!("L{};", world.class_name(declared.class));
            let own = (!declared.is_static()).then_some(own);
            let project = &program.classes;
            let reader = Reader { world, body: &body, own, given, project, enums };
            found.comparisons.extend(reader.comparisons());
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
    /// The type of the receiver, if there is one.
    own: Option<String>,
    given: Vec<Parameter>,
    /// Names of the classes of the project.
    project: &'a [String],
    /// Types of the project whose objects may be constants of an enum.
    enums: &'a BTreeSet<String>,
}

/// The methods of the project that may have run, as far as their classes are in use.
fn run(program: &Program<Symbolic>) -> Vec<MethodId> {
    let core = &program.machine.core;
    let may_have_run = core.may_have_run();
    let classes = program.classes.iter().filter_map(|name| core.world.find_class(name));
    let loaded = classes.filter_map(|class| core.world.class(class));
    loaded.flat_map(|class| class.methods.iter().copied()).filter(|it| may_have_run(*it)).collect()
}

/// The references that an instruction compares, if it does.
fn compared(kind: &InstKind) -> Option<[Value; 2]> {
    match kind {
        InstKind::Compare { ty: Type::Ref, a, b, .. } => Some([*a, *b]),
        _ => None,
    }
}

/// Whether an instruction calls a class of the library that compares references.
fn compares_elsewhere(world: &World, kind: &InstKind) -> bool {
    let InstKind::Call { method, .. } = kind else { return false };
    let owner = world.class_name(world.method_symbol(*method).class);
    owner.starts_with("java/util/concurrent/atomic/") || owner == "java/util/IdentityHashMap"
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
    fn comparisons(&self) -> impl Iterator<Item = Comparison> {
        let compared = self.body.insts.values().filter_map(|inst| compared(&inst.kind));
        compared.map(|sides| sides.map(|side| self.sources(side)))
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

/// What those who jump to a block pass for a parameter; none if one of them passes nothing.
fn passed(body: &Function, block: Block, place: usize) -> Option<Vec<Value>> {
    let jumps = body.blocks.values().flat_map(|from| from.terminator.successors());
    jumps.filter(|to| to.block == block).map(|to| to.args.get(place).copied()).collect()
}
