//! `margay generate`: the figures of the thesis on PET, the same result whichever way it is
//! found, every path once and none too many, and the command as users meet it.

mod common;
#[path = "common/generated.rs"]
mod generated;

use common::{Run, compile, jdk, repository};
use generated::{command, files, generate};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

fn pet(file: &str) -> PathBuf {
    repository("tests/java/generate/pet").join(file)
}

// ---- figures ----

#[track_caller]
fn check_figure(file: &str, class: &str, method: &str, options: &[&str], cases: usize) {
    let named = ["--class", class, "--method", method];
    let found = generate(&pet(file), &[&named, options].concat());
    assert_eq!(found.cases.len(), cases, "{method} {options:?}: {}", found.run.stderr);
    assert_eq!((found.losses(), found.run.code), (Vec::new(), Some(0)));
}

#[test]
fn list() {
    check_figure("List.java", "List", "remAll", &["--criterion", "block-2"], 7);
    check_figure(
        "List.java",
        "List",
        "remAll",
        &["--criterion", "block-2", "--aliasing", "off"],
        5,
    );
}

#[test]
fn rational() {
    let options = ["--class", "Rational", "--method", "simplify", "--criterion", "block-2"];
    let found = generate(&pet("Rational.java"), &options);
    assert_eq!((found.cases.len(), found.returned()), (5, 4));
    let thrown: Vec<_> =
        found.cases.iter().filter_map(|c| c["outcome"]["class"].as_str()).collect();
    assert_eq!(thrown, ["java.lang.ArithmeticException"]);
}

#[test]
fn lcm() {
    for (criterion, cases) in [("block-2", 9), ("loop-1", 9), ("loop-2", 15)] {
        // Products of remainders take the solver long: the figure is no matter of time.
        let options =
            ["--criterion", criterion, "--range", "-1000..1000", "--method-timeout", "900"];
        check_figure("Rational.java", "Arithmetics", "lcm", &options, cases);
    }
    for criterion in ["block-2", "loop-1"] {
        let options = ["--criterion", criterion];
        check_figure("Rational.java", "Arithmetics", "lcm", &options, 11);
    }
}

#[test]
fn multiples() {
    let options = ["--class", "Multiples", "--method", "multiples", "--criterion", "loop-4"];
    let found = generate(&pet("Multiples.java"), &options);
    assert_eq!((found.cases.len(), found.returned()), (61, 54));
}

#[test]
fn powers() {
    check_figure("Powers.java", "Powers", "arraypow", &["--criterion", "loop-2"], 10);
}

// ---- one result ----

#[test]
fn every_run_writes_the_same_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let written = ["one", "two", "three"].map(|name| {
        let out = folder.path().join(name);
        let way = if name == "three" { "reexecute" } else { "checkpoint" };
        let options = ["--method", "remAll", "--criterion", "loop-2", "--format"];
        let formats = ["junit,json,coverage,dot", "--backtrack", way, "--out"];
        let target = pet("List.java");
        let run = Run::of(command(&target).args(options).args(formats).arg(&out));
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let relative = |(path, content): (PathBuf, Vec<u8>)| {
            let path = path.strip_prefix(&out).expect("a file of the folder").to_path_buf();
            let content = String::from_utf8(content).expect("text");
            // Paths that run again from their start take more steps.
            let effort = content.lines().filter(|line| !line.contains("\"queries\""));
            (path, effort.collect::<Vec<_>>().join("\n"))
        };
        files(&out).into_iter().map(relative).collect::<Vec<_>>()
    });
    assert!(written[0].len() > 10, "only {} files", written[0].len());
    assert_eq!(written[0], written[1], "two runs");
    assert_eq!(written[0], written[2], "two ways of going back");
}

// ---- every path, once ----

