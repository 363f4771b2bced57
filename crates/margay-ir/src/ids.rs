//! Typed `u32` ids. Their `Display` is the text form, so a message can name what it means.

use cranelift_entity::entity_impl;
use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(u32);
        entity_impl!($name, $prefix);
    )*};
}

ids! {
    /// A basic block of a function.
    Block = "block";
    /// An SSA value of a function.
    Value = "v";
    /// An instruction of a function.
    Inst = "inst";
    /// An interned piece of text: a name or a descriptor.
    Name = "name";
    /// A string constant of the program under test (UTF-16).
    StrId = "str";
    /// A class by its name, whether it is loaded yet or not. Arrays are classes too.
    ClassId = "class";
    /// A loaded field.
    FieldId = "field";
    /// A loaded method.
    MethodId = "method";
    /// A field as code names it: class, name and descriptor. Resolved when first reached.
    FieldRef = "fieldref";
    /// A method as code names it: class, name and descriptor. Resolved when first reached.
    MethodRef = "methodref";
}
