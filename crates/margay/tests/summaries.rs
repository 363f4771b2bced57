//! Summaries that are kept from one run to the next, and summaries that are given.

mod common;
#[path = "common/generated.rs"]
mod generated;

use common::{Run, repository};
use generated::{Generated, command};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Generates test cases as JSON, and hears what is said beside them.
fn generate(target: &Path, options: &[&str]) -> Generated {
    let run = Run::of(command(target).args(options).args(["--format", "json"]));
    let lines = run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let (cases, others): (Vec<Value>, Vec<Value>) =
        lines.partition(|line: &Value| line.get("case").is_some());
    let methods = others.into_iter().filter(|line| line.get("cases").is_some()).collect();
    Generated { run, cases, methods }
}

/// The options of all runs with a folder for summaries.
fn kept(folder: &Path) -> Vec<String> {
    let folder = folder.display().to_string();
    ["--calls", "summaries", "--summaries", &folder].map(str::to_owned).to_vec()
}

fn structures() -> PathBuf {
    repository("tests/java/generate/calls/Structures.java")
}

/// A run on a class of the data structures.
fn run_on(file: &Path, class: &str, folder: &Path, more: &[&str]) -> Generated {
    let named = ["--class", class, "--visibility", "package", "--criterion", "block-2"];
    let kept = kept(folder);
    let all: Vec<&str> = named
        .into_iter()
        .chain(kept.iter().map(String::as_str))
        .chain(more.iter().copied())
        .collect();
    generate(file, &all)
}

/// What the last line on standard error says of the folder: how many were reused, and how many made.
fn counts(found: &Generated) -> (u64, u64) {
    let line = found.run.stderr.lines().find(|line| line.contains("summaries in "));
    let line = line.unwrap_or_else(|| panic!("{}", found.run.stderr));
    let number = |before: &str| {
        let words = line.split(before).next().and_then(|text| text.rsplit(' ').next());
        words.and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{line}"))
    };
    (number(" reused"), number(" made"))
}

/// All files of a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let all = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let read = |entry: fs::DirEntry| {
        (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).expect("a file"))
    };
    all.map(read).collect()
}

/// What was found, but for whether summaries were there before.
fn cases(found: &Generated) -> Vec<String> {
    found.cases.iter().map(ToString::to_string).collect()
}

#[test]
fn a_second_run_makes_no_summary() {
    let folder = tempfile::tempdir().expect("a folder");
    for class in ["LinkQueue", "PriorityPair", "SearchTree", "Sequence"] {
        let place = folder.path().join(class);
        let first = run_on(&structures(), class, &place, &[]);
        let (reused, made) = counts(&first);
        assert!(reused == 0 && made > 0, "{class}: {}", first.run.stderr);
        let written = files(&place);
        assert_eq!(written.len() as u64, made, "{class}");
        let second = run_on(&structures(), class, &place, &[]);
        assert_eq!(counts(&second), (made, 0), "{class}: {}", second.run.stderr);
        assert_eq!(cases(&second), cases(&first), "{class}");
        assert_eq!(files(&place), written, "{class}");
        // Whoever makes them, they are the same bytes; and so is what is said.
        let other = folder.path().join(format!("{class} by two"));
        let by_two = run_on(&structures(), class, &other, &["--jobs", "2"]);
        assert_eq!((counts(&by_two), files(&other)), ((0, made), written), "{class}");
        assert_eq!(cases(&by_two), cases(&first), "{class}");
        let again = run_on(&structures(), class, &other, &["--jobs", "2"]);
        assert_eq!(counts(&again), (made, 0), "{class}");
        let is_reused = again.methods.iter().all(|method| {
            let all = method["calls"]["summarized"].as_array();
            all.is_none_or(|all| all.iter().all(|method| method["reused"] == true))
        });
        assert!(is_reused, "{class}");
    }
}

