//! Source of test cases: plain Java 17 that needs nothing but JUnit or TestNG.
//!
//! For each class under test there is `<Class>Test` in its package with a test for each case, and
//! `<Class>CrashTest` for cases in which an exception leaves a method that neither declares it nor
//! throws it itself. For classes of the JDK, in whose packages nobody may put a class, the
//! package is `margay.` before theirs.
//!
//! A test builds its input as the case's recipe says, calls the method, and asserts what it did.
//! What source code may not do is done by reflection, in helpers that are part of the test class.
//! A case that no source can build is left out; the test class and the [`Summary`] say so.
//!
//! What must be known of classes, such as who may use them, the caller tells by a function from
//! names to [`SourceClass`]es.

mod act;
mod build;
mod check;
mod classes;
mod content;
mod contract;
mod csv;
mod expected;
mod file;
mod framework;
mod given;
mod helper;
mod holders;
mod method;
mod names;
mod overriding;
mod remarks;
mod rows;
mod said;
mod shape;
mod statics;
mod stubs;
mod test;
mod tokens;
mod types;
mod typing;
mod unused;
mod words;
mod written;

use crate::names::{method_name, simple_class};
use classes::{Classes, is_platform, package};
use file::File;
pub use framework::TestFramework;
use margay_jvm::source::SourceClass;
use margay_search::generate::case::{CaseOutcome, MethodName, MethodReport, TestCase};
use method::TestMethod;
use names::CaseName;
use remarks::Shared;
use rustc_hash::FxHashSet;
use std::fmt;
use std::io::{self, Write};
use test::{Test, Unwritable};
use types::Type;

/// The first line of every file: what does not begin with it was written by somebody else.
pub const MARK: &str = "// Written by margay generate, which will write it anew.";

/// Tests in one class.
const PER_CLASS: usize = 500;
/// Characters of source in one class: its constants must fit in a class file.
const MOST_SOURCE: usize = 2_000_000;
/// Characters of source in one test: its bytecode must fit in a method of the JVM.
const MOST_BODY: usize = 20_000;

/// How tests are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TestStyle {
    /// Whether comments name the path of a case: its number, decisions and lines.
    pub names_paths: bool,
    /// What runs them.
    pub framework: TestFramework,
}

/// What was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The files, in order.
    pub files: Vec<String>,
    /// Tests in classes whose name ends with `Test` only.
    pub tests: usize,
    /// Tests in classes whose name ends with `CrashTest`.
    pub crashes: usize,
    /// Cases that have no test.
    pub left_out: Vec<LeftOut>,
}

/// A case that has no test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The method.
    pub method: MethodName,
    /// The number of the case.
    pub case: usize,
    /// Why.
    pub why: String,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (method, case, why) = (method_name(&self.method), self.case, &self.why);
        write!(f, "no test for case {case} of {method}: {why}")
    }
}

/// Writes the tests of one class under test.
///
/// `reports` are those of its methods. `look_up` tells of classes by their names with dots and
/// `$`; it is asked once for each. `open` makes files from paths such as `shapes/ListTest.java`.
///
/// # Errors
/// Those of `open` and of the files it makes.
pub fn write<W: Write>(
    class: &str,
    reports: &[MethodReport],
    style: TestStyle,
    look_up: impl Fn(&str) -> Option<SourceClass>,
    open: impl FnMut(&str) -> io::Result<W>,
) -> io::Result<Summary> {
    let classes = Classes::new(look_up);
    let package = package_of_tests(class);
    let (classes, summary) = (&classes, Summary::default());
    let writer = Writer { classes, class, style, package, open, summary };
    writer.write(reports)
}

