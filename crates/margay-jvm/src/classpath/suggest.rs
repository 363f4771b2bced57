//! "Did you mean": the names nearest to one that was not found.

/// At most this many names are worth reading.
const SHOWN: usize = 3;

/// The nearest of `names`, nearest first. A class with the same simple name in another package
/// comes before any misspelling.
pub(super) fn nearest(wanted: &str, names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut near: Vec<(usize, String)> = names
        .into_iter()
        .filter_map(|name| Some((distance(wanted, &name)?, name)))
        .collect();
    near.sort_unstable();
    near.truncate(SHOWN);
    near.into_iter().map(|(_, name)| name).collect()
}

/// How far apart two class names are, or nothing if they are not alike.
fn distance(wanted: &str, name: &str) -> Option<usize> {
    let simple = |name: &str| {
        name.rsplit(['/', '$'])
            .next()
            .unwrap_or(name)
            .to_lowercase()
    };
    let (wanted_simple, simple) = (simple(wanted), simple(name));
    if wanted_simple == simple {
        return Some(0);
    }
    let limit = (wanted_simple.chars().count() / 3).max(1);
    edits(&wanted_simple, &simple, limit)
}

/// The number of characters to insert, remove or replace, if it is at most `limit`.
fn edits(a: &str, b: &str, limit: usize) -> Option<usize> {
    let b: Vec<char> = b.chars().collect();
    if a.chars().count().abs_diff(b.len()) > limit {
        return None;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row.last().copied().filter(|edits| *edits <= limit)
}

#[cfg(test)]
mod tests {
    use super::{edits, nearest};

    #[test]
    fn edit_distance() {
        assert_eq!(edits("kitten", "sitting", 3), Some(3));
        assert_eq!(edits("kitten", "sitting", 2), None);
        assert_eq!(edits("", "", 0), Some(0));
        assert_eq!(edits("ab", "ba", 2), Some(2));
    }

    #[test]
    fn same_simple_name_first() {
        let names = ["demo/Lists", "demo/List", "demo/Map", "demo/Outer$List"];
        let found = nearest("List", names.map(str::to_owned));
        assert_eq!(found, ["demo/List", "demo/Outer$List", "demo/Lists"]);
        assert!(nearest("Zebra", names.map(str::to_owned)).is_empty());
    }
}
