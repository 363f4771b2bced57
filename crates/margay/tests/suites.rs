//! Suites as people keep them: rows instead of copies, for the framework that a project has, of the methods
//! that it wants tested.

mod common;
#[path = "common/generated.rs"]
mod generated;

use common::{Run, javac, jdk, margay, provided, repository};
use generated::files;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

fn subject(name: &str) -> PathBuf {
    repository("tests/java/generate/suites").join(name)
}

/// Generates tests with the options that people start with, and verifies them. Gives what was said and
/// the sources.
#[track_caller]
fn suite(file: &str, options: &[&str]) -> (String, String) {
    let out = tempfile::tempdir().expect("a folder");
    let mut command = margay();
    command.arg("generate").arg(subject(file)).args(options);
    let run = Run::of(command.arg("--verify").arg("--out").arg(out.path()));
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    let sources = files(out.path()).into_iter().filter(|(path, _)| is_java(path));
    let sources = sources.map(|(_, bytes)| String::from_utf8(bytes).expect("text"));
    (run.stdout, sources.collect())
}

fn is_java(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "java")
}

/// What `margay verify` has said: how many agree, and that all do.
#[track_caller]
fn agreeing(said: &str) -> usize {
    let line = said.lines().find(|line| line.contains(" agree, ")).expect("verified");
    assert!(line.ends_with(" agree, 0 fail, 0 end with an error"), "{line}");
    line.split(' ').next().and_then(|count| count.parse().ok()).expect("a number")
}

#[test]
fn cases_that_differ_in_values_are_rows() {
    let (said, source) = suite("Calendar.java", &[]);
    let rows = source.matches("    @CsvSource({").count();
    assert!(rows >= 4, "{source}");
    assert!(source.contains("void isLeap(int year, boolean expected) {"), "{source}");
    assert!(source.contains("        assertEquals(expected, result);"), "{source}");
    assert!(source.contains("(int month, Calendar.Season expected)"), "{source}");
    // Quoted where they need it.
    assert!(source.contains("\"SPRING, 'spring, or so'\","), "{source}");
    assert!(source.contains("\"SUMMER, 'it''s hot'\","), "{source}");
    assert!(source.contains("\"AUTUMN, ' '\","), "{source}");
    // Arrays are made by a method.
    assert!(source.contains("    @MethodSource(\"kindOfRows\")"), "{source}");
    assert!(source.contains("    static Stream<Arguments> kindOfRows() {"), "{source}");
    // Each row is a test.
    let alone = source.matches("    @Test\n").count();
    assert!(agreeing(&said) > alone + rows, "{said}{source}");
    // A message with the input in it is not asserted, one that the program has written down is.
    assert!(!source.contains("no month"), "{source}");
    assert!(source.contains("\"no season\""), "{source}");
}

#[test]
fn tests_extend_classes_that_reach_the_outside_world_and_abstract_ones() {
    let (said, source) = suite("Doubles.java", &[]);
    assert!(agreeing(&said) >= 20, "{said}");
    // What reaches out is replaced, the rest of the class stays.
    assert!(source.contains("public String deliver(String any1) {"), "{source}");
    assert!(!source.contains("public String host() {"), "{source}");
    // The receiver too, but for the method under test itself.
    assert!(source.contains("public int size() {"), "{source}");
    for text in ["missing", "large", "small"] {
        assert!(source.contains(text), "{text}: {source}");
    }
    assert!(source.contains("public long now() {"), "{source}");
    assert!(source.contains("return roll;") && source.contains("cheated"), "{source}");
    // A constructor with parameters makes an abstract class, and calls change it.
    assert!(source.contains("new Doubles.Shape(\"a\") {"), "{source}");
    assert!(source.contains("is big") && source.contains("is small"), "{source}");
    for (class, branches) in [
        ("Doubles$Mailer", "6 of 6"),
        ("Doubles$Counter", "4 of 4"),
        ("Doubles$Player", "4 of 4"),
        ("Doubles$Session", "2 of 2"),
        ("Doubles$Shape", "5 of 6"),
    ] {
        let mut lines = said.lines().filter(|line| line.starts_with(&format!("{class}: ")));
        assert!(lines.any(|line| line.contains(&format!(" {branches} branches"))), "{said}");
    }
}

