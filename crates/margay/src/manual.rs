//! What shells and `man` know of the command line: made from its definition.

use crate::cli::Cli;
use crate::error::{CliError, code};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::path::PathBuf;

/// `margay completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_parser = ["bash", "zsh", "fish"])]
    pub shell: String,
}

/// `margay man`.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// Folder that the pages are written to
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// Prints a script for a shell.
pub fn completions(args: &CompletionsArgs) -> Result<u8, CliError> {
    let shell = match args.shell.as_str() {
        "bash" => Shell::Bash,
        "zsh" => Shell::Zsh,
        _ => Shell::Fish,
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "margay", &mut script);
    std::io::Write::write_all(&mut std::io::stdout(), &script)?;
    Ok(code::FINE)
}

/// Writes a page for each command.
pub fn man(args: &ManArgs) -> Result<u8, CliError> {
    std::fs::create_dir_all(&args.out)?;
    clap_mangen::generate_to(Cli::command(), &args.out)?;
    Ok(code::FINE)
}
