//! References that stay symbolic: how the work grows with their number and with the length of the path.
//!
//! `cargo bench -p margay-logic --bench heap` prints two tables. *Rules* are the cases of a value that is read, and the
//! objects that a write reaches: what is woken by one step. A *question* is whether what was read can be
//! something that was written, and the model is a heap that says so.

#![allow(clippy::print_stdout, reason = "a benchmark reports to a terminal")]

use margay_logic::heap::{Class, Field, Guarded, Heap, Value};
use margay_logic::{Config, Outcome, Solver, Sort, Terms};
use std::time::{Duration, Instant};

struct Run {
    rules: usize,
    terms: usize,
    steps: Duration,
    question: Duration,
    model: Duration,
}

fn main() {
    println!("references of one class, each written once, then all read");
    header("references");
    for count in [2, 4, 8, 16, 32] {
        print(count, &run(count, count));
    }
    println!("\n4 references, written in turn");
    header("writes");
    for length in [8, 32, 128, 512] {
        print(length, &run(4, length));
    }
}

fn header(what: &str) {
    println!(
        "{what:>10} {:>14} {:>8} {:>12} {:>12} {:>12}",
        "rules a write", "terms", "a write", "question", "model"
    );
}

fn print(count: usize, run: &Run) {
    println!(
        "{count:>10} {:>14.1} {:>8} {:>9.1} µs {:>9.2} ms {:>9.2} ms",
        run.rules as f64,
        run.terms,
        run.steps.as_secs_f64() * 1e6,
        run.question.as_secs_f64() * 1e3,
        run.model.as_secs_f64() * 1e3,
    );
}

/// Writes to so many references, in turn, then asks for a heap in which the first holds what the last got.
fn run(references: usize, writes: usize) -> Run {
    let (mut terms, mut heap) = (Terms::new(), Heap::default());
    let mut solver = Solver::new(Config::default()).expect("a solver");
    let node: Class = heap.class(&[Field::Number(Sort::Bv(32))]);
    let inputs: Vec<Guarded> =
        (0..references).map(|n| heap.input(&mut terms, &format!("x{n}"), &[node])).collect();
    for input in &inputs {
        let null = heap.references.is_null(&mut terms, *input);
        let object = terms.not(null);
        solver.assert(&terms, object);
        heap.read(&mut terms, *input, 0);
    }
    let before = terms.len();
    let started = Instant::now();
    let mut rules = 0;
    for write in 0..writes {
        let value = terms.bv(write as u64, 32);
        let input = inputs[write % references];
        rules += heap.references.objects_of(&mut terms, input).len();
        heap.write(&mut terms, input, 0, Value::Number(value));
    }
    let steps = started.elapsed() / writes as u32;
    let Value::Number(read) = heap.read(&mut terms, inputs[0], 0) else { unreachable!("a number") };
    let last = terms.bv(writes as u64 - 1, 32);
    let is_last = terms.eq(read, last);
    solver.assert(&terms, is_last);
    let started = Instant::now();
    assert_eq!(solver.check(&mut terms), Outcome::Sat, "all may be the same");
    let question = started.elapsed();
    let started = Instant::now();
    let shape = heap.model(&mut terms, &mut solver).expect("an answer").expect("a heap");
    let model = started.elapsed();
    assert_eq!(shape.objects.len(), references - usize::from(references > 1), "one alias will do");
    Run { rules: rules / writes, terms: terms.len() - before, steps, question, model }
}