/// Results of each method of `Exhaustive`, by brute force, with the number of inputs.
fn brute_force(classes: &std::path::Path) -> BTreeMap<(String, String), u64> {
    let run = Run::of(Command::new(jdk().java).arg("-cp").arg(classes).arg("Exhaustive"));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let count = words[2].parse().expect("a count");
        ((words[0].to_owned(), words[1].to_owned()), count)
    };
    run.stdout.lines().map(line).collect()
}

/// On programs with finitely many inputs the paths are those of brute force.
#[test]
fn paths_are_those_that_all_inputs_together_take() {
    let source = repository("tests/java/generate/exhaustive/Exhaustive.java");
    let classes = compile(&jdk(), &[source]);
    let all = brute_force(&classes);
    let methods: std::collections::BTreeSet<&String> =
        all.keys().map(|(method, _)| method).collect();
    assert_eq!(methods.len(), 9);
    for method in methods {
        let bounds = ["--max-array", "2", "--max-string", "2", "--max-list", "2"];
        let options = ["--class", "Exhaustive", "--method", method, "--criterion", "path"];
        let range = ["--range", "-20..20"];
        let found = generate(&classes, &[&options[..], &bounds, &range].concat());
        assert_eq!((found.losses(), found.run.code), (Vec::new(), Some(0)), "{method}");
        let result = |case: &serde_json::Value| {
            let outcome = &case["outcome"];
            outcome["class"].as_str().map_or(outcome["value"].to_string(), str::to_owned)
        };
        let mut results: Vec<String> = found.cases.iter().map(result).collect();
        results.sort();
        results.dedup();
        let wanted: Vec<&str> =
            all.keys().filter(|(m, _)| m == method).map(|(_, result)| result.as_str()).collect();
        let mut wanted = wanted;
        wanted.sort_unstable();
        assert_eq!(results, wanted, "{method}");
        let mut conditions: Vec<String> =
            found.cases.iter().map(|case| case["condition"].to_string()).collect();
        conditions.sort();
        conditions.dedup();
        assert_eq!(
            conditions.len(),
            found.cases.len(),
            "{method}: paths differ in what they assume"
        );
    }
}

/// Each input satisfies the condition of exactly one path: the conditions are Java, so Java counts.
#[test]
fn conditions_part_the_inputs() {
    let source = repository("tests/java/generate/exhaustive/Exhaustive.java");
    let classes = compile(&jdk(), std::slice::from_ref(&source));
    let inputs = [
        (
            "bytes",
            "byte a, byte b",
            "for (int a = -128; a < 128; a++) for (int b = -128; b < 128; b++) CHECK((byte) a, (byte) b);",
        ),
        (
            "divide",
            "byte a, byte b",
            "for (int a = -128; a < 128; a++) for (int b = -128; b < 128; b++) CHECK((byte) a, (byte) b);",
        ),
        (
            "ranges",
            "int a, int b",
            "for (int a = -20; a <= 20; a++) for (int b = -20; b <= 20; b++) CHECK(a, b);",
        ),
    ];
    let mut program = String::from("public class Parts {\n");
    let mut calls = String::new();
    for (method, parameters, loops) in inputs {
        let options = ["--class", "Exhaustive", "--method", method, "--criterion", "path"];
        let range = ["--range", "-20..20"];
        let found = generate(&classes, &[&options[..], &range].concat());
        program.push_str(&format!("  static void {method}({parameters}) {{\n    int paths = 0;\n"));
        for case in &found.cases {
            let conditions = case["condition"].as_array().expect("conditions");
            let all: Vec<String> =
                conditions.iter().map(|c| format!("({})", c.as_str().expect("text"))).collect();
            let all = if all.is_empty() { "true".to_owned() } else { all.join(" && ") };
            program.push_str(&format!("    if ({all}) paths++;\n"));
        }
        program.push_str(
            "    if (paths != 1) throw new AssertionError(a + \",\" + b + \": \" + paths);\n  }\n",
        );
        calls.push_str(&format!("    {}\n", loops.replace("CHECK", method)));
    }
    program.push_str(&format!("  public static void main(String[] args) {{\n{calls}  }}\n}}\n"));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Parts.java");
    std::fs::write(&file, program).expect("a file");
    let run = Run::of(Command::new(jdk().java).arg(&file));
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
}

