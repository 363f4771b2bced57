//! What can go wrong before or beside the program under test, and the exit codes.

use crate::hints::hint;
use crate::style;
use margay_java::Error;
use margay_java::test_run::TestRunError;
use margay_jvm::junit_jar::JunitError;
use margay_jvm::launch::InitializeError;
use margay_report::document::DocumentError;
use margay_report::document::parts::PartsError;
use std::io::Write;
use std::path::Path;
use thiserror::Error;

/// Exit codes, as `docs/exit-codes.md` gives them.
pub mod code {
    /// All went well.
    pub const FINE: u8 = 0;
    /// An exception left the program, or an outcome is a failure.
    pub const FAILED: u8 = 1;
    /// Bad input or usage.
    pub const USAGE: u8 = 2;
    /// The program needs something Margay does not support.
    pub const UNSUPPORTED: u8 = 3;
    /// A budget ended the run.
    pub const BUDGET: u8 = 4;
    /// What was checked holds within bounds.
    pub const BOUNDED: u8 = 5;
    /// Nobody knows whether what was checked holds.
    pub const UNKNOWN: u8 = 6;
}

/// Why a command could not do its work.
#[derive(Debug, Error)]
pub enum CliError {
    /// What the library says.
    #[error("{0}{hint}", hint = hint(.0))]
    Library(#[from] Error),
    /// Generated tests that cannot be run.
    #[error("{0}{hint}", hint = crate::hints::test_run(.0))]
    TestRun(#[from] TestRunError),
    /// No JUnit.
    #[error("{0}\nhint: name JUnit's console-standalone jar with --junit")]
    Junit(#[from] JunitError),
    /// A result document that cannot be read.
    #[error("{0}\nhint: {hint}", hint = crate::hints::WRITE_AGAIN)]
    Document(#[from] DocumentError),
    /// Parts that cannot be joined.
    #[error("{0}\nhint: {hint}", hint = crate::hints::parts(.0))]
    Parts(#[from] PartsError),
    /// Something the user asked for does not exist or cannot be; with a hint.
    #[error("{message}\nhint: {hint}")]
    Usage {
        /// What is wrong.
        message: String,
        /// What to do about it.
        hint: String,
    },
    /// A structure that cannot be read.
    #[error("{0}")]
    Structure(String),
    /// A repair that was stopped before its end.
    #[error("{0}")]
    Stopped(String),
    /// A claim that does not hold when it is checked.
    #[error("{0}: this is a bug in Margay")]
    Unconfirmed(String),
    /// A script that is wrong, and where.
    #[error("{0}")]
    Script(String),
    /// Results cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] std::io::Error),
}

impl CliError {
    /// A mistake of the user's, and the way out.
    pub fn usage(message: impl Into<String>, hint: impl Into<String>) -> CliError {
        CliError::Usage { message: message.into(), hint: hint.into() }
    }

    /// A file that cannot be read, and what it should be.
    pub fn unreadable(file: &Path, error: &std::io::Error, hint: &str) -> CliError {
        CliError::usage(format!("cannot read {}: {error}", file.display()), hint)
    }

    fn code(&self) -> u8 {
        match self {
            CliError::Library(error) => library_code(error),
            CliError::Stopped(_) => code::BUDGET,
            CliError::Unconfirmed(_) => code::FAILED,
            _ => code::USAGE,
        }
    }

    /// Says what went wrong; gives the exit code.
    pub fn report(&self) -> u8 {
        // Whoever read our output has seen enough: that is no error.
        if let CliError::Output(error) = self
            && error.kind() == std::io::ErrorKind::BrokenPipe
        {
            return code::FINE;
        }
        say("error", style::Colour::Red, &self.to_string());
        self.code()
    }
}

fn library_code(error: &Error) -> u8 {
    match error {
        Error::Launch(_) | Error::Unsupported(_) | Error::Refused(_) => code::UNSUPPORTED,
        Error::Initialize(InitializeError::Threw { .. }) => code::USAGE,
        Error::Initialize(_) => code::UNSUPPORTED,
        Error::Endless { .. } | Error::Stopped(_) => code::BUDGET,
        Error::Unconfirmed(_) | Error::Unrepaired(_) => code::FAILED,
        _ => code::USAGE,
    }
}

/// A remark on standard error. When even that is closed there is nobody left to tell.
pub fn note(text: &str) {
    say("note", style::Colour::Yellow, text);
}

fn say(kind: &str, colour: style::Colour, text: &str) {
    let mut stderr = std::io::stderr().lock();
    let kind = style::paint(&stderr, colour, kind);
    let _ = writeln!(stderr, "margay: {kind}: {text}");
}
