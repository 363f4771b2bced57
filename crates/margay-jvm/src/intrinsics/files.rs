//! Files. The JDK's own (time zones, currencies, security settings) are part of the library and
//! can be read; the names of others can be worked with; touching them is refused.

use super::environment::HOME;
use super::{Answer, Call, Entry, Substitute, instead, int, long, native, no, nothing, reference};
use margay_machine::{Abrupt, Domain};
use std::path::{Component, Path, PathBuf};

const STREAM: &str = "java/io/FileInputStream";
const DESCRIPTOR: &str = "java/io/FileDescriptor";
const NATIVES: &str = "margay/rt/Natives";
const DISPATCHER: &str = "sun/nio/fs/UnixNativeDispatcher";

/// No file of a JDK that its library reads is larger.
const MAX_FILE: u64 = 64 << 20;

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let own = "what Margay's Java code needs of the machine";
    let reads = "native: the JDK's own files can be read";
    let names = "native: a fixed answer";
    let with = |name, descriptor| Substitute { class: "margay/rt/JdkFiles", name, descriptor };
    let stream = |name, descriptor| instead(STREAM, name, with(name, descriptor), reads);
    vec![
        native(NATIVES, "jdkFile", "", jdk_file, own),
        native(NATIVES, "jdkFileKind", "", jdk_file_kind, own),
        stream("open0", "(Ljava/io/FileInputStream;Ljava/lang/String;)V"),
        stream("read0", "(Ljava/io/FileInputStream;)I"),
        stream("readBytes", "(Ljava/io/FileInputStream;[BII)I"),
        stream("length0", "(Ljava/io/FileInputStream;)J"),
        stream("position0", "(Ljava/io/FileInputStream;)J"),
        stream("skip0", "(Ljava/io/FileInputStream;J)J"),
        stream("available0", "(Ljava/io/FileInputStream;)I"),
        instead(
            "java/io/UnixFileSystem",
            "getBooleanAttributes0",
            with("attributes", "(Ljava/lang/Object;Ljava/io/File;)I"),
            reads,
        ),
        native(STREAM, "isRegularFile0", "", super::yes, reads),
        native(DESCRIPTOR, "getHandle", "", |_| long::<D>(-1), names),
        native(DESCRIPTOR, "getAppend", "", no, names),
        native(DESCRIPTOR, "close0", "", nothing, reads),
        native(
            DISPATCHER,
            "copyToNativeBuffer",
            "",
            |c| c.refuse("the program reads or writes a file"),
            "passes the name of a file to the system",
        ),
        instead(
            "java/security/Security$SecPropLoader",
            "loadFromPath",
            with("loadSecurity", "(Ljava/nio/file/Path;Ljava/lang/Object;)V"),
            "reads a file of the JDK's by its path",
        ),
        native(DISPATCHER, "init", "", |_| int::<D>(0), names),
        native(DISPATCHER, "getcwd", "", |c| bytes(c, b"/"), names),
        native(
            "jdk/internal/loader/BootLoader",
            "loadLibrary",
            "",
            nothing,
            "its natives are in this table",
        ),
        native(
            "jdk/internal/loader/BootLoader",
            "setBootLoaderUnnamedModule0",
            "",
            nothing,
            "native: class loaders are not modelled",
        ),
    ]
}

/// A new array of bytes.
pub(super) fn bytes<D: Domain>(call: &mut Call<'_, D>, bytes: &[u8]) -> Answer<D> {
    let value = |byte: &u8| D::constant(u64::from(i32::from(*byte as i8) as u32));
    let values: Vec<D::Value> = bytes.iter().map(value).collect();
    let array = call.new_array("[B", &values)?;
    reference::<D>(array)
}

/// The file that a path below the JDK's home names; none for others.
fn real<D: Domain>(call: &mut Call<'_, D>) -> Result<Option<PathBuf>, Abrupt<D::Value>> {
    let path = call.text(0)?;
    let Some(inside) = path.strip_prefix(HOME).and_then(|rest| rest.strip_prefix('/')) else {
        return Ok(None);
    };
    let plain = Path::new(inside).components().all(|part| matches!(part, Component::Normal(_)));
    Ok(plain.then(|| call.jvm.settings.home.join(inside)))
}

/// The contents of a file of the JDK; null if there is none.
fn jdk_file<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let Some(path) = real(call)? else { return reference::<D>(0) };
    let small = path.metadata().is_ok_and(|meta| meta.is_file() && meta.len() <= MAX_FILE);
    match std::fs::read(&path) {
        Ok(contents) if small => bytes(call, &contents),
        _ => reference::<D>(0),
    }
}

/// What there is under a name, as `java.io.FileSystem` numbers it; -1 outside the JDK.
fn jdk_file_kind<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    const EXISTS: i32 = 1;
    const REGULAR: i32 = 2;
    const DIRECTORY: i32 = 4;
    let Some(path) = real(call)? else { return int::<D>(-1) };
    int::<D>(match path.metadata() {
        Ok(meta) if meta.is_dir() => EXISTS | DIRECTORY,
        Ok(meta) if meta.is_file() => EXISTS | REGULAR,
        Ok(_) => EXISTS,
        Err(_) => 0,
    })
}
