//! Turns JSON lines on standard input into a gallery on standard output:
//! `cargo run -p margay-report --example gallery < structures.jsonl > gallery.html`.

use margay_report::gallery::{Gallery, PageHeader};
use margay_report::json;
use std::error::Error;
use std::io;

fn main() -> Result<(), Box<dyn Error>> {
    let header = PageHeader { target: "structures".to_owned(), bounds: Vec::new() };
    let mut gallery = Gallery::start(io::stdout(), &header)?;
    let mut count = 0;
    for record in json::read(io::stdin().lock()) {
        gallery.add(&record?)?;
        count += 1;
    }
    gallery.finish(&[("structures", count)])?;
    Ok(())
}
