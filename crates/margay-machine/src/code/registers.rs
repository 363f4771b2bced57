//! Registers for SSA values.
//!
//! A value is live on a set of segments of the linear code. Values joined by an edge (argument
//! and parameter) share a register when their segments are disjoint, which removes most moves;
//! then every such class takes the lowest register free on all its segments. Small frames matter
//! twice: calls are cheaper, and so are choice points, which copy one frame.

use super::layout::Layout;
use super::op::Reg;
use super::select::{MAX_REGISTERS, Selection, constant};
use cranelift_entity::{EntityRef, SecondaryMap};
use margay_ir::{Block, Function, Value};

type Segment = (u32, u32);

/// The register of each value, and the size of the frame.
pub(super) struct Registers {
    pub of: SecondaryMap<Value, Reg>,
    pub count: Reg,
    /// Values used outside their block, and which of them are live where a block begins.
    globals: Vec<Value>,
    live_in: SecondaryMap<Block, Vec<u64>>,
}

/// A function that needs more registers than an operation can name.
#[derive(Debug)]
pub(super) struct TooManyRegisters;

impl Registers {
    pub fn new(
        function: &Function,
        layout: &Layout,
        selection: &Selection,
    ) -> Result<Self, TooManyRegisters> {
        let liveness = Liveness::new(function, layout, selection);
        let mut classes = Classes::new(function, liveness.segments());
        classes.coalesce(function, layout);
        let (of, count) = classes.assign(function)?;
        Ok(Registers { of, count, globals: liveness.globals, live_in: liveness.live_in })
    }

    /// The values that matter where a block begins, but for its parameters.
    pub fn live_in(&self, block: Block) -> impl Iterator<Item = Value> + '_ {
        let words = &self.live_in[block];
        let is_live =
            |at: &usize| words.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1);
        (0..self.globals.len()).filter(is_live).map(|at| self.globals[at])
    }
}

/// Live values at block boundaries. Only values that leave their block take part.
struct Liveness<'a> {
    function: &'a Function,
    layout: &'a Layout,
    selection: &'a Selection,
    /// Dense number + 1 of a value used outside its block.
    global: SecondaryMap<Value, u32>,
    globals: Vec<Value>,
    live_in: SecondaryMap<Block, Vec<u64>>,
}

fn set(bits: &mut [u64], index: usize) {
    bits[index / 64] |= 1 << (index % 64);
}

fn clear(bits: &mut [u64], index: usize) {
    bits[index / 64] &= !(1 << (index % 64));
}

impl<'a> Liveness<'a> {
    fn new(function: &'a Function, layout: &'a Layout, selection: &'a Selection) -> Self {
        let mut this = Liveness {
            function,
            layout,
            selection,
            global: SecondaryMap::new(),
            globals: Vec::new(),
            live_in: SecondaryMap::new(),
        };
        this.find_globals();
        this.solve();
        this
    }

    fn find_globals(&mut self) {
        let mut home: SecondaryMap<Value, Option<Block>> = SecondaryMap::new();
        for block in &self.layout.order {
            for v in self.defs(*block) {
                home[v] = Some(*block);
            }
        }
        for block in &self.layout.order {
            self.selection.for_each_register_use(self.function, *block, &mut |_, v| {
                if home[v] != Some(*block) && self.global[v] == 0 {
                    self.globals.push(v);
                    self.global[v] = u32::try_from(self.globals.len()).expect("values fit");
                }
            });
        }
    }