#[test]
fn what_tests_implement_throws_what_is_caught_or_declared() {
    let (said, source) = suite("Failures.java", &[]);
    assert!(agreeing(&said) >= 40, "{said}{source}");
    for (class, branches) in [("Checkout", "6 of 6"), ("Reader", "2 of 2"), ("Retrying", "2 of 2")]
    {
        let line = said.lines().find(|line| line.starts_with(&format!("Failures${class}: ")));
        let line = line.unwrap_or_default();
        assert!(line.ends_with(&format!("{branches} branches covered")), "{said}");
    }
    for text in [
        // A lambda, a method of an anonymous class, one of an abstract class.
        "= any -> { throw new IOException(); };",
        "public String charge(String any1, long any2) throws TimeoutException {\n                throw new TimeoutException();",
        "public int step(int any1) throws IOException {",
        // What the exception holds decides.
        "throw new Failures.PaymentException(\"c\", code);",
        // A narrower handler than what is declared.
        "void call_whenCallableCallThrowsIOException_returnsIo() {",
        // A type parameter says what is declared.
        "void orNull_whenActionRunThrowsIOException_returnsNull() {",
        // Nothing has to be declared to be caught.
        "void store_whenRepositorySaveThrowsRuntimeException_returnsFalse() {",
        // Where nobody catches it, it is how the method ends.
        "void payOrThrow_whenGatewayChargeThrowsPaymentException_throwsPaymentException() {",
        "void payOrThrow_whenGatewayChargeThrowsTimeoutException_throwsTimeoutException() {",
        "void load_whenIdIsNotNull_throwsIllegalStateException() {",
    ] {
        assert!(source.contains(text), "{text}: {source}");
    }
    // That a method returns goes without saying, and what a test throws is no crash.
    assert!(!source.contains("() returns"), "{source}");
    let crashes = source
        .split("\nclass ")
        .filter(|class| class.split('{').next().is_some_and(|name| name.contains("CrashTest")));
    let crashes: String = crashes.collect();
    assert!(!crashes.contains("throw new"), "{crashes}");
    // Nobody catches anything around it.
    assert!(source.contains("public Optional<String> find(long any1) {"), "{source}");
    assert_eq!(source.matches("find(long any1) throws").count(), 0, "{source}");
}

#[test]
fn classes_are_objects_of_the_input() {
    let (said, source) = suite("Types.java", &[]);
    assert!(agreeing(&said) >= 18, "{said}{source}");
    for text in [
        // One that everybody knows, those that the code names, what a bound allows.
        "types.subscribe(String.class, \"\");",
        "Types.convert(\"1\", Integer.class)",
        "Types.convert(\"\", Boolean.class)",
        "Types.cast(0, Integer.class)",
        "Types.constants(Types.Color.class)",
        "Types.name(Types.Square.class)",
    ] {
        assert!(source.contains(text), "{text}: {source}");
    }
    let lines = "Types: 18 of 18 lines, 11 of 12 branches covered";
    assert!(said.contains(lines) && !said.contains("no java.lang.Class can be made"), "{said}");
}

#[test]
fn thresholds_are_passed_and_what_is_kept_is_asked_for_again() {
    let (said, source) = suite("Thresholds.java", &[]);
    agreeing(&said);
    for text in ["1001.50", "small", "medium", "large", "thresholds.toString();\n"] {
        assert!(source.contains(text), "{text}: {source}");
    }
    assert!(said.contains("8 of 8 branches covered"), "{said}{source}");
}

#[test]
fn anonymous_classes_have_methods_with_type_parameters() {
    let (said, source) = suite("Contexts.java", &[]);
    assert!(
        said.contains("Contexts$Event: 6 of 6 lines, 4 of 4 branches covered"),
        "{said}{source}"
    );
    assert!(source.contains("public Throwable lastFailure() {"), "{source}");
    assert!(source.contains("public Number larger(Number any1, Number any2) {"), "{source}");
    agreeing(&said);
}

#[test]
fn type_arguments_stand_in_what_anonymous_classes_override() {
    let (said, source) = suite("Extended.java", &[]);
    assert!(agreeing(&said) >= 15, "{said}{source}");
    // As a raw type it would not implement what only a type argument does.
    assert!(source.contains("= new Extended.Counts<Object>() {"), "{source}");
    assert!(source.contains("public Long get(Object any1) {"), "{source}");
    // A class without type parameters says what those above it are.
    assert!(source.contains("public String put(String any1, String any2) {"), "{source}");
    // A wildcard in a type argument is no type that a variable could have instead.
    assert!(source.contains("Extended.lengths(lists)"), "{source}");
    assert!(!source.contains("List<List<"), "{source}");
    assert!(said.contains("Extended$Names: 4 of 4 lines, 2 of 2 branches covered"), "{said}");
}

