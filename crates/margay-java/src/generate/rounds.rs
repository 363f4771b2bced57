//! A search for coverage in two rounds.
//!
//! First each method of a class is searched for a while. What none of them has covered then is looked for in a second round, in
//! each method that has come near it, with all the time that is left: for longer, with larger bounds, and by chance. So the
//! methods that come last have their time too, and none looks for what the tests of another show. A second search
//! starts from what all first ones have found, in the order of the methods: it is the same whoever has searched.

use super::cover::{self, FirstSearch};
use super::coverage::CoverageRecorder;
use super::generator::Generator;
use super::part::{Clock, PartReport};
use crate::error::Error;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Methods of one class, and how far the search of them is.
pub(super) struct ClassRounds {
    /// The numbers of its methods.
    pub methods: Range<usize>,
    firsts: Mutex<BTreeMap<usize, FirstSearch>>,
    second: OnceLock<SecondRound>,
}

/// What is searched once more.
struct SecondRound {
    /// What the first searches have covered together.
    coverage: CoverageRecorder,
    methods: BTreeMap<usize, FirstSearch>,
}

impl ClassRounds {
    /// Nobody has searched these methods.
    pub fn new(methods: Range<usize>) -> Self {
        ClassRounds { methods, firsts: Mutex::default(), second: OnceLock::new() }
    }

    /// Searches a method for the first time. If it is the last of its class, the methods that are to be searched once more are
    /// known then.
    pub fn search_first(
        &self,
        generator: &mut Generator,
        method: usize,
        clock: Clock<'_>,
    ) -> Result<(Vec<PartReport>, Vec<usize>), Error> {
        let (reports, first) = cover::search_first(generator, clock)?;
        let mut firsts = self.firsts.lock().unwrap_or_else(PoisonError::into_inner);
        firsts.insert(method, first);
        if firsts.len() < self.methods.len() {
            return Ok((reports, Vec::new()));
        }
        let mut methods = std::mem::take(&mut *firsts);
        drop(firsts);
        let mut coverage = CoverageRecorder::default();
        methods.values().for_each(|first| coverage.extend(&first.coverage));
        methods.retain(|_, first| first.is_left(generator, &coverage));
        let again = methods.keys().copied().collect();
        self.second.get_or_init(|| SecondRound { coverage, methods });
        Ok((reports, again))
    }

    /// Searches a method once more.
    pub fn search_again(
        &self,
        generator: &mut Generator,
        method: usize,
        clock: Clock<'_>,
    ) -> Result<Vec<PartReport>, Error> {
        let Some(second) = self.second.get() else { return Ok(Vec::new()) };
        let Some(first) = second.methods.get(&method) else { return Ok(Vec::new()) };
        first.search_again(generator, clock, &mut second.coverage.clone())
    }

    /// The methods that are yet to be searched once more when the turn of this one has come.
    pub fn left(&self, method: usize) -> usize {
        self.second.get().map_or(0, |second| second.methods.range(method..).count())
    }
}
