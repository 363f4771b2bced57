//! References that stay symbolic (`--aliasing symbolic`): the figures of the thesis, data structures, and that every way
//! to search finds what lazy initialization finds. Heap by heap: `heap_paths`; random programs: `heap_random`.

mod common;

use common::{ending, endings, session};
use margay_java::case::{Build, CaseOutcome, MethodReport};
use margay_java::check::{CheckOptions, Checked, Property, Verdict};
use margay_java::generate::{
    Aliasing, Criterion, GenerateOptions, GeneratePlan, InputOptions, MethodFilter, SearchStrategy,
    Searched, Watching,
};
use margay_java::{Budget, Limits, Session, Target};
use std::collections::{BTreeMap, BTreeSet};

fn options(aliasing: Aliasing, criterion: Criterion) -> GenerateOptions {
    let inputs = InputOptions { aliasing, max_calls: None, ..InputOptions::default() };
    GenerateOptions { criterion, inputs, ..GenerateOptions::default() }
}

fn reports(session: &Session, options: GenerateOptions, method: Option<&str>) -> Vec<MethodReport> {
    let mut generator = session.generate(options).expect("a generator");
    let filter = MethodFilter { method: method.map(str::to_owned), ..MethodFilter::default() };
    generator.reports(&filter).expect("methods")
}

fn is_normal(outcome: &CaseOutcome) -> bool {
    matches!(outcome, CaseOutcome::Returned(_))
}

/// The motivating example: `call_a` and `call_b` are left out, they do not touch the heap.
const MOTIVATING: &str = "class Subject {
    int f;
    static int m(Subject x, Subject y, Subject z) {
        x.f = 1;
        z.f = -5;
        y.f = x.f + 1;
        if (x == z) return y.f;
        return -y.f;
    }
    static int back(Subject x, Subject y, Subject z) {
        x.f = 1;
        z.f = -5;
        y.f = x.f + 1;
        if (x.f == 1) return y.f;
        return 100;
    }
}";

#[test]
fn the_example_of_the_thesis_has_two_cases_and_not_five() {
    let (_folder, session) = session(MOTIVATING);
    let cases = |aliasing| {
        let report = reports(&session, options(aliasing, Criterion::Path), Some("m")).remove(0);
        assert!(report.losses.is_complete(), "{:?}", report.losses);
        let normal: Vec<_> = report.cases.into_iter().filter(|c| is_normal(&c.outcome)).collect();
        (normal.len(), normal.iter().map(|case| ending(&case.outcome)).collect::<BTreeSet<_>>())
    };
    let both = BTreeSet::from(["-4".to_owned(), "-2".to_owned()]);
    assert_eq!(cases(Aliasing::Symbolic), (2, both.clone()));
    assert_eq!(cases(Aliasing::On), (5, both));
    assert_eq!(cases(Aliasing::Off).0, 1);
}

/// Example 26: the value that is read says that references differ, and then what was written is known.
#[test]
fn what_is_read_says_which_references_are_the_same() {
    let (_folder, session) = session(MOTIVATING);
    let found = options(Aliasing::Symbolic, Criterion::Path);
    let report = reports(&session, found, Some("back")).remove(0);
    let normal = report.cases.iter().filter(|case| is_normal(&case.outcome));
    let found: BTreeSet<String> = normal.map(|case| ending(&case.outcome)).collect();
    assert_eq!(found, BTreeSet::from(["2".to_owned(), "100".to_owned()]));
}

// ---- every way to search ----

/// Methods whose behaviours every search has to find, whatever the paths are.
const WAYS: &str = "class Subject {
    Subject next;
    int v;
    static int ends(Subject a, Subject b) {
        int c = 0;
        for (Subject n = a; n != b && c < 2; n = n.next) c++;
        a.v = 1;
        b.v = 2;
        return a.v == 2 ? c : c + 10;
    }
    static int array(int[] a, int[] b, int i) {
        a[i] = 1;
        b[0] = 2;
        if (a[i] == 2) return a == b ? 1 : 2;
        return a == b ? 3 : 4;
    }
    static int objects(Object a, Subject b) {
        if (a instanceof Subject) { ((Subject) a).v = 3; return b.v == 3 ? 1 : 2; }
        return a == null ? 3 : a == b ? 4 : 5;
    }
}";

