//! What other programs need: shells and `man`, which know the command line from its definition, and `java`.

use crate::cli::Cli;
use crate::error::{CliError, code};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use margay_jvm::runtime::{API_SOURCES, api_classes};
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

/// `margay api`.
#[derive(Debug, Args)]
pub struct ApiArgs {
    /// Folder for the class path of javac and java
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

/// Writes the class that programs ask for values with, and its source.
pub fn api(args: &ApiArgs) -> Result<u8, CliError> {
    let sources = API_SOURCES.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes()));
    let classes = api_classes().iter().map(|(name, bytes)| (format!("{name}.class"), *bytes));
    // The others stand for classes of other tools, which have their own.
    for (name, content) in sources.chain(classes).filter(|(name, _)| name.starts_with("margay/")) {
        let path = args.out.join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(&args.out))?;
        std::fs::write(path, content)?;
    }
    Ok(code::FINE)
}
