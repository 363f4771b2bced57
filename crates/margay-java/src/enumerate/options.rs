//! What is enumerated, and how.

use margay_jvm::bounds::Spec;
use margay_search::Backtrack;
use margay_search::enumerate::{Options, Range, Untouched};

/// What is enumerated, and how.
#[derive(Clone, Debug)]
pub struct EnumerateOptions {
    /// The method that accepts or rejects; else `repOk`, `repOK` or the only boolean method.
    pub predicate: Option<String>,
    /// Which structures are candidates.
    pub bounds: BoundsSource,
    /// How to get from one candidate to the next.
    pub backtrack: Backtrack,
    /// What becomes of fields that the predicate never read.
    pub untouched: Untouched,
    /// Whether a comparison of a field is decided for all its values at once where it can be.
    pub multi_value: bool,
    /// Steps that the predicate may take on one candidate.
    pub max_steps: u64,
}

/// Where bounds come from.
#[derive(Clone, Debug)]
pub enum BoundsSource {
    /// None were given: an error, which knows what the class has for them.
    None,
    /// A number and items.
    Spec(Spec),
    /// A finitization method written for Korat.
    Korat {
        /// Its name; else `fin` and the name of the class.
        method: Option<String>,
        /// What it is called with.
        args: Vec<String>,
    },
}

impl Default for EnumerateOptions {
    fn default() -> Self {
        EnumerateOptions {
            predicate: None,
            bounds: BoundsSource::Spec(Spec::default()),
            backtrack: Backtrack::Checkpoint,
            untouched: Untouched::Expand,
            multi_value: true,
            max_steps: 100_000_000,
        }
    }
}

impl EnumerateOptions {
    /// Every structure of up to so many objects of each class, with numbers and lengths up to it.
    #[must_use]
    pub fn bound(bound: u32) -> Self {
        let mut spec = Spec::default();
        spec.bound = Some(bound);
        EnumerateOptions { bounds: BoundsSource::Spec(spec), ..EnumerateOptions::default() }
    }

    /// How to search a part of the tree.
    pub(super) fn search(&self, range: Range) -> Options {
        Options {
            backtrack: self.backtrack,
            untouched: self.untouched,
            multi_value: self.multi_value,
            range,
            max_steps: self.max_steps,
        }
    }
}
