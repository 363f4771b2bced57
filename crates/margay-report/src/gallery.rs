//! A page of pictures: one HTML file without scripts or links to anything outside it, so that it
//! works offline and in an archive.
//!
//! Pictures are written as structures come. Counters are known only at the end: the page's style
//! moves them to its top. The browser lays out only the pictures in view, so a page of thousands
//! opens at once.

use crate::Record;
use crate::document::Run;
use crate::svg::{self, escape};
use crate::table::thousands;
use std::io::{self, Write};

const STYLE: &str = include_str!("gallery/style.css");

/// What the page says before its pictures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageHeader {
    /// What was enumerated: `shapes.BinaryTree.repOk()`.
    pub target: String,
    /// The bounds, each with its name: `Node`, `0..3`.
    pub bounds: Vec<(String, String)>,
}

impl PageHeader {
    /// What a run searched.
    #[must_use]
    pub fn of(run: &Run) -> PageHeader {
        let bounds = run.bounds.iter().map(|bound| {
            let (name, value) = bound.split_once('=').unwrap_or((bound, ""));
            (name.to_owned(), value.to_owned())
        });
        let name = |name: &Option<String>| name.clone().unwrap_or_default();
        let target = format!("{}.{}()", name(&run.class), name(&run.method));
        PageHeader { target, bounds: bounds.collect() }
    }
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
    pub fn start(mut out: W, header: &PageHeader) -> io::Result<Self> {
        let target = escape(&header.target);
        write_head(&mut out, &header.target, STYLE)?;
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

/// What a page begins with; its pictures have a style, and it has one of its own.
pub(crate) fn write_head(out: &mut impl Write, title: &str, style: &str) -> io::Result<()> {
    let title = escape(title);
    writeln!(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(
        out,
        "<meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title} – Margay</title>\n<style>\n{}{style}</style>\n</head>\n<body>",
        svg::STYLE
    )
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::samples;
    use expect_test::expect;

    #[test]
    fn a_page_with_one_picture() {
        let empty_tree = samples().pop().expect("the empty tree is last");
        let header = PageHeader {
            target: "Tree<T>.repOk()".to_owned(),
            bounds: vec![("Node".to_owned(), "0..3".to_owned())],
        };
        let mut gallery = Gallery::start(Vec::new(), &header).expect("memory takes everything");
        gallery.add(&empty_tree).expect("memory takes everything");
        let page = gallery.finish(&[("candidates", 1_234)]).expect("memory takes everything");
        let page = String::from_utf8(page).expect("HTML is UTF-8");
        let (head, body) = page.split_once("</head>\n").expect("a head and a body");
        assert!(head.contains("<title>Tree&lt;T&gt;.repOk() – Margay</title>"));
        expect![[r##"
            <body>
            <header>
            <h1>Tree&lt;T&gt;.repOk()</h1>
            <dl aria-label="Bounds"><div><dt>Node</dt><dd>0..3</dd></div></dl>
            </header>
            <main>
            <figure id="structure-8">
            <svg xmlns="http://www.w3.org/2000/svg" class="margay" role="img" width="122" height="90" viewBox="-12 -12 122 90">
            <g class="card c0" transform="translate(0 0)">
            <title>BinaryTree0: shapes.BinaryTree</title>
            <rect class="body" width="98" height="66" rx="5"/>
            <path class="band" d="M0,24 V5 Q0,0 5,0 H93 Q98,0 98,5 V24Z"/>
            <text class="name" x="49" y="16">BinaryTree0</text>
            <text class="label" x="9" y="40">root</text>
            <text class="value none" x="89" y="40">null</text>
            <text class="label" x="9" y="58">size</text>
            <text class="value" x="89" y="58">0</text>
            </g>
            </svg>
            <figcaption><a href="#structure-8">8</a> <code title="decisions">0</code></figcaption>
            </figure>
            </main>
            <footer>
            <dl aria-label="Counters"><div><dt>candidates</dt><dd>1,234</dd></div></dl>
            </footer>
            </body>
            </html>
        "##]].assert_eq(body);
    }

    #[test]
    fn the_page_needs_nothing_from_outside() {
        let mut gallery = Gallery::start(Vec::new(), &PageHeader::default()).expect("memory");
        samples().iter().try_for_each(|record| gallery.add(record)).expect("memory");
        let page = gallery.finish(&[]).expect("memory takes everything");
        let page = String::from_utf8(page).expect("HTML is UTF-8");
        let page = page.replace("http://www.w3.org/2000/svg", "");
        for outside in ["http:", "https:", "<script", "<link", "src=", "@import", "url("] {
            assert!(!page.contains(outside), "{outside}");
        }
    }
}
