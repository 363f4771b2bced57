//! The paths of the method under test, without what its calls do: a tree, and how much of it has a test.
//!
//! A path is the blocks that it takes outside hidden calls, and how these calls have ended. Paths that calls left
//! open have shown are *wanted*. When everything runs, a part of the tree is left when nothing wanted is left
//! in it. A path that nobody has foreseen (an exception out of a check inside a call) is taken once. Looking ahead, with
//! calls left open, shows nothing that was not foreseen: there only ways to what is wanted are taken.

use margay_ir::{Block, MethodId};
use margay_machine::code::Point;
use margay_machine::symbolic::Symbolic;
use margay_machine::{CallMarkKind, Core};
use margay_search::generate::guide::{Guide, Judged};
use rustc_hash::FxHashMap;

/// A step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Step {
    Block(MethodId, Block),
    /// A hidden call has ended, by an exception or not.
    Ended(bool),
}

/// A place in the tree.
#[derive(Default)]
struct Node {
    next: FxHashMap<Step, u32>,
    /// Paths through here that are wanted and not found.
    open: u32,
    /// Whether a path ends here, and was found.
    ends: bool,
    is_found: bool,
}

/// What tells states of a machine that does not run apart: all steps so far, and how long its path is.
type Moment = (u64, usize, usize);

/// What calls left open have shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// All there is, but for exceptions of checks.
    All,
    /// All paths were followed, but something was lost, or cannot be told.
    Most,
    /// The search was stopped: any path may be wanted.
    Some,
}

/// A path so far: whether it is inside a hidden call, and its place in the tree, if it was foreseen.
#[derive(Clone, Copy)]
struct Seen {
    is_inside: bool,
    node: Option<u32>,
}

/// The tree.
pub(crate) struct LocalTree {
    root: MethodId,
    /// Whether blocks of the method under test alone count.
    is_own: bool,
    /// Whether everything runs.
    is_real: bool,
    /// What calls left open have shown.
    shown: Shown,
    nodes: Vec<Node>,
    /// The path that was looked at last, and when that was.
    last: Option<(Moment, Seen)>,
    wanted: u32,
    /// Paths found that calls left open have not shown.
    pub others: u64,
    /// Ways that were not taken, and paths that were known.
    pub pruned: u64,
    pub dropped: u64,
}

impl LocalTree {
    pub fn new(root: MethodId, is_own: bool) -> Self {
        LocalTree {
            root,
            is_own,
            is_real: false,
            shown: Shown::Some,
            nodes: vec![Node::default()],
            last: None,
            wanted: 0,
            others: 0,
            pruned: 0,
            dropped: 0,
        }
    }

    /// From now on everything runs.
    pub fn begin_real(&mut self, shown: Shown) {
        (self.is_real, self.shown) = (true, shown);
        self.wanted = self.nodes[0].open;
    }

    /// Paths that were wanted.
    pub fn wanted(&self) -> u64 {
        u64::from(self.wanted)
    }

    /// Those of them that have a test.
    pub fn found(&self) -> u64 {
        u64::from(self.wanted - self.nodes[0].open.min(self.wanted))
    }

    /// The path so far. At a question it is asked for again and again.
    fn seen(&mut self, core: &Core<Symbolic>) -> Seen {
        let now = (core.work, core.trace.len(), core.calls.len());
        if let Some((then, seen)) = self.last
            && then == now
        {
            return seen;
        }
        let (steps, is_inside) = self.steps(core);
        let seen = Seen { is_inside, node: self.node(&steps) };
        self.last = Some((now, seen));
        seen
    }

