//! Methods with long loops.

use super::plain::Author;

/// Loops that inputs make long, to be proved by induction: what tempts a prover is an invariant that holds in
/// the first rounds only, an overflow, another name of an array, a way out of the middle.
impl Author {
    pub fn constant(&mut self) -> u64 {
        let few = self.dice.below(3) > 0;
        self.dice.below(if few { 8 } else { 130 })
    }

    /// Something about the variables of a loop.
    fn asked_in_loop(&mut self) -> String {
        let c = self.constant();
        match self.dice.below(8) {
            0 => format!("i == {c}"),
            1 => format!("z < {c}"),
            2 => format!("y > {c}"),
            3 => "(i & 1) == 0".to_owned(),
            4 => "z > y".to_owned(),
            5 => "b > 3".to_owned(),
            6 => format!("x != {c}"),
            _ => format!("(i ^ a) > {c}"),
        }
    }

    fn step(&mut self, depth: u32) -> String {
        let c = self.constant();
        match self.dice.below(if depth == 0 { 22 } else { 32 }) {
            0 => "z++;".to_owned(),
            1 => "z += 2;".to_owned(),
            2 => "y += 2;".to_owned(),
            3 => "y--;".to_owned(),
            4 => format!("x = {c};"),
            5 => format!("if (z < {c}) z++;"),
            6 => "t[i & 3] = z;".to_owned(),
            7 => "u[i & 1]++;".to_owned(),
            8 => "s.total += i;".to_owned(),
            9 => "n = (byte) (n + 1);".to_owned(),
            10 => "s.bump();".to_owned(),
            11 => "l += z;".to_owned(),
            12 => "f += 0.5f;".to_owned(),
            13 => format!("r = r == s ? s : (i == {c} ? s : r);"),
            14 => "{ State o = p; p = s; s = o; }".to_owned(),
            15 => "r.total++;".to_owned(),
            16 => "y = z > y ? z : y;".to_owned(),
            17 => "x ^= 1;".to_owned(),
            18 => "z = z * 2 & 63;".to_owned(),
            19 => "t = u;".to_owned(),
            20 => "x += count(i & 3);".to_owned(),
            21 => format!("if (i == {c}) Late.touch(p);"),
            22..=24 => {
                let asked = self.asked_in_loop();
                format!("if ({asked}) {{ {} }} else {{ {} }}", self.step(0), self.step(depth - 1))
            }
            25 => format!("if ({}) break;", self.asked_in_loop()),
            26 => format!("if ({}) continue;", self.asked_in_loop()),
            27 => format!("for (int j = 0; j < (i & 3); j++) {{ {} }}", self.step(0)),
            28 => format!(
                "for (int j = i; j < b; j++) {{ {} if ({}) break; }}",
                self.step(0),
                self.asked_in_loop()
            ),
            29 => format!("if ({}) return;", self.asked_in_loop()),
            30 => format!("{{ x = {}; int[] w = {{i, x}}; z += w[1]; }}", self.constant()),
            _ => format!(
                "try {{ if ({}) throw new IllegalStateException(); {} }} catch (IllegalStateException e) {{ {} }}",
                self.asked_in_loop(),
                self.step(0),
                self.step(0)
            ),
        }
    }

    fn claim(&mut self) -> String {
        let c = self.constant();
        match self.dice.below(23) {
            0 => "z >= 0".to_owned(),
            1 => format!("z <= {c}"),
            2 => "y == 1 + 2 * z".to_owned(),
            3 => "z <= 254".to_owned(),
            4 => "z == Math.max(a, 0)".to_owned(),
            5 => "z % 2 == 0".to_owned(),
            6 => "y >= z - 1".to_owned(),
            7 => format!("z != {c}"),
            8 => "t[0] >= 0 && t[3] >= -1".to_owned(),
            9 => "u[0] >= u[1]".to_owned(),
            10 => format!("s.total != {c}"),
            11 => "n >= 0".to_owned(),
            12 => format!("s.bumped >= 0 && s.bumped <= {c}"),
            13 => format!("x == 0 || x == {c}"),
            14 => "u[0] >= 0 && s.bumped >= 0".to_owned(),
            15 => "p != s".to_owned(),
            16 => format!("r.total < {c}"),
            17 => format!("l <= {}", c * 40),
            18 => format!("f < {c}.25f"),
            19 => format!("Late.touched <= {}", c % 3),
            20 => "t != u".to_owned(),
            21 => "y >= z || z > 60".to_owned(),
            _ => "y + z >= 1".to_owned(),
        }
    }

    /// A method with a long loop, and the loops that try its inputs.
    pub fn looping(&mut self, number: usize) -> (String, String) {
        let head = match self.dice.below(7) {
            0 | 1 => "for (int i = 0; i < a; i++)",
            2 => "for (int i = b; i < a; i += 3)",
            3 => "for (byte i = 0; i < a; i++)",
            4 => "for (int i = a; i > 0; i -= 2)",
            5 => "for (int i = a; i != b; i += i < b ? 1 : -1)",
            _ => "for (int i = a; i <= 100; i++)",
        };
        let steps: Vec<String> = (0..1 + self.dice.below(3)).map(|_| self.step(1)).collect();
        let alias = if self.dice.below(4) == 0 { "t" } else { "new int[2]" };
        let claims: Vec<String> = (0..1 + self.dice.below(2)).map(|_| self.claim()).collect();
        let inside = match self.dice.below(4) {
            0 => format!("assert {};", self.claim()),
            _ => String::new(),
        };
        let method = format!(
            "    public static void m{number}(byte a, byte b) {{\n        int x = 0, y = 1, z = 0;\n        byte n = 0;\n        \
             int[] t = {{3, 1, 4, 1}};\n        int[] u = {alias};\n        State s = new State(), p = new State(), r = p;\n        \
             long l = 0; float f = 0; Late.touched = 0;\n        \
             {head} {{\n            {inside}{}\n        }}\n        assert {};\n    }}\n",
            steps.join("\n            "),
            claims.join(" || ")
        );
        let trial = format!(
            "    static boolean v{number}() {{\n        for (int p = -128; p < 128; p++) for (int q = -128; q < 128; q++) {{\n            \
             try {{ m{number}((byte) p, (byte) q); }} catch (AssertionError e) {{ return true; }} \
             catch (RuntimeException e) {{ }}\n        }}\n        return false;\n    }}\n"
        );
        (method, trial)
    }
}
