//! Objects of the input that their own code makes, so that they are what some program could have made:
//! collections, filled by their own methods, and objects that a constructor makes of one value.
//!
//! Elements of sequences and the values of a map are inputs like any other. The keys of a map and the
//! elements of a set are known where they are texts or numbers, and all different: those that the
//! method under test mentions and a few more. Undecided keys would have to be split by their hash
//! codes before anything could be put under them.

use super::{JavaInputs, SymbolicMachine, is_enum, signature};
use crate::expressions::{ENUM_MAP, ENUM_SET, Expression, Given, Parameter};
use margay_ir::world::modifiers::PRIVATE;
use margay_ir::{ClassId, MethodId, World};
use margay_machine::symbolic::Reference;
use margay_machine::symbolic::inputs::{Built, Item, Making};

/// What precedes the text or number that an object of the input is known to be, in place of its
/// generic type.
pub(super) const KNOWN: char = '=';

/// What precedes the number near which people like a number of the input, in place of its generic type.
pub(super) const LIKED: char = '~';

/// Keys that the method under test mentions and that are tried.
const MENTIONED: usize = 2;

const OBJECT: &str = "Ljava/lang/Object;";

/// How an object is made of one other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MadeOf {
    /// The constructor that takes it, or a method that takes it after the constructor without
    /// parameters.
    pub method: &'static str,
    /// The descriptor of that.
    pub descriptor: &'static str,
    /// The type of the other.
    pub of: &'static str,
}

/// How a builder of texts, a big number or an iterator is made.
#[must_use]
pub fn made_of(class: &str) -> Option<MadeOf> {
    let made = |method, descriptor, of| Some(MadeOf { method, descriptor, of });
    let text = "Ljava/lang/String;";
    match class {
        // Its constructor would make an array whose length nobody knows.
        "java/lang/StringBuilder" => {
            made("append", "(Ljava/lang/String;)Ljava/lang/StringBuilder;", text)
        }
        "java/lang/StringBuffer" => {
            made("append", "(Ljava/lang/String;)Ljava/lang/StringBuffer;", text)
        }
        "java/math/BigInteger" | "java/math/BigDecimal" => {
            made("<init>", "(Ljava/lang/String;)V", text)
        }
        "java/util/ArrayList$Itr" => {
            made("<init>", "(Ljava/util/ArrayList;)V", "Ljava/util/ArrayList;")
        }
        _ => None,
    }
}

/// Big numbers that are tried, besides those that the method under test mentions. First is one that shows what is done with
/// it: 0 and 1 change little where they are added or multiplied.
const INTEGERS: [&str; 5] = ["2", "0", "1", "-1", "10"];
const DECIMALS: [&str; 5] = ["2", "0", "1", "-1", "0.5"];

/// What a collection holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ContentKind {
    Map,
    Set,
    /// Constants of an enum, at least one: of none it does not show which enum it is.
    Constants {
        is_map: bool,
    },
    /// Elements in an order, which may be null or not.
    Sequence {
        nullable: bool,
    },
}

/// What objects of a class hold, if their own code is to fill them.
fn kind(world: &World, class: ClassId) -> Option<ContentKind> {
    let mut lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
    lineage.find_map(|class| {
        let name = world.class_name(class).strip_prefix("java/util/")?;
        match name {
            "HashMap"
            | "LinkedHashMap"
            | "TreeMap"
            | "Hashtable"
            | "concurrent/ConcurrentHashMap"
            | "concurrent/ConcurrentSkipListMap" => Some(ContentKind::Map),
            "HashSet" | "LinkedHashSet" | "TreeSet" | "concurrent/ConcurrentSkipListSet" => {
                Some(ContentKind::Set)
            }
            "LinkedList" | "Vector" | "Stack" | "concurrent/CopyOnWriteArrayList" => {
                Some(ContentKind::Sequence { nullable: true })
            }
            "ArrayDeque"
            | "PriorityQueue"
            | "concurrent/ConcurrentLinkedQueue"
            | "concurrent/ConcurrentLinkedDeque"
            | "concurrent/LinkedBlockingQueue"
            | "concurrent/LinkedBlockingDeque"
            | "concurrent/PriorityBlockingQueue" => Some(ContentKind::Sequence { nullable: false }),
            "RegularEnumSet" => Some(ContentKind::Constants { is_map: false }),
            "EnumMap" => Some(ContentKind::Constants { is_map: true }),
            _ => None,
        }
    })
}

/// Whether objects of a class are filled by their own code.
pub(super) fn is_filled(world: &World, class: ClassId) -> bool {
    kind(world, class).is_some() || is_made(world, class)
}

