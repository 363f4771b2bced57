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

/// Asks `mvn` for the class path of a module.
pub fn class_path(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let file = tempfile::NamedTempFile::new()?;
    let wrapper = folder.join(if cfg!(windows) { "mvnw.cmd" } else { "mvnw" });
    let program = if wrapper.is_file() { wrapper } else { PathBuf::from("mvn") };
    let mut command = Command::new(&program);
    command
        .current_dir(folder)
        .args(["-q", "-B", "dependency:build-classpath", "-DincludeScope=compile"])
        .arg(format!("-Dmdep.outputFile={}", file.path().display()));
    asked(&mut command, Asked::Maven)?;
    let text = std::fs::read_to_string(file.path())?;
    Ok(std::env::split_paths(text.trim()).filter(|path| !path.as_os_str().is_empty()).collect())
}
