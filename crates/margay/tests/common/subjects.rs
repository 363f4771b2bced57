//! Subjects of enumeration: Java classes whose first lines say which searches to run on them, and
//! what these must give (`tests/java/enumerate/README.md`).
#![allow(dead_code, reason = "each test file uses a part of this")]

use crate::common::{Run, check_all, compile, first_difference, jdk, margay, name, records};
use std::path::{Path, PathBuf};

/// One search of a subject, with the figures it must give.
#[derive(Debug)]
pub struct Search {
    /// The class.
    pub class: String,
    /// Where it is compiled.
    pub classes: PathBuf,
    /// Options that give the bounds.
    pub bounds: Vec<String>,
    /// What it must give, by name.
    pub figures: Vec<(String, u64)>,
    /// Whether there are too many structures to look at each.
    pub large: bool,
}

/// What a run of a search counted and found.
#[derive(Debug)]
pub struct Result {
    counters: Vec<(String, u64)>,
    /// Structures, one JSON object a line.
    pub structures: String,
}

impl Search {
    /// The searches of a source file. Those marked as large are left to the release profile.
    pub fn of(file: &Path, classes: &Path) -> Vec<Search> {
        let source = std::fs::read_to_string(file).expect("a readable subject");
        let package = source.lines().find_map(|line| line.strip_prefix("package "));
        let package = package.map_or(String::new(), |name| name.replace(';', "."));
        let class = format!("{package}{}", name(file));
        let heads = source.lines().filter_map(|line| {
            let small = line.strip_prefix("// enumerate: ").map(|head| (head, false));
            small.or_else(|| line.strip_prefix("// enumerate-large: ").map(|head| (head, true)))
        });
        // In the release profile only.
        let heads = heads.filter(|(_, large)| !(cfg!(debug_assertions) && *large));
        let search = |(head, large): (&str, bool)| {
            let (bounds, figures) = head.split_once("=>").expect("bounds => figures");
            let mut words = figures.split_whitespace();
            let mut all = Vec::new();
            while let (Some(figure), Some(count)) = (words.next(), words.next()) {
                all.push((figure.to_owned(), count.parse().expect("a number")));
            }
            let (class, classes) = (class.clone(), classes.to_path_buf());
            Search { class, classes, bounds: options(bounds.trim()), figures: all, large }
        };
        let searches: Vec<Search> = heads.map(search).collect();
        assert!(!searches.is_empty(), "{} says nothing", file.display());
        searches
    }

    /// All searches of these files, compiled together.
    pub fn of_all(files: &[PathBuf]) -> Vec<Search> {
        let classes = compile(&jdk(), files);
        files.iter().flat_map(|file| Search::of(file, &classes)).collect()
    }

    /// A figure, if the subject gives it.
    pub fn figure(&self, name: &str) -> Option<u64> {
        self.figures.iter().find(|(figure, _)| figure == name).map(|(_, count)| *count)
    }

    /// Runs the command.
    pub fn command(&self, options: &[&str]) -> Run {
        let mut command = margay();
        command.args(["enumerate", &self.class, "--cp"]).arg(&self.classes);
        Run::of(command.args(&self.bounds).args(options))
    }

    /// Runs the command to a good end.
    pub fn run(&self, options: &[&str]) -> std::result::Result<Result, String> {
        let format = ["--format", if self.large { "text" } else { "json" }];
        let run = self.command(&[&format, options].concat());
        if run.code != Some(0) {
            return Err(format!("{self}: {options:?}: {:?} {}", run.code, run.stderr));
        }
        let counter = |line: &str| {
            let (name, count) = line.rsplit_once("  ")?;
            Some((name.trim().to_owned(), count.replace(',', "").trim().parse().ok()?))
        };
        let (table, structures) = if self.large {
            (run.stdout, String::new())
        } else {
            (run.stderr, records(&run.stdout))
        };
        Ok(Result { counters: table.lines().filter_map(counter).collect(), structures })
    }
}

impl std::fmt::Display for Search {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.class, self.bounds.join(" "))
    }
}

