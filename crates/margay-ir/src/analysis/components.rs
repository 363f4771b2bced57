//! Strongly connected components, by Tarjan's algorithm with an explicit stack.

use super::graph::{Graph, to_u32};

/// The strongly connected components of a graph.
#[derive(Clone, Debug)]
pub struct Components {
    components: Vec<Vec<u32>>,
    /// By node, its place in `components`.
    of_node: Vec<u32>,
}

impl Components {
    /// The components of the whole graph.
    #[must_use]
    pub fn new(graph: &Graph) -> Components {
        let mut search = Tarjan::new(graph);
        for node in graph.nodes() {
            if search.number[node as usize] == UNSEEN {
                search.visit(node);
            }
        }
        Components { components: search.components, of_node: search.component }
    }

    /// All components, bottom up: a component comes after those its edges lead to. The nodes of
    /// each ascend.
    #[must_use]
    pub fn bottom_up(&self) -> &[Vec<u32>] {
        &self.components
    }

    /// The place, in the bottom-up order, of the component a node is in.
    #[must_use]
    pub fn of(&self, node: u32) -> u32 {
        self.of_node[node as usize]
    }
}

const UNSEEN: u32 = u32::MAX;

struct Tarjan<'a> {
    graph: &'a Graph,
    /// By node: when it was first seen.
    number: Vec<u32>,
    /// By node: the lowest number known to be reachable from it within its component.
    low: Vec<u32>,
    seen: u32,
    /// Nodes seen whose component is not complete.
    open: Vec<u32>,
    component: Vec<u32>,
    components: Vec<Vec<u32>>,
}

impl<'a> Tarjan<'a> {
    fn new(graph: &'a Graph) -> Self {
        let nodes = graph.len();
        Tarjan {
            graph,
            number: vec![UNSEEN; nodes],
            low: vec![UNSEEN; nodes],
            seen: 0,
            open: Vec::new(),
            component: vec![UNSEEN; nodes],
            components: Vec::new(),
        }
    }

    fn visit(&mut self, root: u32) {
        let mut path = vec![self.enter(root)];
        while let Some((node, rest)) = path.last_mut() {
            let node = *node;
            match rest.next() {
                Some(&next) if self.number[next as usize] == UNSEEN => path.push(self.enter(next)),
                Some(&next) if self.component[next as usize] == UNSEEN => {
                    self.lower(node, self.number[next as usize]);
                }
                Some(_) => {}
                None => {
                    path.pop();
                    self.leave(node);
                    if let Some((above, _)) = path.last() {
                        self.lower(*above, self.low[node as usize]);
                    }
                }
            }
        }
    }

    fn enter(&mut self, node: u32) -> (u32, std::slice::Iter<'a, u32>) {
        self.number[node as usize] = self.seen;
        self.low[node as usize] = self.seen;
        self.seen += 1;
        self.open.push(node);
        (node, self.graph.successors(node).iter())
    }

    fn lower(&mut self, node: u32, to: u32) {
        let low = &mut self.low[node as usize];
        *low = to.min(*low);
    }

    /// Closes the component whose first node this is, if it is one.
    fn leave(&mut self, node: u32) {
        if self.low[node as usize] != self.number[node as usize] {
            return;
        }
        let start = self.open.iter().rposition(|open| *open == node);
        let mut component = self.open.split_off(start.unwrap_or(0));
        component.sort_unstable();
        let index = to_u32(self.components.len());
        for member in &component {
            self.component[*member as usize] = index;
        }
        self.components.push(component);
    }
}
