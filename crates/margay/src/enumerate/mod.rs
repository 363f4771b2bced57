//! `margay enumerate`: every structure within bounds that a predicate accepts.
//!
//! A [`subject`] is searched by one [`scout`], or by several in [`parallel`]; what they tell is
//! [written](output) and counted here, in the order of the search.

pub mod args;
mod extract;
pub mod output;
mod parallel;
pub mod part;
mod progress;
mod scout;
mod subject;
pub mod summary;
mod verify;
pub mod watch;

use crate::error::{CliError, code, note};
use crate::judged;
use args::{EnumerateArgs, Format, OutputArgs, Switch};
use margay_report::Record;
use margay_report::gallery::Header;
use margay_report::junit::Suite;
use margay_search::enumerate::{Counters, Range, frontier};
use output::Output;
use part::{Part, Search};
use progress::Progress;
use scout::News;
use std::io::Write;
use std::ops::ControlFlow;
use subject::Subject;
use verify::Verifier;
use watch::{Stop, Watch};

/// A space of more combinations than this (as a power of ten) is worth a remark.
const LARGE: f64 = 30.0;

/// Searches; gives the exit code.
pub fn command(args: &EnumerateArgs) -> Result<u8, CliError> {
    let watch = Watch::start(args.search.timeout);
    let mut subject = Subject::open(args)?;
    let search = describe(args, &subject);
    remark_on_size(args, &subject);
    let range = range(args, &mut subject)?;
    let output = Output::open(&args.output, &search.header(), &search.suite())?;
    let verifier = args.search.verify.then(|| Verifier::open(args)).transpose()?;
    let limit = args.search.limit;
    let mut ledger = Ledger { output, verifier, limit, ..Ledger::default() };
    let progress = Progress::start(args.output.quiet, args.output.prints_structures());
    if limit != Some(0) {
        run(args, subject, &range, (&watch, &progress), &mut ledger)?;
    }
    progress.end();
    let stop = ledger.stopped.or(watch.stop());
    let counters = ledger.finish()?;
    if let Some(folder) = &args.output.out {
        Part::new(search, &range, stop.is_none(), counters).write(folder)?;
    }
    present(&args.output, &counters, stop)
}

/// Searches with one thread or several.
fn run(
    args: &EnumerateArgs,
    mut subject: Subject,
    range: &Range,
    watched: (&Watch, &Progress),
    ledger: &mut Ledger,
) -> Result<(), CliError> {
    let structures = ledger.wants_structures();
    let options = subject::options(args, range.clone());
    let jobs = args.part.jobs.get();
    let tell = |news| ledger.enter(news);
    if jobs == 1 {
        scout::search(&mut subject, &options, structures, watched, tell);
    } else {
        let Subject { machine, space, predicate, .. } = &mut subject;
        let wanted = jobs * parallel::PARTS;
        let parts = frontier::split(machine, space, *predicate, &options, wanted)?;
        drop(subject);
        parallel::search(args, parts, structures, watched, tell);
    }
    Ok(())
}

/// The part of the tree that the options name.
fn range(args: &EnumerateArgs, subject: &mut Subject) -> Result<Range, CliError> {
    let given = Range { from: args.part.from.clone(), to: args.part.to.clone() };
    let Some(shard) = args.part.shard else { return Ok(given) };
    let options = subject::options(args, given);
    let Subject { machine, space, predicate, .. } = subject;
    let wanted = shard.of * parallel::PARTS;
    let parts = frontier::split(machine, space, *predicate, &options, wanted)?;
    if parts.len() < shard.of {
        return Err(CliError::usage(
            format!("the search is too small for {} parts", shard.of),
            format!("make at most {}", parts.len()),
        ));
    }
    let start = |index: usize| parts.get(index * parts.len() / shard.of)?.from.clone();
    Ok(Range { from: start(shard.index), to: start(shard.index + 1) })
}

