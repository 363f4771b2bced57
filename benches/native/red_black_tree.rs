//! The search that `margay enumerate` makes on `RedBlackTree`, written by hand: see `binary_tree.rs`.
//! What the predicate does by recursion is a list of things to do here, so that going on with the
//! next of them is one call wherever the search is.

/// Lists the red-black trees of `n` nodes with keys from 1 to `n`, and returns how many candidates were
/// explored and how many of them were valid. For 4 nodes these are 950 and 4.
pub fn search(n: usize) -> (u64, u64) {
    let mut search = Search {
        size: n,
        children: vec![[None; 2]; n],
        red: vec![None; n],
        heights: vec![0; n],
        used: 0,
        links: Vec::new(),
        bottom_up: Vec::new(),
        ranges: Vec::new(),
        candidates: 0,
        valid: 0,
    };
    search.root();
    (search.candidates, search.valid)
}

/// The nodes below one, and the keys they may have.
#[derive(Clone, Copy)]
struct Range {
    top: usize,
    min: usize,
    max: usize,
}

struct Search {
    size: usize,
    children: Vec<[Option<usize>; 2]>,
    red: Vec<Option<bool>>,
    heights: Vec<u32>,
    /// Nodes visited are those that were named: the first so many.
    used: usize,
    /// Children to be decided, by node and side, the next one last.
    links: Vec<(usize, usize)>,
    /// The nodes of a tree, children before their parent.
    bottom_up: Vec<usize>,
    /// Subtrees whose keys are to be compared, the next one last.
    ranges: Vec<Range>,
    candidates: u64,
    valid: u64,
}

impl Search {
    /// `root` is null, or the first node; then it has no parent and is not red.
    fn root(&mut self) {
        self.outcome(self.size == 0);
        if self.size == 0 {
            return;
        }
        self.used = 1;
        self.red[0] = Some(false);
        self.links.extend([(0, 1), (0, 0)]);
        self.link();
        // Red, and the parents it may say it has: itself, another.
        self.outcome(false);
        for _ in 0..self.size.min(2) {
            self.outcome(false);
        }
    }

    /// Decides the next child.
    fn link(&mut self) {
        let Some((node, side)) = self.links.pop() else { return self.is_linked() };
        self.children[node][side] = None;
        self.link();
        for child in 0..self.size.min(self.used + 1) {
            if child < self.used {
                self.outcome(false);
                continue;
            }
            self.used += 1;
            self.children[node][side] = Some(child);
            // Null is no parent of a child.
            self.outcome(false);
            for told in 0..self.size.min(self.used + 1) {
                if told == node {
                    self.color(node, child);
                } else {
                    self.outcome(false);
                }
            }
            self.used -= 1;
        }
        self.links.push((node, side));
    }

    /// No child of a red node is red. Of a black one nobody asks.
    fn color(&mut self, node: usize, child: usize) {
        let before = self.red[node];
        let colors = [Some(false), Some(true)];
        for red in colors.iter().filter(|red| before.is_none() || before == **red) {
            self.red[node] = *red;
            if *red == Some(true) {
                self.red[child] = Some(false);
                self.below(child);
                self.outcome(false);
                self.red[child] = None;
            } else {
                self.below(child);
            }
        }
        self.red[node] = before;
    }

    fn below(&mut self, child: usize) {
        self.links.extend([(child, 1), (child, 0)]);
        self.link();
        self.links.truncate(self.links.len() - 2);
    }

    fn is_linked(&mut self) {
        if self.used != self.size {
            return self.outcome(false);
        }
        self.bottom_up.clear();
        self.order(0);
        self.height(0);
    }

    fn order(&mut self, node: usize) {
        for child in self.children[node].into_iter().flatten() {
            self.order(child);
        }
        self.bottom_up.push(node);
    }

    /// As many black nodes on every way down, from the node at a place of `bottom_up` on.
    fn height(&mut self, at: usize) {
        let Some(&node) = self.bottom_up.get(at) else {
            self.ranges.push(Range { top: 0, min: 0, max: usize::MAX });
            self.key();
            self.ranges.pop();
            return;
        };
        let [left, right] =
            self.children[node].map(|child| child.map_or(0, |child| self.heights[child]));
        if left != right {
            return self.outcome(false);
        }
        let before = self.red[node];
        for red in [false, true].into_iter().filter(|red| before.is_none_or(|is| is == *red)) {
            self.red[node] = Some(red);
            self.heights[node] = left + u32::from(!red);
            self.height(at + 1);
        }
        self.red[node] = before;
    }

    /// Tries all keys of the top of the next subtree.
    fn key(&mut self) {
        let Some(Range { top, min, max }) = self.ranges.pop() else { return self.outcome(true) };
        let [left, right] = self.children[top];
        for key in 1..=self.size {
            if key < min || key > max {
                self.outcome(false);
                continue;
            }
            let before = self.ranges.len();
            self.ranges.extend(right.map(|top| Range { top, min: key + 1, max }));
            self.ranges.extend(left.map(|top| Range { top, min, max: key - 1 }));
            self.key();
            self.ranges.truncate(before);
        }
        self.ranges.push(Range { top, min, max });
    }

    fn outcome(&mut self, accepted: bool) {
        self.candidates += 1;
        self.valid += u64::from(accepted);
    }
}
