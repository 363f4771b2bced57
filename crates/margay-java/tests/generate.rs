//! Test cases by way of the library: when a search ends, which budgets hold, what a precondition keeps
//! out, who is asked what the solver does not know, and how inputs are built.

mod common;

use common::{session, session_within};
use margay_java::case::{Build, CaseOutcome, MethodReport};
use margay_java::generate::{
    Aliasing, Criterion, GenerateOptions, InputOptions, IntRange, MethodFilter,
};
use margay_java::run::RunOptions;
use margay_java::structure::Value;
use margay_java::{Limits, Session};

fn report(source: &str, method: &str, options: GenerateOptions) -> MethodReport {
    let (_folder, session) = session(source);
    reported(&session, method, options)
}

fn reported(session: &Session, method: &str, options: GenerateOptions) -> MethodReport {
    let mut generator = session.generate(options).expect("a generator");
    let filter = MethodFilter { method: Some(method.to_owned()), ..MethodFilter::default() };
    generator.reports(&filter).expect("a method").remove(0)
}

fn by(criterion: Criterion) -> GenerateOptions {
    GenerateOptions { criterion, inputs: any_fields(), ..GenerateOptions::default() }
}

/// Objects hold whatever their fields can.
fn any_fields() -> InputOptions {
    InputOptions { max_calls: None, ..InputOptions::default() }
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
        assert_eq!(results.count(), 1, "one case takes both branches of `one`");
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
    let inputs = InputOptions { requires: Some("Subject.small".to_owned()), ..any_fields() };
    let options = GenerateOptions { inputs, ..by(Criterion::Loop(2)) };
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
    let inputs = InputOptions { range: Some(positive), ..any_fields() };
    let options = GenerateOptions { inputs, ..by(Criterion::Loop(2)) };
    let found = report(&source, "isRight", options);
    assert_eq!(found.cases.len(), 3);
    for case in &found.cases {
        let is_call = |step: &Build| matches!(step, Build::Construct { .. });
        assert!(case.recipe.iter().any(is_call), "no constructor: {:?}", case.recipe);
        assert_eq!(case.recipe.len(), 1, "nothing but the constructor: {:?}", case.recipe);
    }
}

/// A question at every turn of a loop: the limit on steps ends the path nevertheless.
#[test]
fn a_limit_on_steps_holds_on_a_path_that_asks_often() {
    let source = "class Subject { static int count(int n) {
        int i = 0; while (i != n) { i++; } return i; } }";
    let options = |max_steps| GenerateOptions { max_steps, ..by(Criterion::Path) };
    let few = report(source, "count", options(300));
    let more = report(source, "count", options(600));
    assert_eq!((&few.losses.stopped, &more.losses.stopped), (&None, &None));
    let (few, more) = (few.effort.paths, more.effort.paths);
    // A turn takes a few steps, and each turn has a path that leaves the loop.
    assert!((30..300).contains(&few), "{few} paths within 300 steps");
    assert!((2 * few - 9..2 * few + 9).contains(&more), "{more} paths within twice the steps");
}

/// An input that grows until the heap is full: its path ends there, and so does the search. (An
/// operation that ran again without the object it wanted would want it for ever.)
#[test]
fn an_input_without_room_ends_its_path() {
    let source = "class Subject {
        Subject next;
        static int length(Subject list) {
            int n = 0; for (; list != null; list = list.next) { n++; } return n; }
        public static void main(String[] args) {} }";
    let (_folder, whole) = session(source);
    let used = whole.run(&RunOptions::default()).expect("a program").cells();
    // Room for some dozens of objects besides what the runtime has made.
    let (_folder, small) =
        session_within(source, Limits { cells: used + 400, ..Limits::default() });
    let inputs =
        InputOptions { aliasing: Aliasing::Off, max_calls: None, ..InputOptions::default() };
    let options = GenerateOptions { inputs, ..by(Criterion::Path) };
    let found = reported(&small, "length", options);
    assert_eq!(found.losses.stopped, None, "it has ended by itself");
    let bounds: Vec<&str> = found.losses.bounds.iter().map(|loss| loss.what.as_str()).collect();
    assert_eq!(bounds, ["max-heap"]);
    assert!((10..400).contains(&found.effort.paths), "{} paths", found.effort.paths);
    assert!(!found.cases.is_empty());
}

/// Two factors that the embedded solver is not given the time to find.
#[test]
fn another_solver_is_asked_what_stays_unknown() {
    const PRODUCT: i64 = 46_327 * 46_337;
    let source = format!(
        "class Subject {{ static boolean isFound(int x, int y) {{
            return 1 < x && x < y && y < 65536 && x * y == {PRODUCT}; }} }}"
    );
    let z3 = std::env::var("MARGAY_Z3").expect("scripts/test says where z3 is");
    let options = |solver| GenerateOptions { solver, max_conflicts: 1, ..by(Criterion::Path) };
    let is_true = |report: &MethodReport| {
        let returned = CaseOutcome::Returned(Some(Value::Bool(true)));
        report.cases.iter().find(|case| case.outcome == returned).cloned()
    };
    let alone = report(&source, "isFound", options(None));
    assert!(!alone.losses.unknown.is_empty());
    assert_eq!(is_true(&alone), None);
    let helped = report(&source, "isFound", options(Some(z3)));
    assert_eq!(helped.losses.unknown, []);
    let case = is_true(&helped).expect("the factors");
    assert_eq!(case.input.arguments, [Value::Int(46_327), Value::Int(46_337)]);
}
