//! Methods as constraint logic programs (`margay-clp`), and what these do in SWI-Prolog compared with
//! what Margay finds itself.

mod facts;
mod source;

use crate::error::Error;
use crate::generate::{Aliasing, Criterion, GenerateOptions, Generator, MethodFilter};
use crate::session::Session;
use margay_clp::program::SYMBOLIC;
use margay_clp::swipl::Swipl;
use margay_clp::{Integers, Program};
use margay_search::generate::case::{MethodReport, TestCase};
use source::JavaSource;
use std::fmt::Write;

/// How a method is translated and run.
#[derive(Clone, Debug)]
pub struct ClpOptions {
    /// What integers are.
    pub integers: Integers,
    /// How often a block may be entered in one call.
    pub block: u32,
    /// Whether references of the input may be the same object.
    pub aliasing: bool,
    /// Longest array of the input.
    pub max_array: u32,
    /// Paths after which Prolog stops.
    pub max_paths: u32,
    /// Cases of which criterion are called concretely besides, to see that they end the same way.
    pub called: Option<Criterion>,
    /// What runs the program.
    pub swipl: Swipl,
}

impl Default for ClpOptions {
    fn default() -> Self {
        ClpOptions {
            integers: Integers::Bounded,
            block: 2,
            aliasing: true,
            max_array: 16,
            max_paths: 10_000,
            called: None,
            swipl: Swipl::default(),
        }
    }
}

/// A case that symbolic execution in Prolog has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrologCase {
    /// Its number, from 1.
    pub number: usize,
    /// `ok`, or the class of the exception.
    pub ending: String,
    /// The cases of Margay whose input takes this path, each with whether it ends as the path says.
    pub taken: Vec<(usize, bool)>,
    /// Input and constraints as Prolog writes them.
    pub text: String,
}

/// The cases of a method as Prolog and Margay have them.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Those of Prolog.
    pub prolog: Vec<PrologCase>,
    /// Those of Margay.
    pub margay: MethodReport,
    /// Paths that Prolog has given up at the bound, and loops that never end.
    pub cut: u64,
    /// Questions that took Prolog too long.
    pub unknown: u64,
    /// Whether Prolog has found too many.
    pub stopped: bool,
    /// Concrete calls that were made in Prolog.
    pub calls: u64,
    /// Those that have ended otherwise than Margay's machine, as Prolog tells them.
    pub differing: Vec<String>,
}

impl Comparison {
    /// Cases of Margay that no path of Prolog takes, or several do, or that end otherwise.
    #[must_use]
    pub fn only_margay(&self) -> Vec<usize> {
        let takes = |number: usize| {
            let all = self.prolog.iter().flat_map(|case| &case.taken);
            all.filter(|(taken, _)| *taken == number).collect::<Vec<_>>()
        };
        let is_same = |number: &usize| matches!(takes(*number)[..], [(_, true)]);
        (1..=self.margay.cases.len()).filter(|number| !is_same(number)).collect()
    }

    /// Cases of Prolog that are no case of Margay, or several, or that end otherwise.
    #[must_use]
    pub fn only_prolog(&self) -> Vec<usize> {
        let others = self.prolog.iter().filter(|case| !matches!(case.taken[..], [(_, true)]));
        others.map(|case| case.number).collect()
    }

    /// Whether both have the same cases.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.only_margay().is_empty() && self.only_prolog().is_empty() && self.differing.is_empty()
    }
}

impl ClpOptions {
    /// How Margay finds its cases.
    fn generate(&self, criterion: Criterion) -> GenerateOptions {
        let mut options = GenerateOptions {
            criterion,
            max_paths: u64::from(self.max_paths),
            max_conflicts: criterion.conflicts(),
            ..GenerateOptions::default()
        };
        options.inputs.max_calls = None;
        options.inputs.aliasing = if self.aliasing { Aliasing::On } else { Aliasing::Off };
        options.inputs.max_array = self.max_array;
        options
    }
}

fn report(generator: &mut Generator, filter: &MethodFilter) -> Result<MethodReport, Error> {
    let report = generator.reports(filter)?.pop();
    report.ok_or_else(|| Error::Unsupported("the method has no cases".to_owned()))
}

impl Session {
    /// A method and all that it can reach as a constraint logic program.
    ///
    /// # Errors
    /// When there is no such method, or something in it has no translation.
    pub fn translate(&self, method: &str, integers: Integers) -> Result<Program, Error> {
        let mut options = GenerateOptions::default();
        options.inputs.max_calls = None;
        translated(&mut self.generate(options)?, method, None, integers)
    }

