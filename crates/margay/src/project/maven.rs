//! What a `pom.xml` says, as far as it is needed, and the class path that `mvn` says.

use super::class_path::{Asked, asked};
use crate::error::CliError;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folders of the modules that a `pom.xml` lists.
pub fn modules(folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join("pom.xml")).unwrap_or_default();
    elements(&without_comments(&text), "module").map(|name| name.trim().to_owned()).collect()
}

/// Whether the module or one of its parents may have dependencies.
pub fn has_dependencies(folder: &Path) -> bool {
    let text = std::fs::read_to_string(folder.join("pom.xml")).unwrap_or_default();
    let text = without_comments(&text);
    text.contains("<dependency>") || text.contains("<parent>")
}

/// The contents of all elements of a name that have no attributes.
fn elements<'a>(text: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    let mut rest = text;
    std::iter::from_fn(move || {
        let (_, after) = rest.split_once(&open)?;
        let (inside, after) = after.split_once(&close)?;
        rest = after;
        Some(inside)
    })
}

fn without_comments(text: &str) -> String {
    let mut parts = text.split("<!--");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once("-->").map_or("", |(_, rest)| rest))
}

/// The build that a module belongs to: the outermost folder whose `pom.xml` lists it, or one that lists it.
fn build(module: &Path) -> &Path {
    let mut build = module;
    for above in module.ancestors().skip(1) {
        if modules(above).iter().any(|name| above.join(name) == build) {
            build = above;
        }
    }
    build
}

/// Asks `mvn` for the class path of a module. Other modules of its build need not be installed: then the
/// build is asked as a whole, up to where their classes are.
pub fn class_path(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let file = tempfile::NamedTempFile::new()?;
    let build = build(folder);
    let name = if cfg!(windows) { "mvnw.cmd" } else { "mvnw" };
    let wrapper =
        [folder, build].map(|folder| folder.join(name)).into_iter().find(|it| it.is_file());
    let mut command = Command::new(wrapper.unwrap_or_else(|| PathBuf::from("mvn")));
    command.current_dir(build).args(["-q", "-B"]);
    if let Some(module) = folder.strip_prefix(build).ok().filter(|it| !it.as_os_str().is_empty()) {
        // Modules that are needed come first, so that what is written last is the module's.
        command.arg("-pl").arg(module).args(["-am", "compile"]);
    }
    command
        .args(["dependency:build-classpath", "-DincludeScope=compile"])
        .arg(format!("-Dmdep.outputFile={}", file.path().display()));
    asked(&mut command, Asked::Maven)?;
    let text = std::fs::read_to_string(file.path())?;
    Ok(std::env::split_paths(text.trim()).filter(|path| !path.as_os_str().is_empty()).collect())
}
