//! Which methods are tested.

use super::args::GenerateArgs;
use super::session::Session;
use crate::error::{CliError, note};
use crate::program::Program;
use crate::select::methods_named;
use margay_ir::world::modifiers::{BRIDGE, PRIVATE, PUBLIC, SYNTHETIC};
use margay_ir::{ClassId, MethodId, World};
use margay_jvm::classpath::nearest;

/// The methods that the options mean: one, those of a class, or those of all classes.
pub fn methods(session: &mut Session, args: &GenerateArgs) -> Result<Vec<MethodId>, CliError> {
    let program = &mut session.replayer.program;
    if let Some(text) = &args.method.method {
        let (_, method) = match elsewhere(program, &session.classes, args, text)? {
            Some(found) => program.method(&found)?,
            None => program.method(text)?,
        };
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
    let tested = |hidden: u16| {
        let all = classes.iter().flat_map(|class| world.loaded(*class).methods.iter().copied());
        all.filter(|method| is_tested(world, *method, hidden)).collect::<Vec<MethodId>>()
    };
    let mut found = tested(0);
    if found.is_empty() {
        // Where nothing is public, a class offers what its package may use.
        found = tested(PRIVATE);
    }
    if found.is_empty() {
        return Err(CliError::usage(
            "there is no method to test",
            "name a method with --method, or a class with --class",
        ));
    }
    Ok(found)
}

/// A method that no class was named for, and that the class of the target does not have: with the
/// only class that has it.
fn elsewhere(
    program: &mut Program,
    classes: &[String],
    args: &GenerateArgs,
    text: &str,
) -> Result<Option<String>, CliError> {
    let name = text.split('(').next().unwrap_or_default();
    let has = |world: &World, class: ClassId| !methods_named(world, class, name).is_empty();
    let is_there = program.class.is_some_and(|class| has(&program.machine.core.world, class));
    if args.target.class.is_some() || name.contains('.') || is_there || classes.is_empty() {
        return Ok(None);
    }
    let (mut found, mut names) = (Vec::new(), Vec::new());
    for class in classes.iter().filter(|class| is_of(class, args.package.as_deref())) {
        let Ok(id) = program.load(class) else { continue };
        let world = &program.machine.core.world;
        let own = world.loaded(id).methods.iter().map(|method| world.method(*method));
        let own = own.filter(|method| !method.is_abstract() && !method.is_native());
        let own: Vec<&str> = own.map(|method| world.text(method.name)).collect();
        if own.contains(&name) {
            found.push(class.replace('/', "."));
        }
        names.extend(own.into_iter().map(str::to_owned));
    }
    match found.as_slice() {
        [class] => Ok(Some(format!("{class}.{text}"))),
        // What is wrong with the class that must be meant is said there.
        [] if program.class.is_some() => Ok(None),
        [] => {
            let hint = match nearest(name, names).as_slice() {
                [] => "name a class with --class to see what it has".to_owned(),
                near => format!("did you mean {}?", near.join(" or ")),
            };
            Err(CliError::usage(format!("no class of the target has a method {name}"), hint))
        }
        [first, ..] => {
            let rest = if found.len() > SHOWN { ", ..." } else { "" };
            let shown = found[..found.len().min(SHOWN)].join(", ");
            Err(CliError::usage(
                format!("several classes of the target have a method {name}"),
                format!("name one with --class {first}: there are {shown}{rest}"),
            ))
        }
    }
}

/// Packages, or classes, named where another one was asked for.
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

/// Whether a method is part of what its class offers: public, or if something is `hidden`, not
/// that.
fn is_tested(world: &World, method: MethodId, hidden: u16) -> bool {
    let declared = world.method(method);
    let name = world.text(declared.name);
    let owner = world.loaded(declared.class);
    let generated = owner.modifiers & margay_ir::world::modifiers::ENUM != 0
        && matches!(name, "values" | "valueOf");
    let is_offered = match hidden {
        0 => declared.modifiers & PUBLIC != 0,
        _ => declared.modifiers & hidden == 0,
    };
    is_offered
        && declared.modifiers & (SYNTHETIC | BRIDGE) == 0
        && !declared.is_abstract()
        && !declared.is_native()
        && !name.starts_with('<')
        && name != "main"
        && !generated
        && owner.modifiers & SYNTHETIC == 0
}
