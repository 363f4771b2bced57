//! Which methods are tested.

use super::args::GenerateArgs;
use super::session::Session;
use crate::error::CliError;
use margay_ir::world::modifiers::{BRIDGE, PUBLIC, SYNTHETIC};
use margay_ir::{ClassId, MethodId, World};

/// The methods that the options mean: one, those of a class, or those of all classes.
pub fn methods(session: &mut Session, args: &GenerateArgs) -> Result<Vec<MethodId>, CliError> {
    let program = &mut session.replayer.program;
    if let Some(text) = &args.method.method {
        let (_, method) = program.method(text)?;
        let world = &program.machine.core.world;
        let declared = world.method(method);
        if declared.is_abstract() || declared.is_native() {
            let what = if declared.is_abstract() { "abstract" } else { "native" };
            return Err(CliError::usage(
                format!("{} is {what}: it has no code to test", world.method_text(method)),
                "name a method with a body, or a class that implements it with --class",
            ));
        }
        return Ok(vec![method]);
    }
    let mut classes: Vec<ClassId> = Vec::new();
    match program.class.filter(|_| args.target.class.is_some() || session.classes.is_empty()) {
        Some(class) => classes.push(class),
        None => {
            for name in &session.classes {
                // A class that does not load has nothing to test, and others may do without it.
                classes.extend(program.load(name).ok());
            }
        }
    }
    let world = &program.machine.core.world;
    let found: Vec<MethodId> = classes
        .iter()
        .flat_map(|class| world.loaded(*class).methods.iter().copied())
        .filter(|method| is_tested(world, *method))
        .collect();
    if found.is_empty() {
        return Err(CliError::usage(
            "there is no public method to test",
            "name a method with --method, or a class with --class",
        ));
    }
    Ok(found)
}

/// Whether a method is part of what its class offers.
fn is_tested(world: &World, method: MethodId) -> bool {
    let declared = world.method(method);
    let name = world.text(declared.name);
    let owner = world.loaded(declared.class);
    let generated = owner.modifiers & margay_ir::world::modifiers::ENUM != 0
        && matches!(name, "values" | "valueOf");
    declared.modifiers & PUBLIC != 0
        && declared.modifiers & (SYNTHETIC | BRIDGE) == 0
        && !declared.is_abstract()
        && !declared.is_native()
        && !name.starts_with('<')
        && name != "main"
        && !generated
        && owner.modifiers & SYNTHETIC == 0
}
