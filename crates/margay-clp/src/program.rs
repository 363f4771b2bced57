//! A translated program: its clauses, what they have to know of classes, and the library.

use crate::source::{Source, StaticValue};
use crate::term::{atom, list};
use crate::translate::unit::Unit;
use crate::translate::{Integers, names};
use indexmap::IndexSet;
use margay_ir::{ClassId, ClassKind, MethodId, Storage, World};
use rustc_hash::FxBuildHasher;
use std::fmt::Write;

/// The operations on numbers and heaps.
pub const HEAP: &str = include_str!("../prolog/heap.pl");

/// Symbolic execution with a bound on blocks, and the comparison with cases from elsewhere.
pub const SYMBOLIC: &str = include_str!("../prolog/symbolic.pl");

/// A translated program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The predicate of the method that was asked for, as it is written.
    pub entry: String,
    /// What integers are.
    pub integers: Integers,
    /// The clauses of all methods.
    pub(crate) clauses: String,
    /// Predicates of blocks in which rounds of a loop begin.
    pub(crate) headers: Vec<String>,
    /// Predicates of methods.
    pub(crate) methods: Vec<String>,
    /// What there is to know of classes and static fields.
    pub(crate) facts: String,
}

impl Program {
    /// The program with the operations that it needs, to be run by SWI-Prolog.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        let entry = &self.entry;
        let _ = writeln!(text, "% {entry} as a constraint logic program, written by Margay.");
        text.push_str("% A block is a predicate of (In, Out, HeapIn, HeapOut, Flag).\n\n");
        text.push_str(":- use_module(library(clpfd)).\n");
        text.push_str("\n% ---- the program ----\n");
        text.push_str(&self.clauses);
        text.push_str("\n% ---- what it consists of ----\n\n");
        for method in &self.methods {
            let _ = writeln!(text, "method({method}).");
        }
        text.push('\n');
        text.push_str(":- dynamic loop_header/1.\n");
        for header in &self.headers {
            let _ = writeln!(text, "loop_header({header}).");
        }
        text.push('\n');
        let integers = match self.integers {
            Integers::Bounded => "bounded",
            Integers::Unbounded => "unbounded",
        };
        let _ = writeln!(text, "integers({integers}).\n");
        text.push_str(":- dynamic requires/1.\n");
        text.push_str(&self.facts);
        text.push_str("\n% ---- operations ----\n\n");
        text.push_str(HEAP);
        text
    }

    /// Adds the facts about classes, inputs and static fields.
    pub(crate) fn describe(&mut self, source: &mut dyn Source, unit: &Unit, entry: MethodId) {
        let mut types = Types::default();
        let mut given = Vec::new();
        if !source.world().method(entry).is_static() {
            let classes = source.receivers(entry);
            given.push(format!("this({})", class_list(source.world(), &classes)));
            classes.iter().for_each(|class| types.objects(source, *class));
        }
        for parameter in source.parameters(entry) {
            given.push(types.declared(source, &parameter.descriptor, parameter.class));
        }
        for class in &unit.classes {
            types.objects(source, *class);
        }
        for class in unit.virtuals.values().flatten().flat_map(|(_, classes)| classes) {
            types.objects(source, *class);
        }
        types.tested.extend(&unit.tested);
        let facts = &mut self.facts;
        let _ =
            writeln!(facts, "% What the method takes.\nentry({}, {}).\n", self.entry, list(&given));
        facts.push_str("% Classes: what their objects are instances of, and their fields.\n");
        facts.push_str(":- dynamic class/3.\n");
        types.write_classes(source, facts);
        facts.push_str("\n% Classes of objects of the input, by declared class.\n");
        facts.push_str(":- dynamic candidates/2.\n");
        for (class, candidates) in &types.candidates {
            let name = atom(&names::class(source.world(), *class));
            let candidates = class_list(source.world(), candidates);
            let _ = writeln!(facts, "candidates({name}, {candidates}).");
        }
        facts.push_str("\n% Static fields when classes have been initialised.\n");
        facts.push_str(":- dynamic static/2.\n");
        for (field, value) in &unit.statics {
            let value = match value {
                StaticValue::Null => "null".to_owned(),
                StaticValue::Number(number) => number.to_string(),
                StaticValue::Numbers(numbers) => {
                    let world = source.world();
                    let descriptor = world.text(world.field(*field).descriptor);
                    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
                    let name = primitive(&descriptor[1..]);
                    format!("array({name}, {}, {})", numbers.len(), list(&numbers))
                }
            };
            let _ = writeln!(facts, "static({}, {value}).", names::field(source.world(), *field));
        }
    }
}

