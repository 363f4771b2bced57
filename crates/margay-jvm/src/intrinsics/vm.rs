//! What the JDK asks the virtual machine about itself.

use super::{Answer, Call, Entry, boolean, int, long, native, no, nothing, null, yes};
use margay_machine::{Abrupt, Domain};

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
        native(
            "jdk/internal/util/ArraysSupport",
            "vectorizedMismatch",
            "",
            mismatch,
            "reads several elements at once; answering `none` leaves it to the loop after it",
        ),
        native(
            "java/util/concurrent/locks/LockSupport",
            "park",
            "",
            |c| c.refuse("waiting for another thread"),
            "one thread",
        ),
        native("jdk/internal/misc/PreviewFeatures", "isPreviewEnabled", "", no, "native"),
        native(
            "java/lang/ClassLoader",
            "getSystemClassLoader",
            "",
            null,
            "class loaders are not modelled",
        ),
        native("java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8", "", yes, "native"),
        native("jdk/internal/misc/Blocker", "begin", "()Z", no, "one thread"),
    ]
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

fn mismatch<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    int::<D>(!call.int(4)?)
}