    fn defs(&self, block: Block) -> impl Iterator<Item = Value> + use<'a> {
        let data = &self.function.blocks[block];
        let results = data.insts.iter().filter_map(|i| self.function.insts[*i].result);
        data.params.iter().copied().chain(results)
    }

    fn index(&self, v: Value) -> Option<usize> {
        (self.global[v] as usize).checked_sub(1)
    }

    fn live_out(&self, block: Block) -> Vec<u64> {
        let mut out = vec![0; self.globals.len().div_ceil(64)];
        for call in self.function.blocks[block].terminator.successors() {
            for (word, more) in out.iter_mut().zip(&self.live_in[call.block]) {
                *word |= more;
            }
        }
        out
    }

    fn solve(&mut self) {
        let words = self.globals.len().div_ceil(64);
        let mut changed = true;
        while changed {
            changed = false;
            for block in self.layout.order.iter().rev() {
                let mut live = self.live_out(*block);
                // Uses that the block's own definitions do not satisfy are uses of globals whose
                // home is elsewhere, so the order of kill and use does not matter.
                for v in self.defs(*block) {
                    if let Some(index) = self.index(v) {
                        clear(&mut live, index);
                    }
                }
                self.for_each_foreign_use(*block, |index| set(&mut live, index));
                if self.live_in[*block] != live {
                    changed |= words > 0;
                    self.live_in[*block] = live;
                }
            }
        }
    }

    fn for_each_foreign_use(&self, block: Block, mut f: impl FnMut(usize)) {
        let own: rustc_hash::FxHashSet<Value> =
            self.defs(block).filter(|v| self.global[*v] != 0).collect();
        self.selection.for_each_register_use(self.function, block, &mut |_, v| {
            if let Some(index) = self.index(v)
                && !own.contains(&v)
            {
                f(index);
            }
        });
    }

    fn segments(&self) -> SecondaryMap<Value, Vec<Segment>> {
        let mut segments: SecondaryMap<Value, Vec<Segment>> = SecondaryMap::new();
        let mut start = 0;
        for block in &self.layout.order {
            start = self.block_segments(*block, start, &mut segments);
        }
        segments
    }

    /// Adds the segments of one block that starts at `start`; returns the start of the next.
    /// Parameters are defined at `start`, instruction i at `start + 1 + i`.
    fn block_segments(
        &self,
        block: Block,
        start: u32,
        segments: &mut SecondaryMap<Value, Vec<Segment>>,
    ) -> u32 {
        let data = &self.function.blocks[block];
        let at = |index: usize| start + 1 + u32::try_from(index).expect("blocks fit");
        let next = at(data.insts.len()) + 1;
        let mut live: rustc_hash::FxHashMap<Value, u32> = rustc_hash::FxHashMap::default();
        for (word_index, word) in self.live_out(block).into_iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let bit = rest.trailing_zeros() as usize;
                live.insert(self.globals[word_index * 64 + bit], next);
                rest &= rest - 1;
            }
        }
        // Uses arrive in ascending order: the last one of a value not live out ends its segment.
        self.selection.for_each_register_use(self.function, block, &mut |index, v| {
            let end = live.entry(v).or_insert(0);
            *end = (*end).max(at(index));
        });
        for param in &data.params {
            let end = live.remove(param).unwrap_or(start + 1);
            add(&mut segments[*param], (start, end.max(start + 1)));
        }
        for (index, inst) in data.insts.iter().enumerate() {
            let Some(result) = self.function.insts[*inst].result else {
                continue;
            };
            if !self.selection.silent.contains(*inst) {
                let end = live.remove(&result).unwrap_or(0);
                add(&mut segments[result], (at(index), end.max(at(index) + 1)));
            }
        }
        for (v, end) in live {
            add(&mut segments[v], (start, end));
        }
        next
    }
}

/// Values that share a register.
struct Classes {
    parent: SecondaryMap<Value, Option<Value>>,
    segments: SecondaryMap<Value, Vec<Segment>>,
    fixed: SecondaryMap<Value, Option<Reg>>,
}

/// The first segment that ends behind a place.
fn behind(segments: &[Segment], place: u32) -> usize {
    segments.partition_point(|segment| segment.1 <= place)
}

fn overlap(a: &[Segment], b: &[Segment]) -> bool {
    let (mut i, mut j) = (b.first().map_or(0, |first| behind(a, first.0)), 0);
    while i < a.len() && j < b.len() {
        if a[i].1 <= b[j].0 {
            i += 1;
        } else if b[j].1 <= a[i].0 {
            j += 1;
        } else {
            return true;
        }
    }
    false
}

