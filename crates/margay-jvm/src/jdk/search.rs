//! Where JDKs are found, and in which order.

use super::{Jdk, JdkError, program};
use std::cmp::Reverse;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What a search for a JDK looks at.
#[derive(Clone, Debug, Default)]
pub struct JdkSearch {
    /// `JAVA_HOME`.
    pub java_home: Option<OsString>,
    /// `PATH`.
    pub path: Option<OsString>,
    /// JDKs, or folders full of them.
    pub places: Vec<PathBuf>,
}

impl JdkSearch {
    /// The environment of this process, and where installers put JDKs.
    #[must_use]
    pub fn of_this_machine() -> Self {
        JdkSearch {
            java_home: std::env::var_os("JAVA_HOME"),
            path: std::env::var_os("PATH"),
            places: usual_places(),
        }
    }

    /// See [`Jdk::discover`].
    ///
    /// # Errors
    /// When the JDK that was asked for cannot be used, or there is none at all.
    pub fn discover(&self, explicit: Option<&Path>) -> Result<Jdk, JdkError> {
        let java_home = self.java_home.as_ref().filter(|home| !home.is_empty());
        let named = explicit
            .map(|path| (None, path))
            .or(java_home.map(|home| (Some("JAVA_HOME"), Path::new(home))));
        if let Some((variable, path)) = named {
            return Jdk::at(path).map_err(|fault| JdkError::Unusable {
                variable,
                path: path.to_path_buf(),
                fault,
            });
        }
        let found = self.on_path().or_else(|| self.installed().into_iter().next());
        found.ok_or_else(|| JdkError::NotFound(self.tried()))
    }

    /// The JDK whose `javac`, or at least `java`, a shell would run.
    fn on_path(&self) -> Option<Jdk> {
        let folders: Vec<PathBuf> = std::env::split_paths(self.path.as_ref()?).collect();
        ["javac", "java"].iter().find_map(|tool| {
            folders.iter().find_map(|folder| {
                let tool = folder.join(program(tool)).canonicalize().ok()?;
                Jdk::at(tool.parent()?.parent()?).ok()
            })
        })
    }

    /// The JDKs in the usual places, best first: those with a compiler, then the newest.
    #[must_use]
    pub fn installed(&self) -> Vec<Jdk> {
        let mut homes: Vec<PathBuf> = Vec::new();
        for place in &self.places {
            let inside = std::fs::read_dir(place).into_iter().flatten().flatten();
            homes.push(place.clone());
            homes.extend(inside.map(|entry| entry.path()));
        }
        // One JDK often has several names; keep one, whatever order the system lists them in.
        let mut homes: Vec<PathBuf> = homes.iter().filter_map(|h| h.canonicalize().ok()).collect();
        homes.sort();
        homes.dedup();
        let mut jdks: Vec<Jdk> = homes.iter().filter_map(|h| Jdk::at(h).ok()).collect();
        jdks.sort_by_key(|jdk| (jdk.javac.is_none(), Reverse(jdk.version)));
        jdks
    }

    fn tried(&self) -> Vec<String> {
        let places = self.places.iter().map(|place| place.display().to_string());
        ["JAVA_HOME (not set)", "java and javac on the PATH"]
            .map(str::to_owned)
            .into_iter()
            .chain(places)
            .collect()
    }
}

fn usual_places() -> Vec<PathBuf> {
    let mut places: Vec<PathBuf> = match std::env::consts::OS {
        "windows" => [
            r"C:\Program Files\Java",
            r"C:\Program Files\Eclipse Adoptium",
            r"C:\Program Files\Microsoft",
            r"C:\Program Files\Zulu",
        ]
        .map(PathBuf::from)
        .into(),
        "macos" => [
            "/Library/Java/JavaVirtualMachines",
            "/opt/homebrew/opt/openjdk/libexec/openjdk.jdk",
            "/usr/local/opt/openjdk/libexec/openjdk.jdk",
        ]
        .map(PathBuf::from)
        .into(),
        _ => ["/usr/lib/jvm", "/usr/java", "/opt"].map(PathBuf::from).into(),
    };
    if let Some(user) = std::env::home_dir() {
        places.push(user.join(".sdkman/candidates/java/current"));
        places.push(user.join(".jdks"));
    }
    places
}

/// The one line that installs a JDK here.
pub(crate) fn how_to_install() -> &'static str {
    match std::env::consts::OS {
        "windows" => "winget install EclipseAdoptium.Temurin.21.JDK",
        "macos" => "brew install openjdk",
        _ => {
            let system = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
            install_on_linux(&system)
        }
    }
}

/// By what `os-release` says of the distribution.
fn install_on_linux(os_release: &str) -> &'static str {
    let ids = os_release
        .lines()
        .filter_map(|line| line.strip_prefix("ID=").or(line.strip_prefix("ID_LIKE=")))
        .flat_map(|ids| ids.trim_matches('"').split_whitespace());
    ids.into_iter()
        .find_map(|id| match id {
            "debian" | "ubuntu" => Some("apt-get install openjdk-17-jdk-headless"),
            "fedora" | "rhel" => Some("dnf install java-21-openjdk-devel"),
            "arch" => Some("pacman -S jdk-openjdk"),
            "alpine" => Some("apk add openjdk21"),
            "suse" | "opensuse" => Some("zypper install java-21-openjdk-devel"),
            _ => None,
        })
        .unwrap_or("install a JDK 17 or later and set JAVA_HOME to its folder")
}

#[cfg(test)]
mod tests {
    use super::install_on_linux;

    #[test]
    fn install_hint_knows_derived_distributions() {
        let mint = "NAME=\"Linux Mint\"\nID=linuxmint\nID_LIKE=\"ubuntu debian\"\n";
        assert_eq!(install_on_linux(mint), "apt-get install openjdk-17-jdk-headless");
        assert_eq!(install_on_linux("ID=alpine"), "apk add openjdk21");
        assert!(install_on_linux("").contains("JAVA_HOME"));
    }
}
