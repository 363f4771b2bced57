//! How a path ended, taken out of the machine: as a line of text, or of JSON.

use crate::program::ConcreteMachine;
use margay_jvm::describe;
use margay_machine::Outcome;
use margay_search::Decisions;
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};

/// The end of a path.
#[derive(Debug, Serialize)]
pub struct PathOutcome {
    /// The alternatives taken.
    pub decisions: Vec<u32>,
    /// How it ended.
    #[serde(flatten)]
    pub ending: Ending,
    /// What it printed.
    pub stdout: String,
    /// What it printed on standard error.
    pub stderr: String,
    /// Operations executed on the path.
    pub steps: u64,
}

/// How a path ended.
#[derive(Debug, Serialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub enum Ending {
    /// The method returned.
    Returned {
        /// Its result, in words.
        #[serde(skip_serializing_if = "Option::is_none")]
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
    Dropped,
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
    /// Of the path that has just ended; `result` is the descriptor of the method's result.
    pub(super) fn of(
        machine: &mut ConcreteMachine,
        decisions: &Decisions,
        outcome: &Outcome<u64>,
        result: &str,
    ) -> PathOutcome {
        let ending = Ending::of(machine, outcome, result);
        let output = &machine.core.memory.output;
        PathOutcome {
            decisions: decisions.0.clone(),
            ending,
            stdout: String::from_utf8_lossy(&output.out).into_owned(),
            stderr: String::from_utf8_lossy(&output.err).into_owned(),
            steps: machine.core.steps,
        }
    }

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

    /// As one line of JSON.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        writeln!(out)
    }
}

impl Ending {
    fn of(machine: &mut ConcreteMachine, outcome: &Outcome<u64>, result: &str) -> Ending {
        match outcome {
            Outcome::Returned(value) => {
                let value = value.map(|value| describe::value(machine, result, value));
                Ending::Returned { value }
            }
            Outcome::Threw(exception) => Ending::Threw {
                exception: describe::class(
                    &machine.core.world,
                    machine.core.memory.class_of(*exception),
                ),
                message: describe::message(machine, *exception),
                stack: describe::stack_trace(&machine.core, *exception),
            },
            Outcome::Rejected | Outcome::Bounded | Outcome::Endless => Ending::Dropped,
            Outcome::Failed(message) => Ending::Failed { message: message.clone() },
            Outcome::Exited(code) => Ending::Exited { code: *code },
            Outcome::Refused(refusal) => Ending::Refused {
                reason: refusal.reason.clone(),
                stack: {
                    let world = &machine.core.world;
                    refusal.stack.iter().map(|place| describe::place(world, place)).collect()
                },
            },
        }
    }

    /// Whether the program ended by itself, without a failure.
    #[must_use]
    pub fn is_good(&self) -> bool {
        matches!(self, Ending::Returned { .. } | Ending::Exited { .. })
    }

    /// Class and message of an exception.
    pub(super) fn exception_text(&self) -> String {
        match self {
            Ending::Threw { exception, message: None, .. } => exception.clone(),
            Ending::Threw { exception, message: Some(message), .. } => {
                format!("{exception}: {message}")
            }
            _ => String::new(),
        }
    }

    /// Where it happened, for endings that have a place.
    #[must_use]
    pub fn stack(&self) -> &[String] {
        match self {
            Ending::Threw { stack, .. } | Ending::Refused { stack, .. } => stack,
            _ => &[],
        }
    }
}

/// How many paths ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RunTally {
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
}

impl RunTally {
    /// Counts a path.
    pub fn add(&mut self, ending: &Ending) {
        match ending {
            Ending::Dropped => self.dropped += 1,
            _ => self.outcomes += 1,
        }
        match ending {
            Ending::Failed { .. } => self.failures += 1,
            Ending::Threw { .. } => self.exceptions += 1,
            Ending::Refused { .. } => self.refused += 1,
            Ending::Returned { .. } | Ending::Exited { .. } | Ending::Dropped => {}
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Returned { value: None } => f.write_str("returned"),
            Ending::Returned { value: Some(value) } => write!(f, "returned {value}"),
            Ending::Threw { .. } => write!(f, "threw {}", self.exception_text()),
            Ending::Dropped => f.write_str("dropped by assume"),
            Ending::Failed { message: None } => f.write_str("failed"),
            Ending::Failed { message: Some(message) } => write!(f, "failed: {message}"),
            Ending::Exited { code } => write!(f, "exited {code}"),
            Ending::Refused { reason, .. } => write!(f, "unsupported: {reason}"),
        }
    }
}
