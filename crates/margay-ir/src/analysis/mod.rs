//! Analyses of functions and of the call graph.

#[cfg(test)]
pub(crate) mod testing;
