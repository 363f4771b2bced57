//! Methods translated to constraint logic programs do in SWI-Prolog what they do in Margay: the same
//! symbolic cases, and the same ends of thousands of concrete calls.
//!
//! SWI-Prolog is where `MARGAY_SWIPL` says (`scripts/ensure-swipl`).

use margay_clp::Integers;
use margay_clp::swipl::Swipl;
use margay_java::clp::{ClpOptions, Comparison};
use margay_java::generate::Criterion;
use margay_java::{Error, Limits, Session, Target};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

/// The methods of the thesis that are subjects, and what block-2 gives.
const THESIS: &[(&str, &str, usize)] = &[
    ("pet/List.java", "remAll", 7),
    ("pet/Multiples.java", "add", 5),
    ("pet/Multiples.java", "grow", 5),
    ("pet/Multiples.java", "multiples", 8),
    ("pet/Powers.java", "arraypow", 5),
    ("pet/Powers.java", "pow", 3),
    ("pet/Rational.java", "Arithmetics.abs", 2),
    ("pet/Rational.java", "Arithmetics.gcd", 4),
    ("pet/Rational.java", "Arithmetics.lcm", 11),
    ("pet/Rational.java", "simplify", 5),
];

/// Other subjects.
const SUBJECTS: &[(&str, &[&str])] = &[
    ("subjects/Account.java", &["deposit", "withdraw", "transfer"]),
    (
        "subjects/Bits.java",
        &["longShift", "narrow", "inc", "chars", "compound", "ones", "divisions", "mixed", "both"],
    ),
    ("subjects/Classics.java", &["triangle", "median", "bubble", "isPrime"]),
    ("subjects/Command.java", &["subjects.Command$Add.run", "subjects.Command$Basic.run"]),
    (
        "subjects/Counter.java",
        &["up", "square", "drive", "before", "local", "subjects.Counter$Step.go"],
    ),
    ("subjects/LinkedInts.java", &["insert", "contains", "reverse", "removeFirst", "sameAs"]),
    ("subjects/Matrix.java", &["trace", "isSquare", "transpose2", "zeros"]),
    ("subjects/Recursion.java", &["ackermann", "ack", "isEven", "isOdd", "factorial"]),
    ("subjects/SearchTree.java", &["add", "least"]),
    (
        "subjects/Shapes.java",
        &[
            "empty",
            "kind",
            "sum",
            "subjects.Shapes$Box.area",
            "subjects.Shapes$Box.isEmpty",
            "subjects.Shapes$Cube.area",
            "subjects.Shapes$Shape.isEmpty",
            "subjects.Shapes$Square.area",
        ],
    ),
    ("subjects/RingQueue.java", &["offer"]),
    ("subjects/Vectors.java", &["pick", "put", "alias", "names", "firstHalf", "wrap", "max"]),
    (
        "subjects/Overriding.java",
        &["state", "setOpen", "subjects.Overriding$Fixed.state", "subjects.Overriding$Hidden.is"],
    ),
    ("subjects/Flow.java", &["kind", "isEither", "rounds"]),
];

fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn swipl() -> Swipl {
    let path = std::env::var_os("MARGAY_SWIPL").expect("scripts/test says where SWI-Prolog is");
    Swipl { path: PathBuf::from(path), timeout: Duration::from_secs(300) }
}

fn options() -> ClpOptions {
    let called = Some(Criterion::Loop(6));
    ClpOptions { called, max_paths: 600, swipl: swipl(), ..ClpOptions::default() }
}

fn open(file: &str) -> Session {
    let file = repository(&format!("tests/java/generate/{file}"));
    Session::open(&Target::at(file), Limits::default()).expect("it compiles")
}

fn described(file: &str, method: &str, found: &Comparison) -> String {
    format!(
        "{file} {method}: {} in Prolog, {} of Margay; only in Prolog {:?}, only of Margay {:?}, {} unknown, {:?}",
        found.prolog.len(),
        found.margay.cases.len(),
        found.only_prolog(),
        found.only_margay(),
        found.unknown,
        found.differing,
    )
}

/// Compares methods, two at a time; gives the number of concrete calls.
fn compare_all(methods: &[(&str, &str)]) -> u64 {
    let calls = Mutex::new(0);
    let next = Mutex::new(methods.iter());
    let work = || {
        while let Some((file, method)) = { next.lock().expect("nobody panics").next() } {
            let found = open(file).compare_clp(method, &options());
            let found = found.unwrap_or_else(|error| panic!("{file} {method}: {error}"));
            assert!(found.is_same(), "{}", described(file, method, &found));
            *calls.lock().expect("nobody panics") += found.calls;
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        for thread in threads {
            thread.join().expect("all are the same");
        }
    });
    calls.into_inner().expect("nobody panics")
}

