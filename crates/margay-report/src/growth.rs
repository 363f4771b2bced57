//! Worst cases against the size of the input: a table, and a picture.

use crate::svg::escape;
use crate::table::{Cell, Table, thousands};
use margay_search::generate::growth::{Fit, GrowthPoint, fit};
use std::fmt::Write;

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

/// Size of the picture, and room around the curve.
const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 64.0;
const BELOW: f64 = 40.0;
const ABOVE: f64 = 32.0;

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

    /// A picture: the points, and the curve that fits.
    #[must_use]
    pub fn svg(&self) -> String {
        let most = self.points.iter().map(|point| point.cost).max().unwrap_or(1).max(1) as f64;
        let last = self.points.iter().map(|point| point.size).max().unwrap_or(1).max(1);
        let x = |size: f64| LEFT + size / f64::from(last) * (WIDTH - LEFT - 16.0);
        let y = |cost: f64| HEIGHT - BELOW - cost / most * (HEIGHT - BELOW - ABOVE);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n<text x=\"{LEFT}\" y=\"18\">{} — {}</text>\n",
            escape(&self.method),
            escape(&self.conclusion()),
        );
        let (bottom, right) = (y(0.0), x(f64::from(last)));
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {ABOVE}V{bottom}H{right}\" fill=\"none\" stroke=\"black\"/>"
        );
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{ABOVE}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            thousands(most as u64)
        );
        for point in &self.points {
            let at = x(f64::from(point.size));
            let _ = writeln!(
                svg,
                "<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                bottom + 16.0,
                point.size
            );
        }
        if let (Some(fit), Some(first)) = (self.fit(), self.points.iter().map(|p| p.size).min()) {
            let (from, to) = (f64::from(first.max(1)), f64::from(last));
            let curve = (0..=48).map(|step| from + (to - from) * f64::from(step) / 48.0);
            let curve: Vec<String> = curve
                .map(|size| format!("{:.1},{:.1}", x(size), y(fit.value(size).clamp(0.0, most))))
                .collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"#3567b0\"/>",
                curve.join(" ")
            );
        }
        for point in &self.points {
            let (at, high) = (x(f64::from(point.size)), y(point.cost as f64));
            let fill = if point.proved { "#3567b0" } else { "white" };
            let _ = writeln!(
                svg,
                "<circle cx=\"{at:.1}\" cy=\"{high:.1}\" r=\"4\" fill=\"{fill}\" stroke=\"#3567b0\"><title>{} at {}: {}</title></circle>",
                point.cost,
                point.size,
                escape(&point.input)
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::{Growth, GrowthPoint};

    #[test]
    fn a_profile_is_a_table_and_a_picture() {
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
        let svg = growth.svg();
        assert_eq!(
            (svg.matches("<circle").count(), svg.matches("fill=\"white\" stroke").count()),
            (5, 2)
        );
        assert!(svg.contains("&lt;&amp;&gt;") && svg.trim_end().ends_with("</svg>"));
    }
}
