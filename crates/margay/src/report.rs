//! `margay report`: what can be made of results, made again from their documents. Nothing is
//! searched; only tests need the classes they are of.

use crate::cli::ClassesArgs;
use crate::error::{CliError, code, note};
use crate::format::Format;
use crate::results;
use crate::results::listing_of;
use clap::Args;
use margay_report::cases::test_classes::TestStyle;
use margay_report::document::{DocumentKind, End};
use margay_report::files::FileFormat;
use margay_report::stored::{Rewriting, StoredError, StoredResults};
use std::path::PathBuf;

/// For `--help`.
pub const EXAMPLES: &str = "\
Examples:
  margay report tests                           what `margay generate --out tests` has found
  margay report tests --format html,coverage    a page, and coverage for a build server
  margay report trees --format junit --out src/test/java";

const FORMATS: &[Format] = {
    use Format::*;
    &[Text, Junit, Coverage, Dot, Svg, Html, Java]
};

/// `margay report`.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// The folder with the documents, as `--out` of another command has written it
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// What to write, separated by commas
    #[arg(long, value_parser = Format::one_of(FORMATS), value_name = "FORMATS", value_delimiter = ',',
        default_value = "text")]
    pub format: Vec<Format>,
    /// Where files go [default: DIR]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Where the classes are.
    #[command(flatten)]
    pub classes: ClassesArgs,
    /// No remarks
    #[arg(long, short)]
    pub quiet: bool,
}

/// Writes what the options ask for; gives the exit code.
pub fn command(args: &ReportArgs) -> Result<u8, CliError> {
    let Some(stored) = StoredResults::open(&args.folder)? else {
        let message = format!("there are no result documents in {}", args.folder.display());
        return Err(CliError::usage(message, "name a folder that was written with --out"));
    };
    let folder = args.out.as_deref().unwrap_or(&args.folder);
    let formats: Vec<_> = args.format.iter().filter_map(|format| format.file()).collect();
    let run = stored.run();
    let needs_classes = stored.needs_classes(&formats);
    let mut classes = needs_classes.then(|| args.classes.of(&run)).transpose()?;
    let mut listing = None;
    let shows_code = matches!(stored.kind(), DocumentKind::Cases | DocumentKind::Verdicts);
    if formats.contains(&FileFormat::Html) && shows_code {
        // A page is worth having without what only classes tell.
        match args.classes.open(&run) {
            Ok(session) => {
                classes = classes.or(session.class_path().ok());
                listing = Some(listing_of(session));
            }
            Err(error) if !args.quiet => {
                note(&format!("a page without tests and bytecode: {error}"))
            }
            Err(_) => {}
        }
    }
    let framework = results::framework(&run);
    let style = TestStyle { framework, ..TestStyle::default() };
    let written = stored.write(Rewriting { folder, formats: &formats, classes, style, listing });
    let written = written.map_err(|error| match error {
        StoredError::Document(error) => error.into(),
        StoredError::File(error) => results::unwritable(folder, &error),
    })?;
    if args.format.contains(&Format::Text) {
        results::print(&written.text, false)?;
    }
    if !args.quiet {
        written.left_out.iter().for_each(|case| note(&case.to_string()));
        written.ends.iter().for_each(|(kind, end)| remark(*kind, end.as_ref()));
    }
    Ok(if written.is_complete() { code::FINE } else { code::BUDGET })
}

fn remark(kind: DocumentKind, end: Option<&End>) {
    let why = match end {
        None => "was interrupted: this is what it had written by then".to_owned(),
        Some(End { stopped: Some(why), .. }) => format!("did not come to its end: {why}"),
        Some(_) => return,
    };
    note(&format!("the run of {} {why}", kind.file_name()));
}
