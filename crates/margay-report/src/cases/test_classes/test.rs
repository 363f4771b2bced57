//! One test: what it has said so far and what it can name.
//!
//! A test has three parts: it builds the input ([`build`](super::build)), calls the method
//! ([`act`](super::act)) and looks at what came of it ([`check`](super::check)).

use super::classes::{is_identifier, is_keyword, is_platform};
use super::file::File;
use super::types::Type;
use super::typing::Generic;
use crate::literal;
use crate::names::simple_class;
use margay_search::generate::case::{MethodReport, TestCase};
use margay_search::structure::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;
use std::fmt::Write as _;

/// Why a case has no test.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unwritable(pub String);

impl Unwritable {
    pub fn because<T>(why: impl Into<String>) -> Result<T, Unwritable> {
        Err(Unwritable(why.into()))
    }
}

pub(super) type Written<T> = Result<T, Unwritable>;

/// An expression of the source.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub text: String,
    /// Its type in the eyes of the compiler; none for `null`.
    pub static_type: Option<Type>,
    /// Whether that is the class of the object itself, so that no supertype needs a cast.
    pub is_exact: bool,
}

impl Expr {
    pub fn exact(text: String, class: Type) -> Expr {
        Expr { text, static_type: Some(class), is_exact: true }
    }

    pub fn is_null(&self) -> bool {
        self.static_type.is_none()
    }
}

/// What a test method declares, from less to more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Throws {
    #[default]
    Nothing,
    Exception,
    Throwable,
}

/// What a test does on purpose although compilers warn of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Warnings {
    /// It uses classes that are in the source file of another.
    pub auxiliary: bool,
    /// It uses something deprecated.
    pub deprecated: bool,
    /// It uses generic classes without type arguments.
    pub raw: bool,
}

impl Warnings {
    /// Their names in `@SuppressWarnings`.
    pub fn names(self) -> Vec<&'static str> {
        let names = [
            (self.auxiliary, "auxiliaryclass"),
            (self.deprecated, "deprecation"),
            (self.raw, "rawtypes"),
            (self.deprecated, "removal"),
            (self.raw, "unchecked"),
        ];
        names.into_iter().filter_map(|(is_on, name)| is_on.then_some(name)).collect()
    }
}

/// A test being written.
pub(super) struct Test<'f, 'a, 'r> {
    pub file: &'f mut File<'a>,
    pub report: &'r MethodReport,
    pub case: &'r TestCase,
    /// Types of the method's parameters.
    pub parameters: &'r [Type],
    /// Statements so far.
    pub lines: String,
    /// The variables of the objects in `before`, by place.
    pub variables: Vec<Option<Expr>>,
    pub throws: Throws,
    /// What the compiler would warn of.
    pub warnings: Warnings,
    /// Arrays and collections that still wait for some of what they hold.
    pub pending: Vec<usize>,
    /// Objects made without a constructor: all they hold is 0 or null until it is set.
    pub allocated: FxHashSet<usize>,
    /// Those whose fields are not set yet.
    pub unset: Vec<usize>,
    /// Records whose components are being made.
    pub open_records: Vec<usize>,
    /// Objects that the recipe makes.
    pub in_recipe: FxHashSet<usize>,
    /// The type arguments of variables, by place in `before`; none if only the raw type will do.
    pub generics: FxHashMap<usize, Option<Generic>>,
    /// What objects should be called, by place in `before`.
    pub wishes: FxHashMap<usize, String>,
    /// Whether it has a literal where a variable of its type would not do.
    pub is_narrow: bool,
    /// Names of local variables.
    names: FxHashSet<String>,
}

impl<'f, 'a, 'r> Test<'f, 'a, 'r> {
    pub fn new(
        file: &'f mut File<'a>,
        report: &'r MethodReport,
        case: &'r TestCase,
        parameters: &'r [Type],
    ) -> Self {
        Test {
            file,
            report,
            case,
            parameters,
            lines: String::new(),
            variables: vec![None; case.before.objects.len()],
            throws: Throws::Nothing,
            warnings: Warnings::default(),
            pending: Vec::new(),
            allocated: FxHashSet::default(),
            unset: Vec::new(),
            open_records: Vec::new(),
            in_recipe: FxHashSet::default(),
            generics: FxHashMap::default(),
            wishes: FxHashMap::default(),
            is_narrow: false,
            names: FxHashSet::default(),
        }
    }

