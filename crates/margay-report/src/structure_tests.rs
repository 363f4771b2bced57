//! JUnit 5 source that rebuilds structures: one method for each, all fed to one parameterized test.
//!
//! The source is plain Java 17 and needs only JUnit. A method lists the objects of its structure
//! much as JSON does, by name, and a small class of the test, `Heap`, makes them by reflection. The
//! test asserts the predicate and calls `check`, an empty method that waits for the user's code.
//!
//! A JVM method holds 64 KB: a structure whose method would come near is built by several, and
//! after [`Suite::per_class`] structures a new test class starts. It uses the `Heap` and `check`
//! of the first, so the user's code is in one place.

mod body;
mod class;

use crate::Record;
use crate::document::Run;
use class::Class;
use std::io::{self, Write};

/// What the tests are about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suite {
    /// The class of the roots, with dots and `$`: `shapes.BinaryTree`. Tests go to its package,
    /// which must not be one of the JDK's.
    pub class: String,
    /// The predicate, a method without parameters: `repOk`.
    pub predicate: String,
    /// Whether code of the same package may name the class and call the predicate. If not, the
    /// test calls it by reflection.
    pub accessible: bool,
    /// How many type parameters the class has.
    pub type_parameters: usize,
    /// How many structures go to one test class, or fewer when they are large.
    pub per_class: usize,
}

impl Suite {
    /// Classes of 500 structures for a predicate that can be called directly, on a class without
    /// type parameters.
    pub fn new(class: &str, predicate: &str) -> Self {
        let (class, predicate) = (class.to_owned(), predicate.to_owned());
        Suite { class, predicate, accessible: true, type_parameters: 0, per_class: 500 }
    }

    /// The tests of the structures that a run has found.
    #[must_use]
    pub fn of(run: &Run) -> Self {
        let text = |name: &Option<String>| name.clone().unwrap_or_default();
        let suite = Suite::new(&text(&run.class), &text(&run.method));
        Suite { accessible: run.accessible.unwrap_or(false), ..suite }
    }

    fn package(&self) -> Option<&str> {
        self.class.rsplit_once('.').map(|(package, _)| package)
    }

    /// The class without its package: `Outer$Inner`.
    fn name(&self) -> &str {
        self.class.rsplit_once('.').map_or(&self.class, |(_, name)| name)
    }

    /// Whether the source can name the class: nothing qualifies a class of the unnamed package
    /// whose name the source uses for something else.
    fn is_direct(&self) -> bool {
        self.accessible && !(self.is_taken() && self.package().is_none())
    }

    fn is_taken(&self) -> bool {
        self.name().split('$').next().is_some_and(class::takes)
    }

    /// The type of roots in the source.
    fn root_type(&self) -> String {
        if !self.is_direct() {
            return "Object".to_owned();
        }
        let wildcards = vec!["?"; self.type_parameters].join(", ");
        let wildcards = if wildcards.is_empty() { wildcards } else { format!("<{wildcards}>") };
        let name = if self.is_taken() { &self.class } else { self.name() };
        format!("{}{wildcards}", name.replace('$', "."))
    }

    /// The name of a test class; the first has no number.
    fn test_class(&self, part: usize) -> String {
        let stem = self.name().replace('$', "_");
        let number = if part == 0 { String::new() } else { (part + 1).to_string() };
        format!("{stem}Structures{number}Test")
    }
}

/// Test classes being written.
pub struct Tests<W, Open> {
    suite: Suite,
    open: Open,
    current: Option<Class<W>>,
    classes: usize,
}

impl<W: Write, Open: FnMut(&str) -> io::Result<W>> Tests<W, Open> {
    /// Tests to be written to files that `open` makes from names such as
    /// `BinaryTreeStructuresTest.java`.
    pub fn new(suite: Suite, open: Open) -> Self {
        Tests { suite, open, current: None, classes: 0 }
    }

    /// Adds a structure. Its number names its method, so no two may have the same.
    ///
    /// # Errors
    /// Those of `open` and of the files it made.
    pub fn add(&mut self, record: &Record) -> io::Result<()> {
        let current = match self.current.take() {
            Some(class) if !class.is_full(&self.suite) => class,
            full => {
                full.map_or(Ok(()), |class| class.end(&self.suite))?;
                let name = self.suite.test_class(self.classes);
                let out = (self.open)(&format!("{name}.java"))?;
                self.classes += 1;
                Class::start(out, &self.suite, self.classes - 1)?
            }
        };
        self.current.insert(current).add(&self.suite, record)
    }

    /// Ends the last class and says how many there are. Without it that class is incomplete.
    ///
    /// # Errors
    /// Those of the last file.
    pub fn finish(mut self) -> io::Result<usize> {
        self.current.take().map_or(Ok(()), |class| class.end(&self.suite))?;
        Ok(self.classes)
    }
}

#[cfg(test)]
mod tests;
