//! Calls composed of cases: exceptions and static fields are words of a case, specialized cases take fewer steps and questions, and errors are found
//! by each of the three strategies of the thesis.

mod common;
#[path = "common/generated.rs"]
mod generated;

use common::{Run, repository};
use generated::{Generated, command, generate};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Both ways to compose calls.
const COMPOSED: [&str; 2] = ["summaries", "specialized"];

fn written(folder: &Path, class: &str, text: &str) -> PathBuf {
    let file = folder.join(format!("{class}.java"));
    std::fs::write(&file, text).expect("written");
    file
}

/// Every line that each case takes, how it ends, and what it returns.
fn paths(found: &Generated) -> Vec<String> {
    let path = |case: &Value| format!("{} {}", case["trace"], case["outcome"]);
    let mut paths: Vec<String> = found.cases.iter().map(path).collect();
    paths.sort();
    paths
}

/// How many calls were composed, and how many ran after all.
fn counts(found: &Generated) -> (u64, u64) {
    let methods =
        found.methods.iter().filter_map(|method| method["calls"]["summarized"].as_array());
    let sum =
        |what: &str| methods.clone().flatten().filter_map(|method| method[what].as_u64()).sum();
    (sum("composed"), sum("ran"))
}

// ---- words ----

/// Calls that end with exceptions, of the program and of the runtime, and calls that read and write static fields.
const THROWING: &str = "class Throwing {
    static class Refused extends RuntimeException {
        final int code;
        Refused(String message, int code) { super(message); this.code = code; }
    }
    static int checked(int x) {
        if (x < 0) { throw new IllegalArgumentException(\"negative\"); }
        if (x > 100) { throw new Refused(\"too much\", x); }
        return x / 2;
    }
    static int uncaught(int x) { return checked(x) + 1; }
    static int caught(int x) {
        try { return checked(x); } catch (Refused e) { return e.code > 200 ? -2 : -3; } catch (RuntimeException e) { return -1; }
    }
    static int message(int x) {
        try { return checked(x); } catch (RuntimeException e) { return e.getMessage().equals(\"negative\") ? -1 : -2; }
    }
    static int deeper(int x) { return checked(x - 1); }
    static int trace(int x) {
        try {
            return deeper(x);
        } catch (RuntimeException e) {
            StackTraceElement[] at = e.getStackTrace();
            boolean known = at[0].getMethodName().equals(\"checked\") && at[1].getMethodName().equals(\"deeper\")
                && at[2].getMethodName().equals(\"trace\");
            return known ? at[0].getLineNumber() == 7 ? -1 : -2 : -3;
        }
    }
    static int divided(int x, int y) { return x / y; }
    static int quotient(int x, int y) {
        try { return divided(x, y); } catch (ArithmeticException e) { return x > 5 ? 1 : 2; }
    }
    int value;
    static int read(Throwing t) { return t.value; }
    static int nothing(Throwing t) { try { return read(t); } catch (NullPointerException e) { return -1; } }
    static void written(Throwing t, int x) { t.value = x; if (x == 3) { throw new IllegalStateException(); } t.value = 0; }
    static int halfway(Throwing t, int x) {
        try { written(t, x); } catch (IllegalStateException e) { return t.value == 3 ? 1 : 2; }
        return t.value == 0 ? 3 : 4;
    }
    static RuntimeException same(RuntimeException e) { if (e == null) { return null; } throw e; }
    static int given(Throwing t) {
        Refused own = new Refused(null, 7);
        try { same(t == null ? null : own); } catch (RuntimeException e) { return e == own ? 1 : 2; }
        return 3;
    }
    static int nested(int x) { try { return caught(checked(x)); } finally { x++; } }
}";

const STATICS: &str = "class Statics {
    static int count;
    static final int[] table = {3, 1, 2};
    static Statics last = new Statics();
    int value;
    static int next(int x) { count = count + 1; return x > count ? 1 : 2; }
    static int twice(int x) { return next(x) + next(x); }
    static int reset(int x) { count = x; return next(7) == 1 ? count : -count; }
    static int at(int i) { return table[i] > 1 ? table[i] : -1; }
    static int both(int x) { return at(0) + at(x & 1); }
    static void keep(Statics s) { last = s; }
    static int kept(Statics s) { keep(s); return last == null ? 0 : last.value > 3 ? 1 : 2; }
    static boolean isLast(Statics s) { return s == last; }
    static int lasting(Statics s) { if (isLast(s)) { return 1; } keep(s); return isLast(s) ? 2 : 3; }
    static class Other { static int limit = start(); static int start() { return count + 40; } }
    static boolean isSmall(int x) { return x < 10 || x < Other.limit; }
    static int early(int x) { int before = next(5); return isSmall(x) ? isSmall(x + 1) ? before : 2 : 3; }
    static String name(int x) { return x > 0 ? \"yes\" : \"no\"; }
    static int named(int x) { return name(x) == \"yes\" ? 1 : 2; }
}";

#[test]
fn exceptions_and_static_fields_are_composed() {
    let folder = tempfile::tempdir().expect("a folder");
    for (class, text) in [("Throwing", THROWING), ("Statics", STATICS)] {
        let file = written(folder.path(), class, text);
        let named = ["--class", class, "--visibility", "package"];
        let run = generate(&file, &named);
        let steps = |found: &Generated| -> u64 {
            found.methods.iter().filter_map(|method| method["steps"].as_u64()).sum()
        };
        for mode in COMPOSED {
            let composed = generate(&file, &[&named[..], &["--calls", mode]].concat());
            assert_eq!(paths(&composed), paths(&run), "{mode} {class}");
            assert_eq!(composed.losses(), run.losses(), "{mode} {class}");
            let (count, ran) = counts(&composed);
            assert!(count > 15 && ran < count / 3, "{mode} {class}: {count} composed, {ran} ran");
            if class == "Throwing" {
                assert!(steps(&composed) < steps(&run), "{mode} {class}");
            }
        }
    }
}

// ---- corners ----

/// The classes of a file of the repository.
fn classes(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).expect("a file");
    let names = text.lines().filter_map(|line| line.strip_prefix("class "));
    names.filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn corners_have_the_same_cases() {
    let file = repository("tests/java/generate/calls/Corners.java");
    let all = classes(&file);
    assert!(all.len() > 40, "{all:?}");
    let mut total = 0;
    for class in &all {
        let named = ["--class", class, "--visibility", "package", "--criterion", "block-2"];
        let run = generate(&file, &named);
        for mode in COMPOSED {
            let composed = generate(&file, &[&named[..], &["--calls", mode]].concat());
            assert_eq!(paths(&composed), paths(&run), "{mode} {class}");
            assert_eq!(composed.losses(), run.losses(), "{mode} {class}");
            total += counts(&composed).0;
        }
    }
    assert!(total > 200, "{total} calls composed");
}

/// A method whose callees look at numbers, objects and arrays.
const TOGETHER: &str = "class Together {
    int size;
    Together next;
    static int sign(int x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
    static int first(int[] all) { return all == null || all.length == 0 ? 0 : sign(all[0]); }
    int length() { return next == null ? 1 : size > 3 ? 2 : 3; }
    static int of(Together t, int[] all, int x) {
        if (sign(x) == 0) { return first(all); }
        return t == null ? sign(x - 9) : t.length() + (x > 5 ? 1 : 0);
    }
}";

#[test]
fn what_looks_inside_calls_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = written(folder.path(), "Together", TOGETHER);
    for mode in COMPOSED {
        for (option, value) in [
            ("--cost", "instructions"),
            ("--backtrack", "reexecute"),
            ("--reach", "Together.java:4"),
            ("--trace", "Together.java:4"),
        ] {
            let named = ["--class", "Together", "--method", "of", "--calls", mode, option, value];
            let run = Run::of(command(&file).args(named));
            let message = format!("--calls {mode} does not go together with {option}");
            assert_eq!(run.code, Some(2), "{}", run.stderr);
            assert!(run.stderr.contains(&message), "{}", run.stderr);
            assert!(run.stderr.contains("use --calls run"), "{}", run.stderr);
        }
    }
}

#[test]
fn composed_calls_go_together_with_other_options() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = written(folder.path(), "Together", TOGETHER);
    let named = ["--class", "Together", "--method", "of", "--criterion", "path"];
    let plain = paths(&generate(&file, &named));
    for options in [
        &["--strategy", "concolic"][..],
        &["--search", "bfs"],
        &["--search", "random"],
        &["--jobs", "2"],
    ] {
        for mode in ["run", "summaries", "specialized"] {
            let options = [&named[..], options, &["--calls", mode]].concat();
            let found = generate(&file, &options);
            assert_eq!(paths(&found), plain, "{options:?}: {}", found.run.stderr);
        }
    }
    // Parts of the inputs have paths of their own.
    let parts = [&named[..], &["--partition", "auto"]].concat();
    let plain = generate(&file, &parts);
    for mode in COMPOSED {
        let found = generate(&file, &[&parts[..], &["--calls", mode]].concat());
        assert_eq!(paths(&found), paths(&plain), "{mode}: {}", found.run.stderr);
    }
}

// ---- questions ----

#[test]
fn a_specialized_case_takes_less() {
    let effort = |file: &str, class: &str, method: &str, options: &[&str], mode: &str| {
        let named = ["--class", class, "--method", method, "--criterion", "path", "--calls", mode];
        let named = [&named[..], &["--method-timeout", "600"]].concat();
        let file = repository("tests/java/generate/calls").join(file);
        let found = generate(&file, &[&named[..], options].concat());
        let number = |what: &str| found.methods[0][what].as_u64().expect("a number");
        (found.cases.len(), number("queries"), number("steps"))
    };
    let three = ["--range", "-1000..1000", "--requires", "Simp.areThree", "--aliasing", "off"];
    let [run, whole] =
        ["run", "specialized"].map(|mode| effort("Simp.java", "Simp", "three", &three, mode));
    assert_eq!((run.0, whole.0), (2_744, 2_744));
    assert!(3 * whole.2 < run.2, "{whole:?} of {run:?}");
    // What is known of one call is known of the next.
    assert!(4 * whole.1 < run.1, "{whole:?} of {run:?}");
    let some = ["--max-paths", "2000"];
    let [run, whole] =
        ["run", "specialized"].map(|mode| effort("Foos.java", "Foos", "r", &some, mode));
    assert_eq!(run.0, whole.0);
    assert!(whole.1 < run.1 && whole.2 < run.2, "{whole:?} of {run:?}");
}

#[test]
fn calls_that_nobody_composes_cost_next_to_nothing() {
    let file = repository("tests/java/generate/calls/Structures.java");
    let named = ["--class", "TreeNode", "--visibility", "package", "--criterion", "block-2"];
    let [run, composed] = ["run", "summaries"].map(|mode| {
        let found = generate(&file, &[&named[..], &["--calls", mode]].concat());
        found.methods.iter().filter_map(|method| method["steps"].as_u64()).sum::<u64>()
    });
    assert!(run > 1_000 && 100 * composed < 106 * run, "{composed} against {run} steps");
}

// ---- errors ----

/// The example of section 3.3.8: between a method and an error there is one that goes many ways.
const BUGGY: &str = "class Buggy {
    static int mist(int[] a) {
        int sum = 0;
        for (int i = 0; i < a.length; i++) { sum = a[i] > 3 ? sum + a[i] : a[i] < -3 ? sum - 1 : sum; }
        return sum;
    }
    static void buggy(int x, int y) {
        if (x == 9) { throw new IllegalStateException(); }
        if (x < y) { return; }
        if (y == 5) { throw new IllegalArgumentException(); }
    }
    static int comp(int[] a, int y) {
        if (a == null) { return 0; }
        int x = mist(a);
        if (y > 7) { return x; }
        buggy(x, y);
        return y == 6 ? 10 / (x - 12) : 1;
    }
}";

/// The lines of the method under test that errors take, with the exception.
fn errors(found: &Generated) -> BTreeSet<String> {
    let error = |case: &Value| {
        let parts = case["trace"].as_array().expect("a trace").iter();
        let own = parts.filter(|part| part["method"]["name"] == "comp");
        let lines: Vec<String> = own.map(|part| part["lines"].to_string()).collect();
        format!("{lines:?} {}", case["outcome"]["class"])
    };
    found.cases.iter().filter(|case| case["outcome"]["kind"] == "threw").map(error).collect()
}

#[test]
fn each_strategy_finds_all_errors_of_the_method() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = written(folder.path(), "Buggy", BUGGY);
    let named = ["--class", "Buggy", "--method", "comp", "--max-array", "4"];
    let of = |more: &[&str]| generate(&file, &[&named[..], more].concat());
    let all = of(&[]);
    let expected = errors(&all);
    assert!(expected.len() >= 3, "{expected:?}");
    let plain = of(&["--errors-only"]);
    assert_eq!(errors(&plain), expected);
    let summaries = of(&["--errors-only", "--calls", "summaries"]);
    assert_eq!(paths(&summaries), paths(&plain));
    // The first way through `mist` that leads to an error; and `mist` skipped, and filled in afterwards.
    for more in [&[][..], &["--abstract", "Buggy.mist"]] {
        let options = [&["--errors-only", "--calls", "lazy"][..], more].concat();
        let found = of(&options);
        if more.is_empty() {
            // Blocks of the method itself tell its paths apart, nothing else.
            assert_eq!(lines(&errors(&found)), lines(&expected), "{options:?}");
        } else {
            assert_eq!(errors(&found), expected, "{options:?}");
        }
        assert!(found.cases.len() < plain.cases.len(), "{options:?}: {}", found.cases.len());
        // No error is made up.
        let real: BTreeSet<String> = paths(&plain).into_iter().map(|path| shape(&path)).collect();
        let found: BTreeSet<String> = paths(&found).into_iter().map(|path| shape(&path)).collect();
        assert!(found.is_subset(&real), "{options:?}");
    }
}

/// Errors without their exceptions.
fn lines(errors: &BTreeSet<String>) -> BTreeSet<&str> {
    errors.iter().filter_map(|error| error.rsplit_once(' ').map(|(lines, _)| lines)).collect()
}

/// A path without what its input has made of messages.
fn shape(path: &str) -> String {
    path.split("\"message\"").next().unwrap_or_default().to_owned()
}
