//! What a constructor or method does to the fields of its object, found out by running it once on
//! arguments of which nothing is known: on each path, the fields end up with arguments, with what
//! they held before, or with something else.

use crate::budget::QuestionBudget;
use crate::generate::arguments::anything;
use crate::generate::generator::SymbolicMachine;
use crate::graph::{Field, fields};
use crate::program::{load, method_of};
use margay_ir::{ClassId, MethodId};
use margay_jvm::inputs::{JavaInputs, signature};
use margay_jvm::platform::Jvm;
use margay_logic::Config;
use margay_machine::symbolic::{Reference, ReferenceState, Symbolic, SymbolicValue};
use margay_machine::{Outcome, Ref};
use margay_search::Decisions;
use margay_search::driver::{Progress, Visitor};
use margay_search::generate::paths::{self, Follows, Found, Options};
use std::cell::RefCell;
use std::ops::ControlFlow;

/// Paths that are looked at; the others of a method hardly show another use of its arguments.
const MOST_PATHS: usize = 16;
/// Steps of all of them together.
const MOST_STEPS: u64 = 1 << 16;

/// Where the value of a field comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// It is what it was before; in a new object, zero or null.
    Kept,
    /// The argument of this number, without the receiver.
    Argument(usize),
    /// Something else.
    Other,
}

/// What one path does to the fields, in their order.
pub type Effect = Vec<Source>;

/// A method by its names; those of classes are internal ones.
pub struct MethodKey<'a> {
    /// The class of the object.
    pub class: &'a str,
    /// `<init>` for a constructor.
    pub name: &'a str,
    /// Its types.
    pub descriptor: &'a str,
}

/// The machine that searches, and what its inputs are like.
pub struct Learner<'a> {
    /// The machine.
    pub machine: &'a mut SymbolicMachine,
    /// Its inputs.
    pub inputs: &'a mut JavaInputs,
    /// How to search.
    pub options: Options,
    /// How to solve.
    pub solver: Config,
    /// When to give up.
    pub budget: QuestionBudget,
}

impl Learner<'_> {
    /// The different effects of a method's paths that return.
    pub fn effects(&mut self, method: &MethodKey<'_>) -> Vec<Effect> {
        let Some((class, id)) = self.find(method) else { return Vec::new() };
        let fields = fields(&self.machine.core.world, class);
        // Names that no other input has: inputs of the same name are the same.
        let prefix = format!("{}.{}{} ", method.class, method.name, method.descriptor);
        let mut parameters = signature::parameters(self.machine, id);
        for parameter in &mut parameters {
            parameter.name.insert_str(0, &prefix);
        }
        // What is learnt must not depend on what was searched before.
        let Ok(mut domain) = Symbolic::new(self.solver.clone()) else { return Vec::new() };
        domain.path.set_budget(self.budget.clone());
        let searching = std::mem::replace(&mut self.machine.core.domain, domain);
        let given = RefCell::new(LearnInput::default());
        let last_work = self.machine.core.work.saturating_add(MOST_STEPS);
        let mut visitor =
            EffectVisitor { given: &given, fields, effects: Vec::new(), paths: 0, last_work };
        let (max_work, follows) = (MOST_STEPS, Follows::Never);
        let aliasing = self.options.aliasing.decided();
        let options = Options { max_work, follows, aliasing, ..self.options.clone() };
        // The whole tree is searched, which always exists.
        let _ = paths::search(self.machine, self.inputs, &mut visitor, &options, id, |maker| {
            let object = if method.name == "<init>" {
                let cells = maker.machine.core.world.loaded(class).cells;
                maker.machine.core.memory.allocate(class, cells).unwrap_or_default()
            } else {
                let (generic, constants, nullable) = (None, false, true);
                let reference = Reference { name: prefix, class, generic, constants, nullable };
                maker.object(&reference, &[class]).unwrap_or_default()
            };
            let arguments: Vec<SymbolicValue> =
                parameters.iter().map(|parameter| anything(maker, parameter)).collect();
            let cells = maker.heap.objects().iter().flat_map(|object| &object.cells);
            let before = cells.map(|cell| (cell.index, cell.value)).collect();
            let values = std::iter::once(SymbolicValue::Known(u64::from(object)));
            let values = values.chain(arguments.iter().copied()).collect();
            *given.borrow_mut() = LearnInput { object, before, arguments };
            paths::Given { arguments: values, statics: Vec::new() }
        });
        self.machine.core.domain = searching;
        visitor.effects
    }

    fn find(&mut self, method: &MethodKey<'_>) -> Option<(ClassId, MethodId)> {
        let class = load(self.machine, method.class).ok()?;
        let world = &mut self.machine.core.world;
        Some((class, method_of(world, class, method.name, method.descriptor)?))
    }
}

/// What the method is given.
#[derive(Default)]
struct LearnInput {
    object: Ref,
    /// Cells of the object that were not zero.
    before: Vec<(u32, SymbolicValue)>,
    arguments: Vec<SymbolicValue>,
}

/// Looks at the object at the end of each path.
struct EffectVisitor<'a> {
    given: &'a RefCell<LearnInput>,
    fields: Vec<Field>,
    effects: Vec<Effect>,
    paths: usize,
    /// The machine's work when it has been enough.
    last_work: u64,
}

impl EffectVisitor<'_> {
    fn look(&mut self, machine: &SymbolicMachine) {
        let given = self.given.borrow();
        let source = |field: &Field| {
            let now = machine.core.memory.get(given.object, field.slot);
            let was = given.before.iter().find(|(slot, _)| *slot == field.slot);
            let was = was.map_or(SymbolicValue::Known(0), |(_, value)| *value);
            let mut arguments = given.arguments.iter();
            match arguments.position(|argument| is_same(machine, *argument, now)) {
                Some(number) => Source::Argument(number),
                None if now == was => Source::Kept,
                None => Source::Other,
            }
        };
        let effect: Effect = self.fields.iter().map(source).collect();
        if !self.effects.contains(&effect) {
            self.effects.push(effect);
        }
    }
}

/// Whether a cell holds an argument.
fn is_same(machine: &SymbolicMachine, argument: SymbolicValue, cell: SymbolicValue) -> bool {
    if argument == cell {
        return true;
    }
    let object = |value| match value {
        SymbolicValue::Input(input) => match machine.core.domain.references.state(input) {
            ReferenceState::Is(object) => Some(object),
            ReferenceState::Open | ReferenceState::NonNull => None,
        },
        SymbolicValue::Known(bits) => Some(bits as Ref),
        SymbolicValue::Term(_) | SymbolicValue::Guarded(_) => None,
    };
    let of = |value| object(value).filter(|object| *object != 0);
    matches!(argument, SymbolicValue::Input(_))
        && of(argument).is_some()
        && of(argument) == of(cell)
}

impl Visitor<Symbolic, Jvm<Symbolic>, Found> for EffectVisitor<'_> {
    fn found(
        &mut self,
        machine: &mut SymbolicMachine,
        _: &Decisions,
        found: Found,
    ) -> ControlFlow<()> {
        let Found::Path(end) = found else { return ControlFlow::Continue(()) };
        if let Outcome::Returned(_) = end.outcome {
            self.look(machine);
        }
        self.paths += 1;
        if self.paths < MOST_PATHS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn pause(&mut self, machine: &mut SymbolicMachine, _: Progress<'_, ()>) -> ControlFlow<()> {
        let is_over = machine.core.work >= self.last_work;
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
