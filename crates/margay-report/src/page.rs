//! A page of test cases, coverage or repairs: one HTML file without scripts or links to anything
//! outside it. Structures have a page of their own kind, the [gallery](crate::gallery).

use crate::cases::{heap, text};
use crate::coverage;
use crate::gallery::write_head;
use crate::repairs::{self, Repair};
use crate::svg::{self, escape};
use margay_search::generate::case::{MethodReport, TestCase};
use margay_search::generate::coverage::Coverage;
use margay_search::structure::Structure;
use std::io::{self, Write};

const STYLE: &str = include_str!("page/style.css");

/// Objects in a picture of a case; larger heaps are in the text only.
const MOST_DRAWN: usize = 60;

/// A page being written.
#[derive(Debug)]
pub struct Page<W> {
    out: W,
}

impl<W: Write> Page<W> {
    /// Starts the page.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn start(mut out: W, title: &str) -> io::Result<Self> {
        write_head(&mut out, title, STYLE)?;
        writeln!(out, "<h1>{}</h1>", escape(title))?;
        Ok(Page { out })
    }

    /// Adds a method with its cases.
    ///
    /// # Errors
    /// Those of the page's writer.
    pub fn method(&mut self, report: &MethodReport) -> io::Result<()> {
        writeln!(self.out, "<section>\n<h2>{}</h2>", escape(&text::method(report)))?;
        for case in &report.cases {
            self.case(report, case)?;
        }
        let mut losses = Vec::new();
        text::write_losses(&mut losses, &report.losses)?;
        self.preformatted(&losses)?;
        writeln!(self.out, "</section>")
    }

    fn case(&mut self, report: &MethodReport, case: &TestCase) -> io::Result<()> {
        writeln!(self.out, "<details open>\n<summary>Case {}</summary>", case.number)?;
        let mut lines = Vec::new();
        text::write_case(&mut lines, report, case)?;
        self.preformatted(&lines)?;
        let heaps = [("before", heap::before(report, case)), ("after", heap::after(report, case))];
        for (when, heap) in heaps {
            if (2..=MOST_DRAWN).contains(&heap.objects.len()) {
                self.figure(when, &heap)?;
            }
        }
        writeln!(self.out, "</details>")
    }

    /// Adds what was covered.
    ///
    /// # Errors
    /// Those of the page's writer.
    pub fn coverage(&mut self, coverage: &Coverage) -> io::Result<()> {
        let mut table = Vec::new();
        coverage::text::write(&mut table, coverage)?;
        writeln!(self.out, "<section>\n<h2>Coverage</h2>")?;
        self.preformatted(&table)?;
        writeln!(self.out, "</section>")
    }

    /// Adds the repair of the structure with this number.
    ///
    /// # Errors
    /// Those of the page's writer.
    pub fn repair(&mut self, number: u64, repair: &Repair) -> io::Result<()> {
        writeln!(self.out, "<section>\n<h2>Structure {number}</h2>")?;
        self.preformatted(repairs::text(repair).as_bytes())?;
        for picture in repair.pictures() {
            writeln!(self.out, "<figure>")?;
            svg::write_inline_marked(&mut self.out, &picture.structure, &picture.marks)?;
            writeln!(self.out, "</figure>")?;
        }
        writeln!(self.out, "</section>")
    }

    /// Ends the page, and gives the writer back.
    ///
    /// # Errors
    /// Those of the page's writer.
    pub fn finish(mut self) -> io::Result<W> {
        writeln!(self.out, "</body>\n</html>")?;
        Ok(self.out)
    }

    fn figure(&mut self, caption: &str, structure: &Structure) -> io::Result<()> {
        writeln!(self.out, "<figure>")?;
        svg::write_inline(&mut self.out, structure)?;
        writeln!(self.out, "<figcaption>{}</figcaption>\n</figure>", escape(caption))
    }

    /// Text as a terminal shows it; nothing for nothing.
    fn preformatted(&mut self, text: &[u8]) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(text);
        writeln!(self.out, "<pre>{}</pre>", escape(text.trim_end()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{DocumentKind, DocumentReader};
    use crate::testing::sample;
    use margay_search::structure::Value;

    fn finished(page: Page<Vec<u8>>) -> String {
        String::from_utf8(page.finish().expect("memory")).expect("UTF-8")
    }

    #[test]
    fn cases_with_their_heaps() {
        let text = include_str!("../tests/data/cases/cases.jsonl");
        let reader = DocumentReader::new("cases.jsonl", text.as_bytes(), DocumentKind::Cases);
        let mut reader = reader.expect("a document");
        let mut page = Page::start(Vec::new(), "a <page>").expect("memory");
        let mut cases = 0;
        while let Some(report) = reader.method() {
            let report = report.expect("a method");
            cases += report.cases.len();
            page.method(&report).expect("memory");
        }
        page.coverage(&Coverage::default()).expect("memory");
        let page = finished(page);
        assert!(page.contains("<h1>a &lt;page&gt;</h1>"), "{page}");
        assert_eq!(page.matches("<details").count(), cases);
        assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
        assert!(page.matches("<svg").count() > 10);
        assert!(!page.contains("href=") && !page.contains("src="), "nothing outside the page");
    }

    #[test]
    fn repairs_with_their_changes() {
        let ring = sample("Ring").structure;
        let repair = Repair::new(ring, 4, [(3, 1, Value::Ref(1))], Default::default());
        let mut page = Page::start(Vec::new(), "Ring").expect("memory");
        page.repair(7, &repair).expect("memory");
        let page = finished(page);
        assert!(
            page.contains("Structure 7") && page.contains("Node2.next: Node0 → Node0"),
            "{page}"
        );
    }
}
