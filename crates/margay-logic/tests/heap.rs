//! The heap whose references stay symbolic, against an explicit enumeration of all heaps: random
//! programs of reads, writes, allocations and comparisons have the same outcomes in both, and a heap that
//! is a model of an outcome has that outcome.

use margay_logic::heap::{Assumption, Class, Content, Field, Guarded, Heap, Leaf, Shape, Value};
use margay_logic::{Config, Model, Outcome, Solver, Sort, TermId, Terms};
use std::collections::BTreeSet;

/// Bits of a number: few enough to try all.
const BITS: u8 = 1;

/// Which reference or number of the program, by its place among those before.
type Place = usize;

#[derive(Clone, Copy, Debug)]
enum Step {
    /// A new reference: the field of another.
    Follow(Place),
    /// A new number: the field of a reference.
    Read(Place),
    SetReference(Place, Place),
    SetNumber(Place, Place),
    New(usize),
    /// Tests, which tell outcomes apart.
    Same(Place, Place),
    Null(Place),
    Equal(Place, Place),
}

#[derive(Debug)]
struct Program {
    /// The classes that each input may have: a set of bits.
    inputs: Vec<u8>,
    steps: Vec<Step>,
}

/// Numbers that look random; the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % end
    }
}

fn program(dice: &mut Dice, inputs: usize, length: usize, classes: usize) -> Program {
    let kinds = (1 << classes) - 1;
    let inputs: Vec<u8> = (0..inputs).map(|_| dice.below(kinds) as u8 + 1).collect();
    let (mut references, mut numbers) = (inputs.len(), 2);
    let mut steps = Vec::new();
    for _ in 0..length {
        let step = match dice.below(9) {
            0 => Step::Follow(dice.below(references)),
            1 | 2 => Step::Read(dice.below(references)),
            3 => Step::SetReference(dice.below(references), dice.below(references)),
            4 | 5 => Step::SetNumber(dice.below(references), dice.below(numbers)),
            6 if dice.below(3) == 0 => Step::New(dice.below(classes)),
            6 | 7 => Step::Same(dice.below(references), dice.below(references)),
            _ if dice.below(3) == 0 => Step::Null(dice.below(references)),
            _ => Step::Equal(dice.below(numbers), dice.below(numbers)),
        };
        references += usize::from(matches!(step, Step::Follow(_) | Step::New(_)));
        numbers += usize::from(matches!(step, Step::Read(_)));
        steps.push(step);
    }
    Program { inputs, steps }
}

// ---- explicitly ----

/// An object of an explicit heap. What is not decided is none.
#[derive(Clone, Debug)]
struct Object {
    class: usize,
    number: Option<u64>,
    next: Option<Option<usize>>,
    is_input: bool,
}

#[derive(Clone, Debug)]
struct State {
    objects: Vec<Object>,
    references: Vec<Option<usize>>,
    numbers: Vec<u64>,
    outcome: Vec<bool>,
    step: usize,
}

impl State {
    /// What a reference of the input may be that is decided now: null, an object of the input, a new one.
    fn choices(&self, kinds: u8, classes: usize) -> Vec<(State, Option<usize>)> {
        let fits = |class: usize| kinds >> class & 1 != 0;
        let mut found = vec![(self.clone(), None)];
        for (place, object) in self.objects.iter().enumerate() {
            if object.is_input && fits(object.class) {
                found.push((self.clone(), Some(place)));
            }
        }
        for class in (0..classes).filter(|class| fits(*class)) {
            let mut state = self.clone();
            state.objects.push(Object { class, number: None, next: None, is_input: true });
            let place = state.objects.len() - 1;
            found.push((state, Some(place)));
        }
        found
    }
}

