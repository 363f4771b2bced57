//! Findings (SARIF 2.1.0), which code hosts and editors show at their lines.

use crate::document::Run;
use crate::roots::Roots;
use serde_json::{Value, json};
use std::path::Path;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Findings of these rules as one log. Files are named as seen from the working folder if the run tells where
/// they are, as code hosts need it.
pub(crate) fn log(rules: &[&str], mut results: Vec<Value>, run: &Run) -> String {
    let roots = Roots::of(run);
    for place in results.iter_mut().filter_map(|it| it["locations"].as_array_mut()).flatten() {
        let uri = &mut place["physicalLocation"]["artifactLocation"]["uri"];
        if let Some(found) = uri.as_str().and_then(|path| roots.find(path)) {
            *uri = seen_from_here(&found).into();
        }
    }
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

/// A path without detours, relative if it is below the working folder; with slashes, as addresses have them.
fn seen_from_here(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    let below = here.ok().and_then(|here| whole.strip_prefix(here).ok().map(Path::to_path_buf));
    below.as_deref().unwrap_or(path).display().to_string().replace('\\', "/")
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
