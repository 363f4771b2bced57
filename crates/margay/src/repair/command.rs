//! `margay repair`: reads structures, repairs each, says what was changed.

use super::args::RepairArgs;
use crate::error::{CliError, code, note};
use crate::interrupt;
use crate::results;
use margay_java::predicate::PredicateName;
use margay_java::repair::{RepairOptions, Repairer};
use margay_java::{Budget, Error, Session};
use margay_report::document::{End, Run, RunCommand};
use margay_report::files::RepairFiles;
use margay_report::{Record, json, repairs};
use margay_search::structure::Structure;

/// Repairs what the options name; gives the exit code.
pub fn command(args: &RepairArgs) -> Result<u8, CliError> {
    let budget = args.limits.budget(args.search.timeout);
    let hint = "name a file with a structure, such as `margay enumerate --format json` writes";
    let text = std::fs::read_to_string(&args.structure)
        .map_err(|error| CliError::unreadable(&args.structure, &error, hint))?;
    let file = args.structure.display().to_string();
    let records =
        json::parse_text(&text).map_err(|error| CliError::Structure(format!("{file}: {error}")))?;
    if records.is_empty() {
        return Err(CliError::usage(
            format!("{file} has no structure"),
            "see docs/structures.md for how structures look",
        ));
    }
    let session = args.target.open(args.limits.limits())?;
    let mut repairer = session.repair(args.options())?;
    // Everything is checked before anything is written.
    for (start, record) in &records {
        repairer.check(&record.structure).map_err(|error| {
            let line = json::line_of(&text, *start, &error.place);
            CliError::Structure(format!("{file}: line {line}: {error}"))
        })?;
    }
    let mut files = args.output.open(&describe(args, &session, repairer.predicate()))?;
    let worst = records.into_iter().try_fold(code::FINE, |worst, (_, record)| {
        let code = one(args, &session, &mut repairer, record, (&budget, &mut files))?;
        Ok::<_, CliError>(worst.max(code))
    });
    let failed = worst.as_ref().err().map(CliError::to_string);
    files.finish(&End::stopped_by(failed))?;
    worst
}

/// What is repaired, and the options that change how.
fn describe(args: &RepairArgs, session: &Session, name: PredicateName) -> Run {
    let run = session.describe(RunCommand::Repair, Some(name.class));
    let (search, faults) = (&args.search, &args.faults);
    let mut options = vec![format!("--max-steps {}", search.max_steps)];
    options.extend(search.max_changes.map(|most| format!("--max-changes {most}")));
    options.extend(search.keep_nodes.then(|| "--keep-nodes".to_owned()));
    options.extend(faults.corrupt.map(|n| format!("--corrupt {n} --seed {}", faults.seed)));
    Run { method: Some(name.method), options, ..run }
}

/// Repairs one structure; gives its exit code.
fn one(
    args: &RepairArgs,
    session: &Session,
    repairer: &mut Repairer,
    record: Record,
    (budget, files): (&Budget, &mut RepairFiles),
) -> Result<u8, CliError> {
    let mut record = record;
    if let Some(faults) = args.faults.corrupt {
        record.structure = repairer.corrupt(&record.structure, faults, args.faults.seed)?;
        files.corrupted(&record)?;
    }
    let found = repairer.repair_while(&record.structure, |_| budget.check().is_continue());
    let stop = budget.end().map(interrupt::text);
    if let Some(thrown) = repairer.thrown().filter(|_| !args.output.quiet) {
        note(&format!("the predicate threw {thrown}; exceptions count as rejections"));
    }
    let error = match found {
        Ok(repair) => {
            if args.search.verify {
                verify(args, session, &repair.structure)?;
                if !args.output.quiet {
                    note("verified: the predicate accepts the repair on another machine");
                }
            }
            if let Some(stop) = stop.filter(|_| !args.output.quiet) {
                note(&format!("{stop}: there may be a nearer repair"));
            }
            files.repaired(record.number, &repair)?;
            if !args.output.quiet {
                results::print(&repairs::text(&repair), !args.output.prints_text())?;
            }
            return Ok(code::FINE);
        }
        Err(error) => error,
    };
    match (error, stop) {
        (Error::Stopped(_), Some(stop)) => {
            Err(CliError::Stopped(format!("{stop}: no repair was found so far")))
        }
        (error @ Error::Unrepaired(_), _) => Ok(CliError::from(error).report()),
        (error, _) => Err(error.into()),
    }
}

/// Runs the predicate on a machine of its own, without any of the search.
fn verify(args: &RepairArgs, session: &Session, structure: &Structure) -> Result<(), CliError> {
    let nothing = RepairOptions { max_changes: Some(0), ..args.options() };
    match session.repair(nothing)?.repair(structure) {
        Ok(_) => Ok(()),
        Err(Error::Unrepaired(_)) => {
            Err(CliError::Unconfirmed("the predicate does not accept the repair".to_owned()))
        }
        Err(error) => Err(error.into()),
    }
}
