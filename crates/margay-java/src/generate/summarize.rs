//! `margay summarize`: the paths of a method as cases: what has to hold, what comes of it, what it leaves behind.
//!
//! Nothing is made concrete here and nothing replayed: a case is what the symbolic machine says of all inputs that take
//! a path.

use super::arguments::{arguments, statics};
use super::conditions::{self, Java};
use super::generator::{Generator, SymbolicMachine};
use super::points::method_name;
use super::selection::TestedMethod;
use crate::budget::Budget;
use crate::error::Error;
use margay_ir::{ClassId, ClassKind, Storage};
use margay_jvm::describe;
use margay_jvm::inputs::signature;
use margay_jvm::platform::Jvm;
use margay_machine::Outcome;
use margay_machine::symbolic::{ReferenceState, Symbolic, SymbolicValue};
use margay_search::Decisions;
use margay_search::driver::{Progress, Visitor};
use margay_search::generate::case::MethodName;
use margay_search::generate::fact::Fact;
use margay_search::generate::paths::{self, Found, Given, PathEnd};
use margay_search::generate::render::{self, Language};
use margay_search::generate::summary::Effect;
use std::ops::ControlFlow;

/// The cases of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodSummary {
    /// The method.
    pub method: MethodName,
    /// Its cases, in the order of its paths.
    pub cases: Vec<MethodCase>,
    /// Paths that a bound has cut.
    pub cut: u64,
    /// Paths of which something could not be expressed, or that met what Margay does not do.
    pub lost: u64,
    /// Whether a budget has ended it.
    pub is_stopped: bool,
}

/// One path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodCase {
    /// What holds of every input that takes it.
    pub condition: Vec<String>,
    /// `returns -x`, `throws java.lang.ArithmeticException`.
    pub ends: String,
    /// What it leaves in objects of the input: `this.n = this.n / 2`.
    pub effects: Vec<String>,
}

/// Writes cases down.
struct Writer<'a> {
    summary: MethodSummary,
    budget: &'a Budget,
}

impl Visitor<Symbolic, Jvm<Symbolic>, Found> for Writer<'_> {
    fn found(
        &mut self,
        machine: &mut SymbolicMachine,
        _: &Decisions,
        found: Found,
    ) -> ControlFlow<()> {
        match found {
            Found::Path(end) => self.path(machine, &end),
            Found::Lost(_) => self.summary.lost += 1,
            Found::Fork(_) => {}
        }
        ControlFlow::Continue(())
    }

    fn pause(&mut self, _: &mut SymbolicMachine, _: Progress<'_, ()>) -> ControlFlow<()> {
        let flow = self.budget.check();
        self.summary.is_stopped |= flow.is_break();
        flow
    }
}

impl Writer<'_> {
    fn path(&mut self, machine: &SymbolicMachine, end: &PathEnd) {
        let ends = match &end.outcome {
            Outcome::Returned(None) => "returns".to_owned(),
            Outcome::Returned(Some(value)) => {
                let result = self.summary.method.descriptor.rsplit(')').next().unwrap_or_default();
                let storage = margay_jvm::descriptor::storage(result);
                format!("returns {}", text(machine, end, *value, storage))
            }
            Outcome::Threw(exception) => {
                let class = machine.core.memory.class_of(*exception);
                format!("throws {}", describe::class(&machine.core.world, class))
            }
            Outcome::Bounded | Outcome::Endless => {
                self.summary.cut += 1;
                return;
            }
            Outcome::Rejected => return,
            Outcome::Failed(_) | Outcome::Exited(_) | Outcome::Refused(_) => {
                self.summary.lost += 1;
                return;
            }
        };
        let told = end.condition.iter().map(|fact| condition_text(machine, fact));
        let condition = told.collect();
        let effects = end.effects.iter().map(|effect| effect_text(machine, end, effect)).collect();
        self.summary.cases.push(MethodCase { condition, ends, effects });
    }
}

/// What a path has made true, as an expression of Java.
fn condition_text(machine: &SymbolicMachine, fact: &Fact) -> String {
    let is = |name: &String, class: ClassId| {
        conditions::text(machine, &Fact::Instance(name.clone(), class, true))
    };
    match fact {
        Fact::Instance(name, class, false) => format!("!({})", is(name, *class)),
        Fact::OneOf(name, classes) => {
            let each: Vec<String> = classes.iter().map(|class| is(name, *class)).collect();
            each.join(" || ")
        }
        fact => conditions::text(machine, fact),
    }
}

