//! The other frameworks that generated tests may be written for. They are where the user says, or where
//! distributions put them; nothing is downloaded.

use super::{JunitError, Places, named};
use std::ffi::OsStr;
use std::path::PathBuf;

/// A framework, and the jars it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestLibrary {
    /// What people call it.
    pub name: &'static str,
    /// The variable of the environment that names its jars.
    pub variable: &'static str,
    /// The package of Debian that has it.
    package: &'static str,
    /// Its jars, as distributions call them.
    jars: &'static [&'static str],
}

/// JUnit 4, which runs beside JUnit 5.
pub const JUNIT4: TestLibrary = TestLibrary {
    name: "JUnit 4",
    variable: "MARGAY_JUNIT4",
    package: "junit4",
    jars: &["junit4.jar", "hamcrest-core.jar"],
};

/// TestNG.
pub const TESTNG: TestLibrary = TestLibrary {
    name: "TestNG",
    variable: "MARGAY_TESTNG",
    package: "testng",
    jars: &["testng.jar", "jcommander.jar", "bsh.jar"],
};

impl Places {
    /// The class path of a framework.
    ///
    /// # Errors
    /// When what the user names is not there, or it is not on this machine.
    pub fn find_library(
        &self,
        library: TestLibrary,
        explicit: Option<&OsStr>,
    ) -> Result<Vec<PathBuf>, JunitError> {
        if let Some(jars) = explicit {
            return named(None, jars);
        }
        if let Some(jars) = std::env::var_os(library.variable).filter(|jars| !jars.is_empty()) {
            return named(Some(library.variable), &jars);
        }
        let find = |jar: &&str| {
            self.shared.iter().map(|folder| folder.join(jar)).find(|path| path.is_file())
        };
        let found: Option<Vec<PathBuf>> = library.jars.iter().map(find).collect();
        let TestLibrary { name, variable, package, .. } = library;
        found.ok_or(JunitError::NoLibrary { name, variable, package })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_says_how_to_get_it() {
        // A variable that nobody sets.
        let library = TestLibrary { variable: "MARGAY_NO_TESTNG", ..TESTNG };
        let error = Places::default().find_library(library, None).expect_err("there is no folder");
        let text = "TestNG is not on this machine\n\
                    fix: sudo apt-get install testng, or name its jars with MARGAY_NO_TESTNG";
        assert_eq!(error.to_string(), text);
    }
}
