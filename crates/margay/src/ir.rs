//! `margay ir`: methods and classes in the text form of the IR.

use crate::cli::IrArgs;
use crate::error::{CliError, code};
use margay_java::{Error, Limits, Program, SelectError};
use std::io::Write;

/// Prints one method, or a class with all that it declares.
pub fn command(args: &IrArgs) -> Result<u8, CliError> {
    let mut program: Program = args.target.open(Limits::default())?.launch()?;
    let text = match &args.method.method {
        Some(name) => {
            let (_, method) = program.method(name)?;
            program.ir(method)
        }
        None => {
            let class = program.main_class().map_err(Error::from)?;
            program.class_ir(class)
        }
    };
    let text = text.map_err(|error| match error {
        Error::Select(SelectError::NoCode { method, what }) => CliError::usage(
            format!("{method} is {what}: it has no code"),
            "name a method with a body",
        ),
        error => error.into(),
    })?;
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(code::FINE)
}
