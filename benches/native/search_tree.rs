//! The search that `margay enumerate` makes on `SearchTree`, written by hand: see `binary_tree.rs`.

/// Lists the search trees of `n` nodes with data from 1 to `n`, each with all values of the root's
/// parent, which nobody reads, and returns how many candidates were explored and how many of them were
/// valid. For 3 nodes these are 253 and 20.
pub fn search(n: usize) -> (u64, u64) {
    let mut search = Search { size: n, used: 0, worklist: Vec::new(), candidates: 0, valid: 0 };
    search.root();
    (search.candidates, search.valid)
}

#[derive(Clone, Copy)]
struct Subtree {
    top: usize,
    min: usize,
    max: usize,
}

struct Search {
    size: usize,
    /// Nodes visited are those that were named: the first so many.
    used: usize,
    worklist: Vec<Subtree>,
    candidates: u64,
    valid: u64,
}

impl Search {
    /// `root` is null, or the first node.
    fn root(&mut self) {
        self.end();
        self.used = 1;
        self.worklist.push(Subtree { top: 0, min: 0, max: usize::MAX });
        self.next();
    }

    /// Takes the newest subtree from the worklist and tries all data of its top.
    fn next(&mut self) {
        let Some(subtree) = self.worklist.pop() else { return self.end() };
        for data in 1..=self.size {
            if data < subtree.min || data > subtree.max {
                self.outcome(false);
            } else {
                self.left(subtree, data);
            }
        }
        self.worklist.push(subtree);
    }

    fn left(&mut self, subtree: Subtree, data: usize) {
        self.right(subtree, data);
        let max = data - 1;
        self.child(subtree.top, |search, top| {
            search.worklist.push(Subtree { top, min: subtree.min, max });
            search.right(subtree, data);
            search.worklist.pop();
        });
    }

    fn right(&mut self, subtree: Subtree, data: usize) {
        self.next();
        self.child(subtree.top, |search, top| {
            search.worklist.push(Subtree { top, min: data + 1, max: subtree.max });
            search.next();
            search.worklist.pop();
        });
    }

    /// Tries every node as a child of another, and each parent that it may say it has.
    fn child(&mut self, parent: usize, then: impl Fn(&mut Self, usize)) {
        for child in 0..self.size.min(self.used + 1) {
            if child < self.used {
                self.outcome(false);
                continue;
            }
            self.used += 1;
            // Null is no parent of a child.
            self.outcome(false);
            for told in 0..self.size.min(self.used + 1) {
                if told == parent {
                    then(self, child);
                } else {
                    self.outcome(false);
                }
            }
            self.used -= 1;
        }
    }

    fn end(&mut self) {
        if self.used != self.size {
            return self.outcome(false);
        }
        for _ in 0..=self.size {
            self.outcome(true);
        }
    }

    fn outcome(&mut self, accepted: bool) {
        self.candidates += 1;
        self.valid += u64::from(accepted);
    }
}
