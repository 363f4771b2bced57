//! Paths with references that stay symbolic, heap by heap: of all heaps of up to three objects of two classes each takes
//! exactly one of the paths found, the one whose conditions it meets, and each path has a heap.
//!
//! The heaps are enumerated (`margay enumerate`). A JVM is given each of them, the methods, and the conditions that the
//! cases tell, as Java expressions; it says which conditions hold before a method is called, and how that ends.

mod common;

use common::{ending, numbered_methods, session};
use margay_java::Session;
use margay_java::case::MethodReport;
use margay_java::enumerate::{BoundsSource, EnumerateOptions, Spec};
use margay_java::generate::{Aliasing, Criterion, GenerateOptions, InputOptions, MethodFilter};
use margay_java::structure::{Content, Structure, Value};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Small methods on nodes of two classes. Each returns a number that names the way it went.
const SMALL: &[&str] = &[
    "return a == b ? 1 : 2;",
    "return a == null ? 1 : a == b ? 2 : 3;",
    "return a.next == b ? 1 : 2;",
    "return a.next == b.next ? 1 : 2;",
    "if (a.next == a) return 1; return a.next == null ? 2 : 3;",
    "if (a.next == null) return 1; return a.next.next == a ? 2 : 3;",
    "a.v = 1; b.v = 2; return a.v == 2 ? 1 : 2;",
    "a.v = 1; b.v = 2; if (a == b) return a.v; return a.v + 10;",
    "a.next = b; return b.next == b ? 1 : b.next == null ? 2 : 3;",
    "a.next = b; b.next = a; return a.next == a ? 1 : 2;",
    "Node t = a.next; a.next = b; return t == b ? 1 : t == a ? 2 : 3;",
    "Node t = a.next; a.next = b.next; b.next = t; return a.next == b.next ? 1 : 2;",
    "Node n = new Node(); n.next = a; return n.next == b ? 1 : n == a ? 2 : 3;",
    "Node n = new Node(); a.next = n; return b.next == n ? 1 : 2;",
    "Node n = new Node(); a.next = n; b.next.v = 1; return n.v == 1 ? 1 : 2;",
    "Node n = new Node(); a.next = n; if (b.next == n) { b.next = null; } return a.next == null ? 1 : 2;",
    "return a instanceof Sub ? 1 : 2;",
    "return a == b ? (a instanceof Sub ? 1 : 2) : (b instanceof Sub ? 3 : 4);",
    "if (!(a instanceof Sub)) return 1; return a == b ? 2 : 3;",
    "if (!(a instanceof Sub)) return 1; if (b instanceof Sub) return 2; return a == b ? 3 : 4;",
    "Sub s = (Sub) a; s.w = 1; return b instanceof Sub && ((Sub) b).w == 1 ? 1 : 2;",
    "Sub s = (Sub) a; s.w = 2; Sub t = (Sub) b; t.w = 1; return s.w == 1 ? 1 : 2;",
    "return a.kind() == b.kind() ? 1 : 2;",
    "if (a.kind() == 2) return 1; return a.next == b ? 2 : 3;",
    "a.next.next = b; return a.next == b ? 1 : 2;",
    "a.next.next = b; return a.next == a ? 1 : a.next == b ? 2 : 3;",
    "a.v = 1; a.next.v = 2; b.v = 0; return a.v == 0 ? 1 : a.v == 1 ? 2 : 3;",
    "a.v = 1; b.next.v = 2; return a.v == 2 ? 1 : 2;",
    "int c = 0; for (Node n = a; n != null && c < 3; n = n.next) c++; return c;",
    "int c = 0; for (Node n = a; n != b && c < 3; n = n.next) c++; return c;",
    "Node t = a; if (b.v == 1) t = b; t.v = 2; return a.v == 2 ? 1 : 2;",
    "Node t = a; if (b.v == 1) t = b; t.next = a; return b.next == a ? 1 : 2;",
    "if (a.v == b.v) return 1; return a == b ? 2 : 3;",
    "a.v = b.v; b.v = 1; return a.v == 1 ? 1 : 2;",
    "if (a == b) return 0; a.next = a; return b.next == a ? 1 : 2;",
    "if (a.next != b) return 0; b.v = 1; return a.next.v == 1 ? 1 : 2;",
    "if (a.next == null || b.next == null) return 0; a.next.next = null; return b.next.next == null ? 1 : 2;",
    "Node t = a.next; t.v = 1; a.v = 2; return t.v == 2 ? 1 : 2;",
    "boolean same = a == b; a.v = 1; b.v = 2; return same == (a.v == 2) ? 1 : 2;",
    "Node t = a.next == null ? a : a.next; t.v = 1; return b.v == 1 ? 1 : 2;",
    "Node t = a; a = b; b = t; a.v = 1; return b.v == 1 ? 1 : 2;",
    "if (a == null) return b == null ? 1 : 2; if (b == null) return 3; return a.next == b ? 4 : 5;",
    "Object o = a; return o == b ? 1 : 2;",
    "return a.hashCode() == b.hashCode() && a == b ? 1 : 2;",
    "return a.equals(b) ? 1 : 2;",
    "synchronized (a) { b.v = 1; } return a.v == 1 ? 1 : 2;",
    "a.next = null; Node t = b.next; return t == null ? 1 : t.next == null ? 2 : 3;",
];

