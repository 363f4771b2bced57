//! What all commands with results share: which files they write, what documents say of the
//! command that wrote them, and back: from documents to what it was run on.

use crate::cli::{TargetArgs, class_path};
use crate::error::CliError;
use crate::format::Format;
use margay_java::{Session, Target};
use margay_report::document::{JdkUsed, Run, RunCommand, RunTarget, paths};
use margay_report::files::FileFormat;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Opens what a command writes to: files in a folder, which always has documents; standard output,
/// which has room for a document and nothing else; or nothing.
pub fn open<T: Default>(
    formats: &[Format],
    folder: Option<&Path>,
    in_folder: impl FnOnce(&Path, &[FileFormat]) -> io::Result<T>,
    on_stream: impl FnOnce(io::Stdout) -> io::Result<T>,
) -> Result<T, CliError> {
    let files = formats.iter().filter_map(|format| format.file());
    let files: Vec<FileFormat> = files.chain(folder.map(|_| FileFormat::Json)).collect();
    let Some(folder) = folder else {
        return match files.iter().find(|format| **format != FileFormat::Json) {
            Some(format) => Err(CliError::usage(
                format!("{format:?} is written to files").to_lowercase(),
                "name a folder for them with --out",
            )),
            None if files.is_empty() => Ok(T::default()),
            None => Ok(on_stream(io::stdout())?),
        };
    };
    in_folder(folder, &files).map_err(|error| unwritable(folder, &error))
}

/// A folder that results cannot be written to.
pub fn unwritable(folder: &Path, error: &io::Error) -> CliError {
    let message = format!("cannot write to {}: {error}", folder.display());
    CliError::usage(message, "name a folder that can be written with --out")
}

/// Prints what is for people: beside the results if standard output is for these.
pub fn print(text: &str, is_aside: bool) -> io::Result<()> {
    match is_aside {
        true => io::stderr().write_all(text.as_bytes()),
        false => io::stdout().write_all(text.as_bytes()),
    }
}

/// What a command is run on; `class` is the one it is about, with dots.
pub fn run_on(
    command: RunCommand,
    args: &TargetArgs,
    session: &Session,
    class: Option<String>,
) -> Run {
    let text = |path: &PathBuf| path.to_string_lossy().into_owned();
    let name = text(&args.target);
    let is_file = ["java", "class", "jar", "zip"].iter().any(|wanted| {
        args.target.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
    });
    let is_path = is_file || args.target.exists();
    let version = session.jdk().full_version.clone();
    Run {
        command,
        target: if is_path { RunTarget::Path(name) } else { RunTarget::Name(name) },
        class_path: class_path(&args.cp).iter().map(text).collect(),
        sources: paths::source_root(&args.target, class.as_deref()).iter().map(text).collect(),
        jdk: JdkUsed { version, home: args.jdk.as_ref().map(text) },
        class,
        method: None,
        accessible: None,
        bounds: Vec::new(),
        options: Vec::new(),
        from: None,
        to: None,
        shard: None,
    }
}

/// The option that lets a program execute its `assert` statements.
pub const ASSERTIONS: &str = "--enable-assertions";

/// Whether a run has executed them.
pub fn has_assertions(run: &Run) -> bool {
    run.options.iter().any(|option| option == ASSERTIONS)
}

/// The target of a run whose documents are in `folder`.
pub fn target_of(run: &Run, folder: &Path) -> Target {
    let home = run.jdk.home.as_ref().map(|home| folder.join(home));
    Target {
        path: run.target_from(folder),
        class_path: run.class_path_from(folder),
        class: None,
        // One that is gone is no reason not to use another.
        jdk: home.filter(|home| home.is_dir()),
        assertions: has_assertions(run),
    }
}
