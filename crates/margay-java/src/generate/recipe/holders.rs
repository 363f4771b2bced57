//! Objects that hold what calls have made. Each is built alone, with nothing in it that it refers to, and then has its
//! references assigned: after the calls that make what they lead to, and before the first call that is given it.

use super::classes::{BuildableClass, Setter};
use super::{Recipe, RecipeFinder, place_of};
use crate::graph::allocate;
use crate::program::call;
use margay_machine::Outcome;
use margay_machine::code::Point;
use margay_search::generate::case::{Build, TestCase};
use margay_search::structure::{Content, Structure, Value};

/// Steps that a method which sets a field may take.
const MOST_STEPS: u64 = 1 << 16;

/// What a step gives to a call.
pub(super) fn given_to(step: &Build) -> impl Iterator<Item = &Value> {
    let (receiver, arguments) = match step {
        Build::Construct { arguments, .. } | Build::Call { arguments, .. } => {
            (None, &arguments[..])
        }
        Build::Produce { receiver, arguments, .. } => (receiver.as_ref(), &arguments[..]),
        _ => (None, &[][..]),
    };
    receiver.into_iter().chain(arguments)
}

/// The object that a call of a step makes or changes.
pub(super) fn made_by_call(step: &Build) -> Option<usize> {
    match step {
        Build::Construct { object, .. }
        | Build::Call { object, .. }
        | Build::Produce { object, .. }
        | Build::Constant { object, .. } => Some(*object),
        _ => None,
    }
}

impl RecipeFinder<'_> {
    /// Puts the steps that build these objects between the calls of a case; gives the points that they take.
    pub(super) fn hold(&mut self, case: &mut TestCase, holders: &[usize]) -> Vec<Point> {
        let (mut path, mut waiting) = (Vec::new(), Vec::new());
        for holder in holders {
            let Some(recipe) = self.alone(&case.before, *holder) else { continue };
            path.extend(recipe.path);
            waiting.push((*holder, recipe.steps));
        }
        let calls = std::mem::take(&mut case.recipe);
        for call in calls {
            let given = given_to(&call).filter_map(place_of);
            let needed: Vec<usize> = given.flat_map(|place| case.before.walk(place)).collect();
            let (ready, rest) =
                waiting.into_iter().partition(|(holder, _)| needed.contains(holder));
            waiting = rest;
            assemble(&mut case.recipe, ready);
            case.recipe.push(call);
        }
        assemble(&mut case.recipe, waiting);
        path
    }

    /// Builds an object with nothing in it that it refers to, then gives it that, by setters where there are some. None for a record, which a test makes of
    /// all it holds where it needs it.
    fn alone(&mut self, before: &Structure, holder: usize) -> Option<Recipe> {
        let class = before.objects[holder].class.replace('.', "/");
        let machine = &mut self.replayer.program.machine;
        let known = self.classes.get(machine, &mut self.learner, &class);
        if known.as_ref().is_some_and(|known| known.is_record) {
            return None;
        }
        let mut alone = before.clone();
        let mut held = Vec::new();
        if let Content::Fields(fields) = &mut alone.objects[holder].content {
            for (index, (name, value)) in fields.iter_mut().enumerate() {
                if let Value::Ref(_) = value {
                    held.push((index, (**name).clone(), std::mem::replace(value, Value::Null)));
                }
            }
        }
        let mut recipe = self.recipe(&alone, &[Value::Ref(holder)]);
        for (index, field, value) in held {
            let known = known.as_ref().filter(|known| index < known.fields.len());
            if let Some((step, path)) =
                known.and_then(|known| self.set(known, index, holder, &value))
            {
                recipe.steps.push(step);
                recipe.path.extend(path);
                continue;
            }
            let accessible = known.is_some_and(|known| known.fields[index].assignable);
            recipe.steps.push(Build::Set { object: holder, field, value, accessible });
        }
        Some(recipe)
    }

    /// The call of a method that sets a field and does nothing else, with the points that it takes.
    fn set(
        &mut self,
        known: &BuildableClass,
        index: usize,
        holder: usize,
        value: &Value,
    ) -> Option<(Build, Vec<Point>)> {
        let machine = &mut self.replayer.program.machine;
        let setters = self.classes.setters(machine, &mut self.learner, known);
        let takes_any = |setter: &&Setter| setter.parameter == known.fields[index].field.descriptor;
        let setter = setters.get(&index)?.iter().find(takes_any)?;
        let mark = machine.core.memory.mark();
        let object = allocate(machine, known.class, None).ok()?;
        // What it takes is the same with any value, or it would not be a setter.
        let ended = call(machine, setter.method, &[u64::from(object), 0], MOST_STEPS);
        let path = machine.core.path().collect();
        machine.core.memory.undo_to(mark);
        let Some(Outcome::Returned(_)) = ended else { return None };
        let (name, descriptor) = (setter.name.clone(), setter.descriptor.clone());
        let arguments = vec![value.clone()];
        Some((Build::Call { object: holder, name, descriptor, arguments }, path))
    }
}

/// All objects first, then what is assigned to them: they may hold each other.
fn assemble(recipe: &mut Vec<Build>, built: Vec<(usize, Vec<Build>)>) {
    let refers = |step: &Build| match step {
        Build::Set { value, .. } => place_of(value).is_some(),
        step => given_to(step).any(|value| place_of(value).is_some()),
    };
    let steps = built.into_iter().flat_map(|(_, steps)| steps);
    let (set, made): (Vec<Build>, Vec<Build>) = steps.partition(refers);
    recipe.extend(made.into_iter().chain(set));
}
