//! Implementations of interfaces and abstract classes that a test makes up: a lambda, or an anonymous class.

use super::classes::{Signature, is_identifier};
use super::overriding::Overridden;
use super::test::{Expr, Test, Unwritable, Written};
use super::types::Type;
use super::typing::{Generic, signature_of};
use margay_jvm::inputs::signature::{parameter_types, result_type};
use margay_search::structure::{StubMethod, Value};

impl<'r> Test<'_, '_, 'r> {
    /// An implementation of an interface or abstract class.
    pub fn make_stub(&mut self, place: usize, methods: &'r [StubMethod]) -> Written<()> {
        let class = Type::class(&self.object(place)?.class);
        if !self.file.may_name(&class.element) {
            return Unwritable::because(format!("no source makes its {}", class.element));
        }
        let is_lambda = self.is_lambda(&class.element, methods);
        let text = match methods {
            [only] if is_lambda => self.lambda(only)?,
            methods => {
                let own = self.implemented(place, methods);
                if own.is_some() {
                    self.generics.entry(place).or_insert_with(|| own.clone());
                }
                self.anonymous(&class, own.as_ref(), methods)?
            }
        };
        self.declare(place, &class, &Expr::exact(text, class.clone()))
    }

    fn lambda(&mut self, method: &'r StubMethod) -> Written<String> {
        let Some(signature) = self.file.classes.signature(&method.descriptor) else {
            return Unwritable::because(format!("{} is no descriptor", method.descriptor));
        };
        let body = match &method.throws {
            Some(thrown) => Some(format!("{{ throw {}; }}", self.thrown(thrown)?.0)),
            None => self.returned(method.returns.as_ref(), signature.result.as_ref())?,
        };
        let names: Vec<String> = signature.parameters.iter().map(|_| self.local("any")).collect();
        let list = match names.as_slice() {
            [only] => only.clone(),
            names => format!("({})", names.join(", ")),
        };
        Ok(format!("{list} -> {}", body.as_deref().unwrap_or("{}")))
    }

    /// The exception that a method throws, as an expression with its class.
    fn thrown(&mut self, thrown: &Value) -> Written<(String, Type)> {
        let Value::Ref(place) = thrown else {
            return Unwritable::because("what a method throws is no object");
        };
        let class = Type::class(&self.object(*place)?.class);
        let expr = self.value(thrown, &class)?;
        match expr.static_type {
            Some(known) if known == class => Ok((expr.text, class)),
            _ => Unwritable::because(format!("source code cannot name {}", class.element)),
        }
    }

    /// Whether a method has to declare that it throws exceptions of a class.
    fn is_checked(&self, class: &Type) -> bool {
        let mut lineage = self.file.classes.lineage(&class.element);
        !lineage.any(|(name, _)| name == "java.lang.RuntimeException" || name == "java.lang.Error")
    }

    /// What a method returns, as an expression.
    fn returned(
        &mut self,
        returns: Option<&'r Value>,
        wanted: Option<&Type>,
    ) -> Written<Option<String>> {
        Ok(match (returns, wanted) {
            // A text that must not be another's equal is one object, however often it is returned.
            (Some(value @ (Value::Text(_) | Value::Units(_))), _) if self.case.distinct_texts => {
                let (text, name) = (self.value(value, &Type::object())?.text, self.local("text"));
                let string = self.file.library("java.lang.String");
                self.line(format_args!("{string} {name} = {text};"));
                Some(name)
            }
            (Some(value), Some(wanted)) => Some(self.assigned(value, wanted)?),
            _ => None,
        })
    }

    fn anonymous(
        &mut self,
        class: &Type,
        own: Option<&Generic>,
        methods: &'r [StubMethod],
    ) -> Written<String> {
        let Some(type_name) = self.implemented_as(class, own) else {
            return Unwritable::because(format!("source code cannot name {}", class.element));
        };
        Ok(format!("new {type_name}() {}", self.class_body(&signature_of(class, own), methods)?))
    }

