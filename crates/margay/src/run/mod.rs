//! `margay run`: a program or a method, once ([`once`]) or in every way its choices can go
//! ([`all`]).

mod all;
mod once;

use crate::cli::{OutputArgs, RunArgs};
use crate::error::{CliError, note};
use crate::format::Format;
use crate::interrupt;
use crate::results;
use margay_java::Session;
use margay_java::run::{Call, RunOptions, RunStop};
use margay_report::document::{Run, RunCommand};
use margay_report::table::counted;

/// Runs what the options ask for; gives the exit code.
pub fn command(args: &RunArgs) -> Result<u8, CliError> {
    let budget = args.limits.budget(args.budget.timeout);
    let session = args.target.open(args.limits.limits())?;
    let run = session.run(&options(args))?;
    if args.output.verbose {
        let (jdk, ready) = (session.jdk(), budget.elapsed().as_millis());
        let home = jdk.home.display();
        note(&format!("JDK {} in {home}; ready after {ready} ms", jdk.full_version));
    }
    let OutputArgs { format, out, .. } = &args.output;
    if *format == Format::Html && out.is_none() {
        let hint = "name a folder with --out, and ask for --all outcomes";
        return Err(CliError::usage("a page is written to files", hint));
    }
    let is_document = *format == Format::Json || out.is_some();
    let document = is_document.then(|| describe(args, &session));
    let code = match args.search.all {
        true => all::run(args, run, &budget, document)?,
        false => once::run(args, run, &budget, document)?,
    };
    if let Some(folder) = out.as_ref().filter(|_| *format == Format::Html) {
        results::write_page(folder, session)?;
    }
    Ok(code)
}

/// What is run, and with which arguments.
fn describe(args: &RunArgs, session: &Session) -> Run {
    let class = session.main_class().map(|name| name.replace('/', "."));
    let run = session.describe(RunCommand::Run, class);
    let arguments = args.args.iter().map(|value| format!("--args {value}"));
    let decisions = args.search.decisions.iter().map(|path| format!("--decisions {path}"));
    let options = arguments.chain(decisions).chain(args.program.iter().cloned()).collect();
    Run { method: args.method.method.clone(), options, ..run }
}

fn options(args: &RunArgs) -> RunOptions {
    let call = match &args.method.method {
        Some(name) => Call::Method { name: name.clone(), args: args.args.clone() },
        None => Call::Main(args.program.clone()),
    };
    RunOptions { call, max_steps: args.budget.max_steps }
}

/// Why a run was ended, by the option that did it.
fn stop_text(stop: RunStop) -> String {
    match stop {
        RunStop::Budget(end) => interrupt::text(end),
        RunStop::Steps(steps) => format!("stopped by --max-steps after {}", counted(steps, "step")),
    }
}
