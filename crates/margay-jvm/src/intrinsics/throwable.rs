//! Stack traces.

use super::{Answer, Call, Entry, int, native, nothing, reference};
use crate::platform::field_slot;
use margay_ir::{ClassId, MethodId, World};
use margay_machine::{Abrupt, Core, Domain, MadeAt, Place, Ref};

const THROWABLE: &str = "java/lang/Throwable";
const ELEMENT: &str = "java/lang/StackTraceElement";

/// A JVM keeps this many frames.
const MAX_DEPTH: usize = 1024;

/// Two words for each frame: method; line (or -1).
const WORDS: usize = 2;

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let walks = "native: walks the stack";
    vec![
        native(THROWABLE, "fillInStackTrace", "(I)Ljava/lang/Throwable;", fill, walks),
        native(
            ELEMENT,
            "of",
            "(Ljava/lang/Throwable;I)[Ljava/lang/StackTraceElement;",
            elements,
            walks,
        ),
        native(
            ELEMENT,
            "of",
            "(Ljava/lang/Object;I)[Ljava/lang/StackTraceElement;",
            elements_of_backtrace,
            walks,
        ),
        native(
            "java/lang/NullPointerException",
            "getExtendedNPEMessage",
            "",
            super::null,
            "messages are made when the check is compiled",
        ),
        native("java/lang/Thread", "dumpStack", "", nothing, walks),
        native("java/lang/StackStreamFactory", "checkStackWalkModes", "", |_| int::<D>(1), walks),
    ]
}

/// Records where the exception was made: without the frames of its own constructors.
fn fill<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let throwable = call.object(0)?;
    let class = call.core.memory.class_of(throwable);
    let world = &call.core.world;
    call.jvm.asserted |= world.class_name(class) == "java/lang/AssertionError";
    let is_making = |place: &Place| {
        let method = world.method(place.method);
        let name = world.text(method.name);
        (name == "fillInStackTrace" || name == "<init>") && world.is_subclass(class, method.class)
    };
    let places: Vec<(MethodId, Option<u32>)> =
        call.core.stack().skip_while(is_making).map(|place| (place.method, place.line)).collect();
    set_made_at(call, throwable, &places)?;
    // Only now may the trace be asked for: a null one would mean that there is none.
    let class = call.core.world.class_named(THROWABLE);
    let unassigned = field_slot(&call.core.world, class, "UNASSIGNED_STACK");
    if let Some(cell) = unassigned {
        let value = call.core.memory.get_static(cell);
        call.set_field(throwable, "stackTrace", value)?;
    }
    reference::<D>(throwable)
}

/// Lets an exception say where it was made.
pub(crate) fn set_made_at<D: Domain>(
    call: &mut Call<'_, D>,
    throwable: Ref,
    places: &[(MethodId, Option<u32>)],
) -> Result<(), Abrupt<D::Value>> {
    let is_shown =
        |(method, _): &&(MethodId, Option<u32>)| !call.jvm.is_hidden(&call.core.world, *method);
    let shown: Vec<_> = places.iter().filter(is_shown).take(MAX_DEPTH).collect();
    let mut words = Vec::with_capacity(shown.len() * WORDS);
    for (method, line) in &shown {
        words.push(D::constant(u64::from(method.as_u32())));
        words.push(D::constant(line.map_or(u64::MAX, u64::from)));
    }
    let depth = shown.len() as u64;
    let backtrace = call.new_array("[J", &words)?;
    call.set_field(throwable, "backtrace", D::constant(u64::from(backtrace)))?;
    call.set_field(throwable, "depth", D::constant(depth))
}