/// Whichever of the summaries is there already, those made beside it are the same bytes.
#[test]
fn summaries_made_beside_a_kept_one_are_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    run_on(&structures(), "LinkQueue", folder.path(), &[]);
    let whole = files(folder.path());
    for kept in whole.keys() {
        let gone = whole.keys().filter(|file| *file != kept);
        gone.for_each(|file| fs::remove_file(folder.path().join(file)).expect("removed"));
        let run = run_on(&structures(), "LinkQueue", folder.path(), &[]);
        assert_eq!(counts(&run), (1, whole.len() as u64 - 1), "{kept}: {}", run.run.stderr);
        assert_eq!(files(folder.path()), whole, "{kept} was kept");
    }
}

/// A class on top, which calls two that have nothing to do with each other.
const LAYERS: [(&str, &str); 3] = [
    ("Top", "class Top { static int top(int x, int y) { return Left.left(x) + Right.right(y); } }"),
    (
        "Left",
        "class Left { static int left(int x) { return deep(x) > 3 ? 1 : 2; }
          static int deep(int x) { return x < 0 ? -x : x; } }",
    ),
    ("Right", "class Right { static int right(int y) { return y == 7 ? 5 : y; } }"),
];

#[test]
fn a_change_of_a_class_makes_what_depends_on_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (sources, kept_in) = (folder.path().join("src"), folder.path().join("kept"));
    fs::create_dir(&sources).expect("a folder");
    for (class, text) in LAYERS {
        fs::write(sources.join(format!("{class}.java")), text).expect("written");
    }
    let run = |more: &[&str]| {
        let kept = kept(&kept_in);
        let named = ["--class", "Top", "--method", "top"];
        let all: Vec<&str> = named
            .into_iter()
            .chain(kept.iter().map(String::as_str))
            .chain(more.iter().copied())
            .collect();
        generate(&sources, &all)
    };
    let first = run(&[]);
    assert_eq!(counts(&first), (0, 3), "{}", first.run.stderr);
    assert_eq!(first.cases.len(), 8);
    let changed = LAYERS[2].1.replace("y == 7", "y > 7");
    fs::write(sources.join("Right.java"), changed).expect("written");
    let second = run(&[]);
    assert_eq!(counts(&second), (2, 1), "{}", second.run.stderr);
    assert!(
        second.run.stderr.contains("1 made (1 because code has changed)"),
        "{}",
        second.run.stderr
    );
    assert_ne!(cases(&second), cases(&first));
    // The old one is gone: there is one file for a method.
    assert_eq!(files(&kept_in).len(), 3);
    assert_eq!(counts(&run(&[])), (3, 0));
    // Options that change what is found have summaries of their own.
    assert_eq!(counts(&run(&["--criterion", "block-2"])), (0, 3));
    assert_eq!(counts(&run(&[])), (3, 0));
    let other = run(&["--criterion", "block-2"]);
    assert_eq!(counts(&other), (3, 0));
    // A subclass of what a method is given may be an input.
    let shape =
        "class Right { static int right(int y) { return y == 7 ? 5 : y; } int own() { return 1; }
          static int of(Right right) { return right == null ? 0 : right.own(); } }";
    fs::write(sources.join("Right.java"), shape).expect("written");
    assert_eq!(counts(&run(&[])), (2, 1));
    let below = "class Below extends Right { int own() { return 2; } }";
    fs::write(sources.join("Below.java"), below).expect("written");
    let top = LAYERS[0].1.replacen("{", "{ static Object below() { return new Below(); }", 1);
    fs::write(sources.join("Top.java"), top).expect("written");
    assert_eq!(counts(&run(&[])), (2, 1));
}

/// A class whose methods do not all call each other.
const METHODS: &str = "class Methods {
    static int top(int x) { return deep(x) > 3 ? thrown(x) : x; }
    static int deep(int x) { return x < 0 ? -x : x; }
    static int thrown(int x) { if (x == 9) { throw new IllegalStateException(); } return 2; }
    static int other(int x) { return x == 1 ? 7 : apart(x); }
    static int apart(int x) { return x > 5 ? 1 : 2; }
}";

