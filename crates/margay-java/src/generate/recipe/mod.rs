//! How a test builds its input as a person would: by constructors, then by methods that set a
//! field, then by assignments; by reflection only where nothing else leads to the state.
//!
//! What constructors and methods do to fields is learnt ([`learn`]) by running them symbolically,
//! once for each class ([`classes`]). A recipe is then found by following it in the machine that
//! replays ([`attempt`]), and holds only if what it builds is exactly the input ([`compare`]):
//! a constructor that counts its objects, or keeps a list of them, is not used. Where no recipe
//! is found this way, objects are made without constructors and filled field by field. Objects that hold what calls have
//! made are built one by one, between those calls ([`holders`]).

mod attempt;
mod classes;
mod compare;
mod content;
mod free_fields;
mod holders;
mod learn;
mod wrappers;

pub use classes::Classes;

use super::coverage::PathCoverage;
use super::generator::Generator;
use super::record::FoundCase;
use super::replay::Replayer;
use crate::budget::QuestionBudget;
use attempt::{Attempt, Made, Stop};
use classes::package_of;
use free_fields::FreeFields;
use learn::Learner;
use margay_ir::ClassId;
use margay_jvm::launch::initialize;
use margay_machine::code::Point;
use margay_search::generate::case::{Build, MethodName, TestCase};
use margay_search::generate::paths::Options;
use margay_search::structure::{Content, Structure, Value};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Times that an attempt may find classes to be initialised first.
const MOST_ATTEMPTS: usize = 16;

/// Gives each case of a method its recipe. It depends on nothing but the case: not on the cases
/// before it, nor on the classes that these have initialised.
pub fn write<'c>(
    generator: &mut Generator,
    options: &Options,
    budget: &QuestionBudget,
    method: &MethodName,
    cases: impl Iterator<Item = &'c mut FoundCase>,
) {
    let Generator { symbolic, replayer, inputs, recipes, solver, .. } = generator;
    recipes.enter(package_of(&method.class));
    for found in cases {
        let roots = roots(&found.case, method.name == "<init>");
        if matches!(roots, Roots::Made) {
            continue;
        }
        FreeFields { machine: &mut symbolic.machine, inputs }.set_free(&mut found.case);
        let (options, solver, budget) = (options.clone(), solver.clone(), budget.clone());
        let machine = &mut symbolic.machine;
        let learner = Learner { machine, inputs, options, solver, budget };
        replayer.program.machine.hold();
        let mut finder =
            RecipeFinder { replayer, classes: recipes, learner, initialised: FxHashSet::default() };
        let path = match roots {
            Roots::Made => Vec::new(),
            Roots::Given(roots) => {
                let Recipe { steps, path } = finder.recipe(&found.case.before, &roots);
                found.case.recipe.splice(0..0, steps);
                path
            }
            Roots::Holding(holders) => finder.hold(&mut found.case, &holders),
        };
        replayer.program.machine.release();
        let Replayer { program, points, .. } = &mut *replayer;
        let building = PathCoverage::of(&mut program.machine, points, &path, String::new());
        found.building.extend(&building);
    }
}

/// What is to be built.
enum Roots {
    /// Nothing: calls make all of it.
    Made,
    /// What the method and the calls that make some of it are given.
    Given(Vec<Value>),
    /// Objects that hold what calls have made.
    Holding(Vec<usize>),
}

fn roots(case: &TestCase, is_constructor: bool) -> Roots {
    let input = &case.input;
    let statics = input.statics.iter().map(|(_, value)| value);
    // A constructor under test makes its receiver itself.
    let receiver = input.receiver.iter().filter(|_| !is_constructor);
    let mut given: Vec<&Value> = receiver.chain(&input.arguments).chain(statics).collect();
    let mut called = FxHashSet::default();
    for step in &case.recipe {
        given.extend(holders::given_to(step));
        called.extend(holders::made_by_call(step));
    }
    let is_called = |value: &&&Value| place_of(value).is_some_and(|place| called.contains(&place));
    let roots: Vec<Value> = given.iter().filter(|v| !is_called(v)).map(|v| (*v).clone()).collect();
    let (mut reached, is_mixed) = outside(&case.before, &roots, &called);
    reached.retain(|place| matches!(case.before.objects[*place].content, Content::Fields(_)));
    match (reached.is_empty(), is_mixed) {
        (true, _) => Roots::Made,
        (false, true) => Roots::Holding(reached),
        (false, false) => Roots::Given(roots),
    }
}

