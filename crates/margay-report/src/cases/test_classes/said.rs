//! Conditions as a person says them. A path compares one value again and again; of such conditions those that say
//! most are left, and where they leave but one number, that is said: `n >= 0`, `n > 0` and `n < 2` are `n == 1`. A sum
//! with a constant is taken apart (`s.length() + 20 == 22`), and what cannot be negative is empty when it is below 1.

use margay_search::generate::case::{MethodReport, TestCase};
use rustc_hash::FxHashMap;
use std::fmt;

/// The conditions of a case as names and comments have them, in their order.
pub(super) fn conditions(report: &MethodReport, case: &TestCase) -> Vec<String> {
    let arrays = array_parameters(report);
    simplified(&case.condition, &|of| is_count(of, &arrays))
}

fn simplified(texts: &[String], is_count: &dyn Fn(&str) -> bool) -> Vec<String> {
    let bounds: Vec<Option<Bound<'_>>> =
        texts.iter().map(|text| Bound::read(text, is_count)).collect();
    let ranges = ranges(&bounds, is_count);
    let mut said: Vec<String> = Vec::new();
    // Where several become the same, the last is what decides.
    for (bound, text) in bounds.iter().zip(texts).rev() {
        let Some(bound) = bound else {
            said.push(text.clone());
            continue;
        };
        let told = ranges[bound.of].tells(bound).map(|bound| bound.to_string());
        said.extend(told.filter(|text| !said.contains(text)));
    }
    said.reverse();
    said
}

/// The numbers that each value may be.
fn ranges<'t>(
    bounds: &[Option<Bound<'t>>],
    is_count: &dyn Fn(&str) -> bool,
) -> FxHashMap<&'t str, Range> {
    let mut ranges: FxHashMap<&str, Range> = FxHashMap::default();
    // What is not an end of the range at first may be one when all are known.
    for bound in bounds.iter().chain(bounds).flatten() {
        let low = if is_count(bound.of) { 0 } else { -OPEN };
        ranges.entry(bound.of).or_insert(Range { low, high: OPEN }).narrow(bound);
    }
    ranges
}

/// The names of the parameters that are arrays.
fn array_parameters(report: &MethodReport) -> Vec<&str> {
    let parameters = report.signature.parameters.iter();
    let arrays = parameters.filter(|parameter| parameter.type_name.ends_with("[]"));
    arrays.map(|parameter| parameter.name.as_str()).collect()
}

/// Whether a value is never negative: the length of a text or an array, the size of a collection.
fn is_count(of: &str, arrays: &[&str]) -> bool {
    of.ends_with(".length()")
        || of.ends_with(".size()")
        || of.strip_suffix(".length").is_some_and(|array| arrays.contains(&array))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Equal,
    NotEqual,
    AtMost,
    AtLeast,
    Below,
    Above,
}

const COMPARISONS: [(&str, Comparison); 6] = [
    (" == ", Comparison::Equal),
    (" != ", Comparison::NotEqual),
    (" <= ", Comparison::AtMost),
    (" >= ", Comparison::AtLeast),
    (" < ", Comparison::Below),
    (" > ", Comparison::Above),
];

/// A value of the program compared with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bound<'t> {
    of: &'t str,
    comparison: Comparison,
    number: i128,
    is_long: bool,
}

impl<'t> Bound<'t> {
    fn read(text: &'t str, is_count: &dyn Fn(&str) -> bool) -> Option<Bound<'t>> {
        let found = COMPARISONS.iter().find_map(|(symbol, comparison)| {
            text.split_once(symbol).map(|(of, number)| (of, *comparison, number))
        });
        let (of, comparison, number) = found?;
        let digits = number.strip_suffix('L');
        let is_long = digits.is_some();
        let number = digits.unwrap_or(number).parse::<i64>().ok()?.into();
        let (of, number) = match sum(of) {
            // Numbers wrap around: only equality says the same of both.
            Some((part, added)) if comparison == Comparison::Equal || is_count(part) => {
                (part, wrapped(number - added, is_long))
            }
            Some((part, added)) if comparison == Comparison::NotEqual => {
                (part, wrapped(number - added, is_long))
            }
            _ => (of, number),
        };
        (!of.contains(' ')).then_some(Bound { of, comparison, number, is_long })
    }
}

impl fmt::Display for Bound<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbol = COMPARISONS.iter().find(|(_, comparison)| *comparison == self.comparison);
        let (symbol, _) = symbol.expect("all are there");
        write!(f, "{}{symbol}{}{}", self.of, self.number, if self.is_long { "L" } else { "" })
    }
}

