//! `--calls lazy`: the figures of the paper on lazy expansion, inputs of parsers against an enumeration of
//! their grammars, the same paths of a method as without, and messages.

mod common;
#[path = "common/foos.rs"]
mod foos;
#[path = "common/generated.rs"]
mod generated;
#[path = "common/grammars.rs"]
mod grammars;

use common::{Run, margay, repository};
use generated::{Generated, command, generate};
use grammars::{LISTS, is_list, of_symbol, sums, tokens_of_program, tokens_of_sum};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

fn subject(file: &str) -> PathBuf {
    repository("tests/java/generate/calls").join(file)
}

/// Searches a method with its calls left open.
fn lazy(file: &str, method: &str, options: &[&str]) -> Generated {
    let class = file.trim_end_matches(".java");
    let named = ["--class", class, "--method", method, "--calls", "lazy", "--criterion", "path"];
    generate(&subject(file), &[&named[..], options].concat())
}

/// What is said of the calls of the only method.
fn calls<'a>(found: &'a Generated, what: &str) -> &'a Value {
    assert_eq!(found.methods.len(), 1, "{}", found.run.stderr);
    &found.methods[0]["calls"][what]
}

/// Runs that the search of a method took: paths with open calls, and ways through these calls.
fn iterations(found: &Generated) -> u64 {
    let count = |what| calls(found, what).as_u64().expect("a number");
    count("open_paths") + count("expansions")
}

fn results(found: &Generated) -> BTreeSet<i64> {
    let results = found.cases.iter().filter_map(|case| case["outcome"]["value"].as_i64());
    results.collect()
}

// ---- figures ----

#[test]
fn two_comparisons_have_three_paths() {
    let requires = ["--requires", "Strings.areTexts"];
    let found = lazy("Strings.java", "both", &requires);
    assert_eq!((found.cases.len(), results(&found)), (3, BTreeSet::from([0, 1, 2])));
    assert_eq!(found.losses(), Vec::<String>::new());
    assert_eq!(calls(&found, "wanted"), 3);
    let iterations = iterations(&found);
    assert!(iterations <= 113, "{iterations}");
}

#[test]
fn a_character_is_located_in_few_iterations_however_long_the_text_is() {
    for length in ["16", "256", "10000"] {
        let found =
            lazy("Locate.java", "top", &["--max-array", length, "--requires", "Locate.isGiven"]);
        assert_eq!(results(&found), BTreeSet::from([-1, 0, 1]), "{}", found.run.stderr);
        let iterations = iterations(&found);
        assert!(iterations <= 10, "{length}: {iterations}");
    }
}

#[test]
fn two_characters_are_located_one_after_the_other() {
    let found = lazy("Locate.java", "different", &["--requires", "Locate.bothEndAt14"]);
    assert_eq!((found.cases.len(), results(&found)), (4, BTreeSet::from([0, 1, 2, 3])));
    assert!(iterations(&found) <= 59, "{}", iterations(&found));
    let found = lazy("Locate.java", "same", &["--requires", "Locate.endsAt14"]);
    assert_eq!((found.cases.len(), results(&found)), (4, BTreeSet::from([0, 1, 2, 3])));
    assert!(iterations(&found) <= 63, "{}", iterations(&found));
}

// ---- parsers ----

/// The text of the only argument, an array of characters.
fn text(case: &Value) -> String {
    let elements = case["before"]["text"]["elements"].as_array().expect("elements").iter();
    let unit = |value: &Value| value["$char"].as_str().and_then(|text| text.chars().next());
    elements.map(|element| unit(element).unwrap_or('\u{ffff}')).collect()
}

fn is_accepted(case: &Value) -> bool {
    case["outcome"]["value"] == true
}