/// The classes, the methods, and which heaps there are.
fn source() -> String {
    let mut source = "class Subject {
    static class Node { Node next; int v; int kind() { return 1; } }
    static class Sub extends Node { int w; int kind() { return 2; } }
    Node a, b;
    boolean repOk() {
        Node[] met = new Node[3];
        return count(b, met, count(a, met, 0)) >= 0;
    }
    /** How many nodes were met with those that a node leads to; -1 if these are too many. */
    static int count(Node node, Node[] met, int count) {
        for (; node != null && count >= 0; node = node.next) {
            for (int at = 0; at < count; at++) if (met[at] == node) return count;
            if (count == met.length) return -1;
            met[count++] = node;
        }
        return count;
    }
"
    .to_owned();
    source.push_str(&numbered_methods(SMALL));
    source.push_str("            default: return -1;\n        }\n    }\n}\n");
    source
}

/// All heaps, no two of them alike.
fn heaps(session: &Session) -> Vec<Structure> {
    let items = ["objects Node=3", "objects Sub=3", "field Node.v=0..2", "field Sub.w=0..1"];
    let spec = Spec::from_items(&items.map(str::to_owned)).expect("bounds");
    let options = EnumerateOptions {
        bounds: BoundsSource::Spec(spec),
        predicate: Some("repOk".to_owned()),
        ..EnumerateOptions::default()
    };
    session.enumerate(options).expect("a predicate").collect().expect("all").0
}

/// A heap as numbers: the places of `a` and `b`, then class, `next`, `v` and `w` of each object; -1 is null.
fn line(heap: &Structure) -> String {
    let number = |value: &Value| match value {
        Value::Null => -1,
        Value::Ref(place) => *place as i64 - 1,
        Value::Int(number) => *number,
        other => panic!("{other:?} is no value of a node"),
    };
    let mut words = Vec::new();
    for (place, object) in heap.objects.iter().enumerate() {
        let Content::Fields(fields) = &object.content else { panic!("an object has fields") };
        let of = |name: &str| fields.iter().find(|(field, _)| field.name == name);
        if place > 0 {
            words.push(i64::from(of("w").is_some()));
        }
        let wanted = if place == 0 { ["a", "b", ""] } else { ["next", "v", "w"] };
        let wanted = wanted.iter().filter(|name| !name.is_empty());
        words.extend(wanted.map(|name| of(name).map_or(0, |(_, value)| number(value))));
    }
    words.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}

fn is_part_of_name(c: char) -> bool {
    c.is_alphanumeric() || "._$[]".contains(c)
}

