//! Task files of the competition SV-COMP (format 2.0), as far as Java tasks have them: which files and
//! folders are the program, which properties it is checked for, and what is expected.
//!
//! They are written in YAML. What is read here is the part of it that task files use: keys with values on
//! the same line, lists of values and lists of such keys, comments.

use crate::error::CliError;
use margay_java::check::Property;
use std::fs;
use std::path::{Path, PathBuf};

/// A task.
#[derive(Debug, PartialEq, Eq)]
pub struct Task {
    /// Files and folders of the program.
    pub inputs: Vec<PathBuf>,
    /// The properties, with what is expected if that is said.
    pub properties: Vec<TaskProperty>,
}

/// A property of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskProperty {
    /// Its file.
    pub file: PathBuf,
    /// Whether it holds.
    pub expected: Option<bool>,
}

impl TaskProperty {
    /// What its file asks for, and the class whose `main` is started.
    pub fn read(&self) -> Result<(Property, Option<String>), CliError> {
        let text = read(&self.file, "the property file of a task")?;
        property(&text).ok_or_else(|| {
            CliError::usage(
                format!("{} is no property that Margay knows: {}", self.file.display(), text.trim()),
                "Java tasks have `LTL(G assert)` or `LTL(G ! uncaught(java.lang.RuntimeException))`",
            )
        })
    }

    /// How the competition calls it: the name of the file.
    pub fn name(&self) -> String {
        self.file.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }
}

/// The property of a property file, and the class whose `main` is started.
fn property(text: &str) -> Option<(Property, Option<String>)> {
    let start = text.split_once("init(").and_then(|(_, rest)| rest.split_once(".main"));
    let class = start.map(|(class, _)| class.trim().to_owned());
    let (_, formula) = text.split_once("LTL(")?;
    let formula: String = formula.chars().filter(|c| !c.is_whitespace()).collect();
    if formula.starts_with("Gassert)") || formula.starts_with("Gvalid-assert)") {
        return Some((Property::Assert, class));
    }
    let (_, exception) = formula.split_once("G!uncaught(")?;
    let (exception, _) = exception.split_once(')')?;
    Some((Property::NoExceptions(vec![exception.to_owned()]), class))
}

fn read(file: &Path, what: &str) -> Result<String, CliError> {
    fs::read_to_string(file)
        .map_err(|error| CliError::unreadable(file, &error, &format!("{what} is expected there")))
}

impl Task {
    /// Reads a task file; its paths are relative to its folder.
    pub fn open(file: &Path) -> Result<Task, CliError> {
        let text = read(file, "a task file of format 2.0")?;
        let folder = file.parent().unwrap_or(Path::new(""));
        Task::parse(&text, folder).map_err(|(line, wrong)| {
            let message = format!("{}:{line}: {wrong}", file.display());
            CliError::usage(message, "a task file has format_version, input_files and properties")
        })
    }

    fn parse(text: &str, folder: &Path) -> Result<Task, (usize, String)> {
        let mut task = Task { inputs: Vec::new(), properties: Vec::new() };
        let mut section = String::new();
        for (number, line) in (1..).zip(text.lines()) {
            let content = uncommented(line);
            if content.trim().is_empty() || content.trim() == "---" {
                continue;
            }
            let fail = |wrong: &str| Err((number, wrong.to_owned()));
            let is_inside = content.starts_with([' ', '-']);
            let item = content.trim().strip_prefix('-').map(str::trim);
            let Some((key, value)) = entry(item.unwrap_or(content.trim())) else {
                match (section.as_str(), item) {
                    ("input_files", Some(path)) => task.inputs.push(folder.join(unquoted(path))),
                    ("input_files" | "properties", _) => return fail("a list item is expected"),
                    _ => {}
                }
                continue;
            };
            if !is_inside {
                key.clone_into(&mut section);
                match key {
                    // Of the first format, what is read here is the same.
                    "format_version" if !["1.0", "2.0", "2.1"].contains(&unquoted(value)) => {
                        return fail("the format is not 1.0, 2.0 or 2.1");
                    }
                    "input_files" if !value.is_empty() => {
                        let listed = value.strip_prefix('[').and_then(|v| v.strip_suffix(']'));
                        let paths = listed.map_or(vec![value], |list| list.split(',').collect());
                        let paths =
                            paths.into_iter().map(|path| folder.join(unquoted(path.trim())));
                        task.inputs.extend(paths);
                    }
                    _ => {}
                }
                continue;
            }
            match (section.as_str(), key) {
                ("properties", "property_file") => {
                    let file = folder.join(unquoted(value));
                    task.properties.push(TaskProperty { file, expected: None });
                }
                ("properties", "expected_verdict") => match task.properties.last_mut() {
                    Some(property) => property.expected = unquoted(value).parse().ok(),
                    None => return fail("a verdict without a property"),
                },
                _ => {}
            }
        }
        match (task.inputs.is_empty(), task.properties.is_empty()) {
            (true, _) => Err((1, "it has no input_files".to_owned())),
            (_, true) => Err((1, "it has no properties".to_owned())),
            _ => Ok(task),
        }
    }