    /// An object of an anonymous class that extends another.
    pub fn extend(
        &mut self,
        class: &Type,
        descriptor: &str,
        arguments: &[Value],
        methods: &'r [StubMethod],
    ) -> Written<Expr> {
        let name = Self::extended_as;
        let new = self.construct_as(name, &class.element, descriptor, true, arguments)?;
        if !new.is_exact {
            return Unwritable::because(format!("no source makes its {}", class.element));
        }
        let own = self.anything(&class.element);
        let own = signature_of(class, own.as_ref());
        let text = format!("{} {}", new.text, self.class_body(&own, methods)?);
        Ok(Expr { text, ..new })
    }

    /// The body of an anonymous class with these methods, which extends or implements a type.
    fn class_body(&mut self, own: &str, methods: &'r [StubMethod]) -> Written<String> {
        let mut bodies = Vec::new();
        for method in methods {
            let (name, descriptor) = (&method.name, &method.descriptor);
            let signature = self.file.classes.as_overridden(own, name, descriptor);
            let (Some(Overridden { erased, generic }), true) = (signature, is_identifier(name))
            else {
                return Unwritable::because(format!("source code cannot name {name}"));
            };
            let (body, throws) = self.stub_body(method, &erased)?;
            let parameters = self.stub_parameters(&erased, generic.as_deref())?;
            let result = match (generic.as_deref().and_then(result_type), &erased.result) {
                (Some(written), Some(result)) => match self.written(written) {
                    Some(result) => result,
                    None => self.stub_type(result)?,
                },
                (None, Some(result)) => self.stub_type(result)?,
                (_, None) => "void".to_owned(),
            };
            let indent = "            ";
            let override_name = self.file.library("java.lang.Override");
            bodies.push(format!(
                "{indent}@{override_name}\n{indent}public {result} {name}({parameters}){throws} {body}\n"
            ));
        }
        if bodies.is_empty() {
            return Ok("{}".to_owned());
        }
        Ok(format!("{{\n{}        }}", bodies.join("\n")))
    }

    /// The body of a method, and what it says of exceptions before that.
    fn stub_body(
        &mut self,
        method: &'r StubMethod,
        erased: &Signature,
    ) -> Written<(String, String)> {
        let block = |statement: String| format!("{{\n                {statement};\n            }}");
        let Some(thrown) = &method.throws else {
            let value = self.returned(method.returns.as_ref(), erased.result.as_ref())?;
            let body = value.map_or_else(|| "{}".to_owned(), |it| block(format!("return {it}")));
            return Ok((body, String::new()));
        };
        let (text, class) = self.thrown(thrown)?;
        let throws = match self.is_checked(&class) {
            true => format!(" throws {}", self.stub_type(&class)?),
            false => String::new(),
        };
        Ok((block(format!("throw {text}")), throws))
    }

    /// The parameters of a method: with type arguments all of them, or none.
    fn stub_parameters(&mut self, erased: &Signature, generic: Option<&str>) -> Written<String> {
        let written = generic.and_then(parameter_types).and_then(|types| {
            types.iter().map(|written| self.written(written)).collect::<Option<Vec<String>>>()
        });
        let types = match written.filter(|types| types.len() == erased.parameters.len()) {
            Some(types) => types,
            None => {
                erased.parameters.iter().map(|ty| self.stub_type(ty)).collect::<Written<_>>()?
            }
        };
        let named = (1..).zip(types).map(|(number, ty)| format!("{ty} any{number}"));
        Ok(named.collect::<Vec<String>>().join(", "))
    }

    fn stub_type(&mut self, wanted: &Type) -> Written<String> {
        match self.named(wanted) {
            Some(name) => Ok(name),
            None => Unwritable::because(format!("source code cannot name {}", wanted.element)),
        }
    }
}