/// Whether an expression makes objects of a class.
fn is_made(world: &World, class: ClassId) -> bool {
    let name = world.class_name(class);
    made_of(name).is_some()
        || Expression::of(name).is_some()
        || [ENUM_SET, ENUM_MAP].contains(&name)
}

/// Whether objects of a class, which are filled by their own code, can be made.
pub(super) fn is_buildable(world: &mut World, class: ClassId) -> bool {
    if is_made(world, class) {
        return true;
    }
    let (name, descriptor) = (world.name("<init>"), world.name("()V"));
    let constructor = world.declared_method(class, name, descriptor);
    constructor.is_some_and(|constructor| world.method(constructor).modifiers & PRIVATE == 0)
}

/// Texts and numbers that a method mentions.
#[derive(Default)]
pub struct Mentioned {
    /// Texts, in the order they are mentioned.
    pub texts: Vec<String>,
    /// Numbers, likewise.
    pub numbers: Vec<i32>,
    /// Texts that it compares others with, each once.
    pub compared: Vec<String>,
    /// Big numbers that it makes of literals, each once.
    pub big_numbers: Vec<String>,
    /// Classes that it names as objects (`Order.class`), each once.
    pub classes: Vec<ClassId>,
}

impl JavaInputs {
    /// The ways to make an object of a class that its own code fills.
    pub(super) fn built(
        &mut self,
        machine: &mut SymbolicMachine,
        reference: &Reference,
        class: ClassId,
        ended: bool,
    ) -> Vec<Making> {
        let kind = kind(&machine.core.world, class);
        let Some(builder) = self.builder(machine, class) else { return Vec::new() };
        let generic = reference.generic.as_deref();
        let argument = |number| generic.and_then(|generic| signature::argument(generic, number));
        let (first, second) = (argument(0), argument(1));
        let name = &reference.name;
        if let Some(expression) = Expression::of(machine.core.world.class_name(class)) {
            let given = self.given(name, expression, first.as_deref());
            let made = given.into_iter().filter_map(|(items, description)| {
                let items: Option<Vec<Item>> =
                    items.into_iter().map(|item| item.found(machine)).collect();
                Self::making(machine, class, builder, items?, description)
            });
            return made.collect();
        }
        let Some(kind) = kind else {
            let held = self.held(name, machine.core.world.class_name(class), first.as_deref());
            let made = held.into_iter().filter_map(|(item, description)| {
                let contents = vec![item.found(machine)?];
                Self::making(machine, class, builder, contents, description)
            });
            return made.collect();
        };
        let of_constants = matches!(kind, ContentKind::Constants { .. });
        let has_constants = has_constants(machine, first.as_deref());
        if of_constants && !has_constants {
            return Vec::new();
        }
        let least = usize::from(of_constants);
        let most = match kind {
            _ if ended => least,
            // In which order it has constants depends on their identities.
            _ if has_constants && is_hashed(machine.core.world.class_name(class)) => 1,
            _ => self.max_list as usize,
        };
        let mut found = Vec::new();
        for size in least..=most {
            for (keys, description) in self.keys(name, kind, first.as_deref(), size) {
                let items = match kind {
                    ContentKind::Map | ContentKind::Constants { is_map: true } => {
                        with_values(name, keys, second.as_deref())
                    }
                    _ => keys,
                };
                let contents = items.into_iter().filter_map(|item| item.found(machine)).collect();
                found.extend(Self::making(machine, class, builder, contents, description));
            }
        }
        found
    }

    /// An object that a method makes of its contents.
    pub(super) fn making(
        machine: &mut SymbolicMachine,
        class: ClassId,
        builder: MethodId,
        contents: Vec<Item>,
        description: String,
    ) -> Option<Making> {
        let array = Self::class_of(machine, "[Ljava/lang/Object;")?;
        let (is_new, sequence) = (true, None);
        let built = Built { class, is_new, builder, array, contents, description, sequence };
        Some(Making::Built(built))
    }

