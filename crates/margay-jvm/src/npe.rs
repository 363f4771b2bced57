//! The messages of `NullPointerException`s (JEP 358), word for word as HotSpot computes them.
//!
//! HotSpot explains a null reference when its message is asked for: it simulates the operand
//! stack, not with values but with the instructions that pushed them ([`stacks`]), and then
//! describes the failed action and the source expression of the null ([`describe`]). Users see
//! these texts in their tests' expectations, so the same is done here, for each null check that
//! is left in a finished function. The simulation is HotSpot's own, quirks included: it passes
//! over the code from first to last instruction, a join keeps what all ways *so far* agree on,
//! and the state that counts is the one when the pass first reaches the failing instruction.

mod describe;
mod stacks;

use crate::bytecode::Decoded;
use crate::classfile::Code;
use crate::pool::Pool;
use describe::Describer;
use margay_ir::{Function, InstKind, Trap, World};
use stacks::Stacks;

/// Gives each null pointer trap of a function its message.
pub(crate) fn explain(
    function: &mut Function,
    world: &mut World,
    code: &Code,
    decoded: &Decoded,
    pool: Pool,
) {
    let mut wanted = vec![false; decoded.ops.len()];
    let is_null_trap = |kind: &InstKind| {
        let trap = Trap::NullPointer;
        matches!(kind, InstKind::Trap { trap: found, .. } if *found == trap)
    };
    let mut any = false;
    for inst in function.insts.values().filter(|inst| is_null_trap(&inst.kind)) {
        if let Some(index) = decoded.at(inst.pos.0) {
            wanted[index as usize] = true;
            any = true;
        }
    }
    if !any {
        return;
    }
    let method = world.method(function.method);
    let describer = Describer {
        code,
        decoded,
        pool,
        is_static: method.is_static(),
        descriptor: world.text(method.descriptor),
    };
    let mut messages: Vec<Option<String>> = vec![None; decoded.ops.len()];
    Stacks::new(decoded, pool, &code.handlers).visit(|stacks, index| {
        if wanted[index as usize] && messages[index as usize].is_none() {
            messages[index as usize] = describer.message(stacks, index);
        }
    });
    for inst in function.insts.values_mut() {
        if let InstKind::Trap { trap: Trap::NullPointer, text, .. } = &mut inst.kind {
            let index = decoded.at(inst.pos.0);
            let message = index.and_then(|index| messages[index as usize].as_ref());
            *text = message.map(|message| world.string_from(message));
        }
    }
}
