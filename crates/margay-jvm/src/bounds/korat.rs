//! Bounds from a class written for Korat: its finitization method is run as it is, with
//! `korat.finitization` provided by Margay, and what it said is read from the heap.
//!
//! As in Korat, the objects are made before the search, by their constructors without arguments
//! where they have one, so fields without bounds hold what the constructor put there.

mod collections;
mod method;
mod record;
mod translate;

use super::run::{self, Failure};
use super::{BoundsError, fields};
use crate::describe;
use crate::messages::external_name;
use crate::platform::Jvm;
use margay_ir::ClassId;
use margay_machine::bounds::Bounds;
use margay_machine::{Domain, Machine, Ref};
pub use method::all as finitizations;
use record::Heap;

/// Runs a finitization method of a class: the one called so, else `fin` and the name of the
/// class, else the only one there is. Of several, the number of arguments decides.
///
/// # Errors
/// When there is no such method, it throws or does not end, or what it says makes no sense.
pub fn from_korat<D: Domain>(
    machine: &mut Machine<D, Jvm<D>>,
    class: ClassId,
    method: Option<&str>,
    args: &[String],
) -> Result<Bounds, BoundsError> {
    let name = external_name(&machine.core.world, class);
    let failed = |reason| BoundsError::Finitization { class: name.clone(), reason };
    let (method, descriptor) =
        method::find(&machine.core.world, class, method, args.len()).map_err(failed)?;
    let literals = crate::values::parse(&descriptor, args).map_err(|e| failed(e.to_string()))?;
    let mut values = Vec::new();
    for literal in &literals {
        let value = crate::values::build(machine, literal).map_err(|e| failed(e.to_string()))?;
        values.push(value);
    }
    let finitization = match run::call(machine, method, &values) {
        Ok(0) => return Err(failed("it returns null".to_owned())),
        Ok(finitization) => finitization as Ref,
        Err(Failure::Threw(exception)) => return Err(thrown(machine, exception)),
        Err(failure) => return Err(failed(failure.text(machine))),
    };
    let described = record::read(&Heap(&machine.core), finitization).map_err(failed)?;
    if described.domains.first().map(|domain| domain.class) != Some(class) {
        return Err(failed("it is a finitization of another class".to_owned()));
    }
    let mut bounds = translate::translate(machine, &described)?;
    fields::link_inner_objects(&machine.core.world, &mut bounds);
    Ok(bounds)
}

/// What was thrown, and by which call of the method.
fn thrown<D: Domain>(machine: &mut Machine<D, Jvm<D>>, exception: Ref) -> BoundsError {
    let place = caller(machine, exception);
    BoundsError::Call { place, reason: describe::exception(machine, exception) }
}

/// The innermost call that is not Korat's or the JDK's own, where an exception was made.
fn caller<D: Domain>(machine: &Machine<D, Jvm<D>>, exception: Ref) -> String {
    let library = |place: &&String| place.starts_with("korat.finitization.");
    let trace = describe::stack_trace(&machine.core, exception);
    let outside = trace.iter().find(|place| !library(place) && !place.starts_with("java."));
    outside.or(trace.first()).cloned().unwrap_or_else(|| "an unknown place".to_owned())
}
