//! Inputs that users have, for the search to begin with: cases of an earlier run, or values written down.
//!
//! Each is followed by one path before all others; the search then goes on from the first of them. A seed names
//! inputs as the search does ([`Seed`]): an object that calls have made by what these were given, any
//! other by what it holds.

mod naming;

use super::coverage::CoverageRecorder;
use super::generator::{Generator, SymbolicMachine};
use super::part::{self, Clock, PartReport, PathLimits};
use super::points::find_method;
use crate::error::Error;
use margay_jvm::inputs::signature;
use margay_report::document::{DocumentFile, DocumentKind};
use margay_search::driver::Range;
use margay_search::generate::case::{MethodName, MethodReport, TestCase};
use margay_search::generate::paths::seed::Seed;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// The name of standard input among those of parameters.
const STDIN: &str = "stdin";

/// An input that somebody has.
#[derive(Clone, Debug)]
pub struct GivenSeed {
    /// Where it is from: a file and a line, or the option itself.
    pub place: String,
    input: Arc<SeedInput>,
}

#[derive(Debug)]
enum SeedInput {
    /// A case of a method.
    Case(MethodName, Vec<String>, Box<TestCase>),
    /// Values of parameters, as users write them.
    Values(Vec<(String, String)>),
}

impl GivenSeed {
    /// The cases in a document of test cases, or in a folder that has one.
    ///
    /// # Errors
    /// When it cannot be read: file, line and what is wrong.
    pub fn read(path: &Path) -> Result<Vec<GivenSeed>, String> {
        let mut document = match path.is_dir() {
            true => DocumentFile::open(path, DocumentKind::Cases),
            false => DocumentFile::at(path, DocumentKind::Cases),
        }
        .map_err(|error| error.to_string())?;
        let mut seeds = Vec::new();
        while let Some(report) = document.method() {
            let MethodReport { method, signature, cases, .. } =
                report.map_err(|error| error.to_string())?;
            let names: Vec<String> = signature.parameters.into_iter().map(|p| p.name).collect();
            let first = document.line().saturating_sub(cases.len() as u64);
            for (line, case) in (first..).zip(cases) {
                let place = format!("{}:{line}", path.display());
                let input = SeedInput::Case(method.clone(), names.clone(), Box::new(case));
                seeds.push(GivenSeed { place, input: Arc::new(input) });
            }
        }
        Ok(seeds)
    }

    /// Why it is for no method.
    fn wanted(&self) -> String {
        match &*self.input {
            SeedInput::Case(MethodName { class, name, descriptor }, ..) => {
                format!("{class}.{name}{descriptor} is not among the methods")
            }
            SeedInput::Values(values) => {
                let names: Vec<&str> = values.iter().map(|(name, _)| name.as_str()).collect();
                format!("no method has parameters {}", names.join(", "))
            }
        }
    }

    /// Values of parameters: `price=3, name="x", prices=[1,2]`.
    ///
    /// # Errors
    /// When it has another form.
    pub fn parse(text: &str) -> Result<GivenSeed, String> {
        let part = |part: &str| match part.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() => {
                Ok((name.trim().to_owned(), value.trim().to_owned()))
            }
            _ => Err(format!("`{part}` is no value of an input: name=value is expected")),
        };
        let values = split(text).into_iter().map(part).collect::<Result<_, _>>()?;
        let input = Arc::new(SeedInput::Values(values));
        Ok(GivenSeed { place: format!("--seeds '{text}'"), input })
    }

    /// What it says of the inputs of a method, which has these parameters, the receiver first; nothing if it
    /// is for another one.
    fn resolve(
        &self,
        machine: &mut SymbolicMachine,
        method: &MethodName,
        parameters: &[(String, String)],
        by_fields: bool,
    ) -> Option<Result<Seed, String>> {
        match &*self.input {
            SeedInput::Case(of, names, case) => {
                (of == method).then(|| Ok(naming::of_case(machine, names, case, by_fields)))
            }
            SeedInput::Values(values) => {
                let has = |name: &str| parameters.iter().any(|(parameter, _)| parameter == name);
                let is_for_it = values.iter().all(|(name, _)| name == STDIN || has(name));
                is_for_it.then(|| naming::of_values(values, parameters))
            }
        }
    }
}