#[test]
fn a_change_of_a_method_makes_what_calls_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, kept_in) = (folder.path().join("Methods.java"), folder.path().join("kept"));
    let run = |text: &str| {
        fs::write(&file, text).expect("written");
        let kept = kept(&kept_in);
        let kept: Vec<&str> = kept.iter().map(String::as_str).collect();
        generate(&file, &[&["--class", "Methods", "--visibility", "package"][..], &kept].concat())
    };
    let first = run(METHODS);
    assert_eq!(counts(&first), (0, 3), "{}", first.run.stderr);
    // Not what it is called with, not where it stands, and not what is beside it.
    let body = METHODS.replace("x == 1 ? 7", "x == 2 ? (int) Math.sqrt(8) + \"more\".length()");
    assert_eq!(counts(&run(&body)), (3, 0));
    let moved =
        METHODS.replace("class Methods {", "class Methods {\n\n    static void more() { }\n");
    let second = run(&moved);
    assert_eq!(counts(&second), (3, 0), "{}", second.run.stderr);
    let changed = METHODS.replace("x > 5 ? 1", "x > 6 ? 1");
    assert_eq!(counts(&run(&changed)), (2, 1));
    let changed = changed.replace("x < 0 ? -x", "x < 1 ? -x");
    let third = run(&changed);
    assert_eq!(counts(&third), (2, 1), "{}", third.run.stderr);
    // A field is part of every object.
    let changed = changed.replace("class Methods {", "class Methods { int field;");
    assert_eq!(counts(&run(&changed)), (0, 3));
    // What is there says where its exceptions were thrown.
    let composed = run(&changed);
    assert_eq!(counts(&composed), (3, 0));
    let plain = generate(&file, &["--class", "Methods", "--visibility", "package"]);
    assert_eq!(cases(&composed).len(), cases(&plain).len());
    let bytes = composed.methods.iter().flat_map(|method| {
        let all = method["calls"]["summarized"].as_array().cloned().unwrap_or_default();
        all.into_iter().filter_map(|method| method["bytes"].as_u64())
    });
    assert!(bytes.clone().count() > 0 && bytes.into_iter().all(|bytes| bytes > 100));
}

/// What becomes of the bytes of a file.
type Damage<'a> = &'a dyn Fn(&[u8]) -> Vec<u8>;

