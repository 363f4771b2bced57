//! Cases of a method that somebody has written down, as code: a static method that stands for it.
//!
//! Cases are tried in their order, and the first whose conditions hold is what the method does. As in all conditions, one that Java could not
//! compute does not hold, and neither does a case whose result or effects it could not. All that a case says is about what there was
//! before the call. Where no case applies, nobody knows what the method does.

use super::Loader;
use super::emit::{Emitter, Typed};
use super::parse::{self, Expr};
use super::scope::Scope;
use crate::build::{Builder, call, no_method};
use crate::descriptor::{self, Signature, value_type};
use crate::platform::MethodKey;
use crate::synthetic::Synthetic;
use margay_ir::function::Dispatch;
use margay_ir::world::{SymbolicRef, type_name};
use margay_ir::{
    Check, ClassId, Cond, Conv, InstKind, MethodId, Storage, Terminator, Type, Value, World,
};

/// What the names of the classes begin with whose methods stand for others.
const GIVEN: &str = "margay/Given$";

/// The name of such a method.
const DOES: &str = "does";

/// A case of a method, in Java's words.
#[derive(Clone, Debug)]
pub struct GivenCase {
    /// What has to hold: `x >= 0`.
    pub condition: Vec<String>,
    /// `returns`, `returns -x`, `throws java.lang.ArithmeticException`.
    pub ends: String,
    /// What it leaves in objects that it was given: `this.n = this.n / 2`.
    pub effects: Vec<String>,
}

/// A place that a case writes.
enum Place {
    Field(margay_ir::FieldRef, Value),
    Static(margay_ir::FieldRef),
    Element(Storage, Value, Value),
}

impl Loader {
    /// A static method that does what cases say. Parameters have names, and may have types that say more than the descriptor:
    /// `Object[] from`.
    ///
    /// # Errors
    /// Which of them does not fit the method, and why.
    pub fn given(
        &mut self,
        world: &mut World,
        method: MethodId,
        parameters: &[String],
        cases: &[GivenCase],
    ) -> Result<MethodKey, String> {
        let declared = world.method(method).clone();
        let own = declared.class;
        let text = world.text(declared.descriptor).to_owned();
        let signature = Signature::parse(&text).ok_or("its descriptor is malformed")?;
        let mut types: Vec<String> = signature.params.iter().map(|ty| (*ty).to_owned()).collect();
        let mut names: Vec<(Option<String>, String)> = Vec::new();
        if parameters.len() != types.len() {
            let (given, wanted) = (parameters.len(), types.len());
            return Err(format!("it names {given} parameters, and the method has {wanted}"));
        }
        for parameter in parameters {
            let mut words: Vec<&str> = parameter.split_whitespace().collect();
            let name = words.pop().ok_or("a parameter has no name")?;
            names.push(((!words.is_empty()).then(|| words.join(" ")), name.to_owned()));
        }
        if !declared.is_static() {
            types.insert(0, format!("L{};", world.class_name(own)));
            names.insert(0, (None, "this".to_owned()));
        }
        let result = signature.result.map(str::to_owned);
        let descriptor = format!("({}){}", types.concat(), result.as_deref().unwrap_or("V"));
        let params: Vec<Type> = types.iter().map(|ty| value_type(ty)).collect();
        let number = (0..).find(|number| {
            let class = world.class_named(&format!("{GIVEN}{number}"));
            !self.synthetics.contains(class)
        });
        let class = format!("{GIVEN}{}", number.unwrap_or_default());
        let mut build = Builder::new(
            world,
            DOES.to_owned(),
            no_method(),
            params,
            result.as_deref().map(value_type),
        );
        let values = build.params();
        let visible = names.iter().map(|(_, name)| name.clone()).collect();
        let scope = Scope { loader: self, own, variables: Vec::new(), visible };
        let no = build.new_block();
        let mut emitter = Emitter { build, scope, no };
        for ((ty, name), (wanted, value)) in names.into_iter().zip(types.iter().zip(values)) {
            let typed = match ty {
                None => Typed::new(value, wanted),
                Some(ty) => emitter
                    .declared(value, wanted, &ty)
                    .map_err(|why| format!("parameter {name}: {why}"))?,
            };
            emitter.scope.variables.push((name, typed));
        }
        for (number, case) in (1..).zip(cases) {
            let next = emitter.build.new_block();
            emitter.no = next;
            emitter.case(case, result.as_deref()).map_err(|why| format!("case {number}, {why}"))?;
            emitter.build.switch_to(next);
        }
        emitter.build.unsupported("no case of the summary that was given applies");
        let function = emitter.build.finish(false);
        let id = world.class_named(&class);
        let mut def = super::definition(world, &function, &descriptor);
        def.methods[0].name = world.name(DOES);
        self.synthetics.add(id, Synthetic { def, bodies: vec![function] });
        self.load(world, id).map_err(|error| error.to_string())?;
        Ok(MethodKey { class, name: DOES.to_owned(), descriptor })
    }
}

