//! What of a method's bytecode stands for source, and what the compiler has added: which branches count, which are
//! copies of one, and which instructions are nobody's. So JaCoCo counts.
//!
//! - A switch over texts by their hash codes is one switch.
//! - The code of a `finally` is copied to every way out of its `try`; the copies are one, and what rethrows is nobody's.
//! - The closing of a resource (`try (var r = …)`) is nobody's.

mod copies;
mod resources;

use crate::bytecode::{Decoded, Op, decode};
use crate::classfile::Code;
use crate::load::Loader;
use crate::pool::Pool;
use margay_ir::{MethodId, World};
use rustc_hash::{FxHashMap, FxHashSet};

/// The code of a method as its source has it. Positions are byte offsets.
#[derive(Debug, Default)]
pub struct SourceCode {
    /// The branches. Those that are copies of one lead to the same.
    pub branches: FxHashMap<u32, u32>,
    /// Instructions that no source stands for.
    pub added: FxHashSet<u32>,
    /// The lines that have other instructions.
    pub lines: FxHashSet<u32>,
}

impl Loader {
    /// What counts of the code of a method; nothing if it has no bytecode.
    #[must_use]
    pub fn source_code(&self, world: &World, method: MethodId) -> Option<SourceCode> {
        let declared = world.method(method);
        let (file, codes) = self.bytecode(declared.class)?;
        let code = codes.get(declared.body as usize)?.as_ref()?;
        let decoded = decode(&code.bytes).ok()?;
        Some(source_code(code, &decoded, Pool(file)))
    }
}

fn source_code(code: &Code, decoded: &Decoded, pool: Pool<'_>) -> SourceCode {
    let mut added = resources::closing(code, decoded, pool);
    let copies = copies::of_finally(code, decoded);
    added.extend(&copies.added);
    let offset = |at: usize| decoded.offsets[at];
    let branches = branches(decoded, pool).into_iter().filter(|at| !added.contains(at));
    let branches = branches.map(|at| (offset(at), offset(copies.original(at)))).collect();
    let written = (0..decoded.ops.len()).filter(|at| !added.contains(at));
    let lines = written.filter_map(|at| line_of(code, offset(at))).collect();
    SourceCode { branches, added: added.into_iter().map(offset).collect(), lines }
}

/// The line of an instruction.
fn line_of(code: &Code, offset: u32) -> Option<u32> {
    let before = code.lines.iter().filter(|line| u32::from(line.start_pc) <= offset);
    before.max_by_key(|line| line.start_pc).map(|line| u32::from(line.line_number))
}

/// The instructions that branch, without those that tell texts apart by their hash codes.
fn branches(code: &Decoded, pool: Pool<'_>) -> Vec<usize> {
    let mut found = Vec::new();
    // Whether a switch over hash codes was met, and that over the numbers it gives texts was not yet.
    let mut is_hashing = false;
    for (at, op) in code.ops.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| code.ops[before]);
        let is_branch = match op {
            Op::Switch(_) => {
                is_hashing = !is_hashing && is_call_of(before, pool, "hashCode");
                !is_hashing
            }
            Op::IfZero(..) => !(is_hashing && is_call_of(before, pool, "equals")),
            Op::IfInts(..) | Op::IfRefs(..) | Op::IfNull(..) => true,
            _ => false,
        };
        if is_branch {
            found.push(at);
        }
    }
    found
}

/// Whether an instruction calls a method of texts.
fn is_call_of(op: Option<Op>, pool: Pool<'_>, name: &str) -> bool {
    let Some(Op::InvokeVirtual(index)) = op else { return false };
    let method = pool.method(index);
    method.is_ok_and(|method| method.class == "java/lang/String" && method.name == name)
}
