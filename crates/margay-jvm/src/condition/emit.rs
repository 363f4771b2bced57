//! The code of a condition: a static method that says whether it holds.
//!
//! Nothing in it throws: where Java would (a null pointer, a bad index, a division by zero, a call that
//! ends with an exception), the condition does not hold.

use super::parse::{Expr, Operator};
use super::scope::{Member, Scope};
use crate::build::{Builder, call};
use crate::descriptor::{self, value_type};
use margay_ir::function::Dispatch;
use margay_ir::world::type_name;
use margay_ir::{BinOp, Block, Cond, InstKind, Storage, Terminator, Type, Value};

/// A value, and the descriptor of its type; `null` for null.
#[derive(Clone)]
pub(super) struct Typed {
    pub value: Value,
    pub ty: String,
    /// Whether it is not sure that an object is of this type: somebody has said so.
    pub is_narrowed: bool,
}

const NULL: &str = "null";
const STRING: &str = "Ljava/lang/String;";

impl Typed {
    pub fn new(value: Value, ty: &str) -> Typed {
        Typed { value, ty: ty.to_owned(), is_narrowed: false }
    }

    pub fn is_reference(&self) -> bool {
        self.ty == NULL || self.ty.starts_with(['L', '['])
    }

    /// The types of numbers, the wider the higher; none for other values.
    pub fn rank(&self) -> Option<usize> {
        ["BSCI", "J", "F", "D"].iter().position(|types| types.contains(self.ty.as_str()))
    }

    fn name(&self) -> String {
        type_name(&self.ty)
    }
}

/// Writes the code of a condition.
pub(super) struct Emitter<'a, 'w> {
    pub build: Builder<'w>,
    pub scope: Scope<'a>,
    /// Where it goes when the condition does not hold.
    pub no: Block,
}

impl Emitter<'_, '_> {
    /// Goes one way if an expression is true, the other if it is false.
    pub fn decide(&mut self, expr: &Expr, yes: Block, no: Block) -> Result<(), String> {
        match expr {
            Expr::Binary(operator, a, b) if matches!(operator.text(), "&&" | "||") => {
                let second = self.build.new_block();
                match operator.text() {
                    "&&" => self.decide(a, second, no)?,
                    _ => self.decide(a, yes, second)?,
                }
                self.build.switch_to(second);
                self.decide(b, yes, no)
            }
            Expr::Not(operand) => self.decide(operand, no, yes),
            expr => {
                let decided = self.value(expr)?;
                if decided.ty != "Z" {
                    return Err(format!("it is of type {}, no condition", decided.name()));
                }
                self.build.branch(decided.value, call(yes, &[]), call(no, &[]));
                Ok(())
            }
        }
    }

    /// Goes on only if a value is true.
    pub fn need(&mut self, holds: Value) {
        let next = self.build.new_block();
        self.build.branch(holds, call(next, &[]), call(self.no, &[]));
        self.build.switch_to(next);
    }

    pub fn need_object(&mut self, object: Value) {
        let null = self.build.null();
        let is_one = self.build.compare(Cond::Ne, object, null);
        self.need(is_one);
    }

