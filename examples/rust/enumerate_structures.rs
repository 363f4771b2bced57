//! Every duty roster of up to two days that `Roster.repOk()` accepts.
//!
//! `cargo run -p margay-java --example enumerate_structures`

use margay_java::enumerate::{BoundsSource, EnumerateOptions, Spec};
use margay_java::structure::{Content, Structure, Value};
use margay_java::{Limits, Session, Target};
use std::error::Error;
use std::io::Write;

/// Says what was found.
pub fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let class = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/structures/Roster.java");
    let session = Session::open(&Target::at(class), Limits::default())?;
    let bounds = BoundsSource::Spec(Spec::from_items(&["objects Duty=2".to_owned()])?);
    let enumeration = session.enumerate(EnumerateOptions { bounds, ..Default::default() })?;
    let (rosters, counters) = enumeration.collect()?;
    for roster in &rosters {
        writeln!(out, "[{}]", shifts(roster).join(", "))?;
    }
    let (found, tried) = (counters.valid, counters.candidates());
    writeln!(out, "{found} rosters among {tried} candidates")?;
    Ok(())
}

/// The shifts of a roster, which is a list of objects with a field `shift`.
fn shifts(roster: &Structure) -> Vec<&str> {
    let values = roster.objects.iter().flat_map(|object| match &object.content {
        Content::Fields(fields) => fields.as_slice(),
        _ => &[],
    });
    let shift = values.filter_map(|(name, value)| match value {
        Value::Constant(shift) if name.name == "shift" => Some(shift.as_str()),
        _ => None,
    });
    shift.collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout().lock())
}