#[test]
fn a_calculator_accepts_all_sentences_of_its_grammar() {
    let sizes: Vec<usize> = (1..=4).map(|operations| sums(operations).len()).collect();
    assert_eq!(sizes[0], 5);
    for (method, operations) in [("one", 1), ("two", 2), ("three", 3), ("four", 4)] {
        let options = ["--requires", "Calculator.isText", "--max-array", "24"];
        let methods = ["--abstract", "Calculator.scan"];
        let limits = ["--max-paths", "100000", "--method-timeout", "600"];
        let found = lazy("Calculator.java", method, &[&options[..], &methods, &limits].concat());
        let accepted = found.cases.iter().filter(|case| is_accepted(case));
        let accepted: Vec<String> = accepted.map(|case| tokens_of_sum(&text(case))).collect();
        assert_eq!(accepted.len(), sizes[operations as usize - 1], "{}", found.run.stderr);
        assert_eq!(BTreeSet::from_iter(accepted), sums(operations));
        assert_eq!(found.losses(), Vec::<String>::new());
    }
}

/// Every program of so many tokens is found, each once; gives how many ways through the lexer were tried.
fn check_programs(method: &str, tokens: usize) -> u64 {
    let expected = of_symbol("program", tokens, &mut BTreeMap::new());
    let options = ["--requires", "Pl0.isText", "--max-array", "64", "--abstract", "Pl0Lexer.next"];
    let limits = ["--max-paths", "1000000", "--method-timeout", "600"];
    let found = lazy("Pl0.java", method, &[&options[..], &limits].concat());
    let accepted: Vec<_> = found.cases.iter().map(|case| tokens_of_program(&text(case))).collect();
    assert_eq!(accepted.len(), expected.len(), "{}", found.run.stderr);
    assert_eq!(BTreeSet::from_iter(accepted), expected);
    assert_eq!(found.losses(), Vec::<String>::new());
    calls(&found, "expansions").as_u64().expect("a number")
}

/// Of seven and eight tokens; `MARGAY_TOKENS=10` goes on with nine and ten, which takes minutes.
#[test]
fn a_parser_accepts_all_programs_of_so_many_tokens() {
    let most = std::env::var("MARGAY_TOKENS").map_or(8, |text| text.parse().expect("a number"));
    let methods = [("seven", 7), ("eight", 8), ("nine", 9), ("ten", 10)];
    let methods = methods.into_iter().filter(|(_, tokens)| *tokens <= most);
    let ways: Vec<u64> = methods.map(|(name, tokens)| check_programs(name, tokens)).collect();
    // Most of them are the search for a way to each token; what is known is not searched for again.
    assert!(ways[0] < 7_000, "{} ways for 307 programs", ways[0]);
    assert!(ways[1] - ways[0] < 6_000, "{} ways for 1,596 programs", ways[1]);
}

#[test]
fn a_token_may_be_left_in_a_field_or_be_a_constant() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Lists.java");
    std::fs::write(&file, LISTS).expect("written");
    let mut all = vec![String::new()];
    for _ in 0..6 {
        let longer = |text: &String| "(),.dl".chars().map(|c| format!("{text}{c}")).collect();
        all = all.iter().flat_map::<Vec<String>, _>(longer).collect();
    }
    let expected: BTreeSet<String> = all.into_iter().filter(|text| is_list(text)).collect();
    for (class, scanner) in [("FieldLists", "advance"), ("EnumLists", "scan")] {
        let scanner = format!("{class}.{scanner}");
        let named = ["--class", class, "--method", "accepts", "--calls", "lazy"];
        let options = ["--criterion", "path", "--requires", "Texts.isText", "--max-array", "10"];
        let limits = ["--max-paths", "100000", "--method-timeout", "600"];
        let scanner = ["--abstract", &scanner];
        let found = generate(&file, &[&named[..], &options, &limits, &scanner].concat());
        let accepted = found.cases.iter().filter(|case| is_accepted(case));
        let token = |c: char| match c {
            '0'..='9' => 'd',
            'a'..='z' => 'l',
            other => other,
        };
        let tokens = |case| text(case).chars().filter(|c| *c != ' ').map(token).take(6).collect();
        let accepted: Vec<String> = accepted.map(tokens).collect();
        assert_eq!(accepted.len(), expected.len(), "{class}: {}", found.run.stderr);
        assert_eq!(BTreeSet::from_iter(accepted), expected, "{class}");
        assert_eq!(found.losses(), Vec::<String>::new());
        let ways = calls(&found, "expansions").as_u64().expect("a number");
        assert!(ways < 30_000, "{class}: {ways} ways for {} paths", found.cases.len());
    }
}