// ---- bad input ----

const BAD: &str = "
abstract class Bad {
    abstract int open(int n);
    native int alien(int n);
    static int endless(int n) { return n == 0 ? 0 : endless(n + 1) + 1; }
    static int forever(int n) { while (n != n + 1) { n++; } return n; }
    static int explode(boolean[] a, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) { if (a[i]) sum += i; }
        return sum;
    }
    static int lacks(Missing m) { return m == null ? 1 : m.size(); }
}
class Missing { int size() { return 0; } }
";

/// The class `Bad`, without the other one.
fn bad() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("Bad.java");
    std::fs::write(&source, BAD).expect("a file");
    let compiled = compile(&jdk(), &[source]);
    let classes = folder.path().join("classes");
    std::fs::create_dir(&classes).expect("a folder");
    std::fs::copy(compiled.join("Bad.class"), classes.join("Bad.class")).expect("a class");
    (folder, classes)
}

fn on_bad(options: &[&str]) -> Run {
    let (_folder, classes) = bad();
    Run::of(command(&classes).args(["--class", "Bad"]).args(options))
}

#[track_caller]
fn check_refused(options: &[&str], words: &[&str]) {
    let run = on_bad(options);
    assert_eq!((run.stdout.as_str(), run.code), ("", Some(2)), "{}", run.stderr);
    for words in words {
        assert!(run.stderr.contains(words), "{words:?} is not in: {}", run.stderr);
    }
}

#[test]
fn methods_without_code_are_refused() {
    check_refused(&["--method", "open"], &["is abstract", "--class"]);
    check_refused(&["--method", "alien"], &["is native"]);
}

#[test]
fn a_method_that_is_not_there() {
    check_refused(&["--method", "endles"], &["endles", "endless"]);
    check_refused(&["--method", "endless(J)I"], &["endless(I)I"]);
}

