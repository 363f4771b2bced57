//! Summaries of methods: the document, a line for each method; a table for people.

use crate::document::{DocumentError, DocumentReader, DocumentWriter, parse};
use crate::json::{EXACT, Problem, Read, fail};
use crate::table::{Table, counted};
use margay_search::generate::case::MethodName;
use margay_search::generate::render::conjunction;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Write};

/// The paths of a method as cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SummaryLine {
    /// The method.
    pub method: MethodName,
    /// Which paths.
    pub criterion: String,
    /// In the order of the search.
    pub cases: Vec<SummaryCase>,
    /// Paths that a bound has cut.
    pub cut: u64,
    /// Paths of which something is not known.
    pub lost: u64,
}

/// One path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SummaryCase {
    /// What holds of every input that takes it.
    pub condition: Vec<String>,
    /// `returns -x`, `throws java.lang.ArithmeticException`.
    pub ends: String,
    /// What it leaves in objects of the input: `this.n = this.n / 2`.
    pub effects: Vec<String>,
}

impl SummaryLine {
    /// How many cases there are, and what is missing.
    #[must_use]
    pub fn count(&self) -> String {
        let cut = match self.cut {
            0 => String::new(),
            cut => format!(", {} cut by the bound", counted(cut, "path")),
        };
        let lost = match self.lost {
            0 => String::new(),
            lost => format!(", {} something was lost", counted(lost, "time")),
        };
        format!("{}{cut}{lost}", counted(self.cases.len() as u64, "case"))
    }

    /// A table.
    #[must_use]
    pub fn text(&self) -> String {
        let mut table = Table::new(["case", "condition", "ends", "effects"]);
        for (number, SummaryCase { condition, ends, effects }) in (1_u64..).zip(&self.cases) {
            let (condition, effects) = (conjunction(condition), effects.join("; "));
            table.row([number.into(), (&*condition).into(), (&**ends).into(), (&*effects).into()]);
        }
        let MethodName { class, name, descriptor } = &self.method;
        format!("{class}.{name}{descriptor}: {}\n{table}", self.count())
    }
}

impl<W: Write> DocumentWriter<W> {
    /// Adds the cases of a method.
    ///
    /// # Errors
    /// Those of the document's writer.
    pub fn summary(&mut self, line: &SummaryLine) -> io::Result<()> {
        self.line(line)
    }
}

impl<R: BufRead> DocumentReader<R> {
    /// The cases of the next method; none after the last.
    pub fn summary(&mut self) -> Option<Result<SummaryLine, DocumentError>> {
        self.record(read)
    }
}

fn read(line: &str) -> Read<SummaryLine> {
    let line: SummaryLine = parse(line)?;
    match [("cut", line.cut), ("lost", line.lost)].into_iter().find(|(_, count)| *count > EXACT) {
        Some((name, _)) => Err(fail(name, Problem::Expected("a count up to 2^53"))),
        None => Ok(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{DocumentKind, DocumentReader};
    use crate::testing::any::{assert_in_schema, damaged, through_a_document};
    use crate::testing::document_of;
    use proptest::prelude::*;

    fn line(word: &str, cut: u64) -> SummaryLine {
        let method = MethodName {
            class: "demo.A".to_owned(),
            name: "f".to_owned(),
            descriptor: "(I)I".to_owned(),
        };
        let case = SummaryCase {
            condition: vec!["x > 0".to_owned(), word.to_owned()],
            ends: "returns -x".to_owned(),
            effects: vec!["this.n = 1".to_owned()],
        };
        SummaryLine { method, criterion: "loop-2".to_owned(), cases: vec![case], cut, lost: 0 }
    }

    #[test]
    fn a_table_says_what_is_missing() {
        let text = line("x < 9", 2).text();
        assert!(text.starts_with("demo.A.f(I)I: 1 case, 2 paths cut by the bound\ncase"), "{text}");
        assert!(text.contains("x > 0 && x < 9  returns -x  this.n = 1"), "{text}");
    }

    proptest! {
        #[test]
        fn summaries_are_read_as_written(word in any::<String>(), cut in 0..=EXACT) {
            let line = line(&word, cut);
            let read = through_a_document(
                DocumentKind::Summaries,
                |writer| writer.summary(&line),
                |reader| {
                    let first = reader.summary();
                    assert!(reader.summary().is_none());
                    first
                },
            );
            prop_assert_eq!(read, Some(Ok(line)));
        }

        #[test]
        fn damage_is_an_error_never_a_panic(
            bytes in damaged(&document_of(DocumentKind::Summaries, |writer| writer.summary(&line("y", 3))))
        ) {
            let kind = DocumentKind::Summaries;
            let Ok(mut reader) = DocumentReader::new("bytes", bytes.as_slice(), kind) else {
                return Ok(());
            };
            if std::iter::from_fn(|| reader.summary()).all(|line| line.is_ok()) {
                assert_in_schema(kind, &bytes);
            }
        }
    }
}
