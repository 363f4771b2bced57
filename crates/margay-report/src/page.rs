//! The report: one HTML file with everything that was found, for a browser. It needs no server and no
//! network, opens from disk, and is written as results come.
//!
//! What is laid out or put into words is so here; the page has the results as blocks of compressed JSON
//! (`pack`), an `index` that is read first, and the scripts of `page/app` that show what is asked for.
//! They are plain files without a build step: a page has them one after the other.

mod index;
mod method;
mod pack;
mod repair;
mod replay;
mod source;
mod verdict;
mod watched;

pub use source::Listing;

use crate::cases::test_classes::TestStyle;
use crate::document::{End, Run};
use crate::figures::{Figure, plot};
use crate::repairs::Repair;
use crate::roots::Roots;
use crate::summaries::SummaryLine;
use crate::svg::{self, escape};
use crate::table::thousands;
use crate::verdicts::document::VerdictLine;
use crate::{Marks, Record, counters, json, names};
use index::{FigureBlock, FigureEntry, Index, Names, SummaryEntry};
use margay_jvm::source::SourceClass;
use margay_search::generate::case::MethodReport;
use margay_search::generate::coverage::{ClassCoverage, Coverage};
use margay_search::outcome::PathOutcome;
use method::{Methods, Picture};
use pack::{Filling, Pack};
use std::collections::BTreeSet;
use std::io::{self, Write};

const STYLE: &str = include_str!("page/app/style.css");

/// The scripts, in the order in which they need each other.
const SCRIPTS: [&str; 14] = [
    include_str!("page/app/core.js"),
    include_str!("page/app/lists.js"),
    include_str!("page/app/overview.js"),
    include_str!("page/app/source.js"),
    include_str!("page/app/case.js"),
    include_str!("page/app/trace.js"),
    include_str!("page/app/tree.js"),
    include_str!("page/app/partition.js"),
    include_str!("page/app/structures.js"),
    include_str!("page/app/repairs.js"),
    include_str!("page/app/verdicts.js"),
    include_str!("page/app/summaries.js"),
    include_str!("page/app/figures.js"),
    include_str!("page/app/main.js"),
];

/// Objects in a picture of a structure.
const MOST_DRAWN: usize = 300;

/// A page being written.
#[derive(Debug)]
pub struct Page<W> {
    pack: Pack<W>,
    run: Run,
    index: Index,
    names: Names,
    methods: Methods,
    structures: Filling,
    drawings: Filling,
    repairs: Filling,
    verdicts: Filling,
    outcomes: Filling,
    summaries: Filling,
    figures: Filling,
}

