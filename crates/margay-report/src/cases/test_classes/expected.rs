//! Arrays and collections of the output: compared with an expected one where everything in it is a
//! value, else element by element.

use super::check::{Checks, Seen};
use super::content::is_blank;
use super::framework::TestFramework;
use super::helper::Helper;
use super::holders::is_value;
use super::test::{Expr, Test, Written};
use super::types::Type;
use margay_search::structure::{Content, Object, Value};

/// Elements of a collection of objects that are looked at one by one.
const MOST_ELEMENTS: usize = 20;

/// The same of arrays that are too long to be listed: a few tell that something is there.
const MOST_OF_LONG: usize = 3;

/// Elements of an array that are compared with a list of all of them: of others, the length and some.
const LISTED: usize = 1_000;

impl<'r> Test<'_, '_, 'r> {
    /// Asserts what an array or collection holds.
    pub fn check_content(&mut self, checks: &mut Checks, place: usize, seen: &Expr) -> Written<()> {
        let object = &self.case.after.objects[place];
        let class = Type::class(&object.class);
        if let Some(expected) = self.expected(place, 0) {
            let (assertion, interface) = match &object.content {
                Content::Elements(_) => ("assertArrayEquals", None),
                Content::Collection(_) if is_unordered(&object.class) => ("assertEquals", None),
                Content::Collection(_) => ("assertIterableEquals", Some("java.lang.Iterable")),
                _ => ("assertEquals", None),
            };
            let is_copied = interface.is_some() && self.file.framework == TestFramework::Junit4;
            let text = match (interface, &object.content) {
                // JUnit 4 compares lists, but not whatever can be iterated over.
                (Some(_), _) if is_copied => {
                    let copy = self.file.library("java.util.ArrayList");
                    format!("new {copy}<>({})", self.viewed(seen, "java.util.Collection"))
                }
                (Some(interface), _) => self.viewed(seen, interface),
                (None, Content::Elements(_)) if seen.static_type.as_ref() != Some(&class) => {
                    let (name, _) = self.declared(&class);
                    format!("({name}) {}", seen.text)
                }
                _ => seen.text.clone(),
            };
            self.assert_alike(checks, assertion, &expected, &Seen::object(text));
            return Ok(());
        }
        match &object.content {
            Content::Elements(elements) => self.check_elements(checks, place, elements, seen),
            Content::Collection(items) => self.check_items(checks, object, items, seen),
            Content::Map(entries) => self.check_entries(checks, entries, seen),
            Content::Holding(value) => self.check_holder(checks, &class, value, seen),
            _ => Ok(()),
        }
    }

    /// An expression seen as an interface of the class library, whatever its type arguments.
    fn viewed(&mut self, seen: &Expr, interface: &str) -> String {
        let known = seen.static_type.as_ref();
        if known.is_some_and(|known| known.element.starts_with("java.util.")) {
            return seen.text.clone();
        }
        let wildcard = if interface.ends_with("Map") { "<?, ?>" } else { "<?>" };
        format!("({}{wildcard}) {}", self.file.library(interface), seen.text)
    }

    /// What equals an array or collection; none if it holds objects that are no values.
    fn expected(&mut self, place: usize, depth: usize) -> Option<String> {
        let object = self.case.after.objects.get(place).filter(|_| depth < 8)?;
        match &object.content {
            Content::Elements(elements) if elements.len() > LISTED => None,
            Content::Elements(elements) => {
                let class = Type::class(&object.class);
                let component = class.component()?;
                let name = self.named(&component)?;
                let list = self.expected_list(elements, &component, depth)?;
                Some(format!("new {name}[] {{{}}}", list.join(", ")))
            }
            Content::Collection(items) if depth == 0 => {
                let list = self.expected_list(items, &Type::object(), depth)?;
                let is_set = is_unordered(&object.class);
                let has_null = items.contains(&Value::Null);
                Some(match (is_set, has_null) {
                    (true, false) => self.factory("Set", "of", &list),
                    (true, true) => {
                        let inner = self.factory("Arrays", "asList", &list);
                        format!("new {}<>({inner})", self.file.library("java.util.HashSet"))
                    }
                    (false, true) => self.factory("Arrays", "asList", &list),
                    (false, false) => self.factory("List", "of", &list),
                })
            }
            Content::Map(entries) if depth == 0 => {
                let values = entries.iter().flat_map(|(key, value)| [key, value]);
                let values: Vec<Value> = values.cloned().collect();
                let list = self.expected_list(&values, &Type::object(), depth)?;
                if values.contains(&Value::Null) || entries.len() > 10 {
                    let map = self.file.helper(Helper::Map);
                    return Some(format!("{map}({})", list.join(", ")));
                }
                Some(self.factory("Map", "of", &list))
            }
            _ => None,
        }
    }

    fn factory(&mut self, class: &str, method: &str, list: &[String]) -> String {
        let class = self.file.library(&format!("java.util.{class}"));
        if let [item] = list
            && (item == "null" || item.starts_with("new "))
        {
            let object = self.file.library("java.lang.Object");
            return format!("{class}.{method}(({object}) {item})");
        }
        format!("{class}.{method}({})", list.join(", "))
    }

