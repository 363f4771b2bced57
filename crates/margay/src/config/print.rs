//! `margay config`: the options that are in force, and from where.

use super::{Config, Scope};
use crate::error::{CliError, code};
use clap::parser::ValueSource;
use clap::{Args, Command};
use std::ffi::OsString;
use std::io::Write;

/// `margay config`.
#[derive(Debug, Args)]
pub struct ConfigArgs {
    /// The command whose options are printed
    #[arg(default_value = "generate")]
    pub command: String,
    /// As for this class
    #[arg(long, value_name = "NAME", conflicts_with = "package")]
    pub class: Option<String>,
    /// As for this package
    #[arg(long, value_name = "NAME")]
    pub package: Option<String>,
}

/// Prints them.
pub fn config(args: &ConfigArgs, commands: &Command, config: &Config) -> Result<u8, CliError> {
    let Some(command) = commands.find_subcommand(&args.command) else {
        let message = format!("there is no command `{}`", args.command);
        return Err(CliError::usage(message, "`margay --help` lists them"));
    };
    let scope = match (&args.class, &args.package) {
        (Some(class), _) => Scope::Class(class.clone()),
        (_, Some(package)) => Scope::Package(package.clone()),
        _ => Scope::All,
    };
    let settings = config.settings(&args.command, &scope);
    let name = OsString::from(args.command.clone());
    let typed: Vec<OsString> =
        std::iter::once(name).chain(config.apply(&args.command, &scope, &[])).collect();
    let command = command.clone().ignore_errors(true);
    let matches = command.clone().try_get_matches_from(typed).map_err(|error| {
        CliError::usage(error.to_string().trim().to_owned(), "see that margay.toml is right")
    })?;
    let mut out = std::io::stdout().lock();
    let file = config.file.as_ref().map(|file| file.display().to_string());
    match &file {
        Some(file) => writeln!(out, "# {file}\n[{}]", args.command)?,
        None => {
            writeln!(out, "# there is no margay.toml: all is as by default\n[{}]", args.command)?
        }
    }
    for arg in command.get_arguments() {
        let Some(name) = arg.get_long().filter(|name| !matches!(*name, "help" | "version")) else {
            continue;
        };
        let id = arg.get_id().as_str();
        let values: Vec<String> = matches
            .try_get_raw(id)
            .ok()
            .flatten()
            .map(|values| values.map(|value| value.to_string_lossy().into_owned()).collect())
            .unwrap_or_default();
        let value = match &values[..] {
            [] => continue,
            [one] if one == "true" || one == "false" || one.parse::<f64>().is_ok() => one.clone(),
            [one] => format!("{one:?}"),
            several => format!("{several:?}"),
        };
        let from = match settings.iter().rev().find(|setting| setting.name == name) {
            Some(setting) => {
                format!("{}:{}", file.as_deref().unwrap_or_default(), setting.line)
            }
            None => match matches.value_source(id) {
                Some(ValueSource::EnvVariable) => "the environment".to_owned(),
                _ => "default".to_owned(),
            },
        };
        writeln!(out, "{name} = {value}  # {from}")?;
    }
    Ok(code::FINE)
}
