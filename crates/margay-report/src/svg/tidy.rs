//! A tidy tree: parents in the middle above their children, subtrees as close as their outlines
//! allow, equal subtrees drawn equally (Reingold and Tilford 1981).
//!
//! A null child keeps a little room, so that a left child stays left of its parent when there is no
//! right one. Where small subtrees stand between large ones they are spread out (the concern of
//! Buchheim, Jünger and Leipert 2002) in a simpler way: siblings are packed once to the left and
//! once to the right, and each takes the middle of its two places. Distances only have to be
//! large enough, so the mean of two good placements is a good placement.

/// Room between subtrees.
const GAP: f64 = 22.0;
/// Half the room a null child keeps.
const NULL: f64 = 9.0;

/// The leftmost and rightmost extent at each level, from the middle of the subtree's root.
type Outline = Vec<(f64, f64)>;

/// The middle of each node, the root's being 0. `preorder` lists nodes parents first; `children`
/// has `None` for a null child.
pub(super) fn tidy(
    preorder: &[usize],
    children: &[Vec<Option<usize>>],
    widths: &[f64],
) -> Vec<f64> {
    let mut outlines: Vec<Outline> = vec![Outline::new(); widths.len()];
    let mut middles = vec![0.0; widths.len()];
    for &node in preorder.iter().rev() {
        let below: Vec<Outline> = children[node]
            .iter()
            .map(|child| child.map_or(vec![(-NULL, NULL)], |it| std::mem::take(&mut outlines[it])))
            .collect();
        let places = spread(&below);
        for (child, place) in children[node].iter().zip(&places) {
            if let Some(child) = *child {
                middles[child] = *place;
            }
        }
        outlines[node] = outline(widths[node], &below, &places);
    }
    for &node in preorder {
        for child in children[node].iter().flatten() {
            middles[*child] += middles[node];
        }
    }
    middles
}

/// Where siblings stand, seen from their parent.
fn spread(siblings: &[Outline]) -> Vec<f64> {
    let count = siblings.len();
    let distance = |left: usize, right: usize| {
        let levels = siblings[left].iter().zip(&siblings[right]);
        levels.map(|((_, end), (start, _))| end - start + GAP).fold(f64::MIN, f64::max)
    };
    let mut to_left = vec![0.0_f64; count];
    for right in 1..count {
        let places = (0..right).map(|left| to_left[left] + distance(left, right));
        to_left[right] = places.fold(f64::MIN, f64::max);
    }
    let last = to_left.last().copied().unwrap_or_default();
    let mut to_right = vec![last; count];
    for left in (0..count.saturating_sub(1)).rev() {
        let places = (left + 1..count).map(|right| to_right[right] - distance(left, right));
        to_right[left] = places.fold(f64::MAX, f64::min);
    }
    to_left.iter().zip(&to_right).map(|(left, right)| (left + right - last) / 2.0).collect()
}

/// The outline of a node above its children.
fn outline(width: f64, below: &[Outline], places: &[f64]) -> Outline {
    let depth = below.iter().map(Vec::len).max().unwrap_or(0);
    let mut levels = vec![(f64::MAX, f64::MIN); depth + 1];
    levels[0] = (-width / 2.0, width / 2.0);
    for (child, place) in below.iter().zip(places) {
        for (level, (start, end)) in levels[1..].iter_mut().zip(child) {
            *level = (level.0.min(start + place), level.1.max(end + place));
        }
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_stand_on_their_sides_of_the_parent() {
        let children = [vec![Some(1), None], vec![None, Some(2)], vec![]];
        let middles = tidy(&[0, 1, 2], &children, &[40.0; 3]);
        assert!(middles[1] < middles[0], "a left child is left: {middles:?}");
        assert!(middles[2] > middles[1], "a right child is right: {middles:?}");
    }

    #[test]
    fn small_subtrees_between_large_ones_are_spread_out() {
        // Five children; the first and the last have four leaves each.
        let mut children = vec![vec![]; 14];
        children[0] = (1..6).map(Some).collect();
        children[1] = (6..10).map(Some).collect();
        children[5] = (10..14).map(Some).collect();
        let preorder = [0, 1, 6, 7, 8, 9, 2, 3, 4, 5, 10, 11, 12, 13];
        let middles = tidy(&preorder, &children, &[40.0; 14]);
        assert_eq!(middles[3], 0.0, "the middle child is under the parent");
        assert_eq!(middles[2], -middles[4], "its neighbours are equally far");
        assert_eq!(middles[9] + 40.0 + GAP, middles[10], "subtrees are as close as they can be");
    }

    #[test]
    fn nodes_of_a_level_never_overlap() {
        let children =
            [vec![Some(1), Some(2)], vec![None, Some(3)], vec![Some(4), None], vec![], vec![]];
        let widths = [30.0, 50.0, 70.0, 120.0, 90.0];
        let middles = tidy(&[0, 1, 3, 2, 4], &children, &widths);
        for (left, right) in [(1, 2), (3, 4)] {
            let room = (widths[left] + widths[right]) / 2.0 + GAP;
            assert!(middles[right] - middles[left] >= room, "{middles:?}");
        }
    }
}
