//! Random programs, as text: arithmetic of all types, fields, arrays, branches, loops, switches, calls of
//! known and of virtual methods, and choices.
//!
//! Every block takes all variables there are, and hands them on; so any jump is right, and what the blocks
//! do can be chosen freely. Loops end since each jump takes from what is left of a number of rounds.

use margay_machine::Chance;
use std::fmt::Write;

/// Variables that all blocks have, with their types: first the rounds that are left.
const VARIABLES: [&str; 8] = ["i32", "i32", "i32", "i32", "i64", "i64", "f64", "ref"];

/// The variable that is an array, or null.
const ARRAY: usize = 7;

/// Rounds of a method.
const ROUNDS: i32 = 24;

const HEAD: &str = "\
array ints of i32 extends object

class node extends object {
    field value:i32: i32
    field wide:i64: i64
    static field shared:i32: i32
    public method of(i32)i32: (ref, i32) -> i32 {
    block0(v0: ref, v1: i32):
        v2: i32 = get_field v0, node.value:i32
        v3: i32 = add v2, v1
        put_field v0, node.value:i32 = v3
        return v3
    }
}

class other extends node {
    public method of(i32)i32: (ref, i32) -> i32 {
    block0(v0: ref, v1: i32):
        v2: i32 = get_field v0, node.value:i32
        v3: i32 = xor v2, v1
        put_field v0, node.value:i32 = v1
        return v3
    }
}

class main extends object {
    static field chosen:i32: i32
    static method choose(i32)i32: (i32) -> i32 {
    block0(v0: i32):
        v1: i32 = get_static main.chosen:i32
        v2: i32 = const 4
        v3: i32 = lt.i32 v1, v2
        branch v3, block1, block2
    block1:
        v4: i32 = const 1
        v5: i32 = add v1, v4
        put_static main.chosen:i32 = v5
        v6: i32 = const 2
        v7: i32 = call static env.choose(i32,i32)i32 (v4, v6)
        v8: i32 = mul v0, v7
        return v8
    block2:
        return v0
    }
";

/// Methods of a program; each may call those after it.
const METHODS: usize = 3;

/// The program of a number. Its first method is `main.f0(i32,i32)i32`. If it `chooses` it does so up to four times, anywhere.
#[must_use]
pub fn program(seed: u64, chooses: bool) -> String {
    let mut program = HEAD.to_owned();
    for method in 0..METHODS {
        let chance = Chance::new(seed.wrapping_mul(31).wrapping_add(method as u64));
        let text = String::new();
        let mut writer = Writer { text, chance, method, chooses, values: 0, blocks: 0 };
        writer.method();
        program.push_str(&writer.text);
    }
    program.push_str("}\n");
    program
}

struct Writer {
    text: String,
    chance: Chance,
    method: usize,
    chooses: bool,
    /// Values named so far.
    values: usize,
    /// Blocks of the method but the first and the last.
    blocks: usize,
}

/// The values of all variables.
type Values = [usize; VARIABLES.len()];

impl Writer {
    fn line(&mut self, line: &str) {
        writeln!(self.text, "        {line}").expect("a string takes everything");
    }

    fn value(&mut self) -> usize {
        self.values += 1;
        self.values - 1
    }

    /// A new value of a type.
    fn make(&mut self, ty: &str, what: &str) -> usize {
        let value = self.value();
        self.line(&format!("v{value}: {ty} = {what}"));
        value
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.chance.below(choices.len())]
    }

    fn method(&mut self) {
        self.blocks = 2 + self.chance.below(6);
        let name = self.method;
        writeln!(self.text, "    static method f{name}(i32,i32)i32: (i32, i32) -> i32 {{")
            .expect("a string takes everything");
        self.first();
        for block in 1..=self.blocks {
            self.block(block);
        }
        self.last();
        self.text.push_str("    }\n");
    }

