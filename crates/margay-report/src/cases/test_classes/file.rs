//! One test class: its tests, and the imports and helpers they turn out to need.

use super::MARK;
use super::classes::{Classes, is_exported, is_platform, package};
use super::framework::{Looks, Role, TestFramework};
use super::helper::Helper;
use super::method::TestMethod;
use super::types::Type;
use crate::literal;
use indexmap::{IndexMap, IndexSet};
use margay_jvm::source::{Access, SourceClass};
use rustc_hash::FxBuildHasher;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

type Map<K, V> = IndexMap<K, V, FxBuildHasher>;

/// A static field that tests of the class change.
#[derive(Clone, Debug)]
pub(super) struct Static {
    /// The field of the test class that keeps the old value.
    pub saved: String,
    /// Its type in the source.
    pub type_name: String,
    /// How to read it.
    pub read: String,
    /// How to write the old value back: a statement.
    pub restore: String,
}

/// A test class being written.
pub(super) struct File<'a> {
    pub classes: &'a Classes<'a>,
    /// The class that is tested.
    pub tested: &'a str,
    /// The package of the test class.
    pub package: String,
    /// Its name.
    pub name: String,
    /// What runs its tests.
    pub framework: TestFramework,
    /// Its tests.
    pub methods: Vec<TestMethod>,
    /// Characters of their statements.
    pub size: usize,
    /// How often tests have used helpers so far.
    pub helpers_used: usize,
    /// The names of the parameters of methods that tests call, by name of the method and their number.
    pub parameters: Map<(String, usize), Vec<String>>,
    /// Enum constants as tests name them, with their types.
    pub constants: Map<String, String>,
    /// Cases that have no test, and why.
    pub left_out: Vec<String>,
    /// Static fields to be put back after each test, by their qualified names.
    pub statics: Map<String, Static>,
    /// Static fields that lead to objects to be put back, by their qualified names.
    kept: IndexSet<String, FxBuildHasher>,
    /// What classes are called here, by their name with dots and `$`.
    names: Map<String, String>,
    /// Simple names in use, with what they mean.
    taken: Map<String, String>,
    imports: IndexSet<String, FxBuildHasher>,
    assertions: IndexSet<&'static str, FxBuildHasher>,
    helpers: IndexSet<Helper, FxBuildHasher>,
}

/// A state of a file to which it can go back.
pub(super) struct Mark([usize; 7]);

impl<'a> File<'a> {
    pub fn new(
        classes: &'a Classes<'a>,
        tested: &'a str,
        package: &str,
        name: String,
        framework: TestFramework,
    ) -> Self {
        File {
            classes,
            tested,
            package: package.to_owned(),
            name,
            framework,
            methods: Vec::new(),
            size: 0,
            helpers_used: 0,
            parameters: Map::default(),
            constants: Map::default(),
            left_out: Vec::new(),
            statics: Map::default(),
            kept: IndexSet::default(),
            names: Map::default(),
            taken: Map::default(),
            imports: IndexSet::default(),
            assertions: IndexSet::default(),
            helpers: IndexSet::default(),
        }
    }

    pub fn mark(&self) -> Mark {
        Mark([
            self.statics.len(),
            self.names.len(),
            self.taken.len(),
            self.imports.len(),
            self.assertions.len(),
            self.helpers.len(),
            self.kept.len(),
        ])
    }

    /// Forgets what came after the mark.
    pub fn reset(&mut self, Mark(lengths): &Mark) {
        self.statics.truncate(lengths[0]);
        self.names.truncate(lengths[1]);
        self.taken.truncate(lengths[2]);
        self.imports.truncate(lengths[3]);
        self.assertions.truncate(lengths[4]);
        self.helpers.truncate(lengths[5]);
        self.kept.truncate(lengths[6]);
    }

    /// Whether tests may use what is declared in a class with this access.
    pub fn may_use(&self, class: &str, access: Access) -> bool {
        match access {
            Access::Public => is_exported(class),
            Access::Package => package(class) == self.package,
            Access::Private => false,
        }
    }

    /// Whether tests may name a class.
    pub fn may_name(&self, class: &str) -> bool {
        let is_so = |known: &SourceClass| known.name.is_some() && self.may_use(class, known.access);
        self.classes.get(class).is_some_and(|known| is_so(&known))
    }

    /// What the tests call a class, if they may name it.
    pub fn class(&mut self, class: &str) -> Option<String> {
        if let Some(name) = self.names.get(class) {
            return Some(name.clone());
        }
        let known = self.classes.get(class)?;
        let source = known.name.as_ref().filter(|_| self.may_use(class, known.access))?;
        let name = self.shortest(package(class), source);
        self.names.insert(class.to_owned(), name.clone());
        Some(name)
    }

