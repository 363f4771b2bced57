//! Turns JSON lines on standard input into JUnit 5 tests in a folder:
//! `cargo run -p margay-report --example structure_tests -- shapes.BinaryTree repOk FOLDER < structures.jsonl`.

use margay_report::json;
use margay_report::structure_tests::{Suite, Tests};
use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [class, predicate, folder] = arguments.as_slice() else {
        return Err("usage: structure_tests CLASS PREDICATE FOLDER < structures.jsonl".into());
    };
    let open = |name: &str| File::create(Path::new(folder).join(name)).map(BufWriter::new);
    let mut tests = Tests::new(Suite::new(class, predicate), open);
    for record in json::read(io::stdin().lock()) {
        tests.add(&record?)?;
    }
    tests.finish()?;
    Ok(())
}
