//! The search that `margay enumerate` makes on `BinaryTree`, written by hand: what an enumeration
//! costs when predicate and search are compiled into one program. The measure of the interpreter.
//!
//! It decides the same fields in the same order, tries the same values and undoes the same steps;
//! only the machine is gone. Nothing is shortened by what is known about trees: a child that was
//! met before is tried, looked up in the visited set and rejected, one candidate at a time.

/// Lists the binary trees of `n` nodes, and returns how many candidates were explored and how many
/// of them were valid. For 3 nodes these are 63 and 5.
pub fn search(n: usize) -> (u64, u64) {
    let mut search = Search {
        size: n,
        children: vec![[None; 2]; n],
        visited: vec![false; n],
        worklist: Vec::with_capacity(n),
        candidates: 0,
        valid: 0,
    };
    search.root();
    (search.candidates, search.valid)
}

const LEFT: usize = 0;
const RIGHT: usize = 1;

struct Search {
    size: usize,
    /// The fields decided so far, by node and side.
    children: Vec<[Option<usize>; 2]>,
    visited: Vec<bool>,
    /// Nodes in the order they were met. Those already walked stay: going back puts none of them
    /// in again. A node is named when it is first referred to, so its length is also the name of
    /// the one unused node that may come next.
    worklist: Vec<usize>,
    candidates: u64,
    valid: u64,
}

impl Search {
    /// `root` is null, or the first node.
    fn root(&mut self) {
        self.outcome(self.size == 0);
        if self.size > 0 {
            self.enqueue(0);
            self.child(0, LEFT);
            self.undo();
        }
    }

    /// Tries every value of one child of the node at place `walked` of the worklist.
    fn child(&mut self, walked: usize, side: usize) {
        let Some(&node) = self.worklist.get(walked) else {
            return self.outcome(self.worklist.len() == self.size);
        };
        self.children[node][side] = None;
        self.after(walked, side);
        let used = self.worklist.len();
        for child in 0..self.size.min(used + 1) {
            self.children[node][side] = Some(child);
            if self.visited[child] {
                self.outcome(false);
            } else {
                self.enqueue(child);
                self.after(walked, side);
                self.undo();
            }
        }
    }

    /// The field read after this one: the right child, then the next node's left child.
    fn after(&mut self, walked: usize, side: usize) {
        if side == LEFT {
            self.child(walked, RIGHT);
        } else {
            self.child(walked + 1, LEFT);
        }
    }

    fn enqueue(&mut self, node: usize) {
        self.visited[node] = true;
        self.worklist.push(node);
    }

    /// Takes back the last [`Search::enqueue`].
    fn undo(&mut self) {
        if let Some(node) = self.worklist.pop() {
            self.visited[node] = false;
        }
    }

    fn outcome(&mut self, accepted: bool) {
        self.candidates += 1;
        self.valid += u64::from(accepted);
    }
}
