//! Bounds as text. The items are the same on the command line and in `margay.toml`:
//!
//! | item | meaning |
//! | --- | --- |
//! | `objects Node=5` | there are five objects of class `Node` |
//! | `field Tree.size=3..3` | a range, both ends included |
//! | `field Node.color={0,1}` | a list, tried in this order |
//! | `field Node.left=Leaf\|Inner` | null and the objects of these classes, in this order |
//! | `field Node.parent!=null` | null is not among the values |
//! | `field Tree.root` | any value its type allows (for fields left alone otherwise) |
//! | `domain small=1..3` | a name for values: `field A.x=small` |
//! | `array Heap.data length=0..3 elements=0..3` | arrays; also `elements!=null` |
//! | `strings File.name={"a","b"}` | a list of strings |
//!
//! Classes have simple or full names; a field without a class is the root's. What values a text
//! stands for depends on the type of the field, so they stay text here.

use super::{BoundsError, toml};
use crate::classpath::nearest;

/// Bounds as the user gave them. Of items that contradict each other the later one holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spec {
    /// Each class has so many objects, each number is at most so large, and so on. Without it a
    /// field is chosen if an item names it or its type is finite: a boolean, an enum, a class
    /// that items give objects.
    pub bound: Option<u32>,
    pub(super) items: Vec<Item>,
}

/// One item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// As it was written, for messages.
    pub text: String,
    pub kind: RuleKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RuleKind {
    Objects { class: String, count: u32 },
    Domain { name: String, values: Values },
    Field { path: Path, values: Option<Values> },
    NotNull { path: Path },
    Array { path: Path, length: Option<Values>, elements: Option<Values>, not_null: bool },
    Strings { path: Path, values: Values },
}

/// A field as it is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Path {
    /// None for the root's class.
    pub class: Option<String>,
    pub field: String,
}

/// Values as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Values {
    /// `low..high`.
    Range(String, String),
    /// `{…}`, braces included.
    List(String),
    /// `a|b`: classes, constants, a named domain, single values.
    Words(Vec<String>),
}

/// The kinds of items, with their form.
const FORMS: [(&str, &str); 5] = [
    ("objects", "objects <Class>=<number>"),
    ("field", "field <Class>.<field>=<values> or field <Class>.<field>!=null"),
    ("domain", "domain <name>=<values>"),
    ("array", "array <Class>.<field> length=<values> elements=<values>"),
    ("strings", "strings <Class>.<field>={\"a\",\"b\"}"),
];

const VALUES: &str = "values are a range 0..3, a list {0,1,2}, or names Leaf|Inner";

impl Spec {
    /// Reads items.
    ///
    /// # Errors
    /// When one is not of a known form.
    pub fn from_items<S: AsRef<str>>(items: &[S]) -> Result<Spec, BoundsError> {
        let items = items.iter().map(|item| Item::parse(item.as_ref()));
        Ok(Spec { bound: None, items: items.collect::<Result<_, _>>()? })
    }

    /// Reads the `[enumerate]` table of a `margay.toml`; there need not be one. Keys of the
    /// table that are not about bounds are left to others.
    ///
    /// # Errors
    /// When it is not TOML, or an entry is not of a known form.
    pub fn from_toml(text: &str) -> Result<Spec, BoundsError> {
        toml::read(text)
    }

    /// Adds what `later` says, which holds where the two contradict each other.
    #[must_use]
    pub fn refined_by(mut self, later: Spec) -> Spec {
        self.bound = later.bound.or(self.bound);
        self.items.extend(later.items);
        self
    }
}

impl Item {
    pub fn parse(text: &str) -> Result<Item, BoundsError> {
        let text = text.trim();
        let kind =
            kind(text).map_err(|reason| BoundsError::Item { item: text.to_owned(), reason })?;
        Ok(Item { text: text.to_owned(), kind })
    }

    /// What is wrong with this item.
    pub fn error(&self, reason: String) -> BoundsError {
        BoundsError::Item { item: self.text.clone(), reason }
    }
}

