//! What each layer answered and how long it took.

use super::layer::Verdict;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::fmt;
use std::time::Duration;

/// The account of one layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayerStats {
    /// Queries that reached the layer.
    pub asked: u64,
    /// Answered `sat` without help from below.
    pub sat: u64,
    /// Answered `unsat` without help from below.
    pub unsat: u64,
    /// Answered `unknown` without help from below.
    pub unknown: u64,
    /// Time in the layer itself.
    pub time: Duration,
}

/// The accounts of all layers.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// Queries asked of the solver as a whole.
    pub queries: u64,
    /// Queries decided by the simplifier, which never reached a layer.
    pub trivial: u64,
    /// Time in the solver as a whole.
    pub time: Duration,
    layers: IndexMap<&'static str, LayerStats, FxBuildHasher>,
}

impl Stats {
    /// The accounts by layer, in the order the layers were first asked to finish.
    pub fn layers(&self) -> impl Iterator<Item = (&'static str, &LayerStats)> {
        self.layers.iter().map(|(name, stats)| (*name, stats))
    }

    /// The account of one layer.
    pub fn layer(&self, name: &str) -> Option<&LayerStats> {
        self.layers.get(name)
    }

    pub(crate) fn declare(&mut self, name: &'static str) {
        self.layers.entry(name).or_default();
    }

    pub(crate) fn record(
        &mut self,
        name: &'static str,
        time: Duration,
        verdict: &Verdict,
        own: bool,
    ) {
        let stats = self.layers.entry(name).or_default();
        stats.asked += 1;
        stats.time += time;
        if own {
            match verdict {
                Verdict::Sat(_) => stats.sat += 1,
                Verdict::Unsat(_) => stats.unsat += 1,
                Verdict::Unknown(_) => stats.unknown += 1,
            }
        }
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |f: &mut fmt::Formatter<'_>, name: &str, cells: [String; 5]| {
            let [asked, sat, unsat, unknown, time] = cells;
            writeln!(f, "{name:<10} {asked:>9} {sat:>9} {unsat:>9} {unknown:>9} {time:>12}")
        };
        row(f, "layer", ["asked", "sat", "unsat", "unknown", "time"].map(String::from))?;
        let none = String::new;
        row(
            f,
            "simplify",
            [self.queries.to_string(), none(), self.trivial.to_string(), none(), none()],
        )?;
        for (name, stats) in &self.layers {
            let LayerStats { asked, sat, unsat, unknown, time } = stats;
            let counts = [asked, sat, unsat, unknown].map(u64::to_string);
            let [asked, sat, unsat, unknown] = counts;
            row(f, name, [asked, sat, unsat, unknown, format!("{time:.1?}")])?;
        }
        row(
            f,
            "all",
            [self.queries.to_string(), none(), none(), none(), format!("{:.1?}", self.time)],
        )
    }
}
