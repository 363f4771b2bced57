//! A directed graph with nodes `0..n`, in two flat tables.

/// A directed graph without parallel edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    forward: Adjacency,
    backward: Adjacency,
}

/// The neighbours of node `n` are `targets[starts[n]..starts[n + 1]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Adjacency {
    starts: Vec<usize>,
    targets: Vec<u32>,
}

impl Adjacency {
    fn of(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.targets[self.starts[node]..self.starts[node + 1]]
    }

    /// The same edges, the other way round; neighbours in ascending order.
    fn reversed(&self) -> Adjacency {
        let nodes = self.starts.len() - 1;
        let mut starts = vec![0; nodes + 1];
        for target in &self.targets {
            starts[*target as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; self.targets.len()];
        for node in 0..to_u32(nodes) {
            for target in self.of(node) {
                targets[next[*target as usize]] = node;
                next[*target as usize] += 1;
            }
        }
        Adjacency { starts, targets }
    }
}

/// A count of nodes as the type of nodes.
pub(super) fn to_u32(count: usize) -> u32 {
    u32::try_from(count).expect("nodes are numbered by u32")
}

impl Graph {
    /// The graph of `nodes` nodes in which the edges of a node lead to its `successors`, in that
    /// order; repeated ones count once.
    ///
    /// # Panics
    /// If a successor is not below `nodes`.
    pub fn new<I>(nodes: usize, mut successors: impl FnMut(u32) -> I) -> Graph
    where
        I: IntoIterator<Item = u32>,
    {
        let mut starts = vec![0];
        let mut targets = Vec::new();
        let mut last_source = vec![None; nodes];
        for node in 0..to_u32(nodes) {
            for target in successors(node) {
                let known = last_source[target as usize].replace(node);
                if known != Some(node) {
                    targets.push(target);
                }
            }
            starts.push(targets.len());
        }
        let forward = Adjacency { starts, targets };
        Graph { backward: forward.reversed(), forward }
    }

    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.forward.starts.len() - 1
    }

    /// Whether there is no node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All nodes.
    pub fn nodes(&self) -> std::ops::Range<u32> {
        0..to_u32(self.len())
    }

    /// Where the edges of a node lead.
    #[must_use]
    pub fn successors(&self, node: u32) -> &[u32] {
        self.forward.of(node)
    }

    /// Where the edges into a node come from.
    #[must_use]
    pub fn predecessors(&self, node: u32) -> &[u32] {
        self.backward.of(node)
    }

    /// The graph with every edge turned round.
    #[must_use]
    pub fn reversed(self) -> Graph {
        Graph { forward: self.backward, backward: self.forward }
    }

    /// The nodes reachable from `root`, each before its successors except along the edges that
    /// close a cycle.
    #[must_use]
    pub fn reverse_postorder(&self, root: u32) -> Vec<u32> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.len()];
        seen[root as usize] = true;
        let mut path = vec![(root, self.successors(root).iter())];
        while let Some((node, rest)) = path.last_mut() {
            match rest.next() {
                Some(&next) if !seen[next as usize] => {
                    seen[next as usize] = true;
                    path.push((next, self.successors(next).iter()));
                }
                Some(_) => {}
                None => {
                    order.push(*node);
                    path.pop();
                }
            }
        }
        order.reverse();
        order
    }
}
