//! Inputs from symbolic paths: each is run in the concrete machine and ends as its path did; going
//! back and running again find the same ones.

use crate::platform::Text;
use crate::subject::{Subject, ending, fields_of, show_value};
use crate::words::Words;
use margay_ir::{ClassId, ClassKind, MethodId, Storage, Type, World};
use margay_machine::code::Watch;
use margay_machine::symbolic::inputs::{Initial, Inputs, Making, Part, Taste, Unasked};
use margay_machine::symbolic::{Reference, Symbolic, SymbolicValue};
use margay_machine::{Concrete, Event, Machine, Outcome, Ref};
use margay_search::driver::{Progress, Range, Visitor};
use margay_search::generate::calls::CallDecider;
use margay_search::generate::concrete::{ConcreteInput, ConcreteValue};
use margay_search::generate::guide::Guides;
use margay_search::generate::paths::{
    self, Aliasing, Follows, Found, Given, Lost, Options, PathEnd,
};
use margay_search::generate::render;
use margay_search::{Backtrack, Decisions};
use std::ops::ControlFlow;

/// Rounds of a loop with a choice in them.
const VISITS: u32 = 4;

/// The paths of a method such as `main.f`, one a line: what is assumed, and a call that does it.
///
/// # Errors
/// When an input does not do what its path did.
pub fn run(program: &str, name: &str) -> Result<String, String> {
    let expected = search(program, name, Backtrack::Checkpoint)?;
    let again = search(program, name, Backtrack::Reexecute)?;
    match again == expected {
        true => Ok(expected),
        false => Err(format!("{expected}\nbut when run again\n{again}")),
    }
}

fn search(program: &str, name: &str, backtrack: Backtrack) -> Result<String, String> {
    let mut subject = Subject::<Symbolic>::new(program)?;
    subject.load_all()?;
    let method = subject.method(name)?;
    let machine = &mut subject.machine;
    machine.core.code.watch = Some(Watch {
        visits: VISITS,
        per_entry: false,
        counted: true,
        metered: false,
        joins: false,
    });
    let options = Options {
        aliasing: Aliasing::On,
        assumed: Vec::new(),
        max_array: 3,
        max_values: 8,
        integers: None,
        backtrack,
        follows: Follows::Never,
        max_term: u32::MAX,
        max_steps: 1 << 20,
        max_work: u64::MAX,
        hides_making: false,
        only_failures: false,
        telling: false,
        guides: Guides::default(),
        costs: Vec::new(),
        calls: CallDecider::default(),
        effects: false,
        induction: None,
        merges: false,
        recording: margay_search::generate::summary::Recording::default(),
        scenes: false,
        forks: false,
        focus: None,
        seed: None,
        draws: None,
        range: Range::default(),
    };
    let mut lines = Lines { program, name, method, text: String::new(), error: None };
    let params = parameters(&machine.core.world, method);
    let searched = paths::search(machine, &mut TextInputs, &mut lines, &options, method, |maker| {
        let arguments = params
            .iter()
            .map(|(name, storage, class)| maker.anything(name, *storage, *class, None))
            .collect();
        Given { arguments, statics: Vec::new() }
    });
    searched.map_err(|error| error.to_string())?;
    lines.error.map_or(Ok(lines.text), Err)
}

/// Names and types of the parameters. What a reference refers to is in the signature.
fn parameters(world: &World, method: MethodId) -> Vec<(String, Storage, Option<ClassId>)> {
    let method = world.method(method);
    let descriptor = world.text(method.descriptor);
    let inside = descriptor.trim_start_matches('(').split(')').next().unwrap_or_default();
    let receiver = (!method.is_static()).then(|| world.class_name(method.class));
    let types = receiver.into_iter().chain(inside.split(',').filter(|name| !name.is_empty()));
    (0..)
        .zip(types)
        .map(|(place, name)| {
            let storage = Storage::from_word(name).unwrap_or(Storage::Ref);
            (format!("a{place}"), storage, world.find_class(name))
        })
        .collect()
}

/// Writes down paths, each with a call that takes it.
struct Lines<'a> {
    program: &'a str,
    name: &'a str,
    method: MethodId,
    text: String,
    error: Option<String>,
}

