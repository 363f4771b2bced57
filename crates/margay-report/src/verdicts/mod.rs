//! Verdicts on properties: as text, as documents, and as SARIF for tools that show findings in code.

pub mod document;
pub mod sarif;
pub mod text;
pub mod witness;
