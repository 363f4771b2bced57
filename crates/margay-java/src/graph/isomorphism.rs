//! Whether two object graphs are the same but for where their objects are.

use margay_search::structure::{Content, Structure, Value};
use rustc_hash::FxHashMap;

/// What to do with a pair of objects that correspond to each other.
pub(crate) enum Pair {
    /// They are the same; nothing more to see.
    Same,
    /// They are the same if what they hold is.
    Compare,
    /// They are not.
    Different,
}

/// Compares graphs from pairs of objects on. Gives the pairs that were compared, none if the
/// graphs differ. `judge` looks at each pair when it is first met.
pub(crate) fn compare_graphs(
    one: &Structure,
    other: &Structure,
    start: Vec<(usize, usize)>,
    mut judge: impl FnMut(usize, usize) -> Pair,
) -> Option<Vec<(usize, usize)>> {
    let mut compared = Vec::new();
    let (mut there, mut back) = (FxHashMap::default(), FxHashMap::default());
    let mut open = start;
    while let Some((left, right)) = open.pop() {
        let is_value =
            matches!(one.objects[left].content, Content::Boxed(_) | Content::Constant(_));
        if !is_value {
            let known = (there.insert(left, right), back.insert(right, left));
            match known {
                (None, None) => {}
                (Some(before), Some(after)) if (before, after) == (right, left) => continue,
                _ => return None,
            }
            match judge(left, right) {
                Pair::Same => continue,
                Pair::Different => return None,
                Pair::Compare => compared.push((left, right)),
            }
        }
        let (left, right) = (&one.objects[left], &other.objects[right]);
        if left.class != right.class || !is_alike(&left.content, &right.content) {
            return None;
        }
        for pair in left.content.values().zip(right.content.values()) {
            match pair {
                (Value::Ref(left), Value::Ref(right)) => open.push((*left, *right)),
                (Value::Free, _) => {}
                (left, right) if left == right => {}
                _ => return None,
            }
        }
    }
    Some(compared)
}

/// Whether contents are of one kind and size; enum constants must be the same.
fn is_alike(one: &Content, other: &Content) -> bool {
    let is_one_kind = match (one, other) {
        (Content::Constant(one), Content::Constant(other)) => one == other,
        // Nothing can be said of them.
        (Content::Opaque, Content::Opaque) => false,
        _ => std::mem::discriminant(one) == std::mem::discriminant(other),
    };
    is_one_kind && one.values().count() == other.values().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use margay_search::structure::Object;

    fn arrays(contents: &[&[Value]]) -> Structure {
        let object = |values: &&[Value]| Object {
            id: String::new(),
            class: "java.lang.Object[]".into(),
            content: Content::Elements(values.to_vec()),
        };
        Structure { objects: contents.iter().map(object).collect() }
    }

    fn is_same(one: &Structure, other: &Structure) -> bool {
        compare_graphs(one, other, vec![(0, 0)], |_, _| Pair::Compare).is_some()
    }

    #[test]
    fn order_of_objects_does_not_count() {
        let one = arrays(&[&[Value::Ref(1), Value::Ref(2)], &[Value::Int(1)], &[Value::Int(2)]]);
        let other = arrays(&[&[Value::Ref(2), Value::Ref(1)], &[Value::Int(2)], &[Value::Int(1)]]);
        assert!(is_same(&one, &other));
    }

    #[test]
    fn sharing_counts() {
        let shared = arrays(&[&[Value::Ref(1), Value::Ref(1)], &[Value::Int(1)]]);
        let apart = arrays(&[&[Value::Ref(1), Value::Ref(2)], &[Value::Int(1)], &[Value::Int(1)]]);
        assert!(is_same(&shared, &shared));
        assert!(!is_same(&shared, &apart));
        assert!(!is_same(&apart, &shared));
    }

    #[test]
    fn cycles_end_and_values_count() {
        let cycle = arrays(&[&[Value::Ref(1)], &[Value::Ref(0)]]);
        let line = arrays(&[&[Value::Ref(1)], &[Value::Null]]);
        assert!(is_same(&cycle, &cycle));
        assert!(!is_same(&cycle, &line));
        assert!(!is_same(&line, &arrays(&[&[Value::Ref(1)], &[Value::Null, Value::Null]])));
    }
}
