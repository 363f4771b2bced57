//! Smaller counterexamples.
//!
//! The input of the first path that violates something is as small as that path allows; another path may do with less. So
//! parts of the input are left out or made smaller, one after the other, and what still violates the same at the same place is
//! kept: arrays, texts and collections get shorter, numbers come nearer to zero, letters become `a`. The effort is counted in
//! runs and steps, so that the clock has no part in what is found.
//!
//! Only what the input consists of by itself is changed: arguments, static fields, numbers that the program asks for, and
//! elements of arrays, texts, boxes and collections among them. What is inside of other objects belongs to these.

use super::confirm::{Attempt, confirm};
use crate::generate::replay::Replayer;
use crate::graph::InputNames;
use margay_ir::Storage;
use margay_jvm::descriptor;
use margay_machine::Asked;
use margay_search::check::Counterexample;
use margay_search::generate::concrete::{ConcreteInput, ConcreteValue};
use std::collections::BTreeSet;

/// Runs that are tried.
const MOST_RUNS: u32 = 300;

/// Steps of a run.
const MOST_STEPS: u64 = 1 << 20;

/// Steps of all runs.
const MOST_WORK: u64 = 1 << 24;

/// What letters of a text become.
const LETTER: u64 = b'a' as u64;

/// A part of an input that may be smaller.
#[derive(Clone, Copy)]
enum Part {
    Argument(usize, Storage),
    Static(usize, Storage),
    Asked(usize, Storage),
    /// The elements of an array.
    Elements(usize),
    /// The elements of a list: its array, itself, and the cell that says how many there are.
    Listed(usize, usize, u32),
    /// An element of an array, or the number in a box: a cell of an object.
    Cell(usize, u32, Storage),
    /// A letter of a text.
    Letter(usize, u32),
    /// What a collection is given, so many at a time.
    Contents(usize, usize),
}

/// The smallest counterexample that is found from this one, and its input.
pub(super) fn shrink(
    replayer: &mut Replayer,
    names: &mut impl InputNames,
    attempt: Attempt<'_>,
    found: Counterexample,
) -> (Counterexample, ConcreteInput) {
    let (mut smallest, mut input) = (found, attempt.input.clone());
    let start = replayer.program.machine.core.work;
    let mut runs = 0;
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        // What is left out first need not be made smaller. Parts stay where they are until one is left out.
        let mut place = 0;
        loop {
            let parts = parts(attempt, &input, names);
            let Some(part) = parts.get(place).copied() else {
                break;
            };
            let mut is_smaller = false;
            for candidate in smaller(attempt, &input, &parts, part) {
                let work = replayer.program.machine.core.work - start;
                if runs == MOST_RUNS || work > MOST_WORK || attempt.budget.spent().is_some() {
                    return (smallest, input);
                }
                runs += 1;
                let attempt =
                    Attempt { input: &candidate, condition: &[], max_steps: MOST_STEPS, ..attempt };
                if let Ok(Some(other)) = confirm(replayer, names, attempt)
                    && is_same(&smallest, &other)
                {
                    (smallest, input) = (other, candidate);
                    (is_smaller, has_changed) = (true, true);
                    break;
                }
            }
            place += usize::from(!is_smaller);
        }
    }
    (smallest, input)
}

/// Whether the same is violated at the same place; messages may tell of values.
fn is_same(a: &Counterexample, b: &Counterexample) -> bool {
    let what = |found: &Counterexample| found.violation.split(':').next().map(str::to_owned);
    what(a) == what(b) && a.stack.first() == b.stack.first()
}

/// The parts of an input, those first that can be left out.
fn parts(attempt: Attempt<'_>, input: &ConcreteInput, names: &impl InputNames) -> Vec<Part> {
    let mut found =
        Parts { input, names, seen: BTreeSet::new(), whole: Vec::new(), numbers: Vec::new() };
    let declared = attempt.entry.names.iter().map(|(_, descriptor)| descriptor);
    for (place, (value, declared)) in input.arguments.iter().zip(declared).enumerate() {
        found.add(*value, Part::Argument(place, descriptor::storage(declared)));
    }
    let declared = attempt.statics.iter().map(|field| &field.descriptor);
    for (place, (value, declared)) in input.statics.iter().zip(declared).enumerate() {
        found.add(*value, Part::Static(place, descriptor::storage(declared)));
    }
    for (place, number) in input.asked.iter().enumerate() {
        if let Asked::Value(storage) = number.asked {
            found.numbers.push(Part::Asked(place, storage));
        }
    }
    let Parts { mut whole, numbers, .. } = found;
    whole.extend(numbers);
    whole
}

