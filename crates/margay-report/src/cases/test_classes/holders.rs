//! Lambdas that always return the same, and objects of the class library that are made of one
//! value: written as a person would write them, and looked at through their own methods.

use super::check::{Checks, Seen};
use super::content::MADE_OF_ITSELF;
use super::test::{Expr, Test, Throws, Unwritable, Written};
use super::types::Type;
use margay_jvm::describe::internal_name;
use margay_jvm::expressions::{Expression, Held};
use margay_search::structure::{Content, Object, Value};

/// How source code makes an object of one value, and how it sees that value.
struct Holder {
    /// The class as which it knows the object, if that is another.
    declared: Option<Type>,
    /// The type of the value.
    of: Type,
    made: Made,
    seen: SeenBy,
}

enum Made {
    /// By a constructor.
    New,
    /// By `of`, or `empty` without a value.
    Optional,
    /// By a method of the value.
    From(&'static str),
    /// By an expression.
    By(&'static Expression),
}

enum SeenBy {
    /// What a method returns.
    Method(&'static str),
    /// What a method of this name returns.
    Getter(&'static str),
    /// Another object that is equal.
    Equal,
    Nothing,
}

impl Holder {
    fn of(class: &str) -> Option<Holder> {
        let known =
            |of, made, seen| Some(Holder { declared: None, of: Type::class(of), made, seen });
        let (package, name) = class.rsplit_once('.')?;
        match (package, name) {
            ("java.lang", "StringBuilder" | "StringBuffer")
            | ("java.math", "BigInteger" | "BigDecimal") => {
                known("java.lang.String", Made::New, SeenBy::Method("toString()"))
            }
            ("java.util", "Optional") => {
                known("java.lang.Object", Made::Optional, SeenBy::Method("orElse(null)"))
            }
            ("java.util", "OptionalInt") => known("int", Made::Optional, SeenBy::Equal),
            ("java.util", "OptionalLong") => known("long", Made::Optional, SeenBy::Equal),
            ("java.util", "OptionalDouble") => known("double", Made::Optional, SeenBy::Equal),
            ("java.util.concurrent.atomic", "AtomicInteger") => {
                known("int", Made::New, SeenBy::Method("get()"))
            }
            ("java.util.concurrent.atomic", "AtomicLong") => {
                known("long", Made::New, SeenBy::Method("get()"))
            }
            ("java.util.concurrent.atomic", "AtomicBoolean") => {
                known("boolean", Made::New, SeenBy::Method("get()"))
            }
            ("java.util", "ArrayList$Itr") => {
                known("java.util.ArrayList", Made::From("iterator()"), SeenBy::Nothing)
            }
            _ => Expression::of(&internal_name(class)).and_then(Holder::by),
        }
    }

    fn by(expression: &'static Expression) -> Option<Holder> {
        let seen = match expression.held {
            Held::Method(method, _) => SeenBy::Getter(method),
            _ => SeenBy::Nothing,
        };
        let declared = Some(Type::class(&expression.declared.replace('/', ".")));
        let of = Type::descriptor(expression.held_type())?;
        Some(Holder { declared, of, made: Made::By(expression), seen })
    }
}

/// Whether an object keeps what it is made of, so that nothing has to be asserted of one that the
/// method was given.
pub(super) fn is_fixed(object: &Object) -> bool {
    let name = object.class.rsplit('.').next().unwrap_or_default();
    match &object.content {
        Content::Holding(_) => {
            name.starts_with("Optional") || name.starts_with("Big") || is_value(&object.class)
        }
        Content::Stub(_) => true,
        _ => false,
    }
}

/// Whether nothing can change an object that an expression makes.
pub(super) fn is_value(class: &str) -> bool {
    Expression::of(&internal_name(class)).is_some_and(|expression| expression.is_value)
}

impl<'r> Test<'_, '_, 'r> {
    /// An object of the class library that is made of one value.
    pub fn make_holder(&mut self, place: usize, value: &'r Value) -> Written<()> {
        let class = Type::class(&self.object(place)?.class);
        let new = self.holder(&class, value)?;
        if self.variables[place].is_some() {
            // What it is made of holds it, and was made with it.
            return Unwritable::because(MADE_OF_ITSELF);
        }
        let declared = new.static_type.clone().unwrap_or(class);
        self.declare(place, &declared, &new)
    }

    /// The expression that makes it.
    pub fn holder(&mut self, class: &Type, value: &Value) -> Written<Expr> {
        let Some(holder) = Holder::of(&class.element) else {
            return Unwritable::because(format!("no source makes its {}", class.element));
        };
        if let Made::From(method) = holder.made {
            let of = self.value(value, &holder.of)?.text;
            self.fill_at_once(value)?;
            let static_type = Some(Type::class("java.util.Iterator"));
            return Ok(Expr { text: format!("{of}.{method}"), static_type, is_exact: false });
        }
        if let Made::By(expression) = holder.made {
            let text = self.expression(expression, &holder.of, value)?;
            let declared = holder.declared.unwrap_or_else(|| class.clone());
            return Ok(Expr::exact(text, declared));
        }
        let name = self.file.library(&class.element);
        let text = match (&holder.made, value) {
            (Made::Optional, Value::Null) => format!("{name}.empty()"),
            (Made::Optional, value) => {
                let value = self.assigned(value, &holder.of)?;
                format!("{name}.of({value})")
            }
            _ => {
                let value = self.assigned(value, &holder.of)?;
                format!("new {name}({value})")
            }
        };
        Ok(Expr::exact(text, class.clone()))
    }

    /// An expression that makes an object of what it holds.
    fn expression(&mut self, expression: &Expression, of: &Type, value: &Value) -> Written<String> {
        let held = match expression.again {
            Some(_) => self.assigned(value, of)?,
            None if self.is_nothing(value) => String::new(),
            None => {
                let class = expression.declared.replace('/', ".");
                return Unwritable::because(format!("no source makes its {class}"));
            }
        };
        if expression.source.ends_with("toURL()") {
            self.throws_at_least(Throws::Exception);
        }
        let mut text = String::new();
        for (place, part) in expression.source.split(['{', '}']).enumerate() {
            match place % 2 {
                0 => text.push_str(&part.replace('_', &held)),
                _ => text.push_str(&self.file.library(part)),
            }
        }
        Ok(text)
    }

    /// Whether a value holds nothing.
    fn is_nothing(&self, value: &Value) -> bool {
        match value {
            Value::Null => true,
            Value::Text(text) => text.is_empty(),
            Value::Ref(place) => {
                let object = self.case.before.objects.get(*place);
                object.is_some_and(|object| object.content == Content::Elements(Vec::new()))
            }
            _ => false,
        }
    }

    /// Asserts what such an object holds.
    pub fn check_holder(
        &mut self,
        checks: &mut Checks,
        class: &Type,
        value: &'r Value,
        seen: &Expr,
    ) -> Written<()> {
        let Some(holder) = Holder::of(&class.element) else { return Ok(()) };
        match holder.seen {
            SeenBy::Nothing => Ok(()),
            SeenBy::Equal => {
                let expected = self.holder(class, value)?.text;
                self.assert_equal(checks, &expected, &Seen::object(seen.text.clone()));
                Ok(())
            }
            SeenBy::Getter(_) | SeenBy::Method(_) => {
                let class = holder.declared.as_ref().unwrap_or(class);
                let text = match seen.static_type.as_ref() == Some(class) {
                    true => seen.text.clone(),
                    false => format!("({})", self.cast(&seen.text, class)?),
                };
                if &class.element[..] == "java.util.Optional" && *value == Value::Null {
                    self.assert(checks, "assertTrue", &format!("{text}.isEmpty()"));
                    return Ok(());
                }
                let text = match holder.seen {
                    SeenBy::Method(call) => format!("{text}.{call}"),
                    SeenBy::Getter(name) => format!("{text}.{name}()"),
                    SeenBy::Equal | SeenBy::Nothing => text,
                };
                let (static_type, declared) = (holder.of.clone(), holder.of);
                self.check_value(checks, value, &Seen { text, static_type, declared })
            }
        }
    }
}
