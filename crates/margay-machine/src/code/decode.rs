//! From IR to operations: instructions, block by block. Where blocks end, and how one gets to the
//! next, is in [`jumps`].

mod jumps;

use super::diamonds::Diamonds;
use super::layout::Layout;
use super::moves::Moves;
use super::op::{IndexCheck, NO_PC, NO_REG, Op, Pc, Reg};
use super::registers::Registers;
use super::select::{Selection, immediate};
use super::watch::Watched;
use super::{Code, CodeFunction, Diamond, Live, Pending, Point, TrapSite};
use cranelift_entity::SecondaryMap;
use margay_ir::cost;
use margay_ir::function::{Dispatch, Pos};
use margay_ir::{BinOp, Block, Conv, Function, InstKind, Storage, Type, Value};

/// A jump whose target is not placed yet.
#[derive(Clone, Copy)]
enum Label {
    Block(Block),
    /// Moves on an edge, emitted out of line.
    Stub(usize),
}

/// Moves that belong to an edge of a branch and so have a place of their own.
struct Stub {
    moves: Moves,
    block: Block,
    pos: Pos,
}

struct Decoder<'a> {
    code: &'a mut Code,
    function: &'a Function,
    layout: Layout,
    selection: Selection,
    registers: Registers,
    spare: Reg,
    exception: Reg,
    starts: SecondaryMap<Block, Pc>,
    /// Blocks that only test whether a loop goes on, and that are jumped back to.
    loop_tests: SecondaryMap<Block, bool>,
    /// The block laid out after a block.
    follower: SecondaryMap<Block, Option<Block>>,
    stubs: Vec<Stub>,
    stub_starts: Vec<Pc>,
    labels: Vec<Label>,
    unwinds: Vec<(Pc, Pc)>,
    /// Operations before this one are not the fall-through predecessors of the next.
    barrier: usize,
    pos: Pos,
    watched: Option<Watched>,
    diamonds: Option<Diamonds>,
    /// The register that tells a call from others of the function, if there are diamonds.
    token: Reg,
    /// Jumps, and the blocks where their ways meet.
    meeting: Vec<(Pc, Block)>,
    first_op: usize,
    first_tables: [usize; 5],
}

impl Code {
    /// Decodes a function and makes it callable. Where code is watched, its blocks are recorded
    /// if it is `traced`.
    ///
    /// # Errors
    /// When the function needs more registers than an operation can name.
    pub fn decode(&mut self, function: &Function, traced: bool) -> Result<u32, &'static str> {
        let layout = Layout::new(function);
        let selection = Selection::new(function, &layout.order);
        let registers = Registers::new(function, &layout, &selection)
            .map_err(|_| "the method needs more than 65,000 registers")?;
        let (spare, exception) = (registers.count, registers.count + 1);
        let watched = self.watch.map(|watch| match watch.counted {
            true => Watched::new(function, exception + 1, traced),
            false => Watched::uncounted(exception + 1, traced),
        });
        let token = watched.as_ref().map_or(exception + 1, Watched::end);
        let has_joins = self.watch.is_some_and(|watch| watch.joins);
        let diamonds = has_joins.then(|| Diamonds::new(function));
        let end = if has_joins { token + 1 } else { token };
        let first_op = self.ops.len();
        let first_point = self.points.len();
        let first_tables = self.table_lengths();
        let mut decoder = Decoder {
            code: self,
            function,
            layout,
            selection,
            registers,
            spare,
            exception,
            starts: SecondaryMap::new(),
            loop_tests: SecondaryMap::new(),
            follower: SecondaryMap::new(),
            stubs: Vec::new(),
            stub_starts: Vec::new(),
            labels: Vec::new(),
            unwinds: Vec::new(),
            barrier: first_op,
            pos: Pos::default(),
            watched,
            diamonds,
            token,
            meeting: Vec::new(),
            first_op,
            first_tables,
        };
        decoder.emit_blocks();
        decoder.emit_stubs();
        decoder.bind_labels();
        decoder.bind_diamonds();
        let mut unwinds = std::mem::take(&mut decoder.unwinds);
        unwinds.sort_unstable();
        let entry = Pc::try_from(first_op).expect("code fits 32 bits");
        let decoded = CodeFunction {
            method: function.method,
            entry,
            registers: end,
            unwinds,
            exception,
            stub: false,
            lines: function.lines.clone(),
        };
        self.add_joins(function, first_point);
        let id = Self::add(&mut self.functions, decoded);
        self.by_method.insert(function.method, id);
        Ok(id)
    }

    /// Lengths of the side tables that hold jump targets.
    fn table_lengths(&self) -> [usize; 5] {
        [
            self.index_checks.len(),
            self.table_switches.len(),
            self.lookup_switches.len(),
            self.sites.len(),
            self.pending.len(),
        ]
    }
}

