//! Arrays and collections of the input, built from what they hold.
//!
//! Where all of that exists, one expression does it. Otherwise, as with an array that holds itself,
//! an empty one is made and filled later.

use super::helper::Helper;
use super::test::{Expr, Test, Throws, Unwritable, Written};
use super::types::Type;
use crate::literal;
use margay_search::structure::{Content, Value};

/// Elements that one test may list: more would not fit in a method of the JVM.
const MOST_ELEMENTS: usize = 1_000;

/// Why nobody can write a test.
pub(super) const MADE_OF_ITSELF: &str = "something is made of what would have to hold it before";

/// Elements from which on an array is long.
const LONG: usize = 64;

impl<'r> Test<'_, '_, 'r> {
    /// Fills what waits for objects that exist by now, and sets the fields of new ones.
    pub fn fill_pending(&mut self) -> Written<()> {
        self.settle()?;
        let mut place = 0;
        while let Some(&object) = self.pending.get(place) {
            let content = &self.object(object)?.content;
            if content.values().all(|value| self.is_ready(value, &mut Vec::new())) {
                self.pending.remove(place);
                self.fill(object)?;
                self.settle()?;
            } else {
                place += 1;
            }
        }
        Ok(())
    }

    /// Fills what waits, before somebody looks into an object. One that still waits then holds what is only
    /// made of it: no program can do that.
    pub fn fill_at_once(&mut self, value: &Value) -> Written<()> {
        self.fill_pending()?;
        match value {
            Value::Ref(place) if self.pending.contains(place) => {
                Unwritable::because(MADE_OF_ITSELF)
            }
            _ => Ok(()),
        }
    }

    fn fill(&mut self, place: usize) -> Written<()> {
        let object = self.object(place)?;
        let Some(variable) = self.variables[place].clone() else { return Ok(()) };
        let name = variable.text;
        match &object.content {
            Content::Elements(elements) => {
                let component = Type::class(&object.class).component();
                let component = component.unwrap_or_else(Type::object);
                for (index, value) in elements.iter().enumerate() {
                    if is_blank(value) {
                        continue;
                    }
                    let element = self.assigned(value, &component)?;
                    if variable.is_exact {
                        self.line(format_args!("{name}[{index}] = {element};"));
                    } else {
                        let array = self.file.library("java.lang.reflect.Array");
                        self.line(format_args!("{array}.set({name}, {index}, {element});"));
                    }
                }
            }
            Content::Collection(items) => {
                for item in items {
                    let item = self.value(item, &Type::object())?.text;
                    self.line(format_args!("{name}.add({item});"));
                }
            }
            Content::Map(entries) => self.put_all(&name, entries)?,
            _ => {}
        }
        Ok(())
    }

    fn put_all(&mut self, map: &str, entries: &'r [(Value, Value)]) -> Written<()> {
        for (key, value) in entries {
            let key = self.value(key, &Type::object())?.text;
            let value = self.value(value, &Type::object())?.text;
            self.line(format_args!("{map}.put({key}, {value});"));
        }
        Ok(())
    }

    pub fn make_array(&mut self, place: usize, elements: &'r [Value]) -> Written<()> {
        let count = elements.iter().filter(|value| !is_blank(value)).count();
        if count > MOST_ELEMENTS {
            return Unwritable::because(format!("an array has {} elements", elements.len()));
        }
        let class = Type::class(&self.object(place)?.class);
        let Some(component) = class.component() else {
            return Unwritable::because(format!("{} is no array", class.element));
        };
        let mut open = vec![place];
        // Of a long array that holds little, only that is written.
        let is_sparse = elements.len() > LONG && count > 0 && 4 * count < elements.len();
        if !is_sparse && elements.iter().all(|value| self.is_ready(value, &mut open)) {
            let new = self.array(&component, elements)?;
            return self.declare(place, &class, &new);
        }
        let blank = vec![Value::Free; elements.len()];
        let new = self.array(&component, &blank)?;
        self.declare(place, &class, &new)?;
        self.pending.push(place);
        Ok(())
    }

    /// A new array.
    fn array(&mut self, component: &Type, elements: &[Value]) -> Written<Expr> {
        let class = Type { dimensions: component.dimensions + 1, ..component.clone() };
        let Some(name) = self.named(component) else {
            let mut arguments = literal::string(&component.binary_name());
            for value in elements {
                arguments.extend([", ", &self.value(value, component)?.text]);
            }
            if let [Value::Null | Value::Free] = elements {
                let object = self.file.library("java.lang.Object");
                arguments = arguments.replace(", null", &format!(", ({object}) null"));
            }
            self.throws_at_least(Throws::Exception);
            let text = format!("{}({arguments})", self.file.helper(Helper::Array));
            return Ok(Expr { text, static_type: Some(Type::object()), is_exact: false });
        };
        if !elements.is_empty() && elements.iter().all(is_blank) || elements.is_empty() {
            let (head, tail) = split_dimensions(&name);
            return Ok(Expr::exact(format!("new {head}[{}]{tail}", elements.len()), class));
        }
        let mut list = String::new();
        for (place, value) in elements.iter().enumerate() {
            let element = self.assigned(value, component)?;
            list.extend([if place == 0 { "" } else { ", " }, &element]);
        }
        Ok(Expr::exact(format!("new {name}[] {{{list}}}"), class))
    }

