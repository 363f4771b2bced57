//! Worst cases against the size of the input: a table, and a figure.

use crate::figures::{Figure, FigurePoint, Series, SeriesKind};
use crate::table::{Cell, Table};
use margay_search::generate::growth::{Fit, GrowthPoint, fit};

/// How the worst case of a method grows.
#[derive(Clone, Debug, PartialEq)]
pub struct Growth {
    /// The method.
    pub method: String,
    /// What is counted.
    pub model: String,
    /// What was found, by size.
    pub points: Vec<GrowthPoint>,
}

/// Pieces of a curve.
const CURVE: u32 = 48;

impl Growth {
    /// The shape that fits.
    #[must_use]
    pub fn fit(&self) -> Option<Fit> {
        let points: Vec<(u32, u64)> = self.points.iter().map(|p| (p.size, p.cost)).collect();
        fit(&points)
    }

    /// A table, and what fits.
    #[must_use]
    pub fn text(&self) -> String {
        let mut table = Table::new(["size", &self.model, "proved", "input"]);
        for point in &self.points {
            table.row([
                Cell::Count(u64::from(point.size)),
                Cell::Count(point.cost),
                Cell::Text(if point.proved { "yes" } else { "no" }.to_owned()),
                Cell::Text(point.input.clone()),
            ]);
        }
        format!("{}: worst case by size\n{table}\n{}\n", self.method, self.conclusion())
    }

    /// What fits, in words.
    #[must_use]
    pub fn conclusion(&self) -> String {
        match self.fit() {
            Some(fit) => {
                let near = if fit.explained > 0.999_999 { "" } else { ", roughly" };
                format!(
                    "{} {} {}{near}: {fit}",
                    self.model,
                    if near.is_empty() { "are" } else { "look" },
                    fit.shape
                )
            }
            None => "too few sizes to tell a shape".to_owned(),
        }
    }

    /// The points, and the curve that fits.
    #[must_use]
    pub fn figure(&self) -> Figure {
        let point = |point: &GrowthPoint| FigurePoint {
            x: f64::from(point.size),
            y: point.cost as f64,
            label: None,
            note: Some(point.input.clone()),
            open: !point.proved,
        };
        let points = self.points.iter().map(point).collect();
        let worst = Series { name: "worst case".to_owned(), kind: SeriesKind::Points, points };
        Figure {
            title: format!("{}: worst case by size", self.method),
            about: self.conclusion(),
            x: "size".to_owned(),
            y: self.model.clone(),
            logarithmic: false,
            series: [worst].into_iter().chain(self.curve()).collect(),
        }
    }

    /// The curve of the shape that fits, from the least size to the greatest.
    fn curve(&self) -> Option<Series> {
        let fit = self.fit()?;
        let sizes = || self.points.iter().map(|point| f64::from(point.size));
        let (first, last) = (sizes().reduce(f64::min)?, sizes().reduce(f64::max)?);
        let point = |step: u32| {
            let x = first + (last - first) * f64::from(step) / f64::from(CURVE);
            FigurePoint { x, y: fit.value(x).max(0.0), ..FigurePoint::default() }
        };
        let points = (0..=CURVE).map(point).collect();
        Some(Series { name: fit.to_string(), kind: SeriesKind::Curve, points })
    }
}

#[cfg(test)]
mod tests {
    use super::{Growth, GrowthPoint};
    use crate::figures::plot;

    #[test]
    fn a_profile_is_a_table_and_a_figure() {
        let point = |size: u32| GrowthPoint {
            size,
            cost: u64::from(size * size),
            proved: size < 4,
            input: format!("a = int[{size}] <&>"),
        };
        let growth = Growth {
            method: "Sorts.insertion".to_owned(),
            model: "instructions".to_owned(),
            points: (1..=5).map(point).collect(),
        };
        assert!(growth.text().ends_with("instructions are quadratic: 1·n²\n"), "{}", growth.text());
        let svg = plot::file(&growth.figure());
        assert_eq!((svg.matches("<circle").count(), svg.matches(" open\"").count()), (5, 2));
        assert_eq!(svg.matches("<polyline").count(), 1, "the curve that fits");
        assert!(svg.contains("&lt;&amp;&gt;") && svg.trim_end().ends_with("</svg>"));
    }
}
