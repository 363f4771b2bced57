//! Methods that mix what Java has: numbers of all widths, arrays, objects that may be the same, static fields,
//! strings, collections, exceptions, early exits from nested loops, recursion. What tempts a prover is an order of
//! effects, a narrowing, an alias, a way out that is taken late.

use super::plain::Author;

/// What rich methods call, and the classes that they use.
pub const HELPERS: &str = "
    static int total;
    static int[] shared = new int[3];
    static class Pair { int n; byte m; Pair next; Pair self() { n++; return this; } }
    static class Odd extends Pair { Pair self() { n += 2; return next == null ? this : next; } }
    static int swap(int[] t, int i, int j) { int k = t[i & 3]; t[i & 3] = t[j & 3]; t[j & 3] = k; return k; }
    static int walk(int n, int m) { return n <= 0 ? m : m > 40 ? walk(n - 2, m - 7) : walk(n - 1, m + n); }
    static boolean even(int n) { return n == 0 || odd(n - 1); }
    static boolean odd(int n) { return n != 0 && even(n - 1); }
    static int note(int n) { total += n; return total; }
    static int late(int n) { if (n > 90) throw new IllegalStateException(); return n; }
    static int count(Pair p) { int n = 0; while (p != null && n < 6) { p = p.next; n++; } return n; }
    static int first(String s, char c) { for (int i = 0; i < s.length(); i++) { if (s.charAt(i) == c) return i; } return -1; }
    static int read(String s) { try { return Integer.parseInt(s); } catch (NumberFormatException e) { return -9; } }
    static int leave(int n) { try { if (n > 3) return n; total++; } finally { total += 2; if (n == 5) return 9; } return 0; }
";

impl Author {
    fn small(&mut self) -> u64 {
        let wide = self.dice.below(6) == 0;
        self.dice.below(if wide { 300 } else { 9 })
    }

    /// An `int`.
    fn int(&mut self, depth: u32) -> String {
        if depth == 0 {
            return match self.dice.below(16) {
                0 => self.small().to_string(),
                1 => format!("-{}", self.small()),
                2 | 3 => "x".to_owned(),
                4 => "y".to_owned(),
                5 => "z".to_owned(),
                6 => "a".to_owned(),
                7 => "b".to_owned(),
                8 => "h".to_owned(),
                9 => "c".to_owned(),
                10 => "k".to_owned(),
                11 => "o.n".to_owned(),
                12 => "q.n".to_owned(),
                13 => "total".to_owned(),
                14 => "q.m".to_owned(),
                _ => "(int) l".to_owned(),
            };
        }
        let a = self.int(depth - 1);
        match self.dice.below(31) {
            0..=7 => {
                let op =
                    self.dice.one(&["+", "-", "*", "&", "|", "^", "<<", ">>", ">>>", "/", "%"]);
                format!("({a} {op} {})", self.int(depth - 1))
            }
            8 => format!("(byte) ({a})"),
            9 => format!("(short) ({a})"),
            10 => format!("(char) ({a})"),
            11 => format!("t[({a}) & 3]"),
            12 => format!("u[({a}) & 3]"),
            13 => format!("shared[({a}) & 1]"),
            14 => format!("({} ? {a} : {})", self.condition(depth - 1), self.int(depth - 1)),
            15 => format!("(int) (f * {a})"),
            16 => format!("(int) (d / ({a}))"),
            17 => format!("walk(({a}) & 7, {})", self.int(0)),
            18 => format!("note({a})"),
            19 => format!("late({a})"),
            20 => "s.length()".to_owned(),
            21 => format!("s.charAt(({a}) & 3)"),
            22 => format!("s.indexOf('{}')", self.dice.one(&["a", "b", "c", "2", "7"])),
            23 => format!("first(s, (char) ({a}))"),
            24 => "li.size()".to_owned(),
            25 => format!("ma.getOrDefault(({a}) & 7, -1).intValue()"),
            26 => format!("leave({a})"),
            27 => format!("Integer.bitCount({a})"),
            28 => "read(s)".to_owned(),
            29 => format!("Math.floorMod({a}, {})", 2 + self.dice.below(5)),
            _ => format!("swap(t, {a}, {})", self.int(0)),
        }
    }

