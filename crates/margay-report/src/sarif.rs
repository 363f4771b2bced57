//! Findings (SARIF 2.1.0), which code hosts and editors show at their lines.

use serde_json::{Value, json};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Findings of these rules as one log.
pub(crate) fn log(rules: &[&str], results: &[Value]) -> String {
    let rules: Vec<Value> = rules.iter().map(|id| json!({ "id": id })).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Margay",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).expect("JSON of texts and numbers");
    text.push('\n');
    text
}

/// A line of the source file of a class, as a path below the root of the sources.
pub(crate) fn location(class: &str, file: &str, line: u64) -> Value {
    let uri = match class.rsplit_once('.') {
        Some((package, _)) => format!("{}/{file}", package.replace('.', "/")),
        None => file.to_owned(),
    };
    json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri },
            "region": { "startLine": line },
        }
    })
}
