//! Path-condition sessions, recorded by exploring small programs symbolically.
//!
//! Each program is a function over terms that asks at every branch. The explorer goes depth first,
//! as the machine does: it asks whether the condition can be true and whether it can be false,
//! opens a frame where both can, and goes back to the newest choice. What it asked is the session.

#![allow(dead_code, reason = "each user takes a part")]

use margay_logic::{Config, Outcome, Solver, Sort, TermId, Terms};

/// What a solver sees of an exploration.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    Push,
    Pop,
    Assert(TermId),
    Check(TermId),
}

/// A recorded exploration.
pub struct Session {
    pub name: &'static str,
    pub terms: Terms,
    pub events: Vec<Event>,
}

/// One decision on the path.
struct Decision {
    condition: TermId,
    taken: bool,
    /// Whether it opened a frame, as decisions with two sides do.
    framed: bool,
    /// Whether the other side is still to be explored.
    open: bool,
}

/// The program's view of the path it is on.
pub struct Path {
    pub terms: Terms,
    solver: Solver,
    events: Vec<Event>,
    decisions: Vec<Decision>,
    position: usize,
}

impl Path {
    /// Decides a branch.
    pub fn branch(&mut self, condition: TermId) -> bool {
        if let Some(value) = self.terms.as_const(condition) {
            return value != 0;
        }
        if let Some(decision) = self.decisions.get(self.position) {
            self.position += 1;
            return decision.taken;
        }
        let negation = self.terms.not(condition);
        let can = [condition, negation].map(|c| {
            self.events.push(Event::Check(c));
            self.solver.check_with(&mut self.terms, &[c]) == Outcome::Sat
        });
        self.position += 1;
        let taken = can[0];
        let both = can[0] && can[1];
        self.decisions.push(Decision { condition, taken, framed: both, open: both });
        if both {
            self.enter(condition);
        }
        taken
    }

    fn enter(&mut self, condition: TermId) {
        self.events.extend([Event::Push, Event::Assert(condition)]);
        self.solver.push();
        self.solver.assert(&self.terms, condition);
    }

    /// Takes the newest open alternative; false when there is none.
    fn back(&mut self) -> bool {
        while let Some(decision) = self.decisions.pop() {
            if decision.framed {
                self.events.push(Event::Pop);
                self.solver.pop();
            }
            if decision.open {
                let negation = self.terms.not(decision.condition);
                self.enter(negation);
                self.decisions.push(Decision { taken: false, open: false, ..decision });
                return true;
            }
        }
        false
    }

    pub fn int(&mut self, name: &str) -> TermId {
        self.terms.var(name, Sort::Bv(32))
    }

    pub fn k(&mut self, value: i32) -> TermId {
        self.terms.bv(u64::from(value as u32), 32)
    }

    pub fn less(&mut self, a: TermId, b: TermId) -> bool {
        let condition = self.terms.slt(a, b);
        self.branch(condition)
    }

    pub fn equal(&mut self, a: TermId, b: TermId) -> bool {
        let condition = self.terms.eq(a, b);
        self.branch(condition)
    }

    /// `low <= a < high`, as two branches.
    pub fn between(&mut self, a: TermId, low: i32, high: i32) -> bool {
        let (low, high) = (self.k(low), self.k(high));
        !self.less(a, low) && self.less(a, high)
    }
}

/// Explores a program until it has no more paths or `limit` paths were seen.
pub fn record(name: &'static str, limit: usize, program: fn(&mut Path)) -> Session {
    let solver = Solver::new(Config::default()).expect("no log to create");
    let mut path = Path {
        terms: Terms::new(),
        solver,
        events: Vec::new(),
        decisions: Vec::new(),
        position: 0,
    };
    for _ in 0..limit {
        path.position = 0;
        program(&mut path);
        if !path.back() {
            break;
        }
    }
    Session { name, terms: path.terms, events: path.events }
}

/// All sessions, each of up to `limit` paths.
pub fn sessions(limit: usize) -> Vec<Session> {
    vec![
        record("linear", limit, linear),
        record("triangle", limit, triangle),
        record("gcd", limit, gcd),
        record("calendar", limit, calendar),
        record("tokens", limit, tokens),
        record("sort", limit, sort),
        record("search", limit, search),
        record("aliases", limit, aliases),
    ]
}

/// Comparisons of linear expressions over four numbers.
fn linear(p: &mut Path) {
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|n| p.int(n));
    for v in [a, b, c, d] {
        if !p.between(v, -1000, 1000) {
            return;
        }
    }
    let three = p.k(3);
    let sum = p.terms.add(a, b);
    let scaled = p.terms.mul(c, three);
    let difference = p.terms.sub(scaled, d);
    for (x, y) in [(sum, difference), (a, d), (b, scaled), (difference, c), (sum, d)] {
        if p.less(x, y) {
            let seven = p.k(7);
            let shifted = p.terms.add(x, seven);
            p.less(shifted, y);
        }
    }
}