#[test]
fn files_that_are_no_summaries_are_ignored() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = run_on(&structures(), "LinkQueue", folder.path(), &[]);
    let (_, made) = counts(&first);
    let written = files(folder.path());
    let damages: [(&str, Damage<'_>); 5] = [
        ("it is no summary of Margay", &|_| b"{}".to_vec()),
        ("it is no summary of Margay", &|_| Vec::new()),
        ("it is damaged", &|bytes| bytes[..bytes.len() - 9].to_vec()),
        ("stream did not contain valid UTF-8", &|bytes| [bytes, &[0xff]].concat()),
        ("it is the summary of something else", &|bytes| {
            String::from_utf8_lossy(bytes)
                .replacen("\"method\":\"", "\"method\":\"x", 1)
                .into_bytes()
        }),
    ];
    for (message, damage) in damages {
        for (name, bytes) in &written {
            fs::write(folder.path().join(name), damage(bytes)).expect("written");
        }
        fs::write(folder.path().join("README"), "of somebody else").expect("written");
        let found = run_on(&structures(), "LinkQueue", folder.path(), &[]);
        assert_eq!(counts(&found), (0, made), "{message}: {}", found.run.stderr);
        let told = found.run.stderr.lines().filter(|line| line.contains(message)).count();
        assert_eq!(told as u64, made, "{message}: {}", found.run.stderr);
        assert_eq!(cases(&found), cases(&first), "{message}");
        fs::remove_file(folder.path().join("README")).expect("nobody else touches it");
        assert_eq!(files(folder.path()), written, "{message}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "not a folder").expect("written");
    let with = |options: &[&str]| {
        Run::of(command(&structures()).args(["--class", "LinkQueue"]).args(options))
    };
    let place = file.display().to_string();
    let run = with(&["--calls", "summaries", "--summaries", &place]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("no summary can be kept there"), "{}", run.stderr);
    let place = folder.path().display().to_string();
    let run = with(&["--summaries", &place]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("--summaries needs --calls"), "{}", run.stderr);
}

// ---- cases that are done in one step ----

#[test]
fn a_specialized_case_branches_nowhere() {
    let foos = repository("tests/java/generate/calls/Foos.java");
    let of = |method: &str, mode: &str| {
        let named = ["--class", "Foos", "--method", method, "--criterion", "path", "--calls", mode];
        generate(&foos, &[&named[..], &["--max-paths", "200"]].concat())
    };
    let found = of("r", "specialized");
    let methods = found.methods[0]["calls"]["summarized"].as_array().expect("methods");
    let cases = |name: &str| {
        let method = methods.iter().find(|method| method["method"] == name);
        method.unwrap_or_else(|| panic!("{methods:?}"))["specialized"].as_array().expect("cases")
    };
    let (abs, q) = (cases("Foos.abs(I)I"), cases("Foos.q(LFoos;LFoos;)I"));
    assert_eq!((abs.len(), q.len()), (2, 18));
    // One returns what it is given, the other negates it first.
    let mut operations: Vec<u64> =
        abs.iter().filter_map(|case| case["operations"].as_u64()).collect();
    operations.sort_unstable();
    assert_eq!(operations, [2, 3]);
    let schedules: Vec<String> = q.iter().map(|case| case["schedule"].to_string()).collect();
    let with = |wanted: &str| schedules.iter().filter(|schedule| *schedule == wanted).count();
    let composed = ["[\"Foos.abs(I)I#0\"]", "[\"Foos.abs(I)I#1\"]"].map(with);
    assert_eq!((composed, with("[]")), ([2, 2], 14), "{schedules:?}");
    // A call has one decision, whatever its method asks.
    let simp = repository("tests/java/generate/calls/Simp.java");
    let effort = |mode: &str| {
        let named = ["--class", "Simp", "--method", "simplifyInTwo", "--criterion", "path"];
        let found = generate(&simp, &[&named[..], &["--calls", mode]].concat());
        let decisions = found.cases.iter().filter_map(|case| case["decisions"].as_str());
        let steps = found.methods[0]["steps"].as_u64().expect("a number");
        (steps, decisions.map(|path| path.split(',').count()).sum::<usize>())
    };
    let ((run, asked), (composed, whole)) = (effort("run"), effort("specialized"));
    assert!(composed < run, "{composed} of {run} steps");
    assert!(0 < whole && 3 * whole < 2 * asked, "{whole} of {asked} decisions");
}

// ---- summaries that are given ----

/// Writes a summary of a method.
fn given(folder: &Path, text: &str) -> String {
    let file = folder.join("given.json");
    fs::write(&file, text).expect("written");
    file.display().to_string()
}

#[test]
fn a_summary_of_native_code_is_given() {
    let simp = repository("tests/java/generate/calls/Simp.java");
    // Table 3.2 of the thesis.
    let file = repository("tests/java/generate/calls/arraycopy.json").display().to_string();
    for mode in ["run", "summaries", "specialized"] {
        let named = ["--class", "Simp", "--method", "simp", "--criterion", "block-2"];
        let options = ["--aliasing", "off", "--calls", mode, "--summary", &file];
        let found = generate(&simp, &[&named[..], &options].concat());
        assert_eq!(found.cases.len(), 8, "{mode}: {}", found.run.stderr);
        let trusted = &found.methods[0]["calls"]["trusted"];
        assert_eq!(trusted[0], format!("java.lang.System.arraycopy={file}"), "{mode}");
        // Nobody has said what happens to two elements.
        let losses = found.losses();
        assert!(losses.iter().any(|loss| loss.contains("no case of the summary")), "{losses:?}");
    }
}

/// What can be said of a method that has no code.
const NATIVE: &str = "class Native {
    int count;
    static native int sign(int x);
    native boolean take(int[] all, long most);
    static int twice(int x) { return sign(x) == sign(-x) ? 0 : sign(x); }
    int taken(int[] all) { return take(all, 7) ? count : -1; }
}";

#[test]
fn cases_may_return_write_and_throw() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Native.java");
    fs::write(&file, NATIVE).expect("written");
    let text = r#"
        {"method": {"class": "Native", "name": "sign", "descriptor": "(I)I"}, "parameters": ["x"], "cases": [
            {"condition": ["x > 0"], "ends": "returns 1", "effects": []},
            {"condition": ["x < 0"], "ends": "returns -1", "effects": []},
            {"condition": [], "ends": "returns 0", "effects": []}]}
        {"method": {"class": "Native", "name": "take"}, "parameters": ["all", "most"], "cases": [
            {"condition": ["all == null"], "ends": "throws IllegalStateException", "effects": []},
            {"condition": ["all.length > 0 && all[0] <= most"], "ends": "returns true",
             "effects": ["this.count = all[0]", "all[0] = this.count"]},
            {"condition": ["all.length >= 0"], "ends": "returns false", "effects": []}]}"#;
    let summary = given(folder.path(), text);
    let of = |method: &str| {
        let found =
            generate(&file, &["--class", "Native", "--method", method, "--summary", &summary]);
        assert_eq!(found.losses(), Vec::<String>::new(), "{method}");
        found
    };
    let results = |found: &Generated| {
        let mut all: Vec<String> =
            found.cases.iter().map(|case| case["outcome"].to_string()).collect();
        all.sort();
        all
    };
    // The smallest number has the sign of its opposite.
    let twice = of("twice");
    let values: std::collections::BTreeSet<i64> =
        twice.cases.iter().filter_map(|case| case["outcome"]["value"].as_i64()).collect();
    assert_eq!(values.into_iter().collect::<Vec<_>>(), [-1, 0, 1], "{:?}", results(&twice));
    assert_eq!(twice.cases.len(), 4, "{:?}", results(&twice));
    let taken = of("taken");
    assert_eq!(taken.cases.len(), 4, "{:?}", results(&taken));
    let thrown = taken.cases.iter().filter(|case| case["outcome"]["kind"] == "threw").count();
    assert_eq!(thrown, 1, "{:?}", results(&taken));
}

