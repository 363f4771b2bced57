//! A layout as SVG elements.

use super::card::{Card, Cell, ROW, Shown, TITLE, ValueStyle};
use super::geometry::{Curve, Rect, tenth};
use super::layout::Layout;
use crate::Marks;
use crate::spanning::Edge;
use margay_search::structure::Structure;
use std::io::{self, Write};

/// How many colours of titles the style has.
const COLOURS: usize = 6;
const PADDING: f64 = 9.0;

/// Writes a picture; with a style if it is to stand alone.
pub(super) fn picture(
    out: &mut impl Write,
    structure: &Structure,
    marks: &Marks,
    style: Option<&str>,
) -> io::Result<()> {
    let layout = Layout::of(structure);
    let Rect { left, top, .. } = layout.bounds;
    let (width, height) = (layout.bounds.width(), layout.bounds.height());
    let [left, top, width, height] = [left, top, width, height].map(tenth);
    write!(out, r#"<svg xmlns="http://www.w3.org/2000/svg" class="margay" role="img" "#)?;
    writeln!(out, r#"width="{width}" height="{height}" viewBox="{left} {top} {width} {height}">"#)?;
    if let Some(style) = style {
        writeln!(out, "<style>\n{style}</style>")?;
    }
    curves(out, "other", &layout.others, marks)?;
    curves(out, "tree", &layout.tree, marks)?;
    let colours = colours(structure);
    for (object, card, rect) in &layout.placed {
        let class = &structure.objects[*object].class;
        writeln!(
            out,
            r#"<g class="card c{}{}" transform="translate({} {})">"#,
            colours[*object],
            if marks.is_fresh(*object) { " fresh" } else { "" },
            tenth(rect.left),
            tenth(rect.top)
        )?;
        writeln!(out, "<title>{}: {}</title>", escape(&card.title), escape(class))?;
        draw_card(out, card, |slot| marks.before(*object, slot))?;
        writeln!(out, "</g>")?;
    }
    writeln!(out, "</svg>")
}

/// Each class has a colour, in the order in which classes occur.
fn colours(structure: &Structure) -> Vec<usize> {
    let mut classes: Vec<&str> = Vec::new();
    let mut colour = |class| {
        let known = classes.iter().position(|known| *known == class);
        known.unwrap_or_else(|| {
            classes.push(class);
            classes.len() - 1
        }) % COLOURS
    };
    structure.objects.iter().map(|object| colour(&object.class)).collect()
}

fn curves(
    out: &mut impl Write,
    class: &str,
    curves: &[(Edge, Curve)],
    marks: &Marks,
) -> io::Result<()> {
    for (edge, curve) in curves {
        let is_marked = marks.before(edge.from, edge.slot).is_some();
        let class = if is_marked { format!("{class} changed") } else { class.to_owned() };
        writeln!(out, r#"<path class="{class}" d="{}"/>"#, curve.path())?;
        writeln!(out, r#"<path class="{class} head" d="{}"/>"#, curve.head())?;
    }
    Ok(())
}

fn draw_card<'a>(
    out: &mut impl Write,
    card: &Card,
    before: impl Fn(usize) -> Option<&'a str>,
) -> io::Result<()> {
    let (width, height) = (tenth(card.width), tenth(card.height));
    writeln!(out, r#"<rect class="body" width="{width}" height="{height}" rx="5"/>"#)?;
    let corner = format!("M0,{TITLE} V5 Q0,0 5,0 H{} Q{width},0 {width},5 V{TITLE}Z", width - 5.0);
    writeln!(out, r#"<path class="band" d="{corner}"/>"#)?;
    text(out, "name", card.width / 2.0, TITLE / 2.0, &card.title)?;
    for (row, shown) in card.rows.iter().enumerate() {
        if let Some(before) = before(shown.slot) {
            let top = Card::row_middle(row) - ROW / 2.0;
            highlight(
                out,
                Rect { left: 1.0, top, right: card.width - 1.0, bottom: top + ROW },
                before,
            )?;
        }
        draw_row(out, card, Card::row_middle(row), shown)?;
    }
    for cell in &card.cells {
        if let Some(before) = before(cell.shown.slot) {
            let (left, right) = (cell.left, cell.left + cell.width);
            highlight(
                out,
                Rect { left, top: card.strip_top(), right, bottom: card.height },
                before,
            )?;
        }
        draw_cell(out, card, cell)?;
    }
    Ok(())
}

/// Something bright behind a value that was changed.
fn highlight(out: &mut impl Write, rect: Rect, before: &str) -> io::Result<()> {
    let [x, y, width, height] = [rect.left, rect.top, rect.width(), rect.height()].map(tenth);
    write!(out, r#"<rect class="changed" x="{x}" y="{y}" width="{width}" height="{height}">"#)?;
    writeln!(out, "<title>was {}</title></rect>", escape(before))
}

fn draw_row(out: &mut impl Write, card: &Card, middle: f64, shown: &Shown) -> io::Result<()> {
    text(out, "label", PADDING, middle, &shown.label)?;
    let short = shown.short();
    if short == shown.text {
        return text(out, value_class(shown.style), card.width - PADDING, middle, &short);
    }
    writeln!(out, "<g><title>{}</title>", escape(&shown.text))?;
    text(out, value_class(shown.style), card.width - PADDING, middle, &short)?;
    writeln!(out, "</g>")
}

fn draw_cell(out: &mut impl Write, card: &Card, cell: &Cell) -> io::Result<()> {
    let top = card.strip_top();
    let (left, right) = (tenth(cell.left), tenth(cell.left + cell.width));
    let middle = cell.left + cell.width / 2.0;
    let bottom = tenth(card.height);
    let wall = if cell.left > 0.0 { format!("M{left},{top} V{bottom} ") } else { String::new() };
    writeln!(out, r#"<path class="wall" d="{wall}M{left},{top} H{right}"/>"#)?;
    let content_top = if card.numbered { top + 14.0 } else { top };
    if card.numbered {
        text(out, "index", middle, top + 8.0, &cell.shown.label)?;
    }
    let content_middle = (content_top + card.height) / 2.0;
    match cell.shown.style {
        ValueStyle::Null => {
            let line =
                format!("M{},{} L{},{}", left + 4.0, bottom - 4.0, right - 4.0, content_top + 4.0);
            writeln!(out, r#"<path class="null" d="{line}"/>"#)?;
        }
        ValueStyle::Reference if card.numbered => {
            let (x, y) = (tenth(middle), tenth(content_middle));
            writeln!(out, r#"<circle class="dot" cx="{x}" cy="{y}" r="2.5"/>"#)?;
        }
        _ => {}
    }
    match (card.numbered, cell.shown.style) {
        (true, ValueStyle::Null | ValueStyle::Reference) => Ok(()),
        (true, _) => text(out, "element", middle, content_middle, &cell.shown.short()),
        (false, ValueStyle::Null | ValueStyle::Free) => {
            text(out, "port none", middle, content_middle, &cell.shown.label)
        }
        (false, _) => text(out, "port", middle, content_middle, &cell.shown.label),
    }
}

fn value_class(style: ValueStyle) -> &'static str {
    match style {
        ValueStyle::Plain => "value",
        ValueStyle::Text => "value text",
        ValueStyle::Constant => "value constant",
        ValueStyle::Reference => "value reference",
        ValueStyle::Null | ValueStyle::Free => "value none",
    }
}

/// Text centred on a line; the style says on which side of `x` it is.
fn text(out: &mut impl Write, class: &str, x: f64, y: f64, text: &str) -> io::Result<()> {
    let (x, y) = (tenth(x), tenth(y + 4.0));
    writeln!(out, r#"<text class="{class}" x="{x}" y="{y}">{}</text>"#, escape(text))
}

/// Text as XML; control characters, which XML 1.0 cannot hold, are replaced.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\u{FFFE}' | '\u{FFFF}' => escaped.push('\u{FFFD}'),
            _ if character.is_control() => escaped.push('\u{FFFD}'),
            _ => escaped.push(character),
        }
    }
    escaped
}
