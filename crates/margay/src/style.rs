//! Colours: as `--color` says; by default only on a terminal, and never against `NO_COLOR`.

use std::fmt::Display;
use std::io::IsTerminal;
use std::sync::OnceLock;

/// The few colours in use.
#[derive(Clone, Copy)]
pub enum Colour {
    /// Errors, exceptions, failures.
    Red = 31,
    /// What went well.
    Green = 32,
    /// Remarks, and what was left undone.
    Yellow = 33,
}

/// When there are colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What was asked for, once for the process.
static CHOICE: OnceLock<ColorChoice> = OnceLock::new();

/// Says when there are colours.
pub fn choose(choice: ColorChoice) {
    // Whoever comes first has said it.
    let _ = CHOICE.set(choice);
}

/// Text as it is to appear on a stream.
pub fn paint(stream: &impl IsTerminal, colour: Colour, text: impl Display) -> String {
    let unwanted = || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_plain = match CHOICE.get().copied().unwrap_or(ColorChoice::Auto) {
        ColorChoice::Auto => unwanted() || !stream.is_terminal(),
        ColorChoice::Always => false,
        ColorChoice::Never => true,
    };
    if is_plain {
        return text.to_string();
    }
    format!("\x1b[{}m{text}\x1b[0m", colour as u8)
}
