//! Random scripts over all operators.

use super::Random;
use std::collections::BTreeSet;

/// Formats with few values and formats that people use.
const FORMATS: [(u32, u32); 4] = [(3, 5), (4, 4), (5, 11), (8, 24)];
const WIDTHS: [u32; 12] = [1, 2, 3, 4, 5, 7, 8, 16, 33, 65, 100, 300];
const MODES: [&str; 5] = ["RNE", "RNA", "RTP", "RTN", "RTZ"];

/// One script in the making.
struct Writer<'a> {
    random: &'a mut Random,
    declarations: BTreeSet<String>,
    width: u32,
    format: (u32, u32),
    floats: bool,
}

impl Writer<'_> {
    fn one_of(&mut self, from: &[&str]) -> String {
        self.random.one_of(from).to_owned()
    }

    fn variable(&mut self, prefix: &str, sort: &str) -> String {
        let name = format!("{prefix}{}", self.random.below(2));
        self.declarations.insert(format!("(declare-const {name} {sort})\n"));
        name
    }

    fn mode(&mut self) -> String {
        match self.random.below(8) {
            0 => self.variable("r", "RoundingMode"),
            _ => self.one_of(&MODES),
        }
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
        match self.random.below(13) {
            0 => format!("(not {})", self.truth(depth - 1)),
            1 => {
                let op = self.one_of(&["and", "or", "xor", "=>", "="]);
                format!("({op} {} {})", self.truth(depth - 1), self.truth(depth - 1))
            }
            2 => {
                let [c, a, b] = [(); 3].map(|()| self.truth(depth - 1));
                format!("(ite {c} {a} {b})")
            }
            3 => {
                if self.random.below(5) == 0 {
                    return format!("(bvnego {})", self.word(self.width, depth - 1));
                }
                let few = ["bvuaddo", "bvsaddo", "bvusubo", "bvssubo", "bvsdivo"];
                let many = ["bvumulo", "bvsmulo", "bvsdivo", "bvuaddo", "bvssubo"];
                let op = self.one_of(if self.width <= 16 { &many } else { &few });
                self.on_words(&op, depth)
            }
            4..=6 if self.floats => {
                let op = self.one_of(&["fp.lt", "fp.leq", "fp.eq", "=", "fp.gt", "fp.geq"]);
                format!("({op} {} {})", self.float(depth - 1), self.float(depth - 1))
            }
            7 if self.floats => {
                let class =
                    ["NaN", "Infinite", "Zero", "Normal", "Subnormal", "Negative", "Positive"];
                format!("(fp.is{} {})", self.one_of(&class), self.float(depth - 1))
            }
            8 => {
                let (width, op) = (self.width, self.one_of(&["=", "distinct"]));
                format!("({op} {} {})", self.array(width, depth - 1), self.array(width, depth - 1))
            }
            9 => {
                let op = self.one_of(&["=", "distinct"]);
                format!("({op} {} {})", self.thing(depth - 1), self.thing(depth - 1))
            }
            10 => {
                let (mode, other) = (self.mode(), self.mode());
                format!("(= {mode} {other})")
            }
            _ => {
                let ops = [
                    "=", "distinct", "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt",
                    "bvsge",
                ];
                let op = self.one_of(&ops);
                self.on_words(&op, depth)
            }
        }
    }

    /// A term of an uninterpreted sort.
    fn thing(&mut self, depth: u32) -> String {
        self.declarations.insert("(declare-sort Thing 0)\n".to_owned());
        if depth == 0 || self.random.below(3) == 0 {
            return self.variable("t", "Thing");
        }
        let (name, sort) = match self.random.below(2) {
            0 => ("g".to_owned(), "Thing".to_owned()),
            _ => (format!("h{}", self.width), format!("(_ BitVec {})", self.width)),
        };
        let argument =
            if name == "g" { self.thing(depth - 1) } else { self.word(self.width, depth - 1) };
        self.declarations.insert(format!("(declare-fun {name} ({sort}) Thing)\n"));
        format!("({name} {argument})")
    }

    fn on_words(&mut self, op: &str, depth: u32) -> String {
        let width = self.width;
        format!("({op} {} {})", self.word(width, depth - 1), self.word(width, depth - 1))
    }

    fn literal(&mut self, width: u32) -> String {
        let digit = |i: u32, kind: u64, bit: u64| match kind {
            0 => false,
            1 => true,
            2 => i == 0,
            3 => i + 1 == width,
            _ => bit == 1,
        };
        let kind = self.random.below(6);
        let digits: String = (0..width)
            .map(|i| if digit(i, kind, self.random.below(2)) { '1' } else { '0' })
            .collect();
        format!("#b{digits}")
    }

    fn word(&mut self, width: u32, depth: u32) -> String {
        if depth == 0 || self.random.below(7) == 0 {
            return match self.random.below(3) {
                0 => self.literal(width),
                _ => self.variable(&format!("x{width}_"), &format!("(_ BitVec {width})")),
            };
        }
        let below = depth - 1;
        match self.random.below(13) {
            0 => format!("({} {})", self.one_of(&["bvnot", "bvneg"]), self.word(width, below)),
            1 => {
                let c = self.truth(below);
                format!("(ite {c} {} {})", self.word(width, below), self.word(width, below))
            }
            2 if width > 1 => {
                let low = 1 + self.random.below(u64::from(width) - 1) as u32;
                format!("(concat {} {})", self.word(width - low, below), self.word(low, below))
            }
            3 => {
                let more = 1 + self.random.below(5) as u32;
                let low = self.random.below(u64::from(more) + 1) as u32;
                let inner = self.word(width + more, below);
                format!("((_ extract {} {low}) {inner})", low + width - 1)
            }
            4 if width > 1 => {
                let narrow = 1 + self.random.below(u64::from(width) - 1) as u32;
                let op = self.one_of(&["zero_extend", "sign_extend"]);
                format!("((_ {op} {}) {})", width - narrow, self.word(narrow, below))
            }
            5 => {
                let op = self.one_of(&["rotate_left", "rotate_right"]);
                let count = self.random.below(u64::from(width) + 2);
                format!("((_ {op} {count}) {})", self.word(width, below))
            }
            6 if self.floats && width <= 33 => {
                let op = self.one_of(&["fp.to_sbv", "fp.to_ubv"]);
                format!("((_ {op} {width}) {} {})", self.mode(), self.float(below))
            }
            7 if width <= 8 => {
                let ops = ["bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod"];
                let op = self.one_of(&ops);
                format!("({op} {} {})", self.word(width, below), self.word(width, below))
            }
            8 if width == 1 => match self.random.below(2) {
                0 => format!("({} {})", self.one_of(&["bvredor", "bvredand"]), self.word(5, below)),
                _ => format!("(bvcomp {} {})", self.word(5, below), self.word(5, below)),
            },
            8 if width.is_multiple_of(3) => {
                format!("((_ repeat 3) {})", self.word(width / 3, below))
            }
            11 => {
                let op = self.one_of(&["bvnand", "bvnor", "bvxnor"]);
                format!("({op} {} {})", self.word(width, below), self.word(width, below))
            }
            9 => {
                let sort = format!("(_ BitVec {width})");
                self.declarations.insert(format!("(declare-fun f{width} ({sort} Bool) {sort})\n"));
                format!("(f{width} {} {})", self.word(width, below), self.truth(below))
            }
            10 => self.read(width, below),
            _ => {
                let ops = ["bvand", "bvor", "bvxor", "bvadd", "bvsub", "bvshl", "bvlshr", "bvashr"];
                let op = self.one_of(&ops);
                format!("({op} {} {})", self.word(width, below), self.word(width, below))
            }
        }
    }

    /// An array of words: a variable, a constant, or one of them with elements written.
    fn array(&mut self, width: u32, depth: u32) -> String {
        let index = width.min(6);
        let sort = format!("(Array (_ BitVec {index}) (_ BitVec {width}))");
        let mut array = match self.random.below(4) {
            0 if depth > 0 => format!("((as const {sort}) {})", self.word(width, depth - 1)),
            _ => self.variable(&format!("a{width}_"), &sort),
        };
        for _ in 0..self.random.below(2) {
            let (at, element) = (self.word(index, depth), self.word(width, depth));
            array = format!("(store {array} {at} {element})");
        }
        array
    }

    fn read(&mut self, width: u32, depth: u32) -> String {
        if self.floats && width <= 8 && self.random.below(3) == 0 {
            let (e, s) = self.format;
            let sort = format!("(Array (_ FloatingPoint {e} {s}) (_ BitVec {width}))");
            let array = self.variable(&format!("b{width}_{e}_{s}_"), &sort);
            return format!("(select {array} {})", self.float(depth));
        }
        let array = self.array(width, depth);
        format!("(select {array} {})", self.word(width.min(6), depth))
    }

    fn float(&mut self, depth: u32) -> String {
        let (e, s) = self.format;
        if depth == 0 || self.random.below(7) == 0 {
            return match self.random.below(6) {
                0 => {
                    let name = self.one_of(&["NaN", "+oo", "-oo", "+zero", "-zero"]);
                    format!("(_ {name} {e} {s})")
                }
                1 => {
                    let number =
                        self.one_of(&["0.1", "1.0", "2.5", "(- 3.75)", "(/ 1.0 3.0)", "100.0"]);
                    format!("((_ to_fp {e} {s}) {} {number})", self.one_of(&MODES))
                }
                2 => {
                    let fields = [1, e, s - 1].map(|width| self.literal(width));
                    format!("(fp {})", fields.join(" "))
                }
                _ => self.variable(&format!("y{e}_{s}_"), &format!("(_ FloatingPoint {e} {s})")),
            };
        }
        let below = depth - 1;
        match self.random.below(12) {
            0..=2 => {
                let op = self.one_of(&["fp.add", "fp.sub", "fp.mul", "fp.div"]);
                format!("({op} {} {} {})", self.mode(), self.float(below), self.float(below))
            }
            3 => format!("({} {})", self.one_of(&["fp.neg", "fp.abs"]), self.float(below)),
            4 => {
                let op = self.one_of(&["fp.sqrt", "fp.roundToIntegral"]);
                format!("({op} {} {})", self.mode(), self.float(below))
            }
            5 if e <= 5 => {
                let mode = self.mode();
                let [a, b, c] = [(); 3].map(|()| self.float(below));
                format!("(fp.fma {mode} {a} {b} {c})")
            }
            6 if e <= 5 => format!("(fp.rem {} {})", self.float(below), self.float(below)),
            7 => {
                let op = self.one_of(&["fp.min", "fp.max"]);
                format!("({op} {} {})", self.float(below), self.float(below))
            }
            8 => {
                let op = self.one_of(&["to_fp", "to_fp_unsigned"]);
                let width = self.width.min(33);
                format!("((_ {op} {e} {s}) {} {})", self.mode(), self.word(width, below))
            }
            9 => format!("((_ to_fp {e} {s}) {})", self.word(e + s, below)),
            10 => {
                self.format = self.random.one_of(&FORMATS);
                let other = self.float(below);
                self.format = (e, s);
                format!("((_ to_fp {e} {s}) {} {other})", self.mode())
            }
            _ => {
                let c = self.truth(below);
                format!("(ite {c} {} {})", self.float(below), self.float(below))
            }
        }
    }
}