/// Parts that are found.
struct Parts<'a, N> {
    input: &'a ConcreteInput,
    names: &'a N,
    /// Objects that were looked at.
    seen: BTreeSet<usize>,
    whole: Vec<Part>,
    numbers: Vec<Part>,
}

impl<N: InputNames> Parts<'_, N> {
    /// Adds a value of the input: the part that it is itself, if it is a number, else what it consists of.
    fn add(&mut self, value: ConcreteValue, part: Part) {
        match value {
            ConcreteValue::Bits(_) => self.numbers.push(part),
            ConcreteValue::Object(place) => self.object(place),
            _ => {}
        }
    }

    fn object(&mut self, place: usize) {
        if !self.seen.insert(place) {
            return;
        }
        let object = &self.input.objects[place];
        let class = self.names.class(object.class);
        if let (Some(element), Some(length)) = (class.strip_prefix('['), object.length) {
            self.whole.push(Part::Elements(place));
            let storage = descriptor::storage(element);
            for cell in 0..length {
                self.add(cell_of(self.input, place, cell), Part::Cell(place, cell, storage));
            }
        } else if let Some(contents) = &object.contents {
            if let Some(together) = collected(&class) {
                self.whole.push(Part::Contents(place, together));
            }
            for value in contents.clone() {
                if let ConcreteValue::Object(inner) = value {
                    self.object(inner);
                }
            }
        } else if class == "java/lang/String" {
            self.text(place);
        } else if class == "java/util/ArrayList" {
            self.list(place);
        } else if let (Some(storage), [(cell, _)]) = (boxed(&class), &object.cells[..]) {
            self.numbers.push(Part::Cell(place, *cell, storage));
        }
    }

    /// A list: an array and how many of its elements there are.
    fn list(&mut self, place: usize) {
        let mut cells = self.input.objects[place].cells.iter();
        let array = cells.clone().find_map(|(_, value)| match value {
            ConcreteValue::Object(array) => Some(*array),
            _ => None,
        });
        let size = cells.find_map(|(cell, value)| match value {
            ConcreteValue::Bits(size) => Some((*cell, *size as u32)),
            _ => None,
        });
        let (Some(array), Some((cell, size))) = (array, size) else {
            return;
        };
        if self.seen.insert(array) {
            self.whole.push(Part::Listed(array, place, cell));
            for element in 0..size {
                if let ConcreteValue::Object(inner) = cell_of(self.input, array, element) {
                    self.object(inner);
                }
            }
        }
    }

    /// A text of Latin-1 letters, of which nothing else is known.
    fn text(&mut self, place: usize) {
        let [(_, ConcreteValue::Object(letters))] = self.input.objects[place].cells[..] else {
            return;
        };
        if self.seen.insert(letters) {
            self.whole.push(Part::Elements(letters));
            let length = self.input.objects[letters].length.unwrap_or_default();
            self.numbers.extend((0..length).map(|cell| Part::Letter(letters, cell)));
        }
    }
}

/// How many values an element of a collection is, if its own code fills it.
fn collected(class: &str) -> Option<usize> {
    match class.strip_prefix("java/util/")? {
        "HashMap" | "LinkedHashMap" | "TreeMap" | "concurrent/ConcurrentHashMap" => Some(2),
        "HashSet" | "LinkedHashSet" | "TreeSet" | "LinkedList" | "Vector" | "Stack"
        | "ArrayDeque" | "PriorityQueue" => Some(1),
        _ => None,
    }
}

/// What a box holds.
fn boxed(class: &str) -> Option<Storage> {
    Some(match class.strip_prefix("java/lang/")? {
        "Byte" => Storage::I8,
        "Short" => Storage::I16,
        "Character" => Storage::U16,
        "Integer" => Storage::I32,
        "Long" => Storage::I64,
        "Float" => Storage::F32,
        "Double" => Storage::F64,
        _ => return None,
    })
}

/// The input with large numbers in boxes of integers: there is one box for each small number, so that a path on which two with the
/// same number are different objects cannot be taken with it. None if there is no such box.
pub(super) fn with_large_boxes(
    input: &ConcreteInput,
    names: &impl InputNames,
) -> Option<ConcreteInput> {
    const LARGE: u64 = 1_000;
    let mut large = input.clone();
    for object in &mut large.objects {
        let class = names.class(object.class);
        if !matches!(boxed(&class), Some(Storage::I16 | Storage::I32 | Storage::I64)) {
            continue;
        }
        match &mut object.cells[..] {
            // Zero is not listed. The number is all that a box holds.
            [] => object.cells.push((0, ConcreteValue::Bits(LARGE))),
            [(_, ConcreteValue::Bits(bits @ ..128))] => *bits += LARGE,
            _ => {}
        }
    }
    (large != *input).then_some(large)
}

