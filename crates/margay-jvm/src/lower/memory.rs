//! Objects, arrays, fields, casts, monitors: whatever checks a reference before using it.

use super::{Lowering, Next};
use crate::build::Failure;
use crate::bytecode::Op;
use crate::descriptor;
use crate::pool::Reason;
use margay_ir::function::Dispatch;
use margay_ir::world::modifiers::SYNCHRONIZED;
use margay_ir::{Check, ClassId, FieldRef, InstKind, Storage, Trap, Type, Value};
use ristretto_classfile::Constant;

impl Lowering<'_, '_> {
    pub(super) fn memory(&mut self, op: Op) -> Result<(), Reason> {
        match op {
            Op::GetStatic(_) | Op::PutStatic(_) => self.static_field(op),
            Op::GetField(_) | Op::PutField(_) => self.field(op),
            Op::ArrayLoad(elem) => self.array_load(elem),
            Op::ArrayStore(elem) => self.array_store(elem),
            Op::ArrayLength => {
                let array = self.frame.pop(Type::Ref)?;
                self.build.guard_non_null(array);
                self.compute(InstKind::ArrayLen(array), Type::I32)
            }
            Op::New(index) => {
                let class = self.class(index)?;
                self.compute(InstKind::New(class), Type::Ref)
            }
            Op::NewArray(class) => self.new_array(class),
            Op::NewRefArray(index) => {
                let element = self.pool().class(index)?;
                self.new_array(&descriptor::array_of(&element))
            }
            Op::NewMultiArray(index, dimensions) => self.new_multi_array(index, dimensions),
            Op::CheckCast(index) => {
                let class = self.class(index)?;
                let object = self.frame.pop(Type::Ref)?;
                self.build.guard_cast(class, object);
                self.push(object)
            }
            Op::InstanceOf(index) => {
                let class = self.class(index)?;
                let object = self.frame.pop(Type::Ref)?;
                self.compute(InstKind::InstanceOf { class, object }, Type::I32)
            }
            Op::MonitorEnter | Op::MonitorExit => {
                let object = self.frame.pop(Type::Ref)?;
                self.build.guard_non_null(object);
                self.monitor(if matches!(op, Op::MonitorEnter) { "enter" } else { "exit" }, object);
                Ok(())
            }
            _ => Err("not an access to memory".into()),
        }
    }

    /// Notes that a monitor is entered or left. Nobody waits for one: there is one thread.
    pub(super) fn monitor(&mut self, what: &str, object: Value) {
        let (class, descriptor) = ("margay/rt/Monitors", "(Ljava/lang/Object;)V");
        self.build.call(Dispatch::Static, class, what, descriptor, &[object]);
    }

    /// What a synchronized method locks.
    pub(super) fn own_monitor(&mut self) -> Option<Value> {
        let method = self.build.world.method(self.method);
        if method.modifiers & SYNCHRONIZED == 0 {
            return None;
        }
        let class = method.class;
        Some(match method.is_static() {
            true => self.build.value(InstKind::ClassConst(class), Type::Ref),
            false => self.build.params()[0],
        })
    }

    /// A constant of the pool.
    pub(super) fn ldc(&mut self, index: u16) -> Result<Next, Reason> {
        let value = match self.pool().get(index)? {
            Constant::Integer(value) => self.build.int(*value),
            Constant::Float(value) => self.build.constant(Type::F32, value.to_bits().into()),
            Constant::Long(value) => self.build.constant(Type::I64, value.cast_unsigned()),
            Constant::Double(value) => self.build.constant(Type::F64, value.to_bits()),
            Constant::String(text) => {
                let units = self.pool().units(*text)?;
                let text = self.build.world.string(&units);
                self.build.value(InstKind::Str(text), Type::Ref)
            }
            Constant::Class(_) => {
                let class = self.class(index)?;
                self.build.value(InstKind::ClassConst(class), Type::Ref)
            }
            Constant::MethodHandle { .. } => return Ok(self.unsupported("method handle constant")),
            Constant::MethodType(_) => return Ok(self.unsupported("method type constant")),
            Constant::Dynamic { .. } => return Ok(self.unsupported("dynamic constant")),
            _ => return Err(format!("constant #{index} cannot be loaded")),
        };
        self.push(value)?;
        Ok(Next::Instruction)
    }

