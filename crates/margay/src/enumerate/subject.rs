//! From the options to a search space: the class, its predicate, the bounds, all in a machine of
//! its own. Every thread makes one; they are all alike.

use super::args::{BoundsArgs, EnumerateArgs, Switch, UntouchedArg};
use crate::cli::BacktrackArg;
use crate::error::CliError;
use crate::program::{ConcreteMachine, Program, open_target};
use crate::select::{all_methods, methods_named};
use margay_ir::world::SymbolicRef;
use margay_ir::world::modifiers::{PRIVATE, SYNTHETIC};
use margay_ir::{ClassId, ClassKind, MethodId, World};
use margay_jvm::bounds::{self, Spec};
use margay_jvm::classpath::nearest;
use margay_jvm::describe;
use margay_jvm::values::{self, Literal};
use margay_machine::{Event, Outcome};
use margay_search::Backtrack;
use margay_search::enumerate::{Bounds, Options, Range, Space, Untouched};

/// Predicates by the names that are usual.
const USUAL: [&str; 2] = ["repOk", "repOK"];
/// More names than this help nobody.
const MOST_OFFERED: usize = 8;
/// More steps than this mean that a static initializer does not end.
const MOST_STEPS: u64 = 1 << 30;

/// What is searched.
pub struct Subject {
    /// Where.
    pub machine: ConcreteMachine,
    /// The objects.
    pub space: Space,
    /// The class of the root.
    pub class: ClassId,
    /// The method that accepts or rejects.
    pub predicate: MethodId,
}

impl Subject {
    /// Opens the target and lays out the space.
    pub fn open(args: &EnumerateArgs) -> Result<Subject, CliError> {
        let (target, jdk) = open_target(&args.target)?;
        let classes = target.class_path.classes()?;
        let mut program = Program::launch(target, jdk, args.limits.limits())?;
        let wanted = args.predicate.as_deref();
        let named = args.target.class.is_some();
        let class = match program.class.filter(|class| named || has(&program, *class, wanted)) {
            Some(class) => class,
            None => only_class(&mut program, &classes, wanted)?,
        };
        let world = &program.machine.core.world;
        let predicate = predicate(world, class, wanted)?;
        if world.loaded(class).is_abstract() {
            return Err(CliError::usage(
                format!("class {} is abstract and has no objects", describe::class(world, class)),
                "name a class that extends it with --class",
            ));
        }
        initialize(&mut program.machine, class)?;
        let subject = bounds::Subject { root: class, classes: &classes };
        let bounds = bounds(&mut program.machine, subject, &args.bounds)?;
        for set in &bounds.objects {
            initialize(&mut program.machine, set.class)?;
        }
        let core = &mut program.machine.core;
        let space = Space::new(&core.world, &mut core.memory, &bounds).map_err(|_| {
            CliError::usage("the objects do not fit into the heap", "give more room: --max-heap")
        })?;
        Ok(Subject { machine: program.machine, space, class, predicate })
    }

    /// The class with dots, and the name of the predicate.
    pub fn names(&self) -> (String, String) {
        let world = &self.machine.core.world;
        let predicate = world.text(world.method(self.predicate).name).to_owned();
        (describe::class(world, self.class), predicate)
    }

    /// Whether code of the same package can call the predicate by its name. Nested classes may
    /// be private, which class files do not tell.
    pub fn is_accessible(&self) -> bool {
        let world = &self.machine.core.world;
        !world.class_name(self.class).contains('$')
            && world.method(self.predicate).modifiers & PRIVATE == 0
    }
}

/// How to search, as the options say.
pub fn options(args: &EnumerateArgs, range: Range) -> Options {
    Options {
        backtrack: match args.search.backtrack {
            BacktrackArg::Checkpoint => Backtrack::Checkpoint,
            BacktrackArg::Reexecute => Backtrack::Reexecute,
        },
        untouched: match args.search.untouched {
            UntouchedArg::Expand => Untouched::Expand,
            UntouchedArg::Free => Untouched::Free,
        },
        multi_value: args.search.multi_value == Switch::On,
        range,
        max_steps: args.search.max_steps,
    }
}

// ---- class and predicate ----

fn is_predicate(world: &World, method: MethodId) -> bool {
    let declared = world.method(method);
    world.text(declared.descriptor) == "()Z"
        && !declared.is_static()
        && !declared.is_abstract()
        && declared.modifiers & SYNTHETIC == 0
}

/// The predicates of a class, inherited ones included; no name twice.
fn predicates(world: &World, class: ClassId) -> Vec<MethodId> {
    let mut found: Vec<MethodId> = Vec::new();
    for method in all_methods(world, class).filter(|m| is_predicate(world, *m)) {
        if !found.iter().any(|m| world.method(*m).name == world.method(method).name) {
            found.push(method);
        }
    }
    found
}

fn find(world: &World, class: ClassId, wanted: Option<&str>) -> Option<MethodId> {
    let all = predicates(world, class);
    let called = |name: &str| {
        all.iter().copied().find(|method| world.text(world.method(*method).name) == name)
    };
    match wanted {
        Some(name) => called(name),
        None => USUAL.iter().find_map(|name| called(name)).or(match all.as_slice() {
            [only] => Some(*only),
            _ => None,
        }),
    }
}

fn has(program: &Program, class: ClassId, wanted: Option<&str>) -> bool {
    find(&program.machine.core.world, class, wanted).is_some()
}

