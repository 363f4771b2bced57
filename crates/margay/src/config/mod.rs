//! `margay.toml`: options that need not be typed.
//!
//! A table of the file is a command, its keys are the command's options: `[generate]` with `criterion =
//! "block-2"` is `margay generate --criterion=block-2`. What is typed comes after and wins. `generate` and
//! `check` have tables for one class or package, too: `[generate.class."demo.Account"]`. There is nothing
//! else to know: which options there are, and what they mean, is what the command line says.

mod init;
mod print;

pub use init::{InitArgs, init};
pub use print::{ConfigArgs, config};

use crate::error::CliError;
use clap::{ArgAction, Command};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};

/// The name of the file.
pub const FILE: &str = "margay.toml";

/// Commands that have tables for classes and packages.
const BY_CLASS: [&str; 2] = ["generate", "check"];

/// Keys of the table `enumerate` that say bounds, which `--config` of that command reads.
const BOUNDS: [&str; 6] = ["objects", "domains", "fields", "strings", "arrays", "not-null"];

/// An option as the file says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its long name.
    pub name: String,
    /// What would be typed: `--name`, or `--name=value`, perhaps several times.
    pub typed: Vec<String>,
    /// The line it is in.
    pub line: usize,
}

/// What the options are for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Everything.
    All,
    /// One class.
    Class(String),
    /// One package.
    Package(String),
}

/// A table.
#[derive(Clone, Debug)]
struct Section {
    command: String,
    scope: Scope,
    settings: Vec<Setting>,
}

/// A file.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Where it is; none if there is no file.
    pub file: Option<PathBuf>,
    sections: Vec<Section>,
}

impl Config {
    /// The file that was named, or the next one in the folder or above it.
    ///
    /// # Errors
    /// When it cannot be read, or says something that no command understands.
    pub fn find(
        named: Option<&Path>,
        folder: &Path,
        commands: &Command,
    ) -> Result<Config, CliError> {
        let file = match named {
            Some(file) => Some(file.to_owned()),
            None => {
                let above = folder.ancestors().map(|folder| folder.join(FILE));
                above.into_iter().find(|file| file.is_file())
            }
        };
        let Some(file) = file else { return Ok(Config::default()) };
        let text = std::fs::read_to_string(&file)
            .map_err(|error| CliError::unreadable(&file, &error, "name a file of options"))?;
        let sections = Reader { file: &file, text: &text, commands }.sections()?;
        Ok(Config { file: Some(file), sections })
    }

    /// What the file says to a command for all classes, and for one or a package if that is named.
    pub fn settings(&self, command: &str, scope: &Scope) -> Vec<&Setting> {
        let of = |wanted: &Scope| {
            let sections = self.sections.iter();
            let found: Vec<&Section> = sections
                .filter(|section| section.command == command && section.scope == *wanted)
                .collect();
            found.into_iter().flat_map(|section| &section.settings)
        };
        let mut settings: Vec<&Setting> = of(&Scope::All).collect();
        match scope {
            Scope::All => {}
            Scope::Package(_) => settings.extend(of(scope)),
            Scope::Class(class) => {
                // What is said of a class is said after what is said of its package.
                if let Some((package, _)) = class.rsplit_once('.') {
                    settings.extend(of(&Scope::Package(package.to_owned())));
                }
                settings.extend(of(scope));
            }
        }
        settings
    }

    /// The classes and packages that have a table of their own.
    pub fn scopes(&self, command: &str) -> Vec<Scope> {
        let own = self.sections.iter().filter(|section| section.command == command);
        own.map(|section| section.scope.clone()).filter(|scope| *scope != Scope::All).collect()
    }

    /// The arguments with what the file says put before what was typed.
    pub fn apply(&self, command: &str, scope: &Scope, typed: &[OsString]) -> Vec<OsString> {
        let settings = self.settings(command, scope).into_iter();
        let said = settings.flat_map(|setting| setting.typed.iter().map(OsString::from));
        said.chain(typed.iter().cloned()).collect()
    }
}

