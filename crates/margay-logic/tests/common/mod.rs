//! What the integration tests share: deterministic random formulas and a z3 to compare with.

#![allow(dead_code, unused_imports, reason = "each test binary uses a part")]

pub mod scripts;

use margay_logic::{Op, Sort, TermId, Terms};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

/// A small deterministic generator (xorshift64*), so that every failure reproduces.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 11) % n
    }

    pub fn one_of<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

/// Random formulas over given widths.
pub struct Formulas {
    pub random: Random,
    /// Variables per sort.
    pub variables: u64,
    /// Whether arrays occur.
    pub arrays: bool,
    /// Whether arrays are compared as a whole.
    pub equal_arrays: bool,
    /// Whether references occur.
    pub refs: bool,
    /// Whether multiplication and division of two variables may occur.
    pub hard: bool,
}

const WORD: [Op; 10] =
    [Op::And, Op::Or, Op::Xor, Op::Add, Op::Sub, Op::Shl, Op::LShr, Op::AShr, Op::Add, Op::Sub];
const HARD: [Op; 5] = [Op::Mul, Op::UDiv, Op::URem, Op::SDiv, Op::SRem];

impl Formulas {
    pub fn bool(&mut self, terms: &mut Terms, width: u8, depth: u32) -> TermId {
        if depth == 0 {
            return match self.random.below(5) {
                0 => terms.bool(self.random.below(2) == 0),
                _ => {
                    let name = format!("p{}", self.random.below(self.variables));
                    terms.var(&name, Sort::Bool)
                }
            };
        }
        match self.random.below(12) {
            0 => {
                let a = self.bool(terms, width, depth - 1);
                terms.not(a)
            }
            1 | 2 => {
                let (a, b) =
                    (self.bool(terms, width, depth - 1), self.bool(terms, width, depth - 1));
                let op = self.random.one_of(&[Op::And, Op::Or, Op::Xor, Op::Eq]);
                terms.app(op, &[a, b])
            }
            3 => {
                let [c, a, b] = [(); 3].map(|()| self.bool(terms, width, depth - 1));
                terms.ite(c, a, b)
            }
            4 if self.refs => {
                let (a, b) = (self.reference(terms, depth - 1), self.reference(terms, depth - 1));
                terms.eq(a, b)
            }
            5 if self.equal_arrays => {
                let (a, b) =
                    (self.array(terms, width, depth - 1), self.array(terms, width, depth - 1));
                terms.eq(a, b)
            }
            _ => {
                let a = self.word(terms, width, depth - 1);
                let b = self.word(terms, width, depth - 1);
                let op = self.random.one_of(&[Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle]);
                terms.app(op, &[a, b])
            }
        }
    }

    fn reference(&mut self, terms: &mut Terms, depth: u32) -> TermId {
        match self.random.below(4) {
            0 => {
                let number = self.random.below(3) as u32;
                terms.reference(number)
            }
            1 if depth > 0 => {
                let c = self.bool(terms, 4, 0);
                let (a, b) = (self.reference(terms, depth - 1), self.reference(terms, depth - 1));
                terms.ite(c, a, b)
            }
            _ => {
                let name = format!("r{}", self.random.below(self.variables));
                terms.var(&name, Sort::Ref)
            }
        }
    }

