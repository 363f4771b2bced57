//! SVG pictures of structures, laid out here: no other program is needed to see one.
//!
//! A structure is drawn by its spanning tree. A chain runs from left to right,
//! anything else from top to bottom as a tidy tree. Each object is a card: its name,
//! its values, and a strip of cells, one for each way down. References outside the tree are dashed
//! and routed around the cards. Text is drawn in a monospaced font, so that its width is
//! known without asking a font.

pub(crate) use draw::escape;

mod card;
mod draw;
mod geometry;
mod layout;
mod route;
mod tidy;

use crate::Marks;
use margay_search::structure::Structure;
use std::io::{self, Write};

/// The style of pictures, light and dark; a page that holds pictures by [`write_inline`] needs it.
pub const STYLE: &str = include_str!("svg/style.css");

/// Writes a picture as a file of its own.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut impl Write, structure: &Structure) -> io::Result<()> {
    write_marked(out, structure, &Marks::default())
}

/// The same with changed values highlighted; what was there before is in their tooltips.
///
/// # Errors
/// Those of `out`.
pub fn write_marked(out: &mut impl Write, structure: &Structure, marks: &Marks) -> io::Result<()> {
    draw::picture(out, structure, marks, Some(STYLE))
}

/// Writes a picture as an element of an HTML page that has [`STYLE`] among its own.
///
/// # Errors
/// Those of `out`.
pub fn write_inline(out: &mut impl Write, structure: &Structure) -> io::Result<()> {
    write_inline_marked(out, structure, &Marks::default())
}

/// The same with changed values highlighted.
pub(crate) fn write_inline_marked(
    out: &mut impl Write,
    structure: &Structure,
    marks: &Marks,
) -> io::Result<()> {
    draw::picture(out, structure, marks, None)
}

#[cfg(test)]
mod tests;
