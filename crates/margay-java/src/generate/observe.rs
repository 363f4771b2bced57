//! What a test sees of an object without looking into it: what its methods without parameters answer,
//! those that change nothing.
//!
//! They are called on the objects that a method is given, before and after it runs; what they answer
//! otherwise afterwards is what the method did, as far as its users can tell. Of new objects all counts.

use super::kept::Keeper;
use super::missing::unknown_type;
use super::replay::Replayer;
use crate::graph::Visited;
use crate::program::{Program, call};
use margay_ir::world::modifiers::{BRIDGE, PRIVATE, PUBLIC, SYNTHETIC};
use margay_ir::world::package_of;
use margay_ir::{ClassId, MethodId};
use margay_jvm::inputs::footprint::Footprints;
use margay_jvm::launch::initialize;
use margay_machine::{Outcome, Ref, Touched};
use margay_search::generate::case::{CaseOutcome, Observation};
use margay_search::structure::{Content, Object, Structure, Value, has_identity};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Steps that such a method may take.
pub(super) const MOST_STEPS: u64 = 1 << 16;

/// Answers of one object that are kept.
const MOST_ANSWERS: usize = 6;

/// Objects in an array or collection that are looked at.
const MOST_ELEMENTS: usize = 3;

/// Longest array or collection that is an answer.
const MOST_VALUES: usize = 20;

/// Methods whose answers say nothing about an object, or not the same in every run.
const IDLE: [&str; 3] = ["hashCode", "clone", "finalize"];

/// The parameter of methods that are asked about what the method under test is given: a key, an element, a place.
const ASKED_ABOUT: [&str; 4] = ["(Ljava/lang/String;)", "(Ljava/lang/Object;)", "(I)", "(J)"];

/// Methods that compare an object with another: nobody is told what it is by that.
const COMPARING: [&str; 2] = ["equals", "compareTo"];

/// Something that methods can be asked about, by the descriptor of their parameter.
#[derive(Clone, Debug)]
pub(super) struct Key {
    parameter: String,
    bits: u64,
    value: Value,
}

/// A method that only looks.
#[derive(Clone, Debug)]
struct Observer {
    method: MethodId,
    name: String,
    descriptor: String,
    /// What it is asked about, if it has a parameter.
    key: Option<Key>,
    /// Whether only code of the same package may call it.
    is_hidden: bool,
}

/// The methods that only look, by class.
pub struct Observers {
    pub(super) project: Vec<ClassId>,
    pub(super) footprints: Footprints,
    known: FxHashMap<ClassId, Vec<Observer>>,
    pub(super) keepers: FxHashMap<ClassId, Rc<[Keeper]>>,
}

/// What a method did that was called to see whether it only looks.
enum Looked {
    Answered(Value, Structure),
    /// It has changed something, perhaps only because it had to initialize these classes.
    Changed {
        initialized: Vec<ClassId>,
    },
}

/// What an object answered, each with all it leads to; nothing where a method threw or did more than
/// look.
type Answers = Vec<Option<(Value, Structure)>>;

impl Observer {
    fn takes_something(&self) -> bool {
        !self.descriptor.starts_with("()")
    }

    /// The same with the first of some keys that it can be asked about; none if it has to be and there is none.
    fn about(mut self, keys: &[Key]) -> Option<Observer> {
        if self.takes_something() {
            let fits = |key: &&Key| self.descriptor.starts_with(&key.parameter);
            self.key = Some(keys.iter().find(fits)?.clone());
        }
        Some(self)
    }
}

impl Observers {
    /// Those of a project with these classes.
    pub fn new(project: Vec<ClassId>) -> Self {
        let footprints = Footprints::new(project.clone());
        let (known, keepers) = (FxHashMap::default(), FxHashMap::default());
        Observers { project, footprints, known, keepers }
    }

