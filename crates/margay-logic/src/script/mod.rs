//! Running SMT-LIB 2 scripts on the solver chain.
//!
//! `reader` takes commands one by one from a file or a pipe, `session` runs them, `declare` has
//! those about names, `answers` prints what they ask for. Understood are the commands of SMT-LIB 2.7 that concern satisfiability, over
//! bit-vectors, floats, arrays of them, and uninterpreted functions and sorts, without
//! quantifiers.

mod answers;
mod declare;
mod options;
mod reader;
mod session;

use crate::budget::Budget;
use crate::smtlib::SyntaxError;
use crate::solver::{Config, Solver};
use reader::Commands;
use session::{Next, Session};
use std::io::{self, BufRead, Write};
use thiserror::Error;

/// How to run a script.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The options of the solver.
    pub config: Config,
    /// Whether to append the statistics of the layers.
    pub stats: bool,
}

/// A script that could not be run to its end.
#[derive(Debug, Error)]
pub enum ScriptError {
    /// The text is wrong, or asks for what is not supported.
    #[error("{error}")]
    Syntax {
        /// Where and why.
        error: SyntaxError,
        /// What the commands before printed.
        output: String,
    },
    /// The directory for the log cannot be written.
    #[error("cannot write the solver log: {0}")]
    Log(io::Error),
    /// The script cannot be read, or its answers cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Runs a script up to its first error and returns what it prints.
///
/// # Errors
/// With line and column when a command is malformed, ill-sorted or unsupported; the output of the
/// commands before it is in the error.
pub fn run(text: &str, options: &Options) -> Result<String, ScriptError> {
    let mut output = Vec::new();
    let first = drive(text.as_bytes(), &mut output, options, true)?.into_iter().next();
    let output = String::from_utf8_lossy(&output).into_owned();
    match first {
        Some(error) => Err(ScriptError::Syntax { error, output }),
        None => Ok(output),
    }
}

/// Runs the commands of a script as they come, and writes and flushes the answer of each. After an
/// error, which is one of the answers, the next command is run; all errors are returned.
///
/// # Errors
/// When reading or writing fails, or the log cannot be written.
pub fn stream(
    input: impl BufRead,
    output: &mut impl Write,
    options: &Options,
) -> Result<Vec<SyntaxError>, ScriptError> {
    drive(input, output, options, false)
}

fn drive(
    input: impl BufRead,
    output: &mut impl Write,
    options: &Options,
    stop: bool,
) -> Result<Vec<SyntaxError>, ScriptError> {
    let solver = Solver::new(options.config.clone()).map_err(ScriptError::Log)?;
    let mut session = Session::new(solver, &options.config);
    let mut commands = Commands::new(input);
    let mut errors = Vec::new();
    loop {
        let memory = Budget::new(None, options.config.memory);
        let command = match commands.next(&memory)? {
            Some(command) => command,
            None => break,
        };
        match command.and_then(|piece| session.run(&piece)) {
            Ok(Next::Stop) => break,
            Ok(Next::Go) => {}
            Err(error) if stop => {
                output.write_all(session.take_output().as_bytes())?;
                return Ok(vec![error]);
            }
            Err(error) => {
                session.report(&error);
                errors.push(error);
            }
        }
        let text = session.take_output();
        if !text.is_empty() {
            output.write_all(text.as_bytes())?;
            output.flush()?;
        }
    }
    output.write_all(session.take_output().as_bytes())?;
    if options.stats {
        write!(output, "{}", session.stats())?;
    }
    output.flush()?;
    match session.log_error() {
        Some(error) => Err(ScriptError::Log(error)),
        None => Ok(errors),
    }
}
