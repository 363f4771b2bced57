//! How far the nodes of a graph are from some of them.

use super::graph::Graph;
use std::collections::VecDeque;

/// The least number of edges from each node to a goal, counting those that are still ahead at the
/// goal itself; none where no goal can be reached.
///
/// # Panics
/// If a goal is no node of the graph.
#[must_use]
pub fn distances(graph: &Graph, goals: &[(u32, u32)]) -> Vec<Option<u32>> {
    let mut goals = goals.to_vec();
    goals.sort_unstable_by_key(|(_, ahead)| *ahead);
    let mut goals = goals.into_iter().peekable();
    let mut found: Vec<Option<u32>> = vec![None; graph.len()];
    let mut open: VecDeque<(u32, u32)> = VecDeque::new();
    loop {
        // Goals join the others in the order of their distance.
        let next = goals.next_if(|(_, ahead)| open.front().is_none_or(|(_, first)| ahead <= first));
        let Some((node, distance)) = next.or_else(|| open.pop_front()) else { return found };
        if found[node as usize].is_none() {
            found[node as usize] = Some(distance);
            open.extend(graph.predecessors(node).iter().map(|before| (*before, distance + 1)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::distances;
    use crate::analysis::graph::Graph;

    #[test]
    fn the_nearest_goal_counts() {
        // 0 -> 1 -> 2 -> 3, 1 -> 4, 5 -> 5
        let edges = [vec![1], vec![2, 4], vec![3], vec![], vec![], vec![5]];
        let graph = Graph::new(edges.len(), |node| edges[node as usize].clone());
        let to = |goals: &[(u32, u32)]| distances(&graph, goals);
        let three = [Some(3), Some(2), Some(1), Some(0), None, None];
        assert_eq!(to(&[(3, 0)]), three);
        assert_eq!(to(&[(4, 1), (3, 0)]), [Some(3), Some(2), Some(1), Some(0), Some(1), None]);
        assert_eq!(to(&[(4, 5), (3, 0)]), [Some(3), Some(2), Some(1), Some(0), Some(5), None]);
        assert_eq!(to(&[]), [None; 6]);
    }
}
