//! A violation that somebody has written down: the program is run with the values that it asks for.

use super::CheckOptions;
use super::confirm::{Attempt, MOST_STEPS, confirm};
use super::entry::{Entry, Subject};
use crate::budget::Budget;
use crate::error::Error;
use crate::generate::Generator;
use crate::generate::generator::SymbolicNames;
use margay_jvm::asked;
use margay_machine::Asked;
use margay_search::Decisions;
use margay_search::check::Counterexample;
use margay_search::generate::concrete::{ConcreteInput, GivenNumber};

/// Runs the program in the concrete machine.
pub(super) fn replay(
    generator: &mut Generator,
    options: &CheckOptions,
    subject: &Subject,
    values: &[String],
    budget: &Budget,
) -> Result<Result<Option<Counterexample>, String>, Error> {
    let mut given = Vec::new();
    for value in values {
        let Some((storage, bits)) = asked::parse(value) else {
            return Ok(Err(format!("`{value}` is no value like `int 5`")));
        };
        given.push(GivenNumber { asked: Asked::Value(storage), name: value.clone(), bits });
    }
    let input = ConcreteInput {
        objects: Vec::new(),
        arguments: Vec::new(),
        statics: Vec::new(),
        asked: given,
        sources: Vec::new(),
        many: Vec::new(),
        open: Vec::new(),
    };
    let entry = Entry::new(generator, subject, options)?;
    let attempt = Attempt {
        subject,
        entry: &entry,
        properties: &subject.properties(options),
        statics: &[],
        input: &input,
        condition: &[],
        decisions: &Decisions::default(),
        range: None,
        max_steps: MOST_STEPS,
        budget: &budget.of_questions(None),
    };
    let names = &mut SymbolicNames(&mut generator.symbolic.machine);
    generator.replayer.program.machine.hold();
    let found = confirm(&mut generator.replayer, names, attempt);
    generator.replayer.program.machine.release();
    Ok(found)
}
