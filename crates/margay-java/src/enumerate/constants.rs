//! String constants of a predicate, made before the search.
//!
//! Going back frees what was made since, so a constant that the predicate first meets in the search
//! would be made on each path anew, and looking ahead, which makes nothing, would end there. Which
//! ones the predicate can meet is read from its code and that of the methods it calls, as far as they
//! are the user's own; so the constants do not depend on where a search begins.

use crate::predicate::Predicate;
use crate::program::Program;
use margay_ir::{InstKind, MethodId};
use margay_machine::Platform;
use margay_search::enumerate::Bounds;
use rustc_hash::FxHashSet;

/// Methods that are looked at.
const MOST_METHODS: usize = 1 << 10;

/// Makes the constants, as far as there is room for them.
pub(super) fn make(program: &mut Program, predicate: Predicate, bounds: &Bounds) {
    let Program { machine, classes, .. } = program;
    let own: FxHashSet<&str> = classes.iter().map(String::as_str).collect();
    let mut order = vec![predicate.method];
    let mut known: FxHashSet<MethodId> = order.iter().copied().collect();
    let mut next = 0;
    while next < order.len().min(MOST_METHODS) {
        let body = machine.platform.loader.body(&mut machine.core.world, order[next]);
        next += 1;
        let Ok(body) = body else { continue };
        for inst in body.insts.values() {
            match inst.kind {
                InstKind::Str(string) => {
                    let _ = machine.platform.string(&mut machine.core, string);
                }
                InstKind::Call { method, .. } => {
                    let world = &machine.core.world;
                    let symbol = world.method_symbol(method);
                    let is_own = own.contains(world.class_name(symbol.class));
                    if !is_own || world.class(symbol.class).is_none() {
                        continue;
                    }
                    let Some(found) = world.find_method(symbol) else { continue };
                    let declared = world.method(found).class;
                    // What objects of the search would run instead.
                    let objects = bounds.objects.iter().map(|set| set.class);
                    let objects = objects.filter(|class| world.is_subclass(*class, declared));
                    let selected = objects.filter_map(|class| world.select(class, found));
                    for method in selected.chain([found]) {
                        if known.insert(method) {
                            order.push(method);
                        }
                    }
                }
                _ => {}
            }
        }
    }
}
