//! What a program can learn of the machine it runs on: processors, memory, properties, variables,
//! time zone, locale, chance. Each has a value that is the same on every machine, and another in
//! another run: whoever lets a result depend on it is found out by comparing runs.

use super::{
    Answer, Call, Entry, Substitute, instead, int, long, native, noted, nothing, reference,
};
use crate::platform::{LOCALE_ASKED, PRINTED_LOCALE};
use margay_ir::world::SymbolicRef;
use margay_machine::{Abrupt, Domain, Place, Platform};

const RUNTIME: &str = "java/lang/Runtime";
const SYSTEM: &str = "java/lang/System";
const LOCALE: &str = "java/util/Locale";
const TIME_ZONE: &str = "java/util/TimeZone";
const SECURITY: &str = "java/security/Security";
const CHARSET: &str = "java/nio/charset/Charset";

const PROCESS: &str = "java/lang/ProcessHandleImpl";

const CHANCE: &str = "chance";

/// Where programs believe the JDK to be.
pub(super) const HOME: &str = "/java";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let fixed = "native: a fixed answer";
    let other = "another answer on another machine";
    let chance = "another answer in another run";
    let collects = "a JVM may have collected it";
    let locale = "()Ljava/util/Locale;";
    let of_category = "(Ljava/util/Locale$Category;)Ljava/util/Locale;";
    vec![
        native(RUNTIME, "availableProcessors", "", processors, fixed),
        native(RUNTIME, "freeMemory", "", |c| memory(c, 1 << 28), fixed),
        native(RUNTIME, "totalMemory", "", |c| memory(c, 1 << 29), fixed),
        native(RUNTIME, "maxMemory", "", |c| memory(c, 1 << 31), fixed),
        native("java/nio/Bits", "reserveMemory", "", nothing, "how much there is, is no fact"),
        native("java/nio/Bits", "unreserveMemory", "", nothing, "nothing is counted"),
        native(PROCESS, "initNative", "", nothing, "native: there is nothing to set up"),
        native(PROCESS, "getCurrentPid0", "", process, fixed),
        native(PROCESS, "isAlive0", "", |_| long::<D>(0), "native: when it began is not known"),
        native("margay/rt/Natives", "properties", "", properties, "what start-up code sets"),
        native("margay/rt/Natives", "depends", "", depends_on, "what Margay's Java code needs"),
        native("java/lang/ProcessEnvironment", "environ", "", no_variables, "native: none is set"),
        native(TIME_ZONE, "getSystemTimeZoneID", "", |c| c.new_text("UTC"), fixed),
        native(TIME_ZONE, "getSystemGMTOffsetID", "", |c| c.new_text("GMT"), fixed),
        noted(SYSTEM, "getProperty", "(Ljava/lang/String;)Ljava/lang/String;", property, other),
        noted(
            SYSTEM,
            "getProperty",
            "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
            property,
            other,
        ),
        noted(SYSTEM, "getProperties", "", properties_asked, other),
        noted(SYSTEM, "getenv", "(Ljava/lang/String;)Ljava/lang/String;", variable, other),
        noted(SYSTEM, "getenv", "()Ljava/util/Map;", |c| depends(c, "the environment"), other),
        noted(TIME_ZONE, "getDefaultRef", "", time_zone, other),
        noted(CHARSET, "defaultCharset", "", default_charset, other),
        noted(LOCALE, "getDefault", locale, default_locale, other),
        noted(LOCALE, "getDefault", of_category, default_locale, other),
        noted(
            "java/io/UnixFileSystem",
            "resolve",
            "(Ljava/io/File;)Ljava/lang/String;",
            |c| depends(c, "the working directory"),
            other,
        ),
        noted(
            "sun/nio/fs/UnixPath",
            "toAbsolutePath",
            "",
            |c| depends(c, "the working directory"),
            other,
        ),
        noted(SECURITY, "getProviders", "", providers, other),
        noted(SECURITY, "getAlgorithms", "", providers, other),
        noted("java/lang/Runtime", "addShutdownHook", "", shutdown_hook, "what runs at the end"),
        instead(
            "java/util/UUID",
            "randomUUID",
            Substitute {
                class: "margay/rt/Substitutes",
                name: "randomUUID",
                descriptor: "()Ljava/util/UUID;",
            },
            "there is no device to read random bytes from",
        ),
        instead(
            "java/security/SecureRandom",
            "getDefaultPRNG",
            Substitute {
                class: "margay/rt/Substitutes",
                name: "randomness",
                descriptor: "(Ljava/security/SecureRandom;Z[B)V",
            },
            "there is no device to read random bytes from",
        ),
        noted("java/lang/Math", "random", "", random, chance),
        noted("java/util/concurrent/ThreadLocalRandom", "nextSeed", "", seed, chance),
        noted("java/util/SplittableRandom", "<init>", "()V", |c| depends(c, CHANCE), chance),
        noted(
            "java/util/Collections",
            "shuffle",
            "(Ljava/util/List;)V",
            |c| depends(c, CHANCE),
            chance,
        ),
        noted("java/util/ImmutableCollections$Set12", "iterator", "", order, chance),
        noted("java/util/ImmutableCollections$SetN$SetNIterator", "<init>", "", order, chance),
        noted("java/util/ImmutableCollections$MapN$MapNIterator", "<init>", "", order, chance),
        noted("java/lang/ref/Reference", "get", "", collected, collects),
        noted("java/lang/ref/Reference", "refersTo", "", collected, collects),
        noted("java/lang/ref/ReferenceQueue", "poll", "", collected, collects),
        noted("java/util/WeakHashMap", "<init>", "", collected, collects),
    ]
}

