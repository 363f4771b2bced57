//! `margay check` and `margay svcomp` as users meet them, and small verification tasks with their verdicts.

mod common;

use common::{Run, check_all, javac, jdk, margay, repository, run};
use margay_java::check::{CheckOptions, Checked, Property, Verdict};
use margay_java::generate::Watching;
use margay_java::{Budget, Limits, Session, Target};
use margay_jvm::platform::StandardInput;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const SOURCE: &str = "public class Bank {
    static int abs(int x) { return x < 0 ? -x : x; }
    static boolean isPositive(int x) { return abs(x) >= 0; }
    static boolean isEvenTwice(int x) { return (x + x) % 2 == 0; }
    static boolean small(int a) { return a >= 0 && a < 100; }
    static boolean high(int a) { return a > 1000; }
    static boolean grown(int a, int result) { return result > a; }
    static int next(int a) { return a + 1; }
    static int third(int[] a) { return a[2]; }
    static void sum(int n) { int s = 0; for (int i = 0; i < n; i++) s++; assert s >= 0; }
    static void last(int n) { Object o = null; for (int i = 0; i < n; i++) o = new Object(); assert n <= 0 || o != null; }
    static void clock() { assert System.nanoTime() != 5; }
    static void text(String s) { assert !\"cat\".equals(s); }
    static void longText(String s) { assert s == null || s.length() < 100; }
}
";

fn bank() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Bank.java");
    fs::write(&file, SOURCE).expect("a file");
    (folder, file)
}

/// The exit code and the first word of what is printed.
#[track_caller]
fn verdict(options: &[&str], expected: (&str, i32)) -> String {
    let (_folder, file) = bank();
    let args = [&["check", file.to_str().expect("a path")], options].concat();
    let run = run(args);
    let word = run.stdout.split_whitespace().next().unwrap_or_default();
    assert_eq!((word, run.code), (expected.0, Some(expected.1)), "{}{}", run.stdout, run.stderr);
    run.stdout
}

#[test]
fn each_verdict_has_its_exit_code() {
    verdict(&["--method", "isEvenTwice", "--property", "true"], ("PROVED", 0));
    let refuted = verdict(&["--method", "isPositive", "--property", "true"], ("REFUTED", 1));
    assert!(refuted.contains("x = -2147483648"), "{refuted}");
    let bounded = verdict(&["--method", "longText"], ("BOUNDED", 5));
    assert!(bounded.contains("strings of up to 6 Latin-1 characters"), "{bounded}");
    let unknown = verdict(&["--method", "clock"], ("UNKNOWN", 6));
    assert!(unknown.contains("may depend on"), "{unknown}");
    verdict(&["--method", "text"], ("REFUTED", 1));
}

#[test]
fn loops_without_an_end_are_proved_within_bounds() {
    let bounded = verdict(&["--method", "last", "--max-rounds", "12"], ("BOUNDED", 5));
    assert!(bounded.contains("up to 12 rounds"), "{bounded}");
}

#[test]
fn loops_over_numbers_are_proved_by_invariants_that_are_told() {
    let proved = verdict(&["--method", "sum"], ("PROVED", 0));
    assert!(proved.contains("the loop at Bank.sum(Bank.java:"), "{proved}");
    assert!(proved.contains("s >= 0") || proved.contains("i >= 0"), "{proved}");
}

/// 2^40 paths, if each condition doubled them.
#[test]
fn conditions_that_do_not_depend_on_each_other_are_one_path() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Many.java");
    let conditions: String =
        (0..40).map(|i| format!("        if ((a >> {i} & 1) == 1) n++;\n")).collect();
    let source = format!(
        "public class Many {{\n    static void m(long a) {{\n        int n = 0;\n{conditions}        \
         assert n <= 40;\n    }}\n}}\n"
    );
    fs::write(&file, source).expect("a file");
    let run = run(["check", file.to_str().expect("a path"), "--method", "m"]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout.contains("its only path") || run.stdout.contains("all 2 paths"),
        "{}",
        run.stdout
    );
}

#[test]
fn contracts() {
    let method = ["--method", "next", "--ensures", "grown"];
    verdict(&method, ("REFUTED", 1));
    verdict(&[&method[..], &["--requires", "small"]].concat(), ("PROVED", 0));
}

