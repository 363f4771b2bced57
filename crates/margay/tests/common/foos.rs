//! How many cases `Foos.r` has: by trying all answers to what it asks, and by the way of the thesis on PET to compose cases of `Foos.q`.

use std::collections::BTreeSet;

/// An object of [`paths`].
#[derive(Clone, Copy, Default)]
struct Shape {
    /// The object after it, 0 for null; unknown until somebody looks.
    next: Option<usize>,
    /// Whether its number is zero, and whether it is negative.
    zero: Option<bool>,
    negative: Option<bool>,
}

/// A path of `Foos.r`: its answers so far, and how many answers each of them was one of.
#[derive(Default)]
struct ShapePath {
    given: Vec<usize>,
    counts: Vec<usize>,
    objects: Vec<Shape>,
    arguments: [Option<usize>; 4],
}

impl ShapePath {
    fn answer(&mut self, count: usize) -> usize {
        let answer = self.given.get(self.counts.len()).copied().unwrap_or_default();
        self.counts.push(count);
        answer
    }

    /// Null, an object that is there, or a new one.
    fn reference(&mut self) -> usize {
        let answer = self.answer(self.objects.len() + 2);
        if answer > self.objects.len() {
            self.objects.push(Shape::default());
        }
        answer
    }

    fn argument(&mut self, number: usize) -> usize {
        let found = self.arguments[number].unwrap_or_else(|| self.reference());
        self.arguments[number] = Some(found);
        found
    }

    fn next(&mut self, object: usize) -> usize {
        let found = self.objects[object - 1].next.unwrap_or_else(|| self.reference());
        self.objects[object - 1].next = Some(found);
        found
    }

    fn is_zero(&mut self, object: usize) -> bool {
        let found = self.objects[object - 1].zero.unwrap_or_else(|| self.answer(2) == 0);
        self.objects[object - 1].zero = Some(found);
        found
    }

    fn q(&mut self, x: usize, y: usize) {
        let x = self.argument(x);
        if x != 0 {
            let next = self.next(x);
            let after = if next == 0 { 0 } else { self.next(next) };
            let _ = after != 0 && self.is_zero(after);
            return;
        }
        let y = self.argument(y);
        let next = if y == 0 { 0 } else { self.next(y) };
        if next != 0 && !self.is_zero(next) {
            let found = self.objects[next - 1].negative.unwrap_or_else(|| self.answer(2) == 0);
            self.objects[next - 1].negative = Some(found);
        }
    }
}

/// How many paths `Foos.r` has, by trying all answers to what it asks.
pub fn paths() -> usize {
    let (mut found, mut given) = (0, Vec::new());
    loop {
        let mut path = ShapePath { given, ..ShapePath::default() };
        (0..3).for_each(|x| path.q(x, 3));
        found += 1;
        let ShapePath { given: last, mut counts, .. } = path;
        let mut answers = last;
        answers.resize(counts.len(), 0);
        while answers.last().is_some_and(|last| last + 1 == counts[counts.len() - 1]) {
            answers.pop();
            counts.pop();
        }
        match answers.last_mut() {
            Some(last) => *last += 1,
            None => return found,
        }
        given = answers;
    }
}

/// What [`loose_compositions`] finds.
#[derive(Debug, Default)]
pub struct Compositions {
    /// All that the thesis counts.
    pub cases: usize,
    /// Those among them whose conditions on numbers can all be true.
    pub possible: usize,
    /// Different paths among these.
    pub different: usize,
}

/// A heap on which cases are composed: what follows each object, 0 for null, as far as it is known; objects have numbers from 1.
#[derive(Clone, Default)]
struct Objects(Vec<Option<usize>>);

impl Objects {
    fn make(&mut self) -> usize {
        self.0.push(None);
        self.0.len()
    }

    /// The object that a text like `y.next.next` leads to from the arguments of `q`.
    fn at(&self, arguments: [usize; 2], path: &str) -> Option<usize> {
        let mut steps = path.split('.');
        let start = if steps.next() == Some("x") { arguments[0] } else { arguments[1] };
        steps.try_fold(start, |object, _| self.0[object - 1])
    }

