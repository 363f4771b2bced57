//! What is assumed of the heap (`--assume`, `margay.Margay.assumeTree` and the like): exactly the heaps that meet
//! it are left, whatever is done about aliases.

mod common;

use common::{endings, numbered_methods, session, words_on_jvm};
use margay_java::case::MethodReport;
use margay_java::generate::{
    Aliasing, AssumedHeap, Criterion, GenerateOptions, InputOptions, MethodFilter, SearchStrategy,
};
use margay_java::{Error, Session};
use std::collections::BTreeSet;
use std::fmt::Write;

const MODES: [Aliasing; 2] = [Aliasing::On, Aliasing::Symbolic];
const ASSUMED: [&str; 4] = ["no-alias(a, b)", "no-sharing(a, b)", "acyclic(a)", "tree(a)"];

fn options(aliasing: Aliasing, assume: &[&str]) -> GenerateOptions {
    let assume = assume.iter().map(|text| text.parse().expect("an assumption")).collect();
    let inputs = InputOptions { aliasing, assume, max_calls: None, ..InputOptions::default() };
    GenerateOptions { criterion: Criterion::Path, inputs, ..GenerateOptions::default() }
}

fn reported(session: &Session, options: GenerateOptions, method: &str) -> MethodReport {
    let mut generator = session.generate(options).expect("a generator");
    let filter = MethodFilter { method: Some(method.to_owned()), ..MethodFilter::default() };
    let report = generator.reports(&filter).expect("methods").remove(0);
    assert!(report.losses.is_complete(), "{method}: {:?}", report.losses);
    report
}

fn ends(report: &MethodReport) -> BTreeSet<String> {
    endings(report).into_iter().collect()
}

fn set(ends: &[&str]) -> BTreeSet<String> {
    ends.iter().map(|end| (*end).to_owned()).collect()
}

/// Small methods. Each returns a number that names the way it went.
const SMALL: &[&str] = &[
    "return a == b ? 1 : 2;",
    "return a.next == a ? 1 : 2;",
    "return a.next == b ? 1 : 2;",
    "if (a.next == null) return 0; return a.next == a.other ? 1 : 2;",
    "if (a.next == null) return 0; return a.next.next == a ? 1 : a.next.next == a.next ? 2 : 3;",
    "if (a.next == null || b.next == null) return 0; return a.next == b.next ? 1 : 2;",
    "a.next.v = 1; b.next.v = 2; return a.next.v == 2 ? 2 : 1;",
    "a.v = 1; a.next.v = 2; return a.v == 2 ? 2 : 1;",
    "int c = 0; for (Node n = a; n != null && c < 3; n = n.next) c++; return c;",
    "if (a.next == b) return 1; if (b.next == a) return 2; return a == b ? 3 : 4;",
    "if (a.other == null) return 0; if (a.next == null) return 1; return a.next.next == a.other ? 2 : 3;",
    "a.next = a; return a.other == b ? 1 : 2;",
    "if (b.other == null || a.other == null) return 0; b.other.v = 1; a.other.v = 2; return b.other.v == 2 ? 2 : 1;",
];

