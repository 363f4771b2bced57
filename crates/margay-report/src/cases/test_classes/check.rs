//! What a test asserts: the result, and what has become of the objects.
//!
//! Objects of the input are known by their variables; new ones get variables when they are met.
//! Fields that source code may not use are read by reflection, unless the case has observations: what
//! methods of objects answer. Fields of the JDK's classes are not looked at.

use super::build::field_key;
use super::classes::{is_identifier, is_platform};
use super::framework::{Looks, TestFramework};
use super::helper::Helper;
use super::holders::is_fixed;
use super::test::{Expr, Test, Throws, Written, class_variable, object_name};
use super::types::Type;
use super::unused;
use crate::literal;
use margay_search::generate::case::{CaseOutcome, Observation};
use margay_search::structure::{Content, FieldName, Object, Value};
use rustc_hash::FxHashMap;

/// With more fields than this in all, only those that have changed are asserted.
const FEW: usize = 8;
/// No test asserts more.
const MOST: usize = 100;

/// The assertions of a test so far.
pub(super) struct Checks {
    /// Variables of the objects in `after`, by place.
    pub variables: Vec<Option<Expr>>,
    /// New objects of which nothing is asserted yet.
    open: Vec<usize>,
    count: usize,
}

/// Something that the test can look at.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub text: String,
    /// Its type in the eyes of the compiler.
    pub static_type: Type,
    /// Its type where it is declared: reflection shows an `int` as an `Object`.
    pub declared: Type,
}

impl Seen {
    pub fn object(text: String) -> Seen {
        Seen { text, static_type: Type::object(), declared: Type::object() }
    }

    fn text(text: String) -> Seen {
        let string = Type::class("java.lang.String");
        Seen { text, static_type: string.clone(), declared: string }
    }

    pub fn number(text: String) -> Seen {
        let number = Type::class("int");
        Seen { text, static_type: number.clone(), declared: number }
    }

    /// How it looks beside a literal that is expected.
    fn looks(&self, expected: &str) -> Looks {
        let is_number = expected.starts_with(|c: char| c.is_ascii_digit() || "-'(".contains(c))
            || ["Double.", "Float.", "true", "false"].iter().any(|p| expected.starts_with(p));
        match is_number && !self.static_type.is_primitive() {
            true => Looks::Boxed,
            false => Looks::Alike,
        }
    }
}

/// Whether no type parameter can stand for a type: those of numbers and texts are final.
fn is_final(declared: &Type) -> bool {
    declared.unboxed().is_some() || &declared.element[..] == "java.lang.String"
}

impl<'r> Test<'_, '_, 'r> {
    /// Asserts what came of the call.
    pub fn check(&mut self, result: Option<Expr>) -> Written<()> {
        let case = self.case;
        let twins = self.twins();
        let variables = vec![None; case.after.objects.len()];
        let mut checks = Checks { variables, open: Vec::new(), count: 0 };
        for (variable, after) in self.variables.iter().zip(&twins) {
            if let Some(after) = after {
                checks.variables[*after] = variable.clone();
            }
        }
        let head = self.lines.len();
        if let (Some(result), CaseOutcome::Returned(Some(value))) = (&result, &case.outcome) {
            self.check_result(&mut checks, value, result)?;
            self.check_open(&mut checks)?;
            let is_open = *value != Value::Free && self.report.method.name != "<init>";
            if is_open && !self.lines[head..].contains("assert") {
                self.assert(&mut checks, "assertNotNull", &result.text);
            }
        }
        self.check_inputs(&mut checks, &twins)?;
        for (field, value) in &case.statics {
            if let Some(seen) = self.static_field(field)? {
                self.check_value(&mut checks, value, &seen)?;
            }
        }
        self.check_open(&mut checks)?;
        for field in &case.restores {
            self.put_back(field)?;
        }
        if !case.printed.is_empty() {
            let printed = self.file.helper(Helper::Printed);
            let text = literal::string(&case.printed);
            self.assert_equal(&mut checks, &text, &Seen::text(format!("{printed}()")));
        }
        let kept = unused::without(&self.lines, result.as_ref().map(|it| it.text.as_str()));
        self.lines = unused::thrown_in_place(&kept);
        while self.lines.ends_with("\n\n") {
            self.lines.pop();
        }
        Ok(())
    }

