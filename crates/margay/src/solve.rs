//! `margay solve`: an SMT-LIB 2 script, answered by Margay's own solver.

use crate::cli::seconds;
use crate::error::{CliError, code};
use clap::Args;
use margay_logic::script::{self, Options, ScriptError};
use margay_logic::{Config, External, budget};
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// For `--help`.
pub const EXAMPLES: &str = "\
Examples:
  margay solve puzzle.smt2                    bit-vectors, floats, arrays, functions
  margay solve floats.smt2 --solver z3        logics of another solver
  margay solve puzzle.smt2 --cross-check      every answer checked by z3
  margay solve puzzle.smt2 --solver-stats     which layer answered what
  margay solve puzzle.smt2 --proof proofs     DRAT proofs of unsat answers
  margay solve -                              commands from a pipe, answered as they come";

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
    /// Folder that receives a proof of each `unsat`: clauses in DIMACS, and DRAT
    #[arg(long, value_name = "DIR")]
    pub proof: Option<PathBuf>,
    /// Time limit in seconds per query; beyond it, the answer is `unknown`
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Memory to use; when it is used up the answer is `unknown` [default: most of what is free, at
    /// most half of a limit on the process]
    #[arg(long, value_name = "MB")]
    pub memory: Option<u64>,
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
        let memory = match self.memory {
            Some(megabytes) => Some(megabytes.saturating_mul(1 << 20)),
            None => budget::affordable(),
        };
        let proof = self.proof.clone();
        let config = Config { solver, cross_check, log, proof, time, memory, ..Config::default() };
        Options { config, stats: self.solver_stats }
    }
}

/// Runs the script; gives the exit code.
pub fn command(args: &SolveArgs) -> Result<u8, CliError> {
    let hint = "name a script in SMT-LIB 2, or - for standard input";
    let input = open(&args.file).map_err(|e| CliError::unreadable(&args.file, &e, hint))?;
    let errors = match script::stream(input, &mut io::stdout().lock(), &args.options()) {
        Ok(errors) => errors,
        Err(ScriptError::Io(error)) => return Err(error.into()),
        Err(error) => return Err(CliError::Script(error.to_string())),
    };
    match errors.as_slice() {
        [] => Ok(code::FINE),
        [first, rest @ ..] => {
            let more = match rest.len() {
                0 => String::new(),
                n => format!(" (and {n} more)"),
            };
            Err(CliError::Script(format!("{}: {first}{more}", args.file.display())))
        }
    }
}

fn open(file: &Path) -> io::Result<Box<dyn BufRead>> {
    if file.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    if file.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    Ok(Box::new(BufReader::new(File::open(file)?)))
}
