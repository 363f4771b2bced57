//! Finding JUnit, which generated tests are compiled against and run with.
//!
//! One jar has all of it: `junit-platform-console-standalone`. The user's word comes first
//! (`--junit`, then `MARGAY_JUNIT`), then what Maven, Gradle and distributions have put on this
//! machine; only if there is none is it downloaded, once, from Maven Central.

mod others;

pub use others::{JUNIT4, TESTNG, TestLibrary};

use crate::compile::Cache;
use crate::jdk::{Jdk, named_by};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use thiserror::Error;

const ARTIFACT: &str = "junit-platform-console-standalone";
/// The version that is downloaded: one that runs on every JDK from 8.
const VERSION: &str = "1.11.4";
const CENTRAL: &str = "https://repo1.maven.org/maven2";
const DOWNLOAD: &str = include_str!("junit_jar/Download.java");

/// No JUnit, and what to do about it.
#[derive(Debug, Error)]
pub enum JunitError {
    /// What the user named is not there.
    #[error("{} is not there", named_by(*variable, path))]
    Missing {
        /// The variable of the environment that names it, unless the caller does.
        variable: Option<&'static str>,
        /// The jar or folder.
        path: PathBuf,
    },
    /// A framework that is not downloaded is not there.
    #[error(
        "{name} is not on this machine\n\
         fix: sudo apt-get install {package}, or name its jars with {variable}"
    )]
    NoLibrary {
        /// What people call it.
        name: &'static str,
        /// The variable of the environment that names its jars.
        variable: &'static str,
        /// The package of Debian that has it.
        package: &'static str,
    },
    /// None was found, and none can be downloaded.
    #[error(
        "JUnit is not on this machine and cannot be downloaded: {reason}\n\
         fix: sudo apt-get install junit5"
    )]
    NotFound {
        /// Why not.
        reason: String,
    },
}

/// Where JUnit may be.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// What `MARGAY_JUNIT` says: jars, separated as in CLASSPATH.
    pub variable: Option<std::ffi::OsString>,
    /// The user's home folder.
    pub home: Option<PathBuf>,
    /// Folders in which distributions keep jars.
    pub shared: Vec<PathBuf>,
    /// The Maven repository that it is downloaded from.
    pub repository: String,
}

impl Places {
    /// Those of this machine and user. `MARGAY_MAVEN` names another repository than Maven Central.
    #[must_use]
    pub fn of_this_machine() -> Self {
        let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        let repository = set("MARGAY_MAVEN").and_then(|url| url.into_string().ok());
        Places {
            variable: set("MARGAY_JUNIT"),
            home: std::env::home_dir(),
            shared: ["/usr/share/java", "/usr/share/java/junit5"].map(PathBuf::from).into(),
            repository: repository.unwrap_or_else(|| CENTRAL.to_owned()),
        }
    }

    /// The class path of JUnit: `explicit`, else what is found, else what is downloaded into the
    /// cache.
    ///
    /// # Errors
    /// When what was asked for is not there, or there is none and none can be downloaded.
    pub fn find(
        &self,
        explicit: Option<&OsStr>,
        jdk: &Jdk,
        cache: &Cache,
    ) -> Result<Vec<PathBuf>, JunitError> {
        if let Some(path) = explicit {
            return named(None, path);
        }
        if let Some(path) = &self.variable {
            return named(Some("MARGAY_JUNIT"), path);
        }
        let cached = cache.file(&format!("{ARTIFACT}-{VERSION}.jar"));
        let found = cached.is_file().then(|| cached.clone());
        match found.or_else(|| self.installed()) {
            Some(jar) => Ok(vec![jar]),
            None => self.download(jdk, cache, cached),
        }
    }

    /// The newest jar that Maven, Gradle or a distribution has put here.
    fn installed(&self) -> Option<PathBuf> {
        let maven = ".m2/repository/org/junit/platform";
        let gradle = ".gradle/caches/modules-2/files-2.1/org.junit.platform";
        let homes = self.home.iter().flat_map(|home| [home.join(maven), home.join(gradle)]);
        let mut jars = Vec::new();
        for folder in homes {
            jars_below(&folder.join(ARTIFACT), 3, &mut jars);
        }
        jars.sort_by_key(|jar| version_of(jar));
        let shared = self.shared.iter().map(|folder| folder.join(format!("{ARTIFACT}.jar")));
        jars.pop().or_else(|| shared.into_iter().find(|jar| jar.is_file()))
    }

