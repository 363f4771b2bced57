//! How a worst case grows with the size of the input: the simplest of a few shapes that fits.

use std::fmt;

/// What was found at one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrowthPoint {
    /// The bound on lengths and on rounds of loops.
    pub size: u32,
    /// The cost of the dearest path within it.
    pub cost: u64,
    /// Whether no path within the bounds costs more.
    pub proved: bool,
    /// An input that takes it.
    pub input: String,
}

/// A shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `c`
    Constant,
    /// `a·log n + c`
    Logarithmic,
    /// `a·n + c`
    Linear,
    /// `a·n·log n + b·n + c`
    Linearithmic,
    /// `a·n² + b·n + c`
    Quadratic,
    /// `a·n³ + b·n² + c·n + d`
    Cubic,
    /// `a·2ⁿ + b·n + c`
    Exponential,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Shape::Constant => "constant",
            Shape::Logarithmic => "logarithmic",
            Shape::Linear => "linear",
            Shape::Linearithmic => "n log n",
            Shape::Quadratic => "quadratic",
            Shape::Cubic => "cubic",
            Shape::Exponential => "exponential",
        })
    }
}

/// The shapes, simplest first.
const SHAPES: [Shape; 7] = [
    Shape::Constant,
    Shape::Logarithmic,
    Shape::Linear,
    Shape::Linearithmic,
    Shape::Quadratic,
    Shape::Cubic,
    Shape::Exponential,
];

/// A term of a shape: its name, and its value for a size.
type Term = (&'static str, fn(f64) -> f64);

impl Shape {
    /// What its terms are, the fastest growing first.
    fn terms(self) -> &'static [Term] {
        const ONE: Term = ("", |_| 1.0);
        const N: Term = ("n", |n| n);
        const SQUARE: Term = ("n²", |n| n * n);
        match self {
            Shape::Constant => &[ONE],
            Shape::Logarithmic => &[("log2 n", f64::log2), ONE],
            Shape::Linear => &[N, ONE],
            Shape::Linearithmic => &[("n log2 n", |n| n * n.log2()), N, ONE],
            Shape::Quadratic => &[SQUARE, N, ONE],
            Shape::Cubic => &[("n³", |n| n * n * n), SQUARE, N, ONE],
            Shape::Exponential => &[("2ⁿ", f64::exp2), N, ONE],
        }
    }
}

/// A shape with its factors.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The shape.
    pub shape: Shape,
    factors: Vec<f64>,
    /// The share of the variance that it explains.
    pub explained: f64,
}

/// What it leaves unexplained at most, to be taken for the truth.
const NEAR: f64 = 1e-9;

/// By how much a more complicated shape must leave less unexplained, to be better.
const BETTER: f64 = 4.0;

/// The simplest shape that goes through the points, or else the one that comes nearest; none if there are too
/// few points to tell.
#[must_use]
pub fn fit(points: &[(u32, u64)]) -> Option<Fit> {
    // The size 0 is no size to compare with.
    let points: Vec<(f64, f64)> =
        points.iter().filter(|(n, _)| *n > 0).map(|(n, c)| (f64::from(*n), *c as f64)).collect();
    let mut best: Option<Fit> = None;
    for shape in SHAPES {
        // A curve through as many points as it has factors says nothing.
        if shape.terms().len() >= points.len() {
            continue;
        }
        let Some(found) = fit_shape(shape, &points) else { continue };
        if 1.0 - found.explained <= NEAR {
            return Some(found);
        }
        let is_better = best.as_ref().is_none_or(|best| {
            let grows = found.factors[0] > 0.0;
            grows && (1.0 - found.explained) * BETTER < 1.0 - best.explained
        });
        if is_better {
            best = Some(found);
        }
    }
    best
}

