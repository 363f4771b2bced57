//! Margay's own Java classes: the API programs choose with, the API that classes written for
//! Korat give their bounds with, and what stands in for the parts of a JVM that are not written
//! in Java.
//!
//! Their compiled form is part of the binary, so that running class files needs no compiler. The
//! sources are in `runtime/`, beside the script that compiles them.

use crate::load::ClassBytes;

macro_rules! bundled {
    ($($name:literal),* $(,)?) => {
        &[$((
            $name,
            include_bytes!(concat!("../runtime/classes/", $name, ".class")) as &[u8],
        )),*]
    };
}

macro_rules! sources {
    ($($name:literal),* $(,)?) => {
        &[$((
            concat!($name, ".java"),
            include_str!(concat!("../runtime/", $name, ".java")),
        )),*]
    };
}

/// Hands the names of the API's classes to another macro.
macro_rules! api {
    ($then:ident) => {
        $then![
            "margay/Margay",
            "korat/finitization/IArraySet",
            "korat/finitization/IBooleanSet",
            "korat/finitization/IByteSet",
            "korat/finitization/IClassDomain",
            "korat/finitization/IDoubleSet",
            "korat/finitization/IFieldDomain",
            "korat/finitization/IFinitization",
            "korat/finitization/IFinitizationFactory",
            "korat/finitization/IFloatSet",
            "korat/finitization/IIntSet",
            "korat/finitization/ILongSet",
            "korat/finitization/IObjSet",
            "korat/finitization/IPrimitiveTypeSet",
            "korat/finitization/IShortSet",
            "korat/finitization/impl/ArraySet",
            "korat/finitization/impl/BooleanSet",
            "korat/finitization/impl/ByteSet",
            "korat/finitization/impl/ClassDomain",
            "korat/finitization/impl/DoubleSet",
            "korat/finitization/impl/Finitization",
            "korat/finitization/impl/FinitizationFactory",
            "korat/finitization/impl/FloatSet",
            "korat/finitization/impl/IntSet",
            "korat/finitization/impl/LongSet",
            "korat/finitization/impl/Numbers",
            "korat/finitization/impl/ObjSet",
            "korat/finitization/impl/Setting",
            "korat/finitization/impl/ShortSet",
            "org/cprover/CProver",
            "org/cprover/CProverString",
            "org/sosy_lab/sv_benchmarks/Verifier",
            "gov/nasa/jpf/symbc/Debug",
            "gov/nasa/jpf/vm/Verify",
        ]
    };
}

const API: &[(&str, &[u8])] = api!(bundled);

/// The package of the classes that programs do not know of.
pub(crate) const PACKAGE: &str = "margay/rt/";

const OWN: &[(&str, &[u8])] = bundled![
    "margay/rt/AnyRandom",
    "margay/rt/AppLoader",
    "margay/rt/Boxes",
    "margay/rt/Checks",
    "margay/rt/Console",
    "margay/rt/Contents",
    "margay/rt/Elements",
    "margay/rt/FieldAccess",
    "margay/rt/Formats",
    "margay/rt/JdkFiles",
    "margay/rt/JdkFiles$Open",
    "margay/rt/Members",
    "margay/rt/Members$Deserializing",
    "margay/rt/Modules",
    "margay/rt/Monitors",
    "margay/rt/Natives",
    "margay/rt/Proxies",
    "margay/rt/Resources",
    "margay/rt/Resources$Connection",
    "margay/rt/Resources$Handler",
    "margay/rt/Services",
    "margay/rt/Services$Found",
    "margay/rt/Startup",
    "margay/rt/AnyInput",
    "margay/rt/Substitutes",
    "margay/rt/Substitutes$Dice",
    "margay/rt/Texts",
    "margay/rt/Trace",
    "margay/rt/Vague",
    "margay/rt/Values",
];

/// The API's sources, for `javac` when a program is given as source.
pub const API_SOURCES: &[(&str, &str)] = api!(sources);

/// The API's classes, for a JVM that runs a program that uses it.
#[must_use]
pub fn api_classes() -> &'static [(&'static str, &'static [u8])] {
    API
}

/// A class path with Margay's own classes in front, and what programs written for other tools ask for
/// values with at the end: there a program may bring its own.
pub(crate) struct WithRuntime<S>(pub S);

impl<S: ClassBytes> ClassBytes for WithRuntime<S> {
    fn find(&mut self, name: &str) -> Result<Option<Vec<u8>>, String> {
        let bundled = API.iter().chain(OWN).find(|(bundled, _)| *bundled == name);
        let bundled = bundled.map(|(_, bytes)| bytes.to_vec());
        if bundled.is_some() && (name.starts_with("margay/") || name.starts_with("korat/")) {
            return Ok(bundled);
        }
        Ok(self.0.find(name)?.or(bundled))
    }

    fn module_of(&mut self, name: &str) -> Option<String> {
        self.0.module_of(name)
    }

    fn modules(&mut self) -> Vec<String> {
        self.0.modules()
    }

    fn resources(&mut self, module: Option<&str>, name: &str) -> Result<Vec<Vec<u8>>, String> {
        self.0.resources(module, name)
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    #[test]
    fn the_compiled_classes_are_those_of_the_sources() {
        let own: &[(&str, &str)] = sources![
            "margay/rt/AnyInput",
            "margay/rt/AnyRandom",
            "margay/rt/AppLoader",
            "margay/rt/Boxes",
            "margay/rt/Checks",
            "margay/rt/Console",
            "margay/rt/Contents",
            "margay/rt/Elements",
            "margay/rt/FieldAccess",
            "margay/rt/Formats",
            "margay/rt/JdkFiles",
            "margay/rt/Members",
            "margay/rt/Modules",
            "margay/rt/Monitors",
            "margay/rt/Natives",
            "margay/rt/Proxies",
            "margay/rt/Resources",
            "margay/rt/Services",
            "margay/rt/Startup",
            "margay/rt/Substitutes",
            "margay/rt/Texts",
            "margay/rt/Trace",
            "margay/rt/Vague",
            "margay/rt/Values",
        ];
        let sources = own.iter().chain(super::API_SOURCES).map(|(_, text)| *text);
        let digest = Sha256::digest(sources.collect::<String>());
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        let recorded = include_str!("../runtime/classes/SOURCES").trim();
        assert_eq!(digest, recorded, "a source changed: run crates/margay-jvm/runtime/build.sh");
    }
}
