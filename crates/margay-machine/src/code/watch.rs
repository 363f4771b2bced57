//! Counting loops: which registers of a watched function hold how often its loops were entered.
//!
//! The counters are registers, so they are kept and taken back with the frame. The first one
//! belongs to the function; then come the loops, each followed by those inside it.

use super::op::Reg;
use cranelift_entity::SecondaryMap;
use margay_ir::analysis::cfg::Cfg;
use margay_ir::analysis::dominators::Dominators;
use margay_ir::analysis::loops::Loops;
use margay_ir::{Block, Function};

/// The counters of a function.
pub(super) struct Watched {
    /// The function's own counter.
    pub first: Reg,
    /// The counter of the loop a block heads, and how many loops are inside.
    pub headers: SecondaryMap<Block, Option<(Reg, u16)>>,
    /// Whether blocks are recorded.
    pub traced: bool,
    loops: Reg,
}

impl Watched {
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
        Watched { first, headers, traced, loops: next - first - 1 }
    }

    /// The register after the last counter.
    pub fn end(&self) -> Reg {
        self.first + 1 + self.loops
    }
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