/// What is referred to weakly may be gone at any time. The JDK's own caches fill themselves again.
fn collected<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let caller = call.core.stack().next();
    if caller.is_some_and(|at| Platform::is_watched(call.jvm, &call.core.world, at.method)) {
        call.jvm.restrict("runs in which nothing that is referred to weakly is collected");
    }
    Err(Abrupt::Own)
}

fn processors<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    int::<D>(1 + 3 * call.vary("the number of processors") as i32)
}

fn process<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    long::<D>(1 + 4_711 * i64::from(call.vary("the number of the process")))
}

fn memory<D: Domain>(call: &mut Call<'_, D>, bytes: i64) -> Answer<D> {
    let run = i64::from(call.vary("the memory of the JVM"));
    long::<D>(bytes + run * 12_345_678)
}

/// The system properties at the start.
fn initial<D: Domain>(call: &Call<'_, D>) -> Vec<(&'static str, String)> {
    let settings = &call.jvm.settings;
    let (feature, version) = (settings.feature.to_string(), &settings.version);
    let fixed: &[(&str, &str)] = &[
        ("java.version", version),
        ("java.specification.version", &feature),
        ("java.vm.specification.version", &feature),
        ("java.class.version", &(settings.feature + 44).to_string()),
        ("java.vendor", "Margay"),
        ("java.vm.name", "Margay"),
        ("java.vm.vendor", "Margay"),
        ("java.vm.version", version),
        ("java.runtime.version", version),
        ("java.home", HOME),
        ("java.io.tmpdir", "/tmp"),
        ("java.class.path", ""),
        ("java.library.path", ""),
        ("sun.boot.library.path", ""),
        ("java.vendor.url", "Margay"),
        ("java.vendor.url.bug", "Margay"),
        ("java.vendor.version", version),
        ("java.version.date", "2000-01-01"),
        ("java.runtime.name", "Margay"),
        ("java.specification.name", "Java Platform API Specification"),
        ("java.specification.vendor", "Oracle Corporation"),
        ("java.vm.specification.name", "Java Virtual Machine Specification"),
        ("java.vm.specification.vendor", "Oracle Corporation"),
        ("java.vm.info", "mixed mode"),
        ("sun.arch.data.model", "64"),
        ("sun.cpu.endian", "little"),
        ("sun.io.unicode.encoding", "UnicodeLittle"),
        ("sun.java.command", ""),
        ("sun.java.launcher", "SUN_STANDARD"),
        ("os.name", "Linux"),
        ("os.arch", "amd64"),
        ("os.version", "0"),
        ("file.separator", "/"),
        ("path.separator", ":"),
        ("line.separator", "\n"),
        ("user.dir", "/"),
        ("user.home", "/"),
        ("user.name", "margay"),
        ("user.language", "en"),
        ("user.country", "US"),
        ("file.encoding", "UTF-8"),
        ("native.encoding", "UTF-8"),
        ("stdout.encoding", "UTF-8"),
        ("stderr.encoding", "UTF-8"),
        ("sun.jnu.encoding", "UTF-8"),
        ("sun.stdout.encoding", "UTF-8"),
        ("java.security.manager", "disallow"),
    ];
    fixed.iter().map(|(name, value)| (*name, (*value).to_owned())).collect()
}

fn properties<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let mut values = Vec::new();
    for (name, value) in initial(call) {
        values.extend(call.new_text(name)?);
        values.extend(call.new_text(&value)?);
    }
    let array = call.new_array("[Ljava/lang/String;", &values)?;
    reference::<D>(array)
}

/// Properties that are the same wherever Java code like this runs.
const CERTAIN: &[&str] = &["file.separator", "path.separator", "line.separator"];

/// Whether the library asks for itself: what it does with the answer is its own business.
fn asked_by_library<D: Domain>(call: &mut Call<'_, D>) -> bool {
    let caller = call.core.stack().next().map(|place| call.core.world.method(place.method).class);
    caller.is_some_and(|class| {
        let name = call.core.world.class_name(class).to_owned();
        call.jvm.module_of(&name).is_some()
    })
}

fn property<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    if call.reference(0)? == 0 || asked_by_library(call) {
        return Err(Abrupt::Own);
    }
    let name = call.text(0)?;
    let given = !CERTAIN.contains(&name.as_str()) && initial(call).iter().any(|p| p.0 == name);
    if given && call.vary("system properties") != 0 {
        let run = call.jvm.run;
        return call.new_text(&format!("/other/{run}"));
    }
    Err(Abrupt::Own)
}

