//! Random floats and rounding modes.

use super::Writer;

/// Formats with few values and formats that people use; those with large circuits less often.
/// Exponents of two bits are left out: cvc5 1.4.2 has `-1 + 1` of them converted to something not zero.
#[rustfmt::skip]
pub const FORMATS: [(u32, u32); 11] = [
    (3, 4), (3, 5), (3, 5), (4, 4), (4, 4), (5, 11), (5, 11), (8, 24), (8, 24), (11, 53), (15, 113),
];
const MODES: [&str; 5] = ["RNE", "RNA", "RTP", "RTN", "RTZ"];

pub fn float_sort((e, s): (u32, u32)) -> String {
    format!("(_ FloatingPoint {e} {s})")
}

impl Writer<'_> {
    pub fn mode(&mut self) -> String {
        match self.random.below(16) {
            0 => self.variable("r", "RoundingMode"),
            1 => {
                self.declarations.insert("(declare-fun rm (Bool) RoundingMode)\n".to_owned());
                format!("(rm {})", self.truth(0))
            }
            _ => self.one_of(&MODES),
        }
    }

    /// A number that is written down.
    fn constant(&mut self) -> String {
        let (e, s) = self.format;
        match self.random.below(3) {
            0 => {
                let name = self.one_of(&["NaN", "+oo", "-oo", "+zero", "-zero"]);
                format!("(_ {name} {e} {s})")
            }
            1 => {
                let number =
                    self.one_of(&["0.1", "1.0", "2.5", "(- 3.75)", "(/ 1.0 3.0)", "100.0"]);
                format!("((_ to_fp {e} {s}) {} {number})", self.one_of(&MODES))
            }
            _ => {
                let fields = [1, e, s - 1].map(|width| self.literal(width));
                format!("(fp {})", fields.join(" "))
            }
        }
    }

    /// What an operation has whose circuit is large: anything in a small format, else constants.
    fn operand(&mut self, largest: u32, depth: u32) -> String {
        if self.format.0 <= largest { self.float(depth) } else { self.constant() }
    }

    pub fn float(&mut self, depth: u32) -> String {
        let (e, s) = self.format;
        if depth == 0 || self.random.below(7) == 0 {
            return match self.random.below(2) {
                0 => self.constant(),
                _ => self.variable(&format!("y{e}_{s}_"), &float_sort((e, s))),
            };
        }
        let below = depth - 1;
        match self.random.below(15) {
            0 | 1 => {
                let op = self.one_of(&["fp.add", "fp.sub"]);
                format!("({op} {} {} {})", self.mode(), self.float(below), self.float(below))
            }
            2 => {
                let op = self.one_of(&["fp.mul", "fp.div"]);
                let (a, b) = (self.operand(8, below), self.operand(5, below));
                format!("({op} {} {a} {b})", self.mode())
            }
            3 => format!("({} {})", self.one_of(&["fp.neg", "fp.abs"]), self.float(below)),
            4 => format!("(fp.roundToIntegral {} {})", self.mode(), self.float(below)),
            5 => format!("(fp.sqrt {} {})", self.mode(), self.operand(8, below)),
            6 => {
                let mode = self.mode();
                let [a, b, c] = [(); 3].map(|()| self.operand(5, below));
                format!("(fp.fma {mode} {a} {b} {c})")
            }
            7 => format!("(fp.rem {} {})", self.operand(5, below), self.operand(5, below)),
            8 => {
                let op = self.one_of(&["fp.min", "fp.max"]);
                format!("({op} {} {})", self.float(below), self.float(below))
            }
            9 => {
                let op = self.one_of(&["to_fp", "to_fp_unsigned"]);
                let width = self.width.min(33);
                format!("((_ {op} {e} {s}) {} {})", self.mode(), self.word(width, below))
            }
            10 => format!("((_ to_fp {e} {s}) {})", self.word(e + s, below)),
            11 => {
                self.format = self.random.one_of(&FORMATS);
                let other = self.operand(8, below);
                self.format = (e, s);
                format!("((_ to_fp {e} {s}) {} {other})", self.mode())
            }
            12 => {
                let sort = float_sort((e, s));
                let name = format!("g{e}_{s}");
                self.declarations.insert(format!("(declare-fun {name} ({sort} Bool) {sort})\n"));
                format!("({name} {} {})", self.float(below), self.truth(below))
            }
            13 => {
                let sort = format!("(Array (_ BitVec 3) {})", float_sort((e, s)));
                let array = self.variable(&format!("d{e}_{s}_"), &sort);
                let (at, element) = (self.word(3, below), self.float(below));
                format!("(select (store {array} {at} {element}) {})", self.word(3, below))
            }
            _ => {
                let c = self.truth(below);
                format!("(ite {c} {} {})", self.float(below), self.float(below))
            }
        }
    }
}
