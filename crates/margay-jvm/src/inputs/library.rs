//! What is known of the class library: which classes stand for its types, which of them have objects
//! that can be made, and what those hold.

use super::{CHARACTERS, ELEMENTS, JavaInputs, contents, signature};
use crate::expressions::{ENUM_SET, Expression, standing_for};
use margay_ir::{ClassId, ClassKind, World};
use margay_machine::symbolic::inputs::{Initial, Part, Taste, Unasked};

/// Lengths beyond the bound, at most: each is another possibility of every text.
const MOST_LENGTHS: usize = 3;

impl JavaInputs {
    /// Lengths of longer texts that the method under test compares others with.
    fn mentioned_lengths(&self) -> Vec<u32> {
        let lengths = self.mentioned.compared.iter().map(|text| text.chars().count() as u32);
        lengths.filter(|length| *length > self.max_string).take(MOST_LENGTHS).collect()
    }

    /// Fields of the class library: what makes sense from outside.
    pub(super) fn library_field(&self, owner: &str, part: &mut Part, generic: Option<&str>) {
        let short = owner.rsplit('/').next().unwrap_or(owner);
        let known = generic.and_then(|generic| generic.strip_prefix(contents::KNOWN));
        part.initial = match (short, part.name.as_str()) {
            ("String", "value") if known.is_some() => {
                // The array that holds them is the string's own; nobody names it.
                part.name = String::new();
                let text = known.unwrap_or_default();
                Initial::Given(text.chars().map(|c| u64::from(u32::from(c))).collect())
            }
            ("String", "value") => {
                part.generic = Some(CHARACTERS.to_owned());
                part.name = String::new();
                Initial::Own(self.max_string, self.mentioned_lengths())
            }
            ("ArrayList", "elementData") => {
                let element = generic.and_then(|g| signature::argument(g, 0));
                let element = element.unwrap_or_else(|| "Ljava/lang/Object;".to_owned());
                part.generic = Some(format!("{ELEMENTS}{element}"));
                part.name = String::new();
                Initial::OwnExactly(self.max_list)
            }
            ("ArrayList", "size") => {
                part.name = "size()".to_owned();
                Initial::UpTo(self.max_list)
            }
            ("Optional", "value") => {
                part.generic = generic.and_then(|g| signature::argument(g, 0));
                Initial::Any
            }
            (
                "Boolean" | "Byte" | "Short" | "Character" | "Integer" | "Long" | "Float"
                | "Double" | "AtomicInteger" | "AtomicLong" | "AtomicBoolean" | "OptionalInt"
                | "OptionalLong" | "OptionalDouble",
                "value",
            ) => {
                part.name = String::new();
                let liked = generic.and_then(|generic| generic.strip_prefix(contents::LIKED));
                if let Some(number) = liked.and_then(|number| number.parse().ok()) {
                    part.taste = Taste::Near(number);
                }
                known.map_or(Initial::Any, |known| Initial::Known(bits_of(short, known)))
            }
            ("OptionalInt" | "OptionalLong" | "OptionalDouble", "isPresent") => {
                part.name = "isPresent()".to_owned();
                Initial::Any
            }
            _ => Initial::Known(0),
        };
    }
}

/// The bits of a number, or of the character a text begins with, in a box.
fn bits_of(boxed: &str, text: &str) -> u64 {
    match (boxed, text.parse::<i64>()) {
        ("Character", _) => text.chars().next().map_or(0, |c| u64::from(u32::from(c))),
        ("Long", Ok(number)) => number.cast_unsigned(),
        (_, Ok(number)) => u64::from(number as u32),
        (_, Err(_)) => 0,
    }
}

/// Whether objects of a class of the library can be made that its own code could have made: their
/// contents are known, or they may hold nothing at all.
pub(super) fn is_modelled(world: &World, class: ClassId) -> bool {
    let name = world.class_name(class);
    let (package, short) = name.rsplit_once('/').unwrap_or(("", name));
    let is_named = match package {
        "java/lang" => {
            matches!(short, "Object" | "String" | "Boolean" | "Character")
                || matches!(short, "Byte" | "Short" | "Integer" | "Long" | "Float" | "Double")
        }
        "java/util" => {
            matches!(short, "ArrayList" | "Optional" | "OptionalInt")
                || matches!(short, "OptionalLong" | "OptionalDouble")
        }
        "java/util/concurrent/atomic" => {
            matches!(short, "AtomicInteger" | "AtomicLong" | "AtomicBoolean")
        }
        _ => false,
    };
    let mut lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
    is_named || lineage.any(|c| world.class_name(c) == "java/lang/Throwable")
}

