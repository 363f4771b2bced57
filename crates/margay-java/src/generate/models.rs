//! Models: plain Java methods that stand for others, native ones or such whose code is missing.
//!
//! What is given is trusted: both machines run the model, and the report lists it.

use crate::error::Error;
use crate::program::{Program, load};
use margay_ir::{InstKind, MethodId};
use margay_jvm::platform::MethodKey;
use margay_machine::Domain;
use std::fmt;
use std::str::FromStr;

/// A method and the one that stands for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodModel {
    /// The class of the method with dots, and its name.
    pub method: (String, String),
    /// Those of the one that stands for it.
    pub model: (String, String),
}

impl FromStr for MethodModel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || "expected METHOD=MODEL, such as java.lang.System.arraycopy=models.Arrays.copy";
        let (method, model) = text.split_once('=').ok_or_else(wrong)?;
        let parts = |name: &str| {
            let (class, name) = name.trim().rsplit_once('.')?;
            let is_name = |text: &str| {
                !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "._$".contains(c))
            };
            (is_name(class) && is_name(name)).then(|| (class.to_owned(), name.to_owned()))
        };
        match (parts(method), parts(model)) {
            (Some(method), Some(model)) => Ok(MethodModel { method, model }),
            _ => Err(wrong().to_owned()),
        }
    }
}

impl fmt::Display for MethodModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((class, name), (model_class, model)) = (&self.method, &self.model);
        write!(f, "{class}.{name}={model_class}.{model}")
    }
}

/// Lets models stand for methods in a machine.
pub(super) fn install<D: Domain>(
    program: &mut Program<D>,
    models: &[MethodModel],
) -> Result<(), Error> {
    if models.is_empty() {
        return Ok(());
    }
    check_cycles(models)?;
    for model in models {
        let found = pairs(program, model)?;
        for (method, by) in &found {
            if calls(program, *by, *method) {
                return Err(Error::Together(format!(
                    "--model {model}: the model calls the method that it stands for"
                )));
            }
            let world = program.world();
            let (method, by) = (key(world, *method), key(world, *by));
            program.machine.platform.models.insert(method, by);
        }
    }
    program.machine.core.code.forget_methods();
    Ok(())
}

/// No model may lead back to a method that it stands for.
fn check_cycles(models: &[MethodModel]) -> Result<(), Error> {
    for first in models {
        let mut way = vec![first];
        while let Some(next) = models.iter().find(|model| model.method == way[way.len() - 1].model)
        {
            way.push(next);
            if next.model == first.method || way.len() > models.len() {
                let names: Vec<String> =
                    way.iter().map(|m| format!("{}.{}", m.method.0, m.method.1)).collect();
                return Err(Error::Together(format!(
                    "--model {first}: models stand for each other in a circle: {}",
                    names.join(", ")
                )));
            }
        }
    }
    Ok(())
}

pub(super) fn key(world: &margay_ir::World, method: MethodId) -> MethodKey {
    let declared = world.method(method);
    MethodKey {
        class: world.class_name(declared.class).to_owned(),
        name: world.text(declared.name).to_owned(),
        descriptor: world.text(declared.descriptor).to_owned(),
    }
}

/// The methods of the name that a model is for, each with the static method that stands for it: that takes the
/// receiver first, if there is one.
fn pairs<D: Domain>(
    program: &mut Program<D>,
    model: &MethodModel,
) -> Result<Vec<(MethodId, MethodId)>, Error> {
    let fail = |what: String| Err(Error::Together(format!("--model {model}: {what}")));
    let mut named = |class: &str, name: &str| {
        let class = load(&mut program.machine, &class.replace('.', "/"));
        let class = class.map_err(|error| error.to_string())?;
        let world = program.world();
        let all = world.loaded(class).methods.iter().copied();
        Ok::<_, String>(
            all.filter(|m| world.text(world.method(*m).name) == name).collect::<Vec<_>>(),
        )
    };
    let methods = match named(&model.method.0, &model.method.1) {
        Ok(methods) => methods,
        Err(error) => return fail(error),
    };
    let by = match named(&model.model.0, &model.model.1) {
        Ok(by) => by,
        Err(error) => return fail(error),
    };
    if methods.is_empty() {
        return fail(format!("{} has no method {}", model.method.0, model.method.1));
    }
    if by.is_empty() {
        return fail(format!("{} has no method {}", model.model.0, model.model.1));
    }
    let world = program.world();
    let mut found = Vec::new();
    let mut wanted = Vec::new();
    for method in methods {
        let declared = world.method(method);
        let descriptor = world.text(declared.descriptor);
        let descriptor = match declared.is_static() {
            true => descriptor.to_owned(),
            false => format!("(L{};{}", world.class_name(declared.class), &descriptor[1..]),
        };
        let fits = |by: &&MethodId| {
            let by = world.method(**by);
            by.is_static() && world.text(by.descriptor) == descriptor
        };
        found.extend(by.iter().find(fits).map(|by| (method, *by)));
        wanted.push(descriptor);
    }
    match found.is_empty() {
        true => fail(format!(
            "the model does not fit: it must be static and have the descriptor {}",
            wanted.join(" or ")
        )),
        false => Ok(found),
    }
}

/// Whether the code of a method calls another directly.
pub(super) fn calls<D: Domain>(
    program: &mut Program<D>,
    caller: MethodId,
    callee: MethodId,
) -> bool {
    let machine = &mut program.machine;
    let Ok(function) = machine.platform.loader.body(&mut machine.core.world, caller) else {
        return false;
    };
    let world = &machine.core.world;
    let target = world.method(callee);
    function.insts.values().any(|inst| match &inst.kind {
        InstKind::Call { method, .. } => {
            let symbol = world.method_symbol(*method);
            symbol.class == target.class
                && symbol.name == target.name
                && symbol.descriptor == target.descriptor
        }
        _ => false,
    })
}