    pub fn value(&mut self, expr: &Expr) -> Result<Typed, String> {
        Ok(match expr {
            Expr::Int(number) => {
                let number = i32::try_from(*number)
                    .map_err(|_| format!("{number} is no int; {number}L is a long"))?;
                Typed::new(self.build.int(number), "I")
            }
            Expr::Long(number) => {
                Typed::new(self.build.constant(Type::I64, number.cast_unsigned()), "J")
            }
            Expr::Double(number) => {
                Typed::new(self.build.constant(Type::F64, number.to_bits()), "D")
            }
            Expr::Char(unit) => Typed::new(self.build.int((*unit).into()), "C"),
            Expr::Bool(is_true) => Typed::new(self.build.int((*is_true).into()), "Z"),
            Expr::Null => Typed::new(self.build.null(), NULL),
            Expr::Text(text) => {
                let text = self.build.world.string_from(text);
                Typed::new(self.build.value(InstKind::Str(text), Type::Ref), STRING)
            }
            Expr::Name(name) => self.name(name)?,
            Expr::Member(object, name) => self.member(object, name)?,
            Expr::Call(object, name, arguments) => self.call(object.as_deref(), name, arguments)?,
            Expr::Element(array, index) => self.element(array, index)?,
            Expr::Minus(operand) => {
                let operand = self.value(operand)?;
                let rank = operand.rank();
                let rank = rank.ok_or(format!("`-` of a {}", operand.name()))?;
                let a = self.widened(&operand, rank);
                let ty = self.build.ty(a);
                Typed::new(self.build.value(InstKind::Neg { ty, a }, ty), RANKS[rank].1)
            }
            Expr::Not(_) => self.decided(expr)?,
            Expr::Binary(operator, ..) if matches!(operator.text(), "&&" | "||") => {
                self.decided(expr)?
            }
            Expr::Binary(operator, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                self.binary(*operator, &a, &b)?
            }
            Expr::InstanceOf(object, class) => {
                let object = self.value(object)?;
                if !object.is_reference() {
                    return Err(format!("a {} is no object", object.name()));
                }
                let class = self.scope.class(self.build.world, class)?;
                let kind = InstKind::InstanceOf { class, object: object.value };
                Typed::new(self.build.value(kind, Type::I32), "Z")
            }
        })
    }

    /// The value of what is decided by jumps.
    fn decided(&mut self, expr: &Expr) -> Result<Typed, String> {
        let [yes, no, next] = std::array::from_fn(|_| self.build.new_block());
        self.decide(expr, yes, no)?;
        let value = self.build.add_param(next, Type::I32);
        for (block, is_true) in [(yes, 1), (no, 0)] {
            self.build.switch_to(block);
            let constant = self.build.int(is_true);
            self.build.jump(next, &[constant]);
        }
        self.build.switch_to(next);
        Ok(Typed::new(value, "Z"))
    }

    /// A variable, or a field of the class that the line is in.
    fn name(&mut self, name: &str) -> Result<Typed, String> {
        if let Some(variable) = self.scope.variable(name) {
            return Ok(variable.clone());
        }
        let own = self.scope.own;
        let Some(field) = self.scope.field(self.build.world, own, name) else {
            return Err(self.scope.unknown(name));
        };
        match self.scope.variable("this").cloned() {
            _ if field.is_static => Ok(self.read_static(&field)),
            Some(this) => Ok(self.read_field(&this, &field)),
            None => Err(format!("`{name}` is a field of an object, and the method is static")),
        }
    }

    fn member(&mut self, object: &Expr, name: &str) -> Result<Typed, String> {
        if let Some(class) = self.class_meant(object) {
            let field = self.scope.field(self.build.world, class, name);
            let field = field.filter(|field| field.is_static);
            let of = self.scope.class_text(self.build.world, class);
            let field = field.ok_or(format!("{of} has no static field `{name}`"))?;
            return Ok(self.read_static(&field));
        }
        let object = self.value(object)?;
        if object.ty.starts_with('[') && name == "length" {
            self.need_object(object.value);
            self.need_narrowed(&object)?;
            return Ok(Typed::new(
                self.build.value(InstKind::ArrayLen(object.value), Type::I32),
                "I",
            ));
        }
        let class = self.scope.class_of(self.build.world, &object.ty)?;
        let field = self.scope.field(self.build.world, class, name);
        let field = field.ok_or(format!("{} has no field `{name}`", object.name()))?;
        if field.is_static {
            return Ok(self.read_static(&field));
        }
        self.need_narrowed(&object)?;
        Ok(self.read_field(&object, &field))
    }

    /// The class that a name stands for, if it is no value.
    pub fn class_meant(&mut self, expr: &Expr) -> Option<margay_ir::ClassId> {
        let Expr::Name(name) = expr else { return None };
        let own = self.scope.own;
        let is_value = self.scope.variable(name).is_some()
            || self.scope.field(self.build.world, own, name).is_some();
        if is_value { None } else { self.scope.class(self.build.world, name).ok() }
    }

