//! What is searched: a class, its predicate and the objects within the bounds, all in a machine of
//! its own. Every thread makes one; they are all alike.

use super::{BoundsSource, EnumerateOptions, constants};
use crate::error::Error;
use crate::predicate::Predicate;
use crate::program::Program;
use crate::session::Session;
use margay_jvm::bounds::{self, Subject};
use margay_jvm::launch::initialize;
use margay_search::enumerate::{Bounds, Space};

/// What is searched.
pub(super) struct Candidates {
    /// Where.
    pub program: Program,
    /// The objects.
    pub space: Space,
    /// What accepts or rejects.
    pub predicate: Predicate,
}

impl Candidates {
    /// Finds the predicate and lays out the space.
    pub fn new(session: &Session, options: &EnumerateOptions) -> Result<Candidates, Error> {
        let mut program: Program = session.launch()?;
        let predicate = program.predicate(options.predicate.as_deref())?;
        let bounds = bounds(&mut program, predicate, &options.bounds)?;
        for set in &bounds.objects {
            initialize(&mut program.machine, set.class)?;
        }
        let core = &mut program.machine.core;
        let space = Space::new(&core.world, &mut core.memory, &bounds)
            .map_err(|_| Error::HeapFull("the objects do not fit into the heap".to_owned()))?;
        constants::make(&mut program, predicate, &bounds);
        Ok(Candidates { program, space, predicate })
    }
}

fn bounds(
    program: &mut Program,
    predicate: Predicate,
    source: &BoundsSource,
) -> Result<Bounds, Error> {
    let Program { machine, classes, .. } = program;
    let root = predicate.class;
    Ok(match source {
        BoundsSource::None => {
            let finitizations = bounds::finitizations(&machine.core.world, root);
            return Err(Error::NoBounds { finitizations });
        }
        BoundsSource::Korat { method, args } => {
            bounds::from_korat(machine, root, method.as_deref(), args)?
        }
        BoundsSource::Spec(spec) => bounds::from_spec(machine, Subject { root, classes }, spec)?,
    })
}