/// The methods, and a main that prints what each ends with on all heaps of up to three objects that meet each
/// of the assumptions.
fn source() -> String {
    let mut source = "import java.util.*;
class Subject {
    static class Node { Node next, other; int v; }
    static boolean noAlias(Node a, Node b) { margay.Margay.assumeNoAlias(a, b); return true; }
    static boolean noSharing(Node a, Node b) { margay.Margay.assumeNoSharing(a, b); return true; }
    static boolean acyclic(Node a, Node b) { margay.Margay.assumeAcyclic(a); return true; }
    static boolean tree(Node a, Node b) { margay.Margay.assumeTree(a); return true; }
    static void below(Node node, Set<Node> found) {
        if (node != null && found.add(node)) { below(node.next, found); below(node.other, found); }
    }
    static Set<Node> below(Node node) {
        Set<Node> found = Collections.newSetFromMap(new IdentityHashMap<>());
        below(node, found);
        return found;
    }
    static boolean meets(int assumption, Node a, Node b) {
        Set<Node> all = below(a);
        switch (assumption) {
            case 0: return a == null || a != b;
            case 1: return Collections.disjoint(all, below(b));
            case 2:
                for (Node n : all) if (below(n.next).contains(n) || below(n.other).contains(n)) return false;
                return true;
            default:
                Set<Node> held = Collections.newSetFromMap(new IdentityHashMap<>());
                for (Node n : all) {
                    if (n.next != null && !held.add(n.next)) return false;
                    if (n.other != null && !held.add(n.other)) return false;
                }
                return !held.contains(a);
        }
    }
    static Node[] heap(int count, int links) {
        Node[] nodes = new Node[count];
        for (int i = 0; i < count; i++) nodes[i] = new Node();
        for (Node node : nodes) {
            node.next = at(nodes, links % (count + 1) - 1); links /= count + 1;
            node.other = at(nodes, links % (count + 1) - 1); links /= count + 1;
        }
        return nodes;
    }
    static Node at(Node[] nodes, int place) { return place < 0 ? null : nodes[place]; }
    static String end(int method, Node a, Node b) {
        try { return Integer.toString(call(method, a, b)); }
        catch (RuntimeException e) { return e.getClass().getName(); }
    }
"
    .to_owned();
    source.push_str(&numbered_methods(SMALL));
    let count = SMALL.len();
    let _ = writeln!(
        source,
        "            default: return -1;\n        }}\n    }}\n    public static void main(String[] args) {{
        for (int assumption = 0; assumption < 4; assumption++)
            for (int m = 0; m < {count}; m++) {{
                TreeSet<String> ends = new TreeSet<>();
                for (int objects = 0; objects <= 3; objects++) {{
                    int heaps = 1;
                    for (int i = 0; i < 2 * objects; i++) heaps *= objects + 1;
                    for (int h = 0; h < heaps; h++)
                        for (int a = -1; a < objects; a++)
                            for (int b = -1; b < objects; b++) {{
                                Node[] nodes = heap(objects, h);
                                Node x = at(nodes, a), y = at(nodes, b);
                                if (meets(assumption, x, y)) ends.add(end(m, x, y));
                            }}
                }}
                System.out.println(String.join(\" \", ends));
            }}
    }}
}}"
    );
    source
}

#[test]
fn exactly_the_heaps_are_left_that_meet_an_assumption() {
    let (_folder, session) = session(&source());
    let expected = words_on_jvm(&session);
    assert_eq!(expected.len(), ASSUMED.len() * SMALL.len());
    let mut fewer = 0;
    for (place, expected) in expected.iter().enumerate() {
        let (assumed, number) = (ASSUMED[place / SMALL.len()], place % SMALL.len());
        let method = format!("m{number}");
        for aliasing in MODES {
            let report = reported(&session, options(aliasing, &[assumed]), &method);
            let text = format!("{assumed}, {aliasing:?}: {}", SMALL[number]);
            assert_eq!(&ends(&report), expected, "{text}");
            assert_eq!(report.precondition.as_deref(), Some(assumed), "{text}");
        }
        let all = ends(&reported(&session, options(Aliasing::Symbolic, &[]), &method));
        fewer += usize::from(all != *expected);
        // A precondition that assumes the same.
        let mut options = options(Aliasing::Symbolic, &[]);
        let names = ["noAlias", "noSharing", "acyclic", "tree"];
        options.inputs.requires = Some(format!("Subject.{}", names[place / SMALL.len()]));
        let text = format!("{:?}: {}", options.inputs.requires, SMALL[number]);
        assert_eq!(&ends(&reported(&session, options, &method)), expected, "{text}");
    }
    assert!(fewer > 10, "assumptions say something about {fewer}");
}

const LATER: &str = "import margay.Margay;
class Subject {
    Subject next;
    Subject[] all;
    java.util.List<Subject> list;
    static int later(Subject a, Subject b) {
        a.next = b;
        Margay.assumeAcyclic(a);
        if (a == b) return 1;
        return b != null && b.next == a ? 2 : 3;
    }
    static int before(Subject a) {
        Margay.assumeAcyclic(a);
        a.next = a;
        return a.next.next == a ? 1 : 2;
    }
    static int made(Subject a) {
        Subject own = new Subject();
        own.next = a;
        Margay.assumeTree(own);
        return a != null && a.next == a ? 1 : 2;
    }
    static int array(Subject a) {
        if (a.all == null || a.all.length != 2 || a.all[0] == null) return 0;
        return a.all[0] == a.all[1] ? 1 : 2;
    }
    static int apart(Subject[] a, Subject b) {
        if (a.length != 1) return 0;
        return a[0] != null && a[0] == b ? 1 : 2;
    }
    static int list(Subject a) {
        if (a.list == null || a.list.size() != 1) return 0;
        return a.list.get(0) == a ? 1 : 2;
    }
    static boolean same(Subject a, Subject b) { return a != null && a == b; }
    static int never(Subject a, Subject b) { return 1; }
    static int number(int n, Subject a) { return n; }
    void set(Subject next) { this.next = next; }
    static int by(Subject a) { return a.next == a ? 1 : 2; }
}";

