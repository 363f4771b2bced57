//! Counting loops: which registers of a watched function hold how often its loops were entered.
//!
//! The counters are registers, so they are kept and taken back with the frame. The first one
//! belongs to the function; then come the loops, each followed by those inside it. Which side of a
//! branch leaves a loop is found on the way, and whether it compares what counts the loop's rounds.

use super::op::Reg;
use cranelift_entity::SecondaryMap;
use margay_ir::analysis::cfg::Cfg;
use margay_ir::analysis::counters::Counters;
use margay_ir::analysis::dominators::Dominators;
use margay_ir::analysis::loops::{Loop, Loops};
use margay_ir::function::ValueDef;
use margay_ir::{Block, BlockCall, Function, InstKind, Terminator, Value};

/// A branch one side of which leaves a loop.
#[derive(Clone, Copy)]
pub(super) struct LoopExit {
    /// Whether it is the first side.
    pub first: bool,
    /// The counter of the loop.
    pub counter: Reg,
    /// Whether it compares a value that changes by the same step each round: where both values are
    /// known, so is the number of rounds.
    pub counted: bool,
}

/// The counters of a function.
pub(super) struct Watched {
    /// The function's own counter.
    pub first: Reg,
    /// The counter of the loop a block heads, and how many loops are inside.
    pub headers: SecondaryMap<Block, Option<(Reg, u16)>>,
    /// Of blocks in loops that end with a branch one side of which leaves the loop.
    pub leaving: SecondaryMap<Block, Option<LoopExit>>,
    /// Whether blocks are recorded.
    pub traced: bool,
    loops: Reg,
}

impl Watched {
    /// Those of a function whose loops are not counted.
    pub fn uncounted(first: Reg, traced: bool) -> Self {
        let (headers, leaving) = (SecondaryMap::new(), SecondaryMap::new());
        Watched { first, headers, leaving, traced, loops: 0 }
    }

    pub fn new(function: &Function, first: Reg, traced: bool) -> Self {
        let cfg = Cfg::new(function);
        let loops = Loops::new(&cfg, &Dominators::new(&cfg));
        let mut headers = SecondaryMap::new();
        let mut next = first + 1;
        let roots = (0..loops.all().len()).filter(|l| loops.all()[*l].parent.is_none());
        for root in roots {
            next = number(&loops, root, next, &mut headers);
        }
        // A cycle with several entries is counted wherever it can be entered.
        for block in loops.irreducible().iter().flatten() {
            headers[*block].get_or_insert_with(|| {
                next += 1;
                (next - 1, 0)
            });
        }
        let leaving = leaving(function, &cfg, &loops, &headers);
        Watched { first, headers, leaving, traced, loops: next - first - 1 }
    }

    /// The register after the last counter.
    pub fn end(&self) -> Reg {
        self.first + 1 + self.loops
    }
}

fn leaving(
    function: &Function,
    cfg: &Cfg,
    loops: &Loops,
    headers: &SecondaryMap<Block, Option<(Reg, u16)>>,
) -> SecondaryMap<Block, Option<LoopExit>> {
    let mut leaving = SecondaryMap::new();
    // Inner loops come later and have the last word.
    for within in loops.all() {
        let stays = |call: &BlockCall| within.blocks.binary_search(&call.block).is_ok();
        for block in &within.blocks {
            let Terminator::Branch { cond, then, otherwise } = &function.blocks[*block].terminator
            else {
                continue;
            };
            let one = stays(then) != stays(otherwise);
            let counter = headers[within.header].map(|(counter, _)| counter);
            leaving[*block] = counter.filter(|_| one).map(|counter| LoopExit {
                first: !stays(then),
                counter,
                counted: is_counted(function, cfg, within, *cond),
            });
        }
    }
    leaving
}

/// Whether a condition compares a value that counts the rounds of a loop.
fn is_counted(function: &Function, cfg: &Cfg, within: &Loop, condition: Value) -> bool {
    let ValueDef::Inst(inst) = function.values[condition].def else { return false };
    let InstKind::Compare { a, b, .. } = function.insts[inst].kind else { return false };
    let counters = Counters::new(function, cfg, within);
    counters.is_counter(a) || counters.is_counter(b)
}

/// Numbers a loop and those inside it; gives the next free register. Loops nest as deeply as
/// source code does.
fn number(
    loops: &Loops,
    at: usize,
    counter: Reg,
    headers: &mut SecondaryMap<Block, Option<(Reg, u16)>>,
) -> Reg {
    let inside = (at + 1..loops.all().len()).filter(|l| loops.all()[*l].parent == Some(at));
    let end = inside.fold(counter + 1, |next, inner| number(loops, inner, next, headers));
    headers[loops.all()[at].header] = Some((counter, end - counter - 1));
    end
}