    /// Makes a condition on references true, where nothing is known yet; says whether it is.
    fn make_true(&mut self, arguments: [usize; 2], condition: &str, rest: &[&str]) -> bool {
        let (place, relation, value) = parts(condition);
        // A case says first that a reference is not null, and then which one it is, if it is one that was met before.
        let is_told_later = |other: &&str| {
            let (at, relation, other) = parts(other);
            (at, relation) == (place, "==") && other != "null"
        };
        let same = match (relation, value) {
            ("==", "null") => 0,
            ("==", other) => self.at(arguments, other).expect("it was met before"),
            _ if value != "null" => return true,
            _ => match rest.iter().find(|other| is_told_later(other)) {
                Some(later) => return self.make_true(arguments, later, &[]),
                None => usize::MAX,
            },
        };
        match (self.at(arguments, place), place.rsplit_once('.')) {
            // Any object will do for a new one: this is what is loose.
            (Some(known), _) => {
                if same == usize::MAX {
                    known != 0
                } else {
                    known == same
                }
            }
            (None, Some((holder, _))) => {
                let holder = self.at(arguments, holder).expect("cases go step by step");
                let next = if same == usize::MAX { self.make() } else { same };
                self.0[holder - 1] = Some(next);
                true
            }
            (None, None) => unreachable!("arguments are decided"),
        }
    }
}

fn parts(condition: &str) -> (&str, &str, &str) {
    let mut words = condition.split(' ');
    let mut next = || words.next().expect("a comparison");
    (next(), next(), next())
}

/// The cases of `r` as the thesis counts them (section 3.3.6, Figure 3.12), of the conditions of the cases of `q`: 18,013.
///
/// `x`, `y`, `z` and `w` are null, new, or one of those before; then each of three calls takes any case whose conditions on references the heap fulfils,
/// and makes what the heap has not got. Two things are loose in that. That a reference is a new object is checked as *not null*, so a case
/// without aliases is composed where there are some, too; and conditions of different calls on the same number are not brought
/// together, so cases are counted that nothing can take. One thing is strict: the objects of a call are never those of another argument of `r`, so
/// paths are missing.
pub fn loose_compositions(cases: &[Vec<String>]) -> Compositions {
    let is_of_numbers = |condition: &&str| parts(condition).0.ends_with(".a");
    let split = |case: &Vec<String>| -> (Vec<String>, Vec<String>) {
        case.iter().cloned().partition(|condition| is_of_numbers(&condition.as_str()))
    };
    let cases: Vec<(Vec<String>, Vec<String>)> = cases.iter().map(split).collect();
    let (mut found, mut different) = (Compositions::default(), BTreeSet::new());
    let mut open = vec![(Vec::new(), Objects::default(), BTreeSet::new(), 0)];
    while let Some((arguments, objects, numbers, calls)) = open.pop() {
        if arguments.len() < 4 {
            for value in 0..=objects.0.len() + 1 {
                let mut objects = objects.clone();
                let value = if value > objects.0.len() { objects.make() } else { value };
                open.push(([&arguments[..], &[value]].concat(), objects, numbers.clone(), 0));
            }
        } else if calls < 3 {
            let given = [arguments[calls], arguments[3]];
            for (of_numbers, of_references) in &cases {
                let (mut objects, mut numbers) = (objects.clone(), numbers.clone());
                let conditions: Vec<&str> = of_references.iter().map(String::as_str).collect();
                let mut each = conditions.iter().enumerate();
                if each.all(|(n, text)| objects.make_true(given, text, &conditions[n + 1..])) {
                    numbers.extend(of_numbers.iter().map(|text| {
                        let (place, relation, _) = parts(text);
                        let holder = place.trim_end_matches(".a");
                        (objects.at(given, holder).expect("it was met"), relation.to_owned())
                    }));
                    open.push((arguments.clone(), objects, numbers, calls + 1));
                }
            }
        } else {
            found.cases += 1;
            let both = |object, one: &str, other: &str| {
                numbers.contains(&(object, one.to_owned()))
                    && numbers.contains(&(object, other.to_owned()))
            };
            let mut all = 1..=objects.0.len();
            if !all.any(|object| both(object, "==", "!=") || both(object, "<", ">=")) {
                found.possible += 1;
                different.insert((arguments, objects.0, numbers));
            }
        }
    }
    found.different = different.len();
    found
}
