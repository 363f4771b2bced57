//! What the platform and the inputs add to what keeps a search from being a proof.

use super::CheckOptions;
use super::boxes;
use super::gaps::Gaps;
use crate::generate::{Aliasing, Generator};
use margay_ir::ClassKind;
use margay_jvm::describe;
use margay_jvm::platform::{LOCALE_ASKED, PRINTED_LOCALE};

/// What bounds the inputs, and what the program may find otherwise elsewhere.
pub(super) fn bound_by(generator: &mut Generator, options: &CheckOptions, gaps: &mut Gaps) {
    let limits = &options.search.inputs;
    let platform = &generator.symbolic.machine.platform;
    gaps.bounds.extend(platform.restricted.iter().cloned());
    let is_known =
        |what: &str| what == PRINTED_LOCALE || options.is_english && what == LOCALE_ASKED;
    let asked = platform.asked.iter().filter(|what| !is_known(what));
    gaps.unknown.extend(asked.map(|what| format!("what it does may depend on {what}")));
    if options.strict_assertions && platform.asserted {
        gaps.unknown.insert("an AssertionError is made and does not leave the program".to_owned());
    }
    let is_boxed = platform.boxed || boxes::are_given(generator);
    if is_boxed && boxes::are_told_apart(generator) {
        let what = "boxed numbers of which it compares references".to_owned();
        gaps.unknown.insert(what);
    }
    if generator.symbolic.machine.core.domain.usual_nan {
        gaps.bounds.insert("floats of which NaN has the usual bits".to_owned());
    }
    if let Some(range) = limits.range {
        gaps.bounds.insert(format!("integers from {} to {}", range.low, range.high));
    }
    if limits.aliasing == Aliasing::Off {
        gaps.bounds.insert("references that are never the same object".to_owned());
    }
    let world = generator.symbolic.world();
    for class in generator.inputs.made(world) {
        gaps.bounds.insert(match world.class(class).map(|loaded| loaded.kind) {
            Some(ClassKind::Array { .. }) => {
                format!("arrays of up to {} elements", limits.max_array)
            }
            _ => match world.class_name(class) {
                "java/lang/String" | "java/lang/CharSequence" => {
                    format!("strings of up to {} Latin-1 characters", limits.max_string)
                }
                _ => format!("objects that Margay makes for {}", describe::class(world, class)),
            },
        });
    }
}
