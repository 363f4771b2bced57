//! What can go wrong before or beside the program under test, and the exit codes.

use crate::style;
use margay_jvm::bounds::BoundsError;
use margay_jvm::classpath::ClassPathError;
use margay_jvm::jdk::JdkError;
use margay_jvm::junit::JunitError;
use margay_jvm::launch::{InitializeError, LaunchError};
use margay_jvm::load::LoadError;
use margay_jvm::target::TargetError;
use margay_search::ExploreError;
use margay_search::enumerate::EnumerateError;
use std::io::Write;
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
}

/// Why a command could not do its work.
#[derive(Debug, Error)]
pub enum CliError {
    /// No usable JDK.
    #[error(transparent)]
    Jdk(#[from] JdkError),
    /// No JUnit.
    #[error(transparent)]
    Junit(#[from] JunitError),
    /// No usable target.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// No readable class path.
    #[error(transparent)]
    ClassPath(#[from] ClassPathError),
    /// A class that does not load.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A machine that does not start.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// A decision path that leads nowhere.
    #[error(transparent)]
    Explore(#[from] ExploreError),
    /// Something the user asked for does not exist or cannot be; with a hint.
    #[error("{message}\nhint: {hint}")]
    Usage {
        /// What is wrong.
        message: String,
        /// What to do about it.
        hint: String,
    },
    /// Bounds that make no sense.
    #[error(transparent)]
    Bounds(#[from] BoundsError),
    /// A search that ended early.
    #[error(transparent)]
    Enumerate(#[from] EnumerateError),
    /// A structure that does not fit its classes.
    #[error("{0}")]
    Structure(String),
    /// A structure without a repair.
    #[error("{0}")]
    Unrepaired(String),
    /// A repair that was stopped before its end.
    #[error("{0}")]
    Stopped(String),
    /// A candidate on which the predicate does not end.
    #[error("{0}")]
    Endless(String),
    /// A claim that does not hold when it is checked.
    #[error("{0}: this is a bug in Margay")]
    Unconfirmed(String),
    /// A script that is wrong, and where.
    #[error("{0}")]
    Script(String),
    /// A method whose code cannot be lowered.
    #[error("{0}")]
    Unsupported(String),
    /// Results cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] std::io::Error),
}

impl From<InitializeError> for CliError {
    fn from(error: InitializeError) -> CliError {
        match error {
            InitializeError::Threw { .. } => CliError::usage(
                error.to_string(),
                "its static initializer has to work without the program around it",
            ),
            other => CliError::Unsupported(other.to_string()),
        }
    }
}

impl CliError {
    /// A mistake of the user's, and the way out.
    pub fn usage(message: impl Into<String>, hint: impl Into<String>) -> CliError {
        CliError::Usage { message: message.into(), hint: hint.into() }
    }

    fn code(&self) -> u8 {
        match self {
            CliError::Launch(_) | CliError::Unsupported(_) => code::UNSUPPORTED,
            CliError::Endless(_) | CliError::Stopped(_) => code::BUDGET,
            CliError::Unconfirmed(_) | CliError::Unrepaired(_) => code::FAILED,
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

/// A remark on standard error. When even that is closed there is nobody left to tell.
pub fn note(text: &str) {
    say("note", style::Colour::Yellow, text);
}

fn say(kind: &str, colour: style::Colour, text: &str) {
    let mut stderr = std::io::stderr().lock();
    let kind = style::paint(&stderr, colour, kind);
    let _ = writeln!(stderr, "margay: {kind}: {text}");
}
