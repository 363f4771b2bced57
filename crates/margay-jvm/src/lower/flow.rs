//! The control flow of bytecode, before any IR exists: blocks, exception dispatch, order,
//! liveness.
//!
//! A [`Node`] is a run of instructions, or the *dispatch* of an exception: the place that looks
//! for the first of a list of handlers that fits. There is one dispatch for each distinct list,
//! so that all throwing instructions under the same handlers share it. Liveness of local
//! variables decides which of them a join passes on: the SSA form is pruned from the start, and
//! dead variables, whose slots compilers reuse at other types, need not agree.

use super::Stop;
use crate::bytecode::{Decoded, Fault, Op};
use crate::classfile::Handler;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::ops::Range;

/// Handlers times blocks, and handlers in all dispatches together, beyond which a method is not
/// a compiler's work.
const MAX_COVERAGE: usize = 1 << 26;
const MAX_DISPATCHED: usize = 1 << 16;

/// A node of the control flow graph.
pub(super) struct Node {
    pub kind: NodeKind,
    /// Nodes control can go to, exceptions included.
    successors: SmallVec<[u32; 2]>,
    /// Number of edges that lead here.
    pub entries: u32,
}

impl Node {
    /// The dispatch of the exceptions thrown here, if they are handled at all.
    pub fn dispatch(&self) -> Option<u32> {
        match self.kind {
            NodeKind::Code { dispatch, .. } => dispatch,
            NodeKind::Dispatch(_) => None,
        }
    }
}

pub(super) enum NodeKind {
    /// Instructions, and the dispatch of the exceptions they throw.
    Code { range: Range<u32>, dispatch: Option<u32> },
    /// Handlers in order: class constant (0 for everything) and the node that handles it.
    Dispatch(Vec<(u16, u32)>),
}

/// The control flow of a method.
pub(super) struct Flow {
    pub nodes: Vec<Node>,
    /// Reachable nodes in reverse postorder.
    pub order: Vec<u32>,
    /// By instruction, its node if it is a node's first.
    starts: Vec<Option<u32>>,
    live: Liveness,
}

impl Flow {
    /// `reads` are variables that are read before instructions, beside what these do.
    pub fn new(code: &Decoded, handlers: &[Handler], reads: &[(u32, u16)]) -> Result<Self, Stop> {
        let handlers = resolve(code, handlers)?;
        let mut flow = Flow {
            nodes: Vec::new(),
            order: Vec::new(),
            starts: vec![None; code.ops.len()],
            live: Liveness::default(),
        };
        flow.split(code, &handlers);
        flow.attach_dispatches(code, &handlers)?;
        flow.connect(code);
        flow.sort();
        flow.live = Liveness::new(&flow, code, reads);
        Ok(flow)
    }

    /// The node that starts at an instruction.
    pub fn node_at(&self, instruction: u32) -> Option<u32> {
        self.starts.get(instruction as usize).copied().flatten()
    }

    /// The local variables whose values matter at the start of a node.
    pub fn live_locals(&self, node: u32) -> impl Iterator<Item = u16> {
        self.live.at(node)
    }

    /// Finds the first instruction of each block.
    fn split(&mut self, code: &Decoded, handlers: &[Resolved]) {
        let mut leads = vec![false; code.ops.len() + 1];
        leads[0] = true;
        for (index, op) in code.ops.iter().enumerate() {
            if let Some(target) = op.target() {
                leads[target as usize] = true;
            }
            if let Op::Switch(table) = op {
                let table = &code.switches[*table as usize];
                leads[table.default as usize] = true;
                for (_, target) in &table.cases {
                    leads[*target as usize] = true;
                }
            }
            leads[index + 1] |= op.ends_block();
        }
        for handler in handlers {
            leads[handler.range.start as usize] = true;
            leads[handler.range.end as usize] = true;
            leads[handler.target as usize] = true;
        }
        let mut start = 0;
        for end in 1..=code.ops.len() as u32 {
            if leads[end as usize] || end as usize == code.ops.len() {
                self.starts[start as usize] = Some(self.nodes.len() as u32);
                self.add(NodeKind::Code { range: start..end, dispatch: None });
                start = end;
            }
        }
    }

    fn add(&mut self, kind: NodeKind) {
        self.nodes.push(Node { kind, successors: SmallVec::new(), entries: 0 });
    }

