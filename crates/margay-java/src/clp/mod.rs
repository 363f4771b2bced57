//! Methods as constraint logic programs (`margay-clp`), and what these do in SWI-Prolog compared with
//! what Margay finds itself.

mod facts;
mod source;

use crate::error::Error;
use crate::generate::{Criterion, GenerateOptions, Generator, MethodFilter};
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
        self.only_margay().is_empty() && self.only_prolog().is_empty()
    }
}

impl Session {
    /// A method and all that it can reach as a constraint logic program.
    ///
    /// # Errors
    /// When there is no such method, or something in it has no translation.
    pub fn translate(&self, method: &str, integers: Integers) -> Result<Program, Error> {
        let mut options = GenerateOptions::default();
        options.inputs.max_calls = None;
        translated(&mut self.generate(options)?, method, integers)
    }

    /// Runs a method's translation symbolically in SWI-Prolog and compares the cases with Margay's own.
    ///
    /// # Errors
    /// When there is no such method, something in it has no translation, or SWI-Prolog does not run it.
    pub fn compare_clp(&self, method: &str, options: &ClpOptions) -> Result<Comparison, Error> {
        let mut generate = GenerateOptions {
            criterion: Criterion::Block(options.block),
            max_conflicts: Criterion::Block(options.block).conflicts(),
            ..GenerateOptions::default()
        };
        generate.inputs.max_calls = None;
        generate.inputs.aliasing = options.aliasing;
        generate.inputs.max_array = options.max_array;
        let mut generator = self.generate(generate)?;
        let program = translated(&mut generator, method, options.integers)?;
        let filter = MethodFilter { method: Some(method.to_owned()), ..MethodFilter::default() };
        let mut reports = generator.reports(&filter)?;
        let margay =
            reports.pop().ok_or_else(|| Error::Unsupported(format!("{method} has no cases")))?;
        let script = symbolic_script(&program, options, &margay.cases);
        let printed = options.swipl.run(&script, &format!("compare({})", options.block))?;
        Ok(comparison(&printed, margay))
    }
}

fn translated(
    generator: &mut Generator,
    method: &str,
    integers: Integers,
) -> Result<Program, Error> {
    let (_, method) = generator.symbolic.method(method)?;
    Ok(margay_clp::translate(&mut JavaSource(generator), method, integers)?)
}

/// The program with an interpreter for it and the cases that are expected. The interpreter looks at
/// guards, which must stay as they are written.
fn symbolic_script(program: &Program, options: &ClpOptions, cases: &[TestCase]) -> String {
    let mut script = ":- set_prolog_flag(clpfd_goal_expansion, false).\n".to_owned();
    script.push_str(&program.text());
    script.push_str(SYMBOLIC);
    let _ = writeln!(script, "limit({}).", options.max_paths);
    script.push_str(&settings(options));
    script.push_str(&facts::expected(cases));
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
    let mut found = Comparison { prolog: Vec::new(), margay, cut: 0, unknown: 0, stopped: false };
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
