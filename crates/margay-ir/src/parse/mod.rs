//! Reads the text form that [`print`](crate::print) writes.
//!
//! ```text
//! program  = { class }
//! class    = { modifier } ("class" | "interface" | "primitive" | "array") name
//!            [ "of" storage [ name ] ] [ "extends" name ] [ "implements" names ]
//!            [ "source" quoted ] [ "{" { field | method } "}" ]
//! field    = { modifier } "field" name ":" descriptor ":" storage [ "=" constant ]
//! method   = { modifier } "method" name signature ":" types [ body ]
//! function = "function" title ":" types body
//! types    = "(" [ type { "," type } ] ")" [ "->" type ]
//! body     = "{" block { block } "}"
//! block    = label [ "(" value ":" type { "," value ":" type } ")" ] ":" { instruction } terminator
//! ```
//!
//! Line ends mean nothing, and a `;` between words begins a comment. Numbers of values and blocks
//! need not be without gaps: they are closed, in order. The first block is the entry. What a front
//! end keeps for itself is not in the text: a function that was read has positions of its own, one
//! for each instruction, of which `@line` gives the lines.
//!
//! The reader checks what it needs to make sense of the text (that what is used is defined, once);
//! the rest is for [`validate`](crate::validate()).

mod body;
mod class;
mod operation;
mod scan;
mod terminator;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

pub use class::{LoadError, Program, ProgramClass};

use crate::function::Function;
use crate::ids::MethodId;
use crate::world::World;
use scan::Scanner;
use std::fmt;

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What was expected and what is there instead.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// Reads a function, the code of `method`. Names it mentions come into the world.
///
/// # Errors
/// Where the text is not that of a function.
pub fn function(text: &str, world: &mut World, method: MethodId) -> Result<Function, ParseError> {
    let mut scanner = Scanner::new(text);
    scanner.expect_word("function")?;
    let title = scanner.title()?;
    scanner.expect(":")?;
    let (params, result) = scanner.types()?;
    let mut function = body::read(&mut scanner, world, params, result)?;
    (function.name, function.method) = (title, method);
    scanner.expect_end("the end of the text")?;
    Ok(function)
}

/// Reads a program: any number of classes. Names it mentions come into the world, classes when
/// they are [loaded](Program::load).
///
/// # Errors
/// Where the text is not that of a program.
pub fn program(text: &str, world: &mut World) -> Result<Program, ParseError> {
    let mut scanner = Scanner::new(text);
    let mut program = Program::default();
    while !scanner.is_at_end() {
        let at = scanner.here();
        let (id, class) = class::read(&mut scanner, world)?;
        if program.classes.insert(id, class).is_some() {
            let name = world.class_name(id);
            return Err(scanner.error_at(at, format!("class {name} is defined twice")));
        }
    }
    Ok(program)
}
