//! The text form: one instruction a line, members by name, stable. [`parse`](crate::parse) reads it.
//!
//! ```text
//! function demo/List.get(I)I: (ref, i32) -> i32 {
//! block0(v0: ref, v1: i32):
//!     v2: ref = get_field v0, demo/List.items:[I  @line 12
//!     guard nonnull v2, block1, block2
//! ```
//!
//! `@line` stands where the source line differs from the line printed before it. Names come from
//! class files, which may be hostile: one that could be taken for something else is quoted.

mod class;
pub(crate) mod names;

pub use class::class;

use crate::function::{BlockCall, Check, Function, InstData, InstKind, Pos, Terminator};
use crate::ids::{Block, ClassId, FieldRef, MethodRef, StrId, Value};
use crate::types::Type;
use crate::world::{SymbolicRef, World};
use names::{name, number, quoted, signature, string, title};
use std::cell::Cell;
use std::fmt::{self, Display, Formatter, Write};

/// The text form of `function`, whose names are those of `world`.
pub fn display<'a>(function: &'a Function, world: &'a World) -> impl Display {
    let types = types(&function.params, function.result);
    fmt::from_fn(move |f| {
        write!(f, "function {}: {types} {}", title(&function.name), body(function, world))
    })
}

/// The blocks of a function, in braces.
fn body<'a>(function: &'a Function, world: &'a World) -> impl Display {
    fmt::from_fn(move |f| Printer { function, world, line: Cell::new(None) }.body(f))
}

/// Types of parameters and result.
fn types(params: &[Type], result: Option<Type>) -> impl Display {
    fmt::from_fn(move |f| {
        write!(f, "({})", list(params))?;
        result.map_or(Ok(()), |result| write!(f, " -> {result}"))
    })
}

struct Printer<'a> {
    function: &'a Function,
    world: &'a World,
    /// The source line printed last.
    line: Cell<Option<u32>>,
}

