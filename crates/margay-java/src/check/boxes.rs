//! Whether code of the project may see which of two equal boxes, or texts, it has.
//!
//! A box of a number that is not decided is one of its own in a search, while a JVM has one box for each small number
//! (then another search tries each of them); and a text of the input is none that the program has. Only who compares references can tell, and only if both may
//! be boxes, or texts, by their types.

use super::compared::{Compared, STRING, Source};
use super::entry::Subject;
use crate::generate::Generator;

/// Why nobody knows, where boxes that a JVM would share are compared.
pub(super) const TOLD_APART: &str = "boxed numbers of which it compares references";

/// Numbers of which a JVM has one box each.
pub(super) const SHARED: u32 = 256;

/// What a variable may be declared as that holds a box.
const HOLDS_BOXES: [&str; 14] = [
    "Ljava/lang/Object;",
    "Ljava/lang/Number;",
    "Ljava/lang/Comparable;",
    "Ljava/lang/constant/Constable;",
    "Ljava/lang/constant/ConstantDesc;",
    "Ljava/io/Serializable;",
    "Ljava/lang/Boolean;",
    "Ljava/lang/Byte;",
    "Ljava/lang/Short;",
    "Ljava/lang/Character;",
    "Ljava/lang/Integer;",
    "Ljava/lang/Long;",
    "Ljava/lang/Float;",
    "Ljava/lang/Double;",
];

/// What a variable may be declared as that holds a text.
const HOLDS_TEXTS: [&str; 7] = [
    "Ljava/lang/Object;",
    "Ljava/lang/CharSequence;",
    "Ljava/lang/Comparable;",
    "Ljava/lang/constant/Constable;",
    "Ljava/lang/constant/ConstantDesc;",
    "Ljava/io/Serializable;",
    STRING,
];

/// Whether a value of a declared type may be a box.
fn holds_boxes(descriptor: &str) -> bool {
    HOLDS_BOXES.contains(&descriptor)
}

/// Whether boxes are part of the input. Margay makes each anew, while two of a caller's may be the same.
pub(super) fn are_given(generator: &mut Generator) -> bool {
    let world = generator.symbolic.world();
    let made = generator.inputs.made(world);
    made.into_iter().any(|class| {
        let name = format!("L{};", world.class_name(class));
        name != "Ljava/lang/Object;" && holds_boxes(&name)
    })
}

/// Whether a method of the project compares what may be boxes.
pub(super) fn are_told_apart(compared: &Compared) -> bool {
    compared.elsewhere || compared.any(|source| source.may_be(holds_boxes))
}

/// Whether a method of the project compares what may be texts. One that it makes is none of the input.
pub(super) fn are_texts_told_apart(compared: &Compared) -> bool {
    compared.any(|source| {
        !matches!(source, Source::Made(_)) && source.may_be(|type_| HOLDS_TEXTS.contains(&type_))
    })
}

/// Whether references are part of the input.
pub(super) fn has_references(subject: &Subject) -> bool {
    let parameters = &subject.signature.parameters;
    let is_reference = |name: &str| !PRIMITIVES.contains(&name);
    !subject.is_main
        && (!subject.signature.is_static
            || parameters.iter().any(|parameter| is_reference(&parameter.type_name)))
}

/// Types of numbers and truths.
const PRIMITIVES: [&str; 8] =
    ["boolean", "byte", "short", "char", "int", "long", "float", "double"];
