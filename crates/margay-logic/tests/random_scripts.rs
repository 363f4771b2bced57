//! Random scripts over all operators against z3, and damaged scripts that must not do harm.
//!
//! `MARGAY_ROUNDS` multiplies the number of scripts; the default takes seconds.

mod common;

use common::{Random, z3_lines};
use margay_logic::Config;
use margay_logic::script::{Options, run, stream};
use std::collections::BTreeSet;
use std::time::Duration;

fn rounds(default: usize) -> usize {
    let factor = std::env::var("MARGAY_ROUNDS").ok().and_then(|text| text.parse().ok());
    default * factor.unwrap_or(1_usize)
}

fn options() -> Options {
    let time = Some(Duration::from_secs(5));
    Options { config: Config { time, ..Config::default() }, stats: false }
}

/// Formats with few values and formats that people use.
const FORMATS: [(u32, u32); 4] = [(3, 5), (4, 4), (5, 11), (8, 24)];
const WIDTHS: [u32; 11] = [1, 2, 3, 4, 5, 7, 8, 16, 33, 65, 100];
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

    fn truth(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.variable("p", "Bool");
        }
        match self.random.below(10) {
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
                let few = ["bvuaddo", "bvsaddo", "bvusubo", "bvssubo", "bvsdivo"];
                let many = ["bvumulo", "bvsmulo", "bvsdivo", "bvuaddo", "bvssubo"];
                let op = self.one_of(if self.width <= 16 { &many } else { &few });
                self.on_words(&op, depth)
            }
            4..=6 if self.floats => {
                let op = self.one_of(&["fp.lt", "fp.leq", "fp.eq", "=", "fp.gt"]);
                format!("({op} {} {})", self.float(depth - 1), self.float(depth - 1))
            }
            7 if self.floats => {
                let class =
                    ["NaN", "Infinite", "Zero", "Normal", "Subnormal", "Negative", "Positive"];
                format!("(fp.is{} {})", self.one_of(&class), self.float(depth - 1))
            }
            _ => {
                let op = self.one_of(&["=", "distinct", "bvult", "bvule", "bvslt", "bvsge"]);
                self.on_words(&op, depth)
            }
        }
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
        match self.random.below(12) {
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
            8 if width == 1 => {
                format!("({} {})", self.one_of(&["bvredor", "bvredand"]), self.word(5, below))
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

    fn read(&mut self, width: u32, depth: u32) -> String {
        let index = width.min(6);
        let sort = format!("(Array (_ BitVec {index}) (_ BitVec {width}))");
        let mut array = self.variable(&format!("a{width}_"), &sort);
        for _ in 0..self.random.below(2) {
            let (at, element) = (self.word(index, depth), self.word(width, depth));
            array = format!("(store {array} {at} {element})");
        }
        format!("(select {array} {})", self.word(index, depth))
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
                    let number = self.one_of(&["0.1", "1.0", "2.5", "(- 3.75)", "(/ 1 3)", "100"]);
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

fn script(random: &mut Random, floats: bool) -> String {
    let (width, format) = (random.one_of(&WIDTHS), random.one_of(&FORMATS));
    let mut writer = Writer { random, declarations: BTreeSet::new(), width, format, floats };
    let count = 1 + writer.random.below(3);
    let depth = 2 + writer.random.below(2) as u32;
    let asserts: String =
        (0..count).map(|_| format!("(assert {})\n", writer.truth(depth))).collect();
    let declarations: String = writer.declarations.into_iter().collect();
    format!("{declarations}{asserts}(check-sat)\n")
}

/// The answers of both agree where both have one.
fn agree(seed: u64, count: usize, floats: bool) {
    let mut random = Random::new(seed);
    let scripts: Vec<String> = (0..count).map(|_| script(&mut random, floats)).collect();
    let theirs: String =
        scripts.iter().map(|s| format!("(reset)(set-option :timeout 2000)\n{s}")).collect();
    let theirs = z3_lines(&theirs);
    assert_eq!(theirs.len(), count, "{:?}", theirs.iter().find(|l| l.contains("error")));
    let mut both = [0; 2];
    for (script, theirs) in scripts.iter().zip(&theirs) {
        let ours = run(script, &options()).unwrap_or_else(|e| panic!("{e}\n{script}"));
        if ours.trim() != "unknown" && theirs != "unknown" {
            both[usize::from(theirs == "sat")] += 1;
            assert_eq!(ours.trim(), theirs, "{script}");
        }
    }
    assert!(both.iter().all(|n| *n > count / 8), "one-sided or not compared: {both:?}");
}

#[test]
fn words_functions_and_arrays() {
    agree(71, rounds(400), false);
}

#[test]
fn floats_of_all_kinds() {
    agree(72, rounds(100), true);
}

/// Bytes are changed, cut and doubled; whatever comes of it, there is an answer or an error.
#[test]
fn damaged_scripts_do_no_harm() {
    let mut random = Random::new(73);
    let words: [&[u8]; 8] =
        [b"(", b")", b"|", b"\"", b"(_ bv9 0)", b"(let ((x", b"\xff", b"(push 3)(pop 4)"];
    let time = Some(Duration::from_millis(50));
    let options = Options { config: Config { time, ..Config::default() }, stats: false };
    for round in 0..rounds(1500) {
        let mut text = script(&mut random, round % 2 == 0).into_bytes();
        text.extend_from_slice(b"(get-model)(get-unsat-core)(get-value (p0 x8_0))");
        for _ in 0..=random.below(4) {
            if text.is_empty() {
                break;
            }
            let at = random.below(text.len() as u64) as usize;
            match random.below(4) {
                0 => text[at] = random.below(256) as u8,
                1 => drop(text.drain(at..(at + 5).min(text.len()))),
                2 => text.truncate(at.max(1)),
                _ => drop(text.splice(at..at, random.one_of(&words).iter().copied())),
            }
        }
        let mut output = Vec::new();
        stream(text.as_slice(), &mut output, &options).expect("memory does not fail");
    }
}
