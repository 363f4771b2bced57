//! Test cases as files people use.
//!
//! Everything here is a function of [`MethodReport`](margay_search::generate::case::MethodReport)s
//! and of [`Coverage`](margay_search::generate::coverage::Coverage); nothing knows how cases were
//! found.

pub mod junit;