#[test]
fn what_only_seems_to_look_is_not_asked() {
    let (said, source) = suite("Caches.java", &[]);
    assert_eq!(agreeing(&said), 6, "{said}{source}");
    assert!(source.contains("assertNull(result.list);"), "{source}");
    // What is kept already is not changed by looking.
    assert!(source.contains("assertEquals(\", not \", words.toString());"), "{source}");
}

#[test]
fn exceptions_of_the_project_are_made_by_their_constructors() {
    let (said, source) = suite("Refusals.java", &[]);
    assert!(agreeing(&said) >= 11, "{said}{source}");
    assert!(source.contains("new Refusals.Refused(what, times)"), "{source}");
    // A text that nobody looks at is one that can be told from null.
    assert!(source.contains("assertEquals(\"a\", result.getWhat());"), "{source}");
    assert!(!source.contains("reflect"), "{source}");
    assert!(said.contains("Refusals$Refused: 8 of 8 lines, 4 of 4 branches covered"), "{said}");
}

#[test]
fn what_java_cannot_say_is_left_out() {
    let (said, source) = suite("Overlaps.java", &[]);
    assert!(agreeing(&said) >= 10, "{said}{source}");
    // Of two methods only the first can be meant.
    assert!(source.contains("Overlaps.size(map, other)"), "{source}");
    assert!(!source.contains("Supplier"), "{source}");
    assert!(!source.contains("Entry<Object>"), "{source}");
}

#[test]
fn one_class_of_failure_does_not_fill_a_suite() {
    let (said, source) = suite("Packing.java", &[]);
    // Twenty-four accesses to arrays, each of which may fail: eight are enough to see it.
    let failures = source.matches("_throwsArrayIndexOutOfBoundsException").count();
    assert_eq!(failures, 8, "{said}{source}");
    assert!(
        said.contains("only 8 tests of a java.lang.ArrayIndexOutOfBoundsException, "),
        "{said}"
    );
    assert!(source.contains("_returns"), "{source}");
    // The greatest numbers have names.
    assert!(source.contains("Packing.next(Integer.MAX_VALUE)"), "{source}");
    assert!(source.contains("next_whenNIsIntegerMaxValue_"), "{source}");
    agreeing(&said);
}

#[test]
fn variables_have_type_arguments() {
    let (said, source) = suite("Generics.java", &[]);
    assert!(agreeing(&said) >= 80, "{said}");
    for text in [
        "Generics.Pair<Object, Object> pair = new Generics.Pair<>(",
        "List<Integer> numbers = new ArrayList<>(",
        "Map<String, List<Integer>> result = Generics.index(rows);",
        "Predicate<Object> wanted = any -> true;",
        "Generics.Chain<?> result = new Generics.Chain<>(",
        "Optional<?> result = Generics.first(",
    ] {
        assert!(source.contains(text), "{text}: {source}");
    }
    // What a bound decides stays raw.
    let raw = source.matches("rawtypes").count();
    assert!(5 * raw < 2 * agreeing(&said), "{raw} of {said}");
}

#[test]
fn makers_find_the_collections_they_are_given_filled_and_keep_what_they_change() {
    let (said, source) = suite("Filled.java", &[]);
    assert!(agreeing(&said) >= 8, "{said}{source}");
}

#[test]
fn objects_that_take_some_making_are_made() {
    let (said, source) = suite("Makers.java", &[]);
    agreeing(&said);
    assert!(!said.contains("have no test"), "{said}");
    for (class, figures) in [
        ("Makers$Letter", "6 of 6 branches"),
        ("Makers$Letter$Builder", "2 of 2 branches"),
        ("Makers$Form", "8 of 8 branches"),
        ("Makers$Decorator", "5 of 5 lines"),
        ("Makers$Rule", "2 of 2 branches"),
        ("Makers$Scale", "2 of 2 branches"),
        ("Makers$Machine", "2 of 2 branches"),
        ("Makers$Identity", "3 of 3 lines"),
    ] {
        let mut lines = said.lines().filter(|line| line.starts_with(&format!("{class}: ")));
        assert!(lines.any(|line| line.contains(figures)), "{class}: {said}");
    }
    // What a method needs of a builder is done first.
    assert!(source.contains(".line(") && source.contains(".name()"), "{source}");
    assert!(source.contains("new Makers.Decorator(inner) {};"), "{source}");
    // What is empty is said to be, what nobody can see is there, and what has changed is told.
    assert!(source.contains("assertTrue(result.isEmpty());"), "{source}");
    assert!(source.contains("assertNotNull(result);"), "{source}");
    assert!(source.contains("List.of(\"note "), "{source}");
    assert!(source.contains("        new Makers.Machine(step);\n"), "{source}");
    // The shortest text that does is the one to read.
    assert!(source.contains("Makers.Sealed.of(\"\")"), "{source}");
}