    /// The methods for objects of a class that the tests of another may call, except that one itself.
    fn of(&mut self, program: &mut Program, class: ClassId, tested: MethodId) -> Vec<Observer> {
        if !self.known.contains_key(&class) {
            let found = self.find(program, class);
            self.known.insert(class, found);
        }
        let world = program.world();
        let package = |class: ClassId| package_of(world.class_name(class));
        let name = world.text(world.method(tested).name);
        let own = package(world.method(tested).class);
        let is_asked = |observer: &&Observer| {
            observer.name != name && (!observer.is_hidden || package(class) == own)
        };
        self.known[&class].iter().filter(is_asked).cloned().collect()
    }

    fn find(&mut self, program: &mut Program, class: ClassId) -> Vec<Observer> {
        let state = self.footprints.state(&mut program.machine, class);
        let mut found: Vec<Observer> = Vec::new();
        let lineage = std::iter::successors(Some(class), |c| program.world().loaded(*c).superclass);
        let lineage: Vec<ClassId> = lineage.filter(|c| self.project.contains(c)).collect();
        let methods = lineage.into_iter().flat_map(|c| program.world().loaded(c).methods.clone());
        // What a class declares is what a call runs, whatever those above it declare. A bridge runs what is above.
        let mut declared_below: FxHashSet<String> = FxHashSet::default();
        for method in methods.collect::<Vec<MethodId>>() {
            let world = program.world();
            let declared = world.method(method);
            let [name, descriptor] =
                [declared.name, declared.descriptor].map(|name| world.text(name).to_owned());
            let about = ASKED_ABOUT.iter().find(|parameter| descriptor.starts_with(**parameter));
            let about = about.filter(|_| !COMPARING.contains(&name.as_str()));
            let parameter = about.copied().unwrap_or("()");
            let is_asked = descriptor.starts_with(parameter)
                && declared.modifiers & (SYNTHETIC | BRIDGE) == 0
                && declared_below.insert(format!("{name}{parameter}"))
                && declared.result.is_some()
                && !declared.is_static()
                && !declared.is_abstract()
                && !declared.is_native()
                && declared.modifiers & PRIVATE == 0
                && !IDLE.contains(&name.as_str());
            if !is_asked {
                continue;
            }
            let is_hidden = declared.modifiers & PUBLIC == 0;
            if unknown_type(&mut program.machine, &descriptor).is_some() {
                continue;
            }
            let world = program.world();
            // What a record says of itself, unless somebody has written that, is what its components are.
            if name == "toString" && program.machine.platform.loader.is_implicit(world, method) {
                continue;
            }
            let footprint = self.footprints.of(&mut program.machine, method);
            if footprint.writes.is_disjoint(&state) {
                found.push(Observer { method, name, descriptor, key: None, is_hidden });
            }
        }
        // What an object says of itself as text repeats what others tell.
        found.sort_by_key(|observer| (observer.takes_something(), observer.name == "toString"));
        found
    }
}

impl Replayer {
    /// The objects of the project that a method is given, alone or in an array or collection.
    pub(super) fn watched(
        &self,
        given: &[Value],
        before: &Structure,
        visited: &Visited,
    ) -> Vec<Ref> {
        let Some(observers) = &self.observers else { return Vec::new() };
        let object = |value: &Value| match value {
            Value::Ref(place) => visited.object(*place),
            _ => None,
        };
        let held = given.iter().filter_map(|value| match value {
            Value::Ref(place) => match &before.objects.get(*place)?.content {
                Content::Elements(values) | Content::Collection(values) => Some(values),
                _ => None,
            },
            _ => None,
        });
        let held = held.flat_map(|values| values.iter().take(MOST_ELEMENTS));
        let mut found: Vec<Ref> = Vec::new();
        for object in given.iter().chain(held).filter_map(object) {
            let class = self.program.memory().class_of(object);
            if observers.project.contains(&class) && !found.contains(&object) {
                found.push(object);
            }
        }
        found
    }