    /// What the tests call a class of the JDK or of JUnit, which all may name.
    pub fn library(&mut self, class: &str) -> String {
        if let Some(name) = self.names.get(class) {
            return name.clone();
        }
        let name = self.shortest(package(class), class);
        self.names.insert(class.to_owned(), name.clone());
        name
    }

    /// What the tests call a type, if they may name it.
    pub fn type_name(&mut self, wanted: &Type) -> Option<String> {
        let element = match wanted.has_primitive_elements() {
            true => wanted.element.to_string(),
            false => self.class(&wanted.element)?,
        };
        Some(element + &"[]".repeat(wanted.dimensions))
    }

    /// The name without its package if that means this class and no other; imports it.
    fn shortest(&mut self, package: &str, source: &str) -> String {
        let short = if package.is_empty() { source } else { &source[package.len() + 1..] };
        let outer = short.split('.').next().unwrap_or(short);
        let is_near = package == self.package;
        let whole = if package.is_empty() { outer.into() } else { format!("{package}.{outer}") };
        let is_hidden = outer == self.name || (!is_near && self.has_neighbour(outer));
        if is_hidden || *self.taken.entry(outer.to_owned()).or_insert(whole.clone()) != whole {
            return source.to_owned();
        }
        if !is_near && package != "java.lang" {
            self.imports.insert(whole);
        }
        short.to_owned()
    }

    /// Whether a class of the package has this name, which would then mean that class.
    fn has_neighbour(&self, name: &str) -> bool {
        let neighbour = match self.package.as_str() {
            "" => name.to_owned(),
            package => format!("{package}.{name}"),
        };
        !is_platform(&neighbour) && self.classes.get(&neighbour).is_some()
    }

    /// How many tests it has.
    pub fn tests(&self) -> usize {
        self.methods.len()
    }

    /// The type of an enum constant.
    pub fn constant_type(&self, constant: &str) -> Option<String> {
        self.constants.get(constant).cloned()
    }

    /// What an assertion of JUnit 5 is called; `is_kept` says whether its result is used.
    pub fn assertion(&mut self, name: &'static str, is_kept: bool) -> &'static str {
        let name = self.framework.assertion(name, is_kept);
        self.assertions.insert(name);
        name
    }

    /// An assertion that two values are alike.
    pub fn compared(
        &mut self,
        name: &'static str,
        expected: &str,
        actual: &str,
        looks: Looks,
    ) -> String {
        let arguments = self.framework.compared(name, expected, actual, looks);
        format!("{}({arguments})", self.assertion(name, false))
    }

    /// The name of a method that the test class will have.
    pub fn helper(&mut self, helper: Helper) -> &'static str {
        self.helpers_used += 1;
        self.helpers.extend(helper.needs().iter().copied().chain([helper]));
        helper.name()
    }

    /// Makes sure that objects behind a static field hold after each test what they held before.
    pub fn keep_behind(&mut self, field: String) {
        self.kept.insert(field);
        self.helper(Helper::Kept);
    }

    /// Writes the whole class.
    pub fn write(mut self, out: &mut impl Write, title: &str) -> io::Result<()> {
        let (mut fields, mut methods) = (String::new(), String::new());
        let body = self.bodies();
        self.restore_statics(&mut fields);
        self.helpers.sort_unstable();
        for helper in std::mem::take(&mut self.helpers) {
            let source = self.expand(helper.source());
            match helper {
                Helper::Printed | Helper::Feed => indent(&mut fields, &source),
                _ => indent(&mut methods, &source),
            }
        }
        // Fields come first, and the first member has no empty line before it.
        let fields = fields.strip_prefix('\n').map(|fields| format!("{fields}\n"));
        let mut head = String::new();
        self.head(&mut head, title);
        writeln!(out, "{MARK}")?;
        for text in [&head, &fields.unwrap_or_default(), &body, &methods] {
            write_ascii(out, text)?;
        }
        for remark in &self.left_out {
            write_ascii(out, &format!("\n    // Left out: {}\n", comment(remark)))?;
        }
        writeln!(out, "}}")?;
        out.flush()
    }

    fn head(&mut self, head: &mut String, title: &str) {
        if !self.package.is_empty() {
            head.extend(["package ", &self.package, ";\n\n"]);
        }
        self.assertions.sort_unstable();
        for name in &self.assertions {
            head.extend(["import static ", self.framework.assertions(), ".", name, ";\n"]);
        }
        self.imports.sort_unstable();
        head.push_str(if self.assertions.is_empty() { "" } else { "\n" });
        for class in &self.imports {
            head.extend(["import ", class, ";\n"]);
        }
        head.push_str(if self.imports.is_empty() { "" } else { "\n" });
        head.extend([
            "/** ",
            &comment(title),
            " */\n",
            self.framework.modifier(),
            "class ",
            &self.name,
            " {\n",
        ]);
    }

