//! Which methods are tested.

use super::args::GenerateArgs;
use super::session::Session;
use crate::error::{CliError, note};
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
    let package = args.package.as_deref();
    if let Some(package) = package.filter(|p| !session.classes.iter().any(|c| is_of(c, Some(p)))) {
        return Err(no_package(package, &session.classes));
    }
    let mut classes: Vec<ClassId> = Vec::new();
    let named = args.target.class.is_some() || session.classes.is_empty();
    match program.class.filter(|_| named) {
        Some(class) => classes.push(class),
        None => {
            for name in session.classes.iter().filter(|name| is_of(name, package)) {
                match program.load(name) {
                    Ok(class) => classes.push(class),
                    // The others may do without it.
                    Err(error) => note(&format!("{} is left out: {error}", name.replace('/', "."))),
                }
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

/// Packages named where another one was asked for.
const SHOWN: usize = 8;

/// Whether a class belongs to a package; any does if none is named.
fn is_of(class: &str, package: Option<&str>) -> bool {
    package.is_none_or(|package| package_of(class) == package)
}

fn package_of(class: &str) -> String {
    class.rsplit_once('/').map(|(package, _)| package.replace('/', ".")).unwrap_or_default()
}

fn no_package(package: &str, classes: &[String]) -> CliError {
    let mut packages: Vec<String> = classes.iter().map(|class| package_of(class)).collect();
    packages.sort_unstable();
    packages.dedup();
    packages.retain(|package| !package.is_empty());
    let known = match packages.len() {
        0 => "its classes are in no package".to_owned(),
        count => {
            let rest = if count > SHOWN { ", ..." } else { "" };
            packages.truncate(SHOWN);
            format!("it has {}{rest}", packages.join(", "))
        }
    };
    CliError::usage(format!("the target has no class of package {package}"), known)
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
