//! What the class path lacks. Margay runs a method as far as nothing is missing; a JVM verifies all of a class before
//! it runs any of it, and loads for that what its code catches or throws, or passes objects of other types for. A test of such a class could not run. Nor could one be
//! compiled that calls a method whose parameters or result are of a class that is not there.

use crate::program::{ConcreteMachine, load};
use margay_ir::{ClassId, MethodId};
use margay_jvm::describe;
use margay_search::generate::case::Build;
use rustc_hash::FxHashMap;

/// What may stand before a class in a descriptor.
const NO_CLASS: [char; 12] = ['(', ')', '[', 'B', 'C', 'D', 'F', 'I', 'J', 'S', 'Z', 'V'];

/// Finds out, once for each class.
#[derive(Default)]
pub(super) struct Missing {
    known: FxHashMap<ClassId, Option<String>>,
}

impl Missing {
    /// Why a JVM does not run one of these methods, if it does not.
    pub fn needed(
        &mut self,
        machine: &mut ConcreteMachine,
        methods: impl IntoIterator<Item = MethodId>,
    ) -> Option<String> {
        for method in methods {
            let mut class = Some(machine.core.world.method(method).class);
            while let Some(next) = class {
                let lacking = self.known.entry(next).or_insert_with(|| lacking(machine, next));
                if lacking.is_some() {
                    return lacking.clone();
                }
                class = machine.core.world.loaded(next).superclass;
            }
        }
        None
    }
}

/// Why no test can call a method with this descriptor, if none can.
pub(super) fn unknown_type(machine: &mut ConcreteMachine, descriptor: &str) -> Option<String> {
    // Each class ends with a semicolon, and follows types of one letter.
    let types = descriptor.split(';').map(|text| text.trim_start_matches(NO_CLASS));
    let mut names = types.filter_map(|ty| ty.strip_prefix('L'));
    let missing = names.find(|name| load(machine, name).is_err())?.replace('/', ".");
    Some(format!(
        "the class path (--cp) lacks {missing}: no test that calls a method with it compiles"
    ))
}

/// The descriptor of what a step calls.
pub(super) fn called(step: &Build) -> Option<&str> {
    match step {
        Build::Construct { descriptor, .. }
        | Build::Call { descriptor, .. }
        | Build::Produce { descriptor, .. } => Some(descriptor),
        _ => None,
    }
}

fn lacking(machine: &mut ConcreteMachine, class: ClassId) -> Option<String> {
    let needed = machine.platform.loader.verified_with(class);
    let missing = needed.into_iter().find(|name| load(machine, name).is_err())?;
    let user = describe::class(&machine.core.world, class);
    let missing = missing.replace('/', ".");
    Some(format!(
        "the class path (--cp) lacks {missing}, or what it extends: no JVM runs {user}, whose code needs it"
    ))
}
