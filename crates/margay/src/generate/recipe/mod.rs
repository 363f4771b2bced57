//! How a test builds its input as a person would: by constructors, then by methods that set a
//! field, then by assignments; by reflection only where nothing else leads to the state.
//!
//! What constructors and methods do to fields is learnt ([`learn`]) by running them symbolically,
//! once for each class ([`known`]). A recipe is then found by following it in the machine that
//! replays ([`attempt`]), and holds only if what it builds is exactly the input ([`same`]):
//! a constructor that counts its objects, or keeps a list of them, is not used. Where no recipe
//! is found this way, objects are made without constructors and filled field by field.

mod attempt;
mod content;
mod known;
mod learn;
mod same;

pub use known::Classes;

use super::replay::Replayer;
use super::session::Session;
use attempt::{Attempt, Made, Stop};
use known::package_of;
use learn::Learner;
use margay_ir::ClassId;
use margay_jvm::launch::initialize;
use margay_search::generate::case::{Build, TestCase};
use margay_search::generate::search::Options;
use margay_search::structure::{Content, Structure, Value};
use rustc_hash::FxHashSet;

/// Times that an attempt may find classes to be initialised first.
const MOST_ATTEMPTS: usize = 16;

/// Gives each case its recipe. The tests are in the package of this class.
pub fn write(session: &mut Session, options: Options, class: &str, cases: &mut [TestCase]) {
    let has_fields = |case: &&mut TestCase| {
        let mut objects = case.before.objects.iter();
        objects.any(|object| matches!(object.content, Content::Fields(_)))
    };
    let mut cases = cases.iter_mut().filter(has_fields).peekable();
    if cases.peek().is_none() {
        return;
    }
    let Session { symbolic, replayer, inputs, recipes, .. } = session;
    recipes.enter(package_of(class));
    let learner = Learner { machine: symbolic, inputs, options };
    replayer.program.machine.hold();
    let mut kitchen =
        Kitchen { replayer, classes: recipes, learner, initialised: FxHashSet::default() };
    for case in cases {
        case.recipe = kitchen.recipe(case);
    }
    replayer.program.machine.release();
}

/// All that recipes are found with.
struct Kitchen<'a> {
    replayer: &'a mut Replayer,
    classes: &'a mut Classes,
    learner: Learner<'a>,
    initialised: FxHashSet<ClassId>,
}

impl Kitchen<'_> {
    fn recipe(&mut self, case: &TestCase) -> Vec<Build> {
        let input = &case.input;
        let statics = input.statics.iter().map(|(_, value)| value);
        let roots = input.receiver.iter().chain(&input.arguments).chain(statics);
        let roots: Vec<Value> = roots.cloned().collect();
        for _ in 0..MOST_ATTEMPTS {
            match self.attempt(&case.before, &roots) {
                Ok(steps) => return steps,
                Err(Stop::Initialise(classes)) => {
                    for class in classes {
                        // A class that cannot be initialised shows when it is used.
                        let _ = initialize(&mut self.replayer.program.machine, class);
                        self.initialised.insert(class);
                    }
                }
                Err(Stop::Refused(object)) => return vec![Build::Refused { object }],
                Err(Stop::Stuck) => break,
            }
        }
        plain(&case.before)
    }

    fn attempt(&mut self, before: &Structure, roots: &[Value]) -> Result<Vec<Build>, Stop> {
        let memory = &mut self.replayer.program.machine.core.memory;
        let start = memory.mark();
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
            later: Vec::new(),
            depth: 0,
        };
        let found = attempt.run(roots);
        self.replayer.program.machine.core.memory.undo_to(start);
        found
    }
}

/// The plainest way to build an input: objects without constructors, field by field.
fn plain(before: &Structure) -> Vec<Build> {
    let with_fields = || {
        before.objects.iter().enumerate().filter_map(|(place, object)| match &object.content {
            Content::Fields(fields) => Some((place, fields)),
            _ => None,
        })
    };
    let allocated = with_fields().map(|(place, _)| Build::Allocate { object: place });
    let set = with_fields().flat_map(|(object, fields)| {
        fields.iter().map(move |(field, value)| Build::Set {
            object,
            field: field.clone(),
            value: value.clone(),
            accessible: false,
        })
    });
    allocated.chain(set).collect()
}