fn cell_of(input: &ConcreteInput, object: usize, cell: u32) -> ConcreteValue {
    let mut cells = input.objects[object].cells.iter();
    cells.find(|(index, _)| *index == cell).map_or(ConcreteValue::Bits(0), |(_, value)| *value)
}

fn set_cell(input: &mut ConcreteInput, object: usize, cell: u32, bits: u64) {
    let cells = &mut input.objects[object].cells;
    cells.retain(|(index, _)| *index != cell);
    let place = cells.partition_point(|(index, _)| *index < cell);
    cells.insert(place, (cell, ConcreteValue::Bits(bits)));
}

/// How a part becomes smaller.
#[derive(Clone, Copy)]
enum Change {
    /// By another number.
    Number(u64),
    /// Without an element.
    Without(u32),
}

/// Inputs in which a part is smaller, the smallest first; then those in which all parts are that are like it, since what is violated may be that
/// they are the same.
fn smaller(
    attempt: Attempt<'_>,
    input: &ConcreteInput,
    parts: &[Part],
    part: Part,
) -> Vec<ConcreteInput> {
    let changed = |changed: &[Part], change| {
        let mut other = input.clone();
        changed.iter().for_each(|part| apply(&mut other, *part, change));
        other
    };
    let changes = changes(attempt, input, part);
    let mut found: Vec<_> = changes.iter().map(|change| changed(&[part], *change)).collect();
    let alike: Vec<Part> =
        parts.iter().copied().filter(|other| are_alike(input, part, *other)).collect();
    if alike.len() > 1 {
        found.extend(changes.iter().map(|change| changed(&alike, *change)));
    }
    found
}

/// The number that a part is.
fn number(input: &ConcreteInput, part: Part) -> Option<(u64, Storage)> {
    let (value, storage) = match part {
        Part::Argument(place, storage) => (input.arguments[place], storage),
        Part::Static(place, storage) => (input.statics[place], storage),
        Part::Asked(place, storage) => (ConcreteValue::Bits(input.asked[place].bits), storage),
        Part::Cell(object, cell, storage) => (cell_of(input, object, cell), storage),
        Part::Letter(object, cell) => (cell_of(input, object, cell), Storage::U16),
        Part::Elements(_) | Part::Listed(..) | Part::Contents(..) => return None,
    };
    match value {
        ConcreteValue::Bits(bits) => Some((bits, storage)),
        _ => None,
    }
}

/// Whether two parts are the same number, or arrays of the same numbers.
fn are_alike(input: &ConcreteInput, a: Part, b: Part) -> bool {
    match (a, b) {
        (Part::Elements(a), Part::Elements(b)) => {
            let (a, b) = (&input.objects[a], &input.objects[b]);
            (a.class, a.length, &a.cells) == (b.class, b.length, &b.cells)
        }
        (Part::Letter(..), Part::Letter(..)) => number(input, a) == number(input, b),
        (Part::Letter(..), _) | (_, Part::Letter(..)) => false,
        _ => number(input, a).is_some() && number(input, a) == number(input, b),
    }
}

fn apply(input: &mut ConcreteInput, part: Part, change: Change) {
    match (part, change) {
        (Part::Argument(place, _), Change::Number(bits)) => {
            input.arguments[place] = ConcreteValue::Bits(bits);
        }
        (Part::Static(place, _), Change::Number(bits)) => {
            input.statics[place] = ConcreteValue::Bits(bits);
        }
        (Part::Asked(place, _), Change::Number(bits)) => input.asked[place].bits = bits,
        (Part::Cell(object, cell, _) | Part::Letter(object, cell), Change::Number(bits)) => {
            set_cell(input, object, cell, bits);
        }
        (Part::Elements(object), Change::Without(element)) => leave_out(input, object, element),
        (Part::Listed(array, list, cell), Change::Without(element)) => {
            if let ConcreteValue::Bits(size) = cell_of(input, list, cell) {
                leave_out(input, array, element);
                set_cell(input, list, cell, size.saturating_sub(1));
            }
        }
        (Part::Contents(object, together), Change::Without(element)) => {
            if let Some(contents) = &mut input.objects[object].contents {
                let from = element as usize * together;
                contents.drain(from..(from + together).min(contents.len()));
            }
        }
        _ => unreachable!("a number has no elements, and elements are no number"),
    }
}

