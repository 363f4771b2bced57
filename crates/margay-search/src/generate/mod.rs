//! Unit tests from symbolic execution (PET, chapters 1 and 2).
//!
//! [`paths`] is the search: questions and answers. The input is made while the program runs ([`heap`],
//! kept in [`objects`]; all of it, or some inputs only: [`focus`]); at the end of a path it is made [`concrete`], and its condition is a
//! list of [`fact`]s, with words for them in [`render`]. [`case`](mod@case) and [`coverage`] are what is reported.

pub mod calls;
pub mod case;
pub mod concrete;
pub mod cost;
pub mod coverage;
mod cycles;
mod distinct;
pub mod fact;
pub mod focus;
pub mod growth;
pub mod guide;
pub mod heap;
pub mod induction;
pub mod objects;
pub mod paths;
pub mod policy;
pub mod render;
pub mod summary;
pub mod ways;
