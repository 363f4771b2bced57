//! Verdicts on properties: as text, as documents, as SARIF for tools that show findings in code, and as the XML of test
//! runners.

pub mod document;
pub mod junit_xml;
pub mod sarif;
pub mod text;
pub mod witness;
