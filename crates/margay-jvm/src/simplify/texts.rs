//! Switches over texts.
//!
//! Compilers tell texts apart by their hash codes, and then by `equals`. Of a text that is not known the first asks for
//! letters with a hash code that somebody has worked out, and for others that have it too: of neither has the source a word.
//! Here the hash codes go, and the text is compared with one constant after the other, in the order of the source. What equals a
//! constant has its hash code, so nothing else comes of it.

use super::Names;
use margay_ir::function::ValueDef;
use margay_ir::{
    Block, BlockCall, Cond, Function, Inst, InstKind, MethodRef, StrId, Terminator, Type, Value,
    World,
};
use rustc_hash::FxHashSet;

/// Blocks of one comparison, at most.
const HOPS: usize = 4;

/// Lets switches over the hash codes of texts compare the texts; says whether there was one.
pub(super) fn compare_texts(
    world: &World,
    function: &mut Function,
    order: &[Block],
    names: &Names,
) -> bool {
    let mut changed = false;
    for block in order {
        let found = Switch::at(&Code { world, function, names }, *block, order);
        if let Some(switch) = found {
            switch.rewrite(function, *block);
            changed = true;
        }
    }
    changed
}

/// A switch over the hash codes of a text.
struct Switch {
    /// Where the hash code is asked for.
    asked: (Block, Inst),
    /// The ways to the comparisons, in the order of the source, each with where a text goes that equals none there.
    cases: Vec<(BlockCall, Unequal)>,
}

/// Where a text goes that does not equal a constant.
#[derive(Clone, Copy)]
struct Unequal {
    /// The block that branches.
    block: Block,
    /// Whether that is where the condition holds.
    is_then: bool,
}

/// A comparison of a text with a constant.
struct Comparison {
    constant: StrId,
    /// Where in the source it is.
    pos: u32,
    unequal: Unequal,
}

impl Switch {
    /// The switch at the end of a block, if it is one of these and nothing else is done with the hash code.
    fn at(code: &Code<'_>, block: Block, order: &[Block]) -> Option<Switch> {
        let Terminator::Switch { value, cases, default } = &code.function.blocks[block].terminator
        else {
            return None;
        };
        let hash = code.names.find(*value);
        let ValueDef::Inst(asked) = code.function.values[hash].def else { return None };
        let text = code.call(&code.function.insts[asked].kind, "hashCode", "()I")?[0];
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        for (key, case) in cases {
            let (pos, unequal) = code.case(case.block, text, *key, default, &mut seen)?;
            found.push((pos, case.clone(), unequal));
        }
        if found.is_empty() || code.uses(hash, order) != 1 {
            return None;
        }
        found.sort_by_key(|(pos, ..)| *pos);
        let place = order.iter().find(|block| code.function.blocks[**block].insts.contains(&asked));
        let cases = found.into_iter().map(|(_, case, unequal)| (case, unequal)).collect();
        Some(Switch { asked: (*place?, asked), cases })
    }

    fn rewrite(self, function: &mut Function, block: Block) {
        let Switch { asked: (place, inst), cases } = self;
        for pair in cases.windows(2) {
            let [(_, unequal), (next, _)] = pair else { unreachable!("windows of two") };
            if let Terminator::Branch { then, otherwise, .. } =
                &mut function.blocks[unequal.block].terminator
            {
                *if unequal.is_then { then } else { otherwise } = next.clone();
            }
        }
        function.blocks[block].terminator = Terminator::Jump(cases[0].0.clone());
        // Nobody needs it any more; asking a text for its hash code does nothing else.
        function.insts[inst].kind = InstKind::Const { ty: Type::I32, bits: 0 };
        if let Terminator::Continue { next, .. } = &function.blocks[place].terminator {
            function.blocks[place].terminator = Terminator::Jump(next.clone());
        }
    }
}

/// A function that is looked at.
struct Code<'a> {
    world: &'a World,
    function: &'a Function,
    names: &'a Names,
}