/// The classification every testing course begins with.
fn triangle(p: &mut Path) {
    let [a, b, c] = ["a", "b", "c"].map(|n| p.int(n));
    let (zero, limit) = (p.k(0), p.k(10_000));
    for v in [a, b, c] {
        if !p.less(zero, v) || !p.less(v, limit) {
            return;
        }
    }
    for (x, y, z) in [(a, b, c), (b, c, a), (a, c, b)] {
        let sum = p.terms.add(x, y);
        if !p.less(z, sum) {
            return;
        }
    }
    let same = [(a, b), (b, c), (a, c)].map(|(x, y)| p.equal(x, y));
    if same == [false; 3] {
        let squares = [a, b, c].map(|v| p.terms.mul(v, v));
        let hypotenuse = p.terms.add(squares[0], squares[1]);
        p.equal(hypotenuse, squares[2]);
    }
}

/// Euclid's algorithm on small numbers.
fn gcd(p: &mut Path) {
    let (mut a, mut b) = (p.int("a"), p.int("b"));
    if !p.between(a, 1, 64) || !p.between(b, 1, 64) {
        return;
    }
    let zero = p.k(0);
    for _ in 0..4 {
        if p.equal(b, zero) {
            return;
        }
        (a, b) = (b, p.terms.srem(a, b));
    }
}

/// Leap years, days of months, days of the week.
fn calendar(p: &mut Path) {
    let [year, month, day] = ["year", "month", "day"].map(|n| p.int(n));
    if !p.between(year, 1583, 3000) || !p.between(month, 1, 13) || !p.between(day, 1, 32) {
        return;
    }
    let zero = p.k(0);
    let [four, hundred, four_hundred, seven, two] = [4, 100, 400, 7, 2].map(|n| p.k(n));
    let by = [four, hundred, four_hundred].map(|n| p.terms.srem(year, n));
    let leap = p.equal(by[0], zero) && (!p.equal(by[1], zero) || p.equal(by[2], zero));
    let last = if p.equal(month, two) {
        if leap { 29 } else { 28 }
    } else {
        let even = p.terms.srem(month, two);
        let summer = p.k(7);
        let late = p.less(summer, month);
        if p.equal(even, zero) == late { 31 } else { 30 }
    };
    let last = p.k(last);
    if p.less(last, day) {
        return;
    }
    let sum = p.terms.add(day, month);
    let weekday = p.terms.srem(sum, seven);
    for n in 0..3 {
        let n = p.k(n);
        if p.equal(weekday, n) {
            return;
        }
    }
}

/// A scanner over six characters.
fn tokens(p: &mut Path) {
    let mut number = p.k(0);
    for i in 0..6 {
        let char = p.terms.var(&format!("c{i}"), Sort::Bv(16));
        let c = p.terms.zero_ext(32, char);
        if p.between(c, 48, 58) {
            let (ten, digit) = (p.k(10), p.k(-48));
            let scaled = p.terms.mul(number, ten);
            let digit = p.terms.add(c, digit);
            number = p.terms.add(scaled, digit);
            let limit = p.k(500);
            if p.less(limit, number) {
                return;
            }
        } else if p.between(c, 97, 123) {
            let keyword = p.k(i32::from(b"return"[i]));
            if !p.equal(c, keyword) {
                return;
            }
        } else {
            let space = p.k(32);
            if !p.equal(c, space) {
                return;
            }
            number = p.k(0);
        }
    }
}

/// Insertion sort of an array that is read and written at computed indices.
fn sort(p: &mut Path) {
    let mut array = p.terms.var("a", Sort::words(32, 32));
    let length = p.int("length");
    if !p.between(length, 0, 5) {
        return;
    }
    for i in 1..4 {
        let at = p.k(i);
        if !p.less(at, length) {
            return;
        }
        for j in (1..=i).rev() {
            let (left, right) = (p.k(j - 1), p.k(j));
            let (x, y) = (p.terms.select(array, left), p.terms.select(array, right));
            if !p.less(y, x) {
                break;
            }
            array = p.terms.store(array, left, y);
            array = p.terms.store(array, right, x);
        }
    }
}

/// Writes and reads at symbolic indices, with bounds checks.
fn search(p: &mut Path) {
    let mut array = p.terms.var("a", Sort::words(32, 32));
    let key = p.int("key");
    for n in 0..4 {
        let i = p.int(&format!("i{n}"));
        if !p.between(i, 0, 8) {
            return;
        }
        let element = p.terms.select(array, i);
        if p.equal(element, key) {
            return;
        }
        if p.less(element, key) {
            array = p.terms.store(array, i, key);
        }
    }
}

/// Null and alias checks of references.
fn aliases(p: &mut Path) {
    let null = p.terms.reference(0);
    let refs: Vec<TermId> = (0..5).map(|i| p.terms.var(&format!("r{i}"), Sort::Ref)).collect();
    for (i, r) in refs.iter().enumerate() {
        if p.equal(*r, null) {
            continue;
        }
        for other in &refs[..i] {
            if p.equal(*r, *other) {
                break;
            }
        }
    }
}
