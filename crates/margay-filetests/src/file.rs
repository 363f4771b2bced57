//! One file: what it asks for, what it expects, and whether that is so.

use crate::{ahead, analyses, calls, enumerate, explore, paths, repair};
use margay_ir::{World, parse, print, validate};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Begins a line that says what a call does.
const RUN: &str = "; run: ";
/// Begins a line that asks for something to be printed.
const TEST: &str = "; test ";
/// Begins a line that says which objects and values there are.
const BOUNDS: &str = "; bounds: ";
/// Begins a line of what is expected to be printed.
const EXPECTED: &str = ";;";

/// The files of a folder, by name.
///
/// # Panics
/// When it cannot be read.
#[must_use]
pub fn all(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder of tests");
    let paths = entries.map(|entry| entry.expect("a readable entry").path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|ext| ext == "mir")).collect();
    files.sort();
    files
}

/// What the tests of a file find.
#[derive(Debug, PartialEq, Eq)]
pub struct Findings {
    /// The text of the file as it should be.
    pub text: String,
    /// Results of calls that looking ahead knew without running them.
    pub foreseen: u64,
}

/// Runs a file's tests; gives the number of results that were known by looking ahead. With `bless`,
/// the file is written anew with what they print.
///
/// # Errors
/// What is not as the file says.
///
/// # Panics
/// When the file cannot be read or written.
pub fn check(path: &Path, bless: bool) -> Result<u64, String> {
    let text = std::fs::read_to_string(path).expect("a readable file");
    let Findings { text: found, foreseen } = run(&text)?;
    if found == text {
        return Ok(foreseen);
    }
    if bless {
        std::fs::write(path, found).expect("a writable file");
        return Ok(foreseen);
    }
    let (mut old, mut new) = (text.lines(), found.lines());
    let differs = |line: usize| match (old.next(), new.next()) {
        (Some(old), Some(new)) if old == new => None,
        (old, new) => Some((line, old.unwrap_or("(end)"), new.unwrap_or("(end)"))),
    };
    let (line, old, new) = (1..).find_map(differs).expect("the texts differ");
    Err(format!("line {line} is\n    {old}\nbut should be\n    {new}"))
}

/// Runs the tests of a file.
///
/// # Errors
/// When they cannot be run, or domains differ.
pub fn run(text: &str) -> Result<Findings, String> {
    let tests: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix(TEST)).collect();
    let is_sound = !tests.iter().any(|test| ["parse", "validate"].contains(test));
    if is_sound {
        check_program(text)?;
    }
    let mut found = String::new();
    for line in text.lines().filter(|line| !line.starts_with(EXPECTED)) {
        match line.strip_prefix(RUN) {
            Some(run) => writeln!(found, "{RUN}{}", run_line(text, run)?),
            None => writeln!(found, "{line}"),
        }
        .expect("a string takes everything");
    }
    let foreseen = ahead::check(text, &runs(text))?;
    for test in tests {
        let printed = printed(text, test).map_err(|error| format!("{test}: {error}"))?;
        writeln!(found, "{EXPECTED} {test}").expect("a string takes everything");
        for line in printed.lines() {
            let line = format!("{EXPECTED}     {line}");
            writeln!(found, "{}", line.trim_end()).expect("a string takes everything");
        }
    }
    Ok(Findings { text: found, foreseen })
}

/// The calls of a file.
fn runs(text: &str) -> Vec<&str> {
    let runs = text.lines().filter_map(|line| line.strip_prefix(RUN));
    runs.filter_map(|run| Some(split_run(run)?.0)).collect()
}

/// A call, and what is said of it.
fn split_run(run: &str) -> Option<(&str, &str)> {
    run.find(')').map(|end| run.split_at(end + 1))
}

/// A call with what it really does.
fn run_line(text: &str, run: &str) -> Result<String, String> {
    let (call, _) = split_run(run).ok_or_else(|| format!("`{run}` is no call"))?;
    Ok(format!("{call} {}", calls::run(text, call)?))
}