    /// Runs a method's translation symbolically in SWI-Prolog and compares the cases with Margay's own.
    ///
    /// # Errors
    /// When there is no such method, something in it has no translation, or SWI-Prolog does not run it.
    pub fn compare_clp(&self, method: &str, options: &ClpOptions) -> Result<Comparison, Error> {
        let mut generator = self.generate(options.generate(Criterion::Block(options.block)))?;
        // What has no translation is refused before anything is searched.
        translated(&mut generator, method, None, options.integers)?;
        let filter = MethodFilter { method: Some(method.to_owned()), ..MethodFilter::default() };
        let margay = report(&mut generator, &filter)?;
        let called = options.called.map(|criterion| {
            let mut generator = self.generate(options.generate(criterion))?;
            report(&mut generator, &filter).map(|report| report.cases)
        });
        let called = called.transpose()?.unwrap_or_default();
        let precondition = margay.precondition.as_deref();
        let program = translated(&mut generator, method, precondition, options.integers)?;
        let script = symbolic_script(&program, options, &margay.cases, &called);
        let goal = format!("compare({}), check_calls", options.block);
        let printed = options.swipl.run(&script, &goal)?;
        Ok(comparison(&printed, margay))
    }
}

fn translated(
    generator: &mut Generator,
    method: &str,
    precondition: Option<&str>,
    integers: Integers,
) -> Result<Program, Error> {
    let (_, method) = generator.symbolic.method(method)?;
    let class = generator.symbolic.world().method(method).class;
    let old = generator.symbolic.class.replace(class);
    let required = precondition.map(|name| generator.symbolic.method(name)).transpose();
    generator.symbolic.class = old;
    let required = required?.map(|(_, method)| method);
    Ok(margay_clp::translate(&mut JavaSource(generator), method, required, integers)?)
}

/// The program with an interpreter for it and the cases that are expected. The interpreter looks at
/// guards, which must stay as they are written.
fn symbolic_script(
    program: &Program,
    options: &ClpOptions,
    cases: &[TestCase],
    called: &[TestCase],
) -> String {
    let mut script = ":- set_prolog_flag(clpfd_goal_expansion, false).\n".to_owned();
    script.push_str(&program.text());
    script.push_str(SYMBOLIC);
    let _ = writeln!(script, "limit({}).", options.max_paths);
    script.push_str(&settings(options));
    script.push_str(&facts::of_cases("expected", cases));
    script.push_str(&facts::of_cases("called", called));
    script
}

fn settings(options: &ClpOptions) -> String {
    let aliasing = if options.aliasing { "on" } else { "off" };
    format!(
        ":- retractall(max_array(_)), assertz(max_array({})).\n\
         :- retractall(aliasing(_)), assertz(aliasing({aliasing})).\n",
        options.max_array
    )
}

/// What the lines say that Prolog has printed.
fn comparison(printed: &str, margay: MethodReport) -> Comparison {
    let mut found = Comparison {
        prolog: Vec::new(),
        margay,
        cut: 0,
        unknown: 0,
        stopped: false,
        calls: 0,
        differing: Vec::new(),
    };
    for line in printed.lines() {
        let parts: Vec<&str> = line.split('\t').collect();
        let number = |text: &str| text.parse::<u64>().unwrap_or_default();
        match parts[..] {
            ["case", number, ending, taken, text] => found.prolog.push(PrologCase {
                number: number.parse().unwrap_or_default(),
                ending: ending.to_owned(),
                taken: taken_by(taken),
                text: text.to_owned(),
            }),
            ["stopped"] => found.stopped = true,
            ["calls", count] => found.calls = number(count),
            ["differs" | "failed", ..] => found.differing.push(line.to_owned()),
            ["unknown", count] => found.unknown += number(count),
            [_, count] => found.cut += number(count),
            _ => {}
        }
    }
    found
}

/// `[3-yes,7-no]`
fn taken_by(text: &str) -> Vec<(usize, bool)> {
    let inner = text.trim_start_matches('[').trim_end_matches(']');
    let pairs = inner.split(',').filter_map(|pair| pair.split_once('-'));
    pairs.filter_map(|(number, agrees)| Some((number.parse().ok()?, agrees == "yes"))).collect()
}
