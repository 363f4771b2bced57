//! One run of javac.

use super::{CompileError, Result};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What to run it on.
pub(super) struct Job<'a> {
    pub(super) javac: &'a Path,
    pub(super) files: &'a [PathBuf],
    pub(super) class_path: &'a [PathBuf],
    pub(super) source_path: &'a [PathBuf],
    /// An existing empty folder.
    pub(super) output: &'a Path,
}

/// For a run of half a second, a JVM is best told not to optimise much. Messages are in English
/// so that they can be told apart from the list of sources, and are the same everywhere.
const LAUNCHER: [&str; 5] = [
    "-J-XX:+IgnoreUnrecognizedVMOptions",
    "-J-XX:TieredStopAtLevel=1",
    "-J-XX:+UseSerialGC",
    "-J-Duser.language=en",
    "-J-Duser.country=US",
];

/// Annotation processors would run the user's code. Sources win over classes whatever their
/// dates, so that the result depends on contents only.
const OPTIONS: [&str; 8] = [
    "-proc:none",
    "-g",
    "-nowarn",
    "-implicit:class",
    "-Xprefer:source",
    "-encoding",
    "UTF-8",
    "-verbose",
];

/// Compiles, and returns the sources that were read, sorted.
pub(super) fn run(job: &Job<'_>) -> Result<Vec<PathBuf>> {
    let mut command = Command::new(job.javac);
    command.args(LAUNCHER).args(OPTIONS);
    // Never empty: javac would then take the current folder.
    let class_path = [job.output.to_path_buf()];
    command.arg("-cp").arg(join(class_path.iter().chain(job.class_path))?);
    command.arg("-sourcepath").arg(join(job.source_path)?);
    command.arg("-d").arg(job.output).args(job.files);
    command.env_remove("JDK_JAVAC_OPTIONS").stdin(Stdio::null());
    let output = command.output().map_err(CompileError::io(job.javac))?;
    let (report, diagnostics) = split(&String::from_utf8_lossy(&output.stderr));
    if !output.status.success() {
        return Err(CompileError::Rejected(diagnostics));
    }
    let mut read: Vec<PathBuf> = report.iter().filter_map(|line| source_read(line)).collect();
    read.sort();
    read.dedup();
    Ok(read)
}

fn join<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<OsString> {
    let paths: Vec<&PathBuf> = paths.into_iter().collect();
    std::env::join_paths(&paths).map_err(|error| CompileError::Io {
        path: paths.iter().map(|path| path.as_path()).collect(),
        source: std::io::Error::new(std::io::ErrorKind::InvalidInput, error),
    })
}

/// What `-verbose` adds begins with one of these; the rest is for the user.
const REPORT: [&str; 7] = [
    "[parsing started ",
    "[parsing completed ",
    "[search path for ",
    "[loading ",
    "[checking ",
    "[wrote ",
    "[total ",
];

fn split(output: &str) -> (Vec<String>, String) {
    let (report, diagnostics): (Vec<&str>, Vec<&str>) =
        output.lines().partition(|line| REPORT.iter().any(|start| line.starts_with(start)));
    let report = report.into_iter().map(str::to_owned).collect();
    (report, diagnostics.join("\n"))
}

/// The file of a line such as `[parsing started DirectoryFileObject[src:demo/List.java]]`, where
/// a named file has its path and one that was found has its root and its path below it.
fn source_read(line: &str) -> Option<PathBuf> {
    let object = line.strip_prefix("[parsing started ")?.strip_suffix("]]")?;
    let (kind, place) = object.split_once('[')?;
    let path = match kind {
        "DirectoryFileObject" => {
            let (root, below) = place.rsplit_once(':')?;
            Path::new(root).join(below)
        }
        _ => PathBuf::from(place),
    };
    Some(path.canonicalize().unwrap_or(path))
}

#[cfg(test)]
mod tests {
    use super::{source_read, split};
    use std::path::PathBuf;

    #[test]
    fn both_kinds_of_sources() {
        let named = source_read("[parsing started SimpleFileObject[/no [x]: y/A.java]]");
        assert_eq!(named, Some(PathBuf::from("/no [x]: y/A.java")));
        let found = source_read("[parsing started DirectoryFileObject[/no/a:b:demo/B.java]]");
        assert_eq!(found, Some(PathBuf::from("/no/a:b/demo/B.java")));
        assert_eq!(source_read("[parsing completed 18ms]"), None);
        assert_eq!(source_read("[parsing started ]]"), None);
    }

    #[test]
    fn diagnostics_are_kept_whole() {
        let output = "[loading x]\nA.java:1: error: bad\n  [wrong]\n  ^\n[total 3ms]\n1 error";
        let (report, diagnostics) = split(output);
        assert_eq!(report.len(), 2);
        assert_eq!(diagnostics, "A.java:1: error: bad\n  [wrong]\n  ^\n1 error");
    }
}
