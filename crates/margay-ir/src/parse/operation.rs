//! Instructions, by their first word.

use super::ParseError;
use super::body::Body;
use crate::function::{Args, Dispatch, InstKind};
use crate::ids::{ClassId, FieldRef, MethodRef, StrId, Value};
use crate::ops::{BinOp, Cond, Conv, Trap};
use crate::types::{Storage, Type};

type Read<T> = Result<T, ParseError>;

/// An operation whose result has the type `ty`, if it has a result.
pub(super) fn read(body: &mut Body<'_, '_>, ty: Option<Type>) -> Read<InstKind> {
    let word = body.scanner.peek_word();
    if let Some(op) = BinOp::from_word(word) {
        let ty = body.result_type(word, ty)?;
        let (a, b) = body.pair()?;
        return Ok(InstKind::Binary { op, ty, a, b });
    }
    if let Some(conv) = Conv::from_word(word) {
        body.scanner.expect_word(word)?;
        return Ok(InstKind::Convert { conv, a: body.value()? });
    }
    if let Some(cond) = Cond::from_word(word) {
        let ty = body.suffix(word)?;
        let (a, b) = body.pair()?;
        return Ok(InstKind::Compare { cond, ty, a, b });
    }
    match word {
        "const" => {
            let ty = body.result_type(word, ty)?;
            Ok(InstKind::Const { ty, bits: body.scanner.number(ty)? })
        }
        "neg" => Ok(InstKind::Neg { ty: body.result_type(word, ty)?, a: body.value()? }),
        "three_way" => body.three_way(),
        "call" => body.method_call(),
        "trap" => body.trap(),
        "array_load" | "array_store" => body.element(word),
        _ => body.object_operation(word),
    }
}

impl Body<'_, '_> {
    // ---- parts ----

    /// The type that the result of an operation says; takes the operation's word.
    fn result_type(&mut self, word: &str, ty: Option<Type>) -> Read<Type> {
        match ty {
            Some(ty) => self.scanner.expect_word(word).map(|()| ty),
            None => Err(self.scanner.expected("a result, as in `v0: i32 =`, for it")),
        }
    }

    /// The type behind the word of an operation: `lt.i32`.
    fn suffix(&mut self, word: &str) -> Read<Type> {
        self.scanner.expect_word(word)?;
        self.scanner.expect(".")?;
        self.scanner.ty()
    }

    fn pair(&mut self) -> Read<(Value, Value)> {
        let a = self.value()?;
        self.comma()?;
        Ok((a, self.value()?))
    }

    pub(super) fn class(&mut self) -> Read<ClassId> {
        let name = self.scanner.name()?;
        Ok(self.world.class_named(&name))
    }

    fn field(&mut self) -> Read<FieldRef> {
        let class = self.class()?;
        self.scanner.expect(".")?;
        let name = self.scanner.name()?;
        self.scanner.expect(":")?;
        let descriptor = self.scanner.name()?;
        Ok(self.world.field_ref(class, &name, &descriptor))
    }

    fn method(&mut self) -> Read<MethodRef> {
        let class = self.class()?;
        self.scanner.expect(".")?;
        let (name, descriptor) = (self.scanner.name()?, self.scanner.signature()?);
        Ok(self.world.method_ref(class, &name, &descriptor))
    }

    fn string(&mut self) -> Read<StrId> {
        let units = self.scanner.string()?;
        Ok(self.world.string(&units))
    }

    // ---- operations ----

    fn three_way(&mut self) -> Read<InstKind> {
        let ty = self.suffix("three_way")?;
        let (a, b) = self.pair()?;
        let nan = match ty {
            Type::F32 | Type::F64 => {
                self.comma()?;
                self.scanner.expect_word("nan")?;
                self.scanner.integer("-1, 0 or 1")?
            }
            Type::I32 | Type::I64 | Type::Ref => 0,
        };
        Ok(InstKind::ThreeWay { ty, nan, a, b })
    }

    fn method_call(&mut self) -> Read<InstKind> {
        self.scanner.expect_word("call")?;
        let what = "how to call (static, special, virtual, interface)";
        let dispatch = self.scanner.one_of(what, Dispatch::from_word)?;
        Ok(InstKind::Call { dispatch, method: self.method()?, args: self.values()? })
    }

    fn trap(&mut self) -> Read<InstKind> {
        self.scanner.expect_word("trap")?;
        let trap = self.scanner.one_of("a trap such as null_pointer", Trap::from_word)?;
        let args = self.values()?;
        let (mut class, mut text) = (None, None);
        while text.is_none() && self.scanner.eat(",") {
            match class {
                None if self.scanner.eat_word("class") => class = Some(self.class()?),
                _ => text = Some(self.string()?),
            }
        }
        Ok(InstKind::Trap { trap, args, text, class })
    }

    /// An element of an array that is read or written.
    fn element(&mut self, word: &str) -> Read<InstKind> {
        self.scanner.expect_word(word)?;
        self.scanner.expect(".")?;
        let elem: Storage = self.scanner.storage()?;
        let array = self.value()?;
        self.scanner.expect("[")?;
        let index = self.value()?;
        self.scanner.expect("]")?;
        if word == "array_load" {
            return Ok(InstKind::ArrayLoad { elem, array, index });
        }
        Ok(InstKind::ArrayStore { elem, array, index, value: self.assigned()? })
    }

    fn assigned(&mut self) -> Read<Value> {
        self.scanner.expect("=")?;
        self.value()
    }

    /// What has to do with objects, classes and constants.
    fn object_operation(&mut self, word: &str) -> Read<InstKind> {
        let at = self.scanner.here();
        let _ = self.scanner.eat_word(word);
        Ok(match word {
            "null" => InstKind::Null,
            "str" => InstKind::Str(self.string()?),
            "class" => InstKind::ClassConst(self.class()?),
            "new" => InstKind::New(self.class()?),
            "new_array" => {
                let class = self.class()?;
                self.comma()?;
                InstKind::NewArray { class, len: self.value()? }
            }
            "new_multi_array" => {
                let (class, mut dims) = (self.class()?, Args::new());
                while self.scanner.eat(",") {
                    dims.push(self.value()?);
                }
                InstKind::NewMultiArray { class, dims }
            }
            "array_len" => InstKind::ArrayLen(self.value()?),
            "instance_of" => {
                let object = self.value()?;
                self.comma()?;
                InstKind::InstanceOf { class: self.class()?, object }
            }
            "get_field" => {
                let object = self.value()?;
                self.comma()?;
                InstKind::GetField { field: self.field()?, object }
            }
            "put_field" => {
                let object = self.value()?;
                self.comma()?;
                InstKind::PutField { field: self.field()?, object, value: self.assigned()? }
            }
            "get_static" => InstKind::GetStatic(self.field()?),
            "put_static" => InstKind::PutStatic { field: self.field()?, value: self.assigned()? },
            _ => return Err(self.scanner.expected_at(at, "an instruction")),
        })
    }
}