#[test]
fn a_violated_contract_has_a_test_that_fails() {
    let (folder, file) = bank();
    let out = folder.path().join("out");
    let options = ["--method", "next", "--ensures", "grown", "--requires", "high", "--verify"];
    let args = [&["check", file.to_str().expect("a path")], &options[..]].concat();
    let run = run([&args[..], &["--out", out.to_str().expect("a path")]].concat());
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    let test = fs::read_to_string(out.join("BankTest.java")).expect("a test");
    for line in [
        "if (!Bank.high(Integer.MAX_VALUE)) {",
        "int result = Bank.next(Integer.MAX_VALUE);",
        "assertTrue(Bank.grown(Integer.MAX_VALUE, result));",
    ] {
        assert!(test.contains(line), "{line}: {test}");
    }
}

#[test]
fn exceptions_by_their_class() {
    let method = ["--method", "third", "--property"];
    let wrong = "no-exceptions=java.lang.NullPointerException";
    verdict(&[&method[..], &[wrong]].concat(), ("REFUTED", 1));
    let other = "no-exceptions=java.lang.ArithmeticException";
    verdict(&[&method[..], &[other]].concat(), ("BOUNDED", 5));
}

#[test]
fn values_that_a_program_asks_for_are_shown_and_run_on_the_jvm() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Ask.java");
    let source = "import margay.Margay;\npublic class Ask {\n  public static void main(String[] a) {\n    \
                  int x = Margay.anyInt();\n    boolean b = Margay.anyBoolean();\n    \
                  String s = Margay.anyString(3);\n    \
                  assert x != 77 || b || !s.equals(\"ab\");\n  }\n}\n";
    fs::write(&file, source).expect("a file");
    let found = run(["check", file.to_str().expect("a path"), "--verify"]);
    assert_eq!(found.code, Some(1), "{}{}", found.stdout, found.stderr);
    assert!(found.stdout.contains("int 77 asked for at Ask.main(Ask.java:4)"), "{}", found.stdout);
    assert!(found.stderr.contains("the JVM shows it too"), "{}", found.stderr);
}

#[test]
fn documents_and_findings() {
    let (folder, file) = bank();
    let out = folder.path().join("out");
    let options = ["--method", "isPositive", "--property", "true", "--format", "json,sarif,junit"];
    let target = [&["check", file.to_str().expect("a path")], &options[..]].concat();
    let run = run([&target[..], &["--out", out.to_str().expect("a path")]].concat());
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let document = fs::read_to_string(out.join("verdicts.jsonl")).expect("a document");
    assert!(document.contains("\"kind\":\"refuted\""), "{document}");
    let log = fs::read_to_string(out.join("verdicts.sarif")).expect("findings");
    let log: serde_json::Value = serde_json::from_str(&log).expect("JSON");
    assert_eq!(log["runs"][0]["results"][0]["level"], "error");
    let test = fs::read_to_string(out.join("BankTest.java")).expect("a test");
    assert!(
        test.contains("Bank.isPositive(-2147483648)") || test.contains("Integer.MIN_VALUE"),
        "{test}"
    );
    assert!(test.contains("assertTrue(result)"), "{test}");
}

#[test]
fn verdicts_are_read_as_test_runners_write_theirs() {
    let (folder, file) = bank();
    let out = folder.path().join("out");
    let options =
        ["--method", "isPositive", "--property", "true", "--format", "junit-xml", "--out"];
    let target = [&["check", file.to_str().expect("a path")], &options[..]].concat();
    let run = run([&target[..], &[out.to_str().expect("a path")]].concat());
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let xml = fs::read_to_string(out.join("verdicts.xml")).expect("verdicts");
    assert!(xml.contains("tests=\"1\" failures=\"1\" errors=\"0\" skipped=\"0\""), "{xml}");
    assert!(xml.contains("<testcase classname=\"Bank\" name=\"isPositive\">"), "{xml}");
    assert!(xml.contains("<failure message="), "{xml}");
}

