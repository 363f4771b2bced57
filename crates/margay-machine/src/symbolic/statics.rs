//! Which static fields a program has read that may hold something else when somebody calls it.
//!
//! A search starts with classes that nobody has used. Whoever calls a method may have set their static fields
//! before; that makes no difference if the method never reads one that it has not written. Fields that are
//! set once are the same for every caller, unless they are read before their initializer is done: then they
//! depend on which class was used first.

use crate::domain::Reading;
use margay_ir::ClassId;
use std::collections::{BTreeMap, BTreeSet};

/// What is known of static fields.
#[derive(Default)]
pub struct StaticUse {
    /// The class of each cell that is watched, and whether it is set once.
    watched: BTreeMap<u32, (ClassId, bool)>,
    /// Cells that the program has written on this path.
    written: BTreeSet<u32>,
    /// Cells that it has read before, on any path.
    read: BTreeSet<u32>,
    /// Classes of which it has read what is set once before it was, on any path.
    early: BTreeSet<ClassId>,
}

impl StaticUse {
    /// Watches these cells from now on, each of a class, and set once or not; nothing was read.
    pub fn watch(&mut self, cells: impl IntoIterator<Item = (u32, ClassId, bool)>) {
        self.watched = cells.into_iter().map(|(cell, class, once)| (cell, (class, once))).collect();
        self.read.clear();
        self.early.clear();
    }

    /// Whether a cell was read that somebody else may have set.
    #[must_use]
    pub fn is_read(&self) -> bool {
        !self.read.is_empty()
    }

    /// Whether something was read before it was initialised.
    #[must_use]
    pub fn is_early(&self) -> bool {
        !self.early.is_empty()
    }

    pub(super) fn class(&self, cell: u32) -> Option<ClassId> {
        self.watched.get(&cell).map(|(class, _)| *class)
    }

    pub(super) fn note(&mut self, cell: u32, reading: Reading) {
        let Some(&(class, is_once)) = self.watched.get(&cell) else { return };
        match reading {
            Reading::Own => {}
            Reading::Early if is_once => {
                self.early.insert(class);
            }
            Reading::Usual if is_once => {}
            Reading::Early | Reading::Usual => {
                if !self.written.contains(&cell) {
                    self.read.insert(cell);
                }
            }
        }
    }

    /// The program writes a cell; whether that is the first time.
    pub(super) fn write(&mut self, cell: u32) -> bool {
        self.watched.contains_key(&cell) && self.written.insert(cell)
    }

    pub(super) fn unwrite(&mut self, cell: u32) {
        self.written.remove(&cell);
    }
}
