//! Terms and a fast, honest solver for symbolic and concolic execution.
//!
//! * [`Terms`] stores hash-consed terms over booleans, bit-vectors, floats, references and other
//!   uninterpreted sorts, and arrays of them, and simplifies them as they are built.
//! * [`Solver`] keeps a path condition that grows and shrinks with the choice points and answers
//!   questions about it through a chain of layers, cheapest first (see [`solver`]).
//! * [`heap`] keeps references symbolic: which object one is stays a question to the solver.
//! * [`smtlib`] writes and reads SMT-LIB 2; [`script`] runs whole scripts.
//!
//! Three rules hold everywhere. No answer is wrong: models are evaluated against the constraints
//! before they are returned, and what cannot be decided is [`Outcome::Unknown`] with its reason.
//! Nothing recurses over terms, so terms may be as deep as memory allows. The same calls give the
//! same results, models included.
//!
//! ```
//! use margay_logic::{Config, Outcome, Solver, Sort, Terms};
//!
//! let mut terms = Terms::new();
//! let mut solver = Solver::new(Config::default())?;
//! let x = terms.var("x", Sort::Bv(32));
//! let (two, ten) = (terms.bv(2, 32), terms.bv(10, 32));
//! let doubled = terms.mul(x, two);
//! let condition = terms.eq(doubled, ten);
//! solver.assert(&terms, condition);
//! assert_eq!(solver.check(&mut terms), Outcome::Sat);
//! let model = solver.model().expect("sat has a model");
//! assert_eq!(model.get(terms.as_symbol(x).unwrap()), 5);
//! # Ok::<(), std::io::Error>(())
//! ```

mod blast;
pub mod budget;
mod build;
mod eval;
pub mod heap;
mod model;
mod op;
pub mod script;
mod simplify;
pub mod smtlib;
pub mod solver;
mod sort;
mod stored;
mod substitute;
mod terms;
pub mod value;

pub use eval::{Evaluator, eval};
pub use model::{ArrayValue, Model};
pub use op::{Ieee, Op, SortError};
pub use solver::{Config, External, Layers, Outcome, Reason, Solver, Stats};
pub use sort::{FloatSort, Format, Mode, Scalar, Sort};
pub use stored::StoredTerms;
pub use terms::{Features, Node, Symbol, Taste, TermId, Terms};
