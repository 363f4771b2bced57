//! Names of tests: the method, when it is so called, and what comes of it.
//! `remove_whenFirstIsNull_throwsNullPointerException`.
//!
//! A name has the last condition of the path, which tells a case from its neighbour. If others
//! have the same, it has the one before too, and so on; where that does not help, the number of
//! the case tells them apart.

use super::{said, words};
use crate::literal::with_extremes;
use crate::names::simple_class;
use margay_search::generate::case::{CaseOutcome, MethodReport, TestCase};
use margay_search::structure::{Content, Value};
use rustc_hash::FxHashMap;

/// Conditions in a name, at most.
const MOST_CONDITIONS: usize = 3;
/// A name with more than this in its middle is too long to read.
const LONGEST: usize = 60;

/// What stands between an object and the calls that have changed it.
const AFTER: &str = " after ";

/// Letters of a condition that somebody reads, at most.
const READABLE: usize = 160;

/// Whether a condition is about how the class library does what it does, or so long that it is: that the
/// letters of a text are a number is said by how the number is computed.
pub(super) fn is_internal(condition: &str) -> bool {
    condition.contains("table[")
        || condition.contains('\u{2026}')
        || condition.contains(" - 48 | 57 - ")
        || has_made_up(condition)
        || condition.chars().count() > READABLE
}

/// Whether a condition is about a value that no variable of the program has: `bits!0`.
fn has_made_up(condition: &str) -> bool {
    let is_part = |c: u8| c.is_ascii_alphanumeric() || c == b')';
    let mut parts = condition.as_bytes().windows(3);
    parts.any(|part| is_part(part[0]) && part[1] == b'!' && part[2].is_ascii_digit())
}

/// The name of a test, and what others of its kind have in common with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CaseName {
    /// All of it.
    pub whole: String,
    /// The method, and the calls before it.
    pub stem: String,
    /// What comes of it.
    pub outcome: String,
}

/// The names of all cases of a method, in their order. Different methods may give the same names.
pub(super) fn names(report: &MethodReport) -> Vec<CaseName> {
    let cases: Vec<Parts> = report.cases.iter().map(|case| Parts::of(report, case)).collect();
    let mut names: Vec<String> = cases.iter().map(|case| case.name(1)).collect();
    for count in 2..=MOST_CONDITIONS {
        for place in repeated(&names) {
            names[place] = cases[place].name(count);
        }
    }
    for place in repeated(&names) {
        names[place] = cases[place].of_class(MOST_CONDITIONS);
    }
    for place in repeated(&names) {
        names[place] = cases[place].numbered(report.cases[place].number);
    }
    let name = |(whole, case): (String, Parts)| CaseName {
        whole,
        stem: case.method + &case.after,
        outcome: case.outcome,
    };
    names.into_iter().zip(cases).map(name).collect()
}

/// The places of names that occur more than once.
fn repeated(names: &[String]) -> Vec<usize> {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    (0..names.len()).filter(|place| counts[names[*place].as_str()] > 1).collect()
}

struct Parts {
    method: String,
    /// The calls that have changed the receiver before.
    after: String,
    /// The class of the receiver, if it is not the one that the test is of.
    receiver: String,
    /// The last conditions first.
    conditions: Vec<String>,
    outcome: String,
}

impl Parts {
    fn of(report: &MethodReport, case: &TestCase) -> Parts {
        let method = match report.method.name.as_str() {
            "<init>" => "new".to_owned() + simple_class(&report.method.class),
            name => name.to_owned(),
        };
        let method: String = method.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
        let method = match method.chars().next() {
            Some(first) if first.is_ascii_alphabetic() => method,
            _ => format!("method{method}"),
        };
        let said = said::conditions(report, case);
        let conditions = said.iter().rev().filter(|text| !is_internal(text));
        let conditions = conditions.filter(|text| !text.contains(AFTER));
        let conditions = conditions.filter_map(|text| words::condition(&with_extremes(text)));
        let conditions = conditions.take(MOST_CONDITIONS).collect();
        let after = case.condition.iter().find_map(|text| text.strip_prefix("this after "));
        let after = after.and_then(|calls| words::condition(&calls.replace(", ", " && ")));
        let after = after.map(|calls| format!("_after{calls}")).unwrap_or_default();
        let receiver = receiver(report, case).unwrap_or_default();
        Parts { method, after, receiver, conditions, outcome: outcome(report, case) }
    }

    /// With the class of the receiver.
    fn of_class(&self, count: usize) -> String {
        let name = self.name(count);
        match (self.receiver.as_str(), name.strip_prefix(&self.method)) {
            ("", _) | (_, None) => name,
            (class, Some(rest)) => format!("{}_of{class}{rest}", self.method),
        }
    }

    fn name(&self, count: usize) -> String {
        let mut when = String::new();
        for condition in self.conditions.iter().take(count) {
            let joined =
                if when.is_empty() { condition.clone() } else { format!("{condition}And{when}") };
            if joined.len() > LONGEST {
                break;
            }
            when = joined;
        }
        match when.as_str() {
            "" => format!("{}{}_{}", self.method, self.after, self.outcome),
            when => format!("{}{}_when{when}_{}", self.method, self.after, self.outcome),
        }
    }

