//! Random small methods with assertions over narrow types: what `check` says of each must agree with
//! what a JVM finds when it tries all inputs. A verdict that does not is the worst defect there is.
//!
//! `MARGAY_FUZZ_METHODS` says how many methods (200 by default), `MARGAY_FUZZ_SEED` which.

#![allow(clippy::print_stderr, reason = "tests talk to whoever runs them")]

use margay_java::check::{CheckOptions, Checked, Verdict};
use margay_java::generate::{GenerateOptions, MethodFilter, Watching};
use margay_java::{Budget, Limits, Session, Target};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Methods of a class.
const IN_CLASS: usize = 100;

/// A generator of numbers that are the same everywhere (splitmix64).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, most: u64) -> u64 {
        self.next() % most
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }
}

/// Writes methods.
struct Author {
    dice: Dice,
    /// Variables that hold numbers, and those that hold truths.
    numbers: Vec<String>,
    truths: Vec<String>,
    /// Loops so far, for names of their counters.
    loops: u32,
}

impl Author {
    fn number(&mut self, depth: u32) -> String {
        if depth == 0 || self.dice.below(5) == 0 {
            return match self.dice.below(3) {
                0 => (self.dice.below(140) as i64 - 9).to_string(),
                _ => {
                    let at = self.dice.below(self.numbers.len() as u64) as usize;
                    self.numbers[at].clone()
                }
            };
        }
        let a = self.number(depth - 1);
        match self.dice.below(12) {
            0..=5 => {
                let op =
                    self.dice.one(&["+", "-", "*", "&", "|", "^", "<<", ">>", ">>>", "/", "%"]);
                format!("({a} {op} {})", self.number(depth - 1))
            }
            6 => format!("(byte) ({a})"),
            7 => format!("(char) ({a})"),
            8 => format!("({} ? {a} : {})", self.truth(depth - 1), self.number(depth - 1)),
            9 => format!("t[({a}) & 3]"),
            10 => format!("(int) ((long) {a} * {} >> 3)", self.number(depth - 1)),
            _ => {
                let call = self.dice.one(&["Math.max", "Math.abs", "mix", "down"]);
                match call {
                    "Math.abs" => format!("Math.abs({a})"),
                    "down" => format!("down(({a}) & 3)"),
                    call => format!("{call}({a}, {})", self.number(depth - 1)),
                }
            }
        }
    }

    fn truth(&mut self, depth: u32) -> String {
        if depth == 0 || self.dice.below(3) > 0 {
            if !self.truths.is_empty() && self.dice.below(4) == 0 {
                let at = self.dice.below(self.truths.len() as u64) as usize;
                return self.truths[at].clone();
            }
            let op = self.dice.one(&["<", "<=", "==", "!=", ">", ">="]);
            let depth = depth.min(2);
            return format!("{} {op} {}", self.number(depth), self.number(depth.min(1)));
        }
        let (a, b) = (self.truth(depth - 1), self.truth(depth - 1));
        match self.dice.below(4) {
            0 => format!("!({a})"),
            1 => format!("({a} && {b})"),
            2 => format!("({a} || {b})"),
            _ => format!("(({a}) ^ ({b}))"),
        }
    }

    /// Something that may well hold for all inputs, or for all but a few.
    fn assertion(&mut self) -> String {
        let a = self.number(2);
        match self.dice.below(6) {
            0 => format!("(({a}) & 7) <= 7"),
            1 => format!("({a}) != {}", self.dice.below(100_000)),
            2 => format!("!({} && {} && {})", self.truth(1), self.truth(1), self.truth(1)),
            3 => format!("({a}) * 2 % 2 == 0"),
            4 => {
                let b = self.number(1);
                format!("Math.max({a}, {b}) >= {b}")
            }
            _ => format!("{} || {} || {}", self.truth(1), self.truth(1), self.truth(2)),
        }
    }

    fn block(&mut self, depth: u32, indent: usize) -> String {
        let mut text = String::new();
        for _ in 0..1 + self.dice.below(2) {
            text += &self.statement(depth, indent);
        }
        text
    }