impl Decoder<'_> {
    fn reg(&self, value: Value) -> Reg {
        self.registers.of[value]
    }

    fn regs(&self, values: &[Value]) -> Vec<Reg> {
        values.iter().map(|v| self.reg(*v)).collect()
    }

    fn push(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.positions.push(self.pos);
    }

    /// Removes the last operation, to be fused with the next.
    fn pop(&mut self) {
        self.code.ops.pop();
        self.code.positions.pop();
    }

    /// The operation that runs immediately before the next one, always.
    fn last(&self) -> Option<Op> {
        let last = self.code.ops.len().checked_sub(1)?;
        (last >= self.barrier).then(|| self.code.ops[last])
    }

    fn emit_blocks(&mut self) {
        let order = std::mem::take(&mut self.layout.order);
        for pair in order.windows(2) {
            self.follower[pair[0]] = Some(pair[1]);
        }
        if self.watched.is_none() {
            self.find_loop_tests(&order);
        }
        self.emit_prologue();
        for (index, block) in order.iter().enumerate() {
            let after_fall_through = index > 0
                && self.layout.preds[*block] == 1
                && !self.loop_tests[order[index - 1]]
                && self.function.blocks[order[index - 1]]
                    .terminator
                    .successors()
                    .any(|call| call.block == *block);
            if !after_fall_through {
                self.barrier = self.code.ops.len();
            }
            self.starts[*block] = Pc::try_from(self.code.ops.len()).expect("code fits 32 bits");
            self.emit_watch(*block);
            self.emit_block(*block, order.get(index + 1).copied());
        }
    }

    /// Sets the counters of a watched function to zero.
    fn emit_prologue(&mut self) {
        let Some(watched) = &self.watched else { return };
        let (counter, end) = (watched.first, watched.end());
        if self.code.watch.is_some_and(|watch| watch.counted || watch.metered) {
            self.push(Op::Entered { counter });
        }
        let token = self.diamonds.is_some().then_some(self.token);
        for dst in (counter + 1..end).chain(token) {
            self.push(Op::Const { dst, bits: 0 });
        }
        self.barrier = self.code.ops.len();
    }

    /// Counts and records the entry into a block of a watched function.
    fn emit_watch(&mut self, block: Block) {
        let Some(watched) = &self.watched else { return };
        let (header, traced) = (watched.headers[block], watched.traced);
        if self.diamonds.as_ref().is_some_and(|diamonds| diamonds.met.contains(block)) {
            self.note_live(block);
            self.push(Op::Join);
        }
        if let Some((counter, inner)) = header {
            self.note_live(block);
            self.push(Op::Header { counter, inner });
        }
        if traced {
            let point = Point { method: self.function.method, block };
            let point = Code::add(&mut self.code.points, point);
            self.push(Op::Point { point });
        }
    }

    /// Remembers where the ways of the jumps meet.
    fn bind_diamonds(&mut self) {
        for (jump, block) in std::mem::take(&mut self.meeting) {
            let diamond = Diamond { join: self.starts[block], token: self.token };
            self.code.diamonds.insert(jump, diamond);
        }
    }

    /// Remembers which registers matter where a round of a loop begins or ways meet, the next operation.
    fn note_live(&mut self, block: Block) {
        let params = self.function.blocks[block].params.iter().copied();
        let used = params.filter(|param| self.selection.uses[*param] > 0);
        let values = used.chain(self.registers.live_in(block));
        let mut live: Vec<Live> = values
            .map(|value| {
                let mut variables = self.function.variables.iter();
                let variable =
                    variables.find(|(other, _)| *other == value).map(|(_, number)| *number);
                Live { register: self.reg(value), ty: self.function.ty(value), variable }
            })
            .collect();
        live.sort_unstable_by_key(|live| live.register);
        let at = Pc::try_from(self.code.ops.len()).expect("code fits 32 bits");
        self.code.live.insert(at, live.into());
    }

    fn find_loop_tests(&mut self, order: &[Block]) {
        let mut placed: SecondaryMap<Block, bool> = SecondaryMap::new();
        for block in order {
            placed[*block] = true;
            for call in self.function.blocks[*block].terminator.successors() {
                let mut insts = self.function.blocks[call.block].insts.iter();
                let only_tests = self.selection.fused(call.block).is_some()
                    && insts.all(|inst| self.selection.silent.contains(*inst));
                self.loop_tests[call.block] |= placed[call.block] && only_tests;
            }
        }
    }

    fn emit_block(&mut self, block: Block, next: Option<Block>) {
        let function = self.function;
        let data = &function.blocks[block];
        let is_metered = self.code.watch.is_some_and(|watch| watch.metered);
        let costs = if is_metered { cost::instructions(function, block) } else { Vec::new() };
        let mut costs = costs.into_iter();
        self.emit_cost(costs.next());
        for inst in &data.insts {
            let inst_data = &function.insts[*inst];
            if !self.selection.silent.contains(*inst) {
                self.pos = inst_data.pos;
                self.emit_inst(&inst_data.kind, inst_data.result);
            }
            if cost::ends_part(&inst_data.kind) {
                self.emit_cost(costs.next());
            }
        }
        self.pos = data.end;
        self.emit_terminator(block, &data.terminator, next);
    }

    /// Counts what a part of a block costs.
    fn emit_cost(&mut self, instructions: Option<u32>) {
        if let Some(instructions) = instructions.filter(|count| *count > 0) {
            self.push(Op::Spend { instructions });
        }
    }

    fn emit_inst(&mut self, kind: &InstKind, result: Option<Value>) {
        let dst = result.map_or(NO_REG, |v| self.reg(v));
        match kind {
            InstKind::Const { bits, .. } => self.emit_constant(dst, *bits),
            InstKind::Null => self.emit_constant(dst, 0),
            InstKind::Str(string) => self.push(Op::Str { dst, string: string.as_u32() }),
            InstKind::Binary { op, ty, a, b } => self.emit_binary(dst, *op, *ty, *a, *b),
            InstKind::Neg { ty, a } => self.push(Op::Neg { ty: *ty, dst, a: self.reg(*a) }),
            InstKind::Convert { conv, a } => {
                let a = self.reg(*a);
                self.push(match conv {
                    Conv::I32ToI64 => Op::I32ToI64 { dst, a },
                    Conv::I64ToI32 => Op::I64ToI32 { dst, a },
                    conv => Op::Convert { conv: *conv, dst, a },
                });
            }
            InstKind::Compare { cond, ty, a, b } => {
                let (a, b) = (self.reg(*a), self.reg(*b));
                self.push(Op::Compare { cond: *cond, ty: *ty, dst, a, b });
            }
            InstKind::ThreeWay { ty, nan, a, b } => {
                let (a, b) = (self.reg(*a), self.reg(*b));
                self.push(Op::ThreeWay { ty: *ty, nan: *nan, dst, a, b });
            }
            InstKind::ArrayLen(array) => self.emit_array_len(dst, self.reg(*array)),
            InstKind::ArrayLoad { array, index, .. } => self.emit_load(dst, *array, *index),
            InstKind::ArrayStore { elem, array, index, value } => {
                self.emit_store(*elem, *array, *index, *value);
            }
            InstKind::Trap { trap, args, text, class } => {
                let args = self.regs(args);
                let site = TrapSite { trap: *trap, args, text: *text, class: *class };
                let site = Code::add(&mut self.code.traps, site);
                self.push(Op::Trap { dst, site });
            }
            other => self.emit_symbolic(other, dst),
        }
    }

    /// Instructions that name classes, fields or methods: resolved when first reached.
    fn emit_symbolic(&mut self, kind: &InstKind, dst: Reg) {
        let pending = match kind {
            InstKind::GetField { field, object } => {
                let object = self.reg(*object);
                let fail = self.take_null_check(object);
                Pending::GetField { dst, object, field: *field, fail }
            }
            InstKind::PutField { field, object, value } => {
                let (object, value) = (self.reg(*object), self.reg(*value));
                let fail = self.take_null_check(object);
                Pending::PutField { object, value, field: *field, fail }
            }
            InstKind::GetStatic(field) => Pending::GetStatic { dst, field: *field },
            InstKind::PutStatic { field, value } => {
                Pending::PutStatic { value: self.reg(*value), field: *field }
            }
            InstKind::Call { dispatch, method, args } => {
                let args = self.regs(args);
                let null = match (*dispatch, args.first()) {
                    (Dispatch::Virtual | Dispatch::Interface, Some(receiver)) => {
                        self.take_null_check(*receiver)
                    }
                    _ => NO_PC,
                };
                let site = self.code.add_site(args.into());
                self.code.sites[site as usize].null = null;
                Pending::Call { dispatch: *dispatch, dst, method: *method, site }
            }
            InstKind::New(class) => Pending::New { dst, class: *class },
            InstKind::NewArray { class, len } => {
                Pending::NewArray { dst, len: self.reg(*len), class: *class }
            }
            InstKind::NewMultiArray { class, dims } => {
                Pending::NewMultiArray { dst, class: *class, dims: self.regs(dims) }
            }
            InstKind::InstanceOf { class, object } => {
                Pending::InstanceOf { dst, object: self.reg(*object), class: *class }
            }
            InstKind::ClassConst(class) => Pending::ClassConst { dst, class: *class },
            _ => unreachable!("emitted elsewhere"),
        };
        let pending = Code::add(&mut self.code.pending, pending);
        self.push(Op::Resolve { pending });
    }

    fn emit_constant(&mut self, dst: Reg, bits: u64) {
        let op = match u32::try_from(bits) {
            Ok(bits) => Op::Const { dst, bits },
            Err(_) => Op::Wide { dst, index: Code::add(&mut self.code.wide, bits) },
        };
        self.push(op);
    }

    fn emit_binary(&mut self, dst: Reg, op: BinOp, ty: Type, a: Value, b: Value) {
        let left = self.reg(a);
        if let Some(imm) = immediate(self.function, op, ty, b) {
            self.push(binary_with_constant(op, ty, dst, left, imm));
            return;
        }
        let (a, b) = (left, self.reg(b));
        self.push(match (op, ty) {
            (BinOp::Add, Type::I32) => Op::Add32 { dst, a, b },
            (BinOp::Sub, Type::I32) => Op::Sub32 { dst, a, b },
            (BinOp::Mul, Type::I32) => Op::Mul32 { dst, a, b },
            (BinOp::And, Type::I32) => Op::And32 { dst, a, b },
            (BinOp::Or, Type::I32) => Op::Or32 { dst, a, b },
            (BinOp::Xor, Type::I32) => Op::Xor32 { dst, a, b },
            (BinOp::Add, Type::I64) => Op::Add64 { dst, a, b },
            (BinOp::Sub, Type::I64) => Op::Sub64 { dst, a, b },
            (BinOp::And, Type::I64) => Op::And64 { dst, a, b },
            (BinOp::Xor, Type::I64) => Op::Xor64 { dst, a, b },
            (BinOp::Mul, Type::I64) => Op::Mul64 { dst, a, b },
            (BinOp::Add, Type::F64) => Op::AddF64 { dst, a, b },
            (BinOp::Mul, Type::F64) => Op::MulF64 { dst, a, b },
            _ => Op::Binary { op, ty, dst, a, b },
        });
    }

    /// If the operation before checks this register for null, takes the check over.
    fn take_null_check(&mut self, object: Reg) -> Pc {
        match self.last() {
            Some(Op::JumpNull { a, target }) if a == object => {
                self.pop();
                target
            }
            _ => NO_PC,
        }
    }

    fn emit_array_len(&mut self, dst: Reg, array: Reg) {
        match self.take_null_check(array) {
            NO_PC => self.push(Op::ArrayLen { dst, array }),
            fail => self.push(Op::ArrayLenOr { dst, array, fail }),
        }
    }

    /// Whether the length is used by this check and by the message of its failure only.
    fn length_dies(&self, length: Value, on_failure: Block) -> bool {
        let mut in_message = 0;
        for inst in &self.function.blocks[on_failure].insts {
            self.function.insts[*inst]
                .kind
                .for_each_operand(|v| in_message += u32::from(v == length));
        }
        self.selection.uses[length] == 1 + in_message
    }

    fn emit_bounds_check(&mut self, index: Value, length: Value, fail: Pc, dies: bool) {
        let (index, length_reg) = (self.reg(index), self.reg(length));
        let (array, null) = match self.last() {
            Some(Op::ArrayLen { dst, array }) if dst == length_reg => (array, NO_PC),
            Some(Op::ArrayLenOr { dst, array, fail }) if dst == length_reg => (array, fail),
            _ => {
                return self.push(Op::CheckBounds { index, length: length_reg, fail });
            }
        };
        if !dies || array == length_reg || index == length_reg {
            return self.push(Op::CheckBounds { index, length: length_reg, fail });
        }
        self.pop();
        let check = IndexCheck { length: length_reg, null, bounds: fail };
        let check = Code::add(&mut self.code.index_checks, check);
        self.push(Op::CheckIndex { array, index, check });
    }

    fn take_index_check(&mut self, array: Reg, index: Reg) -> Option<u32> {
        match self.last() {
            Some(Op::CheckIndex { array: a, index: i, check }) if (a, i) == (array, index) => {
                self.pop();
                Some(check)
            }
            _ => None,
        }
    }

    fn emit_load(&mut self, dst: Reg, array: Value, index: Value) {
        let (array, index) = (self.reg(array), self.reg(index));
        match self.take_index_check(array, index) {
            Some(check) => self.push(Op::LoadChecked { dst, array, index, check }),
            None => self.push(Op::ArrayLoad { dst, array, index }),
        }
    }

    fn emit_store(&mut self, elem: Storage, array: Value, index: Value, value: Value) {
        let (array, index, value) = (self.reg(array), self.reg(index), self.reg(value));
        if matches!(elem, Storage::Bool | Storage::I8 | Storage::I16 | Storage::U16) {
            return self.push(Op::ArrayStoreNarrow { array, index, value });
        }
        match self.take_index_check(array, index) {
            Some(check) => self.push(Op::StoreChecked { array, index, value, check }),
            None => self.push(Op::ArrayStore { array, index, value }),
        }
    }
}

fn binary_with_constant(op: BinOp, ty: Type, dst: Reg, a: Reg, imm: i32) -> Op {
    match (op, ty) {
        (BinOp::Add, Type::I32) => Op::AddImm32 { dst, a, imm },
        (BinOp::Mul, Type::I32) => Op::MulImm32 { dst, a, imm },
        (BinOp::And, Type::I32) => Op::AndImm32 { dst, a, imm },
        (BinOp::Shl, Type::I32) => Op::ShlImm32 { dst, a, imm },
        (BinOp::Shr, Type::I32) => Op::ShrImm32 { dst, a, imm },
        (BinOp::Ushr, Type::I32) => Op::UshrImm32 { dst, a, imm },
        _ => {
            let imm = i16::try_from(imm).expect("only the operators above take a wide one");
            Op::BinaryImm { op, ty, dst, a, imm }
        }
    }
}