fn properties_asked<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    unless_library(call, "system properties")
}

/// Which providers there are, and for what, differs between versions too.
fn providers<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    unless_library(call, "which security providers there are")
}

fn no_variables<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let none = call.new_array("[[B", &[])?;
    reference::<D>(none)
}

fn variable<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    if asked_by_library(call) {
        return Err(Abrupt::Own);
    }
    match call.vary("the environment") {
        0 => Err(Abrupt::Own),
        run => call.new_text(&format!("/other/{run}")),
    }
}

/// Leaves the answer to the library, and refuses to give another one in another run.
fn depends<D: Domain>(call: &mut Call<'_, D>, what: &str) -> Answer<D> {
    match call.vary(what) {
        0 => Err(Abrupt::Own),
        _ => call.refuse(&format!("what the program does depends on {what}")),
    }
}

/// The same, where it is not the library that asks.
fn unless_library<D: Domain>(call: &mut Call<'_, D>, what: &str) -> Answer<D> {
    if asked_by_library(call) { Err(Abrupt::Own) } else { depends(call, what) }
}

fn depends_on<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let what = call.text(0)?;
    match depends(call, &what) {
        Err(Abrupt::Own) => Ok(None),
        other => other,
    }
}

fn time_zone<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let run = call.vary("the time zone");
    if run == 0 {
        return Err(Abrupt::Own);
    }
    let id = if run == 1 { "GMT+09:00" } else { "GMT-07:30" };
    named(call, TIME_ZONE, "getTimeZone", id)
}

/// Since JDK 18 it is the same everywhere.
fn default_charset<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    if call.jvm.settings.feature >= 18 {
        return Err(Abrupt::Own);
    }
    match call.vary("the default charset") {
        0 => Err(Abrupt::Own),
        1 => named(call, CHARSET, "forName", "US-ASCII"),
        _ => named(call, CHARSET, "forName", "ISO-8859-1"),
    }
}

/// What a static method of a class finds by a name.
fn named<D: Domain>(call: &mut Call<'_, D>, class: &str, method: &str, name: &str) -> Answer<D> {
    let given = call.new_text(name)?;
    let descriptor = format!("(Ljava/lang/String;)L{class};");
    let class = call.jvm.require(call.core, class)?;
    let name = call.core.world.name(method);
    let descriptor = call.core.world.name(&descriptor);
    match call.core.world.find_method(SymbolicRef { class, name, descriptor }) {
        Some(method) => Err(Abrupt::Call(method, given.into_iter().collect())),
        None => Err(Abrupt::Own),
    }
}

/// In English, but perhaps of another country.
fn default_locale<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let what = if prints(call) { PRINTED_LOCALE } else { LOCALE_ASKED };
    if call.vary(what) == 0 {
        return Err(Abrupt::Own);
    }
    match call.static_slot(LOCALE, "UK") {
        Some(slot) => Ok(Some(call.core.memory.get_static(slot))),
        None => Err(Abrupt::Own),
    }
}

/// Whether it is for a standard stream, and no code of the program is in between which could look at the text.
fn prints<D: Domain>(call: &mut Call<'_, D>) -> bool {
    let world = &call.core.world;
    let class_of = |place: Place| world.class_name(world.method(place.method).class).to_owned();
    let callers: Vec<String> = call.core.stack().map(class_of).collect();
    let first = callers.into_iter().find(|name| call.jvm.module_of(name).is_none());
    first.is_some_and(|name| name == "margay/rt/Console")
}

/// Threads that a program wants to run when it ends do not; those of the library only tidy up.
fn shutdown_hook<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let hook = call.object(1)?;
    let class = call.core.memory.class_of(hook);
    let name = call.core.world.class_name(class).to_owned();
    let of_library = call.jvm.module_of(&name).is_some() && name != "java/lang/Thread";
    if of_library {
        Err(Abrupt::Own)
    } else {
        call.refuse("the program starts a thread when it ends")
    }
}

/// A number that nobody could have guessed, for another run.
fn guess<D: Domain>(call: &Call<'_, D>) -> u64 {
    let seed = call.core.steps ^ u64::from(call.jvm.run) << 56;
    let mixed = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

fn random<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    if call.vary(CHANCE) == 0 {
        return Err(Abrupt::Own);
    }
    let fraction = (guess(call) >> 11) as f64 / (1_u64 << 53) as f64;
    Ok(Some(D::constant(fraction.to_bits())))
}

fn seed<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    if call.vary(CHANCE) == 0 { Err(Abrupt::Own) } else { Ok(Some(D::constant(guess(call)))) }
}

/// The order of an unmodifiable set or map: either way round, as each JVM decides when it starts.
fn order<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let run = call.vary("the order of Set.of and Map.of");
    if run != 0
        && let Some(slot) = call.static_slot("java/util/ImmutableCollections", "REVERSE")
    {
        call.core.memory.set_static(slot, D::constant(u64::from(run == 1)));
    }
    Err(Abrupt::Own)
}