impl Code<'_> {
    /// The comparisons that a case of a hash code makes, one after the other: where the first is, and where a text goes
    /// that equals none. It must be where texts go that have none of the hash codes.
    fn case(
        &self,
        start: Block,
        text: Value,
        key: i32,
        default: &BlockCall,
        seen: &mut FxHashSet<Block>,
    ) -> Option<(u32, Unequal)> {
        let mut block = start;
        let mut first = None;
        loop {
            let comparison = self.comparison(block, text, seen)?;
            if hash_code(self.world.units(comparison.constant)) != key {
                return None;
            }
            let pos = *first.get_or_insert(comparison.pos);
            let next = self.target(comparison.unequal)?;
            if self.is_same(next, default) {
                return Some((pos, comparison.unequal));
            }
            block = next.block;
        }
    }

    /// The comparison that begins with a block and does nothing else.
    fn comparison(
        &self,
        start: Block,
        text: Value,
        seen: &mut FxHashSet<Block>,
    ) -> Option<Comparison> {
        let (mut block, mut compared) = (start, None);
        for _ in 0..HOPS {
            if !seen.insert(block) {
                return None;
            }
            let data = &self.function.blocks[block];
            for inst in &data.insts {
                let inst = &self.function.insts[*inst];
                match &inst.kind {
                    InstKind::Const { .. } | InstKind::Str(_) | InstKind::Compare { .. } => {}
                    kind if compared.is_none() => {
                        let args = self.call(kind, "equals", "(Ljava/lang/Object;)Z")?;
                        let constant = self.constant(args[1])?;
                        (args[0] == text).then_some(())?;
                        compared = Some((inst.result?, constant, inst.pos.0));
                    }
                    _ => return None,
                }
            }
            match &data.terminator {
                Terminator::Jump(next) | Terminator::Continue { next, .. } => {
                    let params = &self.function.blocks[next.block].params;
                    params.iter().all(|param| self.names.is_replaced(*param)).then_some(())?;
                    block = next.block;
                }
                Terminator::Branch { cond, .. } => {
                    let (equal, constant, pos) = compared?;
                    let is_then = !self.holds_where_equal(*cond, equal)?;
                    return Some(Comparison { constant, pos, unequal: Unequal { block, is_then } });
                }
                _ => return None,
            }
        }
        None
    }

    /// Whether a condition holds where two texts are equal, if it is about that: `equal` is what `equals` has given.
    fn holds_where_equal(&self, cond: Value, equal: Value) -> Option<bool> {
        let cond = self.names.find(cond);
        if cond == equal {
            return Some(true);
        }
        let InstKind::Compare { cond, a, b, .. } = self.inst(cond)? else { return None };
        let InstKind::Const { bits: 0, .. } = self.inst(self.names.find(*b))? else { return None };
        match cond {
            _ if self.names.find(*a) != equal => None,
            Cond::Ne => Some(true),
            Cond::Eq => Some(false),
            _ => None,
        }
    }

    fn inst(&self, value: Value) -> Option<&InstKind> {
        match self.function.values[value].def {
            ValueDef::Inst(inst) => Some(&self.function.insts[inst].kind),
            ValueDef::Param(..) => None,
        }
    }

    fn constant(&self, value: Value) -> Option<StrId> {
        match self.inst(value)? {
            InstKind::Str(constant) => Some(*constant),
            _ => None,
        }
    }

    /// The arguments of a call of a method of texts.
    fn call(&self, kind: &InstKind, name: &str, descriptor: &str) -> Option<Vec<Value>> {
        let InstKind::Call { method, args, .. } = kind else { return None };
        let is_called = self.is_of_texts(*method, name, descriptor);
        is_called.then(|| args.iter().map(|arg| self.names.find(*arg)).collect())
    }

    fn is_of_texts(&self, method: MethodRef, name: &str, descriptor: &str) -> bool {
        let symbol = self.world.method_symbol(method);
        self.world.text(symbol.name) == name
            && self.world.text(symbol.descriptor) == descriptor
            && self.world.class_name(symbol.class) == "java/lang/String"
    }

    fn target(&self, unequal: Unequal) -> Option<&BlockCall> {
        match &self.function.blocks[unequal.block].terminator {
            Terminator::Branch { then, otherwise, .. } => {
                Some(if unequal.is_then { then } else { otherwise })
            }
            _ => None,
        }
    }

    fn is_same(&self, a: &BlockCall, b: &BlockCall) -> bool {
        let values = |call: &BlockCall| -> Vec<Value> {
            call.args.iter().map(|arg| self.names.find(*arg)).collect()
        };
        a.block == b.block && values(a) == values(b)
    }

    /// How often a value is used.
    fn uses(&self, value: Value, order: &[Block]) -> usize {
        let mut count = 0;
        let mut note = |used: Value| count += usize::from(self.names.find(used) == value);
        for block in order {
            let data = &self.function.blocks[*block];
            for inst in &data.insts {
                self.function.insts[*inst].kind.for_each_operand(&mut note);
            }
            data.terminator.for_each_operand(&mut note);
            let edges = data.terminator.successors().flat_map(|edge| edge.args.iter().copied());
            edges.for_each(&mut note);
        }
        count
    }
}

/// The hash code of a text.
fn hash_code(units: &[u16]) -> i32 {
    units.iter().fold(0_i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(i32::from(*unit)))
}
