//! The search that `margay enumerate` makes on `HeapArray` of one size, written by hand: see
//! `binary_tree.rs`. An element is decided when it is first compared, the second one before the first.

/// Lists the heaps of `n` keys from 0 to `n`, at least two, and returns how many candidates were
/// explored and how many of them were valid. For 5 keys these are 1926 and 994.
pub fn search(n: usize) -> (u64, u64) {
    let mut search = Search { size: n, keys: vec![0; n], candidates: 0, valid: 0 };
    search.second();
    (search.candidates, search.valid)
}

struct Search {
    size: usize,
    keys: Vec<usize>,
    candidates: u64,
    valid: u64,
}

impl Search {
    fn second(&mut self) {
        for second in 0..=self.size {
            self.keys[1] = second;
            for first in 0..=self.size {
                self.keys[0] = first;
                if second > first {
                    self.outcome(false);
                } else {
                    self.key(2);
                }
            }
        }
    }

    fn key(&mut self, at: usize) {
        if at == self.size {
            return self.outcome(true);
        }
        for key in 0..=self.size {
            self.keys[at] = key;
            if key > self.keys[(at - 1) / 2] {
                self.outcome(false);
            } else {
                self.key(at + 1);
            }
        }
    }

    fn outcome(&mut self, accepted: bool) {
        self.candidates += 1;
        self.valid += u64::from(accepted);
    }
}
