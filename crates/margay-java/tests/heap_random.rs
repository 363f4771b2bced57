//! Random programs on references that stay symbolic (`--aliasing symbolic`): they end as lazy initialization says that
//! they end, over all aliases.
//!
//! The programs read, write, compare and allocate objects of three classes, two of which have different fields in the same
//! place, with arrays, texts and boxes in their fields, a static field, casts and null checks. What each returns names the way it went and how it ended.

mod common;

use common::{Dice, endings, session};
use margay_java::Session;
use margay_java::case::MethodReport;
use margay_java::generate::{Aliasing, Criterion, GenerateOptions, InputOptions, MethodFilter};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Programs that are compiled together.
const TOGETHER: usize = 100;

const PRELUDE: &str = "class Subject {
    Subject next;
    int v;
    int[] all;
    String name;
    Integer box;
    static Subject shared;
    int kind() { return 1; }
    static class Sub extends Subject { int w; int kind() { return 2; } }
    static class Other extends Subject { Subject twin; int kind() { return twin == null ? 3 : 4; } }
";

/// A program that is being written.
struct Program<'d> {
    dice: &'d mut Dice,
    references: Vec<String>,
    numbers: Vec<String>,
    body: String,
}

impl Program<'_> {
    fn reference(&mut self) -> String {
        self.references[self.dice.below(self.references.len())].clone()
    }

    fn number(&mut self) -> String {
        self.numbers[self.dice.below(self.numbers.len())].clone()
    }

    fn say(&mut self, statement: &str) {
        self.body.push_str(statement);
        self.body.push(' ');
    }

    /// Lets the result tell whether a condition holds.
    fn ask(&mut self, condition: &str) {
        let _ = write!(self.body, "way = way * 2 + ({condition} ? 1 : 0); ");
    }

    /// A variable for a reference from here on.
    fn name_reference(&mut self, step: usize, value: &str) {
        let _ = write!(self.body, "Subject t{step} = {value}; ");
        self.references.push(format!("t{step}"));
    }

    fn name_number(&mut self, step: usize, value: &str) {
        let _ = write!(self.body, "int n{step} = {value}; ");
        self.numbers.push(format!("n{step}"));
    }

    /// Reads, writes and comparisons of fields, and allocations.
    fn plain_step(&mut self, step: usize) {
        let (one, other, value) = (self.reference(), self.reference(), self.number());
        match self.dice.below(8) {
            0 => self.name_reference(step, &format!("{one}.next")),
            1 => self.name_number(step, &format!("{one}.v")),
            2 => self.say(&format!("{one}.next = {other};")),
            3 | 4 => self.say(&format!("{one}.v = {value};")),
            5 if self.dice.below(2) == 0 => self.name_reference(step, "new Subject()"),
            5 | 6 => self.ask(&format!("{one} == {other}")),
            _ => self.ask(&format!("{one}.v == {value}")),
        }
    }

    /// Classes, null, static fields, choices between references.
    fn typed_step(&mut self, step: usize) {
        let (one, other, value) = (self.reference(), self.reference(), self.number());
        match self.dice.below(14) {
            0 => self.ask(&format!("{one} instanceof Sub")),
            1 => self.say(&format!("((Sub) {one}).w = {value};")),
            2 => self.ask(&format!("((Sub) {one}).w == {value}")),
            3 => self.ask(&format!("{one}.kind() == 2")),
            4 => self.name_reference(step, "new Sub()"),
            5 => self.ask(&format!("{one} == null")),
            6 => self.say(&format!("shared = {one};")),
            7 => self.name_reference(step, "shared"),
            8 => self.name_reference(step, &format!("{one}.v == {value} ? {one} : {other}")),
            9 => self.say(&format!("((Other) {one}).twin = {other};")),
            10 => self.ask(&format!("((Other) {one}).twin == {other}")),
            11 => self.ask(&format!("{one} instanceof Other")),
            12 => self.ask(&format!("{one}.kind() > 2")),
            _ => self.say(&format!("if ({one} != {other}) {{ {one}.v = {value}; }}")),
        }
    }

    /// Values and arrays in fields.
    fn held_step(&mut self, step: usize) {
        let (one, other, value) = (self.reference(), self.reference(), self.number());
        let place = self.dice.below(2);
        match self.dice.below(9) {
            0 => self.say(&format!("{one}.name = \"x\";")),
            1 => self.ask(&format!("\"x\".equals({one}.name)")),
            2 => self.say(&format!("{one}.box = {value};")),
            3 => self.ask(&format!("{one}.box == {value}")),
            4 => self.say(&format!("{one}.all[{place}] = {value};")),
            5 => self.ask(&format!("{one}.all[{place}] == {value}")),
            6 => self.say(&format!("{one}.all = {other}.all;")),
            7 => self.ask(&format!("{one}.all == {other}.all")),
            _ => self.name_number(step, &format!("{one}.all.length")),
        }
    }

    fn written(mut self, number: usize) -> String {
        let parameters: Vec<String> =
            self.references.iter().map(|name| format!("Subject {name}")).collect();
        let parameters = parameters.join(", ");
        let (kinds, steps) = (self.dice.below(4), 3 + self.dice.below(4));
        for step in 0..steps {
            match (kinds, self.dice.below(2)) {
                (0, _) | (_, 0) => self.plain_step(step),
                (1, _) => self.held_step(step),
                _ => self.typed_step(step),
            }
        }
        format!(
            "    static int m{number}({parameters}) {{ int way = 1; try {{ {}return way; }} \
             catch (NullPointerException e) {{ return -way; }} \
             catch (ClassCastException e) {{ return 1000 + way; }} \
             catch (IndexOutOfBoundsException e) {{ return 2000 + way; }} }}\n",
            self.body
        )
    }
}

