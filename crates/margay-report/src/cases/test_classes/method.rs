//! A test as it stands in its class, alone or as one of several rows.

use super::file::File;
use super::framework::Role;
use super::rows::{self, Rows};
use super::test::Throws;
use super::{names::CaseName, unique};
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

/// A test that is written but for its place in the class.
pub(super) struct TestMethod {
    /// Its place among the methods under test: only tests of one method are put together.
    pub tested: usize,
    pub name: CaseName,
    /// What the source calls the method under test.
    pub called: String,
    /// What its parameters are called.
    pub parameters: Vec<String>,
    /// When the path is taken, in a few words.
    pub condition: Option<String>,
    /// The lines of its comment.
    pub comment: Vec<String>,
    /// Warnings that it suppresses.
    pub suppressed: Vec<&'static str>,
    pub throws: Throws,
    /// Its statements.
    pub lines: String,
    /// Whether it may share a method with others that differ in values only.
    pub may_join: bool,
}

impl File<'_> {
    /// The source of all tests, those of one shape as rows of one.
    pub fn bodies(&mut self) -> String {
        let mut body = String::new();
        let mut names = FxHashSet::default();
        for rows in rows::groups(&std::mem::take(&mut self.methods), self) {
            if !body.is_empty() {
                body.push('\n');
            }
            match rows {
                Rows::One(method) => self.write_test(&mut body, method, &mut names),
                Rows::Many(rows) => rows.write(&mut body, self, &mut names),
            }
        }
        body
    }

    fn write_test(&mut self, out: &mut String, test: &TestMethod, names: &mut FxHashSet<String>) {
        write_comment(out, &test.comment);
        let annotation = self.library(self.framework.annotation(Role::Test));
        let _ = writeln!(out, "    @{annotation}");
        self.suppress(out, &test.suppressed);
        let throws = self.throws(test.throws);
        let (modifier, name) = (self.framework.modifier(), unique(names, test.name.whole.clone()));
        let _ = writeln!(out, "    {modifier}void {name}(){throws} {{\n{}    }}", test.lines);
    }

    pub fn suppress(&mut self, out: &mut String, warnings: &[&str]) {
        if !warnings.is_empty() {
            let suppress = self.library("java.lang.SuppressWarnings");
            let _ = writeln!(out, "    @{suppress}({{\"{}\"}})", warnings.join("\", \""));
        }
    }

    /// What a method declares.
    pub fn throws(&mut self, throws: Throws) -> String {
        match throws {
            Throws::Nothing => String::new(),
            Throws::Exception => format!(" throws {}", self.library("java.lang.Exception")),
            Throws::Throwable => format!(" throws {}", self.library("java.lang.Throwable")),
        }
    }
}

pub(super) fn write_comment(out: &mut String, lines: &[String]) {
    match lines {
        [] => {}
        [line] => {
            let _ = writeln!(out, "    /** {line} */");
        }
        lines => {
            out.push_str("    /**\n");
            for line in lines {
                let _ = writeln!(out, "     *{}{line}", if line.is_empty() { "" } else { " " });
            }
            out.push_str("     */\n");
        }
    }
}
