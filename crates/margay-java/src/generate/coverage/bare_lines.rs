//! Lines of which no instruction is left: copies and constants (`int found = 0;`, `at = next;`), which a
//! JVM executes all the same.

use margay_ir::function::Pos;
use margay_ir::{Block, Function, Terminator};
use rustc_hash::FxHashSet;

/// The lines without an instruction that counts in any of these blocks, each with the block in which it is executed: that
/// of the instruction before it, or after it if the one before leaves for somewhere else.
pub(in crate::generate) fn bare_lines(
    function: &Function,
    blocks: &[Block],
    counts: impl Fn(&Pos) -> bool,
) -> Vec<(Block, u32)> {
    let mut places: Vec<(Pos, Block, bool)> = Vec::new();
    for block in blocks {
        let data = &function.blocks[*block];
        places.extend(data.insts.iter().map(|inst| (function.insts[*inst].pos, *block, false)));
        let leaves =
            !matches!(data.terminator, Terminator::Guard { .. } | Terminator::Continue { .. });
        places.push((data.end, *block, leaves));
    }
    places.sort_by_key(|(pos, block, leaves)| (*pos, *leaves, *block));
    let shown = places.iter().filter(|(pos, _, _)| counts(pos));
    let shown = shown.filter_map(|(pos, _, _)| function.line(*pos));
    let mut shown: FxHashSet<u32> = shown.collect();
    let mut found = Vec::new();
    for (pos, line) in &function.lines {
        if !shown.insert(*line) {
            continue;
        }
        let next = places.partition_point(|(other, _, _)| other < pos);
        let before = next.checked_sub(1).map(|at| &places[at]).filter(|(_, _, leaves)| !leaves);
        found.extend(before.or(places.get(next)).map(|(_, block, _)| (*block, *line)));
    }
    found
}