#[test]
fn type_parameters_that_a_class_fixes_do_not_get_in_the_way() {
    let (said, source) = suite("Median.java", &[]);
    assert!(agreeing(&said) >= 4, "{said}{source}");
    let (said, source) = suite("Fixed.java", &["--class", "Fixed"]);
    assert!(source.contains("new Fixed((Collection) names)"), "{said}{source}");
    assert!(source.contains("List orders = new ArrayList<>(List.of(byLength))"), "{said}{source}");
}

#[test]
fn inputs_that_are_refused_do_not_end_the_search() {
    let (said, source) = suite("Deadline.java", &[]);
    assert!(said.contains("Deadline: 12 of 12 lines, 14 of 14 branches covered"), "{said}{source}");
    assert!(agreeing(&said) >= 8, "{said}");
}

#[test]
fn other_frameworks_run_the_same_tests() {
    let (said, source) = suite("Stateful.java", &[]);
    let count = agreeing(&said);
    assert!(source.contains("import org.junit.jupiter.api.Test;"), "{source}");
    for (framework, import) in
        [("junit4", "import org.junit.Test;"), ("testng", "import org.testng.annotations.Test;")]
    {
        let jars = Run::of(Command::new(repository("scripts/ensure-frameworks")).arg(framework));
        assert_eq!(jars.code, Some(0), "{}", jars.stderr);
        let (said, source) = suite("Stateful.java", &["--test-framework", framework]);
        assert_eq!(agreeing(&said), count, "{source}");
        assert!(source.contains(import) && !source.contains("jupiter"), "{source}");
        assert!(source.contains("\npublic class StatefulTest {"), "{source}");
    }
}

#[test]
fn a_framework_that_is_not_there_is_said() {
    let out = tempfile::tempdir().expect("a folder");
    let mut command = margay();
    command.arg("generate").arg(subject("Counter.java")).args(["--test-framework", "testng"]);
    let run = Run::of(command.arg("--out").arg(out.path()));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let mut verify = margay();
    verify.arg("verify").arg(out.path()).env("MARGAY_TESTNG", "no-such.jar");
    let run = Run::of(&mut verify);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("no-such.jar, which MARGAY_TESTNG names, is not there"));
}

#[test]
fn visibility_says_which_methods_are_tested() {
    let tested = |options: &[&str]| {
        let (said, _) = suite("Shapes.java", options);
        let is_there = |name: &str| said.contains(&format!("Shapes.{name} "));
        ["compare", "twice", "thrice", "never"].map(is_there)
    };
    assert_eq!(tested(&[]), [true, false, false, false]);
    assert_eq!(tested(&["--visibility", "protected"]), [true, true, false, false]);
    assert_eq!(tested(&["--visibility", "package"]), [true, true, true, false]);
}

#[test]
fn tests_implement_abstract_classes() {
    let (said, source) = suite("Shapes.java", &[]);
    assert!(agreeing(&said) >= 6, "{said}");
    assert!(source.contains("new Shapes.Shape() {"), "{source}");
    assert!(source.contains("public boolean isRound() {"), "{source}");
    assert!(said.contains("Shapes$Shape: 2 of 2 lines, 4 of 4 branches covered"), "{said}");
}

#[test]
fn the_summary_says_what_counts() {
    let (said, _) = suite("Counter.java", &["--inputs", "fields"]);
    assert!(said.contains("Counter.width: only inputs for which repOk holds"), "{said}");
    let (said, _) = suite("Stateful.java", &[]);
    assert!(said.contains("new Stateful"), "{said}");
    assert!(!said.contains("<init>"), "{said}");
}