    fn condition(&mut self, depth: u32) -> String {
        if depth > 0 && self.dice.below(3) == 0 {
            let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
            let op = self.dice.one(&["&&", "||", "^", "&"]);
            return format!("(({a}) {op} ({b}))");
        }
        let op = self.dice.one(&["<", "<=", "==", "!=", ">", ">="]);
        match self.dice.below(21) {
            0 => "p".to_owned(),
            1 => "o == q".to_owned(),
            2 => format!("l {op} {}L", self.small() * 31),
            3 => format!("f {op} {}.5f", self.small()),
            4 => format!("d {op} {}", self.small()),
            5 => format!("s.equals(\"{}\")", self.dice.one(&["a2", "bc", "a", "b7", ""])),
            6 => format!("s.startsWith(\"{}\")", self.dice.one(&["a", "b2", "cc"])),
            7 => "even(x & 7)".to_owned(),
            8 => format!("ma.containsKey({})", self.int(0)),
            9 => format!("s.compareTo(\"{}\") {op} 0", self.dice.one(&["a9", "b", "cc"])),
            10 => "q instanceof Odd".to_owned(),
            11 => "f != f".to_owned(),
            12 => format!("count(q) {op} {}", self.dice.below(4)),
            13 => format!("s.matches(\"{}\")", self.dice.one(&["[a-c]+", "a.*", "(ab|c)?[0-7]"])),
            14 => "s.isBlank()".to_owned(),
            15 => format!("li.contains({})", self.int(0)),
            _ => format!("{} {op} {}", self.int(1), self.int(0)),
        }
    }

    fn effect(&mut self) -> String {
        let v = self.int(1);
        match self.dice.below(35) {
            0..=2 => format!("x = {};", self.int(2)),
            3 => format!("y += {v};"),
            4 => format!("z = {} - z;", self.int(1)),
            5 => format!("h += {v};"),
            6 => format!("c -= {v};"),
            7 => format!("c <<= {};", self.dice.below(4)),
            8 => "k++;".to_owned(),
            9 => format!("l = l * 31 + {v};"),
            10 => format!("l ^= (long) {v} << {};", self.int(0)),
            11 => format!("f = f / 2 + {v};"),
            12 => "d -= f;".to_owned(),
            13 => "d = d * d + 1;".to_owned(),
            14 => format!("p = {};", self.condition(1)),
            15 => format!("t[({v}) & 3] = {};", self.int(1)),
            16 => format!("t[{}] += {v};", self.int(0)),
            17 => format!("u[({v}) & 3] += {};", self.int(0)),
            18 => format!("shared[({v}) & 1]++;"),
            19 => format!("o.n = {v};"),
            20 => format!("q.m = (byte) ({v});"),
            21 => "q = o;".to_owned(),
            22 => "o = q.self();".to_owned(),
            23 => "q.next = o;".to_owned(),
            24 => "o = o.next;".to_owned(),
            25 => format!("s = s + (char) ('a' + (({v}) & 3));"),
            26 => format!("s = s.substring(({v}) & 1);"),
            27 => format!("s = \"\" + (({v}) & 15);"),
            28 => format!("li.add(0 + {v});"),
            29 => format!("ma.put(({v}) & 7, 0 + {});", self.int(0)),
            30 => format!("ma.remove({v});"),
            31 => "s = new StringBuilder(s).reverse().toString();".to_owned(),
            32 => "s = new String(new byte[] {c, (byte) h}, 0);".to_owned(),
            33 => format!("total = {v};"),
            _ => format!("assert {};", self.wish()),
        }
    }

    /// Something that may well hold for all inputs, or for all but a few.
    fn wish(&mut self) -> String {
        let v = self.int(1);
        match self.dice.below(12) {
            0 => "c >= -128 && c <= 127 && (h <= 127 || h > 9000)".to_owned(),
            1 => format!("({v}) != {}", self.small()),
            2 => "o != q || o == null || o.n == q.n".to_owned(),
            3 => format!("(({v}) & 7) <= {}", 6 + self.dice.below(2)),
            4 => format!("total != {}", self.small()),
            5 => "s.length() <= 4".to_owned(),
            6 => "ma.size() <= 8 && li.size() < 3".to_owned(),
            7 => "t[0] + t[1] != 7".to_owned(),
            8 => format!("!({} && {})", self.condition(0), self.condition(0)),
            9 => "u[0] != 100 || u[1] != 3".to_owned(),
            10 => "f == f || d != d".to_owned(),
            _ => {
                format!("{} || {}", self.condition(0), self.condition(1))
            }
        }
    }

    fn effects(&mut self, depth: u32) -> String {
        (0..1 + self.dice.below(2)).map(|_| self.deed(depth) + " ").collect()
    }

