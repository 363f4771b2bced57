//! Repairs for a terminal.

use super::Repair;
use crate::table::Table;

/// Lost objects that are named; more are counted.
const MOST_NAMED: usize = 8;

/// Changes, losses and counters.
#[must_use]
pub fn text(repair: &Repair) -> String {
    let mut text = String::new();
    for change in &repair.changes {
        text.push_str(&format!("{change}\n"));
    }
    for (what, names) in [("new", &repair.fresh), ("lost", &repair.lost)] {
        if !names.is_empty() {
            let named = names[..names.len().min(MOST_NAMED)].join(", ");
            let more = match names.len() - names.len().min(MOST_NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            text.push_str(&format!("{what}: {named}{more}\n"));
        }
    }
    let mut table = Table::new(["", ""]);
    let counters = &repair.counters;
    let mut rows = vec![
        ("changes", repair.changes.len() as u64),
        ("lost", repair.lost.len() as u64),
        ("candidates", counters.candidates),
        ("backtracks", counters.backtracks),
        ("initializations", counters.initializations),
    ];
    if counters.threw > 0 {
        rows.insert(3, ("threw", counters.threw));
    }
    for (name, count) in rows {
        table.row([name.into(), count.into()]);
    }
    text + &table.to_string()
}