#[test]
fn what_was_found_is_kept_when_paths_with_open_calls_are_too_many() {
    let requires = ["--requires", "Calculator.isText", "--max-array", "24"];
    let methods = ["--abstract", "Calculator.scan", "--max-paths", "50"];
    let found = lazy("Calculator.java", "three", &[&requires[..], &methods].concat());
    let stopped = found.methods[0]["losses"]["stopped"].as_str().expect("why it was stopped");
    assert!(stopped.contains("max-paths"), "{stopped}");
    assert!(!found.cases.is_empty());
    // Each is another path, whatever calls left open have shown.
    let texts: Vec<String> = found.cases.iter().map(|case| tokens_of_sum(&text(case))).collect();
    assert_eq!(BTreeSet::from_iter(&texts).len(), texts.len());
}

// ---- the same paths ----

/// A source of branches after calls, calls in loops, effects on fields, exceptions, and recursion.
const MIXED: &str = "class Mixed {
    static int count;
    static class Box { int value; boolean full; }
    static int sign(int x) { if (x > 0) { return 1; } return x < 0 ? -1 : 0; }
    static boolean fill(Box box, int x) {
        if (x < 10) { return false; }
        box.value = x;
        box.full = true;
        count = count + 1;
        return true;
    }
    static int positive(int x) {
        if (x <= 0) { throw new IllegalArgumentException(\"not positive\"); }
        return x % 3;
    }
    static int after(int a, int b) {
        int s = sign(a);
        if (s == sign(b)) { return s; }
        return s > 0 ? 10 : 20;
    }
    static int effects(int x, int y) {
        Box box = new Box();
        count = 0;
        boolean first = fill(box, x);
        if (box.full && !first) { return -1; }
        fill(box, y);
        if (count == 2) { return box.value; }
        return count;
    }
    static int caught(int x) {
        try {
            return positive(x) == 1 ? 1 : 2;
        } catch (IllegalArgumentException refused) {
            return 3;
        }
    }
    static int thrown(int x) { return positive(x); }
    static int depth(int x) { return x <= 0 ? 0 : x > 3 ? 9 : 1 + depth(x - 1); }
    static int recursive(int x) { int d = depth(x); return d > 2 ? 1 : d == 2 ? 2 : 3; }
    static int unused(int x) { sign(x); return 7; }
    static int looped(int[] a) {
        int all = 0;
        for (int i = 0; i < a.length; i++) {
            if (sign(a[i]) > 0) { all++; }
        }
        return all;
    }
}";

/// The lines of the method under test that each case takes, and how it ends.
fn local_paths(found: &Generated, method: &str) -> BTreeSet<(Vec<u64>, String)> {
    let path = |case: &Value| {
        let parts = case["trace"].as_array().expect("a trace").iter();
        let own = parts.filter(|part| part["method"]["name"] == method);
        let lines = own.filter_map(|part| part["lines"].as_array()).flatten();
        let lines = lines.filter_map(Value::as_u64).collect();
        let outcome = &case["outcome"];
        let end = match outcome["kind"].as_str() {
            Some("returned") => "returns".to_owned(),
            _ => outcome["class"].to_string(),
        };
        (lines, end)
    };
    found.cases.iter().map(path).collect()
}

#[test]
fn every_path_of_the_method_is_found_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Mixed.java");
    std::fs::write(&file, MIXED).expect("written");
    for method in ["after", "effects", "caught", "thrown", "recursive", "unused", "looped"] {
        let named = ["--class", "Mixed", "--method", method];
        let run = generate(&file, &named);
        let lazy = generate(&file, &[&named[..], &["--calls", "lazy"]].concat());
        assert_eq!(local_paths(&lazy, method), local_paths(&run, method), "{method}");
        assert!(lazy.cases.len() <= run.cases.len(), "{method}");
        assert_eq!(lazy.losses(), Vec::<String>::new(), "{method}");
    }
}

// ---- calls inside calls ----

