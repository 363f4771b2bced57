//! Arrays through references that stay symbolic: what small methods end with is what a JVM ends with on all small
//! arrays, shared or not, at all places.

mod common;

use common::{Dice, endings, session, words_on_jvm};
use margay_java::Session;
use margay_java::case::MethodReport;
use margay_java::generate::{Aliasing, Criterion, GenerateOptions, InputOptions, MethodFilter};
use std::collections::BTreeSet;
use std::fmt::Write;

fn report(session: &Session, aliasing: Aliasing, method: &str) -> MethodReport {
    let inputs =
        InputOptions { aliasing, max_calls: None, max_array: 3, ..InputOptions::default() };
    let options =
        GenerateOptions { criterion: Criterion::Path, inputs, ..GenerateOptions::default() };
    let mut generator = session.generate(options).expect("a generator");
    let filter = MethodFilter { method: Some(method.to_owned()), ..MethodFilter::default() };
    generator.reports(&filter).expect("methods").remove(0)
}

fn ends(report: &MethodReport) -> BTreeSet<String> {
    endings(report).into_iter().collect()
}

/// Methods of `(int[] a, int[] b, int i)`.
const NUMBERS: &[&str] = &[
    "return a == b ? 1 : 2;",
    "return a.length == b.length ? a == b ? 1 : 2 : 3;",
    "if (a.length != 1 || b.length != 2) return 0; return a == b ? 1 : 2;",
    "a[0] = 1; b[0] = 2; return a[0] == 2 ? 2 : 1;",
    "a[i] = 1; b[0] = 2; return a[i] == 2 ? 2 : 1;",
    "a[0] = 1; b[i] = 2; return a[0] == 2 ? 2 : 1;",
    "a[i] = 1; b[i] = 2; return a[i] == b[0] ? 1 : 2;",
    "int old = a[i]; b[i] = old + 1; return a[i] == old ? 1 : 2;",
    "int[] c = i == 0 ? a : b; c[0] = 1; b[0] = 2; return c[0] == 2 ? 2 : 1;",
    "int[] c = new int[2]; int[] d = a.length == 1 ? c : a; d[0] = 1; b[0] = 2; return c[0] == 1 ? d == c ? 1 : 2 : d[0] == 2 ? 3 : 4;",
    "int[] c = a.clone(); b[0] = 1; a[0] = 0; return c[0] == a[0] ? 1 : c == b ? 2 : 3;",
    "System.arraycopy(a, 0, b, 1, 1); return a[0] == b[1] ? 1 : 2;",
    "b[1] = 1; b[0] = 0; System.arraycopy(a, 0, b, 1, 1); return b[1] == 0 ? 1 : b[1] == 1 ? 2 : 3;",
    "int c = 0; for (int k = 0; k < a.length && k < 3; k++) { b[k] = 0; c += a[k] == 0 ? 1 : 0; } return c;",
    "a[i] = 1; return b[1] == 1 && a != b ? 1 : a == b ? 2 : 3;",
];

/// Methods of `(Node[] a, Node[] b, int i)`, of nodes with an array of such.
const REFERENCES: &[&str] = &[
    "a[0] = null; return b[0] == null ? 1 : 2;",
    "return a[i] == b[0] ? 1 : 2;",
    "a[0].v = 1; b[0].v = 2; return a[0].v == 2 ? 2 : 1;",
    "a[i] = b[0]; return a[0] == b[0] ? 1 : 2;",
    "Node t = a[0]; b[0] = null; return t == a[0] ? 1 : 2;",
    "Node n = new Node(); a[0] = n; return b[0] == n ? 1 : 2;",
    "a[0].all = b; if (a[0].all.length == 0) return 0; return a[0].all[0] == a[0] ? 1 : 2;",
    "a[0].all[0] = null; return a[0] == null ? 1 : 2;",
];

const PRELUDE: &str = "import java.util.*;
class Subject {
    static class Node { int v; Node[] all; }
    interface Ended { int end(); }
    static String end(Ended body) {
        try { return Integer.toString(body.end()); }
        catch (RuntimeException e) { return e.getClass().getName(); }
    }
    static int[] numbers(int length, int values) {
        int[] all = new int[length];
        for (int k = 0; k < length; k++) { all[k] = values % 3; values /= 3; }
        return all;
    }
    static void numbers(int method, Set<String> ends) {
        for (int la = -1; la <= 3; la++) for (int lb = -2; lb <= 3; lb++)
            for (int va = 0; va < 27; va++) for (int vb = 0; vb < 27; vb++) for (int i = -1; i <= 3; i++) {
                int[] a = la < 0 ? null : numbers(la, va);
                int[] b = lb == -2 ? a : lb < 0 ? null : numbers(lb, vb);
                int at = i;
                ends.add(end(() -> n(method, a, b, at)));
            }
    }
    static void references(int method, Set<String> ends) {
        for (int la = -1; la <= 2; la++) for (int lb = -2; lb <= 2; lb++)
            for (int va = 0; va < 9; va++) for (int vb = 0; vb < 9; vb++)
                for (int all = 0; all < 16; all++) for (int i = -1; i <= 2; i++) {
                    Node[] nodes = { null, new Node(), new Node() };
                    Node[] a = la < 0 ? null : new Node[la];
                    Node[] b = lb == -2 ? a : lb < 0 ? null : new Node[lb];
                    for (int k = 0; k < la; k++) a[k] = nodes[k == 0 ? va % 3 : va / 3];
                    for (int k = 0; k < lb; k++) b[k] = nodes[k == 0 ? vb % 3 : vb / 3];
                    Node[][] arrays = { null, a, b, new Node[] { nodes[1] } };
                    nodes[1].all = arrays[all % 4];
                    nodes[2].all = arrays[all / 4];
                    int at = i;
                    ends.add(end(() -> r(method, a, b, at)));
                }
    }
";

fn source() -> String {
    let mut source = PRELUDE.to_owned();
    for (kind, ty, bodies) in [("n", "int", NUMBERS), ("r", "Node", REFERENCES)] {
        for (number, body) in bodies.iter().enumerate() {
            let _ = writeln!(
                source,
                "    static int {kind}{number}({ty}[] a, {ty}[] b, int i) {{ {body} }}"
            );
        }
        let _ = writeln!(source, "    static int {kind}(int m, {ty}[] a, {ty}[] b, int i) {{");
        let _ = writeln!(source, "        switch (m) {{");
        for number in 0..bodies.len() {
            let _ = writeln!(source, "            case {number}: return {kind}{number}(a, b, i);");
        }
        let _ = writeln!(source, "            default: return -1;\n        }}\n    }}");
    }
    let (numbers, references) = (NUMBERS.len(), REFERENCES.len());
    let _ = writeln!(
        source,
        "    public static void main(String[] args) {{
        for (int m = 0; m < {numbers} + {references}; m++) {{
            Set<String> ends = new TreeSet<>();
            if (m < {numbers}) numbers(m, ends); else references(m - {numbers}, ends);
            System.out.println(String.join(\" \", ends));
        }}
    }}
}}"
    );
    source
}