/// The cases of a summary exclude each other: of two that are the same object, and of classes.
#[test]
fn cases_with_aliases_and_classes_can_be_given() {
    let source = "class Twins {
        interface Kind { int of(); }
        static class One implements Kind { int n; public int of() { return 1; } }
        static class Two implements Kind { public int of() { return 2; } }
        int f;
        static int both(Twins x, Twins y) { x.f = 1; y.f = 2; return x.f; }
        static int useBoth(Twins x, Twins y) { return both(x, y) == 1 ? 10 : 20; }
        static int kind(Kind k) { return k instanceof One ? 7 : 8; }
        static int useKind(Kind k) { return kind(k) == 7 ? 30 : 40; }
    }";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Twins.java");
    fs::write(&file, source).expect("written");
    let named =
        |method: &'static str| ["--class", "Twins", "--method", method, "--criterion", "path"];
    for (summarized, user) in [("both", "useBoth"), ("kind", "useKind")] {
        let mut command = common::margay();
        command.arg("summarize").arg(&file).args(named(summarized)).args(["--format", "json"]);
        let summary = given(folder.path(), &Run::of(&mut command).stdout);
        let by_summary = generate(&file, &[&named(user)[..], &["--summary", &summary]].concat());
        let by_running = generate(&file, &named(user));
        let ends = |found: &Generated| {
            let ends = found.cases.iter().map(|case| case["outcome"]["value"].to_string());
            let mut ends: Vec<String> = ends.collect();
            ends.sort();
            ends
        };
        assert_eq!(ends(&by_summary), ends(&by_running), "{user}: {}", by_summary.run.stderr);
        assert_eq!(by_summary.losses(), Vec::<String>::new(), "{user}");
    }
}

