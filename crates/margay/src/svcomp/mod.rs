//! `margay svcomp`: a task of the competition on software verification, with its answer and a witness.

mod task;

use crate::cli::{LimitArgs, seconds};
use crate::error::{CliError, code, note};
use crate::results;
use clap::Args;
use margay_java::check::{
    CheckOptions, CheckReport, Checked, Checker, Property, Subject, Verdict, on_jvm,
};
use margay_java::generate::{GenerateOptions, Watching};
use margay_java::{Budget, Limits, Session, Target};
use margay_jvm::platform::StandardInput;
use margay_report::verdicts::witness;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use task::{Task, TaskProperty};

/// For `--help`.
pub const EXAMPLES: &str = "\
Examples:
  margay svcomp tasks/Demo.yml
  margay svcomp tasks/Demo.yml --property valid-assert.prp --witness witness.graphml

Prints TRUE, FALSE(property) or UNKNOWN.
Exit codes:
  0  TRUE
  1  FALSE
  2  bad input or usage
  6  UNKNOWN";

/// Cells of the heap of a program that is checked.
const CELLS: usize = (512 << 20) / crate::cli::CELL;

/// Bytes of standard input that a program can read.
const MOST_INPUT: u32 = 8;

/// `margay svcomp`.
#[derive(Debug, Args)]
pub struct SvcompArgs {
    /// The task file
    pub task: PathBuf,
    /// The property file [default: the only one, or the first, of the task]
    #[arg(long, value_name = "FILE")]
    pub property: Option<PathBuf>,
    /// Where the witness goes, as GraphML
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,
    /// Run the violation of a witness, as `--witness` writes it, instead of looking for one
    #[arg(long, value_name = "FILE", conflicts_with = "witness")]
    pub replay: Option<PathBuf>,
    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "900")]
    pub timeout: Duration,
    /// Number of threads
    #[arg(long, short, value_name = "N", default_value = "1")]
    pub jobs: NonZeroUsize,
    /// The JDK whose classes are used [default: JAVA_HOME, the PATH, the usual places]
    #[arg(long, value_name = "FOLDER")]
    pub jdk: Option<PathBuf>,
    /// Do not run a violation on the JVM
    #[arg(long)]
    pub no_jvm: bool,
    /// How much room.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Print no reasons
    #[arg(long, short)]
    pub quiet: bool,
}

/// Runs a task; gives the exit code.
pub fn command(args: &SvcompArgs) -> Result<u8, CliError> {
    let budget = args.limits.budget(Some(args.timeout));
    let task = Task::open(&args.task)?;
    let chosen = match &args.property {
        Some(file) => TaskProperty { file: file.clone(), expected: None },
        None => task.properties[0].clone(),
    };
    let (property, class) = chosen.read()?;
    let mut sources = task.sources()?;
    let target = Target {
        path: sources.remove(0),
        sources,
        class: class.or_else(|| Some("Main".to_owned())),
        jdk: args.jdk.clone(),
        assertions: true,
        any_random: true,
        input: Some(StandardInput { lines: 0, length: MOST_INPUT }),
        ..Target::default()
    };
    let limits = args.limits.limits();
    let cells = if args.limits.max_heap.is_some() { limits.cells } else { CELLS };
    let session = Session::open(&target, Limits { cells, ..limits })?;
    let options = CheckOptions::default();
    let mut checker = session.check(CheckOptions {
        properties: vec![property.clone()],
        strict_assertions: property == Property::Assert,
        is_english: true,
        jobs: args.jobs,
        search: GenerateOptions { method_timeout: args.timeout, ..options.search },
        ..options
    })?;
    let subjects = checker.select(&Checked::Main)?;
    if let Some(file) = &args.replay {
        return replay(file, &mut checker, &subjects[0], &chosen, &budget);
    }
    let watching = Watching { budget: &budget, progress: &|_| {} };
    let report = checker.check(&subjects[0], watching)?;
    let (answer, exit) = answer(args, &session, &chosen, &report);
    results::print(&format!("{answer}\n"), false)?;
    let holds = match exit {
        code::FINE => Some(true),
        code::FAILED => Some(false),
        _ => None,
    };
    if let (Some(holds), Some(expected), false) = (holds, chosen.expected, args.quiet)
        && holds != expected
    {
        note(&format!("the task expects {expected}"));
    }
    if let (Some(file), true) = (&args.witness, exit != code::UNKNOWN) {
        let specification = fs::read_to_string(&chosen.file)?;
        let program = target.path.display().to_string();
        fs::write(file, witness::graphml(&report, specification.trim(), &program))?;
    }
    Ok(exit)
}

/// Runs the violation of a witness in the concrete machine.
fn replay(
    file: &Path,
    checker: &mut Checker<'_>,
    subject: &Subject,
    chosen: &TaskProperty,
    budget: &Budget,
) -> Result<u8, CliError> {
    let expected = "a witness that --witness has written is expected there";
    let text = fs::read_to_string(file);
    let text = text.map_err(|error| CliError::unreadable(file, &error, expected))?;
    let values = witness::values(&text).map_err(|wrong| {
        CliError::usage(format!("{}: {wrong}", file.display()), "name a file of --witness")
    })?;
    let (answer, exit) = match checker.replay(subject, &values, budget)? {
        Ok(Some(found)) => {
            note(&found.violation);
            (format!("FALSE({})", chosen.name()), code::FAILED)
        }
        Ok(None) => {
            note("the values of the witness do not lead to a violation");
            ("UNKNOWN".to_owned(), code::UNKNOWN)
        }
        Err(reason) => {
            note(&reason);
            ("UNKNOWN".to_owned(), code::UNKNOWN)
        }
    };
    results::print(&format!("{answer}\n"), false)?;
    Ok(exit)
}

/// What the competition wants to hear.
fn answer(
    args: &SvcompArgs,
    session: &Session,
    chosen: &TaskProperty,
    report: &CheckReport,
) -> (String, u8) {
    let unknown = |reasons: &[String]| {
        if !args.quiet {
            reasons.iter().for_each(|reason| note(reason));
        }
        ("UNKNOWN".to_owned(), code::UNKNOWN)
    };
    match &report.verdict {
        Verdict::Proved { .. } => ("TRUE".to_owned(), code::FINE),
        Verdict::Bounded { bounds, .. } => unknown(bounds),
        Verdict::Unknown { reasons } => unknown(reasons),
        Verdict::Refuted(found) => {
            let is_replayable = !found.uses_random();
            if !args.no_jvm && is_replayable {
                match on_jvm(session, report, found, Duration::from_secs(60)) {
                    Ok(true) => {}
                    Ok(false) => {
                        return unknown(&["the JVM does not show the violation".to_owned()]);
                    }
                    Err(error) => return unknown(&[format!("the JVM: {error}")]),
                }
            }
            (format!("FALSE({})", chosen.name()), code::FAILED)
        }
    }
}
