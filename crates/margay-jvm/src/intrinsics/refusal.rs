//! What a program wanted when it reaches a native method that Margay does not have, in the words
//! of its author.

use margay_ir::{MethodId, World};

/// What is wanted by calling native code of a class, by how its name begins; the first that fits
/// counts.
const WANTED: &[(&str, &str)] = &[
    ("java/io/Console", "reads from the terminal"),
    ("java/io/Object", "serializes objects"),
    ("java/io/", "reads or writes a file"),
    ("sun/nio/fs/", "reads or writes a file"),
    ("sun/nio/ch/File", "reads or writes a file"),
    ("sun/nio/ch/UnixFile", "reads or writes a file"),
    ("java/util/zip/", "compresses data"),
    ("java/net/", "uses the network"),
    ("sun/net/", "uses the network"),
    ("sun/nio/ch/", "uses the network"),
    ("java/lang/Process", "starts a process"),
    ("java/lang/Thread", "starts a thread"),
    ("java/lang/VirtualThread", "starts a thread"),
    ("jdk/internal/vm/", "starts a thread"),
    ("java/lang/ClassLoader", "loads classes by hand"),
    ("jdk/internal/loader/NativeLibrar", "loads a native library"),
    ("jdk/internal/loader/RawNativeLibrar", "loads a native library"),
    ("jdk/internal/loader/", "loads classes by hand"),
    ("java/lang/Module", "changes modules"),
    ("java/lang/invoke/", "uses method handles"),
    ("java/lang/reflect/Proxy", "makes a proxy"),
    ("java/lang/Class", "uses reflection"),
    ("java/lang/reflect/", "uses reflection"),
    ("jdk/internal/reflect/", "uses reflection"),
    ("java/lang/StackStreamFactory", "walks the stack"),
    ("java/lang/ref/", "watches the garbage collector"),
    ("java/awt/", "draws on a screen"),
    ("sun/awt/", "draws on a screen"),
    ("sun/java2d/", "draws on a screen"),
    ("sun/font/", "draws on a screen"),
    ("java/lang/management/", "measures the JVM"),
    ("sun/management/", "measures the JVM"),
    ("jdk/internal/perf/", "measures the JVM"),
    ("jdk/internal/misc/Unsafe", "uses memory outside the heap"),
    ("jdk/internal/misc/Signal", "handles a signal"),
];

/// Why a native method without an intrinsic is not run.
pub(crate) fn refusal(world: &World, method: MethodId) -> String {
    let class = world.class_name(world.method(method).class);
    let wanted = WANTED.iter().find(|(prefix, _)| class.starts_with(prefix));
    let wanted = wanted.map_or("calls native code", |(_, wanted)| wanted);
    format!("the program {wanted} (native method {})", world.method_text(method))
}