/// Three layers: whether a text is a greeting depends on words, and what a word is on letters.
const NESTED: &str = "class Nested {
    static int word(char[] text, int from) {
        int code = 0;
        for (int i = from; i < from + 3; i++) {
            char letter = text[i];
            if (letter >= 'a' && letter <= 'e') { code = code * 5 + (letter - 'a'); }
            else if (letter == '?' || letter == '!' || letter == '.') { code = code * 2; }
            else { return -1; }
        }
        return code % 4;
    }
    static int sentence(char[] text, int from) {
        int first = word(text, from);
        int second = word(text, from + 3);
        int third = word(text, from + 6);
        if (first < 0 || second < 0 || third < 0) { return -1; }
        if (first == 3 && second == 1 && third == 2) { return 7; }
        return first == second ? 1 : 0;
    }
    static int top(char[] text) {
        int first = sentence(text, 0);
        int second = sentence(text, 9);
        if (first == 7 && second == 7) { return 1; }
        if (first == 7 && second == 1) { return 2; }
        return first == second ? 3 : 4;
    }
    static boolean isLong(char[] text) { return text != null && text.length == 18; }
}";

#[test]
fn calls_inside_open_calls_are_left_open_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Nested.java");
    std::fs::write(&file, NESTED).expect("written");
    let named =
        ["--class", "Nested", "--method", "top", "--max-array", "18", "--criterion", "path"];
    let named = [&named[..], &["--requires", "Nested.isLong"]].concat();
    let lazy = |more: &[&str]| generate(&file, &[&named[..], &["--calls", "lazy"], more].concat());
    let nested = lazy(&[]);
    assert_eq!(results(&nested), BTreeSet::from([1, 2, 3, 4]), "{}", nested.run.stderr);
    let ways = calls(&nested, "expansions").as_u64().expect("a number");
    let left_open: BTreeSet<&str> = calls(&nested, "abstracted")
        .as_array()
        .expect("methods")
        .iter()
        .filter_map(|method| method["method"].as_str())
        .collect();
    assert!(left_open.contains("Nested.sentence([CI)I"), "{left_open:?}");
    assert!(ways < 3_000, "{ways} ways");
    // Where only sentences are left open, all ways through words come one by one; and where nothing is, there is no end.
    let outer = lazy(&["--abstract", "Nested.sentence", "--max-paths", "3000"]);
    let many = calls(&outer, "expansions").as_u64().expect("a number");
    assert!(results(&outer).len() < 4 || many > 3 * ways, "{many} and {ways} ways");
    let run = generate(&file, &[&named[..], &["--max-paths", "3000"]].concat());
    assert!(results(&run).len() < 4, "{:?}", results(&run));
}

// ---- a large program ----

/// Five layers of a hundred methods, each of which calls three of the layer below, and a method above them.
fn layers() -> String {
    use std::fmt::Write;
    let mut text = String::new();
    for layer in 0..5 {
        let _ = writeln!(text, "class Layer{layer} {{");
        for i in 0..100 {
            let _ = write!(text, "    static int f{i}(int x) {{");
            if layer == 0 {
                let _ = write!(text, " if (x > {i}) {{ return x - {i}; }}");
                let _ = writeln!(text, " if (x < -{}) {{ return -x; }} return {i}; }}", i + 1);
                continue;
            }
            let below = |k: u32| format!("Layer{}.f{}", layer - 1, (i * 7 + k * 13) % 100);
            let _ = write!(text, " int a = {}(x); int b = {}(x + {i});", below(0), below(1));
            let _ = write!(text, " if (a > b) {{ return {}(a - b); }}", below(2));
            let _ = writeln!(text, " if (a == {i}) {{ return b; }} return a + 1; }}");
        }
        text.push_str("}\n");
    }
    text + "class Large {
    static int top(int x, int y, int z) {
        int a = Layer4.f1(x);
        int b = Layer4.f2(y);
        int c = Layer4.f3(z);
        if (a > b && b > c) { return 1; }
        if (a + b == c) { return 2; }
        return a == 7 ? 3 : 4;
    }
}
"
}