/// What a value is, in the words of Java.
fn text(
    machine: &SymbolicMachine,
    end: &PathEnd,
    value: SymbolicValue,
    storage: Storage,
) -> String {
    let core = &machine.core;
    match value {
        SymbolicValue::Term(term) => render::number_text(core, &Java, term),
        SymbolicValue::Input(input) => match core.domain.references.state(input) {
            ReferenceState::Is(object) => object_text(machine, end, object),
            ReferenceState::Open | ReferenceState::NonNull => {
                core.domain.references.about(input).name.clone()
            }
        },
        SymbolicValue::Guarded(_) => unreachable!("references of a summary are decided"),
        SymbolicValue::Known(bits) if storage == Storage::Ref => {
            object_text(machine, end, bits as margay_machine::Ref)
        }
        SymbolicValue::Known(bits) if storage == Storage::Bool => (bits != 0).to_string(),
        SymbolicValue::Known(bits) => Java.literal(bits, storage),
    }
}

fn object_text(machine: &SymbolicMachine, end: &PathEnd, object: margay_machine::Ref) -> String {
    if object == 0 {
        return "null".to_owned();
    }
    let known = end.objects.iter().find(|(at, _)| *at == object);
    match known {
        Some((_, name)) => name.clone(),
        None => {
            let class = machine.core.memory.class_of(object);
            format!("new {}", describe::class(&machine.core.world, class))
        }
    }
}

fn effect_text(machine: &SymbolicMachine, end: &PathEnd, effect: &Effect) -> String {
    let (place, storage) = cell(machine, effect.class, effect.index);
    let value = text(machine, end, effect.value, storage);
    format!("{}{place} = {value}", effect.object)
}

/// What a cell of an object is called, and how it is stored.
fn cell(machine: &SymbolicMachine, class: ClassId, index: u32) -> (String, Storage) {
    let world = &machine.core.world;
    if let ClassKind::Array { elem, .. } = world.loaded(class).kind {
        return (format!("[{index}]"), elem);
    }
    let mut next = Some(class);
    while let Some(class) = next {
        let loaded = world.loaded(class);
        let own = loaded.fields.iter().map(|field| world.field(*field));
        if let Some(field) = own.filter(|f| !f.is_static()).find(|f| f.slot == index) {
            return (format!(".{}", world.text(field.name)), field.storage);
        }
        next = loaded.superclass;
    }
    (format!(".{index}"), Storage::I32)
}

impl Generator {
    /// The cases of a method, by the criterion and the inputs of the options.
    ///
    /// # Errors
    /// When the method cannot be run at all.
    pub fn summarize(
        &mut self,
        tested: TestedMethod,
        budget: &Budget,
    ) -> Result<MethodSummary, Error> {
        let TestedMethod { class, method } = tested;
        let program = &self.replayer.program;
        let declared = method_name(program.world(), method);
        let name = MethodName { class: describe::class(program.world(), class), ..declared };
        let parameters = signature::parameters(&program.machine, method);
        self.renew()?;
        self.symbolic.machine.hold();
        let symbolic = self.symbolic_method(method)?;
        let receiver = self.symbolic.load(&name.class.replace('.', "/"))?;
        let given = self.prepare_statics(&name.class, method, symbolic);
        let aliasing = self.options.inputs.aliasing.decided();
        let search = paths::Options { effects: true, aliasing, ..self.options.search() };
        let summary =
            MethodSummary { method: name, cases: Vec::new(), cut: 0, lost: 0, is_stopped: false };
        let mut writer = Writer { summary, budget };
        let Generator { symbolic: program, inputs, .. } = self;
        let machine = &mut program.machine;
        let (classes, mentioned) = super::mentioned::for_inputs(machine, symbolic);
        inputs.expect(machine, (receiver, symbolic), &classes, mentioned);
        let found = paths::search(machine, inputs, &mut writer, &search, symbolic, |maker| Given {
            arguments: arguments(maker, symbolic, receiver, &parameters),
            statics: statics(maker, symbolic, &given),
        });
        machine.release();
        found?;
        Ok(writer.summary)
    }
}
