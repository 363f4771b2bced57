//! Coverage for a terminal.

use super::Sums;
use crate::names::simple_class;
use crate::table::{Cell, Table};
use margay_search::generate::coverage::{Counter, Coverage, MethodCoverage};
use std::io::{self, Write};

/// Writes a table of classes and methods, and what was not covered and why.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut impl Write, coverage: &Coverage) -> io::Result<()> {
    let mut table = Table::new(["", "lines", "branches", "blocks"]);
    for class in &coverage.classes {
        table.row(row(class.class.clone(), Sums::of_class(class)));
        for method in &class.methods {
            table.row(row(format!("  {}", name(method)), Sums::of_method(method)));
        }
    }
    if coverage.classes.len() > 1 {
        table.row(row("all".to_owned(), Sums::of_all(&coverage.classes)));
    }
    write!(out, "{table}")?;
    write_uncovered(out, coverage)
}

fn row(name: String, sums: Sums) -> [Cell; 4] {
    let share = |counter| Cell::Text(share(counter));
    [Cell::Text(name), share(sums.lines), share(sums.branches), share(sums.blocks)]
}

/// `7/8 (87 %)`; nothing of nothing is a dash. Only all is 100 %.
fn share(Counter { covered, total }: Counter) -> String {
    match total {
        0 => "-".to_owned(),
        _ => {
            let percent = u64::from(covered) * 100 / u64::from(total);
            format!("{covered}/{total} ({percent} %)")
        }
    }
}

fn name(method: &MethodCoverage) -> String {
    format!("{}{}", method.method.name, method.method.descriptor)
}

fn write_uncovered(out: &mut impl Write, coverage: &Coverage) -> io::Result<()> {
    let methods = coverage.classes.iter().flat_map(|class| &class.methods);
    let missed: Vec<_> =
        methods.flat_map(|method| method.uncovered.iter().map(move |it| (method, it))).collect();
    if missed.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nnot covered:")?;
    for (method, missed) in missed {
        let class = simple_class(&method.method.class);
        let place = format!("{class}.{}:{}", method.method.name, missed.line);
        writeln!(out, "  {place}  {}: {}", missed.what, missed.why)?;
    }
    Ok(())
}