#[test]
fn what_is_summarized_can_be_given() {
    let folder = tempfile::tempdir().expect("a folder");
    let simp = repository("tests/java/generate/calls/Simp.java");
    let mut command = common::margay();
    let named = ["--class", "Numbers", "--method", "abs", "--format", "json"];
    let document = Run::of(command.arg("summarize").arg(&simp).args(named)).stdout;
    let summary = given(folder.path(), &document);
    let named = ["--class", "Simp", "--method", "simplifyInTwo", "--criterion", "path"];
    let run = generate(&simp, &named);
    let by_summary = generate(&simp, &[&named[..], &["--summary", &summary]].concat());
    let ends = |found: &Generated| {
        let mut ends: Vec<String> =
            found.cases.iter().map(|case| case["outcome"]["kind"].to_string()).collect();
        ends.sort();
        ends
    };
    assert_eq!(ends(&by_summary), ends(&run), "{}", by_summary.run.stderr);
}

#[test]
fn a_summary_that_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let simp = repository("tests/java/generate/calls/Simp.java");
    let one = |class: &str, name: &str, more: &str| {
        format!(
            r#"{{"method": {{"class": "{class}", "name": "{name}"}}, "parameters": ["x"], {more}}}"#
        )
    };
    let case = |condition: &str, ends: &str, effect: &str| {
        let list = |text: &str| if text.is_empty() { String::new() } else { format!("\"{text}\"") };
        let (condition, effect) = (list(condition), list(effect));
        let case =
            format!(r#"{{"condition": [{condition}], "ends": "{ends}", "effects": [{effect}]}}"#);
        one("Numbers", "abs", &format!("\"cases\": [{case}]"))
    };
    for (text, message) in [
        ("{}".to_owned(), "it has no summary"),
        ("{\"cases\"".to_owned(), "it is no JSON"),
        (one("Numbers", "abs", "\"cases\": [], \"more\": 1"), "unknown field `more`"),
        (one("Numbers", "none", "\"cases\": []"), "Numbers has no method none"),
        (one("Absent", "none", "\"cases\": []"), "Absent"),
        (one("Numbers", "gcd", "\"cases\": []"), "it names 1 parameters, and the method has 2"),
        (one("Simp", "simplify", "\"cases\": []"), "it names 1 parameters, and the method has 0"),
        (case("x", "returns x", ""), "case 1, condition `x`: it is of type int, no condition"),
        (case("y > 0", "returns x", ""), "there is no `y`; visible there: x"),
        (case("x >", "returns x", ""), "something is missing at its end"),
        (case("", "returns", ""), "case 1, end `returns`: the method returns a int"),
        (case("", "returns x > 0", ""), "a boolean is no int"),
        (case("", "returns 5L", ""), "a long is no int"),
        (case("", "throws String", ""), "String is no exception"),
        (case("", "ends", ""), "expected `returns`, `returns VALUE` or `throws CLASS`"),
        (case("", "returns x", "x = 1"), "what is left of `=` is no field and no element"),
        (case("", "returns x", "x.y = 1"), "a int has no members"),
        (case("", "returns abs(x)", ""), "a case calls the method that it is of"),
        (
            case("", "returns x", "").replace("\"abs\"", "\"abs\", \"descriptor\": \"(J)J\""),
            "the method has another descriptor: (I)I",
        ),
        (
            case("", "returns x", "").replace("[\"x\"]", "[\"long x\"]"),
            "parameter x: a int is no long",
        ),
        (format!("{0}{0}", case("", "returns x", "")), "something else stands for the method too"),
    ] {
        let file = given(folder.path(), &text);
        let named = ["--class", "Simp", "--method", "simplify", "--summary", &file];
        let run = Run::of(command(&simp).args(named));
        assert_eq!(run.code, Some(2), "{text}: {}", run.stderr);
        assert!(run.stderr.contains(message), "{text}: {}", run.stderr);
        assert!(run.stderr.contains(&file), "{text}: {}", run.stderr);
    }
}

