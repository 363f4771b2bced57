//! Calls of the class library with two wrong arguments at once. Which of them it complains about is its own affair, and
//! another one in another version: `Arrays.copyOfRange(null, 0, -1)` throws a `NullPointerException` in one and an
//! `IllegalArgumentException` in another. So no test may expect either.

use super::{Answer, Call, Entry, Native, noted};
use margay_machine::{Abrupt, Domain};

const ARRAYS: &str = "java/util/Arrays";
const WHICH: &str = "which of two wrong arguments the class library complains about";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let why = "another complaint in another version";
    let methods: [(&str, Native<D>); 6] = [
        ("copyOf", length),
        ("copyOfRange", |call| range(call, 3)),
        ("sort", |call| range(call, 3)),
        ("parallelSort", |call| range(call, 3)),
        ("fill", |call| range(call, 4)),
        ("binarySearch", |call| range(call, 4)),
    ];
    methods.into_iter().map(|(name, run)| noted(ARRAYS, name, "", run, why)).collect()
}

/// An array and a length.
fn length<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let is_wrong = number(call, 1).is_some_and(|length| length < 0);
    complain(call, is_wrong)
}

/// An array and where to begin and end, of the methods that have so many parameters at least.
fn range<D: Domain>(call: &mut Call<'_, D>, parameters: usize) -> Answer<D> {
    if call.args.len() < parameters {
        return Err(Abrupt::Own);
    }
    let places = number(call, 1).zip(number(call, 2));
    complain(call, places.is_some_and(|(from, to)| from < 0 || from > to))
}

fn number<D: Domain>(call: &Call<'_, D>, place: usize) -> Option<i32> {
    call.core.domain.plain(call.args[place]).map(|bits| bits as u32 as i32)
}

/// Asks for the array, so that none is null only because nobody has looked; if it is null and something else is
/// wrong too, other versions complain about other things.
fn complain<D: Domain>(call: &mut Call<'_, D>, is_wrong: bool) -> Answer<D> {
    if call.reference(0)? == 0 && is_wrong {
        match call.vary(WHICH) {
            1 => return Err(call.raise("java/lang/NullPointerException", None)),
            2 => return Err(call.raise("java/lang/IllegalArgumentException", None)),
            _ => {}
        }
    }
    Err(Abrupt::Own)
}
