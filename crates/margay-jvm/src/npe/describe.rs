//! The words of a message: what could not be done, and which expression was null.

use super::stacks::{Stacks, call_effect, width};
use crate::bytecode::{Decoded, Op};
use crate::classfile::Code;
use crate::descriptor::{self, Signature};
use crate::pool::Pool;
use margay_ir::world::type_name;
use margay_ir::{Storage, Type};
use std::fmt::Write;

/// How deep an expression is followed.
const MAX_DETAIL: u32 = 5;

/// A method whose null checks are described.
pub(super) struct Describer<'a> {
    pub code: &'a Code,
    pub decoded: &'a Decoded,
    pub pool: Pool<'a>,
    pub is_static: bool,
    pub descriptor: &'a str,
}

impl Describer<'_> {
    /// The message when an instruction meets null, if HotSpot gives one.
    pub fn message(&self, stacks: &Stacks, index: u32) -> Option<String> {
        let op = self.decoded.ops[index as usize];
        let (mut message, word) = self.failed_action(op)?;
        let mut cause = String::new();
        if self.expression(&mut cause, stacks, index, word, MAX_DETAIL) {
            let source = stacks.source(index, word)?;
            let called = is_call(self.decoded.ops[source as usize]);
            let what = if called { "the return value of " } else { "" };
            let _ = write!(message, " because {what}\"{cause}\" is null");
        }
        Some(message)
    }

    /// What could not be done, and which word of the stack was null.
    fn failed_action(&self, op: Op) -> Option<(String, usize)> {
        let text = |text: &str, word| Some((text.to_owned(), word));
        match op {
            Op::ArrayLoad(elem) => Some((format!("Cannot load from {} array", element(elem)), 1)),
            Op::ArrayStore(elem) => Some((
                format!("Cannot store to {} array", element(elem)),
                1 + width(elem.value_type()),
            )),
            Op::ArrayLength => text("Cannot read the array length", 0),
            Op::Throw => text("Cannot throw exception", 0),
            Op::MonitorEnter => text("Cannot enter synchronized block", 0),
            Op::MonitorExit => text("Cannot exit synchronized block", 0),
            Op::GetField(index) => {
                let field = self.pool.field(index).ok()?;
                Some((format!("Cannot read field \"{}\"", field.name), 0))
            }
            Op::PutField(index) => {
                let field = self.pool.field(index).ok()?;
                let word = width(descriptor::value_type(&field.descriptor));
                Some((format!("Cannot assign field \"{}\"", field.name), word))
            }
            Op::InvokeVirtual(index) | Op::InvokeSpecial(index) | Op::InvokeInterface(index) => {
                let method = self.pool.method(index).ok()?;
                let (args, _) = call_effect(&method.descriptor).ok()?;
                let called = self.method_name(index)?;
                // A constructor's receiver is never null.
                (method.name != "<init>").then(|| (format!("Cannot invoke \"{called}\""), args))
            }
            _ => None,
        }
    }

    /// Writes the expression that pushed a word of the stack before an instruction; false, and
    /// nothing written, if it is unknown or too deep.
    fn expression(
        &self,
        out: &mut String,
        stacks: &Stacks,
        index: u32,
        word: usize,
        detail: u32,
    ) -> bool {
        if detail == 0 {
            return false;
        }
        let Some(source) = stacks.source(index, word) else {
            return false;
        };
        match self.decoded.ops[source as usize] {
            Op::Load(Type::I32 | Type::Ref, slot) => {
                let is_parameter = !stacks.was_written(index, slot);
                self.local(out, self.decoded.offsets[source as usize], slot, is_parameter);
            }
            Op::Null => out.push_str("null"),
            Op::Const(Type::I32, bits) => {
                let _ = write!(out, "{}", bits as u32 as i32);
            }
            Op::GetStatic(index) => {
                let Ok(field) = self.pool.field(index) else {
                    return false;
                };
                let _ = write!(out, "{}.{}", class_name(&field.class), field.name);
            }
            Op::GetField(index) => {
                let Ok(field) = self.pool.field(index) else {
                    return false;
                };
                if self.expression(out, stacks, source, 0, detail - 1) {
                    out.push('.');
                }
                out.push_str(&field.name);
            }
            Op::ArrayLoad(Storage::I32 | Storage::Ref) => {
                if !self.expression(out, stacks, source, 1, detail - 1) {
                    out.push_str("<array>");
                }
                out.push('[');
                if !self.expression(out, stacks, source, 0, detail) {
                    out.push_str("...");
                }
                out.push(']');
            }
            op if is_call(op) => match call_index(op).and_then(|index| self.method_name(index)) {
                Some(name) => out.push_str(&name),
                None => return false,
            },
            _ => return false,
        }
        true
    }

    /// The name of a local variable, if the class file tells, or its number.
    fn local(&self, out: &mut String, offset: u32, slot: u16, is_parameter: bool) {
        let named = self.code.variables.iter().find(|variable| {
            let start = u32::from(variable.start_pc);
            let range = start..start + u32::from(variable.length);
            variable.index == slot && range.contains(&offset)
        });
        if let Some(name) = named.and_then(|variable| self.pool.text(variable.name_index).ok()) {
            out.push_str(&name);
        } else if !self.is_static && slot == 0 && is_parameter {
            out.push_str("this");
        } else if let Some(number) = self.parameter(slot).filter(|_| is_parameter) {
            let _ = write!(out, "<parameter{number}>");
        } else {
            let _ = write!(out, "<local{slot}>");
        }
    }

    /// The number of the parameter that a slot belongs to, from 1 on.
    fn parameter(&self, slot: u16) -> Option<usize> {
        let mut next = usize::from(!self.is_static);
        let slot = usize::from(slot);
        for (index, ty) in Signature::parse(self.descriptor)?.types(false).iter().enumerate() {
            let range = next..next + width(*ty);
            if range.contains(&slot) {
                return Some(index + 1);
            }
            next = range.end;
        }
        None
    }

    /// `Class.method(parameters)`.
    fn method_name(&self, index: u16) -> Option<String> {
        let method = self.pool.method(index).ok()?;
        let signature = Signature::parse(&method.descriptor)?;
        let params: Vec<String> = signature.params.iter().map(|ty| parameter_type(ty)).collect();
        let params = params.join(", ");
        Some(format!("{}.{}({params})", class_name(&method.class), method.name))
    }
}

