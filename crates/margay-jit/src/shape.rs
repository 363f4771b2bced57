//! The shape of a decoded function: where operations go on, which of them begin blocks, which are
//! entries, and which registers are still needed where.

use margay_ir::ClassId;
use margay_machine::code::op::{NO_PC, NO_REG, Op, Pc, Reg};
use margay_machine::code::semantics::{
    Access, Callee, Compute, Engine, Operand, Store, Test, perform,
};
use margay_machine::code::{Code, Pending};

/// How one gets on from an operation.
#[derive(Default)]
pub struct Ways {
    /// To the next one.
    pub falls: bool,
    /// Within compiled code.
    pub jumps: Vec<Pc>,
    /// Through the machine, which may also throw, with the register that it sets on that way.
    pub away: Vec<(Pc, Option<Reg>)>,
    /// To the next one, but through the machine or another function: that is an entry.
    pub resumes: bool,
    /// Whether compiled code can begin here.
    pub begins: bool,
}

/// Registers that an operation reads, and the one that it writes.
#[derive(Default)]
struct Uses {
    reads: Vec<Reg>,
    writes: Option<Reg>,
}

/// The shape of a function.
pub struct Shape {
    /// Its first operation.
    pub entry: Pc,
    /// The one after its last.
    pub end: Pc,
    pub registers: u16,
    ways: Vec<Ways>,
    /// Operations that can be reached within compiled code.
    reached: Vec<bool>,
    /// Those that begin a block.
    leads: Vec<bool>,
    entries: Vec<Pc>,
    /// Words of a row of `live`.
    words: usize,
    /// Registers that are read later, before each operation.
    live: Vec<u64>,
    uses: Vec<Uses>,
}

impl Shape {
    /// The shape of a function; none if it is not for compiling. What was an entry before stays one:
    /// the loop gives way to compiled code there.
    pub fn of(code: &Code, function: u32, before: &[Pc]) -> Option<Shape> {
        let found = &code.functions[function as usize];
        let (entry, end) = (found.entry, code.end(function));
        let ops = &code.ops[entry as usize..end as usize];
        if found.stub || ops.iter().any(is_watched) {
            return None;
        }
        let ways = (entry..end).map(|pc| ways(code, function, pc)).collect();
        let uses = ops.iter().map(|op| uses(code, op)).collect();
        let words = usize::from(found.registers).div_ceil(64);
        let size = ops.len();
        let mut shape = Shape {
            entry,
            end,
            registers: found.registers,
            ways,
            reached: vec![false; size],
            leads: vec![false; size],
            entries: Vec::new(),
            words,
            live: vec![0; size * words],
            uses,
        };
        shape.reach(before);
        shape.find_live();
        (!shape.entries.is_empty()).then_some(shape)
    }

    /// Only how large the frame of a function is: enough for who looks ahead.
    pub fn of_frame(code: &Code, function: u32) -> Shape {
        let found = &code.functions[function as usize];
        Shape {
            entry: found.entry,
            end: found.entry,
            registers: found.registers,
            ways: Vec::new(),
            reached: Vec::new(),
            leads: Vec::new(),
            entries: Vec::new(),
            words: 0,
            live: Vec::new(),
            uses: Vec::new(),
        }
    }

    fn at(&self, pc: Pc) -> usize {
        (pc - self.entry) as usize
    }

    /// Whether an operation is reached within compiled code.
    pub fn is_reached(&self, pc: Pc) -> bool {
        pc < self.end && self.reached[self.at(pc)]
    }

    /// Whether a block begins at an operation.
    pub fn leads(&self, pc: Pc) -> bool {
        self.leads[self.at(pc)]
    }

    /// Where compiled code can begin.
    pub fn entries(&self) -> &[Pc] {
        &self.entries
    }

    /// Finds what is reached from the beginning, leaders and entries.
    fn reach(&mut self, before: &[Pc]) {
        let mut work = [&[self.entry], before].concat();
        let mut entries = work.clone();
        while let Some(pc) = work.pop() {
            let at = self.at(pc);
            if std::mem::replace(&mut self.reached[at], true) {
                continue;
            }
            let ways = &self.ways[at];
            if ways.resumes && pc + 1 < self.end {
                entries.push(pc + 1);
                work.push(pc + 1);
            }
            if ways.falls {
                work.push(pc + 1);
            }
            for target in &ways.jumps {
                self.leads[(*target - self.entry) as usize] = true;
                work.push(*target);
                if *target <= pc {
                    entries.push(*target);
                }
            }
        }
        entries.sort_unstable();
        entries.dedup();
        for pc in &entries {
            self.leads[(*pc - self.entry) as usize] = true;
        }
        entries.retain(|pc| self.ways[(*pc - self.entry) as usize].begins);
        self.entries = entries;
    }

