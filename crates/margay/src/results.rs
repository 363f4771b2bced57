//! What all commands with results share: which files they write, where text goes, and from documents
//! back to what a command was run on.

use crate::error::CliError;
use crate::format::Format;
use margay_java::{Program, Session, Target};
use margay_report::cases::test_classes::{TestFramework, TestStyle};
use margay_report::document::Run;
use margay_report::files::FileFormat;
use margay_report::page::Listing;
use margay_report::stored::{Rewriting, StoredError, StoredResults};
use std::io::{self, Write};
use std::path::Path;

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

/// The option that lets a program execute its `assert` statements.
pub const ASSERTIONS: &str = "--enable-assertions";

/// Whether a run has executed them.
pub fn has_assertions(run: &Run) -> bool {
    run.options.iter().any(|option| option == ASSERTIONS)
}

/// The option that says what tests are written for.
pub const FRAMEWORK: &str = "--test-framework ";

/// What the tests of a run are written for.
pub fn framework(run: &Run) -> TestFramework {
    let named = run.options.iter().find_map(|option| option.strip_prefix(FRAMEWORK)?.parse().ok());
    named.unwrap_or_default()
}

/// The target of a run whose documents are in `folder`.
pub fn target_of(run: &Run, folder: &Path) -> Target {
    Target { assertions: has_assertions(run), ..Target::of_run(run, folder) }
}

/// Writes a page of what the documents in a folder say.
pub fn write_page(folder: &Path, session: Session) -> Result<(), CliError> {
    let Some(stored) = StoredResults::open(folder)? else { return Ok(()) };
    let (classes, style) = (session.class_path().ok(), TestStyle::default());
    let (formats, listing) = (&[FileFormat::Html], Some(listing_of(session)));
    let written = stored.write(Rewriting { folder, formats, classes, style, listing });
    written.map(|_| ()).map_err(|error| match error {
        StoredError::Document(error) => error.into(),
        StoredError::File(error) => unwritable(folder, &error),
    })
}

/// Gives the code of classes in the text form of the IR, for pages that find no source. The program starts
/// when the first is asked for.
pub fn listing_of(session: Session) -> Box<Listing<'static>> {
    let mut program: Option<Program> = None;
    Box::new(move |class| {
        if program.is_none() {
            program = session.launch().ok();
        }
        let program = program.as_mut()?;
        let class = program.load(&class.replace('.', "/")).ok()?;
        program.class_ir(class).ok()
    })
}