impl Lines<'_> {
    /// A path with a call that takes it and ends as it does.
    ///
    /// # Errors
    /// When the call does something else.
    fn path(&self, machine: &Machine<Symbolic, Text>, path: &PathEnd) -> Result<String, String> {
        let condition = match path.condition.is_empty() {
            true => "always".to_owned(),
            false => {
                let text = |fact| render::fact(&machine.core, &Words, fact);
                render::conjunction(&path.condition.iter().map(text).collect::<Vec<String>>())
            }
        };
        let ending = ending(&machine.core, self.method, &path.outcome);
        let Some(input) = &path.input else { return Ok(format!("{condition}: {ending}\n")) };
        let (call, replayed) = replay(self.program, self.name, &machine.core.world, input)?;
        match is_same(machine, &ending, &path.outcome, &replayed) {
            true => Ok(format!("{condition}: {call} {replayed}\n")),
            false => Err(format!("{condition}: {ending}, but {call} {replayed}")),
        }
    }
}

impl Visitor<Symbolic, Text, Found> for Lines<'_> {
    fn found(
        &mut self,
        machine: &mut Machine<Symbolic, Text>,
        _: &Decisions,
        found: Found,
    ) -> ControlFlow<()> {
        match found {
            Found::Path(path) => match self.path(machine, &path) {
                Ok(line) => self.text.push_str(&line),
                Err(error) => {
                    self.error = Some(error);
                    return ControlFlow::Break(());
                }
            },
            Found::Lost(loss) => {
                let what = match loss {
                    Lost::Concretized(_)
                    | Lost::Large(_)
                    | Lost::ManyBranches(_)
                    | Lost::Followed(_) => "some values of a number",
                    Lost::Longer(_) => "longer arrays",
                    Lost::Unknown(..) => "what the solver does not know",
                    Lost::Unmade(..) => "an object that cannot be made",
                    Lost::NoRoom => "what does not fit the heap",
                };
                self.text.push_str(&format!("lost: {what}\n"));
            }
            Found::Fork(_) => {}
        }
        ControlFlow::Continue(())
    }

    fn pause(&mut self, _: &mut Machine<Symbolic, Text>, _: Progress<'_, ()>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Whether a run ends as its path did. Numbers of which the path decided nothing may be any.
fn is_same(
    machine: &Machine<Symbolic, Text>,
    ending: &str,
    outcome: &Outcome<SymbolicValue>,
    replayed: &str,
) -> bool {
    match (ending.split_once('?'), outcome) {
        (Some((known, _)), _) => replayed.starts_with(known),
        (None, Outcome::Threw(exception)) => {
            let class = machine.core.world.class_name(machine.core.memory.class_of(*exception));
            replayed.starts_with(&format!("throws {class}"))
        }
        (None, _) => replayed == ending,
    }
}

/// Makes an input in a concrete machine and runs the method on it; gives the call and its ending.
fn replay(
    program: &str,
    name: &str,
    world: &World,
    input: &ConcreteInput,
) -> Result<(String, String), String> {
    let mut subject = Subject::<Concrete>::new(program)?;
    subject.load_all()?;
    let method = subject.method(name)?;
    let core = &mut subject.machine.core;
    let mut objects: Vec<Ref> = Vec::new();
    for object in &input.objects {
        let class = core.world.class_named(world.class_name(object.class));
        let cells = object.length.unwrap_or(core.world.loaded(class).cells);
        objects.push(core.memory.allocate(class, cells).map_err(|_| "the heap is full")?);
    }
    let value = |value: &ConcreteValue| match value {
        ConcreteValue::Bits(bits) => *bits,
        ConcreteValue::Object(place) => u64::from(objects[*place]),
        ConcreteValue::Existing(_)
        | ConcreteValue::SomeConstant(_)
        | ConcreteValue::SomeText(_) => 0,
    };
    for (object, at) in input.objects.iter().zip(&objects) {
        for (index, cell) in &object.cells {
            core.memory.set(*at, *index, value(cell));
        }
    }
    let args: Vec<u64> = input.arguments.iter().map(value).collect();
    let params = core.world.method(method).params.clone();
    let shown = params.iter().zip(&args).map(|(ty, arg)| match ty {
        Type::Ref => show_graph(core, &objects, *arg as Ref),
        _ => show_value(core, *ty, *arg),
    });
    let call = format!("{name}({})", shown.collect::<Vec<_>>().join(", "));
    subject.machine.start(method, &args).map_err(|outcome| format!("{outcome:?}"))?;
    match subject.machine.resume() {
        Event::Done(outcome) => Ok((call, subject.ending(method, &outcome))),
        event => Err(format!("{call} stops with {event:?}")),
    }
}

/// An argument with all it leads to; an object that was shown before by its number.
fn show_graph(core: &margay_machine::Core<Concrete>, objects: &[Ref], root: Ref) -> String {
    fn show(
        core: &margay_machine::Core<Concrete>,
        objects: &[Ref],
        object: Ref,
        seen: &mut Vec<Ref>,
    ) -> String {
        if object == 0 {
            return "null".to_owned();
        }
        let place = objects.iter().position(|known| *known == object).unwrap_or_default();
        let class = core.memory.class_of(object);
        let name = format!("{}{place}", core.world.class_name(class));
        if seen.contains(&object) {
            return name;
        }
        seen.push(object);
        let cells: Vec<(String, Storage, u32)> = match core.world.loaded(class).kind {
            ClassKind::Array { elem, .. } => {
                (0..core.memory.len(object)).map(|n| (String::new(), elem, n)).collect()
            }
            _ => fields_of(&core.world, class)
                .into_iter()
                .map(|field| core.world.field(field))
                .map(|f| (format!("{}=", core.world.text(f.name)), f.storage, f.slot))
                .collect(),
        };
        let mut parts = Vec::new();
        for (name, storage, index) in cells {
            let value = core.memory.get(object, index);
            let text = match storage {
                Storage::Ref => show(core, objects, value as Ref, seen),
                _ => show_value(core, storage.value_type(), value),
            };
            parts.push(format!("{name}{text}"));
        }
        format!("{name}({})", parts.join(" "))
    }
    show(core, objects, root, &mut Vec::new())
}

/// Inputs of programs given as text: objects of the classes there are, with anything in them.
struct TextInputs;

impl Inputs<Text> for TextInputs {
    fn counts(&self, _: &Machine<Symbolic, Text>, _: Ref) -> bool {
        true
    }

    fn held(&self, _: &Machine<Symbolic, Text>, _: Ref) -> Vec<(u32, SymbolicValue)> {
        Vec::new()
    }

    fn makings(
        &mut self,
        machine: &mut Machine<Symbolic, Text>,
        reference: &Reference,
        _: bool,
    ) -> Result<Vec<Making>, ClassId> {
        let world = &machine.core.world;
        if let ClassKind::Array { .. } = world.loaded(reference.class).kind {
            return Ok(vec![Making::Array(reference.class)]);
        }
        let fits = |class: &ClassId| {
            let loaded = world.loaded(*class);
            loaded.kind == ClassKind::Class
                && !loaded.is_abstract()
                && world.is_subclass(*class, reference.class)
        };
        let classes: Vec<ClassId> = machine.platform.classes().into_iter().filter(fits).collect();
        Ok(if classes.is_empty() { Vec::new() } else { vec![Making::Object(classes)] })
    }

    fn is_made_at_once(&mut self, _: &mut Machine<Symbolic, Text>, _: &Reference) -> bool {
        false
    }

    fn fits(&self, machine: &Machine<Symbolic, Text>, to: &Reference, class: ClassId) -> bool {
        machine.core.world.is_subclass(class, to.class)
    }

    fn has_constants(&mut self, _: &mut Machine<Symbolic, Text>, _: ClassId) -> bool {
        false
    }

    fn parts(
        &mut self,
        machine: &mut Machine<Symbolic, Text>,
        class: ClassId,
        _: Option<&str>,
    ) -> Vec<Part> {
        let world = &machine.core.world;
        let part = |slot, name: &str, storage, class| Part {
            slot,
            name: name.to_owned(),
            storage,
            class,
            generic: None,
            initial: Initial::Any,
            taste: Taste::NearZero,
        };
        if let ClassKind::Array { elem, component } = world.loaded(class).kind {
            return vec![part(0, "", elem, component)];
        }
        let fields = fields_of(world, class).into_iter().map(|field| world.field(field));
        fields
            .map(|field| {
                let class = world.find_class(world.text(field.descriptor));
                part(field.slot, world.text(field.name), field.storage, class)
            })
            .collect()
    }

    fn unasked(&self, _: &Machine<Symbolic, Text>, _: ClassId) -> Unasked {
        Unasked::Null
    }

    fn has_identity(&self, _: &Machine<Symbolic, Text>, _: ClassId) -> bool {
        true
    }

    fn is_fixed(&self, _: &Machine<Symbolic, Text>, _: ClassId) -> bool {
        false
    }

    fn constant_name(&self, _: &mut Machine<Symbolic, Text>, _: Ref) -> Option<String> {
        None
    }

    fn field_name(&self, owner: &str, part: &Part) -> String {
        format!("{owner}.{}", part.name)
    }

    fn element_name(&self, owner: &str, _: &Part, index: u32) -> String {
        format!("{owner}[{index}]")
    }

    fn length_name(&self, owner: &str, _: &Part) -> String {
        format!("{owner}.length")
    }
}
