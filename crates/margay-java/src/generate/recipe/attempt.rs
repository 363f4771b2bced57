//! A recipe is found by following it: each step that a test would take is taken in the machine
//! that replays, and kept if it brings an object nearer to what it shall be.
//!
//! An object is made by the constructor that leaves the least to do, or without one. What then
//! still differs is left to methods that set one field, to assignments, and to reflection. Where
//! objects refer to each other in a circle, one of these steps comes last.

use super::Recipe;
use super::classes::{BuildableClass, Classes, Constructor};
use super::learn::Learner;
use crate::generate::replay::Replayer;
use crate::graph::{WriteError, allocate, class_in};
use margay_ir::ClassId;
use margay_machine::code::Point;
use margay_machine::{Mark, Ref};
use margay_search::generate::case::Build;
use margay_search::structure::{Content, FieldName, Structure, Value};
use rustc_hash::FxHashSet;
use std::rc::Rc;
use std::sync::Arc;

/// Objects that may wait for each other to be built.
const MOST_DEPTH: usize = 300;

/// Why an attempt has no result.
pub enum Stop {
    /// These classes have to be initialised first, or their initialisation would be taken for
    /// something that the constructor does.
    Initialise(Vec<ClassId>),
    /// No constructor of this record makes the one that is wanted, and nothing else does.
    Refused(usize),
    /// The input cannot be built this way.
    Stuck,
}

impl From<WriteError> for Stop {
    fn from(_: WriteError) -> Stop {
        Stop::Stuck
    }
}

/// What has become of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Made {
    No,
    /// What it needs is being made.
    Begun,
    Is(Ref),
}

/// An attempt to build an input.
pub struct Attempt<'a, 'l> {
    pub(super) replayer: &'a mut Replayer,
    pub(super) classes: &'a mut Classes,
    pub(super) learner: &'a mut Learner<'l>,
    pub(super) before: &'a Structure,
    /// Classes whose initialisation was tried already.
    pub(super) initialised: &'a FxHashSet<ClassId>,
    /// The state before.
    pub(super) start: Mark,
    pub(super) made: Vec<Made>,
    /// How many references there are to each object.
    pub(super) referrers: Vec<u32>,
    pub(super) steps: Vec<Build>,
    /// The points that they take.
    pub(super) path: Vec<Point>,
    /// Those of the last call.
    pub(super) called: Vec<Point>,
    /// Fields and elements to be set when all objects exist: object and place.
    pub(super) later: Vec<(usize, usize)>,
    pub(super) depth: usize,
}

/// An object as a constructor leaves it.
struct Constructed {
    object: Ref,
    /// The state before there was one.
    mark: Mark,
    /// Fields that are not as they shall be.
    differing: Vec<usize>,
    /// Objects that the constructor has made itself.
    own: Vec<(usize, Ref)>,
}

impl<'a, 'l> Attempt<'a, 'l> {
    /// The steps that build what the roots lead to.
    pub fn run(mut self, roots: &[Value]) -> Result<Recipe, Stop> {
        let places = |roots: &[Value]| -> Vec<usize> {
            let place = |value: &Value| if let Value::Ref(p) = value { Some(*p) } else { None };
            roots.iter().filter_map(place).collect()
        };
        let values = self.before.objects.iter().flat_map(|object| object.content.values());
        for value in values.chain(roots) {
            if let Value::Ref(place) = value {
                self.referrers[*place] += 1;
            }
        }
        for place in places(roots) {
            self.object(place)?;
        }
        for (place, index) in std::mem::take(&mut self.later) {
            match &self.before.objects[place].content {
                Content::Fields(_) => self.settle(place, index)?,
                _ => self.element(place, index)?,
            }
        }
        self.repair()?;
        if !self.later.is_empty() || !self.is_right(&places(roots)) {
            return Err(Stop::Stuck);
        }
        Ok(Recipe { steps: self.steps, path: self.path })
    }

    /// Sets again what constructors of other objects have changed afterwards.
    fn repair(&mut self) -> Result<(), Stop> {
        let before = self.before;
        for step in 0..self.steps.len() {
            let (place, has_constructor) = match self.steps[step] {
                Build::Construct { object, .. } => (object, true),
                Build::Allocate { object } => (object, false),
                _ => continue,
            };
            let (Content::Fields(fields), Made::Is(object)) =
                (&before.objects[place].content, self.made[place])
            else {
                continue;
            };
            let known = self.known(place)?;
            let (differing, _) = self.compare(&known, object, fields);
            let nonzero = nonzero(fields);
            for field in differing {
                // What is zero in a new object is taken to be so without a step.
                if !has_constructor && !nonzero.contains(&field) {
                    return Err(Stop::Stuck);
                }
                self.settle(place, field)?;
            }
        }
        Ok(())
    }