#[test]
fn suspected_crashes_are_findings_at_their_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = "src/main/java/demo/Crash.java";
    let source = "package demo; public class Crash {\n    public static int length(String s) {\n        return s.length();\n    }\n}\n";
    fs::create_dir_all(folder.path().join("src/main/java/demo")).expect("a folder");
    fs::write(folder.path().join(file), source).expect("a file");
    let out = folder.path().join("out");
    let options = ["generate", file, "--format", "sarif", "--out", "out"];
    let run = Run::of(margay().args(options).current_dir(folder.path()));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let log = fs::read_to_string(out.join("crashes.sarif")).expect("findings");
    let log: serde_json::Value = serde_json::from_str(&log).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let results = &log["runs"][0]["results"];
    assert_eq!(results.as_array().map(Vec::len), Some(1), "{log}");
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(
        (&place["artifactLocation"]["uri"], &place["region"]["startLine"]),
        (&file.into(), &3.into())
    );
}

#[test]
fn tests_with_parameters_are_for_all_of_their_values() {
    let folder = tempfile::tempdir().expect("a folder");
    let annotation = |path: &str, name: &str, members: &str| {
        let package = path.replace('/', ".");
        let text = format!(
            "package {package};\nimport java.lang.annotation.*;\n\
             @Target({{ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE_USE}})\n\
             @Retention(RetentionPolicy.RUNTIME) public @interface {name} {{ {members} }}\n"
        );
        fs::create_dir_all(folder.path().join(path)).expect("a folder");
        fs::write(folder.path().join(path).join(format!("{name}.java")), text).expect("a file");
    };
    annotation("net/jqwik/api", "Property", "");
    annotation("net/jqwik/api", "ForAll", "");
    let range = "int min() default 0; int max() default Integer.MAX_VALUE;";
    annotation("net/jqwik/api/constraints", "IntRange", range);
    annotation("net/jqwik/api/constraints", "Positive", "");
    annotation("net/jqwik/api/constraints", "NotEmpty", "");
    let file = folder.path().join("Props.java");
    let source = "import net.jqwik.api.*;\nimport net.jqwik.api.constraints.*;\nclass Props {\n\
        @Property boolean holds(@ForAll @IntRange(min = -5, max = 9) int x) { return x * x <= 81; }\n\
        @Property void fails(@ForAll @IntRange(max = 9) int x) { if (x == 7) throw new RuntimeException(); }\n\
        @Property boolean above(@ForAll @Positive short x) { return x > 0; }\n\
        @Property boolean open(@ForAll @NotEmpty String s) { return s.length() > 0; }\n\
        @Property boolean inside(@ForAll java.util.List<@Positive Integer> l) { return l.get(0) > 0; }\n}\n";
    fs::write(&file, source).expect("a file");
    let run = run(["check", file.to_str().expect("a path")]);
    let words: Vec<&str> =
        run.stdout.lines().filter(|line| !line.starts_with(' ')).map(|line| &line[..7]).collect();
    let expected = ["PROVED ", "REFUTED", "PROVED ", "UNKNOWN", "UNKNOWN"];
    assert_eq!(words, expected, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("x = 7"), "{}", run.stdout);
}

/// What a JVM may do otherwise, or what only some inputs have, must not be taken for granted.
#[test]
fn what_another_jvm_does_otherwise_is_not_proved() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Other.java");
    let source = "import java.lang.ref.WeakReference;
        public class Other {
            static void weak() { assert new WeakReference<>(new Object()).get() != null; }
            static void rounded() { assert Math.log10(3.7) == LOG; }
            static void exact() { assert Math.pow(2, 10) == 1024 && Math.log10(1000) == 3; }
            static void boxes(Integer a, Integer b) { if (a != null && b != null && a.intValue() == b.intValue()) assert a != b; }
            static void beside(int n) throws Exception {
                int[] seen = {0};
                Thread thread = new Thread(() -> seen[0] = n);
                thread.start();
                seen[0] = 7;
                thread.join();
                assert seen[0] != 0;
            }
            static void dies(int n) throws Exception {
                Thread thread = new Thread(() -> { if (n == 3) throw new IllegalStateException(); });
                thread.start();
                thread.join();
                assert n != 3;
            }
        }";
    let log = format!("{:?}", 3.7f64.log10().next_up());
    fs::write(&file, source.replace("LOG", &log)).expect("a file");
    let said = |method: &str| {
        let run = run(["check", file.to_str().expect("a path"), "--method", method]);
        let word = run.stdout.split_whitespace().next().unwrap_or_default().to_owned();
        (word, run.stdout)
    };
    for (method, word, why) in [
        ("weak", "BOUNDED", "weakly"),
        ("rounded", "UNKNOWN", "functions of Math"),
        ("exact", "PROVED", "path"),
        ("boxes", "UNKNOWN", "compares references"),
        ("beside", "UNKNOWN", "does not wait for it at once"),
        ("dies", "UNKNOWN", "ends by an exception"),
    ] {
        let (found, text) = said(method);
        assert_eq!(found, word, "{method}: {text}");
        assert!(text.contains(why), "{method}: {text}");
    }
}

