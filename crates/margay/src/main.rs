//! The command line. It reads options, opens the target, lets others do the work and says what
//! came of it: on standard output results, on standard error everything else, and an exit code.

mod cli;
mod enumerate;
mod error;
mod generate;
mod ir;
mod merge;
mod program;
mod run;
mod select;
mod solve;
mod style;
mod verify;

use clap::Parser;
use cli::{Cli, Command};
use std::process::ExitCode;

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Run(args) => run::command(&args),
        Command::Ir(args) => ir::command(&args),
        Command::Enumerate(args) => enumerate::command(&args),
        Command::Generate(args) => generate::command(&args),
        Command::Merge(args) => merge::command(&args),
        Command::Solve(args) => solve::command(&args),
        Command::Verify(args) => verify::command(&args),
    };
    ExitCode::from(match done {
        Ok(code) => code,
        Err(error) => error.report(),
    })
}
