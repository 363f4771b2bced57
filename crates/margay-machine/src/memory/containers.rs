//! Containers in memory, and how changes of theirs are taken back.
//!
//! Each change is one entry of the trail. A container that is replaced as a whole, and one that
//! changes over and over since the newest mark, is put aside as it was.

use super::{Memory, Undo};
use crate::container::{Change, Container, Reverse};
use crate::domain::Domain;
use rustc_hash::{FxHashMap, FxHashSet};

impl<D: Domain> Memory<D> {
    /// A new container; its handle is not 0.
    pub fn new_container(&mut self, container: Container) -> u32 {
        let at = self.live_containers as usize;
        match self.containers.get_mut(at) {
            Some(free) => *free = container,
            None => self.containers.push(container),
        }
        self.live_containers += 1;
        self.live_containers
    }

    /// A container by its handle.
    #[inline]
    #[must_use]
    pub fn container(&self, handle: u32) -> &Container {
        &self.containers[handle as usize - 1]
    }

    /// Makes a change in a container.
    pub fn change(&mut self, handle: u32, change: Change) {
        let at = handle - 1;
        if let Some(new) = self.containers[at as usize].replacement(change) {
            self.replace_container(at, new);
        }
        let reverse = self.containers[at as usize].apply(change);
        if let Some(Reverse { what, place, item }) = reverse
            && handle <= self.old_containers
        {
            self.push(Undo::Container { at, what, place, item });
        }
    }

    fn replace_container(&mut self, at: u32, new: Container) {
        let old = std::mem::replace(&mut self.containers[at as usize], new);
        if at < self.old_containers {
            self.push(Undo::Whole(at, self.aside.len() as u32));
            self.aside.push(Some(old));
        }
    }

    /// Keeps only the first entry of each place in the newest segment of the trail: that is the
    /// value to go back to. Without this, a loop after a choice would grow the trail for ever.
    #[cold]
    pub(super) fn thin_out(&mut self) {
        let segment = self.trail.split_off(self.segment);
        let busy = self.busy_containers(&segment);
        let mut seen = FxHashSet::default();
        for undo in segment {
            match undo.container().map(|at| (at, busy.get(&at))) {
                // Operations on other containers are taken back one by one.
                Some((_, None)) => self.trail.push(undo),
                Some((at, Some(kept))) => {
                    if let Undo::Whole(_, aside) = undo {
                        self.aside[aside as usize] = None;
                    }
                    if seen.insert(undo.place()) {
                        self.trail.push(Undo::Whole(at, *kept));
                    }
                }
                None if seen.insert(undo.place()) => self.trail.push(undo),
                None => {}
            }
        }
        self.thin_at = self.segment + 2 * (self.trail.len() - self.segment) + super::THIN_FROM;
    }

    /// Containers that changed more often in a segment of the trail than they have members, with
    /// the place where each is kept as it was before.
    fn busy_containers(&mut self, segment: &[Undo<D::Value>]) -> FxHashMap<u32, u32> {
        let mut count: FxHashMap<u32, usize> = FxHashMap::default();
        for at in segment.iter().filter_map(Undo::container) {
            *count.entry(at).or_default() += 1;
        }
        count.retain(|at, count| *count > self.containers[*at as usize].len());
        let mut before: FxHashMap<u32, Container> =
            count.keys().map(|at| (*at, self.containers[*at as usize].clone())).collect();
        for undo in segment.iter().rev() {
            let Some(container) = undo.container().and_then(|at| before.get_mut(&at)) else {
                continue;
            };
            match undo {
                Undo::Whole(_, aside) => {
                    if let Some(old) = &self.aside[*aside as usize] {
                        *container = old.clone();
                    }
                }
                Undo::Container { what, place, item, .. } => {
                    container.undo(Reverse { what: *what, place: *place, item: *item });
                }
                _ => {}
            }
        }
        let mut places = FxHashMap::default();
        for (at, container) in before {
            places.insert(at, self.aside.len() as u32);
            self.aside.push(Some(container));
        }
        places
    }
}