    fn statement(&mut self, depth: u32, indent: usize) -> String {
        let pad = "    ".repeat(indent);
        if depth == 0 {
            return match self.dice.below(5) {
                0 => format!("{pad}t[({}) & 3] = {};\n", self.number(1), self.number(2)),
                1 => format!("{pad}assert {};\n", self.assertion()),
                2 => format!("{pad}y ^= {};\n", self.number(2)),
                _ => format!("{pad}x = {};\n", self.number(2)),
            };
        }
        let inner = depth - 1;
        match self.dice.below(9) {
            0 | 1 => {
                let condition = self.truth(2);
                let (a, b) = (self.block(inner, indent + 1), self.block(inner, indent + 1));
                format!("{pad}if ({condition}) {{\n{a}{pad}}} else {{\n{b}{pad}}}\n")
            }
            2 => {
                self.loops += 1;
                let (i, most) = (format!("i{}", self.loops), self.dice.below(4));
                self.numbers.push(i.clone());
                let body = self.block(inner, indent + 1);
                self.numbers.pop();
                format!("{pad}for (int {i} = 0; {i} < {most}; {i}++) {{\n{body}{pad}}}\n")
            }
            3 => {
                self.loops += 1;
                let (i, most) = (format!("i{}", self.loops), self.number(1));
                let body = self.block(inner.min(1), indent + 1);
                format!("{pad}for (int {i} = 0; {i} < (({most}) & 3); {i}++) {{\n{body}{pad}}}\n")
            }
            4 => {
                let (value, a) = (self.number(1), self.block(inner, indent + 1));
                let b = self.statement(0, indent + 1);
                format!(
                    "{pad}switch (({value}) & 3) {{\n{pad}case 0:\n{a}{pad}case 2:\n{b}\
                     {pad}    break;\n{pad}default:\n{pad}    y++;\n{pad}}}\n"
                )
            }
            5 => {
                let body = self.block(inner, indent + 1);
                let index = self.number(1);
                format!(
                    "{pad}try {{\n{body}{pad}    t[{index}] = x;\n{pad}}} catch \
                     (ArithmeticException | ArrayIndexOutOfBoundsException e) {{\n{pad}    y = -1;\n{pad}}}\n"
                )
            }
            6 => format!("{pad}assert {};\n", self.assertion()),
            _ => self.statement(0, indent),
        }
    }

    /// A method with all its inputs, and the loops that try them.
    fn method(&mut self, number: usize) -> (String, String) {
        let (types, loops): (&[&str], &str) = match self.dice.below(4) {
            0 => (
                &["byte", "byte"],
                "for (int p = -128; p < 128; p++) for (int q = -128; q < 128; q++)",
            ),
            1 => (
                &["byte", "boolean"],
                "for (int p = -128; p < 128; p++) for (int q = 0; q < 2; q++)",
            ),
            2 => (
                &["boolean", "boolean", "byte"],
                "for (int p = 0; p < 2; p++) for (int q = 0; q < 2; q++) for (int r = -128; r < 128; r++)",
            ),
            _ => (&["short"], "for (int p = -32768; p < 32768; p++)"),
        };
        self.numbers = vec!["x".to_owned(), "y".to_owned()];
        self.truths = Vec::new();
        self.loops = 0;
        let mut parameters = Vec::new();
        let mut arguments = Vec::new();
        for ((ty, name), counter) in types.iter().zip(["a", "b", "c"]).zip(["p", "q", "r"]) {
            parameters.push(format!("{ty} {name}"));
            match *ty {
                "boolean" => {
                    self.truths.push(name.to_owned());
                    arguments.push(format!("{counter} == 1"));
                }
                ty => {
                    self.numbers.push(name.to_owned());
                    arguments.push(format!("({ty}) {counter}"));
                }
            }
        }
        let first = self.numbers.last().cloned().unwrap_or_default();
        let mut body = String::new();
        for _ in 0..2 + self.dice.below(3) {
            body += &self.statement(2, 2);
        }
        let last = self.assertion();
        let method = format!(
            "    static void m{number}({}) {{\n        int x = {first}, y = 1;\n        \
             int[] t = {{3, 1, 4, 1}};\n{body}        assert {last};\n    }}\n",
            parameters.join(", ")
        );
        let trial = format!(
            "    static boolean v{number}() {{\n        {loops} {{\n            \
             try {{ m{number}({}); }} catch (AssertionError e) {{ return true; }} \
             catch (RuntimeException e) {{ }}\n        }}\n        return false;\n    }}\n",
            arguments.join(", ")
        );
        (method, trial)
    }
}

/// Loops that inputs make long, to be proved by induction: what tempts a prover is an invariant that holds in
/// the first rounds only, an overflow, another name of an array, a way out of the middle.
impl Author {
    fn constant(&mut self) -> u64 {
        let few = self.dice.below(3) > 0;
        self.dice.below(if few { 8 } else { 130 })
    }

    /// Something about the variables of a loop.
    fn asked_in_loop(&mut self) -> String {
        let c = self.constant();
        match self.dice.below(8) {
            0 => format!("i == {c}"),
            1 => format!("z < {c}"),
            2 => format!("y > {c}"),
            3 => "(i & 1) == 0".to_owned(),
            4 => "z > y".to_owned(),
            5 => "b > 3".to_owned(),
            6 => format!("x != {c}"),
            _ => format!("(i ^ a) > {c}"),
        }
    }