/// A condition as tests tell it, as Java.
fn java(told: &str) -> String {
    let mut text = told.to_owned();
    while let Some(at) = text.find(" not instanceof ") {
        let from = text[..at].rfind(|c| !is_part_of_name(c)).map_or(0, |at| at + 1);
        let class = at + " not instanceof ".len();
        let to = text[class..].find(|c| !is_part_of_name(c)).map_or(text.len(), |end| class + end);
        let test = format!("!({} instanceof {})", &text[from..at], &text[class..to]);
        text.replace_range(from..to, &test);
    }
    while let Some(at) = text.find(" is a ") {
        let from = text[..at].rfind(|c| !is_part_of_name(c)).map_or(0, |at| at + 1);
        let mut tests = Vec::new();
        let mut to = at + " is a ".len();
        loop {
            let rest = &text[to..];
            let end = rest.find(|c| !is_part_of_name(c)).unwrap_or(rest.len());
            tests.push(format!("{}.getClass() == {}.class", &text[from..at], &rest[..end]));
            to += end;
            match text[to..].starts_with(" or ") {
                true => to += " or ".len(),
                false => break,
            }
        }
        text.replace_range(from..to, &format!("({})", tests.join(" || ")));
    }
    // A field of the subclass, through a name of the other type.
    let parts: Vec<&str> = text.split(".w").collect();
    let mut cast = String::new();
    for (number, part) in parts.iter().enumerate() {
        let is_owner = number + 1 < parts.len();
        let from = part.rfind(|c| !is_part_of_name(c)).map_or(0, |at| at + 1);
        match is_owner {
            true => {
                let _ = write!(cast, "{}((Subject.Sub) {}).w", &part[..from], &part[from..]);
            }
            false => cast.push_str(part),
        }
    }
    cast.replace('$', ".")
}

