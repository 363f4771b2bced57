//! The class path of a module: what its build tool has said, kept as long as the build files are the same.

use super::{BUILD_FILES, Module, Tool, gradle, maven};
use crate::error::{CliError, note};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Who is asked.
#[derive(Clone, Copy)]
pub enum Asked {
    /// `mvn`.
    Maven,
    /// `gradle`.
    Gradle,
}

/// Other files that decide about dependencies.
const FURTHER: [&str; 2] = ["gradle.properties", "gradle/libs.versions.toml"];

/// The class path of a module.
pub fn of(module: &Module) -> Result<Vec<PathBuf>, CliError> {
    if module.tool == Tool::Maven && !maven::has_dependencies(&module.folder) {
        return Ok(Vec::new());
    }
    // Build tools run there, and what is above counts too.
    let folder = std::env::current_dir()?.join(&module.folder);
    let kept = module.results().join("class-path");
    let key = key(&folder);
    if let Ok(text) = std::fs::read_to_string(&kept)
        && let Some((first, rest)) = text.split_once('\n')
        && first == key
    {
        return Ok(rest.lines().map(PathBuf::from).collect());
    }
    let found = match module.tool {
        Tool::Maven => maven::class_path(&folder)?,
        Tool::Gradle => gradle::class_path(&folder)?,
    };
    let mut text = key + "\n";
    for entry in &found {
        let _ = writeln!(text, "{}", entry.display());
    }
    let written =
        std::fs::create_dir_all(module.results()).and_then(|()| std::fs::write(&kept, text));
    if let Err(error) = written {
        note(&format!("the class path cannot be kept in {}: {error}", kept.display()));
    }
    Ok(found)
}

/// What the class path depends on: the build files of the module and of the folders above it.
fn key(module: &Path) -> String {
    let mut hash = Sha256::new();
    let names = BUILD_FILES.iter().map(|(name, _)| *name).chain(FURTHER);
    let names: Vec<&str> = names.collect();
    for folder in module.ancestors() {
        for name in &names {
            if let Ok(content) = std::fs::read(folder.join(name)) {
                hash.update(name.as_bytes());
                hash.update(content.len().to_le_bytes());
                hash.update(&content);
            }
        }
    }
    hash.finalize().iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Runs a build tool; gives what it prints.
pub fn asked(command: &mut Command, who: Asked) -> Result<String, CliError> {
    let (name, hint) = match who {
        Asked::Maven => (
            "mvn",
            "say what the class path is with --cp, or see that `mvn dependency:build-classpath` works",
        ),
        Asked::Gradle => {
            ("gradle", "say what the class path is with --cp, or see that `gradle` works here")
        }
    };
    let failed = |what: String| {
        CliError::usage(format!("{name} does not tell the class path: {what}"), hint)
    };
    let output = command.output().map_err(|error| failed(error.to_string()))?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(printed);
    }
    let said = printed + &String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).take(6).collect();
    Err(failed(lines.join("\n")))
}