impl<W: Write> Page<W> {
    /// Starts the page of a run, whose paths are as seen from the working folder.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn start(mut out: W, run: &Run) -> io::Result<Self> {
        let title = run.subject();
        writeln!(
            out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{} – Margay</title>\n<style>\n{}{}{STYLE}</style>\n</head>\n<body>\n\
             <noscript>This page needs JavaScript.</noscript>",
            escape(&title),
            svg::STYLE,
            plot::STYLE
        )?;
        let index = Index {
            title,
            command: run.command.to_string(),
            margay: env!("CARGO_PKG_VERSION").to_owned(),
            facts: facts(run),
            ..Index::default()
        };
        Ok(Page {
            pack: Pack::new(out),
            run: run.clone(),
            index,
            names: Names::default(),
            methods: Methods::default(),
            structures: Filling::default(),
            drawings: Filling::default(),
            repairs: Filling::default(),
            verdicts: Filling::default(),
            outcomes: Filling::default(),
            summaries: Filling::default(),
            figures: Filling::default(),
        })
    }

    /// Adds a method with its cases; tests name the classes that `look_up` knows, if there are tests.
    ///
    /// # Errors
    /// Those of the page's writer.
    pub fn method(
        &mut self,
        report: &MethodReport,
        style: TestStyle,
        look_up: Option<impl Fn(&str) -> Option<SourceClass>>,
    ) -> io::Result<()> {
        let tests = look_up.map(|look_up| method::tests(report, style, look_up));
        let id = self.names.unique(method::short_name(&report.method));
        let named = (self.index.methods.len(), id);
        let Page { pack, run, methods, .. } = self;
        let entry = methods.add(pack, run, named, report, tests.unwrap_or_default())?;
        self.index.methods.push(entry);
        Ok(())
    }

    /// Adds what was covered; where there is no source, `listing` gives the code of classes as text.
    ///
    /// # Errors
    /// Those of the page's writer.
    pub fn coverage(&mut self, coverage: &Coverage, listing: &mut Listing<'_>) -> io::Result<()> {
        let roots = Roots::of(&self.run);
        let lines = &self.methods.lines;
        let (classes, sources) = source::write(&mut self.pack, &roots, listing, coverage, lines)?;
        for entry in &mut self.methods.entries {
            let class = classes.iter().find(|class| class.name == entry.class);
            entry.source = class.and_then(|class| class.source);
        }
        (self.index.classes, self.index.sources) = (classes, sources);
        Ok(())
    }

    /// Adds a structure.
    ///
    /// # Errors
    /// Those of the page's writer.
    pub fn structure(&mut self, record: &Record) -> io::Result<()> {
        let picture = match record.structure.objects.len() {
            count if count > MOST_DRAWN => Picture::Large(count),
            _ => Picture::Svg(method::drawn(&record.structure, &Marks::default())?),
        };
        // Apart: a search reads all structures, and no picture.
        let place = self.structures.add(&mut self.pack, &json::structure_line(record))?;
        self.index.structures.add(place);
        let place = self.drawings.add(&mut self.pack, &picture)?;
        self.index.drawings.add(place);
        Ok(())
    }

    /// Adds the repair of the structure with this number.
    ///
    /// # Errors
    /// Those of the page's writer.
    pub fn repair(&mut self, number: u64, repair: &Repair) -> io::Result<()> {
        let entry = repair::write(&mut self.pack, &mut self.repairs, number, repair)?;
        self.index.repairs.push(entry);
        Ok(())
    }

    /// Adds a verdict.
    ///
    /// # Errors
    /// Those of the page's writer.
    pub fn verdict(&mut self, line: &VerdictLine) -> io::Result<()> {
        let id = self.names.unique(verdict::name(line));
        let Page { pack, verdicts, methods, .. } = self;
        let entry = verdict::verdict(pack, verdicts, methods, id, line)?;
        self.index.verdicts.push(entry);
        Ok(())
    }

    /// Adds the sources of the classes that counterexamples lead through.
    ///
    /// # Errors
    /// Those of the page's writer.
    pub fn sources(&mut self, listing: &mut Listing<'_>) -> io::Result<()> {
        let names: BTreeSet<String> =
            self.methods.entries.iter().map(|entry| entry.class.clone()).collect();
        let uncovered = |class| ClassCoverage { class, source: None, methods: Vec::new() };
        let classes = names.into_iter().map(uncovered).collect();
        self.coverage(&Coverage { classes }, listing)
    }

    /// Adds how a path of a program has ended.
    ///
    /// # Errors
    /// Those of the page's writer.
    pub fn outcome(&mut self, outcome: &PathOutcome) -> io::Result<()> {
        let entry = verdict::outcome(&mut self.pack, &mut self.outcomes, outcome)?;
        self.index.outcomes.push(entry);
        Ok(())
    }

    /// Adds the cases of a method.
    ///
    /// # Errors
    /// Those of the page's writer.
    pub fn summary(&mut self, line: &SummaryLine) -> io::Result<()> {
        let id = self.names.unique(method::short_name(&line.method));
        let place = self.summaries.add(&mut self.pack, line)?;
        let method = names::method_name(&line.method);
        self.index.summaries.push(SummaryEntry { id, method, count: line.count(), place });
        Ok(())
    }

    /// Adds a plot.
    ///
    /// # Errors
    /// Those of the page's writer.
    pub fn figure(&mut self, figure: &Figure) -> io::Result<()> {
        let Figure { title, about, .. } = figure.clone();
        let block = FigureBlock { svg: plot::inline(figure), rows: figure.rows() };
        let place = self.figures.add(&mut self.pack, &block)?;
        self.index.figures.push(FigureEntry { title, about, place });
        Ok(())
    }

    /// Ends the page, and gives the writer back.
    ///
    /// # Errors
    /// Those of the page's writer.
    pub fn finish(mut self, end: &End) -> io::Result<W> {
        self.methods.end(&mut self.pack)?;
        self.structures.end(&mut self.pack)?;
        self.drawings.end(&mut self.pack)?;
        self.repairs.end(&mut self.pack)?;
        self.verdicts.end(&mut self.pack)?;
        self.outcomes.end(&mut self.pack)?;
        self.summaries.end(&mut self.pack)?;
        self.figures.end(&mut self.pack)?;
        self.index.places = std::mem::take(&mut self.methods.entries);
        self.index.end(end);
        for (name, count) in end.counters.as_ref().map(counters::named).unwrap_or_default() {
            self.index.fact(name, thousands(count));
        }
        self.pack.put_index(&self.index)?;
        let mut out = self.pack.out;
        writeln!(out, "<script>\n\"use strict\";\n(() => {{")?;
        SCRIPTS.iter().try_for_each(|script| out.write_all(script.as_bytes()))?;
        writeln!(out, "}})();\n</script>\n</body>\n</html>")?;
        Ok(out)
    }
}

/// What was run, in names and values.
fn facts(run: &Run) -> Vec<(String, String)> {
    let mut facts = vec![("target".to_owned(), run.target_from("".as_ref()).display().to_string())];
    let all = [("class path", run.class_path.join(":")), ("JDK", run.jdk.version.clone())];
    let options = [("bounds", run.bounds.join(" ")), ("options", run.options.join(" "))];
    let given = all.into_iter().chain(options).filter(|(_, value)| !value.is_empty());
    facts.extend(given.map(|(name, value)| (name.to_owned(), value)));
    facts
}

#[cfg(test)]
mod tests;