fn is_call(op: Op) -> bool {
    call_index(op).is_some()
}

fn call_index(op: Op) -> Option<u16> {
    match op {
        Op::InvokeVirtual(index)
        | Op::InvokeSpecial(index)
        | Op::InvokeStatic(index)
        | Op::InvokeInterface(index) => Some(index),
        _ => None,
    }
}

fn element(elem: Storage) -> &'static str {
    match elem {
        Storage::Bool | Storage::I8 => "byte/boolean",
        Storage::I16 => "short",
        Storage::U16 => "char",
        Storage::I32 => "int",
        Storage::I64 => "long",
        Storage::F32 => "float",
        Storage::F64 => "double",
        Storage::Ref => "object",
    }
}

/// The class as a message names it: two well-known ones go without their package.
fn class_name(class: &str) -> String {
    match class {
        "java/lang/Object" => "Object".into(),
        "java/lang/String" => "String".into(),
        _ => class.replace('/', "."),
    }
}

/// The type as a message names it. HotSpot looks at the first letters only, so that
/// `StringBuilder` goes without its package too.
fn parameter_type(descriptor: &str) -> String {
    let name = type_name(descriptor);
    let well_known = name.starts_with("java.lang.Object") || name.starts_with("java.lang.String");
    match name.strip_prefix("java.lang.") {
        Some(short) if well_known => short.to_owned(),
        _ => name,
    }
}
