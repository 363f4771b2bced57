//! What the platform and the inputs add to what keeps a search from being a proof.

use super::CheckOptions;
use super::gaps::Gaps;
use crate::generate::{Aliasing, Generator};
use margay_ir::function::ValueDef;
use margay_ir::{ClassKind, InstKind, Type, Value};
use margay_jvm::describe;

/// What bounds the inputs, and what the program may find otherwise elsewhere.
pub(super) fn bound_by(generator: &mut Generator, options: &CheckOptions, gaps: &mut Gaps) {
    let limits = &options.search.inputs;
    let platform = &generator.symbolic.machine.platform;
    gaps.bounds.extend(platform.restricted.iter().cloned());
    let asked = platform.asked.iter();
    gaps.unknown.extend(asked.map(|what| format!("what it does may depend on {what}")));
    if options.strict_assertions && platform.asserted {
        gaps.unknown.insert("an AssertionError is made and does not leave the program".to_owned());
    }
    if platform.boxed && tells_boxes_apart(generator) {
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

/// Whether code of the project may see which of two equal boxes it has.
fn tells_boxes_apart(generator: &mut Generator) -> bool {
    let program = &mut generator.symbolic;
    for name in &program.classes.clone() {
        let Ok(class) = program.load(name) else { continue };
        for method in program.world().loaded(class).methods.clone() {
            let loader = &mut program.machine.platform.loader;
            let world = &mut program.machine.core.world;
            let Ok(body) = loader.body(world, method) else { continue };
            let tells = body.insts.values().any(|inst| match &inst.kind {
                InstKind::Compare { ty: Type::Ref, a, b, .. } => {
                    let is_null = |value: Value| match body.values[value].def {
                        ValueDef::Inst(inst) => matches!(body.insts[inst].kind, InstKind::Null),
                        ValueDef::Param(..) => false,
                    };
                    !is_null(*a) && !is_null(*b)
                }
                InstKind::Call { method, .. } => {
                    let owner = world.class_name(world.method_symbol(*method).class);
                    owner.starts_with("java/util/concurrent/atomic/")
                        || owner == "java/util/IdentityHashMap"
                }
                _ => false,
            });
            if tells {
                return true;
            }
        }
    }
    false
}
