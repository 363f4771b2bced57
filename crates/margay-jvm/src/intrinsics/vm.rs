//! What the JDK asks the virtual machine about itself.

use super::{Answer, Call, Entry, boolean, int, long, native, no, nothing, null, pure, yes};
use margay_ir::{ClassKind, Storage};
use margay_machine::{Abrupt, Domain, Ref};

const VM: &str = "jdk/internal/misc/VM";
const CDS: &str = "jdk/internal/misc/CDS";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let registers = "native: a JVM links its natives by it";
    let archive = "native: there is no archive of classes";
    let booted = "start-up is Margay's own";
    vec![
        native("*", "registerNatives", "()V", nothing, registers),
        native("*", "initIDs", "()V", nothing, registers),
        native(VM, "initialize", "", nothing, registers),
        native(VM, "initializeFromArchive", "", nothing, archive),
        native(VM, "isBooted", "", yes, booted),
        native(VM, "isModuleSystemInited", "", yes, booted),
        native(VM, "isSystemDomainLoader", "", yes, booted),
        native(VM, "getSavedProperty", "", null, booted),
        native(VM, "getuid", "", |_| long::<D>(0), "native"),
        native(VM, "latestUserDefinedLoader0", "", null, "class loaders are not modelled"),
        native(CDS, "isDumpingClassList0", "", no, archive),
        native(CDS, "isDumpingArchive0", "", no, archive),
        native(CDS, "isSharingEnabled0", "", no, archive),
        native(CDS, "getCDSConfigStatus", "", |_| int::<D>(0), archive),
        native(CDS, "getRandomSeedForDumping", "", |_| long::<D>(0), archive),
        native(CDS, "initializeFromArchive", "", nothing, archive),
        native("java/lang/ref/Reference", "refersTo0", "", refers_to, "native: no collector"),
        native("java/lang/ref/Reference", "clear0", "", clear, "native: no collector"),
        native("java/lang/ref/PhantomReference", "refersTo0", "", refers_to, "native"),
        native(
            "java/lang/ref/Reference",
            "<clinit>",
            "",
            nothing,
            "starts the collector's thread, and there is no collector",
        ),
        native("java/lang/ref/Finalizer", "<clinit>", "", nothing, "starts a thread"),
        native("jdk/internal/util/SystemProps$Raw", "vmProperties", "", null, booted),
        pure(
            "jdk/internal/util/ArraysSupport",
            "vectorizedMismatch",
            "",
            mismatch,
            "reads several elements at once",
        ),
        native("jdk/internal/misc/PreviewFeatures", "isPreviewEnabled", "", no, "native"),
        native("jdk/internal/ref/CleanerImpl", "start", "", nothing, "starts a thread"),
        native(
            "sun/security/provider/NativePRNG",
            "initIO",
            "",
            null,
            "there is no device to read random bytes from",
        ),
        native("java/io/ObjectStreamClass", "initNative", "()V", nothing, registers),
        native("java/io/ObjectStreamClass", "hasStaticInitializer", "", has_initializer, "native"),
        native("java/lang/ProcessImpl", "init", "()V", nothing, registers),
        native("java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8", "", yes, "native"),
    ]
}

fn has_initializer<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(0)?;
    boolean::<D>(call.core.world.loaded(class).initializer.is_some())
}

fn refers_to<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let reference = call.object(0)?;
    let slot = call.slot(reference, "referent")?;
    let referent = call.core.memory.get(reference, slot);
    boolean::<D>(call.decided(referent)? == call.bits(1)?)
}

fn clear<D: Domain>(call: &mut Call<'_, D>) -> Result<Option<D::Value>, Abrupt<D::Value>> {
    let reference = call.object(0)?;
    call.set_field(reference, "referent", D::constant(0))?;
    Ok(None)
}

/// The first index at which two arrays differ, counted from the places given; else the
/// complement of how many elements are left to compare.
fn mismatch<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (a, b) = (call.object(0)?, call.object(2)?);
    let (from_a, from_b) = (call.long(1)? as u32, call.long(3)? as u32);
    let length = call.int(4)?.unsigned_abs();
    call.settle(a, from_a, length)?;
    call.settle(b, from_b, length)?;
    for index in 0..length {
        let memory = &call.core.memory;
        let (x, y) = (memory.get(a, from_a + index), memory.get(b, from_b + index));
        match (D::known(x), D::known(y)) {
            _ if x == y => {}
            (Some(_), Some(_)) => return int::<D>(index as i32),
            // The caller goes on by itself, unless an element is as wide as a step.
            _ if !is_wide(call, a) => return int::<D>(!((length - index) as i32)),
            _ if call.decided(x)? != call.decided(y)? => return int::<D>(index as i32),
            _ => {}
        }
    }
    int::<D>(!0)
}

fn is_wide<D: Domain>(call: &Call<'_, D>, array: Ref) -> bool {
    let kind = call.core.world.loaded(call.core.memory.class_of(array)).kind;
    matches!(kind, ClassKind::Array { elem: Storage::I64 | Storage::F64, .. })
}