    /// Gives all variables a value.
    fn first(&mut self) {
        self.text.push_str("    block0(v0: i32, v1: i32):\n");
        self.values = 2;
        let rounds = self.make("i32", &format!("const {ROUNDS}"));
        let number = self.chance.below(2_000) as i64 - 1_000;
        let third = self.make("i32", &format!("const {number}"));
        let wide = self.make("i64", "i32toi64 v0");
        let wider = self.make("i64", "mul v4, v4");
        let float = self.make("f64", "i32tof64 v1");
        let size = self.make("i32", "const 5");
        let array = match self.chance.below(4) {
            0 => self.make("ref", "null"),
            _ => self.make("ref", &format!("new_array ints, v{size}")),
        };
        let values = [rounds, 0, 1, third, wide, wider, float, array];
        let to = self.jump(1, &values);
        self.line(&format!("jump {to}"));
    }

    fn parameters(&mut self) -> (Values, String) {
        let values: Values = std::array::from_fn(|_| self.value());
        let named = values.iter().zip(VARIABLES).map(|(value, ty)| format!("v{value}: {ty}"));
        (values, named.collect::<Vec<_>>().join(", "))
    }

    fn jump(&self, block: usize, values: &Values) -> String {
        let values: Vec<String> = values.iter().map(|value| format!("v{value}")).collect();
        format!("block{block}({})", values.join(", "))
    }

    /// Any block but the first, the last included.
    fn anywhere(&mut self) -> usize {
        1 + self.chance.below(self.blocks + 1)
    }

    fn block(&mut self, block: usize) {
        let (mut values, parameters) = self.parameters();
        writeln!(self.text, "    block{block}({parameters}):").expect("a string takes everything");
        for _ in 0..self.chance.below(7) {
            self.instruction(&mut values);
        }
        let minus = self.make("i32", "const -1");
        values[0] = self.make("i32", &format!("add v{}, v{minus}", values[0]));
        let zero = self.make("i32", "const 0");
        let is_over = self.make("i32", &format!("le.i32 v{}, v{zero}", values[0]));
        let (end, on) = (self.blocks + 1, 100 + block);
        let (to_end, to_on) = (self.jump(end, &values), self.jump(on, &values));
        self.line(&format!("branch v{is_over}, {to_end}, {to_on}"));
        self.half(on);
    }

    /// The second half of a block, with its way on.
    fn half(&mut self, block: usize) {
        let (values, parameters) = self.parameters();
        writeln!(self.text, "    block{block}({parameters}):").expect("a string takes everything");
        let (one, two) = (self.anywhere(), self.anywhere());
        let (one, two) = (self.jump(one, &values), self.jump(two, &values));
        let [_, a, b, c, ..] = values;
        let array = values[ARRAY];
        match self.chance.below(6) {
            0 => self.line(&format!("jump {one}")),
            1 => self.line(&format!("guard nonnull v{array}, {one}, {two}")),
            2 => {
                let three = self.anywhere();
                let three = self.jump(three, &values);
                self.line(&format!("switch v{a}, [-1: {one}, 0: {two}, 1: {one}], {three}"));
            }
            3 => self.element(block, &values, &one, &two),
            _ => {
                let test = self.one_of(&["eq", "ne", "lt", "le", "gt", "ge"]);
                let (left, right) = (self.one_of(&[a, b, c]), self.one_of(&[a, b, c]));
                let holds = self.make("i32", &format!("{test}.i32 v{left}, v{right}"));
                self.line(&format!("branch v{holds}, {one}, {two}"));
            }
        }
    }

    /// Reads or writes an element, if there is one.
    fn element(&mut self, block: usize, values: &Values, one: &str, two: &str) {
        let (array, index, value) = (values[ARRAY], values[1], values[2]);
        let (there, inside) = (block + 100, block + 200);
        self.line(&format!("guard nonnull v{array}, block{there}, {two}"));
        writeln!(self.text, "    block{there}:").expect("a string takes everything");
        let length = self.make("i32", &format!("array_len v{array}"));
        self.line(&format!("guard in_bounds v{index}, v{length}, block{inside}, {two}"));
        writeln!(self.text, "    block{inside}:").expect("a string takes everything");
        if self.chance.below(2) == 0 {
            self.line(&format!("array_store.i32 v{array}[v{index}] = v{value}"));
            self.line(&format!("jump {one}"));
        } else {
            let found = self.make("i32", &format!("array_load.i32 v{array}[v{index}]"));
            let mut values = *values;
            values[3] = found;
            let to = self.anywhere();
            let to = self.jump(to, &values);
            self.line(&format!("jump {to}"));
        }
    }