    /// What methods of objects can be asked about, of what a method is given.
    pub(super) fn keys(
        &self,
        parameters: &[(String, String)],
        bits: &[u64],
        given: &[Value],
    ) -> Vec<Key> {
        let given = parameters.iter().zip(bits).zip(given);
        let keys = given.filter_map(|(((_, descriptor), bits), value)| {
            let parameter = format!("({descriptor})");
            let is_known = matches!(value, Value::Text(_) | Value::Int(_));
            let is_key = is_known && ASKED_ABOUT.contains(&parameter.as_str());
            is_key.then(|| Key { parameter, bits: *bits, value: value.clone() })
        });
        keys.collect()
    }

    /// What objects answer.
    pub(super) fn show(&mut self, tested: MethodId, objects: &[Ref]) -> Vec<Answers> {
        objects.iter().map(|object| self.ask(tested, *object)).collect()
    }

    /// The observations that a test asserts.
    pub(super) fn observe(
        &mut self,
        tested: MethodId,
        watched: &[Ref],
        before: Vec<Answers>,
        outcome: &CaseOutcome,
        visited: &mut Visited,
    ) -> Option<Vec<Observation>> {
        self.observers.as_ref()?;
        let mut found = Vec::new();
        for (object, before) in watched.iter().zip(before) {
            let after = self.ask(tested, *object);
            let has_changed: Vec<bool> =
                before.iter().zip(&after).map(|(old, new)| new.is_some() && old != new).collect();
            self.add(tested, *object, &has_changed, visited, &mut found);
        }
        for object in self.results(outcome, visited) {
            if !watched.contains(&object) {
                // Of a new object it says little what it has to do with that.
                self.keys.clear();
                let answers = self.ask(tested, object);
                let is_there: Vec<bool> = answers.iter().map(Option::is_some).collect();
                self.add(tested, object, &is_there, visited, &mut found);
            }
        }
        Some(found)
    }

    /// Asks an object, and takes back whatever that does.
    fn ask(&mut self, tested: MethodId, object: Ref) -> Answers {
        let observers = self.observers_of(tested, object);
        let mut answers = Vec::with_capacity(observers.len());
        for observer in observers {
            self.program.machine.hold();
            answers.push(self.answer(&observer, object));
            self.program.machine.release();
        }
        answers
    }

    fn observers_of(&mut self, tested: MethodId, object: Ref) -> Vec<Observer> {
        let class = self.program.memory().class_of(object);
        let Some(observers) = &mut self.observers else { return Vec::new() };
        let found = observers.of(&mut self.program, class, tested).into_iter();
        found.filter_map(|observer| observer.about(&self.keys)).collect()
    }

    /// What a method answers, if it only looks.
    fn answer(&mut self, observer: &Observer, object: Ref) -> Option<(Value, Structure)> {
        // The first time it may have to initialize classes, which is none of its business.
        for _ in 0..2 {
            self.program.machine.hold();
            let looked = self.look(observer, object);
            self.program.machine.release();
            match looked? {
                Looked::Answered(value, structure) => {
                    return is_plain(&value, &structure.objects).then_some((value, structure));
                }
                Looked::Changed { initialized } if initialized.is_empty() => return None,
                Looked::Changed { initialized } => {
                    for class in initialized {
                        let _ = initialize(&mut self.program.machine, class);
                    }
                }
            }
        }
        None
    }

    /// Calls a method and looks at what that changes; nothing if it does not return.
    fn look(&mut self, observer: &Observer, object: Ref) -> Option<Looked> {
        let mark = self.program.memory_mut().mark();
        let mut visited = Visited::default();
        let value = self.call(observer, object, &mut visited)?;
        let (mut initialized, mut is_changed) = (Vec::new(), false);
        let all: Vec<Touched> = self.program.memory().touched_since(mark, mark).collect();
        let is_cell = |touched: &Touched| matches!(touched, Touched::Cell(_));
        let kept = match all.iter().any(is_cell) {
            true => self.kept_by_library(object),
            false => FxHashSet::default(),
        };
        for touched in all {
            match touched {
                Touched::Cell(cell) => is_changed |= !kept.contains(&cell),
                Touched::Content => is_changed = true,
                Touched::Class(class) => initialized.push(class),
            }
        }
        if is_changed {
            return Some(Looked::Changed { initialized });
        }
        let structure = self.reader.read(&mut self.program.machine, &mut visited);
        Some(Looked::Answered(value, structure))
    }