/// Adds a segment behind the others; what touches becomes one.
fn add(segments: &mut Vec<Segment>, (start, end): Segment) {
    match segments.last_mut() {
        Some(last) if last.1 == start => last.1 = end,
        _ => segments.push((start, end)),
    }
}

/// Adds segments that do not overlap.
fn merge(a: &mut Vec<Segment>, b: &[Segment]) {
    let Some(first) = b.first() else { return };
    let rest = a.split_off(behind(a, first.0));
    let mut rest = rest.into_iter().peekable();
    for segment in b {
        while let Some(earlier) = rest.next_if(|other| other.0 < segment.0) {
            add(a, earlier);
        }
        add(a, *segment);
    }
    rest.for_each(|later| add(a, later));
}

impl Classes {
    fn new(function: &Function, segments: SecondaryMap<Value, Vec<Segment>>) -> Self {
        let mut fixed = SecondaryMap::new();
        for (index, param) in function.blocks[function.entry].params.iter().enumerate() {
            fixed[*param] = Some(Reg::try_from(index).expect("parameters are few"));
        }
        Classes { parent: SecondaryMap::new(), segments, fixed }
    }

    fn find(&self, mut v: Value) -> Value {
        while let Some(parent) = self.parent[v] {
            v = parent;
        }
        v
    }

    /// Joins arguments with parameters, back edges first: moves inside loops cost most.
    fn coalesce(&mut self, function: &Function, layout: &Layout) {
        let mut rank: SecondaryMap<Block, usize> = SecondaryMap::new();
        for (index, block) in layout.order.iter().enumerate() {
            rank[*block] = index;
        }
        for back in [true, false] {
            for block in &layout.order {
                for call in function.blocks[*block].terminator.successors() {
                    if (rank[call.block] <= rank[*block]) != back {
                        continue;
                    }
                    let params = &function.blocks[call.block].params;
                    for (arg, param) in call.args.iter().zip(params) {
                        if constant(function, *arg).is_none() {
                            self.join(*arg, *param);
                        }
                    }
                }
            }
        }
    }

    fn join(&mut self, a: Value, b: Value) {
        let (a, b) = (self.find(a), self.find(b));
        let clash = self.fixed[a].is_some() && self.fixed[b].is_some();
        if a == b || clash || overlap(&self.segments[a], &self.segments[b]) {
            return;
        }
        let moved = std::mem::take(&mut self.segments[b]);
        merge(&mut self.segments[a], &moved);
        self.parent[b] = Some(a);
        self.fixed[a] = self.fixed[a].or(self.fixed[b]);
    }

    fn assign(
        mut self,
        function: &Function,
    ) -> Result<(SecondaryMap<Value, Reg>, Reg), TooManyRegisters> {
        let roots = function.values.keys().filter(|v| self.parent[*v].is_none());
        let mut order: Vec<Value> = roots.filter(|v| !self.segments[*v].is_empty()).collect();
        order.sort_by_key(|v| (self.fixed[*v].is_none(), self.segments[*v][0].0, v.index()));
        let params = function.blocks[function.entry].params.len();
        let mut taken: Vec<Vec<Segment>> = vec![Vec::new(); params];
        let mut of: SecondaryMap<Value, Reg> = SecondaryMap::new();
        for v in order {
            let segments = std::mem::take(&mut self.segments[v]);
            let free = match self.fixed[v] {
                Some(reg) => usize::from(reg),
                None => {
                    taken.iter().position(|used| !overlap(used, &segments)).unwrap_or(taken.len())
                }
            };
            if free >= MAX_REGISTERS {
                return Err(TooManyRegisters);
            }
            if free == taken.len() {
                taken.push(Vec::new());
            }
            merge(&mut taken[free], &segments);
            of[v] = Reg::try_from(free).expect("checked above");
        }
        for v in function.values.keys() {
            of[v] = of[self.find(v)];
        }
        Ok((of, Reg::try_from(taken.len()).expect("checked above")))
    }
}
