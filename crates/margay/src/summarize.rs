//! `margay summarize`: the paths of methods as cases, in a table or as JSON.

use crate::cli::{MethodArgs, TargetArgs, seconds};
use crate::error::{CliError, code, note};
use crate::format::Format;
use crate::generate::args::{AliasingArg, InputArgs};
use crate::interrupt;
use clap::Args;
use margay_java::Limits;
use margay_java::generate::{
    Criterion, GenerateOptions, InputOptions, MethodCase, MethodFilter, MethodSummary,
};
use margay_report::table::Table;
use margay_search::generate::render::conjunction;
use serde_json::json;
use std::io::Write;
use std::time::Duration;

/// For `--help`.
pub const EXAMPLES: &str = "\
Examples:
  margay summarize Rational.java --method simplify --criterion block-2
  margay summarize build/classes --class demo.Stack --format json

A case is a path: what has to hold of the input, how the method ends, and what it leaves in objects of the
input. Objects hold whatever their fields can.";

/// `margay summarize`.
#[derive(Debug, Args)]
pub struct SummarizeArgs {
    /// Where it is.
    #[command(flatten)]
    pub target: TargetArgs,
    /// Which method [default: all public methods].
    #[command(flatten)]
    pub method: MethodArgs,
    /// Which paths: loop-K, block-K or path (no bound on loops)
    #[arg(long, value_name = "CRITERION", default_value = "loop-2")]
    pub criterion: Criterion,
    /// Which inputs.
    #[command(flatten)]
    pub inputs: InputArgs,
    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Output format
    #[arg(long, value_parser = Format::one_of(Format::LINES), value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// Prints the cases of methods.
pub fn command(args: &SummarizeArgs) -> Result<u8, CliError> {
    if !matches!(args.criterion, Criterion::Loop(_) | Criterion::Block(_) | Criterion::Path) {
        let message = format!("--criterion {}: a summary has all paths", args.criterion);
        return Err(CliError::usage(message, "say loop-K, block-K or path"));
    }
    if args.inputs.aliasing == AliasingArg::Symbolic {
        let message = "--aliasing symbolic: a summary says which object each reference is";
        return Err(CliError::usage(message, "say --aliasing on"));
    }
    let session = args.target.open(Limits::default())?;
    // Whoever calls a method may give it any object.
    let inputs = InputOptions { max_calls: None, ..args.inputs.options() };
    let options =
        GenerateOptions { criterion: args.criterion, inputs, ..GenerateOptions::default() };
    let mut generator = session.generate(options)?;
    let filter = MethodFilter { method: args.method.method.clone(), ..MethodFilter::default() };
    let methods = generator.select(&filter)?.methods;
    let budget = interrupt::budget(args.timeout);
    let mut out = std::io::stdout().lock();
    let mut is_stopped = false;
    for (number, method) in methods.into_iter().enumerate() {
        let summary = generator.summarize(method, &budget)?;
        is_stopped |= summary.is_stopped;
        match args.format {
            Format::Json => writeln!(out, "{}", document(&summary, args.criterion))?,
            _ if number > 0 => write!(out, "\n{}", table(&summary))?,
            _ => write!(out, "{}", table(&summary))?,
        }
        if budget.has_ended() {
            note("stopped by a budget: the summary is not complete");
            break;
        }
    }
    Ok(if is_stopped { code::BUDGET } else { code::FINE })
}

fn table(summary: &MethodSummary) -> String {
    let name = &summary.method;
    let mut table = Table::new(["case", "condition", "ends", "effects"]);
    for (number, MethodCase { condition, ends, effects }) in (1_u64..).zip(&summary.cases) {
        let condition = conjunction(condition);
        let effects = effects.join("; ");
        table.row([number.into(), (&*condition).into(), (&**ends).into(), (&*effects).into()]);
    }
    let count = summary.cases.len();
    let cut = match summary.cut {
        0 => String::new(),
        cut => format!(", {cut} paths cut by the bound"),
    };
    let lost = match summary.lost {
        0 => String::new(),
        lost => format!(", {lost} times something was lost"),
    };
    format!("{}.{}{}: {count} cases{cut}{lost}\n{table}", name.class, name.name, name.descriptor)
}

fn document(summary: &MethodSummary, criterion: Criterion) -> serde_json::Value {
    let cases: Vec<serde_json::Value> = summary
        .cases
        .iter()
        .map(
            |case| json!({"condition": case.condition, "ends": case.ends, "effects": case.effects}),
        )
        .collect();
    json!({
        "method": summary.method,
        "criterion": criterion.to_string(),
        "cases": cases,
        "cut": summary.cut,
        "lost": summary.lost,
    })
}
