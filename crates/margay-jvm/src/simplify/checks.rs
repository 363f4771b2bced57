//! Checks of what is already known: that a reference is not null, that a cast succeeds.
//!
//! A fact is known by what made the value, or by a check or a test that dominates the place.
//! `if (x instanceof T) { T t = (T) x; t.f(); }` needs neither the cast's check nor the call's.

use super::Names;
use margay_ir::analysis::cfg::Cfg;
use margay_ir::analysis::dominators::Dominators;
use margay_ir::function::ValueDef;
use margay_ir::{Block, Check, ClassId, Cond, Function, InstKind, Terminator, Type, Value};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Fact {
    NonNull(Value),
    /// Null or an instance.
    Castable(Value, ClassId),
}

/// Removes each check that always holds, and says whether there was one. `receiver` is the
/// function's own, if it has one.
pub(super) fn drop_redundant(
    function: &mut Function,
    names: &Names,
    receiver: Option<Value>,
) -> bool {
    let cfg = Cfg::new(function);
    let mut facts = Facts { dominators: Dominators::new(&cfg), places: FxHashMap::default() };
    let exceptions = exceptions(function, &cfg);
    for value in receiver.into_iter().chain(exceptions) {
        facts.learn(Fact::NonNull(value), cfg.entry());
    }
    let mut changed = false;
    for block in cfg.reverse_postorder().iter().copied() {
        let mut predecessors = cfg.predecessors(block);
        if let (Some(only), None) = (predecessors.next(), predecessors.next()) {
            for fact in learned(function, names, only, block) {
                facts.learn(fact, block);
            }
        }
        let Terminator::Guard { check, pass, .. } = &function.blocks[block].terminator else {
            continue;
        };
        let Some(fact) = fact_of(check, names) else {
            continue;
        };
        if facts.holds(fact, block) || is_evident(function, fact) {
            function.blocks[block].terminator = Terminator::Jump(pass.clone());
            changed = true;
        }
    }
    changed
}

/// Facts with the blocks from which on they hold.
struct Facts {
    dominators: Dominators,
    places: FxHashMap<Fact, SmallVec<[Block; 2]>>,
}

impl Facts {
    fn holds(&self, fact: Fact, block: Block) -> bool {
        let places = self.places.get(&fact);
        places.is_some_and(|places| places.iter().any(|p| self.dominators.dominates(*p, block)))
    }

    fn learn(&mut self, fact: Fact, block: Block) {
        if !self.holds(fact, block) {
            self.places.entry(fact).or_default().push(block);
        }
    }
}

/// The values that hold caught exceptions.
fn exceptions(function: &Function, cfg: &Cfg) -> Vec<Value> {
    let blocks = cfg.reverse_postorder().iter();
    let unwinding = blocks.filter_map(|block| match &function.blocks[*block].terminator {
        Terminator::Continue { unwind, .. } => Some(unwind.block),
        _ => None,
    });
    unwinding.filter_map(|block| function.blocks[block].params.last().copied()).collect()
}

/// What a check establishes, if it is of the kind followed here.
fn fact_of(check: &Check, names: &Names) -> Option<Fact> {
    match check {
        Check::NonNull(value) => Some(Fact::NonNull(names.find(*value))),
        Check::Castable { class, object } => Some(Fact::Castable(names.find(*object), *class)),
        _ => None,
    }
}

/// Whether the instruction that made the value establishes the fact.
fn is_evident(function: &Function, fact: Fact) -> bool {
    let (Fact::NonNull(value) | Fact::Castable(value, _)) = fact;
    let ValueDef::Inst(inst) = function.values[value].def else {
        return false;
    };
    match (&function.insts[inst].kind, fact) {
        (InstKind::New(made), Fact::Castable(_, class)) => *made == class,
        (InstKind::Null, Fact::Castable(..)) => true,
        (
            InstKind::New(_)
            | InstKind::NewArray { .. }
            | InstKind::NewMultiArray { .. }
            | InstKind::Str(_)
            | InstKind::ClassConst(_)
            | InstKind::Trap { .. },
            Fact::NonNull(_),
        ) => true,
        _ => false,
    }
}

/// What holds in a block because control came from its only predecessor.
fn learned(function: &Function, names: &Names, from: Block, to: Block) -> SmallVec<[Fact; 2]> {
    match &function.blocks[from].terminator {
        Terminator::Guard { check, pass, fail } if pass.block == to && fail.block != to => {
            fact_of(check, names).into_iter().collect()
        }
        Terminator::Branch { cond, then, otherwise } if then.block != otherwise.block => {
            let ValueDef::Inst(inst) = function.values[names.find(*cond)].def else {
                return smallvec![];
            };
            implied(function, names, &function.insts[inst].kind, then.block == to)
        }
        _ => smallvec![],
    }
}

/// What holds if a test has this result.
fn implied(
    function: &Function,
    names: &Names,
    test: &InstKind,
    result: bool,
) -> SmallVec<[Fact; 2]> {
    let made_by = |value: Value| match function.values[value].def {
        ValueDef::Inst(inst) => Some(&function.insts[inst].kind),
        ValueDef::Param(..) => None,
    };
    match test {
        InstKind::InstanceOf { class, object } if result => {
            let object = names.find(*object);
            smallvec![Fact::NonNull(object), Fact::Castable(object, *class)]
        }
        InstKind::Compare { cond, ty, a, b } => {
            let (a, b) = (names.find(*a), names.find(*b));
            let differ = match cond {
                Cond::Ne => result,
                Cond::Eq => !result,
                _ => return smallvec![],
            };
            match (ty, made_by(a), made_by(b)) {
                (Type::Ref, _, Some(InstKind::Null)) if differ => smallvec![Fact::NonNull(a)],
                // The test of a test's result, as compilers branch on booleans.
                (
                    Type::I32,
                    Some(inner @ InstKind::InstanceOf { .. }),
                    Some(InstKind::Const { bits: 0, .. }),
                ) if differ => implied(function, names, inner, true),
                _ => smallvec![],
            }
        }
        _ => smallvec![],
    }
}
