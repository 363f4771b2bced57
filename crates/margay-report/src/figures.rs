//! Figures: numbers against sizes or names, as a document, a table and a plot. Worst cases by size are
//! figures (`generate --scale`), and so is what benchmarks measure.

pub mod plot;

use crate::document::{DocumentError, DocumentReader, DocumentWriter, parse};
use crate::json::{Problem, Read, fail};
use crate::table::Table;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Write};

/// What a plot shows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// What it is about.
    pub title: String,
    /// What it shows, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// What is along the plot, and what upwards.
    pub x: String,
    /// What is counted or measured.
    pub y: String,
    /// Whether equal distances are equal factors.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub logarithmic: bool,
    /// What is drawn.
    pub series: Vec<Series>,
}

/// Numbers that belong together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// What they are of.
    pub name: String,
    /// How they are drawn.
    pub kind: SeriesKind,
    /// From left to right.
    pub points: Vec<FigurePoint>,
}

/// How numbers are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeriesKind {
    /// Each by itself.
    Points,
    /// A line through them, with a mark at each.
    Line,
    /// A curve, of which only the shape matters.
    Curve,
    /// Bars, by names.
    Bars,
}

/// A number at a place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FigurePoint {
    /// The place: a size, or which of the bars.
    pub x: f64,
    /// The number.
    pub y: f64,
    /// What it is called, where places have names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// What else is to be known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Whether it is not certain, so that its mark is empty.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

impl Series {
    /// Bars with names.
    #[must_use]
    pub fn bars(name: &str, bars: &[(String, f64)]) -> Series {
        let point = |(place, (label, y)): (usize, &(String, f64))| FigurePoint {
            x: place as f64,
            y: *y,
            label: Some(label.clone()),
            ..FigurePoint::default()
        };
        let points = bars.iter().enumerate().map(point).collect();
        Series { name: name.to_owned(), kind: SeriesKind::Bars, points }
    }

    /// A line through points.
    #[must_use]
    pub fn line(name: &str, points: &[(f64, f64)]) -> Series {
        let point = |&(x, y): &(f64, f64)| FigurePoint { x, y, ..FigurePoint::default() };
        let points = points.iter().map(point).collect();
        Series { name: name.to_owned(), kind: SeriesKind::Line, points }
    }
}

impl Figure {
    /// The series whose numbers are to be read: a curve is only looked at.
    fn read_series(&self) -> impl Iterator<Item = &Series> {
        self.series.iter().filter(|series| series.kind != SeriesKind::Curve)
    }

    /// The numbers as rows, with their headings first: `size`, `calls`, and what there is to know.
    #[must_use]
    pub fn rows(&self) -> Vec<[String; 4]> {
        let mut rows = vec![[self.x.clone(), String::new(), self.y.clone(), String::new()]];
        let is_one = self.read_series().count() == 1;
        for series in self.read_series() {
            let name = if is_one { "" } else { series.name.as_str() };
            for point in &series.points {
                let place = point.label.clone().unwrap_or_else(|| number(point.x));
                let note = point.note.clone().unwrap_or_default();
                rows.push([place, name.to_owned(), number(point.y), note]);
            }
        }
        rows
    }

    /// A table, and what it shows.
    #[must_use]
    pub fn text(&self) -> String {
        let rows = self.rows();
        let mut table = Table::new([&rows[0][0], "", &self.y, ""]);
        for row in &rows[1..] {
            table.row(row.iter().map(|cell| cell.as_str().into()));
        }
        let about = if self.about.is_empty() { String::new() } else { format!("{}\n", self.about) };
        format!("{}\n{table}{about}", self.title)
    }
}

/// A number as people read it: whole, or with what matters after the point.
#[must_use]
pub fn number(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        let groups = crate::table::thousands(value.abs() as u64);
        return if value < 0.0 { format!("-{groups}") } else { groups };
    }
    match value.abs() {
        size if size >= 100.0 => number(value.round()),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

impl<W: Write> DocumentWriter<W> {
    /// Adds a figure.
    ///
    /// # Errors
    /// Those of the document's writer.
    pub fn figure(&mut self, figure: &Figure) -> io::Result<()> {
        self.line(figure)
    }
}

impl<R: BufRead> DocumentReader<R> {
    /// The next figure; none after the last.
    pub fn figure(&mut self) -> Option<Result<Figure, DocumentError>> {
        self.record(read)
    }
}

fn read(line: &str) -> Read<Figure> {
    let figure: Figure = parse(line)?;
    let points = figure.series.iter().flat_map(|series| &series.points);
    let mut numbers = points.flat_map(|point| [point.x, point.y]);
    match numbers.any(|number| number.abs() > 1e300) {
        true => Err(fail("series", Problem::Expected("numbers up to 10^300"))),
        false => Ok(figure),
    }
}

#[cfg(test)]
mod tests;