    fn step(&mut self, depth: u32) -> String {
        let c = self.constant();
        match self.dice.below(if depth == 0 { 11 } else { 17 }) {
            0 => "z++;".to_owned(),
            1 => "z += 2;".to_owned(),
            2 => "y += 2;".to_owned(),
            3 => "y--;".to_owned(),
            4 => format!("x = {c};"),
            5 => format!("if (z < {c}) z++;"),
            6 => "t[i & 3] = z;".to_owned(),
            7 => "u[i & 1]++;".to_owned(),
            8 => "s.total += i;".to_owned(),
            9 => "n = (byte) (n + 1);".to_owned(),
            10 => "s.bump();".to_owned(),
            11 | 12 => {
                let asked = self.asked_in_loop();
                format!("if ({asked}) {{ {} }} else {{ {} }}", self.step(0), self.step(depth - 1))
            }
            13 => format!("if ({}) break;", self.asked_in_loop()),
            14 => format!("if ({}) continue;", self.asked_in_loop()),
            15 => format!("for (int j = 0; j < (i & 3); j++) {{ {} }}", self.step(0)),
            _ => format!(
                "try {{ if ({}) throw new IllegalStateException(); {} }} catch (IllegalStateException e) {{ {} }}",
                self.asked_in_loop(),
                self.step(0),
                self.step(0)
            ),
        }
    }

    fn claim(&mut self) -> String {
        let c = self.constant();
        match self.dice.below(16) {
            0 => "z >= 0".to_owned(),
            1 => format!("z <= {c}"),
            2 => "y == 1 + 2 * z".to_owned(),
            3 => "z <= 254".to_owned(),
            4 => "z == Math.max(a, 0)".to_owned(),
            5 => "z % 2 == 0".to_owned(),
            6 => "y >= z - 1".to_owned(),
            7 => format!("z != {c}"),
            8 => "t[0] >= 0 && t[3] >= -1".to_owned(),
            9 => "u[0] >= u[1]".to_owned(),
            10 => format!("s.total != {c}"),
            11 => "n >= 0".to_owned(),
            12 => format!("s.bumped >= 0 && s.bumped <= {c}"),
            13 => format!("x == 0 || x == {c}"),
            14 => "u[0] >= 0 && s.bumped >= 0".to_owned(),
            _ => "y + z >= 1".to_owned(),
        }
    }

    /// A method with a long loop, and the loops that try its inputs.
    fn looping(&mut self, number: usize) -> (String, String) {
        let head = match self.dice.below(7) {
            0 | 1 => "for (int i = 0; i < a; i++)",
            2 => "for (int i = b; i < a; i += 3)",
            3 => "for (byte i = 0; i < a; i++)",
            4 => "for (int i = a; i > 0; i -= 2)",
            5 => "for (int i = a; i != b; i += i < b ? 1 : -1)",
            _ => "for (int i = a; i <= 100; i++)",
        };
        let steps: Vec<String> = (0..1 + self.dice.below(3)).map(|_| self.step(1)).collect();
        let alias = if self.dice.below(4) == 0 { "t" } else { "new int[2]" };
        let claims: Vec<String> = (0..1 + self.dice.below(2)).map(|_| self.claim()).collect();
        let inside = match self.dice.below(4) {
            0 => format!("assert {};", self.claim()),
            _ => String::new(),
        };
        let method = format!(
            "    static void m{number}(byte a, byte b) {{\n        int x = 0, y = 1, z = 0;\n        byte n = 0;\n        \
             int[] t = {{3, 1, 4, 1}};\n        int[] u = {alias};\n        State s = new State();\n        \
             {head} {{\n            {inside}{}\n        }}\n        assert {};\n    }}\n",
            steps.join("\n            "),
            claims.join(" || ")
        );
        let trial = format!(
            "    static boolean v{number}() {{\n        for (int p = -128; p < 128; p++) for (int q = -128; q < 128; q++) {{\n            \
             try {{ m{number}((byte) p, (byte) q); }} catch (AssertionError e) {{ return true; }} \
             catch (RuntimeException e) {{ }}\n        }}\n        return false;\n    }}\n"
        );
        (method, trial)
    }
}

/// What kind of methods a class has.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Any,
    Looping,
}

