//! A repair on a page: the structure before it, after each change, and after all of them.

use super::index::RepairEntry;
use super::method::{Picture, drawn};
use super::pack::{Filling, Pack};
use crate::repairs::{self, Repair};
use serde::Serialize;
use std::io::{self, Write};

/// A repair as it is in a block.
#[derive(Debug, Serialize)]
struct RepairBlock {
    text: String,
    changes: Vec<String>,
    fresh: Vec<String>,
    lost: Vec<String>,
    /// The structure before, after the first change, and so on.
    stages: Vec<Picture>,
    /// Of a structure that is too large for a picture: what surrounds each change.
    around: Vec<String>,
}

/// Writes a repair.
pub(super) fn write<W: Write>(
    pack: &mut Pack<W>,
    filling: &mut Filling,
    number: u64,
    repair: &Repair,
) -> io::Result<RepairEntry> {
    let stages = repair.stages().into_iter();
    let stages = stages.map(|picture| Ok(Picture::Svg(drawn(&picture.structure, &picture.marks)?)));
    let stages: Vec<Picture> = stages.collect::<io::Result<_>>()?;
    let around = match stages.is_empty() {
        true => repair.pictures(),
        false => Vec::new(),
    };
    let around = around.iter().map(|picture| drawn(&picture.structure, &picture.marks));
    let block = RepairBlock {
        text: repairs::text(repair),
        changes: repair.changes.iter().map(ToString::to_string).collect(),
        fresh: repair.fresh.clone(),
        lost: repair.lost.clone(),
        stages,
        around: around.collect::<io::Result<_>>()?,
    };
    let place = filling.add(pack, &block)?;
    let (changes, lost, fresh) = (repair.changes.len(), repair.lost.len(), repair.fresh.len());
    Ok(RepairEntry { number, changes, lost, fresh, place })
}