#[test]
fn a_program_of_five_hundred_methods_has_all_paths_of_its_method() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Large.java");
    std::fs::write(&file, layers()).expect("written");
    let named = ["--class", "Large", "--method", "top"];
    let lazy = generate(&file, &[&named[..], &["--calls", "lazy"]].concat());
    assert_eq!(lazy.methods[0]["losses"]["stopped"], Value::Null, "{}", lazy.run.stderr);
    assert_eq!((lazy.cases.len(), results(&lazy)), (7, BTreeSet::from([1, 2, 3, 4])));
    // A hundred times as many cases of everything below are not the half of it.
    let run = generate(&file, &[&named[..], &["--max-paths", "700"]].concat());
    assert_ne!(run.methods[0]["losses"]["stopped"], Value::Null);
    assert!(results(&run).len() < 4, "{:?}", results(&run));
}

// ---- summaries and models ----

/// Aliases, virtual calls, small numbers, arrays longer than those a method was searched with, statics, texts,
/// exceptions, constructors that call what a subclass overrides, and objects that a call makes.
const SHARED: &str = "class Shared {
    static int count;
    static class Cell { int value; byte small; boolean flag; char letter; long wide; double real; Cell next; }
    static class Base {
        int made;
        Base() { made = number(); }
        int number() { return 1; }
        int twice(int x) { return x > 5 ? 2 * number() : number(); }
    }
    static class Derived extends Base { int number() { return 2; } }
    static void move(Cell from, Cell to) { to.value = from.value + 1; from.value = 0; }
    static int moved(Cell a, Cell b) { move(a, b); return a.value == b.value ? 1 : 2; }
    static int itself(Cell a) { move(a, a); return a.value; }
    static boolean kinds(Cell c) {
        return c.small > 100 || (c.flag && c.letter < 'b') || c.wide == 1L << 40 || c.real > 0.5;
    }
    static int small(Cell c, int x) { c.small = (byte) x; return kinds(c) ? 1 : 0; }
    static int dispatched(Base base, int x) { return base.twice(x); }
    static int built(int x) { return new Derived().twice(x) + new Base().made; }
    static Cell pair(int x, Cell rest) {
        Cell first = new Cell();
        Cell second = new Cell();
        first.value = x;
        first.next = second;
        second.next = rest;
        return first;
    }
    static int pairs(int x, Cell rest) {
        Cell made = pair(x, rest);
        return made.next.next == rest && made != made.next ? made.value : -1;
    }
    static int at(int[] a, int i) { return a[i] > 0 ? a[i] : -a[i]; }
    static int far(int i) { int[] a = new int[40]; a[30] = 7; return at(a, 30) + at(new int[] {1, 2}, i & 1); }
    static Cell of(Cell[] cells, int i) { return cells[i]; }
    static int none(int i) { return of(new Cell[5], i) == null ? 1 : 2; }
    static int counted(int x) { count = count + 1; return x > count ? 1 : 2; }
    static int statics(int x) { return counted(x) + counted(x); }
    static String text(int x) { return x > 0 ? \"yes\" : \"no\"; }
    static int texts(int x) { return text(x).length(); }
    static int checked(int x) { if (x < 0) { throw new IllegalArgumentException(); } return x / 2; }
    static int caught(int x) { try { return checked(x); } catch (IllegalArgumentException e) { return -1; } }
    static int length(Cell cell) { int n = 0; while (cell != null && n < 9) { n++; cell = cell.next; } return n; }
    static int lengths(Cell cell) { return length(pair(1, null)) + length(cell); }
    static boolean isCell(Object o) { return o instanceof Cell; }
    static int classes(Object o) { return isCell(o) ? 1 : o instanceof Base ? 2 : 3; }
    static int choose(int x) { switch (x) { case 1: return 10; case 2: return 20; default: return x; } }
    static int chosen(int x) { return choose(x & 3) + choose(x); }
    static int down(int x) { return x <= 0 ? 0 : x > 3 ? 9 : 1 + down(x - 1); }
    static int recursive(int x) { return down(x) > 2 ? down(x - 2) : 0; }
}";

/// Every line that each case takes, and how it ends.
fn whole_paths(found: &Generated) -> Vec<String> {
    let path = |case: &Value| {
        let kind = &case["outcome"]["kind"];
        format!("{} {kind} {}", case["trace"], case["outcome"]["class"])
    };
    let mut paths: Vec<String> = found.cases.iter().map(path).collect();
    paths.sort();
    paths
}