/// Checks each method of a class with each of the options, and compares the verdict and a word of what it says.
fn said_of_each(name: &str, source: &str, options: &[&[&str]], expected: &[(&str, &str, &str)]) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(format!("{name}.java"));
    fs::write(&file, source).expect("a file");
    for (method, word, why) in expected {
        for options in options {
            let check = ["check", file.to_str().expect("a path"), "--method", method];
            let run = run([&check[..], *options].concat());
            let found = run.stdout.split_whitespace().next().unwrap_or_default();
            assert_eq!(found, *word, "{method} {options:?}: {}{}", run.stdout, run.stderr);
            assert!(run.stdout.contains(why), "{method} {options:?}: {}", run.stdout);
        }
    }
}

/// Both ways to treat references of the input.
const BOTH: &[&[&str]] = &[&[], &["--aliasing", "symbolic"]];

/// What was there before a call: constants that a caller may pass, static fields that it may have set, classes
/// that it may have used.
#[test]
fn what_was_there_before_is_not_left_out() {
    let source = "public class Before {
            static int count;
            static final int LIMIT = Integer.parseInt(\"3\");
            static class First { static final int Y = Second.z() + 1; static int y() { return Y; } }
            static class Second { static final int Z = First.y() + 1; static int z() { return Z; } }
            static class Bad { static final int Q = 1 / Integer.parseInt(\"0\"); static int q() { return Q; } }
            enum Counted { ONE; int n; }
            static void order() { assert First.y() == 2; }
            static void failed() {
                try { Bad.q(); } catch (ExceptionInInitializerError first) { } catch (NoClassDefFoundError again) { assert false; }
            }
            static void unused(int n) { assert n * 0 == 0; }
            static void once(int n) { assert LIMIT == 3; }
            static void written(int n) { count = n; count++; assert count == n + 1; }
            static void perhaps(int n) { if (n > 3) count = 0; assert count == 0; }
            static void read(int n) { assert count == 0; }
            static void counted(Counted c) { if (c != null) assert c.n == 0; }
            static void values() { assert Counted.values()[0].n == 0; }
        }";
    let (as_set, unused) = ("static fields as", "nothing has used before");
    let expected = [
        ("order", "BOUNDED", unused),
        ("failed", "BOUNDED", unused),
        ("unused", "PROVED", "path"),
        ("once", "PROVED", "path"),
        ("written", "PROVED", "path"),
        ("perhaps", "BOUNDED", as_set),
        ("read", "BOUNDED", as_set),
        ("counted", "BOUNDED", as_set),
        ("values", "BOUNDED", as_set),
    ];
    said_of_each("Before", source, BOTH, &expected);
}

#[test]
fn references_may_be_all_that_a_caller_has() {
    let texts = "public class Texts {
            static void literal(String s) { assert s != \"abc\"; }
            static void two(String s, String t) { if (s != null) assert s != t; }
            static void made(String s) { assert s != new String(\"abc\"); }
        }";
    let own = "each is an object of its own";
    let expected = [("literal", "BOUNDED", own), ("two", "BOUNDED", own)];
    said_of_each("Texts", texts, BOTH, &expected);
    let constants = "public class Constants {
            enum Color { RED, GREEN }
            static void stream(Object o) { assert o != System.out; }
            static void other(Object o) { assert o != Color.RED; }
            static void color(Object o, Color c) { if (c != null) assert o != c; }
        }";
    let none = "no constants of the program";
    let expected =
        [("stream", "BOUNDED", none), ("other", "BOUNDED", none), ("color", "BOUNDED", none)];
    said_of_each("Constants", constants, BOTH, &expected);
    let wide = "public class Wide {
            static class A { int n; }
            interface I { }
            static class J implements I { int w; }
            static void first(Object o, A a) { if (a != null) assert o != a; }
            static void second(A a, Object o) { if (a != null) assert o != a; }
            static void alike(Object o, Object p) { if (p != null) assert o != p; }
            static void before(Object o, A a) { if (o != null) { o.getClass(); assert o != a; } }
            static void equal(Object o, A a) { if (o != null && o == a) assert a.n != 4; }
            static void element(Object[] o, A a) { if (o != null && o.length > 0 && a != null) assert o[0] != a; }
            static void array(Object o, int[] a) { if (a != null) assert o != a; }
            static void implemented(I o, J a) { if (a != null) assert o != a; }
            static void list(Object o, java.util.List<A> a) { if (a != null) assert o != a; }
            static void stored(Object[] o) { if (o != null && o.length > 0) o[0] = new A(); }
        }";
    let same = "AssertionError";
    let expected = [
        ("first", "REFUTED", same),
        ("second", "REFUTED", same),
        ("alike", "REFUTED", same),
        ("before", "REFUTED", same),
        ("equal", "REFUTED", same),
        ("element", "REFUTED", same),
        ("implemented", "REFUTED", same),
        ("stored", "BOUNDED", "declared with"),
    ];
    said_of_each("Wide", wide, BOTH, &expected);
    let colors = "public class Colors {
            enum Color { RED, GREEN }
            static void color(Color c) { if (c != null) assert c == Color.RED || c == Color.GREEN; }
        }";
    said_of_each("Colors", colors, BOTH, &[("color", "PROVED", "path")]);
    // Where references stay open, nothing else than objects with fields is both.
    let expected = [("array", "REFUTED", same), ("list", "REFUTED", same)];
    said_of_each("Wide", wide, &[&[]], &expected);
}

/// Only what runs is looked at: one method that compares references says nothing about another. And where numbers in
/// boxes are compared by reference, each small one is tried.
#[test]
fn boxes_are_those_of_a_jvm_where_somebody_can_tell() {
    let source = "public class Boxes {
            static void compared(int x) { Integer a = x; Integer b = x; assert a == b; }
            static void small(byte x) { Integer a = (int) x; Integer b = (int) x; assert a == b; }
            static void letter(char c) { Character a = c; Character b = c; assert a == b || c > 127; }
            static void wide(long x) { Long a = x; Long b = x; assert a != b || x >= -128 && x <= 127; }
            static void equal(int x) { Integer a = x; Integer b = x; assert a.equals(b); }
            static void kept(int x) { var list = new java.util.ArrayList<Integer>(); list.add(x); assert list.get(0).equals(x); }
            static void text(String s) { assert s != \"abc\"; }
            static void length(String s) { assert s == null || s.length() >= 0; }
        }";
    let expected = [
        ("compared", "REFUTED", "AssertionError"),
        ("small", "PROVED", "path"),
        ("letter", "PROVED", "path"),
        ("wide", "PROVED", "path"),
        ("equal", "PROVED", "path"),
        ("kept", "PROVED", "path"),
        ("text", "BOUNDED", "each is an object of its own"),
    ];
    said_of_each("Boxes", source, &[&[]], &expected);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Boxes.java");
    fs::write(&file, source).expect("a file");
    let run = run(["check", file.to_str().expect("a path"), "--method", "length"]);
    assert!(run.stdout.starts_with("BOUNDED"), "{}", run.stdout);
    assert!(!run.stdout.contains("object of its own"), "{}", run.stdout);
}

/// The solver is asked for the factors of a product of two primes, which takes it minutes. Ctrl-C does not wait for that.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_does_not_wait_for_the_solver() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Hard.java");
    let source = "public class Hard {
            public static void easy(int x) { assert x + 1 != x; }
            public static void hard(long x, long y) {
                if (x > 1 && y > 1 && x <= 0xffffffffL && y <= 0xffffffffL) assert x * y != 4093082899L * 2860486313L;
            }
        }";
    fs::write(&file, source).expect("a file");
    let out = folder.path().join("out");
    let mut command = margay();
    command.arg("check").arg(&file).args(["--method-timeout", "3000", "--out"]).arg(&out);
    let started = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = started.expect("the command starts");
    // Nothing else in it takes so many ticks of processor time.
    while ticks(child.id()) < 400 {
        assert!(child.try_wait().expect("a child").is_none(), "it ended by itself");
        std::thread::sleep(Duration::from_millis(20));
    }
    let interrupted = Instant::now();
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    let waited = interrupted.elapsed();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(4), "{text}");
    assert!(waited < Duration::from_secs(10), "{waited:?}: {text}");
    assert!(text.contains("PROVED   Hard.easy") && text.contains("UNKNOWN  Hard.hard"), "{text}");
    assert!(text.contains("the solver: interrupted at Hard.hard"), "{text}");
    let document = fs::read_to_string(out.join("verdicts.jsonl")).expect("the document");
    let end = "{\"end\":{\"complete\":false,\"stopped\":\"interrupted\"}}";
    assert_eq!(document.lines().count(), 4, "{document}");
    assert_eq!(document.lines().last(), Some(end), "{document}");
}

