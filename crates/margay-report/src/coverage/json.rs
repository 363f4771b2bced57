//! Coverage as one JSON document.

use super::Sums;
use margay_search::generate::coverage::{
    ClassCoverage, Counter, Coverage, LineCoverage, MethodCoverage,
};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Writes the document; `docs/generate-json.md` has its schema.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut impl Write, coverage: &Coverage) -> io::Result<()> {
    let classes: Vec<Value> = coverage.classes.iter().map(class).collect();
    let total = sums(Sums::of_all(&coverage.classes));
    writeln!(out, "{}", json!({ "total": total, "classes": classes }))
}

fn class(class: &ClassCoverage) -> Value {
    let methods: Vec<Value> = class.methods.iter().map(method).collect();
    json!({
        "class": class.class,
        "source": class.source,
        "total": sums(Sums::of_class(class)),
        "methods": methods,
    })
}

fn method(method: &MethodCoverage) -> Value {
    let lines: Vec<Value> = method.lines.iter().map(line).collect();
    let uncovered = method.uncovered.iter();
    let uncovered: Vec<Value> =
        uncovered.map(|it| json!({ "line": it.line, "what": it.what, "why": it.why })).collect();
    json!({
        "name": method.method.name,
        "descriptor": method.method.descriptor,
        "total": sums(Sums::of_method(method)),
        "lines": lines,
        "uncovered": uncovered,
    })
}

fn line(line: &LineCoverage) -> Value {
    json!({
        "line": line.line,
        "instructions": counter(line.instructions),
        "branches": counter(line.branches),
    })
}

fn sums(sums: Sums) -> Value {
    json!({
        "instructions": counter(sums.instructions),
        "branches": counter(sums.branches),
        "lines": counter(sums.lines),
        "blocks": counter(sums.blocks),
        "methods": counter(sums.methods),
    })
}

fn counter(Counter { covered, total }: Counter) -> Value {
    json!({ "covered": covered, "total": total })
}