    /// Gives each block that can throw the dispatch of the handlers that cover it.
    fn attach_dispatches(&mut self, code: &Decoded, handlers: &[Resolved]) -> Result<(), Stop> {
        if handlers.is_empty() {
            return Ok(());
        }
        if handlers.len() * self.nodes.len() > MAX_COVERAGE {
            return Err(Stop::TooLarge("it has too many exception handlers"));
        }
        let mut lists: IndexSet<Vec<(u16, u32)>, FxBuildHasher> = IndexSet::default();
        let mut dispatched = 0;
        let blocks = self.nodes.len();
        for node in 0..blocks {
            let NodeKind::Code { range, .. } = &self.nodes[node].kind else {
                continue;
            };
            let throws = |index: u32| code.ops[index as usize].can_throw();
            if !range.clone().any(throws) {
                continue;
            }
            let list = self.covering(handlers, range.start);
            if list.is_empty() {
                continue;
            }
            let length = list.len();
            let (number, is_new) = lists.insert_full(list);
            dispatched += if is_new { length } else { 0 };
            if dispatched > MAX_DISPATCHED {
                return Err(Stop::TooLarge("it has too many exception handlers"));
            }
            if let NodeKind::Code { dispatch, .. } = &mut self.nodes[node].kind {
                *dispatch = Some((blocks + number) as u32);
            }
        }
        lists.into_iter().for_each(|list| self.add(NodeKind::Dispatch(list)));
        Ok(())
    }

    /// The handlers in force at an instruction: the first for each class, up to one for everything.
    fn covering(&self, handlers: &[Resolved], instruction: u32) -> Vec<(u16, u32)> {
        let mut list: Vec<(u16, u32)> = Vec::new();
        for handler in handlers {
            let is_hidden = list.iter().any(|(catch, _)| *catch == handler.catch);
            if is_hidden || !handler.range.contains(&instruction) {
                continue;
            }
            let Some(node) = self.node_at(handler.target) else {
                continue;
            };
            list.push((handler.catch, node));
            if handler.catch == 0 {
                break;
            }
        }
        list
    }

    fn connect(&mut self, code: &Decoded) {
        for node in 0..self.nodes.len() {
            let successors = self.successors_of(code, &self.nodes[node].kind);
            for successor in &successors {
                self.nodes[*successor as usize].entries += 1;
            }
            self.nodes[node].successors = successors;
        }
        // The method's own entry is an edge too.
        self.nodes[0].entries += 1;
    }

    fn successors_of(&self, code: &Decoded, kind: &NodeKind) -> SmallVec<[u32; 2]> {
        let mut successors = SmallVec::new();
        match kind {
            NodeKind::Dispatch(handlers) => {
                successors.extend(handlers.iter().map(|(_, node)| *node))
            }
            NodeKind::Code { range, dispatch } => {
                let last = code.ops[range.end as usize - 1];
                if last.falls_through() {
                    successors.extend(self.node_at(range.end));
                }
                successors.extend(last.target().and_then(|target| self.node_at(target)));
                if let Op::Switch(table) = last {
                    let table = &code.switches[table as usize];
                    let cases = table.cases.iter().map(|(_, target)| *target);
                    let targets = cases.chain([table.default]);
                    successors.extend(targets.filter_map(|target| self.node_at(target)));
                }
                successors.extend(*dispatch);
            }
        }
        successors
    }

    /// Depth-first search from the entry.
    fn sort(&mut self) {
        let mut seen = vec![false; self.nodes.len()];
        let mut path = vec![(0_u32, 0_usize)];
        seen[0] = true;
        while let Some((node, next)) = path.last_mut() {
            match self.nodes[*node as usize].successors.get(*next) {
                Some(successor) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[*successor as usize], true) {
                        path.push((*successor, 0));
                    }
                }
                None => {
                    self.order.push(*node);
                    path.pop();
                }
            }
        }
        self.order.reverse();
    }
}

/// A handler in terms of instructions.
struct Resolved {
    range: Range<u32>,
    target: u32,
    catch: u16,
}

