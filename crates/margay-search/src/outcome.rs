//! What running a program shows: how each of its paths ended. Documents and summaries are made from
//! these types alone.

use crate::decisions::Decisions;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::{self, Write};

/// The end of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PathOutcome {
    /// The alternatives taken.
    pub decisions: Decisions,
    /// How it ended.
    #[serde(rename = "outcome")]
    pub ending: PathEnding,
    /// What it printed.
    pub stdout: String,
    /// What it printed on standard error.
    pub stderr: String,
    /// Operations executed on the path.
    pub steps: u64,
}

/// How a path ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum PathEnding {
    /// The method returned.
    Returned {
        /// Its result, in words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<String>,
    },
    /// An exception left it.
    Threw {
        /// Class of the exception.
        exception: String,
        /// Its message.
        message: Option<String>,
        /// Where it was made, innermost call first.
        stack: Vec<String>,
    },
    /// An assumption was false.
    Dropped {},
    /// The program reported a failure.
    Failed {
        /// In these words.
        message: Option<String>,
    },
    /// The program ended itself.
    Exited {
        /// With this code.
        code: i32,
    },
    /// Margay does not support what comes next.
    Refused {
        /// What and why.
        reason: String,
        /// Where, innermost call first.
        stack: Vec<String>,
    },
}

impl PathOutcome {
    /// The output of the path, indented beneath its outcome.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_output(&self, out: &mut impl Write) -> io::Result<()> {
        for line in self.stdout.lines() {
            writeln!(out, "  {line}")?;
        }
        for line in self.stderr.lines() {
            writeln!(out, "  stderr: {line}")?;
        }
        Ok(())
    }
}

impl PathEnding {
    /// Whether the program ended by itself, without a failure.
    #[must_use]
    pub fn is_good(&self) -> bool {
        matches!(self, PathEnding::Returned { .. } | PathEnding::Exited { .. })
    }

    /// Class and message of an exception.
    #[must_use]
    pub fn exception_text(&self) -> String {
        match self {
            PathEnding::Threw { exception, message: None, .. } => exception.clone(),
            PathEnding::Threw { exception, message: Some(message), .. } => {
                format!("{exception}: {message}")
            }
            _ => String::new(),
        }
    }

    /// Where it happened, for endings that have a place.
    #[must_use]
    pub fn stack(&self) -> &[String] {
        match self {
            PathEnding::Threw { stack, .. } | PathEnding::Refused { stack, .. } => stack,
            _ => &[],
        }
    }
}

impl fmt::Display for PathEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PathEnding::Returned { value: None } => f.write_str("returned"),
            PathEnding::Returned { value: Some(value) } => write!(f, "returned {value}"),
            PathEnding::Threw { .. } => write!(f, "threw {}", self.exception_text()),
            PathEnding::Dropped {} => f.write_str("dropped by assume"),
            PathEnding::Failed { message: None } => f.write_str("failed"),
            PathEnding::Failed { message: Some(message) } => write!(f, "failed: {message}"),
            PathEnding::Exited { code } => write!(f, "exited {code}"),
            PathEnding::Refused { reason, .. } => write!(f, "unsupported: {reason}"),
        }
    }
}

/// How many paths ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeTally {
    /// Paths that were not dropped.
    pub outcomes: u64,
    /// Paths on which an assumption does not hold.
    pub dropped: u64,
    /// Outcomes that the program reports as failures.
    pub failures: u64,
    /// Outcomes that are exceptions.
    pub exceptions: u64,
    /// Outcomes that Margay does not support.
    pub refused: u64,
    /// Operations executed on all paths.
    pub steps: u64,
}

impl OutcomeTally {
    /// Counts a path.
    pub fn add(&mut self, ending: &PathEnding) {
        match ending {
            PathEnding::Dropped {} => self.dropped += 1,
            _ => self.outcomes += 1,
        }
        match ending {
            PathEnding::Failed { .. } => self.failures += 1,
            PathEnding::Threw { .. } => self.exceptions += 1,
            PathEnding::Refused { .. } => self.refused += 1,
            PathEnding::Returned { .. } | PathEnding::Exited { .. } | PathEnding::Dropped {} => {}
        }
    }
}
