//! Classes of random methods, each with a method that tries all of its inputs.

use super::dice::Dice;
use super::plain::Author;
use super::rich;
use std::fmt::Write;

/// What kind of methods a class has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Plain,
    Looping,
    Rich,
}

/// A class `Fuzz` with random methods, and `Trial`, which prints for each whether an input violates it.
pub fn class(seed: u64, count: usize, kind: Kind) -> String {
    let dice = Dice(seed);
    let mut author = Author { dice, numbers: Vec::new(), truths: Vec::new(), loops: 0 };
    let mut text = String::from(
        "public class Fuzz {\n    static int mix(int a, int b) { return a > b ? a - b : (a ^ b) + 1; }\n    \
         static int down(int n) { return n <= 0 ? 0 : 1 + down(n - 1); }\n    \
         static class State {\n        int total, bumped;\n        void bump() { if (bumped < 9) bumped++; }\n    }\n    \
         static int count(int n) { int k = 0; while (k < n) k++; return k; }\n    \
         static class Late { static int touched; static void touch(State s) { touched++; s.total = 5; } }\n",
    );
    if kind == Kind::Rich {
        text += rich::HELPERS;
    }
    let mut trials = String::from("class Trial extends Fuzz {\n");
    let mut run = String::from("    public static void main(String[] args) {\n");
    for number in 0..count {
        let (method, trial) = match kind {
            Kind::Plain => author.method(number),
            Kind::Looping => author.looping(number),
            Kind::Rich => author.rich(number),
        };
        text += &method;
        trials += &trial;
        let _ = writeln!(run, "        System.out.println(v{number}());");
    }
    text + "}\n\n" + &trials + &run + "    }\n}\n"
}
