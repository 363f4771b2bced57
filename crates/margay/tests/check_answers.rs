//! What `margay check` answers of small methods: functions of the class library on values that are not decided, which counterexample is
//! shown, and what budgets do.

mod common;

use common::{Run, repository, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn written(folder: &Path, name: &str, members: &str) -> PathBuf {
    let file = folder.join(format!("{name}.java"));
    fs::write(&file, format!("public class {name} {{\n{members}\n}}\n")).expect("a file");
    file
}

/// Checks that a method returns true.
fn returns_true(file: &Path, method: &str, more: &[&str]) -> Run {
    let file = file.to_str().expect("a path");
    let options = ["check", file, "--method", method, "--property", "true"];
    run([&options[..], more].concat())
}

/// A method, the exit code, and what the answer has.
type Answer<'a> = (&'a str, i32, &'a str);

#[track_caller]
fn answers(name: &str, members: &str, expected: &[Answer<'_>]) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = written(folder.path(), name, members);
    for (method, code, has) in expected {
        let found = returns_true(&file, method, &[]);
        let text = format!("{method}: {}{}", found.stdout, found.stderr);
        assert_eq!(found.code, Some(*code), "{text}");
        assert!(found.stdout.contains(has), "{text}");
    }
}

#[test]
fn functions_of_math_that_are_exact_are_decided() {
    let members = "
    static boolean root(double x) { return !(x >= 0) || Math.sqrt(x) >= 0; }
    static boolean nine(double x) { return StrictMath.sqrt(x) != 3; }
    static boolean floor(double x) { return Double.isNaN(x) || Math.floor(x) <= x; }
    static boolean seven(double x) { return Math.ceil(x) != -7; }
    static boolean even(double x) { return Math.rint(x) != 8; }
    static boolean once(double x) { return Math.fma(x, 2, 1) != 7; }
    static boolean large(float x) { return Math.fma(x, 2f, 1f) != 7f; }";
    let expected = [
        ("root", 0, "PROVED"),
        ("nine", 1, "x = 9.0"),
        ("floor", 0, "PROVED"),
        ("seven", 1, "x = -7.0"),
        ("even", 1, "x = 8.0"),
        ("once", 1, "x = 3.0"),
        ("large", 1, "x = 3.0"),
    ];
    answers("Exact", members, &expected);
}

#[test]
fn classes_of_all_characters_are_known() {
    let members = "
    static boolean digit(char c) { return !Character.isDigit(c) || Character.isLetterOrDigit(c); }
    static boolean ascii(char c) { return !Character.isDigit(c) || c < 128; }
    static boolean table(int i) {
        int[] t = new int[1000];
        for (int k = 0; k < 1000; k++) t[k] = k * 7919 % 1000;
        return i < 0 || i >= 1000 || t[i] != 123;
    }";
    let expected = [("digit", 0, "PROVED"), ("ascii", 1, "c = '"), ("table", 1, "i = 517")];
    answers("Classes", members, &expected);
}

/// Tried with all 256 small numbers each, two of them would not end.
#[test]
fn boxes_are_told_apart_without_trying_all_numbers() {
    let members = "
    static boolean equal(int x, int y) { Integer a = x, b = y; return (a == b) == (x == y); }
    static boolean bytes(byte x, byte y) { Integer a = (int) x, b = (int) y; return (a == b) == (x == y); }
    static boolean given(Long a, Long b) { return a == null || b == null || a == b || !a.equals(b); }";
    let expected = [("equal", 1, "x = 128"), ("bytes", 0, "PROVED"), ("given", 1, "a = 128")];
    answers("Boxes", members, &expected);
}

#[test]
fn interned_texts_are_as_good_as_others_unless_references_are_compared() {
    let members = "
    static boolean same(String s) { return s == null || s.intern().equals(s); }
    static boolean literal(String s) { return s == null || s.intern() != \"ab\"; }";
    let expected = [("same", 5, "BOUNDED"), ("literal", 6, "texts of intern()")];
    answers("Interned", members, &expected);
}

/// A class that is not found would never be thrown, and everything be proved.
#[test]
fn exceptions_are_found_by_their_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let members = "static class Odd extends RuntimeException {}
    static int by(int a, int b) { if (a == 5) throw new Odd(); return a / b; }";
    let file = written(folder.path(), "Named", members);
    let file = file.to_str().expect("a path");
    for (class, code) in [
        ("ArithmeticException", 1),
        ("java.lang.ArithmeticException", 1),
        ("Odd", 1),
        ("Named.Odd", 1),
        ("ArrayStoreException", 0),
        ("Od", 2),
    ] {
        let property = format!("no-exceptions={class}");
        let found = run(["check", file, "--method", "by", "--property", &property]);
        assert_eq!(found.code, Some(code), "{class}: {}{}", found.stdout, found.stderr);
    }
}

/// Whatever is said of no input at all is true.
#[test]
fn nothing_is_proved_by_a_precondition_that_never_holds() {
    let folder = tempfile::tempdir().expect("a folder");
    let members = "static boolean none(int a) { return a > 5 && a < 3; }
    static boolean wrong(int a) { return false; }";
    let file = written(folder.path(), "Never", members);
    let found = returns_true(&file, "wrong", &["--requires", "none"]);
    assert_eq!(found.code, Some(6), "{}{}", found.stdout, found.stderr);
    assert!(found.stdout.contains("no input is known that meets none"), "{}", found.stdout);
}

#[test]
fn counterexamples_are_small() {
    let members = "
    static boolean parts(String s) { return s == null || s.split(\",\").length < 3; }
    static boolean has(java.util.List<String> l) { return l == null || !l.contains(\"x\"); }
    static boolean keys(java.util.Map<String, Integer> m) { return m == null || m.isEmpty() || m.containsKey(\"k\"); }
    static boolean sum(int[] a) {
        if (a == null) return true;
        int s = 0;
        for (int x : a) s += x;
        return s < 100 || a.length < 2;
    }
    static boolean bits(double x) { return Math.getExponent(x) != 5; }
    static boolean twice(Object a, Object b) { return a == null || b == null || a == b || !a.equals(b); }
    static boolean both(short a, short b) { return a != b || a < 300; }
    record Pair(int a, int b) {}
    static boolean made(Pair p) { return p == null || p.a() * p.b() != 49; }";
    let expected = [
        ("parts", 1, "s = \",,a\""),
        ("has", 1, "l = ArrayList[\"x\"]"),
        ("keys", 1, "m = HashMap{\"\"=0}"),
        ("sum", 1, "a = int[0, 100]"),
        ("bits", 1, "x = 32.0"),
        ("twice", 1, "b = \"\""),
        ("both", 1, "b = 300"),
        ("made", 1, "p = Pair"),
    ];
    answers("Small", members, &expected);
}

/// What is nearer to zero is still an input that was asked for.
#[test]
fn small_counterexamples_keep_to_the_range() {
    let folder = tempfile::tempdir().expect("a folder");
    let members = "static boolean low(int x) { return x < 4; }";
    let file = written(folder.path(), "Low", members);
    let found = returns_true(&file, "low", &["--range", "7..20"]);
    assert!(found.stdout.contains("x = 7"), "{}{}", found.stdout, found.stderr);
}

#[test]
fn memory_that_the_solver_has_used_up_ends_the_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let members = "static boolean factors(long a, long b, long c) {
        if (a < 2 || b < 2 || c < 2 || a > 0xffffffL || b > 0xffffffL || c > 0xffffL) return true;
        return a * b * c != 16769023L * 16764057L * 65521L;
    }";
    let file = written(folder.path(), "Factors", members);
    let found = returns_true(&file, "factors", &["--max-memory", "40m", "--timeout", "120"]);
    assert_eq!(found.code, Some(4), "{}{}", found.stdout, found.stderr);
    assert!(found.stdout.contains("stopped by max-memory"), "{}", found.stdout);
}

/// The program of a witness may be another by now, which never ends.
#[test]
fn a_replay_ends_with_its_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let task = repository("tests/java/verify/switch_int_false.yml");
    let task = fs::read_to_string(task).expect("a task").replace("switch_int_false/", "source/");
    let yml = folder.path().join("task.yml");
    let properties = repository("tests/java/verify/properties");
    let properties = properties.to_str().expect("a path");
    fs::write(&yml, task.replace("properties/", &format!("{properties}/"))).expect("a file");
    let source = folder.path().join("source");
    fs::create_dir(&source).expect("a folder");
    let program = "import org.sosy_lab.sv_benchmarks.Verifier;
public class Main {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        for (long i = 0; i < ROUNDS; i++) { x ^= 1; x ^= 1; }
        assert x != 3;
    }
}
";
    let write = |rounds: &str| {
        fs::write(source.join("Main.java"), program.replace("ROUNDS", rounds)).expect("a file");
    };
    write("2");
    let (yml, witness) = (yml.to_str().expect("a path"), folder.path().join("witness.graphml"));
    let witness = witness.to_str().expect("a path");
    let found = run(["svcomp", yml, "--witness", witness]);
    assert_eq!(found.code, Some(1), "{}{}", found.stdout, found.stderr);
    write("1L << 60");
    let start = Instant::now();
    let again = run(["svcomp", yml, "--replay", witness, "--timeout", "2"]);
    assert_eq!((again.stdout.as_str(), again.code), ("UNKNOWN\n", Some(6)), "{}", again.stderr);
    assert!(again.stderr.contains("time budget"), "{}", again.stderr);
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}
