//! Where the ways of a branch meet again, and which ways only refuse.
//!
//! A way *refuses* if it can only end in a throw, or if it returns at once while another way goes
//! on: `if (!valid(a)) throw …`, `if (a == null) return;`. Code after such a branch is there for every
//! input that gets past it, so the branch is not what it depends on. Hence a refusing way does
//! not count where ways are joined: the join of a branch is the nearest block that all others
//! pass. A way out of a loop refuses nothing, unless it throws; exceptions of calls have their own way and do not count either.

use super::cfg::Cfg;
use super::dominators::Dominators;
use super::loops::Loops;
use super::post_dominators::PostDominators;
use crate::function::{Function, InstKind, Terminator};
use crate::ids::Block;

/// Jumps that are followed to see whether a way returns at once.
const FEW: usize = 4;

/// The joins of the branches of a function.
#[derive(Clone, Debug)]
pub struct Joins {
    post: PostDominators,
    refusing: Vec<(Block, Block)>,
}

impl Joins {
    /// Looks at the branches of a function.
    #[must_use]
    pub fn new(function: &Function) -> Joins {
        let cfg = Cfg::new(function);
        let loops = Loops::new(&cfg, &Dominators::new(&cfg));
        let ends = ends(function, &cfg);
        let mut refusing = Vec::new();
        for block in function.blocks.keys() {
            let throws = |to: &Block| !ends[to.as_u32() as usize];
            let leaves = |to: &Block| {
                let stays = |within: &[Block]| {
                    within.binary_search(&block).is_err() || within.binary_search(to).is_ok()
                };
                !loops.all().iter().all(|within| stays(&within.blocks))
            };
            let is_short = |to: &Block| throws(to) || returns_at_once(function, *to) && !leaves(to);
            let ways: Vec<Block> = cfg.successors(block).collect();
            let goes_on = !ways.iter().all(is_short);
            let ends_well = !ways.iter().all(throws);
            let refuses = |to: &&Block| ends_well && throws(to) || goes_on && is_short(to);
            refusing.extend(ways.iter().filter(refuses).map(|to| (block, *to)));
        }
        refusing.sort_unstable();
        let counts = |from: Block, to: Block| {
            let unwinds = match &function.blocks[from].terminator {
                Terminator::Continue { unwind, next } => unwind.block == to && next.block != to,
                _ => false,
            };
            !unwinds && refusing.binary_search(&(from, to)).is_err()
        };
        let post = PostDominators::new(&Cfg::of_edges(function, counts));
        Joins { post, refusing }
    }

    /// Where the ways that go on from a block meet again; none if that is the end of the function.
    #[must_use]
    pub fn join(&self, block: Block) -> Option<Block> {
        self.post.immediate(block)
    }

    /// The ways from a block that only refuse, ascending.
    pub fn refusing(&self, block: Block) -> impl Iterator<Item = Block> {
        let first = self.refusing.partition_point(|(from, _)| *from < block);
        let own = self.refusing[first..].iter().take_while(move |(from, _)| *from == block);
        own.map(|(_, to)| *to)
    }
}

/// By block, whether it can come to a return.
fn ends(function: &Function, cfg: &Cfg) -> Vec<bool> {
    let mut ends = vec![false; function.blocks.len()];
    let returns = function.blocks.iter().filter(|(_, data)| {
        matches!(data.terminator, Terminator::Return(_) | Terminator::Unsupported(_))
    });
    let mut open: Vec<Block> = returns.map(|(block, _)| block).collect();
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut ends[block.as_u32() as usize], true) {
            open.extend(cfg.predecessors(block));
        }
    }
    ends
}

/// Whether a block does nothing but return.
fn returns_at_once(function: &Function, block: Block) -> bool {
    let mut at = block;
    for _ in 0..FEW {
        let data = &function.blocks[at];
        let is_constant = |kind: &InstKind| {
            matches!(kind, InstKind::Const { .. } | InstKind::Null | InstKind::Str(_))
        };
        if !data.insts.iter().all(|inst| is_constant(&function.insts[*inst].kind)) {
            return false;
        }
        match &data.terminator {
            Terminator::Return(_) => return true,
            Terminator::Jump(next) => at = next.block,
            _ => return false,
        }
    }
    false
}
