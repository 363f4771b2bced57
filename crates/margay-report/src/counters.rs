//! The counters of an enumeration, for people.

use crate::table::Table;
use margay_search::enumerate::Counters;

/// The counters with their names, in the order in which they are shown.
#[must_use]
pub fn named(counters: &Counters) -> Vec<(&'static str, u64)> {
    let mut all = vec![("candidates", counters.candidates()), ("valid", counters.valid)];
    if counters.rejected_ahead + counters.accepted_ahead > 0 {
        all.push(("run", counters.explored));
        all.push(("rejected ahead", counters.rejected_ahead));
        all.push(("accepted ahead", counters.accepted_ahead));
    }
    if counters.threw > 0 {
        all.push(("threw", counters.threw));
    }
    all.push(("initializations", counters.initializations));
    all
}

/// The counters as a table.
#[must_use]
pub fn table(counters: &Counters) -> String {
    let mut table = Table::new(["", ""]);
    for (name, count) in named(counters) {
        table.row([name.into(), count.into()]);
    }
    table.to_string()
}
