//! Every path of the method itself, whatever the methods that it calls do.
//!
//! The blocks of the method that a path takes are its local path. All that were seen make a tree; a part
//! of it is done when each way that the code has from there was taken and is done. In a call that was made
//! from a part that is done nothing is left to find, so the search leaves it.

use margay_ir::{Block, Function, MethodId, Terminator};
use margay_machine::Core;
use margay_machine::code::Point;
use margay_machine::symbolic::Symbolic;
use margay_search::generate::guide::{Guide, Judged};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A place in the tree of local paths.
#[derive(Default)]
struct Node {
    next: FxHashMap<Block, Node>,
    /// Whether a path has ended here.
    has_ended: bool,
}

impl Node {
    /// Whether every way on from a block was taken to its end.
    fn is_done(&self, function: &Function, block: Block) -> bool {
        let terminator = &function.blocks[block].terminator;
        let ends = matches!(terminator, Terminator::Return(_) | Terminator::Throw(_));
        if ends {
            return self.has_ended;
        }
        let mut ways = terminator.successors().map(|way| way.block);
        ways.all(|way| self.next.get(&way).is_some_and(|next| next.is_done(function, way)))
    }
}

/// Wants one path for each local path.
pub(crate) struct LocalPaths {
    method: MethodId,
    function: Rc<Function>,
    root: Node,
    /// Ways that were not taken.
    pub pruned: u64,
    /// Paths whose local path was known.
    pub dropped: u64,
}

impl LocalPaths {
    pub fn new(method: MethodId, function: Rc<Function>) -> Self {
        LocalPaths { method, function, root: Node::default(), pruned: 0, dropped: 0 }
    }

    /// The blocks of the method that the path has taken.
    fn local<'a>(&self, core: &'a Core<Symbolic>) -> impl Iterator<Item = Block> + use<'a> {
        let method = self.method;
        core.path().filter(move |point| point.method == method).map(|point| point.block)
    }
}

impl Guide for LocalPaths {
    fn allows(&mut self, core: &Core<Symbolic>, way: Option<Point>) -> bool {
        let method = self.method;
        let way = way.filter(|way| way.method == method).map(|way| way.block);
        let mut node = &self.root;
        let mut last = None;
        for block in self.local(core).chain(way) {
            let Some(next) = node.next.get(&block) else { return true };
            (node, last) = (next, Some(block));
        }
        let is_open = last.is_none_or(|block| !node.is_done(&self.function, block));
        self.pruned += u64::from(!is_open);
        is_open
    }

    fn judge(&mut self, core: &mut Core<Symbolic>) -> Judged {
        let blocks: Vec<Block> = self.local(core).collect();
        let mut node = &mut self.root;
        for block in blocks {
            node = node.next.entry(block).or_default();
        }
        if std::mem::replace(&mut node.has_ended, true) {
            self.dropped += 1;
            return Judged::Unwanted;
        }
        Judged::Wanted
    }
}