#[test]
fn composed_cases_are_those_of_execution() {
    let range = ["--criterion", "path", "--range", "-1000..1000"];
    let apart = ["--requires", "Simp.areThree", "--aliasing", "off"];
    let three = [&range[..], &apart].concat();
    for (class, method, options) in [
        ("Numbers", "abs", &["--criterion", "path"][..]),
        ("Numbers", "gcd", &["--criterion", "block-2"]),
        ("Numbers", "gcdInTwo", &["--criterion", "path"]),
        ("Simp", "simplify", &["--criterion", "block-2"]),
        ("Simp", "simplify", &["--criterion", "loop-2"]),
        ("Simp", "simplifyInTwo", &["--criterion", "path"]),
        ("Simp", "three", &three),
    ] {
        let named = ["--class", class, "--method", method];
        let options = [&named[..], options].concat();
        let run = generate(&subject("Simp.java"), &options);
        for mode in COMPOSED {
            let composed = [&options[..], &["--calls", mode]].concat();
            let composed = generate(&subject("Simp.java"), &composed);
            assert_eq!(whole_paths(&composed), whole_paths(&run), "{mode} {class}.{method}");
            assert_eq!(composed.losses(), Vec::<String>::new(), "{mode} {class}.{method}");
        }
    }
}

/// Both ways to compose calls.
const COMPOSED: [&str; 2] = ["summaries", "specialized"];

/// Every method of a class, run and composed: the same paths, and how many calls were composed.
fn compare_class(file: &str, class: &str, options: &[&str]) -> (usize, u64) {
    let named = ["--class", class, "--visibility", "package"];
    let options = [&named[..], options].concat();
    let run = generate(&subject(file), &options);
    let count = COMPOSED.map(|mode| {
        let composed = generate(&subject(file), &[&options[..], &["--calls", mode]].concat());
        assert_eq!(whole_paths(&composed), whole_paths(&run), "{mode} {class} {options:?}");
        assert_eq!(composed.losses(), run.losses(), "{mode} {class} {options:?}");
        let calls =
            composed.methods.iter().filter_map(|method| method["calls"]["summarized"].as_array());
        calls.flatten().filter_map(|method| method["composed"].as_u64()).sum()
    });
    (run.methods.len(), count.into_iter().min().unwrap_or_default())
}

#[test]
fn data_structures_have_the_same_cases_composed() {
    const CLASSES: &[&str] = &[
        "Link",
        "LinkStack",
        "ArrayStack",
        "LinkQueue",
        "SinglyList",
        "DNode",
        "PositionList",
        "Sequence",
        "Entry",
        "Order",
        "Ascending",
        "ByParity",
        "PriorityPair",
        "HeapQueue",
        "TreeNode",
        "SearchTree",
    ];
    for criterion in ["block-2", "block-3"] {
        let (mut methods, mut composed) = (0, 0);
        for class in CLASSES {
            let found = compare_class("Structures.java", class, &["--criterion", criterion]);
            methods += found.0;
            composed += found.1;
        }
        assert!(methods >= 60 && composed >= 500, "{methods} methods, {composed} calls");
    }
}

#[test]
fn objects_and_classes_of_the_caller_are_those_of_the_method() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Shared.java");
    std::fs::write(&file, SHARED).expect("written");
    for inputs in ["fields", "api"] {
        for aliasing in ["on", "off", "symbolic"] {
            let options = ["--class", "Shared", "--visibility", "package", "--criterion", "loop-2"];
            let options = [&options[..], &["--inputs", inputs, "--aliasing", aliasing]].concat();
            let run = generate(&file, &options);
            for mode in COMPOSED {
                let composed = generate(&file, &[&options[..], &["--calls", mode]].concat());
                assert_eq!(whole_paths(&composed), whole_paths(&run), "{mode} {options:?}");
                assert_eq!(composed.losses(), run.losses(), "{mode} {options:?}");
            }
        }
    }
}

