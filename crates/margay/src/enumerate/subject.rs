//! From the options to a search space: the class, its predicate, the bounds, all in a machine of
//! its own. Every thread makes one; they are all alike.

use super::args::{BoundsArgs, EnumerateArgs, Switch, UntouchedArg};
use crate::error::CliError;
use crate::judged::Judged;
use crate::program::ConcreteMachine;
use margay_ir::{ClassId, MethodId};
use margay_jvm::bounds::{self, Spec};
use margay_jvm::launch::initialize;
use margay_search::enumerate::{Bounds, Options, Range, Space, Untouched};

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
    pub fn open(args: &EnumerateArgs) -> Result<Subject, CliError> {
        let judged = Judged::open(&args.target, args.predicate.as_deref(), &args.limits)?;
        let Judged { mut machine, class, predicate, classes } = judged;
        let subject = bounds::Subject { root: class, classes: &classes };
        let bounds = bounds(&mut machine, subject, &args.bounds)?;
        for set in &bounds.objects {
            initialize(&mut machine, set.class)?;
        }
        let core = &mut machine.core;
        let space = Space::new(&core.world, &mut core.memory, &bounds).map_err(|_| {
            CliError::usage("the objects do not fit into the heap", "give more room: --max-heap")
        })?;
        Ok(Subject { machine, space, class, predicate })
    }
}

/// How to search, as the options say.
pub fn options(args: &EnumerateArgs, range: Range) -> Options {
    Options {
        backtrack: args.search.backtrack.into(),
        untouched: match args.search.untouched {
            UntouchedArg::Expand => Untouched::Expand,
            UntouchedArg::Free => Untouched::Free,
        },
        multi_value: args.search.multi_value == Switch::On,
        range,
        max_steps: args.search.max_steps,
    }
}

fn bounds(
    machine: &mut ConcreteMachine,
    subject: bounds::Subject<'_>,
    args: &BoundsArgs,
) -> Result<Bounds, CliError> {
    if !args.args.is_empty() || args.finitization.is_some() {
        let method = args.finitization.as_deref();
        return Ok(bounds::from_korat(machine, subject.root, method, &args.args)?);
    }
    let mut spec = Spec::default();
    if let Some(file) = &args.config {
        let text = std::fs::read_to_string(file).map_err(|error| {
            CliError::usage(
                format!("cannot read {}: {error}", file.display()),
                "name a margay.toml with an [enumerate] table",
            )
        })?;
        spec = Spec::from_toml(&text)?;
    }
    let items = items(args);
    if items.is_empty() && args.bound.is_none() && args.config.is_none() {
        return Err(CliError::usage(
            "there are no bounds",
            "say --bound 3, or name objects and fields with --objects and --set",
        ));
    }
    let mut given = Spec::from_items(&items)?;
    given.bound = args.bound;
    Ok(bounds::from_spec(machine, subject, &spec.refined_by(given))?)
}

/// The items of the command line, in the order that decides between them.
pub fn items(args: &BoundsArgs) -> Vec<String> {
    let objects = args.objects.iter().flat_map(|text| text.split(','));
    let objects = objects.map(|text| format!("objects {}", text.trim()));
    objects.chain(args.set.iter().cloned()).collect()
}