    /// Asserts what new objects hold, and those they lead to.
    fn check_open(&mut self, checks: &mut Checks) -> Written<()> {
        while let Some(place) = checks.open.pop() {
            self.check_object(checks, place, None)?;
        }
        Ok(())
    }

    /// For each object of the input, its place in the output.
    fn twins(&self) -> Vec<Option<usize>> {
        let (before, after) = (&self.case.before.objects, &self.case.after.objects);
        let is_prefix = before.len() <= after.len()
            && before.iter().zip(after).all(|(one, other)| one.id == other.id);
        if is_prefix {
            return (0..before.len()).map(Some).collect();
        }
        let places: FxHashMap<&str, usize> =
            after.iter().enumerate().map(|(place, object)| (object.id.as_str(), place)).collect();
        before.iter().map(|object| places.get(object.id.as_str()).copied()).collect()
    }

    fn check_result(
        &mut self,
        checks: &mut Checks,
        value: &'r Value,
        result: &Expr,
    ) -> Written<()> {
        let static_type = result.static_type.clone().unwrap_or_else(Type::object);
        let method = &self.report.method;
        let signature = self.file.classes.signature(&method.descriptor);
        let declared = signature.and_then(|signature| signature.result.clone());
        let declared = declared.unwrap_or_else(|| Type::class(&method.class));
        let seen = Seen { text: result.text.clone(), static_type, declared };
        if let (true, Value::Ref(place)) = (result.is_exact, value)
            && *place < checks.variables.len()
        {
            // A constructor gives a new object, of which this is the variable.
            checks.variables[*place] = Some(result.clone());
            return self.check_object(checks, *place, None);
        }
        self.check_value(checks, value, &seen)
    }

    /// Objects that the method was given.
    fn check_inputs(&mut self, checks: &mut Checks, twins: &[Option<usize>]) -> Written<()> {
        let case = self.case;
        let slots = |object: &Object| match &object.content {
            Content::Fields(fields) => fields.len(),
            _ => 1,
        };
        let is_few = case.observations.is_none()
            && case.before.objects.iter().map(slots).sum::<usize>() <= FEW;
        for (place, object) in case.before.objects.iter().enumerate() {
            if let (Some(after), Some(_), false) =
                (twins[place], &self.variables[place], is_fixed(object))
            {
                self.check_object(checks, after, (!is_few).then_some(object))?;
            }
        }
        Ok(())
    }

    /// What an object holds; of an old one, what has changed.
    fn check_object(
        &mut self,
        checks: &mut Checks,
        place: usize,
        old: Option<&'r Object>,
    ) -> Written<()> {
        let object = &self.case.after.objects[place];
        let Some(variable) = checks.variables[place].clone() else { return Ok(()) };
        let old_fields = match old.map(|old| &old.content) {
            Some(Content::Fields(fields)) => fields.as_slice(),
            _ => &[],
        };
        if let Content::Fields(fields) = &object.content {
            for (slot, (field, value)) in fields.iter().enumerate() {
                let old = old_fields.get(slot).filter(|(name, _)| name == field);
                let has_changed = old.is_none_or(|(_, old)| !self.is_same(old, value));
                if has_changed
                    && *value != Value::Free
                    && !self.is_told_by_method(place, field, value)
                    && let Some(seen) = self.read(&variable, &object.class, field)
                {
                    self.check_value(checks, value, &seen)?;
                }
            }
            return self.check_observations(checks, place, &variable);
        }
        let has_changed = old.is_none_or(|old| {
            let (mut one, mut other) = (old.content.values(), object.content.values());
            loop {
                match (one.next(), other.next()) {
                    (Some(one), Some(other)) if self.is_same(one, other) => {}
                    (None, None) => return false,
                    _ => return true,
                }
            }
        });
        if has_changed { self.check_content(checks, place, &variable) } else { Ok(()) }
    }