    fn deed(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.effect();
        }
        let inner = depth - 1;
        self.loops += 1;
        let i = format!("i{}", self.loops);
        match self.dice.below(15) {
            0..=2 => format!(
                "if ({}) {{ {}}} else {{ {}}}",
                self.condition(1),
                self.effects(inner),
                self.effects(inner)
            ),
            3 => format!(
                "for (int {i} = 0; {i} < {}; {i}++) {{ {}if ({}) break; }}",
                1 + self.dice.below(5),
                self.effects(inner),
                self.condition(1)
            ),
            4 => format!(
                "for (int {i} = 0; {i} < ((x ^ a) & 7); {i}++) {{ if ({}) continue; {}x += {i}; }}",
                self.condition(0),
                self.effects(inner)
            ),
            5 => format!(
                "L{i}: for (int {i} = 0; {i} < 4; {i}++) for (int j{i} = {i}; j{i} < 4; j{i}++) {{ \
                 {}if ({}) {} L{i}; }}",
                self.effects(inner),
                self.condition(0),
                self.dice.one(&["break", "continue"])
            ),
            6 => format!(
                "int {i} = 0; while ({} && {i}++ < {}) {{ {}}}",
                self.condition(0),
                2 + self.dice.below(6),
                self.effects(inner)
            ),
            7 => format!("int {i} = 0; do {{ {}}} while (++{i} < (b & 3));", self.effects(inner)),
            8 => format!(
                "switch (({}) & 7) {{ case 1: {}case 2: {}break; case 6: return; default: {}}}",
                self.int(1),
                self.effects(inner),
                self.effects(inner),
                self.effects(0)
            ),
            9 => format!(
                "switch (s) {{ case \"a2\": {}break; case \"b7\": {}default: {}}}",
                self.effects(inner),
                self.effects(inner),
                self.effects(0)
            ),
            10 => format!(
                "try {{ {}x = 10 / ({}); {}}} catch (ArithmeticException e) {{ {}}} finally {{ {}}}",
                self.effects(inner),
                self.int(1),
                self.effects(0),
                self.effects(0),
                self.effects(0)
            ),
            11 => format!(
                "try {{ {}if ({}) throw new IllegalStateException(\"x\"); }} \
                 catch (IllegalStateException | NullPointerException e) {{ {}}} \
                 catch (IndexOutOfBoundsException e) {{ y = 77; }}",
                self.effects(inner),
                self.condition(0),
                self.effects(0)
            ),
            12 => format!("if ({}) return;", self.condition(1)),
            13 => format!("for (int {i} : t) {{ x ^= {i}; {}}}", self.effects(inner)),
            _ => self.effect(),
        }
    }

    /// A method that mixes all of it, and the loops that try its inputs.
    pub fn rich(&mut self, number: usize) -> (String, String) {
        self.loops = 0;
        let depth = 1 + u32::from(self.dice.below(3) == 0);
        let deeds: String = (0..3 + self.dice.below(3))
            .map(|_| format!("        {}\n", self.deed(depth)))
            .collect();
        let other = self.dice.one(&["o", "new Pair()", "new Odd()", "a > b ? o : new Odd()"]);
        let method = format!(
            "    public static void m{number}(byte a, byte b) {{\n        b &= 15;\n        \
             int x = a, y = b, z = 1; long l = a; short h = b; byte c = a; char k = (char) b;\n        \
             float f = a; double d = b; boolean p = a > 3;\n        \
             int[] t = {{3, 1, 4, 1}}; byte[] u = new byte[4]; total = 0; shared[0] = shared[1] = 0;\n        \
             Pair o = new Pair(), q = {other};\n        \
             String s = \"\" + (char) ('a' + (a & 3)) + (char) ('0' + (b & 7));\n        \
             java.util.List<Integer> li = new java.util.ArrayList<>();\n        \
             java.util.Map<Integer, Integer> ma = new java.util.HashMap<>();\n{deeds}        \
             assert {};\n    }}\n",
            self.wish()
        );
        let trial = format!(
            "    static boolean v{number}() {{\n        for (int p = -128; p < 128; p++) for (int q = 0; q < 16; q++) {{\n            \
             try {{ m{number}((byte) p, (byte) q); }} catch (AssertionError e) {{ return true; }} \
             catch (RuntimeException | StackOverflowError e) {{ }}\n        }}\n        return false;\n    }}\n"
        );
        (method, trial)
    }
}
