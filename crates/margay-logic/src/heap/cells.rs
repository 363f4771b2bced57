//! Cells of objects that may be the same: reading, writing, and how a new object begins.

use crate::terms::TermId;

/// Where cells are kept.
pub trait Cells {
    /// What a cell holds.
    type Value: Copy + PartialEq;

    /// What a cell of an object holds; none if the object has no such cell, or not yet.
    fn cell(&self, object: u32, cell: u32) -> Option<Self::Value>;

    /// Lets a cell hold something.
    fn set_cell(&mut self, object: u32, cell: u32, value: Self::Value);

    /// `yes` if the condition holds, else `no`, as this cell holds it.
    fn choose(
        &mut self,
        cell: u32,
        condition: TermId,
        yes: Self::Value,
        no: Self::Value,
    ) -> Self::Value;
}

/// The value of a cell of whichever object it is: one of these, each under a condition of which
/// exactly one holds. None if none of them has such a cell.
pub fn read<C: Cells>(cells: &mut C, objects: &[(u32, TermId)], cell: u32) -> Option<C::Value> {
    let mut found: Option<C::Value> = None;
    for (object, condition) in objects {
        let Some(value) = cells.cell(*object, cell) else { continue };
        found = Some(match found {
            Some(other) if other != value => cells.choose(cell, *condition, value, other),
            _ => value,
        });
    }
    found
}

/// Writes a cell of all objects that may be the one that is meant, under the conditions that they are.
pub fn write<C: Cells>(cells: &mut C, objects: &[(u32, TermId)], cell: u32, value: C::Value) {
    for (object, condition) in objects {
        let Some(old) = cells.cell(*object, cell) else { continue };
        let new = if old == value { value } else { cells.choose(cell, *condition, value, old) };
        cells.set_cell(*object, cell, new);
    }
}

/// What a cell of a new object holds at first: what the objects hold that it may be the same as, and
/// `own` if it is none of them.
pub fn begin<C: Cells>(
    cells: &mut C,
    objects: &[(u32, TermId)],
    cell: u32,
    own: C::Value,
) -> C::Value {
    let mut value = own;
    for (object, condition) in objects {
        if let Some(held) = cells.cell(*object, cell).filter(|held| *held != value) {
            value = cells.choose(cell, *condition, held, value);
        }
    }
    value
}