/// Of small changes of the twenty classes, tests must notice most.
#[test]
fn changes_are_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let sources = common::programs("generate/business/business");
    javac("", &["--release", "11"], &at("classes"), &sources);
    let mut generate = margay();
    generate.arg("generate").arg(at("classes")).arg("--out").arg(at("tests"));
    let run = Run::of(&mut generate);
    assert!(matches!(run.code, Some(0 | 4)), "{}", run.stderr);
    let tests = files(&at("tests")).into_iter().map(|file| file.0);
    let tests: Vec<PathBuf> = tests.filter(|path| is_java(path)).collect();
    let (junit, asm) = (provided("ensure-junit"), provided("ensure-jacoco"));
    javac(&format!("{}:{junit}", at("classes").display()), &[], &at("compiled"), &tests);
    let mutate = repository("crates/margay/tests/java/Mutate.java");
    javac(&format!("{junit}:{asm}"), &[], &at("mutate"), &[mutate]);
    let mut java = Command::new(&jdk().java);
    java.arg("-cp").arg(format!("{}:{junit}:{asm}", at("mutate").display())).arg("Mutate");
    let run = Run::of(java.arg(at("classes")).arg(at("compiled")).args(["200", "1"]));
    let noticed = run.stdout.lines().find_map(|line| line.strip_prefix("noticed "));
    let (noticed, all) = noticed.and_then(|figures| figures.split_once('/')).expect("figures");
    assert_eq!(all, "200", "{}{}", run.stdout, run.stderr);
    let noticed: u32 = noticed.parse().expect("a number");
    assert!(noticed >= 160, "{}", run.stdout);
}

#[test]
fn what_only_the_library_decides_is_looked_for_both_ways() {
    let (said, source) = suite("Ledger.java", &[]);
    assert!(agreeing(&said) >= 14, "{said}{source}");
    assert!(source.contains("void hasMark_returnsFalse() {"), "{source}");
    assert!(source.contains("void hasMark_afterMark_"), "{source}");
    // Variables that are given to records are called and typed as the components are.
    assert!(source.contains("List<String> lines = new ArrayList<>("), "{source}");
    assert!(source.contains("Map<String, List<Integer>> index = new HashMap<>()"), "{source}");
    assert!(source.contains("new Ledger.Page(\"a\", lines, index)"), "{source}");
}

#[test]
fn what_holds_objects_that_calls_make_is_made_by_calls_too() {
    let (said, source) = suite("Holders.java", &[]);
    assert!(agreeing(&said) >= 20, "{said}{source}");
    assert!(!source.contains("reflect"), "{source}");
    assert!(source.contains("Holders.Slot slot = new Holders.Slot();"), "{source}");
    assert!(source.contains("        slot.item = item;\n"), "{source}");
    assert!(said.contains("Holders: 3 of 4 lines, 6 of 6 branches covered"), "{said}");
}

#[test]
fn constants_are_named_once() {
    let (said, source) = suite("Chances.java", &[]);
    assert!(agreeing(&said) >= 5, "{said}{source}");
    assert!(source.contains("Chances chances = Chances.NEVER;"), "{source}");
}

#[test]
fn what_extends_a_collection_is_filled_by_what_it_inherits() {
    let (said, source) = suite("Collected.java", &[]);
    assert!(agreeing(&said) >= 18, "{said}{source}");
    assert!(!source.contains("reflect"), "{source}");
    for covered in ["$Bag: 8 of 8 lines", "$Recent: 7 of 7 lines", "$Settings: 3 of 3 lines"] {
        assert!(said.contains(&format!("Collected{covered}")), "{covered}: {said}");
    }
    assert!(said.contains("Collected$Price: 9 of 9 lines, 2 of 2 branches"), "{said}");
    // A class that says what the type parameters are needs no cast.
    assert!(source.contains("        tally.put("), "{source}");
    assert!(source.contains("settings.setProperty(\""), "{source}");
    assert!(source.contains("Currency.getInstance(\"JPY\")"), "{source}");
}

#[test]
fn small_interfaces_of_the_library_are_implemented() {
    let (said, source) = suite("Given.java", &[]);
    assert!(agreeing(&said) >= 13, "{said}{source}");
    assert!(said.contains("Given: 7 of 8 lines, 8 of 8 branches covered"), "{said}");
    assert!(source.contains("new Map.Entry<String, Integer>() {"), "{source}");
    assert!(source.contains("new Scanner("), "{source}");
    assert!(source.contains("StringJoiner joiner = new StringJoiner("), "{source}");
}

#[test]
fn what_the_class_path_lacks_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let source = at("Reads.java");
    let text = "public class Reads {
        public static class Broken extends Exception { private static final long serialVersionUID = 1; }
        static void read(int n) throws Broken { if (n > 3) throw new Broken(); }
        public static int tried(int n) { try { read(n); return n; } catch (Broken e) { return -1; } }
        public static class Takes { public static int given(Broken b, int n) { return n; } }
        public static class Apart { public static int twice(int n) { return 2 * n; } }
    }";
    std::fs::write(&source, text).expect("written");
    javac("", &[], &at("classes"), &[source]);
    std::fs::remove_file(at("classes").join("Reads$Broken.class")).expect("removed");
    let mut command = margay();
    command.arg("generate").arg(at("classes")).arg("--out").arg(at("tests")).arg("--verify");
    let run = Run::of(&mut command);
    let why = "the class path (--cp) lacks Reads$Broken, or what it extends: no JVM runs Reads, whose code needs it";
    assert!(run.stdout.contains(why), "{}{}", run.stdout, run.stderr);
    let why =
        "the class path (--cp) lacks Reads$Broken: no test that calls a method with it compiles";
    assert!(run.stdout.contains(why), "{}{}", run.stdout, run.stderr);
    assert_eq!(agreeing(&run.stdout), 1, "{}", run.stdout);
}

