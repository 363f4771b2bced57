//! `margay solve`: an SMT-LIB 2 script, answered by Margay's own solver.

use crate::cli::seconds;
use crate::error::{CliError, code};
use clap::Args;
use margay_logic::script::{self, Options, ScriptError};
use margay_logic::{Config, External};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// For `--help`.
pub const EXAMPLES: &str = "\
Examples:
  margay solve puzzle.smt2                    QF_BV, QF_ABV and references
  margay solve floats.smt2 --solver z3        logics of another solver
  margay solve puzzle.smt2 --cross-check      every answer checked by z3
  margay solve puzzle.smt2 --solver-stats     which layer answered what";

/// The external solver of `--cross-check`, unless `--solver` names one.
const CHECKER: &str = "z3";

/// `margay solve`.
#[derive(Debug, Args)]
pub struct SolveArgs {
    /// A script in SMT-LIB 2; - for standard input
    pub file: PathBuf,
    /// External SMT solver that decides instead of the built-in one: z3, cvc5, bitwuzla or the path
    /// of one
    #[arg(long, value_name = "SOLVER")]
    pub solver: Option<String>,
    /// Compare each answer of the built-in solver with that of an external one [default: z3]
    #[arg(long)]
    pub cross_check: bool,
    /// Print how many queries each layer answered, and the time it took
    #[arg(long)]
    pub solver_stats: bool,
    /// Folder that receives each query as an SMT-LIB 2 file
    #[arg(long, value_name = "DIR")]
    pub solver_log: Option<PathBuf>,
    /// Time limit in seconds per query; beyond it, the answer is `unknown`
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
}

impl SolveArgs {
    fn options(&self) -> Options {
        let external = self.solver.as_deref().map(External::named);
        let (solver, cross_check) = if self.cross_check {
            (None, Some(external.unwrap_or_else(|| External::named(CHECKER))))
        } else {
            (external, None)
        };
        let (log, time) = (self.solver_log.clone(), self.timeout);
        let config = Config { solver, cross_check, log, time, ..Config::default() };
        Options { config, stats: self.solver_stats }
    }
}

/// Runs the script; gives the exit code.
pub fn command(args: &SolveArgs) -> Result<u8, CliError> {
    let text = read(&args.file).map_err(|error| {
        CliError::usage(
            format!("cannot read {}: {error}", args.file.display()),
            "name a script in SMT-LIB 2, or - for standard input",
        )
    })?;
    let (output, error) = match script::run(&text, &args.options()) {
        Ok(output) => (output, None),
        Err(ScriptError::Syntax { error, output }) => (output, Some(error.to_string())),
        Err(error) => (String::new(), Some(error.to_string())),
    };
    let mut stdout = io::stdout().lock();
    stdout.write_all(output.as_bytes())?;
    stdout.flush()?;
    match error {
        Some(error) => Err(CliError::Script(format!("{}: {error}", args.file.display()))),
        None => Ok(code::FINE),
    }
}

fn read(file: &Path) -> io::Result<String> {
    if file.as_os_str() == "-" {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text)?;
        return Ok(text);
    }
    std::fs::read_to_string(file)
}
