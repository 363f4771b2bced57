//! Terminators and the checks of guards, by their first word.

use super::ParseError;
use super::body::Body;
use crate::function::{Check, Terminator};

/// The end of a block, if that comes next.
pub(super) fn read(body: &mut Body<'_, '_>) -> Result<Option<Terminator>, ParseError> {
    let word = body.scanner.peek_word();
    let read = match word {
        "jump" => Body::jump,
        "branch" => Body::branch,
        "guard" => Body::guard,
        "switch" => Body::switch,
        "continue" => Body::go_on,
        "return" => Body::leave,
        "throw" => Body::throw,
        "unsupported" => Body::unsupported,
        _ => return Ok(None),
    };
    body.scanner.expect_word(word)?;
    read(body).map(Some)
}

type End = Result<Terminator, ParseError>;

impl Body<'_, '_> {
    fn jump(&mut self) -> End {
        Ok(Terminator::Jump(self.call()?))
    }

    fn branch(&mut self) -> End {
        let cond = self.value()?;
        self.comma()?;
        let then = self.call()?;
        self.comma()?;
        Ok(Terminator::Branch { cond, then, otherwise: self.call()? })
    }

    fn guard(&mut self) -> End {
        let check = self.check()?;
        self.comma()?;
        let pass = self.call()?;
        self.comma()?;
        Ok(Terminator::Guard { check, pass, fail: self.call()? })
    }

    fn check(&mut self) -> Result<Check, ParseError> {
        let at = self.scanner.here();
        let word = self.scanner.peek_word();
        let _ = self.scanner.eat_word(word);
        Ok(match word {
            "nonnull" => Check::NonNull(self.value()?),
            "nonzero" => {
                self.scanner.expect(".")?;
                Check::NonZero { ty: self.scanner.ty()?, value: self.value()? }
            }
            "in_bounds" => {
                let index = self.value()?;
                self.comma()?;
                Check::InBounds { index, length: self.value()? }
            }
            "nonnegative" => Check::NonNegative(self.value()?),
            "castable" => {
                let object = self.value()?;
                self.comma()?;
                Check::Castable { class: self.class()?, object }
            }
            "storable" => {
                let array = self.value()?;
                self.comma()?;
                Check::Storable { array, value: self.value()? }
            }
            _ => return Err(self.scanner.expected_at(at, "a check such as nonnull")),
        })
    }

    fn switch(&mut self) -> End {
        let value = self.value()?;
        self.comma()?;
        let mut cases = Vec::new();
        self.scanner.expect("[")?;
        while !self.scanner.eat("]") {
            if !cases.is_empty() {
                self.comma()?;
            }
            let key = self.scanner.integer("the key of a case, or `]`")?;
            self.scanner.expect(":")?;
            cases.push((key, self.call()?));
        }
        self.comma()?;
        Ok(Terminator::Switch { value, cases, default: self.call()? })
    }

    /// `continue`
    fn go_on(&mut self) -> End {
        let next = self.call()?;
        self.comma()?;
        self.scanner.expect_word("unwind")?;
        Ok(Terminator::Continue { next, unwind: self.call()? })
    }

    /// `return`
    fn leave(&mut self) -> End {
        let has_value = self.scanner.is_numbered("v");
        Ok(Terminator::Return(if has_value { Some(self.value()?) } else { None }))
    }

    fn throw(&mut self) -> End {
        Ok(Terminator::Throw(self.value()?))
    }

    fn unsupported(&mut self) -> End {
        let reason = self.scanner.quoted()?;
        Ok(Terminator::Unsupported(self.world.name(&reason)))
    }
}