/// Classes of the library that stand for a type of the library.
pub(super) fn library_classes(name: &str) -> &'static [&'static str] {
    match name {
        "java/lang/Object" => &["java/lang/String", "java/lang/Integer"],
        "java/lang/Appendable" => &["java/lang/StringBuilder"],
        "java/lang/CharSequence" => &["java/lang/String"],
        "java/lang/Comparable" => &["java/lang/Integer", "java/lang/String"],
        "java/lang/Number" => &["java/lang/Integer", "java/lang/Double"],
        "java/lang/Iterable"
        | "java/util/Collection"
        | "java/util/SequencedCollection"
        | "java/util/List"
        | "java/util/AbstractCollection"
        | "java/util/AbstractList" => &["java/util/ArrayList"],
        "java/util/Map" | "java/util/AbstractMap" => &["java/util/HashMap"],
        "java/util/SortedMap" | "java/util/NavigableMap" => &["java/util/TreeMap"],
        "java/util/SequencedMap" => &["java/util/LinkedHashMap"],
        "java/util/Set" | "java/util/AbstractSet" => &["java/util/HashSet"],
        "java/util/SequencedSet" => &["java/util/LinkedHashSet"],
        "java/util/SortedSet" | "java/util/NavigableSet" => &["java/util/TreeSet"],
        "java/util/Iterator" => &["java/util/ArrayList$Itr"],
        "java/util/Queue" => &["java/util/LinkedList"],
        "java/util/Deque" => &["java/util/ArrayDeque"],
        "java/util/AbstractQueue" => &["java/util/PriorityQueue"],
        "java/util/AbstractSequentialList" => &["java/util/LinkedList"],
        "java/util/Dictionary" => &["java/util/Hashtable"],
        "java/util/EnumSet" => &[ENUM_SET],
        "java/util/concurrent/BlockingQueue" => &["java/util/concurrent/LinkedBlockingQueue"],
        "java/util/concurrent/BlockingDeque" => &["java/util/concurrent/LinkedBlockingDeque"],
        "java/util/concurrent/ConcurrentNavigableMap" => {
            &["java/util/concurrent/ConcurrentSkipListMap"]
        }
        "java/util/concurrent/ConcurrentMap" => &["java/util/concurrent/ConcurrentHashMap"],
        name => standing_for(name),
    }
}

/// What a reference of a class is where nobody looks. Only collections whose classes every program has loaded are
/// made, so that it does not depend on what ran before.
pub(super) fn unasked(world: &World, class: ClassId) -> Unasked {
    if world.class(class).is_some_and(|loaded| matches!(loaded.kind, ClassKind::Array { .. })) {
        return Unasked::EmptyArray;
    }
    let made = match world.class_name(class) {
        // Any object will do where no class is asked for.
        "java/lang/String" | "java/lang/CharSequence" | "java/lang/Object" => return Unasked::Text,
        name @ ("java/util/Collection" | "java/util/List" | "java/util/Map" | "java/util/Set") => {
            library_classes(name)[0]
        }
        _ => return Unasked::Null,
    };
    world.find_class(made).map_or(Unasked::Null, Unasked::Empty)
}

/// Whether two equal objects of a class are not worth telling apart.
pub(crate) fn is_value(name: &str) -> bool {
    let is_value = Expression::of(name).is_some_and(|expression| expression.is_value);
    is_value
        || matches!(
            name,
            "java/lang/String"
                | "java/lang/Boolean"
                | "java/lang/Byte"
                | "java/lang/Short"
                | "java/lang/Character"
                | "java/lang/Integer"
                | "java/lang/Long"
                | "java/lang/Float"
                | "java/lang/Double"
                | "java/math/BigInteger"
                | "java/math/BigDecimal"
                | "java/util/Optional"
                | "java/util/OptionalInt"
                | "java/util/OptionalLong"
                | "java/util/OptionalDouble"
        )
}