/// A script in parts.
pub struct Script {
    /// Sorts, functions and variables.
    declarations: BTreeSet<String>,
    /// Conditions.
    pub asserted: Vec<String>,
}

impl Script {
    /// The declarations as text; sorts come first.
    pub fn declarations(&self) -> String {
        let (sorts, others): (Vec<&String>, Vec<&String>) =
            self.declarations.iter().partition(|d| d.starts_with("(declare-sort"));
        sorts.into_iter().chain(others).map(String::as_str).collect()
    }

    /// The script up to its question, with each condition named by its place.
    pub fn named(&self) -> String {
        let named = |(i, term): (usize, &String)| format!("(assert (! {term} :named c{i}))\n");
        let asserts: String = self.asserted.iter().enumerate().map(named).collect();
        format!("{}{asserts}(check-sat)\n", self.declarations())
    }

    /// The same without names, and only with the conditions at these places.
    pub fn only(&self, places: impl Fn(usize) -> bool) -> String {
        let chosen = self.asserted.iter().enumerate().filter(|(i, _)| places(*i));
        let asserts: String = chosen.map(|(_, term)| format!("(assert {term})\n")).collect();
        format!("{asserts}(check-sat)\n")
    }

    /// Whether a sort is declared.
    pub fn has_sorts(&self) -> bool {
        self.declarations.iter().any(|d| d.starts_with("(declare-sort"))
    }
}

