//! What is counted of the paths of Java methods.

use super::super::conditions::Java;
use super::super::generator::SymbolicMachine;
use super::super::options::GenerateOptions;
use crate::error::{Error, SelectError};
use crate::program::Program;
use margay_ir::{MethodId, World};
use margay_jvm::classpath::nearest;
use margay_machine::meter::{KINDS, Kinds};
use margay_machine::{Core, Domain};
use margay_search::generate::cost::{Amount, CaseCost, CostModel, amount};
use margay_search::generate::policy::Policy;

impl GenerateOptions {
    /// All that is counted: what is asked for, and what policies are about.
    pub(crate) fn metered(&self) -> Vec<CostModel> {
        let mut models: Vec<CostModel> = Vec::new();
        let of_policies = self.policies.iter().flat_map(Policy::models);
        for model in self.costs.iter().chain(of_policies) {
            if !models.contains(model) {
                models.push(model.clone());
            }
        }
        let is_ranked = self.policies.iter().any(|policy| policy.rank.is_some());
        if is_ranked && models.is_empty() {
            models.push(CostModel::Instructions);
        }
        models
    }
}

/// Whether a method is what the user calls so: `add`, `Vector.add`, `shapes.Vector.add`, the last with
/// a descriptor or without.
pub(crate) fn is_called(world: &World, method: MethodId, name: &str) -> bool {
    let declared = world.method(method);
    let (name, descriptor) = name.split_at(name.find('(').unwrap_or(name.len()));
    if !world.text(declared.descriptor).starts_with(descriptor) {
        return false;
    }
    let (class, simple) = match name.rsplit_once('.') {
        Some((class, simple)) => (Some(class), simple),
        None => (None, name),
    };
    let owner = world.class_name(declared.class).replace(['/', '$'], ".");
    let is_owner = |class: &str| {
        let class = class.replace('$', ".");
        owner == class || owner.ends_with(&format!(".{class}"))
    };
    world.text(declared.name) == simple && class.is_none_or(is_owner)
}

/// Which calls are counted apart.
pub(crate) fn kinds(models: &[CostModel]) -> Kinds {
    let names: Vec<String> = named(models).cloned().collect();
    Box::new(move |world, method| {
        let is_it = |name: &String| is_called(world, method, name);
        names.iter().enumerate().fold(0, |bits, (kind, name)| bits | u8::from(is_it(name)) << kind)
    })
}

fn named(models: &[CostModel]) -> impl Iterator<Item = &String> {
    models.iter().filter_map(|model| match model {
        CostModel::CallsOf(method) => Some(method),
        _ => None,
    })
}

/// Says which of the methods that are counted there are not.
pub(crate) fn check(program: &mut Program, models: &[CostModel]) -> Result<(), Error> {
    if named(models).count() > KINDS {
        return Err(Error::Unsupported(format!(
            "at most {KINDS} methods have their calls counted"
        )));
    }
    let classes = program.classes.clone();
    for name in named(models) {
        let of_library = name.rsplit_once('.').map(|(class, _)| class.replace('.', "/"));
        let found = classes.iter().chain(&of_library).any(|class| {
            let Ok(class) = program.load(class) else { return false };
            let world = program.world();
            world.loaded(class).methods.iter().any(|method| is_called(world, *method, name))
        });
        if !found {
            let near = near(program, &classes, name);
            return Err(SelectError::NoClassWithMethod { method: name.clone(), near }.into());
        }
    }
    Ok(())
}

/// Names of methods like one that there is not.
pub(crate) fn near(program: &mut Program, classes: &[String], name: &str) -> Vec<String> {
    let name = name.rsplit('.').next().unwrap_or(name);
    let mut names: Vec<String> = Vec::new();
    for class in classes {
        let Ok(class) = program.load(class) else { continue };
        let world = program.world();
        let methods = world.loaded(class).methods.iter();
        names.extend(methods.map(|method| world.text(world.method(*method).name).to_owned()));
    }
    nearest(name, names)
}

/// What a run that has just ended has cost.
pub(crate) fn spent<D: Domain>(core: &Core<D>, models: &[CostModel]) -> Vec<u64> {
    let cost = |model| amount(core, models, model, |_| None).constant().unwrap_or_default();
    models.iter().map(cost).collect()
}

/// What a case costs: what its replay has shown, and the expression that the symbolic path gives if it
/// agrees with that.
pub(crate) fn of_case(
    machine: &SymbolicMachine,
    models: &[CostModel],
    replayed: &[u64],
    expected: &[(Amount, u64)],
) -> Vec<CaseCost> {
    let costs = models.iter().zip(replayed).enumerate();
    let costs = costs.map(|(place, (model, value))| {
        let agrees = expected.get(place).filter(|(_, expected)| expected == value);
        let expression = agrees.and_then(|(amount, _)| amount.text(&machine.core, &Java));
        CaseCost { model: model.to_string(), value: *value, expression }
    });
    costs.collect()
}
