//! The command line as users meet it: options, targets, messages, exit codes.

mod common;

use common::{Run, compile, jdk, jdk_since, margay, run};
use margay_ir::{World, parse};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/java/Sample.java");

/// The folder with the compiled sample.
static CLASSES: LazyLock<PathBuf> = LazyLock::new(|| compile(&jdk(), &[SOURCE.into()]));

/// `margay run Sample --cp CLASSES …`
fn sample<const N: usize>(options: [&str; N]) -> Run {
    let classes = CLASSES.to_str().expect("a path in UTF-8");
    run(["run", "Sample", "--cp", classes].into_iter().chain(options))
}

/// `margay run … --method M --args A… --quiet`
fn call(method: &str, args: &[&str]) -> Run {
    let mut command = margay();
    command.args(["run", "Sample", "--quiet", "--cp"]).arg(&*CLASSES).args(["--method", method]);
    if !args.is_empty() {
        command.arg("--args").args(args);
    }
    Run::of(&mut command)
}

#[track_caller]
fn check(found: &Run, stdout: &str, code: i32) {
    assert_eq!((found.stdout.as_str(), found.code), (stdout, Some(code)), "{}", found.stderr);
}

/// Refused with exit code 2, nothing on standard output, and these words on standard error.
#[track_caller]
fn check_usage(found: &Run, words: &[&str]) {
    check(found, "", 2);
    for words in words {
        assert!(found.stderr.contains(words), "{words:?} is not in: {}", found.stderr);
    }
}

// ---- methods, arguments, results ----

#[test]
fn methods_are_named_in_three_ways() {
    for method in ["fib", "fib(I)I", "fib(I)", "Sample.fib(I)I"] {
        check(&call(method, &["10"]), "returned 55\n", 0);
    }
    check(&call("over(J)J", &["-4"]), "returned -8\n", 0);
    check(&call("java.lang.Math.max(II)I", &["3", "-4"]), "returned 3\n", 0);
}

#[test]
fn arguments_and_results_of_all_kinds() {
    check(&call("join", &["[a, \"b,c\"]", "+", "true"]), "returned \"a+b,c+a+b,c\"\n", 0);
    check(&call("transpose", &["{{1,2,3},{4,5,6}}"]), "returned [[1, 4], [2, 5], [3, 6]]\n", 0);
    check(&call("initial", &["\"\\n\""]), "returned '\\n'\n", 0);
    check(&call("boxed", &["5", "null"]), "returned 5\n", 0);
    check(&call("boxed", &["5", "6"]), "returned 11\n", 0);
    let point = "Point{x=3, y=[GREEN, \"a\\\"b\", 'c', 2.5, null, 7]}";
    check(&call("point", &["3"]), &format!("returned {point}\n"), 0);
    let ring = "#1=Node{next=#2=Node{next=#1, other=null}, other=#2}";
    check(&call("ring", &[]), &format!("returned {ring}\n"), 0);
}

#[test]
fn output_and_steps_are_reported() {
    let found = sample(["--method", "half", "--args", "-3"]);
    let (report, steps) = found.stdout.rsplit_once("steps: ").expect("steps at the end");
    assert_eq!(report, "returned -1.5\n  halving -3.0\n  stderr: careful\n");
    assert!(steps.trim_end().parse::<u64>().is_ok_and(|steps| steps > 0), "{steps}");
}

#[test]
fn exceptions_have_a_stack_trace_and_causes() {
    let found = call("wrap", &["5"]);
    assert_eq!(found.code, Some(1));
    let lines: Vec<&str> = found.stdout.lines().collect();
    assert_eq!(lines[0], "threw java.lang.IllegalStateException: wrapped");
    assert!(lines[1].starts_with("\tat Sample.wrap(Sample.java:"), "{}", lines[1]);
    let cause =
        "Caused by: java.lang.ArrayIndexOutOfBoundsException: Index 5 out of bounds for length 2";
    assert_eq!(lines[2], cause);
    assert!(lines[3].starts_with("\tat java.base/java.util.Arrays$ArrayList.get("), "{}", lines[3]);
}

#[test]
fn containers_are_shown_with_what_they_hold() {
    let node = "#1=Node{item=7, next=null, prev=null}";
    let text = format!("returned LinkedList{{modCount=0, size=1, first={node}, last=#1}}\n");
    check(&call("queue", &["7"]), &text, 0);
}

#[test]
fn instance_methods_run_on_a_new_object() {
    check(&call("next", &[]), "returned 42\n", 0);
    let found = call("Sample$Named.hello", &[]);
    check_usage(&found, &["no constructor without parameters", "hint: "]);
}