// ---- errors alone ----

/// The cases of all methods of a class that end with an exception, by their lines.
fn errors(target: &Path, class: &str, more: &[&str]) -> Vec<String> {
    let named = ["--class", class, "--visibility", "package", "--criterion", "block-2"];
    let found = generate(target, &[&named[..], more].concat());
    let thrown = found.cases.iter().filter(|case| case["outcome"]["kind"] == "threw");
    let text =
        |case: &Value| format!("{} {} {}", case["method"], case["trace"], case["outcome"]["class"]);
    let mut all: Vec<String> = thrown.map(text).collect();
    all.sort();
    all
}

#[test]
fn errors_alone_are_all_errors() {
    let (mut found, mut pruned) = (0, 0);
    for class in ["LinkStack", "ArrayStack", "PositionList", "HeapQueue", "SearchTree"] {
        let expected = errors(&structures(), class, &[]);
        for mode in ["run", "summaries", "specialized"] {
            let options = ["--errors-only", "--calls", mode];
            assert_eq!(errors(&structures(), class, &options), expected, "{class} {mode}");
        }
        found += expected.len();
        let named = ["--class", class, "--criterion", "block-2", "--errors-only"];
        let methods = generate(&structures(), &named).methods;
        let ways = methods.iter().filter_map(|method| method["guided"]["pruned"].as_u64());
        pruned += ways.sum::<u64>();
    }
    assert!(found > 10 && pruned > 0, "{found} errors, {pruned} ways not taken");
}

/// What raises exceptions that nobody sees in the code: an initialiser, the class library, a recursion, an array.
const HIDDEN: &str = "class Hidden {
    static class Bad { static int n = 1 / Integer.parseInt(\"0\"); static int m; }
    static int initializer(int x) { if (x > 3) { return Bad.m; } return x < 0 ? 1 : 2; }
    static int library(int x) { if (x == 5) { return Integer.parseInt(\"five\"); } return x > 9 ? 1 : 2; }
    static int endless(int x) { return x == 7 ? forever(x) : x > 9 ? 1 : 2; }
    static int forever(int x) { return 1 + forever(x); }
    static int caught(int x) { try { return 5 / x; } catch (ArithmeticException e) { return x == 0 ? 1 : 2; } }
    static int late(int x, int y) { int z = x > 0 ? 1 : 2; try { return z / y; } finally { if (x == 8) { z = 3; } } }
    static int never(int x) { return x > 0 ? x > 5 ? 1 : 2 : 3; }
}";

#[test]
fn hidden_errors_are_found_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Hidden.java");
    fs::write(&file, HIDDEN).expect("written");
    let expected = errors(&file, "Hidden", &[]);
    assert!(expected.len() >= 5, "{expected:?}");
    assert_eq!(errors(&file, "Hidden", &["--errors-only"]), expected);
    for mode in ["summaries", "specialized"] {
        let found = errors(&file, "Hidden", &["--errors-only", "--calls", mode]);
        assert_eq!(found, expected, "{mode}");
    }
    let named = ["--class", "Hidden", "--method", "never", "--errors-only"];
    let never = generate(&file, &named);
    assert_eq!((never.cases.len(), never.methods[0]["paths"].as_u64()), (0, Some(0)));
}
