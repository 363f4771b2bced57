//! Margay's own Java classes: the API programs choose with, and what stands in for the parts of
//! a JVM that are not written in Java.
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

const CLASSES: &[(&str, &[u8])] = bundled![
    "margay/Margay",
    "margay/rt/Console",
    "margay/rt/Natives",
    "margay/rt/Startup",
    "margay/rt/Startup$NoInput",
    "margay/rt/Substitutes",
];

/// The API's sources, for `javac` when a program is given as source.
pub const API_SOURCES: &[(&str, &str)] =
    &[("margay/Margay.java", include_str!("../runtime/margay/Margay.java"))];

/// A class path with Margay's own classes in front.
pub(crate) struct WithRuntime<S>(pub S);

impl<S: ClassBytes> ClassBytes for WithRuntime<S> {
    fn find(&mut self, name: &str) -> Result<Option<Vec<u8>>, String> {
        match CLASSES.iter().find(|(bundled, _)| *bundled == name) {
            Some((_, bytes)) => Ok(Some(bytes.to_vec())),
            None => self.0.find(name),
        }
    }

    fn module_of(&mut self, name: &str) -> Option<String> {
        self.0.module_of(name)
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    #[test]
    fn the_compiled_classes_are_those_of_the_sources() {
        let sources = [
            include_str!("../runtime/margay/Margay.java"),
            include_str!("../runtime/margay/rt/Console.java"),
            include_str!("../runtime/margay/rt/Natives.java"),
            include_str!("../runtime/margay/rt/Startup.java"),
            include_str!("../runtime/margay/rt/Substitutes.java"),
        ];
        let digest = Sha256::digest(sources.concat());
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        let recorded = include_str!("../runtime/classes/SOURCES").trim();
        assert_eq!(digest, recorded, "a source changed: run crates/margay-jvm/runtime/build.sh");
    }
}