/// Processor time of a process, in the units of the system (mostly hundredths of a second).
#[cfg(target_os = "linux")]
fn ticks(process: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    after_name.skip(11).take(2).filter_map(|word| word.parse::<u64>().ok()).sum()
}

/// A class that was compiled again since another one that uses it: a JVM throws an `IllegalAccessError`.
#[test]
fn members_that_may_not_be_used_violate() {
    let folder = tempfile::tempdir().expect("a folder");
    let classes = folder.path().join("classes");
    let path = classes.to_str().expect("a path");
    let compile = |name: &str, source: &str| {
        let file = folder.path().join(format!("{name}.java"));
        fs::write(&file, source).expect("a file");
        javac(path, &[], &classes, &[file]);
    };
    let said = |method: &str| {
        let options = ["--class", "Below", "--method", method, "--property", "no-exceptions"];
        run([&["check", path], &options[..]].concat()).stdout
    };
    compile("Above", "public class Above { static int limit = 3; }");
    let below = "public class Below extends Above {
        static int m(int x) { return x == 5 ? limit : x; }
        static int other(int x) { return x; }
    }";
    compile("Below", below);
    assert!(said("m").starts_with("BOUNDED"), "{}", said("m"));
    compile("Above", "public class Above { private static int limit = 3; }");
    assert!(said("m").starts_with("REFUTED"), "{}", said("m"));
    let message = "IllegalAccessError: class Below tried to access private field Above.limit \
                   (Below and Above are in unnamed module of loader 'app')";
    assert!(said("m").contains(message) && said("m").contains("x = 5"), "{}", said("m"));
    assert!(said("other").starts_with("PROVED"), "{}", said("other"));
}

