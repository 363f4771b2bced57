//! What an object looks like: a title, a row for each value, a strip of cells for the ways down.
//! An array is a strip of numbered cells.

use crate::names::field_label;
use crate::spanning::{Ports, value_text};
use margay_search::structure::{Content, FieldName, Object, Structure, Value};

/// Width of a character of the font, and of the small one that numbers cells.
pub(super) const CHARACTER: f64 = 7.25;
pub(super) const TITLE: f64 = 24.0;
pub(super) const ROW: f64 = 18.0;
const STRIP: f64 = 22.0;
const NUMBERED_STRIP: f64 = 34.0;
const PADDING: f64 = 9.0;
/// Longer values are cut in the picture and whole in the tooltip.
const LONGEST: usize = 24;

/// How a value is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueStyle {
    Plain,
    Text,
    Constant,
    Reference,
    Null,
    Free,
}

/// A value in a row or cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shown {
    pub slot: usize,
    /// The field's name or the element's index.
    pub label: String,
    pub text: String,
    pub style: ValueStyle,
}

/// A cell of the strip and where it is, measured from the card's left side.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cell {
    pub shown: Shown,
    pub left: f64,
    pub width: f64,
}

/// An object's card.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Card {
    pub title: String,
    pub rows: Vec<Shown>,
    pub cells: Vec<Cell>,
    /// Whether cells show an index and a value (an array) or a field's name.
    pub numbered: bool,
    pub width: f64,
    pub height: f64,
}

impl Card {
    /// The card of an object. Without ports every field is a row, as in a chain.
    pub fn of(structure: &Structure, object: &Object, ports: Option<&Ports<'_>>) -> Self {
        let is_port = |field: &FieldName| ports.is_some_and(|ports| ports.contains(object, field));
        let (mut rows, mut cells) = (Vec::new(), Vec::new());
        match &object.content {
            Content::Fields(fields) => {
                for (slot, (field, value)) in fields.iter().enumerate() {
                    let mut shown = Shown::of(structure, slot, field_label(object, field), value);
                    if !is_port(field) {
                        rows.push(shown);
                        continue;
                    }
                    if shown.style == ValueStyle::Free {
                        shown.label.push_str(" any");
                    }
                    cells.push(shown);
                }
            }
            other => {
                let show = |(slot, value): (usize, &Value)| {
                    Shown::of(structure, slot, slot.to_string(), value)
                };
                cells.extend(other.values().enumerate().map(show));
            }
        }
        let numbered = !matches!(object.content, Content::Fields(_));
        Card::sized(object.id.clone(), rows, cells, numbered)
    }

    fn sized(title: String, rows: Vec<Shown>, cells: Vec<Shown>, numbered: bool) -> Self {
        let natural: Vec<f64> = cells.iter().map(|cell| cell.cell_width(numbered)).collect();
        let strip: f64 = natural.iter().sum();
        let widest = rows.iter().map(Shown::row_width).fold(0.0, f64::max);
        let width = (text_width(&title) + 2.0 * PADDING).max(widest).max(strip).ceil();
        let spare = (width - strip) / cells.len().max(1) as f64;
        let mut left = 0.0;
        let place = |(shown, natural): (Shown, f64)| {
            let cell = Cell { shown, left, width: natural + spare };
            left += cell.width;
            cell
        };
        let cells: Vec<Cell> = cells.into_iter().zip(natural).map(place).collect();
        let strip_height = match (cells.is_empty(), numbered) {
            (true, _) => 0.0,
            (false, true) => NUMBERED_STRIP,
            (false, false) => STRIP,
        };
        let body = if rows.is_empty() { 0.0 } else { ROW * rows.len() as f64 + 6.0 };
        Card { title, rows, cells, numbered, width, height: TITLE + body + strip_height }
    }

    /// The middle of a row, measured from the card's top.
    pub fn row_middle(row: usize) -> f64 {
        TITLE + 3.0 + ROW * (row as f64 + 0.5)
    }

    /// The top of the strip, measured from the card's top.
    pub fn strip_top(&self) -> f64 {
        self.height - if self.numbered { NUMBERED_STRIP } else { STRIP }
    }
}

impl Shown {
    fn of(structure: &Structure, slot: usize, label: String, value: &Value) -> Self {
        let style = match value {
            Value::Null => ValueStyle::Null,
            Value::Ref(_) => ValueStyle::Reference,
            Value::Bool(_) | Value::Int(_) | Value::Float(_) => ValueStyle::Plain,
            Value::Char(_) | Value::Text(_) | Value::Units(_) => ValueStyle::Text,
            Value::Constant(_) => ValueStyle::Constant,
            Value::Free => ValueStyle::Free,
        };
        Shown { slot, label, text: value_text(structure, value), style }
    }

    /// The value, cut if it is long.
    pub fn short(&self) -> String {
        if self.text.chars().count() <= LONGEST {
            return self.text.clone();
        }
        self.text.chars().take(LONGEST - 1).chain(['…']).collect()
    }

    fn row_width(&self) -> f64 {
        text_width(&self.label) + text_width(&self.short()) + 2.0 * PADDING + 14.0
    }

    /// A numbered cell that refers to something shows an arrow, not its value.
    fn cell_width(&self, numbered: bool) -> f64 {
        let text = match (numbered, self.style) {
            (true, ValueStyle::Reference | ValueStyle::Null) => 0.0,
            (true, _) => text_width(&self.short()),
            (false, _) => text_width(&self.label),
        };
        (text + 14.0).max(28.0)
    }
}

/// East Asian characters and emoji are twice as wide as letters.
fn text_width(text: &str) -> f64 {
    let columns = |character: char| if u32::from(character) < 0x1100 { 1.0 } else { 2.0 };
    text.chars().map(columns).sum::<f64>() * CHARACTER
}
