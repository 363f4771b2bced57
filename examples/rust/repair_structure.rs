//! A roster whose last day leads back to its first one, with an early shift after a night: the
//! fewest changes after which `Roster.repOk()` accepts it.
//!
//! `cargo run -p margay-java --example repair_structure`

use margay_java::repair::RepairOptions;
use margay_java::{Limits, Session, Target};
use std::error::Error;
use std::io::Write;

const CORRUPT: &str = r#"{"root": "roster", "objects": {
    "roster": {"class": "structures.Roster", "fields": {"first": {"$ref": "monday"}}},
    "monday": {"class": "structures.Roster$Duty",
        "fields": {"shift": {"$enum": "NIGHT"}, "next": {"$ref": "tuesday"}}},
    "tuesday": {"class": "structures.Roster$Duty",
        "fields": {"shift": {"$enum": "EARLY"}, "next": {"$ref": "monday"}}}}}"#;

/// Says what was changed.
pub fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let class = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/structures/Roster.java");
    let session = Session::open(&Target::at(class), Limits::default())?;
    let (_, corrupt) = margay_report::json::parse_text(CORRUPT)?.remove(0);
    let repair = session.repair(RepairOptions::default())?.repair(&corrupt.structure)?;
    for change in &repair.changes {
        writeln!(out, "{change}")?;
    }
    writeln!(out, "{} candidates", repair.counters.candidates)?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout().lock())
}