#[test]
fn methods_that_do_not_exist() {
    check_usage(&call("fibb", &["1"]), &["no method fibb", "did you mean 'fib(I)I'?"]);
    check_usage(&call("fib(J)J", &["1"]), &["no method fib(J)J", "it has 'fib(I)I'"]);
    check_usage(&call("over", &["1"]), &["several methods", "'over(I)J' or 'over(J)J'"]);
    check_usage(&call("zzzzzz", &[]), &["no method zzzzzz", "it has 'next()I'"]);
    check_usage(&call("Nope.fib", &[]), &["there is no class Nope"]);
    check_usage(&call("<init>", &[]), &["cannot be called by itself"]);
}

#[test]
fn arguments_that_do_not_fit() {
    check_usage(&call("fib", &[]), &["the method takes (int), and 0 are given"]);
    check_usage(&call("fib", &["x"]), &["argument 1: `x` is not a value of type int"]);
    check_usage(&call("fib", &["3000000000"]), &["out of range"]);
    check_usage(&call("transpose", &["[[1],2]"]), &["expected an array such as [1,2,3]"]);
}

// ---- main ----

#[test]
fn main_gets_its_arguments() {
    check(&sample(["one", "two words"]), "2 [one, two words]\n", 0);
    check(&sample(["--", "-v", "--all"]), "2 [-v, --all]\n", 0);
}

#[test]
fn exit_codes_of_the_program_pass_through() {
    check(&sample(["exit", "7"]), "2 [exit, 7]\n", 7);
    check(&sample(["exit", "0"]), "2 [exit, 0]\n", 0);
    check(&call("exit", &["9"]), "exited 9\n", 0);
}

#[test]
fn what_is_not_supported_is_refused_with_its_place() {
    let found = sample(["thread"]);
    check(&found, "1 [thread]\n", 3);
    assert!(found.stderr.contains("unsupported: the program starts a thread"), "{}", found.stderr);
    assert!(found.stderr.contains("\tat Sample.thread(Sample.java:"), "{}", found.stderr);
}

// ---- choices ----

const PICKED: &str = "\
decisions=0,0 -> returned 10
  picking
  from 3
decisions=0,1 -> returned 11
  picking
  from 3
decisions=2 -> failed: three
  picking
  from 3
";

#[test]
fn all_outcomes_are_listed() {
    for backtrack in ["checkpoint", "reexecute"] {
        let options = ["--method", "pick", "--args", "3", "--all", "--backtrack", backtrack];
        let found = sample(options);
        check(&found, PICKED, 1);
        let summary = "3 outcomes, 1 dropped by assume, 1 failure, 0 exceptions, ";
        assert!(found.stderr.starts_with(summary), "{}", found.stderr);
    }
}

#[test]
fn the_first_outcomes_are_enough() {
    let found = sample(["--method", "pick", "--args", "3", "--all", "--limit", "1"]);
    check(&found, "decisions=0,0 -> returned 10\n  picking\n  from 3\n", 0);
    assert!(found.stderr.contains("stopped by --limit after 1 outcome"), "{}", found.stderr);
}

#[test]
fn choices_without_a_search_take_their_first_alternative_and_say_so() {
    let found = sample(["pick"]);
    check(&found, "1 [pick]\npicking\nfrom 310\n", 0);
    let note = "the program made 2 choices; the first alternative of each was taken";
    assert!(found.stderr.contains(note), "{}", found.stderr);
    assert_eq!(sample(["pick", "--quiet"]).stderr, "");
}

#[test]
fn decisions_name_an_outcome() {
    let found = sample(["pick", "--decisions", "0,1"]);
    check(&found, "1 [pick]\npicking\nfrom 311\n", 0);
    assert_eq!(found.stderr, "");
    let failed = sample(["pick", "--decisions", "2"]);
    check(&failed, "1 [pick]\npicking\nfrom 3", 1);
    assert_eq!(failed.stderr, "failed: three\n");
    let dropped = sample(["pick", "--decisions", "1"]);
    check(&dropped, "1 [pick]\npicking\nfrom 3", 0);
    assert!(dropped.stderr.contains("dropped by Margay.assume"), "{}", dropped.stderr);
}

#[test]
fn decisions_that_lead_nowhere() {
    let method = ["--quiet", "--method", "pick", "--args", "3", "--decisions"];
    let with = |decisions: &'static str| {
        let [a, b, c, d, e, f] = method;
        sample([a, b, c, d, e, f, decisions])
    };
    check_usage(&with("5"), &["decision 1 takes alternative 5, but that choice has only 3"]);
    check_usage(&with("0,0,0"), &["the path ends after 2 of the 3 decisions given"]);
    check_usage(&with("0,x"), &["`x` is not an alternative"]);
}

