//! Distinct values for numbers that no condition of the path is about: they may be any, and zero says
//! least of what the method makes of them. Where the result or the heap afterwards depends on such
//! numbers, they are small and all different.

use super::objects::InputObject;
use margay_logic::{FloatSort, Model, Sort, Symbol, Taste, TermId, Terms};
use margay_machine::symbolic::{Symbolic, SymbolicValue};
use margay_machine::{Memory, Ref};
use rustc_hash::FxHashSet;

/// The first of the numbers: 0 and 1 change little where they are added or multiplied.
const FIRST: u32 = 2;

/// Terms of a result that are looked at: a large one depends on enough.
const MOST_TERMS: usize = 1_000;

/// Cells of a result that are looked at.
const MOST_CELLS: u32 = 64;

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
            let object = object as Ref;
            let cells = 0..memory.room(object).min(MOST_CELLS);
            cells.for_each(|cell| add(memory.get(object, cell)));
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

/// A number as a variable holds it. Characters have a taste of their own.
fn value(terms: &Terms, symbol: Symbol, number: u32) -> Option<u64> {
    if terms.taste(symbol) == Taste::Printable {
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