#[test]
fn the_figures_of_the_thesis_on_composition() {
    let cases = |class: &str, method: &str, options: &[&str]| {
        let [asked, whole] = COMPOSED.map(|mode| {
            let named = ["--class", class, "--method", method, "--calls", mode];
            generate(&subject("Simp.java"), &[&named[..], options].concat()).cases.len()
        });
        assert_eq!(asked, whole, "{class}.{method}");
        asked
    };
    assert_eq!(cases("Numbers", "abs", &["--criterion", "path"]), 2);
    // The thesis has numbers without bounds: those of the input are so small that nothing wraps around.
    let range = ["--criterion", "path", "--range", "-1000..1000"];
    assert_eq!(cases("Numbers", "gcdInTwo", &range), 13);
    assert_eq!(cases("Simp", "simplify", &["--criterion", "block-2"]), 5);
    assert_eq!(cases("Simp", "simplifyInTwo", &range), 14);
    let apart = ["--requires", "Simp.areThree", "--aliasing", "off"];
    assert_eq!(cases("Simp", "three", &[&range[..], &apart].concat()), 2_744);
    let model = ["--model", "java.lang.System.arraycopy=Copies.copy"];
    let options = ["--criterion", "block-2", "--aliasing", "off"];
    assert_eq!(cases("Simp", "simp", &[&options[..], &model].concat()), 8);
}

#[test]
fn a_model_is_listed_and_has_to_fit() {
    let named = ["--class", "Simp", "--method", "simp"];
    let with = |model: &str| {
        let model = ["--model", model];
        let options = [&named[..], &["--criterion", "block-2"], &model].concat();
        Run::of(command(&subject("Simp.java")).args(options))
    };
    let run = with("java.lang.System.arraycopy=Copies.copy");
    assert!(run.stdout.contains("trusted as given: java.lang.System.arraycopy=Copies.copy"));
    for (model, message) in [
        ("java.lang.System.arraycopy=Copies.fits", "must be static and have the descriptor"),
        ("java.lang.System.arraycopy=Copies.none", "Copies has no method none"),
        ("java.lang.System.arraycopy=Copies.circular", "calls the method that it stands for"),
        ("Copies.copy=Copies.copy", "in a circle"),
        ("arraycopy", "expected METHOD=MODEL"),
    ] {
        let run = with(model);
        assert_eq!(run.code, Some(2), "{model}: {}", run.stderr);
        assert!(run.stderr.contains(message), "{model}: {}", run.stderr);
    }
}

// ---- messages ----

#[test]
fn what_does_not_go_together_is_said() {
    let with = |options: &[&str]| {
        let named = ["--class", "Locate", "--method", "top"];
        Run::of(command(&subject("Locate.java")).args(named).args(options))
    };
    for (options, message) in [
        (&["--abstract", "Locate.locate"][..], "--abstract needs --calls lazy"),
        (&["--calls", "lazy", "--abstract", "locate"], "expected methods such as"),
        (&["--calls", "lazy", "--abstract", "Lexer.*"], "no method of that name is called"),
        (&["--calls", "lazy", "--partition", "auto"], "does not go together with --partition"),
        (&["--calls", "lazy", "--backtrack", "reexecute"], "with --backtrack reexecute"),
        (&["--calls", "lazy", "--criterion", "branch"], "--criterion branch does not go together"),
        (
            &["--errors-only", "--criterion", "statement"],
            "with --errors-only, which is about paths",
        ),
        (&["--calls", "lazily"], "expected run, lazy, summaries or specialized"),
    ] {
        let run = with(options);
        assert_eq!(run.code, Some(2), "{options:?}: {}", run.stderr);
        assert!(run.stderr.contains(message), "{options:?}: {}", run.stderr);
    }
}