/// What is searched, in words.
fn describe(args: &EnumerateArgs, subject: &Subject) -> Search {
    let world = &subject.machine.core.world;
    let (class, predicate) = judged::names(world, subject.class, subject.predicate);
    let accessible = judged::is_accessible(world, subject.class, subject.predicate);
    let given = &args.bounds;
    let mut bounds = Vec::new();
    bounds.extend(given.finitization.iter().map(|name| format!("--finitization {name}")));
    if !given.args.is_empty() {
        bounds.push(format!("--args {}", given.args.join(",")));
    }
    bounds.extend(given.config.iter().map(|file| format!("--config {}", file.display())));
    bounds.extend(given.bound.iter().map(|bound| format!("--bound {bound}")));
    bounds.extend(subject::items(given));
    let mut options = vec![format!("--untouched {:?}", args.search.untouched).to_lowercase()];
    if args.search.multi_value == Switch::Off {
        options.push("--multi-value off".to_owned());
    }
    options.push(format!("--backtrack {:?}", args.search.backtrack).to_lowercase());
    Search { class, predicate, accessible, bounds, options }
}

impl Search {
    /// For the head of a page.
    pub fn header(&self) -> Header {
        let bounds = self.bounds.iter().map(|bound| {
            let (name, value) = bound.split_once('=').unwrap_or((bound, ""));
            (name.to_owned(), value.to_owned())
        });
        Header { target: format!("{}.{}()", self.class, self.predicate), bounds: bounds.collect() }
    }

    /// For tests.
    pub fn suite(&self) -> Suite {
        Suite { accessible: self.accessible, ..Suite::new(&self.class, &self.predicate) }
    }
}

fn remark_on_size(args: &EnumerateArgs, subject: &Subject) {
    let magnitude = subject.space.magnitude();
    let bounded = args.search.limit.is_some() || args.search.timeout.is_some();
    if magnitude > LARGE && !bounded && !args.output.quiet {
        note(&format!(
            "the bounds allow 10^{magnitude:.0} combinations; how many are tried depends on how \
             early the predicate rejects (--timeout and --limit end a search early)"
        ));
    }
}

/// What has been found and counted.
#[derive(Default)]
struct Ledger {
    output: Output,
    verifier: Option<Verifier>,
    limit: Option<u64>,
    /// Of the parts that are done.
    counters: Counters,
    written: u64,
    has_thrown: bool,
    stopped: Option<Stop>,
    error: Option<CliError>,
}

impl Ledger {
    fn wants_structures(&self) -> bool {
        self.output.wants_structures() || self.limit.is_some() || self.verifier.is_some()
    }

    fn enter(&mut self, news: News) -> ControlFlow<()> {
        match self.write(news) {
            Ok(()) if self.stopped.is_none() => ControlFlow::Continue(()),
            Ok(()) => ControlFlow::Break(()),
            Err(error) => {
                self.error.get_or_insert(error);
                ControlFlow::Break(())
            }
        }
    }

    fn write(&mut self, news: News) -> Result<(), CliError> {
        match news {
            // What comes after the end is not wanted.
            _ if self.stopped.is_some() => {}
            News::Found(record, counters) => self.found(*record, &counters)?,
            News::Threw(what) => {
                if !std::mem::replace(&mut self.has_thrown, true) {
                    note(&format!("the predicate threw {what}; exceptions count as rejections"));
                }
            }
            News::End(counters) => {
                self.counters.add(&counters?);
                self.output.flush()?;
            }
        }
        Ok(())
    }

    fn found(&mut self, record: Record, counters: &Counters) -> Result<(), CliError> {
        if let Some(verifier) = &mut self.verifier {
            verifier.check(&record)?;
        }
        self.output.add(record)?;
        self.written += 1;
        if let Some(limit) = self.limit.filter(|limit| self.written >= *limit) {
            self.counters.add(counters);
            self.stopped = Some(Stop::Limit(limit));
        }
        Ok(())
    }

    /// Ends the output, whatever has happened; then says what has.
    fn finish(self) -> Result<Counters, CliError> {
        self.output.finish(&summary::named(&self.counters))?;
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.counters),
        }
    }
}

/// Shows the counters; gives the exit code.
fn present(args: &OutputArgs, counters: &Counters, stop: Option<Stop>) -> Result<u8, CliError> {
    if !args.quiet {
        let table = summary::table(counters);
        if args.formats().contains(&Format::Text) {
            std::io::stdout().write_all(table.as_bytes())?;
        } else {
            std::io::stderr().write_all(table.as_bytes())?;
        }
    }
    if let Some(stop) = stop {
        note(&format!("{stop}: there may be more; what was found is kept"));
    }
    Ok(match stop {
        Some(Stop::Time(_) | Stop::Interrupted) => code::BUDGET,
        Some(Stop::Limit(_)) | None => code::FINE,
    })
}
