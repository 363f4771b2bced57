//! Points, boxes and curves.

use std::fmt;
use std::ops::{Add, Mul, Sub};

/// A point or a direction; y grows downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    pub const UP: Point = Point { x: 0.0, y: -1.0 };
    pub const DOWN: Point = Point { x: 0.0, y: 1.0 };
    pub const LEFT: Point = Point { x: -1.0, y: 0.0 };
    pub const RIGHT: Point = Point { x: 1.0, y: 0.0 };

    pub fn new(x: f64, y: f64) -> Self {
        Point { x, y }
    }

    pub fn length(self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;
    fn mul(self, factor: f64) -> Point {
        Point::new(self.x * factor, self.y * factor)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", tenth(self.x), tenth(self.y))
    }
}

/// A coordinate rounded to a tenth, which no eye can tell from the exact one.
pub(super) fn tenth(value: f64) -> f64 {
    // Adding zero makes -0 a plain 0.
    (value * 10.0).round() / 10.0 + 0.0
}

/// A box by its corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rect {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Rect {
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// The box with a margin on every side.
    pub fn grown(&self, margin: f64) -> Rect {
        Rect {
            left: self.left - margin,
            top: self.top - margin,
            right: self.right + margin,
            bottom: self.bottom + margin,
        }
    }

    fn holds(&self, point: Point) -> bool {
        (self.left..self.right).contains(&point.x) && (self.top..self.bottom).contains(&point.y)
    }

    pub fn meets(&self, other: &Rect) -> bool {
        self.left <= other.right
            && other.left <= self.right
            && self.top <= other.bottom
            && other.top <= self.bottom
    }

    /// The smallest box around this one and a point.
    pub fn around(self, point: Point) -> Rect {
        Rect {
            left: self.left.min(point.x),
            top: self.top.min(point.y),
            right: self.right.max(point.x),
            bottom: self.bottom.max(point.y),
        }
    }
}

/// Where a curve leaves or enters a card, and the way out of the card there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Anchor {
    pub at: Point,
    pub out: Point,
}

/// A cubic Bézier curve, with an arrow head where it ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Curve {
    pub from: Anchor,
    pub to: Anchor,
    /// How far the curve goes straight on from its ends before it bends.
    pub reach: f64,
}

impl Curve {
    const SAMPLES: u32 = 20;

    fn controls(&self) -> (Point, Point) {
        let control = |anchor: &Anchor| anchor.at + anchor.out * self.reach;
        (control(&self.from), control(&self.to))
    }

    /// Points along the curve, the ends included.
    pub fn samples(&self) -> impl Iterator<Item = Point> {
        let (first, second) = self.controls();
        let (from, to) = (self.from.at, self.to.at);
        (0..=Self::SAMPLES).map(move |step| {
            let t = f64::from(step) / f64::from(Self::SAMPLES);
            let u = 1.0 - t;
            from * (u * u * u)
                + first * (3.0 * u * u * t)
                + second * (3.0 * u * t * t)
                + to * (t * t * t)
        })
    }

    /// The curve as path data.
    pub fn path(&self) -> String {
        let (first, second) = self.controls();
        format!("M{} C{first} {second} {}", self.from.at, self.to.at)
    }

    /// The arrow head as path data: a small triangle against the way out of the card.
    pub fn head(&self) -> String {
        let Anchor { at, out } = self.to;
        let (base, side) = (at + out * 7.0, Point::new(-out.y, out.x) * 3.5);
        format!("M{at} L{} L{}Z", base + side, base - side)
    }
}

/// A curve as a line through points, for measuring.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Polyline {
    points: Vec<Point>,
    bounds: Rect,
}

impl Polyline {
    pub fn of(curve: &Curve) -> Self {
        let points: Vec<Point> = curve.samples().collect();
        let Point { x, y } = curve.from.at;
        let start = Rect { left: x, top: y, right: x, bottom: y };
        let bounds = points.iter().copied().fold(start, Rect::around);
        Polyline { points, bounds }
    }

    pub fn length(&self) -> f64 {
        self.points.windows(2).map(|pair| (pair[1] - pair[0]).length()).sum()
    }

    /// Whether it passes through a box grown by a margin.
    pub fn enters(&self, rect: &Rect, margin: f64) -> bool {
        let grown = rect.grown(margin);
        self.bounds.meets(&grown) && self.points.iter().any(|point| grown.holds(*point))
    }

    pub fn crosses(&self, other: &Polyline) -> bool {
        self.bounds.meets(&other.bounds)
            && self
                .points
                .windows(2)
                .any(|here| other.points.windows(2).any(|there| segments_cross(here, there)))
    }
}

/// Whether each of two segments has its ends on both sides of the other.
fn segments_cross(here: &[Point], there: &[Point]) -> bool {
    let side = |line: &[Point], point: Point| {
        let (along, aside) = (line[1] - line[0], point - line[0]);
        along.x * aside.y - along.y * aside.x
    };
    side(here, there[0]) * side(here, there[1]) < 0.0
        && side(there, here[0]) * side(there, here[1]) < 0.0
}