#[test]
fn arrays_end_as_on_a_jvm() {
    let (_folder, session) = session(&source());
    let expected = words_on_jvm(&session);
    let named = |kind: &str, bodies: &[&'static str]| {
        bodies.iter().enumerate().map(|(n, body)| (format!("{kind}{n}"), *body)).collect::<Vec<_>>()
    };
    let methods = [named("n", NUMBERS), named("r", REFERENCES)].concat();
    assert_eq!(expected.len(), methods.len());
    let (mut fewer, mut wrong) = (0, Vec::new());
    for ((method, body), expected) in methods.iter().zip(&expected) {
        let open = report(&session, Aliasing::Symbolic, method);
        let lazy = report(&session, Aliasing::On, method);
        assert_eq!(&ends(&lazy), expected, "{method}, on: {body}");
        if !open.losses.is_complete() || ends(&open) != *expected {
            wrong.push(format!("{method}: {body}: {:?}, {:?}", ends(&open), open.losses));
        }
        if open.cases.len() > lazy.cases.len() {
            wrong.push(format!("{method}: {} and not {}", open.cases.len(), lazy.cases.len()));
        }
        fewer += usize::from(open.cases.len() < lazy.cases.len());
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(fewer > 5, "{fewer} have fewer cases");
}

// ---- random programs ----

/// A method of reads, writes, comparisons and allocations of arrays; what it returns names its way.
fn random_method(dice: &mut Dice, number: usize) -> String {
    let mut arrays: Vec<String> = (0..2 + dice.below(2)).map(|n| format!("a{n}")).collect();
    let parameters: Vec<String> = arrays.iter().map(|name| format!("int[] {name}")).collect();
    let (mut numbers, mut body) = (vec!["0".to_owned(), "1".to_owned()], String::new());
    for step in 0..3 + dice.below(4) {
        let one = arrays[dice.below(arrays.len())].clone();
        let other = arrays[dice.below(arrays.len())].clone();
        let value = numbers[dice.below(numbers.len())].clone();
        let place = ["0", "1", "i", "i"][dice.below(4)];
        match dice.below(8) {
            0 => {
                let _ = write!(body, "int n{step} = {one}[{place}]; ");
                numbers.push(format!("n{step}"));
            }
            1..=3 => {
                let _ = write!(body, "{one}[{place}] = {value}; ");
            }
            4 if dice.below(2) == 0 => {
                let _ = write!(body, "int[] t{step} = new int[2]; ");
                arrays.push(format!("t{step}"));
            }
            4 => {
                let _ = write!(body, "int[] t{step} = i == 0 ? {one} : {other}; ");
                arrays.push(format!("t{step}"));
            }
            5 => {
                let _ = write!(body, "way = way * 2 + ({one} == {other} ? 1 : 0); ");
            }
            6 => {
                let _ = write!(body, "way = way * 2 + ({one}.length == {other}.length ? 1 : 0); ");
            }
            _ => {
                let _ = write!(body, "way = way * 2 + ({one}[{place}] == {value} ? 1 : 0); ");
            }
        }
    }
    let parameters = parameters.join(", ");
    format!("    static int m{number}({parameters}, int i) {{ int way = 1; {body}return way; }}\n")
}

#[test]
fn random_programs_on_arrays_end_as_with_all_aliases() {
    let wanted = std::env::var("MARGAY_RANDOM_PROGRAMS").ok().and_then(|n| n.parse().ok());
    let mut dice = Dice(0xfeed_5678_9abc);
    let mut source = "class Subject {\n".to_owned();
    (0..wanted.unwrap_or(60)).for_each(|n| source.push_str(&random_method(&mut dice, n)));
    source.push_str("}\n");
    let (_folder, session) = session(&source);
    let (mut fewer, mut wrong) = (0, Vec::new());
    for line in source.lines().filter(|line| line.contains("static int")) {
        let method = line.split([' ', '(']).find(|word| word.starts_with('m')).expect("a name");
        let open = report(&session, Aliasing::Symbolic, method);
        let lazy = report(&session, Aliasing::On, method);
        let is_whole = open.losses.is_complete() && lazy.losses.is_complete();
        if !is_whole || ends(&open) != ends(&lazy) || open.cases.len() > lazy.cases.len() {
            wrong.push(format!("{line}: {:?} and not {:?}", ends(&open), ends(&lazy)));
        }
        fewer += usize::from(open.cases.len() < lazy.cases.len());
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(fewer > 0);
}
