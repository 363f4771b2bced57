//! What the platform and the inputs add to what keeps a search from being a proof.

use super::CheckOptions;
use super::boxes;
use super::compared::Compared;
use super::entry::Subject;
use super::gaps::Gaps;
use super::statics;
use crate::generate::{Aliasing, Generator};
use margay_ir::world::modifiers::FINAL;
use margay_ir::{ClassId, ClassKind, World};
use margay_jvm::describe;
use margay_jvm::platform::{LOCALE_ASKED, PRINTED_LOCALE};

/// What bounds the inputs, and what the program may find otherwise elsewhere.
pub(super) fn bound_by(
    generator: &mut Generator,
    options: &CheckOptions,
    subject: &Subject,
    gaps: &mut Gaps,
) {
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
    let is_interned = platform.interned;
    let is_boxed = platform.boxed || boxes::are_given(generator);
    let is_given = boxes::has_references(subject);
    let compared = Compared::of(generator);
    if is_boxed && boxes::are_told_apart(&compared) {
        gaps.unknown.insert(boxes::TOLD_APART.to_owned());
    }
    if is_interned && (compared.elsewhere || boxes::are_texts_told_apart(&compared)) {
        gaps.unknown.insert("texts of intern() of which it compares references".to_owned());
    }
    if is_given && boxes::are_texts_told_apart(&compared) {
        gaps.bounds.insert("strings of which each is an object of its own".to_owned());
    }
    if is_given && compared.any_constant() {
        let what = "references of the input that are no constants of the program".to_owned();
        gaps.bounds.insert(what);
    }
    let domain = &generator.symbolic.machine.core.domain;
    gaps.bounds.extend(statics::bounds(domain).map(str::to_owned));
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
        let kind = world.class(class).map(|loaded| loaded.kind);
        if let Some(ClassKind::Array { component: Some(component), .. }) = kind
            && may_be_narrower(world, component)
        {
            gaps.bounds.insert("arrays of the class that they are declared with".to_owned());
        }
        gaps.bounds.insert(match kind {
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

/// Whether an array declared with this type of elements may be one of a narrower type.
fn may_be_narrower(world: &World, component: ClassId) -> bool {
    world.class(component).is_none_or(|class| match class.kind {
        ClassKind::Array { component, .. } => {
            component.is_some_and(|component| may_be_narrower(world, component))
        }
        _ => class.modifiers & FINAL == 0,
    })
}
