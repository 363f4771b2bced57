//! What a user can choose about solving.

use std::path::PathBuf;
use std::time::Duration;

/// An external SMT-LIB 2 solver: a program that reads commands from its standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct External {
    /// The program, found as the operating system finds programs.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

impl External {
    /// The solver named on a command line: `z3`, `cvc5`, `bitwuzla`, or the path of any of them or
    /// of another program that reads SMT-LIB 2 without being told to.
    pub fn named(name: &str) -> External {
        let file = std::path::Path::new(name).file_stem().and_then(|s| s.to_str()).unwrap_or(name);
        let arguments: &[&str] = match file {
            "z3" => &["-in", "-smt2"],
            "cvc5" => &["--incremental", "--lang=smt2", "--produce-models"],
            "bitwuzla" => &["--lang", "smt2"],
            _ => &[],
        };
        External {
            program: name.to_owned(),
            arguments: arguments.iter().map(|a| (*a).to_owned()).collect(),
        }
    }
}

/// Which of the layers before the deciding one are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    /// Evaluation under the models found last.
    pub reuse: bool,
    /// Splitting into independent parts.
    pub split: bool,
    /// All values of a variable that has few.
    pub small: bool,
    /// Models and cores of earlier queries.
    pub cache: bool,
    /// References decided one after the other.
    pub sameness: bool,
    /// Chains of comparisons as a graph.
    pub order: bool,
    /// Interval propagation.
    pub interval: bool,
    /// Local search for models over floats.
    pub guess: bool,
    /// Other ways to decide products and quotients than one circuit.
    pub portfolio: bool,
}

impl Layers {
    /// All layers.
    pub const ALL: Layers = Layers {
        reuse: true,
        split: true,
        small: true,
        cache: true,
        sameness: true,
        order: true,
        interval: true,
        guess: true,
        portfolio: true,
    };
    /// None but the deciding layer.
    pub const NONE: Layers = Layers {
        reuse: false,
        split: false,
        small: false,
        cache: false,
        sameness: false,
        order: false,
        interval: false,
        guess: false,
        portfolio: false,
    };
}

impl Default for Layers {
    fn default() -> Layers {
        Layers::ALL
    }
}

/// All options of a solver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// `--solver`: the external solver that decides instead of the embedded one.
    pub solver: Option<External>,
    /// The external solver for what the embedded one cannot decide.
    pub fallback: Option<External>,
    /// `--cross-check`: the external solver every answer is compared with.
    pub cross_check: Option<External>,
    /// `--solver-log`: a directory that receives each query as SMT-LIB 2.
    pub log: Option<PathBuf>,
    /// `--proof`: a directory that receives a proof of each unsatisfiable answer.
    pub proof: Option<PathBuf>,
    /// Time budget of one query.
    pub time: Option<Duration>,
    /// Work budget of one query: conflicts of the SAT search. Unlike time it is deterministic.
    pub conflicts: Option<u32>,
    /// Memory budget in bytes, of the whole process (see [`crate::budget`]).
    pub memory: Option<u64>,
    /// Which layers are used.
    pub layers: Layers,
}
