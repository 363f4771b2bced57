//! What must hold of a method.

use crate::error::Error;
use crate::program::Program;
use margay_ir::world::simple_name_of;
use margay_ir::{ClassId, World};
use margay_machine::Domain;
use std::fmt;
use std::str::FromStr;

/// What must not happen. A failure that the program itself reports (`Margay.fail`) must never.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Property {
    /// No `AssertionError` leaves the method.
    Assert,
    /// No exception leaves it: none at all, or none of these classes.
    NoExceptions(Vec<String>),
    /// It returns true.
    IsTrue,
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Property::Assert => f.write_str("assert"),
            Property::NoExceptions(classes) if classes.is_empty() => f.write_str("no-exceptions"),
            Property::NoExceptions(classes) => write!(f, "no-exceptions={}", classes.join(",")),
            Property::IsTrue => f.write_str("true"),
        }
    }
}

impl FromStr for Property {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "assert" => Ok(Property::Assert),
            "no-exceptions" => Ok(Property::NoExceptions(Vec::new())),
            "true" => Ok(Property::IsTrue),
            _ => match text.strip_prefix("no-exceptions=") {
                Some(classes) => {
                    let classes: Vec<String> = classes.split(',').map(str::to_owned).collect();
                    if classes.iter().any(String::is_empty) {
                        return Err("a class is missing: no-exceptions=java.io.IOException".into());
                    }
                    Ok(Property::NoExceptions(classes))
                }
                None => Err("expected assert, no-exceptions, no-exceptions=CLASS,… or true".into()),
            },
        }
    }
}

impl Property {
    /// Gives the classes that it names their names in full: of a class that does not exist nothing would ever be thrown.
    ///
    /// # Errors
    /// When there is no such class.
    pub(super) fn find_classes<D: Domain>(
        &mut self,
        program: &mut Program<D>,
    ) -> Result<(), Error> {
        let Property::NoExceptions(classes) = self else { return Ok(()) };
        for name in classes {
            let is_it = |class: &&String| simple_name_of(class) == name;
            let own = program.classes.iter().find(is_it).cloned();
            let others = [Some(format!("java.lang.{name}")), own].into_iter().flatten();
            let found = program.class_named(name);
            let found = others.fold(found, |found, other| {
                found.or_else(|missing| program.class_named(&other).map_err(|_| missing))
            });
            *name = program.world().class_name(found?).replace('/', ".");
        }
        Ok(())
    }

    /// Whether an exception of a class must not leave the method.
    pub(super) fn forbids(&self, world: &World, class: ClassId) -> bool {
        let is = |name: &str| {
            let is_named = |c: &ClassId| world.class_name(*c) == name;
            world.loaded(class).ancestors().iter().any(is_named) || is_named(&class)
        };
        match self {
            Property::Assert => is("java/lang/AssertionError"),
            // A test that finds its input useless does not fail.
            Property::NoExceptions(_) if is("org/opentest4j/TestAbortedException") => false,
            Property::NoExceptions(classes) => {
                classes.is_empty() || classes.iter().any(|name| is(&name.replace('.', "/")))
            }
            Property::IsTrue => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_read_as_they_are_written() {
        for text in ["assert", "no-exceptions", "true", "no-exceptions=java.io.IOException,a.B"] {
            assert_eq!(text.parse::<Property>().map(|p| p.to_string()), Ok(text.to_owned()));
        }
        for wrong in ["", "asserts", "no-exceptions=", "no-exceptions=a,,b"] {
            assert!(wrong.parse::<Property>().is_err(), "{wrong}");
        }
    }
}