    /// Adds a statement.
    pub fn line(&mut self, statement: fmt::Arguments<'_>) {
        self.lines.push_str("        ");
        let _ = self.lines.write_fmt(statement);
        self.lines.push('\n');
    }

    /// Separates the parts of the test.
    pub fn blank(&mut self) {
        if !self.lines.is_empty() && !self.lines.ends_with("\n\n") {
            self.lines.push('\n');
        }
    }

    /// A new name for a local variable.
    pub fn local(&mut self, wanted: &str) -> String {
        let mut name = if is_identifier(wanted) { wanted.to_owned() } else { identifier(wanted) };
        if is_keyword(&name) {
            name.push_str("Object");
        }
        let stem = name.clone();
        let mut number = 2;
        while !self.names.insert(name.clone()) {
            name = format!("{stem}{number}");
            number += 1;
        }
        name
    }

    /// What source code calls a type that it declares something with; `Object` stands for what it
    /// cannot name.
    pub fn declared(&mut self, wanted: &Type) -> (String, Type) {
        if let Some(name) = self.named(wanted) {
            return (name, wanted.clone());
        }
        (self.file.library("java.lang.Object"), Type::object())
    }

    /// What source code calls a class whose static members it uses.
    pub fn mentioned(&mut self, wanted: &Type) -> Option<String> {
        let raw = self.warnings.raw;
        let name = self.named(wanted);
        self.warnings.raw = raw;
        name
    }

    /// What source code calls a type.
    pub fn named(&mut self, wanted: &Type) -> Option<String> {
        let name = self.file.type_name(wanted)?;
        if !wanted.has_primitive_elements()
            && let Some(class) = self.file.classes.get(&wanted.element)
        {
            let outer = wanted.element.rsplit_once('$').map_or("", |(outer, _)| outer);
            let outer = class.is_inner.then(|| self.file.classes.get(outer)).flatten();
            self.warnings.raw |=
                class.type_parameters > 0 || outer.is_some_and(|outer| outer.type_parameters > 0);
            self.warnings.deprecated |= class.is_deprecated;
            self.warnings.auxiliary |= class.is_auxiliary;
        }
        Some(name)
    }

    /// The class literal of a type.
    pub fn class_literal(&mut self, class: &Type) -> String {
        match self.mentioned(class) {
            Some(name) => format!("{name}.class"),
            None => {
                self.throws_at_least(Throws::Exception);
                let name = literal::string(&class.binary_name());
                format!("{}.forName({name})", self.file.library("java.lang.Class"))
            }
        }
    }

    pub fn throws_at_least(&mut self, throws: Throws) {
        self.throws = self.throws.max(throws);
    }

    /// A cast, as an operand of which negative numbers need parentheses.
    pub fn cast(&mut self, text: &str, target: &Type) -> Written<String> {
        let Some(name) = self.named(target) else {
            return Unwritable::because(format!("source code cannot name {}", target.element));
        };
        let is_minus = text.starts_with('-') && !target.is_primitive();
        Ok(if is_minus { format!("({name}) ({text})") } else { format!("({name}) {text}") })
    }