    fn numbered(&self, number: usize) -> String {
        format!("{}_case{number}_{}", self.method, self.outcome)
    }
}

/// What the class of the receiver is called, if it is below the one of the method.
fn receiver(report: &MethodReport, case: &TestCase) -> Option<String> {
    let Some(Value::Ref(place)) = case.input.receiver else { return None };
    let class = &case.before.objects.get(place)?.class;
    let name = simple_class(class).trim_start_matches(|c: char| c.is_ascii_digit());
    if **class == report.method.class { None } else { words::condition(name) }
}

fn outcome(report: &MethodReport, case: &TestCase) -> String {
    match &case.outcome {
        CaseOutcome::Threw { class, .. } => {
            let name: String =
                simple_class(class).chars().filter(|c| c.is_ascii_alphanumeric()).collect();
            format!("throws{name}")
        }
        CaseOutcome::Returned(None) => "returns".to_owned(),
        CaseOutcome::Returned(Some(_)) if report.method.name == "<init>" => "succeeds".to_owned(),
        CaseOutcome::Returned(Some(value)) => {
            format!("returns{}", returned(report, case, value))
        }
    }
}

fn returned(report: &MethodReport, case: &TestCase, value: &Value) -> String {
    let short = |text: &str, other: &str| words::value(text).unwrap_or_else(|| other.to_owned());
    match value {
        Value::Null => "Null".to_owned(),
        Value::Bool(value) => short(&value.to_string(), ""),
        Value::Int(number) => short(&number.to_string(), "Number"),
        Value::Float(text) => short(text, "Number"),
        Value::Char(unit) => short(&String::from_utf16_lossy(&[*unit]), "Character"),
        Value::Text(text) if text.is_empty() => "EmptyText".to_owned(),
        Value::Text(text) => short(text, "Text"),
        Value::Units(_) => "Text".to_owned(),
        Value::Constant(name) => short(name, "Constant"),
        Value::Free => String::new(),
        Value::Ref(place) => returned_object(report, case, *place),
    }
}

fn returned_object(report: &MethodReport, case: &TestCase, place: usize) -> String {
    let Some(object) = case.after.objects.get(place) else { return String::new() };
    let is_it = |value: &Value| match value {
        Value::Ref(input) => case.before.objects.get(*input).is_some_and(|one| one.id == object.id),
        _ => false,
    };
    match &object.content {
        Content::Boxed(value) => return returned(report, case, value),
        Content::Constant(name) => return words::value(name).unwrap_or_default(),
        _ if case.input.receiver.as_ref().is_some_and(is_it) => return "This".to_owned(),
        _ => {}
    }
    let mut arguments = case.input.arguments.iter().zip(&report.signature.parameters);
    if let Some((_, parameter)) = arguments.find(|(value, _)| is_it(value)) {
        return words::condition(&parameter.name).unwrap_or_default();
    }
    let is_empty = match &object.content {
        Content::Elements(values) | Content::Collection(values) => values.is_empty(),
        Content::Map(entries) => entries.is_empty(),
        Content::Holding(value) => *value == Value::Null,
        _ => false,
    };
    let class = class_of_result(report, &object.class, &object.content);
    let name = words::condition(&class.replace("[]", "Array"));
    let name = name.unwrap_or_else(|| "Object".to_owned());
    format!("{}{name}", if is_empty { "Empty" } else { "" })
}

/// What the class of a result is called: as the method says where the class is one that nobody knows by name
/// (an anonymous one, or one inside a class of the library: `ImmutableCollections.ListN`).
fn class_of_result<'r>(report: &'r MethodReport, class: &'r str, content: &Content) -> &'r str {
    // Local classes have a number before their names, anonymous ones nothing else.
    let own = simple_class(class).trim_start_matches(|c: char| c.is_ascii_digit());
    let is_inside = class.starts_with("java.") && class.contains('$');
    if !own.is_empty() && !is_inside {
        return own;
    }
    let result = report.method.descriptor.rsplit(')').next().unwrap_or_default();
    let declared = result.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
    let declared = declared.and_then(|name| name.rsplit(['/', '$']).next());
    match (declared.unwrap_or_default(), content) {
        ("Object" | "", Content::Collection(_)) => "Collection",
        ("Object" | "", Content::Map(_)) => "Map",
        ("", _) => "Object",
        (declared, _) => declared,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_have_not_written_is_internal() {
        assert!(is_internal("bits!0 < 0L"));
        assert!(is_internal("(int) ((bits(this.r)!0 & 3L) >> 52L) == 2047"));
        assert!(!is_internal("!done && n != 0"));
    }

    #[test]
    fn repeated_names_are_found() {
        let names = ["a", "b", "a", "c", "b"].map(str::to_owned);
        assert_eq!(repeated(&names), [0, 1, 2, 4]);
    }
}