impl Result {
    /// A counter; those that are zero may be left out.
    pub fn count(&self, name: &str) -> u64 {
        self.counters.iter().find(|(counter, _)| counter == name).map_or(0, |(_, count)| *count)
    }

    /// Candidates on which the predicate was run.
    pub fn run(&self) -> u64 {
        let has_run = self.counters.iter().find(|(counter, _)| counter == "run");
        has_run.map_or_else(|| self.count("candidates"), |(_, count)| *count)
    }
}

/// The options that a list of bounds stands for.
fn options(bounds: &str) -> Vec<String> {
    if bounds.starts_with("--") {
        return bounds.split_whitespace().map(str::to_owned).collect();
    }
    let mut items = vec![String::new()];
    let mut depth = 0;
    for c in bounds.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(String::new());
                continue;
            }
            _ => {}
        }
        items.last_mut().expect("there is one").push(c);
    }
    items.iter().flat_map(|item| ["--set".to_owned(), item.trim().to_owned()]).collect()
}

/// Checks every search; complains about all that differ.
pub fn check_searches(
    searches: &[Search],
    check: impl Fn(&Search) -> std::result::Result<(), String> + Sync,
) {
    check_all(searches, |search| check(search).map_err(|reason| format!("{search}: {reason}")));
}

/// Complains when a figure is not what it must be.
pub fn expect(what: &str, expected: Option<u64>, found: u64) -> std::result::Result<(), String> {
    match expected {
        Some(expected) if expected != found => {
            Err(format!("{what}: expected {expected}, found {found}"))
        }
        _ => Ok(()),
    }
}

/// Everything that must hold for a search of a subject.
pub fn check_search(search: &Search) -> std::result::Result<(), String> {
    let free = ["--untouched", "free"];
    let plain = search.run(&[&free[..], &["--multi-value", "off"]].concat())?;
    expect("candidates", search.figure("candidates"), plain.count("candidates"))?;
    expect("valid", search.figure("valid"), plain.count("valid"))?;
    expect("checkpoint", search.figure("inits-checkpoint"), plain.count("initializations"))?;
    no_two_are_isomorphic(&plain.structures)?;

    let again = ["--multi-value", "off", "--backtrack", "reexecute"];
    let again = search.run(&[&free[..], &again].concat())?;
    expect("re-executed", Some(plain.count("candidates")), again.count("candidates"))?;
    expect("re-execution", search.figure("inits-reexecute"), again.count("initializations"))?;
    same("re-execution", &plain, &again)?;

    let verify = if search.large { &[][..] } else { &["--verify"] };
    let ahead = search.run(&[&free[..], verify].concat())?;
    expect("candidates ahead", Some(plain.count("candidates")), ahead.count("candidates"))?;
    if ahead.run() > plain.run() {
        return Err(format!("looking ahead ran {} of {}", ahead.run(), plain.run()));
    }
    same("multi-value comparisons", &plain, &ahead)?;

    let all = search.run(&["--multi-value", "off"])?;
    let valid = search.figure("expand").or(search.figure("valid"));
    let candidates = search.figure("expand-candidates").or(search.figure("candidates"));
    expect("expand", valid, all.count("valid"))?;
    expect("expand-candidates", candidates, all.count("candidates"))?;
    no_two_are_isomorphic(&all.structures)
}

fn same(what: &str, expected: &Result, found: &Result) -> std::result::Result<(), String> {
    match first_difference(what, &expected.structures, &found.structures) {
        Some(difference) => Err(difference),
        None => Ok(()),
    }
}

/// Objects are named in the order of a walk from the root, so isomorphic structures have the same
/// text but for number and decisions.
fn no_two_are_isomorphic(structures: &str) -> std::result::Result<(), String> {
    let mut seen = std::collections::BTreeSet::new();
    for line in structures.lines() {
        let (_, objects) = line.split_once("\"objects\":").ok_or("a line without objects")?;
        if !seen.insert(objects) {
            return Err(format!("found twice: {line}"));
        }
    }
    Ok(())
}
