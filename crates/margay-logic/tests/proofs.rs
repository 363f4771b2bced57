//! Proofs of unsatisfiable answers, gone through by a checker that knows nothing of the solver.

use margay_logic::Config;
use margay_logic::script::{Options, run};
use std::fs;
use std::path::Path;

/// Clauses as a DIMACS or DRAT text has them.
fn clauses(text: &str) -> Vec<Vec<i32>> {
    let numbers =
        text.lines().filter(|l| !l.starts_with(['p', 'c'])).flat_map(str::split_whitespace);
    let numbers: Vec<i32> = numbers.map(|n| n.parse().expect("a literal")).collect();
    numbers
        .split(|n| *n == 0)
        .map(<[i32]>::to_vec)
        .collect::<Vec<_>>()
        .split_last()
        .unwrap()
        .1
        .to_vec()
}

/// Checks a proof by reverse unit propagation, clause by clause, in the plainest way.
#[derive(Default)]
struct Checker {
    clauses: Vec<Vec<i32>>,
    /// Clauses by the literals in them.
    occurrences: Vec<Vec<usize>>,
    /// Literals true in all models, found so far.
    units: Vec<i32>,
}

fn slot(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

impl Checker {
    fn add(&mut self, clause: &[i32]) {
        for literal in clause {
            if self.occurrences.len() <= slot(*literal).max(slot(-literal)) {
                self.occurrences.resize(slot(*literal).max(slot(-literal)) + 1, Vec::new());
            }
            self.occurrences[slot(*literal)].push(self.clauses.len());
        }
        if let [unit] = clause {
            self.units.push(*unit);
        }
        self.clauses.push(clause.to_vec());
    }

    /// Whether the clauses exclude that all these literals are false.
    fn follows(&self, clause: &[i32]) -> bool {
        let mut truth = vec![false; self.occurrences.len() + 2];
        let mut queue: Vec<i32> = self.units.clone();
        queue.extend(clause.iter().map(|l| -l));
        if self.clauses.iter().any(Vec::is_empty) {
            return true;
        }
        while let Some(literal) = queue.pop() {
            if truth[slot(-literal)] {
                return true;
            }
            if std::mem::replace(&mut truth[slot(literal)], true) {
                continue;
            }
            for index in &self.occurrences[slot(-literal)] {
                let clause = &self.clauses[*index];
                if clause.iter().any(|l| truth[slot(*l)]) {
                    continue;
                }
                let mut open = clause.iter().filter(|l| !truth[slot(-**l)]);
                match (open.next(), open.next()) {
                    (None, _) => return true,
                    (Some(unit), None) => queue.push(*unit),
                    _ => {}
                }
            }
        }
        false
    }
}

/// Every pair of files in the directory is clauses and a proof of them; how many there are.
fn check(directory: &Path) -> usize {
    let mut proofs = 0;
    for entry in fs::read_dir(directory).expect("the directory") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|e| e != "cnf") {
            continue;
        }
        let mut checker = Checker::default();
        let read = |path: &Path| clauses(&fs::read_to_string(path).expect("a file"));
        read(&path).iter().for_each(|clause| checker.add(clause));
        let proof = read(&path.with_extension("drat"));
        assert_eq!(proof.last().map(Vec::len), Some(0), "the last clause is the contradiction");
        for (i, clause) in proof.iter().enumerate() {
            assert!(checker.follows(clause), "{path:?}: clause {i} does not follow: {clause:?}");
            checker.add(clause);
        }
        proofs += 1;
    }
    proofs
}

fn proves(script: &str, answers: &str, count: usize) {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let proof = Some(directory.path().to_owned());
    let options = Options { config: Config { proof, ..Config::default() }, stats: false };
    assert_eq!(run(script, &options).expect("a script"), answers);
    assert_eq!(check(directory.path()), count);
}

#[test]
fn answers_by_search_are_proved() {
    proves(
        "(declare-const x (_ BitVec 6))(declare-const y (_ BitVec 6))
         (assert (distinct (bvudiv (bvmul x #b000011) #b000011) (bvudiv (bvmul x #b000011) y)))
         (assert (= y #b000011))(check-sat)",
        "unsat\n",
        1,
    );
    proves(
        "(declare-const x (_ BitVec 7))(declare-const y (_ BitVec 7))
         (assert (= (bvmul x y) #b1100101))(assert (bvult #b0000001 x))(assert (bvult x #b0001011))
         (assert (bvult #b0000001 y))(assert (bvult y #b0001011))(check-sat)
         (assert (= x #b0000111))(check-sat)",
        "unsat\nunsat\n",
        2,
    );
}

#[test]
fn answers_without_search_are_proved() {
    let chain: String =
        (0..20).map(|i| format!("(assert (bvult x{i} x{}))", (i + 1) % 20)).collect();
    let variables: String = (0..20).map(|i| format!("(declare-const x{i} (_ BitVec 5))")).collect();
    proves(&format!("{variables}{chain}(check-sat)"), "unsat\n", 1);
    proves("(assert (= #b1 #b0))(check-sat)", "unsat\n", 1);
}

#[test]
fn floats_arrays_and_functions_are_proved() {
    proves(
        "(declare-const a (Array (_ BitVec 4) (_ BitVec 4)))(declare-const i (_ BitVec 4))
         (declare-const j (_ BitVec 4))(declare-fun f ((_ BitVec 4)) (_ BitVec 4))
         (assert (= i (bvadd j #x1)))(assert (= j #x2))
         (assert (distinct (f (select a i)) (f (select (store a #x3 (select a #x3)) #x3))))
         (check-sat)",
        "unsat\n",
        1,
    );
    proves(
        "(declare-const x (_ FloatingPoint 3 4))(declare-const y (_ FloatingPoint 3 4))
         (assert (fp.lt x y))(assert (fp.lt (fp.add RTP y y) (fp.add RTN x x)))(check-sat)",
        "unsat\n",
        1,
    );
}

/// What one circuit does not refute in time another way may, and its proof is as good.
#[test]
fn answers_of_helpers_are_proved() {
    proves(
        "(declare-const x (_ BitVec 12))(declare-const y (_ BitVec 12))
         (assert (distinct y #x000))(assert (distinct x #x800))
         (assert (distinct (bvsdiv (bvneg x) y) (bvneg (bvsdiv x y))))(check-sat)",
        "unsat\n",
        1,
    );
}

/// The checker is worth something: what does not follow is not accepted.
#[test]
fn a_wrong_proof_is_refused() {
    let mut checker = Checker::default();
    for clause in clauses("p cnf 3 3\n1 2 0\n-1 3 0\n-2 3 0\n") {
        checker.add(&clause);
    }
    assert!(checker.follows(&[3]) && !checker.follows(&[1]) && !checker.follows(&[]));
}
