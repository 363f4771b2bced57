//! Where cards and curves go.

use super::card::{Card, TITLE};
use super::geometry::{Anchor, Curve, Point, Polyline, Rect};
use super::route::{Ends, Obstacles, route};
use super::tidy::tidy;
use crate::spanning::{Edge, Ports, Spanning};
use margay_search::structure::Structure;

/// Room between the cards of a chain, and between the levels of a tree.
const ACROSS: f64 = 54.0;
const DOWN: f64 = 44.0;
const MARGIN: f64 = 12.0;

/// A structure laid out.
pub(super) struct Layout {
    /// The objects to draw and their cards' places.
    pub placed: Vec<(usize, Card, Rect)>,
    /// Edges of the spanning tree.
    pub tree: Vec<(Edge, Curve)>,
    /// References outside it.
    pub others: Vec<(Edge, Curve)>,
    /// What the picture covers.
    pub bounds: Rect,
}

impl Layout {
    pub fn of(structure: &Structure) -> Self {
        let spanning = Spanning::of(structure);
        let ports = Ports::of(structure, &spanning);
        let is_chain = ports.make_chain(structure, &spanning);
        let cards: Vec<Card> = structure
            .objects
            .iter()
            .map(|object| Card::of(structure, object, (!is_chain).then_some(&ports)))
            .collect();
        let rects = if is_chain { chain(&spanning, &cards) } else { levels(&spanning, &cards) };
        let edges = spanning.preorder.iter().flat_map(|&object| &spanning.children[object]);
        let tree: Vec<(Edge, Curve)> =
            edges.map(|edge| (*edge, tree_curve(&cards, &rects, edge))).collect();
        let lines = tree.iter().map(|(_, curve)| Polyline::of(curve)).collect();
        let mut obstacles = Obstacles { cards: &rects, tree: lines, ends: Vec::new() };
        let others = spanning.others.iter();
        let others: Vec<(Edge, Curve)> = others
            .filter_map(|edge| {
                let curve = route(&ends(&cards, &rects, edge), &mut obstacles)?;
                Some((*edge, curve))
            })
            .collect();
        let bounds = bounds(&rects, tree.iter().chain(&others).map(|(_, curve)| curve));
        let mut places = cards.into_iter().zip(rects).map(Some).collect::<Vec<_>>();
        let placed = spanning
            .preorder
            .iter()
            .filter_map(|&object| places[object].take().map(|(card, rect)| (object, card, rect)));
        Layout { placed: placed.collect(), tree, others, bounds }
    }
}

fn at(left: f64, top: f64, card: &Card) -> Rect {
    Rect { left, top, right: left + card.width, bottom: top + card.height }
}

fn chain(spanning: &Spanning, cards: &[Card]) -> Vec<Rect> {
    let mut rects: Vec<Rect> = cards.iter().map(|card| at(0.0, 0.0, card)).collect();
    let mut left = 0.0;
    for &object in &spanning.preorder {
        rects[object] = at(left, 0.0, &cards[object]);
        left = rects[object].right + ACROSS;
    }
    rects
}

fn levels(spanning: &Spanning, cards: &[Card]) -> Vec<Rect> {
    let mut level = vec![0; cards.len()];
    for edge in spanning.preorder.iter().flat_map(|&object| &spanning.children[object]) {
        level[edge.to] = level[edge.from] + 1;
    }
    let mut heights = vec![0.0_f64; cards.len()];
    for &object in &spanning.preorder {
        heights[level[object]] = heights[level[object]].max(cards[object].height);
    }
    let tops: Vec<f64> = heights
        .iter()
        .scan(0.0, |next, height| Some(std::mem::replace(next, *next + height + DOWN)))
        .collect();
    let children: Vec<_> =
        cards.iter().enumerate().map(|(object, card)| slots(spanning, object, card)).collect();
    let widths: Vec<f64> = cards.iter().map(|card| card.width).collect();
    let middles = tidy(&spanning.preorder, &children, &widths);
    let place = |(object, card): (usize, &Card)| {
        at(middles[object] - card.width / 2.0, tops[level[object]], card)
    };
    cards.iter().enumerate().map(place).collect()
}

/// The children of an object for the tidy tree. Only the null fields of an object keep room: those
/// of a leaf have nothing to be balanced with, and those of an array would push its cells apart.
fn slots(spanning: &Spanning, object: usize, card: &Card) -> Vec<Option<usize>> {
    let child = |slot| spanning.child(object, slot);
    let slots = card.cells.iter().map(|cell| child(cell.shown.slot));
    let keeps_room = !card.numbered && !spanning.children[object].is_empty();
    slots.filter(|child| keeps_room || child.is_some()).collect()
}

/// A tree edge: down from its cell, or to the right from its row.
fn tree_curve(cards: &[Card], rects: &[Rect], edge: &Edge) -> Curve {
    let target = &rects[edge.to];
    if let Some(from) = cell_anchor(&cards[edge.from], &rects[edge.from], edge.slot) {
        let middle = (target.left + target.right) / 2.0;
        let to = Anchor { at: Point::new(middle, target.top), out: Point::UP };
        return Curve { from, to, reach: (target.top - from.at.y) / 2.0 };
    }
    let source = &rects[edge.from];
    let y = row_y(&cards[edge.from], source, edge.slot);
    let from = Anchor { at: Point::new(source.right, y), out: Point::RIGHT };
    let to = Anchor { at: Point::new(target.left, y.min(target.bottom - 3.0)), out: Point::LEFT };
    Curve { from, to, reach: ACROSS / 2.0 }
}

fn ends(cards: &[Card], rects: &[Rect], edge: &Edge) -> Ends {
    let &Edge { from, slot, to } = edge;
    match cell_anchor(&cards[from], &rects[from], slot) {
        Some(anchor) => Ends::cell(anchor, from, to),
        None => Ends::row(row_y(&cards[from], &rects[from], slot), rects, from, to),
    }
}

fn cell_anchor(card: &Card, rect: &Rect, slot: usize) -> Option<Anchor> {
    let cell = card.cells.iter().find(|cell| cell.shown.slot == slot)?;
    let x = rect.left + cell.left + cell.width / 2.0;
    Some(Anchor { at: Point::new(x, rect.bottom), out: Point::DOWN })
}

fn row_y(card: &Card, rect: &Rect, slot: usize) -> f64 {
    let row = card.rows.iter().position(|row| row.slot == slot);
    rect.top + row.map_or(TITLE / 2.0, Card::row_middle)
}

fn bounds<'a>(rects: &[Rect], curves: impl Iterator<Item = &'a Curve>) -> Rect {
    let start = Rect { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 };
    let corners = rects
        .iter()
        .flat_map(|rect| [Point::new(rect.left, rect.top), Point::new(rect.right, rect.bottom)]);
    let points = corners.chain(curves.flat_map(Curve::samples));
    points.fold(start, Rect::around).grown(MARGIN)
}