/// A class with random methods, which prints for each whether an input violates it.
fn class(seed: u64, count: usize, kind: Kind) -> String {
    let dice = Dice(seed);
    let mut author = Author { dice, numbers: Vec::new(), truths: Vec::new(), loops: 0 };
    let mut text = String::from(
        "public class Fuzz {\n    static int mix(int a, int b) { return a > b ? a - b : (a ^ b) + 1; }\n    \
         static int down(int n) { return n <= 0 ? 0 : 1 + down(n - 1); }\n    \
         static class State {\n        int total, bumped;\n        void bump() { if (bumped < 9) bumped++; }\n    }\n",
    );
    let mut run = String::from("    public static void main(String[] args) {\n");
    for number in 0..count {
        let (method, trial) = match kind {
            Kind::Any => author.method(number),
            Kind::Looping => author.looping(number),
        };
        text += &method;
        text += &trial;
        let _ = writeln!(run, "        System.out.println(v{number}());");
    }
    text + &run + "    }\n}\n"
}

/// What a JVM finds by trying all inputs.
fn truth(session: &Session) -> Vec<bool> {
    let class_path = std::env::join_paths(session.class_path_entries()).expect("a class path");
    let run = Command::new(&session.jdk().java)
        .arg("-ea")
        .arg("-cp")
        .arg(class_path)
        .arg("Fuzz")
        .output();
    let output = run.expect("java runs");
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    words.lines().map(|line| line == "true").collect()
}

#[derive(Debug, Default)]
struct Tally {
    proved: usize,
    refuted: usize,
    bounded: usize,
    unknown: usize,
    reasons: Vec<String>,
}

fn check_class(folder: &Path, seed: u64, count: usize, kind: Kind, tally: &mut Tally) {
    let file = folder.join("Fuzz.java");
    let source = class(seed, count, kind);
    fs::write(&file, &source).expect("a file");
    let target = Target { assertions: true, ..Target::at(&file) };
    let session = Session::open(&target, Limits { cells: 1 << 23, ..Limits::default() });
    let session = session.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let violated = truth(&session);
    let defaults = CheckOptions::default();
    let search = GenerateOptions { method_timeout: Duration::from_secs(5), ..defaults.search };
    let mut checker = session.check(CheckOptions { search, ..defaults }).expect("a checker");
    let budget = Budget::default();
    for (number, violated) in violated.into_iter().enumerate() {
        let method = Some(format!("m{number}"));
        let filter = MethodFilter { method, ..MethodFilter::default() };
        let subjects = checker.select(&Checked::Methods(filter)).expect("a method");
        let watching = Watching { budget: &budget, progress: &|_| {} };
        let report = checker.check(&subjects[0], watching).expect("a verdict");
        let wrong =
            |what: &str| panic!("seed {seed}, m{number} is {what}: {:?}\n{source}", report.verdict);
        match &report.verdict {
            Verdict::Proved { .. } if violated => wrong("violated and proved"),
            Verdict::Refuted(_) if !violated => wrong("refuted and never violated"),
            Verdict::Proved { .. } => tally.proved += 1,
            Verdict::Refuted(_) => tally.refuted += 1,
            Verdict::Bounded { .. } => tally.bounded += 1,
            Verdict::Unknown { reasons } => {
                tally.unknown += 1;
                tally.reasons.push(format!("seed {seed}, m{number}: {}", reasons.join("; ")));
            }
        }
    }
}

/// Checks random methods of a kind, as many as the environment says.
fn fuzz(kind: Kind, default: u64) -> (Tally, usize) {
    let number = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (methods, seed) = (number("MARGAY_FUZZ_METHODS", default), number("MARGAY_FUZZ_SEED", 1));
    let folder = tempfile::tempdir().expect("a folder");
    let mut tally = Tally::default();
    let classes = (methods as usize).div_ceil(IN_CLASS);
    for at in 0..classes {
        let count = IN_CLASS.min(methods as usize - at * IN_CLASS);
        check_class(folder.path(), seed + at as u64, count, kind, &mut tally);
    }
    eprintln!(
        "{} proved, {} refuted, {} bounded, {} unknown\n{}",
        tally.proved,
        tally.refuted,
        tally.bounded,
        tally.unknown,
        tally.reasons.join("\n")
    );
    (tally, methods as usize)
}

#[test]
fn verdicts_are_those_of_trying_all_inputs() {
    let (tally, methods) = fuzz(Kind::Any, 200);
    let open = tally.bounded + tally.unknown;
    // How many are open depends on the time there is; most must not be.
    assert!(open * 2 <= methods, "{open} of {methods} are open: {tally:?}");
    assert!(tally.proved * 10 >= methods, "too few hold: {tally:?}");
}

#[test]
fn verdicts_on_long_loops_are_those_of_trying_all_inputs() {
    let (tally, methods) = fuzz(Kind::Looping, 100);
    assert!(tally.proved * 20 >= methods, "too few hold: {tally:?}");
    assert!(tally.refuted * 10 >= methods, "too few are violated: {tally:?}");
}
