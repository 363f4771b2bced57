//! Random scripts over all operators.

mod floats;
mod session;
mod words;

pub use session::{Question, Script, script, session};

use super::Random;
use floats::FORMATS;
use std::collections::BTreeSet;
use words::word_sort;

const WIDTHS: [u32; 18] = [1, 2, 3, 4, 5, 6, 7, 8, 8, 12, 16, 32, 33, 64, 65, 128, 300, 1024];

/// One script in the making.
struct Writer<'a> {
    random: &'a mut Random,
    declarations: BTreeSet<String>,
    width: u32,
    format: (u32, u32),
    floats: bool,
}

impl<'a> Writer<'a> {
    fn new(random: &'a mut Random, floats: bool) -> Writer<'a> {
        let (width, format) = (random.one_of(&WIDTHS), random.one_of(&FORMATS));
        Writer { random, declarations: BTreeSet::new(), width, format, floats }
    }

    fn one_of(&mut self, from: &[&str]) -> String {
        self.random.one_of(from).to_owned()
    }

    fn variable(&mut self, prefix: &str, sort: &str) -> String {
        let name = format!("{prefix}{}", self.random.below(2));
        self.declarations.insert(format!("(declare-const {name} {sort})\n"));
        name
    }

    /// A variable or its negation, as assumptions are.
    fn assumption(&mut self) -> String {
        let name = self.variable("p", "Bool");
        if self.random.below(2) == 0 { name } else { format!("(not {name})") }
    }

    fn truth(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.variable("p", "Bool");
        }
        let below = depth - 1;
        match self.random.below(16) {
            0 => format!("(not {})", self.truth(below)),
            1 => {
                let op = self.one_of(&["and", "or", "xor", "=>", "="]);
                format!("({op} {} {})", self.truth(below), self.truth(below))
            }
            2 => {
                let [c, a, b] = [(); 3].map(|()| self.truth(below));
                format!("({} {c} {a} {b})", self.one_of(&["ite", "and", "or", "xor", "=>", "="]))
            }
            3 => self.overflow(below),
            4..=6 if self.floats => {
                let op = self.one_of(&["fp.lt", "fp.leq", "fp.eq", "=", "fp.gt", "fp.geq"]);
                format!("({op} {} {})", self.float(below), self.float(below))
            }
            7 if self.floats => {
                let class =
                    ["NaN", "Infinite", "Zero", "Normal", "Subnormal", "Negative", "Positive"];
                format!("(fp.is{} {})", self.one_of(&class), self.float(below))
            }
            8 => {
                let (width, op) = (self.width, self.one_of(&["=", "distinct"]));
                format!("({op} {} {})", self.array(width, below), self.array(width, below))
            }
            9 => {
                let op = self.one_of(&["=", "distinct"]);
                format!("({op} {} {})", self.thing(below), self.thing(below))
            }
            10 => {
                let (mode, other) = (self.mode(), self.mode());
                format!("(= {mode} {other})")
            }
            11 => self.truth_read(below),
            12 => {
                let (width, op) = (self.width, self.one_of(&["=", "distinct"]));
                let [a, b, c] = [(); 3].map(|()| self.word(width, below));
                format!("({op} {a} {b} {c})")
            }
            _ => {
                let ops = [
                    "=", "distinct", "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt",
                    "bvsge",
                ];
                let op = self.one_of(&ops);
                self.on_words(&op, below)
            }
        }
    }

    fn overflow(&mut self, below: u32) -> String {
        if self.random.below(5) == 0 {
            return format!("(bvnego {})", self.word(self.width, below));
        }
        let few = ["bvuaddo", "bvsaddo", "bvusubo", "bvssubo", "bvsdivo"];
        let many = ["bvumulo", "bvsmulo", "bvsdivo", "bvuaddo", "bvssubo"];
        let op = self.one_of(if self.width <= 16 { &many } else { &few });
        self.on_words(&op, below)
    }

    /// A term of an uninterpreted sort.
    fn thing(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.below(3) == 0 {
            return self.variable("t", "Thing");
        }
        let (name, sort) = match self.random.below(2) {
            0 => ("g".to_owned(), "Thing".to_owned()),
            _ => (format!("h{}", self.width), word_sort(self.width)),
        };
        let argument =
            if name == "g" { self.thing(depth - 1) } else { self.word(self.width, depth - 1) };
        self.declarations.insert(format!("(declare-fun {name} ({sort}) Thing)\n"));
        format!("({name} {argument})")
    }

    fn on_words(&mut self, op: &str, below: u32) -> String {
        let width = self.width;
        format!("({op} {} {})", self.word(width, below), self.word(width, below))
    }
}