    fn expected_list(
        &mut self,
        values: &[Value],
        wanted: &Type,
        depth: usize,
    ) -> Option<Vec<String>> {
        values.iter().map(|value| self.expected_value(value, wanted, depth)).collect()
    }

    fn expected_value(&mut self, value: &Value, wanted: &Type, depth: usize) -> Option<String> {
        let Value::Ref(place) = value else {
            return match (value, wanted.unboxed()) {
                (Value::Free, _) => None,
                (Value::Int(number), Some("byte" | "short")) if wanted.is_primitive() => {
                    Some(number.to_string())
                }
                _ => self.value(value, wanted).ok().map(|expr| expr.text),
            };
        };
        let object = self.case.after.objects.get(*place)?;
        match &object.content {
            Content::Boxed(value) => {
                self.value(value, &Type::class(&object.class)).ok().map(|expr| expr.text)
            }
            Content::Constant(name) => {
                self.constant(&object.class, name).ok().map(|expr| expr.text)
            }
            Content::Holding(value)
                if object.class.starts_with("java.math.") || is_value(&object.class) =>
            {
                self.holder(&Type::class(&object.class), value).ok().map(|expr| expr.text)
            }
            Content::Elements(_) if wanted.is_array() => self.expected(*place, depth + 1),
            _ => None,
        }
    }

    fn check_elements(
        &mut self,
        checks: &mut Checks,
        place: usize,
        elements: &'r [Value],
        seen: &Expr,
    ) -> Written<()> {
        let class = Type::class(&self.case.after.objects[place].class);
        let component = class.component().unwrap_or_else(Type::object);
        let static_type = seen.static_type.clone().unwrap_or_else(Type::object);
        let is_met = checks.variables[place].is_some();
        if !is_met {
            let declared = static_type.clone();
            let seen = Seen { text: seen.text.clone(), static_type, declared };
            self.meet(checks, place, &seen);
        }
        let Some(variable) = checks.variables[place].clone() else { return Ok(()) };
        let name = &variable.text;
        let is_typed = variable.static_type.as_ref() == Some(&class);
        let array = (!is_typed).then(|| self.file.library("java.lang.reflect.Array"));
        let length = match &array {
            None => format!("{name}.length"),
            Some(array) => format!("{array}.getLength({name})"),
        };
        self.assert_equal(checks, &elements.len().to_string(), &Seen::number(length));
        let is_long = elements.len() > LISTED;
        let told = elements.iter().enumerate().filter(|(_, value)| !is_long || !is_blank(value));
        let most = if is_long { MOST_OF_LONG } else { MOST_ELEMENTS };
        for (index, value) in told.take(most) {
            let seen = match &array {
                None => Seen {
                    text: format!("{name}[{index}]"),
                    static_type: component.clone(),
                    declared: component.clone(),
                },
                Some(array) => Seen::object(format!("{array}.get({name}, {index})")),
            };
            self.check_value(checks, value, &seen)?;
        }
        Ok(())
    }

    fn check_items(
        &mut self,
        checks: &mut Checks,
        object: &Object,
        items: &'r [Value],
        seen: &Expr,
    ) -> Written<()> {
        let collection = self.viewed(seen, "java.util.Collection");
        if is_unordered(&object.class) {
            let size = Seen::number(format!("{}.size()", parenthesized(&collection)));
            self.assert_equal(checks, &items.len().to_string(), &size);
            return Ok(());
        }
        let (list, elements) = (self.file.library("java.util.List"), self.local("elements"));
        let object = self.file.library("java.lang.Object");
        let copy = self.file.library("java.util.ArrayList");
        self.warnings.raw |= collection == seen.text;
        self.line(format_args!("{list}<{object}> {elements} = new {copy}<>({collection});"));
        let size = Seen::number(format!("{elements}.size()"));
        self.assert_equal(checks, &items.len().to_string(), &size);
        for (index, value) in items.iter().enumerate().take(MOST_ELEMENTS) {
            let seen = Seen::object(format!("{elements}.get({index})"));
            self.check_value(checks, value, &seen)?;
        }
        Ok(())
    }

    fn check_entries(
        &mut self,
        checks: &mut Checks,
        entries: &'r [(Value, Value)],
        seen: &Expr,
    ) -> Written<()> {
        let map = parenthesized(&self.viewed(seen, "java.util.Map"));
        let size = Seen::number(format!("{map}.size()"));
        self.assert_equal(checks, &entries.len().to_string(), &size);
        for (key, value) in entries.iter().take(MOST_ELEMENTS) {
            if let Some(key) = self.expected_value(key, &Type::object(), 0) {
                self.check_value(checks, value, &Seen::object(format!("{map}.get({key})")))?;
            }
        }
        Ok(())
    }
}

/// A cast before a dot needs parentheses.
fn parenthesized(text: &str) -> String {
    if text.starts_with('(') { format!("({text})") } else { text.to_owned() }
}

/// Whether the order in which a set gives its elements says nothing: it may follow from hash codes
/// that differ from run to run.
fn is_unordered(class: &str) -> bool {
    let name = class.rsplit('.').next().unwrap_or(class);
    let is_set = name.contains("Set") || name.contains("KeySet");
    is_set && !["Linked", "Tree", "Skip", "Enum"].iter().any(|word| name.contains(word))
}