    /// Finds which registers are read later, backwards until nothing changes.
    fn find_live(&mut self) {
        let words = self.words;
        let mut row = vec![0; words];
        let mut changed = true;
        while changed {
            changed = false;
            for at in (0..self.ways.len()).rev() {
                self.needed_after(at, &mut row);
                for reg in &self.uses[at].reads {
                    row[usize::from(*reg) / 64] |= 1 << (reg % 64);
                }
                let live = &mut self.live[at * words..(at + 1) * words];
                if live != row.as_slice() {
                    live.copy_from_slice(&row);
                    changed = true;
                }
            }
        }
    }

    /// Registers that are read after an operation, but the one it writes.
    fn needed_after(&self, at: usize, row: &mut [u64]) {
        row.fill(0);
        let ways = &self.ways[at];
        let join = |row: &mut [u64], to: usize| {
            for (word, live) in row.iter_mut().zip(&self.live[to * self.words..]) {
                *word |= live;
            }
        };
        if (ways.falls || ways.resumes) && at + 1 < self.ways.len() {
            join(row, at + 1);
            if let Some(reg) = self.uses[at].writes {
                row[usize::from(reg) / 64] &= !(1 << (reg % 64));
            }
        }
        for target in &ways.jumps {
            join(row, self.at(*target));
        }
        for (target, set) in &ways.away {
            let known = set.map(|reg| (reg, row[usize::from(reg) / 64] & 1 << (reg % 64)));
            join(row, self.at(*target));
            if let Some((reg, known)) = known {
                let word = &mut row[usize::from(reg) / 64];
                *word = *word & !(1 << (reg % 64)) | known;
            }
        }
    }

    /// Registers that are read from an operation on.
    pub fn live(&self, pc: Pc) -> Vec<Reg> {
        let at = self.at(pc);
        members(&self.live[at * self.words..(at + 1) * self.words])
    }

    /// Registers that are read after a call, but the one of its result.
    pub fn live_after(&self, pc: Pc) -> Vec<Reg> {
        let mut row = vec![0; self.words];
        self.needed_after(self.at(pc), &mut row);
        members(&row)
    }
}

fn members(row: &[u64]) -> Vec<Reg> {
    let mut found = Vec::new();
    for (at, word) in row.iter().enumerate() {
        let mut rest = *word;
        while rest != 0 {
            found.push((at * 64) as Reg + rest.trailing_zeros() as Reg);
            rest &= rest - 1;
        }
    }
    found
}

/// Operations of code whose loops and costs are counted, or of glue.
fn is_watched(op: &Op) -> bool {
    matches!(
        op,
        Op::Entered { .. }
            | Op::Header { .. }
            | Op::Counted { .. }
            | Op::Join
            | Op::Spend { .. }
            | Op::Ask
            | Op::Answered { .. }
            | Op::InitDone { .. }
            | Op::InitFailed { .. }
    )
}

/// How one gets on from an operation of a function.
pub fn ways(code: &Code, function: u32, pc: Pc) -> Ways {
    let mut ways = Ways { falls: true, begins: true, ..Ways::default() };
    match code.ops[pc as usize] {
        Op::Jump { target } => {
            ways.falls = false;
            ways.jumps.push(target);
        }
        Op::CheckCast { fail, .. } | Op::GetFieldOr { fail, .. } | Op::PutFieldOr { fail, .. } => {
            ways.jumps.push(fail);
        }
        Op::TableSwitch { table, .. } => {
            let table = &code.table_switches[table as usize];
            ways.falls = false;
            ways.jumps.extend(table.targets.iter().chain([&table.default]));
        }
        Op::LookupSwitch { table, .. } => {
            let table = &code.lookup_switches[table as usize];
            ways.falls = false;
            ways.jumps.extend(table.cases.iter().map(|(_, target)| target));
            ways.jumps.push(table.default);
        }
        Op::CheckIndex { check, .. }
        | Op::LoadChecked { check, .. }
        | Op::StoreChecked { check, .. } => {
            let check = &code.index_checks[check as usize];
            ways.away.extend([(check.null, None), (check.bounds, Some(check.length))]);
        }
        Op::CallOr { site, .. } => {
            (ways.falls, ways.resumes) = (false, true);
            ways.jumps.push(code.sites[site as usize].null);
        }
        Op::CallVirtual { site, .. } => {
            (ways.falls, ways.resumes) = (false, true);
            ways.away.push((code.sites[site as usize].null, None));
        }
        Op::Call { .. }
        | Op::CallInit { .. }
        | Op::CallTarget { .. }
        | Op::CallIntrinsic { .. }
        | Op::NewMultiArray { .. }
        | Op::ClassConst { .. }
        | Op::Trap { .. } => (ways.falls, ways.resumes) = (false, true),
        Op::Resolve { pending } => {
            (ways.falls, ways.resumes, ways.begins) = (false, true, false);
            match code.pending[pending as usize] {
                Pending::GetField { fail, .. }
                | Pending::PutField { fail, .. }
                | Pending::CheckCast { fail, .. } => ways.away.push((fail, None)),
                Pending::Call { site, .. } => {
                    ways.away.push((code.sites[site as usize].null, None));
                }
                _ => {}
            }
        }
        Op::Return { .. } | Op::ReturnVoid | Op::Throw { .. } | Op::Unsupported { .. } => {
            ways.falls = false;
        }
        op => ways.jumps.extend(op.target()),
    }
    let handlers = code.handlers(function);
    if let Ok(found) = handlers.binary_search_by_key(&pc, |(at, _)| *at) {
        let exception = code.functions[function as usize].exception;
        ways.away.push((handlers[found].1, Some(exception)));
    }
    ways.jumps.retain(|target| *target != NO_PC);
    ways.away.retain(|(target, _)| *target != NO_PC);
    ways
}