/// The outcomes of all heaps: lazy initialization, with every choice tried.
fn explicit(program: &Program, classes: usize, start: State) -> BTreeSet<Vec<bool>> {
    let mut outcomes = BTreeSet::new();
    let mut open = vec![start];
    'states: while let Some(mut state) = open.pop() {
        if let Some(kinds) = program.inputs.get(state.references.len())
            && state.step == 0
        {
            for (mut next, value) in state.choices(*kinds, classes) {
                next.references.push(value);
                open.push(next);
            }
            continue;
        }
        while let Some(step) = program.steps.get(state.step).copied() {
            match step {
                Step::Follow(of) => {
                    let Some(object) = state.references[of] else { continue 'states };
                    let Some(next) = state.objects[object].next else {
                        for (mut next, value) in state.choices((1 << classes) - 1, classes) {
                            next.objects[object].next = Some(value);
                            open.push(next);
                        }
                        continue 'states;
                    };
                    state.references.push(next);
                }
                Step::Read(of) => {
                    let Some(object) = state.references[of] else { continue 'states };
                    let Some(number) = state.objects[object].number else {
                        for number in 0..1 << BITS {
                            let mut next = state.clone();
                            next.objects[object].number = Some(number);
                            open.push(next);
                        }
                        continue 'states;
                    };
                    state.numbers.push(number);
                }
                Step::SetReference(of, value) => {
                    let Some(object) = state.references[of] else { continue 'states };
                    state.objects[object].next = Some(state.references[value]);
                }
                Step::SetNumber(of, value) => {
                    let Some(object) = state.references[of] else { continue 'states };
                    state.objects[object].number = Some(state.numbers[value]);
                }
                Step::New(class) => {
                    let (number, next) = (Some(0), Some(None));
                    state.objects.push(Object { class, number, next, is_input: false });
                    state.references.push(Some(state.objects.len() - 1));
                }
                Step::Same(a, b) => {
                    state.outcome.push(state.references[a] == state.references[b]);
                }
                Step::Null(a) => state.outcome.push(state.references[a].is_none()),
                Step::Equal(a, b) => state.outcome.push(state.numbers[a] == state.numbers[b]),
            }
            state.step += 1;
        }
        outcomes.insert(state.outcome);
    }
    outcomes
}

fn nothing() -> State {
    State {
        objects: Vec::new(),
        references: Vec::new(),
        numbers: vec![0, 1],
        outcome: Vec::new(),
        step: 0,
    }
}

// ---- symbolically ----

struct Symbolic<'a> {
    program: &'a Program,
    terms: Terms,
    solver: Solver,
    heap: Heap,
    classes: Vec<Class>,
    references: Vec<Guarded>,
    numbers: Vec<TermId>,
    outcome: Vec<bool>,
    found: BTreeSet<Vec<bool>>,
}

impl Symbolic<'_> {
    /// Follows the program from a step on. Only tests fork.
    fn run(&mut self, from: usize) {
        for (place, step) in self.program.steps.iter().enumerate().skip(from) {
            match *step {
                Step::Follow(of) => {
                    if !self.deref(of) {
                        return;
                    }
                    let value = self.heap.read(&mut self.terms, self.references[of], 1);
                    let Value::Reference(next) = value else { unreachable!() };
                    self.references.push(next);
                }
                Step::Read(of) => {
                    if !self.deref(of) {
                        return;
                    }
                    let value = self.heap.read(&mut self.terms, self.references[of], 0);
                    let Value::Number(number) = value else { unreachable!() };
                    self.numbers.push(number);
                }
                Step::SetReference(of, value) => {
                    if !self.deref(of) {
                        return;
                    }
                    let value = Value::Reference(self.references[value]);
                    self.heap.write(&mut self.terms, self.references[of], 1, value);
                }
                Step::SetNumber(of, value) => {
                    if !self.deref(of) {
                        return;
                    }
                    let value = Value::Number(self.numbers[value]);
                    self.heap.write(&mut self.terms, self.references[of], 0, value);
                }
                Step::New(class) => {
                    let made = self.heap.new_object(&mut self.terms, self.classes[class]);
                    self.references.push(made);
                }
                Step::Same(a, b) => {
                    let (a, b) = (self.references[a], self.references[b]);
                    let condition = self.heap.references.same(&mut self.terms, a, b);
                    return self.fork(condition, place + 1);
                }
                Step::Null(a) => {
                    let a = self.references[a];
                    let condition = self.heap.references.is_null(&mut self.terms, a);
                    return self.fork(condition, place + 1);
                }
                Step::Equal(a, b) => {
                    let condition = self.terms.eq(self.numbers[a], self.numbers[b]);
                    return self.fork(condition, place + 1);
                }
            }
        }
        let shape = self.heap.model(&mut self.terms, &mut self.solver).unwrap();
        let shape = shape.expect("the path is possible");
        let replayed = replay(self.program, &shape, &self.classes);
        assert_eq!(replayed, self.outcome, "{:?}: {shape:?}", self.program);
        assert!(self.found.insert(self.outcome.clone()), "an outcome has one path");
    }

    fn deref(&mut self, of: Place) -> bool {
        let reference = self.references[of];
        let is_null = self.heap.references.is_null(&mut self.terms, reference);
        let is_object = self.terms.not(is_null);
        self.solver.assert(&self.terms, is_object);
        self.solver.check(&mut self.terms) == Outcome::Sat
    }

    fn fork(&mut self, condition: TermId, next: usize) {
        for holds in [false, true] {
            let negation = self.terms.not(condition);
            let assumed = if holds { condition } else { negation };
            let (mark, asserted) = (self.heap.mark(), self.solver.assertions().len());
            let (references, numbers) = (self.references.len(), self.numbers.len());
            self.solver.assert(&self.terms, assumed);
            self.outcome.push(holds);
            if self.solver.check(&mut self.terms) == Outcome::Sat {
                self.run(next);
            }
            self.outcome.pop();
            self.references.truncate(references);
            self.numbers.truncate(numbers);
            self.solver.truncate(asserted);
            self.heap.undo_to(mark);
        }
    }
}

/// The one outcome of a heap.
fn replay(program: &Program, shape: &Shape, classes: &[Class]) -> Vec<bool> {
    let mut state = nothing();
    for object in &shape.objects {
        let class = classes.iter().position(|class| *class == object.class).unwrap();
        let [Content::Bits(number), Content::Object(next)] = object.fields[..] else {
            panic!("{object:?}")
        };
        let (number, next) = (Some(number), Some(next));
        state.objects.push(Object { class, number, next, is_input: true });
    }
    for (kinds, input) in program.inputs.iter().zip(&shape.inputs) {
        let fits = |place: &usize| kinds >> state.objects[*place].class & 1 != 0;
        assert!(input.as_ref().is_none_or(fits), "{program:?}: {shape:?}");
        state.references.push(*input);
    }
    let outcomes = explicit(program, classes.len(), state);
    assert_eq!(outcomes.len(), 1, "{program:?}: {shape:?}");
    outcomes.into_iter().next().unwrap()
}

fn symbolic(program: &Program, classes: usize) -> BTreeSet<Vec<bool>> {
    let (mut terms, mut heap) = (Terms::new(), Heap::default());
    let first = heap.next_class();
    let mut all = vec![first];
    let mut probe = Heap::default();
    for _ in 1..=classes {
        probe.class(&[]);
        all.push(probe.next_class());
    }
    all.truncate(classes);
    let fields = [Field::Number(Sort::Bv(BITS)), Field::Reference(all.clone())];
    all.iter().for_each(|class| assert_eq!(heap.class(&fields), *class));
    let mut references = Vec::new();
    for (place, kinds) in program.inputs.iter().enumerate() {
        let fits = all.iter().enumerate().filter(|(class, _)| kinds >> class & 1 != 0);
        let fitting: Vec<Class> = fits.map(|(_, class)| *class).collect();
        references.push(heap.input(&mut terms, &format!("input {place}"), &fitting));
    }
    let numbers = vec![terms.bv(0, BITS), terms.bv(1, BITS)];
    let solver = Solver::new(Config::default()).unwrap();
    let (classes, outcome, found) = (all, Vec::new(), BTreeSet::new());
    let mut run =
        Symbolic { program, terms, solver, heap, classes, references, numbers, outcome, found };
    run.run(0);
    run.found
}

fn compare(seed: u64, count: usize, inputs: usize, length: usize, classes: usize) {
    let mut dice = Dice(seed);
    let (mut several, mut same) = (0, 0);
    for _ in 0..count {
        let program = program(&mut dice, inputs, length, classes);
        let expected = explicit(&program, classes, nothing());
        assert_eq!(symbolic(&program, classes), expected, "{program:?}");
        several += usize::from(expected.len() > 2);
        let tests_same = |step: &Step| matches!(step, Step::Same(..));
        same += program.steps.iter().filter(|step| tests_same(step)).count();
    }
    // The programs are worth something.
    assert!(several > count / 20 && same > count / 2, "{several} and {same} of {count}");
}

#[test]
fn two_references_have_all_outcomes_of_all_heaps() {
    compare(0x5eed, 400, 2, 8, 1);
}

#[test]
fn three_references_of_two_classes() {
    compare(0xcafe, 300, 3, 8, 2);
}

#[test]
fn four_references() {
    compare(0xf00d, 150, 4, 8, 1);
}

#[test]
fn five_references_that_are_only_compared() {
    let mut steps = Vec::new();
    for a in 0..5 {
        steps.extend((0..a).map(|b| Step::Same(a, b)));
    }
    let program = Program { inputs: vec![1; 5], steps };
    let found = symbolic(&program, 1);
    // Partitions of five references, of which one part may be null: the number of Bell is 52.
    assert_eq!(found.len(), 52);
    assert_eq!(found, explicit(&program, 1, nothing()));
}

/// The method of the thesis: two outcomes, where aliases in turn are five.
#[test]
fn the_example_of_the_thesis() {
    let steps = vec![
        Step::SetNumber(0, 1),
        Step::SetNumber(2, 0),
        Step::Read(0),
        Step::SetNumber(1, 2),
        Step::Same(0, 2),
        Step::Read(1),
        Step::Equal(3, 0),
    ];
    let program = Program { inputs: vec![1; 3], steps };
    let found = symbolic(&program, 1);
    assert_eq!(found, BTreeSet::from([vec![true, true], vec![false, false]]));
    assert_eq!(found, explicit(&program, 1, nothing()));
}

/// Terms after each of some references, none of them null, is written `rounds` times and read once.
fn terms_of(references: usize, rounds: usize) -> usize {
    let (mut terms, mut heap) = (Terms::new(), Heap::default());
    let class = heap.class(&[Field::Number(Sort::Bv(32))]);
    let inputs: Vec<Guarded> = (0..references)
        .map(|place| heap.input(&mut terms, &format!("input {place}"), &[class]))
        .collect();
    for round in 0..rounds {
        for (place, input) in inputs.iter().enumerate() {
            let number = terms.bv((round * references + place) as u64, 32);
            heap.write(&mut terms, *input, 0, Value::Number(number));
        }
    }
    inputs.iter().for_each(|input| {
        heap.read(&mut terms, *input, 0);
    });
    terms.len()
}

#[test]
fn terms_grow_with_the_square_of_references_and_with_the_length_of_the_path() {
    for references in [4, 8, 16, 32] {
        let (one, two) = (terms_of(references, 1), terms_of(references, 2));
        assert!(one <= 8 * references * references, "{references}: {one}");
        let step = two - one;
        assert!(terms_of(references, 10) <= one + 10 * step, "{references}: {one}, {two}");
    }
}

// ---- assumptions ----

/// Objects of the heaps that assumptions are tried on, each with two references.
const OBJECTS: usize = 3;

/// What each object holds, by place; and two roots.
struct Explicit {
    held: [[Option<usize>; 2]; OBJECTS],
    roots: [Option<usize>; 2],
}

impl Explicit {
    /// The heap of a number.
    fn of(mut number: usize) -> Explicit {
        let mut next = || {
            let place = number % (OBJECTS + 1);
            number /= OBJECTS + 1;
            place.checked_sub(1)
        };
        let held = std::array::from_fn(|_| std::array::from_fn(|_| next()));
        Explicit { held, roots: [next(), next()] }
    }

    fn below(&self, root: Option<usize>) -> BTreeSet<usize> {
        let mut found: BTreeSet<usize> = root.into_iter().collect();
        for _ in 0..OBJECTS {
            let held: Vec<usize> = found.iter().flat_map(|at| self.held[*at]).flatten().collect();
            found.extend(held);
        }
        found
    }

    fn meets(&self, assumption: Assumption) -> bool {
        let [a, b] = self.roots;
        let below = self.below(a);
        match assumption {
            Assumption::NoAlias => a.is_none() || a != b,
            Assumption::NoSharing => below.is_disjoint(&self.below(b)),
            Assumption::Acyclic => below
                .iter()
                .all(|at| self.held[*at].iter().all(|held| !self.below(*held).contains(at))),
            Assumption::Tree => {
                let held: Vec<usize> =
                    below.iter().flat_map(|at| self.held[*at]).flatten().collect();
                let distinct: BTreeSet<usize> = held.iter().copied().collect();
                distinct.len() == held.len() && a.is_none_or(|a| !distinct.contains(&a))
            }
        }
    }
}

#[test]
fn assumptions_are_what_they_say_of_every_heap() {
    let (mut terms, mut heap) = (Terms::new(), Heap::default());
    let itself = heap.next_class();
    let node = heap.class(&[Field::Reference(vec![itself]), Field::Reference(vec![itself])]);
    let roots = [heap.input(&mut terms, "a", &[node]), heap.input(&mut terms, "b", &[node])];
    // All references up to some depth: each with its name, the one that leads to it, and by which field.
    let mut references: Vec<(String, Option<(usize, usize)>)> =
        vec![("a".to_owned(), None), ("b".to_owned(), None)];
    for holder in 0..2 + 4 + 8 {
        let name = references[holder].0.clone();
        let number = terms.var(&name, Sort::Ref);
        let variable = heap.references.add(number);
        let reference = heap.references.leaf(&mut terms, Leaf::Input(variable));
        for field in 0..2 {
            heap.read(&mut terms, reference, field);
            references.push((format!("{name}.{field}"), Some((holder, field as usize))));
        }
    }
    for assumption in Assumption::ALL {
        let of = &roots[..assumption.count()];
        let conditions = heap.assume(&mut terms, assumption, of);
        let all = terms.all(&conditions);
        let (mut met, mut failed) = (0, 0);
        let count = (OBJECTS + 1).pow(2 * OBJECTS as u32 + 2);
        for number in (0..count).step_by(5) {
            let explicit = Explicit::of(number);
            let mut model = Model::new();
            let mut places: Vec<Option<usize>> = Vec::new();
            for (name, held_by) in &references {
                let place = match held_by {
                    None => explicit.roots[places.len()],
                    Some((holder, field)) => {
                        places[*holder].and_then(|holder| explicit.held[holder][*field])
                    }
                };
                places.push(place);
                let number = terms.var(name, Sort::Ref);
                let symbol = terms.as_symbol(number).expect("a variable");
                model.set(symbol, place.map_or(0, |place| place as u64 + 1));
            }
            let holds = margay_logic::eval(&terms, &model, all) != 0;
            assert_eq!(holds, explicit.meets(assumption), "{assumption} of heap {number}");
            met += usize::from(holds);
            failed += usize::from(!holds);
        }
        assert!(met > 0 && failed > 0, "{assumption}: {met} and {failed}");
    }
}