/// The objects that are reached without passing through one that calls have made, ascending: what is inside of such a
/// one was made with it. And whether such a one is reached.
fn outside(before: &Structure, roots: &[Value], called: &FxHashSet<usize>) -> (Vec<usize>, bool) {
    let mut open: Vec<usize> = roots.iter().filter_map(place_of).collect();
    let (mut reached, mut is_mixed) = (BTreeSet::new(), false);
    while let Some(place) = open.pop() {
        if called.contains(&place) {
            is_mixed = true;
        } else if reached.insert(place) {
            open.extend(before.objects[place].content.values().filter_map(place_of));
        }
    }
    (reached.into_iter().collect(), is_mixed)
}

/// The place of the object that a value refers to.
fn place_of(value: &Value) -> Option<usize> {
    if let Value::Ref(place) = value { Some(*place) } else { None }
}

/// How an input is built.
#[derive(Default)]
struct Recipe {
    steps: Vec<Build>,
    /// The points that its constructors and methods take.
    path: Vec<Point>,
}

/// All that recipes are found with.
struct RecipeFinder<'a> {
    replayer: &'a mut Replayer,
    classes: &'a mut Classes,
    learner: Learner<'a>,
    initialised: FxHashSet<ClassId>,
}

impl RecipeFinder<'_> {
    fn recipe(&mut self, before: &Structure, roots: &[Value]) -> Recipe {
        for _ in 0..MOST_ATTEMPTS {
            match self.attempt(before, roots) {
                Ok(recipe) => return recipe,
                Err(Stop::Initialise(classes)) => {
                    for class in classes {
                        // A class that cannot be initialised shows when it is used.
                        let _ = initialize(&mut self.replayer.program.machine, class);
                        self.initialised.insert(class);
                    }
                }
                Err(Stop::Refused(object)) => {
                    return Recipe { steps: vec![Build::Refused { object }], path: Vec::new() };
                }
                Err(Stop::Stuck) => break,
            }
        }
        Recipe { steps: self.plain(before, roots), path: Vec::new() }
    }

    fn attempt(&mut self, before: &Structure, roots: &[Value]) -> Result<Recipe, Stop> {
        let start = self.replayer.program.memory_mut().mark();
        let attempt = Attempt {
            replayer: self.replayer,
            classes: self.classes,
            learner: &mut self.learner,
            before,
            initialised: &self.initialised,
            start,
            made: vec![Made::No; before.objects.len()],
            referrers: vec![0; before.objects.len()],
            steps: Vec::new(),
            path: Vec::new(),
            called: Vec::new(),
            later: Vec::new(),
            depth: 0,
        };
        let found = attempt.run(roots);
        self.replayer.program.memory_mut().undo_to(start);
        found
    }

    /// The plainest way to build an input: objects without constructors, field by field. What is
    /// zero or null anyway needs no step, but for records: theirs are arguments.
    fn plain(&mut self, before: &Structure, roots: &[Value]) -> Vec<Build> {
        let (mut steps, mut set) = (Vec::new(), Vec::new());
        let places = roots.iter().filter_map(place_of);
        let mut reached: Vec<usize> = places.flat_map(|place| before.walk(place)).collect();
        reached.sort_unstable();
        reached.dedup();
        for object in reached {
            let found = &before.objects[object];
            let Content::Fields(fields) = &found.content else { continue };
            let machine = &mut self.replayer.program.machine;
            let name = found.class.replace('.', "/");
            let known = self.classes.get(machine, &mut self.learner, &name);
            let is_record = known.as_ref().is_some_and(|known| known.is_record);
            let nonzero = attempt::nonzero(fields);
            steps.push(Build::Allocate { object });
            for (index, (field, value)) in fields.iter().enumerate() {
                let slot = known.as_ref().and_then(|known| known.fields.get(index));
                let accessible = slot.is_some_and(|slot| slot.assignable);
                if is_record || nonzero.contains(&index) {
                    let (field, value) = ((**field).clone(), value.clone());
                    set.push(Build::Set { object, field, value, accessible });
                }
            }
        }
        steps.append(&mut set);
        steps
    }
}
