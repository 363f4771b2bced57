//! Calls of the class library with wrong arguments that its versions take differently. With two wrong ones at once, which of
//! them it complains about is its own affair: `Arrays.copyOfRange(null, 0, -1)` throws a `NullPointerException` in one and an
//! `IllegalArgumentException` in another. And what older versions let pass newer ones refuse: `URLDecoder.decode("%+1")`. So no
//! test may expect either.

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
    let mut entries: Vec<Entry<D>> =
        methods.into_iter().map(|(name, run)| noted(ARRAYS, name, "", run, why)).collect();
    let of_text = "(Ljava/lang/CharSequence;III)I";
    entries.push(noted("java/lang/Integer", "parseInt", of_text, escape, why));
    entries
}

/// The digits of an escape in a URL: older versions take a sign for one of them.
fn escape<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let caller = call.core.stack().next().map(|place| call.core.world.method(place.method).class);
    if caller.is_none_or(|class| call.core.world.class_name(class) != "java/net/URLDecoder") {
        return Err(Abrupt::Own);
    }
    if call.vary("which escapes a URL may have") == 0 {
        return Err(Abrupt::Own);
    }
    let text = call.text(0)?;
    let first = number(call, 1).and_then(|at| text.chars().nth(usize::try_from(at).ok()?));
    if matches!(first, Some('+' | '-')) {
        return Err(call.raise("java/lang/IllegalArgumentException", None));
    }
    Err(Abrupt::Own)
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