fn kind(text: &str) -> Result<RuleKind, String> {
    let (keyword, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let form = FORMS.iter().find(|(known, _)| *known == keyword);
    let (_, form) = form.ok_or_else(|| unknown(keyword))?;
    let expected = || format!("expected `{form}`");
    match keyword {
        "objects" => {
            let (class, count) = rest.split_once('=').ok_or_else(expected)?;
            let count = count.trim();
            let count = count.parse().map_err(|_| format!("`{count}` is not a number of objects"));
            Ok(RuleKind::Objects { class: name(class).ok_or_else(expected)?, count: count? })
        }
        "domain" => {
            let (domain, values) = rest.split_once('=').ok_or_else(expected)?;
            let name = name(domain).ok_or_else(expected)?;
            Ok(RuleKind::Domain { name, values: Values::parse(values)? })
        }
        "field" => field(rest).ok_or_else(expected)?,
        "strings" => {
            let (path, values) = rest.split_once('=').ok_or_else(expected)?;
            let path = Path::parse(path).ok_or_else(expected)?;
            Ok(RuleKind::Strings { path, values: Values::parse(values)? })
        }
        _ => {
            let mut words = words(rest).into_iter();
            let path = words.next().and_then(Path::parse).ok_or_else(expected)?;
            array(path, words)
        }
    }
}

fn unknown(keyword: &str) -> String {
    let known = FORMS.map(|(known, _)| known);
    let near = nearest(keyword, known.map(str::to_owned));
    match near.first() {
        Some(near) => format!("there are no `{keyword}` items; did you mean `{near}`?"),
        None => format!("items begin with {}, not with `{keyword}`", known.join(", ")),
    }
}

fn field(rest: &str) -> Option<Result<RuleKind, String>> {
    let Some((path, values)) = rest.split_once('=') else {
        return Some(Ok(RuleKind::Field { path: Path::parse(rest)?, values: None }));
    };
    if let Some(path) = path.strip_suffix('!') {
        let path = Path::parse(path)?;
        return (values.trim() == "null").then_some(Ok(RuleKind::NotNull { path }));
    }
    let path = Path::parse(path)?;
    Some(Values::parse(values).map(|values| RuleKind::Field { path, values: Some(values) }))
}

fn array<'a>(path: Path, options: impl Iterator<Item = &'a str>) -> Result<RuleKind, String> {
    let (mut length, mut elements, mut not_null) = (None, None, false);
    for option in options {
        match option.split_once('=') {
            Some(("length", values)) => length = Some(Values::parse(values)?),
            Some(("elements", values)) => elements = Some(Values::parse(values)?),
            Some(("elements!", "null")) => not_null = true,
            _ => return Err(format!("expected `length=` or `elements=` instead of `{option}`")),
        }
    }
    Ok(RuleKind::Array { path, length, elements, not_null })
}

/// A name, if it is one: not empty, and without what separates names.
fn name(text: &str) -> Option<String> {
    let text = text.trim();
    let separator = |c: char| c.is_whitespace() || "=!{}|\"'".contains(c);
    (!text.is_empty() && !text.contains(separator)).then(|| text.to_owned())
}

impl Path {
    fn parse(text: &str) -> Option<Path> {
        let text = name(text)?;
        let (class, field) = match text.rsplit_once('.') {
            Some((class, field)) => (Some(name(class)?), name(field)?),
            None => (None, text),
        };
        Some(Path { class, field })
    }
}

impl Values {
    fn parse(text: &str) -> Result<Values, String> {
        let text = text.trim();
        match text.chars().next() {
            None => Err(format!("no values are given; {VALUES}")),
            Some('{') if text.ends_with('}') => Ok(Values::List(text.to_owned())),
            Some('{') => Err("the closing } is missing".to_owned()),
            // A single string is a list of one.
            Some('"') => Ok(Values::List(format!("{{{text}}}"))),
            Some(_) => match text.split_once("..") {
                Some((low, high)) => {
                    Ok(Values::Range(low.trim().to_owned(), high.trim().to_owned()))
                }
                None => Ok(Values::Words(text.split('|').map(|w| w.trim().to_owned()).collect())),
            },
        }
    }
}

/// The parts between spaces, where those in braces and quotes do not count.
fn words(text: &str) -> Vec<&str> {
    let (mut braces, mut quoted, mut escaped) = (0_usize, false, false);
    let separates = |c: char| {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => quoted = !quoted,
            '{' if !quoted => braces += 1,
            '}' if !quoted => braces = braces.saturating_sub(1),
            _ => {}
        }
        c.is_whitespace() && !quoted && braces == 0
    };
    text.split(separates).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests;