    pub fn word(&mut self, terms: &mut Terms, width: u8, depth: u32) -> TermId {
        if depth == 0 || self.random.below(8) == 0 {
            return self.leaf(terms, width);
        }
        match self.random.below(13) {
            0 => {
                let a = self.word(terms, width, depth - 1);
                let op = self.random.one_of(&[Op::Not, Op::Neg]);
                terms.app(op, &[a])
            }
            1 => {
                let c = self.bool(terms, width, depth - 1);
                let a = self.word(terms, width, depth - 1);
                let b = self.word(terms, width, depth - 1);
                terms.ite(c, a, b)
            }
            2 if width > 1 => {
                let narrow = 1 + self.random.below(u64::from(width) - 1) as u8;
                let a = self.word(terms, narrow, depth - 1);
                let op =
                    self.random.one_of(&[Op::ZeroExt(width.into()), Op::SignExt(width.into())]);
                terms.app(op, &[a])
            }
            3 if width < 60 => {
                let wide = width + 1 + self.random.below(4) as u8;
                let lo = self.random.below(u64::from(wide - width) + 1) as u8;
                let a = self.word(terms, wide, depth - 1);
                terms.extract(lo + width - 1, lo, a)
            }
            4 if width > 1 => {
                let low = 1 + self.random.below(u64::from(width) - 1) as u8;
                let a = self.word(terms, width - low, depth - 1);
                let b = self.word(terms, low, depth - 1);
                terms.concat(a, b)
            }
            5 if self.arrays => {
                let a = self.array(terms, width, depth - 1);
                let i = self.word(terms, index_width(width), depth - 1);
                terms.select(a, i)
            }
            6 => {
                let a = self.word(terms, width, depth - 1);
                let n = self.random.below(u64::from(width)) as u32;
                terms.rotate_left(a, n)
            }
            7 | 8 => {
                let op = self.random.one_of(&HARD);
                let a = self.word(terms, width, depth - 1);
                let b = if self.hard {
                    self.word(terms, width, depth - 1)
                } else {
                    self.literal(terms, width)
                };
                terms.app(op, &[a, b])
            }
            _ => {
                let a = self.word(terms, width, depth - 1);
                let b = self.word(terms, width, depth - 1);
                let op = self.random.one_of(&WORD);
                terms.app(op, &[a, b])
            }
        }
    }

    fn array(&mut self, terms: &mut Terms, element: u8, depth: u32) -> TermId {
        let index = index_width(element);
        match self.random.below(6) {
            0 | 1 if depth > 0 => {
                let a = self.array(terms, element, depth - 1);
                let i = self.word(terms, index, depth - 1);
                let v = self.word(terms, element, depth - 1);
                terms.store(a, i, v)
            }
            2 if depth > 0 => {
                let c = self.bool(terms, element, 0);
                let a = self.array(terms, element, depth - 1);
                let b = self.array(terms, element, depth - 1);
                terms.ite(c, a, b)
            }
            3 => {
                let v = self.leaf(terms, element);
                terms.const_array(index, v)
            }
            _ => {
                let name = format!("a{}_{element}", self.random.below(2));
                terms.var(&name, Sort::words(index, element))
            }
        }
    }

    fn leaf(&mut self, terms: &mut Terms, width: u8) -> TermId {
        if self.random.below(3) == 0 {
            return self.literal(terms, width);
        }
        let name = format!("x{}_{width}", self.random.below(self.variables));
        terms.var(&name, Sort::Bv(width))
    }

    fn literal(&mut self, terms: &mut Terms, width: u8) -> TermId {
        let value = match self.random.below(6) {
            0 => 0,
            1 => 1,
            2 => u64::MAX,
            3 => 1 << (width - 1),
            4 => self.random.below(16),
            _ => self.random.next(),
        };
        terms.bv(value, width)
    }
}

/// Small and large index sorts, always the same for one element sort.
fn index_width(element: u8) -> u8 {
    [3, 2, 12][usize::from(element) % 3]
}

/// The z3 to compare with: the one that `scripts/ensure-z3` has found or installed. Whatever the
/// `PATH` has may be another version, or nothing on the next machine.
pub fn z3() -> String {
    let installed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/z3/bin/z3");
    let program = std::env::var("MARGAY_Z3").unwrap_or_else(|_| installed.to_owned());
    let works = Command::new(&program).arg("--version").stdout(Stdio::null()).status();
    assert!(
        works.is_ok_and(|status| status.success()),
        "these tests compare with z3 and {program:?} does not run; `scripts/ensure-z3` installs it"
    );
    program
}

/// The lines z3 prints for a script.
pub fn z3_lines(script: &str) -> Vec<String> {
    let mut child = Command::new(z3())
        .args(["-in", "-smt2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("z3 starts");
    let mut stdin = child.stdin.take().expect("piped");
    let text = script.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let stdout = BufReader::new(child.stdout.take().expect("piped"));
    let lines = stdout.lines().map(|l| l.expect("text")).collect();
    // What it does not read, because it crashed before, has no answer.
    let _ = writer.join().expect("no panic");
    child.wait().expect("z3 ends");
    lines
}
