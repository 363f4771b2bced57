//! Outcomes of a program: the document, a line for each path; how many there are, for people.

use crate::document::{DocumentError, DocumentReader, DocumentWriter, parse};
use crate::json::{EXACT, Problem, Read, fail};
use crate::table::counted;
use margay_search::outcome::{OutcomeTally, PathOutcome};
use std::io::{self, BufRead, Write};

impl<W: Write> DocumentWriter<W> {
    /// Adds how a path ended.
    ///
    /// # Errors
    /// Those of the document's writer.
    pub fn outcome(&mut self, outcome: &PathOutcome) -> io::Result<()> {
        self.line(outcome)
    }
}

impl<R: BufRead> DocumentReader<R> {
    /// How the next path ended; none after the last.
    pub fn outcome(&mut self) -> Option<Result<PathOutcome, DocumentError>> {
        self.record(read)
    }
}

/// How many paths ended how, in a line.
#[must_use]
pub fn summary(tally: &OutcomeTally) -> String {
    let OutcomeTally { outcomes, dropped, failures, exceptions, refused, steps } = *tally;
    let mut text = format!(
        "{}, {dropped} dropped by assume, {}, {}, {}",
        counted(outcomes, "outcome"),
        counted(failures, "failure"),
        counted(exceptions, "exception"),
        counted(steps, "step")
    );
    if refused > 0 {
        text += &format!(", {refused} unsupported");
    }
    text
}

fn read(line: &str) -> Read<PathOutcome> {
    let outcome: PathOutcome = parse(line)?;
    if outcome.steps > EXACT {
        return Err(fail("steps", Problem::Expected("a count up to 2^53")));
    }
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use crate::document::{DocumentKind, DocumentReader, DocumentWriter, End, Header};
    use crate::testing::any::{assert_in_schema, damaged, through_a_document};
    use crate::testing::run;
    use margay_search::Decisions;
    use margay_search::outcome::{OutcomeTally, PathEnding, PathOutcome};
    use proptest::prelude::*;

    fn any_ending() -> impl Strategy<Value = PathEnding> {
        let message = || prop::option::of(any::<String>());
        let stack = || prop::collection::vec(any::<String>(), 0..3);
        prop_oneof![
            message().prop_map(|value| PathEnding::Returned { value }),
            (any::<String>(), message(), stack()).prop_map(|(exception, message, stack)| {
                PathEnding::Threw { exception, message, stack }
            }),
            Just(PathEnding::Dropped {}),
            message().prop_map(|message| PathEnding::Failed { message }),
            any::<i32>().prop_map(|code| PathEnding::Exited { code }),
            (any::<String>(), stack())
                .prop_map(|(reason, stack)| PathEnding::Refused { reason, stack }),
        ]
    }

    fn outcome(ending: PathEnding) -> PathOutcome {
        let (stdout, stderr) = ("a\nb\n".to_owned(), String::new());
        PathOutcome { decisions: Decisions(vec![0, 2]), ending, stdout, stderr, steps: 57 }
    }

    fn document() -> String {
        let header = Header::new(DocumentKind::Outcomes, run());
        let mut writer = DocumentWriter::start(Vec::new(), &header).expect("memory");
        let ending = PathEnding::Returned { value: Some("11".to_owned()) };
        writer.outcome(&outcome(ending)).expect("memory");
        let outcomes = Some(OutcomeTally { outcomes: 1, ..OutcomeTally::default() });
        let end = End { complete: true, outcomes, ..End::default() };
        String::from_utf8(writer.finish(end).expect("memory")).expect("UTF-8")
    }

    proptest! {
        #[test]
        fn outcomes_are_read_as_written(ending in any_ending()) {
            let outcome = outcome(ending);
            let read = through_a_document(
                DocumentKind::Outcomes,
                |writer| writer.outcome(&outcome),
                |reader| {
                    let first = reader.outcome();
                    assert!(reader.outcome().is_none());
                    first
                },
            );
            prop_assert_eq!(read, Some(Ok(outcome)));
        }

        #[test]
        fn damage_is_an_error_never_a_panic(bytes in damaged(&document())) {
            let kind = DocumentKind::Outcomes;
            let Ok(mut reader) = DocumentReader::new("bytes", bytes.as_slice(), kind) else {
                return Ok(());
            };
            if std::iter::from_fn(|| reader.outcome()).all(|outcome| outcome.is_ok()) {
                assert_in_schema(kind, &bytes);
            }
        }
    }
}
