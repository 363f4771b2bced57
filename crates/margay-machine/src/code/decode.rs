//! From IR to operations.

use super::layout::Layout;
use super::moves::{Moves, Source, sequentialize};
use super::op::{IndexCheck, NO_PC, NO_REG, Op, Pc, Reg};
use super::registers::Registers;
use super::select::{Fused, Selection, constant, immediate, small};
use super::watch::Watched;
use super::{Code, CodeFunction, LookupSwitch, Pending, Point, TableSwitch, TrapSite};
use cranelift_entity::SecondaryMap;
use margay_ir::function::{Dispatch, Pos};
use margay_ir::{
    BinOp, Block, BlockCall, Check, Cond, Conv, Function, InstKind, Storage, Terminator, Type,
    Value,
};

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
        let watched = self.watch.map(|_| Watched::new(function, exception + 1, traced));
        let end = watched.as_ref().map_or(exception + 1, Watched::end);
        let first_op = self.ops.len();
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
            first_op,
            first_tables,
        };
        decoder.emit_blocks();
        decoder.emit_stubs();
        decoder.bind_labels();
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
        self.push(Op::Entered { counter });
        for dst in counter + 1..end {
            self.push(Op::Const { dst, bits: 0 });
        }
        self.barrier = self.code.ops.len();
    }

    /// Counts and records the entry into a block of a watched function.
    fn emit_watch(&mut self, block: Block) {
        let Some(watched) = &self.watched else { return };
        let (header, traced) = (watched.headers[block], watched.traced);
        if let Some((counter, inner)) = header {
            self.push(Op::Header { counter, inner });
        }
        if traced {
            let point = Point { method: self.function.method, block };
            let point = Code::add(&mut self.code.points, point);
            self.push(Op::Point { point });
        }
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
        for inst in &data.insts {
            if self.selection.silent.contains(*inst) {
                continue;
            }
            let inst = &function.insts[*inst];
            self.pos = inst.pos;
            self.emit_inst(&inst.kind, inst.result);
        }
        self.pos = data.end;
        self.emit_terminator(block, &data.terminator, next);
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

    /// The moves of an edge.
    fn moves(&self, call: &BlockCall, exception: Option<Reg>) -> Moves {
        let params = &self.function.blocks[call.block].params;
        let sources = call.args.iter().map(|arg| match constant(self.function, *arg) {
            Some(bits) => Source::Const(bits),
            None => Source::Reg(self.reg(*arg)),
        });
        let all = sources.chain(exception.map(Source::Reg));
        let moves = params.iter().map(|p| self.reg(*p)).zip(all).collect();
        sequentialize(moves, self.spare)
    }

    fn emit_moves(&mut self, moves: &Moves) {
        for (dst, source) in moves {
            match *source {
                Source::Reg(src) => self.push(Op::Move { dst: *dst, src }),
                Source::Const(bits) => self.emit_constant(*dst, bits),
            }
        }
    }

    fn label(&mut self, label: Label) -> Pc {
        self.labels.push(label);
        Pc::try_from(self.labels.len() - 1).expect("labels fit 32 bits")
    }

    /// A jump target that does the edge's moves.
    fn edge(&mut self, call: &BlockCall, exception: Option<Reg>) -> Pc {
        let moves = self.moves(call, exception);
        if moves.is_empty() {
            return self.label(Label::Block(call.block));
        }
        self.stubs.push(Stub { moves, block: call.block, pos: self.pos });
        self.label(Label::Stub(self.stubs.len() - 1))
    }

    /// Goes to a block from the end of the code emitted so far.
    fn go(&mut self, call: &BlockCall, next: Option<Block>) {
        let moves = self.moves(call, None);
        self.emit_moves(&moves);
        if next == Some(call.block) || self.repeat_loop_test(call.block) {
            return;
        }
        let target = self.label(Label::Block(call.block));
        self.push(Op::Jump { target });
    }

    /// Instead of jumping back to a loop's test, makes the test here: one operation less for
    /// every iteration. True if that was possible.
    fn repeat_loop_test(&mut self, header: Block) -> bool {
        let function = self.function;
        let (true, Some(fused), Terminator::Branch { then, otherwise, .. }) = (
            self.loop_tests[header],
            self.selection.fused(header),
            &function.blocks[header].terminator,
        ) else {
            return false;
        };
        // The body follows its test; the other side leaves the loop.
        let body_is_then = self.follower[header] == Some(then.block);
        let (body, exit) = if body_is_then { (then, otherwise) } else { (otherwise, then) };
        let target = self.edge(body, None);
        self.emit_jump_if(fused, body_is_then, target);
        let target = self.edge(exit, None);
        self.push(Op::Jump { target });
        true
    }

    fn emit_terminator(&mut self, block: Block, terminator: &Terminator, next: Option<Block>) {
        match terminator {
            Terminator::Jump(call) => self.go(call, next),
            Terminator::Branch { cond, then, otherwise } => {
                let fused = self.selection.fused(block);
                match fused {
                    Some(fused) => self.emit_branch(fused, then, otherwise, next),
                    None => {
                        let target = self.edge(then, None);
                        self.push(Op::JumpNeImm { a: self.reg(*cond), imm: 0, target });
                        self.go(otherwise, next);
                    }
                }
            }
            Terminator::Guard { check, pass, fail } => {
                let target = self.edge(fail, None);
                self.emit_guard(check, target, fail.block);
                self.go(pass, next);
            }
            Terminator::Switch { value, cases, default } => {
                self.emit_switch(*value, cases, default);
            }
            Terminator::Continue { next: then, unwind } => {
                let at = Pc::try_from(self.code.ops.len() - 1).expect("code fits 32 bits");
                let handler = self.edge(unwind, Some(self.exception));
                self.unwinds.push((at, handler));
                self.go(then, next);
            }
            Terminator::Return(Some(value)) => self.push(Op::Return { src: self.reg(*value) }),
            Terminator::Return(None) => self.push(Op::ReturnVoid),
            Terminator::Throw(value) => self.push(Op::Throw { src: self.reg(*value) }),
            Terminator::Unsupported(reason) => {
                self.push(Op::Unsupported { reason: reason.as_u32() });
            }
        }
    }

    fn emit_branch(
        &mut self,
        fused: Fused,
        then: &BlockCall,
        otherwise: &BlockCall,
        next: Option<Block>,
    ) {
        // Fall through into whichever side comes next.
        let inverted = next == Some(then.block);
        let (jump, fall) = if inverted { (otherwise, then) } else { (then, otherwise) };
        let target = self.edge(jump, None);
        self.emit_jump_if(fused, !inverted, target);
        self.go(fall, next);
    }

    fn emit_jump_if(&mut self, fused: Fused, when: bool, target: Pc) {
        let Fused { cond, ty, a, b } = fused;
        let left = self.reg(a);
        if let Some(imm) = small(self.function, b) {
            let cond = if when { cond } else { cond.negated() };
            self.push(jump_with_constant(ty, cond, left, imm, target));
            return;
        }
        let right = self.reg(b);
        let integer = matches!(ty, Type::I32 | Type::Ref);
        let holds = if when { cond } else { cond.negated() };
        self.push(match (integer, ty, holds) {
            (true, Type::Ref, Cond::Eq) => Op::JumpSame { a: left, b: right, target },
            (true, Type::Ref, _) => Op::JumpDifferent { a: left, b: right, target },
            (true, _, Cond::Eq) => Op::JumpEq { a: left, b: right, target },
            (true, _, Cond::Ne) => Op::JumpNe { a: left, b: right, target },
            (true, _, Cond::Lt) => Op::JumpLt { a: left, b: right, target },
            (true, _, Cond::Ge) => Op::JumpGe { a: left, b: right, target },
            (true, _, Cond::Gt) => Op::JumpLt { a: right, b: left, target },
            (true, _, Cond::Le) => Op::JumpGe { a: right, b: left, target },
            (false, ..) => Op::JumpIf { cond, ty, when, a: left, b: right, target },
        });
    }

    fn emit_guard(&mut self, check: &Check, fail: Pc, on_failure: Block) {
        match check {
            Check::NonNull(v) => self.push(Op::JumpNull { a: self.reg(*v), target: fail }),
            Check::NonZero { ty: Type::I32, value } => {
                self.push(Op::JumpEqImm { a: self.reg(*value), imm: 0, target: fail });
            }
            // A spare register holds the zero a 64-bit divisor is compared with.
            Check::NonZero { ty, value } => {
                self.push(Op::Const { dst: self.spare, bits: 0 });
                let (a, b) = (self.reg(*value), self.spare);
                self.push(Op::JumpIf { cond: Cond::Eq, ty: *ty, when: true, a, b, target: fail });
            }
            Check::InBounds { index, length } => {
                let dies = self.length_dies(*length, on_failure);
                self.emit_bounds_check(*index, *length, fail, dies);
            }
            Check::NonNegative(v) => {
                self.push(Op::JumpLtImm { a: self.reg(*v), imm: 0, target: fail });
            }
            Check::Castable { class, object } => {
                let pending = Pending::CheckCast { object: self.reg(*object), class: *class, fail };
                let pending = Code::add(&mut self.code.pending, pending);
                self.push(Op::Resolve { pending });
            }
            Check::Storable { array, value } => {
                let (array, value) = (self.reg(*array), self.reg(*value));
                self.push(Op::CheckStorable { array, value, fail });
            }
        }
    }

    fn emit_switch(&mut self, value: Value, cases: &[(i32, BlockCall)], default: &BlockCall) {
        let default = self.edge(default, None);
        let mut targets: Vec<(i32, Pc)> =
            cases.iter().map(|(key, call)| (*key, self.edge(call, None))).collect();
        targets.sort_by_key(|(key, _)| *key);
        let value = self.reg(value);
        let span = match (targets.first(), targets.last()) {
            (Some((low, _)), Some((high, _))) => i64::from(*high) - i64::from(*low) + 1,
            _ => 0,
        };
        let dense = span > 0 && span <= 4 * targets.len() as i64 + 8;
        if !dense {
            let table = LookupSwitch { cases: targets, default };
            let table = Code::add(&mut self.code.lookup_switches, table);
            return self.push(Op::LookupSwitch { value, table });
        }
        let low = targets[0].0;
        let mut table = vec![default; usize::try_from(span).expect("bounded by the cases")];
        for (key, target) in targets {
            table[key.abs_diff(low) as usize] = target;
        }
        let table = TableSwitch { low, targets: table, default };
        let table = Code::add(&mut self.code.table_switches, table);
        self.push(Op::TableSwitch { value, table });
    }

    fn emit_stubs(&mut self) {
        let stubs = std::mem::take(&mut self.stubs);
        for stub in &stubs {
            self.pos = stub.pos;
            self.stub_starts.push(Pc::try_from(self.code.ops.len()).expect("code fits"));
            self.emit_moves(&stub.moves);
            let target = self.label(Label::Block(stub.block));
            self.push(Op::Jump { target });
        }
    }

    /// Replaces label numbers by program counters, everywhere this function put one.
    fn bind_labels(&mut self) {
        let place = |label: Pc| match self.labels.get(label as usize) {
            Some(Label::Block(block)) => self.starts[*block],
            Some(Label::Stub(stub)) => self.stub_starts[*stub],
            None => label,
        };
        let [checks, tables, lookups, sites, pending] = self.first_tables;
        for op in &mut self.code.ops[self.first_op..] {
            if let Some(target) = target_mut(op) {
                *target = place(*target);
            }
        }
        for check in &mut self.code.index_checks[checks..] {
            check.null = place(check.null);
            check.bounds = place(check.bounds);
        }
        for table in &mut self.code.table_switches[tables..] {
            table.default = place(table.default);
            table.targets.iter_mut().for_each(|t| *t = place(*t));
        }
        for table in &mut self.code.lookup_switches[lookups..] {
            table.default = place(table.default);
            table.cases.iter_mut().for_each(|(_, t)| *t = place(*t));
        }
        for site in &mut self.code.sites[sites..] {
            site.null = place(site.null);
        }
        for item in &mut self.code.pending[pending..] {
            if let Pending::GetField { fail, .. }
            | Pending::PutField { fail, .. }
            | Pending::CheckCast { fail, .. } = item
            {
                *fail = place(*fail);
            }
        }
        for (_, handler) in &mut self.unwinds {
            *handler = place(*handler);
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

fn jump_with_constant(ty: Type, cond: Cond, a: Reg, imm: i32, target: Pc) -> Op {
    match (ty, cond) {
        (Type::Ref, Cond::Eq) => Op::JumpNull { a, target },
        (Type::Ref, _) => Op::JumpNonNull { a, target },
        (_, Cond::Eq) => Op::JumpEqImm { a, imm, target },
        (_, Cond::Ne) => Op::JumpNeImm { a, imm, target },
        (_, Cond::Lt) => Op::JumpLtImm { a, imm, target },
        (_, Cond::Ge) => Op::JumpGeImm { a, imm, target },
        // x <= c is x < c + 1 unless that overflows, when it always holds: x >= MIN.
        (_, Cond::Le) => match imm.checked_add(1) {
            Some(imm) => Op::JumpLtImm { a, imm, target },
            None => Op::JumpGeImm { a, imm: i32::MIN, target },
        },
        (_, Cond::Gt) => match imm.checked_add(1) {
            Some(imm) => Op::JumpGeImm { a, imm, target },
            None => Op::JumpLtImm { a, imm: i32::MIN, target },
        },
    }
}

fn target_mut(op: &mut Op) -> Option<&mut Pc> {
    match op {
        Op::Jump { target }
        | Op::JumpEq { target, .. }
        | Op::JumpNe { target, .. }
        | Op::JumpLt { target, .. }
        | Op::JumpGe { target, .. }
        | Op::JumpEqImm { target, .. }
        | Op::JumpNeImm { target, .. }
        | Op::JumpLtImm { target, .. }
        | Op::JumpGeImm { target, .. }
        | Op::JumpIf { target, .. }
        | Op::JumpNull { target, .. }
        | Op::JumpNonNull { target, .. }
        | Op::JumpSame { target, .. }
        | Op::JumpDifferent { target, .. }
        | Op::CheckBounds { fail: target, .. }
        | Op::CheckStorable { fail: target, .. }
        | Op::ArrayLenOr { fail: target, .. } => Some(target),
        _ => None,
    }
}
