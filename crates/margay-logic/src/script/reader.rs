//! Commands one by one, from a file or a pipe.
//!
//! A command is read up to its closing parenthesis and not a byte further, so that over a pipe it
//! is answered before the next one is written.

use crate::budget::Budget;
use crate::smtlib::SyntaxError;
use std::io::{self, BufRead};

/// The text of one command and where it begins.
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) line: usize,
    pub(super) column: usize,
}

/// Where in a command the reader is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Plain,
    Comment,
    Text,
    Quoted,
}

/// The commands of a script.
pub(super) struct Commands<R> {
    input: R,
    line: usize,
    column: usize,
    begun: bool,
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A command begun: its bytes so far and the state after them.
struct Open {
    bytes: Vec<u8>,
    line: usize,
    column: usize,
    depth: usize,
    state: State,
    /// Comments between commands are passed over without opening one.
    outside: bool,
}

impl<R: BufRead> Commands<R> {
    pub(super) fn new(input: R) -> Commands<R> {
        Commands { input, line: 1, column: 1, begun: false }
    }

    /// The next command, whole or with what is wrong with it; `None` at the end.
    pub(super) fn next(
        &mut self,
        budget: &Budget,
    ) -> io::Result<Option<Result<Piece, SyntaxError>>> {
        self.skip_mark()?;
        let mut open = Open {
            bytes: Vec::new(),
            line: self.line,
            column: self.column,
            depth: 0,
            state: State::Plain,
            outside: true,
        };
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                return Ok(open.end());
            }
            let mut used = 0;
            let mut complete = false;
            for byte in buffer {
                match open.take(*byte, self.line, self.column) {
                    Taken::More => {}
                    Taken::Last => complete = true,
                    Taken::Before => {
                        complete = true;
                        break;
                    }
                }
                used += 1;
                match byte {
                    b'\n' => (self.line, self.column) = (self.line + 1, 1),
                    _ if byte & 0xc0 == 0x80 => {}
                    _ => self.column += 1,
                }
                if complete {
                    break;
                }
            }
            self.input.consume(used);
            if complete {
                return Ok(Some(open.piece()));
            }
            if let Some(reason) = budget.step() {
                return Ok(Some(Err(open.error(&reason.to_string()))));
            }
        }
    }

    fn skip_mark(&mut self) -> io::Result<()> {
        if !std::mem::replace(&mut self.begun, true)
            && self.input.fill_buf()?.starts_with(BYTE_ORDER_MARK)
        {
            self.input.consume(BYTE_ORDER_MARK.len());
        }
        Ok(())
    }
}

/// What became of a byte.
enum Taken {
    More,
    /// It ends the command.
    Last,
    /// The command ended before it.
    Before,
}

impl Open {
    fn take(&mut self, byte: u8, line: usize, column: usize) -> Taken {
        if self.state == State::Comment {
            if byte == b'\n' {
                self.state = State::Plain;
                self.keep(byte);
            }
            return Taken::More;
        }
        if self.outside && !byte.is_ascii_whitespace() && byte != b';' {
            (self.outside, self.line, self.column) = (false, line, column);
        }
        match (self.state, byte) {
            (State::Text, b'"') | (State::Quoted, b'|') => self.state = State::Plain,
            (State::Text | State::Quoted, _) => {}
            (_, b';') if self.is_bare() => return Taken::Before,
            (_, b';') => {
                self.state = State::Comment;
                return Taken::More;
            }
            (_, b'"') => self.state = State::Text,
            (_, b'|') => self.state = State::Quoted,
            (_, b'(') if self.is_bare() => return Taken::Before,
            (_, b'(') => self.depth += 1,
            (_, b')') if self.is_bare() => return Taken::Before,
            (_, b')') => {
                self.keep(byte);
                self.depth = self.depth.saturating_sub(1);
                return if self.depth == 0 { Taken::Last } else { Taken::More };
            }
            (_, byte) if byte.is_ascii_whitespace() && self.is_bare() => return Taken::Before,
            _ => {}
        }
        self.keep(byte);
        Taken::More
    }

    /// Whether an atom has begun that is in no list.
    fn is_bare(&self) -> bool {
        self.depth == 0 && !self.bytes.is_empty()
    }

    fn keep(&mut self, byte: u8) {
        if !self.outside {
            self.bytes.push(byte);
        }
    }

    fn error(&self, message: &str) -> SyntaxError {
        SyntaxError { line: self.line, column: self.column, message: message.to_owned() }
    }

    fn piece(self) -> Result<Piece, SyntaxError> {
        let wrong = self.error("this command is not UTF-8 text");
        let text = String::from_utf8(self.bytes).map_err(|_| wrong)?;
        Ok(Piece { text, line: self.line, column: self.column })
    }

    fn end(self) -> Option<Result<Piece, SyntaxError>> {
        (!self.bytes.is_empty()).then(|| self.piece())
    }
}
