//! What leads out of a program: files, the network, other processes; the clock, chance, the environment.
//! A test replaces methods of the project that get there, where a subclass may override them.

/// Where a method of the class library leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outside {
    /// To a number of a generator, which is another in another run if its seed is.
    Drawn,
    /// To a value that is another in another run.
    Varying,
    /// To something that is not part of the program.
    World,
}

/// Classes all of whose methods and constructors lead out, by what their names begin with.
const WORLD: [&str; 17] = [
    "java/io/FileInputStream",
    "java/io/FileOutputStream",
    "java/io/FileReader",
    "java/io/FileWriter",
    "java/io/RandomAccessFile",
    "java/lang/ProcessBuilder",
    "java/net/DatagramSocket",
    "java/net/HttpURLConnection",
    "java/net/InetAddress",
    "java/net/MulticastSocket",
    "java/net/ServerSocket",
    "java/net/Socket",
    "java/net/URLConnection",
    "java/net/http/",
    "java/nio/channels/",
    "java/nio/file/Files",
    "java/sql/DriverManager",
];

/// Methods that lead out, of classes that are of use without.
const WORLD_METHODS: [(&str, &[&str]); 3] = [
    (
        "java/io/File",
        &[
            "canExecute",
            "canRead",
            "canWrite",
            "createNewFile",
            "createTempFile",
            "delete",
            "exists",
            "getCanonicalPath",
            "isDirectory",
            "isFile",
            "lastModified",
            "length",
            "list",
            "listFiles",
            "mkdir",
            "mkdirs",
            "renameTo",
        ],
    ),
    ("java/lang/Runtime", &["exec"]),
    ("java/net/URL", &["getContent", "openConnection", "openStream"]),
];

/// Where a call of a method leads, if it leads out.
pub(super) fn of_call(class: &str, name: &str, descriptor: &str) -> Option<Outside> {
    let is_named = |(owner, names): &(&str, &[&str])| *owner == class && names.contains(&name);
    if WORLD.iter().any(|prefix| class.starts_with(prefix)) || WORLD_METHODS.iter().any(is_named) {
        return Some(Outside::World);
    }
    let is_new = name == "<init>" && descriptor == "()V";
    if class == "java/util/Random" && name.starts_with("next") {
        return Some(Outside::Drawn);
    }
    let varies = match class {
        "java/lang/System" => matches!(name, "currentTimeMillis" | "getenv" | "nanoTime"),
        "java/lang/Math" | "java/lang/StrictMath" => name == "random",
        "java/util/Random" | "java/util/Date" | "java/security/SecureRandom" => is_new,
        "java/util/Calendar" => name == "getInstance",
        "java/util/UUID" => name == "randomUUID",
        "java/util/concurrent/ThreadLocalRandom" => name == "current",
        _ => class.starts_with("java/time/") && name == "now" && !descriptor.contains("Clock"),
    };
    varies.then_some(Outside::Varying)
}