fn random_method(dice: &mut Dice, number: usize) -> String {
    let references = (0..2 + dice.below(3)).map(|n| format!("r{n}")).collect();
    let numbers = vec!["0".to_owned(), "1".to_owned()];
    Program { dice, references, numbers, body: String::new() }.written(number)
}

fn reports(session: &Session, aliasing: Aliasing) -> BTreeMap<String, MethodReport> {
    let inputs = InputOptions {
        aliasing,
        max_calls: None,
        max_array: 2,
        statics: true,
        ..InputOptions::default()
    };
    let options = GenerateOptions {
        criterion: Criterion::Path,
        inputs,
        max_paths: 1 << 20,
        ..GenerateOptions::default()
    };
    let mut generator = session.generate(options).expect("a generator");
    let reports = generator.reports(&MethodFilter::default()).expect("methods");
    let methods = reports.into_iter().filter(|report| report.method.name.starts_with('m'));
    methods.map(|report| (report.method.name.clone(), report)).collect()
}

/// A number that the environment gives.
fn given(name: &str) -> Option<usize> {
    std::env::var(name).ok().and_then(|number| number.parse().ok())
}

/// More of them with `MARGAY_RANDOM_PROGRAMS`, others with `MARGAY_RANDOM_SEED`.
#[test]
#[expect(clippy::print_stdout, reason = "how much was compared, where a hundred times as much is")]
fn random_programs_end_as_with_all_aliases() {
    let count = given("MARGAY_RANDOM_PROGRAMS").unwrap_or(200);
    let mut dice = Dice(0x1234_5678_9abc + given("MARGAY_RANDOM_SEED").unwrap_or(0) as u64);
    let (mut fewer, mut open_cases, mut lazy_cases, mut wrong) = (0, 0, 0, Vec::new());
    for first in (0..count).step_by(TOGETHER) {
        let mut source = PRELUDE.to_owned();
        let numbers = first..count.min(first + TOGETHER);
        numbers.for_each(|number| source.push_str(&random_method(&mut dice, number)));
        source.push_str("}\n");
        let (_folder, session) = session(&source);
        let (open, lazy) = (reports(&session, Aliasing::Symbolic), reports(&session, Aliasing::On));
        for (method, open) in &open {
            let lazy = &lazy[method];
            let line = source.lines().find(|line| line.contains(&format!(" {method}(")));
            let set = |report| endings(report).into_iter().collect::<BTreeSet<String>>();
            if set(open) != set(lazy) {
                wrong.push(format!("{line:?}: {:?} and not {:?}", set(open), set(lazy)));
            }
            if open.losses != lazy.losses || !lazy.losses.is_complete() {
                wrong.push(format!("{line:?}: {:?}, on: {:?}", open.losses, lazy.losses));
            }
            if open.cases.len() > lazy.cases.len() {
                let cases = (open.cases.len(), lazy.cases.len());
                wrong.push(format!("{line:?}: {cases:?} cases"));
            }
            fewer += usize::from(open.cases.len() < lazy.cases.len());
            open_cases += open.cases.len();
            lazy_cases += lazy.cases.len();
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    // What the test is about has to happen.
    assert!(fewer > count / 4, "{fewer} of {count} have fewer, {open_cases} of {lazy_cases} cases");
    println!("{count} programs, {open_cases} cases and not {lazy_cases}, {fewer} have fewer");
}
