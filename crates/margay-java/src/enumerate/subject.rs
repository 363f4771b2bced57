//! From the options to a search space: the class, its predicate, the bounds, all in a machine of
//! its own. Every thread makes one; they are all alike.

use super::{BoundsSource, EnumerateOptions};
use crate::error::Error;
use crate::predicate::Judged;
use crate::program::{ConcreteMachine, Target};
use margay_ir::{ClassId, MethodId};
use margay_jvm::bounds;
use margay_jvm::launch::initialize;
use margay_search::enumerate::{Bounds, Space};

/// What is searched.
pub struct Subject {
    /// Where.
    pub machine: ConcreteMachine,
    /// The objects.
    pub space: Space,
    /// The class of the root.
    pub class: ClassId,
    /// The method that accepts or rejects.
    pub predicate: MethodId,
}

impl Subject {
    /// Opens the target and lays out the space.
    ///
    /// # Errors
    /// When there is no such class or predicate, or the bounds make no sense.
    pub fn open(target: &Target, options: &EnumerateOptions) -> Result<Subject, Error> {
        let judged = Judged::open(target, options.predicate.as_deref(), options.limits)?;
        let Judged { mut machine, class, predicate, classes } = judged;
        let subject = bounds::Subject { root: class, classes: &classes };
        let bounds = bounds(&mut machine, subject, &options.bounds)?;
        for set in &bounds.objects {
            initialize(&mut machine, set.class)?;
        }
        let core = &mut machine.core;
        let space = Space::new(&core.world, &mut core.memory, &bounds)
            .map_err(|_| Error::HeapFull("the objects do not fit into the heap".to_owned()))?;
        Ok(Subject { machine, space, class, predicate })
    }
}

fn bounds(
    machine: &mut ConcreteMachine,
    subject: bounds::Subject<'_>,
    source: &BoundsSource,
) -> Result<Bounds, Error> {
    Ok(match source {
        BoundsSource::Korat { method, args } => {
            bounds::from_korat(machine, subject.root, method.as_deref(), args)?
        }
        BoundsSource::Spec(spec) => bounds::from_spec(machine, subject, spec)?,
    })
}