    pub(super) fn unsupported(&mut self, reason: &str) -> Next {
        self.build.unsupported(reason);
        Next::Node
    }

    fn class(&mut self, index: u16) -> Result<ClassId, Reason> {
        let name = self.pool().class(index)?;
        Ok(self.build.world.class_named(&name))
    }

    fn field_ref(&mut self, index: u16) -> Result<(FieldRef, Type), Reason> {
        let member = self.pool().field(index)?;
        let class = self.build.world.class_named(&member.class);
        let world = &mut self.build.world;
        let field = world.field_ref(class, &member.name, &member.descriptor);
        Ok((field, descriptor::value_type(&member.descriptor)))
    }

    fn static_field(&mut self, op: Op) -> Result<(), Reason> {
        match op {
            Op::PutStatic(index) => {
                let (field, ty) = self.field_ref(index)?;
                let value = self.frame.pop(ty)?;
                self.build.effect(InstKind::PutStatic { field, value });
                Ok(())
            }
            Op::GetStatic(index) => {
                let (field, ty) = self.field_ref(index)?;
                self.compute(InstKind::GetStatic(field), ty)
            }
            _ => Err("not a static field".into()),
        }
    }

    fn field(&mut self, op: Op) -> Result<(), Reason> {
        match op {
            Op::PutField(index) => {
                let (field, ty) = self.field_ref(index)?;
                let value = self.frame.pop(ty)?;
                let object = self.frame.pop(Type::Ref)?;
                self.build.guard_non_null(object);
                self.build.effect(InstKind::PutField { field, object, value });
                Ok(())
            }
            Op::GetField(index) => {
                let (field, ty) = self.field_ref(index)?;
                let object = self.frame.pop(Type::Ref)?;
                self.build.guard_non_null(object);
                self.compute(InstKind::GetField { field, object }, ty)
            }
            _ => Err("not a field".into()),
        }
    }

    /// Pops index and array, checked against each other.
    fn element(&mut self) -> Result<(Value, Value), Reason> {
        let index = self.frame.pop(Type::I32)?;
        let array = self.frame.pop(Type::Ref)?;
        self.build.guard_non_null(array);
        let length = self.build.value(InstKind::ArrayLen(array), Type::I32);
        self.build.guard(
            Check::InBounds { index, length },
            Failure::new(Trap::IndexOutOfBounds, &[index, length]),
        );
        Ok((array, index))
    }

    fn array_load(&mut self, elem: Storage) -> Result<(), Reason> {
        let (array, index) = self.element()?;
        let load = InstKind::ArrayLoad { elem, array, index };
        self.compute(load, elem.value_type())
    }

    fn array_store(&mut self, elem: Storage) -> Result<(), Reason> {
        let value = self.frame.pop(elem.value_type())?;
        let (array, index) = self.element()?;
        if elem == Storage::Ref && !self.build.is_null(value) {
            self.build
                .guard(Check::Storable { array, value }, Failure::new(Trap::BadStore, &[value]));
        }
        self.build.effect(InstKind::ArrayStore { elem, array, index, value });
        Ok(())
    }

    fn guard_length(&mut self, length: Value) {
        self.build.guard(Check::NonNegative(length), Failure::new(Trap::NegativeSize, &[length]));
    }

    fn new_array(&mut self, class: &str) -> Result<(), Reason> {
        let class = self.build.world.class_named(class);
        let len = self.frame.pop(Type::I32)?;
        self.guard_length(len);
        self.compute(InstKind::NewArray { class, len }, Type::Ref)
    }

    fn new_multi_array(&mut self, index: u16, dimensions: u8) -> Result<(), Reason> {
        let name = self.pool().class(index)?;
        let depth = name.len() - name.trim_start_matches('[').len();
        if dimensions == 0 || usize::from(dimensions) > depth {
            return Err(format!("{dimensions} dimensions of {name}"));
        }
        let class = self.build.world.class_named(&name);
        let lengths = (0..dimensions).map(|_| self.frame.pop(Type::I32));
        let mut dims = lengths.collect::<Result<margay_ir::function::Args, _>>()?;
        dims.reverse();
        for length in &dims {
            self.guard_length(*length);
        }
        self.compute(InstKind::NewMultiArray { class, dims }, Type::Ref)
    }
}