    /// Objects of the test class live for one test: their fields hold what was there before it.
    fn restore_statics(&mut self, members: &mut String) {
        if self.statics.is_empty() && self.kept.is_empty() {
            return;
        }
        let after = self.library(self.framework.annotation(Role::After));
        let modifier = self.framework.modifier();
        let exception = self.library("java.lang.Exception");
        let (mut saved, mut restore) = (String::new(), String::new());
        let mut throws = String::new();
        if self.is_initialised_first() {
            throws = format!(" throws {exception}");
            let class = literal::string(self.tested);
            let _ = writeln!(
                saved,
                "\n    {{\n        // It may set static fields of others.\n        Class.forName({class});\n    }}"
            );
        }
        for field in self.statics.values() {
            if field.read.starts_with(Helper::GetStatic.name()) {
                throws = format!(" throws {exception}");
            }
            let Static { saved: name, type_name, read, restore: statement } = field;
            let _ = writeln!(saved, "\n    private final {type_name} {name} = {read};");
            let _ = writeln!(restore, "        {statement}");
        }
        if !self.kept.is_empty() {
            throws = format!(" throws {exception}");
            let fields: Vec<String> =
                self.kept.iter().map(|field| literal::string(field)).collect();
            let _ =
                writeln!(saved, "\n    private final Kept kept = new Kept({});", fields.join(", "));
            let _ = writeln!(restore, "        kept.restore();");
        }
        members.push_str(&saved);
        if !throws.is_empty() {
            // The initializer of a field may throw only what all constructors declare.
            let _ = writeln!(members, "\n    {modifier}{}(){throws} {{}}", self.name);
        }
        let _ = writeln!(
            members,
            "\n    @{after}\n    {modifier}void restoreStaticFields(){throws} {{"
        );
        let _ = writeln!(members, "{restore}    }}");
    }

    /// Whether static fields of other classes are put back, which the class that is tested may set when it is initialised: after the
    /// first test it is, and what was there before would be put back.
    fn is_initialised_first(&self) -> bool {
        let tested = self.classes.get(self.tested);
        let has_initializer =
            tested.is_some_and(|it| it.fields.iter().any(|field| field.is_static));
        let of_others =
            |field: &str| field.rsplit_once('.').is_some_and(|(of, _)| of != self.tested);
        let mut put_back = self.statics.keys().chain(&self.kept);
        has_initializer && put_back.any(|field| of_others(field))
    }

    /// A helper's source, in which classes are named between `#`, the roles of its methods too.
    fn expand(&mut self, source: &str) -> String {
        let mut expanded = String::with_capacity(source.len());
        for (place, part) in source.split('#').enumerate() {
            match place % 2 {
                0 => expanded.push_str(part),
                _ => expanded.push_str(&match part {
                    "before" => self.library(self.framework.annotation(Role::Before)),
                    "after" => self.library(self.framework.annotation(Role::After)),
                    "modifier" => self.framework.modifier().to_owned(),
                    class => self.library(class),
                }),
            }
        }
        expanded
    }
}

/// Adds a member after an empty line.
fn indent(members: &mut String, source: &str) {
    members.push('\n');
    for line in source.lines() {
        let indent = if line.is_empty() { "" } else { "    " };
        members.extend([indent, line, "\n"]);
    }
}

/// Text for a comment: it neither ends it nor is read as an escape of a character.
pub(super) fn comment(text: &str) -> Cow<'_, str> {
    if !text.contains(|c: char| c == '\\' || c == '*' || c.is_control()) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    let mut backslashes = 0;
    for character in text.chars() {
        match character {
            '/' if safe.ends_with('*') => safe.push_str("&#47;"),
            'u' if backslashes % 2 == 1 => safe.push_str("\\u"),
            _ if character.is_control() => safe.push(' '),
            _ => safe.push(character),
        }
        backslashes = if character == '\\' { backslashes + 1 } else { 0 };
    }
    Cow::Owned(safe)
}

/// Java reads `\uXXXX` as that character everywhere, so source need not be in any encoding.
fn write_ascii(out: &mut impl Write, text: &str) -> io::Result<()> {
    if text.is_ascii() {
        return out.write_all(text.as_bytes());
    }
    let mut units = [0; 2];
    for character in text.chars() {
        if character.is_ascii() {
            write!(out, "{character}")?;
            continue;
        }
        for unit in character.encode_utf16(&mut units) {
            write!(out, "\\u{unit:04x}")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_cannot_be_ended_or_escaped() {
        assert_eq!(comment("a */ b"), "a *&#47; b");
        assert_eq!(comment(r"c == '\u000a'"), r"c == '\\u000a'");
        assert_eq!(comment(r"'\\u'"), r"'\\u'");
        assert_eq!(comment("a\nb"), "a b");
    }

    #[test]
    fn source_is_ascii() {
        let mut out = Vec::new();
        write_ascii(&mut out, "größe 😀").expect("memory");
        assert_eq!(out, br"gr\u00f6\u00dfe \ud83d\ude00");
    }
}
