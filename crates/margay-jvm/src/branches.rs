//! The branches of a method as its source has them: conditional jumps and switches of its bytecode,
//! without those that the compiler added to switch over texts by their hash codes. So JaCoCo counts them.

use crate::bytecode::{Decoded, Op, decode};
use crate::load::Loader;
use crate::pool::Pool;
use margay_ir::{MethodId, World};
use rustc_hash::FxHashSet;

impl Loader {
    /// The positions of a method's branches; none if it has no bytecode.
    #[must_use]
    pub fn branches(&self, world: &World, method: MethodId) -> Option<FxHashSet<u32>> {
        let declared = world.method(method);
        let (file, codes) = self.bytecode(declared.class)?;
        let code = codes.get(declared.body as usize)?.as_ref()?;
        let decoded = decode(&code.bytes).ok()?;
        Some(branches(&decoded, Pool(file)))
    }
}

fn branches(code: &Decoded, pool: Pool<'_>) -> FxHashSet<u32> {
    let mut found = FxHashSet::default();
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
            found.insert(code.offsets[at]);
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
