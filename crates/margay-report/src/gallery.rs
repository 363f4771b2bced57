//! A page of pictures: one HTML file without scripts or links to anything outside it, so that it
//! works offline and in an archive.
//!
//! Pictures are written as structures come. Counters are known only at the end: the page's style
//! moves them to its top. The browser lays out only the pictures in view, so a page of thousands
//! opens at once.

use crate::Record;
use crate::svg::{self, escape};
use crate::table::thousands;
use std::io::{self, Write};

const STYLE: &str = include_str!("gallery/style.css");

/// What the page says before its pictures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// What was enumerated: `shapes.BinaryTree.repOk()`.
    pub target: String,
    /// The bounds, each with its name: `Node`, `0..3`.
    pub bounds: Vec<(String, String)>,
}

/// A gallery being written.
#[derive(Debug)]
pub struct Gallery<W> {
    out: W,
}

impl<W: Write> Gallery<W> {
    /// Starts the page.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn start(mut out: W, header: &Header) -> io::Result<Self> {
        let target = escape(&header.target);
        writeln!(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
        writeln!(
            out,
            "<meta name=\"viewport\" content=\"width=device-width\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{target} – Margay</title>\n<style>\n{}{STYLE}</style>\n</head>\n<body>",
            svg::STYLE
        )?;
        writeln!(out, "<header>\n<h1>{target}</h1>")?;
        let bounds = header.bounds.iter().map(|(name, value)| (name.as_str(), value.clone()));
        facts(&mut out, "Bounds", bounds)?;
        writeln!(out, "</header>\n<main>")?;
        Ok(Gallery { out })
    }

    /// Adds a structure.
    ///
    /// # Errors
    /// Those of the page's writer.
    pub fn add(&mut self, record: &Record) -> io::Result<()> {
        let number = record.number;
        writeln!(self.out, "<figure id=\"structure-{number}\">")?;
        svg::write_inline(&mut self.out, &record.structure)?;
        let link = format!("<a href=\"#structure-{number}\">{}</a>", thousands(number));
        writeln!(
            self.out,
            "<figcaption>{link} <code title=\"decisions\">{}</code></figcaption>\n</figure>",
            record.decisions
        )
    }

    /// Ends the page with counters, and gives the writer back.
    ///
    /// # Errors
    /// Those of the page's writer.
    pub fn finish(mut self, counters: &[(&str, u64)]) -> io::Result<W> {
        writeln!(self.out, "</main>\n<footer>")?;
        let counters = counters.iter().map(|(name, count)| (*name, thousands(*count)));
        facts(&mut self.out, "Counters", counters)?;
        writeln!(self.out, "</footer>\n</body>\n</html>")?;
        Ok(self.out)
    }
}

/// Names and values; nothing when there are none.
fn facts<'a>(
    out: &mut impl Write,
    title: &str,
    facts: impl Iterator<Item = (&'a str, String)>,
) -> io::Result<()> {
    let mut facts = facts.peekable();
    if facts.peek().is_none() {
        return Ok(());
    }
    write!(out, "<dl aria-label=\"{title}\">")?;
    for (name, value) in facts {
        write!(out, "<div><dt>{}</dt><dd>{}</dd></div>", escape(name), escape(&value))?;
    }
    writeln!(out, "</dl>")
}