    /// Whether a method of the object is asserted to answer what a field holds, as its name says: one of both is enough.
    fn is_told_by_method(&self, place: usize, field: &FieldName, value: &Value) -> bool {
        let own = field.name.trim_matches('_').to_ascii_lowercase();
        let mut observations = self.case.observations.iter().flatten();
        observations.any(|seen| {
            let name = seen.name.to_ascii_lowercase();
            let prefixes = ["", "get", "is", "has"].iter();
            let is_getter = prefixes.filter_map(|prefix| name.strip_prefix(prefix));
            seen.object == place
                && seen.value == *value
                && is_getter.into_iter().any(|rest| rest == own)
        })
    }

    /// What methods of an object answer.
    fn check_observations(
        &mut self,
        checks: &mut Checks,
        place: usize,
        variable: &Expr,
    ) -> Written<()> {
        let class = &self.case.after.objects[place].class;
        let all = self.case.observations.iter().flatten();
        for seen in all.filter(|seen| seen.object == place) {
            let Some(declared) = self.file.classes.signature(&seen.descriptor) else { continue };
            let Some(declared) = declared.result.clone() else { continue };
            let Some(target) = self.target(variable, class, &seen.name, &seen.descriptor) else {
                continue;
            };
            if let Some(method) = self.file.classes.method(class, &seen.name, &seen.descriptor) {
                self.warnings.deprecated |= method.is_deprecated;
                if !method.throws.is_empty() {
                    self.throws_at_least(Throws::Exception);
                }
            }
            // Where a class says what a type parameter above it is, objects may hold something else.
            let is_plain = declared.is_primitive() || declared.is_array() || is_final(&declared);
            let view =
                if is_plain { None } else { self.raw_view(class, &seen.name, &seen.descriptor) };
            let target = view.map_or(target.clone(), |view| format!("(({view}) {target})"));
            let Some(argument) = self.asked_about(seen) else { continue };
            let text = format!("{target}.{}({argument})", seen.name);
            let seen_here = Seen { text, static_type: declared.clone(), declared };
            self.check_value(checks, &seen.value, &seen_here)?;
        }
        Ok(())
    }

    /// What a method is asked about, as source code has it: nothing, a text or an integer.
    fn asked_about(&mut self, seen: &Observation) -> Option<String> {
        match &seen.argument {
            None => Some(String::new()),
            Some(Value::Text(text)) => Some(literal::string(text)),
            Some(number) => self
                .primitive(number, if seen.descriptor.starts_with("(J)") { "long" } else { "int" }),
        }
    }