    /// A collection or map of the class library.
    pub fn make_collection(&mut self, place: usize, wanted: &Type) -> Written<()> {
        let object = self.object(place)?;
        if object.content.values().nth(2 * MOST_ELEMENTS).is_some() {
            return Unwritable::because("a collection has too many elements");
        }
        let class = Type::class(&object.class);
        let mut open = vec![place];
        let is_ready = object.content.values().all(|value| self.is_ready(value, &mut open));
        let own =
            if self.file.may_name(&class.element) { class.clone() } else { interface(&class) };
        let wanted =
            if wanted.is_object() { self.generic_class(place) } else { Some(wanted.clone()) };
        let declared = wanted.filter(|_| is_ready).unwrap_or_else(|| own.clone());
        let declared = if self.file.may_name(&declared.element) { declared } else { own };
        // A stack has no constructor that takes elements.
        let is_copied = |items: &[Value]| items.is_empty() || !class.is("java.util.Stack");
        match &object.content {
            Content::Collection(items) if is_ready && is_copied(items) => {
                let new = self.collection(&class, items)?;
                self.declare(place, &declared, &new)
            }
            Content::Map(entries) if is_ready => {
                let (new, rest) = self.map(&class, entries)?;
                // Only what can be put into is filled afterwards.
                let is_map = self.is_below(&declared.element, "java.util.Map");
                let declared = match rest.is_empty() || is_map {
                    true => declared,
                    false => Type::class("java.util.Map"),
                };
                self.declare(place, &declared, &new)?;
                let name = self.variables[place].as_ref().map(|variable| variable.text.clone());
                self.put_all(&name.unwrap_or_default(), rest)
            }
            _ => {
                let new = self.empty(&class)?;
                self.declare(place, &declared, &new)?;
                self.pending.push(place);
                Ok(())
            }
        }
    }

