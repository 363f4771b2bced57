//! Analyses of functions and of the call graph.
//!
//! What is about graphs in general ([`graph`], [`dominators::DominatorTree`],
//! [`components`](mod@components)) works on dense numbered nodes, so that it serves the blocks of
//! a function forwards and backwards as well as the methods of a program. Nothing here recurses
//! on the host's stack: a function may have tens of thousands of blocks in a row.

pub mod call_graph;
pub mod cfg;
pub mod components;
pub mod control_dependence;
pub mod counters;
pub mod def_use;
pub mod distance;
pub mod dominators;
pub mod graph;
pub mod joins;
pub mod loops;
pub mod post_dominators;

#[cfg(test)]
mod properties;
#[cfg(test)]
pub(crate) mod testing;