#[test]
fn every_search_finds_the_same_behaviours() {
    let (_folder, session) = session(WAYS);
    let searched = |aliasing, criterion, strategy, jobs| {
        let options = GenerateOptions { strategy, ..options(aliasing, criterion) };
        let mut generator = session.generate(options).expect("a generator");
        let methods = generator.select(&MethodFilter::default()).expect("methods").methods;
        let threads = std::num::NonZeroUsize::new(jobs).map(|jobs| (&session, jobs));
        let plan = GeneratePlan { methods, threads, ..GeneratePlan::default() };
        let budget = Budget::default();
        let watching = Watching { budget: &budget, progress: &|_| {} };
        let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let tell = |searched: Searched| {
            if let Searched::Method(report, _) = searched {
                found.insert(report.method.name.clone(), endings(&report));
            }
            std::ops::ControlFlow::Continue(())
        };
        generator.search(&plan, watching, tell).expect("a search");
        found.remove("<init>");
        found
    };
    let behaviours = |found: &BTreeMap<String, Vec<String>>| -> Vec<BTreeSet<String>> {
        found.values().map(|ends| ends.iter().cloned().collect()).collect()
    };
    use {Aliasing::Symbolic, SearchStrategy as Search};
    let lazy = behaviours(&searched(Aliasing::On, Criterion::Path, Search::Symbolic, 0));
    for criterion in [Criterion::Path, Criterion::Loop(3), Criterion::Block(6)] {
        let asked = searched(Symbolic, criterion, Search::Symbolic, 0);
        assert_eq!(behaviours(&asked), lazy, "{criterion}");
        let follows = searched(Symbolic, criterion, Search::Concolic, 0);
        assert_eq!(behaviours(&follows), lazy, "{criterion}, concolic");
        for jobs in [1, 2] {
            assert_eq!(searched(Symbolic, criterion, Search::Symbolic, jobs), asked, "{criterion}");
        }
    }
    for criterion in [Criterion::Branch, Criterion::Statement] {
        let one = searched(Symbolic, criterion, Search::Auto, 1);
        assert_eq!(one, searched(Symbolic, criterion, Search::Auto, 2), "{criterion}");
        assert!(one.values().all(|ends| ends.len() >= 3), "{criterion}: {one:?}");
    }
}

// ---- data structures ----

/// Cases of each public method within loop-1: without aliases, with all of them and with references that stay open, as
/// in Table 6.1 of the thesis. What has no end with all of them is cut.
const TABLE: &[(&str, &str, [usize; 3])] = &[
    ("DoublyLinkedList", "first", [4, 5, 4]),
    ("DoublyLinkedList", "getPrevious", [4, 5, 3]),
    ("DoublyLinkedList", "getNext", [4, 5, 3]),
    ("DoublyLinkedList", "addBefore", [8, 25, 5]),
    ("DoublyLinkedList", "addAfter", [8, 25, 5]),
    ("DoublyLinkedList", "addLast", [6, 10, 4]),
    ("DoublyLinkedList", "remove", [14, 77, 6]),
    ("DoublyLinkedList", "contains", [9, 20, 7]),
    ("DoublyLinkedList", "addAll", [16, 295, 9]),
    ("NodeSequence", "get", [14, 22, 14]),
    ("NodeSequence", "replaceAt", [14, 22, 14]),
    ("NodeSequence", "removeAt", [22, 110, 22]),
    ("NodeSequence", "insertAt", [26, 122, 26]),
    ("NodeSequence", "swap", [3, 4, 3]),
    ("SortedListQueue", "isEmpty", [2, 2, 2]),
    ("SortedListQueue", "min", [2, 2, 2]),
    ("SortedListQueue", "insert", [8, 20, 8]),
    ("SortedListQueue", "removeMin", [5, 11, 5]),
    ("SortedListQueue", "remove", [5, 11, 5]),
    ("SortedListQueue", "changeKey", [23, 536, 23]),
    ("SearchTree", "find", [6, 6, 6]),
    ("SearchTree", "insert", [6, 6, 6]),
    ("SearchTree", "remove", [66, 1064, 66]),
    ("SearchTree", "replace", [7, 31, 7]),
    ("SearchTree", "rotateLeft", [8, 64, 8]),
    ("SearchTree", "addAll", [8, 12, 8]),
    ("HeapQueue", "min", [2, 2, 2]),
    ("HeapQueue", "insertBelow", [7, 9, 7]),
    ("HeapQueue", "downHeap", [17, 89, 17]),
];

