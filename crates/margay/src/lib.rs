//! The command line: it reads options, lets the library ([`margay_java`]) do the work and says what
//! came of it, on standard output results, on standard error everything else, and an exit code.

mod check;
mod cli;
mod clp;
mod config;
mod enumerate;
mod error;
mod format;
mod generate;
mod given;
mod hints;
mod interrupt;
mod ir;
mod manual;
mod merge;
mod project;
mod repair;
mod report;
mod results;
mod run;
mod solve;
mod style;
mod summarize;
mod svcomp;
mod verify;

pub use error::CliError;

use clap::CommandFactory;
use cli::{Cli, Command};
use given::Given;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

/// Runs the command line of this process.
#[must_use]
pub fn main() -> ExitCode {
    ExitCode::from(match run_command(std::env::args_os().collect()) {
        Ok(code) => code,
        Err(error) => error.report(),
    })
}

fn run_command(typed: Vec<OsString>) -> Result<u8, CliError> {
    if let [_, option] = &typed[..]
        && (option == "--version" || option == "-V")
    {
        return version();
    }
    let commands = Cli::command();
    let given = Given::new(typed, &commands)?;
    let parsed = given.parse()?;
    style::choose(parsed.color);
    match parsed.command {
        Command::Run(args) => run::command(&args),
        Command::Ir(args) => ir::command(&args),
        Command::Clp(args) => clp::command(&args),
        Command::Check(args) => check::command(&args),
        Command::Enumerate(args) => enumerate::command(&args),
        Command::Generate(args) => generate::command(&args, &given),
        Command::Completions(args) => manual::completions(&args),
        Command::Config(args) => config::config(&args, &commands, &given.config),
        Command::Init(args) => config::init(&args),
        Command::Api(args) => manual::api(&args),
        Command::Man(args) => manual::man(&args),
        Command::Merge(args) => merge::command(&args),
        Command::Repair(args) => repair::command(&args),
        Command::Report(args) => report::command(&args),
        Command::Solve(args) => solve::command(&args),
        Command::Summarize(args) => summarize::command(&args),
        Command::Svcomp(args) => svcomp::command(&args),
        Command::Verify(args) => verify::command(&args),
    }
}

/// Margay's version, and the JDK that it finds.
fn version() -> Result<u8, CliError> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "margay {}", env!("CARGO_PKG_VERSION"))?;
    match margay_jvm::jdk::Jdk::discover(None) {
        Ok(jdk) => writeln!(out, "JDK {} ({})", jdk.full_version, jdk.home.display())?,
        Err(error) => writeln!(out, "no JDK: {error}")?,
    }
    Ok(error::code::FINE)
}
