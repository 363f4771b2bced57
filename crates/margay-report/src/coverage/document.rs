//! The document of coverage: one line a class, then one with the sums over all of them.
//!
//! Lines follow from blocks, and sums from lines. They are there for readers who want no more, and
//! must agree when a document is read.

use super::Sums;
use crate::document::{DocumentError, DocumentReader, DocumentWriter, parse};
use crate::json::{Problem, Read, fail};
use margay_search::generate::case::MethodName;
use margay_search::generate::coverage::{
    BlockCoverage, ClassCoverage, Coverage, LineCoverage, MethodCoverage, Uncovered,
};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Write};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassLine {
    class: String,
    source: Option<String>,
    total: Sums,
    methods: Vec<MethodPart>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MethodPart {
    name: String,
    descriptor: String,
    total: Sums,
    lines: Vec<LineCoverage>,
    blocks: Vec<BlockCoverage>,
    uncovered: Vec<Uncovered>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TotalLine {
    total: Sums,
}

/// What tells lines apart.
#[derive(Deserialize)]
struct Keys {
    class: Option<IgnoredAny>,
}

enum Line {
    Class(ClassCoverage),
    Total(Sums),
}

impl<W: Write> DocumentWriter<W> {
    /// Adds the coverage of all classes.
    ///
    /// # Errors
    /// Those of the document's writer.
    pub fn coverage(&mut self, coverage: &Coverage) -> io::Result<()> {
        coverage.classes.iter().try_for_each(|class| self.line(&ClassLine::of(class)))?;
        self.line(&TotalLine { total: Sums::of_all(&coverage.classes) })
    }
}

impl<R: BufRead> DocumentReader<R> {
    /// The coverage of all classes of the document.
    ///
    /// # Errors
    /// When a line is not what it should be, or sums do not agree with what they are of.
    pub fn coverage(&mut self) -> Result<Coverage, DocumentError> {
        let mut classes = Vec::new();
        while let Some(line) = self.record(Line::parse).transpose()? {
            match line {
                Line::Class(class) => classes.push(class),
                Line::Total(total) if total == Sums::of_all(&classes) => {}
                Line::Total(_) => return Err(self.complain(Problem::Disagrees("the classes"))),
            }
        }
        Ok(Coverage { classes })
    }
}

impl Line {
    fn parse(line: &str) -> Read<Line> {
        let Keys { class } = parse(line)?;
        Ok(match class {
            Some(_) => Line::Class(parse::<ClassLine>(line)?.read()?),
            None => Line::Total(parse::<TotalLine>(line)?.total),
        })
    }
}

impl ClassLine {
    fn of(class: &ClassCoverage) -> ClassLine {
        ClassLine {
            class: class.class.clone(),
            source: class.source.clone(),
            total: Sums::of_class(class),
            methods: class.methods.iter().map(MethodPart::of).collect(),
        }
    }

    fn read(self) -> Read<ClassCoverage> {
        let ClassLine { class, source, total, methods } = self;
        let methods = methods.into_iter().enumerate();
        let methods = methods.map(|(index, method)| method.read(&class, index));
        let methods = methods.collect::<Read<_>>()?;
        let coverage = ClassCoverage { class, source, methods };
        if total == Sums::of_class(&coverage) {
            Ok(coverage)
        } else {
            Err(fail("total", Problem::Disagrees("the methods")))
        }
    }
}

impl MethodPart {
    fn of(method: &MethodCoverage) -> MethodPart {
        MethodPart {
            name: method.method.name.clone(),
            descriptor: method.method.descriptor.clone(),
            total: Sums::of_method(method),
            lines: method.lines(),
            blocks: method.blocks.clone(),
            uncovered: method.uncovered.clone(),
        }
    }

    fn read(self, class: &str, index: usize) -> Read<MethodCoverage> {
        let MethodPart { name, descriptor, total, lines, blocks, uncovered } = self;
        let method = MethodName { class: class.to_owned(), name, descriptor };
        let coverage = MethodCoverage { method, blocks, uncovered };
        let disagrees = |part: &str, with| {
            Err(fail(&format!("methods[{index}].{part}"), Problem::Disagrees(with)))
        };
        match coverage {
            _ if lines != coverage.lines() => disagrees("lines", "the blocks"),
            _ if total != Sums::of_method(&coverage) => disagrees("total", "the lines"),
            _ => Ok(coverage),
        }
    }
}