#[test]
fn bad_options_are_told() {
    let (_folder, file) = bank();
    let file = file.to_str().expect("a path");
    for wrong in [
        &["--property", "asserts"][..],
        &["--method", "third", "--property", "true"],
        &["--method", "next", "--ensures", "small"],
        &["--method", "nobody"],
    ] {
        let run = run([&["check", file], wrong].concat());
        assert_eq!(run.code, Some(2), "{wrong:?}: {}{}", run.stdout, run.stderr);
    }
}

// ---- tasks ----

struct Task {
    name: String,
    property: Property,
    holds: bool,
}

fn tasks(folder: &Path) -> Vec<Task> {
    let files = fs::read_dir(folder).expect("tasks").map(|entry| entry.expect("readable").path());
    let mut tasks: Vec<Task> = files
        .filter(|file| file.extension().is_some_and(|extension| extension == "yml"))
        .map(|file| {
            let text = fs::read_to_string(&file).expect("a task");
            let runtime = vec!["java.lang.RuntimeException".to_owned()];
            Task {
                name: common::name(&file).to_owned(),
                property: match text.contains("no-runtime-exception") {
                    true => Property::NoExceptions(runtime),
                    false => Property::Assert,
                },
                holds: text.contains("expected_verdict: true"),
            }
        })
        .collect();
    tasks.sort_by(|a, b| a.name.cmp(&b.name));
    tasks
}

