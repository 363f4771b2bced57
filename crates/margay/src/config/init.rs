//! `margay init`: a `margay.toml` in which every option of `margay generate` stands as a comment.

use super::FILE;
use crate::error::{CliError, code};
use clap::{ArgAction, Args, CommandFactory};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

/// `margay init`.
#[derive(Debug, Args)]
pub struct InitArgs {
    /// Folder that the file is written to
    #[arg(default_value = ".")]
    pub folder: PathBuf,
}

const HEAD: &str = "\
# Options of Margay. What is typed on the command line comes after these and wins.
# `margay config` prints what is in force, and from where.
#
# A table is a command, a key is one of its options. Options of `generate` and `check` can be for one
# package or class:
#
#   [generate.package.\"demo.parser\"]
#   max-string = 4
#
#   [generate.class.\"demo.Account\"]
#   criterion = \"block-2\"

[generate]
";

/// Writes the file.
pub fn init(args: &InitArgs) -> Result<u8, CliError> {
    let path = args.folder.join(FILE);
    let mut file = std::fs::File::create_new(&path).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => CliError::usage(
            format!("{} is there already", path.display()),
            "change it, or move it away",
        ),
        _ => CliError::Output(error),
    })?;
    file.write_all(text().as_bytes())?;
    writeln!(std::io::stdout(), "{} is written", path.display())?;
    Ok(code::FINE)
}

/// The file: every option with its help and its default.
fn text() -> String {
    let mut text = HEAD.to_owned();
    let command = crate::cli::Cli::command();
    let command = command.find_subcommand("generate").expect("it is one");
    for arg in command.get_arguments() {
        let Some(name) = arg.get_long().filter(|name| !matches!(*name, "help" | "version")) else {
            continue;
        };
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        text.push('\n');
        for line in help.lines() {
            let _ = writeln!(text, "# {line}");
        }
        let default = arg.get_default_values().first().map(|value| value.to_string_lossy());
        let value = match (arg.get_action(), default) {
            (ArgAction::SetTrue, _) => "false".to_owned(),
            (_, Some(value)) if value.parse::<f64>().is_ok() => value.into_owned(),
            (_, Some(value)) => format!("{value:?}"),
            (_, None) => "\"\"".to_owned(),
        };
        let _ = writeln!(text, "#{name} = {value}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(FILE);
        // With every default in force, but for those that stand for nothing.
        let all = text().replace("\n#", "\n").replace("\n ", "\n# ");
        let lines = all.lines().filter(|line| !line.ends_with("= \"\"") || line.starts_with('#'));
        let is_option = |line: &&str| line.contains(" = ") && !line.starts_with([' ', '#']);
        let options: Vec<&str> = lines.filter(is_option).collect();
        assert!(options.len() > 20, "{options:?}");
        std::fs::write(&file, format!("[generate]\n{}\n", options.join("\n"))).expect("a file");
        let config = super::super::Config::find(None, folder.path(), &crate::cli::Cli::command());
        config.expect("every option is known");
        std::fs::write(&file, text()).expect("a file");
        let config = super::super::Config::find(None, folder.path(), &crate::cli::Cli::command());
        config.expect("comments are no options");
    }
}