#[test]
fn a_class_that_is_not_there() {
    let run = on_bad(&["--method", "lacks"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    // Not even null can be given to it by a test that compiles.
    assert!(run.stdout.contains("(--cp) lacks Missing"), "{}", run.stdout);
    let (_folder, classes) = bad();
    let run = Run::of(command(&classes).args(["--class", "Worse"]));
    assert_eq!(run.code, Some(2), "{}", run.stdout);
    assert!(run.stderr.contains("Worse"), "{}", run.stderr);
}

#[test]
fn what_does_not_end_is_cut() {
    for method in ["endless", "forever"] {
        let run = on_bad(&["--method", method]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(run.stdout.contains("cut by a bound"), "{method}: {}", run.stdout);
    }
}

#[test]
fn budgets_end_an_explosion_and_keep_what_was_found() {
    let (_folder, classes) = bad();
    let options = ["--class", "Bad", "--method", "explode", "--criterion", "path"];
    let found = generate(&classes, &[&options[..], &["--max-paths", "40"]].concat());
    assert_eq!((found.run.code, found.cases.len()), (Some(4), 40));
    let stopped = found.methods[0]["losses"]["stopped"].as_str().expect("a reason");
    assert!(stopped.contains("stopped by max-paths after 40 paths"), "{stopped}");
    let options = [&options[..], &["--max-array", "64", "--max-paths", "100000000"]].concat();
    let found = generate(&classes, &[&options[..], &["--timeout", "1"]].concat());
    assert_eq!(found.run.code, Some(4), "{}", found.run.stderr);
    assert!(!found.cases.is_empty(), "nothing was found in a second");
}

// ---- inputs ----

fn subject(class: &str, options: &[&str]) -> generated::Generated {
    let source = repository("tests/java/generate/subjects").join(format!("{class}.java"));
    let class = format!("subjects.{class}");
    let bounds = ["--class", &class, "--max-string", "3", "--max-list", "2"];
    generate(&source, &[&bounds[..], options].concat())
}

/// Lambdas, optionals, builders of texts, big numbers and iterators: every branch is taken.
#[test]
fn objects_of_the_class_library_are_made() {
    for (method, cases) in [
        ("named", 4),
        ("bounded", 4),
        ("graded", 4),
        ("holds", 3),
        ("length", 3),
        ("twice", 2),
        ("least", 3),
        ("combined", 4),
        ("isShort", 3),
        ("present", 4),
        ("number", 4),
        ("found", 3),
        ("digit", 6),
        ("absolute", 6),
        ("sum", 6),
        ("counted", 4),
    ] {
        let found = subject("Made", &["--method", method]);
        assert_eq!((found.losses(), found.run.code), (Vec::new(), Some(0)), "{method}");
        assert_eq!(found.cases.len(), cases, "{method}");
    }
    let appended = subject("Made", &["--method", "appended"]);
    let texts: Vec<&str> =
        appended.cases.iter().filter_map(|case| case["after"]["b"]["holds"].as_str()).collect();
    for wanted in ["#atrue", "#afalse"] {
        assert!(texts.contains(&wanted), "{wanted} is not in {texts:?}");
    }
}

/// Called on an object whose class overrides it, a method would be another one.
#[test]
fn receivers_are_of_classes_that_do_not_override_the_method() {
    let found = subject("Overriding", &["--method", "state"]);
    let classes: Vec<&str> =
        found.cases.iter().filter_map(|case| case["before"]["this"]["class"].as_str()).collect();
    assert!(!classes.is_empty() && !classes.contains(&"subjects.Overriding$Fixed"), "{classes:?}");
    let found = subject("Overriding", &["--method", "agrees"]);
    let thrown = found.cases.iter().filter_map(|case| case["outcome"]["class"].as_str());
    assert!(thrown.collect::<Vec<_>>().contains(&"java.lang.UnsupportedOperationException"));
}

/// `Named extends Typed<String, Integer>`: what it inherits is of these types.
#[test]
fn inherited_fields_are_of_the_types_that_the_class_fixes() {
    let found = subject("Typed", &["--method", "number"]);
    let mut named = 0;
    for case in &found.cases {
        let typed = &case["before"]["typed"];
        if typed["class"] == "subjects.Typed$Named" {
            named += 1;
            let left = &typed["fields"]["subjects.Typed.left"];
            assert!(left.is_null() || left.is_string(), "{left}");
        }
    }
    assert!(named >= 3, "{named} cases");
    assert_eq!(found.losses(), Vec::<String>::new());
}

/// A supplier of integers supplies no texts.
#[test]
fn objects_have_the_type_arguments_that_are_wanted() {
    let found = subject("Typed", &["--method", "orElse", "--max-paths", "50"]);
    let others: Vec<&str> =
        found.cases.iter().filter_map(|case| case["before"]["other"]["class"].as_str()).collect();
    assert!(others.contains(&"java.util.function.Supplier"), "{others:?}");
    assert!(!others.contains(&"subjects.Typed$Numbers"), "{others:?}");
}

/// `private final List<Integer> items = new ArrayList<>()` is never null.
#[test]
fn what_constructors_always_make_is_not_null() {
    for (method, cases, crashes) in [("isSmall", 2, 0), ("length", 2, 1)] {
        let found = subject("Finals", &["--method", method]);
        let returned = found.returned();
        assert_eq!((found.cases.len(), found.cases.len() - returned), (cases, crashes), "{method}");
        for case in &found.cases {
            let recipe = case["recipe"].as_array().expect("steps");
            assert_eq!(recipe[0]["step"], "construct", "{recipe:?}");
        }
    }
    let found = subject("Finals", &["--method", "isCounted"]);
    assert_eq!(found.returned(), found.cases.len());
    // What is only passed on is seen by the caller.
    for (method, field, object) in [("items", "items", "arrayList0"), ("all", "counts", "hashMap0")]
    {
        let found = subject("Finals", &["--method", method]);
        let held = &found.cases[0]["before"]["this"]["fields"][field]["$ref"];
        assert_eq!(held, object, "{method}");
    }
    let found = subject("Finals", &["--method", "lock"]);
    assert_eq!(found.cases.len(), 0);
    assert!(found.losses()[0].contains("no java.util.concurrent.Semaphore can be made"));
}

/// What the clock or an identity hash code decides is no test.
#[test]
fn what_differs_from_run_to_run_is_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("Varying.java");
    let text = "public class Varying {
        public static boolean drawn() { return new java.util.Random().nextInt(1000) == 5; }
        public static int random() { return new java.util.Random().nextInt(); }
        public static long time() { return System.currentTimeMillis(); }
        public static int digits(Object o) { return o.toString().length(); }
        public static boolean fixed(int x) { System.nanoTime(); return x > 3; }
    }";
    std::fs::write(&source, text).expect("a file");
    for (method, cases, losses) in
        [("random", 0, 1), ("time", 0, 1), ("fixed", 2, 0), ("drawn", 1, 0)]
    {
        let found = generate(&source, &["--method", method]);
        assert_eq!((found.cases.len(), found.losses().len()), (cases, losses), "{method}");
    }
    let found = generate(&source, &["--method", "digits"]);
    let losses = found.losses();
    assert!(
        losses.iter().any(|loss| loss.contains("depends on identity hash codes")),
        "{losses:?}"
    );
}

/// A class whose initializer needs what is not supported is never taken for one that is ready.
#[test]
fn a_class_that_cannot_be_initialised_has_no_tests() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("Packer.java");
    let text = "public class Packer {
        static final Object PACKER = new java.util.zip.Deflater();
        public static boolean first(int x) { return PACKER == null && x > 3; }
        public static boolean second(int x) { return PACKER == null && x > 3; }
    }";
    std::fs::write(&source, text).expect("a file");
    let found = generate(&source, &[] as &[&str]);
    assert_eq!((found.cases.len(), found.methods.len()), (0, 2));
    let losses = found.losses();
    assert_eq!(losses.len(), 2, "{losses:?}");
    for loss in losses {
        assert!(
            loss.contains("compresses data (native method") && loss.contains("at Packer.<clinit>"),
            "{loss}"
        );
        assert!(!loss.contains("\\n"), "{loss}");
    }
}

