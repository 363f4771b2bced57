//! Verdicts: whether a property holds for all inputs of a method.
//!
//! The paths of the method are searched as for tests, with bounds on loops that grow from round to
//! round. A path on which the property does not hold is run in the concrete machine with the input
//! that takes it (`confirm`): only then is the property *refuted*. It is *proved* if a round has
//! followed every path to its end and nothing was left out: no bound was reached, no question was given
//! up, no value made concrete, nothing refused, nothing depends on the machine (`judge` collects all
//! of that, `gaps` says what it is). Where only inputs were left out that are too long or too many, it is
//! proved *within bounds*.

mod bounds;
mod boxes;
mod compared;
mod confirm;
mod entry;
mod gaps;
mod judge;
mod jvm;
mod property;
mod prove;
mod replay;
mod search;
mod shrink;
mod statics;

pub use entry::Subject;
pub use jvm::on_jvm;
pub use margay_search::check::{CheckReport, Counterexample, Verdict};
pub use property::Property;

use crate::budget::Budget;
use crate::error::Error;
use crate::generate::{
    Criterion, GenerateOptions, Generator, MethodFilter, SearchStrategy, TestedMethod, Watching,
};
use crate::session::Session;
use margay_search::check;
use margay_search::generate::case::Contract;
use std::num::NonZeroUsize;

/// What is checked, and how far.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// What must hold.
    pub properties: Vec<Property>,
    /// A static method that must return true when the method has returned, of what that was given and
    /// returns.
    pub ensures: Option<String>,
    /// Rounds of a loop at most; without, the time is the only limit.
    pub max_rounds: Option<u32>,
    /// Whether an `AssertionError` that the program catches leaves the verdict open: an assertion was
    /// violated all the same.
    pub strict_assertions: bool,
    /// Whether the program runs where the locale is English: then it may depend on that.
    pub is_english: bool,
    /// Inputs, solver and limits. The precondition is among them.
    pub search: GenerateOptions,
    /// Threads.
    pub jobs: NonZeroUsize,
}

impl Default for CheckOptions {
    fn default() -> Self {
        let search = GenerateOptions {
            criterion: Criterion::Path,
            max_conflicts: Criterion::Path.conflicts(),
            max_steps: 1 << 32,
            // A verdict needs every path, not some inputs that go further.
            strategy: SearchStrategy::Symbolic,
            ..GenerateOptions::default()
        };
        CheckOptions {
            properties: vec![Property::Assert],
            ensures: None,
            max_rounds: None,
            strict_assertions: false,
            is_english: false,
            search,
            jobs: NonZeroUsize::MIN,
        }
    }
}

impl CheckOptions {
    /// The properties in one word each.
    fn property(&self) -> String {
        let mut words: Vec<String> = self.properties.iter().map(Property::to_string).collect();
        words.extend(self.ensures.as_ref().map(|method| format!("ensures {method}")));
        words.join(", ")
    }
}

/// What is to be checked.
#[derive(Clone, Debug)]
pub enum Checked {
    /// The program from its `main`, without arguments: its inputs are what it asks for while it runs.
    Main,
    /// Methods, for all arguments.
    Methods(MethodFilter),
    /// Tests that have parameters (JUnit's `@ParameterizedTest`, jqwik's `@Property`), for all of their values.
    Tests,
}

/// Checks methods of a program.
pub struct Checker<'s> {
    session: &'s Session,
    generator: Generator,
    options: CheckOptions,
}

impl<'s> Checker<'s> {
    pub(crate) fn new(session: &'s Session, options: CheckOptions) -> Result<Self, Error> {
        let mut generator = Generator::new(session, options.search.clone())?;
        let mut properties = options.properties;
        for property in &mut properties {
            property.find_classes(&mut generator.replayer.program)?;
        }
        Ok(Checker { session, generator, options: CheckOptions { properties, ..options } })
    }

    /// Whether the program has a `main`.
    pub fn has_main(&mut self) -> bool {
        self.generator.replayer.program.main_method().is_ok()
    }

    /// Whether the program has tests with parameters.
    pub fn has_tests(&mut self) -> bool {
        !entry::tests(&mut self.generator).is_empty()
    }

    /// What is meant, to be checked one by one.
    ///
    /// # Errors
    /// When there is no such method or class, or no `main`.
    pub fn select(&mut self, wanted: &Checked) -> Result<Vec<Subject>, Error> {
        match wanted {
            Checked::Main => {
                if let Some(assumed) = self.options.search.inputs.assume.first() {
                    let what =
                        format!("--assume '{assumed}' is of a method's parameters: say --method");
                    return Err(Error::Together(what));
                }
                let program = &mut self.generator.replayer.program;
                let entry = program.main_method()?;
                let class = program.main_class()?;
                let tested = TestedMethod { class, method: entry.method };
                Ok(vec![Subject::of(&self.generator, tested, true)])
            }
            Checked::Tests => {
                let tests = entry::tests(&mut self.generator).into_iter();
                Ok(tests.map(|tested| Subject::of(&self.generator, tested, false)).collect())
            }
            Checked::Methods(filter) => {
                let selected = self.generator.select(filter)?;
                let of = |tested| Subject::of(&self.generator, tested, false);
                Ok(selected.methods.into_iter().map(of).collect())
            }
        }
    }

    /// Runs a program from its `main` in the concrete machine with the values that it asks for, in order (`int 5`).
    /// Gives the violation, if there is one, or why nobody can tell.
    ///
    /// # Errors
    /// When the program cannot be run at all.
    pub fn replay(
        &mut self,
        subject: &Subject,
        values: &[String],
        budget: &Budget,
    ) -> Result<Result<Option<Counterexample>, String>, Error> {
        replay::replay(&mut self.generator, &self.options, subject, values, budget)
    }

    /// Whether what must hold does hold of one method.
    ///
    /// # Errors
    /// When a condition does not fit the method, or the program cannot be run at all.
    pub fn check(
        &mut self,
        subject: &Subject,
        watching: Watching<'_>,
    ) -> Result<CheckReport, Error> {
        let Checker { session, generator, options } = self;
        let (verdict, effort) = search::verdict(session, generator, options, subject, watching)?;
        Ok(check::CheckReport {
            method: subject.name.clone(),
            signature: subject.signature.clone(),
            contract: match verdict {
                Verdict::Refuted(_) => entry::contract(generator, subject, options)?,
                _ => Contract::default(),
            },
            property: match subject.test {
                Some(_) => "test".to_owned(),
                None => options.property(),
            },
            verdict,
            effort,
        })
    }
}