    fn read_field(&mut self, object: &Typed, field: &Member) -> Typed {
        self.need_object(object.value);
        let (name, ty) = (&field.name, &field.descriptor);
        let of = self.build.world.field_ref(field.class, name, ty);
        let kind = InstKind::GetField { field: of, object: object.value };
        Typed::new(self.build.value(kind, value_type(ty)), ty)
    }

    fn read_static(&mut self, field: &Member) -> Typed {
        let (name, ty) = (&field.name, &field.descriptor);
        let of = self.build.world.field_ref(field.class, name, ty);
        Typed::new(self.build.value(InstKind::GetStatic(of), value_type(ty)), ty)
    }

    fn element(&mut self, array: &Expr, index: &Expr) -> Result<Typed, String> {
        let (array, index, ty) = self.place_in(array, index)?;
        let elem: Storage = descriptor::storage(&ty);
        let kind = InstKind::ArrayLoad { elem, array, index };
        Ok(Typed::new(self.build.value(kind, value_type(&ty)), &ty))
    }

    fn call(
        &mut self,
        object: Option<&Expr>,
        name: &str,
        arguments: &[Expr],
    ) -> Result<Typed, String> {
        let class = match object {
            Some(object) => self.class_meant(object),
            None => Some(self.scope.own),
        };
        let receiver = match object {
            Some(object) if class.is_none() => Some(self.value(object)?),
            Some(_) => None,
            None => self.scope.variable("this").cloned(),
        };
        let class = match (&receiver, class) {
            (_, Some(class)) => class,
            (Some(receiver), None) => self.scope.class_of(self.build.world, &receiver.ty)?,
            (None, None) => return Err(format!("there is no object for `{name}`")),
        };
        let mut given = Vec::new();
        for argument in arguments {
            given.push(self.value(argument)?);
        }
        let fits = |descriptors: &[&str]| {
            descriptors.iter().zip(&given).map(|(wanted, given)| distance(given, wanted)).sum()
        };
        let found = self.scope.method(self.build.world, class, name, given.len(), fits);
        let of = self.scope.class_text(self.build.world, class);
        let method = found.ok_or_else(|| {
            let types: Vec<String> = given.iter().map(Typed::name).collect();
            format!("{of} has no method {name}({}) with a result", types.join(", "))
        })?;
        let mut values = Vec::new();
        if !method.is_static {
            let receiver = receiver.ok_or(format!("`{name}` needs an object of {of}"))?;
            self.need_object(receiver.value);
            values.push(receiver.value);
        }
        for (argument, wanted) in given.iter().zip(&method.parameters) {
            let rank = Typed::new(argument.value, wanted).rank();
            values.push(rank.map_or(argument.value, |rank| self.widened(argument, rank)));
        }
        let result = self.call_method(&method, &values);
        Ok(Typed::new(result, &method.result))
    }

    /// A call; if it ends with an exception, the condition does not hold.
    fn call_method(&mut self, method: &super::scope::Callee, values: &[Value]) -> Value {
        let thrown = self.build.new_block();
        self.build.add_param(thrown, Type::Ref);
        self.build.set_unwind(Some(call(thrown, &[])));
        let class = self.build.world.class_name(method.class).to_owned();
        let dispatch = match (method.is_static, method.is_interface) {
            (true, _) => Dispatch::Static,
            (false, true) => Dispatch::Interface,
            (false, false) if method.is_private => Dispatch::Special,
            (false, false) => Dispatch::Virtual,
        };
        let (name, descriptor) = (&method.name, &method.descriptor);
        let result = self.build.call(dispatch, &class, name, descriptor, values);
        self.build.set_unwind(None);
        let next = self.build.new_block();
        self.build.jump(next, &[]);
        self.build.switch_to(thrown);
        self.build.jump(self.no, &[]);
        self.build.switch_to(next);
        result.expect("methods without a result are not looked for")
    }

