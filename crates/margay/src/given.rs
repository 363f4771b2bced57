//! What was typed, and what `margay.toml` adds to it.

use crate::cli::Cli;
use crate::config::{self, Config, Scope};
use crate::error::CliError;
use clap::error::{ContextKind, ContextValue};
use clap::{Command, Parser};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// What was typed.
#[derive(Debug, Default)]
pub struct Given {
    /// The file of options.
    pub config: Config,
    /// The program and options before the command.
    before: Vec<OsString>,
    /// The command.
    pub command: Option<String>,
    /// What was typed after it.
    after: Vec<OsString>,
}

/// Options of all commands that take a value.
const GLOBAL: [&str; 2] = ["--config", "--color"];

impl Given {
    /// Takes apart what was typed, and reads the file of options that belongs to it.
    ///
    /// # Errors
    /// When the file cannot be read, or says something that no command understands.
    pub fn new(typed: Vec<OsString>, commands: &Command) -> Result<Given, CliError> {
        let is_global = |arg: &OsString| GLOBAL.iter().any(|name| arg == OsStr::new(name));
        let mut place = 1;
        while typed.get(place).is_some_and(|arg| arg.to_string_lossy().starts_with('-')) {
            place += if is_global(&typed[place]) { 2 } else { 1 };
        }
        let name = typed.get(place).and_then(|arg| arg.to_str());
        let known = name.filter(|name| commands.find_subcommand(name).is_some());
        let Some(command) = known.map(str::to_owned) else {
            return Ok(Given { before: typed, ..Given::default() });
        };
        let named = option(&typed[1..], "--config").map(PathBuf::from);
        let reads_itself = commands.find_subcommand(&command).is_some_and(config::reads_file);
        let named = named.filter(|_| !reads_itself);
        let here = std::env::current_dir()?;
        let config = Config::find(named.as_deref(), &here, commands)?;
        let after = typed[place + 1..].to_vec();
        Ok(Given { config, before: typed[..place].to_vec(), command: Some(command), after })
    }

    /// Parses what the file says for what is named, and after that what was typed. What was typed wrong ends
    /// the process, with what `clap` says of it.
    ///
    /// # Errors
    /// When the file gives an option a value that it does not take.
    pub fn parse(&self) -> Result<Cli, CliError> {
        let parsed = Cli::try_parse_from(self.with(&self.scope()));
        parsed.map_err(|error| self.blame(&error).unwrap_or_else(|| error.exit()))
    }

    /// What was typed is about this.
    fn scope(&self) -> Scope {
        let text = |name: &str| option(&self.after, name).map(|v| v.to_string_lossy().into_owned());
        match (text("--class"), text("--package")) {
            (Some(class), _) => Scope::Class(class),
            (_, Some(package)) => Scope::Package(package),
            _ => Scope::All,
        }
    }

    /// The line of the file that an error is about, if it is about one.
    fn blame(&self, error: &clap::Error) -> Option<CliError> {
        let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else {
            return None;
        };
        let option_name = argument.split([' ', '=']).next()?;
        let name = option_name.strip_prefix("--")?;
        let settings = self.config.settings(self.command.as_deref()?, &self.scope());
        let setting = settings.into_iter().rev().find(|setting| setting.name == name)?;
        if option(&self.after, option_name).is_some() {
            return None;
        }
        let said = error.to_string();
        let said = said.lines().next()?.trim_start_matches("error: ");
        let place = format!("{}:{}", self.config.file.as_ref()?.display(), setting.line);
        Some(CliError::usage(format!("{place}: {said}"), "change what the file says of it"))
    }

    /// The same as for one class or package.
    pub fn with(&self, scope: &Scope) -> Vec<OsString> {
        let Some(command) = &self.command else { return self.before.clone() };
        let applied = self.config.apply(command, scope, &self.after);
        let command = std::iter::once(OsString::from(command));
        self.before.iter().cloned().chain(command).chain(applied).collect()
    }
}

/// The value of an option, if it was typed.
pub fn option(typed: &[OsString], name: &str) -> Option<OsString> {
    let with_value = format!("{name}=");
    let mut args = typed.iter();
    while let Some(arg) = args.next() {
        if arg == OsStr::new(name) {
            return args.next().cloned();
        }
        if let Some(value) = arg.to_str().and_then(|arg| arg.strip_prefix(&with_value)) {
            return Some(value.into());
        }
        if arg == OsStr::new("--") {
            return None;
        }
    }
    None
}
