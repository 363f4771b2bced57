//! Block parameters that only ever receive one value.

use super::Names;
use cranelift_entity::SecondaryMap;
use margay_ir::{Block, Function, Terminator, Value};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// What each parameter receives over all edges.
pub(super) struct Incoming {
    /// By parameter; empty for other values.
    args: SecondaryMap<Value, SmallVec<[Value; 2]>>,
    /// Parameters that get a value from elsewhere: arguments of the function, exceptions.
    pinned: SecondaryMap<Value, bool>,
}

impl Incoming {
    pub fn new(function: &Function, order: &[Block]) -> Self {
        let mut incoming = Incoming { args: SecondaryMap::new(), pinned: SecondaryMap::new() };
        for param in &function.blocks[function.entry].params {
            incoming.pinned[*param] = true;
        }
        for block in order {
            let terminator = &function.blocks[*block].terminator;
            for edge in terminator.successors() {
                let params = &function.blocks[edge.block].params;
                for (param, arg) in params.iter().zip(&edge.args) {
                    incoming.args[*param].push(*arg);
                }
            }
            if let Terminator::Continue { unwind, .. } = terminator
                && let Some(exception) = function.blocks[unwind.block].params.last()
            {
                incoming.pinned[*exception] = true;
            }
        }
        incoming
    }

    pub fn args(&self, param: Value) -> &[Value] {
        &self.args[param]
    }

    pub fn is_pinned(&self, param: Value) -> bool {
        self.pinned[param]
    }

    /// The only value a parameter receives, itself aside.
    fn only(&self, param: Value, names: &Names) -> Option<Value> {
        let mut only = None;
        for arg in self.args(param) {
            let arg = names.find(*arg);
            if arg != param && only.is_none_or(|other| other == arg) {
                only = Some(arg);
            } else if arg != param {
                return None;
            }
        }
        only
    }
}

/// Replaces each parameter that receives only one value by that value, until none does.
pub(super) fn drop_redundant(function: &Function, order: &[Block], names: &mut Names) {
    let incoming = Incoming::new(function, order);
    let mut work: VecDeque<Value> = VecDeque::new();
    // Parameters to look at again when this value is replaced.
    let mut receivers: SecondaryMap<Value, SmallVec<[Value; 2]>> = SecondaryMap::new();
    for block in order {
        for param in &function.blocks[*block].params {
            if incoming.is_pinned(*param) || names.is_replaced(*param) {
                continue;
            }
            work.push_back(*param);
            for arg in incoming.args(*param) {
                receivers[names.find(*arg)].push(*param);
            }
        }
    }
    while let Some(param) = work.pop_front() {
        if names.is_replaced(param) {
            continue;
        }
        let Some(only) = incoming.only(param, names) else {
            continue;
        };
        names.replace(param, only);
        let affected = std::mem::take(&mut receivers[param]);
        work.extend(&affected);
        receivers[only].extend(affected);
    }
}
