//! The command line: it reads options, lets the library ([`margay_java`]) do the work and says what
//! came of it, on standard output results, on standard error everything else, and an exit code.

mod check;
mod cli;
mod clp;
mod enumerate;
mod error;
mod format;
mod generate;
mod hints;
mod interrupt;
mod ir;
mod merge;
mod repair;
mod report;
mod results;
mod run;
mod solve;
mod style;
mod svcomp;
mod verify;

pub use error::CliError;

use clap::Parser;
use cli::{Cli, Command};
use std::process::ExitCode;

/// Runs the command line of this process.
#[must_use]
pub fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Run(args) => run::command(&args),
        Command::Ir(args) => ir::command(&args),
        Command::Clp(args) => clp::command(&args),
        Command::Check(args) => check::command(&args),
        Command::Enumerate(args) => enumerate::command(&args),
        Command::Generate(args) => generate::command(&args),
        Command::Merge(args) => merge::command(&args),
        Command::Repair(args) => repair::command(&args),
        Command::Report(args) => report::command(&args),
        Command::Solve(args) => solve::command(&args),
        Command::Svcomp(args) => svcomp::command(&args),
        Command::Verify(args) => verify::command(&args),
    };
    ExitCode::from(match done {
        Ok(code) => code,
        Err(error) => error.report(),
    })
}
