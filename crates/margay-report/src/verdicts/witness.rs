//! Witnesses as the competition on software verification reads them (GraphML): of a violation, the values
//! that lead to it; of a proof, what proves it. Those of violations can be read again.

use crate::svg::escape as xml;
use margay_search::check::{CheckReport, Verdict, source_place};
use std::fmt::Write;

const KEYS: [(&str, &str, &str, &str); 14] = [
    ("witness-type", "witness-type", "graph", "string"),
    ("sourcecodelang", "sourcecodelang", "graph", "string"),
    ("producer", "producer", "graph", "string"),
    ("specification", "specification", "graph", "string"),
    ("programfile", "programfile", "graph", "string"),
    ("architecture", "architecture", "graph", "string"),
    ("proof", "proof", "graph", "string"),
    ("entry", "isEntryNode", "node", "boolean"),
    ("violation", "isViolationNode", "node", "boolean"),
    ("originfile", "originFileName", "edge", "string"),
    ("startline", "startline", "edge", "int"),
    ("assumption", "assumption", "edge", "string"),
    ("assumption.scope", "assumption.scope", "edge", "string"),
    ("threadId", "threadId", "edge", "int"),
];

/// The witness of a verdict.
#[must_use]
pub fn graphml(report: &CheckReport, specification: &str, program: &str) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
    );
    for (id, name, of, ty) in KEYS {
        let _ = writeln!(
            out,
            "  <key id=\"{id}\" attr.name=\"{name}\" for=\"{of}\" attr.type=\"{ty}\"/>"
        );
    }
    out.push_str("  <graph edgedefault=\"directed\">\n");
    let kind = match report.verdict {
        Verdict::Refuted(_) => "violation_witness",
        _ => "correctness_witness",
    };
    let facts = [
        ("witness-type", kind),
        ("sourcecodelang", "Java"),
        ("producer", "Margay"),
        ("specification", specification),
        ("programfile", program),
        ("architecture", "32bit"),
    ];
    for (key, value) in facts {
        let _ = writeln!(out, "    <data key=\"{key}\">{}</data>", xml(value));
    }
    if let Verdict::Proved { by } = &report.verdict {
        let _ = writeln!(out, "    <data key=\"proof\">{}</data>", xml(by));
    }
    out.push_str("    <node id=\"n0\">\n      <data key=\"entry\">true</data>\n    </node>\n");
    if let Verdict::Refuted(found) = &report.verdict {
        let scope = format!("java::L{};.main", report.method.class.replace('.', "/"));
        let values = found.case.input.asked.iter().zip(&found.asked_at).map(|(value, place)| {
            let (ty, value) = value.split_once(' ').unwrap_or(("int", value));
            (Some(format!("{} = {value}{};", ty, suffix(ty))), source_place(place))
        });
        let steps: Vec<_> = values.chain([(None, found.place())]).collect();
        for (number, (assumption, place)) in steps.iter().enumerate() {
            let is_last = number + 1 == steps.len();
            let next = number + 1;
            let _ = writeln!(out, "    <node id=\"n{next}\">");
            if is_last {
                out.push_str("      <data key=\"violation\">true</data>\n");
            }
            let _ = writeln!(out, "    </node>");
            let _ = writeln!(out, "    <edge source=\"n{number}\" target=\"n{next}\">");
            if let Some((file, line)) = place {
                let _ = writeln!(out, "      <data key=\"originfile\">{}</data>", xml(file));
                let _ = writeln!(out, "      <data key=\"startline\">{line}</data>");
            }
            if let Some(assumption) = assumption {
                let _ = writeln!(out, "      <data key=\"assumption\">{}</data>", xml(assumption));
                let _ =
                    writeln!(out, "      <data key=\"assumption.scope\">{}</data>", xml(&scope));
            }
            out.push_str("      <data key=\"threadId\">0</data>\n    </edge>\n");
        }
    }
    out.push_str("  </graph>\n</graphml>\n");
    out
}

/// What follows a number of a type in source code.
fn suffix(ty: &str) -> &'static str {
    match ty {
        "long" => "L",
        "float" => "f",
        _ => "",
    }
}

/// The values that a witness of a violation gives, in order: `int 5`.
///
/// # Errors
/// When it is not one that [`graphml`] writes.
pub fn values(witness: &str) -> Result<Vec<String>, String> {
    if !witness.contains(">violation_witness<") {
        return Err("it is no witness of a violation".to_owned());
    }
    let (start, end) = ("<data key=\"assumption\">", "</data>");
    let assumptions = witness.split(start).skip(1).filter_map(|rest| rest.split(end).next());
    assumptions.map(value).collect()
}

/// The value of an assumption.
fn value(assumption: &str) -> Result<String, String> {
    let read = || {
        let (ty, value) = assumption.trim().strip_suffix(';')?.split_once(" = ")?;
        let value =
            value.strip_suffix(suffix(ty)).filter(|_| !suffix(ty).is_empty()).unwrap_or(value);
        (!ty.contains(' ')).then(|| format!("{ty} {value}"))
    };
    read().ok_or_else(|| format!("`{assumption}` is no assumption like `int = 5;`"))
}