#[test]
fn json_has_one_object_a_line() {
    let found = sample(["--method", "pick", "--args", "3", "--all", "--format", "json"]);
    assert_eq!((found.code, found.stderr.as_str()), (Some(1), ""));
    let lines = |run: &Run| -> Vec<serde_json::Value> {
        run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let document = lines(&found);
    assert_eq!(document.len(), 5);
    assert_eq!(document[0]["kind"], "outcomes");
    assert_eq!(document[0]["run"]["method"], "pick");
    assert_eq!(document[2]["decisions"], "0,1");
    assert_eq!(document[2]["outcome"], serde_json::json!({ "kind": "returned", "value": "11" }));
    assert_eq!(document[2]["stdout"], "picking\nfrom 3");
    assert!(document[2]["steps"].as_u64().is_some_and(|steps| steps > 0));
    assert_eq!(document[3]["outcome"], serde_json::json!({ "kind": "failed", "message": "three" }));
    assert_eq!(document[4]["end"]["outcomes"]["outcomes"], 3);
    assert_eq!(document[4]["end"]["complete"], true);

    let found = sample(["--method", "wrap", "--args", "5", "--format", "json"]);
    let document = lines(&found);
    assert_eq!(document.len(), 3);
    assert_eq!(document[1]["outcome"]["exception"], "java.lang.IllegalStateException");
    assert_eq!(document[1]["outcome"]["message"], "wrapped");
    let place = document[1]["outcome"]["stack"][0].as_str().expect("a place");
    assert!(place.starts_with("Sample.wrap(Sample.java:"), "{place}");

    let forever = ["--method", "forever", "--max-steps", "1000", "--format", "json"];
    let document = lines(&sample(forever));
    assert_eq!(document.len(), 2, "there is no outcome");
    assert_eq!(document[1]["end"]["stopped"], "stopped by --max-steps after 1000 steps");
}

// ---- limits and budgets ----

#[test]
fn the_stack_is_limited() {
    check(&call("deep", &["2000"]), "returned 2000\n", 0);
    let found = sample(["--method", "deep", "--args", "2000", "--max-depth", "1000"]);
    assert_eq!(found.code, Some(1));
    let frame = "threw java.lang.StackOverflowError\n\tat Sample.deep(Sample.java:";
    assert!(found.stdout.starts_with(frame), "{}", found.stdout);
}

#[test]
fn the_heap_is_limited() {
    let with = |heap| sample(["--method", "big", "--args", "1000000", "-q", "--max-heap", heap]);
    check(&with("64m"), "returned 1000000\n", 0);
    let found = with("4m");
    assert_eq!(found.code, Some(1), "{}", found.stderr);
    let error = "threw java.lang.OutOfMemoryError: Java heap space\n";
    assert!(found.stdout.starts_with(error), "{}", found.stdout);
    check_usage(&with("much"), &["expected a size such as"]);
}

#[test]
fn time_is_limited() {
    let start = Instant::now();
    let found = sample(["forever", "--timeout", "0.5"]);
    assert!(start.elapsed() < Duration::from_secs(20));
    check(&found, "1 [forever]\nbegun\n", 4);
    assert!(found.stderr.contains("stopped by --timeout after 0.5 s"), "{}", found.stderr);
}

#[test]
fn steps_are_limited_and_what_was_found_is_kept() {
    let found = sample(["--method", "foreverAfterOne", "--all", "--max-steps", "100000"]);
    check(&found, "decisions=0 -> returned 1\n", 4);
    assert!(found.stderr.contains("stopped by --max-steps after 100000 steps"), "{}", found.stderr);
    let found = sample(["--method", "forever", "--max-steps", "1000"]);
    assert_eq!(found.code, Some(4));
}

#[cfg(unix)]
#[test]
fn control_c_keeps_what_was_found() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let mut child = margay()
        .args(["run", "Sample", "--method", "foreverAfterOne", "--all", "--cp"])
        .arg(&*CLASSES)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    stdout.read_line(&mut line).expect("the first outcome comes at once");
    assert_eq!(line, "decisions=0 -> returned 1\n");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(4));
    let mut stderr = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut stderr).expect("UTF-8");
    assert!(stderr.contains("1 outcome,") && stderr.contains("interrupted"), "{stderr}");
}

// ---- targets ----

#[test]
fn a_target_is_a_source_a_class_a_folder_or_a_jar() {
    let classes = &*CLASSES;
    let jar = classes.with_extension("jar");
    pack(classes, &jar);
    let class = classes.join("Sample.class");
    for target in [Path::new(SOURCE), &class, classes, &jar] {
        let found = Run::of(margay().arg("run").arg(target).arg("x"));
        check(&found, "1 [x]\n", 0);
    }
}

