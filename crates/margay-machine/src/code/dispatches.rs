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

/// A function that is called at a site on objects of a class, as compiled code reads it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct DispatchedFunction {
    /// The site and the class: see [`DispatchedFunction::key`].
    pub key: u64,
    /// The function.
    pub function: u32,
}

impl DispatchedFunction {
    /// None: no site has this number.
    const NONE: DispatchedFunction = DispatchedFunction { key: u64::MAX, function: 0 };

    /// A site and a class in one word, the class above the site.
    #[must_use]
    pub fn key(site: u32, class: u32) -> u64 {
        u64::from(class) << 32 | u64::from(site)
    }
}

/// Calls that were dispatched.
pub struct Dispatches {
    places: Vec<Option<Dispatched>>,
    /// Those of them that run functions, at the same places.
    functions: Vec<DispatchedFunction>,
}

impl Default for Dispatches {
    fn default() -> Self {
        Dispatches { places: vec![None; PLACES], functions: vec![DispatchedFunction::NONE; PLACES] }
    }
}

/// What the number of a class is combined with, to have the place of a site and the class among [`Dispatches::functions`]:
/// by exclusive or, and as many bits of that as places have.
#[must_use]
pub fn place_of_site(site: u32) -> u32 {
    site.wrapping_mul(31)
}

fn place(site: u32, class: ClassId) -> usize {
    (place_of_site(site) ^ class.as_u32()) as usize % PLACES
}

impl Dispatches {
    /// What was selected before.
    #[inline]
    #[must_use]
    pub fn find(&self, site: u32, class: ClassId) -> Option<Dispatched> {
        let found = self.places.get(place(site, class)).copied().flatten();
        found.filter(|found| (found.site, found.class) == (site, class))
    }

    /// What was selected at a site for some of the classes that it has met.
    pub fn of_site(&self, site: u32) -> impl Iterator<Item = Target> + '_ {
        let found = self.places.iter().flatten().filter(move |found| found.site == site);
        found.map(|found| found.target)
    }

    /// Remembers what was selected.
    pub fn note(
        &mut self,
        site: u32,
        class: ClassId,
        target: Target,
        shortcut: Option<Shortcut>,
    ) -> Dispatched {
        let dispatched = Dispatched { site, class, target, shortcut };
        let place = place(site, class);
        self.places[place] = Some(dispatched);
        self.functions[place] = match target {
            Target::Function(function) => {
                let key = DispatchedFunction::key(site, class.as_u32());
                DispatchedFunction { key, function }
            }
            _ => DispatchedFunction::NONE,
        };
        dispatched
    }

    /// The functions that were selected, by places; as many as a power of two.
    #[must_use]
    pub fn functions(&self) -> &[DispatchedFunction] {
        &self.functions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sites, classes and functions that compiled code finds.
    fn functions(dispatches: &Dispatches) -> Vec<(u32, u32, u32)> {
        let found = (0..4).flat_map(|site| (0..4).map(move |class| (site, class)));
        let found = found.filter_map(|(site, class)| {
            let places = dispatches.functions();
            let place = (place_of_site(site) ^ class) as usize & (places.len() - 1);
            let is_it = places[place].key == DispatchedFunction::key(site, class);
            is_it.then(|| (site, class, places[place].function))
        });
        found.collect()
    }

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
        assert_eq!(functions(&dispatches), [(1, 2, 7), (1, 3, 8)]);
        dispatches.note(1, other, Target::Intrinsic(9), None);
        assert!(dispatches.find(1, class(2)).is_none());
        assert_eq!(functions(&dispatches), [(1, 3, 8)]);
    }
}