    /// A value of a primitive type or of its box, exactly of that type.
    pub fn primitive(&mut self, value: &Value, kind: &str) -> Option<String> {
        let narrow = matches!(kind, "byte" | "short");
        Some(match (value, kind) {
            (Value::Free, "boolean") => "false".to_owned(),
            (Value::Free, _) => self.primitive(&Value::Int(0), kind)?,
            (Value::Bool(value), "boolean") => value.to_string(),
            (Value::Int(value), "boolean") => (*value != 0).to_string(),
            (Value::Int(value), "int" | "long") => match literal::extreme(*value, kind) {
                Some((class, name)) => format!("{}.{name}", self.file.library(class)),
                None if kind == "long" => format!("{value}L"),
                None => value.to_string(),
            },
            (Value::Int(value), _) if narrow => format!("({kind}) {value}"),
            (Value::Int(value), "char") => literal::char(u16::try_from(*value).ok()?),
            (Value::Int(value), "double") => format!("{value}.0"),
            (Value::Int(value), "float") => format!("{value}.0f"),
            (Value::Char(unit), "char") => literal::char(*unit),
            (Value::Char(unit), _) => self.primitive(&Value::Int((*unit).into()), kind)?,
            (Value::Float(text), "float" | "double") => self.float(text, kind),
            _ => return None,
        })
    }

    fn float(&mut self, text: &str, kind: &str) -> String {
        let special = match text {
            "NaN" => Some("NaN"),
            "Infinity" => Some("POSITIVE_INFINITY"),
            "-Infinity" => Some("NEGATIVE_INFINITY"),
            _ => None,
        };
        let (boxed, suffix) =
            if kind == "float" { ("java.lang.Float", "f") } else { ("java.lang.Double", "") };
        match special {
            Some(name) => format!("{}.{name}", self.file.library(boxed)),
            None if text.contains(['.', 'e', 'E']) => format!("{text}{suffix}"),
            None => format!("{text}.0{suffix}"),
        }
    }

    /// An enum constant, or a class as an object.
    pub fn constant(&mut self, class: &str, name: &str) -> Written<Expr> {
        if class == "java.lang.Class" {
            let text = self.class_literal(&Type::class(name));
            return Ok(Expr::exact(text, Type::class(class)));
        }
        let class = self.enum_of(class);
        let constant = Type::class(&class);
        if is_identifier(name)
            && let Some(type_name) = self.mentioned(&constant)
        {
            let text = format!("{type_name}.{name}");
            self.file.constants.insert(text.clone(), type_name);
            return Ok(Expr::exact(text, constant));
        }
        if is_platform(&class) {
            return Unwritable::because(format!("source code cannot name {class}"));
        }
        self.throws_at_least(Throws::Exception);
        let get = self.file.helper(super::helper::Helper::GetStatic);
        let text = format!("{get}({})", literal::string(&format!("{class}.{name}")));
        Ok(Expr { text, static_type: Some(Type::object()), is_exact: false })
    }

    /// A constant with a body is of a class of its own; the enum is above it.
    fn enum_of(&self, class: &str) -> String {
        let mut lineage = self.file.classes.lineage(class);
        let is_enum = |class: &str| class == "java.lang.Enum";
        let found = lineage.find(|(_, known)| known.superclass.as_deref().is_some_and(is_enum));
        found.map_or_else(|| class.to_owned(), |(name, _)| name)
    }
}

/// What to call an object: by its class and number, as pictures do. A `CSVWriter` is a `csvWriter`.
pub(super) fn object_name(id: &str) -> String {
    let plural = id.replace("[]", "s");
    let simple = simple_class(&plural);
    let capitals = simple.chars().take_while(|c| c.is_uppercase()).count();
    let begins_word = simple.chars().nth(capitals).is_some_and(char::is_lowercase);
    let lowered = if begins_word { capitals.saturating_sub(1).max(1) } else { capitals };
    let mut characters = simple.chars();
    let first = characters.by_ref().take(lowered).flat_map(char::to_lowercase);
    let name: String = first.collect::<String>() + characters.as_str();
    if name.is_empty() { "object".to_owned() } else { name }
}

/// What to call an object when there is no other of its class.
pub(super) fn class_variable(class: &str) -> String {
    object_name(simple_class(class))
}

fn identifier(text: &str) -> String {
    let mut name: String = text.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, 'o');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::object_name;

    #[test]
    fn variables_begin_with_small_letters() {
        let names = ["p.CSVWriter", "URL0", "a.B$VObject", "Node1", "int[]", ""].map(object_name);
        assert_eq!(names, ["csvWriter", "url0", "vObject", "node1", "ints", "object"]);
    }
}