/// What is assumed is of the heap as it is then.
#[test]
fn a_program_assumes_of_the_heap_as_it_is() {
    let (_folder, session) = session(LATER);
    const NULL: &str = "java.lang.NullPointerException";
    for aliasing in MODES {
        let ends = |method| ends(&reported(&session, options(aliasing, &[]), method));
        assert_eq!(ends("later"), set(&["3", NULL]), "{aliasing:?}");
        assert_eq!(ends("before"), set(&["1", NULL]), "{aliasing:?}");
        assert_eq!(ends("made"), set(&["2"]), "{aliasing:?}");
    }
}

#[test]
fn elements_are_reached_too() {
    let (_folder, session) = session(LATER);
    const NULL: &str = "java.lang.NullPointerException";
    for aliasing in MODES {
        let ends =
            |method, assumed| ends(&reported(&session, options(aliasing, &[assumed]), method));
        assert_eq!(ends("array", "acyclic(a)"), set(&["0", "1", "2", NULL]), "{aliasing:?}");
        assert_eq!(ends("array", "tree(a)"), set(&["0", "2", NULL]), "{aliasing:?}");
        assert_eq!(ends("apart", "no-alias(a, b)"), set(&["0", "1", "2", NULL]), "{aliasing:?}");
        assert_eq!(ends("apart", "no-sharing(a, b)"), set(&["0", "2", NULL]), "{aliasing:?}");
        assert_eq!(ends("list", "acyclic(a)"), set(&["0", "2", NULL]), "{aliasing:?}");
    }
}

/// Objects that calls make show what they are when they are made.
#[test]
fn objects_made_by_calls_meet_assumptions() {
    let (_folder, session) = session(LATER);
    for aliasing in [Aliasing::On, Aliasing::Off, Aliasing::Symbolic] {
        let mut by_calls = options(aliasing, &["acyclic(a)"]);
        by_calls.inputs.max_calls = Some(2);
        let found = ends(&reported(&session, by_calls, "by"));
        assert_eq!(found, set(&["2", "java.lang.NullPointerException"]), "{aliasing:?}");
    }
}

#[test]
fn paths_that_follow_inputs_meet_assumptions() {
    let (_folder, session) = session(&source());
    for aliasing in MODES {
        for (number, body) in SMALL.iter().enumerate() {
            for assumed in ASSUMED {
                let method = format!("m{number}");
                let asked = options(aliasing, &[assumed]);
                let follows =
                    GenerateOptions { strategy: SearchStrategy::Concolic, ..asked.clone() };
                let [asked, follows] =
                    [asked, follows].map(|options| ends(&reported(&session, options, &method)));
                assert_eq!(asked, follows, "{assumed}, {aliasing:?}: {body}");
            }
        }
    }
}

#[test]
fn assumptions_that_contradict_are_said() {
    let (_folder, session) = session(LATER);
    for aliasing in MODES {
        let mut options = options(aliasing, &["no-alias(a, b)"]);
        options.inputs.requires = Some("Subject.same".to_owned());
        let report = reported(&session, options, "never");
        assert!(report.cases.is_empty());
        assert_eq!(report.precondition.as_deref(), Some("Subject.same and no-alias(a, b)"));
    }
}

#[test]
fn what_cannot_be_assumed_is_said() {
    let wrong = |text: &str| text.parse::<AssumedHeap>().expect_err(text);
    assert!(wrong("acyclic").starts_with("expected no-alias(a, b), no-sharing(a, b)"));
    assert!(wrong("round(a)").starts_with("`round` is nothing to assume: expected"));
    assert!(wrong("acyclic(a, b)").starts_with("acyclic is assumed of one parameter"));
    assert!(wrong("no-alias(a)").starts_with("no-alias is assumed of two parameters"));
    assert!(wrong("no-alias(a, a)").starts_with("no-alias(a, a) is never true"));
    assert_eq!(" no-alias( a,b ) ".parse::<AssumedHeap>().expect("one").to_string(), ASSUMED[0]);
    let (_folder, session) = session(LATER);
    let refused = |assumed: &str, method: &str| {
        let mut generator = session.generate(options(Aliasing::On, &[assumed])).expect("one");
        let filter = MethodFilter { method: Some(method.to_owned()), ..MethodFilter::default() };
        match generator.select(&filter) {
            Err(Error::Together(what)) => what,
            _ => panic!("{assumed} is not refused"),
        }
    };
    assert_eq!(
        refused("acyclic(x)", "later"),
        "--assume 'acyclic(x)': x is no parameter of the method: there are a, b"
    );
    assert_eq!(
        refused("acyclic(n)", "number"),
        "--assume 'acyclic(n)': n is of type int, and no reference"
    );
}