    /// Makes an object, unless it is being made.
    pub(super) fn object(&mut self, place: usize) -> Result<Option<Ref>, Stop> {
        match self.made[place] {
            Made::Is(object) => return Ok(Some(object)),
            Made::Begun => return Ok(None),
            Made::No if self.depth == MOST_DEPTH => return Err(Stop::Stuck),
            Made::No => {}
        }
        self.made[place] = Made::Begun;
        self.depth += 1;
        let before = self.before;
        let object = match &before.objects[place].content {
            Content::Fields(fields) => self.with_fields(place, fields)?,
            content => self.build_content(place, content)?,
        };
        self.depth -= 1;
        self.made[place] = Made::Is(object);
        Ok(Some(object))
    }

    pub(super) fn known(&mut self, place: usize) -> Result<Rc<BuildableClass>, Stop> {
        let name = self.before.objects[place].class.replace('.', "/");
        let machine = &mut self.replayer.program.machine;
        let known = self.classes.get(machine, self.learner, &name).ok_or(Stop::Stuck)?;
        self.ready(known.class)?;
        Ok(known)
    }

    /// Asks for a class to be initialised before the attempt.
    pub(super) fn ready(&self, class: ClassId) -> Result<(), Stop> {
        let memory = self.replayer.program.memory();
        if memory.is_fresh(class) && !self.initialised.contains(&class) {
            return Err(Stop::Initialise(vec![class]));
        }
        Ok(())
    }

    // ---- objects with fields ----

    fn with_fields(
        &mut self,
        place: usize,
        fields: &[(Arc<FieldName>, Value)],
    ) -> Result<Ref, Stop> {
        let known = self.known(place)?;
        if known.fields.len() != fields.len() {
            return Err(Stop::Stuck);
        }
        let mut best = None;
        // An object without a constructor needs reflection.
        let mut least = REFLECTION + self.cost(&known, &nonzero(fields));
        for constructor in &known.constructors {
            let (values, bits) = self.arguments(constructor, fields)?;
            let Some(left) = self.construct(&known, constructor, &bits, fields)? else { continue };
            let cost = self.cost(&known, &left.differing);
            if cost == 0 {
                return self.keep(place, constructor, values, left);
            }
            self.take_back(left.mark);
            if cost <= least && !known.is_record {
                least = cost - 1;
                best = Some((constructor, values, bits));
            }
        }
        if let Some((constructor, values, bits)) = best
            && let Some(left) = self.construct(&known, constructor, &bits, fields)?
        {
            return self.keep(place, constructor, values, left);
        }
        self.allocate(place, &known, fields)
    }

    /// How much is left to do with these fields to be set.
    fn cost(&mut self, known: &BuildableClass, differing: &[usize]) -> usize {
        if differing.is_empty() {
            return 0;
        }
        let machine = &mut self.replayer.program.machine;
        let setters = self.classes.setters(machine, self.learner, known);
        let cost = |field: &usize| {
            let is_easy = known.fields[*field].assignable || setters.contains_key(field);
            if is_easy { 1 } else { REFLECTION }
        };
        differing.iter().map(cost).sum()
    }

    /// The arguments that should leave the fields as they shall be. What does not exist yet, and
    /// parameters that go to no field, are 0 or null.
    fn arguments(
        &mut self,
        constructor: &Constructor,
        fields: &[(Arc<FieldName>, Value)],
    ) -> Result<(Vec<Value>, Vec<u64>), Stop> {
        let (mut values, mut bits) = (Vec::new(), Vec::new());
        for (target, descriptor) in constructor.targets.iter().zip(&constructor.parameters) {
            let wanted = target.map(|field| fields[field].1.clone());
            let wanted = wanted.filter(|value| *value != Value::Free);
            let wanted = wanted.unwrap_or_else(|| blank(descriptor));
            let known = self.bits(&wanted, descriptor)?;
            let known = known.filter(|bits| self.fits(*bits, descriptor));
            values.push(if known.is_some() { wanted } else { blank(descriptor) });
            bits.push(known.unwrap_or_default());
        }
        Ok((values, bits))
    }

    /// Whether a parameter may have a value. A field that a generic class declares may hold what the
    /// constructor of a subclass does not take.
    fn fits(&mut self, bits: u64, descriptor: &str) -> bool {
        let Some(name) = class_in(descriptor) else { return true };
        let program = &mut self.replayer.program;
        let Ok(wanted) = program.load(name) else { return bits == 0 };
        let is =
            |object: Ref| program.world().is_subclass(program.memory().class_of(object), wanted);
        bits == 0 || is(bits as Ref)
    }

