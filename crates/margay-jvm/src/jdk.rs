//! Finding the JDK whose classes the program under test uses.
//!
//! Margay reads a JDK's classes and, for sources, runs its `javac`; it needs no particular
//! version. The user's word comes first (`--jdk`, then `JAVA_HOME`), and if it leads nowhere that
//! is an error: quietly taking another JDK would give results of another library. Only then is
//! the machine searched: the `PATH`, then the places where installers put JDKs.

mod image;
mod search;

pub use image::{Image, ImageError};
pub use search::JdkSearch;
pub(crate) use search::how_to_install;

use std::fmt;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// An installed JDK, 9 or later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    /// Its folder, what `JAVA_HOME` would be.
    pub home: PathBuf,
    /// Feature number: 17, 21, 25.
    pub version: u16,
    /// The version in full, as its `release` file has it: `17.0.15`.
    pub full_version: String,
    /// The image that holds its classes.
    pub modules: PathBuf,
    /// Its launcher.
    pub java: PathBuf,
    /// Its compiler; a bare runtime has none.
    pub javac: Option<PathBuf>,
}

/// Why a folder cannot serve as JDK.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// There is no such folder.
    #[error("there is no such folder")]
    Missing,
    /// Java 8 or earlier, which has no module image.
    #[error("it is Java {0}; Margay needs a JDK 9 or later")]
    TooOld(u16),
    /// No `lib/modules`.
    #[error("it has no lib/modules")]
    NoModules,
    /// No `release` file, or one without a version.
    #[error("its `release` file gives no version")]
    NoVersion,
}

/// No JDK, and what to do about it.
#[derive(Debug, Error)]
pub enum JdkError {
    /// The JDK that the user named cannot be used.
    #[error("{} is not a usable JDK: {fault}", named_by(*variable, path))]
    Unusable {
        /// The variable of the environment that names it, unless the caller does.
        variable: Option<&'static str>,
        /// The folder.
        path: PathBuf,
        /// What is wrong with it.
        fault: Fault,
    },
    /// Nothing was found on this machine.
    #[error("no JDK found; tried {}\nfix: {}", Tried(.0), how_to_install())]
    NotFound(Vec<String>),
}

/// A path, and the variable of the environment it comes from.
pub(crate) fn named_by(variable: Option<&str>, path: &Path) -> String {
    let path = path.display();
    variable.map_or_else(|| path.to_string(), |variable| format!("{path}, which {variable} names,"))
}

struct Tried<'a>(&'a [String]);

impl fmt::Display for Tried<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

impl Jdk {
    /// The JDK to use: `explicit`, else `JAVA_HOME`, else the one on the `PATH`, else the best
    /// of those in the usual places.
    ///
    /// # Errors
    /// When the JDK that was asked for cannot be used, or there is none at all.
    pub fn discover(explicit: Option<&Path>) -> Result<Jdk, JdkError> {
        JdkSearch::of_this_machine().discover(explicit)
    }

    /// The JDK in folder `home`.
    ///
    /// # Errors
    /// When it is not one that Margay can use.
    pub fn at(home: &Path) -> Result<Jdk, Fault> {
        // On macOS what is installed is a bundle around the JDK.
        let bundled = home.join("Contents/Home");
        let home = if bundled.is_dir() { bundled.as_path() } else { home };
        if !home.is_dir() {
            return Err(Fault::Missing);
        }
        let full_version = release_version(&home.join("release"));
        let version = full_version.as_deref().and_then(feature_number);
        let modules = home.join("lib/modules");
        match version {
            Some(old @ ..9) => return Err(Fault::TooOld(old)),
            _ if has_runtime_jar(home) => return Err(Fault::TooOld(8)),
            _ if !modules.is_file() => return Err(Fault::NoModules),
            _ => {}
        }
        let javac = home.join("bin").join(program("javac"));
        Ok(Jdk {
            version: version.ok_or(Fault::NoVersion)?,
            full_version: full_version.ok_or(Fault::NoVersion)?,
            modules,
            java: home.join("bin").join(program("java")),
            javac: javac.is_file().then_some(javac),
            home: home.to_path_buf(),
        })
    }
}

/// Java 8 and earlier keep their classes in a jar.
fn has_runtime_jar(home: &Path) -> bool {
    ["lib/rt.jar", "jre/lib/rt.jar"].iter().any(|jar| home.join(jar).is_file())
}

fn release_version(release: &Path) -> Option<String> {
    let text = std::fs::read_to_string(release).ok()?;
    let version = text.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    Some(version.trim().trim_matches('"').to_owned())
}

/// `17.0.15` is 17, `1.8.0_422` is 8, `26-ea` is 26.
fn feature_number(version: &str) -> Option<u16> {
    let version = version.strip_prefix("1.").unwrap_or(version);
    let digits = version.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// The file name of a program on this system.
fn program(name: &str) -> String {
    format!("{name}{}", std::env::consts::EXE_SUFFIX)
}

#[cfg(test)]
mod tests;
