//! `margay ir`: methods in the text form of the IR.

use crate::cli::IrArgs;
use crate::error::{CliError, code};
use margay_ir::MethodId;
use margay_java::{Error, Limits, Program, SelectError};
use std::io::Write;

/// Prints one method, or all of a class.
pub fn command(args: &IrArgs) -> Result<u8, CliError> {
    let mut program: Program = args.target.open(Limits::default())?.launch()?;
    let methods = match &args.method.method {
        Some(text) => vec![program.method(text)?.1],
        None => {
            let class = program.main_class().map_err(Error::from)?;
            program.world().loaded(class).methods.clone()
        }
    };
    let alone = methods.len() == 1;
    let mut out = std::io::stdout().lock();
    for (index, method) in methods.into_iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        out.write_all(text(&mut program, method, alone)?.as_bytes())?;
    }
    Ok(code::FINE)
}

fn text(program: &mut Program, method: MethodId, alone: bool) -> Result<String, CliError> {
    match program.ir(method) {
        Err(Error::Select(SelectError::NoCode { method, what })) if alone => Err(CliError::usage(
            format!("{method} is {what}: it has no code"),
            "name a method with a body",
        )),
        Err(Error::Select(SelectError::NoCode { method, what })) => {
            Ok(format!("; {method} is {what}\n"))
        }
        text => Ok(text?),
    }
}
