//! The call of a method: directly where source code may, else by reflection.

use super::classes::{is_identifier, is_platform};
use super::framework::Looks;
use super::helper::Helper;
use super::test::{Expr, Test, Throws, Unwritable, Written};
use super::types::Type;
use super::typing::{depends, has_arguments};
use crate::literal;
use crate::names::simple_class;
use margay_jvm::source::{SourceClass, SourceMethod};
use margay_search::generate::case::{CaseOutcome, Contract};
use margay_search::structure::{Value, has_identity};

/// How long lines should be, without their indentation.
const COLUMNS: usize = 92;

/// A method to be called.
pub(super) struct Call<'c> {
    pub class: &'c str,
    pub name: &'c str,
    pub descriptor: &'c str,
    pub is_static: bool,
    /// Whether code of the tests' package may call it.
    pub accessible: bool,
}

impl Test<'_, '_, '_> {
    /// Calls the method under test. Gives the variable with its result, if it has one.
    pub fn act(&mut self) -> Written<Option<Expr>> {
        let (report, case) = (self.report, self.case);
        let (method, signature) = (&report.method, &report.signature);
        self.blank();
        self.require()?;
        if !case.input.asked.is_empty() {
            let values: Vec<String> = case.input.asked.iter().map(|v| literal::string(v)).collect();
            let margay = self.file.library("margay.Margay");
            self.line(format_args!("{margay}.give({});", values.join(", ")));
        }
        if let Some(bytes) = &case.input.stdin {
            let feed = self.file.helper(Helper::Feed);
            self.line(format_args!("{feed}({});", literal::string(&literal::latin1(bytes))));
        }
        let before = self.throws;
        let call = if method.name == "<init>" {
            let arguments = &case.input.arguments;
            self.construct(&method.class, &method.descriptor, signature.accessible, arguments)?
        } else {
            let class = self.declaring(&method.class, &method.name, &method.descriptor);
            let call = Call {
                class: &class,
                name: &method.name,
                descriptor: &method.descriptor,
                is_static: signature.is_static,
                accessible: signature.accessible,
            };
            self.call(&call, self.receiver(), &case.input.arguments)?
        };
        match &case.outcome {
            CaseOutcome::Threw { class, message, varies, expected } => {
                // What the lambda throws is not thrown by the test.
                self.throws = before;
                let is_stable = *expected
                    && !varies
                    && !is_platform(&method.class)
                    && !message
                        .as_deref()
                        .is_some_and(|text| has_identity(text) || is_broken(text));
                let message = is_stable.then_some(message.as_deref());
                self.assert_throws(class, message, &call.text);
                Ok(None)
            }
            CaseOutcome::Returned(_) => {
                let declared = signature.declared.iter().map(String::as_str);
                self.throws_like(declared);
                self.keep_result(call)
            }
        }
    }

    fn keep_result(&mut self, call: Expr) -> Written<Option<Expr>> {
        let is_asserted = matches!(self.case.outcome, CaseOutcome::Returned(Some(_)));
        let Contract { ensures, .. } = &self.report.contract;
        if !is_asserted && (ensures.is_none() || self.report.signature.result.is_none()) {
            self.line(format_args!("{};", call.text));
            self.blank();
            return Ok(None);
        }
        let method = &self.report.method;
        let wanted = match method.name.as_str() {
            "<init>" => Some(Type::class(&method.class)),
            _ => self.file.classes.signature(&method.descriptor).and_then(|s| s.result.clone()),
        };
        let wanted = wanted.unwrap_or_else(Type::object);
        let (type_name, static_type) = self.looked_at_as_result(&wanted);
        let name = self.local("result");
        let text = match call.static_type.as_ref() == Some(&static_type) {
            true => call.text,
            false => self.cast(&call.text, &static_type)?,
        };
        self.line(format_args!("{type_name} {name} = {text};"));
        self.blank();
        let is_exact = method.name == "<init>" && !static_type.is_object();
        Ok(Some(Expr { text: name, static_type: Some(static_type), is_exact }))
    }

    /// A message is asserted where the program has chosen it.
    fn assert_throws(&mut self, class: &str, message: Option<Option<&str>>, call: &str) {
        let nearest = self.file.classes.lineage(class).map(|(name, _)| name);
        let nearest: Vec<String> = nearest.collect();
        let caught = nearest.iter().find(|name| self.file.may_name(name));
        let caught = caught.map_or("java.lang.Throwable", String::as_str);
        let type_name = match self.mentioned(&Type::class(caught)) {
            Some(name) => name,
            None => self.file.library(caught),
        };
        let is_named = caught == class;
        let is_kept = !is_named || message.is_some();
        let assert = self.file.assertion("assertThrows", is_kept);
        let throwing = format!("{assert}({type_name}.class, () -> {call})");
        if !is_kept {
            self.line(format_args!("{throwing};"));
            self.blank();
            return;
        }
        let name = self.local("thrown");
        let declared = format!("{type_name} {name} =");
        let gap =
            if declared.len() + throwing.len() > COLUMNS { "\n                " } else { " " };
        self.line(format_args!("{declared}{gap}{throwing};"));
        self.blank();
        if !is_named {
            let seen = format!("{name}.getClass().getName()");
            self.assert_text(class, &seen);
        }
        match message {
            Some(Some(text)) => self.assert_text(text, &format!("{name}.getMessage()")),
            Some(None) => {
                let null = self.file.assertion("assertNull", false);
                self.line(format_args!("{null}({name}.getMessage());"));
            }
            None => {}
        }
    }

    fn assert_text(&mut self, expected: &str, seen: &str) {
        let expected = literal::string(expected);
        let text = self.file.compared("assertEquals", &expected, seen, Looks::Alike);
        self.line(format_args!("{text};"));
    }

    /// A call of a method. By reflection, its result is an `Object`.
    pub fn call(
        &mut self,
        call: &Call<'_>,
        receiver: Option<&Value>,
        arguments: &[Value],
    ) -> Written<Expr> {
        let Call { class, name, descriptor, .. } = *call;
        let Some(signature) = self.file.classes.signature(descriptor) else {
            return Unwritable::because(format!("{descriptor} is no descriptor"));
        };
        let (types, result) = (&signature.parameters, &signature.result);
        let owner = Type::class(class);
        self.note_use(class, name, descriptor);
        let receiver = match receiver {
            Some(value) if !call.is_static => Some(self.value(value, &owner)?),
            _ => None,
        };
        let is_direct = call.accessible && is_identifier(name) && self.file.may_name(class);
        if is_direct
            && let Some(list) = self.arguments(class, name, descriptor, types, arguments)?
        {
            let target = match &receiver {
                None => self.mentioned(&owner).unwrap_or_default(),
                Some(receiver) => {
                    let text = self.receiver_text(receiver, &owner)?;
                    let is_taken = self.takes(class, name, descriptor, arguments);
                    let view = if is_taken { None } else { self.raw_view(class, name, descriptor) };
                    view.map_or_else(|| text.clone(), |view| format!("(({view}) {text})"))
                }
            };
            let result = result.clone().unwrap_or_else(Type::object);
            let text = format!("{target}.{name}({list})");
            return Ok(Expr { text, static_type: Some(result), is_exact: false });
        }
        if is_platform(class) {
            return Unwritable::because(format!("{class}.{name} is not for all to call"));
        }
        self.throws_at_least(Throws::Throwable);
        let receiver = receiver.map_or_else(|| "null".to_owned(), |receiver| receiver.text);
        let texts = [class, name, descriptor].map(literal::string).join(", ");
        let rest = self.reflected(types, arguments)?;
        let text = format!("{}({receiver}, {texts}{rest})", self.file.helper(Helper::Call));
        Ok(Expr { text, static_type: Some(Type::object()), is_exact: false })
    }

    /// The generic superclass from which a class inherits a method. The class says what the type
    /// parameters are, and only as a raw type does the superclass take what the descriptor says.
    pub fn raw_view(&mut self, class: &str, name: &str, descriptor: &str) -> Option<String> {
        let (declaring, known) = self.file.classes.declaring(class, name, descriptor)?;
        if declaring == class || known.type_parameters == 0 {
            return None;
        }
        self.warnings.raw = true;
        self.named(&Type::class(&declaring))
    }

    /// Whether a method takes arguments as its class sees it, whatever it says that the type parameters of classes above it are.
    fn takes(&self, class: &str, name: &str, descriptor: &str, arguments: &[Value]) -> bool {
        let classes = &self.file.classes;
        let is_fixed = classes.get(class).is_some_and(|known| known.type_parameters == 0);
        let own = format!("L{};", class.replace('.', "/"));
        let seen = if is_fixed { classes.as_overridden(&own, name, descriptor) } else { None };
        let parameter = |place: usize| seen.as_ref()?.erased.parameters.get(place);
        arguments.iter().enumerate().all(|(place, value)| match value {
            Value::Null => true,
            Value::Text(_) => parameter(place).is_some_and(|ty| ty.is("java.lang.String")),
            Value::Int(_) => parameter(place).is_some_and(|ty| ty.is("java.lang.Integer")),
            _ => false,
        })
    }

    /// The receiver before its dot: a value, or a variable that has the method.
    pub fn receiver_text(&mut self, receiver: &Expr, owner: &Type) -> Written<String> {
        if owner.unboxed().is_some() {
            let boxed = self.cast(&receiver.text, owner)?;
            return Ok(format!("({boxed})"));
        }
        if receiver.is_null() {
            return Unwritable::because("it has no receiver");
        }
        let known = receiver.static_type.as_ref();
        let is_it = receiver.is_exact && !known.is_some_and(|known| self.fixes(known, owner));
        if is_it || known == Some(owner) {
            return Ok(receiver.text.clone());
        }
        Ok(format!("({})", self.cast(&receiver.text, owner)?))
    }

    /// A call of a constructor.
    pub fn construct(
        &mut self,
        class: &str,
        descriptor: &str,
        accessible: bool,
        arguments: &[Value],
    ) -> Written<Expr> {
        self.construct_as(Self::made_as, class, descriptor, accessible, arguments)
    }

    /// A call of a constructor of a class that has this name after `new`.
    pub fn construct_as(
        &mut self,
        made_as: fn(&mut Self, &Type) -> Option<String>,
        class: &str,
        descriptor: &str,
        accessible: bool,
        arguments: &[Value],
    ) -> Written<Expr> {
        let Some(signature) = self.file.classes.signature(descriptor) else {
            return Unwritable::because(format!("{descriptor} is no descriptor"));
        };
        let types = &signature.parameters;
        let own = Type::class(class);
        self.note_use(class, "<init>", descriptor);
        let known = self.file.classes.get(class);
        let is_inner = known.is_some_and(|known| known.is_inner);
        let skipped = usize::from(is_inner);
        let is_direct = accessible && self.file.may_name(class) && arguments.len() >= skipped;
        if is_direct
            && let Some(name) = made_as(self, &own)
            && let Some(list) = self.arguments(
                class,
                "<init>",
                descriptor,
                &types[skipped.min(types.len())..],
                &arguments[skipped..],
            )?
        {
            let text = match is_inner {
                false => format!("new {name}({list})"),
                true => {
                    let outer = self.value(&arguments[0], &types[0])?;
                    let outer = self.receiver_text(&outer, &types[0])?;
                    format!("{outer}.new {}({list})", crate::names::simple_class(class))
                }
            };
            self.settle()?;
            return Ok(Expr::exact(text, own));
        }
        if is_platform(class) {
            return Unwritable::because(format!("a constructor of {class} is not for all to call"));
        }
        self.throws_at_least(Throws::Throwable);
        let rest = self.reflected(types, arguments)?;
        let texts = [class, descriptor].map(literal::string).join(", ");
        let text = format!("{}({texts}{rest})", self.file.helper(Helper::Construct));
        Ok(Expr { text, static_type: Some(Type::object()), is_exact: false })
    }

    /// What source code calls a class after `new`. The compiler finds type arguments itself.
    fn made_as(&mut self, class: &Type) -> Option<String> {
        match self.is_inferred(&class.element) {
            true => self.mentioned(class).map(|name| format!("{name}<>")),
            false => self.named(class),
        }
    }

    /// What calling a method means for the head of the test.
    pub fn note_use(&mut self, class: &str, name: &str, descriptor: &str) {
        if let Some(method) = self.file.classes.method(class, name, descriptor) {
            self.warnings.deprecated |= method.is_deprecated;
            self.throws_like(method.throws.iter().map(String::as_str));
        }
    }

    /// Remembers what the parameters of a method are called.
    fn note_parameters(&mut self, class: &str, name: &str, descriptor: &str, count: usize) {
        let Some(method) = self.file.classes.method(class, name, descriptor) else { return };
        // That of the object around an inner one has no name in the source.
        let names = method.parameters;
        let names = names[names.len().saturating_sub(count)..].to_vec();
        let called = if name == "<init>" { simple_class(class) } else { name };
        self.file.parameters.entry((called.to_owned(), count)).or_insert(names);
    }

    fn throws_like<'t>(&mut self, declared: impl Iterator<Item = &'t str>) {
        for class in declared {
            let throws = match class {
                "java.lang.Throwable" => Throws::Throwable,
                _ => Throws::Exception,
            };
            self.throws_at_least(throws);
        }
    }

    /// The arguments of a direct call; none if one of them needs a type that source code cannot
    /// name.
    pub fn arguments(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
        types: &[Type],
        values: &[Value],
    ) -> Written<Option<String>> {
        if types.len() != values.len() {
            return Unwritable::because("it has not as many arguments as parameters");
        }
        self.note_parameters(class, name, descriptor, types.len());
        let is_overloaded =
            !values.is_empty() && self.file.classes.is_overloaded(class, name, descriptor);
        if is_overloaded && self.file.classes.is_ambiguous(class, name, descriptor) {
            return Unwritable::because(format!("Java cannot tell which {name} is meant"));
        }
        let bounds = self.bounds(class, name, descriptor);
        let minds = self.minds(class, name, descriptor);
        let mut list = String::new();
        for (place, (wanted, value)) in types.iter().zip(values).enumerate() {
            let expr = self.value(value, wanted)?;
            if let Some(bounds) = bounds.get(place).filter(|bounds| !bounds.is_empty())
                && let Some(text) = self.cast_to_all(&expr, bounds)
            {
                list.extend([if place == 0 { "" } else { ", " }, &text]);
                continue;
            }
            let is_same = expr.static_type.as_ref() == Some(wanted) && wanted.unboxed().is_none();
            let minds = minds.get(place) == Some(&true) && self.has_fixed(&expr, wanted);
            let is_lone_null = expr.is_null() && wanted.is_array();
            let is_sure = wanted.is_primitive()
                || is_same
                || (!is_overloaded && expr.is_exact && !is_lone_null && !minds);
            let generic = match !is_sure && expr.is_null() {
                true => self.parameter_type(class, name, descriptor, types.len() - place),
                false => None,
            };
            let text = match is_sure {
                true => expr.text,
                false if let Some(generic) = generic => format!("({generic}) null"),
                false if self.named(wanted).is_some() => self.cast(&expr.text, wanted)?,
                false => return Ok(None),
            };
            list.extend([if place == 0 { "" } else { ", " }, &text]);
        }
        // What holds itself is filled before anybody looks into it.
        values.iter().try_for_each(|value| self.fill_at_once(value))?;
        Ok(Some(list))
    }

    /// For each parameter, whether the compiler minds type arguments there: not where its type is a
    /// type parameter, nor where the class is used as a raw type.
    fn minds(&self, class: &str, name: &str, descriptor: &str) -> Vec<bool> {
        let known = self.file.classes.get(class);
        let method = self.file.classes.method(class, name, descriptor);
        let declaring = self.file.classes.declaring(class, name, descriptor);
        let is_raw = |method: &SourceMethod| {
            let is_generic =
                |known: &SourceClass| known.type_parameters > 0 && !self.is_inferred(class);
            let is_inherited = declaring.as_ref().is_some_and(|(name, _)| name != class);
            !method.is_static
                && (known.as_ref().is_some_and(|known| is_generic(known))
                    || is_inherited
                        && declaring.as_ref().is_some_and(|(_, known)| is_generic(known)))
        };
        let method = method.filter(|method| !is_raw(method));
        if let Some(method) = method.as_ref().filter(|it| !it.is_static && self.is_inferred(class))
        {
            return depends(method);
        }
        method.map_or_else(Vec::new, |method| has_arguments(&method))
    }

    fn has_fixed(&self, expr: &Expr, wanted: &Type) -> bool {
        expr.static_type.as_ref().is_some_and(|known| self.fixes(known, wanted))
    }

    /// What the parameters of a generic method extend, if arguments of several classes might not fit
    /// together: as raw types they do.
    fn bounds(&mut self, class: &str, name: &str, descriptor: &str) -> Vec<Vec<String>> {
        let method = self.file.classes.method(class, name, descriptor);
        let bounds = method.map(|method| method.bounds).unwrap_or_default();
        let is_bound =
            |bounds: &&Vec<String>| bounds.iter().any(|bound| bound != "java.lang.Object");
        if bounds.len() > 1 && bounds.iter().any(|b| is_bound(&b)) { bounds } else { Vec::new() }
    }

    fn cast_to_all(&mut self, expr: &Expr, bounds: &[String]) -> Option<String> {
        if expr.is_null() {
            return None;
        }
        let mut names = Vec::new();
        for bound in bounds {
            names.push(self.named(&Type::class(bound))?);
        }
        let text = &expr.text;
        let operand = if text.starts_with('-') { format!("({text})") } else { text.clone() };
        Some(format!("({}) {operand}", names.join(" & ")))
    }

    /// The arguments of a reflective call, each after a comma.
    pub fn reflected(&mut self, types: &[Type], values: &[Value]) -> Written<String> {
        let mut list = String::new();
        for (wanted, value) in types.iter().zip(values) {
            let expr = self.value(value, wanted)?;
            // A lone null or array would be taken for all the arguments.
            let takes_all = values.len() == 1
                && expr.static_type.as_ref().is_none_or(|known| {
                    known.is_array() && !known.component().is_some_and(|c| c.is_primitive())
                });
            let text = match takes_all {
                true => format!("({}) {}", self.file.library("java.lang.Object"), expr.text),
                false => expr.text,
            };
            list.extend([", ", &text]);
        }
        self.fill_pending()?;
        Ok(list)
    }
}

/// Whether a text was no proper one: half of a character cannot be told.
fn is_broken(text: &str) -> bool {
    text.contains(char::REPLACEMENT_CHARACTER)
}
