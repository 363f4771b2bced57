//! Programs with choices have exactly the outcomes they must have, in the same order and with
//! the same output, by going back and by running again; and each outcome can be had by itself.
//!
//! Beside each program of `tests/java/choice` is what `margay run --all` prints; the comments at
//! its head say how many outcomes, dropped paths, failures and exceptions there are.

mod common;

use common::{Run, check_all, compile, first_difference, jdk, margay, name, programs};
use margay_jvm::jdk::Jdk;
use std::path::{Path, PathBuf};

/// Outcomes of a program that are replayed one by one.
const REPLAYED: usize = 4;

/// The programs, compiled.
struct Suite {
    jdk: Jdk,
    programs: Vec<PathBuf>,
    classes: PathBuf,
}

impl Suite {
    fn open() -> Suite {
        let (jdk, programs) = (jdk(), programs("choice"));
        let classes = compile(&jdk, &programs);
        Suite { jdk, programs, classes }
    }

    fn run(&self, name: &str, options: &[&str]) -> Run {
        let mut command = margay();
        command.args(["run", name, "--timeout", "300", "--cp"]).arg(&self.classes);
        Run::of(command.arg("--jdk").arg(&self.jdk.home).args(options))
    }

    fn check(&self, backtrack: &str) {
        check_all(&self.programs, |program| {
            let name = name(program);
            let found = self.run(name, &["--all", "--backtrack", backtrack]);
            let complain = |text: String| Err(format!("{name}: {text}"));
            if let Some(text) = first_difference("stdout", &expected(program), &found.stdout) {
                return complain(format!("{text}; stderr: {}", found.stderr.trim_end()));
            }
            let announced = announced(program);
            if !found.stderr.starts_with(&announced) {
                return complain(format!("expected `{announced}`, found `{}`", found.stderr));
            }
            Ok(())
        });
    }
}

fn expected(program: &Path) -> String {
    let file = program.with_extension("expected");
    std::fs::read_to_string(&file).expect("what the program prints is written down")
}

/// The beginning of the summary, from the counts at the head of the program.
fn announced(program: &Path) -> String {
    let source = std::fs::read_to_string(program).expect("a readable program");
    let count = |what: &str| {
        let head = format!("// {what}: ");
        source.lines().find_map(|line| line.strip_prefix(&head)).unwrap_or("0").to_owned()
    };
    let counted = |what: &str| match count(what).as_str() {
        "1" => format!("1 {}", what.trim_end_matches('s')),
        number => format!("{number} {what}"),
    };
    format!(
        "{}, {} dropped by assume, {}, {}, ",
        counted("outcomes"),
        count("dropped"),
        counted("failures"),
        counted("exceptions")
    )
}

#[test]
fn by_going_back_to_checkpoints() {
    Suite::open().check("checkpoint");
}

#[test]
fn by_running_again_from_the_start() {
    Suite::open().check("reexecute");
}

#[test]
fn one_by_one() {
    let suite = Suite::open();
    let blocks: Vec<(&str, Block)> = suite
        .programs
        .iter()
        .flat_map(|program| {
            sample(&expected(program)).into_iter().map(|block| (name(program), block))
        })
        .collect();
    check_all(&blocks, |(name, block)| {
        let found = suite.run(name, &["--decisions", &block.decisions]);
        let lines: String = found.stdout.lines().map(|line| format!("{line}\n")).collect();
        let problem = first_difference("stdout", &block.output, &lines)
            .or_else(|| first_difference("stderr", &block.complaint(), first_line(&found.stderr)))
            .or_else(|| {
                let expected = Some(i32::from(!block.ending.starts_with("returned")));
                (found.code != expected).then(|| format!("exit code {:?}", found.code))
            });
        problem.map_or(Ok(()), |text| Err(format!("{name} {}: {text}", block.decisions)))
    });
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// An outcome as it is written down.
struct Block {
    decisions: String,
    ending: String,
    output: String,
}

impl Block {
    /// What the run by itself says on standard error.
    fn complaint(&self) -> String {
        match self.ending.strip_prefix("threw ") {
            Some(exception) => format!("Exception in thread \"main\" {exception}"),
            None if self.ending.starts_with("failed") => self.ending.clone(),
            None => String::new(),
        }
    }
}

/// Some of the outcomes: the first, the last, some between.
fn sample(expected: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for line in expected.lines() {
        if let Some(output) = line.strip_prefix("  ") {
            let block = blocks.last_mut().expect("output follows an outcome");
            block.output += &format!("{output}\n");
        } else {
            let head = line.strip_prefix("decisions=").and_then(|text| text.split_once(" -> "));
            let (decisions, ending) = head.expect("a line of an outcome");
            let (decisions, ending) = (decisions.to_owned(), ending.to_owned());
            blocks.push(Block { decisions, ending, output: String::new() });
        }
    }
    let last = blocks.len().saturating_sub(1);
    let wanted: Vec<usize> = (0..REPLAYED).map(|i| last * i / (REPLAYED - 1)).collect();
    let mut index = 0..;
    blocks.retain(|_| wanted.contains(&index.next().expect("endless")));
    blocks
}