    /// The JDK itself downloads: it knows the proxies and certificates of the machine.
    fn download(
        &self,
        jdk: &Jdk,
        cache: &Cache,
        target: PathBuf,
    ) -> Result<Vec<PathBuf>, JunitError> {
        let not_found = |reason: String| JunitError::NotFound { reason };
        let base = self.repository.trim_end_matches('/');
        let url =
            format!("{base}/org/junit/platform/{ARTIFACT}/{VERSION}/{ARTIFACT}-{VERSION}.jar");
        let work = cache.temporary_folder().map_err(|error| not_found(error.to_string()))?;
        let (program, jar) = (work.path().join("Download.java"), work.path().join("junit.jar"));
        let output = std::fs::write(&program, DOWNLOAD)
            .and_then(|()| {
                let mut java = Command::new(&jdk.java);
                java.arg("-Djava.net.useSystemProxies=true").arg(&program);
                java.arg(&url).arg(&jar).output()
            })
            .map_err(|error| not_found(error.to_string()))?;
        if !output.status.success() {
            let words = String::from_utf8_lossy(&output.stderr);
            let first = words.lines().find(|line| line.contains("Exception")).unwrap_or_default();
            let first = first.trim_start_matches("Exception in thread \"main\" ");
            return Err(not_found(format!("{url}: {first}")));
        }
        std::fs::rename(&jar, &target).map_err(|error| not_found(error.to_string()))?;
        Ok(vec![target])
    }
}

fn named(variable: Option<&'static str>, path: &OsStr) -> Result<Vec<PathBuf>, JunitError> {
    let parts = std::env::split_paths(path).filter(|part| !part.as_os_str().is_empty());
    let parts: Vec<PathBuf> = parts.collect();
    match parts.iter().find(|part| !part.exists()) {
        Some(missing) => Err(JunitError::Missing { variable, path: missing.clone() }),
        None if parts.is_empty() => Err(JunitError::Missing { variable, path: path.into() }),
        None => Ok(parts),
    }
}

/// The jars with the code of the artifact, in a folder and those in it.
fn jars_below(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| entry.ok().map(|entry| entry.path())) {
        if path.is_dir() && depth > 0 {
            jars_below(&path, depth - 1, found);
        } else if version_of(&path).is_some() {
            found.push(path);
        }
    }
}

/// The version in a jar's name, as numbers; none for other files and for jars of sources.
fn version_of(jar: &Path) -> Option<Vec<u32>> {
    let name = jar.file_name()?.to_str()?.strip_suffix(".jar")?;
    let version = name.strip_prefix(ARTIFACT)?.strip_prefix('-')?;
    version.split('.').map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn touch(path: &Path) {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, "").expect("a file");
    }

    #[test]
    fn the_newest_of_those_installed_is_taken() {
        let dir = tempfile::tempdir().expect("a folder");
        let maven = dir.path().join(".m2/repository/org/junit/platform").join(ARTIFACT);
        for version in ["1.9.3", "1.10.2", "1.10.2-sources"] {
            touch(&maven.join(version).join(format!("{ARTIFACT}-{version}.jar")));
        }
        let places = Places { home: Some(dir.path().into()), ..Places::default() };
        let found = places.installed().expect("a jar");
        assert!(found.ends_with(format!("1.10.2/{ARTIFACT}-1.10.2.jar")), "{}", found.display());
    }

    #[test]
    fn what_the_user_names_must_be_there() {
        let missing = |variable| {
            let error = named(variable, OsStr::new("no-such.jar")).expect_err("it is not there");
            error.to_string()
        };
        assert_eq!(missing(None), "no-such.jar is not there");
        let variable = Some("MARGAY_JUNIT");
        assert_eq!(missing(variable), "no-such.jar, which MARGAY_JUNIT names, is not there");
    }

    #[test]
    fn it_is_downloaded_once_and_its_checksum_compared() {
        let jdk = Jdk::discover(None).expect("tests need a JDK");
        let dir = tempfile::tempdir().expect("a folder");
        let jar = dir.path().join(format!(
            "repository/org/junit/platform/{ARTIFACT}/{VERSION}/{ARTIFACT}-{VERSION}.jar"
        ));
        touch(&jar);
        let repository = format!("file://{}", dir.path().join("repository").display());
        let places = Places { repository, ..Places::default() };
        let cache = Cache::at(&dir.path().join("cache"));
        let sum = jar.with_extension("jar.sha1");
        fs::write(&sum, "0123").expect("a file");
        let error = places.find(None, &jdk, &cache).expect_err("the checksum is wrong");
        assert!(error.to_string().contains("its checksum is da39a3ee"), "{error}");
        // SHA-1 of nothing.
        fs::write(&sum, "da39a3ee5e6b4b0d3255bfef95601890afd80709\n").expect("a file");
        let found = places.find(None, &jdk, &cache).expect("it is there");
        fs::remove_file(&jar).expect("a file");
        assert_eq!(places.find(None, &jdk, &cache).expect("it is in the cache"), found);
    }
}