/// Cuts a text at commas, but not inside brackets and quotes.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0);
    let mut quote = None;
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match (quote, character) {
            (_, '\\') => {
                characters.next();
            }
            (Some(open), _) if open == character => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(character),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth -= 1,
            (None, ',') if depth == 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

/// The seeds that are for none of these methods, and those that do not fit theirs: which, and why.
pub(super) fn misfits(generator: &mut Generator, methods: &[MethodName]) -> Vec<String> {
    let given = generator.options.seeds.clone();
    let mut misfits = Vec::new();
    for seed in &given {
        let mut is_used = false;
        for method in methods {
            match resolved(generator, seed, method) {
                Some(Ok(_)) => is_used = true,
                Some(Err(problem)) => {
                    is_used = true;
                    misfits.push(format!("{}: {problem}", seed.place));
                }
                None => {}
            }
        }
        if !is_used {
            misfits.push(format!("{}: {}", seed.place, seed.wanted()));
        }
    }
    misfits
}

/// What a seed says of the inputs of a method.
fn resolved(
    generator: &mut Generator,
    seed: &GivenSeed,
    name: &MethodName,
) -> Option<Result<Seed, String>> {
    let machine = &mut generator.replayer.program.machine;
    let method = find_method(machine, name)?;
    let parameters = signature::parameters(machine, method);
    let parameters: Vec<_> = parameters.into_iter().map(|p| (p.name, p.descriptor)).collect();
    let by_fields = generator.options.inputs.max_calls.is_none();
    seed.resolve(&mut generator.symbolic.machine, name, &parameters, by_fields)
}

/// The inputs of a case of a method, as a seed.
pub(super) fn of_case(
    generator: &mut Generator,
    name: &MethodName,
    case: &TestCase,
) -> Option<Seed> {
    let machine = &mut generator.replayer.program.machine;
    let method = find_method(machine, name)?;
    let parameters = signature::parameters(machine, method);
    let names: Vec<String> = parameters.into_iter().map(|parameter| parameter.name).collect();
    let by_fields = generator.options.inputs.max_calls.is_none();
    Some(naming::of_case(&mut generator.symbolic.machine, &names, case, by_fields))
}

/// Runs the seeds of a method, one path each; gives what they have found, and the first of them for the search to go on
/// from.
pub(super) fn search(
    generator: &mut Generator,
    clock: Clock<'_>,
) -> Result<Vec<PartReport>, Error> {
    let given = generator.options.seeds.clone();
    let mut coverage = CoverageRecorder::default();
    let mut reports = Vec::new();
    let mut first = None;
    generator.known.clear();
    for seed in &given {
        let Some(Ok(seed)) = resolved(generator, seed, clock.name) else { continue };
        let seed = Rc::new(seed);
        generator.seed = Some(Rc::clone(&seed));
        let limits = PathLimits { paths: 1, idle: u64::MAX };
        let mut report = part::search(generator, Range::default(), limits, &mut coverage, clock)?;
        report.end.next = None;
        for record in &mut report.records {
            // One path may be that of several seeds.
            if !generator.known.insert(record.decisions.clone()) {
                record.case = None;
            }
        }
        first.get_or_insert(seed);
        reports.push(report);
        if reports.last().is_some_and(|report| report.end.stopped.is_some()) {
            break;
        }
    }
    generator.seed = first;
    if generator.options.partition.is_some() {
        // The trees of its paths are others, and it knows what was tried.
        generator.known.clear();
    }
    Ok(reports)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_cut_at_commas() {
        assert_eq!(
            split("a=1, b=[1,2],c=\"x,\\\",y\",d=','"),
            ["a=1", " b=[1,2]", "c=\"x,\\\",y\"", "d=','"]
        );
        assert!(GivenSeed::parse("a=1, b=2").is_ok());
        let problem = GivenSeed::parse("a=1, 2").map(|_| ());
        assert_eq!(problem, Err("` 2` is no value of an input: name=value is expected".to_owned()));
    }
}