    fn call(&mut self, observer: &Observer, object: Ref, visited: &mut Visited) -> Option<Value> {
        let machine = &mut self.program.machine;
        let key = observer.key.as_ref().map(|key| key.bits);
        let given: Vec<u64> = std::iter::once(u64::from(object)).chain(key).collect();
        let Outcome::Returned(Some(bits)) = call(machine, observer.method, &given, MOST_STEPS)?
        else {
            return None;
        };
        let result = observer.descriptor.rsplit(')').next()?;
        Some(self.reader.value(machine, visited, result, bits, None))
    }

    /// Adds the answers of an object that are worth telling.
    fn add(
        &mut self,
        tested: MethodId,
        object: Ref,
        is_told: &[bool],
        visited: &mut Visited,
        found: &mut Vec<Observation>,
    ) {
        let observers = self.observers_of(tested, object);
        let told = observers.into_iter().zip(is_told).filter(|(_, is_told)| **is_told);
        for (observer, _) in told.take(MOST_ANSWERS) {
            if let Some(value) = self.call(&observer, object, visited) {
                self.observed.extend(self.program.machine.core.path());
                let object = visited.place(object, None);
                let Observer { name, descriptor, key, .. } = observer;
                let argument = key.map(|key| key.value);
                found.push(Observation { object, name, descriptor, argument, value });
            }
        }
    }

    /// The objects that a method has returned, alone or in an array or collection.
    fn results(&mut self, outcome: &CaseOutcome, visited: &mut Visited) -> Vec<Ref> {
        let CaseOutcome::Returned(Some(Value::Ref(place))) = outcome else { return Vec::new() };
        let Some(root) = visited.object(*place) else { return Vec::new() };
        let mut seen = Visited::default();
        seen.place(root, None);
        let structure = self.reader.read(&mut self.program.machine, &mut seen);
        let mut found = vec![root];
        if let Some(Content::Elements(values) | Content::Collection(values)) =
            structure.objects.first().map(|object| &object.content)
        {
            let places = values.iter().filter_map(|value| match value {
                Value::Ref(place) => seen.object(*place),
                _ => None,
            });
            found.extend(places.take(MOST_ELEMENTS));
        }
        let Some(observers) = &self.observers else { return Vec::new() };
        let memory = self.program.memory();
        found.retain(|object| observers.project.contains(&memory.class_of(*object)));
        found.dedup();
        found
    }
}

/// Whether an answer is a value, or values in an array or collection: then a test can write it down.
fn is_plain(value: &Value, objects: &[Object]) -> bool {
    let Value::Ref(place) = value else { return !is_identity(value) };
    let is_value = |value: &Value| match value {
        Value::Ref(place) => matches!(
            objects.get(*place).map(|object| &object.content),
            Some(Content::Boxed(_) | Content::Constant(_))
        ),
        value => !is_identity(value),
    };
    match objects.get(*place).map(|object| &object.content) {
        Some(Content::Boxed(_) | Content::Constant(_)) => true,
        Some(
            content @ (Content::Elements(_)
            | Content::Collection(_)
            | Content::Map(_)
            | Content::Holding(_)),
        ) => content.values().count() <= MOST_VALUES && content.values().all(is_value),
        _ => false,
    }
}

/// Whether a value is a text that differs from run to run.
fn is_identity(value: &Value) -> bool {
    matches!(value, Value::Text(text) if has_identity(text))
}
