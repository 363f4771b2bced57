//! What the documents show is what the commands print, and every example runs.
//!
//! In a code block, a line `$ margay …` (or `$ scripts/demo`) is a command and the lines up to
//! the next command or the end of the block are its output: standard output, then standard
//! error. A line `...` stands for any lines. Numbers of steps may differ.

mod common;

use common::{Run, check_all, first_difference, margay, programs_in, repository};
use std::path::PathBuf;
use std::process::Command;

/// The demonstration, which uses the command under test.
const DEMO: &str = "scripts/demo";

/// A command of a document, and what it is said to print.
struct Shown {
    command: String,
    output: Vec<String>,
}

fn shown(text: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let (mut in_block, mut in_output) = (false, false);
    for line in text.lines() {
        if line.starts_with("```") {
            in_block = !in_block;
            in_output = false;
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| in_block) {
            let command = command.split("  #").next().unwrap_or(command).trim();
            in_output = command.starts_with("margay ") || command == DEMO;
            if in_output {
                found.push(Shown { command: command.to_owned(), output: Vec::new() });
            }
        } else if in_output && let Some(last) = found.last_mut() {
            last.output.push(without_steps(line));
        }
    }
    found
}

/// The line with its number of steps left out.
fn without_steps(line: &str) -> String {
    if line.starts_with("steps: ") {
        return "steps: N".to_owned();
    }
    match line.strip_suffix(" steps").and_then(|rest| rest.rsplit_once(' ')) {
        Some((rest, _)) => format!("{rest} N steps"),
        None => line.to_owned(),
    }
}

/// The words of a command line; quotes keep a word together.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in command.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().expect("there is a word").push(c),
        }
    }
    words
}

fn check(shown: &Shown) -> Result<(), String> {
    let args = words(&shown.command);
    let mut command = match args[0].as_str() {
        DEMO => Command::new(repository(DEMO)),
        _ => margay(),
    };
    command.env("MARGAY", env!("CARGO_BIN_EXE_margay")).current_dir(repository(""));
    let run = Run::of(command.args(&args[1..]));
    let printed: Vec<String> =
        run.stdout.lines().chain(run.stderr.lines()).map(without_steps).collect();
    let mut expected = shown.output.clone();
    while expected.last().is_some_and(String::is_empty) {
        expected.pop();
    }
    // Lines left out: those around them must be the first and the last.
    let printed = match expected.iter().position(|line| line == "...") {
        Some(gap) if printed.len() >= expected.len() => {
            let after = expected.len() - gap - 1;
            let mut kept = printed[..gap].to_vec();
            kept.push("...".to_owned());
            kept.extend_from_slice(&printed[printed.len() - after..]);
            kept
        }
        _ => printed,
    };
    let difference = first_difference("output", &expected.join("\n"), &printed.join("\n"));
    difference.map_or(Ok(()), |text| Err(format!("{}: {text}", shown.command)))
}

#[test]
fn documents_show_what_commands_print() {
    let mut files: Vec<PathBuf> = vec![repository("README.md")];
    let docs = std::fs::read_dir(repository("docs")).expect("the documents");
    files.extend(docs.map(|entry| entry.expect("readable").path()));
    files.retain(|file| file.extension().is_some_and(|extension| extension == "md"));
    files.sort();
    let read = |file: &PathBuf| std::fs::read_to_string(file).expect("a readable document");
    let all: Vec<Shown> = files.iter().flat_map(|file| shown(&read(file))).collect();
    assert!(all.len() >= 6, "the commands were not found");
    check_all(&all, check);
}

#[test]
fn every_example_runs() {
    check_all(&programs_in(&repository("examples")), |example| {
        let run = Run::of(margay().arg("run").arg(example).arg("--all"));
        match run.code {
            Some(0 | 1) if !run.stdout.is_empty() => Ok(()),
            _ => Err(format!("{}: {}", example.display(), run.stderr)),
        }
    });
}