#[test]
fn a_summary_tells_conditions_results_and_effects() {
    let simplify = ["--class", "Simp", "--method", "simplify", "--criterion", "block-2"];
    let summarize = |options: &[&str]| {
        let mut command = margay();
        command.arg("summarize").arg(subject("Simp.java")).args(simplify).args(options);
        Run::of(&mut command)
    };
    let run = summarize(&["--format", "json"]);
    let second = run.stdout.lines().nth(1).expect("a line between the first and the last");
    let summary: Value = serde_json::from_str(second).expect("JSON");
    let cases = summary["cases"].as_array().expect("cases");
    assert_eq!(cases.len(), 5, "{}", run.stdout);
    let thrown: Vec<&Value> = cases.iter().filter(|case| case["ends"] != "returns").collect();
    assert_eq!(thrown.len(), 1);
    assert_eq!(thrown[0]["ends"], "throws java.lang.ArithmeticException");
    assert_eq!(thrown[0]["effects"], Value::Array(Vec::new()));
    let writes = |case: &&Value| case["effects"].to_string().contains("this.n = ");
    assert!(cases.iter().filter(|case| case["ends"] == "returns").any(|case| writes(&case)));
    let text = summarize(&[]).stdout;
    assert!(text.starts_with("Simp.simplify()V: 5 cases"), "{text}");
    assert!(text.contains("this.d == 0"), "{text}");
    let wrong = summarize(&["--criterion", "branch"]);
    assert_eq!(wrong.code, Some(2), "{}", wrong.stderr);
}

#[test]
fn only_cases_that_throw() {
    for mode in ["run", "summaries"] {
        let named = ["--class", "Simp", "--method", "simplify", "--criterion", "block-2"];
        let all = generate(&subject("Simp.java"), &[&named[..], &["--calls", mode]].concat());
        let options = ["--calls", mode, "--errors-only"];
        let errors = generate(&subject("Simp.java"), &[&named[..], &options].concat());
        assert_eq!((all.cases.len(), errors.cases.len()), (5, 1), "{mode}");
        assert_eq!(errors.cases[0]["outcome"]["class"], "java.lang.ArithmeticException");
        assert_eq!(errors.losses(), Vec::<String>::new());
    }
}

#[test]
fn methods_with_objects_have_the_cases_of_the_thesis() {
    for (method, cases) in [("m", 3), ("comp", 3), ("q", 18)] {
        for mode in ["run", "summaries", "specialized"] {
            let named = ["--class", "Foos", "--method", method, "--criterion", "path"];
            let found = generate(&subject("Foos.java"), &[&named[..], &["--calls", mode]].concat());
            assert_eq!(found.cases.len(), cases, "{method} {mode}: {}", found.run.stderr);
        }
    }
    // Whatever the methods do that it calls, there is one way through this one.
    // Every way in which four references, and those that they lead to, can be the same or not.
    let named = ["--class", "Foos", "--method", "r", "--criterion", "path", "--max-paths", "50000"];
    let found = generate(&subject("Foos.java"), &[&named[..], &["--calls", "summaries"]].concat());
    assert_eq!(found.cases.len(), foos::paths(), "{}", found.run.stderr);
    let named = ["--class", "Foos", "--method", "r", "--criterion", "path"];
    let lazy = ["--calls", "lazy", "--abstract", "Foos.q"];
    let found = generate(&subject("Foos.java"), &[&named[..], &lazy].concat());
    assert_eq!(found.cases.len(), 1, "{}", found.run.stderr);
}

/// The thesis has 18,013 cases of `r`. They are what composition gives that looks at the heap alone, and takes any object for
/// a new one: [`foos::loose_compositions`] says what is wrong with it.
#[test]
fn the_number_of_the_thesis_is_that_of_a_looser_composition() {
    let mut command = margay();
    command.arg("summarize").arg(subject("Foos.java"));
    command.args(["--method", "q", "--criterion", "path", "--format", "json"]);
    let run = Run::of(&mut command);
    let second = run.stdout.lines().nth(1).expect("a line between the first and the last");
    let summary: Value = serde_json::from_str(second).expect("JSON");
    let cases = summary["cases"].as_array().expect("cases");
    let conditions = |case: &Value| -> Vec<String> {
        let conditions = case["condition"].as_array().expect("conditions").iter();
        conditions.map(|text| text.as_str().expect("a text").to_owned()).collect()
    };
    let found = foos::loose_compositions(&cases.iter().map(conditions).collect::<Vec<_>>());
    assert_eq!((found.cases, found.possible, found.different), (18_013, 12_760, 10_570));
}
