//! The ends of blocks: branches, switches, checks, and the moves on the edges between blocks. A
//! jump names a label until all blocks have their place.

use super::super::moves::{Moves, Source, sequentialize};
use super::super::op::{Op, Pc, Reg};
use super::super::select::{Fused, constant, small};
use super::super::watch::LoopExit;
use super::super::{Code, Leaving, LookupSwitch, Pending, TableSwitch};
use super::{Decoder, Label, Stub};
use margay_ir::{Block, BlockCall, Check, Cond, Terminator, Type, Value};

impl Decoder<'_> {
    /// The moves of an edge.
    fn moves(&self, call: &BlockCall, exception: Option<Reg>) -> Moves {
        let params = &self.function.blocks[call.block].params;
        let sources = call.args.iter().map(|arg| match constant(self.function, *arg) {
            Some(bits) => Source::Const(bits),
            None => Source::Reg(self.reg(*arg)),
        });
        let all = sources.chain(exception.map(Source::Reg));
        let moves: Moves = params.iter().map(|p| self.reg(*p)).zip(all).collect();
        let stays = |(dst, src): &&(Reg, Source)| *src == Source::Reg(*dst);
        let staying: Moves = moves.iter().filter(stays).copied().collect();
        let mut moves = sequentialize(moves, self.spare);
        // A value that stays where it is is put there all the same, for whoever follows values.
        if self.code.joins.is_some() {
            moves.extend(staying);
        }
        moves
    }

    pub(super) fn emit_moves(&mut self, moves: &Moves) {
        for (dst, source) in moves {
            match *source {
                Source::Reg(src) => self.push(Op::Move { dst: *dst, src }),
                Source::Const(bits) => self.emit_constant(*dst, bits),
            }
        }
    }

    pub(super) fn label(&mut self, label: Label) -> Pc {
        self.labels.push(label);
        Pc::try_from(self.labels.len() - 1).expect("labels fit 32 bits")
    }

    /// A jump target that does the edge's moves.
    pub(super) fn edge(&mut self, call: &BlockCall, exception: Option<Reg>) -> Pc {
        let moves = self.moves(call, exception);
        if moves.is_empty() {
            return self.label(Label::Block(call.block));
        }
        self.stubs.push(Stub { moves, block: call.block, pos: self.pos });
        self.label(Label::Stub(self.stubs.len() - 1))
    }

    /// Goes to a block from the end of the code emitted so far.
    pub(super) fn go(&mut self, call: &BlockCall, next: Option<Block>) {
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

    pub(super) fn emit_terminator(
        &mut self,
        block: Block,
        terminator: &Terminator,
        next: Option<Block>,
    ) {
        match terminator {
            Terminator::Jump(call) => self.go(call, next),
            Terminator::Branch { cond, then, otherwise } => {
                let fused = self.selection.fused(block);
                match fused {
                    Some(fused) => self.emit_branch(block, fused, then, otherwise, next),
                    None => {
                        let target = self.edge(then, None);
                        self.push(Op::JumpNeImm { a: self.reg(*cond), imm: 0, target });
                        self.note_leaving(block, true);
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

    /// Remembers whether the jump just emitted leaves a loop; it is to the first side or not. And where
    /// its ways meet, if they do.
    fn note_leaving(&mut self, block: Block, to_first: bool) {
        if let Some(join) = self.diamonds.as_ref().and_then(|diamonds| diamonds.joins[block]) {
            let at = Pc::try_from(self.code.ops.len() - 1).expect("code fits 32 bits");
            self.meeting.push((at, join));
        }
        if let Some(LoopExit { first, counter, .. }) = self.loop_exit(block) {
            let at = Pc::try_from(self.code.ops.len() - 1).expect("code fits 32 bits");
            self.code.leaving.insert(at, Leaving { to_target: first == to_first, counter });
        }
    }

    fn loop_exit(&self, block: Block) -> Option<LoopExit> {
        self.watched.as_ref().and_then(|watched| watched.leaving[block])
    }

    /// Before a jump that may leave a loop whose rounds are counted: lets the machine see whether
    /// their number is known.
    fn emit_counted(&mut self, block: Block, fused: Fused) {
        if let Some(LoopExit { counter, counted: true, .. }) = self.loop_exit(block) {
            let a = self.reg(fused.a);
            let b = if small(self.function, fused.b).is_some() { a } else { self.reg(fused.b) };
            self.push(Op::Counted { counter, a, b });
        }
    }

    fn emit_branch(
        &mut self,
        block: Block,
        fused: Fused,
        then: &BlockCall,
        otherwise: &BlockCall,
        next: Option<Block>,
    ) {
        // Fall through into whichever side comes next.
        let inverted = next == Some(then.block);
        let (jump, fall) = if inverted { (otherwise, then) } else { (then, otherwise) };
        let target = self.edge(jump, None);
        self.emit_counted(block, fused);
        self.emit_jump_if(fused, !inverted, target);
        self.note_leaving(block, !inverted);
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

    pub(super) fn emit_stubs(&mut self) {
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
    pub(super) fn bind_labels(&mut self) {
        let place = |label: Pc| match self.labels.get(label as usize) {
            Some(Label::Block(block)) => self.starts[*block],
            Some(Label::Stub(stub)) => self.stub_starts[*stub],
            None => label,
        };
        let [checks, tables, lookups, sites, pending] = self.first_tables;
        for op in &mut self.code.ops[self.first_op..] {
            if let Some(target) = op.target_mut() {
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
