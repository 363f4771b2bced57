//! Bounds for enumeration: which objects and values the structures of a class may be made of.
//!
//! They come from three places, which all end in [`Bounds`]:
//! - one number ([`Spec::bound`]), from which every field's type gets its values;
//! - items such as `objects Node=5` or `field Node.color={0,1}`, on the command line or in
//!   `margay.toml`, which refine what the number says or stand alone ([`Spec`]);
//! - a finitization method written for Korat, run as it is ([`from_korat`]).

mod build;
mod fields;
mod korat;
mod names;
mod references;
mod rules;
mod run;
mod spec;
mod toml;
mod values;

pub use korat::{finitizations, from_korat};
pub use references::constants;
pub use spec::Spec;

use crate::platform::Jvm;
use margay_ir::ClassId;
use margay_machine::bounds::Bounds;
use margay_machine::{Domain, Machine};
use thiserror::Error;

/// Bounds that make no sense, and where they are.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoundsError {
    /// An item.
    #[error("bounds `{item}`: {reason}")]
    Item {
        /// The item.
        item: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A configuration file.
    #[error("margay.toml: {0}")]
    Toml(String),
    /// A field whose type gives it no values.
    #[error("field {field}: {reason}")]
    Field {
        /// The field.
        field: String,
        /// Why not.
        reason: String,
    },
    /// There is no finitization method to run, or it does not end as it should.
    #[error("finitization of {class}: {reason}")]
    Finitization {
        /// The class.
        class: String,
        /// What is wrong.
        reason: String,
    },
    /// A call in a finitization method.
    #[error("finitization, {place}: {reason}")]
    Call {
        /// Where the call is: `demo.Tree.finTree(Tree.java:12)`.
        place: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// What is enumerated.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The class of the root: loaded, not abstract.
    pub root: ClassId,
    /// The user's classes by internal name, among which subclasses are looked for.
    pub classes: &'a [String],
}

/// Bounds from a number and items; see [`Spec`] for what an item is.
///
/// # Errors
/// When an item cannot be read, names what does not exist, or leaves nothing to choose from.
pub fn from_items<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    subject: Subject<'_>,
    bound: Option<u32>,
    items: &[String],
) -> Result<Bounds, BoundsError> {
    let spec = Spec { bound, ..Spec::from_items(items)? };
    from_spec(machine, subject, &spec)
}

/// Bounds from the `[enumerate]` table of a `margay.toml`.
///
/// # Errors
/// When it cannot be read, names what does not exist, or leaves nothing to choose from.
pub fn from_toml<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    subject: Subject<'_>,
    text: &str,
) -> Result<Bounds, BoundsError> {
    from_spec(machine, subject, &Spec::from_toml(text)?)
}

/// Bounds from a specification that was read before.
///
/// # Errors
/// When it names what does not exist, or leaves nothing to choose from.
pub fn from_spec<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    subject: Subject<'_>,
    spec: &Spec,
) -> Result<Bounds, BoundsError> {
    let rules = rules::resolve(machine, subject, spec)?;
    build::build(machine, subject, &rules)
}