#[test]
fn data_structures_have_the_cases_of_the_table() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/java/heaps");
    let mut wrong = Vec::new();
    let mut sessions: BTreeMap<&str, Session> = BTreeMap::new();
    for (class, method, expected) in TABLE {
        let session = sessions.entry(class).or_insert_with(|| {
            let target = Target::at(folder.join(format!("{class}.java")));
            Session::open(&target, Limits::default()).expect("a program")
        });
        let mut covered = Vec::new();
        let cases = [Aliasing::Off, Aliasing::On, Aliasing::Symbolic].map(|aliasing| {
            let options = GenerateOptions {
                max_paths: 2_000,
                max_steps: 10_000,
                ..options(aliasing, Criterion::Loop(1))
            };
            let mut generator = session.generate(options).expect("a generator");
            let filter =
                MethodFilter { method: Some((*method).to_owned()), ..MethodFilter::default() };
            let reports = generator.reports(&filter).expect("methods");
            let coverage = generator.coverage(&reports, &Default::default());
            let methods = coverage.classes.iter().flat_map(|class| &class.methods);
            let blocks = methods.flat_map(|method| &method.blocks);
            covered.push(blocks.filter(|block| block.covered).count());
            reports[0].cases.len()
        });
        let is_right = cases == *expected && cases[2] <= cases[1] && covered[2] >= covered[1];
        if !is_right {
            wrong.push(format!("{class}.{method}: {cases:?}, blocks covered {covered:?}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

// ---- proofs ----

const CHECKED: &str = "class Subject {
    Subject next;
    int v;
    static boolean holds(Subject a, Subject b) {
        if (a == null || b == null) return true;
        a.v = 1;
        b.v = 2;
        return a.v == (a == b ? 2 : 1);
    }
    static boolean fails(Subject a, Subject b) {
        if (a == null || b == null) return true;
        a.v = 1;
        b.v = 2;
        return a.v == 1;
    }
    static boolean linked(Subject a, Subject b) {
        if (a == null || b == null) return true;
        a.next = b;
        Subject old = b.next;
        b.next = null;
        return a == b ? a.next == null : a.next == b && old != this0(a, b);
    }
    static Subject this0(Subject a, Subject b) { return b.next == null ? new Subject() : a; }
    static boolean arrays(int[] a, int[] b, int i) {
        if (a == null || b == null || i < 0 || i >= a.length || i >= b.length) return true;
        a[i] = 1;
        b[i] = 2;
        return a[i] == (a == b ? 2 : 1);
    }
    static boolean same(Subject a, Subject b) {
        margay.Margay.assume(a != null && a == b);
        return false;
    }
    static boolean ring(Subject a) { return a == null || a.next != a; }
}";

#[test]
fn properties_are_proved_of_references_that_stay_open() {
    let (_folder, session) = session(CHECKED);
    let verdicts = |aliasing, assume: &[&str]| {
        let defaults = CheckOptions::default();
        let assume = assume.iter().map(|text| text.parse().expect("an assumption")).collect();
        let inputs = InputOptions {
            aliasing,
            assume,
            max_array: 3,
            max_calls: None,
            ..InputOptions::default()
        };
        let search = GenerateOptions { inputs, ..defaults.search.clone() };
        let options = CheckOptions { properties: vec![Property::IsTrue], search, ..defaults };
        let mut checker = session.check(options).expect("a checker");
        move |method: &str| {
            let filter =
                MethodFilter { method: Some(method.to_owned()), ..MethodFilter::default() };
            let subject = checker.select(&Checked::Methods(filter)).expect("a method").remove(0);
            let budget = Budget::default();
            let watching = Watching { budget: &budget, progress: &|_| {} };
            checker.check(&subject, watching).expect("a verdict").verdict
        }
    };
    for aliasing in [Aliasing::On, Aliasing::Symbolic] {
        let mut verdict = verdicts(aliasing, &[]);
        for (method, is_proved) in
            [("holds", true), ("linked", true), ("arrays", true), ("fails", false), ("ring", false)]
        {
            let found = verdict(method);
            let shown = matches!(found, Verdict::Proved { .. } | Verdict::Bounded { .. });
            assert_eq!(shown, is_proved, "{method}, {aliasing:?}: {found:?}");
            assert!(is_proved || matches!(found, Verdict::Refuted(_)), "{method}: {found:?}");
        }
        let found = verdicts(aliasing, &["acyclic(a)"])("ring");
        let shown = matches!(found, Verdict::Proved { .. } | Verdict::Bounded { .. });
        assert!(shown, "{aliasing:?}: {found:?}");
        // What cannot be proves nothing.
        let found = verdicts(aliasing, &["no-alias(a, b)"])("same");
        let Verdict::Unknown { reasons } = found else { panic!("{aliasing:?}: {found:?}") };
        assert_eq!(reasons, ["no input is known that meets no-alias(a, b)"]);
    }
    // Without aliases nobody can prove it for all inputs, and what fails is not found.
    let mut verdict = verdicts(Aliasing::Off, &[]);
    assert!(!matches!(verdict("fails"), Verdict::Refuted(_)));
}

// ---- values, arrays in fields, static fields ----

const VALUES: &str = "class Subject {
    enum Color { RED, BLUE }
    record Pair(Subject left, int right) {}
    int v;
    String name;
    Integer box;
    Color color;
    int[] all;
    Subject[] others;
    Object any;
    java.util.List<Subject> list;
    Pair pair;
    final Link head = new Link();
    static class Link { Link next; Object item; }
    static Subject shared;
    static int[] numbers;
    static int strings(String a, String b) { return a == b ? 1 : a.equals(b) ? 2 : 3; }
    static int boxes(Integer a, Integer b) { return a.equals(b) ? 1 : a < b ? 2 : 3; }
    static int names(Subject a, Subject b) { a.name = \"x\"; b.name = \"y\"; return a.name.equals(\"y\") ? 1 : 2; }
    static int lengths(Subject a, Subject b) { a.name = \"xx\"; return b.name.length() == 2 ? 1 : 2; }
    static int boxed(Subject a, Subject b) { a.box = 5; b.box = 7; return a.box == 7 ? 1 : 2; }
    static int colors(Subject a, Subject b) {
        a.color = Color.RED;
        return b.color == Color.RED ? 1 : b.color == null ? 2 : 3;
    }
    static int inside(Subject a, Subject b) {
        a.all[0] = 1;
        b.all[0] = 2;
        return a.all[0] == 2 ? a == b ? 1 : 2 : 3;
    }
    static int moved(Subject a, Subject b) { a.all = b.all; a.all[0] = 1; return b.all[0] == 1 ? 1 : 2; }
    static int copied(Subject a, Subject b) {
        int[] c = java.util.Arrays.copyOf(a.all, 1);
        b.all[0] = 1;
        return c[0] == b.all[0] ? 1 : 2;
    }
    static int others(Subject a, Subject b) {
        a.others[0] = b;
        return b.others[0] == b ? 1 : a.others == b.others ? 2 : 3;
    }
    static int anything(Subject a, Subject b) { a.any = b; return b.any == a ? 1 : b.any == null ? 2 : 3; }
    static int listed(Subject a, Subject b) {
        if (a.list.isEmpty()) return 0;
        a.list.get(0).v = 1;
        b.v = 2;
        return a.list.get(0) == b ? 1 : a.list == b.list ? 2 : 3;
    }
    static int paired(Subject a, Subject b) { a.v = 1; return b.pair.left() == a ? 1 : b.pair.right() == 3 ? 2 : 3; }
    static int given(Subject a) { a.v = 1; shared.v = 2; return a.v == 2 ? 1 : 2; }
    static int counted(int[] a) { a[0] = 1; numbers[0] = 2; return a[0] == 2 ? 1 : 2; }
    static int set(Subject a) { shared = a; a.v = 1; return shared.v == 1 ? 1 : 2; }
    static int caught(Subject a, RuntimeException e) {
        try { if (a.v == 0) throw e; return 1; }
        catch (IllegalStateException x) { return x == a.any ? 2 : 3; }
    }
    static int never(Subject a, Subject b) { return a.head.next == b.head ? a.head == null ? 1 : 2 : 3; }
    static int items(Object o, Link a, Link b) {
        a.item = o;
        b.next.item = null;
        return a.item != null && a.item.equals(b.item) ? 1 : 2;
    }
    static int locked(Subject a, Subject b) { synchronized (a) { b.v = 1; } return a.v == 1 ? 1 : 2; }
    static int hashed(Subject a, Subject b) {
        return java.util.Objects.equals(a, b) ? 1 : System.identityHashCode(a) == 0 ? 2 : 3;
    }
}";

#[test]
fn values_and_what_only_calls_make_end_as_with_all_aliases() {
    let (_folder, session) = session(VALUES);
    let found = |aliasing| {
        let mut options = options(aliasing, Criterion::Loop(2));
        options.inputs =
            InputOptions { statics: true, max_array: 2, max_list: 1, ..options.inputs };
        let reports = reports(&session, options, None);
        let methods = reports.into_iter().filter(|report| report.signature.is_static);
        methods.map(|report| (report.method.name.clone(), report)).collect::<BTreeMap<_, _>>()
    };
    let (open, lazy) = (found(Aliasing::Symbolic), found(Aliasing::On));
    let mut wrong = Vec::new();
    for (method, open) in &open {
        let set = |report| endings(report).into_iter().collect::<BTreeSet<String>>();
        let lazy = &lazy[method];
        if set(open) != set(lazy) || open.cases.len() > lazy.cases.len() {
            let (open, lazy) = (endings(open), endings(lazy));
            wrong.push(format!("{method}: {open:?} and not {lazy:?}"));
        }
        if open.losses != lazy.losses {
            wrong.push(format!("{method}: {:?} and not {:?}", open.losses, lazy.losses));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

// ---- objects that calls make ----

/// Constructors and setters give objects of the first class any contents, of the second one not.
const CALLED: &str = "class Subject {
    static class Free {
        private int f;
        private Free next;
        void setF(int value) { f = value; }
        Free withNext(Free value) { next = value; return this; }
        int f() { return f; }
    }
    static class Checked {
        private int f;
        void setF(int value) { if (value < 0) throw new IllegalArgumentException(); f = value; }
    }
    static int m(Free x, Free y, Free z) {
        x.setF(1);
        z.setF(-5);
        y.setF(x.f() + 1);
        return x == z ? y.f() : -y.f();
    }
    static int ring(Free x) { return x.next == x ? 1 : x.next.next == x ? 2 : 3; }
    static int checked(Checked x, Checked y) { return x.f < 0 ? 1 : x == y ? 2 : 3; }
}";

#[test]
fn a_heap_is_the_goal_of_calls_that_can_make_it() {
    let (_folder, session) = session(CALLED);
    let found = |aliasing, method| {
        let mut options = options(aliasing, Criterion::Path);
        options.inputs.max_calls = InputOptions::default().max_calls;
        let report = reports(&session, options, Some(method)).remove(0);
        let by_hand = |build: &Build| {
            matches!(build, Build::Allocate { .. } | Build::Set { accessible: false, .. })
        };
        assert!(!report.cases.iter().flat_map(|case| &case.recipe).any(by_hand), "{method}");
        let ends: BTreeSet<String> = endings(&report).into_iter().collect();
        (report.cases.len(), ends)
    };
    for (method, count) in [("m", 5), ("ring", 5)] {
        let (open, lazy) = (found(Aliasing::Symbolic, method), found(Aliasing::On, method));
        // Calls that are tried before the method runs tie no rings.
        assert!(open.1.is_superset(&lazy.1), "{method}");
        assert_eq!(open.0, count, "{method}");
        assert!(lazy.0 > open.0, "{method}");
    }
    let (open, lazy) = (found(Aliasing::Symbolic, "checked"), found(Aliasing::On, "checked"));
    assert_eq!(open, lazy, "no call makes a negative one");
}