    fn steps(&self, core: &Core<Symbolic>) -> (Vec<Step>, bool) {
        let mut steps = Vec::new();
        let (mut has_begun, mut inside, mut at) = (false, 0_u32, 0);
        let mut calls = core.calls.iter();
        loop {
            let mark = calls.next();
            let end = mark.map_or(core.trace.len(), |mark| mark.at as usize);
            if has_begun && inside == 0 {
                let points = core.trace[at..end].iter().map(|p| core.code.points[*p as usize]);
                let counts = |point: &Point| !self.is_own || point.method == self.root;
                let counting = points.filter(counts);
                steps.extend(counting.map(|point| Step::Block(point.method, point.block)));
            }
            at = end;
            match mark.map(|mark| mark.kind) {
                None => return (steps, inside > 0),
                Some(CallMarkKind::Begins { method, hidden }) => {
                    has_begun |= method == self.root;
                    inside += u32::from(hidden || inside > 0);
                }
                Some(ended) if inside > 0 => {
                    inside -= 1;
                    if inside == 0 {
                        steps.push(Step::Ended(ended == CallMarkKind::Threw));
                    }
                }
                Some(_) => {}
            }
        }
    }

    fn node(&self, steps: &[Step]) -> Option<u32> {
        let mut node = 0;
        for step in steps {
            node = *self.nodes[node as usize].next.get(step)?;
        }
        Some(node)
    }

    /// The places along a path, which are made if there are none.
    fn way(&mut self, steps: &[Step]) -> Vec<u32> {
        self.last = None;
        let mut way = vec![0];
        for step in steps {
            let (node, new) = (way[way.len() - 1] as usize, self.nodes.len() as u32);
            let next = *self.nodes[node].next.entry(*step).or_insert(new);
            if next == new {
                self.nodes.push(Node::default());
            }
            way.push(next);
        }
        way
    }

    /// A path with open calls has ended.
    fn want(&mut self, steps: &[Step]) {
        let way = self.way(steps);
        let last = way[way.len() - 1] as usize;
        if !std::mem::replace(&mut self.nodes[last].ends, true) {
            way.into_iter().for_each(|node| self.nodes[node as usize].open += 1);
        }
    }

    /// A real path has ended; tells whether it is the first of its kind.
    fn find(&mut self, steps: &[Step]) -> bool {
        let way = self.way(steps);
        let last = &mut self.nodes[way[way.len() - 1] as usize];
        if std::mem::replace(&mut last.is_found, true) {
            return false;
        }
        if last.ends {
            way.into_iter().for_each(|node| self.nodes[node as usize].open -= 1);
        } else {
            self.others += 1;
        }
        true
    }
}

impl Guide for LocalTree {
    fn allows(&mut self, core: &Core<Symbolic>, way: Option<Point>) -> bool {
        if !self.is_real || self.shown == Shown::Some || core.is_initializing() {
            return true;
        }
        let Seen { is_inside, mut node } = self.seen(core);
        let way = way.filter(|way| !is_inside && (!self.is_own || way.method == self.root));
        if let (Some(from), Some(way)) = (node, way) {
            let next = &self.nodes[from as usize].next;
            node = next.get(&Step::Block(way.method, way.block)).copied();
            if node.is_none() && self.shown == Shown::All && core.skipped > 0 {
                return false;
            }
        }
        let node = node.map(|node| &self.nodes[node as usize]);
        let is_open = node.is_none_or(|node| node.open > 0);
        self.pruned += u64::from(!is_open);
        is_open
    }

    fn part(&mut self, core: &Core<Symbolic>) -> Option<u32> {
        if !self.is_real || core.is_initializing() {
            return None;
        }
        self.seen(core).node
    }

    fn is_found(&self, part: u32) -> bool {
        self.shown != Shown::Some && self.nodes[part as usize].open == 0
    }

    fn would_want(&mut self, core: &Core<Symbolic>) -> bool {
        let (steps, _) = self.steps(core);
        let node = self.node(&steps).map(|node| &self.nodes[node as usize]);
        let is_shown = |node: &Node| node.ends || self.shown == Shown::Some;
        node.is_none_or(|node| is_shown(node) && !node.is_found)
    }

    fn judge(&mut self, core: &mut Core<Symbolic>) -> Judged {
        let (steps, _) = self.steps(core);
        if !self.is_real {
            self.want(&steps);
            return Judged::Unwanted;
        }
        match self.find(&steps) {
            true => Judged::Wanted,
            false => {
                self.dropped += 1;
                Judged::Unwanted
            }
        }
    }
}
