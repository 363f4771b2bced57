//! Branches whose ways soon meet again: a search may follow both and go on with what they leave.

use cranelift_entity::{EntitySet, SecondaryMap};
use margay_ir::analysis::cfg::Cfg;
use margay_ir::analysis::dominators::Dominators;
use margay_ir::analysis::joins::Joins;
use margay_ir::analysis::loops::Loops;
use margay_ir::{Block, Function, Terminator};

/// Blocks, and instructions, between a branch and the place where its ways meet.
const MOST_BLOCKS: usize = 40;
const MOST_INSTRUCTIONS: usize = 120;

/// The branches of a function whose ways soon meet.
pub(super) struct Diamonds {
    /// Where the ways from a block meet.
    pub joins: SecondaryMap<Block, Option<Block>>,
    /// Blocks where ways meet.
    pub met: EntitySet<Block>,
}

impl Diamonds {
    pub fn new(function: &Function) -> Self {
        let mut found = Diamonds { joins: SecondaryMap::new(), met: EntitySet::new() };
        let cfg = Cfg::new(function);
        let loops = Loops::new(&cfg, &Dominators::new(&cfg));
        let meeting = Joins::new(function);
        for (block, data) in &function.blocks {
            let Terminator::Branch { then, otherwise, .. } = &data.terminator else { continue };
            let Some(join) = meeting.join(block) else { continue };
            let refuses =
                meeting.refusing(block).any(|to| to == then.block || to == otherwise.block);
            if !refuses && is_small(function, &cfg, &loops, block, join) {
                found.joins[block] = Some(join);
                found.met.insert(join);
            }
        }
        found
    }
}

/// Whether there is little between a branch and a join, and no loop.
fn is_small(function: &Function, cfg: &Cfg, loops: &Loops, from: Block, join: Block) -> bool {
    let mut seen = EntitySet::new();
    let mut open: Vec<Block> = cfg.successors(from).collect();
    let (mut blocks, mut instructions) = (0, 0);
    while let Some(block) = open.pop() {
        if block == join || !seen.insert(block) {
            continue;
        }
        blocks += 1;
        instructions += function.blocks[block].insts.len();
        let is_header = loops.all().iter().any(|it| it.header == block);
        if block == from || is_header || blocks > MOST_BLOCKS || instructions > MOST_INSTRUCTIONS {
            return false;
        }
        open.extend(cfg.successors(block));
    }
    true
}