/// A value to which a constant is added.
fn sum(text: &str) -> Option<(&str, i128)> {
    let ((part, added), sign) = match text.split_once(" + ") {
        Some(parts) => (parts, 1),
        None => (text.split_once(" - ")?, -1),
    };
    let added = added.strip_suffix('L').unwrap_or(added).parse::<i64>().ok()?;
    Some((part, sign * i128::from(added)))
}

fn wrapped(number: i128, is_long: bool) -> i128 {
    if is_long { i128::from(number as i64) } else { i128::from(number as i32) }
}

/// The end of a range that has none: further than any number of a program.
const OPEN: i128 = 1 << 64;

/// The numbers that conditions leave.
#[derive(Clone, Copy)]
struct Range {
    low: i128,
    high: i128,
}

impl Range {
    fn narrow(&mut self, bound: &Bound<'_>) {
        let number = bound.number;
        match bound.comparison {
            Comparison::Equal => (self.low, self.high) = (number, number),
            Comparison::NotEqual if number == self.low => self.low += 1,
            Comparison::NotEqual if number == self.high => self.high -= 1,
            Comparison::NotEqual => {}
            Comparison::AtMost => self.high = self.high.min(number),
            Comparison::AtLeast => self.low = self.low.max(number),
            Comparison::Below => self.high = self.high.min(number - 1),
            Comparison::Above => self.low = self.low.max(number + 1),
        }
    }

    /// What is to be said in the place of a condition that is part of this; nothing if another one says more.
    fn tells<'t>(&self, bound: &Bound<'t>) -> Option<Bound<'t>> {
        let number = bound.number;
        if self.low > self.high {
            return Some(*bound);
        }
        if self.low == self.high {
            return Some(Bound { comparison: Comparison::Equal, number: self.low, ..*bound });
        }
        let is_strongest = match bound.comparison {
            Comparison::Equal => true,
            Comparison::NotEqual => self.low - 1 <= number && number <= self.high + 1,
            Comparison::AtMost => number == self.high,
            Comparison::AtLeast => number == self.low,
            Comparison::Below => number - 1 == self.high,
            Comparison::Above => number + 1 == self.low,
        };
        is_strongest.then_some(*bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(texts: &[&str], expected: &[&str]) {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        assert_eq!(simplified(&texts, &|of| is_count(of, &["a"])), expected);
    }

    #[test]
    fn bounds_that_leave_one_number_are_equal_to_it() {
        check(&["n >= 0", "s == null", "n > 0", "n < 2"], &["s == null", "n == 1"]);
        check(&["n > 3L", "n < 5L"], &["n == 4L"]);
        check(&["n >= 0", "n != 0", "n < 2"], &["n == 1"]);
    }

    #[test]
    fn the_strongest_are_said() {
        check(&["n > 0", "n != 9", "n > 3", "n < 8"], &["n > 3", "n < 8"]);
        check(&["n != 3", "n > 1"], &["n != 3", "n > 1"]);
        check(&["n < 0", "m < 0", "n < 0"], &["m < 0", "n < 0"]);
    }

    #[test]
    fn lengths_are_not_negative() {
        check(&["s.length() < 1"], &["s.length() == 0"]);
        check(&["a.length > 0", "a.length < 2"], &["a.length == 1"]);
        // That may be any number of an object.
        check(&["vector.length < 1"], &["vector.length < 1"]);
    }

    #[test]
    fn constants_are_taken_away() {
        check(&["s.length() + 20 == 22"], &["s.length() == 2"]);
        check(&["s.length() - 1 < 4"], &["s.length() < 5"]);
        check(&["n + 1 == -2147483648"], &["n == 2147483647"]);
        // Numbers wrap around.
        check(&["n + 1 < 5", "n * 2 + 1 < 5"], &["n + 1 < 5", "n * 2 + 1 < 5"]);
    }
}