impl Emitter<'_, '_> {
    /// A parameter with the type that it is said to have.
    fn declared(&mut self, value: Value, wanted: &str, ty: &str) -> Result<Typed, String> {
        let base = ty.trim_end_matches("[]");
        let dimensions = (ty.len() - base.len()) / 2;
        const PRIMITIVE: [(&str, &str); 8] = [
            ("boolean", "Z"),
            ("byte", "B"),
            ("short", "S"),
            ("char", "C"),
            ("int", "I"),
            ("long", "J"),
            ("float", "F"),
            ("double", "D"),
        ];
        let primitive = PRIMITIVE.iter().find(|(name, _)| *name == base);
        let base = match primitive {
            Some((_, descriptor)) => (*descriptor).to_owned(),
            None => {
                let class = self.scope.class(self.build.world, base)?;
                format!("L{};", self.build.world.class_name(class))
            }
        };
        let said = format!("{}{base}", "[".repeat(dimensions));
        if said == wanted {
            return Ok(Typed::new(value, wanted));
        }
        let is_object = |ty: &str| ty.starts_with(['L', '[']);
        if !is_object(&said) || !is_object(wanted) || !self.is_below(&said, wanted)? {
            return Err(format!("a {} is no {}", type_name(wanted), type_name(&said)));
        }
        Ok(Typed { is_narrowed: true, ..Typed::new(value, &said) })
    }

    /// The class of a type of objects.
    fn class_of_type(&mut self, ty: &str) -> Result<ClassId, String> {
        let name = ty.strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or(ty);
        let class = self.build.world.class_named(name);
        let loaded = self.scope.loader.load(self.build.world, class);
        loaded.map(|()| class).map_err(|error| error.to_string())
    }

    fn is_below(&mut self, ty: &str, above: &str) -> Result<bool, String> {
        let (class, above) = (self.class_of_type(ty)?, self.class_of_type(above)?);
        Ok(self.build.world.is_subclass(class, above))
    }

    /// Goes on only if an object is of the class that a parameter was said to be of.
    pub(super) fn need_narrowed(&mut self, object: &Typed) -> Result<(), String> {
        if object.is_narrowed {
            let class = self.class_of_type(&object.ty)?;
            let kind = InstKind::InstanceOf { class, object: object.value };
            let is_one = self.build.value(kind, Type::I32);
            self.need(is_one);
        }
        Ok(())
    }

    fn case(&mut self, case: &GivenCase, result: Option<&str>) -> Result<(), String> {
        for text in &case.condition {
            let wrong = |why: String| format!("condition `{text}`: {why}");
            let expr = parse::parse(text).map_err(wrong)?;
            let (yes, no) = (self.build.new_block(), self.no);
            self.decide(&expr, yes, no).map_err(wrong)?;
            self.build.switch_to(yes);
        }
        let mut writes = Vec::new();
        for text in &case.effects {
            let wrong = |why: String| format!("effect `{text}`: {why}");
            let (place, value) = parse::assignment(text).map_err(wrong)?;
            let (place, ty) = self.place(&place).map_err(wrong)?;
            let value =
                self.value(&value).and_then(|value| self.fitting(&value, &ty)).map_err(wrong)?;
            if let (Place::Element(Storage::Ref, array, _), true) =
                (&place, ty.starts_with(['L', '[']))
            {
                let (pass, check) =
                    (self.build.new_block(), Check::Storable { array: *array, value });
                let (next, fail) = (call(pass, &[]), call(self.no, &[]));
                self.build.end(Terminator::Guard { check, pass: next, fail });
                self.build.switch_to(pass);
            }
            writes.push((place, value));
        }
        let ends = &case.ends;
        let wrong = |why: String| format!("end `{ends}`: {why}");
        let (word, rest) = ends.split_once(' ').unwrap_or((ends, ""));
        let end = match (word, result) {
            ("returns", None) if rest.is_empty() => Ok(None),
            ("returns", None) => Err("the method returns nothing".to_owned()),
            ("returns", Some(ty)) if rest.is_empty() => {
                Err(format!("the method returns a {}", type_name(ty)))
            }
            ("returns", Some(ty)) => {
                let value = parse::parse(rest).and_then(|expr| self.value(&expr));
                value.and_then(|value| self.fitting(&value, ty)).map(|value| Some(Ok(value)))
            }
            ("throws", _) => self.exception(rest).map(|class| Some(Err(class))),
            _ => Err("expected `returns`, `returns VALUE` or `throws CLASS`".to_owned()),
        };
        let end = end.map_err(wrong)?;
        for (place, value) in writes {
            self.build.effect(match place {
                Place::Field(field, object) => InstKind::PutField { field, object, value },
                Place::Static(field) => InstKind::PutStatic { field, value },
                Place::Element(elem, array, index) => {
                    InstKind::ArrayStore { elem, array, index, value }
                }
            });
        }
        match end {
            None => self.build.end(Terminator::Return(None)),
            Some(Ok(value)) => self.build.end(Terminator::Return(Some(value))),
            Some(Err(class)) => {
                let name = self.build.world.class_name(class).to_owned();
                let exception = self.build.value(InstKind::New(class), Type::Ref);
                self.build.call(Dispatch::Special, &name, "<init>", "()V", &[exception]);
                self.build.raise(exception);
            }
        }
        Ok(())
    }

