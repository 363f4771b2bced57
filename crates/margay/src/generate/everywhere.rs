//! From what was typed to runs: the modules of a project, and classes and packages that have options of
//! their own in `margay.toml`.

use super::args::GenerateArgs;
use crate::cli::{Cli, Command};
use crate::config::Scope;
use crate::error::{CliError, code, note};
use crate::given::Given;
use crate::project::{Module, Project, shown};
use clap::Parser;
use margay_java::{Error, SelectError};
use std::path::{Path, PathBuf};

/// Generates tests; gives the exit code.
pub fn command(args: &GenerateArgs, given: &Given) -> Result<u8, CliError> {
    let runs = scoped(args, given)?;
    if args.target.target.is_some() {
        return all(runs.iter().map(|(scope, run)| generate(scope, run)));
    }
    let here = std::env::current_dir()?;
    let project = Project::around(&here)?;
    let modules = project.modules.iter().map(|module| Module {
        // Documents name files as seen from here.
        folder: module.folder.strip_prefix(&here).map_or(module.folder.clone(), Path::to_path_buf),
        tool: module.tool,
    });
    let modules: Vec<Module> = modules.collect();
    let siblings = siblings(&modules)?;
    let mut ends = Vec::new();
    for module in &modules {
        if modules.len() > 1 && !args.output.quiet {
            note(&format!("module {}", shown(&module.folder)));
        }
        for (scope, run) in &runs {
            for run in runs_in(module, &siblings, scope, run)? {
                ends.push(generate(scope, &run)?);
            }
        }
    }
    Ok(ends.into_iter().max().unwrap_or(code::FINE))
}

/// Generates tests. Where all classes have options of their own, nothing is left for the others.
fn generate(scope: &Scope, run: &GenerateArgs) -> Result<u8, CliError> {
    match super::generate(run) {
        Err(CliError::Library(Error::Select(SelectError::NoMethods)))
            if *scope == Scope::All && !run.exclude.is_empty() =>
        {
            Ok(code::FINE)
        }
        done => done,
    }
}

/// The worst of several ends; an error ends all.
fn all(mut ends: impl Iterator<Item = Result<u8, CliError>>) -> Result<u8, CliError> {
    ends.try_fold(code::FINE, |worst, end| Ok(worst.max(end?)))
}

/// The compiled classes of all modules.
fn siblings(modules: &[Module]) -> Result<Vec<PathBuf>, CliError> {
    let mut found = Vec::new();
    for module in modules {
        found.extend(module.classes()?);
    }
    Ok(found)
}

/// The runs on a module: one for each folder of classes that has what the run is about.
fn runs_in(
    module: &Module,
    siblings: &[PathBuf],
    scope: &Scope,
    run: &GenerateArgs,
) -> Result<Vec<GenerateArgs>, CliError> {
    let folders = module.classes()?;
    let class_path = if run.target.cp.is_empty() { module.class_path()? } else { Vec::new() };
    let has = |folder: &PathBuf| match scope {
        Scope::All => true,
        Scope::Class(name) => folder.join(name.replace('.', "/") + ".class").is_file(),
        Scope::Package(name) => folder.join(name.trim_end_matches('.').replace('.', "/")).is_dir(),
    };
    let several = folders.len() > 1;
    let mut runs = Vec::new();
    for folder in folders.iter().filter(|folder| has(folder)) {
        let mut run = run.clone();
        run.target.target = Some(folder.clone());
        let others = siblings.iter().filter(|other| *other != folder);
        let entries = class_path.iter().chain(others).map(|path| path.clone().into_os_string());
        run.target.cp.extend(entries);
        let mut out = run.output.out.clone().unwrap_or_else(|| module.results());
        if several {
            out.push(folder.iter().rev().nth(1).unwrap_or_default());
        }
        match scope {
            Scope::All => {}
            Scope::Class(name) | Scope::Package(name) => out.push(name),
        }
        run.output.out = Some(out);
        run.output.tests = run.output.write.then(|| module.tests());
        runs.push(run);
    }
    Ok(runs)
}

/// The run that was typed, and one for each class and package that the file says something else of. Who
/// names what is meant gets only that.
fn scoped(args: &GenerateArgs, given: &Given) -> Result<Vec<(Scope, GenerateArgs)>, CliError> {
    let scopes = given.config.scopes("generate");
    let is_named =
        args.target.class.is_some() || args.package.is_some() || args.method.method.is_some();
    if scopes.is_empty() || is_named {
        return Ok(vec![(Scope::All, args.clone())]);
    }
    let mut rest = args.clone();
    let mut runs = Vec::new();
    for scope in scopes {
        let (option, name) = match &scope {
            Scope::Class(name) => ("--class", name.clone()),
            Scope::Package(name) => ("--package", name.clone()),
            Scope::All => continue,
        };
        let mut typed = given.with(&scope);
        typed.extend([option.into(), name.clone().into()]);
        let parsed = Cli::try_parse_from(typed).map_err(|error| {
            CliError::usage(error.to_string().trim().to_owned(), "see what margay.toml says of it")
        })?;
        let Command::Generate(mut run) = parsed.command else {
            unreachable!("the command is the same")
        };
        if let Scope::Package(package) = &scope {
            // A class with options of its own is not searched with those of its package.
            let of_package = |other: &Scope| match other {
                Scope::Class(class)
                    if class.rsplit_once('.').is_some_and(|(p, _)| p == package) =>
                {
                    Some(class.clone())
                }
                _ => None,
            };
            run.exclude.extend(given.config.scopes("generate").iter().filter_map(of_package));
        }
        if args.target.target.is_some()
            && let Some(out) = &mut run.output.out
        {
            out.push(&name);
        }
        rest.exclude.push(name);
        runs.push((scope, *run));
    }
    runs.insert(0, (Scope::All, rest));
    Ok(runs)
}