    fn binary(&mut self, operator: Operator, a: &Typed, b: &Typed) -> Result<Typed, String> {
        let wrong = || format!("`{operator}` between {} and {}", a.name(), b.name());
        let comparison = match operator.text() {
            "==" => Some(Cond::Eq),
            "!=" => Some(Cond::Ne),
            "<" => Some(Cond::Lt),
            "<=" => Some(Cond::Le),
            ">" => Some(Cond::Gt),
            ">=" => Some(Cond::Ge),
            _ => None,
        };
        let is_equality = matches!(comparison, Some(Cond::Eq | Cond::Ne));
        let is_alike = (a.is_reference() && b.is_reference()) || (a.ty == "Z" && b.ty == "Z");
        if let (true, true, Some(cond)) = (is_equality, is_alike, comparison) {
            return Ok(Typed::new(self.build.compare(cond, a.value, b.value), "Z"));
        }
        let bits = match operator.text() {
            "&" => Some(BinOp::And),
            "|" => Some(BinOp::Or),
            "^" => Some(BinOp::Xor),
            _ => None,
        };
        if let (Some(op), true) = (bits, a.ty == "Z" && b.ty == "Z") {
            return Ok(Typed::new(self.build.binary(op, a.value, b.value), "Z"));
        }
        let (Some(first), Some(second)) = (a.rank(), b.rank()) else { return Err(wrong()) };
        let shift = match operator.text() {
            "<<" => Some(BinOp::Shl),
            ">>" => Some(BinOp::Shr),
            ">>>" => Some(BinOp::Ushr),
            _ => None,
        };
        if let Some(op) = shift {
            return match (first, second) {
                (0 | 1, 0) => {
                    Ok(Typed::new(self.build.binary(op, a.value, b.value), RANKS[first].1))
                }
                _ => Err(wrong()),
            };
        }
        let rank = first.max(second);
        let (a, b) = (self.widened(a, rank), self.widened(b, rank));
        if let Some(cond) = comparison {
            return Ok(Typed::new(self.build.compare(cond, a, b), "Z"));
        }
        let op = match (operator.text(), bits) {
            ("+", _) => BinOp::Add,
            ("-", _) => BinOp::Sub,
            ("*", _) => BinOp::Mul,
            ("/", _) => BinOp::Div,
            ("%", _) => BinOp::Rem,
            (_, Some(op)) if rank < 2 => op,
            _ => return Err(wrong()),
        };
        if matches!(op, BinOp::Div | BinOp::Rem) && rank < 2 {
            let zero = self.build.constant(self.build.ty(b), 0);
            let is_number = self.build.compare(Cond::Ne, b, zero);
            self.need(is_number);
        }
        Ok(Typed::new(self.build.binary(op, a, b), RANKS[rank].1))
    }

    /// A number as a wider one.
    pub fn widened(&mut self, number: &Typed, rank: usize) -> Value {
        self.build.widen(number.value, RANKS[rank].0)
    }

    /// Ends the method with the answers.
    pub fn answer(&mut self, yes: Block) {
        for (block, holds) in [(yes, 1), (self.no, 0)] {
            self.build.switch_to(block);
            let holds = self.build.int(holds);
            self.build.end(Terminator::Return(Some(holds)));
        }
    }
}

/// Numbers as they are computed with, and what they are called.
const RANKS: [(Type, &str); 4] =
    [(Type::I32, "I"), (Type::I64, "J"), (Type::F32, "F"), (Type::F64, "D")];

/// How far a value is from the type of a parameter; none if it is no value of it.
fn distance(given: &Typed, wanted: &str) -> Option<usize> {
    if given.ty == wanted {
        return Some(0);
    }
    let target = Typed::new(given.value, wanted);
    match (given.rank(), target.rank()) {
        (Some(from), Some(to)) if from <= to && !matches!(wanted, "B" | "S" | "C") => {
            Some(1 + to - from)
        }
        (None, None) if given.is_reference() && target.is_reference() => Some(1),
        _ => None,
    }
}
