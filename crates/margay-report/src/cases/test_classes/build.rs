//! The input of a test: objects built as the case's recipe says, and what the recipe does not
//! mention from its content. Whatever needs a name becomes a local variable.

use super::act::Call;
use super::classes::{is_identifier, is_platform};
use super::helper::Helper;
use super::test::{Expr, Test, Throws, Unwritable, Written, class_variable, object_name};
use super::types::Type;
use crate::literal;
use crate::names::simple_class;
use margay_jvm::source::SourceKind;
use margay_search::generate::case::Build;
use margay_search::structure::{Content, FieldName, Object, Value};

impl<'r> Test<'_, '_, 'r> {
    /// Builds everything that the method is given.
    pub fn build(&mut self) -> Written<()> {
        let case = self.case;
        self.name_inputs();
        self.in_recipe = case.recipe.iter().filter_map(made_by).collect();
        self.note_generics();
        for step in &case.recipe {
            self.step(step)?;
            self.fill_pending()?;
        }
        if let Some(receiver) = self.receiver() {
            self.value(receiver, &Type::class(&self.report.method.class))?;
        }
        for (value, wanted) in case.input.arguments.iter().zip(self.parameters) {
            if let Value::Ref(_) = value {
                self.value(value, wanted)?;
            }
        }
        for (field, value) in &case.input.statics {
            self.set_static(field, value)?;
        }
        self.fill_pending()?;
        if !self.pending.is_empty() {
            return Unwritable::because("its objects refer to each other before they can be built");
        }
        Ok(())
    }