fn uses(code: &Code, op: &Op) -> Uses {
    let mut reader = Reader { code, uses: Uses::default() };
    perform(&mut reader, op);
    reader.uses
}

/// The engine that only looks at operands.
struct Reader<'a> {
    code: &'a Code,
    uses: Uses,
}

impl Reader<'_> {
    fn read(&mut self, operand: Operand) {
        if let Operand::Reg(reg) = operand {
            self.uses.reads.push(reg);
        }
    }

    fn write(&mut self, dst: Reg) {
        self.uses.writes = Some(dst).filter(|reg| *reg != NO_REG);
    }

    fn read_site(&mut self, site: u32) {
        self.uses.reads.extend_from_slice(&self.code.sites[site as usize].args);
    }

    /// What an operation reads and writes once it is resolved.
    fn read_pending(&mut self, pending: &Pending) {
        match pending {
            Pending::GetField { dst, object, .. } | Pending::InstanceOf { dst, object, .. } => {
                self.uses.reads.push(*object);
                self.write(*dst);
            }
            Pending::PutField { object, value, .. } => self.uses.reads.extend([object, value]),
            Pending::GetStatic { dst, .. }
            | Pending::New { dst, .. }
            | Pending::ClassConst { dst, .. } => self.write(*dst),
            Pending::PutStatic { value, .. } => self.uses.reads.push(*value),
            Pending::Call { dst, site, .. } => {
                self.read_site(*site);
                self.write(*dst);
            }
            Pending::NewArray { dst, len, .. } => {
                self.uses.reads.push(*len);
                self.write(*dst);
            }
            Pending::NewMultiArray { dst, dims, .. } => {
                self.uses.reads.extend_from_slice(dims);
                self.write(*dst);
            }
            Pending::CheckCast { object, .. } => self.uses.reads.push(*object),
        }
    }
}

impl Engine for Reader<'_> {
    type Flow = ();

    fn copy(&mut self, dst: Reg, from: Operand) {
        self.read(from);
        self.write(dst);
    }

    fn compute(&mut self, dst: Reg, _: Compute, a: Operand, b: Operand) {
        self.read(a);
        self.read(b);
        self.write(dst);
    }

    fn jump(&mut self, _: Pc) {}

    fn branch(&mut self, _: Test, a: Operand, b: Operand, _: Pc) {
        self.read(a);
        self.read(b);
    }

    fn access(&mut self, dst: Reg, _: Access, a: Operand, b: Operand) {
        self.read(a);
        self.read(b);
        self.write(dst);
    }

    fn store(&mut self, _: Store, object: Operand, index: Operand, value: Reg) {
        self.read(object);
        self.read(index);
        self.uses.reads.push(value);
    }

    fn allocate(&mut self, dst: Reg, _: ClassId, _: bool) {
        self.write(dst);
    }

    fn call(&mut self, dst: Reg, _: Callee, site: u32) {
        self.read_site(site);
        self.write(dst);
    }

    fn leave(&mut self, result: Option<Reg>) {
        self.uses.reads.extend(result);
    }

    fn record(&mut self, _: u32) {}

    fn spend(&mut self, _: u32) {}

    fn special(&mut self, op: &Op) {
        match *op {
            Op::NewArray { dst, len, .. } => {
                self.uses.reads.push(len);
                self.write(dst);
            }
            Op::NewMultiArray { dst, site } => {
                self.uses.reads.extend_from_slice(&self.code.multi_arrays[site as usize].dims);
                self.write(dst);
            }
            Op::Trap { dst, site } => {
                self.uses.reads.extend_from_slice(&self.code.traps[site as usize].args);
                self.write(dst);
            }
            Op::ClassConst { dst, .. } => self.write(dst),
            Op::Throw { src } => self.uses.reads.push(src),
            Op::Resolve { pending } => self.read_pending(&self.code.pending[pending as usize]),
            _ => {}
        }
    }
}