/// Compiles a source to the folder `classes` beside it.
#[track_caller]
fn compiled(folder: &Path, name: &str, options: &[&str], text: &str) {
    let source = folder.join(name);
    std::fs::create_dir_all(source.parent().expect("a folder")).expect("made");
    std::fs::write(&source, text).expect("written");
    let classes = folder.join("classes");
    javac(&classes.to_string_lossy(), options, &classes, &[source]);
}

/// Generates tests of the folder `classes`, and verifies them. Gives what was said.
#[track_caller]
fn verified(folder: &Path) -> String {
    let mut command = margay();
    command.arg("generate").arg(folder.join("classes")).arg("--out").arg(folder.join("tests"));
    let run = Run::of(command.arg("--verify"));
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    run.stdout
}

#[test]
fn what_verifying_a_class_takes_is_not_lacking() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "interface Sink {}
    class Drain implements Sink {}
    class Fault extends Exception { private static final long serialVersionUID = 1; }
    class Leak extends Fault { private static final long serialVersionUID = 1; }
    public class Pumps {
        public static class Pump { static void to(Sink sink) {} }
        public static void flush() { Pump.to(new Drain()); }
        public static int twice(int n) { return 2 * n; }
        public static class Apart { public static int thrice(int n) { return 3 * n; } }
        public static class Leaks {
            public static int half(int n) throws Leak { if (n % 2 == 1) { throw new Leak(); } return n / 2; }
        }
        public static class Keeps {
            static Sink sink;
            static void keep(Sink other) { sink = other; }
            public static int more(int n) { if (n > 1000) { keep(sink); } return n + 1; }
        }
    }";
    compiled(folder.path(), "Pumps.java", &[], text);
    let sink = folder.path().join("classes").join("Sink.class");
    std::fs::remove_file(sink).expect("removed");
    let fault = folder.path().join("classes").join("Fault.class");
    std::fs::remove_file(fault).expect("removed");
    let said = verified(folder.path());
    let why = "the class path (--cp) lacks Leak, or what it extends: no JVM runs Pumps$Leaks";
    assert!(said.contains(why), "{said}");
    let why = "the class path (--cp) lacks Sink, or what it extends: no JVM runs Pumps, whose code needs it";
    assert!(said.contains(why), "{said}");
    // What is of just that type is not looked at.
    assert!(agreeing(&said) >= 2, "{said}");
}