/// Reads a file.
struct Reader<'a> {
    file: &'a Path,
    text: &'a str,
    commands: &'a Command,
}

impl Reader<'_> {
    fn wrong(&self, at: usize, what: &str, hint: &str) -> CliError {
        let message = format!("{}:{}: {what}", self.file.display(), self.line(at));
        CliError::usage(message, hint)
    }

    fn line(&self, at: usize) -> usize {
        self.text[..at.min(self.text.len())].matches('\n').count() + 1
    }

    fn sections(&self) -> Result<Vec<Section>, CliError> {
        let parsed = DeTable::parse(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            self.wrong(at, error.message(), "see the manual of TOML: https://toml.io")
        })?;
        let mut sections = Vec::new();
        for (key, value) in parsed.get_ref() {
            let name = key.get_ref().as_ref();
            let known = self.commands.find_subcommand(name).filter(|_| is_configurable(name));
            let Some(command) = known else {
                let all = self.commands.get_subcommands().map(Command::get_name);
                let all: Vec<&str> = all.filter(|name| is_configurable(name)).collect();
                let what = format!("`{name}` is no command");
                let hint = format!("options stand in the table of a command: {}", all.join(", "));
                return Err(self.wrong(key.span().start, &what, &hint));
            };
            let DeValue::Table(table) = value.get_ref() else {
                let hint = format!("write [{name}], and options in the lines after it");
                return Err(self.wrong(key.span().start, "this is no table", &hint));
            };
            self.section(command, Scope::All, table, &mut sections)?;
        }
        Ok(sections)
    }

    fn section(
        &self,
        command: &Command,
        scope: Scope,
        table: &DeTable<'_>,
        sections: &mut Vec<Section>,
    ) -> Result<(), CliError> {
        let name = command.get_name().to_owned();
        let mut settings = Vec::new();
        let mut inner = Vec::new();
        for (key, value) in table {
            let (text, at) = (key.get_ref().as_ref(), key.span().start);
            let is_scope = scope == Scope::All && BY_CLASS.contains(&name.as_str());
            match (text, value.get_ref()) {
                ("class" | "package", DeValue::Table(table)) if is_scope => {
                    for (which, value) in table {
                        let DeValue::Table(options) = value.get_ref() else {
                            let hint = format!("write [{name}.{text}.\"demo.Account\"]");
                            return Err(self.wrong(which.span().start, "this is no table", &hint));
                        };
                        let which = which.get_ref().to_string();
                        let scope = match text {
                            "class" => Scope::Class(which),
                            _ => Scope::Package(which),
                        };
                        inner.push((scope, options));
                    }
                }
                _ if reads_file(command) && BOUNDS.contains(&text) => {}
                (_, value) => settings.push(self.setting(command, text, at, value)?),
            }
        }
        settings.sort_by_key(|setting: &Setting| setting.line);
        sections.push(Section { command: name, scope, settings });
        inner
            .into_iter()
            .try_for_each(|(scope, table)| self.section(command, scope, table, sections))
    }

    fn setting(
        &self,
        command: &Command,
        name: &str,
        at: usize,
        value: &DeValue<'_>,
    ) -> Result<Setting, CliError> {
        let found = command.get_arguments().find(|arg| {
            arg.get_long() == Some(name)
                || arg.get_all_aliases().is_some_and(|aliases| aliases.contains(&name))
        });
        let Some(arg) = found.filter(|arg| !arg.is_positional()) else {
            let what = format!("`{name}` is no option of margay {}", command.get_name());
            let near = nearest(command, name);
            let hint = format!("`margay {} --help` lists them{near}", command.get_name());
            return Err(self.wrong(at, &what, &hint));
        };
        let is_flag = matches!(arg.get_action(), ArgAction::SetTrue | ArgAction::SetFalse);
        let typed = match value {
            DeValue::Boolean(false) if is_flag => Vec::new(),
            DeValue::Boolean(true) if is_flag => vec![format!("--{name}")],
            _ if is_flag => {
                return Err(self.wrong(
                    at,
                    &format!("`{name}` is true or false"),
                    "write one of them",
                ));
            }
            DeValue::Array(values) => {
                let values = values.iter().map(|value| text_of(value.get_ref()));
                let values: Option<Vec<String>> = values.collect();
                let values = values.ok_or_else(|| {
                    self.wrong(
                        at,
                        "a list of something else than values",
                        "write texts and numbers",
                    )
                })?;
                values.iter().map(|value| format!("--{name}={value}")).collect()
            }
            value => match text_of(value) {
                Some(value) => vec![format!("--{name}={value}")],
                None => {
                    let what = format!("`{name}` is an option, not a table");
                    return Err(self.wrong(at, &what, "write a text, a number, true or false"));
                }
            },
        };
        Ok(Setting { name: name.to_owned(), typed, line: self.line(at) })
    }
}

