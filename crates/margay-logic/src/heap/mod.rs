//! A heap whose references stay symbolic (the heap solver, PET chapter 6).
//!
//! Lazy initialization decides at once which object a reference of the input is, and pays with a
//! path for each answer. Here the question stays open: a reference is a variable, and whether two
//! are the same object is a condition like any other, for the chain of layers to answer together
//! with the numbers.
//!
//! * [`References`] has the variables, the classes that each may have, and *guarded* references: a
//!   list of [`Rule`]s, "if this holds, it is that one". Equality of guarded references, and whether
//!   one is null, are conditions.
//! * Objects are where cells are. A variable that somebody reads or writes a cell of gets an object of
//!   its own, which [stands](References::stand) for it. One invariant makes everything else simple:
//!   **if two variables are the same, the objects that stand for them hold the same**. So reading is
//!   reading one object; [writing](write()) writes every object that may be the same, under the condition
//!   that it is; and a new object [begins](begin) as what it may be the same as, and as the input's own
//!   cells only where it differs from all of them. No axiom has to be asserted for that, and none can
//!   be forgotten: what must be equal is equal by construction, in both directions, as far as the
//!   solver can see, which is all the way.
//! * The identity of a variable is a number and a class; equal identities have equal classes. Objects
//!   that the program makes are no variable's.
//! * What may be [assumed](Assumption) of all that references lead to (no sharing, no cycles) is a condition on the
//!   cells known so far.
//! * [`Heap`] is all of it in one, for whoever has no memory of their own to keep cells in: declare
//!   classes and references, read, write, compare, ask the solver, and get a heap as a model
//!   ([`Shape`]).
//!
//! ```
//! use margay_logic::heap::{Field, Heap, Value};
//! use margay_logic::{Config, Outcome, Solver, Sort, Terms};
//!
//! let (mut terms, mut heap) = (Terms::new(), Heap::default());
//! let mut solver = Solver::new(Config::default())?;
//! let node = heap.class(&[Field::Number(Sort::Bv(32))]);
//! let x = heap.input(&mut terms, "x", &[node]);
//! let y = heap.input(&mut terms, "y", &[node]);
//! for reference in [x, y] {
//!     let is_null = heap.references.is_null(&mut terms, reference);
//!     let is_object = terms.not(is_null);
//!     solver.assert(&terms, is_object);
//! }
//! // x.f = 1; y.f = 2; is x.f == 2 possible? Only if x and y are the same.
//! let (one, two) = (terms.bv(1, 32), terms.bv(2, 32));
//! heap.write(&mut terms, x, 0, Value::Number(one));
//! heap.write(&mut terms, y, 0, Value::Number(two));
//! let Value::Number(read) = heap.read(&mut terms, x, 0) else { unreachable!() };
//! let is_two = terms.eq(read, two);
//! solver.assert(&terms, is_two);
//! assert_eq!(solver.check(&mut terms), Outcome::Sat);
//! let shape = heap.model(&mut terms, &mut solver).unwrap().expect("sat has a model");
//! assert_eq!(shape.inputs[0], shape.inputs[1]);
//! # Ok::<(), std::io::Error>(())
//! ```

mod assume;
mod cells;
mod guarded;
mod model;
mod references;
mod store;

pub use assume::{Assumption, Edge};
pub use cells::{Cells, begin, read, write};
pub use model::Identity;
pub use references::{Facts, Guarded, Leaf, Mark, References, Rule, Variable};
pub use store::{Class, Content, Field, Heap, Shape, ShapeObject, Value};
