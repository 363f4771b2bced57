//! What code does that a summary has words for.
//!
//! A case says which objects were made, what was left in objects that were given and in static fields of the project, and what was returned or thrown. It
//! has no word for text but for constants, for static fields and code of the class library but for arithmetic and the making of exceptions. Where
//! a class is used for the first time, its initialiser runs; a case can say only that this has happened before.

use super::super::guided::map::ProgramMap;
use margay_ir::analysis::cfg::Cfg;
use margay_ir::analysis::dominators::Dominators;
use margay_ir::analysis::loops::Loops;
use margay_ir::{
    Block, ClassId, FieldRef, Function, InstKind, MethodId, MethodRef, Terminator, World,
};
use margay_search::generate::summary::StaticCell;

/// Classes of the library whose static methods on numbers compute and do nothing else.
pub(super) const ARITHMETIC: &[&str] = &[
    "java/lang/Math",
    "java/lang/StrictMath",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Boolean",
    "java/lang/Float",
    "java/lang/Double",
];

/// Constructors of exceptions that only keep what they are given.
const MAKES_EXCEPTION: &[&str] =
    &["()V", "(Ljava/lang/String;)V", "(Ljava/lang/String;Ljava/lang/Throwable;)V"];

/// Whether a method may go round.
pub(super) fn has_loops(function: &Function) -> bool {
    let cfg = Cfg::new(function);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    !loops.all().is_empty() || !loops.irreducible().is_empty()
}

/// What a block does, as far as a summary is concerned.
pub(super) enum BlockFacts {
    /// It has no word for it.
    Beyond,
    /// These classes are initialised, if they are not yet.
    Initialises(Vec<ClassId>),
}

/// What code is looked at with.
pub(super) struct Words<'a> {
    pub world: &'a World,
    pub map: &'a ProgramMap,
    /// The names of the classes of the project, in order.
    pub own: &'a [String],
}

/// A static field that code has to do with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UsedStatic {
    pub cell: StaticCell,
    /// What it is called, with its class.
    pub name: String,
    pub descriptor: String,
}

impl Words<'_> {
    /// The blocks of a method that do more than a summary can say at any time.
    pub fn blocks(&self, method: MethodId, function: &Function) -> Vec<(Block, BlockFacts)> {
        let own = self.world.method(method).class;
        let mut found = Vec::new();
        for (block, data) in &function.blocks {
            let mut classes = Vec::new();
            let kinds = data.insts.iter().map(|inst| &function.insts[*inst].kind);
            let has_words = kinds.into_iter().all(|kind| self.has_word(own, kind, &mut classes));
            if !has_words || matches!(data.terminator, Terminator::Unsupported(_)) {
                found.push((block, BlockFacts::Beyond));
            } else if !classes.is_empty() {
                found.push((block, BlockFacts::Initialises(classes)));
            }
        }
        found
    }

    /// The static fields that a method reads or writes and that a summary has words for.
    pub fn statics(&self, function: &Function) -> Vec<UsedStatic> {
        let fields = function.insts.values().filter_map(|inst| match &inst.kind {
            InstKind::GetStatic(field) | InstKind::PutStatic { field, .. } => {
                self.static_field(*field)
            }
            _ => None,
        });
        fields.collect()
    }

    /// A static field of the project.
    fn static_field(&self, field: FieldRef) -> Option<UsedStatic> {
        let world = self.world;
        let symbol = world.field_symbol(field);
        world.class(symbol.class)?;
        let found = world.field(world.find_field(symbol)?);
        let class = world.class_name(found.class);
        let is_own = self.own.binary_search_by(|own| own.as_str().cmp(class)).is_ok();
        (is_own && found.is_static()).then(|| UsedStatic {
            cell: StaticCell { class: found.class, cell: found.slot },
            name: format!("{class}.{}", world.text(found.name)),
            descriptor: world.text(found.descriptor).to_owned(),
        })
    }

    /// Whether there is a word for an instruction; adds the classes that it may initialise.
    fn has_word(&self, own: ClassId, kind: &InstKind, classes: &mut Vec<ClassId>) -> bool {
        match kind {
            InstKind::Const { .. }
            | InstKind::Null
            | InstKind::Str(_)
            | InstKind::Binary { .. }
            | InstKind::Neg { .. }
            | InstKind::Convert { .. }
            | InstKind::Compare { .. }
            | InstKind::ThreeWay { .. }
            | InstKind::NewArray { .. }
            | InstKind::NewMultiArray { .. }
            | InstKind::ArrayLen(_)
            | InstKind::ArrayLoad { .. }
            | InstKind::ArrayStore { .. }
            | InstKind::GetField { .. }
            | InstKind::PutField { .. }
            | InstKind::Trap { .. }
            | InstKind::InstanceOf { .. } => true,
            InstKind::New(class) => self.initialises(own, *class, classes),
            InstKind::GetStatic(field) | InstKind::PutStatic { field, .. } => {
                let found = self.static_field(*field);
                found.is_some_and(|found| self.initialises(own, found.cell.class, classes))
            }
            InstKind::Call { dispatch, method, .. } => {
                let (targets, is_library) = self.map.targets(self.world, *dispatch, *method);
                match is_library {
                    true => targets.is_empty() && computes(self.world, *method),
                    false => targets.iter().all(|target| {
                        let target = self.world.method(*target);
                        !target.is_static() || self.initialises(own, target.class, classes)
                    }),
                }
            }
            InstKind::ClassConst(_) => false,
        }
    }

    /// Adds the classes whose initialiser may run when code of a class uses another one: that one and those above, but for those
    /// that are initialised before this code runs. Tells whether all of them are known.
    fn initialises(&self, own: ClassId, class: ClassId, classes: &mut Vec<ClassId>) -> bool {
        let world = self.world;
        let mut next = Some(class);
        while let Some(class) = next {
            let Some(loaded) = world.class(class) else { return false };
            let runs_before = class == own || world.is_subclass(own, class);
            if loaded.initializer.is_some() && !runs_before && !classes.contains(&class) {
                classes.push(class);
            }
            next = loaded.superclass;
        }
        true
    }
}

/// Whether a method of the class library does nothing but compute, or make an exception.
fn computes(world: &World, method: MethodRef) -> bool {
    let symbol = world.method_symbol(method);
    let (class, name) = (world.class_name(symbol.class), world.text(symbol.name));
    let descriptor = world.text(symbol.descriptor);
    let is_on_numbers = !descriptor.contains(['L', '[']);
    let is_exception = || {
        let loaded = world.class(symbol.class);
        let mut above = loaded.into_iter().flat_map(|class| class.ancestors().iter());
        above.any(|class| world.class_name(*class) == "java/lang/Throwable")
    };
    match name {
        "<init>" if class == "java/lang/Object" => true,
        "<init>" => MAKES_EXCEPTION.contains(&descriptor) && is_exception(),
        _ => ARITHMETIC.contains(&class) && is_on_numbers && name != "random",
    }
}