    /// What objects of a class may be made of, and what that says of them.
    fn held(&self, owner: &str, class: &str, generic: Option<&str>) -> Vec<(Found, String)> {
        let numbers = match class {
            "java/math/BigInteger" => INTEGERS,
            "java/math/BigDecimal" => DECIMALS,
            "java/util/ArrayList$Itr" => {
                let list = format!("Ljava/util/ArrayList<{}>;", generic.unwrap_or(OBJECT));
                let list = Found::new(format!("{owner}.list"), &list, false);
                return vec![(list, format!("{owner} != null"))];
            }
            _ => {
                let text = Found::new(format!("{owner}.toString()"), "Ljava/lang/String;", false);
                return vec![(text, format!("{owner} != null"))];
            }
        };
        let (first, others) = numbers.split_first().expect("there are some");
        let mentioned = self.mentioned.numbers.iter().take(MENTIONED).map(i32::to_string);
        let others = others.iter().map(|number| (*number).to_owned());
        let mut menu: Vec<String> = Vec::new();
        for number in std::iter::once((*first).to_owned()).chain(mentioned).chain(others) {
            if !menu.contains(&number) {
                menu.push(number);
            }
        }
        for number in self.mentioned.big_numbers.iter().take(MENTIONED) {
            // One that is compared with it may be larger.
            let larger = one_more(number);
            let fits = |number: &String| class != "java/math/BigInteger" || !number.contains('.');
            let new = larger.into_iter().chain([number.clone()]).filter(fits);
            menu.extend(new.filter(|number| !menu.contains(number)).collect::<Vec<_>>());
        }
        menu.into_iter().map(|number| known(owner, "Ljava/lang/String;", &number)).collect()
    }

    /// What an expression may be given, and what that says of the object.
    fn given(
        &self,
        owner: &str,
        expression: &Expression,
        generic: Option<&str>,
    ) -> Vec<(Vec<Found>, String)> {
        match expression.given {
            Given::Known(class, menu) => {
                let made = menu.iter().map(|text| known(owner, class, text));
                made.map(|(item, description)| (vec![item], description)).collect()
            }
            Given::Any(parameters) => {
                let item = |parameter: &Parameter| {
                    let name = format!("{owner}.{}", parameter.name);
                    let mut found = match parameter.ty {
                        "T" => Found::new(name, generic.unwrap_or(OBJECT), true),
                        ty => Found::new(name, ty, false),
                    };
                    if let Some(number) = parameter.liked {
                        found.generic = Some(format!("{LIKED}{number}"));
                    }
                    found
                };
                vec![(parameters.iter().map(item).collect(), format!("{owner} != null"))]
            }
        }
    }

    /// The keys, or elements, of collections of a size, and what that says of the collection.
    fn keys(
        &self,
        owner: &str,
        kind: ContentKind,
        generic: Option<&str>,
        size: usize,
    ) -> Vec<(Vec<Found>, String)> {
        let description = format!("{owner}.size() == {size}");
        if let ContentKind::Sequence { nullable } = kind {
            let generic = generic.unwrap_or(OBJECT);
            let element = |at| Found::new(format!("{owner}.element({at})"), generic, nullable);
            return vec![((0..size).map(element).collect(), description)];
        }
        let Some((class, menu, mentioned)) = self.menu(generic.unwrap_or(OBJECT)) else {
            let generic = generic.unwrap_or(OBJECT);
            let key = |at| Found::new(format!("{owner}.key({at})"), generic, false);
            return vec![((0..size).map(key).collect(), description)];
        };
        let starts = if size == 0 { 0..=0 } else { 0..=mentioned };
        let of_start = |start: usize| {
            let known = menu[start..].iter().take(size);
            let key = |text: &String| Found {
                name: text.clone(),
                class: class.to_owned(),
                generic: Some(format!("{KNOWN}{text}")),
                nullable: false,
            };
            let description = match (size, start < mentioned) {
                (1.., true) => format!("{description} && {owner} has {:?}", menu[start]),
                _ => description.clone(),
            };
            (known.map(key).collect(), description)
        };
        starts.map(of_start).collect()
    }

    /// Known keys of a type, if it has such: their descriptor, the keys, and how many of the first
    /// ones are mentioned by the method under test.
    fn menu(&self, generic: &str) -> Option<(&'static str, Vec<String>, usize)> {
        let texts = ["a", "b", "c"].map(str::to_owned);
        let numbers = ["1", "2", "3"].map(str::to_owned);
        let (class, mentioned, others) = match generic {
            _ if generic.starts_with('T') => {
                ("Ljava/lang/String;", self.mentioned.texts.clone(), texts)
            }
            OBJECT
            | "Ljava/lang/String;"
            | "Ljava/lang/CharSequence;"
            | "Ljava/lang/Comparable;" => {
                ("Ljava/lang/String;", self.mentioned.texts.clone(), texts)
            }
            "Ljava/lang/Integer;" | "Ljava/lang/Number;" => {
                let known = self.mentioned.numbers.iter().map(i32::to_string).collect();
                ("Ljava/lang/Integer;", known, numbers)
            }
            "Ljava/lang/Long;" => {
                let known = self.mentioned.numbers.iter().map(i32::to_string).collect();
                ("Ljava/lang/Long;", known, numbers)
            }
            "Ljava/lang/Short;" => ("Ljava/lang/Short;", Vec::new(), numbers),
            "Ljava/lang/Byte;" => ("Ljava/lang/Byte;", Vec::new(), numbers),
            "Ljava/lang/Character;" => {
                let letter = |text: &&String| text.chars().count() == 1;
                let letters = self.mentioned.texts.iter().filter(letter).cloned().collect();
                ("Ljava/lang/Character;", letters, texts)
            }
            _ => return None,
        };
        let mut menu: Vec<String> = mentioned;
        menu.truncate(MENTIONED);
        let mentioned = menu.len();
        menu.extend(others.into_iter().filter(|other| !menu.contains(other)).collect::<Vec<_>>());
        // As many as the longest collection needs, wherever it begins.
        let more = (menu.len()..).map(|number| match class {
            "Ljava/lang/String;" => format!("k{number}"),
            _ => number.to_string(),
        });
        let needed = (mentioned + self.max_list as usize).saturating_sub(menu.len());
        let more: Vec<String> = more.take(needed).collect();
        menu.extend(more);
        Some((class, menu, mentioned))
    }
}

