//! "Did you mean": the names nearest to one that was not found.

use margay_ir::world::simple_name_of;

/// At most this many names are worth reading.
const SHOWN: usize = 3;

/// The nearest of `names`, nearest first. A class with the same simple name in another package
/// comes before any misspelling.
#[must_use]
pub fn nearest(wanted: &str, names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut near: Vec<(usize, String)> =
        names.into_iter().filter_map(|name| Some((distance(wanted, &name)?, name))).collect();
    near.sort_unstable();
    near.dedup();
    near.truncate(SHOWN);
    near.into_iter().map(|(_, name)| name).collect()
}

/// How far apart two class names are, or nothing if they are not alike.
fn distance(wanted: &str, name: &str) -> Option<usize> {
    let [wanted_simple, simple] = [wanted, name].map(|name| simple_name_of(name).to_lowercase());
    if wanted_simple == simple {
        return Some(0);
    }
    let limit = (wanted_simple.chars().count() / 3).max(1);
    edits(&wanted_simple, &simple, limit)
}

/// The number of characters to insert, remove, replace or swap with the next, if it is at most
/// `limit`.
fn edits(a: &str, b: &str, limit: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    // Rows of the table of distances between beginnings of `a` and of `b`: the last two done.
    let mut before = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().filter(|edits| *edits <= limit)
}

#[cfg(test)]
mod tests {
    use super::{edits, nearest};

    #[test]
    fn edit_distance() {
        assert_eq!(edits("kitten", "sitting", 3), Some(3));
        assert_eq!(edits("kitten", "sitting", 2), None);
        assert_eq!(edits("", "", 0), Some(0));
        assert_eq!(edits("list", "lits", 1), Some(1));
        assert_eq!(edits("ab", "cd", 2), Some(2));
    }

    #[test]
    fn same_simple_name_first() {
        let names = ["demo/Lists", "demo/List", "demo/Map", "demo/Outer$List"];
        let found = nearest("List", names.map(str::to_owned));
        assert_eq!(found, ["demo/List", "demo/Outer$List", "demo/Lists"]);
        assert!(nearest("Zebra", names.map(str::to_owned)).is_empty());
    }
}
