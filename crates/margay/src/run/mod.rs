//! `margay run`: a program or a method, once ([`once`]) or in every way its choices can go
//! ([`all`]).

mod all;
mod budget;
mod once;

use crate::cli::RunArgs;
use crate::error::{CliError, note};
use budget::RunBudget;
use margay_ir::MethodId;
use margay_java::methods::Entry;
use margay_java::{Error, Program};
use margay_jvm::values::{self, Literal};

/// What is to be run, on which machine.
struct Job<'a> {
    options: &'a RunArgs,
    program: Program,
    method: MethodId,
    /// The method's arguments.
    args: Vec<u64>,
    /// Descriptor of the method's result.
    result: String,
    budget: RunBudget,
}

/// Runs what the options ask for; gives the exit code.
pub fn command(options: &RunArgs) -> Result<u8, CliError> {
    let mut budget = RunBudget::start(&options.budget);
    let mut program = Program::open(&options.target.target(), options.limits.limits())?;
    let (entry, literals) = choose(&mut program, options)?;
    let built = literals.iter().map(|literal| values::build(&mut program.machine, literal));
    let args = built
        .collect::<Result<Vec<u64>, _>>()
        .map_err(|error| Error::HeapFull(error.to_string()))?;
    if options.output.verbose {
        let jdk = &program.jdk;
        let ready = budget.elapsed().as_millis();
        note(&format!(
            "JDK {} in {}; ready after {ready} ms",
            jdk.full_version,
            jdk.home.display()
        ));
    }
    budget.begin(&mut program.machine);
    let result = entry.descriptor.rsplit(')').next().unwrap_or_default().to_owned();
    let job = Job { options, program, method: entry.method, args, result, budget };
    if options.search.all { all::run(job) } else { once::run(job) }
}

/// The method to run and its arguments.
fn choose(program: &mut Program, options: &RunArgs) -> Result<(Entry, Vec<Literal>), CliError> {
    let Some(text) = &options.method.method else {
        let entry = program.main_method()?;
        let text = |arg: &String| Literal::Text(arg.encode_utf16().collect());
        let args = options.program.iter().map(text).collect();
        let array = Literal::Array("[Ljava/lang/String;".to_owned(), args);
        let takes_args = entry.descriptor.starts_with("([");
        return Ok((entry, takes_args.then_some(array).into_iter().collect()));
    };
    let (class, method) = program.method(text)?;
    let entry = program.entry(class, method)?;
    let args = values::parse(&entry.descriptor, &options.args).map_err(|error| {
        CliError::usage(
            error.to_string(),
            "--args takes values such as 12 true 'c' \"text\" [1,2,3] null",
        )
    })?;
    Ok((entry, args))
}