    /// An object as the receiver of a method that source code may call on it.
    fn target(
        &mut self,
        variable: &Expr,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<String> {
        let known = variable.static_type.as_ref()?;
        let may_call = |class: &str| {
            let mut lineage = self.file.classes.lineage(class);
            lineage.any(|(owner, source)| {
                let method = source.method(name, descriptor);
                method.is_some_and(|method| self.file.may_use(&owner, method.access))
            })
        };
        if !known.is_object() && !known.is_array() && may_call(&known.element) {
            return Some(variable.text.clone());
        }
        let own = Type::class(class);
        if !self.file.may_name(class) || !may_call(class) {
            return None;
        }
        Some(format!("({})", self.cast(&variable.text, &own).ok()?))
    }

    /// Whether a value of the input and one of the output are the same.
    fn is_same(&self, before: &Value, after: &Value) -> bool {
        match (before, after) {
            (Value::Ref(one), Value::Ref(other)) => {
                let one = self.case.before.objects.get(*one);
                let other = self.case.after.objects.get(*other);
                one.zip(other).is_some_and(|(one, other)| one.id == other.id)
            }
            _ => before == after,
        }
    }

    /// A field as the test reads it, unless it cannot.
    fn read(&mut self, of: &Expr, class: &str, field: &FieldName) -> Option<Seen> {
        let known = self.file.classes.get(&field.class);
        let known = known.as_ref().and_then(|class| class.field(&field.name));
        let declared = known.and_then(|field| Type::descriptor(&field.descriptor));
        let declared = declared.unwrap_or_else(Type::object);
        if let Some(text) = self.field(of, class, field) {
            return Some(Seen { text, static_type: declared.clone(), declared });
        }
        // Whether objects know the one around them is the compiler's business.
        let is_hidden = is_platform(&field.class) || field.name.starts_with("this$");
        if is_hidden || self.case.observations.is_some() {
            return None;
        }
        self.throws_at_least(Throws::Exception);
        let (get, key) = (self.file.helper(Helper::Get), field_key(class, field));
        let text = format!("{get}({}, {key})", of.text);
        Some(Seen { text, static_type: Type::object(), declared })
    }

    /// A static field as the test reads it; by reflection only where it does not look at things from outside.
    fn static_field(&mut self, field: &FieldName) -> Written<Option<Seen>> {
        let (target, declared) = self.keep_static(field)?;
        if let Some(text) = target {
            return Ok(Some(Seen { text, static_type: declared.clone(), declared }));
        }
        if self.case.observations.is_some() {
            return Ok(None);
        }
        self.throws_at_least(Throws::Exception);
        let key = literal::string(&format!("{}.{}", field.class, field.name));
        let text = format!("{}({key})", self.file.helper(Helper::GetStatic));
        Ok(Some(Seen { text, static_type: Type::object(), declared }))
    }

    /// Adds an assertion about one value.
    pub fn assert(&mut self, checks: &mut Checks, name: &'static str, seen: &str) {
        checks.count += 1;
        if checks.count <= MOST {
            let assertion = self.file.assertion(name, false);
            self.line(format_args!("{assertion}({seen});"));
        }
    }

    /// Adds an assertion that a value is what is expected.
    pub fn assert_equal(&mut self, checks: &mut Checks, expected: &str, seen: &Seen) {
        self.assert_alike(checks, "assertEquals", expected, seen);
    }

    /// The same by another name.
    pub fn assert_alike(
        &mut self,
        checks: &mut Checks,
        name: &'static str,
        expected: &str,
        seen: &Seen,
    ) {
        checks.count += 1;
        if checks.count <= MOST {
            let text = self.file.compared(name, expected, &seen.text, seen.looks(expected));
            self.line(format_args!("{text};"));
        }
    }

    /// Asserts a value.
    pub fn check_value(
        &mut self,
        checks: &mut Checks,
        value: &'r Value,
        seen: &Seen,
    ) -> Written<()> {
        let text = &seen.text;
        match value {
            Value::Free => {}
            Value::Null => self.assert(checks, "assertNull", text),
            Value::Bool(value) if seen.static_type.is_primitive() => {
                self.assert(checks, if *value { "assertTrue" } else { "assertFalse" }, text);
            }
            Value::Int(number)
                if matches!(seen.static_type.unboxed(), Some("byte" | "short"))
                    && seen.static_type.is_primitive() =>
            {
                self.assert_equal(checks, &number.to_string(), seen);
            }
            Value::Ref(place) => return self.check_reference(checks, *place, seen),
            _ => {
                let expected = self.value(value, &seen.declared)?.text;
                self.assert_equal(checks, &expected, seen);
            }
        }
        Ok(())
    }

    fn check_reference(&mut self, checks: &mut Checks, place: usize, seen: &Seen) -> Written<()> {
        let Some(object) = self.case.after.objects.get(place) else { return Ok(()) };
        if let Some(variable) = checks.variables[place].clone() {
            // Which of two equal values the class library hands out is its own affair.
            let is_value = matches!(object.content, Content::Holding(_)) && is_fixed(object);
            let name = if is_value { "assertEquals" } else { "assertSame" };
            self.assert_alike(checks, name, &variable.text, seen);
            return Ok(());
        }
        match &object.content {
            Content::Boxed(value) => {
                let expected = self.value(value, &Type::class(&object.class))?.text;
                self.assert_equal(checks, &expected, seen);
                Ok(())
            }
            Content::Constant(name) => {
                match self.constant(&object.class, name) {
                    Ok(expected) => self.assert_equal(checks, &expected.text, seen),
                    // Of a constant that the JDK keeps to itself nobody can say more.
                    Err(_) => self.assert(checks, "assertNotNull", &seen.text),
                }
                Ok(())
            }
            Content::Opaque | Content::Stub(_) => {
                self.assert(checks, "assertNotNull", &seen.text);
                Ok(())
            }
            Content::Fields(_) => {
                self.meet(checks, place, seen);
                checks.open.push(place);
                Ok(())
            }
            Content::Elements(_)
            | Content::Collection(_)
            | Content::Map(_)
            | Content::Holding(_) => {
                let static_type = Some(seen.static_type.clone());
                let expr = Expr { text: seen.text.clone(), static_type, is_exact: false };
                self.check_content(checks, place, &expr)
            }
        }
    }

    fn check_class(&mut self, checks: &mut Checks, class: &Type, name: &str) {
        let class = class.binary_name();
        // The compiler numbers anonymous classes: what it calls them says nothing.
        if class
            .rsplit('$')
            .next()
            .is_some_and(|last| last.starts_with(|c: char| c.is_ascii_digit()))
        {
            return;
        }
        let class = literal::string(&class);
        let seen = Seen::text(format!("{name}.getClass().getName()"));
        self.assert_equal(checks, &class, &seen);
    }

    /// Declares the variable of an object that must be of its type.
    fn meet_as(&mut self, type_name: &str, name: &str, text: &str) {
        if self.file.framework == TestFramework::Junit5 {
            let assertion = self.file.assertion("assertInstanceOf", true);
            let class = type_name.split('<').next().unwrap_or_default();
            self.line(format_args!("{type_name} {name} = {assertion}({class}.class, {text});"));
        } else {
            self.line(format_args!("{type_name} {name} = ({type_name}) {text};"));
        }
    }

    /// Gives a new object a variable, of its own class.
    pub fn meet(&mut self, checks: &mut Checks, place: usize, seen: &Seen) {
        let object = &self.case.after.objects[place];
        let class = Type::class(&object.class);
        if checks.count >= MOST {
            return;
        }
        let (type_name, static_type) = self.looked_at(&class);
        let is_exact = static_type == class;
        let text = if seen.static_type == static_type && is_identifier(&seen.text) {
            if !is_exact {
                self.check_class(checks, &class, &seen.text);
            }
            seen.text.clone()
        } else {
            let objects = &self.case.after.objects;
            let is_alone = objects.iter().filter(|other| other.class == object.class).count() == 1;
            let name = match is_alone {
                true => class_variable(&object.class),
                false => object_name(&object.id),
            };
            let name = self.local(&name);
            if seen.static_type == class {
                self.line(format_args!("{type_name} {name} = {};", seen.text));
            } else if is_exact && !class.is_array() {
                self.meet_as(&type_name, &name, &seen.text);
            } else if is_exact {
                self.line(format_args!("{type_name} {name} = ({type_name}) {};", seen.text));
            } else {
                self.line(format_args!("{type_name} {name} = {};", seen.text));
                self.check_class(checks, &class, &name);
            }
            name
        };
        checks.variables[place] = Some(Expr { text, static_type: Some(static_type), is_exact });
    }
}