/// The source of a test class for each case of a method alone, to be read and copied; or why there is
/// none. `look_up` is that of [`write()`].
pub fn single(
    report: &MethodReport,
    style: TestStyle,
    look_up: impl Fn(&str) -> Option<SourceClass>,
) -> Vec<Result<String, String>> {
    let classes = Classes::new(look_up);
    let class = &report.method.class;
    let signature = classes.signature(&report.method.descriptor);
    let parameters = signature.as_ref().map_or(&[][..], |it| &it.parameters);
    let package = package_of_tests(class);
    let shared = Shared::of(report);
    let cases = report.cases.iter().zip(names::names(report));
    let source = |(case, name): (&TestCase, CaseName)| {
        let test_class = test_class(class, is_crash(case), 1);
        let mut file = File::new(&classes, class, &package, test_class, style.framework);
        let tested = Tested { place: 0, report, case, name, parameters, shared: &shared };
        let method = test(&mut file, tested, style, false).map_err(|Unwritable(why)| why)?;
        file.methods.push(method);
        let mut source = Vec::new();
        file.write(&mut source, &title(class, is_crash(case)))
            .map_err(|error| error.to_string())?;
        // What is copied belongs to whoever has copied it.
        let source = String::from_utf8_lossy(&source);
        Ok(source.strip_prefix(MARK).unwrap_or(&source).trim_start().to_owned())
    };
    cases.map(source).collect()
}

fn is_crash(case: &TestCase) -> bool {
    matches!(case.outcome, CaseOutcome::Threw { expected: false, .. })
}

/// What a test class says of itself.
fn title(class: &str, is_crash: bool) -> String {
    let under_test = class.rsplit('.').next().unwrap_or(class).replace('$', ".");
    match is_crash {
        false => format!("What {under_test} does, path by path."),
        true => format!(
            "Suspected crashes of {under_test}: exceptions that it neither declares nor throws itself."
        ),
    }
}

/// The files that tests of a class may be in beyond those written, one after the other for as
/// long as there are such files.
pub fn further(class: &str, summary: &Summary) -> [impl Iterator<Item = String> + use<>; 2] {
    let package = package_of_tests(class);
    [false, true].map(|is_crash| {
        let path = |number| path(&package, &test_class(class, is_crash, number));
        let written = (1_usize..).take_while(|number| summary.files.contains(&path(*number)));
        let (package, class) = (package.clone(), class.to_owned());
        let first = written.count() + 1;
        (first..).map(move |number| self::path(&package, &test_class(&class, is_crash, number)))
    })
}

/// The package of the tests of a class.
fn package_of_tests(class: &str) -> String {
    match package(class) {
        package if is_platform(class) => format!("margay.{package}"),
        package => package.to_owned(),
    }
}

/// The file of a class.
fn path(package: &str, class: &str) -> String {
    let folder = package.replace('.', "/");
    let slash = if folder.is_empty() { "" } else { "/" };
    format!("{folder}{slash}{class}.java")
}

struct Writer<'a, Open> {
    classes: &'a Classes<'a>,
    class: &'a str,
    style: TestStyle,
    package: String,
    open: Open,
    summary: Summary,
}

/// Test classes of one kind.
struct Series<'a> {
    is_crash: bool,
    current: Option<File<'a>>,
    classes: usize,
}

/// A case with what is known of its method.
struct Tested<'r> {
    /// The place of the method among those under test.
    place: usize,
    report: &'r MethodReport,
    case: &'r TestCase,
    name: CaseName,
    parameters: &'r [Type],
    shared: &'r Shared,
}

impl<'a, W: Write, Open: FnMut(&str) -> io::Result<W>> Writer<'a, Open> {
    fn write(mut self, reports: &[MethodReport]) -> io::Result<Summary> {
        let series = |is_crash| Series { is_crash, current: None, classes: 0 };
        let (mut regressions, mut crashes) = (series(false), series(true));
        for (place, report) in reports.iter().enumerate() {
            let names = names::names(report);
            let signature = self.classes.signature(&report.method.descriptor);
            let parameters = signature.as_ref().map_or(&[][..], |it| &it.parameters);
            let shared = Shared::of(report);
            for (case, name) in report.cases.iter().zip(names) {
                let series = if is_crash(case) { &mut crashes } else { &mut regressions };
                self.add(
                    series,
                    Tested { place, report, case, name, parameters, shared: &shared },
                )?;
            }
        }
        self.end(&mut regressions)?;
        self.end(&mut crashes)?;
        Ok(self.summary)
    }