impl Printer<'_> {
    fn body(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let function = self.function;
        f.write_str("{\n")?;
        self.block(function.entry, f)?;
        for block in function.blocks.keys().filter(|b| *b != function.entry) {
            f.write_char('\n')?;
            self.block(block, f)?;
        }
        f.write_str("}\n")
    }

    fn block(&self, block: Block, f: &mut Formatter<'_>) -> fmt::Result {
        let data = &self.function.blocks[block];
        write!(f, "{block}")?;
        if !data.params.is_empty() {
            let typed = data.params.iter().map(|v| self.typed(*v));
            write!(f, "({})", list(typed.collect::<Vec<_>>()))?;
        }
        f.write_str(":\n")?;
        for inst in &data.insts {
            self.instruction(&self.function.insts[*inst], f)?;
        }
        f.write_str("    ")?;
        self.terminator(&data.terminator, f)?;
        self.end_line(data.end, f)
    }

    /// Ends a printed line, with the source line if that is news.
    fn end_line(&self, pos: Pos, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.function.line(pos)
            && self.line.replace(Some(line)) != Some(line)
        {
            write!(f, "  @line {line}")?;
        }
        f.write_char('\n')
    }

    fn instruction(&self, inst: &InstData, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("    ")?;
        if let Some(result) = inst.result {
            write!(f, "{} = ", self.typed(result))?;
        }
        self.operation(&inst.kind, f)?;
        self.end_line(inst.pos, f)
    }

    fn operation(&self, kind: &InstKind, f: &mut Formatter<'_>) -> fmt::Result {
        match kind {
            InstKind::Const { ty, bits } => write!(f, "const {}", number(*ty, *bits)),
            InstKind::Null => f.write_str("null"),
            InstKind::Str(text) => write!(f, "str {}", self.string(*text)),
            InstKind::ClassConst(class) => write!(f, "class {}", self.class(*class)),
            InstKind::Binary { op, a, b, .. } => write!(f, "{op} {a}, {b}"),
            InstKind::Neg { a, .. } => write!(f, "neg {a}"),
            InstKind::Convert { conv, a } => write!(f, "{conv} {a}"),
            InstKind::Compare { cond, ty, a, b } => write!(f, "{cond}.{ty} {a}, {b}"),
            InstKind::ThreeWay { ty, nan, a, b } => {
                write!(f, "three_way.{ty} {a}, {b}")?;
                match ty {
                    Type::F32 | Type::F64 => write!(f, ", nan {nan}"),
                    _ => Ok(()),
                }
            }
            InstKind::InstanceOf { class, object } => {
                write!(f, "instance_of {object}, {}", self.class(*class))
            }
            InstKind::New(class) => write!(f, "new {}", self.class(*class)),
            InstKind::NewArray { class, len } => {
                write!(f, "new_array {}, {len}", self.class(*class))
            }
            InstKind::NewMultiArray { class, dims } => {
                write!(f, "new_multi_array {}, {}", self.class(*class), list(dims))
            }
            InstKind::ArrayLen(array) => write!(f, "array_len {array}"),
            InstKind::ArrayLoad { elem, array, index } => {
                write!(f, "array_load.{elem} {array}[{index}]")
            }
            InstKind::ArrayStore { elem, array, index, value } => {
                write!(f, "array_store.{elem} {array}[{index}] = {value}")
            }
            InstKind::GetField { field, object } => {
                write!(f, "get_field {object}, {}", self.field(*field))
            }
            InstKind::PutField { field, object, value } => {
                write!(f, "put_field {object}, {} = {value}", self.field(*field))
            }
            InstKind::GetStatic(field) => write!(f, "get_static {}", self.field(*field)),
            InstKind::PutStatic { field, value } => {
                write!(f, "put_static {} = {value}", self.field(*field))
            }
            InstKind::Call { dispatch, method, args } => {
                write!(f, "call {dispatch} {} ({})", self.method(*method), list(args))
            }
            InstKind::Trap { trap, args, text, class } => {
                write!(f, "trap {trap}({})", list(args))?;
                if let Some(class) = class {
                    write!(f, ", class {}", self.class(*class))?;
                }
                match text {
                    Some(text) => write!(f, ", {}", self.string(*text)),
                    None => Ok(()),
                }
            }
        }
    }

    fn terminator(&self, terminator: &Terminator, f: &mut Formatter<'_>) -> fmt::Result {
        match terminator {
            Terminator::Jump(next) => write!(f, "jump {}", call(next)),
            Terminator::Branch { cond, then, otherwise } => {
                write!(f, "branch {cond}, {}, {}", call(then), call(otherwise))
            }
            Terminator::Guard { check, pass, fail } => {
                f.write_str("guard ")?;
                self.check(check, f)?;
                write!(f, ", {}, {}", call(pass), call(fail))
            }
            Terminator::Switch { value, cases, default } => {
                let cases = cases.iter().map(|(key, to)| {
                    let to = call(to);
                    fmt::from_fn(move |f| write!(f, "{key}: {to}"))
                });
                let cases = list(cases.collect::<Vec<_>>());
                write!(f, "switch {value}, [{cases}], {}", call(default))
            }
            Terminator::Continue { next, unwind } => {
                write!(f, "continue {}, unwind {}", call(next), call(unwind))
            }
            Terminator::Return(None) => f.write_str("return"),
            Terminator::Return(Some(value)) => write!(f, "return {value}"),
            Terminator::Throw(value) => write!(f, "throw {value}"),
            Terminator::Unsupported(reason) => {
                write!(f, "unsupported {}", quoted(self.world.text(*reason)))
            }
        }
    }

    fn check(&self, check: &Check, f: &mut Formatter<'_>) -> fmt::Result {
        match check {
            Check::NonNull(value) => write!(f, "nonnull {value}"),
            Check::NonZero { ty, value } => write!(f, "nonzero.{ty} {value}"),
            Check::InBounds { index, length } => write!(f, "in_bounds {index}, {length}"),
            Check::NonNegative(value) => write!(f, "nonnegative {value}"),
            Check::Castable { class, object } => {
                write!(f, "castable {object}, {}", self.class(*class))
            }
            Check::Storable { array, value } => write!(f, "storable {array}, {value}"),
        }
    }

    fn typed(&self, value: Value) -> impl Display {
        let ty = self.function.ty(value);
        fmt::from_fn(move |f| write!(f, "{value}: {ty}"))
    }

    fn class(&self, class: ClassId) -> impl Display {
        name(self.world.class_name(class))
    }

    fn field(&self, field: FieldRef) -> impl Display {
        let SymbolicRef { class, name: member, descriptor } = self.world.field_symbol(field);
        let (class, member) = (self.class(class), name(self.world.text(member)));
        let descriptor = name(self.world.text(descriptor));
        fmt::from_fn(move |f| write!(f, "{class}.{member}:{descriptor}"))
    }

    fn method(&self, method: MethodRef) -> impl Display {
        let SymbolicRef { class, name: member, descriptor } = self.world.method_symbol(method);
        let (class, member) = (self.class(class), name(self.world.text(member)));
        let descriptor = signature(self.world.text(descriptor));
        fmt::from_fn(move |f| write!(f, "{class}.{member}{descriptor}"))
    }

    fn string(&self, text: StrId) -> impl Display {
        string(self.world.units(text))
    }
}

fn call(call: &BlockCall) -> impl Display {
    fmt::from_fn(move |f| {
        write!(f, "{}", call.block)?;
        match call.args.is_empty() {
            true => Ok(()),
            false => write!(f, "({})", list(&call.args)),
        }
    })
}

/// The items, separated by commas.
fn list<T: Display>(items: impl AsRef<[T]>) -> impl Display {
    fmt::from_fn(move |f| {
        for (i, item) in items.as_ref().iter().enumerate() {
            let separator = if i == 0 { "" } else { ", " };
            write!(f, "{separator}{item}")?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests;
