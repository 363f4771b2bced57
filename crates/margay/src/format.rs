//! The formats of results, of which each command takes some.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use margay_report::files::FileFormat;

/// What results can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, on standard output
    Text,
    /// Documents, one JSON object a line; with --out they are always there
    Json,
    /// JUnit 5 source
    Junit,
    /// Coverage as XML in the manner of JaCoCo
    Coverage,
    /// Graphviz files
    Dot,
    /// Pictures
    Svg,
    /// One page with everything, for a browser
    Html,
    /// Java source that makes repairs in a live object graph
    Java,
    /// Findings for tools that show them in code (SARIF 2.1.0)
    Sarif,
    /// Verdicts as test runners report tests, for build servers
    JunitXml,
}

impl Format {
    /// Text, or a line of JSON for each result.
    pub const LINES: &[Format] = &[Format::Text, Format::Json];

    /// What most commands write to files; text is printed, and verdicts are what `check` writes itself.
    pub fn file(self) -> Option<FileFormat> {
        Some(match self {
            Format::Text | Format::JunitXml => return None,
            Format::Sarif => FileFormat::Sarif,
            Format::Json => FileFormat::Json,
            Format::Junit => FileFormat::Junit,
            Format::Coverage => FileFormat::Coverage,
            Format::Dot => FileFormat::Dot,
            Format::Svg => FileFormat::Svg,
            Format::Html => FileFormat::Html,
            Format::Java => FileFormat::Java,
        })
    }

    /// Reads those that a command takes.
    pub fn one_of(formats: &[Format]) -> impl TypedValueParser<Value = Format> + use<> {
        let names = formats.iter().filter_map(Format::to_possible_value);
        PossibleValuesParser::new(names).try_map(|name| Format::from_str(&name, false))
    }
}