    /// What follows the name of a class of the library that is made, which the compiler finds the type arguments of, if it has any.
    fn diamond(&self, class: &Type) -> &'static str {
        let known = self.file.classes.get(&class.element);
        if known.is_some_and(|known| known.type_parameters == 0) { "" } else { "<>" }
    }

    fn empty(&mut self, class: &Type) -> Written<Expr> {
        match self.mentioned(class) {
            Some(name) if !class.is("java.util.EnumMap") => {
                let diamond = self.diamond(class);
                Ok(Expr::exact(format!("new {name}{diamond}()"), class.clone()))
            }
            _ => Unwritable::because(format!("no source makes its {}", class.element)),
        }
    }

    fn collection(&mut self, class: &Type, items: &'r [Value]) -> Written<Expr> {
        let mut texts = Vec::with_capacity(items.len());
        for item in items {
            texts.push(self.value(item, &Type::object())?);
        }
        let name = class.element.strip_prefix("java.util.").unwrap_or(&class.element);
        let made = |text: String| Ok(Expr::exact(text, class.clone()));
        match name {
            "Arrays$ArrayList" => made(self.list_of("Arrays", "asList", &texts)),
            _ if name.starts_with("ImmutableCollections$Set") => {
                made(self.list_of("Set", "of", &texts))
            }
            _ if name.starts_with("ImmutableCollections$") => {
                made(self.list_of("List", "of", &texts))
            }
            "Collections$EmptyList" => made(self.list_of("Collections", "emptyList", &[])),
            "Collections$EmptySet" => made(self.list_of("Collections", "emptySet", &[])),
            "Collections$SingletonList" => {
                made(self.list_of("Collections", "singletonList", &texts))
            }
            "Collections$SingletonSet" => made(self.list_of("Collections", "singleton", &texts)),
            "RegularEnumSet" | "JumboEnumSet" if !texts.is_empty() => {
                made(self.list_of("EnumSet", "of", &texts))
            }
            _ => match wrapper(name) {
                Some((method, inner)) => {
                    let inner = self.collection(&Type::class(inner), items)?.text;
                    let collections = self.file.library("java.util.Collections");
                    made(format!("{collections}.{method}({inner})"))
                }
                None => self.copied(class, &texts),
            },
        }
    }

    /// A collection made by its constructor that copies another.
    fn copied(&mut self, class: &Type, items: &[Expr]) -> Written<Expr> {
        if items.is_empty() {
            return self.empty(class);
        }
        let Some(name) = self.mentioned(class) else {
            return Unwritable::because(format!("no source makes its {}", class.element));
        };
        let source = match items.iter().any(Expr::is_null) {
            true if items.len() == 1 => self.list_of("Collections", "singletonList", items),
            true => self.list_of("Arrays", "asList", items),
            false => self.list_of("List", "of", items),
        };
        if class.is("java.util.Stack") {
            return Unwritable::because("java.util.Stack has no constructor with elements");
        }
        Ok(Expr::exact(format!("new {name}<>({source})"), class.clone()))
    }

    /// A call of a factory method of the class library. A lone array or null would be taken for
    /// all the arguments.
    pub fn list_of(&mut self, class: &str, method: &str, items: &[Expr]) -> String {
        let class = self.file.library(&format!("java.util.{class}"));
        let takes_all = |item: &Expr| {
            !method.starts_with("singleton") && item.static_type.as_ref().is_none_or(Type::is_array)
        };
        if let [item] = items
            && takes_all(item)
        {
            let object = self.file.library("java.lang.Object");
            return format!("{class}.{method}(({object}) {})", item.text);
        }
        let texts: Vec<&str> = items.iter().map(|item| item.text.as_str()).collect();
        format!("{class}.{method}({})", texts.join(", "))
    }

    /// A new map, and the entries that are still to be put into it: in their order, which the
    /// maps of `Map.of` do not keep.
    fn map(
        &mut self,
        class: &Type,
        entries: &'r [(Value, Value)],
    ) -> Written<(Expr, &'r [(Value, Value)])> {
        let name = class.element.strip_prefix("java.util.").unwrap_or(&class.element);
        let made = |text: String| Ok((Expr::exact(text, class.clone()), &entries[..0]));
        if name.starts_with("ImmutableCollections$") || name == "Collections$SingletonMap" {
            let mut pairs = Vec::new();
            for value in entries.iter().flat_map(|(key, value)| [key, value]) {
                pairs.push(self.value(value, &Type::object())?);
            }
            if entries.len() > 10 {
                return Unwritable::because("a map of Map.of has more than ten entries");
            }
            return match name {
                "Collections$SingletonMap" => {
                    made(self.list_of("Collections", "singletonMap", &pairs))
                }
                _ => made(self.list_of("Map", "of", &pairs)),
            };
        }
        match (name, entries) {
            ("Collections$EmptyMap", _) => made(self.list_of("Collections", "emptyMap", &[])),
            ("EnumMap", [(key, value), rest @ ..]) => {
                let key = self.value(key, &Type::object())?;
                let value = self.value(value, &Type::object())?;
                let first = self.list_of("Map", "of", &[key, value]);
                let name = self.file.library("java.util.EnumMap");
                let new = Expr::exact(format!("new {name}<>({first})"), class.clone());
                Ok((new, rest))
            }
            _ => Ok((self.empty(class)?, entries)),
        }
    }
}

/// Elements that a new array has.
pub(super) fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null | Value::Free | Value::Bool(false) | Value::Int(0) | Value::Char(0) => true,
        Value::Float(text) => text == "0.0",
        _ => false,
    }
}

/// A type's name before and after the place of a new first dimension: `int`, `[]`.
fn split_dimensions(name: &str) -> (&str, &str) {
    name.find("[]").map_or((name, ""), |place| name.split_at(place))
}

/// The interface through which source code knows a collection whose class it cannot name.
fn interface(class: &Type) -> Type {
    let name = class.element.rsplit(['.', '$']).next().unwrap_or_default();
    let known = ["List", "Set", "Map", "Deque", "Queue"];
    let found = known.iter().find(|kind| name.contains(**kind));
    Type::class(&format!("java.util.{}", found.unwrap_or(&"Collection")))
}

/// The method of `Collections` that makes a wrapper, and a class it may wrap.
fn wrapper(name: &str) -> Option<(&'static str, &'static str)> {
    Some(match name {
        "Collections$UnmodifiableList" | "Collections$UnmodifiableRandomAccessList" => {
            ("unmodifiableList", "java.util.ArrayList")
        }
        "Collections$UnmodifiableSet" => ("unmodifiableSet", "java.util.LinkedHashSet"),
        "Collections$UnmodifiableCollection" => ("unmodifiableCollection", "java.util.ArrayList"),
        "Collections$SynchronizedList" | "Collections$SynchronizedRandomAccessList" => {
            ("synchronizedList", "java.util.ArrayList")
        }
        "Collections$SynchronizedSet" => ("synchronizedSet", "java.util.LinkedHashSet"),
        _ => return None,
    })
}
