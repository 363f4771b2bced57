//! Coverage as JaCoCo's XML report (`-//JACOCO//DTD Report 1.1//EN`), which build servers and
//! editors read. Instructions are those of the intermediate representation.

use super::{Sums, distinct_lines, one};
use crate::svg::escape;
use margay_search::generate::coverage::{
    ClassCoverage, Counter, Coverage, LineCoverage, MethodCoverage,
};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Counters of an element, in the order JaCoCo has them.
#[derive(Clone, Copy, Default)]
struct Counters {
    sums: Sums,
    complexity: Counter,
    classes: Counter,
}

impl Counters {
    fn of_method(method: &MethodCoverage) -> Counters {
        let sums = Sums::of_method(method);
        let lines = method.lines().into_iter().map(complexity);
        let complexity = lines.fold(sums.methods, Counter::plus);
        Counters { sums, complexity, classes: Counter::default() }
    }

    fn of_class(class: &ClassCoverage) -> Counters {
        let methods = class.methods.iter().map(Counters::of_method);
        let all = methods.fold(Counters::default(), Counters::plus);
        let classes = one(all.sums.methods.covered > 0);
        Counters { sums: Sums::of_class(class), classes, ..all }
    }

    fn plus(self, other: Counters) -> Counters {
        Counters {
            sums: self.sums.plus(other.sums),
            complexity: self.complexity.plus(other.complexity),
            classes: self.classes.plus(other.classes),
        }
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let counters = [
            ("INSTRUCTION", self.sums.instructions),
            ("BRANCH", self.sums.branches),
            ("LINE", self.sums.lines),
            ("COMPLEXITY", self.complexity),
            ("METHOD", self.sums.methods),
            ("CLASS", self.classes),
        ];
        for (kind, counter) in counters.into_iter().filter(|(_, counter)| counter.total > 0) {
            let (missed, covered) = (counter.missed(), counter.covered);
            write!(out, r#"<counter type="{kind}" missed="{missed}" covered="{covered}"/>"#)?;
        }
        Ok(())
    }
}

/// What a line adds to the cyclomatic complexity: a path for each way out but the first.
fn complexity(line: LineCoverage) -> Counter {
    match line.branches.total {
        0 => Counter::default(),
        total => {
            let covered = line.branches.covered.saturating_sub(1);
            Counter { covered, total: total - 1 }
        }
    }
}

/// Writes the report.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut impl Write, name: &str, coverage: &Coverage) -> io::Result<()> {
    let doctype = r#"<!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd">"#;
    write!(out, r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>{doctype}"#)?;
    write!(out, r#"<report name="{}">"#, escape(name))?;
    let mut packages: BTreeMap<String, Vec<&ClassCoverage>> = BTreeMap::new();
    for class in &coverage.classes {
        packages.entry(package(&class.class)).or_default().push(class);
    }
    for (name, classes) in &packages {
        write!(out, r#"<package name="{}">"#, escape(name))?;
        classes.iter().try_for_each(|class| write_class(out, class))?;
        write_sources(out, classes)?;
        total(classes.iter().copied()).write(out)?;
        write!(out, "</package>")?;
    }
    total(coverage.classes.iter()).write(out)?;
    writeln!(out, "</report>")
}

fn total<'a>(classes: impl Iterator<Item = &'a ClassCoverage> + Clone) -> Counters {
    let mut all = classes.clone().map(Counters::of_class).fold(Counters::default(), Counters::plus);
    all.sums.lines = distinct_lines(classes);
    all
}

/// With slashes; empty for the unnamed one.
fn package(class: &str) -> String {
    class.rsplit_once('.').map_or_else(String::new, |(package, _)| package.replace('.', "/"))
}

fn write_class(out: &mut impl Write, class: &ClassCoverage) -> io::Result<()> {
    write!(out, r#"<class name="{}""#, escape(&class.class.replace('.', "/")))?;
    if let Some(source) = &class.source {
        write!(out, r#" sourcefilename="{}""#, escape(source))?;
    }
    write!(out, ">")?;
    for method in &class.methods {
        let (name, descriptor) = (escape(&method.method.name), escape(&method.method.descriptor));
        write!(out, r#"<method name="{name}" desc="{descriptor}""#)?;
        if let Some(line) = method.lines().first() {
            write!(out, r#" line="{}""#, line.line)?;
        }
        write!(out, ">")?;
        Counters::of_method(method).write(out)?;
        write!(out, "</method>")?;
    }
    Counters::of_class(class).write(out)?;
    write!(out, "</class>")
}

/// Lines by source file: a file may have several classes, and a line several methods.
fn write_sources(out: &mut impl Write, classes: &[&ClassCoverage]) -> io::Result<()> {
    let mut sources: BTreeMap<&str, Vec<&ClassCoverage>> = BTreeMap::new();
    for class in classes {
        if let Some(source) = &class.source {
            sources.entry(source).or_default().push(class);
        }
    }
    for (name, classes) in sources {
        let mut lines: BTreeMap<u32, (Counter, Counter)> = BTreeMap::new();
        let methods = classes.iter().flat_map(|class| &class.methods);
        for line in methods.flat_map(MethodCoverage::lines) {
            let (instructions, branches) = lines.entry(line.line).or_default();
            *instructions = instructions.plus(line.instructions);
            *branches = branches.plus(line.branches);
        }
        write!(out, r#"<sourcefile name="{}">"#, escape(name))?;
        for (number, (instructions, branches)) in &lines {
            let (mi, ci) = (instructions.missed(), instructions.covered);
            let (mb, cb) = (branches.missed(), branches.covered);
            write!(out, r#"<line nr="{number}" mi="{mi}" ci="{ci}" mb="{mb}" cb="{cb}"/>"#)?;
        }
        total(classes.iter().copied()).write(out)?;
        write!(out, "</sourcefile>")?;
    }
    Ok(())
}