/// A program that reads heaps and tells, method by method, what is wrong, or how many heaps each path has.
fn checker(reports: &[MethodReport]) -> String {
    let mut tests = String::new();
    let mut cases = String::new();
    let by_end: Vec<String> =
        reports.iter().map(|report| (!is_told_whole(report)).to_string()).collect();
    for (number, report) in reports.iter().enumerate() {
        let ends: Vec<String> =
            report.cases.iter().map(|case| format!("\"{}\"", ending(&case.outcome))).collect();
        let _ = writeln!(cases, "        {{ {} }},", ends.join(", "));
        let _ = writeln!(
            tests,
            "    static boolean holds{number}(int path, Subject.Node a, Subject.Node b) {{
        switch (path) {{"
        );
        for (path, case) in report.cases.iter().enumerate().filter(|_| is_told_whole(report)) {
            let parts: Vec<String> =
                case.condition.iter().map(|told| format!("({})", java(told))).collect();
            let all = if parts.is_empty() { "true".to_owned() } else { parts.join(" && ") };
            let _ = writeln!(tests, "            case {path}: return {all};");
        }
        let _ =
            writeln!(tests, "            default: throw new AssertionError();\n        }}\n    }}");
    }
    let calls: String = (0..reports.len())
        .map(|n| format!("            case {n}: return holds{n}(path, a, b);\n"))
        .collect();
    format!(
        "class Check {{
    static final String[][] ENDS = {{
{cases}    }};
    static final boolean[] BY_END = {{ {} }};
{tests}    static boolean holds(int method, int path, Subject.Node a, Subject.Node b) {{
        try {{
            switch (method) {{
{calls}            default: throw new AssertionError();
            }}
        }} catch (NullPointerException e) {{
            return false;
        }}
    }}
    static String end(int method, Subject.Node a, Subject.Node b) {{
        try {{ return Integer.toString(Subject.call(method, a, b)); }}
        catch (RuntimeException e) {{ return e.getClass().getName(); }}
    }}
    static Subject.Node at(Subject.Node[] nodes, int place) {{ return place < 0 ? null : nodes[place]; }}
    static Subject.Node[] nodes(int[] words) {{
        Subject.Node[] nodes = new Subject.Node[(words.length - 2) / 4];
        for (int n = 0; n < nodes.length; n++)
            nodes[n] = words[2 + 4 * n] == 0 ? new Subject.Node() : new Subject.Sub();
        for (int n = 0; n < nodes.length; n++) {{
            nodes[n].next = at(nodes, words[3 + 4 * n]);
            nodes[n].v = words[4 + 4 * n];
            if (nodes[n] instanceof Subject.Sub) ((Subject.Sub) nodes[n]).w = words[5 + 4 * n];
        }}
        return nodes;
    }}
    public static void main(String[] args) throws java.io.IOException {{
        int[][] taken = new int[ENDS.length][];
        String[] wrong = new String[ENDS.length];
        for (int m = 0; m < taken.length; m++) taken[m] = new int[ENDS[m].length];
        java.io.BufferedReader in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null;) {{
            int[] words = java.util.Arrays.stream(line.split(\" \")).mapToInt(Integer::parseInt).toArray();
            for (int m = 0; m < taken.length; m++) {{
                Subject.Node[] nodes = nodes(words);
                Subject.Node a = at(nodes, words[0]), b = at(nodes, words[1]);
                java.util.List<Integer> paths = new java.util.ArrayList<>();
                for (int path = 0; path < taken[m].length && !BY_END[m]; path++)
                    if (holds(m, path, a, b)) paths.add(path);
                String end = end(m, a, b);
                if (BY_END[m]) {{
                    boolean ends = false;
                    for (int path = 0; path < taken[m].length; path++)
                        if (ENDS[m][path].equals(end)) {{ taken[m][path]++; ends = true; }}
                    if (!ends) wrong[m] = \"heap \" + line + \" ends with \" + end;
                }} else if (paths.size() == 1 && ENDS[m][paths.get(0)].equals(end)) taken[m][paths.get(0)]++;
                else if (wrong[m] == null) wrong[m] = \"heap \" + line + \" ends with \" + end + \" and meets \" + paths;
            }}
        }}
        for (int m = 0; m < taken.length; m++)
            System.out.println(wrong[m] == null ? java.util.Arrays.toString(taken[m]) : wrong[m]);
    }}
}}
",
        by_end.join(", ")
    )
}

/// Whether the conditions of all paths are told whole: people are not told all of the longest ones. Of a method with
/// such, only the ends are compared.
fn is_told_whole(report: &MethodReport) -> bool {
    !report.cases.iter().any(|case| case.condition.iter().any(|told| told.contains('…')))
}

/// What the checker prints on a JVM when it is given these lines.
fn checked(session: &Session, checker: &str, lines: &[String]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Check.java");
    std::fs::write(&file, checker).expect("a file");
    let class_path = std::env::join_paths(session.class_path_entries()).expect("paths");
    let javac = session.jdk().java.with_file_name("javac");
    let compiled = Command::new(javac)
        .arg("-cp")
        .arg(&class_path)
        .arg("-d")
        .arg(folder.path())
        .arg(&file)
        .output()
        .expect("javac runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let entries = session.class_path_entries();
    let all = entries.iter().map(std::path::PathBuf::from).chain([folder.path().to_owned()]);
    let mut java = Command::new(&session.jdk().java)
        .arg("-cp")
        .arg(std::env::join_paths(all).expect("paths"))
        .arg("Check")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("java runs");
    let mut stdin = java.stdin.take().expect("a pipe");
    stdin.write_all(lines.join("\n").as_bytes()).expect("heaps are read");
    drop(stdin);
    let output = java.wait_with_output().expect("java ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

fn report(session: &Session, aliasing: Aliasing, method: usize) -> MethodReport {
    let inputs = InputOptions { aliasing, max_calls: None, ..InputOptions::default() };
    let options =
        GenerateOptions { criterion: Criterion::Path, inputs, ..GenerateOptions::default() };
    let mut generator = session.generate(options).expect("a generator");
    let filter = MethodFilter { method: Some(format!("m{method}")), ..MethodFilter::default() };
    let report = generator.reports(&filter).expect("methods").remove(0);
    assert!(report.losses.is_complete(), "m{method}: {:?}", report.losses);
    report
}

#[test]
fn every_heap_takes_one_of_the_paths_and_every_path_has_a_heap() {
    let (_folder, session) = session(&source());
    let lines: Vec<String> = heaps(&session).iter().map(line).collect();
    assert!(SMALL.len() >= 40 && lines.len() > 10_000, "{} heaps", lines.len());
    let mut wrong: Vec<String> = Vec::new();
    let reports: Vec<MethodReport> =
        (0..SMALL.len()).map(|method| report(&session, Aliasing::Symbolic, method)).collect();
    let whole = reports.iter().filter(|report| is_told_whole(report)).count();
    assert!(whole >= 40, "{whole} methods are told whole");
    let found = checked(&session, &checker(&reports), &lines);
    assert_eq!(found.len(), SMALL.len());
    for (method, found) in found.iter().enumerate() {
        // How many heaps each path has, in brackets, or what is wrong.
        let mut counts = found.trim_matches(['[', ']']).split(", ");
        if !found.starts_with('[') || counts.any(|count| count == "0") {
            wrong.push(format!("m{method}: {}: {found}", SMALL[method]));
        }
        let (open, lazy) = (&reports[method], report(&session, Aliasing::On, method));
        let (open, lazy) = (open.cases.len(), lazy.cases.len());
        if open > lazy {
            wrong.push(format!("m{method}: {open} cases and not {lazy}: {}", SMALL[method]));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
