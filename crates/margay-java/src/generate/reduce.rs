//! The fewest and smallest cases of a method that still cover what all of them do.
//!
//! A search keeps a case for what it is the first to cover; cases found later may cover that too. At the
//! end each case, the largest first, is left out if the others have all that it has to show.

use super::coverage::{Covered, PathCoverage};
use margay_search::generate::case::{CaseOutcome, TestCase};
use margay_search::structure::{Content, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A case that may yet turn out to be superfluous.
#[derive(Clone)]
pub(super) struct Candidate {
    pub case: TestCase,
    /// What it covers, what builds its input included.
    pub taken: PathCoverage,
    /// Of that, what nothing before its method does.
    pub shows: FxHashSet<Covered>,
}

impl Candidate {
    /// Whether it can stand for another: there is less of it to read, and it shows no less.
    pub fn replaces(&self, other: &Candidate) -> bool {
        returns(self) == returns(other)
            && size(&self.case) < size(&other.case)
            && other.shows.is_subset(&self.shows)
    }
}

fn returns(case: &Candidate) -> bool {
    matches!(case.case.outcome, CaseOutcome::Returned(_))
}

/// Leaves out what the others show too. One case in which the method returns stays.
pub(super) fn reduce(mut cases: Vec<Candidate>) -> Vec<Candidate> {
    let mut counts: FxHashMap<Covered, usize> = FxHashMap::default();
    for case in &cases {
        case.shows.iter().for_each(|item| *counts.entry(item.clone()).or_default() += 1);
    }
    let mut returning = cases.iter().filter(|case| returns(case)).count();
    let mut order: Vec<usize> = (0..cases.len()).collect();
    order.sort_by_key(|place| Reverse((size(&cases[*place].case), *place)));
    let mut is_kept = vec![true; cases.len()];
    for place in order {
        let case = &cases[place];
        let is_last = returns(case) && returning == 1;
        if is_last || case.shows.iter().any(|item| counts[item] == 1) {
            continue;
        }
        is_kept[place] = false;
        returning -= usize::from(returns(case));
        for item in &case.shows {
            counts.entry(item.clone()).and_modify(|count| *count -= 1);
        }
    }
    let mut is_kept = is_kept.into_iter();
    cases.retain(|_| is_kept.next().unwrap_or(true));
    cases
}

/// Tests of one method that a runtime check ends with the same class of exception, at most: each access to an array
/// of a hundred could be one more.
pub(super) const MOST_FAILURES: usize = 8;

/// Leaves out what shows nothing but one more check that fails, where there are enough of these: the
/// smallest stay. Says of which class of exception how many are gone.
pub(super) fn few_failures(cases: &mut Vec<Candidate>) -> BTreeMap<String, u64> {
    let is_code = |item: &&Covered| !matches!(item, Covered::Failure(..) | Covered::Outcome(_));
    let mut counts: FxHashMap<&Covered, usize> = FxHashMap::default();
    for item in cases.iter().flat_map(|case| case.shows.iter().filter(is_code)) {
        *counts.entry(item).or_default() += 1;
    }
    let mut order: Vec<usize> = (0..cases.len()).collect();
    order.sort_by_key(|place| (size(&cases[*place].case), *place));
    let mut kept: FxHashMap<&str, usize> = FxHashMap::default();
    let mut gone = BTreeMap::new();
    let mut is_kept = vec![true; cases.len()];
    for place in order {
        let CaseOutcome::Threw { class, .. } = &cases[place].case.outcome else { continue };
        let shows = &cases[place].shows;
        if !shows.iter().any(|item| matches!(item, Covered::Failure(..))) {
            continue;
        }
        let count = kept.entry(class).or_default();
        if *count < MOST_FAILURES || shows.iter().filter(is_code).any(|item| counts[item] == 1) {
            *count += 1;
            continue;
        }
        is_kept[place] = false;
        *gone.entry(class.clone()).or_default() += 1;
        for item in shows.iter().filter(is_code) {
            counts.entry(item).and_modify(|count| *count -= 1);
        }
    }
    let mut is_kept = is_kept.into_iter();
    cases.retain(|_| is_kept.next().unwrap_or(true));
    gone
}

/// How much there is to read in the test of a case.
pub(super) fn size(case: &TestCase) -> usize {
    let values = case.before.objects.iter().enumerate().map(|(place, object)| {
        // Nobody thinks of a list that holds itself.
        let itself = object.content.values().filter(|value| **value == Value::Ref(place)).count();
        let own = match &object.content {
            Content::Fields(_) => 1,
            content => content.values().map(written).sum::<usize>() + 1,
        };
        own + ITSELF * itself
    });
    let arguments = case.input.arguments.iter().map(written).sum::<usize>();
    let shared = ITSELF * given_again(case);
    4 * case.recipe.len() + values.sum::<usize>() + arguments + shared + case.condition.len()
}

/// How often an object is given that was given before, or to a method of its own.
fn given_again(case: &TestCase) -> usize {
    let given: Vec<&Value> = case.input.receiver.iter().chain(&case.input.arguments).collect();
    let is_again = |place: usize| {
        matches!(given[place], Value::Ref(_)) && given[..place].contains(&given[place])
    };
    (0..given.len()).filter(|place| is_again(*place)).count()
}

/// What it costs to read that an object refers to itself, or is given twice.
const ITSELF: usize = 8;

/// How long a value is.
fn written(value: &Value) -> usize {
    match value {
        Value::Text(text) => text.len(),
        Value::Units(units) => 6 * units.len(),
        Value::Int(number) => number.to_string().len(),
        // Where an object does as well, nobody expects that there is none.
        Value::Null => 3,
        _ => 1,
    }
}