/// Least squares.
fn fit_shape(shape: Shape, points: &[(f64, f64)]) -> Option<Fit> {
    let terms = shape.terms();
    let size = terms.len();
    let mut matrix = vec![vec![0.0; size + 1]; size];
    for (n, cost) in points {
        let values: Vec<f64> = terms.iter().map(|(_, term)| term(*n)).collect();
        for row in 0..size {
            for column in 0..size {
                matrix[row][column] += values[row] * values[column];
            }
            matrix[row][size] += values[row] * cost;
        }
    }
    let factors = solve(matrix)?;
    let value = |n: f64| -> f64 {
        terms.iter().zip(&factors).map(|((_, term), factor)| factor * term(n)).sum()
    };
    let mean = points.iter().map(|(_, cost)| cost).sum::<f64>() / points.len() as f64;
    let all: f64 = points.iter().map(|(_, cost)| (cost - mean).powi(2)).sum();
    let left: f64 = points.iter().map(|(n, cost)| (cost - value(*n)).powi(2)).sum();
    let explained = if all == 0.0 { 1.0 } else { 1.0 - left / all };
    Some(Fit { shape, factors, explained })
}

/// Gauss with pivots.
fn solve(mut matrix: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let size = matrix.len();
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()))?;
        matrix.swap(column, pivot);
        if matrix[column][column].abs() < 1e-9 {
            return None;
        }
        let row = matrix[column].clone();
        for (other, values) in matrix.iter_mut().enumerate() {
            if other != column {
                let factor = values[column] / row[column];
                values.iter_mut().zip(&row).for_each(|(value, pivot)| *value -= factor * pivot);
            }
        }
    }
    Some((0..size).map(|row| matrix[row][size] / matrix[row][row]).collect())
}

impl Fit {
    /// The cost that it gives for a size.
    #[must_use]
    pub fn value(&self, size: f64) -> f64 {
        let terms = self.shape.terms().iter().zip(&self.factors);
        terms.map(|((_, term), factor)| factor * term(size)).sum()
    }
}

impl fmt::Display for Fit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut is_first = true;
        for ((name, _), factor) in self.shape.terms().iter().zip(&self.factors) {
            let rounded = (factor * 100.0).round() / 100.0;
            if rounded == 0.0 {
                continue;
            }
            let sign = match (rounded < 0.0, is_first) {
                (true, true) => "-",
                (true, false) => " - ",
                (false, true) => "",
                (false, false) => " + ",
            };
            let dot = if name.is_empty() { "" } else { "·" };
            write!(f, "{sign}{}{dot}{name}", rounded.abs())?;
            is_first = false;
        }
        if is_first { f.write_str("0") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Shape, fit};

    fn shape(cost: impl Fn(u64) -> u64) -> (Shape, String) {
        let points: Vec<(u32, u64)> = (1..=8).map(|n| (n, cost(u64::from(n)))).collect();
        let fit = fit(&points).expect("enough points");
        (fit.shape, fit.to_string())
    }

    #[test]
    fn shapes_are_found() {
        assert_eq!(shape(|_| 7), (Shape::Constant, "7".to_owned()));
        assert_eq!(shape(|n| 5 * n + 3), (Shape::Linear, "5·n + 3".to_owned()));
        assert_eq!(
            shape(|n| 3 * n * n + 2 * n + 1),
            (Shape::Quadratic, "3·n² + 2·n + 1".to_owned())
        );
        assert_eq!(shape(|n| n * (n - 1) / 2).0, Shape::Quadratic);
        assert_eq!(shape(|n| n * n * n).0, Shape::Cubic);
        assert_eq!(shape(|n| 4 << n), (Shape::Exponential, "4·2ⁿ".to_owned()));
        assert_eq!(shape(|n| 10 * u64::from(n.ilog2()) + 1).0, Shape::Logarithmic);
    }

    #[test]
    fn few_points_say_nothing() {
        assert_eq!(fit(&[(1, 5)]).map(|fit| fit.shape), None);
        assert_eq!(fit(&[(1, 5), (2, 9)]).map(|fit| fit.shape), Some(Shape::Constant));
    }
}