/// A class whose file says otherwise is found in a folder whichever class of that is meant; a file that does not compile
/// and that the class does not need is in nobody's way.
#[test]
fn a_folder_is_compiled_as_far_as_a_class_needs_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("written");
    };
    write("Main.java", "class Main { public static void main(String[] a) { Helper.greet(); } }");
    write("Others.java", "class Helper { static void greet() { System.out.println(1); } }");
    let main = || Run::of(margay().arg("run").arg(folder.path()).args(["--class", "Main"]));
    check(&main(), "1\n", 0);
    write("Helper.java", "class Helper { static void greet() { System.out.println(2); } }");
    write("Others.java", "class Broken { int x = ; }");
    check(&main(), "2\n", 0);
}

/// Packs a folder of classes into a jar, with the JDK's own tool.
fn pack(classes: &Path, jar: &Path) {
    let tool = jdk().home.join("bin/jar");
    let mut command = std::process::Command::new(tool);
    command.arg("cfe").arg(jar).arg("Sample").arg("-C").arg(classes).arg(".");
    assert!(command.status().expect("jar runs").success());
}

#[test]
fn targets_that_are_none() {
    check_usage(&run(["run", "no/such/File.java"]), &["no/such/File.java"]);
    check_usage(&run(["run", "no-such.jar"]), &["no-such.jar"]);
    check_usage(&run(["run", "NoSuchClassAnywhere"]), &["there is no class NoSuchClassAnywhere"]);
    check_usage(&run(["run", "java.lang.Math"]), &["has no `public static void main"]);
    let empty = tempfile::tempdir().expect("a temporary folder");
    let path = empty.path().to_str().expect("UTF-8");
    check_usage(&run(["run", path]), &["--class"]);
    std::fs::write(empty.path().join("Bad.java"), "class Bad { int x = true; }").expect("written");
    let bad = empty.path().join("Bad.java");
    check_usage(&Run::of(margay().arg("run").arg(bad)), &["Bad.java:1", "boolean"]);
    std::fs::write(empty.path().join("Bad.class"), [0xCA, 0xFE]).expect("written");
    let bad = empty.path().join("Bad.class");
    check_usage(&Run::of(margay().arg("run").arg(bad)), &["Bad.class is not a class file"]);
}

#[test]
fn a_jdk_is_taken_at_its_word() {
    check_usage(
        &sample(["--jdk", "no/such/jdk"]),
        &["no/such/jdk is not a usable JDK", "with --jdk"],
    );
    let Some(newer) = jdk_since(25) else {
        return common::skip("no JDK 25 found: only one JDK was tried");
    };
    for jdk in [jdk(), newer] {
        let home = jdk.home.to_str().expect("UTF-8");
        check(&sample(["--jdk", home, "x"]), "1 [x]\n", 0);
    }
}

// ---- the rest ----

#[test]
fn ir_is_printed() {
    let classes = CLASSES.to_str().expect("UTF-8");
    let ir = |options: &[&str]| {
        let mut args = vec!["ir", "Sample", "--cp", classes];
        args.extend(options);
        run(args)
    };
    let one = ir(&["--method", "fib"]);
    assert_eq!(one.code, Some(0));
    assert!(one.stdout.starts_with("function Sample.fib(I)I: (i32) -> i32 {\n"), "{}", one.stdout);
    // A class is printed in the form that files of programs have.
    for class in ["Sample", "Sample.Point"] {
        let all = ir(&["--class", class]);
        let mut world = World::default();
        let read = parse::program(&all.stdout, &mut world);
        let read = read.unwrap_or_else(|error| panic!("{error}\n{}", all.stdout));
        assert_eq!(read.classes.len(), 1);
    }
    check_usage(&ir(&["--method", "nothing"]), &["has no method nothing"]);
    check_usage(&run(["ir", "java.lang.Object", "--method", "hashCode"]), &["is native"]);
}

#[test]
fn help_has_examples_and_exit_codes() {
    for (command, words) in [("run", "margay run Queens.java --all"), ("ir", "margay ir Fib.java")]
    {
        let found = run([command, "--help"]);
        assert_eq!(found.code, Some(0));
        assert!(found.stdout.contains(words), "{}", found.stdout);
    }
    assert!(run(["--help"]).stdout.contains("Exit codes:"));
    check_usage(&run(["fly"]), &["unrecognized subcommand"]);
    check_usage(&sample(["--args", "1"]), &["--method"]);
}

#[test]
fn the_same_bytes_every_time() {
    for options in [vec!["--all", "--format", "json"], vec!["--all"], vec![]] {
        let once = || {
            let mut command = margay();
            command.args(["run", "Sample", "--method", "pick", "--cp"]).arg(&*CLASSES);
            Run::of(command.args(["--args", "5"]).args(&options))
        };
        assert_eq!(once(), once());
    }
}
