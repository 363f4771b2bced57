//! What sites called for the classes they have met: a site itself remembers the last class only, and
//! one whose receivers are of several classes would look for the method at each call.

use super::Target;
use crate::container::Shortcut;
use margay_ir::ClassId;

/// Pairs of a site and a class that are remembered; another one with the same place takes its room.
const PLACES: usize = 1 << 10;

/// What is called at a site on objects of a class.
#[derive(Clone, Copy, Debug)]
pub struct Dispatched {
    site: u32,
    class: ClassId,
    /// What it runs.
    pub target: Target,
    /// What that does to a container, where the machine can do it by itself.
    pub shortcut: Option<Shortcut>,
}

/// Calls that were dispatched.
#[derive(Default)]
pub struct Dispatches {
    places: Vec<Option<Dispatched>>,
}

fn place(site: u32, class: ClassId) -> usize {
    (site.wrapping_mul(31) ^ class.as_u32()) as usize % PLACES
}

impl Dispatches {
    /// What was selected before.
    #[inline]
    #[must_use]
    pub fn find(&self, site: u32, class: ClassId) -> Option<Dispatched> {
        let found = self.places.get(place(site, class)).copied().flatten();
        found.filter(|found| (found.site, found.class) == (site, class))
    }

    /// Remembers what was selected.
    pub fn note(
        &mut self,
        site: u32,
        class: ClassId,
        target: Target,
        shortcut: Option<Shortcut>,
    ) -> Dispatched {
        if self.places.is_empty() {
            self.places.resize(PLACES, None);
        }
        let dispatched = Dispatched { site, class, target, shortcut };
        self.places[place(site, class)] = Some(dispatched);
        dispatched
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_and_a_class_together_are_remembered() {
        let mut dispatches = Dispatches::default();
        let class = ClassId::from_u32;
        assert!(dispatches.find(1, class(2)).is_none());
        dispatches.note(1, class(2), Target::Function(7), None);
        dispatches.note(1, class(3), Target::Function(8), None);
        let target = |site, of| dispatches.find(site, class(of)).map(|found| found.target);
        assert_eq!(target(1, 2), Some(Target::Function(7)));
        assert_eq!(target(1, 3), Some(Target::Function(8)));
        assert_eq!(target(2, 2), None);
        // Another pair at the same place of the table.
        let other = class(2 + PLACES as u32);
        assert!(dispatches.find(1, other).is_none());
        dispatches.note(1, other, Target::Intrinsic(9), None);
        assert!(dispatches.find(1, class(2)).is_none());
    }
}
