//! Proofs of unsatisfiable answers, for a checker that does not trust us.
//!
//! The core of an answer is translated once more, alone, and refuted by CaDiCaL without any
//! preprocessing. What it learns is made a list of clauses that each follow from those before by
//! unit propagation (`derive.rs`), which is what a DRAT checker such as `drat-trim` goes through.
//! Two files are written for each answer: the clauses, in DIMACS, and the proof. The translation
//! to clauses is not part of it.

mod derive;

use super::layer::{Context, Reason};
use super::portfolio;
use crate::blast::Refutation;
use crate::budget::Budget;
use crate::terms::TermId;
use derive::Deriver;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::{fs, io};

/// Writes proofs into a directory, numbered.
pub(crate) struct Proofs {
    directory: PathBuf,
    written: u64,
    error: Option<io::Error>,
}

impl Proofs {
    pub(crate) fn create(directory: PathBuf) -> io::Result<Proofs> {
        fs::create_dir_all(&directory)?;
        Ok(Proofs { directory, written: 0, error: None })
    }

    /// Proves that these constraints exclude each other.
    ///
    /// # Errors
    /// When the proof is not found within the budget.
    pub(crate) fn prove(&mut self, cx: &mut Context<'_>, core: &[TermId]) -> Result<(), Reason> {
        let refutation = refute(cx, core)?;
        let proof = steps(&refutation, &cx.budget)?;
        self.written += 1;
        let number = self.written;
        let cnf = self.directory.join(format!("proof-{number:04}.cnf"));
        let drat = self.directory.join(format!("proof-{number:04}.drat"));
        let written =
            fs::write(cnf, dimacs(&refutation)).and_then(|()| fs::write(drat, clauses(&proof)));
        if let Err(error) = written {
            self.error.get_or_insert(error);
        }
        Ok(())
    }

    pub(crate) fn error(&self) -> Option<&io::Error> {
        self.error.as_ref()
    }
}

fn refute(cx: &mut Context<'_>, core: &[TermId]) -> Result<Refutation, Reason> {
    if core.iter().any(|t| cx.terms.as_const(*t) == Some(0)) {
        return Ok(Refutation { clauses: vec![Vec::new()], learned: Vec::new() });
    }
    portfolio::refute(cx, core)
}

/// The clauses of the proof, up to the empty one.
fn steps(refutation: &Refutation, budget: &Budget) -> Result<Vec<Vec<i32>>, Reason> {
    let mut deriver = Deriver::default();
    refutation.clauses.iter().for_each(|clause| deriver.add(clause));
    let mut steps = Vec::new();
    let contradiction = Vec::new();
    for clause in refutation.learned.iter().chain([&contradiction]) {
        steps.extend(deriver.derive(clause, budget)?);
    }
    Ok(steps)
}

fn dimacs(refutation: &Refutation) -> String {
    let variables = refutation.clauses.iter().flatten().map(|l| l.unsigned_abs()).max();
    let header = format!("p cnf {} {}\n", variables.unwrap_or(0), refutation.clauses.len());
    header + &clauses(&refutation.clauses)
}

fn clauses(clauses: &[Vec<i32>]) -> String {
    let mut text = String::new();
    for clause in clauses {
        clause.iter().for_each(|literal| {
            let _ = write!(text, "{literal} ");
        });
        text.push_str("0\n");
    }
    text
}