fn resolve(code: &Decoded, handlers: &[Handler]) -> Result<Vec<Resolved>, Fault> {
    let count = code.ops.len() as u32;
    // The end of a range may be the end of the code.
    let at_end = |offset: u16| (code.length == u32::from(offset)).then_some(count);
    let resolve = |handler: &Handler| {
        let start = code.at(handler.start.into())?;
        let end = code.at(handler.end.into()).or(at_end(handler.end));
        let end = end.filter(|end| start < *end)?;
        Some(Resolved {
            range: start..end,
            target: code.at(handler.target.into())?,
            catch: handler.catch,
        })
    };
    handlers
        .iter()
        .map(|handler| {
            resolve(handler).ok_or_else(|| {
                let offset = u32::from(handler.start);
                let reason = "an exception handler outside the code".into();
                Fault { offset, reason }
            })
        })
        .collect()
}

/// Live local variables at the start of each node, as rows of bits. Only variables that are
/// read anywhere have a bit.
#[derive(Default)]
struct Liveness {
    words: usize,
    bits: Vec<u64>,
    /// By bit, the variable.
    slots: Vec<u16>,
}

impl Liveness {
    fn new(flow: &Flow, code: &Decoded, reads: &[(u32, u16)]) -> Self {
        let mut slots: Vec<u16> = code.ops.iter().filter_map(|op| read_slot(*op)).collect();
        slots.extend(reads.iter().map(|(_, slot)| *slot));
        slots.sort_unstable();
        slots.dedup();
        let words = slots.len().div_ceil(64);
        let size = words * flow.nodes.len();
        let mut live = Liveness { words, bits: vec![0; size], slots };
        // Variables a node writes before it reads them.
        let mut killed = vec![0; size];
        for node in &flow.order {
            if let NodeKind::Code { range, .. } = &flow.nodes[*node as usize].kind {
                for at in range.clone() {
                    let before = reads.iter().filter(|(place, _)| *place == at);
                    for (_, slot) in before {
                        live.read(*slot, *node, &killed);
                    }
                    live.scan(code.ops[at as usize], *node, &mut killed);
                }
            }
        }
        live.solve(flow, &killed);
        live
    }

    fn row(&self, node: u32) -> Range<usize> {
        let start = node as usize * self.words;
        start..start + self.words
    }

    /// The bit of a variable at a node.
    fn locate(&self, slot: u16, node: u32) -> Option<(usize, u64)> {
        let bit = self.slots.binary_search(&slot).ok()?;
        Some((self.row(node).start + bit / 64, 1_u64 << (bit % 64)))
    }

    /// Adds a variable that is read, unless written before.
    fn read(&mut self, slot: u16, node: u32, killed: &[u64]) {
        if let Some((word, bit)) = self.locate(slot, node) {
            self.bits[word] |= bit & !killed[word];
        }
    }

    /// Adds what an instruction reads, and what it writes.
    fn scan(&mut self, op: Op, node: u32, killed: &mut [u64]) {
        if let Some(slot) = read_slot(op) {
            self.read(slot, node, killed);
        }
        if let Some((word, bit)) = written_slot(op).and_then(|slot| self.locate(slot, node)) {
            killed[word] |= bit;
        }
    }

    /// Propagates backwards until nothing changes.
    fn solve(&mut self, flow: &Flow, killed: &[u64]) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for node in flow.order.iter().rev() {
                let data = &flow.nodes[*node as usize];
                for successor in &data.successors {
                    // What a handler needs must be there before the first instruction.
                    let exceptional = data.dispatch() == Some(*successor);
                    for word in 0..self.words {
                        let to = self.row(*node).start + word;
                        let from = self.row(*successor).start + word;
                        let mask = if exceptional { 0 } else { killed[to] };
                        let bits = self.bits[to] | (self.bits[from] & !mask);
                        changed |= bits != self.bits[to];
                        self.bits[to] = bits;
                    }
                }
            }
        }
    }

    fn at(&self, node: u32) -> impl Iterator<Item = u16> {
        let row = self.bits[self.row(node)].iter().enumerate();
        row.flat_map(move |(word, bits)| {
            let mut rest = *bits;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(self.slots[word * 64 + bit as usize])
            })
        })
    }
}

fn read_slot(op: Op) -> Option<u16> {
    match op {
        Op::Load(_, slot) | Op::Increment(slot, _) => Some(slot),
        _ => None,
    }
}

fn written_slot(op: Op) -> Option<u16> {
    match op {
        Op::Store(_, slot) | Op::Increment(slot, _) => Some(slot),
        _ => None,
    }
}