/// Where an exception says that it was made.
pub(crate) fn made_at<D: Domain>(core: &Core<D>, object: Ref) -> Option<MadeAt> {
    let world = &core.world;
    let class = core.memory.class_of(object);
    if !is_below(world, class, THROWABLE) {
        return None;
    }
    let cells = ["backtrace", "depth"].map(|name| field_slot(world, class, name));
    let [Some(backtrace), Some(depth)] = cells else { return None };
    let known = |at: Ref, index: u32| D::known(core.memory.get(at, index));
    let trace = known(object, backtrace)? as Ref;
    let count = if trace == 0 { 0 } else { core.memory.len(trace) };
    let mut places = Vec::new();
    for at in (0..count).step_by(WORDS) {
        let (method, line) = (known(trace, at)?, known(trace, at + 1)?);
        places.push((MethodId::from_u32(method as u32), u32::try_from(line).ok()));
    }
    Some(MadeAt { places, cells: vec![backtrace, depth] })
}

/// Whether a class is below another, of this name.
pub(crate) fn is_below(world: &World, class: ClassId, name: &str) -> bool {
    let ancestors = world.loaded(class).ancestors();
    ancestors.iter().any(|ancestor| world.class_name(*ancestor) == name)
}

fn elements<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let throwable = call.object(0)?;
    let slot = call.slot(throwable, "backtrace")?;
    let backtrace = D::known(call.core.memory.get(throwable, slot)).unwrap_or_default() as Ref;
    make_elements(call, backtrace)
}

fn elements_of_backtrace<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let backtrace = call.reference(0)?;
    make_elements(call, backtrace)
}

fn make_elements<D: Domain>(call: &mut Call<'_, D>, backtrace: Ref) -> Answer<D> {
    let count = if backtrace == 0 { 0 } else { call.core.memory.len(backtrace) };
    let class = call.jvm.require(call.core, ELEMENT)?;
    let mut values = Vec::new();
    for at in (0..count).step_by(WORDS) {
        let word = |index| D::known(call.core.memory.get(backtrace, index)).unwrap_or_default();
        let (method, line) = (MethodId::from_u32(word(at) as u32), word(at + 1) as i64);
        let frame = Frame::of(call, method, line);
        values.push(D::constant(u64::from(make_element(call, class, frame)?)));
    }
    // Who has called the program, and from how deep, is another in each run.
    for number in 0..call.vary("what calls it, as stack traces tell") {
        let element = make_element(call, class, Frame::outside(number))?;
        values.push(D::constant(u64::from(element)));
    }
    let array = call.new_array("[Ljava/lang/StackTraceElement;", &values)?;
    reference::<D>(array)
}

/// What is told of a call in progress.
struct Frame {
    class: String,
    method: String,
    file: Option<String>,
    module: Option<String>,
    line: i32,
}

impl Frame {
    fn of<D: Domain>(call: &mut Call<'_, D>, method: MethodId, line: i64) -> Frame {
        let world = &call.core.world;
        let declared = world.method(method);
        let owner = world.loaded(declared.class);
        Frame {
            class: crate::messages::external_name(world, declared.class),
            method: world.text(declared.name).to_owned(),
            file: owner.source.map(|source| world.text(source).to_owned()),
            module: call.jvm.module_of(world.class_name(declared.class)),
            line: if declared.is_native() { -2 } else { line as i32 },
        }
    }

    /// A call before those of the program.
    fn outside(number: u32) -> Frame {
        let (class, method) = ("Outside".to_owned(), format!("call{number}"));
        Frame { class, method, file: None, module: None, line: -1 }
    }
}

fn make_element<D: Domain>(
    call: &mut Call<'_, D>,
    class: ClassId,
    frame: Frame,
) -> Result<Ref, Abrupt<D::Value>> {
    let cells = call.core.world.loaded(class).cells;
    let element = call.core.memory.allocate(class, cells)?;
    let texts = [
        ("declaringClass", Some(frame.class)),
        ("methodName", Some(frame.method)),
        ("fileName", frame.file),
        ("moduleName", frame.module),
    ];
    for (field, text) in texts {
        if let Some(text) = text
            && let Some(string) = call.new_text(&text)?
        {
            call.set_field(element, field, string)?;
        }
    }
    call.set_field(element, "lineNumber", D::constant(u64::from(frame.line as u32)))?;
    // Leave out the names of built-in loaders and versions of JDK modules, as a JVM does.
    call.set_field(element, "format", D::constant(3))?;
    Ok(element)
}
