//! What `check` reports: a verdict on a property of a method, and what it rests on. Reports are made
//! from these types alone; nothing here knows how the verdict was found.

use crate::generate::case::{Contract, Effort, MethodName, MethodSignature, TestCase};

/// What was found out about one method.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckReport {
    /// The method.
    pub method: MethodName,
    /// Modifiers and types the source of a test needs.
    pub signature: MethodSignature,
    /// What must hold before and after it, if something must.
    pub contract: Contract,
    /// What was checked: `assert`, `no-exceptions`.
    pub property: String,
    /// Whether it holds.
    pub verdict: Verdict,
    /// How much was done.
    pub effort: Effort,
}

/// Whether a property holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// For all inputs: every path was followed to its end, and nothing was left out.
    Proved {
        /// What proved it: `all 12 paths`.
        by: String,
    },
    /// For all inputs within bounds.
    Bounded {
        /// Which: `strings of up to 6 characters`.
        bounds: Vec<String>,
        /// What proved it.
        by: String,
    },
    /// Not for this input, which was run.
    Refuted(Box<Counterexample>),
    /// Nobody knows.
    Unknown {
        /// Why, and where.
        reasons: Vec<String>,
    },
}

impl Verdict {
    /// In a word.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Proved { .. } => "proved",
            Verdict::Bounded { .. } => "bounded",
            Verdict::Refuted(_) => "refuted",
            Verdict::Unknown { .. } => "unknown",
        }
    }
}

/// An input for which a property does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Counterexample {
    /// What happens: `java.lang.AssertionError: negative`.
    pub violation: String,
    /// The calls in progress where it happens, innermost first: `Demo.f(Demo.java:12)`.
    pub stack: Vec<String>,
    /// The input as a test has it, with the outcome that the property asks for.
    pub case: TestCase,
    /// Where the program asks for the values that it is given while it runs, in order.
    pub asked_at: Vec<String>,
    /// Whether some of them come from a `java.util.Random`.
    pub random: bool,
}

impl Counterexample {
    /// Whether values come from a `java.util.Random`, for which no JVM takes them.
    #[must_use]
    pub fn uses_random(&self) -> bool {
        self.random
    }

    /// The file and the line of the innermost call that has them.
    #[must_use]
    pub fn place(&self) -> Option<(&str, u32)> {
        self.stack.iter().find_map(|call| source_place(call))
    }
}

/// The file and the line of a call as stack traces print it: `Demo.f(Demo.java:12)`.
#[must_use]
pub fn source_place(call: &str) -> Option<(&str, u32)> {
    let (_, place) = call.strip_suffix(')')?.rsplit_once('(')?;
    let (file, line) = place.rsplit_once(':')?;
    Some((file, line.parse().ok()?))
}
