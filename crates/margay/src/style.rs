//! Colours: only on a terminal, and never against `NO_COLOR`.

use std::fmt::Display;
use std::io::IsTerminal;

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

/// Text as it is to appear on a stream.
pub fn paint(stream: &impl IsTerminal, colour: Colour, text: impl Display) -> String {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if unwanted || !stream.is_terminal() {
        return text.to_string();
    }
    format!("\x1b[{}m{text}\x1b[0m", colour as u8)
}