    fn add(&mut self, series: &mut Series<'a>, tested: Tested<'_>) -> io::Result<()> {
        let is_full = |file: &File<'_>| file.tests() >= PER_CLASS || file.size >= MOST_SOURCE;
        if series.current.as_ref().is_some_and(is_full) {
            self.end(series)?;
        }
        let file = series.current.get_or_insert_with(|| {
            series.classes += 1;
            let name = test_class(self.class, series.is_crash, series.classes);
            File::new(self.classes, self.class, &self.package, name, self.style.framework)
        });
        let mark = file.mark();
        let (report, case) = (tested.report, tested.case);
        match test(file, tested, self.style, !series.is_crash) {
            Ok(test) => {
                file.size += test.lines.len();
                file.methods.push(test);
            }
            Err(Unwritable(why)) => {
                file.reset(&mark);
                let remark = format!("case {} of {}: {why}.", case.number, report.method.name);
                file.left_out.push(remark);
                let (method, case) = (report.method.clone(), case.number);
                self.summary.left_out.push(LeftOut { method, case, why });
            }
        }
        Ok(())
    }

    fn end(&mut self, series: &mut Series<'a>) -> io::Result<()> {
        let Some(mut file) = series.current.take().filter(|file| file.tests() > 0) else {
            return Ok(());
        };
        if series.is_crash {
            // What is brought about most easily is read first.
            file.methods.sort_by_key(|test| test.lines.len());
        }
        let count =
            if series.is_crash { &mut self.summary.crashes } else { &mut self.summary.tests };
        *count += file.tests();
        let path = path(&self.package, &file.name);
        let mut out = (self.open)(&path)?;
        self.summary.files.push(path);
        file.write(&mut out, &title(self.class, series.is_crash))
    }
}

/// The name of a test class; the first of its kind has no number.
fn test_class(class: &str, is_crash: bool, number: usize) -> String {
    let stem = class.rsplit('.').next().unwrap_or(class).replace('$', "_");
    let stem: String = stem.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
    let number = if number == 1 { String::new() } else { number.to_string() };
    format!("{stem}{}{number}Test", if is_crash { "Crash" } else { "" })
}

/// The name, with a number if another test has it.
fn unique(names: &mut FxHashSet<String>, name: String) -> String {
    if names.insert(name.clone()) {
        return name;
    }
    let numbered = (2_usize..).map(|number| format!("{name}_{number}"));
    let free = numbered.into_iter().find(|name| names.insert(name.clone()));
    free.unwrap_or(name)
}

/// Whether a cast has failed.
fn is_cast(outcome: &CaseOutcome) -> bool {
    matches!(outcome, CaseOutcome::Threw { class, .. } if class == "java.lang.ClassCastException")
}

/// Writes a test; `may_join` says whether others may be rows of the same.
fn test(
    file: &mut File<'_>,
    tested: Tested<'_>,
    style: TestStyle,
    may_join: bool,
) -> Result<TestMethod, Unwritable> {
    let Tested { place, report, case, name, parameters, shared } = tested;
    let helpers = file.helpers_used;
    let mut test = Test::new(file, report, case, parameters);
    test.build()?;
    let result = test.act()?;
    test.ensure(result.as_ref())?;
    test.check(result)?;
    if test.lines.len() > MOST_BODY {
        return Unwritable::because("its test would not fit in a method");
    }
    if test.warnings.raw && case.observations.is_some() && is_cast(&case.outcome) {
        // Who makes objects by calls, and does not cast so, gets no such objects together.
        return Unwritable::because("only casts that no compiler checks bring it about");
    }
    let Test { lines, throws, warnings, is_narrow, .. } = test;
    let condition = remarks::special(report, case, shared);
    let comment = remarks::lines(case, condition.as_deref(), style);
    Ok(TestMethod {
        tested: place,
        name,
        called: match report.method.name.as_str() {
            "<init>" => simple_class(&report.method.class).to_owned(),
            name => name.to_owned(),
        },
        parameters: report.signature.parameters.iter().map(|it| it.name.clone()).collect(),
        condition,
        comment,
        suppressed: warnings.names(),
        throws,
        lines,
        may_join: may_join && !is_narrow && !style.names_paths && helpers == file.helpers_used,
    })
}
