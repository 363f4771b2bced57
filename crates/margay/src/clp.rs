//! `margay clp`: a method as a constraint logic program, and its symbolic execution in SWI-Prolog.

use crate::cli::TargetArgs;
use crate::enumerate::args::Switch;
use crate::error::{CliError, code, note};
use clap::Args;
use margay_clp::Integers;
use margay_clp::swipl::Swipl;
use margay_java::Limits;
use margay_java::clp::{ClpOptions, Comparison};
use margay_java::generate::Criterion;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// For `--help`.
pub const EXAMPLES: &str = "\
Examples:
  margay clp List.java --method remAll                 print the program
  margay clp List.java --method remAll > remall.pl     and load it: swipl remall.pl
  margay clp List.java --method remAll --run block-2   run it in SWI-Prolog, compare the cases

With --run it ends with 0 if the cases are the same, with 1 if they are not, and with 2 if there is no
SWI-Prolog. What has no translation (floating-point numbers, the class library, lambdas) is refused by
name with 3.";

/// `margay clp`.
#[derive(Debug, Args)]
pub struct ClpArgs {
    /// Where it is.
    #[command(flatten)]
    pub target: TargetArgs,
    /// The method: 'name', 'name(II)I' or 'Class.name(II)I'
    #[arg(long, value_name = "SIG")]
    pub method: String,
    /// Numbers without bounds, as in the thesis, instead of Java's, which wrap around
    #[arg(long)]
    pub unbounded: bool,
    /// Run the program symbolically in SWI-Prolog within a bound (block-K), and compare the cases with
    /// those of `margay generate --inputs fields`
    #[arg(long, value_name = "CRITERION")]
    pub run: Option<Criterion>,
    /// Whether two references of the input may point to the same object, with --run
    #[arg(long, value_enum, default_value_t = Switch::On)]
    pub aliasing: Switch,
    /// Maximum length of arrays of the input, with --run
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub max_array: u32,
    /// Maximum number of cases of Prolog, with --run
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub max_paths: u32,
    /// Time limit of SWI-Prolog in seconds
    #[arg(long, value_name = "SECONDS", value_parser = crate::cli::seconds, default_value = "600")]
    pub timeout: Duration,
    /// The program `swipl`
    #[arg(long, value_name = "FILE", default_value = "swipl", env = "MARGAY_SWIPL")]
    pub swipl: PathBuf,
}

/// Prints a program, or what came of running it.
pub fn command(args: &ClpArgs) -> Result<u8, CliError> {
    let session = args.target.open(Limits::default())?;
    let integers = if args.unbounded { Integers::Unbounded } else { Integers::Bounded };
    let Some(criterion) = args.run else {
        let program = session.translate(&args.method, integers)?;
        std::io::stdout().lock().write_all(program.text().as_bytes())?;
        return Ok(code::FINE);
    };
    let Criterion::Block(block) = criterion else {
        let message = format!("--run {criterion}: Prolog counts blocks");
        return Err(CliError::usage(message, "say --run block-2"));
    };
    let options = ClpOptions {
        integers,
        block,
        aliasing: args.aliasing == Switch::On,
        max_array: args.max_array,
        max_paths: args.max_paths,
        called: None,
        swipl: Swipl { path: args.swipl.clone(), timeout: args.timeout },
    };
    let comparison = session.compare_clp(&args.method, &options)?;
    print(&comparison)?;
    Ok(match comparison {
        _ if comparison.is_same() => code::FINE,
        Comparison { stopped: true, .. } => code::BUDGET,
        _ => code::FAILED,
    })
}

fn print(comparison: &Comparison) -> Result<(), CliError> {
    let mut out = std::io::stdout().lock();
    for case in &comparison.prolog {
        let same: Vec<String> = case.taken.iter().map(|(number, _)| number.to_string()).collect();
        let same = if same.is_empty() { "-".to_owned() } else { same.join(",") };
        writeln!(out, "{}  {}  case {same} of Margay  {}", case.number, case.ending, case.text)?;
    }
    let (prolog, margay) = (comparison.prolog.len(), comparison.margay.cases.len());
    let verdict = if comparison.is_same() { "the same" } else { "not the same" };
    writeln!(out, "\n{prolog} cases in Prolog, {margay} of Margay: {verdict}")?;
    let list = |numbers: Vec<usize>| {
        numbers.iter().map(usize::to_string).collect::<Vec<String>>().join(", ")
    };
    let (only_prolog, only_margay) = (comparison.only_prolog(), comparison.only_margay());
    if !only_prolog.is_empty() {
        writeln!(out, "only in Prolog, or with another end: {}", list(only_prolog))?;
    }
    if !only_margay.is_empty() {
        writeln!(out, "only of Margay, or with another end: {}", list(only_margay))?;
    }
    writeln!(out, "{} paths of Prolog were cut by the bound", comparison.cut)?;
    if comparison.unknown > 0 {
        note(&format!("{} questions took Prolog too long", comparison.unknown));
    }
    if comparison.stopped {
        note("Prolog has found more cases than --max-paths");
    }
    Ok(())
}
