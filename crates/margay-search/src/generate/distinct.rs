//! Distinct values for numbers that no condition of the path is about: they may be any, and zero says
//! least of what the method makes of them. Where the result or the heap afterwards depends on such
//! numbers, they are small and all different. And where conditions leave a choice, the result is not zero.

use super::objects::InputObject;
use margay_logic::{Evaluator, FloatSort, Model, Sort, Symbol, Taste, TermId, Terms};
use margay_machine::symbolic::{Symbolic, SymbolicValue};
use margay_machine::{Memory, Ref};
use rustc_hash::FxHashSet;

/// The first of the numbers: 0 and 1 change little where they are added or multiplied.
const FIRST: u32 = 2;

/// Terms of a result that are looked at: a large one depends on enough.
const MOST_TERMS: usize = 1_000;

/// Cells of a result that are looked at.
const MOST_CELLS: u32 = 64;

/// Numbers that a result is computed from of which other values are tried, and what is added to them.
const MOST_NUMBERS: usize = 8;
const STEPS: [i64; 3] = [1, 2, -1];

/// Conditions of a path on which other values are tried: that takes evaluating all of them.
const MOST_CONDITIONS: usize = 500;

/// What the end of a path depends on: its result, or what is in it if that is a new object, and
/// cells of the input that hold something else.
pub(super) fn terms_of_end(
    memory: &Memory<Symbolic>,
    objects: &[InputObject],
    result: Option<SymbolicValue>,
    is_object: bool,
) -> Vec<TermId> {
    let mut found: Vec<TermId> = Vec::new();
    let mut add = |value| {
        if let SymbolicValue::Term(term) = value {
            found.push(term);
        }
    };
    match result {
        Some(SymbolicValue::Known(object)) if is_object && object != 0 => {
            cells(memory, object as Ref).for_each(&mut add);
        }
        result => result.into_iter().for_each(&mut add),
    }
    for object in objects {
        for cell in &object.cells {
            let now = memory.get(object.at, cell.index);
            if now != cell.value {
                add(now);
            }
        }
    }
    found
}

/// What objects hold that calls have made: what the method has put there, or they held before. And what a new object
/// holds that the method was given.
pub(super) fn terms_of_made(
    memory: &Memory<Symbolic>,
    domain: &Symbolic,
    objects: &[InputObject],
    constructed: Option<SymbolicValue>,
) -> Vec<TermId> {
    let made = objects.iter().filter(|object| object.sequence.is_some());
    let new = match constructed {
        Some(SymbolicValue::Known(object)) => Some(object as Ref),
        _ => None,
    };
    let places = made.map(|object| object.place(domain)).chain(new).filter(|place| *place != 0);
    let values: Vec<SymbolicValue> = places.flat_map(|place| cells(memory, place)).collect();
    terms_of(&values).collect()
}

/// The terms among some values.
pub(super) fn terms_of(values: &[SymbolicValue]) -> impl Iterator<Item = TermId> {
    values.iter().filter_map(|value| match value {
        SymbolicValue::Term(term) => Some(*term),
        _ => None,
    })
}

fn cells(memory: &Memory<Symbolic>, object: Ref) -> impl Iterator<Item = SymbolicValue> {
    (0..memory.room(object).min(MOST_CELLS)).map(move |cell| memory.get(object, cell))
}

/// Gives the variables of some terms that the model leaves open a value each.
pub(super) fn assign(terms: &Terms, model: &mut Model, roots: Vec<TermId>) {
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut open = roots;
    let mut next = FIRST;
    while let Some(term) = open.pop() {
        if !seen.insert(term) || seen.len() > MOST_TERMS {
            continue;
        }
        match terms.as_symbol(term) {
            Some(symbol) if model.decided(symbol).is_none() => {
                if let Some(bits) = value(terms, symbol, next) {
                    model.set(symbol, bits);
                    next += 1;
                }
            }
            Some(_) => {}
            None => open.extend(terms.node(term).args().iter().rev()),
        }
    }
}

/// Gives a number that some term is computed from another value, close by, where the term is zero in the model:
/// zero is what a method gives that does nothing. What the path asks for still holds.
pub(super) fn tell(terms: &Terms, model: &mut Model, conditions: &[TermId], roots: &[TermId]) {
    if conditions.len() > MOST_CONDITIONS {
        return;
    }
    let mut memo = Evaluator::new();
    let mut told: Vec<TermId> = Vec::new();
    for root in roots.iter().copied().filter(|root| width(terms.sort(*root)).is_some()) {
        told.push(root);
        if memo.eval(terms, model, root) != 0 {
            continue;
        }
        let numbers = numbers(terms, model, root);
        let others = numbers.into_iter().flat_map(|(symbol, bits)| {
            let present = model.get(symbol);
            let mask = u64::MAX >> (64 - bits);
            STEPS.map(|step| (symbol, present, present.wrapping_add_signed(step) & mask))
        });
        for (symbol, present, other) in others.collect::<Vec<_>>() {
            model.set(symbol, other);
            memo.reset();
            let mut tells = told.iter().all(|term| memo.eval(terms, model, *term) != 0);
            tells &= conditions.iter().all(|condition| memo.holds(terms, model, *condition));
            if tells {
                break;
            }
            model.set(symbol, present);
            memo.reset();
        }
        if memo.eval(terms, model, root) == 0 {
            told.pop();
        }
    }
}

/// The first integers that a term is computed from and that have a value, with their widths.
fn numbers(terms: &Terms, model: &Model, root: TermId) -> Vec<(Symbol, u32)> {
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let (mut open, mut found) = (vec![root], Vec::new());
    while let Some(term) = open.pop() {
        if !seen.insert(term) || seen.len() > MOST_TERMS || found.len() == MOST_NUMBERS {
            continue;
        }
        match terms.as_symbol(term) {
            Some(symbol) => {
                let bits = width(terms.symbol_sort(symbol));
                found.extend(bits.filter(|_| model.decided(symbol).is_some()).map(|b| (symbol, b)));
            }
            None => open.extend(terms.node(term).args().iter().rev()),
        }
    }
    found
}

/// The width of the integers of a sort, unless they are truth values.
fn width(sort: Sort) -> Option<u32> {
    match sort {
        Sort::Bv(width) => (8..=64).contains(&width).then_some(u32::from(width)),
        _ => None,
    }
}

/// A number as a variable holds it. Characters, and numbers that are liked elsewhere, have a taste of their own.
fn value(terms: &Terms, symbol: Symbol, number: u32) -> Option<u64> {
    if terms.taste(symbol) != Taste::NearZero {
        return None;
    }
    match terms.symbol_sort(symbol) {
        Sort::Bool => Some(1),
        Sort::Bv(width) if width >= 8 => Some(u64::from(number % 100)),
        Sort::Float(FloatSort::F32) => Some(u64::from((number as f32 + 0.5).to_bits())),
        Sort::Float(FloatSort::F64) => Some((f64::from(number) + 0.5).to_bits()),
        _ => None,
    }
}