#[test]
fn classes_of_the_jdk_are_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "package javax.xml.namespace;
        public class QName { public QName(String name) {} public String getLocalPart() { return \"old\"; } }";
    compiled(folder.path(), "javax/xml/namespace/QName.java", &["--release", "8"], text);
    let text = "public class Names {
        public static String local(boolean any) {
            return new javax.xml.namespace.QName(any ? \"new\" : \"none\").getLocalPart();
        }
    }";
    compiled(folder.path(), "Names.java", &["--release", "8"], text);
    let mut command = margay();
    command.arg("generate").arg(folder.path().join("classes")).args(["--class", "Names"]);
    let run = Run::of(command.arg("--verify").arg("--out").arg(folder.path().join("tests")));
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    assert_eq!(agreeing(&run.stdout), 2, "{}", run.stdout);
}

#[test]
fn resources_of_the_program_are_read_wherever_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "import java.io.*; import java.net.URL; import java.util.*;
    public class Greets {
        private static final ResourceBundle TEXTS = ResourceBundle.getBundle(\"texts\");
        public static String greet(boolean late) { return TEXTS.getString(late ? \"evening\" : \"morning\"); }
        public static int size() throws IOException {
            try (InputStream in = Greets.class.getResource(\"texts.properties\").openStream()) {
                return in.readAllBytes().length;
            }
        }
        public static int count(boolean any) throws IOException {
            String name = any ? \"texts.properties\" : \"none.properties\";
            return new LinkedHashSet<>(Collections.list(Greets.class.getClassLoader().getResources(name))).size();
        }
        public static boolean isThere(boolean any) {
            URL url = Greets.class.getResource(any ? \"/texts.properties\" : \"/none\");
            return url != null && url.equals(Greets.class.getResource(\"texts.properties\"));
        }
        public static String where() { return Greets.class.getResource(\"texts.properties\").toString(); }
        public static String path() { return Greets.class.getResource(\"texts.properties\").getPath(); }
    }";
    compiled(folder.path(), "Greets.java", &[], text);
    let texts = folder.path().join("classes").join("texts.properties");
    std::fs::write(texts, "morning=hello\nevening=good night\n").expect("written");
    let said = verified(folder.path());
    assert_eq!(agreeing(&said), 7, "{said}");
    assert!(said.contains("2: unsupported: the program asks where a resource is"), "{said}");
}

#[test]
fn plain_things_are_said_plainly() {
    let (said, source) = suite("Levels.java", &[]);
    agreeing(&said);
    // A number that shows, and by the method that is there for it.
    assert!(source.contains("        levels.setLevel(2);"), "{source}");
    assert!(source.contains("        assertEquals(2, levels.getLevel());"), "{source}");
    assert!(source.contains("        Levels result = new Levels(2);"), "{source}");
    assert!(!source.contains("levels.level"), "{source}");
    assert!(source.contains("Levels.count((Set<String>) null)"), "{source}");
    assert!(!source.contains("rawtypes"), "{source}");
    assert!(source.contains("void accept_whenTextIsEmpty_throwsIllegal"), "{source}");
    assert!(source.contains("text.length() > 0 && index == 2}"), "{source}");
}

#[test]
fn what_tests_make_up_has_types() {
    let (said, source) = suite("Orders.java", &[]);
    agreeing(&said);
    assert!(!source.contains("rawtypes"), "{source}");
    assert!(source.contains("public Optional<Orders.Customer> find(String any1) {"), "{source}");
    let all = "public List<? extends Orders.Customer> all(Map<String, ? super Integer> any1) {";
    assert!(source.contains(all), "{source}");
    assert!(source.contains("public void save(List<Orders.Customer> any1) {}"), "{source}");
    // Nobody returns null for an Optional, and what a record is its components tell.
    assert!(!source.contains("points_whenRepositoryFindIsNull"), "{source}");
    assert!(!source.contains("result.toString()"), "{source}");
}

#[test]
fn what_stands_in_for_a_collection_holds_what_is_put_into_it() {
    let (said, source) = suite("Settings.java", &[]);
    agreeing(&said);
    assert!(source.contains("new Settings.Stored() {"), "{source}");
}

/// Each sign is in a call that returns, though calls that throw have taken its branch before.
#[test]
fn branches_are_shown_in_calls_that_return() {
    let (said, source) = suite("Sums.java", &[]);
    agreeing(&said);
    let tests: Vec<&str> = source.split("    @ParameterizedTest\n").collect();
    let returning = tests.iter().find(|test| test.contains("    void value_returns"));
    for sign in ["+", "-", "("] {
        assert!(returning.is_some_and(|rows| rows.contains(sign)), "{sign}: {source}");
    }
}

/// What a class has from one that only its package knows is asked and called as if it were its own; what is for subclasses is not.
#[test]
fn what_is_inherited_is_told_by_the_methods_for_all() {
    let (said, source) = suite("Piles.java", &[]);
    agreeing(&said);
    assert!(source.contains("        assertEquals(1L, piles.size());"), "{source}");
    assert!(!source.contains(".size)") && !source.contains("initCapacity"), "{source}");
    // Nobody puts a pile on itself, and calls are counted.
    assert!(!source.contains("piles.push(piles)"), "{source}");
    assert!(source.contains("void push_afterPush4Times_throwsIllegalState"), "{source}");
}

#[test]
fn tests_say_what_the_class_is_about() {
    let (said, source) = suite("Desk.java", &[]);
    agreeing(&said);
    // A switch over texts is about texts, of which two may have one hash code.
    for row in ["Aa, 0, 0", "BB, 0, 0", "up, 2, 1"] {
        assert!(source.contains(row), "{row}: {source}");
    }
    assert!(source.contains(r#"// order != null && order.equals("down")"#), "{source}");
    assert_eq!(source.matches("void move_").count(), 2, "null, and what is no order: {source}");
    // Zero would show nothing of what is multiplied.
    assert!(source.contains(r#"new BigDecimal("2")"#), "{source}");
    // What goes over the values of a map changes nothing that anybody could see.
    assert!(source.contains("        assertEquals(1, desk.visits());"), "{source}");
    // What is put into a container can be got out of it.
    assert!(source.contains(r#"        assertEquals("a", result);"#), "{source}");
    // What depends on a key is asked for with the key that the method was given.
    assert!(source.contains(r#"        assertEquals("a", desk.noteOf(""));"#), "{source}");
    // Constants have methods of their own.
    assert!(source.contains("Desk.Rate.FLAT.of(hours)"), "{source}");
    assert!(source.contains("Desk.Rate.HOURLY.of(2)"), "{source}");
    // A list of lists of numbers holds no list of lists, and nobody compares numbers with texts.
    assert!(!source.contains("ClassCastException"), "{source}");
    // Lists are never longer than what they have room for.
    assert!(!source.contains("ConcurrentModificationException"), "{source}");
}

/// A class with a method that takes minutes after others that take none.
const SLOW: &str = "public class Slow {
    private final int least;
    public Slow(int least) { this.least = least; }
    public int least() { return least; }
    public long sum(int[] numbers) {
        long sum = 0;
        for (int number : numbers) {
            if (number > least) sum += number; else sum -= 31L * number;
        }
        return sum;
    }
}
";

#[test]
fn what_shows_after_many_calls_only_is_found_by_chance() {
    let (said, source) = suite("Smallest.java", &[]);
    assert!(said.contains("Smallest: 32 of 32 lines, 18 of 18 branches covered"), "{said}");
    // The same by chance, whoever searches.
    let (said_by_two, source_by_two) = suite("Smallest.java", &["--jobs", "2"]);
    assert_eq!((said, source), (said_by_two, source_by_two));
}

#[test]
fn what_a_constant_keeps_without_anybody_noticing_is_not_put_back() {
    let (said, source) = suite("Keeping.java", &[]);
    assert!(agreeing(&said) >= 8, "{said}{source}");
    assert!(source.contains("Keeping.of(0, 0)"), "{source}");
    assert!(!source.contains("reflect") && !source.contains("@AfterEach"), "{source}");
    // Where it shows, the next test must not see it.
    let (said, source) = suite("Telling.java", &[]);
    assert!(agreeing(&said) >= 3, "{said}{source}");
    assert!(source.contains("\"Telling.FIRST\"") && source.contains("@AfterEach"), "{source}");
}

#[test]
fn what_wraps_another_of_its_kind_is_not_wrapped_for_ever() {
    let (said, source) = suite("Wrapped.java", &[]);
    assert!(agreeing(&said) >= 4, "{said}{source}");
    assert!(said.contains("no Wrapped$Bag can be made"), "{said}");
}

/// A class with a branch that nothing leads to, for which a search for coverage looks as long as it may.
const IN_VAIN: &str = "public class Slow {
    private final int least;
    public Slow(int least) { this.least = least; }
    public int least() { return least; }
    public int cubes(int a, int b, int c) {
        if (a > 1 && b > 1 && c > 1 && a < 1000 && b < 1000 && c < 1000) {
            return a * a * a + b * b * b == c * c * c ? 1 : 2;
        }
        return 0;
    }
}
";

#[test]
fn tests_are_there_before_their_class_is_done() {
    let endless = ["--criterion", "path", "--max-paths", "1000000"];
    // Whether the next one is there too depends on how busy the machine is.
    are_there_before_their_class_is_done(SLOW, &endless, 1..=2);
}

#[test]
fn tests_are_there_before_their_class_is_searched_once_more() {
    are_there_before_their_class_is_done(IN_VAIN, &["--patience", "1000000"], 3..=12);
}

fn are_there_before_their_class_is_done(
    class: &str,
    endless: &[&str],
    tests: RangeInclusive<usize>,
) {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, out) = (folder.path().join("Slow.java"), folder.path().join("out"));
    std::fs::write(&source, class).expect("written");
    let mut command = margay();
    command.arg("generate").arg(&source).args(endless).args(["--method-timeout", "600"]);
    command.arg("--out").arg(&out);
    let mut running = command.spawn().expect("it starts");
    let first = out.join("SlowTest.java");
    let began = Instant::now();
    while !first.is_file() && began.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(200));
    let is_over = running.try_wait().expect("its state").is_some();
    running.kill().expect("it ends");
    running.wait().expect("its end");
    let source = std::fs::read_to_string(&first).expect("the tests so far");
    assert!(!is_over && source.contains("void newSlow_succeeds() {"), "{source}");
    assert!(source.ends_with("}\n"), "{source}");
    let run = Run::of(margay().arg("verify").arg(&out));
    assert!(tests.contains(&agreeing(&run.stdout)), "{}{}", run.stdout, run.stderr);
}
