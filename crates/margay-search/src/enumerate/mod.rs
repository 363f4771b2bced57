//! Bounded-exhaustive enumeration: every non-isomorphic structure within bounds that a predicate
//! accepts (Korat; Checkpoint; Korat-multi).
//!
//! All objects the bounds allow exist from the start, with cells that are not decided. The
//! predicate runs on the root; where it first reads an undecided cell the machine stops, the
//! cell takes the first value of its domain, and the others follow when the search comes back.
//! What the predicate never read before it said no need not be tried: that is the pruning.
//!
//! - [`bounds`] says which objects and values there are;
//! - [`space`] lays them out in the machine's memory;
//! - `candidates` are the questions and answers, as [`options`] say; [`found`] is what comes of them.

mod ahead;
pub use margay_machine::bounds;
mod candidates;
pub mod found;
mod leaves;
pub mod options;
pub mod space;
mod walk;

pub use crate::driver::Range;
pub use bounds::{Bounds, FieldDomain, ObjectSet};
pub use candidates::{enumerate, parts};
pub use found::{Counters, EnumerateError, Found, What};
pub use options::{Options, Untouched};
pub use space::Space;
