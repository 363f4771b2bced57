//! Lines that are to be reached because they have changed, or because no test reaches them; and cases that
//! exist already.

use crate::error::CliError;
use margay_java::generate::KnownCase;
use margay_report::document::{DocumentFile, DocumentKind};
use std::path::Path;
use std::process::Command;

/// A line of a source file.
pub type FileLine = (String, u32);

/// The lines that `git diff` touches, and all of files that git does not know yet.
pub fn changed(revision: &str, folder: &Path) -> Result<Vec<FileLine>, CliError> {
    let diff = ["diff", "--unified=0", "--no-color", "--no-ext-diff", revision, "--"];
    let mut lines = diff_lines(&git(folder, &diff)?);
    let root = git(folder, &["rev-parse", "--show-toplevel"])?;
    let root = Path::new(root.trim());
    let new = ["ls-files", "--others", "--exclude-standard", "--full-name", "--", "*.java"];
    for file in git(root, &new)?.lines() {
        let count = std::fs::read_to_string(root.join(file)).map_or(0, |text| text.lines().count());
        lines.extend((1..=count as u32).map(|line| (file.to_owned(), line)));
    }
    Ok(lines)
}

fn git(folder: &Path, arguments: &[&str]) -> Result<String, CliError> {
    let run = Command::new("git").arg("-C").arg(folder).args(arguments).output();
    let run = run.map_err(|error| {
        CliError::usage(format!("git cannot be run: {error}"), "--changed needs git on the PATH")
    })?;
    if run.status.success() {
        return Ok(String::from_utf8_lossy(&run.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&run.stderr);
    let said = said.lines().next().unwrap_or("it does not say why");
    let what = format!("git {} fails in {}: {said}", arguments[0], folder.display());
    Err(CliError::usage(what, "--changed takes a revision of the repository that the target is in"))
}

/// The lines that a diff adds or changes; where it only removes some, those around them.
fn diff_lines(diff: &str) -> Vec<FileLine> {
    let mut lines = Vec::new();
    let mut file = None;
    for line in diff.lines() {
        if let Some(path) = line.strip_prefix("+++ ") {
            let path = path.trim().trim_matches('"');
            file = path.strip_prefix("b/").map(str::to_owned);
        } else if let (Some(hunk), Some(file)) = (line.strip_prefix("@@ "), &file) {
            let added = hunk.split(' ').find_map(|part| part.strip_prefix('+')).unwrap_or("0,0");
            let (start, count) = added.split_once(',').unwrap_or((added, "1"));
            let (start, count) = (start.parse().unwrap_or(0), count.parse().unwrap_or(0));
            let range = if count == 0 { start..start + 2 } else { start..start + count };
            lines.extend(range.map(|line| (file.clone(), line)));
        }
    }
    lines
}

/// The lines that no test reaches, by a report of JaCoCo (XML) or a folder with Margay's coverage.
pub fn uncovered(file: &Path) -> Result<Vec<FileLine>, CliError> {
    if file.is_dir() {
        return uncovered_here(file);
    }
    let hint = "--uncovered takes an XML report of JaCoCo, or a folder with coverage.jsonl";
    let text =
        std::fs::read_to_string(file).map_err(|error| CliError::unreadable(file, &error, hint))?;
    let lines = jacoco_lines(&text);
    let Some(lines) = lines else {
        let what = format!("{} is no XML report of JaCoCo", file.display());
        return Err(CliError::usage(what, hint));
    };
    Ok(lines)
}

/// The lines of a JaCoCo report that have instructions or branches that were missed; none if it is none.
fn jacoco_lines(text: &str) -> Option<Vec<FileLine>> {
    if !text.contains("<report ") {
        return None;
    }
    let mut lines = Vec::new();
    let (mut package, mut file) = ("", String::new());
    for tag in text.split('<').skip(1) {
        let name = tag.split([' ', '>', '/']).next().unwrap_or_default();
        match name {
            "package" => package = attribute(tag, "name").unwrap_or_default(),
            "sourcefile" => {
                let name = attribute(tag, "name").unwrap_or_default();
                file =
                    if package.is_empty() { name.to_owned() } else { format!("{package}/{name}") };
            }
            "line" => {
                let number = |name| attribute(tag, name).and_then(|text| text.parse::<u32>().ok());
                let missed = number("ci").unwrap_or(0) == 0 || number("mb").unwrap_or(0) > 0;
                lines.extend(number("nr").filter(|_| missed).map(|line| (file.clone(), line)));
            }
            _ => {}
        }
    }
    Some(lines)
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    let rest = &tag[start..];
    rest.split('"').next()
}

fn uncovered_here(folder: &Path) -> Result<Vec<FileLine>, CliError> {
    let mut reader = DocumentFile::open(folder, DocumentKind::Coverage)?;
    let coverage = reader.coverage()?;
    let mut lines = Vec::new();
    for class in &coverage.classes {
        let package = class.class.rsplit_once('.').map(|(package, _)| package.replace('.', "/"));
        let Some(source) = &class.source else { continue };
        let file = package.map_or(source.clone(), |package| format!("{package}/{source}"));
        for block in class.methods.iter().flat_map(|method| &method.blocks) {
            let of_block = block.instructions.iter().map(|(line, _)| *line);
            lines.extend(of_block.filter(|_| !block.covered).map(|line| (file.clone(), line)));
            let branch = block.branch.as_ref().filter(|branch| branch.taken.contains(&false));
            lines.extend(branch.map(|branch| (file.clone(), branch.line)));
        }
    }
    lines.sort_unstable();
    lines.dedup();
    Ok(lines)
}

/// Of some lines those that are among others; files are the same if the shorter path ends the longer.
pub fn among(lines: Vec<FileLine>, others: &[FileLine]) -> Vec<FileLine> {
    let same =
        |a: &str, b: &str| a == b || a.ends_with(&format!("/{b}")) || b.ends_with(&format!("/{a}"));
    let is_among = |(file, line): &FileLine| {
        others.iter().any(|(other, number)| number == line && same(file, other))
    };
    lines.into_iter().filter(is_among).collect()
}

/// The cases that a folder of results has.
pub fn known_cases(folder: &Path) -> Result<Vec<KnownCase>, CliError> {
    let mut reader = DocumentFile::open(folder, DocumentKind::Cases)?;
    let mut known = Vec::new();
    while let Some(report) = reader.method() {
        let report = report?;
        known.extend(report.cases.into_iter().map(|case| KnownCase {
            method: report.method.clone(),
            condition: case.condition,
            trace: case.trace,
        }));
    }
    Ok(known)
}

#[cfg(test)]
mod tests {
    use super::{among, diff_lines, jacoco_lines};

    #[test]
    fn a_diff_names_the_lines_that_are_new() {
        let diff = "\
diff --git a/src/A.java b/src/A.java
--- a/src/A.java
+++ b/src/A.java
@@ -3 +3,2 @@ class A {
@@ -9,2 +10,0 @@ class A {
diff --git a/B.java b/B.java
--- a/B.java
+++ /dev/null
@@ -1,4 +0,0 @@
";
        let line = |line| ("src/A.java".to_owned(), line);
        assert_eq!(diff_lines(diff), [3, 4, 10, 11].map(line));
    }

    #[test]
    fn a_report_of_jacoco_names_the_lines_that_are_missed() {
        let report = r#"<report name="x"><package name="p/q"><sourcefile name="A.java">
<line nr="3" mi="2" ci="0" mb="0" cb="0"/><line nr="4" mi="0" ci="2" mb="0" cb="0"/>
<line nr="5" mi="0" ci="2" mb="1" cb="1"/></sourcefile></package></report>"#;
        let lines = jacoco_lines(report).expect("a report");
        assert_eq!(lines, [3, 5].map(|line| ("p/q/A.java".to_owned(), line)));
        assert_eq!(jacoco_lines("<html>"), None);
        let changed = [4, 5].map(|line| ("src/main/java/p/q/A.java".to_owned(), line));
        assert_eq!(among(changed.to_vec(), &lines), [changed[1].clone()]);
    }
}