    /// The sources of the program: all of its files and folders but the class that values are asked with,
    /// which Margay brings.
    pub fn sources(&self) -> Result<Vec<PathBuf>, CliError> {
        let mut found = Vec::new();
        for input in &self.inputs {
            collect(input, &mut found).map_err(|error| {
                CliError::unreadable(input, &error, "the task names it as part of the program")
            })?;
        }
        found.retain(|file| !file.ends_with("org/sosy_lab/sv_benchmarks/Verifier.java"));
        found.sort();
        found.dedup();
        if found.is_empty() {
            return Err(CliError::usage(
                "the task has no Java sources",
                "name .java files or folders",
            ));
        }
        Ok(found)
    }
}

/// A line without its comment.
fn uncommented(line: &str) -> &str {
    match line.find(" #") {
        Some(at) => &line[..at],
        None if line.starts_with('#') => "",
        None => line,
    }
}

/// A key and what follows it.
fn entry(text: &str) -> Option<(&str, &str)> {
    let (key, value) = text.split_once(':')?;
    let is_key = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (is_key && (value.is_empty() || value.starts_with(' '))).then_some((key, value.trim()))
}

fn unquoted(text: &str) -> &str {
    let inside = |quote: char| text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote));
    inside('\'').or_else(|| inside('"')).unwrap_or(text)
}

fn collect(path: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            collect(&entry?.path(), found)?;
        }
    } else if path.extension().is_some_and(|extension| extension == "java") {
        found.push(path.to_path_buf());
    } else {
        fs::metadata(path)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_are_read() {
        let text = "format_version: '2.0'\ninput_files:\n  - ../common/ # helpers\n  - \"Demo/\"\n\
                    properties:\n  - property_file: ../p/valid-assert.prp\n    expected_verdict: true\n\
                    \x20 - property_file: q.prp\noptions:\n  language: Java\n";
        let task = Task::parse(text, Path::new("t")).expect("a task");
        assert_eq!(task.inputs, [Path::new("t/../common/"), Path::new("t/Demo/")]);
        let of = |file: &str, expected| TaskProperty { file: PathBuf::from(file), expected };
        let expected = [of("t/../p/valid-assert.prp", Some(true)), of("t/q.prp", None)];
        assert_eq!(task.properties, expected);
        assert_eq!(expected[0].name(), "valid-assert");
        let one = "input_files: Main.java\nproperties:\n- property_file: p.prp\n";
        assert_eq!(
            Task::parse(one, Path::new("")).expect("a task").inputs,
            [Path::new("Main.java")]
        );
    }

    #[test]
    fn what_is_no_task_says_where() {
        let wrong = |text: &str| Task::parse(text, Path::new("")).expect_err("no task");
        assert_eq!(wrong("format_version: '3.0'\n").0, 1);
        assert_eq!(wrong("input_files: a\nproperties:\n  expected_verdict: true\n").0, 3);
        assert_eq!(wrong("properties:\n").1, "it has no input_files");
    }

    #[test]
    fn properties_are_known_by_their_formulas() {
        let of = |text: &str| property(text);
        let main = Some("Main".to_owned());
        assert_eq!(
            of("CHECK( init(Main.main()), LTL(G assert) )"),
            Some((Property::Assert, main.clone()))
        );
        let runtime = vec!["java.lang.RuntimeException".to_owned()];
        assert_eq!(
            of("CHECK( init(Main.main()), LTL(G ! uncaught(java.lang.RuntimeException)) )"),
            Some((Property::NoExceptions(runtime), main))
        );
        assert_eq!(of("CHECK( init(main()), LTL(G ! overflow) )"), None);
    }
}
