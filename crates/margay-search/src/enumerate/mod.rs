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
//! - [`search`] walks the tree, as [`options`] say, and tells what it finds ([`told`]);
//! - [`frontier`] cuts it into parts.

mod ahead;
pub use margay_machine::bounds;
pub mod frontier;
mod leaves;
mod level;
pub mod options;
pub mod search;
pub mod space;
pub mod told;

pub use bounds::{Bounds, FieldDomain, ObjectSet};
pub use options::{Options, Range, Untouched};
pub use search::enumerate;
pub use space::Space;
pub use told::{Counters, EnumerateError, Found, Visit};
