//! A part of the tree, between two of its paths.

use super::{Oracle, PathError};
use crate::decisions::Decisions;

/// All paths from one up to, but without, another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// First path; none for the beginning.
    pub from: Option<Decisions>,
    /// Path at which to stop; none for the end.
    pub to: Option<Decisions>,
}

impl Range {
    /// All paths that begin with these decisions.
    #[must_use]
    pub fn beginning_with(decisions: Decisions) -> Range {
        let mut next = decisions.clone();
        if let Some(last) = next.0.last_mut() {
            *last += 1;
        }
        Range { from: Some(decisions), to: Some(next) }
    }

    /// The parts of a range that begin at its beginning and at these places, which are in order.
    #[must_use]
    pub fn cut(self, places: impl IntoIterator<Item = Decisions>) -> Vec<Range> {
        let start = self.from.clone().unwrap_or_default();
        let end = self.to.clone();
        let mut parts = vec![self];
        for place in places {
            if start < place && end.as_ref().is_none_or(|end| &place < end) {
                let last = parts.last_mut().expect("there is always one");
                last.to = Some(place.clone());
                parts.push(Range { from: Some(place), to: end.clone() });
            }
        }
        parts
    }

    /// What is left of a bound below these decisions, if they are on it.
    fn below<'a>(bound: Option<&'a Decisions>, decisions: &Decisions) -> Option<&'a [u32]> {
        bound?.0.strip_prefix(decisions.0.as_slice())
    }
}

impl Oracle for Range {
    fn window(
        &mut self,
        decisions: &Decisions,
        count: u32,
    ) -> Result<std::ops::Range<u32>, PathError> {
        let mut window = 0..count;
        if let Some([first, ..]) = Range::below(self.from.as_ref(), decisions) {
            if *first >= count {
                let path = self.from.clone().unwrap_or_default();
                let at = decisions.0.len() + 1;
                return Err(PathError::NoSuchAlternative { path, at, taken: *first, count });
            }
            window.start = *first;
        }
        // The end is outside, but the subtrees it lies in are partly inside.
        match Range::below(self.to.as_ref(), decisions) {
            Some([]) => window.end = 0,
            Some([last]) => window.end = count.min(*last),
            Some([last, ..]) => window.end = count.min(last.saturating_add(1)),
            None => {}
        }
        Ok(window)
    }

    fn is_new(&self, decisions: &Decisions) -> bool {
        let left = Range::below(self.from.as_ref(), decisions);
        left.is_none_or(|left| left.iter().all(|later| *later == 0))
    }
}