/// A number that is larger by one, if it is written with digits and a point only.
fn one_more(number: &str) -> Option<String> {
    let (whole, fraction) = number.split_at(number.find('.').unwrap_or(number.len()));
    let is_plain = |digits: &str| digits.chars().all(|c| c.is_ascii_digit());
    let whole = Some(whole).filter(|whole| is_plain(whole))?.parse::<i64>().ok()?;
    is_plain(fraction.trim_start_matches('.')).then_some(())?;
    whole.checked_add(1).map(|whole| format!("{whole}{fraction}"))
}

/// Whether the order of what is in objects of a class is that of hash codes.
fn is_hashed(class: &str) -> bool {
    matches!(
        class,
        "java/util/HashMap"
            | "java/util/HashSet"
            | "java/util/Hashtable"
            | "java/util/concurrent/ConcurrentHashMap"
    )
}

/// Whether a type is an enum.
pub(super) fn has_constants(machine: &mut SymbolicMachine, generic: Option<&str>) -> bool {
    let class = generic.and_then(|generic| JavaInputs::class_of(machine, generic));
    class.is_some_and(|class| is_enum(&machine.core.world, class))
}

/// A part of the contents whose class is not looked up yet.
pub(super) struct Found {
    name: String,
    class: String,
    generic: Option<String>,
    nullable: bool,
}

impl Found {
    pub fn new(name: String, generic: &str, nullable: bool) -> Found {
        let class = signature::erased(generic);
        Found { name, class, generic: Some(generic.to_owned()), nullable }
    }

    pub fn found(self, machine: &mut SymbolicMachine) -> Option<Item> {
        let class = JavaInputs::class_of(machine, &self.class)?;
        Some(Item { name: self.name, class, generic: self.generic, nullable: self.nullable })
    }
}

/// A known text or number that an object is made of, and what that says of the object.
fn known(owner: &str, class: &str, text: &str) -> (Found, String) {
    let found = Found {
        name: format!("{owner}.toString({text})"),
        class: class.to_owned(),
        generic: Some(format!("{KNOWN}{text}")),
        nullable: false,
    };
    (found, format!("{owner} is {text}"))
}

/// Keys and values by turns.
fn with_values(owner: &str, keys: Vec<Found>, generic: Option<&str>) -> Vec<Found> {
    let mut all = Vec::with_capacity(2 * keys.len());
    for (at, mut key) in keys.into_iter().enumerate() {
        let is_known = key.generic.as_ref().is_some_and(|generic| generic.starts_with(KNOWN));
        let value = match (is_known, key.class.as_str()) {
            (true, "Ljava/lang/String;") => format!("{owner}.get({:?})", key.name),
            (true, "Ljava/lang/Character;") => format!("{owner}.get('{}')", key.name),
            (true, _) => format!("{owner}.get({})", key.name),
            (false, _) => format!("{owner}.value({at})"),
        };
        if is_known {
            key.name = format!("{owner}.key({:?})", key.name);
        }
        all.extend([key, Found::new(value, generic.unwrap_or(OBJECT), false)]);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::one_more;

    #[test]
    fn numbers_are_one_more() {
        for (number, more) in [("100", "101"), ("0.95", "1.95"), ("9", "10")] {
            assert_eq!(one_more(number).as_deref(), Some(more));
        }
        for other in ["", "-1", "1e3", "x", "99999999999999999999", "1.2.3x"] {
            assert_eq!(one_more(other), None, "{other}");
        }
    }
}