/// The types that facts are about.
#[derive(Default)]
struct Types {
    classes: IndexSet<ClassId, FxBuildHasher>,
    candidates: Vec<(ClassId, Vec<ClassId>)>,
    tested: IndexSet<ClassId, FxBuildHasher>,
}

impl Types {
    /// The type of a reference or number of the input, as it is written.
    fn declared(
        &mut self,
        source: &mut dyn Source,
        descriptor: &str,
        class: Option<ClassId>,
    ) -> String {
        let Some(class) = class else { return primitive(descriptor).to_owned() };
        self.reference(source, class);
        atom(&names::class(source.world(), class))
    }

    fn reference(&mut self, source: &mut dyn Source, class: ClassId) {
        let Some(loaded) = source.world().class(class) else { return };
        if !self.tested.insert(class) {
            return;
        }
        if let ClassKind::Array { component, .. } = loaded.kind {
            self.objects(source, class);
            if let Some(component) = component {
                self.reference(source, component);
            }
            return;
        }
        let candidates = source.candidates(class);
        self.candidates.push((class, candidates.clone()));
        candidates.into_iter().for_each(|class| self.objects(source, class));
    }

    /// There are objects of a class.
    fn objects(&mut self, source: &mut dyn Source, class: ClassId) {
        if !self.classes.insert(class) || source.is_library(class) {
            return;
        }
        for field in source.fields(class) {
            field.class.into_iter().for_each(|class| self.reference(source, class));
        }
    }

    fn write_classes(&self, source: &mut dyn Source, facts: &mut String) {
        for class in &self.classes {
            let fields = if source.is_library(*class) { Vec::new() } else { source.fields(*class) };
            let world = source.world();
            let ancestors = self.tested.iter().chain([class]).copied();
            let mut ancestors: Vec<ClassId> =
                ancestors.filter(|sup| world.is_subclass(*class, *sup)).collect();
            ancestors.dedup();
            let field = |input: &crate::source::InputField| {
                let declared = world.field(input.field);
                let descriptor = world.text(declared.descriptor);
                let ty = match input.class {
                    None if declared.storage == Storage::Ref => "object".to_owned(),
                    None => primitive(descriptor).to_owned(),
                    Some(class) if input.nullable => atom(&names::class(world, class)),
                    Some(class) => format!("nonnull({})", atom(&names::class(world, class))),
                };
                format!("field({}, {ty})", names::field(world, input.field))
            };
            let fields: Vec<String> = fields.iter().map(field).collect();
            let name = atom(&names::class(world, *class));
            let ancestors = class_list(world, &ancestors);
            let _ = writeln!(facts, "class({name}, {ancestors}, {}).", list(&fields));
        }
    }
}

fn class_list(world: &World, classes: &[ClassId]) -> String {
    let classes: Vec<String> = classes.iter().map(|c| atom(&names::class(world, *c))).collect();
    list(&classes)
}

/// A type of numbers.
fn primitive(descriptor: &str) -> &'static str {
    match descriptor {
        "Z" => "boolean",
        "B" => "byte",
        "S" => "short",
        "C" => "char",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        "I" => "int",
        _ => "object",
    }
}
