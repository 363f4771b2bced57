//! Object graphs, from a machine's memory to [`Structure`](margay_search::structure::Structure)s and
//! back.
//!
//! There is one [`reader`], with two views: every object by its fields, as enumeration and repair
//! have them, or by what it holds, as tests build it. What it reads by fields [`lines`] put into JSON
//! at once. There is one [`writer`] of values, arrays, constants and collections. Both know classes by their [`layout`]; classes of the JDK whose objects
//! stand for one value are listed there and in [`wrapper`], and nowhere else.

mod isomorphism;
mod layout;
mod lines;
mod reader;
mod wrapper;
mod writer;

pub(crate) use isomorphism::{Pair, compare_graphs};
pub(crate) use layout::{
    Boxed, Field, ValueClass, class_in, class_name, fields, is_enum, slot_named,
};
pub(crate) use lines::LineReader;
pub(crate) use reader::{GraphReader, Visited, primitive};
pub(crate) use wrapper::Wrapper;
pub(crate) use writer::{
    CallWitness, Called, GraphWriter, InputNames, NoWitness, WriteError, allocate, constant,
    lambda, number_bits, value_object,
};