    /// The receiver of the call. A constructor makes its own.
    pub fn receiver(&self) -> Option<&'r Value> {
        let receiver = self.case.input.receiver.as_ref();
        receiver.filter(|_| !self.report.signature.is_static && self.report.method.name != "<init>")
    }

    /// Objects that are given directly are called as their parameters are.
    fn name_inputs(&mut self) {
        let (case, report) = (self.case, self.report);
        if let Some(Value::Ref(object)) = self.receiver() {
            self.wishes.insert(*object, class_variable(&report.method.class));
        }
        for (value, parameter) in case.input.arguments.iter().zip(&report.signature.parameters) {
            if let Value::Ref(object) = value {
                self.wishes.entry(*object).or_insert_with(|| parameter.name.clone());
            }
        }
        self.name_given();
    }

    /// An object of the input.
    pub fn object(&self, place: usize) -> Written<&'r Object> {
        let found = self.case.before.objects.get(place);
        found.ok_or_else(|| Unwritable("it refers to an object that it does not have".to_owned()))
    }

    fn step(&mut self, step: &'r Build) -> Written<()> {
        match step {
            Build::Construct { object, descriptor, arguments } => {
                let made = self.object(*object)?;
                let class = Type::class(&made.class);
                let new = match &made.content {
                    Content::Stub(methods) => {
                        self.extend(&class, descriptor, arguments, methods)?
                    }
                    _ => self.construct(&class.element, descriptor, true, arguments)?,
                };
                self.declare(*object, &class, &new)
            }
            Build::Call { object, name, descriptor, arguments } => {
                let class = self.declaring(&self.object(*object)?.class, name, descriptor);
                let call =
                    Call { class: &class, name, descriptor, is_static: false, accessible: true };
                let text = self.call(&call, Some(&Value::Ref(*object)), arguments)?.text;
                self.line(format_args!("{text};"));
                Ok(())
            }
            Build::Produce { object, class, name, descriptor, receiver, arguments } => {
                let is_static = receiver.is_none();
                let call = Call { class, name, descriptor, is_static, accessible: true };
                let made = self.call(&call, receiver.as_ref(), arguments)?;
                self.keep(*object, made)
            }
            // It is there already, and naming it again is no statement.
            Build::Constant { object, .. } if self.variables[*object].is_some() => Ok(()),
            Build::Constant { object, class, name, descriptor } => {
                let owner = Type::class(class);
                let Some(owner) = self.mentioned(&owner) else {
                    return Unwritable::because(format!("source code cannot name {class}"));
                };
                let static_type = Type::descriptor(descriptor);
                let text = format!("{owner}.{name}");
                self.keep(*object, Expr { text, static_type, is_exact: false })
            }
            Build::Allocate { object } => match self.is_record(&self.object(*object)?.class) {
                true => Ok(()),
                false => self.allocate(*object),
            },
            Build::Set { object, field, value, .. } => {
                let class = &self.object(*object)?.class;
                if self.is_record(class) {
                    return self.set_component(*object, field);
                }
                self.set(*object, field, value)
            }
            Build::Copied { object } => {
                // The variable has another object; the one of the input is found in its owner.
                self.variables[*object] = None;
                Ok(())
            }
            Build::Refused { object } => {
                let class = &self.object(*object)?.class;
                Unwritable::because(format!("no constructor makes the {class} it needs"))
            }
        }
    }

    /// Keeps what a call gives in a variable, unless it is what one has already.
    fn keep(&mut self, object: usize, made: Expr) -> Written<()> {
        if self.variables[object].is_some() {
            self.line(format_args!("{};", made.text));
            return Ok(());
        }
        let wanted = made.static_type.clone().unwrap_or_else(Type::object);
        self.declare(object, &wanted, &made)
    }

    /// The class through which a test calls a method of an object: its own, or where the test cannot
    /// name that, one above it that declares the method.
    pub fn declaring(&self, class: &str, name: &str, descriptor: &str) -> String {
        if self.file.may_name(class) {
            return class.to_owned();
        }
        let mut lineage = self.file.classes.lineage(class);
        let found = lineage.find(|(name_above, known)| {
            self.file.may_name(name_above) && known.method(name, descriptor).is_some()
        });
        found.map_or_else(|| class.to_owned(), |(name, _)| name)
    }

    fn is_record(&self, class: &str) -> bool {
        self.file.classes.get(class).is_some_and(|class| class.kind == SourceKind::Record)
    }

    /// Declares the variable of an object.
    pub fn declare(&mut self, place: usize, wanted: &Type, new: &Expr) -> Written<()> {
        let object = self.object(place)?;
        let (type_name, static_type) =
            match self.type_arguments(place, wanted).zip(self.mentioned(wanted)) {
                Some((arguments, name)) => (format!("{name}{arguments}"), wanted.clone()),
                None => self.declared(wanted),
            };
        let wish = self.wishes.remove(&place);
        let wish = wish.unwrap_or_else(|| self.variable_for(object, wanted));
        let name = self.local(&wish);
        let is_exact = static_type == Type::class(&object.class);
        let text = match &new.static_type {
            Some(known) if *known == static_type || new.is_exact || static_type.is_object() => {
                new.text.clone()
            }
            _ => self.cast(&new.text, &static_type)?,
        };
        // An array needs no `new` where its type is declared.
        let text = match text.strip_prefix(&format!("new {type_name} {{")) {
            Some(elements) => format!("{{{elements}"),
            None => text,
        };
        self.line(format_args!("{type_name} {name} = {text};"));
        self.variables[place] = Some(Expr { text: name, static_type: Some(static_type), is_exact });
        Ok(())
    }

    /// What to call an object: by its class where there is no other of it that has no better name, else by class and
    /// number. The class of an anonymous one is no name.
    fn variable_for(&self, object: &Object, wanted: &Type) -> String {
        let simple = simple_class(&object.class);
        if simple.starts_with(|c: char| c.is_ascii_digit()) {
            return class_variable(&wanted.element);
        }
        let name = class_variable(&object.class);
        let is_taken = self.wishes.values().any(|wish| *wish == name);
        let objects = self.case.before.objects.iter().enumerate();
        let mut others = objects.filter(|(place, _)| !self.wishes.contains_key(place));
        let is_alike =
            |other: &Object| other.id != object.id && simple_class(&other.class) == simple;
        match is_taken || others.any(|(_, other)| is_alike(other)) {
            true => object_name(&object.id),
            false => name,
        }
    }

    /// Makes an object without a constructor.
    fn allocate(&mut self, place: usize) -> Written<()> {
        let class = Type::class(&self.object(place)?.class);
        let known = self.file.classes.get(&class.element);
        if known.is_some_and(|known| known.kind == SourceKind::Enum) || is_platform(&class.element)
        {
            let why = format!("no constructor makes the {} it needs", class.element);
            return Unwritable::because(why);
        }
        self.throws_at_least(Throws::Exception);
        let literal = self.class_literal(&class);
        let text = format!("{}({literal})", self.file.helper(Helper::Allocate));
        let known = self.file.may_name(&class.element);
        let static_type = if known { class.clone() } else { Type::object() };
        let new = Expr { text, static_type: Some(static_type), is_exact: known };
        self.declare(place, &class, &new)?;
        self.allocated.insert(place);
        Ok(())
    }

    /// Sets a field of an object.
    fn set(&mut self, place: usize, field: &FieldName, value: &'r Value) -> Written<()> {
        if *value == Value::Free || self.allocated.contains(&place) && is_default(value) {
            return Ok(());
        }
        let Some(variable) = self.variables.get(place).cloned().flatten() else {
            return Unwritable::because("it sets a field before there is an object");
        };
        let object = self.object(place)?;
        let known = self.file.classes.get(&field.class);
        let known = known.as_ref().and_then(|class| class.field(&field.name));
        let wanted = known.and_then(|field| Type::descriptor(&field.descriptor));
        let wanted = wanted.unwrap_or_else(Type::object);
        let is_final = known.is_none_or(|field| field.is_final);
        let target = self.field(&variable, &object.class, field).filter(|_| !is_final);
        if let Some(target) = target {
            let value = self.assigned(value, &wanted)?;
            self.line(format_args!("{target} = {value};"));
            return Ok(());
        }
        if is_platform(&field.class) {
            return Unwritable::because(format!("it sets {}.{}", field.class, field.name));
        }
        let value = self.value(value, &wanted)?;
        self.throws_at_least(Throws::Exception);
        let (set, key) = (self.file.helper(Helper::Set), field_key(&object.class, field));
        self.line(format_args!("{set}({}, {key}, {});", variable.text, value.text));
        Ok(())
    }

    /// A field as source code reaches it, if it may.
    pub fn field(&mut self, of: &Expr, class: &str, field: &FieldName) -> Option<String> {
        let known = self.file.classes.get(&field.class)?;
        let access = known.field(&field.name)?.access;
        let owner = Type::class(&field.class);
        let is_hidden = class != field.class && self.hides(class, field);
        if is_hidden || !self.file.may_use(&field.class, access) || !is_identifier(&field.name) {
            return None;
        }
        // What a subclass says of type parameters is not what the descriptor of the field says.
        let is_inherited = class != field.class && known.type_parameters > 0;
        if (of.is_exact && !is_inherited) || of.static_type.as_ref() == Some(&owner) {
            return Some(format!("{}.{}", of.text, field.name));
        }
        let name = self.named(&owner)?;
        Some(format!("(({name}) {}).{}", of.text, field.name))
    }

    /// Whether a class between that of an object and that of a field has a field of the same name.
    fn hides(&self, class: &str, field: &FieldName) -> bool {
        let lineage = self.file.classes.lineage(class);
        let mut between = lineage.take_while(|(name, _)| *name != field.class);
        between.any(|(_, class)| class.field(&field.name).is_some())
    }

    /// A record is made when the last of its components is known.
    fn set_component(&mut self, place: usize, field: &FieldName) -> Written<()> {
        let object = self.object(place)?;
        let known = self.file.classes.get(&object.class);
        let mut components = known.iter().flat_map(|class| &class.fields);
        let last = components.rfind(|field| !field.is_static);
        if last.is_some_and(|last| last.name == field.name) && self.variables[place].is_none() {
            return self.make_record(place);
        }
        Ok(())
    }

    /// Calls the constructor of a record with what its components hold.
    fn make_record(&mut self, place: usize) -> Written<()> {
        let object = self.object(place)?;
        let Content::Fields(fields) = &object.content else { return Ok(()) };
        let known = self.file.classes.get(&object.class);
        let Some(known) = known else {
            return Unwritable::because(format!("{} is not known", object.class));
        };
        let components = known.fields.iter().filter(|field| !field.is_static);
        let types: String = components.map(|field| field.descriptor.as_str()).collect();
        let descriptor = format!("({types})V");
        let accessible = known
            .method("<init>", &descriptor)
            .is_some_and(|new| self.file.may_use(&object.class, new.access));
        let values: Vec<Value> = fields.iter().map(|(_, value)| value.clone()).collect();
        if self.open_records.contains(&place) {
            return Unwritable::because("a record would have to exist before it is made");
        }
        self.open_records.push(place);
        let new = self.construct(&object.class, &descriptor, accessible, &values)?;
        self.open_records.pop();
        self.declare(place, &Type::class(&object.class), &new)
    }

    /// A static field for the time of the test.
    fn set_static(&mut self, field: &FieldName, value: &'r Value) -> Written<()> {
        let (target, wanted) = self.keep_static(field)?;
        match target {
            Some(target) => {
                let value = self.assigned(value, &wanted)?;
                self.line(format_args!("{target} = {value};"));
            }
            None => {
                let value = self.value(value, &wanted)?.text;
                self.throws_at_least(Throws::Exception);
                let key = literal::string(&format!("{}.{}", field.class, field.name));
                let set = self.file.helper(Helper::SetStatic);
                self.line(format_args!("{set}({key}, {value});"));
            }
        }
        Ok(())
    }

    /// A value in an assignment to a variable of that type.
    pub fn assigned(&mut self, value: &Value, wanted: &Type) -> Written<String> {
        if let Some(kind @ ("byte" | "short")) = wanted.unboxed()
            && let Value::Int(number) = value
            && wanted.is(kind)
        {
            self.is_narrow = true;
            return Ok(number.to_string());
        }
        let expr = self.value(value, wanted)?;
        self.converted(&expr, wanted)
    }

    /// Whether a class without type parameters stands where a generic type is wanted: what it fixes of
    /// the arguments may be something else, and only a cast to the raw type is always accepted.
    pub fn fixes(&self, class: &Type, wanted: &Type) -> bool {
        let is_generic = |class: &Type| {
            let known = self.file.classes.get(&class.element);
            known.is_some_and(|known| known.type_parameters > 0)
        };
        class.dimensions == 0 && class != wanted && is_generic(wanted) && !is_generic(class)
    }

    /// An expression where source code wants a type, with a cast if it needs one.
    pub fn converted(&mut self, expr: &Expr, wanted: &Type) -> Written<String> {
        match &expr.static_type {
            Some(known)
                if known != wanted
                    && (!expr.is_exact || self.fixes(known, wanted))
                    && !wanted.is_object() =>
            {
                self.cast(&expr.text, wanted)
            }
            _ => Ok(expr.text.clone()),
        }
    }

    /// A value that source code wants to be of a type. Objects that do not exist yet are made.
    pub fn value(&mut self, value: &Value, wanted: &Type) -> Written<Expr> {
        if let Some(kind) = wanted.unboxed()
            && let Some(text) = self.primitive(value, kind)
        {
            return Ok(Expr::exact(text, wanted.clone()));
        }
        let exact = |text: String, class: &str| Expr::exact(text, Type::class(class));
        Ok(match value {
            Value::Null | Value::Free => {
                Expr { text: "null".to_owned(), static_type: None, is_exact: true }
            }
            Value::Text(text) => exact(self.text(literal::string(text)), "java.lang.String"),
            Value::Units(units) => exact(self.text(literal::units(units)), "java.lang.String"),
            Value::Constant(name) => self.constant(&wanted.element, name)?,
            Value::Bool(value) => exact(value.to_string(), "java.lang.Boolean"),
            Value::Char(unit) => exact(literal::char(*unit), "java.lang.Character"),
            Value::Int(number) => {
                let is_small = i32::try_from(*number).is_ok();
                let (kind, class) = match is_small {
                    true => ("int", "java.lang.Integer"),
                    false => ("long", "java.lang.Long"),
                };
                exact(self.primitive(value, kind).unwrap_or_default(), class)
            }
            Value::Float(_) => {
                let text = self.primitive(value, "double").unwrap_or_default();
                exact(text, "java.lang.Double")
            }
            Value::Ref(place) => return self.reference(*place, wanted),
        })
    }

    /// A text as an object of its own, where equal ones must not be the same.
    fn text(&self, literal: String) -> String {
        if self.case.distinct_texts { format!("new String({literal})") } else { literal }
    }

    fn reference(&mut self, place: usize, wanted: &Type) -> Written<Expr> {
        if let Some(Some(variable)) = self.variables.get(place) {
            return Ok(variable.clone());
        }
        let object = self.object(place)?;
        let class = Type::class(&object.class);
        match &object.content {
            Content::Boxed(value) => return self.value(value, &class),
            Content::Constant(name) => return self.constant(&object.class, name),
            Content::Elements(elements) => self.make_array(place, elements)?,
            Content::Collection(_) | Content::Map(_) => self.make_collection(place, wanted)?,
            Content::Holding(value) => self.make_holder(place, value)?,
            Content::Stub(methods) => self.make_stub(place, methods)?,
            Content::Fields(_) if self.is_record(&object.class) => self.make_record(place)?,
            Content::Fields(_) => {
                self.allocate(place)?;
                self.unset.push(place);
            }
            Content::Opaque if self.is_plain(&object.class) => {
                let new = self.construct(&object.class, "()V", true, &[])?;
                self.declare(place, &class, &new)?;
            }
            Content::Opaque => {
                return Unwritable::because(format!("no source makes its {}", object.class));
            }
        }
        let variable = self.variables[place].clone();
        variable.ok_or_else(|| Unwritable("an object is not built".to_owned()))
    }

    /// Whether an object of the class library has nothing to it but what its constructor without
    /// arguments makes: a bare object, an exception.
    fn is_plain(&self, class: &str) -> bool {
        let is_exception =
            || self.file.classes.lineage(class).any(|(c, _)| c == "java.lang.Throwable");
        let known = self.file.classes.get(class);
        let new = known.as_ref().and_then(|class| class.method("<init>", "()V"));
        new.is_some_and(|new| self.file.may_use(class, new.access))
            && (class == "java.lang.Object" || is_exception())
    }

    /// Sets the fields of objects that were made on the way. They may lead to others: a list must
    /// not be built by as many nested calls as it has nodes.
    pub fn settle(&mut self) -> Written<()> {
        while let Some(place) = self.unset.pop() {
            if let Content::Fields(fields) = &self.object(place)?.content {
                for (field, value) in fields {
                    self.set(place, field, value)?;
                }
            }
        }
        Ok(())
    }

    /// Whether a value can be written now: everything in it exists or can be made.
    pub fn is_ready(&self, value: &Value, open: &mut Vec<usize>) -> bool {
        let Value::Ref(place) = value else { return true };
        if open.contains(place) {
            return false;
        }
        if self.variables.get(*place).is_none_or(Option::is_some) {
            return true;
        }
        match &self.case.before.objects[*place].content {
            Content::Stub(_) if self.in_recipe.contains(place) => false,
            Content::Elements(_)
            | Content::Collection(_)
            | Content::Map(_)
            | Content::Holding(_)
            | Content::Stub(_) => {
                open.push(*place);
                let mut values = self.case.before.objects[*place].content.values();
                let is_ready = values.all(|value| self.is_ready(value, open));
                open.pop();
                is_ready
            }
            Content::Fields(_) => !self.in_recipe.contains(place),
            _ => true,
        }
    }
}

/// The object that a step makes.
fn made_by(step: &Build) -> Option<usize> {
    match step {
        Build::Construct { object, .. }
        | Build::Produce { object, .. }
        | Build::Constant { object, .. }
        | Build::Allocate { object } => Some(*object),
        Build::Call { .. } | Build::Set { .. } | Build::Copied { .. } | Build::Refused { .. } => {
            None
        }
    }
}

/// A field's name for the helpers, with its class where that is not the object's.
pub(super) fn field_key(class: &str, field: &FieldName) -> String {
    match class == field.class {
        true => literal::string(&field.name),
        false => literal::string(&format!("{}.{}", field.class, field.name)),
    }
}

/// What a new object holds before anybody sets it.
fn is_default(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) | Value::Int(0) | Value::Char(0) => true,
        Value::Float(text) => matches!(text.as_str(), "0.0" | "0"),
        _ => false,
    }
}