#[test]
fn methods_of_the_thesis_have_the_same_cases() {
    for (file, method, count) in THESIS {
        let found = open(file).compare_clp(method, &options()).expect("it is translated");
        assert!(found.is_same(), "{}", described(file, method, &found));
        assert_eq!(found.prolog.len(), *count, "{file} {method}");
    }
}

#[test]
fn sixty_subjects_have_the_same_cases_and_thousands_of_calls_the_same_ends() {
    let methods: Vec<(&str, &str)> = SUBJECTS
        .iter()
        .flat_map(|(file, methods)| methods.iter().map(|method| (*file, *method)))
        .collect();
    let calls = compare_all(&methods);
    assert!(methods.len() >= 60, "{} subjects", methods.len());
    assert!(calls >= 3000, "{calls} calls");
}

#[test]
fn without_aliasing_remall_has_the_five_cases_of_the_thesis() {
    let options = ClpOptions { aliasing: false, ..options() };
    let found = open("pet/List.java").compare_clp("remAll", &options).expect("it is translated");
    assert!(found.is_same());
    assert_eq!(found.prolog.len(), 5);
}

#[test]
fn without_bounds_lcm_has_the_nine_cases_of_the_thesis() {
    let options = ClpOptions { integers: Integers::Unbounded, called: None, ..options() };
    let found = open("pet/Rational.java").compare_clp("Arithmetics.lcm", &options);
    assert_eq!(found.expect("it is translated").prolog.len(), 9);
}

#[test]
fn what_has_no_translation_is_refused_with_its_place() {
    let refused = |file: &str, method: &str| match open(file).translate(method, Integers::Bounded) {
        Err(Error::Refused(refusal)) => refusal.to_string(),
        Ok(_) => panic!("{file} {method} is translated"),
        Err(error) => panic!("{error}"),
    };
    assert_eq!(
        refused("subjects/SmallMap.java", "get"),
        "a call of java.lang.String.equals at subjects.SmallMap.get(Ljava/lang/String;)I (line 21) \
         has no translation to CLP"
    );
    assert_eq!(
        refused("subjects/Counter.java", "print"),
        "the static field java.lang.System.out, which refers to an object, at \
         subjects.Counter.print(I)V (line 56) has no translation to CLP"
    );
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("No.java");
    let source = "class No {\n static int f(int a) {\n  return (int) (a * 0.5);\n }\n\
         static void g() {\n  Runnable r = () -> { };\n  r.run();\n }\n}";
    std::fs::write(&file, source).expect("there is room");
    let session = Session::open(&Target::at(&file), Limits::default()).expect("it compiles");
    let refused = |method: &str| {
        let error =
            session.translate(method, Integers::Bounded).expect_err("it has no translation");
        error.to_string()
    };
    assert_eq!(
        refused("f"),
        "floating-point arithmetic at No.f(I)I (line 3) has no translation to CLP"
    );
    assert_eq!(
        refused("g"),
        "a lambda or method reference at No.g()V (line 6) has no translation to CLP"
    );
}

#[test]
fn a_translation_reads_as_the_thesis_has_it() {
    let text = open("pet/Rational.java").translate("Arithmetics.abs", Integers::Unbounded);
    let text = text.expect("it is translated").text();
    let (_, program) = text.split_once("---- the program ----\n").expect("it has a program");
    let (program, _) = program.split_once("\n% ----").expect("it has facts");
    expect_test::expect![[r"

        % Arithmetics.abs(I)I
        'Arithmetics.abs'([V0], Out, H0, H, E) :-  % line 16
            V0 #< 0,
            'Arithmetics.abs.block1'([V0], Out, H0, H, E).
        'Arithmetics.abs'([V0], Out, H0, H, E) :-  % line 16
            V0 #>= 0,
            'Arithmetics.abs.block2'([V0], Out, H0, H, E).
        'Arithmetics.abs.block1'([V0], [V3], H0, H0, ok) :-  % line 19
            V3 #= 0 - V0.
        'Arithmetics.abs.block2'([V0], [V0], H0, H0, ok).
    "]]
    .assert_eq(program);
}
