//! Analyses of functions and of the call graph.
