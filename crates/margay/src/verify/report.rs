//! What `margay verify` says.

use crate::style::{Colour, paint};
use margay_java::test_run::{TestEnd, TestResults, TestStatus};
use margay_report::table::thousands;
use std::io::{self, IsTerminal, Write};

/// A summary, then the tests that do not agree.
pub fn text(out: &mut (impl Write + IsTerminal), results: &TestResults) -> io::Result<()> {
    let number = |count: usize| thousands(count as u64);
    let count = |status| number(results.count(status));
    let (agree, fail, error) =
        (count(TestStatus::Agree), count(TestStatus::Fail), count(TestStatus::Error));
    let is_fine = results.disagreeing() == 0 && results.uncompiled.is_empty();
    let colour = if is_fine { Colour::Green } else { Colour::Red };
    let summary = format!(
        "{} {}: {agree} agree, {fail} fail, {error} end with an error",
        number(results.tests.len()),
        if results.tests.len() == 1 { "test" } else { "tests" }
    );
    writeln!(out, "{}", paint(out, colour, summary))?;
    for test in results.tests.iter().filter(|test| test.status != TestStatus::Agree) {
        writeln!(out, "  {}: {}: {}", test.status.name(), name(test), test.message)?;
    }
    for left_out in &results.uncompiled {
        let file = left_out.file.display();
        writeln!(out, "  does not compile and is left out: {file}: {}", left_out.message)?;
    }
    if results.is_cut {
        let note = paint(out, Colour::Yellow, "stopped before the last test had ended");
        writeln!(out, "{note}")?;
    }
    Ok(())
}

fn name(test: &TestEnd) -> String {
    if test.name.is_empty() { test.class.clone() } else { format!("{}.{}", test.class, test.name) }
}