    /// An exception that can be made.
    fn exception(&mut self, name: &str) -> Result<ClassId, String> {
        let class = self.scope.class(self.build.world, name)?;
        let throwable = self.class_of_type("java/lang/Throwable")?;
        let world = &mut *self.build.world;
        if !world.is_subclass(class, throwable) {
            return Err(format!("{name} is no exception"));
        }
        let (init, nothing) = (world.name("<init>"), world.name("()V"));
        let constructor = SymbolicRef { class, name: init, descriptor: nothing };
        let is_made =
            world.find_method(constructor).is_some_and(|m| world.method(m).class == class);
        let is_made = is_made && !world.loaded(class).is_abstract();
        if is_made {
            Ok(class)
        } else {
            Err(format!("{name} has no constructor without parameters"))
        }
    }

    /// A place that can be written, and its type.
    fn place(&mut self, expr: &Expr) -> Result<(Place, String), String> {
        match expr {
            Expr::Element(array, index) => {
                let (array, index, ty) = self.place_in(array, index)?;
                Ok((Place::Element(descriptor::storage(&ty), array, index), ty))
            }
            Expr::Member(object, name) if self.class_meant(object).is_none() => {
                let object = self.value(object)?;
                let class = self.scope.class_of(self.build.world, &object.ty)?;
                let field = self.scope.field(self.build.world, class, name);
                let field = field.filter(|field| !field.is_static && !object.ty.starts_with('['));
                let field = field
                    .ok_or_else(|| format!("{} has no field `{name}`", type_name(&object.ty)))?;
                self.need_object(object.value);
                self.need_narrowed(&object)?;
                let of = self.build.world.field_ref(field.class, name, &field.descriptor);
                Ok((Place::Field(of, object.value), field.descriptor))
            }
            Expr::Member(class, name) => {
                let class = self.class_meant(class).ok_or("there is no such class")?;
                let field = self.scope.field(self.build.world, class, name);
                let field = field.filter(|field| field.is_static);
                let of = self.scope.class_text(self.build.world, class);
                let field = field.ok_or_else(|| format!("{of} has no static field `{name}`"))?;
                let of = self.build.world.field_ref(field.class, name, &field.descriptor);
                Ok((Place::Static(of), field.descriptor))
            }
            _ => Err("what is left of `=` is no field and no element".to_owned()),
        }
    }

    /// A value as one of a type.
    fn fitting(&mut self, value: &Typed, ty: &str) -> Result<Value, String> {
        let wanted = Typed::new(value.value, ty);
        let wrong = || Err(format!("a {} is no {}", type_name(&value.ty), type_name(ty)));
        match (value.rank(), wanted.rank()) {
            (Some(0), Some(0)) => {
                let conv = match ty {
                    "B" => Conv::I32ToI8,
                    "S" => Conv::I32ToI16,
                    "C" => Conv::I32ToU16,
                    _ => return Ok(value.value),
                };
                Ok(self.build.convert(conv, value.value))
            }
            (Some(from), Some(to)) if from <= to => Ok(self.widened(value, to)),
            (None, None) if value.ty == ty => Ok(value.value),
            (None, None) if value.is_reference() && wanted.is_reference() => {
                if self.build.is_null(value.value) || self.is_below(&value.ty.clone(), ty)? {
                    Ok(value.value)
                } else {
                    wrong()
                }
            }
            _ => wrong(),
        }
    }

    /// An element of an array: the array, the index and the type.
    pub(super) fn place_in(
        &mut self,
        array: &Expr,
        index: &Expr,
    ) -> Result<(Value, Value, String), String> {
        let array = self.value(array)?;
        let Some(ty) = array.ty.strip_prefix('[').map(str::to_owned) else {
            return Err(format!("a {} has no elements", type_name(&array.ty)));
        };
        let index = self.value(index)?;
        if index.rank() != Some(0) {
            return Err(format!("an index is an int, no {}", type_name(&index.ty)));
        }
        self.need_object(array.value);
        self.need_narrowed(&array)?;
        let (zero, length) =
            (self.build.int(0), self.build.value(InstKind::ArrayLen(array.value), Type::I32));
        for (cond, bound) in [(Cond::Ge, zero), (Cond::Lt, length)] {
            let is_inside = self.build.compare(cond, index.value, bound);
            self.need(is_inside);
        }
        Ok((array.value, index.value, ty))
    }
}