    fn instruction(&mut self, values: &mut Values) {
        let bits = ["add", "sub", "mul", "div", "rem", "and", "or", "xor", "shl", "shr", "ushr"];
        let a = values[self.chance.below(4)];
        let (at, b) = (1 + self.chance.below(3), values[1 + self.chance.below(3)]);
        match self.chance.below(12) {
            0..4 => {
                let op = self.one_of(&bits);
                values[at] = self.make("i32", &format!("{op} v{a}, v{b}"));
            }
            4 | 5 => {
                let op = self.one_of(&bits[..8]);
                values[4] = self.make("i64", &format!("{op} v{}, v{}", values[4], values[5]));
                values.swap(4, 5);
            }
            6 => {
                let op = self.one_of(&["add", "sub", "mul", "div", "rem"]);
                let number = self.make("f64", &format!("i32tof64 v{a}"));
                values[6] = self.make("f64", &format!("{op} v{}, v{number}", values[6]));
            }
            7 => self.conversion(values, a, at),
            8 => self.object(values, a, at),
            9 => {
                self.line(&format!("put_static node.shared:i32 = v{a}"));
                values[at] = self.make("i32", "get_static node.shared:i32");
            }
            10 if self.method + 1 < METHODS => {
                let callee = self.method + 1 + self.chance.below(METHODS - self.method - 1);
                let call = format!("call static main.f{callee}(i32,i32)i32 (v{a}, v{b})");
                values[at] = self.make("i32", &call);
            }
            11 if self.chooses => {
                values[at] = self.make("i32", &format!("call static main.choose(i32)i32 (v{a})"));
            }
            _ => {
                let op = self.one_of(&["neg", "i32toi8", "i32toi16", "i32tou16"]);
                values[at] = self.make("i32", &format!("{op} v{a}"));
            }
        }
    }

    fn conversion(&mut self, values: &mut Values, a: usize, at: usize) {
        match self.chance.below(6) {
            0 => values[at] = self.make("i32", &format!("i64toi32 v{}", values[4])),
            1 => values[at] = self.make("i32", &format!("f64toi32sat v{}", values[6])),
            2 => values[5] = self.make("i64", &format!("f64toi64sat v{}", values[6])),
            3 => values[6] = self.make("f64", &format!("i64tof64 v{}", values[5])),
            4 => {
                let order = format!("three_way.i64 v{}, v{}", values[4], values[5]);
                values[at] = self.make("i32", &order);
            }
            _ => values[4] = self.make("i64", &format!("i32toi64 v{a}")),
        }
    }

    /// An object that is made, changed and called.
    fn object(&mut self, values: &mut Values, a: usize, at: usize) {
        let class = self.one_of(&["node", "other"]);
        let object = self.make("ref", &format!("new {class}"));
        self.line(&format!("put_field v{object}, node.value:i32 = v{a}"));
        self.line(&format!("put_field v{object}, node.wide:i64 = v{}", values[4]));
        values[at] =
            self.make("i32", &format!("call virtual node.of(i32)i32 (v{object}, v{})", values[1]));
        values[5] = self.make("i64", &format!("get_field v{object}, node.wide:i64"));
    }

    /// Makes one number of all variables.
    fn last(&mut self) {
        let (values, parameters) = self.parameters();
        let block = self.blocks + 1;
        writeln!(self.text, "    block{block}({parameters}):").expect("a string takes everything");
        let mut sum = values[1];
        let thirty_one = self.make("i32", "const 31");
        let wide = self.make("i32", &format!("i64toi32 v{}", values[4]));
        let wider = self.make("i32", &format!("i64toi32 v{}", values[5]));
        let float = self.make("i32", &format!("f64toi32sat v{}", values[6]));
        for value in [values[2], values[3], wide, wider, float] {
            let product = self.make("i32", &format!("mul v{sum}, v{thirty_one}"));
            sum = self.make("i32", &format!("add v{product}, v{value}"));
        }
        self.line(&format!("return v{sum}"));
    }
}