/// Whether a command has a `--config` of its own.
pub fn reads_file(command: &Command) -> bool {
    command.get_arguments().any(|arg| arg.get_id() == "config")
}

/// Commands whose options can stand in the file.
fn is_configurable(command: &str) -> bool {
    !matches!(command, "config" | "init" | "completions" | "man" | "help")
}

fn text_of(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        DeValue::Boolean(value) => Some(if *value { "on" } else { "off" }.to_owned()),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}

/// An option with nearly that name.
fn nearest(command: &Command, name: &str) -> String {
    let names = command.get_arguments().filter_map(|arg| arg.get_long());
    let near = margay_jvm::classpath::nearest(name, names.map(str::to_owned));
    near.first().map_or(String::new(), |near| format!("; did you mean `{near}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn read(text: &str) -> Result<Config, CliError> {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join(FILE), text).expect("a file");
        Config::find(None, folder.path(), &crate::cli::Cli::command())
    }

    fn wrong(text: &str) -> String {
        let error = read(text).expect_err("it is wrong").to_string();
        error[error.find(FILE).expect("the file is named")..].to_owned()
    }

    #[test]
    fn tables_are_commands_and_keys_are_options() {
        let config = read(
            "[generate]\ncriterion = \"block-2\"\nmax-paths = 50\nverify = true\nquiet = false\n\
             format = [\"json\", \"junit\"]\n[generate.package.\"demo\"]\nmax-array = 3\n\
             [generate.class.\"demo.A\"]\ncriterion = \"path\"\n[check]\nmax-steps = 7\n",
        );
        let config = config.expect("it is right");
        let typed = |scope: Scope| {
            let typed = config.apply("generate", &scope, &[OsString::from("--jobs=2")]);
            typed.into_iter().map(|arg| arg.into_string().expect("text")).collect::<Vec<_>>()
        };
        let all = ["--criterion=block-2", "--max-paths=50", "--verify", "--format=json"];
        let all: Vec<&str> = all.into_iter().chain(["--format=junit"]).collect();
        assert_eq!(typed(Scope::All), [&all[..], &["--jobs=2"]].concat());
        let class = typed(Scope::Class("demo.A".to_owned()));
        assert_eq!(class[5..], ["--max-array=3", "--criterion=path", "--jobs=2"]);
        let scopes = [Scope::Class("demo.A".to_owned()), Scope::Package("demo".to_owned())];
        assert_eq!(config.scopes("generate"), scopes);
    }

    #[test]
    fn what_no_command_understands_is_an_error_with_its_line() {
        let unknown = wrong("[generate]\n\ncriterio = 3\n");
        assert!(unknown.starts_with("margay.toml:3: `criterio` is no option of margay generate"));
        assert!(unknown.ends_with("did you mean `criterion`?"), "{unknown}");
        assert!(wrong("[generat]\n").starts_with("margay.toml:1: `generat` is no command"));
        assert!(
            wrong("[generate]\nverify = 3\n").starts_with("margay.toml:2: `verify` is true or")
        );
        assert!(wrong("[generate\n").starts_with("margay.toml:1: "));
        assert!(
            wrong("[run.class.A]\nall = true\n").starts_with("margay.toml:1: `class` is an option")
        );
    }
}