    /// Calls a constructor, unless it throws or does more than make an object.
    fn construct(
        &mut self,
        known: &BuildableClass,
        constructor: &Constructor,
        arguments: &[u64],
        fields: &[(Arc<FieldName>, Value)],
    ) -> Result<Option<Constructed>, Stop> {
        // `null.new Inner()` is no way to make an object.
        if constructor.is_inner && arguments.first() == Some(&0) {
            return Ok(None);
        }
        let mark = self.replayer.program.memory_mut().mark();
        let object = allocate(&mut self.replayer.program.machine, known.class, None)?;
        let mut given = vec![u64::from(object)];
        given.extend(arguments);
        if !self.call(constructor.method, &given)? {
            self.take_back(mark);
            return Ok(None);
        }
        let (differing, own) = self.compare(known, object, fields);
        Ok(Some(Constructed { object, mark, differing, own }))
    }

    /// Takes an object as a constructor has left it, and sets what still differs.
    fn keep(
        &mut self,
        place: usize,
        constructor: &Constructor,
        arguments: Vec<Value>,
        left: Constructed,
    ) -> Result<Ref, Stop> {
        let descriptor = constructor.descriptor.clone();
        self.steps.push(Build::Construct { object: place, descriptor, arguments });
        self.path.append(&mut self.called);
        self.made[place] = Made::Is(left.object);
        self.adopt(left.own);
        for field in left.differing {
            self.settle(place, field)?;
        }
        Ok(left.object)
    }

    /// Objects that a constructor or method has made are those of the input from now on.
    fn adopt(&mut self, own: Vec<(usize, Ref)>) {
        for (place, object) in own {
            if self.made[place] != Made::No {
                self.steps.push(Build::Copied { object: place });
            }
            self.made[place] = Made::Is(object);
        }
    }

    /// Makes an object without a constructor.
    fn allocate(
        &mut self,
        place: usize,
        known: &BuildableClass,
        fields: &[(Arc<FieldName>, Value)],
    ) -> Result<Ref, Stop> {
        if known.is_record {
            return Err(Stop::Refused(place));
        }
        let object = allocate(&mut self.replayer.program.machine, known.class, None)?;
        self.steps.push(Build::Allocate { object: place });
        self.made[place] = Made::Is(object);
        for field in nonzero(fields) {
            self.settle(place, field)?;
        }
        Ok(object)
    }

    /// Sets a field that is not as it shall be.
    fn settle(&mut self, place: usize, index: usize) -> Result<(), Stop> {
        let before = self.before;
        let (Content::Fields(fields), Made::Is(object)) =
            (&before.objects[place].content, self.made[place])
        else {
            return Err(Stop::Stuck);
        };
        let known = self.known(place)?;
        let (name, value) = &fields[index];
        let slot = &known.fields[index];
        let Some(bits) = self.bits(value, &slot.field.descriptor)? else {
            self.later.push((place, index));
            return Ok(());
        };
        let (differing, _) = self.compare(&known, object, fields);
        if !differing.contains(&index) {
            return Ok(());
        }
        let machine = &mut self.replayer.program.machine;
        let setters = self.classes.setters(machine, self.learner, &known);
        for setter in setters.get(&index).into_iter().flatten() {
            let mark = self.replayer.program.memory_mut().mark();
            let fits = self.fits(bits, &setter.parameter);
            if fits && self.call(setter.method, &[u64::from(object), bits])? {
                let (still, own) = self.compare(&known, object, fields);
                let is_better =
                    !still.contains(&index) && still.iter().all(|field| differing.contains(field));
                if is_better {
                    let (name, descriptor) = (setter.name.clone(), setter.descriptor.clone());
                    let arguments = vec![value.clone()];
                    self.steps.push(Build::Call { object: place, name, descriptor, arguments });
                    self.path.append(&mut self.called);
                    self.adopt(own);
                    return Ok(());
                }
            }
            self.take_back(mark);
        }
        self.replayer.program.memory_mut().set(object, slot.field.slot, bits);
        self.steps.push(Build::Set {
            object: place,
            field: FieldName::clone(name),
            value: value.clone(),
            accessible: slot.assignable,
        });
        Ok(())
    }
}

/// What a field costs that only reflection can set.
const REFLECTION: usize = 4;

/// Fields that a new object does not have right.
pub(super) fn nonzero(fields: &[(Arc<FieldName>, Value)]) -> Vec<usize> {
    let is_zero = |value: &Value| match value {
        Value::Free | Value::Null | Value::Bool(false) | Value::Int(0) | Value::Char(0) => true,
        Value::Float(text) => text == "0.0",
        _ => false,
    };
    (0..fields.len()).filter(|field| !is_zero(&fields[*field].1)).collect()
}

/// Zero, false or null.
fn blank(descriptor: &str) -> Value {
    match descriptor.as_bytes().first() {
        Some(b'L' | b'[') => Value::Null,
        Some(b'Z') => Value::Bool(false),
        Some(b'C') => Value::Char(0),
        Some(b'F' | b'D') => Value::Float("0.0".to_owned()),
        _ => Value::Int(0),
    }
}
