//! Random words, and arrays of words, truth values and floats.

use super::Writer;

/// What is cheap for words of any width.
const CHEAP: [&str; 8] = ["bvand", "bvor", "bvxor", "bvadd", "bvsub", "bvshl", "bvlshr", "bvashr"];
const HARD: [&str; 6] = ["bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod"];

/// Words up to this width index small arrays of themselves; larger ones are in large arrays. Only
/// large arrays are constant: z3 5.4 takes two constant arrays of 64 places for equal but for three.
const SMALL: u32 = 3;

fn index_width(width: u32) -> u32 {
    if width <= SMALL { width } else { 20 }
}

pub fn word_sort(width: u32) -> String {
    format!("(_ BitVec {width})")
}

impl Writer<'_> {
    /// Digits that matter (none, all, the first, the last) or any.
    pub fn literal(&mut self, width: u32) -> String {
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

    fn leaf(&mut self, width: u32) -> String {
        match self.random.below(9) {
            0 | 1 => self.literal(width),
            2 => format!("(_ bv{} {width})", self.random.below(1 << width.min(7))),
            _ => self.variable(&format!("x{width}_"), &word_sort(width)),
        }
    }

    pub fn word(&mut self, width: u32, depth: u32) -> String {
        if depth == 0 || self.random.below(7) == 0 {
            return self.leaf(width);
        }
        let below = depth - 1;
        match self.random.below(15) {
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
            7 => self.hard(width, below),
            8 if width == 1 => match self.random.below(2) {
                0 => format!("({} {})", self.one_of(&["bvredor", "bvredand"]), self.word(5, below)),
                _ => format!("(bvcomp {} {})", self.word(5, below), self.word(5, below)),
            },
            8 if width.is_multiple_of(3) => {
                format!("((_ repeat 3) {})", self.word(width / 3, below))
            }
            9 => self.function(width, below),
            10 => self.read(width, below),
            11 => {
                let op = self.one_of(&["bvnand", "bvnor", "bvxnor"]);
                format!("({op} {} {})", self.word(width, below), self.word(width, below))
            }
            12 => {
                let op = self.one_of(&["bvand", "bvor", "bvxor", "bvadd"]);
                let [a, b, c] = [(); 3].map(|()| self.word(width, below));
                format!("({op} {a} {b} {c})")
            }
            13 => {
                let inner = self.word(width, below);
                let op = self.one_of(&CHEAP);
                format!("(let ((v {inner})) ({op} v ({op} {} v)))", self.leaf(width))
            }
            _ => {
                let op = self.one_of(&CHEAP);
                format!("({op} {} {})", self.word(width, below), self.word(width, below))
            }
        }
    }

    /// Products and quotients: of anything if it is small, else by a number.
    fn hard(&mut self, width: u32, below: u32) -> String {
        let op = self.one_of(&HARD);
        match width {
            0..=8 => format!("({op} {} {})", self.word(width, below), self.word(width, below)),
            9..=33 if self.random.below(4) > 0 => {
                format!("({op} {} {})", self.leaf(width), self.literal(width))
            }
            _ => format!("({op} {} {})", self.literal(width), self.literal(width)),
        }
    }

    /// A function applied, of words and truth values or of what else there is.
    fn function(&mut self, width: u32, below: u32) -> String {
        let sort = word_sort(width);
        if self.floats && self.random.below(3) == 0 {
            let (e, s) = self.format;
            let name = format!("k{width}_{e}_{s}");
            let of = format!("(_ FloatingPoint {e} {s}) RoundingMode");
            self.declarations.insert(format!("(declare-fun {name} ({of}) {sort})\n"));
            return format!("({name} {} {})", self.float(below), self.mode());
        }
        self.declarations.insert(format!("(declare-fun f{width} ({sort} Bool) {sort})\n"));
        format!("(f{width} {} {})", self.word(width, below), self.truth(below))
    }

    /// An array of words: a variable, a constant, a choice, or one of them with elements written.
    pub fn array(&mut self, width: u32, depth: u32) -> String {
        let index = index_width(width);
        let sort = format!("(Array (_ BitVec {index}) (_ BitVec {width}))");
        let mut array = match self.random.below(5) {
            0 if depth > 0 && width > SMALL => {
                format!("((as const {sort}) {})", self.word(width, depth - 1))
            }
            1 if depth > 0 => {
                let c = self.truth(depth - 1);
                format!("(ite {c} {} {})", self.array(width, depth - 1), self.array(width, 0))
            }
            _ => self.variable(&format!("a{width}_"), &sort),
        };
        for _ in 0..self.random.below(3) {
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
        if self.random.below(8) == 0 {
            let sort = format!("(Array Thing (_ BitVec {width}))");
            let array = self.variable(&format!("c{width}_"), &sort);
            let (at, element) = (self.thing(depth), self.word(width, 0));
            return format!("(select (store {array} {at} {element}) {})", self.thing(depth));
        }
        let array = self.array(width, depth);
        format!("(select {array} {})", self.word(index_width(width), depth))
    }

    /// An array of truth values, indexed by truth values, read.
    pub fn truth_read(&mut self, below: u32) -> String {
        let array = self.variable("m", "(Array Bool Bool)");
        let [at, element, other] = [(); 3].map(|()| self.truth(below));
        format!("(select (store {array} {at} {element}) {other})")
    }
}