/// What one test prints.
fn printed(text: &str, test: &str) -> Result<String, String> {
    let (kind, rest) = test.split_once(' ').unwrap_or((test, ""));
    match kind {
        "print" => print_program(text),
        "parse" => Ok(parse::program(text, &mut World::new())
            .map_or_else(|error| error.to_string(), |_| "fine".to_owned())),
        "validate" => validated(text),
        "analysis" => analyses::run(text, rest),
        "explore" => explore::run(text, rest),
        "walk" => explore::run_open(text, rest),
        "paths" => paths::run(text, rest),
        "repair" => repair::run(text, rest),
        "enumerate" => {
            let bounds: Vec<&str> =
                text.lines().filter_map(|line| line.strip_prefix(BOUNDS)).collect();
            enumerate::run(text, rest, &bounds.join(" "))
        }
        _ => Err(format!("there is no test `{kind}`")),
    }
}

/// The classes of a program, written, and what is wrong with its functions.
fn written(text: &str) -> Result<(String, String), String> {
    let mut world = World::new();
    let mut program = parse::program(text, &mut world).map_err(|error| error.to_string())?;
    let prelude = crate::platform::prelude(&mut world);
    let own: Vec<_> = program.classes.keys().copied().collect();
    program.classes.extend(prelude.classes);
    for class in &own {
        // A class that cannot be linked is one that a run meets.
        let _ = program.load(&mut world, *class);
    }
    let loaded = own.into_iter().filter(|class| world.class(*class).is_some());
    let (mut classes, mut errors) = (Vec::new(), String::new());
    for class in loaded {
        let code = |method| program.function(&world, method);
        classes.push(print::class(&world, class, &code).to_string());
        for function in program.classes[&class].functions.iter().flatten() {
            if let Err(error) = validate(function) {
                writeln!(errors, "{}: {error}", function.name).expect("a string takes everything");
            }
        }
    }
    Ok((classes.join("\n"), errors))
}

fn print_program(text: &str) -> Result<String, String> {
    Ok(written(text)?.0)
}

fn validated(text: &str) -> Result<String, String> {
    let errors = written(text)?.1;
    Ok(if errors.is_empty() { "fine".to_owned() } else { errors })
}

/// Every program is valid, and reads as it is written.
fn check_program(text: &str) -> Result<(), String> {
    let (classes, errors) = written(text)?;
    if !errors.is_empty() {
        return Err(errors);
    }
    let again = written(&classes)?.0;
    if again == classes { Ok(()) } else { Err(format!("{classes}\nis written as\n{again}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "; test explore main.f()
class main extends object {
    static method f()i32: () -> i32 {
    block0:
        v0: i32 = const 0
        v1: i32 = const 1
        v2: i32 = call static env.choose(i32,i32)i32 (v0, v1)
        return v2
    }
    static method g(i32)i32: (i32) -> i32 {
    block0(v0: i32):
        return v0
    }
}
; run: main.g(5) == 5
;; explore main.f()
;;     0: == 0
;;     1: == 1
";

    fn text(file: &str) -> Result<String, String> {
        run(file).map(|found| found.text)
    }

    #[test]
    fn what_is_right_stays() {
        assert_eq!(text(PROGRAM).as_deref(), Ok(PROGRAM));
    }

    #[test]
    fn what_is_wrong_is_found_and_put_right() {
        for wrong in [
            PROGRAM.replace("== 5", "== 6"),
            PROGRAM.replace("== 5", "throws exception"),
            PROGRAM.replace(";;     1: == 1\n", ""),
            PROGRAM.replace("0: == 0", "0: is rejected"),
        ] {
            assert_ne!(wrong, PROGRAM);
            assert_eq!(text(&wrong).as_deref(), Ok(PROGRAM));
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (from, to, error) in [
            ("const 1", "cons 1", "6:19: expected an instruction, found `cons 1`"),
            (
                "return v0",
                "return",
                "main.g(i32)i32: block0 returns another type than the function\n",
            ),
            ("test explore", "test explode", "explode main.f(): there is no test `explode`"),
            ("main.g(5)", "main.h(5)", "0 methods are called h"),
            ("main.g(5)", "main.g(x)", "`x` is no i32"),
            ("main.g(5)", "main.g()", "`main.g()` gives 0 of 1 arguments"),
        ] {
            assert_eq!(text(&PROGRAM.replace(from, to)), Err(error.to_owned()));
        }
    }
}