/// Compiles each task into a folder of its own, all with one compiler.
fn compile_tasks(tasks: &Path, to: &Path) {
    let source = "import java.io.File; import java.nio.file.*; import javax.tools.*;
        public class Compile { public static void main(String[] a) throws Exception {
            JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
            for (File task : new File(a[0]).listFiles(File::isDirectory)) {
                File main = new File(task, \"Main.java\");
                if (!main.exists()) continue;
                Path out = Path.of(a[2], task.getName());
                Files.createDirectories(out);
                int code = javac.run(null, null, null, \"-proc:none\", \"-nowarn\", \"-g\", \"-cp\", a[1],
                    \"-d\", out.toString(), main.toString());
                if (code != 0) throw new Exception(task.getName());
            } } }";
    let file = to.join("Compile.java");
    fs::write(&file, source).expect("a file");
    let runtime = repository("crates/margay-jvm/runtime/classes");
    let output = Command::new(&jdk().java).arg(&file).arg(tasks).arg(&runtime).arg(to).output();
    let output = output.expect("java runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// What is said of a task, with the options of `margay svcomp`.
fn answer(task: &Task, classes: &Path) -> Result<Option<bool>, String> {
    let target = Target {
        class: Some("Main".to_owned()),
        assertions: true,
        any_random: true,
        input: Some(StandardInput { lines: 0, length: 8 }),
        ..Target::at(classes)
    };
    let session = Session::open(&target, Limits { cells: 1 << 24, ..Limits::default() });
    let session = session.map_err(|error| error.to_string())?;
    let options = CheckOptions {
        properties: vec![task.property.clone()],
        strict_assertions: task.property == Property::Assert,
        is_english: true,
        ..CheckOptions::default()
    };
    let mut checker = session.check(options).map_err(|error| error.to_string())?;
    let subjects = checker.select(&Checked::Main).map_err(|error| error.to_string())?;
    let budget = Budget::default();
    let watching = Watching { budget: &budget, progress: &|_| {} };
    let report = checker.check(&subjects[0], watching).map_err(|error| error.to_string())?;
    Ok(match report.verdict {
        Verdict::Proved { .. } => Some(true),
        Verdict::Refuted(_) => Some(false),
        Verdict::Bounded { .. } | Verdict::Unknown { .. } => None,
    })
}

#[test]
fn tasks_are_answered_right_or_not_at_all() {
    let folder = repository("tests/java/verify");
    let work = tempfile::tempdir().expect("a folder");
    compile_tasks(&folder, work.path());
    let tasks = tasks(&folder);
    assert!(tasks.len() >= 150);
    let open = Mutex::new(Vec::new());
    check_all(&tasks, |task| match answer(task, &work.path().join(&task.name))? {
        Some(holds) if holds != task.holds => Err(format!("{}: {holds} is wrong", task.name)),
        Some(_) => Ok(()),
        None => {
            open.lock().expect("no panic before").push(task.name.clone());
            Ok(())
        }
    });
    let open = open.into_inner().expect("no panic before");
    assert!(open.len() * 20 <= tasks.len(), "{} are open: {open:?}", open.len());
}

#[test]
fn a_task_has_an_answer_and_a_witness() {
    let folder = tempfile::tempdir().expect("a folder");
    let witness = folder.path().join("witness.graphml");
    for (task, answer, code, kind) in [
        ("switch_int_false", "FALSE(valid-assert)\n", 1, "violation_witness"),
        ("gcd_true", "TRUE\n", 0, "correctness_witness"),
        ("divide_false", "FALSE(no-runtime-exception)\n", 1, "violation_witness"),
    ] {
        let file = repository("tests/java/verify").join(format!("{task}.yml"));
        let file = file.to_str().expect("a path");
        let run = run(["svcomp", file, "--witness", witness.to_str().expect("a path")]);
        assert_eq!((run.stdout.as_str(), run.code), (answer, Some(code)), "{}", run.stderr);
        let text = fs::read_to_string(&witness).expect("a witness");
        assert!(text.contains(kind), "{text}");
        let replayed = ["svcomp", file, "--replay", witness.to_str().expect("a path")];
        if kind == "correctness_witness" {
            assert!(text.contains("<data key=\"proof\">all "), "{text}");
            assert_eq!(common::run(replayed).code, Some(2));
            continue;
        }
        assert!(text.contains("isViolationNode"), "{text}");
        let again = common::run(replayed);
        assert_eq!((again.stdout.as_str(), again.code), (answer, Some(1)), "{}", again.stderr);
        // Other values lead nowhere.
        let other = text.replace(" = ", " = 1");
        fs::write(&witness, other).expect("a witness");
        let other = common::run(replayed);
        assert_eq!((other.stdout.as_str(), other.code), ("UNKNOWN\n", Some(6)), "{}", other.stderr);
    }
    let missing = run(["svcomp", "nowhere.yml"]);
    assert_eq!(missing.code, Some(2), "{}", missing.stderr);
}