/// What makes a part smaller.
fn changes(attempt: Attempt<'_>, input: &ConcreteInput, part: Part) -> Vec<Change> {
    let count = match part {
        Part::Letter(..) => {
            let is_it = number(input, part).is_some_and(|(bits, _)| bits == LETTER);
            return if is_it { Vec::new() } else { vec![Change::Number(LETTER)] };
        }
        Part::Elements(object) => input.objects[object].length.unwrap_or_default(),
        Part::Listed(_, list, cell) => match cell_of(input, list, cell) {
            ConcreteValue::Bits(size) => size as u32,
            _ => 0,
        },
        Part::Contents(object, together) => {
            input.objects[object].contents.as_ref().map_or(0, |all| all.len() / together) as u32
        }
        _ => {
            let Some((bits, storage)) = number(input, part) else {
                return Vec::new();
            };
            let nearer = nearer_to_zero(storage, bits, range(attempt, input, part));
            return nearer.into_iter().map(Change::Number).collect();
        }
    };
    (0..count).map(Change::Without).collect()
}

/// What a number is kept to.
fn range(attempt: Attempt<'_>, input: &ConcreteInput, part: Part) -> Option<(i64, i64)> {
    match part {
        Part::Argument(place, _) => {
            // The receiver is no parameter of a test.
            let parameters = attempt.subject.signature.parameters.len();
            let others = input.arguments.len().saturating_sub(parameters);
            let test = attempt.subject.test.as_ref();
            let own = test.and_then(|test| *test.ranges.get(place.checked_sub(others)?)?);
            own.or(attempt.range)
        }
        Part::Asked(..) => None,
        _ => attempt.range,
    }
}

/// Leaves out an element of an array.
fn leave_out(input: &mut ConcreteInput, object: usize, element: u32) {
    let array = &mut input.objects[object];
    array.length = array.length.map(|length| length.saturating_sub(1));
    array.cells.retain(|(cell, _)| *cell != element);
    for (cell, _) in &mut array.cells {
        *cell -= u32::from(*cell > element);
    }
}

/// Numbers nearer to zero, the nearest first; integers within a range.
fn nearer_to_zero(storage: Storage, bits: u64, range: Option<(i64, i64)>) -> Vec<u64> {
    let is_inside =
        |number: &i64| range.is_none_or(|(least, most)| (least..=most).contains(number));
    let back = |number: i64| match storage {
        Storage::I64 => number as u64,
        _ => u64::from(number as u32),
    };
    match storage {
        Storage::F32 => {
            let nearer = nearer_floats(f64::from(f32::from_bits(bits as u32)));
            nearer.into_iter().map(|number| u64::from((number as f32).to_bits())).collect()
        }
        Storage::F64 => nearer_floats(f64::from_bits(bits)).into_iter().map(f64::to_bits).collect(),
        Storage::Ref => Vec::new(),
        _ => {
            let number = match storage {
                Storage::I64 => bits as i64,
                _ => i64::from(bits as u32 as i32),
            };
            nearer_integers(number).into_iter().filter(is_inside).map(back).collect()
        }
    }
}

/// Zero, the number without its sign, and a half, three quarters… of the number.
fn nearer_integers(number: i64) -> Vec<i64> {
    let mut found = Vec::new();
    if number < 0 {
        found.extend(number.checked_neg());
    }
    let mut step = number;
    while step != 0 {
        found.push(number - step);
        step /= 2;
    }
    found
}

fn nearer_floats(number: f64) -> Vec<f64> {
    let whole = number.trunc();
    if whole == number && number.abs() <= f64::from(u32::MAX) {
        return nearer_integers(number as i64).into_iter().map(|n| n as f64).collect();
    }
    let mut found = vec![0.0, 1.0];
    found.extend((number.is_finite() && whole != number).then_some(whole));
    found.retain(|other| number.is_nan() || other.abs() < number.abs());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_nearer_to_zero_and_never_go_away_from_it() {
        assert!(nearer_integers(0).is_empty());
        assert_eq!(nearer_integers(9), [0, 5, 7, 8]);
        assert_eq!(nearer_integers(-3), [3, 0, -2]);
        assert!(!nearer_integers(i64::MIN).contains(&i64::MIN));
        assert_eq!(nearer_floats(2.25), [0.0, 1.0, 2.0]);
        assert!(nearer_floats(-0.0).is_empty());
        assert_eq!(nearer_floats(f64::INFINITY), [0.0, 1.0]);
        assert_eq!(nearer_to_zero(Storage::I8, u64::from(-1_i32 as u32), None), [1, 0]);
        assert_eq!(nearer_to_zero(Storage::I32, 9, Some((6, 20))), [7, 8]);
    }
}
