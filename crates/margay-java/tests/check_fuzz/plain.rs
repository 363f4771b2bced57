//! Methods of numbers: conditions, short loops, arrays, exceptions.

use super::dice::Dice;

/// Writes methods.
pub struct Author {
    pub dice: Dice,
    /// Variables that hold numbers, and those that hold truths.
    pub numbers: Vec<String>,
    pub truths: Vec<String>,
    /// Loops so far, for names of their counters.
    pub loops: u32,
}

impl Author {
    pub fn number(&mut self, depth: u32) -> String {
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

    pub fn truth(&mut self, depth: u32) -> String {
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
    pub fn assertion(&mut self) -> String {
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
    pub fn method(&mut self, number: usize) -> (String, String) {
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
            "    public static void m{number}({}) {{\n        int x = {first}, y = 1;\n        \
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