/// A random script without questions: declarations, and what is asserted.
pub fn script(random: &mut Random, floats: bool) -> Script {
    let (width, format) = (random.one_of(&WIDTHS), random.one_of(&FORMATS));
    let mut writer = Writer { random, declarations: BTreeSet::new(), width, format, floats };
    let count = 1 + writer.random.below(3);
    let depth = 2 + writer.random.below(2) as u32;
    let asserted = (0..count).map(|_| writer.truth(depth)).collect();
    Script { declarations: writer.declarations, asserted }
}

/// A random script with frames, assumptions and several questions.
pub fn session(random: &mut Random, floats: bool) -> String {
    let (width, format) = (random.one_of(&WIDTHS), random.one_of(&FORMATS));
    let mut writer = Writer { random, declarations: BTreeSet::new(), width, format, floats };
    let mut commands = String::new();
    let mut frames = 0;
    for _ in 0..4 + writer.random.below(8) {
        commands += &match writer.random.below(6) {
            0 => {
                frames += 1;
                "(push 1)\n".to_owned()
            }
            1 if frames > 0 => {
                frames -= 1;
                "(pop 1)\n".to_owned()
            }
            2 => {
                format!("(check-sat-assuming ({} {}))\n", writer.assumption(), writer.assumption())
            }
            3 => "(check-sat)\n".to_owned(),
            _ => format!("(assert {})\n", writer.truth(2)),
        };
    }
    let script = Script { declarations: writer.declarations, asserted: Vec::new() };
    format!("{}{commands}(check-sat)\n", script.declarations())
}