/// What a JVM unpacks in native code is not guessed.
#[test]
fn packed_resources_are_refused() {
    let target = std::path::Path::new("java.lang.Character");
    let found = generate(target, &["--method", "getName"]);
    let losses = found.losses();
    assert!(losses.iter().any(|loss| loss.contains("compresses data")), "{losses:?}");
    let mut thrown = found.cases.iter().filter_map(|case| case["outcome"]["class"].as_str());
    assert!(thrown.all(|class| class == "java.lang.IllegalArgumentException"));
}

// ---- which method ----

#[test]
fn a_method_is_found_in_the_only_class_that_has_it() {
    let sources = ["Typed", "Made", "Overriding"]
        .map(|class| repository("tests/java/generate/subjects").join(format!("{class}.java")));
    let classes = compile(&jdk(), &sources);
    let found = generate(&classes, &["--method", "present"]);
    assert_eq!((found.cases.len(), found.run.code), (4, Some(0)), "{}", found.run.stderr);
    let several = Run::of(command(&classes).args(["--method", "number"]));
    assert_eq!(several.code, Some(2));
    for words in ["several classes", "--class subjects.Made", "subjects.Typed"] {
        assert!(several.stderr.contains(words), "{}", several.stderr);
    }
    let none = Run::of(command(&classes).args(["--method", "presents"]));
    assert_eq!(none.code, Some(2));
    for words in ["no class of the target has a method presents", "did you mean present?"] {
        assert!(none.stderr.contains(words), "{}", none.stderr);
    }
}
