//! Curves for references outside the spanning tree.
//!
//! There are few good ways from one card to another, so all of them are tried: each place where
//! the curve may leave, each where it may arrive, some bends. Each way has a price: its length, and
//! fines for running through a card, across a tree edge, into the lower side of a card, where tree
//! edges leave, or for starting or ending where another curve does. Curves are drawn beneath the cards, so even a bad one hides nothing.

use super::card::TITLE;
use super::geometry::{Anchor, Curve, Point, Polyline, Rect};

/// Fines, in the length of a detour that is worth avoiding them.
const THROUGH_CARD: f64 = 400.0;
const ACROSS_EDGE: f64 = 120.0;
const FROM_BELOW: f64 = 30.0;
const SHARED_END: f64 = 40.0;
/// How far curves keep from cards that are none of their business.
const CLEARANCE: f64 = 5.0;
/// How far curves go straight before they bend: a length, and a share of the distance.
const REACHES: [(f64, f64); 4] = [(14.0, 0.0), (30.0, 0.0), (54.0, 0.0), (20.0, 0.4)];

/// What curves avoid.
pub(super) struct Obstacles<'a> {
    pub cards: &'a [Rect],
    pub tree: Vec<Polyline>,
    /// Where curves start and end.
    pub ends: Vec<Point>,
}

/// Where a curve may start, and the cards it starts and ends at.
pub(super) struct Ends {
    starts: Vec<Anchor>,
    from: usize,
    to: usize,
}

impl Ends {
    /// From a cell, only downwards.
    pub fn cell(start: Anchor, from: usize, to: usize) -> Self {
        Ends { starts: vec![start], from, to }
    }

    /// From a row at height `y`: from either end of it, or from the card's upper or lower side.
    /// The row names its target, so the curve need not touch the row.
    pub fn row(y: f64, cards: &[Rect], from: usize, to: usize) -> Self {
        let starts = sides(&cards[from], y).into_iter().chain(edges(&cards[from])).collect();
        Ends { starts, from, to }
    }

    fn ways(&self, target: &Rect) -> impl Iterator<Item = Curve> {
        let title = target.top + TITLE / 2.0;
        let (lowest, target) = ((target.bottom - 6.0).max(title), *target);
        self.starts.iter().flat_map(move |&from| {
            // At the height of the start a curve can be a straight line.
            let level = sides(&target, from.at.y.clamp(title, lowest));
            let targets = sides(&target, title).into_iter().chain(level).chain(edges(&target));
            // An object may refer to itself, but a curve must lead somewhere.
            targets.filter(move |to| to.at != from.at).flat_map(move |to| {
                let distance = (to.at - from.at).length();
                REACHES.map(|(least, share)| Curve { from, to, reach: least + share * distance })
            })
        })
    }
}

/// The best curve; none only if there is no start. Later curves avoid its ends.
pub(super) fn route(ends: &Ends, obstacles: &mut Obstacles<'_>) -> Option<Curve> {
    let mut best: Option<(f64, Curve)> = None;
    for curve in ends.ways(&obstacles.cards[ends.to]) {
        let limit = best.as_ref().map_or(f64::MAX, |(price, _)| *price);
        if let Some(price) = price(&curve, ends, obstacles, limit) {
            best = Some((price, curve));
        }
    }
    let (_, curve) = best?;
    obstacles.ends.extend([curve.from.at, curve.to.at]);
    Some(curve)
}

/// What a curve costs, if less than `limit`. Fines that are slow to find come last.
fn price(curve: &Curve, ends: &Ends, obstacles: &Obstacles<'_>, limit: f64) -> Option<f64> {
    let line = Polyline::of(curve);
    let mut price = line.length();
    if price >= limit {
        return None;
    }
    if curve.to.out == Point::DOWN {
        price += FROM_BELOW;
    }
    let is_shared = |end: &&Point| **end == curve.from.at || **end == curve.to.at;
    price += SHARED_END * obstacles.ends.iter().filter(is_shared).count() as f64;
    for (card, rect) in obstacles.cards.iter().enumerate() {
        if price >= limit {
            return None;
        }
        let is_end = card == ends.from || card == ends.to;
        let margin = if is_end { -1.0 } else { CLEARANCE };
        price += if line.enters(rect, margin) { THROUGH_CARD } else { 0.0 };
    }
    for edge in &obstacles.tree {
        if price >= limit {
            return None;
        }
        price += if line.crosses(edge) { ACROSS_EDGE } else { 0.0 };
    }
    (price < limit).then_some(price)
}

/// The left and right ends of a line across a card.
fn sides(rect: &Rect, y: f64) -> [Anchor; 2] {
    [
        Anchor { at: Point::new(rect.left, y), out: Point::LEFT },
        Anchor { at: Point::new(rect.right, y), out: Point::RIGHT },
    ]
}

/// Places on the upper and lower side, off the middle, where tree edges arrive.
fn edges(rect: &Rect) -> [Anchor; 4] {
    let inset = (rect.width() / 5.0).min(16.0);
    let (left, right) = (rect.left + inset, rect.right - inset);
    [
        Anchor { at: Point::new(left, rect.top), out: Point::UP },
        Anchor { at: Point::new(right, rect.top), out: Point::UP },
        Anchor { at: Point::new(left, rect.bottom), out: Point::DOWN },
        Anchor { at: Point::new(right, rect.bottom), out: Point::DOWN },
    ]
}