/// The only class of the target with a predicate.
fn only_class(
    program: &mut Program,
    classes: &[String],
    wanted: Option<&str>,
) -> Result<ClassId, CliError> {
    let mut found = Vec::new();
    for name in classes {
        // What does not load is not what the user means.
        if let Ok(class) = program.load(name)
            && !program.machine.core.world.loaded(class).is_abstract()
            && has(program, class, wanted)
        {
            found.push(class);
        }
    }
    let world = &program.machine.core.world;
    match found.as_slice() {
        [class] => Ok(*class),
        [] => match program.class {
            // Says what is wrong with the class that must be meant.
            Some(class) => predicate(world, class, wanted).map(|_| class),
            None => Err(CliError::usage(
                "no class of the target has a predicate",
                "add a method `boolean repOk()`, or name the class with --class",
            )),
        },
        several => {
            let names = several.iter().take(MOST_OFFERED).map(|c| describe::class(world, *c));
            Err(CliError::usage(
                "several classes of the target have a predicate",
                format!("name one with --class: {}", names.collect::<Vec<_>>().join(", ")),
            ))
        }
    }
}

fn predicate(world: &World, class: ClassId, wanted: Option<&str>) -> Result<MethodId, CliError> {
    if let Some(method) = find(world, class, wanted) {
        return Ok(method);
    }
    let spoken = describe::class(world, class);
    let text = |m: &MethodId| world.text(world.method(*m).name).to_owned();
    let all: Vec<String> = predicates(world, class).iter().map(text).collect();
    let Some(name) = wanted else {
        return Err(match all.as_slice() {
            [] => CliError::usage(
                format!("class {spoken} has no predicate"),
                "a predicate is an instance method without parameters that returns a boolean, \
                 usually repOk()",
            ),
            all => CliError::usage(
                format!("which predicate of class {spoken} is meant?"),
                format!("name one with --predicate: {}", offered(all)),
            ),
        });
    };
    if let Some(other) = methods_named(world, class, name).first() {
        return Err(CliError::usage(
            format!("{} is not a predicate", world.method_text(*other)),
            "a predicate is an instance method without parameters that returns a boolean",
        ));
    }
    let near = nearest(name, all.clone());
    let hint = match (near.as_slice(), all.as_slice()) {
        ([], []) => "it has no boolean method without parameters".to_owned(),
        ([], all) => format!("it has {}", offered(all)),
        (near, _) => format!("did you mean {}?", offered(near)),
    };
    Err(CliError::usage(format!("class {spoken} has no predicate {name}"), hint))
}

fn offered(names: &[String]) -> String {
    names[..names.len().min(MOST_OFFERED)].join(", ")
}

// ---- bounds ----

fn bounds(
    machine: &mut ConcreteMachine,
    subject: bounds::Subject<'_>,
    args: &BoundsArgs,
) -> Result<Bounds, CliError> {
    if !args.args.is_empty() || args.finitization.is_some() {
        let method = args.finitization.as_deref();
        return Ok(bounds::from_korat(machine, subject.root, method, &args.args)?);
    }
    let mut spec = Spec::default();
    if let Some(file) = &args.config {
        let text = std::fs::read_to_string(file).map_err(|error| {
            CliError::usage(
                format!("cannot read {}: {error}", file.display()),
                "name a margay.toml with an [enumerate] table",
            )
        })?;
        spec = Spec::from_toml(&text)?;
    }
    let items = items(args);
    if items.is_empty() && args.bound.is_none() && args.config.is_none() {
        return Err(CliError::usage(
            "there are no bounds",
            "say --bound 3, or name objects and fields with --objects and --set",
        ));
    }
    let mut given = Spec::from_items(&items)?;
    given.bound = args.bound;
    Ok(bounds::from_spec(machine, subject, &spec.refined_by(given))?)
}

/// The items of the command line, in the order that decides between them.
pub fn items(args: &BoundsArgs) -> Vec<String> {
    let objects = args.objects.iter().flat_map(|text| text.split(','));
    let objects = objects.map(|text| format!("objects {}", text.trim()));
    objects.chain(args.set.iter().cloned()).collect()
}

// ---- class initialisation ----

/// Runs the static initializers of a class, as making an object of it would.
fn initialize(machine: &mut ConcreteMachine, class: ClassId) -> Result<(), CliError> {
    let world = &mut machine.core.world;
    if let ClassKind::Array { .. } = world.loaded(class).kind {
        return Ok(());
    }
    let name = describe::class(world, class);
    let failed = |reason: String| CliError::Unsupported(format!("class {name}: {reason}"));
    let (for_name, descriptor) =
        (world.name("forName"), world.name("(Ljava/lang/String;)Ljava/lang/Class;"));
    let owner = world.class_named("java/lang/Class");
    let symbol = SymbolicRef { class: owner, name: for_name, descriptor };
    let method = world.find_method(symbol).expect("the runtime has started");
    let text = values::build(machine, &Literal::Text(name.encode_utf16().collect()))
        .map_err(|error| failed(error.to_string()))?;
    let event = match machine.start(method, &[text]) {
        Ok(()) => {
            machine.pause_after(MOST_STEPS);
            machine.resume()
        }
        Err(outcome) => Event::Done(*outcome),
    };
    match event {
        Event::Done(Outcome::Returned(_)) => Ok(()),
        Event::Done(Outcome::Threw(exception)) => {
            let what = describe::exception(machine, exception);
            Err(CliError::usage(
                format!("class {name} cannot be initialised: {what}"),
                "its static initializer has to work without the program around it",
            ))
        }
        Event::Done(Outcome::Refused(refusal)) => {
            Err(CliError::Unsupported(describe::refusal(&machine.core.world, &refusal)))
        }
        _ => Err(failed("its static initializer does not end as it should".to_owned())),
    }
}
