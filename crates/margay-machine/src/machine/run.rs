//! The interpreter's loop.
//!
//! The registers of the current frame are seen through a window of fixed size, so that a register
//! number needs no bounds check. Whatever can change frames or run long is a method in another
//! file; the loop hands it the machine with `core.pc` at the current operation and takes the
//! place to go on from there.

use super::Machine;
use super::calls::Stop;
use super::slow::{both, is_null, is_storable, narrow};
use crate::code::Target;
use crate::code::op::{NO_REG, Op};
use crate::core::{Frame, WINDOW};
use crate::domain::Domain;
use crate::memory::{ClassState, Ref};
use crate::outcome::Event;
use crate::platform::{Fault, Platform};
use margay_ir::{BinOp, ClassId, Cond, Conv, Name, StrId, Type};

fn window<V>(registers: &mut [V], base: u32) -> &mut [V; WINDOW] {
    let base = base as usize;
    (&mut registers[base..base + WINDOW]).try_into().expect("registers reach past the window")
}

impl<D: Domain, P: Platform<D>> Machine<D, P> {
    /// Runs until something happens.
    #[allow(clippy::too_many_lines, reason = "one arm an operation; the long ones are elsewhere")]
    pub(super) fn run(&mut self) -> Event<D::Value> {
        let mut pc = self.core.pc;
        // Operations since the last jump are counted by their distance.
        let mut counted = pc;
        let mut steps = self.core.steps;
        let mut ops: &[Op] = &self.core.code.ops;
        let mut w = window(&mut self.core.registers, self.base);

        macro_rules! reg {
            ($r:expr) => {
                w[usize::from($r)]
            };
        }
        macro_rules! set {
            ($r:expr, $value:expr) => {{
                let value = $value;
                w[usize::from($r)] = value;
            }};
        }
        // Runs a method of the machine at the current operation, then goes on where it says.
        macro_rules! slow {
            ($call:expr) => {{
                self.core.pc = pc - 1;
                steps += u64::from(pc - counted);
                self.core.steps = steps;
                let stop: Stop<D> = $call;
                if let Some(event) = stop {
                    return event;
                }
                pc = self.core.pc;
                counted = pc;
                steps = self.core.steps;
                ops = &self.core.code.ops;
                w = window(&mut self.core.registers, self.base);
            }};
        }
        // Reads a cell of an object; one that is not decided yet stops the machine.
        macro_rules! get {
            ($dst:expr, $object:expr, $index:expr) => {{
                let value = self.core.memory.get($object, $index);
                if D::is_undecided(value) {
                    slow!(self.read_open($dst, $object, $index));
                } else {
                    set!($dst, value);
                }
            }};
        }
        // The object that a register refers to; one that is not decided is asked for, and then the
        // operation runs again.
        macro_rules! object {
            ($r:expr) => {
                if let Some(bits) = D::known(reg!($r)) {
                    bits as Ref
                } else if let Some(bits) = self.core.domain.plain(reg!($r)) {
                    set!($r, D::constant(bits));
                    bits as Ref
                } else if let Some(bits) = self.core.domain.bits(reg!($r)) {
                    bits as Ref
                } else {
                    slow!(self.ask_object($r));
                    continue;
                }
            };
        }
        // The object that a register refers to, or a jump where it is null.
        macro_rules! non_null {
            ($r:expr, $null:expr) => {{
                let object = object!($r);
                if is_null(&mut self.core.domain, reg!($r), object) {
                    jump!($null);
                    continue;
                }
                object
            }};
        }
        macro_rules! jump {
            ($target:expr) => {{
                steps += u64::from(pc - counted);
                pc = $target;
                counted = pc;
                if steps >= self.pause_at {
                    self.core.pc = pc;
                    self.core.steps = steps;
                    return Event::Pause;
                }
            }};
        }
        macro_rules! jump_if {
            ($cond:expr, $ty:expr, $a:expr, $b:expr, $target:expr) => {
                match self.core.domain.test($cond, $ty, $a, $b) {
                    Some(true) => jump!($target),
                    Some(false) => {}
                    None => slow!(self.undecided(pc, $target)),
                }
            };
        }
        macro_rules! binary {
            ($op:ident, $ty:ident, $dst:expr, $a:expr, $b:expr) => {
                set!($dst, self.core.domain.binary(BinOp::$op, Type::$ty, reg!($a), reg!($b)))
            };
        }
        macro_rules! constant {
            ($imm:expr) => {
                D::constant(u64::from($imm as u32))
            };
        }
        macro_rules! binary_imm {
            ($op:ident, $dst:expr, $a:expr, $imm:expr) => {{
                let b = constant!($imm);
                set!($dst, self.core.domain.binary(BinOp::$op, Type::I32, reg!($a), b));
            }};
        }
        // Calls a function with the arguments of a site.
        macro_rules! enter {
            ($dst:expr, $function:expr, $site:expr) => {{
                let callee = &self.core.code.functions[$function as usize];
                let (entry, size) = (callee.entry, u32::from(callee.registers));
                let frames = self.core.frames.len();
                let depth = self.core.frames[frames - 1].depth + 1;
                let (caller_base, base) = (self.base as usize, self.top);
                let top = base + size;
                let room = top as usize + WINDOW <= self.core.registers.len();
                if depth > self.core.limits.depth || !room {
                    slow!(self.call_site(Target::Function($function), $dst, $site));
                } else {
                    let args = &self.core.code.sites[$site as usize].args;
                    for (index, arg) in args.iter().enumerate() {
                        let value = self.core.registers[caller_base + usize::from(*arg)];
                        self.core.registers[base as usize + index] = value;
                    }
                    self.core.frames.push(Frame {
                        function: $function,
                        base,
                        caller: (frames - 1) as u32,
                        call_pc: pc - 1,
                        return_pc: pc,
                        depth,
                        dst: $dst,
                    });
                    (self.base, self.top) = (base, top);
                    w = window(&mut self.core.registers, base);
                    jump!(entry);
                }
            }};
        }
        // Returns to a caller that belongs to no checkpoint; gives the register of the result.
        macro_rules! leave {
            ($frames:expr) => {{
                let frame = self.core.frames[$frames];
                self.core.frames.truncate($frames);
                (self.base, self.top) = (self.core.frames[$frames - 1].base, frame.base);
                w = window(&mut self.core.registers, self.base);
                steps += u64::from(pc - counted);
                pc = frame.return_pc;
                counted = pc;
                frame.dst
            }};
        }

        loop {
            let op = ops[pc as usize];
            pc += 1;
            match op {
                Op::Move { dst, src } => set!(dst, reg!(src)),
                Op::Const { dst, bits } => set!(dst, D::constant(u64::from(bits))),
                Op::Wide { dst, index } => {
                    set!(dst, D::constant(self.core.code.wide[index as usize]));
                }

                Op::Add32 { dst, a, b } => binary!(Add, I32, dst, a, b),
                Op::Sub32 { dst, a, b } => binary!(Sub, I32, dst, a, b),
                Op::Mul32 { dst, a, b } => binary!(Mul, I32, dst, a, b),
                Op::And32 { dst, a, b } => binary!(And, I32, dst, a, b),
                Op::Or32 { dst, a, b } => binary!(Or, I32, dst, a, b),
                Op::Xor32 { dst, a, b } => binary!(Xor, I32, dst, a, b),
                Op::AddImm32 { dst, a, imm } => binary_imm!(Add, dst, a, imm),
                Op::MulImm32 { dst, a, imm } => binary_imm!(Mul, dst, a, imm),
                Op::AndImm32 { dst, a, imm } => binary_imm!(And, dst, a, imm),
                Op::ShlImm32 { dst, a, imm } => binary_imm!(Shl, dst, a, imm),
                Op::ShrImm32 { dst, a, imm } => binary_imm!(Shr, dst, a, imm),
                Op::UshrImm32 { dst, a, imm } => binary_imm!(Ushr, dst, a, imm),
                Op::Add64 { dst, a, b } => binary!(Add, I64, dst, a, b),
                Op::Sub64 { dst, a, b } => binary!(Sub, I64, dst, a, b),
                Op::Mul64 { dst, a, b } => binary!(Mul, I64, dst, a, b),
                Op::And64 { dst, a, b } => binary!(And, I64, dst, a, b),
                Op::Xor64 { dst, a, b } => binary!(Xor, I64, dst, a, b),
                Op::AddF64 { dst, a, b } => binary!(Add, F64, dst, a, b),
                Op::MulF64 { dst, a, b } => binary!(Mul, F64, dst, a, b),
                Op::I32ToI64 { dst, a } => {
                    set!(dst, self.core.domain.convert(Conv::I32ToI64, reg!(a)));
                }
                Op::I64ToI32 { dst, a } => {
                    set!(dst, self.core.domain.convert(Conv::I64ToI32, reg!(a)));
                }
                Op::BinaryImm { op, ty, dst, a, imm } => {
                    let b = match ty {
                        Type::I64 => D::constant(i64::from(imm) as u64),
                        _ => constant!(i32::from(imm)),
                    };
                    set!(dst, self.core.domain.binary(op, ty, reg!(a), b));
                }
                Op::Binary { op, ty, dst, a, b } => {
                    set!(dst, self.core.domain.binary(op, ty, reg!(a), reg!(b)));
                }
                Op::Neg { ty, dst, a } => set!(dst, self.core.domain.negate(ty, reg!(a))),
                Op::Convert { conv, dst, a } => {
                    set!(dst, self.core.domain.convert(conv, reg!(a)));
                }
                Op::Compare { cond, ty, dst, a, b } => {
                    if ty == Type::Ref {
                        (object!(a), object!(b));
                    }
                    set!(dst, self.core.domain.compare(cond, ty, reg!(a), reg!(b)));
                }
                Op::ThreeWay { ty, nan, dst, a, b } => {
                    set!(dst, self.core.domain.three_way(ty, nan, reg!(a), reg!(b)));
                }

                Op::Jump { target } => jump!(target),
                Op::JumpEq { a, b, target } => {
                    jump_if!(Cond::Eq, Type::I32, reg!(a), reg!(b), target);
                }
                Op::JumpNe { a, b, target } => {
                    jump_if!(Cond::Ne, Type::I32, reg!(a), reg!(b), target);
                }
                Op::JumpLt { a, b, target } => {
                    jump_if!(Cond::Lt, Type::I32, reg!(a), reg!(b), target);
                }
                Op::JumpGe { a, b, target } => {
                    jump_if!(Cond::Ge, Type::I32, reg!(a), reg!(b), target);
                }
                Op::JumpEqImm { a, imm, target } => {
                    jump_if!(Cond::Eq, Type::I32, reg!(a), constant!(imm), target);
                }
                Op::JumpNeImm { a, imm, target } => {
                    jump_if!(Cond::Ne, Type::I32, reg!(a), constant!(imm), target);
                }
                Op::JumpLtImm { a, imm, target } => {
                    jump_if!(Cond::Lt, Type::I32, reg!(a), constant!(imm), target);
                }
                Op::JumpGeImm { a, imm, target } => {
                    jump_if!(Cond::Ge, Type::I32, reg!(a), constant!(imm), target);
                }
                Op::JumpIf { cond, ty, when, a, b, target } => {
                    match self.core.domain.test(cond, ty, reg!(a), reg!(b)) {
                        Some(holds) if holds == when => jump!(target),
                        Some(_) => {}
                        None if when => slow!(self.undecided(pc, target)),
                        None => slow!(self.undecided(target, pc)),
                    }
                }
                Op::JumpNull { a, target } => match self.core.domain.is_null(reg!(a)) {
                    Some(true) => jump!(target),
                    Some(false) => {}
                    None => slow!(self.ask_null(a)),
                },
                Op::JumpNonNull { a, target } => match self.core.domain.is_null(reg!(a)) {
                    Some(false) => jump!(target),
                    Some(true) => {}
                    None => slow!(self.ask_null(a)),
                },
                Op::JumpSame { a, b, target } => match self.core.domain.is_same(reg!(a), reg!(b)) {
                    Some(true) => jump!(target),
                    Some(false) => {}
                    None => slow!(self.ask_same(a, b)),
                },
                Op::JumpDifferent { a, b, target } => {
                    match self.core.domain.is_same(reg!(a), reg!(b)) {
                        Some(false) => jump!(target),
                        Some(true) => {}
                        None => slow!(self.ask_same(a, b)),
                    }
                }
                Op::TableSwitch { value, table } => {
                    let Some(key) = D::known(reg!(value)) else {
                        slow!(self.table_switch(value, table));
                        continue;
                    };
                    let table = &self.core.code.table_switches[table as usize];
                    let offset = (key as u32 as i32).wrapping_sub(table.low) as u32;
                    let target = table.targets.get(offset as usize).copied();
                    jump!(target.unwrap_or(table.default));
                }
                Op::LookupSwitch { value, table } => {
                    let Some(key) = D::known(reg!(value)) else {
                        slow!(self.lookup_switch(value, table));
                        continue;
                    };
                    let table = &self.core.code.lookup_switches[table as usize];
                    let key = key as u32 as i32;
                    let found = table.cases.binary_search_by_key(&key, |(key, _)| *key);
                    jump!(found.map_or(table.default, |at| table.cases[at].1));
                }

                Op::CheckBounds { index, length, fail } => {
                    match (D::known(reg!(index)), D::known(reg!(length))) {
                        (Some(index), Some(length)) => {
                            if index as u32 >= length as u32 {
                                jump!(fail);
                            }
                        }
                        _ => slow!(self.check_bounds(index, length, fail)),
                    }
                }
                Op::CheckIndex { array, index, check } => {
                    let object = object!(array);
                    let length = self.core.memory.len(object);
                    match both::<D>(reg!(array), reg!(index)) {
                        Some(index) if index < length => {}
                        _ => slow!(self.check_index(array, index, check)),
                    }
                }
                Op::CheckStorable { array, value, fail } => {
                    let (to, object) = (object!(array), object!(value));
                    if D::known(reg!(value)).is_none() || !self.core.domain.has_class(object) {
                        slow!(self.check_storable(to, value, fail));
                    } else if object != 0
                        && !is_storable(&self.core.world, &self.core.memory, to, object)
                    {
                        jump!(fail);
                    }
                }
                Op::CheckCast { object: reg, fail, class } => {
                    let object = object!(reg);
                    if D::known(reg!(reg)).is_none() || !self.core.domain.has_class(object) {
                        slow!(self.check_cast(reg, class, fail));
                    } else if object != 0 {
                        let actual = self.core.memory.class_of(object);
                        let wanted = ClassId::from_u32(class);
                        if actual != wanted && !self.core.world.is_subclass(actual, wanted) {
                            jump!(fail);
                        }
                    }
                }
                Op::InstanceOf { dst, object: reg, class } => {
                    let object = object!(reg);
                    if D::known(reg!(reg)).is_none() || !self.core.domain.has_class(object) {
                        slow!(self.instance_of(dst, reg, class));
                    } else {
                        let holds = object != 0 && {
                            let actual = self.core.memory.class_of(object);
                            self.core.world.is_subclass(actual, ClassId::from_u32(class))
                        };
                        set!(dst, D::constant(u64::from(holds)));
                    }
                }

                Op::ArrayLen { dst, array } => {
                    let array = object!(array);
                    match self.core.memory.len(array) {
                        0 => slow!(self.empty_length(dst, array)),
                        length => set!(dst, constant!(length)),
                    }
                }
                Op::ArrayLenOr { dst, array, fail } => {
                    let array = non_null!(array, fail);
                    match self.core.memory.len(array) {
                        0 => slow!(self.empty_length(dst, array)),
                        length => set!(dst, constant!(length)),
                    }
                }
                Op::ArrayLoad { dst, array, index } => {
                    let object = object!(array);
                    match D::known(reg!(index)) {
                        Some(index) => get!(dst, object, index as u32),
                        None => slow!(self.load_somewhere(dst, object, index)),
                    }
                }
                Op::ArrayStore { array, index, value } => {
                    let object = object!(array);
                    match D::known(reg!(index)) {
                        Some(index) => self.core.memory.set(object, index as u32, reg!(value)),
                        None => slow!(self.store_somewhere(object, index, value)),
                    }
                }
                Op::ArrayStoreNarrow { array, index, value } => {
                    let object = object!(array);
                    if let Some(index) = D::known(reg!(index)) {
                        let class = self.core.memory.class_of(object);
                        let (domain, world) = (&mut self.core.domain, &self.core.world);
                        let value = narrow(domain, world, class, reg!(value));
                        self.core.memory.set(object, index as u32, value);
                    } else {
                        slow!(self.store_somewhere(object, index, value));
                    }
                }
                Op::LoadChecked { dst, array, index, check } => {
                    let object = object!(array);
                    let length = self.core.memory.len(object);
                    match both::<D>(reg!(array), reg!(index)) {
                        // Null has no length.
                        Some(index) if index < length => get!(dst, object, index),
                        _ => slow!(self.load_checked(dst, array, index, check)),
                    }
                }
                Op::StoreChecked { array, index, value, check } => {
                    let object = object!(array);
                    let length = self.core.memory.len(object);
                    match both::<D>(reg!(array), reg!(index)) {
                        Some(index) if index < length => {
                            self.core.memory.set(object, index, reg!(value));
                        }
                        _ => slow!(self.store_checked(array, index, value, check)),
                    }
                }

                Op::GetField { dst, object, slot } => {
                    let object = object!(object);
                    get!(dst, object, u32::from(slot));
                }
                Op::GetFieldOr { dst, object, slot, fail } => {
                    let object = non_null!(object, fail);
                    get!(dst, object, u32::from(slot));
                }
                Op::PutField { object, slot, value } => {
                    let object = object!(object);
                    self.core.memory.set(object, u32::from(slot), reg!(value));
                }
                Op::PutFieldOr { object, slot, value, fail } => {
                    let object = non_null!(object, fail);
                    self.core.memory.set(object, u32::from(slot), reg!(value));
                }
                Op::GetStatic { dst, cell } => set!(dst, self.core.memory.get_static(cell)),
                Op::PutStatic { value, cell } => self.core.memory.set_static(cell, reg!(value)),
                Op::GetStaticInit { dst, class, cell } => {
                    if self.core.memory.is_ready(ClassId::from_u32(class)) {
                        set!(dst, self.core.memory.get_static(cell));
                    } else {
                        slow!(self.initialize(ClassId::from_u32(class)));
                    }
                }
                Op::PutStaticInit { value, class, cell } => {
                    if self.core.memory.is_ready(ClassId::from_u32(class)) {
                        self.core.memory.set_static(cell, reg!(value));
                    } else {
                        slow!(self.initialize(ClassId::from_u32(class)));
                    }
                }

                Op::New { dst, class } => {
                    let class = ClassId::from_u32(class);
                    let cells = self.core.world.loaded(class).cells;
                    match self.core.memory.allocate(class, cells) {
                        Ok(object) => set!(dst, D::constant(u64::from(object))),
                        Err(_) => slow!(self.fault(&Fault::OutOfMemory)),
                    }
                }
                Op::NewInit { dst, class } => {
                    let class = ClassId::from_u32(class);
                    if self.core.memory.is_ready(class) {
                        let cells = self.core.world.loaded(class).cells;
                        match self.core.memory.allocate(class, cells) {
                            Ok(object) => set!(dst, D::constant(u64::from(object))),
                            Err(_) => slow!(self.fault(&Fault::OutOfMemory)),
                        }
                    } else {
                        slow!(self.initialize(class));
                    }
                }
                Op::NewArray { dst, len, class } => {
                    slow!(self.new_array(dst, len, ClassId::from_u32(class)));
                }
                Op::NewMultiArray { dst, site } => slow!(self.new_multi_array(dst, site)),
                Op::Str { dst, string } => {
                    let object = self.core.memory.string(StrId::from_u32(string));
                    if object == 0 {
                        slow!(self.string_constant(dst, StrId::from_u32(string)));
                    } else {
                        set!(dst, D::constant(u64::from(object)));
                    }
                }
                Op::ClassConst { dst, class } => {
                    slow!(self.class_constant(dst, ClassId::from_u32(class)));
                }
                Op::Trap { dst, site } => slow!(self.trap(dst, site)),

                Op::Call { dst, function, site } => enter!(dst, function, site),
                Op::CallOr { dst, function, site } => {
                    let call = &self.core.code.sites[site as usize];
                    let (receiver, null) = (call.args[0], call.null);
                    non_null!(receiver, null);
                    enter!(dst, function, site);
                }
                Op::CallVirtual { dst, site } => {
                    let call = &self.core.code.sites[site as usize];
                    let (this, cached, cached_class) =
                        (call.args[0], call.cached, call.cached_class);
                    let receiver = object!(this);
                    let class = self.core.memory.class_of(receiver).as_u32();
                    match cached {
                        // A null receiver has the header of no class.
                        Target::Function(function)
                            if cached_class == class
                                && D::known(reg!(this)).is_some()
                                && self.core.domain.has_class(receiver) =>
                        {
                            enter!(dst, function, site);
                        }
                        _ => slow!(self.call_selected(dst, site)),
                    }
                }
                Op::CallInit { dst, class, site } => {
                    if self.core.memory.is_ready(ClassId::from_u32(class)) {
                        let target = self.core.code.sites[site as usize].cached;
                        slow!(self.call_site(target, dst, site));
                    } else {
                        slow!(self.initialize(ClassId::from_u32(class)));
                    }
                }
                Op::CallTarget { dst, site } => {
                    let target = self.core.code.sites[site as usize].cached;
                    slow!(self.call_site(target, dst, site));
                }
                Op::CallIntrinsic { dst, intrinsic, site } => {
                    slow!({
                        let args = self.site_args(site);
                        self.call_intrinsic(intrinsic, &args, dst, pc)
                    });
                }
                Op::Return { src } => {
                    let value = self.core.domain.returned(reg!(src));
                    let frames = self.core.frames.len() - 1;
                    if frames > self.protected_frames {
                        let dst = leave!(frames);
                        if dst != NO_REG {
                            set!(dst, value);
                        }
                    } else {
                        slow!(self.leave(Some(value)));
                    }
                }
                Op::ReturnVoid => {
                    let frames = self.core.frames.len() - 1;
                    if frames > self.protected_frames {
                        leave!(frames);
                    } else {
                        slow!(self.leave(None));
                    }
                }
                Op::Throw { src } => {
                    let exception = object!(src);
                    slow!(self.throw(exception));
                }
                Op::InitDone { class } => {
                    self.core.memory.set_state(ClassId::from_u32(class), ClassState::Ready);
                    self.core.initializing -= 1;
                }
                Op::InitFailed { class, exception } => {
                    let exception = object!(exception);
                    slow!(self.init_failed(ClassId::from_u32(class), exception));
                }

                Op::Entered { counter } => slow!(self.entered(counter)),
                Op::Header { counter, inner } => slow!(self.header(counter, inner)),
                Op::Point { point } => {
                    if self.core.initializing == 0 {
                        self.core.trace.push(point);
                    }
                }

                Op::Resolve { pending } => slow!(self.resolve(pending)),
                Op::Unsupported { reason } => {
                    let reason = self.core.world.text(Name::from_u32(reason)).to_string();
                    slow!(self.refuse(reason));
                }
            }
        }
    }
}
