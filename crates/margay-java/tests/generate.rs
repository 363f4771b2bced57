//! Test cases by way of the library: when a search ends, what a precondition keeps out, and how
//! inputs are built.

mod common;

use common::session;
use margay_java::case::{Build, CaseOutcome, MethodReport};
use margay_java::generate::{Criterion, GenerateOptions, InputOptions, IntRange, MethodFilter};
use margay_java::structure::Value;

fn report(source: &str, method: &str, options: GenerateOptions) -> MethodReport {
    let (_folder, session) = session(source);
    let mut generator = session.generate(options).expect("a generator");
    let filter = MethodFilter { method: Some(method.to_owned()), package: None };
    generator.reports(&filter).expect("a method").remove(0)
}

fn by(criterion: Criterion) -> GenerateOptions {
    GenerateOptions { criterion, ..GenerateOptions::default() }
}

/// A method with 256 paths, of which two cover everything.
const INDEPENDENT: &str = "class Subject {
    static int sum(int[] bits) {
        return one(bits[0]) + one(bits[1]) + one(bits[2]) + one(bits[3])
            + one(bits[4]) + one(bits[5]) + one(bits[6]) + one(bits[7]);
    }
    private static int one(int bit) { return bit > 0 ? 1 : 0; }
}";

#[test]
fn a_search_ends_when_everything_is_covered() {
    let all = report(INDEPENDENT, "sum", by(Criterion::Path)).effort.paths;
    assert!(all > 256, "all paths and those that throw: {all}");
    for criterion in [Criterion::Statement, Criterion::Branch] {
        let found = report(INDEPENDENT, "sum", by(criterion));
        assert!(found.effort.paths < 20, "{criterion:?}: {} of {all}", found.effort.paths);
        assert_eq!(found.losses.stopped, None);
        let results =
            found.cases.iter().filter(|case| matches!(case.outcome, CaseOutcome::Returned(_)));
        assert_eq!(results.count(), 2, "a case for each branch of `one`");
    }
}

#[test]
fn what_cannot_be_covered_is_searched_to_the_end() {
    let source = "class Subject { static int m(int n) {
        if (n > 5) { if (n < 3) { return 1; } return 2; } return 3; } }";
    let found = report(source, "m", by(Criterion::Branch));
    assert_eq!((found.cases.len(), found.effort.paths), (2, 2));
}

#[test]
fn a_precondition_keeps_inputs_out() {
    let source = "class Subject {
        static boolean small(int n) {
            if (n == 7) { throw new IllegalArgumentException(); }
            return n > 0 && n < 10;
        }
        static boolean isSeven(int n) { return n == 7 || n > 10 || n < 0; }
    }";
    let inputs =
        InputOptions { requires: Some("Subject.small".to_owned()), ..InputOptions::default() };
    let options = GenerateOptions { inputs, ..GenerateOptions::default() };
    let found = report(source, "isSeven", options);
    assert!(!found.cases.is_empty());
    for case in &found.cases {
        let [Value::Int(n)] = case.input.arguments[..] else { panic!("{:?}", case.input) };
        assert!((1..10).contains(&n) && n != 7, "{n}");
    }
    assert_eq!(found.losses.diverged, []);
}

/// Learning what a constructor does takes a question for each parameter.
#[test]
fn constructors_that_ask_often_are_learnt() {
    const COUNT: usize = 20;
    let each = |text: fn(usize) -> String| (0..COUNT).map(text).collect::<Vec<_>>();
    let fields = each(|i| format!("private final int f{i};")).concat();
    let parameters = each(|i| format!("int p{i}")).join(", ");
    let body = each(|i| format!("this.f{i} = p{i} > 0 ? p{i} : 1;")).concat();
    let source = format!(
        "class Subject {{ {fields} Subject({parameters}) {{ {body} }}
            boolean isRight() {{ return f0 == 17 && f{} == 19; }} }}",
        COUNT - 1
    );
    let positive = IntRange { low: 1, high: 99 };
    let inputs = InputOptions { range: Some(positive), ..InputOptions::default() };
    let found = report(&source, "isRight", GenerateOptions { inputs, ..Default::default() });
    assert_eq!(found.cases.len(), 3);
    for case in &found.cases {
        let is_call = |step: &Build| matches!(step, Build::Construct { .. });
        assert!(case.recipe.iter().any(is_call), "no constructor: {:?}", case.recipe);
        assert_eq!(case.recipe.len(), 1, "nothing but the constructor: {:?}", case.recipe);
    }
}
