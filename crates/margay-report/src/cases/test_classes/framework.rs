//! The frameworks that run tests, and how their sources differ.
//!
//! Assertions are written in one order, the expected value first; what each framework calls them, and
//! where its overloads would not be sure which is meant, is decided here.

use std::fmt;
use std::str::FromStr;

/// What runs the tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TestFramework {
    /// JUnit 5, the Jupiter interface.
    #[default]
    Junit5,
    /// JUnit 4.13.
    Junit4,
    /// TestNG 6.9.
    TestNg,
}

const NAMES: [(&str, TestFramework); 3] = [
    ("junit5", TestFramework::Junit5),
    ("junit4", TestFramework::Junit4),
    ("testng", TestFramework::TestNg),
];

impl fmt::Display for TestFramework {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(_, framework)| framework == self).map(|(name, _)| *name);
        f.write_str(name.unwrap_or_default())
    }
}

impl FromStr for TestFramework {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = NAMES.iter().find(|(name, _)| *name == text).map(|(_, framework)| *framework);
        found.ok_or_else(|| "expected junit5, junit4 or testng".to_owned())
    }
}

/// What an annotation says of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It is a test.
    Test,
    /// It runs before each test.
    Before,
    /// It runs after each test.
    After,
}

/// How a value that is asserted looks to the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looks {
    /// A primitive value, or what is expected is no primitive either.
    Alike,
    /// An object, where what is expected is a primitive value.
    Boxed,
}

impl TestFramework {
    /// The class of an annotation.
    pub(super) fn annotation(self, role: Role) -> &'static str {
        match (self, role) {
            (TestFramework::Junit5, Role::Test) => "org.junit.jupiter.api.Test",
            (TestFramework::Junit5, Role::Before) => "org.junit.jupiter.api.BeforeEach",
            (TestFramework::Junit5, Role::After) => "org.junit.jupiter.api.AfterEach",
            (TestFramework::Junit4, Role::Test) => "org.junit.Test",
            (TestFramework::Junit4, Role::Before) => "org.junit.Before",
            (TestFramework::Junit4, Role::After) => "org.junit.After",
            (TestFramework::TestNg, Role::Test) => "org.testng.annotations.Test",
            (TestFramework::TestNg, Role::Before) => "org.testng.annotations.BeforeMethod",
            (TestFramework::TestNg, Role::After) => "org.testng.annotations.AfterMethod",
        }
    }

    /// The class whose static methods assert.
    pub(super) fn assertions(self) -> &'static str {
        match self {
            TestFramework::Junit5 => "org.junit.jupiter.api.Assertions",
            TestFramework::Junit4 => "org.junit.Assert",
            TestFramework::TestNg => "org.testng.Assert",
        }
    }

    /// What precedes test classes and their methods.
    pub(super) fn modifier(self) -> &'static str {
        match self {
            TestFramework::Junit5 => "",
            TestFramework::Junit4 | TestFramework::TestNg => "public ",
        }
    }

    /// The name of an assertion of JUnit 5 here; `is_kept` says whether its result is used.
    pub(super) fn assertion(self, name: &'static str, is_kept: bool) -> &'static str {
        match (self, name) {
            (TestFramework::TestNg, "assertThrows") if is_kept => "expectThrows",
            (TestFramework::TestNg, "assertArrayEquals" | "assertIterableEquals")
            | (TestFramework::Junit4, "assertIterableEquals") => "assertEquals",
            _ => name,
        }
    }

    /// The arguments of an assertion that compares two values.
    pub(super) fn compared(self, name: &str, expected: &str, actual: &str, looks: Looks) -> String {
        let boxed = |object: &str| match looks {
            Looks::Boxed => format!("({object}) {expected}"),
            Looks::Alike => expected.to_owned(),
        };
        let is_array = name == "assertArrayEquals";
        let floats = if is_array { float_of_array(expected) } else { float_of(expected) };
        match self {
            TestFramework::Junit5 => format!("{expected}, {actual}"),
            TestFramework::TestNg => format!("{actual}, {}", boxed("Object")),
            TestFramework::Junit4 => match floats.filter(|_| looks == Looks::Alike) {
                Some(delta) => format!("{expected}, {actual}, {delta}"),
                None => format!("{}, {actual}", boxed("Object")),
            },
        }
    }
}

/// The difference that JUnit 4 is to allow between numbers with fractions: none.
fn float_of(literal: &str) -> Option<&'static str> {
    let digits = literal.strip_prefix('-').unwrap_or(literal);
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit());
    if literal.starts_with("Float.") || is_number && literal.ends_with('f') {
        Some("0.0f")
    } else if literal.starts_with("Double.") || is_number && literal.contains('.') {
        Some("0.0")
    } else {
        None
    }
}

fn float_of_array(array: &str) -> Option<&'static str> {
    let element = array.strip_prefix("new ")?;
    let kinds = [("double[] ", "0.0"), ("float[] ", "0.0f")];
    kinds.into_iter().find(|(kind, _)| element.starts_with(kind)).map(|(_, delta)| delta)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frameworks_differ_in_the_order_and_in_what_they_are_sure_of() {
        let texts = |name, expected, looks| {
            NAMES.map(|(_, framework)| framework.compared(name, expected, "x", looks))
        };
        assert_eq!(texts("assertEquals", "1", Looks::Alike), ["1, x", "1, x", "x, 1"]);
        let boxed = ["1, x", "(Object) 1, x", "x, (Object) 1"];
        assert_eq!(texts("assertEquals", "1", Looks::Boxed), boxed);
        assert_eq!(texts("assertEquals", "-1.5", Looks::Alike)[1], "-1.5, x, 0.0");
        let array = texts("assertArrayEquals", "new double[] {1.0}", Looks::Alike);
        assert_eq!(array[1], "new double[] {1.0}, x, 0.0");
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for (name, framework) in NAMES {
            assert_eq!(framework.to_string(), name);
            assert_eq!(name.parse(), Ok(framework));
        }
        assert!("junit".parse::<TestFramework>().is_err());
    }
}
